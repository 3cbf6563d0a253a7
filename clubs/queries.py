"""What pages read of clubs."""

from django.db.models import QuerySet

from clubs.models import Club, Membership, Player, User


def public_clubs() -> QuerySet[Club]:
    """Clubs that want to be seen by everybody."""
    return Club.objects.filter(public=True).order_by("name")


def membership_of(user: User, slug: str) -> Membership | None:
    """The account's membership in the club of this address, with the club and the player."""
    return Membership.objects.select_related("club", "player").filter(user=user, club__slug=slug).first()


def memberships_of(user: User) -> QuerySet[Membership]:
    return Membership.objects.select_related("club").filter(user=user).order_by("club__name")


def people_of(club: Club) -> dict[int, Player]:
    """Everybody the club ever knew, by id; an id that was merged into somebody leads to that one.

    One query. What rows say of a player's id is to be read through this.
    """
    players = {player.pk: player for player in club.players.all()}

    def really(player: Player) -> Player:
        while player.merged_into_id is not None:
            player = players[player.merged_into_id]
        return player

    return {pk: really(player) for pk, player in players.items()}
