"""Adding people without adding anybody twice, and what is written of them."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Change, Player
from clubs.models.people import Shown
from clubs.names import by_last_name, name_for, public_name, public_names
from clubs.services.core import Refused
from clubs.services.likeness import Register, same_name
from clubs.services.people import add_player, change_player, seat_players, set_left, spoken
from tests.club import a_house
from tests.services.table import at_once

pytestmark = pytest.mark.django_db

IBAN = "AT611904300234573201"


def add(house: Any, name: str, **fields: Any) -> Player:
    return add_player(house.club, by=house.users["owner"], now=timezone.now(), name=name, **fields)


def codes(error: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.at) for problem in error.value.problems]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Höß Anna", "Anna Höß"),
        ("anna hoess", "Anna Höß"),
        ("Höß, Anna", "Anna Höß"),
        ("Anna-Maria Höß", "Höß Anna Maria"),
        ("ÉVA Nagy", "Eva nagy"),
        ("Anna  Höß.", "Anna Höß"),
    ],
)
def test_two_spellings_of_one_name_are_the_same(one: str, other: str) -> None:
    assert same_name(one) == same_name(other)


def test_names_of_signs_only_are_not_all_the_same() -> None:
    assert same_name(".") != same_name("-")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Höß, Anna", "Anna Höß"),
        (" Anna   Höß ", "Anna Höß"),
        ("Franz Huber, jun.", "Franz Huber, jun."),
        ("Huber, Franz, Linz", "Huber, Franz, Linz"),
        ("Höß,", "Höß,"),
    ],
)
def test_a_name_is_kept_with_the_first_name_first(typed: str, kept: str) -> None:
    assert (spoken(typed), spoken(spoken(typed))) == (kept, kept)


def test_somebody_new_is_added_and_the_log_knows_who_did_it() -> None:
    house = a_house()
    player = add(house, "Gusti Wimmer", guest=True, place=" Wels ")
    change = Change.objects.get(what="player_added")
    assert (player.name, player.place, player.guest) == ("Gusti Wimmer", "Wels", True)
    assert (change.player, change.by) == (player, house.users["owner"])
    assert change.after == {"name": "Gusti Wimmer", "nickname": "", "place": "Wels", "guest": True}


@pytest.mark.parametrize("name", ["Höß Anna", "anna höß", "Anna Hoess", "Höß, Anna"])
def test_a_name_the_club_knows_is_refused_with_who_it_is(name: str) -> None:
    house = a_house()
    house.club.players.update(created_at=timezone.now() - timedelta(days=1))
    with pytest.raises(Refused) as error:
        add(house, name, sure=True)
    assert codes(error) == [("name_taken", "name")]
    assert error.value.problems[0].figures["candidates"] == [house.players["owner"].pk]
    assert house.club.players.count() == 5


@pytest.mark.parametrize(
    ("name", "who"),
    [
        ("Anna Hös", "Anna Höß"),
        ("Ana Höß", "Anna Höß"),
        ("Bert Mayr", "Bert Maier"),
        ("Mayer Bert", "Bert Maier"),
        ("Franz Hubre", "Franz Huber"),
        ("Huber Franzl", "Franz Huber"),
        ("Anna", "Anna Höß"),
        ("Anna H.", "Anna Höß"),
        ("Anna Maria Höß", "Anna Höß"),
        ("Dorli", "Dora Lang"),
    ],
)
def test_a_name_nearly_like_another_asks_back_and_can_be_somebody_else(name: str, who: str) -> None:
    house = a_house()
    change_player(house.players["treasurer"], by=None, nickname="Dorli")
    with pytest.raises(Refused) as error:
        add(house, name)
    assert codes(error) == [("maybe_the_same", "name")]
    assert error.value.problems[0].figures["who"] == who
    assert add(house, name, sure=True).name == spoken(name)


@pytest.mark.parametrize("name", ["Hans Bauer", "Maria Höß", "Anna Huber", "Emil Kern", "Lang Peter", "Bernd Maurer"])
def test_another_name_is_nobody_the_club_knows(name: str) -> None:
    house = a_house()
    assert add(house, name).name == name


def test_a_double_tap_adds_one_and_gives_the_same_person() -> None:
    house = a_house()
    assert add(house, "Gusti Wimmer") == add(house, "Gusti Wimmer")
    assert house.club.players.filter(name="Gusti Wimmer").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_phones_that_write_a_name_both_ways_one_adds_it() -> None:
    house = a_house()
    names = ["Gusti Wimmer", "Wimmer Gusti", "gusti wimmer", "Wimmer, Gusti"]
    answers = at_once(4, lambda i: add(house, names[i]))
    assert sum(isinstance(one, Refused) for one in answers) >= 2
    assert house.club.players.count() == 6


def test_every_problem_is_named() -> None:
    house = a_house()
    with pytest.raises(Refused) as error:
        add(house, "", nickname="x" * 41, place="\u202eLinz")
    assert codes(error) == [
        ("person_name_missing", "name"),
        ("text_too_long", "nickname"),
        ("text_not_readable", "place"),
    ]


def test_who_sits_down_under_a_new_name_becomes_a_guest_and_old_names_lead_to_who_they_are() -> None:
    house = a_house()
    anna, gusti = seat_players(house.club, ["höß anna", "Gusti"])
    assert (anna, gusti.guest) == (house.players["owner"], True)
    old = Player.objects.create(club=house.club, name="Nanni", merged_into=anna)
    assert seat_players(house.club, ["Nanni", "Gusti"]) == [anna, gusti]
    assert old.merged_into == anna


def test_a_change_is_logged_with_what_it_was_and_of_the_iban_only_the_end() -> None:
    house = a_house()
    player = change_player(house.players["member"], by=None, nickname="Franzl", iban="at61 1904 3002 3457 3201")
    change = Change.objects.get(what="player_changed")
    assert player.iban == IBAN
    assert change.before == {"nickname": "", "iban": ""}
    assert change.after == {"nickname": "Franzl", "iban": "… 3201"}


def test_nothing_changed_is_nothing_in_the_log() -> None:
    house = a_house()
    change_player(house.players["member"], by=None, name="Franz Huber")
    assert not Change.objects.exists()


@pytest.mark.parametrize(
    ("fields", "problems"),
    [
        ({"iban": "AT611904300234573202"}, [("iban_bad", "iban")]),
        ({"name": "Höß Anna"}, [("name_taken", "name")]),
        ({"shown": "loud"}, [("shown_unknown", "shown")]),
        ({"shown": Shown.NICKNAME}, [("nickname_missing", "nickname")]),
        ({"name": "", "iban": "x"}, [("person_name_missing", "name"), ("iban_bad", "iban")]),
    ],
)
def test_a_change_that_cannot_be_changes_nothing(fields: dict[str, Any], problems: list[tuple[str, str]]) -> None:
    house = a_house()
    with pytest.raises(Refused) as error:
        change_player(house.players["member"], by=None, place="Linz", **fields)
    assert codes(error) == problems
    house.players["member"].refresh_from_db()
    assert house.players["member"].place == ""


def test_ones_own_name_can_be_spelled_otherwise_and_nearly_like_another_one_if_it_has_to_be() -> None:
    house = a_house()
    assert change_player(house.players["owner"], by=None, name="Anna Hoess").name == "Anna Hoess"
    assert change_player(house.players["owner"], by=None, name="Bert Mayr").name == "Bert Mayr"


def test_somebody_leaves_and_comes_back_and_each_is_logged_once() -> None:
    house = a_house()
    player, now = house.players["member"], timezone.now()
    for left in (True, True, False, False):
        set_left(player, by=None, left=left, now=now)
    assert player.left_at is None
    assert list(Change.objects.order_by("pk").values_list("what", flat=True)) == ["player_left", "player_returned"]


# --- public names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna Höß", "Anna H."),
        ("Anna", "Anna"),
        ("Anna Maria Höß", "Anna H."),
        ("Dr. Anna Höß", "Anna H."),
        ("Dipl.-Ing. Franz Huber", "Franz H."),
        ("Mag. Dr. Eva Öhler MSc", "Eva Ö."),
        ("Franz Huber jun.", "Franz H."),
        ("Franz Huber (Linz)", "Franz H."),
        ("Franz Huber, sen.", "Franz H."),
        ("Anna Höß (2)", "Anna H."),
        ("Georg d'Aosta", "Georg D."),
        ("Anna Höß 🎉", "Anna H."),
        ("Dr.", "Dr."),
        ("🎉", "N. N."),
        ("(Linz)", "N. N."),
    ],
)
def test_first_name_and_initial(name: str, shown: str) -> None:
    assert public_name(Player(name=name, shown=Shown.INITIAL)) == shown


def test_the_four_ways_to_be_shown() -> None:
    ways = {way: public_name(Player(name="Anna Höß", nickname="Nanni", shown=way)) for way in Shown}
    assert ways == {"full": "Anna Höß", "initial": "Anna H.", "nickname": "Nanni", "hidden": "N. N."}
    assert public_name(Player(name="Anna Höß", shown=Shown.NICKNAME)) == "Anna H."


def test_a_list_to_find_oneself_in_goes_by_last_names() -> None:
    names = [
        *(
            "Anna Auer",
            "Anna Maria Öhler",
            "Franz Huber jun.",
            "Mag. Eva Berger (Linz)",
            "Anna H.",
            "Anna H. 2",
            "Sepp",
        ),
        *("Zita Auer / Bert Zach", "Oskar Ofner", "Émile Eder", "N. N. 3", "Post/Linde", "🎉"),
    ]
    assert sorted(names, key=by_last_name) == [
        *("Anna Auer", "Zita Auer / Bert Zach", "Mag. Eva Berger (Linz)", "Émile Eder", "Anna H.", "Anna H. 2"),
        *("Franz Huber jun.", "N. N. 3", "Oskar Ofner", "Anna Maria Öhler", "Post/Linde", "Sepp", "🎉"),
    ]


def test_inside_the_club_everybody_has_their_name() -> None:
    hidden = Player(name="Anna Höß", shown=Shown.HIDDEN)
    assert (name_for(hidden, inside=True), name_for(hidden, inside=False)) == ("Anna Höß", "N. N.")


def test_two_people_of_one_public_name_are_two() -> None:
    people = [Player(pk=5, name="Anna Huber"), Player(pk=3, name="Anna Höß"), Player(pk=4, name="Bert Maier")]
    assert public_names([*people, people[0]]) == {3: "Anna H.", 4: "Bert M.", 5: "Anna H. 2"}


def test_looking_up_names_costs_the_same_however_many_there_are(django_assert_num_queries: Any) -> None:
    house = a_house()
    for many in (1, 30):
        Player.objects.bulk_create(Player(club=house.club, name=f"Gast {many} {i}") for i in range(many))
        with django_assert_num_queries(2):
            register = Register(house.club)
            register.like("Anna Hös")
            register.same("Gast 1 0")
