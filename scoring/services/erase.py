"""Erasing a person: everything that says who it was goes, the games, totals and bookings stay. It cannot be undone.

"Anna Höß" is "N. N. 12" from then on, with the number of her row: on the list of people, on every chair she sat on, in
what her sheets say of swapped seats, in notes and in the log of changes. Her account keeps its place in the club until
it leaves, but is nobody there any more.

A sheet that is still playing refuses it: a phone that writes at this moment would bring the old name back.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs import queries
from clubs.models import (
    Booking,
    Change,
    Claim,
    Club,
    Evening,
    Invitation,
    Membership,
    Player,
    RuleProfile,
    RuleVersion,
    Tariff,
    Transfer,
    User,
)
from clubs.models.people import Shown
from clubs.names import NOBODY
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.likeness import same_name
from clubs.services.text import tidy
from clubs.services.turns import in_turn
from scoring.games.check_code import moved
from scoring.models import Entry, Seat, Sheet
from scoring.services.elsewhere import KEEPERS, Gone

PERSONAL = {"nickname": "", "place": "", "iban": "", "shown": Shown.HIDDEN, "money_shown": False}
"""What of a player's row is emptied, besides the name."""


def erase_person(club: Club, player: Player, *, by: User | None, confirmation: str) -> Player:
    """Replaces a person, and everybody merged into them, by "N. N." and a number; gives the row that is left.

    `confirmation` is the name as it was typed to confirm. Refused: another name, somebody of another club, a sheet that
    is still playing (all of them are named). Erased twice is erased once.
    """
    with transaction.atomic():
        in_turn(club)
        who = queries.people_of(club)
        if player.pk not in who:
            raise Refused(Problem("no_such_person"))
        real = who[player.pk]
        if real.erased_at is not None:
            return real
        if same_name(tidy(confirmation)) != same_name(real.name):
            raise Refused(Problem("erase_not_confirmed", "confirmation"))
        gone = _gone(club, real, queries.ids_of(who, real))
        _sheets(club, gone)
        _rows(club, real, gone)
        _texts(club, gone)
        for keeper in KEEPERS:
            keeper.erase(club, gone)
        log_change(club, "person_erased", by=by, player=real)
    return real


def _gone(club: Club, real: Player, ids: set[int]) -> Gone:
    rows = list(Player.objects.filter(pk__in=ids))
    written = set(Seat.objects.filter(player__in=ids).values_list("name", flat=True))
    renamed = Change.objects.filter(club=club, player__in=ids, what__in=("player_added", "player_changed"))
    told = [one for change in renamed.only("before", "after") for one in (change.before, change.after)]
    names = {row.name for row in rows} | {one["name"] for one in told if isinstance(one.get("name"), str)}
    nicknames = {row.nickname for row in rows}
    nicknames |= {one["nickname"] for one in told if isinstance(one.get("nickname"), str)}
    written |= names
    # A name that somebody else has by now says nothing about this person any more.
    taken = {same_name(other.name) for other in Player.objects.filter(club=club).exclude(pk__in=ids)}
    written = {name for name in written if same_name(name) not in taken}
    neutral = f"{NOBODY} {real.pk}"
    if Player.objects.filter(club=club, name=neutral).exclude(pk__in=ids).exists():
        neutral = f"{NOBODY} {real.pk}/{club.pk}"
    orders = {form for name in written for form in (name, " ".join(reversed(name.split())), _comma(name))}
    words = nicknames | {word for name in names for word in name.split() if len(word) > 1}
    return Gone(
        frozenset(ids),
        frozenset(same_name(name) for name in written),
        _any_of(orders),
        _any_of(words | names),
        neutral,
        frozenset(Membership.objects.filter(player__in=ids).values_list("user", flat=True)),
    )


def _comma(name: str) -> str:
    """ "Höß, Anna" """
    words = name.split()
    return f"{words[-1]}, {' '.join(words[:-1])}" if len(words) > 1 else name


def _any_of(texts: Iterable[str]) -> re.Pattern[str]:
    """Any of these as whole words, the longest first, whatever the capitals."""
    longest = sorted(filter(None, texts), key=lambda text: (-len(text), text))
    if not longest:
        return re.compile("(?!)")  # what is found nowhere
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", re.IGNORECASE)


# --- sheets --------------------------------------------------------------------------------------------------------


def _sheets(club: Club, gone: Gone) -> None:
    """The chairs, what the sheets remember of them, and their entries about seats."""
    sheets = list(_sheets_of(club, gone))
    if playing := sorted(", ".join(sheet.state["names"]) for sheet in sheets if sheet.is_open):
        # Not by its code: with that a member could write who may not.
        raise Refused(*(Problem("erase_at_table", None, {"who": who}) for who in playing))
    chairs = _Chairs()
    for seat in Seat.objects.filter(sheet__in=sheets):
        chairs.look_at(seat, gone)
    Seat.objects.bulk_update(chairs.theirs, ["name"], batch_size=500)
    for sheet in sheets:
        mine = chairs.positions.get(sheet.pk, set())
        names = [gone.neutral if i in mine else name for i, name in enumerate(sheet.state["names"])]
        # Opened again and written on since we looked, it has another seq, and the names would not be ours to write.
        same = Sheet.objects.filter(pk=sheet.pk, seq=sheet.seq, status=Sheet.Status.CLOSED)
        if mine and not same.update(state={**sheet.state, "names": names}):
            raise Refused(Problem("erase_moved_on"))
    changed = []
    for entry in Entry.objects.filter(sheet__in=sheets, kind=Entry.Kind.SEATS):
        lists = {
            key: [gone.neutral if chairs.is_theirs(entry.sheet_id, name, gone) else name for name in entry.data[key]]
            for key in ("names", "before")
        }
        if lists != {key: entry.data[key] for key in lists}:
            # Who moved where is read off the names no more, so that the check code of the sheet stays what it was.
            entry.data = {"moved": moved(entry.data["before"], entry.data["names"]), **entry.data, **lists}
            entry.asked = "erased"  # the hash of what was asked could be guessed back into the names
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["data", "asked"], batch_size=500)
    _said(club, {sheet.pk for sheet in sheets}, gone)


def _said(club: Club, mine: Collection[int], gone: Gone) -> None:
    """What sides and directors wrote beside a record; on the person's own sheets every word of their names goes."""
    spoken = Q(kind__in=(Entry.Kind.CONFIRM, Entry.Kind.APPROVE)) & (Q(sheet__club=club) | Q(sheet__in=mine))
    changed = []
    for entry in Entry.objects.filter(spoken):
        clean = gone.in_own_text if entry.sheet_id in mine else gone.in_text
        told = {key: clean(entry.data[key])[:120] for key in ("remark", "note") if entry.data.get(key)}
        if told != {key: entry.data[key] for key in told}:
            entry.data, entry.asked = {**entry.data, **told}, "erased"
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["data", "asked"], batch_size=500)


@dataclass(slots=True)
class _Chairs:
    """Whose chairs are whose on the sheets of a person, and under which names."""

    theirs: list[Seat] = field(default_factory=list)
    positions: dict[int, set[int]] = field(default_factory=dict)
    names: dict[int, set[str]] = field(default_factory=dict)
    others: dict[int, set[str]] = field(default_factory=dict)

    def look_at(self, seat: Seat, gone: Gone) -> None:
        """Sorts a chair in, and writes the neutral name on it where it is theirs."""
        if seat.player_id in gone.ids or (seat.player_id is None and gone.is_name(seat.name)):
            self.names.setdefault(seat.sheet_id, set()).add(same_name(seat.name))
            self.positions.setdefault(seat.sheet_id, set()).add(seat.position)
            seat.name = gone.neutral
            self.theirs.append(seat)
        else:
            self.others.setdefault(seat.sheet_id, set()).add(same_name(seat.name))

    def is_theirs(self, sheet: int, name: str, gone: Gone) -> bool:
        key = same_name(name)
        if key in self.others.get(sheet, ()):
            return False
        return key in self.names.get(sheet, ()) or gone.is_name(name)


def _sheets_of(club: Club, gone: Gone) -> QuerySet[Sheet]:
    """Every sheet the person ever sat on, also one from which they were swapped away, or that has left the club."""
    seated = Q(seats__player__in=gone.ids)
    swapped = [
        entry.sheet_id
        for entry in Entry.objects.filter(sheet__club=club, kind=Entry.Kind.SEATS).only("sheet", "data")
        if any(map(gone.is_name, [*entry.data["names"], *entry.data["before"]]))
    ]
    unknown = Seat.objects.filter(sheet__club=club, player=None).values_list("sheet", "name")
    named = [sheet for sheet, name in unknown if gone.is_name(name)]
    return Sheet.objects.filter(seated | Q(pk__in=swapped) | Q(pk__in=named)).distinct()


# --- rows ----------------------------------------------------------------------------------------------------------


def _rows(club: Club, real: Player, gone: Gone) -> None:
    """The person's own rows, and what hangs on them: account, claims, invitations, the log of the back office."""
    now = timezone.now()
    for pk in gone.ids:
        name = gone.neutral if pk == real.pk else f"{NOBODY} {pk}"
        if pk != real.pk and Player.objects.filter(club=club, name=name).exclude(pk=pk).exists():
            name = f"{NOBODY} {pk}/{club.pk}"
        Player.objects.filter(pk=pk).update(name=name, erased_at=now, left_at=real.left_at or now, **PERSONAL)
    if club.account_holder and gone.in_text(club.account_holder) != club.account_holder:
        # The club's dues went to this person's own account.
        Club.objects.filter(pk=club.pk).update(account_holder="", iban="")
        log_change(club, "club_changed", by=None, before={"iban": "…"}, after={"iban": ""})
    Claim.objects.filter(Q(player__in=gone.ids) | Q(membership__player__in=gone.ids)).delete()
    Invitation.objects.filter(player__in=gone.ids).delete()
    memberships = list(Membership.objects.filter(player__in=gone.ids).values_list("pk", flat=True))
    _deeds(club, gone.accounts)
    Membership.objects.filter(pk__in=memberships).update(player=None)
    for kind, ids in (("player", gone.ids), ("membership", memberships)):
        rows = LogEntry.objects.filter(content_type__app_label="clubs", content_type__model=kind)
        rows.filter(object_id__in=[str(pk) for pk in ids]).update(object_repr=gone.neutral, change_message="")
    real.refresh_from_db()


def _deeds(club: Club, accounts: Iterable[int]) -> None:
    """What the club's pages say an account has done, by the name its owner gave it: that goes too.

    Owners still find in the log of changes, and the treasurer in the till, which account it was.
    """
    for rows, who in (
        (Evening.objects.filter(club=club), "opened_by"),
        (Evening.objects.filter(club=club), "closed_by"),
        (Transfer.objects.filter(evening__club=club), "paid_by"),
        (RuleVersion.objects.filter(profile__club=club), "made_by"),
    ):
        rows.filter(**{f"{who}__in": list(accounts)}).update(**{who: None})


def _texts(club: Club, gone: Gone) -> None:
    """Notes, names of prices and rules, and the log of changes."""
    Change.objects.filter(club=club, player__in=gone.ids).update(before={}, after={})
    changed = []
    for change in Change.objects.filter(club=club).exclude(player__in=gone.ids).iterator(chunk_size=2000):
        told = [gone.in_json(one) for one in (change.before, change.after)]
        if told != [change.before, change.after]:
            change.before, change.after = told
            changed.append(change)
    Change.objects.bulk_update(changed, ["before", "after"], batch_size=500)
    acted = Change.objects.filter(club=club).exclude(by_name="").order_by().values_list("by_name", flat=True).distinct()
    Change.objects.filter(club=club, by_name__in=[name for name in acted if gone.is_name(name)]).update(by_name="")
    for pk, player, note in Booking.objects.filter(club=club).exclude(note="").values_list("pk", "player", "note"):
        text = (gone.in_own_text if player in gone.ids else gone.in_text)(note)
        if text != note:
            Booking.objects.filter(pk=pk).update(note=text[:120])
    for rows in (Tariff.objects.filter(club=club), RuleProfile.objects.filter(club=club)):
        for pk, name in rows.values_list("pk", "name"):
            if (text := gone.in_text(name)) != name:
                rows.filter(pk=pk).update(name=text[:60])
