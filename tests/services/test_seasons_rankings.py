"""Rankings: made, changed, computed from closed sheets; a correction reaches them, and people who are one are one."""

import random
from collections import defaultdict
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any

import pytest

from clubs.models import Change, Evening, Player
from clubs.services.core import Refused
from clubs.services.merging import merge, part
from scoring.models import Score, Sheet
from scoring.services.closing import close_sheet
from scoring.services.erase import erase_person
from scoring.services.merge import sat_together
from scoring.services.sheets import begin_sheet, replace_hand
from seasons.models import Board, Ranking
from seasons.services import boards
from seasons.services import rankings as use_cases
from seasons.services.ranking_lines import lines_of
from seasons.services.rankings import About, RankingMoved, season_name, units_of
from seasons.tasks import look_for_stale
from tests.club import House
from tests.seasons_rankings import (
    ANNA,
    BERT,
    BUMMERL,
    DORA,
    EGON,
    NOW,
    a_ranking,
    as_from_nothing,
    codes,
    computed,
    opened,
    stored,
    table,
)
from tests.services.season import a_season, a_sheet_of
from tests.services.table import now, plain, record, won_leg

pytestmark = pytest.mark.django_db


# --- making and changing ---------------------------------------------------------------------------------------------


def test_a_new_ranking_has_a_board_for_every_season_with_results_and_for_the_one_that_runs(house: House) -> None:
    a_season(house)
    ranking = a_ranking(house)
    assert sorted(ranking.boards.values_list("season", flat=True)) == [2024, 2026]
    assert ranking.boards.exclude(due_at=None).count() == 2
    assert table(computed(ranking, 2024)) == [
        (1, "Anna", 2, 1),
        (1, "Dora", 2, 1),
        (3, "Bert", -2, 1),
        (3, "Egon", -2, 1),
    ]
    assert table(computed(ranking, 2026)) == []


def test_the_same_request_again_gets_its_first_answer_and_one_line_of_the_log(house: House) -> None:
    made = [
        use_cases.create(house.club, by=None, token="once", about=BUMMERL, now=NOW).pk,
        use_cases.create(house.club, by=None, token="once", about=BUMMERL, now=NOW).pk,
    ]
    assert made[0] == made[1]
    assert Change.objects.filter(club=house.club, what="ranking_made").count() == 1


def test_everything_against_a_ranking_is_said_at_once(house: House) -> None:
    about = About("", "kratzen", "bummerl", "median", -1, "week", 13, True, False)
    with pytest.raises(Refused) as error:
        use_cases.create(house.club, by=None, token="no token", about=about, now=NOW)
    assert codes(error) == [
        ("ranking_name_missing", "name"),
        ("unit_not_in_game", "unit"),
        ("bad_value", "measure"),
        ("bad_value", "span"),
        ("minimum_not_possible", "minimum"),
        ("bad_value", "first_month"),
        ("bad_token", "token"),
    ]
    assert not Ranking.objects.exists()


def test_money_is_not_for_everybody_to_see(house: House) -> None:
    with pytest.raises(Refused) as error:
        a_ranking(house, unit="cents", public=True)
    assert codes(error) == [("money_is_not_public", "public")]


def test_only_what_a_game_counts_can_be_ranked() -> None:
    assert [units_of(game) for game in ("schnapsen", "kratzen", "bauerntarock", "poker")] == [
        ("bummerl", "won", "points", "cents"),
        ("cents", "won"),
        ("points", "won", "cents"),
        (),
    ]


def test_a_new_name_leaves_the_boards_and_another_count_makes_them_anew(house: House) -> None:
    a_season(house)
    ranking = a_ranking(house)
    before = computed(ranking, 2024)
    renamed = use_cases.change(ranking, by=None, about=About("Neu", "bauernschnapsen", "bummerl"), seen=0, now=NOW)
    assert ranking.boards.get(season=2024).pk == before.pk
    assert not boards.is_stale(Board.objects.select_related("club", "ranking").get(pk=before.pk))
    other = About("Neu", "bauernschnapsen", "won", first_month=9)
    use_cases.change(renamed, by=None, about=other, seen=1, now=NOW)
    assert sorted(ranking.boards.values_list("season", flat=True)) == [2023, 2025]
    assert not Board.objects.filter(pk=before.pk).exists()


def test_who_comes_second_is_told(house: House) -> None:
    ranking = a_ranking(house)
    use_cases.change(ranking, by=None, about=About("Erster", "schnapsen", "won"), seen=0, now=NOW)
    with pytest.raises(RankingMoved) as error:
        use_cases.change(ranking, by=None, about=About("Zweiter", "schnapsen", "won"), seen=0, now=NOW)
    assert (error.value.now.name, error.value.now.seq) == ("Erster", 1)


def test_deleted_twice_is_deleted_once_and_another_address_is_another_one(house: House) -> None:
    ranking = a_ranking(house, public=True)
    assert use_cases.new_secret(ranking, by=None, seen=0).secret != ranking.secret
    with pytest.raises(RankingMoved):
        use_cases.new_secret(ranking, by=None, seen=0)
    use_cases.delete(ranking, by=None)
    use_cases.delete(ranking, by=None)
    assert Change.objects.filter(what="ranking_deleted").count() == 1
    assert not Board.objects.exists()


# --- computing -------------------------------------------------------------------------------------------------------


def test_the_first_sheet_of_a_season_makes_its_board(house: House, django_capture_on_commit_callbacks: Any) -> None:
    ranking = a_ranking(house)
    with django_capture_on_commit_callbacks(execute=True):
        a_sheet_of(house, date(2027, 2, 2), won_leg(0))
    board = ranking.boards.get(season=2027)
    assert board.due_at is not None
    assert [line[:2] for line in table(computed(ranking, 2027))] == [(1, "Anna"), (1, "Dora"), (3, "Bert"), (3, "Egon")]


def test_a_season_whose_first_sheet_nobody_told_of_gets_its_board_within_a_minute(house: House) -> None:
    ranking = a_ranking(house)
    a_sheet_of(house, date(2027, 2, 2), won_leg(0))  # and the server was killed before it could say so
    assert not ranking.boards.filter(season=2027).exists()
    look_for_stale()
    assert ranking.boards.get(season=2027).due_at is not None


@pytest.mark.usefixtures("clean_record")
def test_a_correction_in_an_old_evening_reaches_the_board_byte_for_byte(
    house: House, django_capture_on_commit_callbacks: Any
) -> None:
    old = a_sheet_of(house, date(2026, 1, 6), plain(1), won_leg(0))
    for day in (13, 20, 27):
        a_sheet_of(house, date(2026, 1, day), won_leg(day % 2))
    ranking = a_ranking(house, measure="per_evening", minimum=2)
    board = computed(ranking, 2026)
    before = stored(board)
    with django_capture_on_commit_callbacks(execute=True):
        old = opened(house, old)
    board = Board.objects.select_related("club", "ranking").get(pk=board.pk)
    assert board.due_at is not None
    assert table(computed(ranking, 2026))[0][3] == 3
    replace_hand(old, line=2, hand=won_leg(1), write=now(old))
    close_sheet(old, write=now(old))
    assert boards.is_stale(Board.objects.select_related("club", "ranking").get(pk=board.pk))
    after = computed(ranking, 2026)
    assert stored(after) != before
    assert stored(after) == as_from_nothing(after)


def test_the_place_of_before_is_that_without_the_newest_day(house: House) -> None:
    a_sheet_of(house, date(2026, 1, 6), won_leg(0))
    ranking = a_ranking(house)
    assert [(one.moved, one.new) for one in lines_of(computed(ranking, 2026), inside=True).shown] == [(None, False)] * 4
    a_sheet_of(house, date(2026, 1, 13), won_leg(1), won_leg(1))
    shown = lines_of(computed(ranking, 2026), inside=True).shown
    assert [(one.place, one.name.split()[0], one.moved) for one in shown] == [
        (1, "Bert", 2),
        (1, "Egon", 2),
        (3, "Anna", -2),
        (3, "Dora", -2),
    ]


def test_who_was_written_under_two_names_stands_once_and_parted_is_as_before(house: House) -> None:
    day, other = date(2026, 1, 6), date(2026, 1, 13)
    a_sheet_of(house, day, won_leg(0))
    a_sheet_of(house, day, won_leg(0), players=["Nanni", BERT, DORA, EGON])
    a_sheet_of(house, other, won_leg(0), players=["Nanni", BERT, DORA, EGON])
    ranking = a_ranking(house)
    before = computed(ranking, 2026)
    apart, rows = stored(before), table(before)
    assert [line for line in rows if line[1] in ("Anna", "Nanni")] == [(2, "Nanni", 4, 2), (3, "Anna", 2, 1)]
    anna, nanni = house.players["owner"], Player.objects.get(club=house.club, name="Nanni")
    merge(house.club, gone=nanni, into=anna, by=None, sat_together=sat_together)
    assert boards.is_stale(Board.objects.select_related("club", "ranking").get(pk=before.pk))
    together = computed(ranking, 2026)
    # Three sheets on two days: the first day was played under both names and is one evening.
    assert [line for line in table(together) if line[1] in ("Anna", "Nanni")] == [(1, "Anna", 6, 2)]
    assert stored(together) == as_from_nothing(together)
    nanni.refresh_from_db()
    part(house.club, alias=nanni, by=None)
    assert stored(computed(ranking, 2026)) == apart


LATE_SUMMER, EARLY_AUTUMN, NEW_YEARS_EVE, NEW_YEAR = (
    date(2025, 8, 31),
    date(2025, 9, 1),
    date(2025, 12, 31),
    date(2026, 1, 1),
)


@pytest.mark.parametrize(
    ("first_month", "seasons", "name"),
    [
        (1, {LATE_SUMMER: 2025, EARLY_AUTUMN: 2025, NEW_YEARS_EVE: 2025, NEW_YEAR: 2026}, "2025"),
        (9, {LATE_SUMMER: 2024, EARLY_AUTUMN: 2025, NEW_YEAR: 2025}, "2025/26"),
    ],
)
def test_a_day_counts_for_the_season_it_is_in(
    house: House, first_month: int, seasons: dict[date, int], name: str
) -> None:
    for day in seasons:
        a_sheet_of(house, day, won_leg(0))
    ranking = a_ranking(house, first_month=first_month)
    for season in set(seasons.values()):
        days = sum(of == season for of in seasons.values())
        assert table(computed(ranking, season))[0] == (1, "Anna", 2 * days, days)
    assert season_name(ranking, 2025) == name


def test_what_is_closed_after_midnight_on_new_years_eve_counts_for_the_old_year(house: House) -> None:
    evening = Evening.objects.create(club=house.club, day=date(2025, 12, 31))
    sheet = begin_sheet(game="bauernschnapsen", players=[ANNA, BERT, DORA, EGON], club=house.club, token="silvester")
    half_past_one = datetime(2026, 1, 1, 0, 30, tzinfo=UTC)
    Sheet.objects.filter(pk=sheet.pk).update(evening=evening, started_at=half_past_one)
    sheet.refresh_from_db()
    record(sheet, won_leg(0))
    close_sheet(sheet, write=now(sheet))
    ranking = a_ranking(house)
    assert [len(table(computed(ranking, season))) for season in (2025, 2026)] == [4, 0]


def test_tables_of_tournaments_count_only_where_they_are_wanted(house: House) -> None:
    a_sheet_of(house, date(2026, 1, 6), won_leg(0))
    Score.objects.update(at_evening=False)
    assert [len(table(computed(a_ranking(house, evenings_only=only), 2026))) for only in (True, False)] == [0, 4]


def test_who_was_erased_stays_in_the_table_without_a_name(house: House) -> None:
    a_sheet_of(house, date(2026, 1, 6), won_leg(0))
    ranking = a_ranking(house, public=True)
    board = computed(ranking, 2026)
    erase_person(house.club, house.players["owner"], by=None, confirmation=ANNA)
    inside, outside = (lines_of(board, inside=one).shown for one in (True, False))
    assert inside[0].name.startswith("N. N.")
    assert [one.name for one in outside] == ["N. N.", "Dora L.", "Bert M.", "Egon K."]


COLUMNS = ("won", "lost", "bummerl_given", "bummerl_taken", "points", "hands")
UNITS = {
    "points": lambda one: one.points,
    "bummerl": lambda one: one.bummerl_given - one.bummerl_taken,
    "won": lambda one: one.won,
    "cents": lambda one: one.cents,
}


@pytest.mark.parametrize(("unit", "measure"), [("points", "per_hand"), ("bummerl", "per_evening"), ("won", "sum")])
def test_the_board_is_what_counting_by_hand_says_whoever_is_whom(house: House, unit: str, measure: str) -> None:
    chance = random.Random(unit)
    people = Player.objects.bulk_create([Player(club=house.club, name=f"P {number}") for number in range(14)])
    into = {people[3].pk: people[1].pk, people[1].pk: people[0].pk, people[9].pk: people[8].pk}
    days = [date(2026, 1, day) for day in (5, 6, 7, 8)]
    scores = list[Score]()
    for number in range(40):
        secret = f"{unit}-{number}"
        more = {"write_secret": secret, "watch_secret": f"w{secret}", "code": f"{number:06}", "token": secret}
        sheet = Sheet.objects.create(
            club=house.club, game="bauernschnapsen", house_rules={}, first_dealer=0, started_at=NOW, **more
        )
        for position, player in enumerate(chance.sample(people, 4)):
            amounts = {
                name: chance.randint(0, 6)
                for name in ("won", "lost", "bummerl_given", "bummerl_taken", "points", "hands")
            }
            scores.append(
                Score(
                    sheet=sheet, position=position, club=house.club, player=player, game="bauernschnapsen",
                    day=chance.choice(days), at_evening=True, cents=0, **amounts,
                )
            )  # fmt: skip
    chance.shuffle(scores)
    Score.objects.bulk_create(scores)
    for gone, real in into.items():
        Player.objects.filter(pk=gone).update(merged_into=real)

    def really(pk: int) -> int:
        return really(into[pk]) if pk in into else pk

    sums, attended = defaultdict[int, list[int]](lambda: [0, 0]), defaultdict[int, set[date]](set)
    for one in scores:
        person = really(one.player_id)
        sums[person][0] += UNITS[unit](one)
        sums[person][1] += one.hands
        attended[person].add(one.day)
    by = {"sum": lambda pk: 1, "per_hand": lambda pk: sums[pk][1], "per_evening": lambda pk: len(attended[pk])}[measure]
    ranked = {pk: Fraction(sums[pk][0], by(pk)) for pk in sums if by(pk) and len(attended[pk]) >= 3}
    board = computed(a_ranking(house, unit=unit, measure=measure, minimum=3), 2026)
    rows = list(board.rows.order_by("order"))
    assert {row.subject: row.values for row in rows} == {
        pk: {"amount": sums[pk][0], "hands": sums[pk][1], "evenings": len(attended[pk])} for pk in sums
    }
    assert {row.subject: row.place for row in rows if row.place} == {
        pk: 1 + sum(other > mine for other in ranked.values()) for pk, mine in ranked.items()
    }
