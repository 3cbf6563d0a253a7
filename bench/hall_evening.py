"""An evening in a hall: everybody one against one at Schnapsen, every table with its sheet and the hands on it."""

import random
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from bench.engine import evenings
from bench.season import Pattern, lay, pattern
from bench.tournament import the_cards
from clubs.models import Club
from scoring.games.sheet import GAMES
from scoring.models import Sheet
from tournaments.formats import stages
from tournaments.formats.plan import Counting, Desk, Fee, Kind, Plan, Prize, Prizes, Ranking, Record, Stage, write_plan
from tournaments.models import Round, Table, Tournament
from tournaments.services.draw_rows import write_draw
from tournaments.services.facts import facts_of

PLAN = Plan(
    stages=(Stage(Kind.SWISS, rounds=7, counting=Counting(unit="legs")),),
    ranking=Ranking(("won", "buchholz", "lot")),
    fee=Fee(1000, 800, 200),
    prizes=Prizes(prizes=tuple(Prize(place=place, share=2500) for place in range(1, 5))),
    desk=Desk(record=Record.EITHER, minutes=45),
)
KINDS = 12
"""So many matches are played; all others are copies of them."""


def a_hall(club: Club, name: str = "Großes Preisschnapsen", *, rounds: int, still_open: int = 0) -> Tournament:
    """Everybody of the club has a card; of the last round so many tables are still writing, all others are in."""
    tournament = Tournament.objects.create(
        club=club,
        name=name,
        day=timezone.localdate(),
        game="schnapsen",
        plan=write_plan(PLAN),
        seed="kirtag",
        secret=f"{name}-{club.slug}"[:32],
        token=name,
        started_at=timezone.now(),
    )
    the_cards(tournament, list(club.players.filter(merged_into=None).order_by("pk")))
    matches = the_matches()
    for number in range(1, rounds + 1):
        row = a_round(tournament, number, rounds - number)
        play(row, matches, still_open if number == rounds else 0)
    return tournament


def the_matches() -> list[Pattern]:
    """Matches for one leg, as the engine plays them."""
    documents, chance = evenings("schnapsen"), random.Random(3)
    pool = [hand for document in documents if len(document["players"]) == 2 for hand in document["hands"]]
    rules = GAMES["schnapsen"].house_rules(legs_limit=1)
    return [pattern("schnapsen", rules, 2, pool, chance) for _kind in range(KINDS)]


def a_round(tournament: Tournament, number: int, ago: int) -> Round:
    facts, lot = facts_of(tournament), random.Random(number)
    drawn = stages.next_draw(facts.plan, facts.entrants, facts.rounds, (), lot, lot=tournament.seed)
    now = timezone.now() - timedelta(hours=ago)
    row = Round.objects.create(
        tournament=tournament,
        number=number,
        stage=drawn.stage,
        seed=f"kirtag/{number}",
        drawn_at=now,
        published_at=now,
        clock_at=now,
    )
    write_draw(row, drawn, facts.by_number)
    return row


def play(row: Round, matches: Sequence[Pattern], still_open: int) -> None:
    """A sheet with its hands at every table; the last ones are not closed yet."""
    tables = list(row.tables.prefetch_related("seats__entrant__people__player").order_by("number"))
    laid, chance = [], random.Random(row.number)
    for at, table in enumerate(tables):
        one = chance.choice(matches)
        people = [seat.entrant.people.all()[0].player for seat in table.seats.all()]
        if len(people) == 2:
            laid.append((a_sheet(table, one, at >= len(tables) - still_open), one, people))
    for sheet, _one, people in laid:
        sheet.state = {**sheet.state, "names": [player.name for player in people]}
    lay(laid)
    for sheet, _one, _people in laid:
        sheet.table.sheet = sheet
    Table.objects.bulk_update((sheet.table for sheet, _one, _people in laid), ["sheet"], batch_size=500)


def a_sheet(table: Table, one: Pattern, is_open: bool) -> Sheet:
    mark, now = f"hall-{table.pk}-{secrets.token_hex(4)}", timezone.now()
    sheet = Sheet(
        club=table.round.tournament.club,
        game="schnapsen",
        first_dealer=0,
        **one.columns,
        seq=len(one.entries) + 1,
        status=Sheet.Status.OPEN if is_open else Sheet.Status.CLOSED,
        token=mark,
        write_secret=f"w-{mark}"[:32],
        watch_secret=f"r-{mark}"[:32],
        code=f"H{table.pk:05}"[:6],
        started_at=now,
        closed_at=None if is_open else now,
    )
    sheet.table = table
    return sheet
