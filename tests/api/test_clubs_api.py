"""The API of the club itself: the same use cases as the pages, with a token of one's own."""

from json import dumps
from typing import Any

import pytest
from django.test import Client

from clubs.models import Change, Club, Invitation, Membership, Player, User
from clubs.models.club import Role
from tests.club import House, a_house, an_account, logged_in
from tests.services.table import new_token
from tests.web.page import form, get, read, texts

pytestmark = pytest.mark.django_db

Answer = tuple[int, Any]


def call(house: House, method: str, path: str, body: Any = None, *, role: str = Role.OWNER) -> Answer:
    return call_as(house.token(role), method, path, body)


def call_as(token: str, method: str, path: str, body: Any = None) -> Answer:
    headers = {"Authorization": f"Token {token}", "Accept-Language": "de"} if token else {}
    answer = Client(headers=headers).generic(
        method, f"/api/v1/clubs/{path}", "" if body is None else dumps(body), content_type="application/json"
    )
    return answer.status_code, answer.json() if answer.content else None


def token_of(user: User) -> str:
    return House(Club(), {Role.OWNER: user}).token()


def problems(answer: Answer) -> list[tuple[str, str | None]]:
    status, body = answer
    assert (status, [sorted(one) for one in body["problems"]]) == (
        422,
        [["at", "code", "message"]] * len(body["problems"]),
    )
    return [(one["code"], one["at"]) for one in body["problems"]]


# --- founding and settings ------------------------------------------------------------------------------------------


def test_without_a_token_there_is_nothing() -> None:
    a_house(public=True)
    assert [call_as("", "GET", path)[0] for path in ("", "post/", "post/roles/", "post/changes/")] == [401] * 4
    assert call_as("", "POST", "accept/", {"secret": "x"})[0] == 401


def test_a_club_is_founded_listed_and_read() -> None:
    token = token_of(an_account("Anna Höß"))
    status, club = call_as(token, "POST", "", {"name": "Stammtisch Höß"})
    assert (status, club["slug"], club["role"], club["time_zone"]) == (
        201,
        "stammtisch-hoess",
        "owner",
        "Europe/Vienna",
    )
    assert call_as(token, "POST", "", {"name": "Stammtisch Höß"}) == (201, club)
    assert call_as(token, "GET", "") == (200, [club])
    assert call_as(token, "GET", "stammtisch-hoess/") == (200, club)
    assert "own" in club["abilities"]
    assert Club.objects.count() == 1


def test_settings_are_changed_and_read_under_the_old_address_too() -> None:
    house = a_house()
    wanted = {"slug": "neue-post", "iban": "AT61 1904 3002 3457 3201", "account_holder": "Post"}
    status, club = call(house, "PATCH", "post/", wanted)
    assert (status, club["slug"], club["iban"]) == (200, "neue-post", "AT611904300234573201")
    assert call(house, "GET", "post/") == (200, club)
    status, seen = call(house, "GET", "neue-post/", role=Role.MEMBER)
    assert (status, "iban" in seen, seen["abilities"]) == (200, False, ["see", "be_oneself"])


def test_strangers_find_nothing_and_members_may_not_run_the_club() -> None:
    house = a_house()
    assert house.stranger is not None
    paths = [("GET", "post/"), ("GET", "post/roles/"), ("POST", "post/invitations/"), ("GET", "post/changes/")]
    stranger = token_of(house.stranger)
    assert [call_as(stranger, method, path)[0] for method, path in paths] == [404] * 4
    assert [call(house, method, path, role=Role.DIRECTOR)[0] for method, path in paths] == [200, 403, 403, 403]
    assert call(house, "PATCH", "post/", {"name": "x"}, role=Role.TREASURER)[0] == 403


REFUSED: list[dict[str, Any]] = [
    {"name": "", "slug": "Ä B"},
    {"name": "Post", "slug": "post"},
    {"name": "Post", "slug": "api", "player": "x" * 41},
    {"name": "x" * 81, "language": "xx", "time_zone": "Europe/Graz"},
    {"name": "Po\u202est"},
]


@pytest.mark.parametrize("given", REFUSED)
def test_founding_is_refused_with_the_same_sentences_as_on_the_page(given: dict[str, Any]) -> None:
    a_house("post")
    cilli = an_account("Cilli")
    client = logged_in(cilli)
    page = client.post("/clubs/new/", form(get(client, "/clubs/new/")).filled(**given))
    status, body = call_as(token_of(cilli), "POST", "", given)
    assert (page.status_code, status) == (422, 422)
    assert sorted(texts(page, ".problem")) == sorted(one["message"] for one in body["problems"])
    assert Club.objects.count() == 1


def test_a_body_that_is_none_is_refused_with_a_code() -> None:
    token = token_of(an_account("Anna"))
    bodies: list[Any] = [[], "x", {}, {"name": None}, {"name": ["x"]}, {"name": "x", "public": "perhaps"}]
    for body in bodies:
        assert {code for code, _at in problems(call_as(token, "POST", "", body))} == {"bad_value"}


# --- roles ----------------------------------------------------------------------------------------------------------


def row(house: House, role: str) -> Membership:
    return Membership.objects.get(user=house.users[role])


def test_roles_are_listed_changed_and_taken_away() -> None:
    house = a_house()
    status, listed = call(house, "GET", "post/roles/")
    assert (status, [one["role"] for one in listed]) == (200, list(Role.values))
    pk = row(house, Role.MEMBER).pk
    status, changed = call(house, "PATCH", f"post/roles/{pk}/", {"role": "scorer"})
    assert (status, changed["role"], changed["name"]) == (200, "scorer", "Franz Huber")
    assert call(house, "DELETE", f"post/roles/{pk}/") == (204, None)
    assert call(house, "DELETE", f"post/roles/{pk}/")[0] == 404
    assert list(Change.objects.values_list("what", flat=True)) == ["member_removed", "role_changed"]


def test_the_last_owner_stays_here_too() -> None:
    house = a_house()
    pk = row(house, Role.OWNER).pk
    refused = [("last_owner", "role")]
    assert problems(call(house, "PATCH", f"post/roles/{pk}/", {"role": "member"})) == refused
    assert problems(call(house, "DELETE", f"post/roles/{pk}/")) == refused
    assert problems(call(house, "DELETE", "post/leave/")) == refused
    assert problems(call(house, "PATCH", f"post/roles/{pk}/", {"role": "king"})) == [("no_such_role", "role")]
    assert call(house, "DELETE", "post/leave/", role=Role.MEMBER) == (204, None)


# --- invitations ----------------------------------------------------------------------------------------------------


def test_an_invitation_is_made_followed_and_withdrawn() -> None:
    house = a_house()
    body = {"token": new_token("invite"), "role": "treasurer", "uses": 2}
    status, made = call(house, "POST", "post/invitations/", body)
    assert (status, made["role"], made["uses_left"], made["useless"]) == (201, "treasurer", 2, None)
    assert call(house, "POST", "post/invitations/", body) == (201, made)
    token = token_of(an_account("Cilli Fremd"))
    for _tap in range(2):
        status, club = call_as(token, "POST", "accept/", {"secret": made["secret"]})
        assert (status, club["slug"], club["role"], club["player"]) == (200, "post", "treasurer", None)
    assert call(house, "DELETE", f"post/invitations/{made['id']}/") == (204, None)
    status, listed = call(house, "GET", "post/invitations/")
    assert (status, [(one["uses_left"], one["useless"]) for one in listed]) == (200, [(1, "invitation_revoked")])
    late = call_as(token_of(an_account("Dana")), "POST", "accept/", {"secret": made["secret"]})
    assert problems(late) == [("invitation_revoked", None)]
    assert problems(call_as(token, "POST", "accept/", {"secret": "nobody"})) == [("no_such_invitation", "secret")]


def test_saying_who_one_is_through_the_api() -> None:
    house = a_house()
    gusti = Player.objects.create(club=house.club, name="Gusti Gast", guest=True)
    cilli = an_account("Cilli Fremd")
    Membership.objects.create(club=house.club, user=cilli)
    token = token_of(cilli)
    assert problems(call_as(token, "POST", "post/who/", {"name": ""})) == [("player_missing", "name")]
    assert problems(call_as(token, "POST", "post/who/", {"player": 0})) == [("no_such_person", "player")]
    assert call_as(token, "POST", "post/who/", {"player": gusti.pk}) == (200, {"player": None})
    status, me = call_as(token, "POST", "post/who/", {"name": "Cilli Fremd"})
    assert (status, me["player"]) == (200, Membership.objects.get(user=cilli).player_id)


def test_what_is_wrong_with_an_invitation_has_the_codes_of_the_page() -> None:
    house = a_house()
    body = {"token": "x", "role": "king", "uses": 0, "days": 91, "player": house.players[Role.MEMBER].pk}
    assert problems(call(house, "POST", "post/invitations/", body)) == [
        ("bad_token", "token"),
        ("no_such_role", "role"),
        ("bad_uses", "uses"),
        ("bad_days", "days"),
        ("person_has_account", "player"),
    ]
    page = house.phone().post(house.path("invitations/"), {**{k: str(v) for k, v in body.items()}})
    assert (page.status_code, len(texts(page, ".problem"))) == (422, 5)
    assert Invitation.objects.count() == 0
    assert read(page).forms != []


# --- the log of changes ---------------------------------------------------------------------------------------------


def test_the_log_of_changes_is_read_latest_first_and_piece_by_piece() -> None:
    house = a_house()
    for name in ("Eins", "Zwei", "Drei"):
        call(house, "PATCH", "post/", {"name": name})
    status, told = call(house, "GET", "post/changes/")
    assert (status, [one["after"]["name"] for one in told]) == (200, ["Drei", "Zwei", "Eins"])
    anna = f"Anna Höß ({house.users['owner'].email})"
    assert (told[0]["words"], told[0]["by"], told[0]["about"]) == ("Einstellungen geändert", anna, None)
    status, older = call(house, "GET", f"post/changes/?before={told[1]['id']}")
    assert [one["id"] for one in older] == [told[2]["id"]]
    assert call(house, "GET", "post/changes/?before=nobody") == (200, told)
