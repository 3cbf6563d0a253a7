"""Who the people of a tournament's file are in this club: somebody it knows by this name, perhaps somebody of a similar
one, or somebody new.

Nobody who is known is changed by a file, and no two of a file become one person.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from clubs.models import Change, Club, Player, User
from clubs.models.people import Shown
from clubs.services.changes import acting_name
from clubs.services.core import Problem
from clubs.services.importing import KNOWN, MAYBE, MOST_DOUBTS, NEW
from clubs.services.likeness import Register, same_name
from clubs.services.text import NAME_LENGTH
from tournaments.services.card_people import with_place

Chosen = Mapping[int, int | None]
"""Place in the file's list -> the id of whom it is, None: somebody new. What is not said is as planned."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One of the file's people: NEW, KNOWN (the club has this name) or MAYBE (it has a similar one)."""

    at: int
    name: str
    place: str
    shown: str
    what: str
    alike: tuple[Player, ...] = ()
    """Whom it may be, the likeliest first."""
    cards: tuple[int, ...] = ()
    """The start numbers that say who it is."""

    @property
    def usual(self) -> int | None:
        """Who it is where nobody says otherwise: of the same name is the same, of a similar one is somebody new."""
        return self.alike[0].pk if self.what == KNOWN else None


def plan_people(club: Club, file: Mapping[str, Any]) -> list[Planned]:
    """In the order of the file. Two queries, however many they are."""
    register, taken = Register(club), set[int]()
    cards = defaultdict[int, list[int]](list)
    for card in file["cards"]:
        for one in card["people"]:
            cards[one["person"]].append(card["number"])
    planned = []
    for at, person in enumerate(file["people"]):
        alike = () if person["erased"] else _alike(register, person["name"], taken)
        what = NEW
        if alike:
            what = KNOWN if same_name(alike[0].name) == same_name(person["name"]) else MAYBE
        if what == KNOWN:
            taken.add(alike[0].pk)
        numbers = tuple(dict.fromkeys(cards[at]))
        planned.append(Planned(at, person["name"], person["place"], person["shown"], what, alike, numbers))
    return planned


def _alike(register: Register, name: str, taken: set[int]) -> tuple[Player, ...]:
    """Whoever is called so in the first place, then those nearly so; nobody whom another one of the file is already."""
    same = register.same(name)
    first = [] if same is None or same.erased_at is not None else [same]
    found = {player.pk: player for player in [*first, *register.like(name)]}
    return tuple(player for pk, player in found.items() if pk not in taken)


def problems_with(planned: Sequence[Planned], chosen: Chosen) -> list[Problem]:
    """Who cannot be whom: nobody the file could mean, or two of the file who would be one person. Too many doubts."""
    problems = []
    if sum(one.what == MAYBE for one in planned) > MOST_DOUBTS:
        problems.append(Problem("file_many_doubts", "file", {"most": MOST_DOUBTS}))
    said = dict[int, str]()
    for one in planned:
        who, at = chosen.get(one.at, one.usual), f"person-{one.at}"
        if who is None:
            continue
        if who not in {player.pk for player in one.alike}:
            problems.append(Problem("takeout_nobody_meant", at, {"who": one.name}))
        elif who in said:
            problems.append(Problem("takeout_two_are_one", at, {"who": one.name, "other": said[who]}))
        said[who] = one.name
    return problems


def bring_people(
    club: Club,
    file: Mapping[str, Any],
    planned: Sequence[Planned],
    chosen: Chosen,
    *,
    by: User | None,
    now: datetime,
) -> dict[int, int]:
    """Place in the file's list -> id of the person; who is new becomes a guest, called and shown as the file says.

    Inside a transaction that has the club's turn.
    """
    found = {one.at: who for one in planned if (who := chosen.get(one.at, one.usual)) is not None}
    taken = {same_name(name) for name in club.players.values_list("name", flat=True)}
    new = list[tuple[int, Player]]()
    for one in planned:
        if one.at not in found:
            new.append((one.at, _new(club, file["people"][one.at], taken, now)))
    made = Player.objects.bulk_create([player for _at, player in new])
    Change.objects.bulk_create(
        Change(
            club=club, what="player_added", at=now, by=by, by_name=acting_name(by), player=player, after=_told(player)
        )
        for player in made
        if player.erased_at is None
    )
    return found | {at: player.pk for (at, _player), player in zip(new, made, strict=True)}


def _new(club: Club, person: Mapping[str, Any], taken: set[str], now: datetime) -> Player:
    name = _free(person["name"], person["place"], taken)
    taken.add(same_name(name))
    gone = {"erased_at": now, "left_at": now, "shown": Shown.HIDDEN} if person["erased"] else {}
    fields = {"nickname": person["nickname"], "place": person["place"], "shown": person["shown"], "guest": True}
    return Player(club=club, created_at=now, name=name, **{**fields, **gone})


def _free(name: str, place: str, taken: set[str]) -> str:
    """The name, or where somebody has it already "Name (Place)", or with a number."""
    for other in (name, with_place(name, place) if place else name):
        if same_name(other) not in taken:
            return other
    number = 2
    while same_name(other := f"{name[: NAME_LENGTH - 5]} ({number})") in taken:
        number += 1
    return other


def _told(player: Player) -> dict[str, str | bool]:
    return {"name": player.name, "nickname": player.nickname, "place": player.place, "guest": True}
