"""Start cards: entering them at the desk, putting right what is written of them, giving a number up.

Whoever changes people takes the club's turn before the tournament's. Presence (arriving, leaving, standing in) is in
`presence`, what a card paid in `payments`; both are to be found here too, so that a card's use cases are in one place.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from clubs.models import Player, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.likeness import Register
from clubs.services.merging import merge
from clubs.services.text import text_problems, tidy
from clubs.services.till import TOKEN
from clubs.services.turns import in_turn
from scoring.models import Seat
from scoring.services.merge import sat_together
from tournaments.formats.plan import Plan, read_plan
from tournaments.models import Entrant, Person, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services import bans
from tournaments.services.card_people import (
    Found,
    Wanted,
    cards_held,
    first_of,
    found_people,
    players_of,
    problems_entering,
    same_people,
)
from tournaments.services.joining import last_round, may_come_in, not_over
from tournaments.services.payments import fees_paid, pay, remove, set_paid
from tournaments.services.presence import arrive, come_back, come_in, leave, let_pass, no_shows, substitute
from tournaments.services.turns import take, take_card

LONGEST = {"name": 40, "group": 40, "apart": 40, "deck": 20}
HIGHEST_NUMBER = 9999
LAST_TABLE = 500
FIELDS = ("number", "name", "group", "apart", "deck", "woman", "fixed_table")
"""What may be changed of a card."""

NAMES_PEOPLE = frozenset({"name", "apart"})
"""What may say who somebody is: the log tells that it was changed, not what it was."""


def next_number(tournament: Tournament) -> int:
    """The number after the highest: what was given up stays a gap."""
    highest = Entrant.objects.filter(tournament=tournament).aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1


def enter(
    tournament: Tournament,
    *,
    by: User | None,
    token: str,
    people: Sequence[Wanted],
    now: datetime,
    number: int | None = None,
    name: str = "",
    group: str = "",
    apart: str = "",
    deck: str = "",
    woman: bool = False,
    fixed_table: int | None = None,
    paid: str = Paid.OPEN,
    here: bool = True,
    sure: bool = False,
    late: bool = False,
) -> Entrant:
    """A start card for these people, who come in with it (`here`) or are announced; without `number` the next free one.

    Where they are announced already and are here now, that card (or cards) of theirs comes in. The same request again
    gets its first card. Refused, all at once: names missing or too many, as many cards as one may have, a ban (unless
    one is `sure`), a number that is taken, no room, a round that runs (`late` lets in from the next round on, where
    the format can), the tournament is over.
    """
    fields = {"name": name, "group": group, "apart": apart, "deck": deck, "woman": woman, "fixed_table": fixed_table}
    with transaction.atomic():
        in_turn(tournament.club)
        tournament = take(tournament)
        plan, register = read_plan(tournament.plan), Register(tournament.club)
        found, problems = found_people(register, people)
        if (known := _with_token(tournament, token)) is not None:
            return _answered(known, found, register)
        problems += [Problem("bad_token", "token")] if not TOKEN.fullmatch(token) else []
        problems += problems_with(fields)
        problems += [Problem("paid_unknown", "paid", {"choices": ", ".join(Paid.values)})] * (paid not in Paid.values)
        if (closed := may_come_in(tournament, late=late)) is not None:
            problems.append(closed)
        awaited = _awaited(tournament, register, found, number) if here and not problems else []
        if awaited:
            if not sure and (said := [one for card in awaited for one in bans.since_entered(card)]):
                raise Refused(*said)
            return _came(awaited, Paid(paid), plan, token=token, by=by, now=now)
        problems += _problems_with_people(plan, people, found)
        problems += problems_entering(tournament, plan, register, found, sure=sure)
        problems += _problems_with_number(tournament, plan, number)
        if problems:
            raise Refused(*problems)
        card = Entrant(
            tournament=tournament,
            number=number or next_number(tournament),
            status=Status.HERE if here else Status.EXPECTED,
            arrived_at=now if here else None,
            added_at=now,
            since=last_round(tournament) + 1,
            token=token,
            **_kept(fields),
        )
        return _written(card, found, Paid(paid), plan, by=by, now=now)


def _written(
    card: Entrant, found: Sequence[Found], paid: Paid, plan: Plan, *, by: User | None, now: datetime
) -> Entrant:
    card.save()
    players = players_of(card.tournament, found, by=by, now=now)
    Person.objects.bulk_create(
        Person(entrant=card, position=position, player=player) for position, player in enumerate(players)
    )
    told = {"tournament": card.tournament.name, "card": card.number, "status": str(card.status)}
    log_change(card.tournament.club, "card_added", by=by, player=players[0], after=told)
    if paid != Paid.OPEN:
        set_paid(card, paid, plan, by=by, now=now)
    return card


def _with_token(tournament: Tournament, token: str) -> Entrant | None:
    return Entrant.objects.filter(tournament=tournament, token=token).first() if TOKEN.fullmatch(token) else None


def _answered(known: Entrant, found: Sequence[Found], register: Register) -> Entrant:
    """What this token has made; refused where that was a card of somebody else."""
    players = [one.player for one in found if one.player is not None]
    if len(players) < len(found) or not same_people(known, players, register.who):
        raise Refused(Problem("token_used"))
    return known


def _awaited(tournament: Tournament, register: Register, found: Sequence[Found], number: int | None) -> list[Entrant]:
    """The announced cards of exactly these people (those marked as missing too); with a number only that one."""
    players = [one.player for one in found if one.player is not None]
    if not players or len(players) < len(found):
        return []
    held = cards_held(tournament, register, found).get(players[0].pk, [])
    waiting = [card for card in held if card.status in (Status.EXPECTED, Status.NO_SHOW)]
    return [card for card in waiting if number in (None, card.number) and same_people(card, players, register.who)]


def _came(awaited: Sequence[Entrant], paid: Paid, plan: Plan, *, token: str, by: User | None, now: datetime) -> Entrant:
    for card in awaited:
        come_in(card, by=by, now=now)
        if paid != Paid.OPEN and card.paid == Paid.OPEN:
            set_paid(card, paid, plan, by=by, now=now)
    awaited[0].token = token
    awaited[0].save(update_fields=["token"])
    return awaited[0]


def _problems_with_people(plan: Plan, people: Sequence[Wanted], found: Sequence[Found]) -> list[Problem]:
    if not found and not any(one.player for one in people):
        return [Problem("person_name_missing", "people.0.name")]
    if len(found) > plan.people:
        return [Problem("too_many_on_card", f"people.{plan.people}.name", {"most": plan.people})]
    return []


def _problems_with_number(tournament: Tournament, plan: Plan, number: int | None) -> list[Problem]:
    problems = []
    if number is not None and not 1 <= number <= HIGHEST_NUMBER:
        problems.append(Problem("number_odd", "number", {"most": HIGHEST_NUMBER}))
    elif number is not None and Entrant.objects.filter(tournament=tournament, number=number).exists():
        problems.append(Problem("number_taken", "number", {"number": number, "next": next_number(tournament)}))
    standing = Entrant.objects.filter(tournament=tournament).exclude(status=Status.CANCELLED)
    if plan.most and standing.count() >= plan.most:
        problems.append(Problem("no_room", None, {"most": plan.most}))
    return problems


def problems_with(fields: Mapping[str, Any]) -> list[Problem]:
    """What speaks against these fields of a card, whatever other cards there are."""
    problems = list[Problem]()
    for field, most in LONGEST.items():
        problems += text_problems(field, tidy(fields.get(field, "")), most)
    table = fields.get("fixed_table")
    if table is not None and not (type(table) is int and 1 <= table <= LAST_TABLE):
        problems.append(Problem("table_odd", "fixed_table", {"most": LAST_TABLE}))
    return problems


def _kept(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tidy(value) if isinstance(value, str) else value for name, value in fields.items()}


def change(entrant: Entrant, *, by: User | None, **wanted: Any) -> Entrant:
    """Puts right what is written of a card: any of `FIELDS`, all or none.

    Refused: what entering refuses too; another number once it is on a published round (`number_stays`).
    """
    with transaction.atomic():
        card = take_card(entrant)
        tournament = card.tournament
        before = {name: getattr(card, name) for name in FIELDS}
        fields = before | _kept({name: value for name, value in wanted.items() if name in FIELDS})
        problems = problems_with(fields)
        if fields["number"] != card.number:
            problems += _problems_with_number(tournament, Plan(), fields["number"])
            if last_round(tournament):
                problems.append(Problem("number_stays", "number"))
        if problems:
            raise Refused(*problems)
        for name, value in fields.items():
            setattr(card, name, value)
        card.save(update_fields=list(FIELDS))
        _log_changed(tournament, card, before, fields, by=by)
    return card


def _log_changed(
    tournament: Tournament, card: Entrant, before: Mapping[str, Any], after: Mapping[str, Any], *, by: User | None
) -> None:
    differing = [name for name in FIELDS if before[name] != after[name]]
    if not differing:
        return
    told = [name for name in differing if name not in NAMES_PEOPLE]
    log_change(
        tournament.club,
        "card_changed",
        by=by,
        player=first_of(card),
        before={name: before[name] for name in told},
        after={
            "tournament": tournament.name,
            "card": card.number,
            "changed": ", ".join(differing),
            **{name: after[name] for name in told if name != "number"},
        },
    )


def is_really(entrant: Entrant, *, by: User | None, position: int, player: int) -> Entrant:
    """The name was only another way to write that of somebody the club knows: the card is theirs.

    Refused as entering refuses the other person; for somebody who is no guest, or has played this card already (that
    is a substitute).
    """
    with transaction.atomic():
        in_turn(entrant.tournament.club)
        tournament = take(entrant.tournament)
        register = Register(tournament.club)
        row = entrant.people.filter(position=position, until=None).select_related("player").first()
        real = register.who.get(player)
        if row is None or real is None:
            raise Refused(Problem("no_such_person", "player"))
        guest = register.who[row.player_id]
        if guest.pk == real.pk:
            return entrant
        if not guest.guest or entrant.seats.exclude(round__published_at=None).exists():
            raise Refused(Problem("is_somebody_else", "player", {"who": guest.name}))
        wanted = [Found(real, real.name)]
        problems = problems_entering(tournament, read_plan(tournament.plan), register, wanted, sure=False)
        if said := list(problems):
            raise Refused(*said)
        if _is_fresh(guest, entrant):
            # Merging keeps the other spelling as one that is known, and can be taken back.
            merge(tournament.club, gone=guest, into=real, by=by, sat_together=sat_together)
        else:
            row.player = real
            row.save(update_fields=["player"])
        told = {"tournament": tournament.name, "card": entrant.number}
        log_change(tournament.club, "card_person_put_right", by=by, player=real, after=told)
    return entrant


def _is_fresh(guest: Player, entrant: Entrant) -> bool:
    """Whether this card is all there is of somebody."""
    others = Person.objects.filter(player=guest).exclude(entrant=entrant)
    return not others.exists() and not Seat.objects.filter(player=guest).exists()


def give_up_number(entrant: Entrant, *, by: User | None) -> None:
    """A card that was entered by mistake goes, and its number stays a gap. Given up twice is once.

    Refused once it was drawn (leaving is the way then), and while money is here for it. What came in and went back
    stays in the cash history, and the card with it, as given up.
    """
    with transaction.atomic():
        tournament = take(entrant.tournament)
        card = Entrant.objects.filter(pk=entrant.pk).first()
        if card is None or card.status == Status.CANCELLED:
            return
        not_over(tournament)
        problems = []
        if card.seats.exclude(round__published_at=None).exists():
            problems.append(Problem("card_was_drawn"))
        if fees_paid(card):
            problems.append(Problem("card_still_paid"))
        if problems:
            raise Refused(*problems)
        told = {"tournament": tournament.name, "card": card.number}
        log_change(tournament.club, "card_given_up", by=by, player=first_of(card), before=told)
        remove(card)


def card_of(tournament: Tournament, number: int) -> Entrant | None:
    """The card of this start number, with its people."""
    cards = Entrant.objects.filter(tournament=tournament, number=number).select_related("tournament__club")
    return cards.prefetch_related("people").first()


__all__ = [
    "FIELDS",
    "Wanted",
    "arrive",
    "card_of",
    "change",
    "come_back",
    "enter",
    "give_up_number",
    "is_really",
    "leave",
    "let_pass",
    "next_number",
    "no_shows",
    "pay",
    "substitute",
]
