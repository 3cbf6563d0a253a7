"""Every page and API call inside a club, as every role, as a stranger and as nobody.

The addresses are asked of Django itself, so that a new page without a door fails here, and so does one whose door is
another than docs/permissions.md says.
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.management.permission_table import Address, addresses, document
from clubs.models import (
    Booking,
    Claim,
    Evening,
    Invitation,
    Membership,
    Player,
    RuleProfile,
    RuleVersion,
    Tariff,
    Transfer,
)
from clubs.models.club import Role
from clubs.permissions import ABILITIES
from scoring.games.sheet import GAMES
from scoring.models import Sheet
from seasons.models import (
    Board,
    Champion,
    CupEvent,
    Ranking,
    Rating,
    RatingPoint,
    Region,
    RegionClub,
)
from tests.club import House, a_house, logged_in
from tests.league_addresses import OF_LEAGUES
from tests.seasons_cups import DAYS, a_cup, a_day
from tests.services.table import a_sheet
from tests.tournament import a_round, a_tournament
from tournaments.models import Adjustment, Ban, Buy, Call, Entrant, Payout, Screen, Table, Tournament

pytestmark = pytest.mark.django_db

INSIDE = addresses()
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
# Who is let in is not decided by the database. On PostgreSQL whoever may do everything shows that every address works
# there too, and a member that a refusal does; every role is asked on SQLite, in the same `make test`.
ROLES = tuple(Role) if connection.vendor == "sqlite" else (Role.OWNER, Role.MEMBER)
DAY = "2026-11-24"


def a_guest(house: House, role: str) -> int:
    return Player.objects.create(club=house.club, name="Gast am Tisch", guest=True).pk


def an_evening(house: House) -> Evening:
    return Evening.objects.get_or_create(club=house.club, day=DAY)[0]


def a_transfer(house: House, role: str) -> int:
    """To be paid by whoever looks: others do not see whose account it goes to."""
    evening = an_evening(house)
    return Transfer.objects.create(
        evening=evening, payer=house.players[role], receiver=house.players[Role.OWNER], cents=100
    ).pk


def an_invitation(house: House, role: str) -> int:
    return Invitation.objects.create(club=house.club, secret="x" * 22, expires_at=timezone.now()).pk


def a_claim(house: House, role: str, *, by_club: bool = True) -> int:
    membership = Membership.objects.get(club=house.club, user=house.users[role])
    return Claim.objects.create(
        club=house.club, player_id=a_guest(house, role), membership=membership, by_club=by_club
    ).pk


def a_profile(house: House, role: str) -> RuleProfile:
    profile = RuleProfile.objects.create(club=house.club, game="schnapsen", name="Gasthaus Post")
    RuleVersion.objects.create(profile=profile, number=1)
    return profile


def a_booking(house: House, role: str) -> int:
    player = house.players[Role.MEMBER]
    return Booking.objects.create(club=house.club, kind="fine", player=player, balance=-50, day=DAY, token="t").pk


def a_tariff(house: House, role: str) -> int:
    return Tariff.objects.create(club=house.club, kind="fine", name="Zu spät", cents=50, further_cents=50).pk


def a_membership(house: House, role: str) -> int:
    return Membership.objects.get(club=house.club, user=house.users[Role.SCORER]).pk


def a_sheet_of(house: House) -> Sheet:
    sheet = a_sheet()
    sheet.club = house.club
    sheet.save(update_fields=["club"])
    return sheet


def a_started_tournament(house: House, role: str) -> int:
    """With two cards that met in a first round at table 1, and no result yet."""
    tournament = a_tournament(house.club, cards=2)
    a_round(tournament, (1, 2))
    return tournament.pk


def a_penalty(house: House, role: str) -> int:
    """In the tournament that was made for the same address."""
    card = Entrant.objects.filter(tournament__club=house.club).latest("pk")
    reason = {"unit": "legs", "amount": -1, "reason": "zu spät", "token": "penalty"}
    return Adjustment.objects.create(tournament=card.tournament, entrant=card, **reason).pk


def a_prize(house: House, role: str) -> int:
    """Of a tournament whose places are final."""
    card = Entrant.objects.filter(tournament__club=house.club).latest("pk")
    Tournament.objects.filter(pk=card.tournament_id).update(ended_at=timezone.now())
    return Payout.objects.create(tournament=card.tournament, entrant=card, wins="place", place=1, cents=500).pk


def a_ban(house: House, role: str) -> int:
    return Ban.objects.create(club=house.club, player=house.players[Role.MEMBER], reason="Davongelaufen").pk


def a_buy(house: House, role: str) -> int:
    """In the tournament that was made for the same address."""
    card = Entrant.objects.filter(tournament__club=house.club).latest("pk")
    terms = {"after_round": 1, "lives": 1, "cents": 500, "pool_cents": 500, "token": "buy"}
    return Buy.objects.create(entrant=card, **terms).pk


def a_screen(house: House, role: str) -> int:
    """In the tournament that was made for the same address."""
    tournament = Tournament.objects.filter(club=house.club).latest("pk")
    return Screen.objects.create(tournament=tournament, name="Beamer", secret="screen", token="screen").pk


def a_call(house: House, role: str) -> int:
    """From a table of the tournament that was made for the same address."""
    tournament = Tournament.objects.filter(club=house.club).latest("pk")
    return Call.objects.create(table=Table.objects.get(round__tournament=tournament), token="call").pk


def a_cup_of(house: House, role: str) -> int:
    """With one day that is typed in."""
    cup = a_cup(house.club)
    a_day(cup, DAYS[0], Anna=1)
    return cup.pk


def a_cup_player(house: House, role: str) -> int:
    return Player.objects.get(club=house.club, name="Anna").pk


def a_rating(house: House, role: str) -> int:
    """Of a region that the club has made, with one person in it."""
    rating = Rating.objects.create(club=house.club, region_id=a_region(house, role), game="schnapsen", secret="rating")
    Board.objects.create(club=house.club, rating=rating)
    point = {"day": DAY, "mu": 25, "sigma": 8, "games": 1}
    RatingPoint.objects.create(rating=rating, player=house.players[Role.MEMBER], **point)
    return rating.pk


def a_region(house: House, role: str) -> int:
    region = Region.objects.create(club=house.club, name="Innviertel", secret="region", token="region")
    RegionClub.objects.create(region=region, club=house.club)
    return region.pk


def a_ranking_of(house: House, role: str) -> int:
    """Of this year, with a champion from before."""
    count = {"name": "Bilanz", "game": "schnapsen", "unit": "bummerl", "secret": "ranking", "token": "ranking"}
    ranking = Ranking.objects.create(club=house.club, **count)
    Board.objects.create(club=house.club, ranking=ranking, season=2026)
    Champion.objects.create(ranking=ranking, season="2019", name="Der alte Wirt", token="champion")
    return ranking.pk


Maker = Callable[[House, str], Any]

# What stands for an argument of an address, by a part of "name /route/"; the first that fits.
MAKERS: list[tuple[str, str, Maker]] = [
    # rankings
    ("pk", "/rankings/<int:pk>/", a_ranking_of),
    ("season", "/rankings/", lambda house, role: 2026),
    ("player", "/rankings/", lambda house, role: house.players[Role.MEMBER].pk),
    ("champion", "/rankings/", lambda house, role: Champion.objects.latest("pk").pk),
    # leagues
    *OF_LEAGUES,
    ("day", "", lambda house, role: an_evening(house).day),
    ("pk", "/people/<int:pk>/", a_guest),
    ("pk", "/transfers/<int:pk>/", a_transfer),
    ("pk", "/payments/<int:pk>/", a_transfer),
    ("pk", "/invitations/<int:pk>/", an_invitation),
    ("pk", "/roles/<int:pk>/", a_membership),
    ("pk", "/claims/<int:pk>/withdraw/", lambda house, role: a_claim(house, role, by_club=False)),
    ("pk", "api-claim /", lambda house, role: a_claim(house, role, by_club=False)),
    ("pk", "/claims/<int:pk>/", a_claim),
    ("pk", "/attendance/<int:pk>/", lambda house, role: house.players[Role.MEMBER].pk),
    ("pk", "/balances/<int:pk>/", lambda house, role: house.players[Role.MEMBER].pk),
    ("secret", "/sheets/", lambda house, role: a_sheet_of(house).write_secret),
    ("pk", "/house-rules/<int:pk>/", lambda house, role: a_profile(house, role).pk),
    ("pk", "/bookings/<int:pk>/", a_booking),
    ("pk", "/tariffs/<int:pk>/", a_tariff),
    ("pk", "/tournaments/<int:pk>/", a_started_tournament),
    ("pk", "/cups/<int:pk>/", a_cup_of),
    ("key", "/cups/<int:pk>/", lambda house, role: f"day-{CupEvent.objects.get(cup__club=house.club).pk}"),
    ("player", "/cups/<int:pk>/", a_cup_player),
    ("preset", "/tournaments/new/", lambda house, role: "three-lives"),
    ("step", "/setup/<slug:step>/", lambda house, role: "what"),
    ("pk", "/ratings/<int:pk>/", a_rating),
    ("player", "/ratings/<int:pk>/people/", lambda house, role: house.players[Role.MEMBER].pk),
    ("pk", "/regions/<int:pk>/", a_region),
    ("table", "/tables/<int:table>/", lambda house, role: 1),
    ("penalty", "/penalties/<int:penalty>/", a_penalty),
    ("prize", "/prizes/<int:prize>/", a_prize),
    ("ban", "/bans/<int:ban>/", a_ban),
    ("buy", "/buys/<int:buy>/", a_buy),
    ("screen", "/screens/<int:screen>/", a_screen),
    ("call", "/calls/<int:call>/", a_call),
    ("table", "/room/<int:table>/", lambda house, role: 1),
    ("act", "/cards/<int:number>/<slug:act>/", lambda house, role: "pay"),
    ("number", "/cards/<int:number>/", lambda house, role: 1),
    ("number", "/rounds/<int:number>/", lambda house, role: 1),
    ("number", "/standings/<int:number>/", lambda house, role: 1),
    ("number", "/house-rules/", lambda house, role: 1),
    ("key", "/rules/<slug:key>/", lambda house, role: GAMES["schnapsen"].presets[0].key),
    ("key", "/house-rules/options/", lambda house, role: GAMES["schnapsen"].presets[0].key),
    ("key", "", lambda house, role: "schnapsen"),
    ("game", "", lambda house, role: "schnapsen"),
    ("form", "/people/export/", lambda house, role: "csv"),
    ("form", "/take-along/", lambda house, role: "json"),
    ("what", "/till/report/", lambda house, role: "report.csv"),
    ("what", "/paper/<slug:what>", lambda house, role: "seating-by-name"),
    ("paper", "/paper/desk/", lambda house, role: "table-slips"),
    ("year", "", lambda house, role: 2026),
]

# What a POST has to name, or there is nothing it could be about.
BODIES: dict[str, Callable[[House, str], dict[str, Any]]] = {
    "room-clock": lambda house, role: {"round": 1},
    "room-extra": lambda house, role: {"round": 1},
    "room-answer": lambda house, role: {"call": a_call(house, role)},
    "claim": lambda house, role: {"player": a_guest(house, role)},
    "claim-offer": lambda house, role: {"account": a_membership(house, role)},
    "change-house-rules": lambda house, role: {"after": "1"},
}


def arguments(address: Address, house: House, role: str) -> dict[str, Any]:
    made: dict[str, Any] = {"slug": house.club.slug}
    known = f"{address.name} {address.route}"
    for argument in address.arguments:
        maker = next((make for name, part, make in MAKERS if name == argument and part in known), None)
        if maker is None:
            pytest.fail(f"{address.route} needs an example for <{argument}>: add a line to MAKERS in {__name__}.")
        made[argument] = maker(house, role)
    return made


def ask(
    client: Client, methods: Iterable[str], address: Address, house: House, role: str
) -> list[tuple[str, int, str]]:
    """Method, status and where it leads to; whatever one of them wrote is taken back before the next."""
    answers = []
    with transaction.atomic():
        path = reverse(address.name, kwargs=arguments(address, house, role))
        for method in methods:
            with transaction.atomic():
                body = BODIES.get(address.name, lambda house, role: {})(house, role) if method == "POST" else {}
                if address.is_api:
                    answer = client.generic(method, path, json.dumps(body), content_type="application/json")
                else:
                    answer = client.post(path, body) if method == "POST" else client.get(path)
                transaction.set_rollback(True)
            answers.append((method, answer.status_code, answer.headers.get("Location", "")))
        transaction.set_rollback(True)
    return answers


def let_in(status: int, to: str) -> bool:
    return status not in (401, 403, 404) and status < 500 and not to.startswith("/account/login/")


def by_part(inside: Iterable[Address]) -> dict[str, list[Address]]:
    """Addresses by what comes after the club: a house is furnished for all of one part, which leave it as it was."""
    found: dict[str, list[Address]] = {}
    for one in inside:
        found.setdefault(one.route.partition("<slug:slug>/")[2].partition("/")[0] or "club", []).append(one)
    return found


PAGES, CALLS = (by_part(one for one in INSIDE if one.is_api == is_api) for is_api in (False, True))


@pytest.mark.parametrize("part", PAGES)
def test_a_page_lets_in_whoever_has_the_ability_and_nobody_else(part: str) -> None:
    house = a_house()
    assert house.stranger is not None
    stranger, phones = logged_in(house.stranger), {role: house.phone(role) for role in ROLES}
    wrong: list[tuple[Any, ...]] = []
    for address in PAGES[part]:
        assert address.ability is not None, f"{address.route} has no door: its view needs @club_page(...)"
        for method, status, to in ask(Client(), ("GET", "POST"), address, house, Role.OWNER):
            if not (status == 405 or (status == 302 and to.startswith("/account/login/?next="))):
                wrong.append((address.name, method, "nobody", status))
        for method, status, _to in ask(stranger, ("GET", "POST"), address, house, Role.OWNER):
            if status not in (404, 405):
                wrong.append((address.name, method, "a stranger", status))
        for role, phone in phones.items():
            may = role in ABILITIES[address.ability].roles
            for method, status, to in ask(phone, ("GET", "POST"), address, house, role):
                if not (let_in(status, to) if may else status in (403, 405)):
                    wrong.append((address.name, method, role, status, to))
    assert wrong == []


@pytest.mark.parametrize("part", CALLS)
def test_a_call_lets_in_whoever_has_the_ability_and_nobody_else(part: str) -> None:
    house = a_house()
    assert house.stranger is not None
    house.users["stranger"] = house.stranger
    tokens = {role: Client(headers={"Authorization": f"Token {house.token(role)}"}) for role in (*ROLES, "stranger")}
    stranger = tokens.pop("stranger")
    wrong: list[tuple[Any, ...]] = []
    for address in CALLS[part]:
        assert address.abilities, f"{address.route} has no door: its view needs @club_api(...)"
        guarded = [method for method in METHODS if address.abilities.get(method) is not None]
        without = [method for method in METHODS if method not in guarded]
        for method, status, _to in ask(tokens[Role.OWNER], without, address, house, Role.OWNER):
            if status != 405:
                wrong.append((address.name, method, status))
        for client, who, expected in ((Client(), "nobody", 401), (stranger, "a stranger", 404)):
            for method, status, _to in ask(client, guarded, address, house, Role.OWNER):
                if status != expected:
                    wrong.append((address.name, method, who, status))
        for role, client in tokens.items():
            for method, status, to in ask(client, guarded, address, house, role):
                may = role in ABILITIES[address.abilities[method]].roles
                if not (let_in(status, to) if may else status == 403):
                    wrong.append((address.name, method, role, status, to))
    assert wrong == []


def test_a_club_that_does_not_exist_looks_like_one_that_is_not_ones_own() -> None:
    house = a_house()
    assert house.stranger is not None
    for path in ("/club/nowhere/people/", house.path("people/")):
        assert Client().get(path).headers["Location"].startswith("/account/login/")
        assert logged_in(house.stranger).get(path).status_code == 404


@pytest.mark.parametrize(
    "name",
    [
        *("account", "account-tokens", "account-delete", "account_email", "account_logout", "account_set_password"),
        *("account_change_password", "account_reauthenticate", "mfa_add_webauthn", "new-club"),
    ],
)
def test_what_belongs_to_an_account_asks_who_it_is(name: str) -> None:
    answer = Client().get(reverse(name))
    wanted = "/" if name == "account_logout" else "/account/login/"
    assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, wanted)


def test_the_list_of_ones_own_clubs_needs_a_token() -> None:
    assert Client().get("/api/v1/clubs/").status_code == 401
    assert Client(headers={"Authorization": "Token falsch"}).get("/api/v1/clubs/").status_code == 401


def test_a_sheet_is_open_to_whoever_has_its_address() -> None:
    sheet = a_sheet()
    assert Client().get(f"/sheet/{sheet.write_secret}/").status_code == 200
    assert Client().get(f"/watch/{sheet.watch_secret}/").status_code == 200
    assert Client().post(f"/sheet/{sheet.watch_secret}/hand/").status_code == 404


def test_docs_permissions_md_is_what_the_code_says() -> None:
    written = Path(settings.BASE_DIR, "docs", "permissions.md").read_text(encoding="utf-8")
    assert written == document(), "run: .venv/bin/python manage.py permissions"
