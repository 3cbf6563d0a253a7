"""Two worked evenings as rows: S1 (Preisschnapsen with three lives), S3 (Schafkopfrennen 2 × 32)."""

from collections.abc import Mapping, Sequence
from typing import Any

from clubs.models import Club
from tests.tournament import a_card, a_result, a_round, a_tournament
from tournaments.models import Table, Tournament
from tournaments.models.entrants import Paid, Status

LIVES = ["Auer", "Berger", "Dorn", "Eder", "Fink", "Gruber", "Huber", "Kern", "Lang"]
NUMBERS = {name: number for number, name in enumerate(LIVES, start=1)}
WOMEN = ("Berger", "Fink", "Huber")
MATCHES: list[tuple[str | None, str]] = [
    ("Lang", "Gruber–Dorn Berger–Eder Huber–Auer Kern–Fink"),
    ("Kern", "Gruber–Dorn Eder–Huber Berger–Lang Fink–Auer"),
    ("Eder", "Gruber–Berger Auer–Dorn Lang–Kern Huber–Fink"),
    (None, "Huber–Berger Fink–Auer Lang–Kern Gruber–Eder"),
    ("Huber", "Berger–Gruber Eder–Lang Kern–Fink"),
    (None, "Eder–Huber Kern–Berger Lang–Gruber"),
    ("Gruber", "Eder–Lang Kern–Huber"),
    ("Eder", "Gruber–Kern"),
    (None, "Gruber–Eder"),
]
"""Round by round: who rests, and winner–loser."""

POT_50_30_20: list[dict[str, Any]] = [
    {"place": 1, "share": 5000},
    {"place": 2, "share": 3000},
    {"place": 3, "share": 2000},
]

POINTS = [
    [
        [(1, 27), (2, -2), (3, -14), (4, -11)],
        [(5, 48), (6, -58), (7, 6), (8, 4)],
        [(9, 13), (10, 12), (11, -9), (12, -16)],
        [(13, 31), (14, -5), (15, -20), (16, -6)],
    ],
    [
        [(1, 40), (5, 12), (9, -22), (13, -30)],
        [(2, 68), (6, -13), (10, -27), (14, -28)],
        [(3, 25), (7, 20), (11, -32), (15, -13)],
        [(4, 9), (8, 22), (12, -20), (16, -11)],
    ],
]
"""Round by round, table by table: start number and points."""

SOLI = {7: 4, 8: 5, 14: 2, 15: 2}


def three_lives(club: Club, *, rounds: int = 9, prizes: Sequence[Mapping[str, Any]] = POT_50_30_20) -> Tournament:
    """S1 up to the end of this round: numbers 1 to 9 by the alphabet, 10 is Moser, who paid and never came."""
    plan = {
        "stages": [{"kind": "lives", "lives": 3, "rematches": True, "counting": {"unit": "legs"}}],
        "ranking": {"chain": ["survived"]},
        "fee": {"cents": 1500, "pool": 1500},
        "prizes": {"prizes": prizes},
    }
    tournament = a_tournament(club, *LIVES, plan=plan)
    tournament.entrants.update(paid=Paid.PAID)
    tournament.entrants.filter(number__in=[NUMBERS[name] for name in WOMEN]).update(woman=True)
    a_card(tournament, "Moser", status=Status.NO_SHOW, paid=Paid.PAID)
    play_on(tournament, 1, rounds)
    return tournament


def play_on(tournament: Tournament, first: int, last: int = 9) -> None:
    """The rounds of S1 from the `first` to the `last`."""
    for resting, matches in MATCHES[first - 1 : last]:
        pairs = [[NUMBERS[name] for name in match.split("–")] for match in matches.split()]
        drawn = a_round(tournament, *pairs, byes=[NUMBERS[resting]] if resting else [])
        for table in Table.objects.filter(round=drawn).order_by("number"):
            a_result(table, {"won": 1}, {"won": 0})


def two_times_32(club: Club, *, rounds: int = 2, round_to: int = 1, **more: Any) -> Tournament:
    """S3: P1 to P16, everybody has paid €10; 40/25/15/12/8 and a Pressack for the last but one."""
    shares = [4000, 2500, 1500, 1200, 800]
    prizes: list[dict[str, Any]] = [{"place": place, "share": share} for place, share in enumerate(shares, start=1)]
    plan = {
        "stages": [{"kind": "drawn", "rounds": 2, "counting": {"sums_to": 0, "games": 32, "events": ["soli"]}}],
        "ranking": {"chain": ["points", "soli"]},
        "fee": {"cents": 1000, "pool": 1000},
        "prizes": {"prizes": [*prizes, {"wins": "last_but_one", "goods": "Pressack"}], "round_to": round_to},
        **more,
    }
    tournament = a_tournament(
        club,
        *(f"P{number}" for number in range(1, 17)),
        plan=plan,
        game="",
        game_name="Schafkopf",
        name="Schafkopfrennen",
    )
    tournament.entrants.update(paid=Paid.PAID)
    for index, tables in enumerate(POINTS[:rounds]):
        drawn = a_round(tournament, *([number for number, _points in table] for table in tables))
        for table, made in zip(Table.objects.filter(round=drawn).order_by("number"), tables, strict=True):
            soli = {number: SOLI.get(number, 0) if index == 0 else 0 for number, _points in made}
            a_result(table, *({"points": points, "soli": soli[number]} for number, points in made))
    return tournament
