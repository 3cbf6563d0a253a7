"""Every page of clubs and accounts in every state worth looking at; the club behind them is built by use cases."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page

from clubs.models import Evening, Membership, Player, Transfer, User
from clubs.models.club import Role
from clubs.models.till import Kind
from clubs.services import share_out, till
from clubs.services.by_hand import Entry, book_by_hand
from clubs.services.claims import ask_claim
from clubs.services.evenings import open_evening
from clubs.services.invitations import invite
from clubs.services.people import change_player, set_left
from clubs.services.tariffs import add_tariff
from clubs.services.till import Line, book
from scoring.models import Sheet
from scoring.services.attendance import tick
from scoring.services.profiles import change_rules, make_profile
from scoring.services.sheets import begin_sheet
from tests.club import House, a_house, an_account, logged_in
from tests.services.evening import a_table, play, settle
from tests.services.table import new_token, plain, special, won_leg
from tests.services.worked_evenings import worked

MONEY = {"money": "zero_sum", "stake_cents": 50}
IBAN = "AT611904300234573201"
LONG = "Maria Theresia Hinterholzer-Obermüllner"
WIDE = "Donaudampfschifffahrtsgesellschaftskapit"
NOBODY = "nobody"
_numbers = itertools.count(1)


@dataclass(slots=True)
class Gallery:
    """A club with something on every page, and who looks at it."""

    house: House
    tonight: Evening
    settled: Evening
    quick: Sheet
    transfer: Transfer
    ids: dict[str, int | str] = field(default_factory=dict)

    @property
    def words(self) -> dict[str, object]:
        """What stands in the paths below."""
        return {"club": self.house.path()[:-1], "tonight": self.tonight.day, "settled": self.settled.day, **self.ids}


def token() -> str:
    return f"gallery-token-{next(_numbers):06}"


def log_in(context: BrowserContext, site: str, user: User) -> None:
    """Lets a phone in as this account, without its pages of logging in."""
    key = logged_in(user).cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": site}])


def an_empty_club() -> House:
    """As it is a minute after founding."""
    house = a_house("post", name="Stammtisch Gasthaus Post")
    Player.objects.filter(club=house.club).exclude(pk=house.players[Role.OWNER].pk).delete()
    Membership.objects.filter(club=house.club).exclude(role=Role.OWNER).delete()
    return house


def a_full_club() -> Gallery:
    house = a_house("post", name="Stammtisch Gasthaus Post", public=True, iban=IBAN, account_holder="Stammtisch Post")
    owner = house.users[Role.OWNER]
    long, wide, old, guest = (
        Player.objects.create(club=house.club, name=name, guest=guest)
        for name, guest in ((LONG, False), (WIDE, False), ("Hias Moser", False), ("Gustl Brandl", True))
    )
    for player in house.players.values():
        Player.objects.filter(pk=player.pk).update(iban=IBAN)
    change_player(long, by=owner, nickname="Mitzi", place="Obermoos bei Kaltenbrunn")
    set_left(old, by=owner, left=True, now=timezone.now())
    rules = house_rules(house)
    settled, tonight = evenings(house, (long, wide, guest))
    the_till(house, settled)
    stranger = Membership.objects.create(club=house.club, user=an_account("Gustav Brandl"), role=Role.MEMBER)
    ask_claim(stranger, guest, by=stranger.user)
    links = [
        invite(house.club, by=owner, token=token(), now=timezone.now(), **more)
        for more in ({"uses": 9}, {"player": long})
    ]
    quick = begin_sheet(game="bauernschnapsen", players=["Annerl", "Bert Maier", "Dora Lang", "Toni"], token=token())
    play(quick, won_leg(0))
    transfer = Transfer.objects.filter(evening=settled).order_by("pk")[0]
    gallery = Gallery(house, tonight, settled, quick, transfer)
    gallery.ids = {
        "anna": house.players[Role.OWNER].pk, "long": long.pk, "guest": guest.pk, "old": old.pk, "rules": rules,
        "egon": house.players[Role.SCORER].pk, "membership": stranger.pk, "invitation": links[0].pk,
        "secret": links[0].secret, "quick": quick.write_secret, "transfer": transfer.pk,
        "price": house.club.tariffs.order_by("pk")[0].pk, "fine": house.club.bookings.filter(kind=Kind.FINE)[0].pk,
        "year": tonight.day.year,
    }  # fmt: skip
    return gallery


def house_rules(house: House) -> int:
    version = make_profile(
        club=house.club, by=house.users[Role.DIRECTOR], game="bauernschnapsen", name="Gasthaus Post", house_rules=MONEY
    )
    change_rules(
        version.profile, by=house.users[Role.OWNER], house_rules={**MONEY, "stake_cents": 100}, after=version.number
    )
    return version.profile_id


def evenings(house: House, more: tuple[Player, ...]) -> tuple[Evening, Evening]:
    """One that is settled from hand to hand, and tonight with three tables."""
    names, owner, now = [one.name for one in house.players.values()], house.users[Role.OWNER], timezone.now()
    long, wide, guest = (one.name for one in more)
    last = open_evening(house.club, by=owner, now=now, day=now.date() - timedelta(7))
    play(a_table(last, names[:4], house_rules=MONEY), plain(1), won_leg(0), won_leg(0))
    play(a_table(last, [long, wide, names[0], guest], house_rules=MONEY), won_leg(1), special(0))
    kratzen = worked("kratzen")
    players = [names[0], long, wide, names[4], names[1], guest][: len(kratzen["players"])]
    hands = kratzen["hands"]
    sheet = begin_sheet(
        game="kratzen", players=players, evening=last, token=new_token(), first_dealer=kratzen["first_dealer"],
        house_rules=kratzen.get("house_rules") or {},
    )  # fmt: skip
    play(sheet, *hands)
    settle(last)
    last.refresh_from_db()
    tonight = open_evening(house.club, by=owner, now=now)
    play(
        a_table(tonight, [long, wide, names[0], names[1]], house_rules=MONEY),
        plain(1),
        won_leg(0),
        plain(0, 3),
        close=False,
    )
    play(a_table(tonight, names[:4], house_rules=MONEY), won_leg(1))
    begin_sheet(game="schnapsen", players=[names[4], guest], evening=tonight, token=new_token())
    tick(tonight, player=house.players[Role.MEMBER].pk, there=True)
    return last, tonight


def the_till(house: House, evening: Evening) -> None:
    club, by, people = house.club, house.users[Role.TREASURER], list(house.players.values())
    day, longest = till.today(club), Player.objects.get(club=club, name=LONG)
    fine = add_tariff(club, by=by, name="Verlorenes Bummerl", kind="fine", cents=50, first=3, further_cents=100)
    beer = add_tariff(club, by=by, name="Krügerl", kind="drinks", cents=450)
    book(
        club,
        by=by,
        token=token(),
        day=day - timedelta(30),
        lines=[Line(Kind.INCOME, 120000, note="Aus dem alten Kassabuch")],
    )
    played = [Entry(kind="fine", player=one, tariff=fine, count=2 * n + 1) for n, one in enumerate([*people, longest])]
    book_by_hand(club, by=by, token=token(), day=evening.day, evening=evening, entries=played)
    drunk = [Entry(kind="drinks", player=one, tariff=beer, count=n + 1) for n, one in enumerate(people)]
    book_by_hand(club, by=by, token=token(), day=day, entries=drunk, paid=True)
    book(club, by=by, token=token(), day=day, lines=[Line(Kind.EXPENSE, 2590, note="Neue Karten von Piatnik")])
    book(club, by=by, token=token(), day=day, lines=[Line(Kind.DEPOSIT, 5000, people[3], note="Guthaben")])
    dues = book(club, by=by, token=token(), day=day, lines=[Line(Kind.DUES, 2000, people[3])])
    till.reverse(dues[0], by=by, token=token())
    weights = [(one, 3) for one in people]
    share_out.share_out(club, by=by, token=token(), day=day, cents=10000, weights=weights)


# --- the pages -----------------------------------------------------------------------------------------------------

Do = Callable[[Page], None]


def send(page: Page, name: str, /, **typed: str) -> None:
    """Fills fields by name and taps the button with this text; the browser checks nothing."""
    page.evaluate("document.querySelectorAll('form').forEach((one) => (one.noValidate = true))")
    for key, value in typed.items():
        page.locator(f'main [name="{key}"]').first.fill(value)
    page.locator("main").get_by_role("button", name=name, exact=True).first.tap()


def made(page: Page) -> None:
    send(page, "Anlegen", name="Tabelle der Kassierin")
    page.locator(".done").wait_for()


def refused(name: str, /, **typed: str) -> Do:
    def do(page: Page) -> None:
        send(page, name, **typed)
        page.locator(".problem").first.wait_for()

    return do


def unfolded(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))")


def both(*does: Do) -> Do:
    """One after the other."""

    def do(page: Page) -> None:
        for one in does:
            one(page)

    return do


def new_here(page: Page) -> None:
    page.locator(".new-person label").tap()


def uploaded(rows: str) -> Do:
    def do(page: Page) -> None:
        page.locator('[name="file"]').set_input_files(
            {"name": "L.csv", "mimeType": "text/csv", "buffer": rows.encode()}
        )
        page.get_by_role("button", name="Anschauen").tap()
        page.locator(".planned, .problem").first.wait_for()

    return do


def counted(page: Page) -> None:
    send(page, "Vergleichen", counted="1000")
    page.locator(".moment-like").wait_for()


def worked_out(page: Page) -> None:
    send(page, "Ausrechnen", cents="100")
    page.locator("table.plain").wait_for()


def ticked(page: Page) -> None:
    page.locator(".people-rows .tick").first.tap()
    refused("Buchen", each="-3")(page)


LIST = "Vorname;Nachname;Ort\nHöß;Anna;\nBrandl;Gustl;Graz\nNeu;Nina;Wien\nNeu;Nina;Wien\n;;Linz\nMoser;Hiaß;\n"

Look = tuple[str, str, Do | None]
"""Whose phone, the path, and what is tapped there."""

EMPTY: Mapping[str, Look] = {
    "founding": (Role.OWNER, "/clubs/new/", unfolded),
    "founding-422": (Role.OWNER, "/clubs/new/", refused("Verein gründen", name="", slug="post", player="")),
    "next": (Role.OWNER, "{club}/next/", None),
    "overview": (Role.OWNER, "{club}/", None),
    "evenings": (Role.OWNER, "{club}/evenings/", None),
    "people": (Role.OWNER, "{club}/people/", None),
    "statistics": (Role.OWNER, "{club}/statistics/", None),
    "house-rules": (Role.OWNER, "{club}/house-rules/", None),
    "till": (Role.OWNER, "{club}/till/", None),
    "till-book": (Role.OWNER, "{club}/till/book/", None),
    "tariffs": (Role.OWNER, "{club}/till/tariffs/", None),
    "share-out": (Role.OWNER, "{club}/till/share-out/", None),
    "report": (Role.OWNER, "{club}/till/report/", None),
    "invitations": (Role.OWNER, "{club}/invitations/", None),
    "changes": (Role.OWNER, "{club}/changes/", None),
    "claims": (Role.OWNER, "{club}/people/claims/", None),
    "player": (Role.OWNER, "{club}/people/{anna}/", None),
    "myself": (Role.OWNER, "{club}/me/", None),
    "claim": (Role.OWNER, "{club}/me/claim/", None),
    "my-account": (Role.OWNER, "{club}/me/account/", None),
}
EVENINGS: Mapping[str, Look] = {
    "start": (Role.OWNER, "/", None),
    "overview": (Role.OWNER, "{club}/", None),
    "overview-member": (Role.MEMBER, "{club}/", None),
    "public": (NOBODY, "{club}/", None),
    "evenings": (Role.OWNER, "{club}/evenings/", unfolded),
    "evenings-422": (
        Role.OWNER,
        "{club}/evenings/",
        both(unfolded, refused("Diesen Abend eröffnen")),
    ),
    "evening": (Role.OWNER, "{club}/evenings/{tonight}/", unfolded),
    "evening-member": (Role.MEMBER, "{club}/evenings/{tonight}/", None),
    "evening-422": (Role.OWNER, "{club}/evenings/{tonight}/", refused("Hinzufügen", name="Brandl Gustav")),
    "evening-new": (Role.OWNER, "{club}/evenings/{tonight}/new/", unfolded),
    "evening-new-422": (Role.OWNER, "{club}/evenings/{tonight}/new/bauernschnapsen/", refused("Anfangen", player="")),
    "settle": (Role.OWNER, "{club}/evenings/{tonight}/settle/", None),
    "settled": (Role.OWNER, "{club}/evenings/{settled}/", None),
    "transfer": (Role.OWNER, "{club}/transfers/{transfer}/", None),
    "adopt": (Role.OWNER, "/sheet/{quick}/adopt/", None),
    "quick-result": (Role.OWNER, "/sheet/{quick}/result/", None),
    "house-rules": (Role.OWNER, "{club}/house-rules/", None),
    "house-rules-new": (Role.OWNER, "{club}/house-rules/new/", unfolded),
    "house-rules-new-422": (Role.OWNER, "{club}/house-rules/new/", refused("Speichern", name="")),
    "house-rules-one": (Role.OWNER, "{club}/house-rules/{rules}/", None),
    "house-rules-change": (Role.OWNER, "{club}/house-rules/{rules}/change/", unfolded),
    "house-rules-change-422": (Role.OWNER, "{club}/house-rules/{rules}/change/", refused("Als neue Fassung speichern")),
    "statistics": (Role.OWNER, "{club}/statistics/", None),
    "player": (Role.OWNER, "{club}/people/{anna}/", None),
    "player-long": (Role.OWNER, "{club}/people/{long}/", None),
    "player-sheets": (Role.OWNER, "{club}/people/{anna}/sheets/", None),
}
PEOPLE: Mapping[str, Look] = {
    "people": (Role.OWNER, "{club}/people/", unfolded),
    "people-member": (Role.MEMBER, "{club}/people/", None),
    "people-none": (Role.OWNER, "{club}/people/?q=Zzz", None),
    "add": (Role.OWNER, "{club}/people/add/", None),
    "add-422": (Role.OWNER, "{club}/people/add/", refused("Hinzufügen", name="Höß Anna")),
    "add-maybe": (Role.OWNER, "{club}/people/add/", refused("Hinzufügen", name="Brandl Gustav")),
    "person": (Role.OWNER, "{club}/people/{long}/edit/", None),
    "person-guest": (Role.OWNER, "{club}/people/{guest}/edit/", None),
    "person-left": (Role.OWNER, "{club}/people/{old}/edit/", None),
    "person-422": (Role.OWNER, "{club}/people/{long}/edit/", refused("Speichern", name="", iban="AT00")),
    "merge": (Role.OWNER, "{club}/people/{guest}/merge/", None),
    "merge-422": (Role.OWNER, "{club}/people/{guest}/merge/", refused("Das ist dieselbe Person")),
    "erase": (Role.OWNER, "{club}/people/{long}/erase/", None),
    "erase-422": (Role.OWNER, "{club}/people/{long}/erase/", refused("Endgültig löschen", confirmation="Mitzi")),
    "import": (Role.OWNER, "{club}/people/import/", None),
    "import-422": (Role.OWNER, "{club}/people/import/", refused("Anschauen")),
    "import-preview": (Role.OWNER, "{club}/people/import/", uploaded(LIST)),
    "import-guessed": (Role.OWNER, "{club}/people/import/", uploaded("Kern;Egon\nMoser;Gabi\n")),
    "claims": (Role.OWNER, "{club}/people/claims/", None),
    "myself": (Role.OWNER, "{club}/me/", None),
    "myself-422": (Role.OWNER, "{club}/me/", refused("Speichern", iban="AT00 1234")),
    "claim": (Role.OWNER, "{club}/me/claim/", None),
    "erase-me": (Role.MEMBER, "{club}/me/erase/", None),
}
TILL: Mapping[str, Look] = {
    "till": (Role.OWNER, "{club}/till/", unfolded),
    "book": (Role.OWNER, "{club}/till/book/", None),
    "book-amount": (Role.OWNER, "{club}/till/book/?what=dues&who=everybody", None),
    "book-income": (Role.OWNER, "{club}/till/book/?what=income", None),
    "book-422": (Role.OWNER, "{club}/till/book/?what=dues&who=everybody", ticked),
    "bookings": (Role.OWNER, "{club}/till/bookings/", None),
    "till-person": (Role.OWNER, "{club}/till/people/{egon}/", None),
    "reverse": (Role.OWNER, "{club}/till/bookings/{fine}/reverse/", None),
    "tariffs": (Role.OWNER, "{club}/till/tariffs/", unfolded),
    "tariffs-422": (Role.OWNER, "{club}/till/tariffs/", refused("Hinzufügen", name="Krügerl", cents="viel")),
    "tariff": (Role.OWNER, "{club}/till/tariffs/{price}/", None),
    "count": (Role.OWNER, "{club}/till/count/", unfolded),
    "count-compared": (Role.OWNER, "{club}/till/count/", counted),
    "count-422": (Role.OWNER, "{club}/till/count/", refused("Vergleichen", counted="viel")),
    "share-out": (Role.OWNER, "{club}/till/share-out/", None),
    "share-out-preview": (Role.OWNER, "{club}/till/share-out/", worked_out),
    "share-out-422": (Role.OWNER, "{club}/till/share-out/", refused("Ausrechnen", cents="99999")),
    "report": (Role.OWNER, "{club}/till/report/", None),
    "report-422": (Role.OWNER, "{club}/till/report/?start={year}-12-31&end={year}-01-01", None),
    "my-account": (Role.SCORER, "{club}/me/account/", None),
}
CLUB: Mapping[str, Look] = {
    "settings": (Role.OWNER, "{club}/settings/", None),
    "settings-422": (Role.OWNER, "{club}/settings/", refused("Speichern", name="", slug="Ö", iban="AT00")),
    "delete": (Role.OWNER, "{club}/delete/", refused("Endgültig löschen", name="Post")),
    "leave": (Role.OWNER, "{club}/leave/", refused("Verein verlassen")),
    "roles": (Role.OWNER, "{club}/roles/", unfolded),
    "remove": (Role.OWNER, "{club}/roles/{membership}/remove/", None),
    "invitations": (Role.OWNER, "{club}/invitations/", None),
    "invitations-422": (Role.OWNER, "{club}/invitations/", refused("Link machen", uses="0", days="x")),
    "invitation": (Role.OWNER, "{club}/invitations/{invitation}/", None),
    "changes": (Role.OWNER, "{club}/changes/", None),
    "invite": (NOBODY, "/invite/{secret}/", None),
    "invite-in": ("cilli", "/invite/{secret}/", None),
    "invite-known": (Role.MEMBER, "/invite/{secret}/", None),
    "who": ("gustav", "{club}/who/", None),
    "who-422": (
        "gustav",
        "{club}/who/",
        both(new_here, refused("Das bin ich", name="")),
    ),
    "myself-nobody": ("gustav", "{club}/me/", None),
    "not-allowed": (Role.MEMBER, "{club}/till/", None),
    "nowhere": ("cilli", "{club}/till/", None),
}
ACCOUNT: Mapping[str, Look] = {
    "signup": (NOBODY, "/account/signup/", None),
    "signup-422": (NOBODY, "/account/signup/", refused("Konto anlegen", name="", email="anna", password1="1")),
    "login": (NOBODY, "/account/login/", unfolded),
    "login-422": (
        NOBODY,
        "/account/login/",
        both(unfolded, refused("Anmelden", login="a@example.org", password="x")),
    ),
    "password-reset": (NOBODY, "/account/password/reset/", None),
    "account": (Role.OWNER, "/account/", None),
    "account-422": (Role.OWNER, "/account/", refused("Speichern", name="", email="anna")),
    "tokens": (Role.OWNER, "/account/tokens/", made),
    "tokens-422": (Role.OWNER, "/account/tokens/", refused("Anlegen", name="")),
    "password-set": (Role.OWNER, "/account/password/set/", None),
    "password-set-422": (Role.OWNER, "/account/password/set/", refused("Speichern", password1="a", password2="b")),
    "passkey-add": (Role.OWNER, "/account/passkeys/add/", None),
    "logout": (Role.OWNER, "/account/logout/", None),
    "delete-only-owner": (Role.OWNER, "/account/delete/", None),
    "delete-422": ("cilli", "/account/delete/", refused("Konto löschen", email="x@example.org")),
}
