"""The pages of an evening, as phones without JavaScript see them."""

from datetime import date, datetime
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Evening, Player, RuleProfile, RuleVersion
from scoring.models import Sheet, Total
from scoring.services.closing import close_sheet
from scoring.services.sheets import begin_sheet
from tests.club import NAMES as ACCOUNTS
from tests.club import House, logged_in
from tests.services.evening import LEGS, a_leg, a_table, an_evening, fresh_evening, play, settle
from tests.services.table import new_token, now, record, won_leg
from tests.web.page import elements, form, form_count, get, led_to, links, phone, posted, texts, values

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
NAMES = ["Anna Höß", "Bert Maier", "Cilli Gast", "Dora Lang"]
DAY = "evenings/2026-03-03/"
NAMES_OF_ACCOUNTS = {*ACCOUNTS.values()}


def ticked(response: Any) -> list[str]:
    return [one.text.removeprefix("✓ ") for one in elements(response, "button.chip") if
            one.attributes.get("aria-pressed") == "true"]  # fmt: skip


# --- opening -------------------------------------------------------------------------------------------------------


def test_one_tap_opens_todays_evening_and_the_second_finds_it(house: House) -> None:
    egon = house.phone("scorer")
    for page in ("", "evenings/"):
        one = form(get(egon, house.path(page)), "/open/") if page == "" else None
        response = posted(egon, one.action if one else house.path("evenings/open/"))
        assert response.url == house.path(f"evenings/{timezone.localdate().isoformat()}/")
    assert Evening.objects.count() == 1
    page = get(egon, response.url)
    assert texts(page, ".done") == ["Der Abend ist offen. Tippt an, wer da ist, und beginnt den ersten Zettel."]


def test_a_past_day_is_written_up_and_a_wrong_one_says_why(house: House) -> None:
    anna = house.phone()
    path = house.path("evenings/open/")
    for day, said in (
        ("", "Bitte einen Tag wählen."),
        ("2026-02-30", "Bitte einen Tag wählen."),
        ("2999-01-01", "Dieser Tag kommt erst. Ein Abend beginnt an seinem Tag oder wird nachgetragen."),
        ("0999-01-01", "Abende gibt es frühestens ab 1950."),
    ):
        refused = posted(anna, path, 422, day=day)
        assert texts(refused, ".problem") == [said]
        assert [one.attributes["value"] for one in elements(refused, "[day]")] == [day]
    assert posted(anna, path, day="2025-12-30").url == house.path("evenings/2025-12-30/")
    assert posted(anna, path, day="2026-03-03").url == house.path("evenings/2026-03-03/")
    assert texts(get(anna, house.path("evenings/")), "a.chip") == ["2026", "2025"]
    assert texts(get(anna, house.path("evenings/?year=2025")), "b.day") == ["Dienstag, 30. Dezember"]
    for odd in ("?year=1", "?year=²", "?year=" + "9" * 30):
        assert texts(get(anna, house.path(f"evenings/{odd}")), "b.day") == ["Dienstag, 3. März"]


@pytest.mark.parametrize("day", ["2026-02-30", "2026-3-3", "heute", "0000-01-01", "2026-03-04"])
def test_a_day_that_is_none_or_had_no_evening_is_no_page(house: House, evening: Evening, day: str) -> None:
    get(house.phone(), house.path(f"evenings/{day}/"), 404)


def test_a_settled_evening_of_today_says_so_and_a_director_opens_it_again(house: House) -> None:
    evening = an_evening(house.club, timezone.now())
    settle(evening)
    assert "ist abgerechnet." in texts(get(house.phone("scorer"), house.path("evenings/")), ".notice")[0]
    assert form_count(get(house.phone("scorer"), house.path(f"evenings/{evening.day}/")), "/reopen/") == 0
    bert = house.phone("director")
    one = form(get(bert, house.path(f"evenings/{evening.day}/")), "/reopen/")
    for _tap in range(2):
        posted(bert, one.action, **one.filled())
    assert (fresh_evening(evening).is_open, fresh_evening(evening).seq) == (True, 2)


# --- who is there --------------------------------------------------------------------------------------------------


def test_a_tap_on_a_name_ticks_it_and_another_one_takes_it_back(house: House, evening: Evening) -> None:
    egon, anna = house.phone("scorer"), house.players["owner"]
    page = get(egon, house.path(DAY))
    assert (ticked(page), len(texts(page, "button.chip"))) == ([], 5)
    for _tap in range(2):
        assert posted(egon, house.path(f"{DAY}there/"), on=anna.pk).url == house.path(f"{DAY}#who")
        assert ticked(get(egon, house.path(DAY))) == ["Anna Höß"]
    for _tap in range(2):
        posted(egon, house.path(f"{DAY}there/"), off=anna.pk)
        assert ticked(get(egon, house.path(DAY))) == []


def test_htmx_gets_only_the_names(house: House, evening: Evening) -> None:
    egon = house.phone("scorer", **HTMX)
    page = posted(egon, house.path(f"{DAY}there/"), 200, on=house.players["owner"].pk)
    assert (ticked(page), texts(page, "h1"), texts(page, "h2")) == (["Anna Höß"], [], ["Wer da ist (1)"])


def test_who_sits_at_a_table_cannot_be_unticked_and_the_page_says_why(house: House, evening: Evening) -> None:
    a_table(evening, NAMES)
    for client in (house.phone("scorer"), house.phone("scorer", **HTMX)):
        page = posted(client, house.path(f"{DAY}there/"), 422, off=house.players["owner"].pk)
        assert texts(page, ".problem") == [
            "Anna Höß sitzt an diesem Abend an einem Tisch (Bauernschnapsen) und war also da."
        ]
        assert "Anna Höß" in ticked(page)
    assert texts(posted(house.phone(), house.path(f"{DAY}there/"), 422, on="x"), ".problem") != []


def test_a_guest_is_added_there_and_nearly_known_names_are_asked_about(house: House, evening: Evening) -> None:
    egon = house.phone("scorer")
    one = form(get(egon, house.path(DAY)), "/guest/")
    posted(egon, one.action, **one.filled(name="Gustl Gast"))
    page = get(egon, house.path(DAY))
    assert (texts(page, ".done"), ticked(page)) == (["Gustl Gast ist da."], ["Gustl Gast"])
    posted(egon, one.action, **one.filled(name="Höß Anna"))
    assert ticked(get(egon, house.path(DAY))) == ["Anna Höß", "Gustl Gast"]
    page = posted(egon, one.action, 422, **one.filled(name="Berd Maier"))
    assert values(page, "name") == ["Berd Maier"]
    known = [button for button in elements(page, "button.chip") if button.text == "Bert Maier"]
    assert [button.attributes["name"] for button in known] == ["on", "on"]
    posted(egon, one.action, **one.filled(name="Berd Maier", sure="1"))
    assert "Berd Maier" in ticked(get(egon, house.path(DAY)))


# --- the tables ----------------------------------------------------------------------------------------------------


def test_scorers_come_to_the_table_to_write_and_members_to_watch(house: House, evening: Evening) -> None:
    sheet = a_table(evening, NAMES)
    record(sheet, LEGS[1][0])
    scorer, member = get(house.phone("scorer"), house.path(DAY)), get(house.phone("member"), house.path(DAY))
    assert [one for one in links(scorer) if "/sheet/" in one or "/watch/" in one] == [f"/sheet/{sheet.write_secret}/"]
    assert [one for one in links(member) if "/sheet/" in one or "/watch/" in one] == [f"/watch/{sheet.watch_secret}/"]
    assert sheet.write_secret not in member.content.decode()
    assert texts(member, ".who") == ["Anna Höß und Cilli Gast", "Bert Maier und Dora Lang"]
    assert texts(member, "span.score") == ["24", "23"]
    play(sheet, won_leg(0))
    assert f"/sheet/{sheet.watch_secret}/result/" in links(get(house.phone("member"), house.path(DAY)))
    assert f"/sheet/{sheet.write_secret}/result/" in links(get(house.phone("scorer"), house.path(DAY)))


def test_a_waiting_tablet_hears_only_what_is_new(house: House, evening: Evening) -> None:
    tablet = house.phone("member", **HTMX)
    sheet = a_table(evening, NAMES)

    def seen() -> str:
        page = get(tablet, house.path(DAY))
        return next(elements(page, "div.tables")).attributes["data-seen"]

    def answer(mark: str) -> int:
        return tablet.get(house.path(DAY), {"seen": mark}).status_code

    mark = seen()
    assert answer(mark) == 204
    for change in (
        lambda: record(sheet, LEGS[1][0]),
        lambda: house.phone().post(house.path(f"{DAY}there/"), {"on": house.players["scorer"].pk}),
        lambda: house.phone().post(house.path(f"{DAY}there/"), {"off": house.players["scorer"].pk}),
        lambda: play(sheet),
        lambda: settle(evening),
    ):
        change()
        assert answer(mark) == 200
        mark = seen()
        assert answer(mark) == 204


@pytest.mark.parametrize("count", [1, 3])
def test_the_evening_costs_the_same_with_one_and_with_three_sheets(
    house: House, evening: Evening, count: int, django_assert_num_queries: Any
) -> None:
    for _sheet in range(count):
        a_table(evening, NAMES)
    egon = house.phone("scorer")
    with django_assert_num_queries(10):
        page = get(egon, house.path(DAY))
    assert len(texts(page, "a.table-card")) == count
    seen = next(elements(page, "div.tables")).attributes["data-seen"]
    with django_assert_num_queries(6):
        assert egon.get(house.path(DAY), {"seen": seen}, headers=HTMX).status_code == 204
    for sheet in Sheet.objects.all():
        close_sheet(sheet, write=now(sheet))
    with django_assert_num_queries(8):
        get(egon, house.path(f"{DAY}settle/"))
    settle(evening)
    with django_assert_num_queries(15):
        get(egon, house.path(DAY))


@pytest.mark.parametrize("count", [1, 3])
def test_lists_cost_the_same_with_one_and_with_three_evenings(
    house: House, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        evening = an_evening(house.club, datetime.fromisoformat(f"2026-03-0{number + 3}T20:00:00+01:00"))
        a_leg(evening, "AB", "CD", 1)
        settle(evening)
    franz = house.phone("member")
    with django_assert_num_queries(8):
        assert len(texts(get(franz, house.path("evenings/")), "b.day")) == count
    with django_assert_num_queries(12):
        assert len(texts(get(franz, house.path()), "b.day")) == count


# --- a new sheet ---------------------------------------------------------------------------------------------------


def test_whoever_is_there_is_named_first_and_the_next_sheet_proposes_the_same_people(
    house: House, evening: Evening
) -> None:
    egon = house.phone("scorer")
    posted(egon, house.path(f"{DAY}there/"), on=house.players["member"].pk)
    page = get(egon, house.path(f"{DAY}new/"))
    chips = [one.attributes["data-name"] for one in elements(page, "button.chip") if "data-name" in one.attributes]
    assert chips == ["Franz Huber", "Anna Höß", "Bert Maier", "Dora Lang", "Egon Kern"]
    response = posted(egon, house.path(f"{DAY}new/"), **form(page).filled(player=NAMES))
    sheet = Sheet.objects.get()
    assert response.url == f"/sheet/{sheet.write_secret}/"
    assert (sheet.evening, sheet.club) == (evening, house.club)
    assert ticked(get(egon, house.path(DAY))) == ["Anna Höß", "Bert Maier", "Cilli Gast", "Dora Lang", "Franz Huber"]
    assert texts(get(phone(), "/new/"), ".known") == []
    # Whoever still sits there does not sit down at a second table.
    assert values(get(egon, house.path(f"{DAY}new/")), "player") == ["", "", "", ""]
    play(sheet, won_leg(0))
    assert values(get(egon, house.path(f"{DAY}new/")), "player") == NAMES
    begin_sheet(game="schnapsen", players=["Bert Maier", "Egon Kern"], evening=evening, token=new_token())
    play(Sheet.objects.get(game="schnapsen"))
    begin_sheet(game="schnapsen", players=["Bert Maier", "Franz Huber"], evening=evening, token=new_token())
    assert values(get(egon, house.path(f"{DAY}new/schnapsen/")), "player") == ["", ""]


def test_names_stand_as_in_a_telephone_book_on_every_database(house: House, evening: Evening) -> None:
    for name in ("Zita Öller", "Ägid Wöß", "Émile Roy", "berta Lang"):
        Player.objects.create(club=house.club, name=name)
    in_order = ["Ägid Wöß", "Anna Höß", "Bert Maier", "berta Lang", "Dora Lang", "Egon Kern", "Émile Roy"]
    in_order += ["Franz Huber", "Zita Öller"]
    anna = house.phone()
    chips = elements(get(anna, house.path(DAY)), "button.chip")
    assert [one.text for one in chips if "aria-pressed" in one.attributes] == in_order
    assert [name for name in texts(get(anna, house.path("people/")), "li") if name in in_order] == in_order
    found = elements(get(anna, house.path(f"{DAY}new/")), "button.chip")
    assert [one.attributes["data-name"] for one in found if "data-name" in one.attributes] == in_order
    unclaimed = [name for name in in_order if name not in NAMES_OF_ACCOUNTS]
    assert texts(get(anna, house.path("invitations/")), "option")[1:] == unclaimed


def test_the_game_that_the_club_played_last_is_proposed(house: House, evening: Evening) -> None:
    begin_sheet(game="schnapsen", players=["Anna Höß", "Bert Maier"], evening=evening, token=new_token())
    page = get(house.phone("scorer"), house.path(f"{DAY}new/"))
    assert values(page, "game") == ["schnapsen"]
    assert values(get(house.phone("scorer"), house.path(f"{DAY}new/kratzen/")), "game") == ["kratzen"]
    get(house.phone("scorer"), house.path(f"{DAY}new/watten/"), 404)


def test_the_clubs_own_house_rules_stand_in_place_of_the_presets(house: House, evening: Evening) -> None:
    profile = RuleProfile.objects.create(club=house.club, game="bauernschnapsen", name="Gasthaus Post")
    rules = {"money": "zero_sum", "stake_cents": 50}
    version = RuleVersion.objects.create(profile=profile, number=1, house_rules=rules)
    egon = house.phone("scorer")
    page = get(egon, house.path(f"{DAY}new/bauernschnapsen/"))
    assert values(page, "preset") == [f"profile-{version.pk}"]
    posted(egon, house.path(f"{DAY}new/"), **form(page).filled(player=NAMES))
    sheet = Sheet.objects.get()
    assert (sheet.rule_version, sheet.house_rules["stake_cents"]) == (version, 50)


def test_without_house_rules_of_its_own_a_club_plays_as_it_did_last(house: House, evening: Evening) -> None:
    egon = house.phone("scorer")
    assert values(get(egon, house.path(f"{DAY}new/bauernschnapsen/")), "preset") == ["standard"]
    a_leg(evening, "AB", "CD", 1)
    page = get(egon, house.path(f"{DAY}new/bauernschnapsen/"))
    assert [values(page, name) for name in ("preset", "rule-money", "stake")] == [["last"], ["zero_sum"], ["0,50"]]
    posted(egon, house.path(f"{DAY}new/"), **form(page).filled(player=NAMES))
    rules = [sheet.house_rules for sheet in Sheet.objects.all()]
    assert rules[0] == rules[1]
    for key in ("last", "standard"):
        get(egon, house.path(f"{DAY}new/bauernschnapsen/rules/{key}/"))
    get(egon, house.path(f"{DAY}new/bauernschnapsen/rules/nothing/"), 404)


def test_two_chairs_for_one_person_are_refused_next_to_the_names(house: House, evening: Evening) -> None:
    egon = house.phone("scorer")
    one = form(get(egon, house.path(f"{DAY}new/")))
    typed = ["Anna Höß", "Höss Anna", "Cilli", "Dora"]
    page = posted(egon, house.path(f"{DAY}new/"), 422, **one.filled(player=typed))
    assert texts(page, ".problem") == ["Anna Höß, Höss Anna: Das ist ein und dieselbe Person."]
    assert values(page, "player") == typed


def test_nothing_begins_in_a_settled_evening(house: House, evening: Evening) -> None:
    egon = house.phone("scorer")
    one = form(get(egon, house.path(f"{DAY}new/")))
    settle(evening)
    page = posted(egon, house.path(f"{DAY}new/"), 422, **one.filled(player=NAMES))
    assert texts(page, ".problem") == ["Dieser Abend ist abgerechnet. Die Turnierleitung kann ihn wieder öffnen."]
    assert led_to(egon, house.path(f"{DAY}new/")) == house.path(DAY)


def test_a_table_leads_its_own_people_back_to_the_evening_and_nobody_else(house: House, evening: Evening) -> None:
    sheet = a_table(evening, NAMES)
    record(sheet, *LEGS[4])
    back = house.path(DAY)
    assert house.stranger is not None
    for path in (f"/sheet/{sheet.write_secret}/", f"/watch/{sheet.watch_secret}/"):
        assert back in links(get(house.phone("member"), path))
        for nobody in (phone(), logged_in(house.stranger)):
            assert back not in links(get(nobody, path))
    close_sheet(sheet, write=now(sheet))
    for secret in (sheet.write_secret, sheet.watch_secret):
        path = f"/sheet/{secret}/result/"
        assert back in links(get(house.phone("member"), path))
        assert back not in links(get(phone(), path))
    assert "/new/" not in links(get(house.phone("scorer"), f"/sheet/{sheet.write_secret}/result/"))


def test_a_hundred_sheets_in_one_evening_are_still_quick(house: House, evening: Evening) -> None:
    first = a_table(evening, NAMES)
    record(first, *LEGS[4])
    Sheet.objects.bulk_create(
        Sheet(
            **{name: getattr(first, name) for name in ("club", "evening", "game", "house_rules", "first_dealer")},
            state=first.state, totals=first.totals, seq=first.seq, token=f"token-{number:05}",
            write_secret=f"write-{number}", watch_secret=f"watch-{number}", code=f"A{number:05}",
        )
        for number in range(99)
    )  # fmt: skip
    egon = house.phone("scorer")
    get(egon, house.path(DAY))
    begun = timezone.now()
    page = get(egon, house.path(DAY))
    assert len(texts(page, "a.table-card")) == 100
    assert (timezone.now() - begun).total_seconds() < 1
    assert date(2026, 3, 3) == evening.day


def test_a_closed_table_of_money_shows_what_was_signed_with_the_pot_dealt_out(house: House, evening: Evening) -> None:
    sheet = begin_sheet(game="kratzen", players=NAMES, evening=evening, token=new_token("sheet"))
    play(sheet, {"tricks": [2, 1, 1, 0]}, close=False)
    page = get(house.phone(), house.path(DAY))
    assert sum(int(text.replace("−", "-").replace(",", "")) for text in texts(page, "span.score")) < 0
    close_sheet(sheet, write=now(sheet))
    signed = [0] * len(NAMES)
    for position, cents in Total.objects.filter(sheet=sheet, unit="cents").values_list("seat__position", "amount"):
        signed[position] = cents
    page = get(house.phone(), house.path(DAY))
    shown = [int(text.replace("−", "-").replace(",", "")) for text in texts(page, "span.score")]
    assert (shown, sum(shown)) == (signed, 0)
