"""The pages of the club's house rules: making, changing, reading, and what two directors at once are told."""

from typing import Any

import pytest

from clubs.models import RuleProfile, RuleVersion
from clubs.models.club import Role
from scoring.games.sheet import GAMES
from scoring.services.profiles import archive_profile, change_rules, make_profile
from scoring.services.sheets import begin_sheet
from tests.club import House, a_house
from tests.services.table import CAST, new_token
from tests.web.page import form, get, links, phone, texts, values

pytestmark = pytest.mark.django_db

GAME = "bauernschnapsen"
DIRECTOR = Role.DIRECTOR


def made(house: House, name: str = "Gasthaus Post", game: str = GAME, **rules: Any) -> RuleVersion:
    return make_profile(club=house.club, by=house.users[DIRECTOR], game=game, name=name, house_rules=rules)


def changed(house: House, version: RuleVersion, by: str = DIRECTOR, **rules: Any) -> RuleVersion:
    rules = {**version.house_rules, **rules}
    return change_rules(version.profile, by=house.users[by], house_rules=rules, after=version.number)


def a_table(house: House, version: RuleVersion | None, players: list[str] = CAST, **rules: Any) -> Any:
    given = {**(version.house_rules if version else {}), **rules}
    game = version.profile.game if version else GAME
    return begin_sheet(
        game=game, players=players, house_rules=given, club=house.club, rule_version=version, token=new_token("sheet")
    )


def test_a_director_writes_house_rules_down_and_everybody_in_the_club_reads_them(house: House) -> None:
    director = house.phone(DIRECTOR)
    page = get(director, house.path("house-rules/new/bauernschnapsen/"))
    answer = director.post(
        house.path("house-rules/new/"),
        form(page).filled(name="Gasthaus Post", rule__target="30", rule__money="zero_sum", stake="0,20"),
        follow=True,
    )
    assert answer.status_code == 200
    version = RuleVersion.objects.get()
    assert (version.profile.name, version.number, version.made_by) == ("Gasthaus Post", 1, house.users[DIRECTOR])
    assert {name: version.house_rules[name] for name in ("target", "money", "stake_cents")} == {
        "target": 30,
        "money": "zero_sum",
        "stake_cents": 20,
    }
    assert texts(answer, ".done") == ["Niedergeschrieben. „Gasthaus Post“ kann jetzt für neue Zettel gewählt werden."]
    for role in Role:
        page = get(house.phone(role), house.path("house-rules/"))
        assert texts(page, "b") == ["Gasthaus Post"]
        page = get(house.phone(role), house.path(f"house-rules/{version.profile_id}/"))
        assert "Ziel: 30" in texts(page, "li")
        assert "Einsatz je Bummerl: € 0,20" in [text.replace("\u00a0", " ") for text in texts(page, "li")]


def test_only_directors_and_owners_change_house_rules(house: House) -> None:
    version = made(house)
    pk = version.profile_id
    for role in (Role.TREASURER, Role.SCORER, Role.MEMBER):
        phone = house.phone(role)
        for path in ("house-rules/new/", f"house-rules/{pk}/change/"):
            get(phone, house.path(path), 403)
        for path in (f"house-rules/{pk}/rename/", f"house-rules/{pk}/archive/", f"house-rules/{pk}/change/"):
            assert phone.post(house.path(path), {"name": "Meins", "after": "1"}).status_code == 403
        page = get(phone, house.path(f"house-rules/{pk}/"))
        assert [one for one in links(page) if "change" in one] == []
    assert RuleProfile.objects.get().name == "Gasthaus Post"
    assert RuleVersion.objects.count() == 1


def test_profiles_of_another_club_do_not_exist_here(house: House) -> None:
    other = a_house("krone")
    pk = made(other).profile_id
    phone = house.phone(DIRECTOR)
    for path in (f"house-rules/{pk}/", f"house-rules/{pk}/change/"):
        get(phone, house.path(path), 404)
    for path in ("rename", "archive", "bring-back", "change"):
        assert phone.post(house.path(f"house-rules/{pk}/{path}/"), {"name": "Meins", "after": "1"}).status_code == 404
    key = f"profile-{RuleVersion.objects.get().pk}"
    get(phone, house.path(f"house-rules/options/{GAME}/{key}/"), 404)


def test_a_refused_form_keeps_what_was_typed_and_says_everything_beside_its_field(house: House) -> None:
    director = house.phone(DIRECTOR)
    page = get(director, house.path("house-rules/new/bauernschnapsen/"))
    typed = form(page).filled(name=" ", rule__target="99", rule__money="zero_sum", stake="viel", rule__display="up")
    answer = director.post(house.path("house-rules/new/bauernschnapsen/"), typed)
    assert answer.status_code == 422
    assert texts(answer, ".problem") == [
        "Wie heißen diese Hausregeln? Zum Beispiel „Gasthaus Post“.",
        "Bitte einen Einsatz eintragen, zum Beispiel 0,50.",
        "Ziel: eine Zahl von 5 bis 40.",
    ]
    assert (values(answer, "rule-target"), values(answer, "stake"), values(answer, "rule-display")) == (
        ["99"],
        ["viel"],
        ["up"],
    )
    assert not RuleProfile.objects.exists()


def test_another_game_is_one_tap_and_the_name_stays(house: House) -> None:
    director = house.phone(DIRECTOR)
    page = get(director, house.path("house-rules/new/"))
    answer = director.post(house.path("house-rules/new/"), form(page).filled(name="Café Eck", switch="kratzen"))
    assert answer.status_code == 200
    assert (values(answer, "game"), values(answer, "name")) == (["kratzen"], ["Café Eck"])
    assert values(answer, "rule-ante") != []


def test_without_javascript_the_preset_that_was_tapped_counts(house: House) -> None:
    director = house.phone(DIRECTOR)
    page = get(director, house.path("house-rules/new/bauernschnapsen/"))
    preset = GAMES[GAME].presets[1]
    director.post(house.path("house-rules/new/"), form(page).filled(name="Post", preset=preset.key))
    version = RuleVersion.objects.get()
    assert {name: version.house_rules[name] for name in preset.house_rules} == {
        name: list(value) if isinstance(value, tuple) else value for name, value in preset.house_rules.items()
    }


def test_the_rules_of_a_sheet_get_a_name(house: House) -> None:
    sheet = a_table(house, None, target=31, money="zero_sum", stake_cents=40)
    director = house.phone(DIRECTOR)
    page = get(director, house.path(f"house-rules/new/{GAME}/?from=sheet-{sheet.pk}"))
    assert (values(page, "preset"), values(page, "rule-target"), values(page, "stake")) == (
        [f"sheet-{sheet.pk}"],
        ["31"],
        ["0,40"],
    )
    director.post(house.path("house-rules/new/"), form(page).filled(name="Wie am Freitag"))
    assert RuleVersion.objects.get().house_rules == sheet.house_rules


def test_from_a_sheets_own_rules_a_director_gets_to_the_form_and_nobody_else(house: House) -> None:
    sheet = a_table(house, None, target=31)
    for _number in range(8):
        a_table(house, None, target=20 + _number)
    path = f"/sheet/{sheet.watch_secret}/rules/"
    (there,) = [link for link in links(get(house.phone(DIRECTOR), path)) if "house-rules" in link]
    page = get(house.phone(DIRECTOR), there)
    assert (values(page, "preset"), values(page, "rule-target")) == ([f"sheet-{sheet.pk}"], ["31"])
    for someone in (house.phone(Role.MEMBER), house.phone(Role.SCORER), phone()):
        assert [link for link in links(get(someone, path)) if "house-rules" in link] == []
    other = a_house("krone")
    assert values(get(other.phone(), other.path(f"house-rules/new/{GAME}/?from=sheet-{sheet.pk}")), "preset") != [
        f"sheet-{sheet.pk}"
    ]


def test_the_options_of_a_sheet_or_profile_come_with_their_money(house: House) -> None:
    version = made(house, money="zero_sum", stake_cents=30, target=28)
    page = get(house.phone(Role.SCORER), house.path(f"house-rules/options/{GAME}/profile-{version.pk}/"))
    assert 'id="money-rules" hx-swap-oob="true"' in page.content.decode()
    assert 'value="0,30"' in page.content.decode()
    page = get(house.phone(Role.SCORER), house.path(f"house-rules/options/{GAME}/{GAMES[GAME].presets[0].key}/"))
    assert "money-rules" not in page.content.decode()
    for path in (f"options/{GAME}/nothing/", "options/poker/standard/", f"options/{GAME}/sheet-1/"):
        get(house.phone(Role.SCORER), house.path(f"house-rules/{path}"), 404)


def test_a_change_makes_a_version_and_the_page_says_what_changed(house: House) -> None:
    first = made(house, target=30, money="zero_sum", stake_cents=30)
    director = house.phone(DIRECTOR)
    page = get(director, house.path(f"house-rules/{first.profile_id}/change/"))
    assert (values(page, "after"), values(page, "rule-target"), values(page, "stake")) == (["1"], ["30"], ["0,30"])
    answer = director.post(
        house.path(f"house-rules/{first.profile_id}/change/"),
        form(page).filled(rule__target="24", stake="0,50"),
        follow=True,
    )
    assert texts(answer, ".done") == ["Ab jetzt gilt Fassung 2."]
    assert [text.replace("\u00a0", " ") for text in texts(answer, "li")][-4:-3] != []
    said = answer.context["versions"]
    assert [(row["version"].number, row["by"]) for row in said] == [(2, "Bert Maier"), (1, "Bert Maier")]
    assert [text.replace("\u00a0", " ") for text in said[0]["changed"]] == [
        "Ziel: 30 → 24",
        "Einsatz je Bummerl: € 0,30 → € 0,50",
    ]


def test_saving_what_is_already_so_says_so(house: House) -> None:
    version = made(house, target=30)
    director = house.phone(DIRECTOR)
    path = house.path(f"house-rules/{version.profile_id}/change/")
    answer = director.post(path, form(get(director, path)).filled())
    assert (answer.status_code, texts(answer, ".problem")) == (
        422,
        ["Es würde sich nichts ändern: So sind diese Hausregeln jetzt."],
    )


def test_of_two_directors_the_second_sees_what_the_first_changed_and_keeps_what_he_ticked(house: House) -> None:
    version = made(house, target=30)
    director, path = house.phone(DIRECTOR), house.path(f"house-rules/{version.profile_id}/change/")
    page = get(director, path)
    changed(house, version, by=Role.OWNER, target=24)
    answer = director.post(path, form(page).filled(rule__display="up"))
    assert answer.status_code == 409
    assert texts(answer, ".notice")[0].startswith("Anna Höß hat diese Hausregeln inzwischen geändert: Ziel: 30 → 24")
    assert (values(answer, "after"), values(answer, "rule-target"), values(answer, "rule-display")) == (
        ["2"],
        ["24"],
        ["up"],
    )
    director.post(path, form(answer).filled())
    latest = RuleVersion.objects.first()
    assert latest is not None
    assert (latest.number, latest.house_rules["target"], latest.house_rules["display"]) == (3, 24, "up")


def test_a_version_nobody_ever_saw_is_not_changed(house: House) -> None:
    path = house.path(f"house-rules/{made(house).profile_id}/change/")
    for after in ("7", "", "x", "-1"):
        assert house.phone(DIRECTOR).post(path, {"after": after}).status_code == 404


def test_renaming_and_archiving(house: House) -> None:
    version = made(house)
    made(house, "Café Eck")
    director, path = house.phone(DIRECTOR), house.path(f"house-rules/{version.profile_id}/")
    answer = director.post(f"{path}rename/", form(get(director, path), "rename/").filled(name="Café Eck"))
    assert (answer.status_code, texts(answer, ".problem"), values(answer, "name")) == (
        422,
        ["Hausregeln mit diesem Namen gibt es bei diesem Spiel schon."],
        ["Café Eck"],
    )
    answer = director.post(f"{path}rename/", {"name": "Gasthaus Krone"}, follow=True)
    assert texts(answer, "h1") == ["Gasthaus Krone"]
    answer = director.post(f"{path}archive/", follow=True)
    assert texts(answer, "b") == ["Café Eck", "Gasthaus Krone"]
    assert texts(answer, "summary") == ["Archiviert (1)"]
    assert director.get(f"{path}change/").status_code == 302
    director.post(f"{path}bring-back/")
    assert RuleProfile.objects.filter(archived_at=None).count() == 2


def test_the_page_says_who_played_under_which_version(house: House) -> None:
    first = made(house, target=30)
    sheet = a_table(house, first, ["Anna Höß", "Bert Maier", "Egon Kern", "Franz Huber"])
    second = changed(house, first, target=24)
    a_table(house, second, ["Anna Höß", "Bert Maier", "Dora Lang", "Gast"])
    a_table(house, second, ["Anna Höß", "Bert Maier", "Dora Lang", "Gast"], target=20)
    page = get(house.phone(Role.MEMBER), house.path(f"house-rules/{first.profile_id}/"))
    assert [(row["version"].number, row["played"].sheets, row["people"]) for row in page.context["versions"]] == [
        (2, 1, ["Anna Höß", "Bert Maier", "Dora Lang", "Gast"]),
        (1, 1, ["Anna Höß", "Bert Maier", "Egon Kern", "Franz Huber"]),
    ]
    assert f"/watch/{sheet.watch_secret}/" in links(page)
    assert sheet.write_secret not in page.content.decode()
    page = get(house.phone(Role.SCORER), house.path(f"house-rules/{first.profile_id}/"))
    assert f"/sheet/{sheet.write_secret}/" in links(page)


@pytest.mark.parametrize("count", [1, 3])
def test_the_pages_cost_the_same_with_one_and_with_three(
    house: House, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        version = made(house, f"Gasthaus {number}")
        for change in range(count):
            a_table(house, version)
            version = changed(house, version, target=20 + change)
    phone = house.phone(Role.DIRECTOR)
    with django_assert_num_queries(5):
        get(phone, house.path("house-rules/"))
    with django_assert_num_queries(13):
        get(phone, house.path(f"house-rules/{version.profile_id}/"))


def test_many_sheets_come_in_pages(house: House) -> None:
    version = made(house)
    for _number in range(31):
        a_table(house, version)
    phone, path = house.phone(), house.path(f"house-rules/{version.profile_id}/")
    assert [len(get(phone, path + page).context["sheets"]) for page in ("", "?page=2", "?page=99", "?page=x")] == [
        30,
        1,
        1,
        30,
    ]


def test_a_sheets_own_rules_say_which_version_it_plays_by(house: House) -> None:
    version = made(house, target=30)
    sheet, departing = a_table(house, version), a_table(house, version, target=20)
    page = get(house.phone(), f"/sheet/{sheet.write_secret}/rules/")
    assert texts(page, "b")[:1] == ["Gasthaus Post, Fassung 1"]
    page = get(house.phone(), f"/sheet/{departing.write_secret}/rules/")
    assert texts(page, "b")[:1] == ["abweichend von den Hausregeln des Vereins"]
    archive_profile(version.profile, by=None)
    assert texts(get(house.phone(), f"/sheet/{departing.write_secret}/rules/"), "b")[:1] == []
