"""The end of the year: what is in the box and belongs to nobody goes to the people, by evenings attended."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Count

from clubs import queries
from clubs.models import Attendance, Booking, Club, Player, User
from clubs.models.till import Kind
from clubs.names import alphabetical
from clubs.services.core import Problem, Refused
from clubs.services.shares import shares
from clubs.services.till import Line, book, booked_by, cash_and_balances, cash_in_box
from clubs.services.turns import in_turn

MOST_WEIGHT = 9999


@dataclass(frozen=True, slots=True)
class Share:
    """What one person gets, in cents, for which weight (evenings)."""

    player: Player
    weight: int
    cents: int


def evenings_attended(club: Club, who: Mapping[int, Player], start: date, end: date) -> dict[int, int]:
    """Player's id -> evenings from `start` to `end`, both counted; merged people are one, and once an evening."""
    rows = Attendance.objects.filter(evening__club=club, evening__day__range=(start, end)).order_by()
    # Somebody may have been ticked under two names on one evening; only where there are two names it is looked at.
    merged = {pk for alias, real in who.items() if alias != real.pk for pk in (alias, real.pk)}
    count = dict(rows.exclude(player__in=merged).values_list("player").annotate(evenings=Count("pk")))
    there = rows.filter(player__in=merged).values_list("player", "evening")
    for pk, _evening in {(who[player].pk, evening) for player, evening in there}:
        count[pk] = count.get(pk, 0) + 1
    return count


def to_share(club: Club, who: Mapping[int, Player] | None = None) -> int:
    """What can be shared out, in cents: the cash in the box less what the club owes to people; never less than 0."""
    cash, sums = cash_and_balances(club, queries.people_of(club) if who is None else who)
    return max(0, cash - sum(cents for cents in sums.values() if cents > 0))


def divide(cents: int, weights: Sequence[tuple[Player, int]]) -> list[Share]:
    """The shares by largest remainder, in the order of the alphabet, which decides about the last cent of equals."""
    rows = sorted(weights, key=lambda one: (alphabetical(one[0].name), one[0].pk))
    dealt = shares(cents, [weight for _player, weight in rows])
    return [Share(player, weight, share) for (player, weight), share in zip(rows, dealt, strict=True)]


def preview(
    club: Club, *, cents: int | str, weights: Sequence[tuple[Player, int | str]], seen: int | None = None
) -> list[Share]:
    """The shares as they would be booked; refused, all at once, as `share_out` is."""
    problems = [*_problems(club, cents, weights, seen)]
    if problems:
        raise Refused(*problems)
    who = queries.people_of(club)
    good = [(who[player.pk], weight) for player, weight in weights if isinstance(weight, int)]
    assert isinstance(cents, int)
    return divide(cents, good)


def share_out(
    club: Club,
    *,
    by: User | None,
    token: str,
    day: date | None,
    cents: int | str,
    weights: Sequence[tuple[Player, int | str]],
    seen: int | None = None,
    paid: bool = True,
    note: str = "",
) -> list[Booking]:
    """Books everybody's share, and if `paid` that it was paid out in cash; all or nothing, and once.

    Refused, all at once: no amount or more than what is in the box, nobody with a weight, odd weights, somebody twice,
    people of another club, and, where `seen` says what lay in the box, if that is another sum by now.
    """
    with transaction.atomic():
        in_turn(club)
        if booked_by(club, token).exists():
            dealt = _again(club, cents, weights)
        else:
            dealt = preview(club, cents=cents, weights=weights, seen=seen)
        lines = [Line(Kind.SHARE_OUT, share.cents, share.player, note) for share in dealt if share.cents]
        if paid:
            lines += [Line(Kind.PAYOUT, share.cents, share.player) for share in dealt if share.cents]
        return book(club, by=by, token=token, day=day, lines=lines)


def _again(club: Club, cents: int | str, weights: Sequence[tuple[Player, int | str]]) -> list[Share]:
    """What the same request came to before; the box has less in it by now."""
    who = queries.people_of(club)
    good = [(who[one.pk], weight) for one, weight in weights if isinstance(weight, int) and one.pk in who]
    return divide(cents if isinstance(cents, int) else 0, good)


def _problems(
    club: Club, cents: int | str, weights: Sequence[tuple[Player, int | str]], seen: int | None
) -> Iterator[Problem]:
    box = cash_in_box(club)
    if type(cents) is not int:
        yield Problem("no_amount", "cents")
    elif cents <= 0:
        yield Problem("amount_too_small", "cents")
    elif cents > box:
        yield Problem("more_than_in_box", "cents")
    if seen is not None and seen != box:
        yield Problem("cash_changed", "cents")
    who, taken = queries.people_of(club), set[int]()
    for player, weight in weights:
        at = f"weight-{player.pk}"
        if player.pk not in who:
            yield Problem("person_elsewhere", at)
        elif who[player.pk].pk in taken:
            yield Problem("person_twice", at)
        else:
            taken.add(who[player.pk].pk)
        if type(weight) is not int or not 0 <= weight <= MOST_WEIGHT:
            yield Problem("odd_count", at, {"most": MOST_WEIGHT})
    if not any(type(weight) is int and weight > 0 for _player, weight in weights):
        yield Problem("nobody_to_share", "weights")
