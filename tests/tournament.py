"""Tournaments as tests make them, in a few words and without the desk: rows as the use cases write them."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F
from django.utils import timezone

from clubs.models import Club, Player
from tournaments.formats.plan import Plan, read_plan, write_plan
from tournaments.formats.results import count
from tournaments.models import Entrant, Person, Result, Round, Seat, Table, Tournament
from tournaments.models.entrants import Status

_numbers = itertools.count(1)


def new_token(what: str = "t") -> str:
    return f"{what}-{next(_numbers)}"


def a_tournament(
    club: Club, *names: str, plan: Mapping[str, Any] | None = None, cards: int = 0, **fields: Any
) -> Tournament:
    """A tournament with a card for each of the `names` (two names with a slash are a pair), or for so many `cards`.

    `plan` is what departs from the default plan (lives, one person a card). All are here, numbered from 1.
    """
    tournament = Tournament.objects.create(
        **{
            "club": club,
            "name": "Preisschnapsen",
            "day": timezone.localdate(),
            "game": "schnapsen",
            "plan": write_plan(read_plan(plan or {})),
            "seed": "kirtag",
            "secret": new_token("secret"),
            "token": new_token("tournament"),
            **fields,
        }
    )
    for name in names or [f"Spieler {number}" for number in range(1, cards + 1)]:
        a_card(tournament, name)
    return tournament


def a_card(tournament: Tournament, name: str, **fields: Any) -> Entrant:
    number = tournament.entrants.count() + 1
    card = Entrant.objects.create(
        **{"tournament": tournament, "number": number, "status": Status.HERE, "token": new_token("card"), **fields}
    )
    for position, one in enumerate(name.split(" / ")):
        player, _made = Player.objects.get_or_create(club=tournament.club, name=one, defaults={"guest": True})
        Person.objects.create(entrant=card, position=position, player=player)
    return card


def a_round(
    tournament: Tournament,
    *tables: Sequence[int],
    byes: Sequence[int] = (),
    stage: int = 0,
    published: bool = True,
) -> Round:
    """The next round with these start numbers at its tables."""
    now = timezone.now()
    drawn = Round.objects.create(
        tournament=tournament,
        number=tournament.rounds.count() + 1,
        stage=stage,
        seed="by hand",
        by_hand=True,
        published_at=now if published else None,
    )
    if published and tournament.started_at is None:
        Tournament.objects.filter(pk=tournament.pk).update(started_at=now)
        tournament.started_at = now
    cards = {card.number: card for card in tournament.entrants.all()}
    for number, seats in enumerate(tables, start=1):
        table = Table.objects.create(round=drawn, number=number)
        for position, seat in enumerate(seats):
            Seat.objects.create(round=drawn, table=table, position=position, entrant=cards[seat])
    for bye in byes:
        Seat.objects.create(round=drawn, entrant=cards[bye])
    return drawn


def a_result(table: Table, *rows: Mapping[str, int]) -> Table:
    """What a table hands in: one mapping for each seat."""
    plan: Plan = read_plan(table.round.tournament.plan)
    scores = [dict(one) for one in count(plan.stages[table.round.stage], rows)]
    table.seq += 1
    Result.objects.create(table=table, seq=table.seq, rows=list(rows), scores=scores, token=new_token("result"))
    table.scores = scores
    table.save(update_fields=["scores", "seq"])
    Tournament.objects.filter(pk=table.round.tournament_id).update(seq=F("seq") + 1)
    return table
