"""The club that tests visit: Anna owns it, everybody else has one role each, Cilli is a stranger with an account."""

import itertools
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from clubs.models import ApiToken, Club, Membership, Player, User
from clubs.models.club import Role

NAMES = {
    Role.OWNER: "Anna Höß",
    Role.DIRECTOR: "Bert Maier",
    Role.TREASURER: "Dora Lang",
    Role.SCORER: "Egon Kern",
    Role.MEMBER: "Franz Huber",
}
_numbers = itertools.count(1)


@dataclass(slots=True)
class House:
    """A club with an account, a player and a phone for every role."""

    club: Club
    users: dict[str, User] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    stranger: User | None = None

    def phone(self, role: str = Role.OWNER, language: str = "de", **headers: str) -> Client:
        """A phone logged in with this role."""
        return logged_in(self.users[role], language, **headers)

    def token(self, role: str = Role.OWNER) -> str:
        """A personal API token of this role."""
        return str(ApiToken.objects.create(self.users[role])[1])

    def path(self, rest: str = "") -> str:
        return f"/club/{self.club.slug}/{rest}"


def logged_in(user: User, language: str = "de", **headers: str) -> Client:
    client = Client(headers={"Accept-Language": language, **headers})
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def an_account(name: str) -> User:
    return User.objects.create_user(f"{name.split(maxsplit=1)[0].lower()}{next(_numbers)}@example.org", name=name)


def a_house(slug: str = "post", **fields: Any) -> House:
    """The club of these tests; `fields` are those of the club."""
    house = House(Club.objects.create(**{"name": "Stammtisch Post", "slug": slug, **fields}))
    for role, name in NAMES.items():
        house.users[role] = an_account(name)
        house.players[role] = Player.objects.create(club=house.club, name=name)
        Membership.objects.create(club=house.club, user=house.users[role], role=role, player=house.players[role])
    house.stranger = an_account("Cilli Fremd")
    return house
