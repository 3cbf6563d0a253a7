"""A tournament with as many cards as a club has people: three rounds of fours, the last of them still open."""

import random
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from bench.formats import played
from clubs.models import Club, Player
from tournaments.formats import stages
from tournaments.formats.core import Draw
from tournaments.formats.core import Table as Seats
from tournaments.formats.plan import Buying, Counting, Fee, Kind, Plan, Prize, Prizes, Ranking, Stage, write_plan
from tournaments.models import Entrant, Payment, Person, Result, Round, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services.draw_rows import write_draw
from tournaments.services.facts import facts_of

PLAN = Plan(
    stages=(Stage(Kind.DRAWN, rounds=7, sizes=(4, 3), counting=Counting(sums_to=0)),),
    ranking=Ranking(("points", "best_round")),
    fee=Fee(1000, 800, 200),
    prizes=Prizes(prizes=tuple(Prize(place=place, share=2500) for place in range(1, 5))),
)
LIVES = replace(
    PLAN,
    stages=(Stage(Kind.LIVES, lives=3, counting=Counting(winner_makes=7)),),
    ranking=Ranking(("survived",)),
    buying=Buying(allowed=True, cents=500, pool_cents=500, last_round=8),
)
ROUNDS = 3


def a_large_tournament(
    club: Club, name: str = "Schafkopfrennen", rounds: int = ROUNDS, *, plan: Plan = PLAN, handed_in: bool = False
) -> Tournament:
    """Everybody has a card and has paid; all tables have handed in, those of the last round only with `handed_in`."""
    tournament = Tournament.objects.create(
        club=club,
        name=name,
        day=timezone.localdate(),
        game_name="Schafkopf",
        plan=write_plan(plan),
        seed="kirtag",
        secret=f"{name}-{club.slug}"[:32],
        token=name,
        started_at=timezone.now() if rounds else None,
    )
    the_cards(tournament, list(club.players.filter(merged_into=None).order_by("pk")))
    for number in range(1, rounds + 1):
        a_round(tournament, number, handed_in=handed_in or number < rounds)
    return tournament


def the_cards(tournament: Tournament, players: list[Player]) -> None:
    cards = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=number,
            group=f"Tisch {number % 7}",
            status=Status.HERE,
            paid=Paid.PAID,
            arrived_at=timezone.now(),
            token=f"card-{number}",
        )
        for number in range(1, len(players) + 1)
    )
    Person.objects.bulk_create(Person(entrant=card, player=player) for card, player in zip(cards, players, strict=True))
    Payment.objects.bulk_create(Payment(tournament=tournament, entrant=card, kind="fee", cents=1000) for card in cards)


def a_round(tournament: Tournament, number: int, *, handed_in: bool) -> None:
    facts, lot = facts_of(tournament), random.Random(number)
    drawn = stages.next_draw(facts.plan, facts.entrants, facts.rounds, (), lot, lot=tournament.seed)
    now = timezone.now() - timedelta(hours=ROUNDS - number)
    row = Round.objects.create(
        tournament=tournament, number=number, stage=drawn.stage, seed=f"kirtag/{number}", drawn_at=now, published_at=now
    )
    write_draw(row, drawn, facts.by_number)
    if handed_in:
        hand_in(row, drawn, facts.plan, lot)


def hand_in(row: Round, drawn: Draw, plan: Plan, lot: random.Random) -> None:
    made = {
        table.number: played(plan.stages[drawn.stage], Seats(table.number, table.seats), lot).scores
        for table in drawn.tables
    }
    tables = list(row.tables.all())
    for table in tables:
        table.scores, table.seq = [dict(one) for one in made[table.number] or ()], 1
    type(tables[0]).objects.bulk_update(tables, ["scores", "seq"], batch_size=500)
    Result.objects.bulk_create(
        Result(table=table, seq=1, rows=table.scores or [], scores=table.scores, token="bench") for table in tables
    )
