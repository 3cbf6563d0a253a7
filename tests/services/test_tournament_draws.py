"""Drawing rounds: drafts, by hand, swaps, publishing, taking back."""

from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Change
from clubs.services.core import Refused
from scoring.games.core import read_house_rules, write_house_rules
from scoring.games.sheet import GAMES
from scoring.models import Sheet
from tests.club import House, a_house
from tests.services.drawing import LIVES, LOST, WON, figures, played, published, seats
from tests.services.table import a_sheet
from tests.tournament import a_card, a_result, a_tournament
from tournaments.models.entrants import Status
from tournaments.services import draws, swaps
from tournaments.services.draw_rows import mark_of, read_draw
from tournaments.services.facts import facts_of

pytestmark = pytest.mark.django_db

FOURS: dict[str, Any] = {"stages": [{"kind": "drawn", "rounds": 3, "counting": {"sums_to": 0}}]}
GRID: dict[str, Any] = {"stages": [{"kind": "knockout"}], "ranking": {"chain": ["survived"]}}


def codes(refused: Any) -> list[str]:
    return [one.code for one in refused.value.problems]


@pytest.fixture
def club(house: House) -> Any:
    return house.club


# --- drawing ---------------------------------------------------------------------------------------------------------


def test_who_presses_second_gets_what_the_first_one_drew(club: Any) -> None:
    tournament = a_tournament(club, cards=9, plan=LIVES)
    first = draws.draw(tournament, by=None, number=1)
    second = draws.draw(tournament, by=None, number=1, seed="another")
    assert (second.pk, second.seed, second.attempt, second.published_at) == (first.pk, "kirtag/1", 1, None)
    assert sorted([*read_draw(first).byes, *(one for table in seats(first).values() for one in table)]) == [
        *range(1, 10)
    ]
    assert list(Change.objects.values_list("what", flat=True)) == ["round_drawn"]


def test_the_same_seed_and_cards_give_the_same_draw_elsewhere(club: Any) -> None:
    other = a_house("linde").club
    one, two = (a_tournament(where, cards=30, plan=FOURS) for where in (club, other))
    assert seats(draws.draw(one, by=None, number=1)) == seats(draws.draw(two, by=None, number=1))
    different = a_tournament(club, cards=30, plan=FOURS, seed="anders")
    assert seats(draws.draw(different, by=None, number=1)) != seats(one.rounds.get())


def test_drawn_again_is_counted_and_has_a_seed_of_its_own(club: Any) -> None:
    tournament = a_tournament(club, cards=16, plan=FOURS)
    first = draws.draw(tournament, by=None, number=1)
    before = seats(first)
    again = draws.draw(tournament, by=None, number=1, again=True, seen=1)
    assert (again.pk, again.attempt, again.seed) == (first.pk, 2, "kirtag/1/2")
    assert seats(again) != before
    # whoever looked at the first draw and presses too, gets the second
    late = draws.draw(tournament, by=None, number=1, again=True, seen=1)
    assert (late.attempt, seats(late)) == (2, seats(again))


def test_before_the_first_round_the_seed_is_the_tournaments_later_only_the_rounds(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    row = draws.draw(tournament, by=None, number=1, seed="  Leberkäs  7 ")
    tournament.refresh_from_db()
    assert (tournament.seed, row.seed) == ("Leberkäs 7", "Leberkäs 7/1")
    played(draws.publish(row, by=None))
    later = draws.draw(tournament, by=None, number=2, seed="zwei")
    again = draws.draw(tournament, by=None, number=2, again=True)
    tournament.refresh_from_db()
    assert (tournament.seed, later.seed, again.seed) == ("Leberkäs 7", "zwei/2", "zwei/2/2")


@pytest.mark.parametrize(
    ("seed", "code"), [(" ", "seed_missing"), ("x" * 41, "seed_too_long"), ("a\u202eb", "seed_unreadable")]
)
def test_a_seed_that_cannot_be_read_aloud_is_refused(club: Any, seed: str, code: str) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    with pytest.raises(Refused) as refused:
        draws.draw(tournament, by=None, number=1, seed=seed)
    assert codes(refused) == [code]


def test_open_tables_are_named_and_nothing_is_drawn(club: Any) -> None:
    tournament = a_tournament(club, cards=8, plan=LIVES)
    row = published(tournament, 1, [(1, 2), (3, 4), (5, 6), (7, 8)])
    a_result(row.tables.get(number=2), WON, LOST)
    for drawing in (
        lambda: draws.draw(tournament, by=None, number=2),
        lambda: draws.set_tables(tournament, by=None, number=2, tables=[(1, 2), (3, 4), (5, 6), (7, 8)]),
    ):
        with pytest.raises(Refused) as refused:
            drawing()
        assert figures(refused) == {"round_open": {"round": 1, "tables": "1, 3, 4", "count": 3}}
    assert tournament.rounds.count() == 1


def test_only_the_next_round_is_drawn_and_a_published_one_never_again(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    with pytest.raises(Refused) as refused:
        draws.draw(tournament, by=None, number=3)
    assert figures(refused) == {"other_round_next": {"number": 3, "next": 1}}
    row = published(tournament, 1, [(1, 2), (3, 4)])
    assert draws.draw(tournament, by=None, number=1).pk == row.pk
    for drawing in (
        lambda: draws.draw(tournament, by=None, number=1, again=True),
        lambda: draws.set_tables(tournament, by=None, number=1, tables=[(1, 3), (2, 4)]),
        lambda: draws.discard(row, by=None),
        lambda: swaps.swap(row, by=None, first=1, second=3),
    ):
        with pytest.raises(Refused) as refused:
            drawing()
        assert codes(refused) == ["round_published"]
    assert seats(row) == {1: (1, 2), 2: (3, 4)}


def test_after_the_end_nothing_is_drawn(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES, ended_at=timezone.now())
    with pytest.raises(Refused) as refused:
        draws.draw(tournament, by=None, number=1)
    assert codes(refused) == ["draw_after_end"]


def test_too_few_are_refused_as_the_format_says(club: Any) -> None:
    tournament = a_tournament(club, cards=3, plan=FOURS)
    with pytest.raises(Refused) as refused:
        draws.draw(tournament, by=None, number=1)
    assert codes(refused) == ["too_few"]


def test_only_who_is_here_is_drawn_and_the_others_are_named(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    a_card(tournament, "Moser", status=Status.EXPECTED)
    a_card(tournament, "Nagl", away=[1])
    waiting = draws.waiting(facts_of(tournament), 1)
    assert (waiting.expected, waiting.pausing, waiting.unpaid) == ((5,), (6,), (1, 2, 3, 4, 6))
    row = draws.draw(tournament, by=None, number=1)
    assert sorted(number for table in seats(row).values() for number in table) == [1, 2, 3, 4]


# --- by hand ---------------------------------------------------------------------------------------------------------


def test_the_first_rounds_of_the_worked_evening_by_hand_with_byes_and_a_rematch(club: Any) -> None:
    names = ("Auer", "Berger", "Dorn", "Eder", "Fink", "Gruber", "Huber", "Kern", "Lang")
    tournament = a_tournament(club, *names, plan=LIVES)
    no = {name: number for number, name in enumerate(names, start=1)}

    def pairs(text: str) -> list[tuple[int, ...]]:
        return [tuple(no[name] for name in pair.split("–")) for pair in text.split("; ")]

    first = published(tournament, 1, pairs("Gruber–Dorn; Berger–Eder; Huber–Auer; Kern–Fink"), [no["Lang"]])
    assert (first.by_hand, first.seed, read_draw(first).byes) == (True, "", (no["Lang"],))
    played(first)
    second = published(tournament, 2, pairs("Gruber–Dorn; Eder–Huber; Berger–Lang; Fink–Auer"), [no["Kern"]])
    assert second.notes == []  # to meet at once again is allowed in this event
    assert seats(second)[1] == (no["Gruber"], no["Dorn"])


def test_tables_by_hand_are_refused_with_every_fault(club: Any) -> None:
    tournament = a_tournament(club, cards=8, plan=LIVES)
    a_card(tournament, "Moser", status=Status.EXPECTED)
    with pytest.raises(Refused) as refused:
        draws.set_tables(tournament, by=None, number=1, tables={1: (1, 2, 3), 4: (4, 1), 5: (9, 77)}, byes=[5])
    assert figures(refused) == {
        "twice": {"numbers": "1"},
        "unknown_number": {"numbers": "9, 77"},
        "nowhere": {"numbers": "6, 7, 8"},
        "table_size": {"table": 1, "seats": 3, "allowed": "2"},
    }
    assert not tournament.rounds.exists()
    with pytest.raises(Refused) as refused:
        draws.set_tables(tournament, by=None, number=1, tables={0: (1, 2), 99999: (3, 4)})
    assert codes(refused) == ["table_number"]


def test_in_a_grid_a_bye_is_a_table_with_one_seat(club: Any) -> None:
    tournament = a_tournament(club, cards=3, plan=GRID)
    first = published(tournament, 1, {1: (1,), 2: (2, 3)})
    a_result(first.tables.get(number=2), WON, LOST)
    final = draws.draw(tournament, by=None, number=2)
    assert {number: sorted(table) for number, table in seats(final).items()} == {1: [1, 2]}


def test_by_hand_takes_the_place_of_the_draft_and_keeps_the_numbers_of_the_tables(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    draft = draws.draw(tournament, by=None, number=1)
    row = draws.set_tables(tournament, by=None, number=1, tables={3: (4, 1), 7: (2, 3)})
    assert (row.pk, row.by_hand, seats(row)) == (draft.pk, True, {3: (4, 1), 7: (2, 3)})
    assert list(Change.objects.values_list("what", flat=True)) == ["round_by_hand", "round_drawn"]


# --- swaps -----------------------------------------------------------------------------------------------------------


def test_a_swap_names_its_consequences_and_then_counts(club: Any) -> None:
    plan = {"stages": [{"kind": "lives", "lives": 3}], "ranking": {"chain": ["survived"]}}
    tournament = a_tournament(club, cards=5, plan=plan)
    played(published(tournament, 1, [(1, 2), (3, 4)], [5]))
    row = draws.set_tables(tournament, by=None, number=2, tables=[(1, 3), (2, 5)], byes=[4])
    found = swaps.consequences(row, first=3, second=2)
    assert ([one.code for one in found.gained], found.lost, found.where) == (["met_again"], (), {3: 2, 2: 1})
    assert seats(row) == {1: (1, 3), 2: (2, 5)}
    row = swaps.swap(row, by=None, first=3, second=2)
    assert (seats(row), row.by_hand, [one["code"] for one in row.notes]) == (
        {1: (1, 2), 2: (3, 5)},
        True,
        ["met_again"],
    )
    assert [one.code for one in swaps.consequences(row, first=2, second=3).lost] == ["met_again"]
    row = swaps.swap(row, by=None, first=4, second=5)
    assert (seats(row), read_draw(row).byes) == ({1: (1, 2), 2: (3, 4)}, (5,))
    line = Change.objects.first()
    assert line is not None
    assert (line.what, line.after["byes"]) == ("round_swapped", [5])


def test_a_double_tap_swaps_once_and_another_draft_is_not_swapped(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    row = draws.set_tables(tournament, by=None, number=1, tables=[(1, 2), (3, 4)])
    seen = mark_of(read_draw(row))
    for _tap in range(2):
        swaps.swap(row, by=None, first=2, second=3, seen=seen)
    assert seats(row) == {1: (1, 3), 2: (2, 4)}
    with pytest.raises(Refused) as refused:
        swaps.swap(row, by=None, first=1, second=4, seen=seen)
    assert codes(refused) == ["draw_moved"]


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [(1, 99, "not_in_round"), (1, 1, "same_card"), (5, 6, "both_rest"), (7, 1, "not_in_round")],
)
def test_what_cannot_be_swapped(club: Any, first: int, second: int, code: str) -> None:
    tournament = a_tournament(club, cards=6, plan={"stages": [{"kind": "drawn", "rounds": 2, "sizes": [4]}]})
    row = draws.set_tables(tournament, by=None, number=1, tables=[(1, 2, 3, 4)], byes=[5, 6])
    with pytest.raises(Refused) as refused:
        swaps.swap(row, by=None, first=first, second=second)
    assert codes(refused) == [code]


# --- publishing and taking back --------------------------------------------------------------------------------------


def test_the_first_round_that_is_published_freezes_the_tournament(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    row = draws.draw(tournament, by=None, number=1)
    one, two = (draws.publish(row, by=None) for _press in range(2))
    tournament.refresh_from_db()
    assert one.published_at == two.published_at == tournament.started_at
    assert tournament.house_rules == write_house_rules(read_house_rules(GAMES["schnapsen"], {}))
    assert Change.objects.filter(what="round_published").count() == 1


def test_publishing_seats_only_who_is_still_there(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    row = draws.draw(tournament, by=None, number=1)
    tournament.entrants.filter(number=2).update(status=Status.WITHDRAWN, gone_after=0)
    a_card(tournament, "Spät")
    with pytest.raises(Refused) as refused:
        draws.publish(row, by=None)
    assert figures(refused) == {"unknown_number": {"numbers": "2"}, "nowhere": {"numbers": "5"}}
    row = draws.publish(draws.draw(tournament, by=None, number=1, again=True), by=None)
    assert sorted(number for table in seats(row).values() for number in table) == [1, 3, 4, 5]


def test_what_is_published_is_what_was_looked_at(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    row = draws.set_tables(tournament, by=None, number=1, tables=[(1, 2), (3, 4)])
    seen = mark_of(read_draw(row))
    swaps.swap(row, by=None, first=1, second=3)
    with pytest.raises(Refused) as refused:
        draws.publish(row, by=None, seen=seen)
    assert codes(refused) == ["draw_moved"]


def test_a_draft_is_thrown_away_and_cannot_be_published_then(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    row = draws.draw(tournament, by=None, number=1)
    for _press in range(2):
        draws.discard(row, by=None)
    with pytest.raises(Refused) as refused:
        draws.publish(row, by=None)
    assert (codes(refused), tournament.rounds.count()) == (["draw_gone"], 0)


def test_a_round_published_too_early_becomes_a_draft_again(club: Any) -> None:
    tournament = a_tournament(club, cards=4, plan=LIVES)
    row = draws.publish(draws.draw(tournament, by=None, number=1), by=None)
    empty = a_sheet()
    row.tables.filter(number=1).update(sheet=empty)
    before = seats(row)
    row = draws.take_back(row, by=None)
    tournament.refresh_from_db()
    assert (row.published_at, tournament.started_at, seats(row)) == (None, None, before)
    assert not Sheet.objects.filter(pk=empty.pk).exists()
    assert draws.publish(row, by=None).published_at is not None


def test_a_round_that_is_being_played_stays(club: Any) -> None:
    tournament = a_tournament(club, cards=6, plan=LIVES)
    row = published(tournament, 1, [(1, 2), (3, 4), (5, 6)])
    a_result(row.tables.get(number=1), WON, LOST)
    written = a_sheet()
    Sheet.objects.filter(pk=written.pk).update(seq=1)
    row.tables.filter(number=3).update(sheet=written)
    with pytest.raises(Refused) as refused:
        draws.take_back(row, by=None)
    assert figures(refused) == {"round_has_results": {"number": 1, "tables": "1, 3"}}
