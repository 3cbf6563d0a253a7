"""Evenings reckoned by hand: Jass, Preisskat, Pyhra's brigades, groups, level pairs at the cut, Bluzabande."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from django.utils import translation

from clubs.messages import problem_text
from clubs.services.core import Refused
from tests.club import House
from tests.tournament import a_card, a_result, a_round, a_tournament, new_token
from tournaments.formats.plan import write_plan
from tournaments.models import Entrant, Person, Table, Tournament
from tournaments.models.entrants import Paid
from tournaments.services import draws, penalties, results, setup
from tournaments.services.facts import facts_of
from tournaments.services.individuals import individuals_of
from tournaments.services.presets import PRESETS
from tournaments.services.prizes import prize_list
from tournaments.services.standings import Standings, standings_of
from tournaments.views.standings import parts_of, views_of

pytestmark = pytest.mark.django_db

Rows = Sequence[Mapping[str, int]]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def preset(house: House, key: str, cards: int, **more: Any) -> Tournament:
    return a_tournament(house.club, cards=cards, plan={**write_plan(PRESETS[key].plan), **more}, game="")


def played(tournament: Tournament, tables: Sequence[Sequence[int]], made: Sequence[Rows], *, stage: int = 0) -> None:
    drawn = a_round(tournament, *tables, stage=stage)
    for table, rows in zip(Table.objects.filter(round=drawn).order_by("number"), made, strict=True):
        a_result(table, *rows)


def points(*amounts: int) -> Rows:
    return [{"points": amount} for amount in amounts]


def standing(tournament: Tournament) -> Standings:
    return standings_of(facts_of(tournament))


def test_jass_of_twelve_games_comes_to_1884_and_the_worst_passe_does_not_count(house: House) -> None:
    tournament = preset(house, "jass", 8)
    sides = [
        ([[1, 2, 3, 4], [5, 6, 7, 8]], [(1000, 884), (942, 942)]),
        ([[1, 3, 5, 7], [2, 4, 6, 8]], [(900, 984), (1200, 684)]),
        ([[1, 4, 6, 7], [2, 3, 5, 8]], [(1000, 884), (1884, 0)]),
        ([[1, 2, 8, 7], [3, 6, 4, 5]], [(942, 942), (1100, 784)]),
    ]
    for tables, made in sides:
        played(tournament, tables, [points(one, other, one, other) for one, other in made])
    assert [(row.place, row.number, row.totals["points"]) for row in standing(tournament).rows] == [
        *[(1, 2, 4026), (2, 5, 3726), (3, 6, 3142), (4, 3, 3084), (5, 1, 2942)],
        *[(6, 4, 2868), (7, 7, 2868), (8, 8, 2568)],  # 4 made 1100 once, 7 no more than 984
    ]


def test_the_second_series_of_a_preisskat_is_seated_by_score_alone(house: House) -> None:
    tournament = preset(house, "skat", 14)
    played(
        tournament,
        [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11], [12, 13, 14]],
        [points(900, 890, 880, 870), points(860, 850, 840, 830), points(820, 810, 800), points(790, 780, 770)],
    )
    drawn = draws.draw(tournament, by=house.users["director"], number=2)
    seats = [{seat.entrant.number for seat in table.seats.all()} for table in drawn.tables.order_by("number")]
    assert seats == [{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11}, {12, 13, 14}]


def test_a_prize_list_that_cannot_be_says_by_how_much(house: House) -> None:
    def said(**prizes: Any) -> list[str]:
        with pytest.raises(Refused) as refused:
            setup.create(
                house.club,
                by=house.users["owner"],
                token=new_token("tournament"),
                about=setup.About(name="Marathon", day=None, game="schnapsen", game_name=""),
                preset=PRESETS["empty"],
                plan={**write_plan(PRESETS["empty"].plan), **prizes},
            )
        return [problem_text(one) for one in refused.value.problems if one.code != "no_day"]

    def ladder(*percents: int) -> dict[str, Any]:
        return {"prizes": [{"place": at, "share": 100 * share} for at, share in enumerate(percents, start=1)]}

    assert said(prizes=ladder(30, 25, 15, 10)) == [  # Wiener Zeitung 2017: 20 is missing
        "The percentages make 80\u00a0%, 20\u00a0% is missing. Make it 100, or choose where the rest goes."
    ]
    assert said(prizes=ladder(60, 41)) == ["The percentages make 101\u00a0%: that is 1\u00a0% too much."]
    assert said(fee={"cents": 1500, "pool": 1000}) == ["The parts add up to €\u00a010.00, the fee is €\u00a015.00."]


def test_fixed_prizes_above_the_pot_say_what_is_missing(house: House) -> None:
    tournament = preset(house, "tarock", 12)
    Entrant.objects.filter(tournament=tournament).update(paid=Paid.PAID)
    found = prize_list(facts_of(tournament))
    assert [problem_text(one) for one in found.problems] == [
        "There is €\u00a0180.00 in the pot; the prizes come to €\u00a0100.00 more."
    ]


def test_the_largest_group_is_one_however_it_is_written(house: House) -> None:
    plan: dict[str, Any] = {
        "stages": [{"kind": "drawn"}],
        "prizes": {"prizes": [{"wins": "largest_group", "goods": "Fass"}], "rest": "club"},
    }
    tournament = a_tournament(house.club, "Huber", plan=plan)
    for name, group in (
        ("Auer", "FF Berg"),
        ("Berger", "KB"),
        ("Dorn", "ff berg"),
        ("Eder", "FF BERG"),
        ("Fink", "KB"),
    ):
        a_card(tournament, name, group=group)
    assert [(one.group, one.goods) for one in prize_list(facts_of(tournament)).prizes] == [("FF Berg", "Fass")]


def test_a_penalty_that_would_change_no_place_is_refused(house: House) -> None:
    lives = preset(house, "three-lives", 4)
    given: dict[str, Any] = {"by": house.users["director"], "number": 1, "amount": -1, "reason": "zu spät"}
    assert penalties.units_of(PRESETS["three-lives"].plan) == ()
    with pytest.raises(Refused) as refused:
        penalties.adjust(lives, unit="legs", token=new_token("penalty"), **given)
    assert [one.code for one in refused.value.problems] == ["penalty_does_nothing"]
    counted = {key: penalties.units_of(PRESETS[key].plan) for key in ("sliding-pairs", "teams", "jass", "mucken")}
    assert counted == {
        "sliding-pairs": ("points", "conceded"),
        "teams": ("boards", "won"),
        "jass": ("points",),
        "mucken": ("legs",),
    }
    teams = a_tournament(house.club, "Auer / Berger", "Dorn / Eder", plan=BRIGADES)
    penalties.adjust(teams, unit="boards", token=new_token("penalty"), **given)
    assert [(row.number, row.totals["boards"]) for row in standing(teams).rows] == [(2, 0), (1, -1)]


# --- brigades --------------------------------------------------------------------------------------------------------

BRIGADES: dict[str, Any] = {
    "card": "team",
    "people": 2,
    "stages": [{"kind": "round_robin", "counting": {"unit": "legs", "boards": 3, "draws": True}}],
    "ranking": {"chain": ["boards", "won"]},
}


def handed_in(house: House, tournament: Tournament, boards: Sequence[Sequence[int]], **more: Any) -> None:
    table = Table.objects.filter(round__tournament=tournament).order_by("-pk")[0]
    said: dict[str, Any] = {"rows": [], "boards": boards, "seen": table.seq, "token": new_token("result"), **more}
    results.hand_in(table, by=house.users["director"], **said)


def singles(tournament: Tournament) -> list[tuple[int, str, int, int]]:
    return [(one.place, one.player.name, one.won, one.boards) for one in individuals_of(facts_of(tournament))]


def test_single_players_of_brigades_have_a_table_of_their_own(house: House) -> None:
    tournament = a_tournament(house.club, "Auer / Berger", "Dorn / Eder", plan=BRIGADES)
    assert singles(tournament) == []
    a_round(tournament, [1, 2])
    handed_in(house, tournament, [[1, 0], [0, 1], [1, 0]])  # the third board is played by the first two again
    assert singles(tournament) == [(1, "Auer", 2, 2), (2, "Eder", 1, 1), (3, "Berger", 0, 1), (4, "Dorn", 0, 2)]
    assert "people" in views_of(standing(tournament))
    handed_in(house, tournament, [[0, 1], [0, 1], [1, 0]], reason="verschrieben")
    assert singles(tournament) == [(1, "Eder", 1, 1), (2, "Auer", 1, 2), (2, "Dorn", 1, 2), (4, "Berger", 0, 1)]


def test_a_substitute_plays_for_themselves_and_the_team_keeps_all(house: House) -> None:
    tournament = a_tournament(house.club, "Auer / Berger", "Dorn / Eder", "Fink", plan=BRIGADES)
    a_round(tournament, [1, 2])
    handed_in(house, tournament, [[1, 0], [1, 0], [1, 0]])
    Person.objects.filter(player__name="Auer").update(until=1)
    fink = Person.objects.get(player__name="Fink")
    Person.objects.create(entrant=tournament.entrants.get(number=1), position=0, player=fink.player, since=2)
    a_round(tournament, [1, 2])
    handed_in(house, tournament, [[1, 0], [0, 1], [0, 1]])
    assert {name: (won, boards) for _, name, won, boards in singles(tournament)} == {
        "Auer": (2, 2),
        "Berger": (1, 2),
        "Fink": (1, 2),
        "Dorn": (1, 4),
        "Eder": (1, 2),
    }
    assert {row.number: row.totals["boards"] for row in standing(tournament).rows} == {1: 4, 2: 2, 3: 0}


def test_no_single_players_where_no_boards_are(house: House) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger")
    assert singles(tournament) == []
    assert views_of(standing(tournament)) == ["all"]


# --- groups ----------------------------------------------------------------------------------------------------------


def test_every_group_has_its_table_also_when_the_knock_out_has_begun(house: House) -> None:
    plan: dict[str, Any] = {
        "stages": [
            {"kind": "groups", "groups": 2, "counting": {"unit": "legs", "best_of": 3}},
            {"kind": "knockout", "take": 1, "counting": {"unit": "legs"}},
        ],
        "ranking": {"chain": ["won", "legs", "lot"]},
    }
    tournament = a_tournament(house.club, cards=6, plan=plan)
    legs = {"better": [{"legs": 0}, {"legs": 2}], "worse": [{"legs": 2}, {"legs": 1}]}
    for tables in ([[1, 2], [4, 5], [3], [6]], [[1, 3], [4, 6]], [[2, 3], [5, 6]]):
        drawn = a_round(tournament, *tables)
        for table in Table.objects.filter(round=drawn).order_by("number"):
            if table.seats.count() == 2:
                a_result(table, *legs["better" if table.number == 1 else "worse"])
    found = standing(tournament)
    expected = {"A": [(1, 3, 2), (2, 2, 1), (3, 1, 0)], "B": [(1, 4, 2), (2, 5, 1), (3, 6, 0)]}
    assert {
        name: [(row.place, row.number, row.totals["won"]) for row in rows] for name, rows in found.pools.items()
    } == expected
    a_round(tournament, [3, 4], stage=1)
    found = standing(tournament)
    assert [(row.place, row.number) for row in found.rows] == [(1, 3), (1, 4), (3, 5), (4, 2), (5, 6), (6, 1)]
    assert [part["name"] for part in parts_of(found, "pools")] == ["Group A", "Group B"]
    assert {name: [row.number for row in rows] for name, rows in found.pools.items()} == {
        "A": [3, 2, 1],
        "B": [4, 5, 6],
    }


# --- pairs and cards -------------------------------------------------------------------------------------------------


def test_of_nine_pairs_that_are_level_at_the_cut_the_lot_chooses_and_a_late_correction_leaves_the_draw(
    house: House,
) -> None:
    plan: dict[str, Any] = {
        "card": "pair",
        "people": 2,
        "stages": [
            {"kind": "sliding", "rounds": 1, "counting": {"unit": "points", "winner_makes": 15, "win_bonus": 10}},
            {"kind": "knockout", "take": 8, "counting": {"unit": "legs"}},
        ],
        "ranking": {"chain": ["points", "conceded", "lot"]},
    }
    tournament = a_tournament(house.club, *[f"A{at} / B{at}" for at in range(1, 25)], plan=plan)
    losers = [14, 13, 12] + [7] * 9  # three winners are worse, nine are level with 25 points and 7 conceded
    played(tournament, [[at, at + 1] for at in range(1, 25, 2)], [points(15, made) for made in losers])
    drawn = draws.draw(tournament, by=house.users["director"], number=2)
    level = set(range(7, 25, 2))
    on = {seat.entrant.number for seat in drawn.seats.all()}
    assert (len(on), on <= level) == (8, True)
    assert [(one["code"], one["figures"]["places"]) for one in drawn.notes] == [("cut_by_lot", 8)]
    draws.publish(drawn, by=house.users["director"])
    before = [(seat.table_id, seat.entrant_id) for seat in drawn.seats.order_by("pk")]
    table = Table.objects.get(round__number=1, number=1)
    wrong: dict[str, Any] = {
        "rows": points(15, 0),
        "seen": table.seq,
        "token": new_token("result"),
        "reason": "verschrieben",
    }
    results.hand_in(table, by=house.users["director"], **wrong)
    found = standing(tournament)
    assert [(seat.table_id, seat.entrant_id) for seat in drawn.seats.order_by("pk")] == before
    assert {row.number for row in found.rows if row.place == 1} == on
    assert (found.rows[8].number, found.rows[8].totals["conceded"]) == (1, 0)  # now the best of those who are out


def test_a_person_against_themselves_on_places_two_three_and_four_gets_one_prize(house: House) -> None:
    plan: dict[str, Any] = {
        "max_cards": 4,
        "stages": [{"kind": "knockout", "third": True, "counting": {"unit": "legs", "best_of": 3}}],
        "ranking": {"chain": ["survived"]},
        "fee": {"cents": 1000, "pool": 1000},
        "prizes": {
            "prizes": [{"place": at, "share": share} for at, share in enumerate((4000, 3000, 2000, 1000), start=1)],
            "one_per_person": True,
        },
    }
    names = ["Gottfried", "Auer", "Gottfried", "Berger", "Gottfried", "Dorn", "Eder", "Fink"]
    tournament = a_tournament(house.club, *names, plan=plan)
    Entrant.objects.filter(tournament=tournament).update(paid=Paid.PAID)
    two_one = [{"legs": 2}, {"legs": 1}]
    played(tournament, [[1, 2], [3, 4], [5, 6], [7, 8]], [two_one] * 4)
    by: dict[str, Any] = {"by": house.users["director"], "seen": 0}
    semi = a_round(tournament, [1, 3], [5, 7])
    first, second = Table.objects.filter(round=semi).order_by("number")
    with pytest.raises(Refused):
        results.survivor(second, 5, **by, token=new_token("result"))
    results.survivor(first, 3, **by, token=new_token("result"))
    a_result(second, {"legs": 1}, {"legs": 2})
    last = a_round(tournament, [3, 7], [1, 5])
    final, third = Table.objects.filter(round=last).order_by("number")
    a_result(final, {"legs": 0}, {"legs": 2})
    results.survivor(third, 5, **by, token=new_token("result"))
    assert [(row.place, row.number) for row in standing(tournament).rows] == [
        *[(1, 7), (2, 3), (3, 5), (4, 1)],
        *[(5, 2), (5, 4), (5, 6), (5, 8)],
    ]
    found = prize_list(facts_of(tournament))  # the four fifth share what the third and the fourth would get
    assert {one.number: one.cents for one in found.prizes} == {7: 3200, 3: 2400, 2: 600, 4: 600, 6: 600, 8: 600}
