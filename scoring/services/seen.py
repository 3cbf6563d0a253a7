"""Who is shown how on a sheet: by name to those who belong there, by the public name to everybody else.

Every page and answer that a watching address leads to asks `as_seen`; lists of a club's sheets ask `from_outside`.
"""

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from clubs.models import Club, Membership, Player
from clubs.names import NOBODY, names_over, public_name, told_apart
from clubs.queries import people_of
from clubs.services.likeness import same_name
from scoring.models import Seat, Sheet

Reader = AbstractBaseUser | AnonymousUser | None


@dataclass(slots=True)
class Outside:
    """What people are called on one sheet by those outside the club; no two of them alike.

    `known` are the club's people by what ways of writing a name have in common. A name that once stood on the sheet and
    is nobody's today may be what somebody was called before: it is not said at all. Nobody is named any more where that
    is `over`.
    """

    known: Mapping[str, Player]
    over: bool = False
    labels: dict[object, str] = field(default_factory=dict)

    def seat(self, name: str, who: Player | None) -> str:
        """The label of one more who sits here; without a player it is a guest's."""
        who = who or self.known.get(same_name(name))
        key = _key(name, who)
        if key in self.labels:
            # One person on two chairs (merged since): a table needs two names.
            key = (key, len(self.labels))
        return self._label(key, NOBODY if self.over else public_name(who or Player(name=name)))

    def name(self, name: str) -> str:
        """The label of whoever was written down under this name."""
        who = self.known.get(same_name(name))
        return self._label(_key(name, who), public_name(who) if who and not self.over else NOBODY)

    def _label(self, key: object, wanted: str) -> str:
        if key not in self.labels:
            self.labels[key] = told_apart(wanted, self.labels.values())
        return self.labels[key]


def _key(name: str, who: Player | None) -> object:
    return who.pk if who else same_name(name)


def as_seen(sheet: Sheet, reader: Reader, *, writing: bool = False) -> Sheet:
    """The sheet as this reader may see it: a club's sheet, for a stranger, with public names only.

    Whoever holds the writing secret (`writing`) and the club's members see what was written, and a sheet without a club
    is as it was typed. The sheet for a stranger is a copy to be shown, never to be written.
    """
    if writing or sheet.club_id is None or is_member(reader, sheet.club_id):
        return sheet
    return from_outside(sheet.club, [sheet])[0]  # type: ignore[arg-type]  # a club_id has a club


def is_member(reader: Reader, club_id: int) -> bool:
    """Whether somebody of the club reads; no query for a phone without an account."""
    if reader is None or not reader.is_authenticated:
        return False
    return Membership.objects.filter(user_id=reader.pk, club_id=club_id).exists()


def from_outside(club: Club, sheets: Iterable[Sheet]) -> list[Sheet]:
    """Copies of these sheets of the club with public names; three queries, however many they are."""
    sheets, people = list(sheets), people_of(club)
    known = {same_name(name): people[pk] for pk, name in club.players.values_list("pk", "name")}
    seats: dict[int, list[Seat]] = {sheet.pk: [] for sheet in sheets}
    for seat in Seat.objects.filter(sheet__in=seats).order_by("position"):
        seats[seat.sheet_id].append(seat)
    return [_copy(sheet, seats[sheet.pk], known, people, over=_over(club, sheet)) for sheet in sheets]


def _copy(
    sheet: Sheet, seats: list[Seat], known: Mapping[str, Player], people: Mapping[int, Player], *, over: bool
) -> Sheet:
    who = {seat.position: people[seat.player_id] for seat in seats if seat.player_id is not None}
    # Seats keep what was written at the table, also of somebody who is called otherwise today.
    by_seat = {same_name(seat.name): who[seat.position] for seat in seats if seat.position in who}
    outside = Outside({**known, **by_seat}, over=over)
    # In an order that does not change when two swap chairs, so that "Anna H. 2" stays the same Anna.
    for_good = sorted(seats, key=lambda seat: (seat.position not in who, seat.player_id or 0, seat.name))
    labels = {seat.position: outside.seat(seat.name, who.get(seat.position)) for seat in for_good}
    shown = copy.copy(sheet)
    shown.state = {**sheet.state, "names": [labels[position] for position in range(len(seats))]}
    shown.outside = outside.name
    # Neither is for a stranger, whatever a page may ask of its sheet.
    shown.write_secret = shown.code = ""
    return shown


def _over(club: Club, sheet: Sheet) -> bool:
    """Whether nobody outside reads any more who sat there; what nobody has closed was over when it began."""
    return names_over(club, sheet.closed_at or sheet.started_at)
