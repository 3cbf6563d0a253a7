"""Words that Django writes into dates, where Austria says them differently: our catalogue goes before Django's own."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MONTHS = (_("January"), pgettext_lazy("abbrev. month", "Jan."))
"""Jänner, Jän.; nobody reads these, they keep the words in the catalogue."""
