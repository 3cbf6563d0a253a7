"""The log of changes in words: everything that is written into it can be read in it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from clubs import messages
from clubs.messages import changes as words
from clubs.models import Change, Membership, Player, User
from clubs.models.club import Role
from clubs.models.till import Kind
from clubs.services.changes import log_change
from clubs.services.tariffs import add_tariff, change_tariff
from tests.club import House, a_house, an_account
from tests.web.page import elements, get, links, texts

ROOT = Path(settings.BASE_DIR)


def strings_in(node: ast.expr) -> Iterator[str]:
    """The codes an expression can be: a literal, or one of two."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from strings_in(node.body)
        yield from strings_in(node.orelse)


def codes_in_source() -> set[str]:
    """Every code that `log_change` is called with, also where it was put into a variable just before."""
    found = set[str]()
    for app in ("clubs", "scoring"):
        for file in sorted((ROOT / app).rglob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            for function in ast.walk(tree):
                if isinstance(function, ast.FunctionDef):
                    found |= set(codes_in(function))
    return found


def codes_in(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "log_change":
            code = node.args[1] if len(node.args) > 1 else next(k.value for k in node.keywords if k.arg == "what")
            yield from strings_in(code)
            if isinstance(code, ast.Name):
                yield from assigned(function, code.id)


def assigned(function: ast.FunctionDef, name: str) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = (
                    zip(target.elts, node.value.elts, strict=False)
                    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                    else [(target, node.value)]
                )
                for one, value in pairs:
                    if isinstance(one, ast.Name) and one.id == name:
                        yield from strings_in(value)


def test_every_code_that_is_written_has_words() -> None:
    codes = codes_in_source()
    assert len(codes) > 10
    assert codes - set(messages.CHANGES) == set()


# --- fields and values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("role", "treasurer", "Kassier:in"),
        ("public", True, "ja"),
        ("public", False, "nein"),
        ("name", "", "–"),
        ("anything", None, "–"),
        ("cash", -150, "−€\u00a01,50"),
        ("further_cents", 1000, "€\u00a010,00"),
        ("count", 3, "3"),
        ("iban", "AT611904300234573201", "AT61 1904 3002 3457 3201"),
        ("day", "2026-03-03", "03.03.2026"),
        ("expires_at", "2026-03-03T19:00:00+00:00", "03.03.2026 20:00"),
        ("names", ["Anna", "Bert"], "Anna, Bert"),
        ("day", "no day", "no day"),
        ("slug", "https://post", "https://post"),
        ("iban", "… 3201", "… 3201"),
        ("game", "bauernschnapsen", "Bauernschnapsen"),
        ("kind", "fine", "Strafe"),
    ],
)
def test_a_stored_value_reads_as_one_would_say_it(name: str, value: Any, said: str) -> None:
    with translation.override("de"):
        assert words.value_text(name, value) == said


def test_a_field_nobody_has_thought_of_still_reads_decently() -> None:
    with translation.override("de"):
        assert words.field_name("some_new_thing") == "Some new thing"
        assert words.value_text("some_new_thing", {"a_b": [1, 2], "c": None}) == "A b: 1, 2; C: –"


# --- the page -------------------------------------------------------------------------------------------------------


def changed(house: House, count: int = 1) -> None:
    for number in range(count):
        log_change(
            house.club,
            "role_changed",
            by=house.users[Role.OWNER],
            before={"role": "member"},
            after={"role": "scorer", "account": house.users[Role.MEMBER].pk, "number": number},
            player=house.players[Role.MEMBER],
        )


@pytest.mark.django_db
def test_who_what_about_whom_before_and_after_stand_there_in_words() -> None:
    house = a_house()
    changed(house)
    page = get(house.phone(), house.path("changes/"))
    row = next(one for one in elements(page, "li") if "Rolle geändert" in one.text)
    assert "Rolle geändert : Franz Huber" in row.text.replace("geändert:", "geändert :")
    assert "Anna Höß" in row.text
    assert [text for text in texts(page, "dd") if "Schreiber:in" in text] == [
        "vorher: Mitglied → nachher: Schreiber:in"
    ]
    assert [text for text in texts(page, "dt") if text == "Rolle"] == ["Rolle"]
    assert "{" not in row.text


@pytest.mark.django_db
def test_who_was_merged_into_whom_is_told_by_name() -> None:
    house = a_house()
    alias = Player.objects.create(club=house.club, name="Huber F.")
    log_change(house.club, "players_merged", by=None, player=alias, after={"into": house.players[Role.MEMBER].pk})
    assert texts(get(house.phone(), house.path("changes/")), "dd") == ["nachher: Franz Huber"]


@pytest.mark.django_db
def test_an_account_without_a_person_is_called_as_it_calls_itself_and_one_that_is_gone_is_nobody() -> None:
    house = a_house()
    cilli, dana = an_account("Cilli Fremd"), an_account("Dana Fort")
    for user in (cilli, dana):
        log_change(house.club, "member_joined", by=None, after={"role": "member", "account": user.pk})
    dana.delete()
    rows = [one.text for one in elements(get(house.phone(), house.path("changes/")), "li") if "beigetreten" in one.text]
    assert ["Cilli Fremd" in text for text in rows] == [False, True]
    assert "ein Konto, das es nicht mehr gibt" in rows[0]
    assert "Dana" not in rows[0]


@pytest.mark.django_db
def test_who_did_something_is_named_as_then_also_after_a_new_name_and_without_the_account() -> None:
    house = a_house()
    dora = house.users[Role.TREASURER]
    log_change(house.club, "tariff_added", by=dora, after={"name": "Bier"})
    User.objects.filter(pk=dora.pk).update(name="Anna Höß")
    assert f"Dora Lang ({dora.email})" in next(
        one.text for one in elements(get(house.phone(), house.path("changes/")), "li")
    )
    dora.delete()
    rows = [one.text for one in elements(get(house.phone(), house.path("changes/")), "li") if "Bier" in one.text]
    assert ["Dora Lang" in one for one in rows] == [True]


@pytest.mark.django_db
def test_a_changed_price_is_told_with_its_name() -> None:
    house = a_house()
    beer = add_tariff(house.club, by=None, kind=Kind.DRINKS, name="Bier", cents=380)
    change_tariff(beer, by=None, name="Bier", cents=400)
    row = next(one.text for one in elements(get(house.phone(), house.path("changes/")), "li") if "geändert" in one.text)
    assert "Bier" in row


@pytest.mark.django_db
def test_one_can_look_for_a_kind_and_for_a_person_whoever_was_merged_into_it() -> None:
    house = a_house()
    alias = Player.objects.create(club=house.club, name="Huber F.", merged_into=house.players[Role.MEMBER])
    changed(house)
    log_change(house.club, "player_left", by=None, player=alias)
    log_change(house.club, "club_changed", by=None, before={"name": "A"}, after={"name": "B"})
    anna = house.phone()

    def found(asked: str) -> list[str]:
        return [one.split(":")[0] for one in texts(get(anna, house.path(f"changes/{asked}")), "b")]

    with translation.override("de"):
        left = str(messages.CHANGES["player_left"])
    everything = ["Einstellungen geändert", left, "Rolle geändert"]
    assert found("") == everything
    assert found("?kind=club") == ["Einstellungen geändert", "Rolle geändert"]
    assert found("?kind=people") == [left]
    assert found(f"?person={house.players[Role.MEMBER].pk}") == everything[1:]
    assert found(f"?kind=club&person={house.players[Role.MEMBER].pk}") == ["Rolle geändert"]
    for nonsense in ("?kind=x", "?person=x", "?person=99999999999999999999999", "?page=x", "?page=99"):
        assert found(nonsense) == everything


@pytest.mark.django_db
def test_the_log_has_pages_that_keep_what_was_asked_for() -> None:
    house = a_house()
    changed(house, 51)
    anna = house.phone()
    page = get(anna, house.path("changes/?kind=club"))
    assert len(list(elements(page, "dl"))) == 50
    assert [one for one in links(page) if one.startswith("?page")] == ["?page=2&kind=club"]
    assert len(list(elements(get(anna, house.path("changes/?page=2&kind=club")), "dl"))) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 3])
def test_the_log_costs_the_same_with_one_and_with_three(count: int, django_assert_num_queries: Any) -> None:
    house = a_house()
    for number in range(count):
        user = an_account(f"More{number}")
        Membership.objects.create(club=house.club, user=user)
        log_change(house.club, "member_joined", by=user, after={"role": "member", "account": user.pk})
    changed(house, count)
    client = house.phone()
    with django_assert_num_queries(7):  # session, account, membership, people, count, changes, accounts
        get(client, house.path("changes/"))
    assert Change.objects.count() == 2 * count
