"""Worked evening S3: Schafkopfrennen over 2 × 32 games, 16 cards."""

from tournaments.formats.core import Entrant, Round, Table
from tournaments.formats.plan import Counting, Fee, Kind, Plan, Prize, Prizes, Ranking, Stage, Wins

SHARES = (4000, 2500, 1500, 1200, 800)

PLAN = Plan(
    stages=(Stage(Kind.DRAWN, rounds=2, counting=Counting(sums_to=0, events=("soli",))),),
    ranking=Ranking(chain=("points", "soli")),
    fee=Fee(cents=1000, pool=1000),
    prizes=Prizes(
        prizes=(
            *(Prize(place=place, share=share) for place, share in enumerate(SHARES, start=1)),
            Prize(Wins.LAST_BUT_ONE, goods="Pressack"),
        )
    ),
)

ENTRANTS = tuple(Entrant(number, (number,)) for number in range(1, 17))

SOLI = {7: 4, 8: 5, 14: 2, 15: 2}

FIRST = (
    {1: 27, 2: -2, 3: -14, 4: -11},
    {5: 48, 6: -58, 7: 6, 8: 4},
    {9: 13, 10: 12, 11: -9, 12: -16},
    {13: 31, 14: -5, 15: -20, 16: -6},
)
SECOND = (
    {1: 40, 5: 12, 9: -22, 13: -30},
    {2: 68, 6: -13, 10: -27, 14: -28},
    {3: 25, 7: 20, 11: -32, 15: -13},
    {4: 9, 8: 22, 12: -20, 16: -11},
)


def _tables(amounts: tuple[dict[int, int], ...], soli: dict[int, int]) -> tuple[Table, ...]:
    return tuple(
        Table(
            number,
            tuple(table),
            tuple(
                {
                    "points": mine,
                    "soli": soli.get(seat, 0),
                    "table_rank": 1 + sum(other > mine for other in table.values()),
                }
                for seat, mine in table.items()
            ),
        )
        for number, table in enumerate(amounts, start=1)
    )


# All Soli of the evening were won in the second round.
ROUNDS = (Round(1, 0, _tables(FIRST, {})), Round(2, 0, _tables(SECOND, SOLI)))
