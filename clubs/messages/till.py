"""Sentences about the till."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.models.till import Kind

KINDS: dict[str, str | Promise] = {
    Kind.SETTLEMENT: _("Played"),
    Kind.KITTY: _("Bummerl kitty"),
    Kind.FINE: _("Fine"),
    Kind.DUES: _("Dues"),
    Kind.DRINKS: _("Drinks"),
    Kind.DEPOSIT: _("Paid in"),
    Kind.PAYOUT: _("Paid out"),
    Kind.INCOME: _("Other income"),
    Kind.EXPENSE: _("Expense"),
    Kind.CASH_COUNT: _("Cash count"),
    Kind.SHARE_OUT: _("Share-out"),
}
"""What a booking of this kind is called."""

PROBLEMS: dict[str, str | Promise] = {
    "bad_token": _("This request has lost its token. Load the page again."),
    "token_used": _("This form has already booked something else. Load the page again."),
    "day_ahead": _("This day is still to come. Book for today or an earlier day."),
    "day_long_ago": _("The till begins in %(year)s at the earliest."),
    "evening_elsewhere": _("This evening is not one of this club."),
    "nothing_to_book": _("There is nothing to book yet. Enter an amount or a number first."),
    "too_many_lines": _("These are too many at once, %(most)s at most."),
    "no_amount": _("Enter an amount in euros, like 2,50."),
    "amount_too_small": _("The amount must be more than nothing."),
    "amount_too_large": _("More than %(most)s euros cannot be booked at once."),
    "person_missing": _("Choose whom this is for."),
    "person_not_here": _("This goes to the till alone, without a person."),
    "person_elsewhere": _("This person is not one of this club."),
    "note_too_long": _("The note is too long, %(most)s characters at most."),
    "note_missing": _("Write what it was for."),
    "note_unreadable": _("This contains signs that cannot be shown."),
    "odd_count": _("Enter a whole number, %(most)s at most."),
    "tariff_elsewhere": _("This price does not fit here."),
    "transfer_elsewhere": _("This payment is not one of this club."),
    "reversal_stays": _("This is a reversal itself. Book the amount again instead."),
    "booking_elsewhere": _("This booking is not one of this club."),
    "through_evening": _("This comes from settling an evening. Open the evening again, then it is reversed."),
    "through_payment": _("This comes from a payment of that evening that was ticked off. Take the tick back there."),
    "already_reversed": _("This has already been reversed."),
    "not_by_hand": _("This kind of booking is not made by hand."),
    "kind_without_price": _("There are prices for fines, dues and drinks."),
    "tariff_name_missing": _("Give the price a name."),
    "tariff_name_too_long": _("The name is too long, %(most)s characters at most."),
    "tariff_name_taken": _("There is already a price of this name, perhaps among those put away."),
    "tariff_archived": _("This price has been put away. Fetch it back first."),
    "price_changed": _("Somebody has changed this price meanwhile. Look at it again."),
    "first_missing": _("For how many does the first price hold?"),
    "balance_changed": _("Meanwhile something else was booked here. Look at the amount again."),
    "nothing_owed": _("Nobody owes anything here."),
    "cash_changed": _("Meanwhile something was booked. Look at what should be in the box again."),
    "more_than_in_box": _("There is less than that in the box."),
    "person_twice": _("This person stands here twice."),
    "nobody_to_share": _("Choose at least one person, with a number of evenings."),
    "no_day": _("Enter a day, like 2026-12-31."),
    "days_crossed": _("The last day comes before the first."),
    "iban_not_sepa": _("Accounts of this country (%(country)s) cannot be reached by a SEPA transfer."),
}

CHANGES: dict[str, str | Promise] = {
    "booked": _("Booked"),
    "reversed": _("Reversed a booking"),
    "tariff_added": _("Added a price"),
    "tariff_changed": _("Changed a price"),
    "tariff_archived": _("Put a price away"),
    "tariff_back": _("Fetched a price back"),
}
