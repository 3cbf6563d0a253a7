"""What is counted and what makes the order, in words: as the head of a column, which a sentence may begin with too."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

UNITS: dict[str, str | Promise] = {
    "points": _("Points"),
    "won": _("Matches won"),
    "lost": _("Matches lost"),
    "drawn": _("Matches drawn"),
    "made": _("Points made"),
    "conceded": _("Points conceded"),
    "legs": _("Bummerl won"),
    "boards": _("Boards won"),
    "soli": _("Soli won"),
    "touts": _("Touts"),
    "schneider": _("Schneider"),
    "retour": _("Retourschneider"),
    "bummerl": _("Bummerl"),
    "played": _("Tables played"),
    "table_rank": _("Rank at the table"),
}
"""Code of a unit -> what it is called; a desk's own word is called as it is."""

CRITERIA: dict[str, str | Promise] = {
    **UNITS,
    "difference": _("Difference of points"),
    "best_round": _("Best round"),
    "worst_round": _("Worst round"),
    "last_round": _("Last round"),
    "average": _("Average per table"),
    "table_ranks": _("Sum of the ranks at the tables"),
    "table_firsts": _("Table wins"),
    "head_to_head": _("Direct comparison"),
    "buchholz": _("Buchholz"),
    "survived": _("In it longer"),
    "lot": _("Lot"),
}
"""Code of a criterion of a ranking -> what it is called."""

OF_STAGES: dict[str, str | Promise] = {
    "stage": _("Did not go on"),
    "group_place": _("Place in the group"),
}
"""What the stages themselves decide by, and no plan names."""

FEWER_FIRST = frozenset({"lost", "conceded", "table_ranks"})
"""Criteria of which less is better."""


def criterion_name(code: str) -> str:
    return str(CRITERIA.get(code) or OF_STAGES.get(code) or code.replace("_", " ").capitalize())


def unit_name(code: str) -> str:
    return str(UNITS.get(code, code.replace("_", " ").capitalize()))
