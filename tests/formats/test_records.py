"""The records, on fields of a few lines."""

from collections.abc import Mapping

from tournaments.formats import results
from tournaments.formats.core import Round, Table
from tournaments.formats.course_of_places import Places
from tournaments.formats.plan import Counting, Kind, Plan, Stage
from tournaments.formats.records import MOST_SHARE, Feat, Record, What, records

NOWHERE = Places((), {})
SWISS = Stage(Kind.SWISS, counting=Counting(winner_makes=15))
FOURS = Stage(Kind.DRAWN, counting=Counting(sums_to=0, events=("soli",)))


def a_round(stage: Stage, number: int, *tables: tuple[tuple[int, ...], tuple[int, ...]], **events: int) -> Round:
    """Tables as (start numbers, what each made); the first of each table has the `events`."""
    made = []
    for at, (seats, amounts) in enumerate(tables, start=1):
        rows: list[Mapping[str, int]] = [{"points": amount} for amount in amounts]
        made.append(Table(at, seats, results.count(stage, [{**rows[0], **events}, *rows[1:]])))
    return Round(number, 0, tuple(made))


def found(stage: Stage, *rounds: Round, places: Places = NOWHERE, **seconds: int) -> list[Record]:
    times = {tuple(map(int, key[1:].split("_"))): amount for key, amount in seconds.items()}
    return records(Plan(stages=(stage,)), rounds, places, {(one, other): times[one, other] for one, other in times})


def test_of_tables_of_four_the_highest_round_soli_table_wins_and_the_widest_gap() -> None:
    first = a_round(FOURS, 1, ((1, 2, 3, 4), (27, -2, -14, -11)), ((5, 6, 7, 8), (48, -58, 6, 4)), soli=2)
    second = a_round(FOURS, 2, ((5, 1, 2, 6), (48, 0, -20, -28)), ((3, 4, 7, 8), (10, 5, -5, -10)), soli=1)
    assert found(FOURS, first, second) == [
        Record(What.BEST_ROUND, 48, (Feat((5,), 1, 2), Feat((5,), 2, 1)), "points"),
        Record(What.EVENTS, 3, (Feat((5,)),), "soli"),
        Record(What.TABLE_WINS, 2, (Feat((5,)),)),
        Record(What.SPREAD, 106, (Feat((5, 6, 7, 8), 1, 2),)),
    ]


def test_of_matches_the_closest_the_clearest_and_a_series_that_a_bye_does_not_end() -> None:
    rounds = [
        a_round(SWISS, 1, ((1, 2), (15, 14)), ((3, 4), (15, 3))),
        a_round(SWISS, 2, ((1, 3), (15, 7))),
        Round(3, 0, (), byes=(1,)),
        a_round(SWISS, 4, ((4, 1), (0, 15)), ((2, 3), (14, 15))),
    ]
    assert found(SWISS, *rounds) == [
        Record(What.SERIES, 3, (Feat((1,), figures=(4,)),)),
        Record(What.CLOSEST, 1, (Feat((1, 2), 1, 1, (15, 14)), Feat((3, 2), 4, 2, (15, 14)))),
        Record(What.CLEAREST, 15, (Feat((1, 4), 4, 1, (15, 0)),)),
    ]


def test_walkovers_and_struck_tables_are_no_feats_and_end_no_series() -> None:
    gone = Round(2, 0, (Table(1, (1, 2), results.walkover(SWISS, 2, 1)), Table(2, (3, 4), results.struck(SWISS, 2))))
    rounds = [a_round(SWISS, number, ((1, 2), (15, 3))) for number in (1, 3, 4)]
    assert found(SWISS, *rounds, gone) == [Record(What.SERIES, 3, (Feat((1,), figures=(4,)),))]


def test_what_everybody_has_or_too_many_share_is_no_record() -> None:
    level = a_round(SWISS, 1, *(((at, at + 1), (15, 9)) for at in range(1, 9, 2)))
    assert found(SWISS, level) == []
    cards = range(1, 2 * MOST_SHARE + 3, 2)
    shared = a_round(SWISS, 1, *(((at, at + 1), (15, 9)) for at in cards), ((98, 99), (15, 2)))
    assert found(SWISS, shared) == [Record(What.CLEAREST, 13, (Feat((98, 99), 1, len(cards) + 1, (15, 2)),))]


def test_the_fastest_table_as_far_as_times_are_known() -> None:
    rounds = [a_round(SWISS, 1, ((1, 2), (15, 9)), ((3, 4), (15, 9)), ((5, 6), (15, 9)))]
    assert found(SWISS, *rounds, t1_1=900, t1_2=660, t2_9=60) == [Record(What.FASTEST, 660, (Feat((3, 4), 1, 2),))]


def test_the_biggest_jump_is_within_a_stage_and_the_lead_is_counted_in_rounds() -> None:
    places = Places((1, 2, 3), {1: (1, 1, 4), 2: (4, 2, 1), 3: (None, 4, 2), 4: (2, 3, 3)})
    rounds = [Round(1, 0, ()), Round(2, 0, ()), Round(3, 1, ())]
    assert records(Plan(stages=(SWISS, SWISS)), rounds, places, {}) == [
        Record(What.JUMP, 2, (Feat((2,), 2, figures=(4, 2)),)),
        Record(What.LEAD, 2, (Feat((1,)),)),
    ]
