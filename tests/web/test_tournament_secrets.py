"""What no page of a tournament may give away or run: whatever people typed, whoever was erased, whatever writes.

The addresses are asked of Django itself, so that a page written later is looked at too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.management.permission_table import Address, addresses
from clubs.models import Player
from clubs.models.club import Role
from clubs.permissions import ABILITIES
from scoring.models import Sheet
from scoring.services.closing import close_sheet
from scoring.services.erase import erase_person
from tests.club import House
from tests.pdf import text_of
from tests.services.table import now
from tests.tournament import a_card, a_result, a_round, a_tournament
from tests.web.page import phone
from tests.web.test_secrets_and_escaping import foreign
from tournaments.models import Adjustment, Ban, Buy, Call, Confirmation, Payment, Payout, Round, Screen, Tournament
from tournaments.models.entrants import Status
from tournaments.services import table_sheets
from tournaments.services.screen_program import Program, What, usual, write_program
from tournaments.services.table_codes import code_of, hall_code

pytestmark = pytest.mark.django_db

EVIL = ["<script>alert(1)</script>", '"><img src=x>', "'; {{ 7|add:7 }}", "</script><b>&amp;"]
ASKED = {
    "tables": ("?table=1", "?table=2"),
    "round": ("?by=name", "?verify=1"),
    "standings": ("?view=women", "?view=groups"),
    "draw": ("?first=1&second=2",),
}
"""Other looks at a page."""
INSIDE = [one for one in addresses() if "tournaments" in one.route]


def plan_with(text: str) -> dict[str, Any]:
    return {
        "stages": [{"kind": "lives", "name": text[:40], "lives": 3, "counting": {"unit": "legs"}}],
        "ranking": {"chain": ["survived"]},
        "desk": {"record": "either"},
        "fee": {"cents": 1500, "pool": 1500},
        "buying": {"allowed": True, "cents": 500, "lives": 1, "pool_cents": 500},
        "prizes": {"prizes": [{"place": 1, "goods": text}]},
        "hall": {"confirm": True},
    }


@dataclass(slots=True)
class Scene:
    """A tournament in which everything has happened, with everything in it that somebody can type."""

    house: House
    tournament: Tournament
    round: Round
    sheet: Sheet
    arguments: dict[str, Any]

    def path(self, address: Address) -> str:
        known = {"slug": self.house.club.slug, **self.arguments}
        if "/rounds/" in address.route:
            known["number"] = self.round.number
        return reverse(address.name, kwargs={name: known[name] for name in ("slug", *address.arguments)})


def a_scene(house: House, *names: str, text: str = EVIL[0]) -> Scene:
    club = house.club
    said: dict[str, Any] = {"name": f"Pokal {text}"[:80], "place": text, "notes": text, "game_name": text[:40]}
    tournament = a_tournament(club, *names, plan=plan_with(text), **said)
    tournament.entrants.update(name="", group=text[:40], apart=text[:40], deck=text[:20], woman=True)
    a_card(tournament, "Moser", status=Status.EXPECTED)
    tournament.entrants.filter(number=5).update(name=text[:40])
    first = a_round(tournament, (1, 2), (3, 4))
    a_result(first.tables.get(number=2), {"legs": 1}, {"legs": 0})
    sheet = table_sheets.open_sheet(first.tables.get(number=1))
    card, player = tournament.entrants.get(number=1), Player.objects.get(club=club, name=names[0])
    in_ = first.tables.get(number=2)
    in_.results.update(reason=text[:120], by=house.users[Role.SCORER])
    Confirmation.objects.create(table=in_, of=in_.seq, position=0, agrees=False, remark=text[:120], token="no")
    Payment.objects.create(tournament=tournament, entrant=card, kind="fee", cents=1500)
    penalty = Adjustment.objects.create(
        tournament=tournament, entrant=card, unit="legs", amount=-1, reason=text, token="a"
    )
    terms = {"after_round": 1, "lives": 1, "cents": 500, "pool_cents": 500, "token": "buy"}
    arguments = {
        "pk": tournament.pk,
        "penalty": penalty.pk,
        "buy": Buy.objects.create(entrant=card, **terms).pk,
        "prize": Payout.objects.create(tournament=tournament, entrant=card, wins="place", place=1, goods=text).pk,
        "ban": Ban.objects.create(club=club, player=player, reason=text).pk,
        "number": 1,
        "table": 1,
        "preset": "three-lives",
        "act": "pay",
        "step": "what",
        "form": "json",
        "what": "draw-slips",
        "paper": "prizes",
        "screen": a_screen(tournament, text).pk,
        "call": Call.objects.create(table=first.tables.get(number=2), token="call").pk,
    }
    return Scene(house, tournament, first, sheet, arguments)


def hall_pages(tournament: Tournament) -> list[str]:
    """What everybody's phone shows."""
    views = [f"?view={view}" for view in ("draw", "tables", "standings", "prizes")]
    others = ("1/", "2/", "rules/", "?view=draw&q=xa", "1/why/", "2/why/?with=1", "pictures/?number=1")
    return [f"/hall/{hall_code(tournament)}/{rest}" for rest in (*views, *others)]


def table_pages(tournament: Tournament) -> list[str]:
    """What the phones at its tables show."""
    first, second = (f"/table/{code_of(tournament, number)}/" for number in (1, 2))
    return [first, second, f"{first}strip/", f"{second}confirm/?position=0", f"{second}confirm/?position=1&pass=1"]


def answers_outside(tournament: Tournament) -> list[str]:
    """The API for whoever has no account."""
    hall, tables = f"/api/v1/halls/{hall_code(tournament)}/", (code_of(tournament, number) for number in (1, 2))
    rest = ("", "cards/1/", "cards/2/", "cards/1/why/", "cards/2/why/", "pictures/")
    return [*(hall + one for one in rest), *(f"/api/v1/tables/{code}/" for code in tables)]


def a_screen(tournament: Tournament, text: str) -> Screen:
    """It shows everything there is to show, and a message."""
    program = Program(tuple(usual(one, text[:120] if one == What.MESSAGE else "") for one in What))
    shows = write_program(program)
    return Screen.objects.create(tournament=tournament, name=text[:40], secret="leinwand", shows=shows, token="screen")


def answers(scene: Scene, role: str) -> Iterator[tuple[str, Any]]:
    """Every page and every answer of the API that this role may look at."""
    browser = scene.house.phone(role)
    program = Client(headers={"Authorization": f"Token {scene.house.token(role)}"})
    for address in INSIDE:
        ability = address.abilities.get("GET") if address.is_api else address.ability
        if ability is None or role not in ABILITIES[ability].roles:
            continue
        path = scene.path(address)
        paths = [path, *(path + asked for asked in ASKED.get(address.name, ()))]
        if address.name == "tournament-setup":
            paths += [path.replace("/what/", f"/{step}/") for step in ("course", "money")]
        for one in paths:
            answer = (program if address.is_api else browser).get(one)
            if answer.status_code == 405:
                break
            yield one, answer


def read(answer: Any) -> str:
    """What somebody reads of it; of a paper the words on its pages."""
    pdf = answer.headers["Content-Type"] == "application/pdf"
    return text_of(answer.content) if pdf else str(answer.content.decode())


def test_what_was_typed_is_shown_and_not_run_on_any_page(house: House) -> None:
    scene = a_scene(house, *EVIL)
    seen = 0
    for path, answer in answers(scene, Role.OWNER):
        assert answer.status_code in (200, 302, 422), path
        if answer["Content-Type"].startswith("text/html"):
            seen += 1
            assert foreign(answer) == [], path
            assert "alert(1)</script>" not in answer.content.decode(), path
    assert seen > 25
    for path in ("/screen/leinwand/", *table_pages(scene.tournament), *hall_pages(scene.tournament)):
        outside = phone().get(path)
        assert outside.status_code == 200, path
        assert (foreign(outside), "alert(1)</script>" in outside.content.decode()) == ([], False), path


def test_a_member_who_may_not_score_never_reads_what_lets_write(house: House) -> None:
    scene = a_scene(house, "Josef Auer", "Maria Berger", "Franz Dorn", "Anna Eder")
    secrets = [scene.sheet.write_secret, scene.sheet.code, scene.tournament.secret]
    secrets += [code_of(scene.tournament, number) for number in (1, 2, 3)]
    for path, answer in answers(scene, Role.MEMBER):
        text = read(answer) + str(answer.headers)
        assert not [one for one in secrets if one in text], path
        # Nobody finds it in a browser that others use afterwards, or in a cache on the way.
        assert {"no-store", "private"} <= {*answer.headers["Cache-Control"].replace(",", " ").split()}, path


def test_a_form_from_another_site_is_taken_nowhere(house: House) -> None:
    scene = a_scene(house, "Josef Auer", "Maria Berger", "Franz Dorn", "Anna Eder")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(house.users[Role.OWNER], backend="django.contrib.auth.backends.ModelBackend")
    pages = [scene.path(one) for one in INSIDE if not one.is_api]
    for path in [*pages, f"/table/{code_of(scene.tournament, 1)}/"]:
        assert strict.post(path, {"won": "0", "round": "1", "sheet": "1"}).status_code == 403, path
    for path in (scene.path(one) for one in INSIDE if one.is_api):
        # A browser that is logged in is nobody for the API: it wants a token.
        assert strict.post(path, {}, content_type="application/json").status_code in (401, 405), path


def test_an_erased_person_is_on_no_page_of_a_tournament(house: House) -> None:
    name = "Xaveria Oberndorfer"
    scene = a_scene(house, name, "Maria Berger", "Franz Dorn", "Anna Eder", text=name)
    close_sheet(scene.sheet, write=now(scene.sheet))
    erase_person(house.club, Player.objects.get(name=name), by=house.users[Role.OWNER], confirmation=name)
    scene.sheet.refresh_from_db()
    outside = ["/screen/leinwand/", f"/watch/{scene.sheet.watch_secret}/", f"/check/?code={scene.sheet.check_code}"]
    outside += [f"/api/v1/sheets/{scene.sheet.watch_secret}/", f"/api/v1/check/{scene.sheet.check_code}/"]
    outside += [*table_pages(scene.tournament), *hall_pages(scene.tournament), *answers_outside(scene.tournament)]
    outside += [f"/sheet/{scene.sheet.write_secret}/{page}" for page in ("result/", "history/")]
    for path, answer in [*answers(scene, Role.OWNER), *((path, phone().get(path)) for path in outside)]:
        assert answer.status_code in (200, 302, 422), path
        text = read(answer).casefold()
        assert not [part for part in ("xaveria", "oberndorfer", scene.tournament.secret) if part in text], path
