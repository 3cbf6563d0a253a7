"""What pages read of clubs."""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import date

from django.db.models import Case, Q, QuerySet, Sum, When

from clubs.models import Booking, Change, Claim, Club, Evening, Invitation, Membership, Player, Transfer, User
from clubs.models.club import Role
from clubs.names import alphabetical, name_for

INVITATION_SECRET = re.compile(r"[A-Za-z0-9_-]{32}")
"""Nothing else is asked for: PostgreSQL cannot even be asked for some texts."""


MOST_ID = 2**63 - 1


def can_be_ids(numbers: Mapping[str, object]) -> bool:
    """Whether the numbers of an address could be ids of rows: SQLite cannot even be asked for longer ones."""
    return all(number <= MOST_ID for number in numbers.values() if isinstance(number, int))


def public_clubs() -> QuerySet[Club]:
    """Clubs that want to be seen by everybody."""
    return Club.objects.filter(public=True).order_by("name")


def membership_of(user: User, slug: str) -> Membership | None:
    """The account's membership in the club of this address, with the club and the player.

    An address that the club had before will do; it costs one query more.
    """
    mine = Membership.objects.select_related("club", "player").filter(user=user)
    return mine.filter(club__slug=slug).first() or mine.filter(club__former_addresses__slug=slug).first()


def moved_club(slug: str) -> Club | None:
    """The club that had this address before."""
    return Club.objects.filter(former_addresses__slug=slug).first()


def accounts_of(club: Club) -> QuerySet[Membership]:
    """Everybody who has an account in the club, owners first."""
    ranks = [When(role=role, then=rank) for rank, role in enumerate(Role)]
    ranked = Membership.objects.select_related("club", "user", "player").filter(club=club)
    return ranked.order_by(Case(*ranks, default=len(ranks)), "joined_at", "pk")


def invitations_of(club: Club) -> QuerySet[Invitation]:
    return Invitation.objects.select_related("club", "player", "made_by").filter(club=club).order_by("-made_at", "-pk")


def invitation_by_secret(secret: str) -> Invitation | None:
    found = Invitation.objects.select_related("club", "player").filter(secret=secret)
    return found.first() if INVITATION_SECRET.fullmatch(secret) else None


def people_without_account(club: Club) -> list[Player]:
    """People of the club that no account is yet, by name."""
    return in_order(club.players.filter(membership=None, merged_into=None, erased_at=None))


def changes_of(club: Club) -> QuerySet[Change]:
    """The log of changes, latest first."""
    return Change.objects.select_related("by").filter(club=club).order_by("-pk")


def whom(changes: Iterable[Change], who: Mapping[int, Player]) -> dict[int, str]:
    """Whom each change is about, by its id: the person, else the account, else nobody (not in it).

    An account that is gone is called "". `who` is what `people_of` says; one query for the accounts.
    """
    told, account_of = dict[int, str](), dict[int, int]()
    for change in changes:
        account = change.after.get("account", change.before.get("account"))
        if change.player_id is not None:
            told[change.pk] = name_for(who[change.player_id], inside=True)
        elif isinstance(account, int):
            account_of[change.pk] = account
    accounts = User.objects.in_bulk(set(account_of.values()))
    for pk, account in account_of.items():
        told[pk] = str(accounts[account]) if account in accounts else ""
    return told


def memberships_of(user: User) -> QuerySet[Membership]:
    return Membership.objects.select_related("club").filter(user=user).order_by("club__name")


def people_of(club: Club) -> dict[int, Player]:
    """Everybody the club ever knew, by id; an id that was merged into somebody leads to that one.

    One query. What rows say of a player's id is to be read through this; whoever came in since is looked up.
    """
    return _People(club)


class _People(dict[int, Player]):
    """A page reads people first and rows afterwards, and in between another phone may have added a guest."""

    def __init__(self, club: Club) -> None:
        super().__init__(_really(club))
        self.club = club

    def __missing__(self, pk: int) -> Player:
        return _really(self.club)[pk]


def _really(club: Club) -> dict[int, Player]:
    players = {player.pk: player for player in club.players.all()}

    def really(player: Player) -> Player:
        while player.merged_into_id is not None:
            player = players[player.merged_into_id]
        return player

    return {pk: really(player) for pk, player in players.items()}


class RealIds(dict[int, int]):
    """Id of somebody -> id of who they really are: another one for those who were merged, and only they are in it."""

    def __missing__(self, pk: int) -> int:
        return pk


def real_ids(players: QuerySet[Player]) -> RealIds:
    """The same as `people_of` where nothing is wanted but ids: nobody who is simply themselves is read. One query."""
    merged = players.exclude(merged_into=None).order_by().values_list("pk", "merged_into")
    into = {pk: real for pk, real in merged if real is not None}
    return RealIds((pk, led(into, pk)) for pk in into)


def led(into: Mapping[int, int], pk: int) -> int:
    """To whom these lead, one after the other."""
    while pk in into:
        pk = into[pk]
    return pk


def ids_of(who: Mapping[int, Player], player: Player) -> set[int]:
    """All ids under which rows may speak of this person (`who` is `people_of`)."""
    return {pk for pk, real in who.items() if real.pk == player.pk}


# --- evenings ------------------------------------------------------------------------------------------------------


def evening_on(club: Club, day: date) -> Evening | None:
    return Evening.objects.select_related("club", "closed_by").filter(club=club, day=day).first()


def years_of(club: Club) -> list[int]:
    """The years in which the club had evenings, latest first."""
    return [day.year for day in Evening.objects.filter(club=club).dates("day", "year", order="DESC")]


def evenings_in(club: Club, year: int) -> list[Evening]:
    return list(Evening.objects.filter(club=club, day__year=year).order_by("-day"))


def there(evening: Evening) -> set[int]:
    """The ids of who was ticked as being there, as they were ticked."""
    return set(evening.attendances.values_list("player_id", flat=True))


def payments_of(evening: Evening, who: Mapping[int, Player] | None = None) -> list[Transfer]:
    """The payments that count, in the order of who pays, between the people they are about today (`people_of`).

    Nobody pays themselves: a payment between two who have been merged since is none, unless it was ticked off before.
    """
    found = Transfer.objects.filter(evening=evening, withdrawn_at=None)
    wanted = ("evening", "payer", "receiver", "paid_by")
    real, payments = people_of(evening.club) if who is None else who, list[Transfer]()
    for one in found.select_related(*wanted).order_by("pk"):
        one.payer, one.receiver = (real[pk] if pk else None for pk in (one.payer_id, one.receiver_id))
        if one.paid_at or one.payer_id != one.receiver_id:
            payments.append(one)
    return sorted(
        payments, key=lambda one: [alphabetical(side.name if side else "") for side in (one.payer, one.receiver)]
    )


def open_payments_of(people: Collection[int]) -> list[Transfer]:
    """What somebody (by the ids that are theirs) still has to pay or to get from settled evenings, oldest first."""
    mine = Q(payer__in=people) | Q(receiver__in=people)
    found = Transfer.objects.filter(mine, paid_at=None, withdrawn_at=None)
    found = found.select_related("evening").order_by("evening__day", "pk")
    # Between two of their own names there is nothing to pay.
    return [one for one in found if not {one.payer_id, one.receiver_id} <= set(people)]


def balance_of(people: Collection[int]) -> int:
    """The balance of somebody (by the ids that are theirs) with the club, in cents."""
    return Booking.objects.filter(player__in=people).aggregate(cents=Sum("balance"))["cents"] or 0


def last_evenings(club: Club, most: int) -> list[Evening]:
    return list(Evening.objects.filter(club=club).order_by("-day")[:most])


# --- people --------------------------------------------------------------------------------------------------------


def people_there(club: Club) -> list[Player]:
    """Members and guests who have not left, by name; nobody twice."""
    return in_order(club.players.filter(left_at=None, merged_into=None, erased_at=None))


def in_order(players: Iterable[Player]) -> list[Player]:
    """By name; of one name, who was written down first."""
    return sorted(players, key=lambda one: (alphabetical(one.name), one.pk))


def person_of(club: Club, pk: int) -> Player | None:
    """Somebody of the club by id, as they are now: an id that was merged leads to the real one."""
    return people_of(club).get(pk)


def other_names(club: Club) -> dict[int, list[Player]]:
    """Rows that were merged into somebody, by the id of who they are now; not those who were erased. Two queries."""
    who, found = people_of(club), dict[int, list[Player]]()
    for alias in in_order(Player.objects.filter(club=club, erased_at=None).exclude(merged_into=None)):
        found.setdefault(who[alias.pk].pk, []).append(alias)
    return found


def open_claims(club: Club) -> QuerySet[Claim]:
    """Claims nobody has answered yet, oldest first."""
    asked = Claim.objects.select_related("club", "player", "membership__user", "membership__player")
    return asked.filter(club=club, answered_at=None).order_by("asked_at", "pk")
