"""What the API of taking along and bringing in reads and says. Money is integer cents."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import ONCE_HELP
from tournaments.api.setup_forms import TournamentRow

WHAT_HELP = "known: the club has this name. maybe: it has a similar one. new: somebody new."


class Brought(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    file = serializers.JSONField(help_text="What `take-along/` of the other installation said, whole.")
    people = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        required=False,
        help_text="Place in the file's list of people -> id of whom it is here; null: somebody new. What is left out is"
        " as the preview says: of the same name is the same, everybody else is new.",
    )
    book_here = serializers.BooleanField(
        required=False,
        help_text="Whether what was taken and paid out, and no till there has, is to be booked in this club's till.",
    )
    preview = serializers.BooleanField(required=False, help_text="Only look: nothing is written.")


class BroughtPerson(serializers.Serializer[Any]):
    at = serializers.IntegerField(help_text="Place in the file's list, from 0.")
    name = serializers.CharField()
    place = serializers.CharField()
    what = serializers.CharField(help_text=WHAT_HELP)
    cards = serializers.ListField(child=serializers.IntegerField(), help_text="Start numbers.")
    alike = serializers.ListField(child=serializers.IntegerField(), help_text="Ids of whom it may be.")
    usual = serializers.IntegerField(allow_null=True, help_text="Who it is, where nobody says otherwise.")


class BroughtCounts(serializers.Serializer[Any]):
    cards = serializers.IntegerField()
    rounds = serializers.IntegerField()
    tables = serializers.IntegerField(help_text="Tables of all rounds.")
    sheets = serializers.IntegerField(help_text="Tables that wrote hand by hand.")
    hands = serializers.IntegerField(help_text="On these sheets, with those struck out.")
    people = serializers.IntegerField(help_text="Different people on the cards.")
    screens = serializers.IntegerField(help_text="Screens of the hall.")
    log = serializers.IntegerField(help_text="Lines of the log that come along.")
    paid = serializers.IntegerField(help_text="Cards that have paid.")
    booked = serializers.IntegerField(help_text="Cents that a till there has.")
    not_booked = serializers.IntegerField(help_text="Cents that came in and no till there has.")
    prizes_not_booked = serializers.IntegerField(help_text="Cents of prizes handed out that no till there has.")


class BroughtAnswer(serializers.Serializer[Any]):
    name = serializers.CharField()
    day = serializers.DateField()
    came_from = serializers.CharField(allow_blank=True, help_text="The club that wrote the file.")
    same = serializers.IntegerField(allow_null=True, help_text="Id of a tournament of this name on this day.")
    counts = BroughtCounts()
    people = BroughtPerson(many=True)
    tournament = TournamentRow(allow_null=True, help_text="What was made; null for a preview.")
