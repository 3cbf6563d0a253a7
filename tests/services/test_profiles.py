"""House-rule profiles: made once, changed by new versions only, and everything that is refused."""

from typing import Any

import pytest

from clubs.messages import problem_text
from clubs.models import Change, RuleProfile, RuleVersion
from clubs.models.club import Role
from clubs.services.core import Refused
from scoring.games.sheet import GAMES
from scoring.queries import played_under, profile_choices, profile_of, version_chosen
from scoring.services.profiles import (
    RulesMoved,
    archive_profile,
    bring_back_profile,
    change_rules,
    make_profile,
    rename_profile,
    same_rules,
    version_played,
    written,
)
from scoring.services.sheets import begin_sheet
from tests.club import House, a_house
from tests.services.table import CAST, at_once, new_token

pytestmark = pytest.mark.django_db

GAME = "bauernschnapsen"


def made(house: House, name: str = "Gasthaus Post", game: str = GAME, **rules: Any) -> RuleVersion:
    return make_profile(club=house.club, by=house.users[Role.DIRECTOR], game=game, name=name, house_rules=rules)


def changed(house: House, version: RuleVersion, by: str = Role.DIRECTOR, after: int = 0, **rules: Any) -> RuleVersion:
    profile = RuleProfile.objects.get(pk=version.profile_id)
    return change_rules(profile, by=house.users[by], house_rules=rules, after=after or version.number)


def refused(error: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.at) for problem in error.value.problems]


def log(house: House) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    return [(one.what, one.before, one.after) for one in Change.objects.filter(club=house.club).order_by("pk")]


def test_a_profile_keeps_all_the_rules_so_that_a_new_default_changes_nothing(house: House) -> None:
    version = made(house, target=30)
    assert version.number == 1
    assert version.house_rules == {**written(GAMES[GAME], GAMES[GAME].house_rules()), "target": 30}
    assert set(version.house_rules) == {option.name for option in GAMES[GAME].options}
    assert log(house) == [
        ("rules_made", {}, {"profile": "Gasthaus Post", "game": "Bauernschnapsen", "version": 1}),
    ]


def test_a_double_tap_makes_one_profile_and_gets_the_same_answer(house: House) -> None:
    first = made(house, target=30)
    assert made(house, target=30) == first
    assert RuleVersion.objects.count() == 1
    assert Change.objects.count() == 1


def test_two_profiles_of_a_game_have_two_names_however_they_are_capitalised(house: House) -> None:
    made(house, target=30)
    with pytest.raises(Refused) as error:
        made(house, " gasthaus  POST ", target=31)
    assert refused(error) == [("rules_name_taken", "name")]
    assert made(house, game="kratzen").number == 1


def test_everything_against_a_new_profile_is_said_at_once(house: House) -> None:
    with pytest.raises(Refused) as error:
        made(house, "x" * 61, target=99, display="sideways", nonsense=1)
    assert refused(error) == [
        ("rules_name_long", "name"),
        ("bad_house_rule", "target"),
        ("bad_house_rule", "display"),
        ("bad_house_rule", "nonsense"),
    ]
    assert [problem_text(problem) for problem in error.value.problems][1] == "Ziel: eine Zahl von 5 bis 40."
    for name, code in (
        ("  ", "rules_name_missing"),
        ("Post\u200b", "rules_name_unfit"),
        ("Po\x00st", "rules_name_unfit"),
    ):
        with pytest.raises(Refused) as error:
            made(house, name)
        assert refused(error) == [(code, "name")]
    with pytest.raises(Refused) as error:
        made(house, game="poker")
    assert refused(error) == [("unknown_game", "game")]
    assert not RuleProfile.objects.exists()
    assert not Change.objects.exists()


def test_house_rules_that_are_no_rules_at_all_are_refused(house: House) -> None:
    nothing: list[Any] = [None, [], "", 7]
    for nonsense in nothing:
        with pytest.raises(Refused) as error:
            make_profile(club=house.club, by=None, game=GAME, name="Post", house_rules=nonsense)
        assert [problem.code for problem in error.value.problems] == ["bad_house_rule"]
        assert problem_text(error.value.problems[0])


def test_a_change_is_a_new_version_and_the_old_one_stays_as_it_was(house: House) -> None:
    first = made(house, target=30)
    second = changed(house, first, target=24, display="up")
    assert (second.number, second.house_rules["display"]) == (2, "up")
    first.refresh_from_db()
    assert first.house_rules["target"] == 30
    assert log(house)[1] == (
        "rules_changed",
        {"version": 1, "rules": "Ziel: 30 · Anschreiben: hinunter bis 0"},
        {
            "profile": "Gasthaus Post",
            "game": "Bauernschnapsen",
            "version": 2,
            "rules": "Ziel: 24 · Anschreiben: von 0 hinauf",
        },
    )


def test_a_change_that_changes_nothing_is_refused(house: House) -> None:
    version = made(house, target=30)
    with pytest.raises(Refused) as error:
        changed(house, version, target=30)
    assert refused(error) == [("rules_unchanged", None)]


def test_contracts_in_another_order_are_no_change(house: House) -> None:
    version = made(house)
    contracts = list(reversed(version.house_rules["contracts"]))
    with pytest.raises(Refused) as error:
        changed(house, version, contracts=contracts)
    assert refused(error) == [("rules_unchanged", None)]
    assert version_played(version, {**version.house_rules, "contracts": contracts}) == version


def test_the_same_change_again_gets_the_first_answer(house: House) -> None:
    first = made(house, target=30)
    second = changed(house, first, target=24)
    assert changed(house, first, target=24) == second
    assert RuleVersion.objects.count() == 2
    assert Change.objects.filter(what="rules_changed").count() == 1


def test_of_two_directors_the_second_is_told_what_counts_now(house: House) -> None:
    first = made(house, target=30)
    second = changed(house, first, target=24)
    with pytest.raises(RulesMoved) as error:
        changed(house, first, by=Role.OWNER, target=20)
    assert (error.value.seen, error.value.now) == (first, second)
    with pytest.raises(RulesMoved):
        changed(house, first, by=Role.OWNER, target=24)
    with pytest.raises(RulesMoved):
        changed(house, first, by=Role.OWNER, after=7, target=20)


@pytest.mark.django_db(transaction=True)
def test_of_many_directors_at_once_one_makes_the_version(house: House) -> None:
    first = made(house, target=30)
    answers = at_once(4, lambda number: changed(house, first, target=20 + number))
    assert [type(answer).__name__ for answer in answers if isinstance(answer, RuleVersion)] == ["RuleVersion"]
    assert sum(isinstance(answer, RulesMoved) for answer in answers) == 3
    assert RuleVersion.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_double_tap_on_a_page_that_has_read_all_versions_is_one_version(house: House) -> None:
    seen = [profile_of(house.club, made(house, target=30).profile_id) for _ in range(4)]
    rules = {"target": 24}

    def tap(number: int) -> RuleVersion:
        profile = seen[number]
        assert profile is not None
        return change_rules(profile, by=house.users[Role.DIRECTOR], house_rules=rules, after=1)

    assert {getattr(one, "number", one) for one in at_once(4, tap)} == {2}
    assert RuleVersion.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_double_tap_on_a_new_name_is_one_line_in_the_log(house: House) -> None:
    profiles = [RuleProfile.objects.get(pk=made(house).profile_id) for _ in range(4)]
    at_once(4, lambda number: rename_profile(profiles[number], by=None, name="Krone"))
    assert [what for what, _before, _after in log(house)] == ["rules_made", "rules_renamed"]


def test_a_profile_is_renamed_and_the_log_knows_both_names(house: House) -> None:
    profile = made(house).profile
    made(house, "Café Eck")
    rename_profile(profile, by=house.users[Role.DIRECTOR], name="  Gasthaus   Krone ")
    assert profile.name == "Gasthaus Krone"
    assert log(house)[2:] == [("rules_renamed", {"profile": "Gasthaus Post"}, {"profile": "Gasthaus Krone"})]
    rename_profile(profile, by=None, name="Gasthaus Krone")
    rename_profile(profile, by=None, name="gasthaus krone")
    with pytest.raises(Refused) as error:
        rename_profile(profile, by=None, name="café eck")
    assert refused(error) == [("rules_name_taken", "name")]
    assert RuleProfile.objects.get(pk=profile.pk).name == "gasthaus krone"


def test_an_archived_profile_is_offered_no_more_until_it_comes_back(house: House) -> None:
    version = made(house, target=30)
    profile, director = version.profile, house.users[Role.DIRECTOR]
    assert [choice.name.de for choice in profile_choices(house.club, GAMES[GAME])] == ["Gasthaus Post"]
    for _tap in range(2):
        archive_profile(profile, by=director)
    assert profile_choices(house.club, GAMES[GAME]) == ()
    with pytest.raises(Refused) as error:
        changed(house, version, target=20)
    assert refused(error) == [("rules_archived", None)]
    with pytest.raises(Refused) as error:
        made(house)
    assert refused(error) == [("rules_name_archived", "name")]
    for _tap in range(2):
        bring_back_profile(profile, by=director)
    assert [choice.name.de for choice in profile_choices(house.club, GAMES[GAME])] == ["Gasthaus Post"]
    assert [what for what, _before, _after in log(house)] == ["rules_made", "rules_archived", "rules_brought_back"]


def test_a_choice_for_a_new_sheet_is_the_latest_version_of_this_club(house: House) -> None:
    first = made(house, target=30)
    second = changed(house, first, target=24)
    (choice,) = profile_choices(house.club, GAMES[GAME])
    assert choice.house_rules == second.house_rules
    assert version_chosen(house.club, choice.key) == second
    assert profile_choices(house.club, GAMES["kratzen"]) == ()
    for key in ("standard", "profile-", "profile-x", "profile-99999999999999", "profile-²"):
        assert version_chosen(house.club, key) is None
    assert version_chosen(a_house("krone").club, choice.key) is None


def test_a_sheet_has_a_version_only_where_it_plays_exactly_by_it(house: House) -> None:
    version = made(house, target=30)
    for rules, expected in ((version.house_rules, version), ({**version.house_rules, "target": 29}, None)):
        assert version_played(version, rules) == expected
    assert version_played(None, version.house_rules) is None


def test_who_sits_out_follows_from_the_chairs_and_is_no_departure(house: House) -> None:
    version = made(house, game="bauerntarock")
    assert version_played(version, {**version.house_rules, "sit_out": "dealer"}) == version


def test_sheets_keep_the_version_they_were_begun_under(house: House) -> None:
    first = made(house, target=30)
    sheet = begin_sheet(
        game=GAME, players=CAST, house_rules=first.house_rules, club=house.club, rule_version=first, token=new_token()
    )
    changed(house, first, target=24)
    sheet.refresh_from_db()
    assert (sheet.rule_version, sheet.house_rules["target"]) == (first, 30)
    played = played_under(first.profile)
    assert {pk: (one.sheets, len(one.people)) for pk, one in played.items()} == {first.pk: (1, 4)}


def test_a_sheet_that_departs_from_the_chosen_version_is_begun_without_it(house: House) -> None:
    version = made(house, target=30)
    rules = {**version.house_rules, "target": 29}
    sheet = begin_sheet(
        game=GAME, players=CAST, house_rules=rules, club=house.club, rule_version=version, token=new_token()
    )
    assert sheet.rule_version is None


@pytest.mark.parametrize("key", GAMES)
def test_every_preset_of_every_game_can_be_a_profile(house: House, key: str) -> None:
    for preset in GAMES[key].presets:
        version = made(house, preset.key, key, **preset.house_rules)
        assert same_rules(GAMES[key], version.house_rules, preset.house_rules)
