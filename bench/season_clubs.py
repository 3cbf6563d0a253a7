"""More clubs for `bench.season_boards`: copies of one by SQL, and one that has played nothing but pairs."""

import json
import random
from datetime import timedelta

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from bench.season import FIRST, WEEKS, insert
from clubs.models import Attendance, Club, Evening, Player
from scoring.models import Course, Score, Sheet
from seasons.services import ratings

GAMES_OF_A_SHEET = 40
SPLITS = ("01>23", "23>01", "02>13", "13>02", "03>12", "12>03")
PLAIN = (
    "game",
    "house_rules",
    "first_dealer",
    "seq",
    "state",
    "totals",
    "status",
    "confirms",
    "approves",
    "check_code",
)


def a_rated_club(slug: str, sheets: int, people: int) -> Club:
    """Two against two, `GAMES_OF_A_SHEET` games on a sheet, a twenty-fifth of the people there every week; only what
    ratings read."""
    club, chance = Club.objects.create(name=slug, slug=slug), random.Random(slug)
    Player.objects.bulk_create(Player(club=club, name=f"{slug} {number}") for number in range(people))
    ids, first = list(club.players.order_by("pk").values_list("pk", flat=True)), Sheet.objects.count()
    insert(
        Sheet,
        (*PLAIN, "club_id", "token", "write_secret", "watch_secret", "code", "started_at"),
        (
            ("kratzen", "{}", 0, 0, "{}", "{}", "closed", False, "[]", "", club.pk, f"{slug}-{number}",
             f"w-{slug}-{number}", f"r-{slug}-{number}", f"{first + number:06}", timezone.now())
            for number in range(sheets)
        ),
    )  # fmt: skip
    there = [chance.sample(ids, max(people // 25, 24)) for _week in range(WEEKS)]
    weeks = [number * WEEKS // sheets for number in range(sheets)]
    of_club = Sheet.objects.filter(club=club).order_by("pk").values_list("pk", flat=True)
    insert(
        Course,
        ("sheet_id", "club_id", "game", "day", "people", "games"),
        (
            (sheet, club.pk, "kratzen", FIRST + timedelta(weeks=week), json.dumps(chance.sample(there[week], 4)),
             " ".join(chance.choices(SPLITS, k=GAMES_OF_A_SHEET)))
            for week, sheet in zip(weeks, of_club, strict=True)
        ),
    )  # fmt: skip
    ratings.switch_on(club, by=None, game="kratzen", about=ratings.About(), now=timezone.now())
    return club


FAR = 10_000_000
"""What lies between the ids of one copy and those of the next."""
PEOPLE_THERE = """(
    SELECT jsonb_agg(
        CASE WHEN jsonb_typeof(one) = 'null' THEN one ELSE to_jsonb(one::text::bigint + {far}) END ORDER BY n
    )
    FROM jsonb_array_elements(people) WITH ORDINALITY AS of_sheet(one, n)
)"""


def a_copy_of(club: Club, number: int) -> Club:
    """The same people, evenings, attendance, sheets (without their hands), scores and courses once more."""
    copy = Club.objects.create(name=f"{club.name} {number}", slug=f"{club.slug}-{number}", time_zone=club.time_zone)
    far, of_club = number * FAR, f"club_id = {club.pk}"
    own = {"id": f"id + {far}", "club_id": str(copy.pk)}
    sheet, person, evening = ({name: f"{name} + {far}"} for name in ("sheet_id", "player_id", "evening_id"))
    of_sheet = {name: f"{name} || '-{number}'" for name in ("token", "write_secret", "watch_secret")}
    of_sheet |= {"code": f"chr({96 + number}) || lpad((id % 100000)::text, 5, '0')", "rule_version_id": "NULL"}
    once_more(Player, of_club, {**own, "merged_into_id": f"merged_into_id + {far}"})
    once_more(Evening, of_club, own)
    there = f"evening_id IN (SELECT id FROM {Evening._meta.db_table} WHERE {of_club})"
    once_more(Attendance, there, {"id": f"id + {far}", **evening, **person})
    once_more(Sheet, of_club, {**own, **evening, **of_sheet})
    once_more(Score, of_club, {**own, **sheet, **person})
    once_more(Course, of_club, {**own, **sheet, "people": PEOPLE_THERE.format(far=far)})
    return copy


def once_more(model: type[Model], which: str, others: dict[str, str]) -> None:
    """Rows again, with these columns being others (SQL of ours alone)."""
    table, columns = model._meta.db_table, [str(one.column) for one in model._meta.concrete_fields]
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(others.get(name, f'"{name}"') for name in columns)
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} WHERE {which}")


def counting_goes_on() -> None:
    """After rows with ids of their own: the next ones come after them."""
    models = [Player, Evening, Attendance, Sheet, Score, Course]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
