"""What the API of the till reads and says. Amounts are integer cents; what is inside is judged by the use cases."""

from typing import Any

from rest_framework import serializers

from clubs.models.till import Kind
from clubs.services.by_hand import BY_HAND
from clubs.services.tariffs import PRICED

ONCE_HELP = "Made for this request (1 to 64 letters, digits, - or _); sent again it gets the first answer."
BALANCE_HELP = "Cents; negative: owes the club."
MOST_ID = 2**53


def an_id(**more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=MOST_ID, **more)


class NewLine(serializers.Serializer[Any]):
    kind = serializers.CharField(help_text=", ".join(BY_HAND))
    player = an_id(required=False, allow_null=True, help_text="For income and expense: none.")
    cents = serializers.IntegerField(required=False, help_text="Positive; not needed with a tariff.")
    tariff = an_id(required=False, allow_null=True)
    count = serializers.IntegerField(required=False, help_text="Pieces of the tariff.")
    note = serializers.CharField(required=False, allow_blank=True)


class NewBookings(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)
    day = serializers.DateField(required=False, help_text="In the club's time; default: the evening's, else today.")
    evening = an_id(required=False, allow_null=True)
    paid = serializers.BooleanField(required=False, help_text="Paid in cash at once: adds the deposits.")
    lines = NewLine(many=True)


class BookingAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=Kind.values)
    player = serializers.IntegerField(allow_null=True, help_text="The real person, also after a merge.")
    name = serializers.CharField(allow_null=True)
    cash = serializers.IntegerField(help_text="Cents that came into the box; negative: went out.")
    balance = serializers.IntegerField(help_text="Cents that the person's account gained.")
    day = serializers.DateField()
    evening = serializers.IntegerField(allow_null=True)
    tariff = serializers.IntegerField(allow_null=True)
    count = serializers.IntegerField()
    note = serializers.CharField()
    reverses = serializers.IntegerField(allow_null=True)
    reversed_by = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()


class BookingPage(serializers.Serializer[Any]):
    bookings = BookingAnswer(many=True, help_text="Latest first.")
    next = serializers.IntegerField(allow_null=True, help_text="Ask with before= this for the next page.")


class Once(serializers.Serializer[Any]):
    token = serializers.CharField(help_text=ONCE_HELP)


class Reversal(Once):
    together = serializers.ListField(
        child=an_id(), required=False, help_text="Ids of bookings to reverse with it, all or none."
    )


class BalanceAnswer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    balance = serializers.IntegerField(help_text=BALANCE_HELP)


class BalancesAnswer(serializers.Serializer[Any]):
    cash = serializers.IntegerField(help_text="Cents that must be in the box.")
    balances = BalanceAnswer(many=True)


class Settling(Once):
    seen = serializers.IntegerField(help_text="The balance you saw; if it is another one by now, nothing is booked.")


class AccountLineAnswer(serializers.Serializer[Any]):
    booking = BookingAnswer()
    balance = serializers.IntegerField(help_text="After it.")


class AccountAnswer(BalanceAnswer):
    lines = AccountLineAnswer(many=True, help_text="Oldest first.")


class TariffForm(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True)
    cents = serializers.IntegerField()
    first = serializers.IntegerField(required=False, help_text="So many of an evening at `cents`; default: all.")
    further_cents = serializers.IntegerField(required=False, allow_null=True, help_text="Every further one.")


class NewTariff(TariffForm):
    kind = serializers.CharField(help_text=", ".join(PRICED))


class TariffAnswer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=PRICED)
    name = serializers.CharField()
    first = serializers.IntegerField()
    cents = serializers.IntegerField()
    further_cents = serializers.IntegerField()
    archived = serializers.BooleanField()


class Archiving(serializers.Serializer[Any]):
    archived = serializers.BooleanField()


class Counting(Once):
    expected = serializers.IntegerField(help_text="What should be in the box, as you saw it.")
    counted = serializers.IntegerField()
    note = serializers.CharField(required=False, allow_blank=True)


class CashAnswer(serializers.Serializer[Any]):
    cash = serializers.IntegerField(help_text="Cents that must be in the box.")
    to_share = serializers.IntegerField(help_text="Less what people are owed.")


class Weight(serializers.Serializer[Any]):
    player = an_id()
    evenings = serializers.IntegerField()


class SharePlan(serializers.Serializer[Any]):
    cents = serializers.IntegerField()
    weights = Weight(many=True)
    seen = serializers.IntegerField(required=False, help_text="What was in the box; if it changed, nothing is booked.")


class ShareOut(SharePlan):
    token = serializers.CharField(help_text=ONCE_HELP)
    day = serializers.DateField(required=False, help_text="Default: today.")
    paid = serializers.BooleanField(required=False, help_text="Paid out in cash at once; default: yes.")
    note = serializers.CharField(required=False, allow_blank=True)


class ShareAnswer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    evenings = serializers.IntegerField()
    cents = serializers.IntegerField()


class AttendedAnswer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    guest = serializers.BooleanField()
    evenings = serializers.IntegerField()


class AccountPeriod(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    opening = serializers.IntegerField(help_text=BALANCE_HELP)
    booked = serializers.DictField(child=serializers.IntegerField(), help_text="By kind, as the balance moved.")
    closing = serializers.IntegerField()


class ReportAnswer(serializers.Serializer[Any]):
    start = serializers.DateField()
    end = serializers.DateField()
    opening = serializers.IntegerField(help_text="Cash: opening + all of came_in - all of went_out = closing.")
    came_in = serializers.DictField(child=serializers.IntegerField())
    went_out = serializers.DictField(child=serializers.IntegerField())
    closing = serializers.IntegerField()
    charges = serializers.DictField(child=serializers.IntegerField())
    owed_to_club = serializers.ListField(child=serializers.IntegerField(), help_text="At the start, at the end.")
    owed_by_club = serializers.ListField(child=serializers.IntegerField(), help_text="At the start, at the end.")
    own = serializers.ListField(child=serializers.IntegerField(), help_text="What belongs to the club, likewise.")
    adds_up = serializers.BooleanField()
    people = AccountPeriod(many=True)
