"""Cents in templates, in the words of `clubs.messages.money`."""

from django.template import Library

from clubs.messages import money, till

register = Library()


@register.filter
def euros(cents: int) -> str:
    """€ 1,50"""
    return money.euros(cents)


@register.filter
def coins(cents: int) -> str:
    """1,50"""
    return money.coins(cents)


@register.filter
def signed(cents: int) -> str:
    """+1,50 or −1,50"""
    return money.balance(cents)


@register.filter
def sign(cents: int) -> str:
    """The class of an amount's colour."""
    return "minus" if cents < 0 else "plus" if cents > 0 else ""


@register.filter
def positive(cents: int) -> int:
    return abs(cents)


@register.filter
def kind_name(kind: str) -> str:
    """What a booking of this kind is called."""
    return str(till.KINDS[kind])
