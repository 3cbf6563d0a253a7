"""The pages about people, as a phone without JavaScript sees them."""

from typing import Any

import pytest
from django.test import Client

from clubs.models import Claim, Membership, Player
from clubs.models.club import Role
from clubs.models.till import Kind
from clubs.services.claims import ask_claim, offer_claim
from clubs.services.till import Line
from scoring.services.closing import close_sheet
from tests.club import a_house, logged_in
from tests.services.table import now
from tests.services.test_claims import newcomer
from tests.services.test_erase import a_played_sheet
from tests.services.test_merge import a_guest
from tests.till import booked
from tests.web.page import Form, form, get, links, read, texts, values

pytestmark = pytest.mark.django_db


def post(client: Client, path: str, status: int = 302, **fields: Any) -> Any:
    response = client.post(path, fields)
    assert response.status_code == status, (path, response.status_code)
    return response


def own_form(response: Any) -> Form:
    """The form that goes to the page itself; the search does too, and does not count."""
    found = [one for one in read(response).forms if not one.action and "q" not in one.fields]
    assert len(found) == 1
    return found[0]


def names_in_list(response: Any) -> list[str]:
    return [words for words in texts(response, "li") if words]


# --- the list ------------------------------------------------------------------------------------------------------


def test_members_guests_and_those_who_left_are_told_apart_and_each_leads_to_their_page() -> None:
    house = a_house()
    guest, left = a_guest(house), Player.objects.create(club=house.club, name="Karl Kreuz")
    Player.objects.filter(pk=left.pk).update(left_at=left.created_at)
    Player.objects.create(club=house.club, name="Nannerl", merged_into=guest)
    page = get(house.phone(Role.MEMBER), house.path("people/"))
    assert texts(page, "h2") == ["Mitglieder 5", "Gäste 1", "Ausgetreten 1"]
    assert names_in_list(page)[5:] == ["Nanni auch: Nannerl", "Karl Kreuz"]
    assert any(str(guest.pk) in link for link in links(page))


def test_the_search_finds_by_any_beginning_in_any_spelling_also_a_nickname_or_an_earlier_name() -> None:
    house = a_house()
    Player.objects.filter(name="Dora Lang").update(nickname="Dorli", place="Sankt Florian")
    Player.objects.create(club=house.club, name="Frieda Alt", merged_into=house.players["owner"])
    client = house.phone()
    for asked, found in (
        ("hoess an", "Anna Höß"),
        ("dorl", "Dora Lang"),
        ("FRIEDA", "Anna Höß"),
        ("florian", "Dora Lang"),
    ):
        page = get(client, house.path(f"people/?q={asked}"))
        assert [words.startswith(found) for words in names_in_list(page)] == [True]
    assert names_in_list(get(client, house.path("people/?q=xyz"))) == ["So heißt niemand."]


def test_the_list_costs_the_same_with_more_people(django_assert_num_queries: Any) -> None:
    house = a_house()
    client, counts = house.phone(), []
    get(client, house.path("people/"))
    for number in range(2):
        with django_assert_num_queries(QUERIES_OF_THE_LIST):
            get(client, house.path("people/"))
        for one in range(3):
            guest = a_guest(house, f"Gast {number} {one}")
            Player.objects.create(club=house.club, name=f"Alias {number} {one}", merged_into=guest)
        counts.append(number)


QUERIES_OF_THE_LIST = 7
"""Session and account, membership, people twice, earlier names, claims."""


def test_who_may_only_look_sees_no_forms_and_a_scorer_adds_guests_only() -> None:
    house = a_house()
    page = get(house.phone(Role.MEMBER), house.path("people/"))
    assert not any("import" in link or "export" in link for link in links(page))
    assert not values(page, "name")
    post(house.phone(Role.SCORER), house.path("people/add/"), name="Gusti Wimmer", guest="member")
    assert Player.objects.get(name="Gusti Wimmer").guest


# --- adding --------------------------------------------------------------------------------------------------------


def test_somebody_is_added_from_the_list_and_a_double_tap_adds_one() -> None:
    house = a_house()
    client = house.phone(Role.DIRECTOR)
    sent = form(get(client, house.path("people/")), "people/add/").filled(name="Gusti Wimmer", guest="member")
    for _tap in range(2):
        post(client, house.path("people/add/"), **sent)
    assert [one.guest for one in Player.objects.filter(name="Gusti Wimmer")] == [False]
    assert texts(get(client, house.path("people/")), ".done") == ["Gusti Wimmer steht im Buch."] * 2


def test_a_name_like_another_shows_who_it_may_be_and_one_can_say_it_is_somebody_else() -> None:
    house = a_house()
    client = house.phone(Role.SCORER)
    page = post(client, house.path("people/add/"), 422, name="Anna Hös")
    assert texts(page, ".problem") == ["Ist das Anna Höß? Die Namen schauen fast gleich aus."]
    assert values(page, "name") == ["Anna Hös"]
    assert any(str(house.players["owner"].pk) in link for link in links(page))
    assert "sure" in page.content.decode()
    post(client, house.path("people/add/"), 422, name="Anna Höss Ana", sure="Anna Hös")
    post(client, house.path("people/add/"), name="Anna Hös", sure="Anna Hös")
    assert Player.objects.filter(name="Anna Hös").exists()


def test_the_same_name_needs_something_that_tells_the_two_apart() -> None:
    house = a_house()
    Player.objects.update(created_at="2026-01-01T00:00Z")
    page = post(house.phone(), house.path("people/add/"), 422, name="Höß, Anna", sure="Höß, Anna")
    assert "Anna Höß jun." in texts(page, ".problem")[0]
    assert "sure" not in [name for one in [form(page)] for name in one.fields]


# --- one person ----------------------------------------------------------------------------------------------------


def test_what_is_written_of_somebody_is_put_right_and_the_ways_to_be_shown_are_seen_at_once() -> None:
    house = a_house()
    client, path = house.phone(Role.DIRECTOR), house.path(f"people/{house.players['member'].pk}/edit/")
    page = get(client, path)
    ways = [words for words in texts(page, "label") if "Franz" in words or "N. N." in words]
    assert ways == [
        "Voller Name Franz Huber",
        "Vorname und Anfangsbuchstabe Franz H.",
        "Verborgen N. N.",
    ]
    post(client, path, **own_form(page).filled(name="Franz Hofer", nickname="Franzl", shown="nickname", guest="guest"))
    player = Player.objects.get(pk=house.players["member"].pk)
    assert (player.name, player.nickname, player.shown, player.guest) == ("Franz Hofer", "Franzl", "nickname", True)


def test_a_refused_form_keeps_what_was_typed_with_each_problem_next_to_its_field() -> None:
    house = a_house()
    path = house.path(f"people/{house.players['member'].pk}/edit/")
    page = post(house.phone(), path, 422, name="", nickname="Franzl", place="Wels", shown="full", iban="AT00 1")
    assert len(texts(page, ".problem")) == 2
    assert [values(page, name) for name in ("name", "nickname", "iban", "shown")] == [
        [""],
        ["Franzl"],
        ["AT00 1"],
        ["full"],
    ]


def test_an_iban_is_shown_in_groups_to_the_owner_and_not_to_a_director() -> None:
    house = a_house()
    player = house.players["member"]
    Player.objects.filter(pk=player.pk).update(iban="AT611904300234573201")
    path = house.path(f"people/{player.pk}/edit/")
    assert values(get(house.phone(), path), "iban") == ["AT61 1904 3002 3457 3201"]
    page = get(house.phone(Role.DIRECTOR), path)
    assert "AT61" not in page.content.decode()
    post(house.phone(Role.DIRECTOR), path, name="Franz Huber", iban="")
    assert Player.objects.get(pk=player.pk).iban == "AT611904300234573201"


def test_somebody_leaves_and_is_back() -> None:
    house = a_house()
    client, path = house.phone(), house.path(f"people/{house.players['member'].pk}/")
    post(client, path + "leave/")
    assert texts(get(client, house.path("people/")), "h2")[2] == "Ausgetreten 1"
    post(client, path + "leave/", back="yes")
    assert Player.objects.get(pk=house.players["member"].pk).left_at is None


def test_nobody_of_another_club_is_found() -> None:
    house, other = a_house(), a_house("linde")
    pk = other.players["member"].pk
    for what in ("edit", "merge", "erase", "data"):
        get(house.phone(), house.path(f"people/{pk}/{what}/"), 404)


# --- merging -------------------------------------------------------------------------------------------------------


def test_two_are_merged_from_the_page_and_parted_again() -> None:
    house = a_house()
    client, guest, anna = house.phone(Role.DIRECTOR), a_guest(house, "Anna Hös"), house.players["owner"]
    path = house.path(f"people/{guest.pk}/merge/")
    page = get(client, path)
    assert next(words for words in texts(page, "label")) == "Anna Höß fast der gleiche Name"
    for _tap in range(2):
        answer = post(client, path, into=anna.pk)
        assert answer["Location"] == house.path(f"people/{anna.pk}/edit/")
    page = get(client, answer["Location"])
    assert "Anna Hös" in texts(page, ".plain-list")[0]
    post(client, house.path(f"people/{guest.pk}/part/"))
    assert Player.objects.get(pk=guest.pk).merged_into is None


def test_two_who_sat_at_one_table_are_not_merged_and_the_page_says_why() -> None:
    house = a_house()
    a_played_sheet(house, ["Nanni", "Anna Höß", "Bert Maier", "Dora Lang"])
    nanni = Player.objects.get(name="Nanni")
    page = post(house.phone(), house.path(f"people/{nanni.pk}/merge/"), 422, into=house.players["owner"].pk)
    assert texts(page, ".problem") == ["Nanni und Anna Höß sind an einem Tisch gesessen, also sind es zwei."]
    assert values(page, "into") == [str(house.players["owner"].pk)]
    post(house.phone(), house.path(f"people/{nanni.pk}/merge/"), 422, into="x")


def test_who_taps_nobody_is_asked_to_tap_somebody() -> None:
    house = a_house()
    for path in (f"people/{house.players['owner'].pk}/merge/", "me/claim/"):
        page = post(house.phone(Role.DIRECTOR), house.path(path), 422)
        assert texts(page, ".problem") == ["Tipp zuerst jemanden an."]


# --- claims --------------------------------------------------------------------------------------------------------


def test_a_member_says_who_they_were_and_a_director_agrees() -> None:
    house = a_house()
    guest, member, director = a_guest(house), house.phone(Role.MEMBER), house.phone(Role.DIRECTOR)
    page = get(member, house.path("me/claim/"))
    for _tap in range(2):
        post(member, house.path("me/claim/"), **own_form(page).filled(player=guest.pk))
    claim = Claim.objects.get()
    assert "Nanni" in texts(get(member, house.path("me/")), ".questions")[0]
    assert texts(get(director, house.path("people/")), ".notice") == ["Eine Frage ist offen: Wer war wer?"]
    assert "Franz Huber sagt: „Nanni war ich.“" in texts(get(director, house.path("people/claims/")), ".questions")[0]
    post(member, house.path(f"claims/{claim.pk}/answer/"), 404, answer="yes")
    for _tap in range(2):
        post(director, house.path(f"claims/{claim.pk}/answer/"), answer="yes")
    guest.refresh_from_db()
    assert guest.merged_into == house.players["member"]


def test_the_club_asks_an_account_and_the_account_refuses() -> None:
    house = a_house()
    guest, membership = a_guest(house), newcomer(house)
    page = get(house.phone(), house.path(f"people/{guest.pk}/edit/"))
    post(house.phone(), house.path(f"people/{guest.pk}/offer/"), **form(page, "offer/").filled(account=membership.pk))
    claim, client = Claim.objects.get(), logged_in(membership.user)
    assert "Der Verein fragt: Warst du Nanni?" in texts(get(client, house.path("me/")), ".questions")[0]
    post(client, house.path(f"claims/{claim.pk}/answer/"), answer="no")
    membership.refresh_from_db()
    assert membership.player is None
    post(client, house.path(f"claims/{claim.pk}/answer/"), answer="yes")
    assert texts(get(client, house.path("me/")), ".done, .problem") or membership.player is None


def test_the_wrong_account_is_cut_off_from_a_person() -> None:
    house = a_house()
    client, path = house.phone(Role.DIRECTOR), house.path(f"people/{house.players['member'].pk}/")
    post(client, path + "cut/", **form(get(client, path + "edit/"), "cut/").filled())
    assert Membership.objects.get(user=house.users["member"]).player is None
    assert "Verbindung" not in get(client, path + "edit/").content.decode()


def test_only_who_asked_takes_it_back() -> None:
    house = a_house()
    membership = Membership.objects.get(user=house.users["member"])
    mine = ask_claim(membership, a_guest(house), by=membership.user)
    theirs = offer_claim(membership, a_guest(house, "Zweiter"), by=house.users["director"])
    post(house.phone(Role.DIRECTOR), house.path(f"claims/{mine.pk}/withdraw/"), 404)
    post(house.phone(Role.MEMBER), house.path(f"claims/{theirs.pk}/withdraw/"), 404)
    post(house.phone(Role.MEMBER), house.path(f"claims/{mine.pk}/withdraw/"))
    post(house.phone(Role.DIRECTOR), house.path(f"claims/{theirs.pk}/withdraw/"))
    assert not Claim.objects.exists()


# --- me ------------------------------------------------------------------------------------------------------------


def test_on_my_own_page_i_say_how_i_am_shown_and_leave_my_iban() -> None:
    house = a_house()
    client = house.phone(Role.MEMBER)
    page = get(client, house.path("me/"))
    assert texts(page, "h1") == ["Franz Huber"]
    sent = own_form(page).filled(shown="full", money_shown="yes", iban="AT61 1904 3002 3457 3201")
    post(client, house.path("me/"), **sent)
    player = Player.objects.get(pk=house.players["member"].pk)
    assert (player.shown, player.money_shown, player.iban) == ("full", True, "AT611904300234573201")
    assert values(get(client, house.path("me/")), "iban") == ["AT61 1904 3002 3457 3201"]
    page = post(client, house.path("me/"), 422, iban="AT1", shown="nickname", nickname="", name="Wer Anders")
    assert len(texts(page, ".problem")) == 2
    player.refresh_from_db()
    assert player.name == "Franz Huber"


def test_an_account_that_is_nobody_yet_is_led_to_say_who_it_is() -> None:
    house = a_house()
    page = get(logged_in(newcomer(house).user), house.path("me/"))
    assert house.path("who/") in links(page)


def test_i_download_what_is_stored_of_me_and_the_owner_that_of_who_has_no_account() -> None:
    house = a_house()
    data = get(house.phone(Role.MEMBER), house.path("me/data/")).json()
    assert data["people"][0]["name"] == "Franz Huber"
    get(house.phone(), house.path(f"people/{house.players['member'].pk}/data/"), 404)
    guest = a_guest(house)
    assert get(house.phone(), house.path(f"people/{guest.pk}/data/")).json()["people"][0]["name"] == "Nanni"


def test_i_erase_myself_with_my_name_typed_and_am_nobody_then() -> None:
    house = a_house()
    client = house.phone(Role.MEMBER)
    page = post(client, house.path("me/erase/"), 422, confirmation="Franz")
    assert (len(texts(page, ".problem")), values(page, "confirmation")) == (1, ["Franz"])
    post(client, house.path("me/erase/"), confirmation="Franz Huber")
    page = get(client, house.path("me/"))
    assert house.path("who/") in links(page)
    assert "Franz Huber" not in get(house.phone(), house.path("people/")).content.decode()


def test_the_owner_erases_somebody_but_not_at_a_table_that_is_playing() -> None:
    house = a_house()
    sheet = a_played_sheet(house, closed=False)
    client, path = house.phone(), house.path(f"people/{house.players['member'].pk}/erase/")
    page = post(client, path, 422, confirmation="Franz Huber")
    assert "Anna Höß, Bert Maier, Dora Lang" in texts(page, ".problem")[0]
    close_sheet(sheet, write=now(sheet))
    for _tap in range(2):
        assert post(client, path, confirmation="Franz Huber").url == house.path("people/")
    get(client, house.path(f"people/{house.players['member'].pk}/edit/"), 404)


def test_a_name_is_never_markup() -> None:
    house = a_house()
    name = "<b>x</b> & Sohn"
    player = Player.objects.create(club=house.club, name=name, nickname=name, place=name)
    for path in ("people/", f"people/{player.pk}/edit/", f"people/{player.pk}/merge/", f"people/{player.pk}/erase/"):
        assert "<b>x" not in get(house.phone(), house.path(path)).content.decode()


def test_my_balance_is_written_like_every_amount_and_who_is_added_is_a_member() -> None:
    house = a_house()
    booked(house, Line(Kind.DUES, 250, house.players[Role.OWNER]))
    page = get(house.phone(), house.path("me/"))
    assert "−€ 2,50" in texts(page, "p")
    assert values(get(house.phone(), house.path("people/")), "guest") == ["member"]
