"""Who plays a start card: whom a typed name means, and who may not enter.

A name the club knows is that person; the same name with another place than the known one's is somebody else, kept as
"Name (Place)". What is only nearly the same is somebody new: the queue at the desk does not wait for a decision.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from clubs.models import Player, User
from clubs.services.changes import log_change
from clubs.services.core import Problem
from clubs.services.likeness import Register, same_name
from clubs.services.people import LENGTHS, problems_with, spoken
from clubs.services.text import tidy
from tournaments.formats.plan import Plan
from tournaments.models import Entrant, Person, Tournament
from tournaments.models.entrants import Status
from tournaments.services import bans


@dataclass(frozen=True, slots=True)
class Wanted:
    """Somebody as the desk names them: an id where a name was chosen from the list, else a name and perhaps a place."""

    name: str = ""
    place: str = ""
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """Whom it means: somebody of the club, or (no `player`) somebody new of this name and place."""

    player: Player | None
    name: str
    place: str = ""

    @property
    def key(self) -> str:
        return same_name(self.name)


def whom(register: Register, wanted: Wanted) -> Found | None:
    """None for an id that is nobody of the club, and for whoever was erased."""
    if wanted.player is not None:
        player = register.who.get(wanted.player)
        return None if player is None or player.erased_at else Found(player, player.name, player.place)
    name, place = spoken(wanted.name), tidy(wanted.place)
    known = register.same(name) if name else None
    if known is not None and place and known.place and same_name(known.place) != same_name(place):
        name = with_place(name, place)
        known = register.same(name)
    if known is None:
        return Found(None, name, place)
    return None if known.erased_at else Found(known, known.name, known.place)


def with_place(name: str, place: str) -> str:
    """What tells two of one name apart; a long place is cut so that it fits."""
    room = LENGTHS["name"] - len(name) - 3
    return f"{name} ({place[:room].strip()})" if room > 1 else name


def found_people(register: Register, wanted: Sequence[Wanted]) -> tuple[list[Found], list[Problem]]:
    """Whom the names mean, empty ones left out, and what is wrong with how they are written."""
    found, problems = list[Found](), list[Problem]()
    for position, one in enumerate(wanted):
        if one.player is None and not tidy(one.name):
            continue
        who = whom(register, one)
        if who is None:
            problems.append(Problem("no_such_person", f"people.{position}"))
            continue
        if who.player is None:
            fields = {"name": who.name, "place": who.place}
            problems += [
                Problem(each.code, f"people.{position}.{each.at}", each.figures) for each in problems_with(fields)
            ]
        if who.key in [other.key for other in found]:
            problems.append(Problem("twice_on_card", f"people.{position}", {"who": who.name}))
        found.append(who)
    return found, problems


def cards_held(tournament: Tournament, register: Register, found: Sequence[Found]) -> Mapping[int, list[Entrant]]:
    """Id of each of these people -> the cards they play now, by number. One query."""
    ids = {pk for pk, real in register.who.items() if real.pk in {one.player.pk for one in found if one.player}}
    rows = Person.objects.filter(entrant__tournament=tournament, until=None, player__in=ids)
    rows = rows.exclude(entrant__status=Status.CANCELLED)
    held = dict[int, list[Entrant]]()
    for row in rows.select_related("entrant").order_by("entrant__number"):
        held.setdefault(register.who[row.player_id].pk, []).append(row.entrant)
    return held


def problems_entering(
    tournament: Tournament, plan: Plan, register: Register, found: Sequence[Found], *, sure: bool
) -> Iterator[Problem]:
    """Whoever has as many cards as one may have; whoever is banned, unless one is `sure`."""
    held = cards_held(tournament, register, found)
    banned = {} if sure else bans.banned(tournament.club, tournament.day, register.who)
    for position, one in enumerate(found):
        if one.player is None:
            continue
        cards = held.get(one.player.pk, [])
        if len(cards) >= plan.max_cards:
            figures = {
                "who": one.name,
                "cards": ", ".join(str(card.number) for card in cards),
                "most": plan.max_cards,
                "proposal": with_place(one.name, one.place or "…"),
            }
            code = "has_a_card" if plan.max_cards == 1 else "has_all_cards"
            yield Problem(code, f"people.{position}.name", figures)
        if (ban := banned.get(one.player.pk)) is not None:
            yield bans.problem(ban, one.name, f"people.{position}.name")


def players_of(tournament: Tournament, found: Sequence[Found], *, by: User | None, now: datetime) -> list[Player]:
    """The people themselves; somebody new becomes a guest of the club."""
    players = []
    for one in found:
        player = one.player
        if player is None:
            fields = {"name": one.name, "place": one.place, "guest": True}
            player = Player.objects.create(club=tournament.club, created_at=now, **fields)
            log_change(tournament.club, "player_added", by=by, player=player, after=fields)
        players.append(player)
    return players


def people_now(card: Entrant, who: Mapping[int, Player]) -> list[Player]:
    """Who plays a card now, in the order of their boards."""
    return playing(card.people.all(), who)


def playing(rows: Iterable[Person], who: Mapping[int, Player]) -> list[Player]:
    return [who[one.player_id] for one in rows if one.until is None]


def people_in(card: Entrant, who: Mapping[int, Player], number: int) -> list[Player]:
    """Who played a card in the round of this number: a substitute only since they are one."""
    return playing_in(card.people.all(), who, number)


def playing_in(rows: Iterable[Person], who: Mapping[int, Player], number: int) -> list[Player]:
    there = (one for one in rows if one.since <= number and (one.until is None or number <= one.until))
    return list({one.position: who[one.player_id] for one in there}.values())


def called(own_name: str, people: Iterable[Player]) -> str:
    """What a card is called inside the club: its own name, or its people's."""
    return own_name or " / ".join(one.name for one in people) or "–"


def first_of(card: Entrant) -> Player | None:
    """Whose card it is, for a line of the log."""
    row = card.people.filter(until=None).select_related("player").first()
    return row.player if row else None


def same_people(card: Entrant, players: Sequence[Player], who: Mapping[int, Player]) -> bool:
    return {one.pk for one in people_now(card, who)} == {one.pk for one in players}
