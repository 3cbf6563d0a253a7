"""The pages of a cup: the season of S6 typed in through them, rules changed with a preview, and what everybody sees."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Player
from clubs.models.club import Role
from clubs.services.merging import merge
from scoring.services.merge import sat_together
from seasons.models import Board, Cup
from seasons.services import cups
from tests.club import House
from tests.seasons_cups import DAYS, FIRST, LAST, S6, S6_AVERAGE, S6_BEST_7, a_cup, a_day, computed, path, the_season
from tests.services.season import FOUR, a_sheet_of
from tests.services.table import won_leg
from tests.tournament import a_tournament
from tests.web.page import form, get, links, posted, read, texts, values
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


def shown(client: Client, house: House, cup: Cup, rest: str = "") -> list[str]:
    """Place, name and total of every line, as the page has them."""
    page = get(client, path(house, cup, rest))
    return [
        f"{place} {name} {total}"
        for place, name, total in zip(texts(page, "td.rank"), texts(page, ".who"), texts(page, "td.total"), strict=True)
    ]


def filled(day: date) -> dict[str, str]:
    return {"from_day": day.isoformat(), "save": "1"}


def test_the_season_of_s6_typed_in_through_the_pages_by_all_three_rules(house: House) -> None:
    phone = house.phone()
    new = get(phone, house.path("seasons/cups/new/?preset=best-7"))
    wanted = form(new).filled(name="Donnerstag", first_day=FIRST, last_day=LAST, every_evening=None)
    posted(phone, house.path("seasons/cups/new/"), **wanted)
    cup = Cup.objects.get()
    for number, day in enumerate(DAYS):
        events = get(phone, path(house, cup, "events/"))
        token = values(events, "token")[-1]
        made = posted(
            phone, path(house, cup, "events/change/"), do="day", token=token, name=f"Abend {number + 1}", day=day
        )
        typed = [f"{name};{results[number]}" for name, results in S6.items() if results[number] is not None]
        event = get(phone, made.url)
        posted(phone, f"{made.url}results/", **form(event, "/results/").filled(results="\n".join(typed)))
    computed(cup)
    assert shown(phone, house, cup) == [
        *(f"{place} {name} {total}" for place, (name, total) in enumerate(S6_BEST_7, 1)),
        "– Christl 4360",
    ]
    change = path(house, cup, "rules/change/")
    wanted = form(get(phone, change), "").filled(best="0", counts="average", **filled(FIRST))
    posted(phone, change, **wanted)
    computed(cup)
    averages = [f"{place} {name} {total // 100},{total % 100:02}" for place, (name, total) in enumerate(S6_AVERAGE, 1)]
    assert shown(phone, house, cup)[:5] == averages
    wanted = form(get(phone, change), "").filled(minimum="0", counts="divisor", divisor="8", **filled(FIRST))
    posted(phone, change, **wanted)
    computed(cup)
    assert "Eva 760,00" in [line.partition(" ")[2] for line in shown(phone, house, cup)]


def test_a_row_says_how_many_counted_and_what_was_dropped(house: House) -> None:
    cup = a_cup(house.club, {"season": {"best": 7, "minimum": 6}})
    the_season(cup)
    computed(cup)
    page = get(house.phone(Role.MEMBER), path(house, cup))
    assert texts(page, ".cup-count")[1].startswith("7 von 9")
    assert "640" in texts(page, ".cup-count")[1]
    assert len(texts(page, "td.dropped")) == 2 + 1 + 1 + 2


def test_the_page_of_a_person_adds_up_to_the_total(house: House) -> None:
    cup = a_cup(house.club, {"season": {"best": 7, "minimum": 6}})
    the_season(cup)
    computed(cup)
    bernd = Player.objects.get(name="Bernd")
    page = get(house.phone(Role.MEMBER), path(house, cup, f"people/{bernd.pk}/"))
    (equation,) = texts(page, ".equation")
    left, right = equation.removesuffix(" ✓").split(" = ")
    assert (sum(map(int, left.split(" + "))), right) == (6360, "6360")
    christl = Player.objects.get(name="Christl")
    outside = get(house.phone(Role.MEMBER), path(house, cup, f"people/{christl.pk}/"))
    assert "4360" in texts(outside, ".cup-place")[0]
    get(house.phone(), path(house, cup, "people/999999/"), status=404)


def test_an_evening_says_its_day_once(house: House) -> None:
    season = {"towns": True}
    cup = a_cup(house.club, {"season": season}, game="bauernschnapsen", every_evening=True)
    a_sheet_of(house, DAYS[0], won_leg(0))
    Player.objects.filter(name=FOUR[0]).update(place="Linz")
    (pk,) = {row.subject for row in computed(cup)[:1]}
    person = get(house.phone(), path(house, cup, f"people/{pk}/"))
    towns = get(house.phone(), path(house, cup, "?table=towns"))
    assert [texts(page, "main")[0].count("6.10.") for page in (person, towns)] == [1, 1]


def test_the_way_of_somebody_with_two_names_is_one(house: House) -> None:
    cup = a_cup(house.club)
    a_day(cup, DAYS[0], Anna=5, Bernd=3)
    computed(cup)
    a_day(cup, DAYS[1], Anni=9)
    computed(cup)
    anna, anni = (Player.objects.get(name=name) for name in ("Anna", "Anni"))
    merge(house.club, gone=anni, into=anna, by=None, sat_together=sat_together)
    (way,) = texts(get(house.phone(), path(house, cup, f"people/{anna.pk}/")), ".cup-course")
    assert way == "6.10. 1.20.10. 1."


def test_new_rules_are_shown_before_they_are_saved_and_two_at_once_are_told(house: House) -> None:
    cup, phone = a_cup(house.club), house.phone(Role.DIRECTOR)
    a_day(cup, DAYS[0], Anna=10, Bernd=9)
    address = path(house, cup, "rules/change/")
    wanted = form(get(phone, address), "").filled(gives="places", places="25 50", from_day=FIRST)
    refused = posted(phone, address, status=422, **wanted)
    assert len(texts(refused, ".problem")) == 1
    wanted |= {"places": "25, 18"}
    preview = posted(phone, address, status=200, **wanted)
    assert texts(preview, "td.number") == ["1. mit 10", "1. mit 25", "2. mit 9", "2. mit 18"]
    assert Cup.objects.get().versions.count() == 1
    posted(phone, address, save="1", **wanted)
    assert [row.values["sum"] for row in computed(cup)] == [25, 18]
    stale = posted(phone, address, status=409, **wanted | {"save": "1", "best": "3"})
    assert (len(texts(stale, ".problem")), Cup.objects.get().versions.count()) == (1, 2)
    rules = get(house.phone(Role.MEMBER), path(house, cup, "rules/"))
    assert len(texts(rules, "li.card")) == 2
    assert texts(rules, "p.hint")[0].startswith("Festgelegt am ")


def test_everybody_sees_a_public_cup_with_public_names_and_nobody_another(house: House, client: Client) -> None:
    cup = a_cup(house.club, public=True)
    a_day(cup, DAYS[0], **{"Anna Höß": 10, "Franz Huber": 9})
    computed(cup)
    page = get(client, f"/board/{cup.secret}/")
    assert texts(page, ".who") == ["Anna H.", "Franz H."]
    assert not [one for one in links(page) if "/club/" in one or "/people/" in one]
    assert "sessionid" not in client.cookies
    live = client.get(f"/board/{cup.secret}/", {"seen": ""}, headers={"HX-Request": "true"})
    assert b"<html" not in live.content
    Cup.objects.update(public=False)
    get(client, f"/board/{cup.secret}/", status=404)


def test_a_member_sees_everything_and_changes_nothing(house: House) -> None:
    cup = a_cup(house.club, {"season": {"qualified": 1, "teams": True, "women": True, "towns": True}})
    event = a_day(cup, DAYS[0], Anna=10)
    Player.objects.filter(name="Anna").update(place="Linz")
    computed(cup)
    phone = house.phone(Role.MEMBER)
    for rest in ("", "?table=women", "?table=teams", "?table=towns", "rules/", "events/", f"events/day-{event.pk}/"):
        page = get(phone, path(house, cup, rest))
        assert not [one for one in links(page) if "settings" in one or "change" in one]
    assert "Linz" in texts(get(phone, path(house, cup, "?table=towns")), ".who")[0]


def test_money_is_seen_by_whoever_may_see_it_and_never_by_everybody(house: House) -> None:
    cup = a_cup(house.club, {"events": {"unit": "cents"}}, game="bauernschnapsen")
    event = a_day(cup, DAYS[0], **{"Franz Huber": 250, "Bert Maier": -250})
    computed(cup)
    phone = house.phone(Role.MEMBER)
    for rest in ("", f"events/day-{event.pk}/"):
        assert texts(get(phone, path(house, cup, rest)), ".who") == ["Franz Huber"]
    assert texts(get(house.phone(Role.TREASURER), path(house, cup)), "td.total") == ["2,50", "−2,50"]
    get(phone, path(house, cup, f"people/{house.players[Role.DIRECTOR].pk}/"), status=404)
    settings = path(house, cup, "settings/")
    posted(house.phone(), settings, status=422, **read(get(house.phone(), settings)).forms[1].filled(public="1"))


def test_where_money_is_hidden_no_town_no_final_and_no_day_gives_it_away(house: House) -> None:
    cup = a_cup(
        house.club, {"events": {"unit": "cents"}, "season": {"towns": True, "qualified": 2}}, game="bauernschnapsen"
    )
    event = a_day(cup, DAYS[0], **{"Franz Huber": 250, "Bert Maier": -250})
    other = a_day(cup, DAYS[1], **{"Bert Maier": 10})
    Player.objects.filter(name="Franz Huber").update(place="Linz")
    Player.objects.filter(name="Bert Maier").update(place="Einschicht")
    computed(cup)

    def towns(role: str) -> list[str]:
        return [one.split()[0] for one in texts(get(house.phone(role), path(house, cup, "?table=towns")), ".who")]

    assert (towns(Role.MEMBER), towns(Role.TREASURER)) == (["Linz"], ["Linz", "Einschicht"])
    member = house.phone(Role.MEMBER)
    board = " ".join(texts(get(member, path(house, cup)), "main"))
    assert "Bert Maier" not in board
    assert "2 Leute ins Finale: Franz Huber" in board
    for of in (event, other):
        day = " ".join(texts(get(member, path(house, cup, f"events/day-{of.pk}/")), "main"))
        assert "1 Person zeigt ihr Geld nicht" in day
        assert "noch keine Ergebnisse" not in day


def test_many_people_are_shown_in_parts_with_a_fixed_number_of_queries(
    house: House, django_assert_max_num_queries: Any
) -> None:
    cup = a_cup(house.club, {"season": {"women": True, "qualified": 3}})
    for day in DAYS[:3]:
        a_day(cup, day, **{f"Gast {number:03}": number for number in range(130)})
    guests = list(Player.objects.filter(guest=True).values_list("pk", flat=True))
    cup = cups.change(cup, by=None, now=timezone.now(), women=guests)
    computed(cup)
    phone = house.phone()
    for table in ("", "women"):
        with django_assert_max_num_queries(20):
            first = texts(get(phone, path(house, cup, f"?table={table}")), ".who")
        second = texts(get(phone, path(house, cup, f"?table={table}&page=2")), ".who")
        assert (len(first), len(second), first[0], second[-1]) == (100, 30, "Gast 129", "Gast 000")


def test_another_address_ends_the_one_before_and_a_deleted_cup_is_gone(house: House, client: Client) -> None:
    cup, phone = a_cup(house.club, public=True), house.phone()
    a_day(cup, DAYS[0], Anna=10)
    wanted = form(get(phone, path(house, cup)), "/secret/").filled()
    for _twice in range(2):
        posted(phone, path(house, cup, "secret/"), **wanted)
    now = Cup.objects.get()
    get(client, f"/board/{cup.secret}/", status=404)
    get(client, f"/board/{now.secret}/")
    assert now.seq == int(wanted["seen"][0]) + 1
    assert not [one for one in links(get(house.phone(Role.MEMBER), path(house, cup))) if "delete" in one]
    get(phone, path(house, cup, "delete/"))
    posted(phone, path(house, cup, "delete/"))
    assert not Cup.objects.exists()
    assert not Board.objects.exists()
    assert Player.objects.filter(name="Anna").exists()


def test_the_qualified_are_taken_into_the_final_from_the_page(house: House) -> None:
    cup, phone = a_cup(house.club, {"season": {"qualified": 1}}), house.phone()
    a_day(cup, DAYS[0], Anna=10, Bernd=7)
    final = a_tournament(house.club, day=LAST, name="Finale", cards=0)
    Entrant.objects.all().delete()
    computed(cup)
    wanted = form(get(phone, path(house, cup)), "/final/").filled(tournament=final.pk)
    for count in (1, 0):
        posted(phone, path(house, cup, "final/"), **wanted)
        page = get(phone, path(house, cup)).content.decode()
        assert ("1 Startkarte ist angemeldet" in page) == (count == 1)
        assert "0 Startkarten" not in page
    assert [one.people.get().player.name for one in final.entrants.all()] == ["Anna"]


def test_a_cup_made_without_evenings_gets_a_game_in_its_settings(house: House) -> None:
    cup, phone = a_cup(house.club), house.phone()
    settings = path(house, cup, "settings/")
    wanted = read(get(phone, settings)).forms[1].filled(game="bauernschnapsen", every_evening="1")
    for _twice in range(2):
        posted(phone, settings, **wanted)
    cup = Cup.objects.get()
    assert (cup.game, cup.every_evening) == ("bauernschnapsen", True)
    assert "game" not in read(get(phone, settings)).forms[1].fields


def test_settings_name_women_and_end_the_cup(house: House) -> None:
    cup, phone = a_cup(house.club, {"season": {"women": True}}), house.phone()
    a_day(cup, DAYS[0], Anna=10, Bernd=7)
    computed(cup)
    anna: Any = Player.objects.get(name="Anna").pk
    settings = path(house, cup, "settings/")
    posted(phone, settings, **read(get(phone, settings)).forms[1].filled(name="Neuer Name", women=[anna]))
    cup = Cup.objects.get()
    assert (cup.name, cup.women, [row.subject for row in computed(cup, "women")]) == ("Neuer Name", [anna], [anna])
    posted(phone, settings, status=409, seen=0, name="Zu spät", first_day=FIRST, last_day=LAST)
    again = read(get(phone, settings)).forms[1].filled(name="Doppelt")
    for _twice in range(2):
        posted(phone, settings, **again)
    bernd = Player.objects.get(name="Bernd").pk
    refused = posted(phone, settings, status=422, **read(get(phone, settings)).forms[1].filled(name="", women=[bernd]))
    assert values(refused, "women") == [str(bernd)]
    posted(phone, path(house, cup, "end/"))
    assert Cup.objects.get().ended_at is not None
    posted(phone, path(house, cup, "end/"), back="1")
    assert Cup.objects.get().ended_at is None


def test_an_average_of_money_is_rounded_once(house: House) -> None:
    season = {"counts": "divisor", "divisor": 400, "towns": True, "groups": "people"}
    cup = a_cup(house.club, {"events": {"unit": "cents"}, "season": season}, game="bauernschnapsen")
    a_day(cup, DAYS[0], Anna=199, Bernd=200, Christl=99, Dieter=99)
    Player.objects.filter(name="Anna").update(place="Linz")
    Player.objects.filter(name__in=["Christl", "Dieter"]).update(place="Wels")
    computed(cup)
    phone = house.phone(Role.TREASURER)
    assert shown(phone, house, cup)[:2] == ["1 Bernd 0,01", "2 Anna 0,00"]
    person = get(phone, path(house, cup, f"people/{Player.objects.get(name='Anna').pk}/"))
    assert "1,99 : 400 = 0,00" in texts(person, ".equation")[0]
    towns = get(phone, path(house, cup, "?table=towns"))
    assert texts(towns, ".total") == ["0,00", "0,00"]


def test_every_problem_of_the_rules_is_said_at_once_at_its_field(house: House) -> None:
    cup, phone = a_cup(house.club), house.phone()
    change = path(house, cup, "rules/change/")
    wanted = form(get(phone, change), "").filled(
        best="401",
        drops="-1",
        divisor="0",
        credit="viel",
        absent="credit",
        gives="places",
        first_woman="1",
        from_day="2030-01-01",
    )
    refused = posted(phone, change, status=422, **wanted)
    assert sorted({*refused.context["problems"]} - {"form"}) == [
        "best",
        "credit",
        "divisor",
        "drops",
        "first_woman",
        "from_day",
        "places",
    ]
    assert [len(said) for said in refused.context["problems"].values() if said] == [1] * 7
