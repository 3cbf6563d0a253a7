"""Penalties and bonuses: an amount in one unit for one start card, with its reason; cancelled, never edited.

They count in standings and in the seating of the next draw, also those of before the first hand.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.models import User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import tidy
from clubs.services.till import TOKEN
from tournaments.formats.plan import Plan, Stage, read_plan
from tournaments.formats.ranking import OF_ROUNDS
from tournaments.formats.stage_ranking import ranked_by
from tournaments.formats.totals import units
from tournaments.models import Adjustment, Entrant, Tournament
from tournaments.services import turns
from tournaments.services.card_people import first_of
from tournaments.services.refusals import reason_problems

MOST = 10_000
MOST_ROUNDS = 100

NOT_ADJUSTED = frozenset({"table_rank", "lost", "drawn"})
"""What is counted and yet not given or taken by hand."""


def units_of(plan: Plan) -> tuple[str, ...]:
    """What can be given or taken: all that a stage counts and that changes a place, the unit that decides first.

    Nothing where who loses is out and nothing else breaks ties: there a penalty would stand in the list and do nothing.
    """
    counted = dict.fromkeys(unit for stage in plan.stages for unit in _decisive(plan, stage))
    return tuple(sorted(counted, key=lambda unit: unit not in plan.ranking.chain[:1]))


def _decisive(plan: Plan, stage: Stage) -> list[str]:
    chain, unit = ranked_by(plan, stage), stage.counting.unit
    read = {*chain, *(["made", "conceded"] if "difference" in chain else []), *([unit] if OF_ROUNDS & {*chain} else [])}
    return [one for one in units(stage) if one in read and one not in NOT_ADJUSTED]


def adjust(
    tournament: Tournament,
    *,
    by: User | None,
    token: str,
    number: int,
    unit: str,
    amount: int,
    round: int | None = None,  # noqa: A002  # the field's own word
    reason: str,
) -> Adjustment:
    """Takes away (negative `amount`) or gives; `round` is the one it counts in, None the whole tournament.

    The same request again (`token`) gets its first answer. Refused: a start number that there is none of, a unit that
    nothing counts, no or an odd amount, a round that cannot be, no or a too long reason.
    """
    with transaction.atomic():
        tournament = turns.take(tournament)
        card = Entrant.objects.filter(tournament=tournament, number=number).first()
        reason = tidy(reason)
        mine = Adjustment.objects.filter(tournament=tournament)
        known = mine.filter(token=token).first() if TOKEN.fullmatch(token) else None
        if known is not None:
            wanted = (card and card.pk, unit, amount, round, reason)
            if (known.entrant_id, known.unit, known.amount, known.round, known.reason) != wanted:
                raise Refused(Problem("token_used"))
            return known
        problems = [*_problems(read_plan(tournament.plan), unit, amount, round, reason)]
        if card is None:
            problems.insert(0, Problem("penalty_no_card", "number", {"number": number}))
        if not TOKEN.fullmatch(token):
            problems.append(Problem("bad_token", "token"))
        if card is None or problems:
            raise Refused(*problems)
        made = Adjustment.objects.create(
            tournament=tournament,
            entrant=card,
            unit=unit,
            amount=amount,
            round=round,
            reason=reason,
            by=by,
            token=token,
        )
        _log(made, "penalty_given", by=by, after=_facts(made))
    return made


def cancel(adjustment: Adjustment, *, by: User | None) -> Adjustment:
    """It counts no more, and stays to be seen. Cancelled already is fine too."""
    with transaction.atomic():
        turns.take(adjustment.tournament)
        columns = {"cancelled_at": timezone.now(), "cancelled_by": by}
        if Adjustment.objects.filter(pk=adjustment.pk, cancelled_at=None).update(**columns):
            _log(adjustment, "penalty_cancelled", by=by, before=_facts(adjustment))
    return Adjustment.objects.select_related("entrant", "by", "cancelled_by").get(pk=adjustment.pk)


def _problems(plan: Plan, unit: str, amount: int, round_: int | None, reason: str) -> Iterator[Problem]:
    if not units_of(plan):
        yield Problem("penalty_does_nothing", "unit")
    elif unit not in units_of(plan):
        yield Problem("unit_not_counted", "unit")
    if type(amount) is not int or amount == 0:
        yield Problem("no_points", "amount")
    elif abs(amount) > MOST:
        yield Problem("too_many_points", "amount", {"most": MOST})
    if round_ is not None and not 1 <= round_ <= MOST_ROUNDS:
        yield Problem("penalty_no_round", "round", {"most": MOST_ROUNDS})
    yield from reason_problems(reason, missing="penalty_reason_missing")


def _facts(adjustment: Adjustment) -> dict[str, Any]:
    """For the log, without anybody's name."""
    return {
        "tournament": adjustment.tournament.name,
        "card": adjustment.entrant.number,
        "unit": adjustment.unit,
        "amount": adjustment.amount,
        "round": adjustment.round,
        "reason": adjustment.reason,
    }


def _log(adjustment: Adjustment, what: str, *, by: User | None, **told: Mapping[str, Any]) -> None:
    """Says whose it was: who plays the card first on its list."""
    log_change(adjustment.tournament.club, what, by=by, player=first_of(adjustment.entrant), **told)
