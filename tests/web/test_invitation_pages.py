"""Inviting and being invited, as a phone without JavaScript does both."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Change, Claim, Club, Invitation, Membership, Player, User
from clubs.models.club import Role
from clubs.services.invitations import invite
from config.logs import without_secrets
from tests.club import House, a_house, an_account, logged_in
from tests.services.table import new_token
from tests.web.page import elements, form, get, links, phone, read, texts, values

pytestmark = pytest.mark.django_db


def invited(house: House, **fields: Any) -> Invitation:
    given = {"token": new_token("invite"), "now": timezone.now(), **fields}
    return invite(house.club, by=house.users[Role.OWNER], **given)


def path_of(invitation: Invitation) -> str:
    return f"/invite/{invitation.secret}/"


# --- inviting -------------------------------------------------------------------------------------------------------


def test_a_link_is_made_and_shown_as_a_picture_and_an_address() -> None:
    house = a_house()
    anna, path = house.phone(), house.path("invitations/")
    answer = anna.post(path, form(get(anna, path)).filled(role="scorer", uses="3", days="14"), follow=True)
    made = Invitation.objects.get()
    assert (made.role, made.uses_left, (made.expires_at - made.made_at).days) == ("scorer", 3, 14)
    assert answer.redirect_chain == [(house.path(f"invitations/{made.pk}/"), 302)]
    assert len(list(elements(answer, "svg.qr"))) == 1
    assert f"http://testserver{path_of(made)}" in [one.attributes.get("value") for one in elements(answer, "input")]


def test_a_double_tap_makes_one_link() -> None:
    house = a_house()
    anna, path = house.phone(), house.path("invitations/")
    one = form(get(anna, path)).filled()
    assert len({anna.post(path, one).headers["Location"] for _tap in range(2)}) == 1
    assert Invitation.objects.count() == 1


def test_what_is_wrong_stands_at_its_field_and_what_was_typed_stays() -> None:
    house = a_house()
    anna, path = house.phone(), house.path("invitations/")
    answer = anna.post(path, form(get(anna, path)).filled(role="owner", uses="viele", days="100", player="99999"))
    assert (answer.status_code, values(answer, "uses"), values(answer, "role")) == (422, ["viele"], ["owner"])
    assert texts(answer, ".problem") == ["Niemand im Verein heißt noch so."]
    answer = anna.post(path, form(answer).filled(player=""))
    assert texts(answer, ".problem") == [
        "Mit einem Link können 1 bis 200 Leute hereinkommen.",
        "Ein Link gilt 1 bis 90 Tage.",
    ]


def test_the_links_that_hold_are_listed_and_can_be_withdrawn() -> None:
    house = a_house()
    anna, made = house.phone(), invited(house)
    assert house.path(f"invitations/{made.pk}/") in links(get(anna, house.path("invitations/")))
    for _tap in range(2):
        anna.post(house.path(f"invitations/{made.pk}/revoke/"))
    page = get(anna, house.path("invitations/"))
    assert house.path(f"invitations/{made.pk}/") not in links(page)
    assert any("Diese Einladung wurde zurückgezogen." in text for text in texts(page, "li"))
    assert Change.objects.filter(what="invitation_revoked").count() == 1
    assert list(elements(get(anna, house.path(f"invitations/{made.pk}/")), "svg.qr")) == []


def test_an_invitation_of_another_club_is_out_of_reach() -> None:
    house, made = a_house(), invited(a_house("adler"))
    anna = house.phone()
    assert anna.get(house.path(f"invitations/{made.pk}/")).status_code == 404
    assert anna.post(house.path(f"invitations/{made.pk}/revoke/")).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_the_same_with_one_and_with_three(count: int, django_assert_num_queries: Any) -> None:
    house = a_house()
    for number in range(count):
        invited(house, player=Player.objects.create(club=house.club, name=f"Gast {number}"))
    client = house.phone()
    with django_assert_num_queries(5):  # session, account, membership, invitations, people without an account
        get(client, house.path("invitations/"))


# --- being invited --------------------------------------------------------------------------------------------------


def test_who_is_not_logged_in_sees_the_club_and_the_role_and_nothing_else() -> None:
    house = a_house()
    gusti = Player.objects.create(club=house.club, name="Gusti Gast")
    page = get(phone(), path_of(invited(house, role=Role.SCORER, player=gusti)))
    told = page.content.decode()
    assert (texts(page, "h1"), "Schreiber:in" in told) == (["Stammtisch Post"], True)
    assert [name for name in ("Gusti", "Anna", "Höß", "example.org", "/club/post/") if name in told] == []


def test_who_logs_in_or_signs_up_comes_back_to_the_invitation() -> None:
    made = invited(a_house())
    wanted = [f"/account/signup/?next={path_of(made)}", f"/account/login/?next={path_of(made)}"]
    assert [one for one in links(get(phone(), path_of(made))) if "next=/" in one] == wanted
    answer = phone().post(path_of(made))
    assert (answer.status_code, answer.headers["Location"]) == (302, wanted[1])


def test_coming_in_asks_who_one_is_and_preselects_the_own_name() -> None:
    house = a_house()
    cilli = Player.objects.create(club=house.club, name="Fremd Cilli", guest=True)
    Player.objects.create(club=house.club, name="Gusti Gast", guest=True)
    user, made = an_account("Cilli Fremd"), invited(house)
    client = logged_in(user)
    answer = client.post(path_of(made), form(get(client, path_of(made))).filled())
    assert answer.headers["Location"] == house.path("who/")
    page = get(client, house.path("who/"))
    assert values(page, "player") == [str(cilli.pk)]
    answer = client.post(house.path("who/"), form(page).filled())
    assert answer.headers["Location"] == house.path()
    claim = Claim.objects.get()
    assert (claim.player, claim.membership.user, claim.by_club) == (cilli, user, False)


def test_somebody_new_writes_a_name_and_is_in() -> None:
    house = a_house()
    user, made = an_account("Cilli Fremd"), invited(house)
    client = logged_in(user)
    client.post(path_of(made))
    answer = client.post(house.path("who/"), form(get(client, house.path("who/"))).filled(player="", name="Cilli"))
    assert (answer.status_code, texts(answer, ".problem")) == (
        422,
        ["Tipp auf deinen Namen oder darauf, dass du neu bist."],
    )
    answer = client.post(house.path("who/"), form(answer).filled(player="new", name="Anna Höß"))
    assert (answer.status_code, values(answer, "name")) == (422, ["Anna Höß"])
    client.post(house.path("who/"), form(answer).filled(player="new", name="Cilli Fremd"))
    assert str(Membership.objects.get(user=user).player) == "Cilli Fremd"
    assert client.get(house.path("who/")).headers["Location"] == house.path()


def test_a_link_for_one_person_makes_the_account_this_person_at_once() -> None:
    house = a_house()
    gusti = Player.objects.create(club=house.club, name="Gusti Gast", guest=True)
    user, made = an_account("August"), invited(house, player=gusti)
    client = logged_in(user)
    assert "Gusti Gast" in get(client, path_of(made)).content.decode()
    answers = [client.post(path_of(made)).headers["Location"] for _tap in range(2)]
    assert (answers, Membership.objects.get(user=user).player) == ([house.path()] * 2, gusti)


def test_a_member_already_is_told_so() -> None:
    house = a_house()
    page = get(house.phone(Role.MEMBER), path_of(invited(house)))
    assert ("Mitglied" in texts(page, "p")[0], links(page).count(house.path())) == (True, 1)
    assert [one.action for one in read(page).forms if "/i18n/" not in one.action] == []


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"expires_at": timezone.now() - timedelta(hours=1)}, "Diese Einladung ist zu alt."),
        ({"uses_left": 0}, "Diese Einladung wurde schon verwendet."),
        ({"revoked_at": timezone.now()}, "Diese Einladung wurde zurückgezogen."),
    ],
)
def test_a_link_that_no_longer_holds_says_why_in_a_sentence(fields: dict[str, Any], said: str) -> None:
    made = invited(a_house())
    Invitation.objects.filter(pk=made.pk).update(**fields)
    cilli = logged_in(an_account("Cilli"))
    for answer in (phone().get(path_of(made)), cilli.get(path_of(made))):
        assert (answer.status_code, texts(answer, ".notice")) == (410, [said])
    answer = cilli.post(path_of(made))
    assert (answer.status_code, texts(answer, ".notice")) == (422, [said])
    assert Membership.objects.count() == 5


@pytest.mark.parametrize("secret", ["nobody", "x" * 32, "x" * 500, "%00", "ü", "<script>"])
def test_an_unknown_secret_is_404(secret: str) -> None:
    assert phone().get(f"/invite/{secret}/").status_code == 404
    assert phone().post(f"/invite/{secret}/").status_code == 404


def test_html_in_names_is_shown_and_not_run() -> None:
    house = a_house(name="<script>alert(1)</script>")
    Player.objects.create(club=house.club, name='"><img src=x>')
    User.objects.filter(pk=house.users[Role.MEMBER].pk).update(name="<b>&amp;")
    anna, made = house.phone(), invited(house)
    pages = [phone().get(path_of(made)), anna.get(path_of(made))]
    pages += [anna.get(house.path(page)) for page in ("invitations/", "roles/", "changes/", "settings/", "delete/")]
    pages += [anna.get("/")]
    for page in pages:
        assert page.status_code == 200
        assert "<script>alert" not in page.content.decode()
        assert list(elements(page, "img")) == []


# --- secrets --------------------------------------------------------------------------------------------------------


def test_no_log_and_no_change_tells_the_secret() -> None:
    house = a_house()
    made = invited(house)
    lines = [
        f'"GET /invite/{made.secret}/ HTTP/1.1" 200',
        f"Not Found: /account/login/?next=/invite/{made.secret}/",
        f"GET /account/login/?next=%2Finvite%2F{made.secret}%2F 200",
        f"GET /account/login/?next=%2finvite%2f{made.secret}%2f&x=1",
    ]
    assert [made.secret in without_secrets(line) for line in lines] == [False] * 4
    assert without_secrets(lines[0]) == '"GET /invite/.../ HTTP/1.1" 200'
    assert without_secrets(lines[2]) == "GET /account/login/?next=%2Finvite%2F...%2F 200"
    logged_in(an_account("Cilli")).post(path_of(made))
    house.phone().post(house.path(f"invitations/{made.pk}/revoke/"))
    assert [one for one in Change.objects.all() if made.secret in f"{one.before}{one.after}"] == []


def test_nobody_but_owners_sees_the_secret_of_an_invitation() -> None:
    house = a_house()
    made = invited(house)
    for role in (Role.DIRECTOR, Role.MEMBER):
        page = house.phone(role).get(house.path(f"invitations/{made.pk}/"))
        assert (page.status_code, made.secret in page.content.decode()) == (403, False)
    assert made.secret not in get(house.phone(), house.path("invitations/")).content.decode()
    assert made.secret not in get(house.phone(), house.path("changes/")).content.decode()
    assert Club.objects.count() == 1
