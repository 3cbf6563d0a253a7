"""Setting a tournament up: made once, changed, asked about once it runs, frozen, deleted while nothing happened."""

import datetime
from typing import Any

import pytest
from django.utils import timezone, translation

from clubs.models import Change, Club, RuleProfile, RuleVersion
from clubs.services.core import Refused
from tests.club import House
from tests.tournament import a_card, a_round, a_tournament
from tournaments.formats.plan import Kind, Plan, read_plan, write_plan
from tournaments.formats.plan_checks import check_plan
from tournaments.models import Payment, Tournament
from tournaments.services import setup
from tournaments.services.plan_changes import mark
from tournaments.services.plan_words import sections
from tournaments.services.planned import covered_from, planned
from tournaments.services.presets import PRESETS, USUAL_STAGES, Preset
from tournaments.services.setup import About, PlanMoved, Unsure

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 12, 5)


def made(house: House, preset: str = "three-lives", token: str = "first-token", **about: Any) -> Tournament:
    chosen = PRESETS[preset]
    said = {"name": "Preisschnapsen", "day": DAY, "game": chosen.game, "game_name": chosen.game_name, **about}
    return setup.create(house.club, by=house.users["owner"], token=token, about=About(**said), preset=chosen)


def codes(error: Refused) -> list[tuple[str, str | None]]:
    return [(one.code, one.at) for one in error.problems]


def with_fields(plan: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**plan, **fields}


# --- presets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda one: one.key)
def test_a_preset_fits_together_and_says_all_its_rules(preset: Preset) -> None:
    assert check_plan(preset.plan) == ()
    assert read_plan(write_plan(preset.plan)) == preset.plan
    with translation.override("de"):
        said = sections(preset.plan)
    assert len(said) >= 6
    assert all(one.lines for one in said)


@pytest.mark.parametrize("kind", list(Kind))
def test_every_kind_has_a_usual_stage_that_can_be_played(kind: Kind) -> None:
    usual = USUAL_STAGES[kind]
    plan = PRESETS["sliding-pairs"].plan if kind is Kind.SLIDING else PRESETS["empty"].plan
    chain = ["survived"] if kind in (Kind.LIVES, Kind.KNOCKOUT) else [usual.counting.unit]
    written = write_plan(plan) | {"stages": [{**write_plan(Plan(stages=(usual,)))["stages"][0], "take": 0}]}
    assert check_plan(read_plan(written | {"ranking": {"chain": chain}})) == ()


def test_three_lives_is_what_they_play_in_ettendorf() -> None:
    plan = PRESETS["three-lives"].plan
    stage = plan.stages[0]
    assert (stage.kind, stage.lives, stage.schneider_lives, plan.buying.allowed) == (Kind.LIVES, 3, 1, False)
    assert (plan.fee.cents, planned(plan, 10).takings) == (1500, 15000)


def test_sliding_pairs_is_the_wattkoenig_way() -> None:
    plan = PRESETS["sliding-pairs"].plan
    sliding, grid = plan.stages
    assert (sliding.kind, sliding.rounds, sliding.counting.winner_makes, sliding.counting.win_bonus) == (
        Kind.SLIDING,
        4,
        24,
        10,
    )
    assert (grid.kind, grid.take, grid.seeded) == (Kind.KNOCKOUT, 8, False)
    assert plan.ranking.chain == ("points", "conceded", "lot")
    assert planned(plan, 32).rounds == 7


def test_schafkopf_pays_what_was_paid_in_laubendorf() -> None:
    plan = PRESETS["schafkopf"].plan
    assert (plan.stages[0].rounds, plan.stages[0].counting.games, plan.stages[0].counting.sums_to) == (2, 32, 0)
    assert plan.ranking.chain == ("points", "soli")
    reckoned = planned(plan, 16)
    assert reckoned.amounts == (6400, 4000, 2400, 1900, 1300, 0)
    assert (reckoned.takings, reckoned.minutes, reckoned.end) == (16000, 180, "22:00")


def test_a_fixed_ladder_says_from_how_many_cards_on_it_is_covered() -> None:
    plan = PRESETS["tarock"].plan
    assert (plan.stages[0].sizes, plan.stages[0].counting.games_at_five) == ((4, 5), 20)
    assert plan.ranking.chain == ("points", "table_ranks", "best_round")
    assert covered_from(plan) == 19  # 120 + 80 + 50 + 30 = 280 of 15 each
    assert planned(plan, 18).amounts == ()
    assert sum(planned(plan, 19).amounts) == 28000


def test_the_grid_has_sixty_four_cards_and_up_to_four_for_one_person() -> None:
    plan = PRESETS["grid-64"].plan
    assert (plan.most, plan.max_cards, plan.stages[0].counting.best_of, plan.stages[0].third) == (64, 4, 3, True)
    assert planned(plan, 64).rounds == 6


def test_an_end_after_midnight_is_the_next_day() -> None:
    reckoned = planned(PRESETS["grid-64"].plan, 512)
    assert (reckoned.end, reckoned.next_day) == ("00:45", True)


# --- making ----------------------------------------------------------------------------------------------------------


def test_the_same_request_again_is_the_same_tournament(house: House) -> None:
    assert made(house).pk == made(house).pk
    assert Tournament.objects.count() == 1
    assert [one.what for one in Change.objects.all()] == ["tournament_made"]


def test_everything_that_is_wrong_is_said_at_once(house: House) -> None:
    with pytest.raises(Refused) as refused:
        setup.create(
            house.club,
            by=None,
            token="",
            about=About(name=" ", day=None, game="", game_name=""),
            plan={"stages": [{"kind": "lives", "counting": {"draws": True}}], "fee": {"cents": 1500}},
        )
    assert codes(refused.value) == [
        ("tournament_name_missing", "name"),
        ("no_day", "day"),
        ("game_missing", "game_name"),
        ("draws_not_possible", "stages.0.counting.draws"),
        ("fee_parts", "fee"),
        ("bad_token", "token"),
    ]
    assert Tournament.objects.count() == 0


def test_house_rules_must_be_this_clubs_and_of_this_game(house: House) -> None:
    profile = RuleProfile.objects.create(club=house.club, game="kratzen", name="Hart")
    version = RuleVersion.objects.create(profile=profile, number=1)
    other = Club.objects.create(name="Andere", slug="andere")
    foreign = RuleVersion.objects.create(
        profile=RuleProfile.objects.create(club=other, game="schnapsen", name="Deren"), number=1
    )
    for pk in (version.pk, foreign.pk):
        with pytest.raises(Refused) as refused:
            made(house, rules=pk)
        assert codes(refused.value) == [("rules_of_another_game", "rule_version")]


def test_a_copy_has_everything_but_the_cards_and_the_latest_house_rules(house: House) -> None:
    profile = RuleProfile.objects.create(club=house.club, game="schnapsen", name="Post")
    old = RuleVersion.objects.create(profile=profile, number=1, house_rules={"target": 7})
    first = made(house, rules=old.pk, place="Gasthaus Post", notes="Rauchen vor der Tür.")
    a_card(first, "Anna")
    new = RuleVersion.objects.create(profile=profile, number=2, house_rules={"target": 9})
    copy = setup.copy_of(first, by=None, token="copy-token", name="Herbst", day=DAY + datetime.timedelta(7))
    assert (copy.name, copy.place, copy.notes, copy.plan) == ("Herbst", first.place, first.notes, first.plan)
    assert (copy.rule_version, copy.house_rules, copy.entrants.count()) == (new, {"target": 9}, 0)
    assert copy.secret != first.secret
    assert copy.seed != first.seed


# --- changing --------------------------------------------------------------------------------------------------------


def test_before_the_start_a_plan_changes_without_a_question(house: House) -> None:
    tournament = made(house)
    plan = with_fields(tournament.plan, max_cards=3)
    changed = setup.change(tournament, by=None, plan=plan)
    assert changed.plan["max_cards"] == 3
    line = Change.objects.get(what="plan_changed")
    assert line.after == {"tournament": "Preisschnapsen", "plan": line.after["plan"]}


def test_a_plan_that_does_not_fit_changes_nothing_and_says_all_of_it(house: House) -> None:
    tournament = made(house)
    plan = with_fields(tournament.plan, fee={"cents": 1500, "pool": 1000}, ranking={"chain": ["gibt_es_nicht"]})
    with pytest.raises(Refused) as refused:
        setup.change(tournament, by=None, about=About(name="", day=DAY, game="schnapsen"), plan=plan)
    assert codes(refused.value) == [
        ("tournament_name_missing", "name"),
        ("unknown_criterion", "ranking.chain.0"),
        ("fee_parts", "fee"),
    ]
    tournament.refresh_from_db()
    assert tournament.plan == write_plan(PRESETS["three-lives"].plan)


def test_while_it_runs_a_change_is_asked_about_and_then_logged_with_before_and_after(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=write_plan(PRESETS["three-lives"].plan))
    drawn = a_round(tournament, (1, 2), (3, 4))
    plan = with_fields(tournament.plan, ranking={"chain": ["survived", "lot"], "drop": 0})
    with translation.override("de"), pytest.raises(Unsure) as asked:
        setup.change(tournament, by=house.users["director"], plan=plan)
    assert len(asked.value.changes) == 1
    tournament.refresh_from_db()
    assert tournament.plan["ranking"]["chain"] == ["survived"]
    setup.change(tournament, by=house.users["director"], plan=plan, sure=True)
    tournament.refresh_from_db()
    assert tournament.plan["ranking"]["chain"] == ["survived", "lot"]
    line = Change.objects.get(what="plan_changed")
    assert (line.after["tournament"], line.by) == ("Preisschnapsen", house.users["director"])
    (one,) = asked.value.changes
    assert (one.before in line.before["plan"], one.after in line.after["plan"]) == (True, True)
    assert list(drawn.tables.values_list("number", flat=True)) == [1, 2]


def test_what_was_drawn_or_entered_cannot_become_something_else(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=write_plan(PRESETS["three-lives"].plan))
    a_round(tournament, (1, 2), (3, 4))
    knockout = write_plan(Plan(stages=(USUAL_STAGES[Kind.SWISS],)))["stages"]
    plan = with_fields(tournament.plan, card="pair", people=2, stages=knockout, ranking={"chain": ["legs"]})
    with pytest.raises(Refused) as refused:
        setup.change(tournament, by=None, plan=plan, sure=True)
    assert codes(refused.value) == [("cards_are_there", "card"), ("stage_is_played", "stages.0.kind")]


def test_a_stage_that_was_played_cannot_be_left_out(house: House) -> None:
    tournament = a_tournament(house.club, "A / B", "C / D", plan=write_plan(PRESETS["sliding-pairs"].plan))
    a_round(tournament, (1, 2), stage=1)
    plan = with_fields(tournament.plan, stages=tournament.plan["stages"][:1])
    with pytest.raises(Refused) as refused:
        setup.change(tournament, by=None, plan=plan, sure=True)
    assert codes(refused.value) == [("stage_is_played", "stages")]


def test_whoever_was_slower_hears_that_another_plan_counts(house: House) -> None:
    tournament = made(house)
    seen = mark(tournament.plan)
    setup.change(tournament, by=None, plan=with_fields(tournament.plan, max_cards=2), seen=seen)
    with pytest.raises(PlanMoved):
        setup.change(tournament, by=None, plan=with_fields(tournament.plan, max_cards=3), seen=seen)
    # The very same again is once.
    setup.change(tournament, by=None, plan=with_fields(tournament.plan, max_cards=2), seen=seen)


def test_once_it_runs_the_game_is_frozen_and_the_name_is_not(house: House) -> None:
    tournament = a_tournament(house.club, cards=2)
    a_round(tournament, (1, 2))
    said = setup.said_of(tournament)
    with pytest.raises(Refused) as refused:
        setup.change(tournament, by=None, about=About(said.name, said.day, game="kratzen"))
    assert codes(refused.value) == [("game_is_frozen", "game")]
    renamed = setup.change(tournament, by=None, about=About("Kirtagsschnapsen", said.day, game=said.game))
    assert renamed.name == "Kirtagsschnapsen"
    assert Change.objects.filter(what="tournament_described").count() == 1


def test_when_the_places_are_final_nothing_changes(house: House) -> None:
    tournament = a_tournament(house.club, cards=2, ended_at=timezone.now())
    with pytest.raises(Refused) as refused:
        setup.change(tournament, by=None, plan=with_fields(tournament.plan, max_cards=2), sure=True)
    assert codes(refused.value) == [("tournament_is_over", None)]


def test_the_first_round_freezes_every_house_rule_once(house: House) -> None:
    tournament = made(house)
    now = timezone.now()
    setup.begin(tournament, by=None, now=now)
    setup.begin(tournament, by=None, now=now + datetime.timedelta(hours=1))
    tournament.refresh_from_db()
    assert tournament.started_at == now
    assert tournament.house_rules["target"] == 7
    assert len(tournament.house_rules) > 5
    assert Change.objects.filter(what="tournament_begun").count() == 1


# --- deleting --------------------------------------------------------------------------------------------------------


def test_an_unplayed_tournament_goes_with_its_cards(house: House) -> None:
    tournament = a_tournament(house.club, cards=3)
    setup.delete(tournament, by=house.users["owner"])
    assert Tournament.objects.count() == 0
    assert Change.objects.get(what="tournament_deleted").before["tournament"] == "Preisschnapsen"


def test_what_was_drawn_or_paid_stays(house: House) -> None:
    tournament = a_tournament(house.club, cards=2)
    a_round(tournament, (1, 2), published=False)
    card = tournament.entrants.first()
    assert card is not None
    Payment.objects.create(tournament=tournament, entrant=card, kind="fee", cents=1500)
    with pytest.raises(Refused) as refused:
        setup.delete(tournament, by=None)
    assert codes(refused.value) == [("rounds_drawn", None), ("cash_taken", None)]
