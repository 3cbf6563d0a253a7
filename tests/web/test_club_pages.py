"""The pages of the club itself, as a phone without JavaScript uses them: found, settings, roles, leaving, deleting."""

from typing import Any

import pytest

from clubs.models import Booking, Change, Club, Membership, Player
from clubs.models.club import Role
from tests.club import House, a_house, an_account, logged_in
from tests.web.page import elements, form, get, links, phone, texts, values

pytestmark = pytest.mark.django_db


def founded(client: Any, **typed: Any) -> Any:
    return client.post("/clubs/new/", form(get(client, "/clubs/new/")).filled(**typed))


# --- founding -------------------------------------------------------------------------------------------------------


def test_who_is_not_logged_in_is_asked_to_and_comes_back() -> None:
    answer = phone().get("/clubs/new/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/account/login/?next=/clubs/new/")


def test_a_club_is_founded_with_one_field_and_shown_what_comes_next() -> None:
    anna = logged_in(an_account("Anna Höß"))
    assert values(get(anna, "/clubs/new/"), "player") == ["Anna Höß"]
    answer = founded(anna, name="Stammtisch Höß")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/club/stammtisch-hoess/next/")
    page = get(anna, "/club/stammtisch-hoess/next/")
    assert (texts(page, "h1"), texts(page, ".done")) == (["Wie geht’s weiter?"], ["„Stammtisch Höß“ ist gegründet."])
    assert "/club/stammtisch-hoess/invitations/" in links(page)


def test_a_double_tap_founds_one_club() -> None:
    anna = logged_in(an_account("Anna Höß"))
    one = form(get(anna, "/clubs/new/")).filled(name="Post")
    answers = [anna.post("/clubs/new/", one) for _tap in range(2)]
    assert [answer.headers["Location"] for answer in answers] == ["/club/post/next/"] * 2
    assert (Club.objects.count(), Player.objects.count()) == (1, 1)


def test_an_address_that_is_taken_comes_back_with_what_was_typed_and_a_free_one_to_tap() -> None:
    a_house("post")
    cilli = logged_in(an_account("Cilli Fremd"))
    answer = founded(cilli, name="Post", player="Cilli F", public="1")
    assert answer.status_code == 422
    assert texts(answer, ".problem") == ["Diese Adresse hat schon ein anderer Verein. Frei ist noch: post-2"]
    assert [values(answer, name) for name in ("name", "player", "public")] == [["Post"], ["Cilli F"], ["1"]]
    free = next(elements(answer, "[slug_instead]")).attributes["value"]
    again = cilli.post("/clubs/new/", {**form(answer).filled(), "slug_instead": free})
    assert again.headers["Location"] == "/club/post-2/next/"
    assert Club.objects.get(slug="post-2").public is True


def test_every_problem_stands_at_its_field() -> None:
    anna = logged_in(an_account("Anna Höß"))
    answer = founded(anna, name="", player="", slug="Ä B", time_zone="Europe/Graz")
    described = {
        one.attributes["name"]: one.attributes.get("aria-describedby")
        for what in ("[name]", "[player]", "[slug]", "[time_zone]")
        for one in elements(answer, what)
    }
    assert described == {name: f"{name}-problems" for name in ("name", "slug", "time_zone")} | {"player": None}
    assert (answer.status_code, len(texts(answer, ".problem"))) == (422, 3)


# --- settings -------------------------------------------------------------------------------------------------------


def test_settings_show_what_is_and_keep_what_is_saved() -> None:
    house = a_house(public=True)
    anna = house.phone()
    page = get(anna, house.path("settings/"))
    assert [values(page, name) for name in ("name", "slug", "language", "public")] == [
        ["Stammtisch Post"],
        ["post"],
        ["de"],
        ["1"],
    ]
    typed = form(page).filled(name="Gasthaus Post", public="", iban="AT61 1904 3002 3457 3201", account_holder="Post")
    answer = anna.post(house.path("settings/"), typed)
    assert answer.headers["Location"] == house.path("settings/")
    club = Club.objects.get()
    assert (club.name, club.public, club.iban, club.time_zone) == (
        "Gasthaus Post",
        False,
        "AT611904300234573201",
        "Europe/Vienna",
    )
    assert texts(get(anna, house.path("settings/")), ".done") == ["Gespeichert."]


def test_an_old_address_leads_to_the_new_one() -> None:
    house = a_house()
    anna = house.phone()
    anna.post(house.path("settings/"), form(get(anna, house.path("settings/"))).filled(slug="neue-post"))
    for role in (Role.OWNER, Role.MEMBER):
        answer = house.phone(role).get("/club/post/leave/?from=here")
        assert (answer.status_code, answer.headers["Location"]) == (302, "/club/neue-post/leave/?from=here")
    assert house.stranger is not None
    assert logged_in(house.stranger).get("/club/post/settings/").status_code == 404


def test_a_refused_setting_comes_back_as_it_was_typed() -> None:
    house = a_house()
    anna = house.phone()
    typed = form(get(anna, house.path("settings/"))).filled(name="Neu", iban="AT61", slug="api")
    answer = anna.post(house.path("settings/"), typed)
    assert (answer.status_code, values(answer, "name"), values(answer, "iban")) == (422, ["Neu"], ["AT61"])
    assert texts(answer, ".problem") == [
        "Diese Adresse verwendet Bummerlbuch selbst. Frei ist noch: api-neu",
        "Diese IBAN kann nicht stimmen: Eine Ziffer ist falsch, fehlt oder ist zu viel.",
        "Wem gehört das Konto? Banking-Apps wollen auch den Namen.",
    ]
    assert (Club.objects.get().name, Change.objects.count()) == ("Stammtisch Post", 0)


# --- roles ----------------------------------------------------------------------------------------------------------


def row_of(house: House, role: str) -> Membership:
    return Membership.objects.get(user=house.users[role])


def test_every_account_is_listed_with_its_role_owners_first() -> None:
    house = a_house()
    page = get(house.phone(), house.path("roles/"))
    names = [text.split(" (")[0] for text in texts(page, "b")]
    assert names == ["Anna Höß", "Bert Maier", "Dora Lang", "Egon Kern", "Franz Huber"]
    chosen = [one.attributes["value"] for one in elements(page, "option") if "selected" in one.attributes]
    assert chosen == ["owner", "director", "treasurer", "scorer", "member"]


def test_a_role_is_changed_by_a_plain_form() -> None:
    house = a_house()
    anna, pk = house.phone(), row_of(house, Role.MEMBER).pk
    answer = anna.post(house.path(f"roles/{pk}/"), {"role": "treasurer"}, follow=True)
    assert texts(answer, ".done") == ["Franz Huber: Kassier:in."]
    assert row_of(house, Role.MEMBER).role == Role.TREASURER


def test_who_changes_the_role_of_somebody_who_left_a_moment_ago_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    house = a_house()
    gone = row_of(house, Role.MEMBER)
    Membership.objects.filter(pk=gone.pk).delete()
    monkeypatch.setattr("clubs.views.roles.membership_or_404", lambda _request, _pk: gone)
    answer = house.phone().post(house.path(f"roles/{gone.pk}/"), {"role": "treasurer"})
    said = "So ein Konto gibt es im Verein nicht."
    assert (answer.status_code, texts(answer, ".problem")) == (422, [said])


def test_the_last_owner_is_told_to_make_somebody_else_one_first() -> None:
    house = a_house()
    anna, pk = house.phone(), row_of(house, Role.OWNER).pk
    answer = anna.post(house.path(f"roles/{pk}/"), {"role": "member"})
    said = "Der Verein braucht einen Obmann oder eine Obfrau. Mach zuerst jemand anderen dazu."
    assert (answer.status_code, texts(answer, ".problem")) == (422, [said])
    answer = anna.post(house.path("leave/"))
    assert (answer.status_code, texts(answer, ".problem")) == (422, [said])
    assert house.path("roles/") in links(answer)
    assert row_of(house, Role.OWNER).role == Role.OWNER


def test_removing_asks_once_more_and_a_second_tap_does_no_harm() -> None:
    house = a_house()
    anna, path = house.phone(), house.path(f"roles/{row_of(house, Role.MEMBER).pk}/remove/")
    assert texts(get(anna, path), "h1") == ["Franz Huber entfernen?"]
    assert [anna.post(path).headers["Location"] for _tap in range(2)] == [house.path("roles/")] * 2
    assert house.phone(Role.MEMBER).get(house.path("leave/")).status_code == 404
    assert Player.objects.filter(name="Franz Huber").count() == 1


def test_a_member_may_leave_alone() -> None:
    house = a_house()
    franz = house.phone(Role.MEMBER)
    get(franz, house.path("leave/"))
    answer = franz.post(house.path("leave/"), follow=True)
    assert (answer.redirect_chain, texts(answer, ".done")) == (
        [("/", 302)],
        ["Du bist bei „Stammtisch Post“ ausgetreten."],
    )
    assert franz.get(house.path("leave/")).status_code == 404


def test_accounts_of_another_club_are_out_of_reach() -> None:
    house, other = a_house(), a_house("adler")
    pk = row_of(other, Role.MEMBER).pk
    anna = house.phone()
    assert anna.post(house.path(f"roles/{pk}/"), {"role": "owner"}).status_code == 404
    assert anna.get(house.path(f"roles/{pk}/remove/")).status_code == 404
    anna.post(house.path(f"roles/{pk}/remove/"))
    assert row_of(other, Role.MEMBER).role == Role.MEMBER


def test_a_number_no_row_can_have_is_not_found() -> None:
    house = a_house()
    for number in (0, 2**63, 10**40):
        assert house.phone().get(house.path(f"invitations/{number}/")).status_code == 404
        assert house.phone().post(house.path(f"roles/{number}/"), {"role": "owner"}).status_code == 404


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.TREASURER, Role.SCORER, Role.MEMBER])
@pytest.mark.parametrize("page", ["settings/", "roles/", "invitations/", "changes/", "delete/", "next/"])
def test_only_owners_run_the_club(role: str, page: str) -> None:
    house = a_house()
    assert house.phone(role).get(house.path(page)).status_code == 403


# --- the end --------------------------------------------------------------------------------------------------------


def test_deleting_wants_the_name_and_says_why_it_cannot_be() -> None:
    house = a_house()
    anna, path = house.phone(), house.path("delete/")
    answer = anna.post(path, form(get(anna, path)).filled(name="Post"))
    assert (answer.status_code, values(answer, "name")) == (422, ["Post"])
    booking = Booking(club=house.club, kind="income", cash=100, day="2026-03-03", token="token-01")
    booking.save()
    answer = anna.post(path, {"name": "Stammtisch Post"})
    assert texts(answer, ".problem") == [
        "In der Kassa stehen Buchungen. Ein Verein, dessen Geld aufgeschrieben wurde, wird nicht gelöscht."
    ]
    assert Club.objects.count() == 1


def test_a_club_that_was_only_tried_out_is_deleted() -> None:
    house = a_house()
    anna = house.phone()
    answer = anna.post(house.path("delete/"), {"name": "Stammtisch Post"}, follow=True)
    assert texts(answer, ".done") == ["„Stammtisch Post“ ist gelöscht."]
    assert Club.objects.count() == 0


# --- the start page -------------------------------------------------------------------------------------------------


def test_the_start_page_shows_my_clubs_first_and_others_a_quiet_line() -> None:
    house = a_house(public=True)
    page = get(house.phone(Role.TREASURER), "/")
    assert texts(page, "h2")[0] == "Meine Vereine"
    assert links(page).count("/club/post/") == 1
    # Who wants to found a club and is not logged in has no account yet; who has one finds the way there too.
    for client, found in (
        (phone(), "/account/signup/?next=/clubs/new/"),
        (logged_in(an_account("Cilli")), "/clubs/new/"),
    ):
        page = get(client, "/")
        assert "Meine Vereine" not in texts(page, "h2")
        assert found in links(page)
        get(client, found)
        assert links(page).count("/club/post/") == 1


@pytest.mark.parametrize("count", [1, 3])
def test_the_start_page_costs_the_same_with_one_and_with_three_clubs(
    count: int, django_assert_num_queries: Any
) -> None:
    houses = [a_house(f"post-{number}") for number in range(3)]
    anna = houses[0].users[Role.OWNER]
    for house in houses[1:count]:
        Membership.objects.create(club=house.club, user=anna, role=Role.MEMBER)
    client = logged_in(anna)
    with django_assert_num_queries(4):  # session, account, my clubs, public clubs
        page = get(client, "/")
    assert len([one for one in links(page) if one.startswith("/club/")]) == count


@pytest.mark.parametrize("count", [0, 3])
def test_the_roles_page_costs_the_same_however_many_there_are(count: int, django_assert_num_queries: Any) -> None:
    house = a_house()
    for number in range(count):
        Membership.objects.create(club=house.club, user=an_account(f"More{number}"))
    client = house.phone()
    with django_assert_num_queries(4):  # session, account, membership, accounts of the club
        page = get(client, house.path("roles/"))
    assert len(list(elements(page, ".set-role"))) == 5 + count
