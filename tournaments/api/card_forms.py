"""What the API of start cards, cash and bans reads and says. Amounts are integer cents; the use cases judge them."""

from typing import Any

from rest_framework import serializers

from clubs.api.till_forms import ONCE_HELP, an_id
from tournaments.models.entrants import Paid, Status

NUMBER_HELP = "Start number; without it the next free one."
SURE_HELP = "In spite of a ban; for directors."
LATE_HELP = "Let in from the next round on, though a round was published; for directors."


class CardPerson(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, allow_blank=True, help_text="May be left out where an id says who.")
    place = serializers.CharField(required=False, allow_blank=True)
    player = an_id(required=False, allow_null=True, help_text="Id of somebody of the club; else the name says who.")


class CardFields(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, allow_blank=True, help_text="Of a team or a pair with a name.")
    group = serializers.CharField(required=False, allow_blank=True, help_text="Club or brigade.")
    apart = serializers.CharField(required=False, allow_blank=True, help_text="Who shares this word does not meet.")
    deck = serializers.CharField(
        required=False,
        allow_blank=True,
        help_text="French, German …: who has the same plays together, where the plan keeps decks together.",
    )
    woman = serializers.BooleanField(required=False, help_text="Counts for the best woman.")
    fixed_table = serializers.IntegerField(
        required=False, allow_null=True, help_text="Number of the table where they always sit; null: any."
    )
    number = serializers.IntegerField(required=False, allow_null=True, help_text=NUMBER_HELP)


class NewCard(CardFields):
    token = serializers.CharField(help_text=ONCE_HELP)
    people = CardPerson(
        many=True,
        help_text="As many as the plan says for a card; a pair may come as one who waits for a partner by lot.",
    )
    paid = serializers.CharField(required=False, help_text=", ".join(Paid.values))
    here = serializers.BooleanField(required=False, help_text="False: only announced. Default: here.")
    sure = serializers.BooleanField(required=False, help_text=SURE_HELP)
    late = serializers.BooleanField(required=False, help_text=LATE_HELP)


class CardPersonAnswer(serializers.Serializer[Any]):
    player = serializers.IntegerField(help_text="The real person, also after a merge.")
    name = serializers.CharField()
    place = serializers.CharField()
    position = serializers.IntegerField(help_text="On the card, from 0: at a team its board.")
    since = serializers.IntegerField(help_text="The first round that they play it.")
    until = serializers.IntegerField(
        allow_null=True, help_text="The last one, where somebody plays on for them; null: they play it."
    )


class CardAnswer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField(help_text="Its own, or its people's.")
    people = CardPersonAnswer(many=True, help_text="Everybody who plays or played it.")
    group = serializers.CharField(help_text="Club or brigade.")
    apart = serializers.CharField(required=False, help_text="For the desk only.")
    deck = serializers.CharField(help_text="Empty: any.")
    woman = serializers.BooleanField(help_text="Counts for the best woman.")
    fixed_table = serializers.IntegerField(allow_null=True, help_text="Number of the table where they always sit.")
    status = serializers.ChoiceField(choices=Status.values)
    since = serializers.IntegerField(help_text="The first round that it is there for.")
    gone_after = serializers.IntegerField(help_text="The last round that it was there for, where it left.")
    away = serializers.ListField(child=serializers.IntegerField(), help_text="Rounds that it lets pass.")
    paid = serializers.ChoiceField(choices=Paid.values, required=False, help_text="For the desk only.")
    fee = serializers.IntegerField(required=False, help_text="Cents that it costs; for the desk only.")


class CardPay(serializers.Serializer[Any]):
    how = serializers.CharField(help_text=", ".join(Paid.values))


class CardArrive(serializers.Serializer[Any]):
    sure = serializers.BooleanField(required=False, help_text=SURE_HELP)
    late = serializers.BooleanField(required=False, help_text=LATE_HELP)


class CardLeave(serializers.Serializer[Any]):
    how = serializers.CharField(help_text="withdrawn, no_show; disqualified for directors")
    after_round = serializers.IntegerField(required=False, allow_null=True, help_text="Default: the last published.")
    reason = serializers.CharField(required=False, allow_blank=True, help_text="For the log; disqualifying takes one.")


class CardSubstitute(CardPerson):
    position = serializers.IntegerField(required=False, min_value=0, max_value=31, help_text="On the card, from 0.")
    sure = serializers.BooleanField(required=False, help_text=SURE_HELP)


class CardPass(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    passes = serializers.BooleanField(required=False, help_text="False: drawn after all.")


class CardReally(serializers.Serializer[Any]):
    player = an_id()
    position = serializers.IntegerField(required=False, min_value=0, max_value=31, help_text="On the card, from 0.")


class CardSpell(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="As it is written right.")
    place = serializers.CharField(required=False, allow_blank=True, help_text="Left out it is none.")
    position = serializers.IntegerField(required=False, min_value=0, max_value=31, help_text="On the card, from 0.")


class CardBuy(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)


class BuyAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    after_round = serializers.IntegerField(help_text="The round that was played last.")
    lives = serializers.IntegerField(help_text="How many were bought.")
    cents = serializers.IntegerField(help_text="The price.")
    cancelled = serializers.BooleanField(help_text="Taken back.")


class MissingAnswer(serializers.Serializer[Any]):
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="Cards that did not come.")


class PartnersAnswer(serializers.Serializer[Any]):
    pairs = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Number kept, number given up."
    )


class ListedCard(serializers.Serializer[Any]):
    names = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        max_length=32,
        help_text="One name, or those of the pair or team.",
    )
    place = serializers.CharField(required=False, allow_blank=True)
    number = serializers.IntegerField(required=False, allow_null=True)
    group = serializers.CharField(required=False, allow_blank=True, help_text="Club or brigade.")
    paid = serializers.ChoiceField(choices=Paid.values, required=False)


class CardList(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    cards = ListedCard(many=True, help_text="Rows are counted from 1.")
    preview = serializers.BooleanField(required=False, help_text="Say what would happen, write nothing.")
    same = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Rows in which who is nearly called so is meant."
    )
    without = serializers.ListField(child=serializers.IntegerField(), required=False, help_text="Rows to leave out.")


class ListedAnswer(serializers.Serializer[Any]):
    row = serializers.IntegerField(help_text="From 1.")
    what = serializers.ChoiceField(choices=["new", "known", "maybe", "refused"])
    names = serializers.ListField(child=serializers.CharField())
    alike = serializers.ListField(
        child=serializers.CharField(), help_text="Who of the club is nearly called so (maybe)."
    )
    problems = serializers.ListField(child=serializers.DictField(), help_text="Why the row is refused.")


class CardListAnswer(serializers.Serializer[Any]):
    planned = ListedAnswer(many=True)
    cards = CardAnswer(many=True, help_text="Empty in a preview.")


# --- cash and bans -------------------------------------------------------------------------------------------------


class CashParts(serializers.Serializer[Any]):
    pool = serializers.IntegerField(help_text="For the prizes.")
    club = serializers.IntegerField(help_text="For the club.")
    food = serializers.IntegerField(help_text="For food.")
    other = serializers.IntegerField(help_text="What the present prices do not explain.")


class DeskCashAnswer(serializers.Serializer[Any]):
    takings = serializers.IntegerField(help_text="Cents; fees and buys, less what was given back.")
    fees = serializers.IntegerField(help_text="Cents.")
    buys = serializers.IntegerField(help_text="Cents, of buying in again.")
    paid_cards = serializers.IntegerField(help_text="How many.")
    bought = serializers.IntegerField(help_text="How often somebody bought in again.")
    parts = CashParts(help_text="Sum to the takings.")
    booked = serializers.IntegerField(help_text="What the till has of it.")
    elsewhere = serializers.IntegerField(
        help_text="What was taken before the tournament came here from another installation: never booked here."
    )
    to_book = serializers.IntegerField(help_text="What the till has not got yet.")
    handed_out = serializers.IntegerField(help_text="Prize money that went over the desk.")
    in_box = serializers.IntegerField(help_text="What must lie there, without the change that was put in.")
    open = serializers.ListField(child=serializers.IntegerField(), help_text="Start numbers with an open fee.")


class DeskBook(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    seen = serializers.IntegerField(help_text="The amount to book as you saw it; if it changed, nothing is booked.")


class DeskTakeBack(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    booking = an_id(help_text="Id of the line in the till.")


class DeskCount(serializers.Serializer[Any]):
    change = serializers.IntegerField(help_text="Cents that were put in at the beginning.")
    counted = serializers.IntegerField(help_text="Cents that lay there.")
    seen = serializers.IntegerField(help_text="What should be there, with the change, as you saw it.")


class DeskCountAnswer(serializers.Serializer[Any]):
    expected = serializers.IntegerField(help_text="Cents that should lie there.")
    counted = serializers.IntegerField(help_text="Cents that lay there.")
    difference = serializers.IntegerField(help_text="Counted less expected.")


class NewBan(serializers.Serializer[Any]):
    player = an_id()
    reason = serializers.CharField(allow_blank=True)
    until = serializers.DateField(required=False, allow_null=True, help_text="The last day of it; none: until lifted.")


class BanAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    reason = serializers.CharField()
    until = serializers.DateField(allow_null=True)
    lifted = serializers.BooleanField()
