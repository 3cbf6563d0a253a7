"""Who stood where after each round, against the standings of the rounds up to it."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.formats.test_why import EVERY_PLAN, events_and_penalties
from tests.formats.whole import LOT, Tournament, cards_of
from tournaments.formats import stages
from tournaments.formats.core import Adjustment, Entrant, Gone, Impossible, Round, Scores, Table
from tournaments.formats.course_of_places import as_of, course_of_places, over
from tournaments.formats.plan import Counting, Kind, Plan, Ranking, Stage

pytestmark = pytest.mark.usefixtures("quick_tables")

FOUR = Plan(stages=(Stage(Kind.SWISS, counting=Counting(winner_makes=15)),), ranking=Ranking(("won", "difference")))


def won(number: int, *tables: tuple[int, int, int]) -> Round:
    """A round of matches: winner, loser, what the loser made."""
    return Round(
        number, 0, tuple(Table(at, (one, other), scores(less)) for at, (one, other, less) in enumerate(tables))
    )


def scores(less: int) -> tuple[Scores, Scores]:
    winner = {"points": 15, "won": 1, "lost": 0, "drawn": 0, "made": 15, "conceded": less}
    return winner, {**winner, "points": less, "won": 0, "lost": 1, "made": less, "conceded": 15}


def test_four_cards_over_three_rounds() -> None:
    rounds = [won(1, (1, 2, 10), (3, 4, 5)), won(2, (1, 3, 14), (4, 2, 14)), won(3, (2, 3, 0), (4, 1, 0))]
    found = course_of_places(FOUR, cards_of(4), rounds, [], LOT)
    assert found.rounds == (1, 2, 3)
    assert found.of == {1: (2, 1, 2), 2: (3, 4, 3), 3: (1, 2, 4), 4: (4, 3, 1)}


def test_a_round_that_is_still_played_is_no_part_of_it() -> None:
    first, second = won(1, (1, 2, 10), (3, 4, 5)), won(2, (1, 3, 14), (4, 2, 14))
    playing = replace(second, tables=(second.tables[0], replace(second.tables[1], scores=None)))
    assert over([playing, first]) == (first,)
    assert course_of_places(FOUR, cards_of(4), [first, playing], [], LOT).of == {1: (2,), 2: (3,), 3: (1,), 4: (4,)}


def test_everybody_is_as_they_were_then() -> None:
    late = Entrant(5, (5,), since=2)
    left = Entrant(1, (1,), gone=Gone.DISQUALIFIED, gone_after=2)
    never = Entrant(2, (2,), gone=Gone.NO_SHOW)
    again = Entrant(3, (3,), bought=(1, 2))
    assert as_of([left, never, again, late], 1) == (replace(left, gone=None), never, replace(again, bought=(1,)))
    assert as_of([left, never, again, late], 2) == (left, never, again, late)


def test_who_is_disqualified_later_had_a_place_and_who_comes_later_has_none_yet() -> None:
    cards = [*cards_of(3), Entrant(4, (4,), gone=Gone.DISQUALIFIED, gone_after=2), Entrant(5, (5,), since=2)]
    rounds = [won(1, (4, 2, 0), (1, 3, 14)), won(2, (4, 5, 3), (1, 2, 1))]
    assert course_of_places(FOUR, cards, rounds, [], LOT).of == {
        1: (2, 1),
        2: (4, 4),
        3: (3, 2),
        4: (1, None),
        5: (None, 3),
    }


def test_a_penalty_counts_from_its_round_on() -> None:
    rounds = [won(1, (1, 2, 10), (3, 4, 5)), won(2, (1, 4, 0), (2, 3, 14))]
    adjustments = [Adjustment(1, "won", -2, 2)]
    assert [course_of_places(FOUR, cards_of(4), rounds, adjustments, LOT).of[1]] == [(2, 3)]


@pytest.mark.parametrize("name", EVERY_PLAN)
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(cards=st.integers(6, 11), seed=st.integers(0, 10**6), stop=st.integers(2, 7))
def test_every_round_is_what_the_standings_of_the_rounds_up_to_it_say(
    name: str, cards: int, seed: int, stop: int
) -> None:
    evening = Tournament(EVERY_PLAN[name], cards_of(cards), seed)
    while len(evening.rounds) < stop and not evening.over:
        try:
            evening.draw()
        except Impossible:
            break
        evening.play()
        events_and_penalties(evening)
        evening.happen()
    found = course_of_places(evening.plan, evening.entrants, evening.rounds, evening.adjustments, LOT)
    assert len(found.rounds) == len(evening.rounds)
    for index, number in enumerate(found.rounds):
        counting = [one for one in evening.adjustments if (one.round or 0) <= number]
        then = as_of(evening.entrants, number)
        standings = stages.standings(evening.plan, then, evening.rounds[: index + 1], counting, LOT)
        places = {one.number: one.place for one in standings}
        assert {card: course[index] for card, course in found.of.items()} == {
            one.number: places.get(one.number) for one in evening.entrants
        }
