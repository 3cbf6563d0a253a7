"""What everybody may know of a start card: where it sits always, how it stands as far as the organiser says."""

from typing import Any

import pytest
from django.utils import timezone, translation

from clubs.models import Player
from clubs.models.people import Shown
from tests.club import House
from tests.services.test_tournament_results import table_at
from tests.tournament import a_card, a_result, a_round, a_tournament
from tournaments.messages import hall as words
from tournaments.models import Tournament
from tournaments.models.entrants import Status
from tournaments.services import finishing, kept
from tournaments.services.hall import Hall, hall_of_now, search
from tournaments.services.hall_names import outside

pytestmark = pytest.mark.django_db

NAMES = ("Josef Auer", "Maria Berger", "Franz Dorn", "Anna Eder", "Karl Fink")
LIVES: dict[str, Any] = {
    "stages": [{"kind": "lives", "lives": 1, "counting": {"winner_makes": 7}}],
    "ranking": {"chain": ["survived"]},
    "fee": {"cents": 1000, "pool": 1000},
    "prizes": {"prizes": [{"place": 1, "share": 10_000}]},
}


@pytest.fixture(autouse=True)
def english() -> None:
    translation.activate("en")


def an_evening(house: House, public: str = "all", *, round_: int = 1, rounds: int = 2) -> Tournament:
    """Auer beats Berger, Dorn beats Eder, Fink rests; then Auer plays Dorn, and Fink rests again."""
    tournament = a_tournament(house.club, *NAMES, plan={**LIVES, "hall": {"public": public, "public_round": round_}})
    tournament.entrants.update(paid="paid")
    first = a_round(tournament, (1, 2), (3, 4), byes=(5,))
    a_result(table_at(first, 1), {"points": 7}, {"points": 3})
    a_result(table_at(first, 2), {"points": 7}, {"points": 0})
    if rounds > 1:
        a_round(tournament, (1, 3), byes=(5,))
    return tournament


def hall(tournament: Tournament) -> Hall:
    return hall_of_now(kept.now(tournament))


def told(tournament: Tournament, number: int, *wanted: str) -> list[Any]:
    one = hall(tournament)
    card = one.card(number)
    assert card is not None
    data = words.card_data(one, card)
    return [data[name] for name in wanted]


def rounds(tournament: Tournament, number: int) -> list[tuple[Any, ...]]:
    (made,) = told(tournament, number, "rounds")
    return [
        (one["round"], one["table"], one["seat"], [each["name"] for each in one["opponents"]], one["made"])
        for one in made
    ]


def test_a_card_sits_rests_or_is_out(house: House) -> None:
    tournament = an_evening(house)
    assert told(tournament, 1, "where", "said", "lives", "place") == ["table", "", 1, 1]
    assert told(tournament, 5, "where", "said") == ["bye", "Bye: you rest in round 2."]
    assert told(tournament, 2, "where", "said", "lives", "place", "shared") == ["out", "Out in round 1.", 0, 4, True]
    assert rounds(tournament, 1) == [(2, 1, 1, ["Franz D."], ""), (1, 1, 1, ["Maria B."], "7:3")]
    assert rounds(tournament, 4) == [(1, 2, 2, ["Franz D."], "0:7")]
    assert rounds(tournament, 5) == [(2, None, None, [], "bye"), (1, None, None, [], "bye")]


@pytest.mark.parametrize("public", ["end", "once"])
def test_what_is_kept_back_is_told_to_nobody_who_types_a_number(house: House, public: str) -> None:
    tournament = an_evening(house, public, round_=2)
    assert rounds(tournament, 1) == [(2, 1, 1, ["Franz D."], ""), (1, 1, 1, ["Maria B."], "")]
    kept_back = ["where", "said", "place", "of", "lives", "figures", "decided", "state"]
    assert told(tournament, 2, *kept_back) == ["elsewhere", "You have no table in round 2.", None, 0, None, [], "", ""]
    assert words.lines(hall(tournament)) == []
    tournament.entrants.filter(number=2).update(status=Status.DISQUALIFIED, gone_after=1)
    assert told(tournament, 2, "said") == ["Left after round 1. What was played counts."]


def test_one_interim_table_says_what_was_then_and_nothing_later(house: House) -> None:
    tournament = an_evening(house, "once", round_=1)
    a_result(table_at(tournament.rounds.get(number=2), 1), {"points": 7}, {"points": 6})
    assert rounds(tournament, 3) == [(2, 1, 2, ["Josef A."], ""), (1, 2, 1, ["Anna E."], "7:0")]
    assert told(tournament, 3, "place", "shared", "state") == [1, True, "After round 1"]
    assert words.kept_back(hall(tournament)) == ""


def test_while_the_places_are_read_out_only_what_was_read_is_told(house: House) -> None:
    tournament = an_evening(house, "end")
    a_result(table_at(tournament.rounds.get(number=2), 1), {"points": 7}, {"points": 6})
    Tournament.objects.filter(pk=tournament.pk).update(revealed=2)
    one = hall(tournament)
    assert [(row["place"], row["name"], row["decided"]) for row in words.lines(one)] == [
        (4, "Maria B.", ""),
        (4, "Anna E.", "out in round 1, shared place"),
    ]
    assert told(tournament, 1, "place", "lives", "where") == [None, None, "table"]
    assert rounds(tournament, 1)[0][4] == ""
    assert rounds(tournament, 2)[0][4] == "3:7"
    assert words.kept_back(one) == "The places are being read out, from the last one to the first."


def test_a_prize_is_told_when_its_place_is(house: House) -> None:
    tournament = an_evening(house, "end")
    a_result(table_at(tournament.rounds.get(number=2), 1), {"points": 7}, {"points": 6})
    finishing.finish(tournament, by=None, now=timezone.now(), sure=True)
    assert told(tournament, 1, "where", "prizes") == ["over", [{"what": "Place 1", "cents": 2500, "goods": ""}]]
    Tournament.objects.filter(pk=tournament.pk).update(revealed=4)
    assert told(tournament, 1, "prizes") == [[]]
    # Fink shares the place and was read before.
    assert [one["number"] for one in words.won(hall(tournament))] == [5]


@pytest.mark.parametrize(
    ("status", "gone_after", "said"),
    [
        (Status.EXPECTED, 0, "Announced. Please go to the check-in."),
        (Status.CANCELLED, 0, "This start number was given up."),
        (Status.WITHDRAWN, 1, "Left after round 1. What was played counts."),
        (Status.DISQUALIFIED, 1, "Disqualified."),
        (Status.NO_SHOW, 0, "Did not come. If you are here, please go to the desk."),
    ],
)
def test_who_does_not_play_is_told_why(house: House, status: str, gone_after: int, said: str) -> None:
    tournament = an_evening(house)
    a_card(tournament, "Willi Wartet", status=status, gone_after=gone_after)
    assert told(tournament, 6, "said", "now") == [said, None]


def test_drawn_partners_are_no_opponents(house: House) -> None:
    plan = {"stages": [{"kind": "drawn", "rounds": 1, "sizes": [4], "partners": True, "counting": {}}]}
    tournament = a_tournament(house.club, cards=4, plan=plan)
    a_round(tournament, (1, 2, 3, 4))
    (now,) = told(tournament, 2, "now")
    assert [[one["number"] for one in now[side]] for side in ("partners", "opponents")] == [[4], [1, 3]]


# --- names -----------------------------------------------------------------------------------------------------------


def test_people_of_one_name_are_told_apart_in_the_whole_hall(house: House) -> None:
    tournament = a_tournament(house.club, "Anna Höß", "Anna Huber", "Anna Hahn / Karl Fink")
    name = outside(kept.facts_of(tournament))
    assert [name(number) for number in (1, 2, 3)] == ["Anna H.", "Anna H. 2", "Anna H. 3 / Karl F."]
    assert name.each(3) == ["Anna H. 3", "Karl F."]


def test_a_team_is_called_by_its_own_name_where_that_tells_no_more(house: House) -> None:
    tournament = a_tournament(house.club, "Josef Auer / Maria Berger", "Franz Dorn / Anna Eder")
    for number, own in ((1, "Die Gamsbärte"), (2, "Dorn und Eder")):
        tournament.entrants.filter(number=number).update(name=own)
    name = outside(kept.facts_of(tournament))
    assert [name(1), name(2)] == ["Die Gamsbärte", "Franz D. / Anna E."]
    assert name.each(1) == ["Josef A.", "Maria B.", "Die Gamsbärte"]


def test_who_is_hidden_is_found_by_nothing_but_the_number(house: House) -> None:
    tournament = an_evening(house)
    Player.objects.filter(name="Karl Fink").update(shown=Shown.HIDDEN)
    Player.objects.filter(name="Franz Dorn").update(shown=Shown.FULL)
    one = hall(tournament)
    found = {
        typed: [number for _name, number in search(one, typed)] for typed in ("fi", "karl", "N. N.", "do", "Franz d")
    }
    assert found == {"fi": [], "karl": [], "N. N.": [], "do": [3], "Franz d": [3]}
    assert (search(one, "f"), search(one, "ÄUER"), search(one, "jo a")) == ([], [], [("Josef A.", 1)])
    assert [row["name"] for row in words.by_name(one)] == ["Josef A.", "Franz Dorn", "No. 5"]
