"""What the API of setting up reads and says. A plan is one JSON document; the use cases judge what is inside."""

from typing import Any

from rest_framework import serializers

from clubs.api.serializers import ProblemAnswer
from clubs.api.till_forms import ONCE_HELP, an_id
from tournaments.api.plan_form import PLAN_HELP, PlanField
from tournaments.services.presets import PRESETS
from tournaments.services.progress import Step

PRESET_HELP = f"Plan and game to begin with: {', '.join(PRESETS)}; without it empty, with three lives."
RULES_HELP = "Id of a version of the club's house rules for this game; none: the game's usual ones."


class About(serializers.Serializer[Any]):
    """What a tournament says of itself; in a change, what is not mentioned stays."""

    name = serializers.CharField(required=False, allow_blank=True, help_text="Of the tournament.")
    day = serializers.DateField(required=False)
    place = serializers.CharField(required=False, allow_blank=True)
    game = serializers.CharField(
        required=False, allow_blank=True, help_text="Key of a game; empty for a neighbouring game."
    )
    game_name = serializers.CharField(required=False, allow_blank=True, help_text="What a neighbouring game is called.")
    rule_version = an_id(required=False, allow_null=True, help_text=RULES_HELP)
    notes = serializers.CharField(required=False, allow_blank=True, help_text="Stands on the rule sheet.")
    plan = PlanField(required=False, help_text=PLAN_HELP)


class NewTournament(About):
    token = serializers.CharField(help_text=ONCE_HELP)
    preset = serializers.CharField(required=False, help_text=PRESET_HELP)
    copy_of = an_id(required=False, help_text="Or everything of this earlier tournament, without its cards.")


class ChangedTournament(About):
    sure = serializers.BooleanField(
        required=False, help_text="A change of the plan after the start: confirmed that it counts from now on."
    )
    seen = serializers.CharField(required=False, help_text="The plan_mark one started from; another one now is a 409.")


class SectionAnswer(serializers.Serializer[Any]):
    title = serializers.CharField()
    lines = serializers.ListField(child=serializers.CharField(), help_text="Sentences.")


class PresetAnswer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="For `preset` of a new tournament.")
    name = serializers.CharField()
    about = serializers.CharField()
    game = serializers.CharField(help_text="Key of a game; empty: a neighbouring game.")
    game_name = serializers.CharField()
    plan = PlanField()


class TournamentRow(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    day = serializers.DateField()
    place = serializers.CharField()
    game = serializers.CharField(help_text="Key of a game; empty: a neighbouring game.")
    game_name = serializers.CharField()
    started_at = serializers.DateTimeField(allow_null=True, help_text="When the first round was published.")
    ended_at = serializers.DateTimeField(allow_null=True, help_text="When the places became final.")


class ProgressAnswer(serializers.Serializer[Any]):
    step = serializers.ChoiceField(choices=[str(step) for step in Step], help_text="What the desk does next.")
    round = serializers.IntegerField(help_text="The round that the step is about; 0: none yet.")
    cards = serializers.IntegerField()
    here = serializers.IntegerField(help_text="Cards.")
    expected = serializers.IntegerField(help_text="Cards.")
    gone = serializers.IntegerField(help_text="Cards that left or never came.")
    unpaid = serializers.IntegerField(help_text="Cards with an open fee.")
    tables = serializers.IntegerField(help_text="Of the round that runs or ran last.")
    open_tables = serializers.ListField(child=serializers.IntegerField(), help_text="Their numbers.")
    playing = serializers.IntegerField(allow_null=True, help_text="Who still has a life.")
    rounds_left = serializers.IntegerField(help_text="Not drawn or not published yet, as far as one can say.")
    minutes_left = serializers.IntegerField(help_text="For these and the round that is played; 0: not laid down.")


class TournamentAnswer(TournamentRow):
    rule_version = serializers.IntegerField(
        allow_null=True, help_text="Id of a version of the club's house rules; null: the game's usual ones."
    )
    house_rules = serializers.JSONField(help_text="All of them; frozen with the first round.")
    notes = serializers.CharField()
    plan = PlanField()
    plan_mark = serializers.CharField(help_text="For `seen` of a change.")
    seed = serializers.CharField(help_text="What draws and lots come from.")
    rules = SectionAnswer(many=True, help_text="The rule sheet in sentences.")
    progress = ProgressAnswer()


class DifferenceAnswer(serializers.Serializer[Any]):
    title = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)


class PlanConflict(serializers.Serializer[Any]):
    problems = ProblemAnswer(many=True)
    changes = DifferenceAnswer(many=True, help_text="What would count from now on.")


class PlannedAnswer(serializers.Serializer[Any]):
    cards = serializers.IntegerField()
    rounds = serializers.IntegerField()
    minutes = serializers.IntegerField(help_text="0: how long a round takes is not laid down.")
    end = serializers.CharField(allow_blank=True, help_text="HH:MM in the club's time.")
    next_day = serializers.BooleanField(help_text="The end is after midnight.")
    takings = serializers.IntegerField(help_text="Cents.")
    pot = serializers.IntegerField(help_text="Cents.")
    amounts = serializers.ListField(child=serializers.IntegerField(), help_text="Cents of every prize, if all are won.")
    covered_from = serializers.IntegerField(allow_null=True, help_text="Cards from which on the pot pays the amounts.")
