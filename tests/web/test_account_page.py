"""The account page: sessions, tokens, passkeys where they can work, and deleting the account."""

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from clubs.models import ApiToken, Change, Membership, Player, User
from clubs.models.club import Role
from clubs.services.accounts import passkey_host
from clubs.services.invitations import invite
from tests.club import a_house, an_account, logged_in
from tests.web.page import form, get, phone, read, texts, values

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def with_password(name: str = "Anna Höß") -> User:
    user = an_account(name)
    user.set_password("kartenspiel-31")
    user.save()
    return user


def log_in(user: User, agent: str) -> Client:
    client = phone(**{"User-Agent": agent})
    sent = form(get(client, "/account/login/"), "/login/")
    assert client.post(sent.action, sent.filled(login=user.email, password="kartenspiel-31")).status_code == 302
    return client


def make_token(client: Client, name: str) -> Any:
    sent = form(get(client, "/account/tokens/"), "/tokens/")
    return client.post(sent.action, sent.filled(name=name))


def test_somebody_not_logged_in_is_asked_to_and_comes_back() -> None:
    for path in ("/account/", "/account/tokens/", "/account/delete/"):
        assert phone().get(path).headers["Location"] == f"/account/login/?next={path}"


def test_other_phones_are_listed_and_logged_out_from_here() -> None:
    user = with_password()
    lost, here = log_in(user, PHONE), log_in(user, LAPTOP)
    page = get(here, "/account/")
    assert [words.split("seit")[0] for words in texts(page, "ul.keys")] == ["Firefox · Linuxdieses Gerät, "]
    ends = [one for one in read(page).forms if one.action.endswith("/end/") and "/sessions/end/" not in one.action]
    assert here.post(ends[0].action, ends[0].filled()).status_code == 302
    assert lost.get("/account/").status_code == 302
    assert texts(get(here, "/account/"), "p.done") == ["Dort abgemeldet."]


def test_everywhere_else_is_logged_out_at_once() -> None:
    user = with_password()
    others, here = [log_in(user, PHONE), log_in(user, PHONE)], log_in(user, LAPTOP)
    assert here.post("/account/sessions/end/").status_code == 302
    assert [other.get("/account/").status_code for other in others] == [302, 302]
    assert texts(get(here, "/account/"), "p.done") == ["Auf 2 anderen Geräten abgemeldet."]


def test_nobody_logs_out_somebody_else() -> None:
    user = with_password()
    log_in(user, PHONE)
    session = UserSession.objects.get(user=user)
    logged_in(an_account("Bert Maier")).post(f"/account/sessions/{session.pk}/end/")
    assert UserSession.objects.filter(user=user).count() == 1


def test_the_page_costs_the_same_with_one_and_with_three_of_everything(django_assert_num_queries: Any) -> None:
    user = with_password()
    here = log_in(user, LAPTOP)
    with django_assert_num_queries(5):
        get(here, "/account/")
    for number in range(3):
        log_in(user, PHONE)
        ApiToken.objects.create(user, name=str(number))
        Authenticator.objects.create(user=user, type="webauthn", data={"name": f"Handy {number}", "credential": {}})
    with django_assert_num_queries(5):
        get(here, "/account/")


def test_a_token_is_shown_once_opens_the_api_and_is_revoked() -> None:
    house = a_house()
    client = house.phone()
    made = make_token(client, "Tabelle")
    token = next(
        element.attributes["value"]
        for element in read(made).elements
        if element.tag == "input" and "readonly" in element.attributes
    )
    assert token not in get(client, "/account/tokens/").content.decode()
    assert "nie verwendet" in get(client, "/account/tokens/").content.decode()
    api = Client(headers={"Authorization": f"Token {token}"})
    assert api.get(f"/api/v1/clubs/{house.club.slug}/").status_code == 200
    assert "nie verwendet" not in get(client, "/account/tokens/").content.decode()
    sent = form(get(client, "/account/tokens/"), "/revoke/")
    assert client.post(sent.action, sent.filled()).status_code == 302
    assert api.get(f"/api/v1/clubs/{house.club.slug}/").status_code == 401


def test_the_second_tap_makes_no_second_token() -> None:
    client = logged_in(an_account("Anna Höß"))
    assert make_token(client, "Tabelle").status_code == 200
    refused = make_token(client, "Tabelle")
    assert refused.status_code == 422
    assert len(texts(refused, "p.problem")) == 1
    assert values(refused, "name") == ["Tabelle"]
    assert ApiToken.objects.count() == 1


def test_a_token_without_a_name_is_refused() -> None:
    refused = make_token(logged_in(an_account("Anna Höß")), " ")
    assert (refused.status_code, texts(refused, "p.problem")) == (422, ["Ein Name fehlt."])


def test_nobody_revokes_the_token_of_somebody_else() -> None:
    row, _token = ApiToken.objects.create(an_account("Anna Höß"), name="Tabelle")
    logged_in(an_account("Bert Maier")).post("/account/tokens/revoke/", {"token": row.digest})
    assert ApiToken.objects.count() == 1


def test_the_list_of_tokens_costs_the_same_with_one_and_with_three(django_assert_num_queries: Any) -> None:
    user = an_account("Anna Höß")
    client = logged_in(user)
    ApiToken.objects.create(user, name="a")
    with django_assert_num_queries(3):
        get(client, "/account/tokens/")
    ApiToken.objects.create(user, name="b")
    ApiToken.objects.create(user, name="c")
    with django_assert_num_queries(3):
        get(client, "/account/tokens/")


@pytest.mark.parametrize("name", ["An\u202ena", "An\u200bna", "\u0007Anna"])
def test_a_name_with_something_invisible_in_it_is_refused(name: str) -> None:
    user = an_account("Anna")
    client = logged_in(user)
    assert client.post("/account/", {"name": name}).status_code == 422
    assert client.post("/account/tokens/", {"name": name}).status_code == 422
    assert (User.objects.get(pk=user.pk).name, ApiToken.objects.count()) == ("Anna", 0)
    said = {"email": "neu@example.org", "name": name, "password1": ""}
    assert "unsichtbares Zeichen" in phone().post("/account/signup/", said).content.decode()
    assert not User.objects.filter(email="neu@example.org").exists()


def delete(client: Client, email: str) -> Any:
    sent = form(get(client, "/account/delete/"), "/delete/")
    return client.post(sent.action, sent.filled(email=email))


def test_a_deleted_account_is_gone_and_the_person_and_the_club_stay() -> None:
    house = a_house()
    user = house.users[Role.MEMBER]
    ApiToken.objects.create(user)
    client = house.phone(Role.MEMBER)
    refused = delete(client, "falsch@example.org")
    assert refused.status_code == 422
    assert values(refused, "email") == ["falsch@example.org"]
    assert delete(client, user.email).status_code == 302
    assert not User.objects.filter(pk=user.pk).exists()
    assert Player.objects.get(pk=house.players[Role.MEMBER].pk).name == "Franz Huber"
    assert client.get("/account/").status_code == 302
    left = Change.objects.get(club=house.club)
    assert (left.what, left.by, left.before["role"], left.player) == (
        "member_left",
        None,
        "member",
        house.players["member"],
    )


def test_the_only_owner_of_a_club_with_others_hands_it_over_first() -> None:
    house = a_house()
    client = house.phone()
    page = get(client, "/account/delete/")
    assert house.path() in [element.attributes.get("href") for element in read(page).elements]
    answer = client.post("/account/delete/", {"email": house.users[Role.OWNER].email})
    assert answer.status_code == 422
    assert house.club.name in texts(answer, "p.problem")[0]
    Membership.objects.filter(user=house.users[Role.DIRECTOR]).update(role=Role.OWNER)
    now = timezone.now()
    made = invite(house.club, by=house.users[Role.OWNER], token="for-myself", now=now, role=Role.OWNER)
    assert delete(client, house.users[Role.OWNER].email).status_code == 302
    made.refresh_from_db()
    assert made.revoked_at is not None  # by it the same person could come back as an owner


def test_the_only_member_of_a_club_may_go() -> None:
    house = a_house()
    Membership.objects.exclude(role=Role.OWNER).delete()
    assert delete(house.phone(), house.users[Role.OWNER].email).status_code == 302


def test_passkeys_are_offered_only_where_they_can_work() -> None:
    assert passkey_host("localhost:8000", secure=False, public_url="http://192.168.0.7:8000") == "localhost"
    assert passkey_host("192.168.0.7:8000", secure=False, public_url="") is None
    assert passkey_host("192.168.0.7", secure=True, public_url="") is None
    assert passkey_host("bummerl.at", secure=False, public_url="") is None
    assert passkey_host("bummerl.at", secure=True, public_url="") == "bummerl.at"
    assert passkey_host("bummerl.at", secure=False, public_url="https://bummerl.at") == "bummerl.at"
    assert passkey_host("www.bummerl.at", secure=True, public_url="https://bummerl.at") is None
    user = an_account("Anna Höß")
    away, here = logged_in(user, Host="192.168.0.7"), logged_in(user, Host="localhost")
    assert len(texts(get(away, "/account/"), "p.notice")) == 1
    assert away.get("/account/passkeys/add/").status_code == 302
    assert texts(get(here, "/account/"), "p.notice") == []
    assert here.get("/account/passkeys/add/").status_code == 200


def test_an_account_without_a_name_is_not_called_by_its_whole_address() -> None:
    house = a_house()
    User.objects.filter(pk=house.users[Role.OWNER].pk).update(name="", email="anna@example.org")
    day = timezone.localdate()
    house.club.evenings.create(day=day, closed_at=timezone.now(), closed_by=house.users[Role.OWNER])
    page = house.phone(Role.MEMBER).get(house.path(f"evenings/{day}/")).content.decode()
    assert ("von anna" in page, "anna@" in page) == (True, False)


def test_no_page_about_an_account_is_kept_by_a_browser_or_a_proxy() -> None:
    anna = logged_in(an_account("Anna Höß"))
    for path in ("", "tokens/", "delete/", "email/", "email/confirm/"):
        assert "no-store" in anna.get(f"/account/{path}").headers["Cache-Control"], path
