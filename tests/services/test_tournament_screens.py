"""The screens of the hall and reading out the places: what is kept, what is public meanwhile, and who was first."""

from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Change
from clubs.models.club import Role
from clubs.services.core import Refused
from tests.club import House
from tests.tournament import a_result, a_round, a_tournament
from tests.tournament_evenings import play_on, three_lives
from tournaments.formats.plan import read_plan, write_plan
from tournaments.models import Screen, Table, Tournament
from tournaments.services import reading_out, screens
from tournaments.services.facts import facts_of
from tournaments.services.marks import marked_on
from tournaments.services.reading_out import ALL_READ, Reading, ReadingMoved
from tournaments.services.screen_program import AT_FIRST, Look, Show, What, read_program, usual, write_program
from tournaments.services.screens import ScreenMoved
from tournaments.services.shown import lines_shown, public_facts

pytestmark = pytest.mark.django_db


def a_screen(house: House, tournament: Tournament, name: str = "Beamer im Saal", token: str = "a") -> Screen:
    return screens.add(tournament, by=house.users[Role.DIRECTOR], token=token, name=name)


def changed(screen: Screen, seen: str, *shows: Show, name: str = "Beamer im Saal", look: Look = Look.AUTO) -> Screen:
    return screens.change(screen, by=None, name=name, look=look, shows=shows, seen=seen)


def fresh(row: Any) -> Any:
    return type(row).objects.get(pk=row.pk)


def refusals(error: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str | None]]:
    return [(one.code, one.at) for one in error.value.problems]


def hidden_until_the_end(tournament: Tournament) -> Tournament:
    plan = read_plan({**tournament.plan, "hall": {"public": "end"}})
    Tournament.objects.filter(pk=tournament.pk).update(plan=write_plan(plan))
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def public_numbers(tournament: Tournament) -> list[int]:
    """The start numbers whose places everybody may see now, best first."""
    now = fresh(tournament)
    found = public_facts(facts_of(now))
    return [] if found is None else [one.number for one in lines_shown(now, found.standings)]


# --- the list of screens ---------------------------------------------------------------------------------------------


def test_a_new_screen_shows_what_a_hall_usually_wants_and_is_added_once(house: House) -> None:
    tournament = a_tournament(house.club)
    screen = a_screen(house, tournament)
    assert a_screen(house, tournament) == screen
    assert [one.what for one in read_program(screen.shows).shows] == list(AT_FIRST)
    assert len(screen.secret) == 10
    with pytest.raises(Refused) as error:
        screens.add(tournament, by=None, token="kein token", name=" ")
    assert refusals(error) == [("screen_name_missing", "name"), ("bad_token", "token")]
    assert Change.objects.get(what="screen_added").after["screen"] == "Beamer im Saal"


def test_a_list_is_changed_once_and_never_over_somebody_elses(house: House) -> None:
    screen = a_screen(house, a_tournament(house.club))
    seen = screens.mark_of(screen)
    wanted = (Show(What.CLOCK, 20), Show(What.MESSAGE, 15, "  Pause  bis 20:15 "))
    for _tap in range(2):
        after = changed(screen, seen, *wanted, look=Look.DARK)
    program = read_program(after.shows)
    assert (program.look, program.shows) == (
        Look.DARK,
        (Show(What.CLOCK, 20), Show(What.MESSAGE, 15, "Pause bis 20:15")),
    )
    with pytest.raises(ScreenMoved):
        changed(screen, seen, usual(What.PHONE))
    change = Change.objects.get(what="screen_changed")
    assert (change.before["shows"], change.after["shows"]) == ([str(one) for one in AT_FIRST], ["clock", "message"])


def test_every_problem_of_a_list_is_named_at_once(house: House) -> None:
    screen = a_screen(house, a_tournament(house.club))
    seen = screens.mark_of(screen)
    with pytest.raises(Refused) as error:
        changed(screen, seen, Show(What.CLOCK, 2), Show(What.CLOCK, 601), Show(What.MESSAGE, 10), name="x" * 41)
    assert refusals(error) == [
        ("text_too_long", "name"),
        ("screen_shows_twice", "shows"),
        ("screen_seconds", "seconds-clock"),
        ("screen_seconds", "seconds-clock"),
        ("screen_message_missing", "text"),
    ]
    with pytest.raises(Refused) as error:
        changed(screen, seen)
    assert refusals(error) == [("screen_shows_nothing", "shows")]


@pytest.mark.parametrize(
    "stored", [[], {}, None, "x", {"shows": [{"what": "fireworks"}, 7], "now": 3, "look": ["dark"]}]
)
def test_a_stored_list_that_is_none_is_read_as_empty(stored: Any) -> None:
    assert write_program(read_program(stored)) == {"shows": [], "now": None, "look": "auto"}


def test_what_is_shown_now_is_on_all_screens_also_new_ones_and_lists_stay_as_they_are(house: House) -> None:
    tournament = a_tournament(house.club)
    with pytest.raises(Refused) as error:
        screens.show_now(tournament, by=None, what=What.MESSAGE, text="x" * 121)
    assert refusals(error) == [("text_too_long", "text"), ("no_screens", None)]
    first = a_screen(house, tournament)
    seen = screens.mark_of(first)
    for _tap in range(2):
        screens.show_now(tournament, by=None, what=What.NAMES)
    second = a_screen(house, tournament, "Bar", "b")
    assert [read_program(fresh(one).shows).now for one in (first, second)] == [usual(What.NAMES)] * 2
    assert screens.mark_of(fresh(first)) == seen
    screens.show_now(tournament, by=None, what=None)
    assert screens.shown_now(list(screens.screens_of(tournament))) is None
    assert Change.objects.filter(what="screens_now").count() == 1


def test_a_screen_that_is_deleted_is_gone_once(house: House) -> None:
    screen = a_screen(house, a_tournament(house.club))
    for _tap in range(2):
        screens.remove(screen, by=None)
    assert (screens.screen_of(screen.secret), Change.objects.filter(what="screen_deleted").count()) == (None, 1)
    with pytest.raises(Refused) as error:
        changed(screen, screens.mark_of(screen), usual(What.CLOCK))
    assert refusals(error) == [("screen_gone", None)]


def test_whatever_may_be_on_a_screen_moves_its_mark(house: House, django_assert_num_queries: Any) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger")
    screen = a_screen(house, tournament)
    marks = []

    def look() -> None:
        with django_assert_num_queries(1):
            found = marked_on(screen.secret)
            assert found is not None
            marks.append(found.mark)

    look()
    a_result(a_round(tournament, (1, 2)).tables.get(), {"points": 7}, {"points": 3})
    look()
    screens.show_now(tournament, by=None, what=What.CLOCK)
    look()
    look()
    assert [marks.index(one) for one in marks] == [0, 1, 2, 2]


# --- reading out -----------------------------------------------------------------------------------------------------


def test_while_places_are_read_out_only_what_was_read_is_public_and_then_everything(house: House) -> None:
    tournament = hidden_until_the_end(three_lives(house.club))
    a_screen(house, tournament)
    best_first = [one.number for one in facts_of(tournament).standings]
    assert public_numbers(tournament) == []
    for _tap in range(2):
        reading_out.start(tournament, by=None)
    # Moser never came and has no place: passed over, so that the first step reads Dorn, the ninth.
    assert public_numbers(tournament) == best_first[-1:]
    assert screens.shown_now(list(screens.screens_of(tournament))) == usual(What.PLACES)
    for seen in range(1, 10):
        reading_out.step(tournament, to=seen + 1, seen=seen)
        assert public_numbers(tournament) == best_first[-seen - 1 :]
    reading_out.finish(tournament, by=None)
    assert (fresh(tournament).revealed, public_numbers(tournament)) == (ALL_READ, best_first)
    assert screens.shown_now(list(screens.screens_of(tournament))) is None
    assert [*Change.objects.filter(what__startswith="reading").order_by("pk").values_list("what", flat=True)] == [
        "reading_begun",
        "reading_ended",
    ]


def test_a_step_that_is_tapped_twice_is_one_and_a_stale_one_none(house: House) -> None:
    tournament = three_lives(house.club)
    with pytest.raises(Refused) as error:
        reading_out.step(tournament, to=1, seen=0)
    assert refusals(error) == [("reading_not_on", None)]
    reading_out.start(tournament, by=None)
    for _tap in range(2):
        reading_out.step(tournament, to=2, seen=1)
    assert fresh(tournament).revealed == 2
    reading_out.step(tournament, to=5, seen=2)
    with pytest.raises(ReadingMoved):
        reading_out.step(tournament, to=3, seen=2)
    reading_out.step(tournament, to=4, seen=5)
    for nowhere in (0, 11):
        with pytest.raises(Refused) as error:
            reading_out.step(tournament, to=nowhere, seen=4)
        assert refusals(error) == [("reading_no_line", None)]
    assert fresh(tournament).revealed == 4


def test_reading_goes_on_from_a_place_and_knows_where_the_prizes_begin(house: House) -> None:
    tournament = three_lives(house.club)
    reading = Reading(facts_of(tournament))
    # Of ten lines one has no place; the fourth place is shared by two, and three places win.
    assert [reading.before_place(place) for place in (9, 6, 4, 3, 1, 50)] == [1, 4, 5, 7, 9, 1]
    assert reading.first_prize == 3


def test_reading_out_too_early_is_asked_about_and_ends_with_what_is_public_otherwise(house: House) -> None:
    tournament = hidden_until_the_end(three_lives(house.club, rounds=2))
    reading_out.start(tournament, by=None, sure=True)
    with pytest.raises(Refused) as error:
        reading_out.finish(tournament, by=None)
    assert refusals(error) == [("reading_goes_on", "sure")]
    reading_out.finish(tournament, by=None, sure=True)
    assert (fresh(tournament).revealed, public_numbers(tournament)) == (None, [])
    a_round(tournament, (1, 2))
    asked = []
    for _round in range(2):
        with pytest.raises(Refused) as error:
            reading_out.start(fresh(tournament), by=None)
        asked += refusals(error)
        table = Table.objects.get(round__tournament=tournament, round__number=3)
        a_result(table, {"legs": 1}, {"legs": 0})
    assert asked == [("reading_tables_open", "sure"), ("reading_early", "sure")]
    with pytest.raises(Refused) as error:
        reading_out.start(a_tournament(house.club, "Auer", "Berger"), by=None, sure=True)
    assert refusals(error) == [("reading_nothing_played", None)]


def test_places_that_are_final_are_hidden_again_while_they_are_read(house: House) -> None:
    tournament = three_lives(house.club, rounds=8)
    play_on(tournament, 9)
    Tournament.objects.filter(pk=tournament.pk).update(ended_at=timezone.now())
    tournament = fresh(tournament)
    reading_out.start(tournament, by=None)
    assert public_numbers(tournament) == [10]
    reading_out.finish(tournament, by=None, sure=True)
    assert (fresh(tournament).revealed, len(public_numbers(tournament))) == (None, 10)
