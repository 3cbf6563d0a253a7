"""A hand of Schnapsen for two in words: who did what, by which rule, and what it counted."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import messages
from scoring.games import schnapsen
from scoring.games.credits import WRITTEN_DOWN
from scoring.games.schnapsen_hand import FIELDS, read
from scoring.games.schnapsen_hand import Hand as Told
from scoring.games.schnapsen_result import against_closer, resolved, winner_of
from scoring.screens.core import FAMILY_WHY, AtTable, Hand, Row, Short

WHY = FAMILY_WHY | {
    "written_down": gettext_lazy("written down by value, without saying how it ended"),
    "opponent_33": gettext_lazy("66 claimed, the other has 33 card points or more: 1"),
    "opponent_under_33": gettext_lazy("66 claimed, the other has a trick, but 32 card points or fewer: 2"),
    "opponent_trickless": gettext_lazy("66 claimed, the other has no trick: 3"),
    "against_closer": gettext_lazy("66 claimed after the other had closed: 2"),
    "against_closer_trickless": gettext_lazy(
        "66 claimed after the other had closed, without a trick as the house rules ask: 3"
    ),
    "closed_out": gettext_lazy("closed, and 66 was not claimed: 2 for the other"),
    "closed_out_trickless": gettext_lazy("closed while the other had no trick, and 66 was not claimed: 3"),
}


def ended(end: str, closer: str, winner: int) -> Told:
    """A hand that ended like this, of which nothing more is told; `closer` as in `schnapsen_worth`."""
    by = 1 - winner if end == "false_claim" else winner
    return Told(end=end, by=by, closed_by={"by": by, "other": 1 - by}.get(closer))


def sentence(row: Row, table: AtTable) -> str:
    return sentence_of(read(row["hand"]), max(row["points"]), table)


def sentence_of(hand: Told, value: int, table: AtTable) -> str:
    winner = table.names[winner_of(hand)]
    return _("%(what)s: %(points)s for %(side)s") % {"what": what(hand, value, table), "points": value, "side": winner}


def what(hand: Told, value: int, table: AtTable) -> str:
    """What happened, in the words of the rule by which it counts."""
    winner = winner_of(hand)
    people = {"winner": table.names[winner], "loser": table.names[1 - winner]}
    match why := schnapsen.why(hand, value):
        case "written_down":
            return _("Hand won")
        case "last_trick":
            return _("Last trick by %(winner)s") % people
        case "false_claim":
            return _("66 wrongly claimed by %(loser)s") % people
        case "closed_out":
            return _("Closed by %(loser)s, 66 not claimed") % people
        case "closed_out_trickless":
            return _("Closed by %(loser)s when %(winner)s had no trick yet, 66 not claimed") % people
        case "against_closer":
            return _("66 by %(winner)s after %(loser)s had closed") % people
        case "against_closer_trickless" if table.rules.closed_other_claims == "closer_trickless":
            return _("66 by %(winner)s after %(loser)s had closed and taken no trick") % people
        case "against_closer_trickless":
            return _("66 by %(winner)s, who had no trick when %(loser)s closed") % people
    if hand.closed_by is None:
        return _claimed()[why] % people
    return (_closed() if table.rules.closing_count == "at_claim" else _closed_at_close())[why] % people


def _claimed() -> dict[str, str]:
    return {
        "opponent_33": _("66 by %(winner)s, %(loser)s with 33 card points or more"),
        "opponent_under_33": _("66 by %(winner)s, %(loser)s with 32 card points at most"),
        "opponent_trickless": _("66 by %(winner)s, %(loser)s without a trick"),
    }


def _closed() -> dict[str, str]:
    return {
        "opponent_33": _("Closed and 66 by %(winner)s, %(loser)s with 33 card points or more"),
        "opponent_under_33": _("Closed and 66 by %(winner)s, %(loser)s with 32 card points at most"),
        "opponent_trickless": _("Closed and 66 by %(winner)s, %(loser)s without a trick"),
    }


def _closed_at_close() -> dict[str, str]:
    return {
        "opponent_33": _("Closed and 66 by %(winner)s, %(loser)s with 33 card points or more at closing"),
        "opponent_under_33": _("Closed and 66 by %(winner)s, %(loser)s with 32 card points at most at closing"),
        "opponent_trickless": _("Closed and 66 by %(winner)s, %(loser)s without a trick at closing"),
    }


def reported(hand: Hand, table: AtTable) -> str:
    """What was said of it; the value only where it was told."""
    told = read(hand)
    value = f" {told.value}" if told.value is not None else ""
    if told.end is None:
        return f"{_('Hand won')}{value}: {table.names[winner_of(told)]}"
    # Of a hand that was closed and not claimed the closer is named, of all others who claimed or won.
    by = resolved(told).by or 0
    ends = {choice.value: messages.words(choice.text) for field in FIELDS for choice in field.choices}
    return f"{ends[told.end]}{value}: {table.names[1 - by if told.end == 'closed_out' else by]}"


# --- in a few words ------------------------------------------------------------------------------------------------


def short(row: Row, table: AtTable) -> Short:
    return short_of(read(row["hand"]), max(row["points"]), table)


def short_of(hand: Told, value: int, table: AtTable) -> Short:
    """A plain hand by its value; else whose claim or closing it was, and whether that came off."""
    winner = winner_of(hand)
    loser = table.names[1 - winner]
    match hand.end:
        case "false_claim":
            return Short(_("wrong 66"), loser, made=False)
        case "last_trick":
            return Short(_("last trick"))
        case "closed_out":
            return Short(_("closed the talon"), loser, made=False)
        case "claim" if hand.closed_by is not None:
            if against_closer(hand):
                return Short(_("closed the talon"), loser, made=False)
            return Short(_("closed the talon"), table.names[winner], made=True)
    return Short(str(value))


def with_mark(short: Short) -> str:
    """The few words as a phone writes them in pencil."""
    mark = {True: "✓", False: "✗", None: ""}[short.made]
    return " ".join(part for part in (short.text, short.who, mark) if part)


# --- for statistics ------------------------------------------------------------------------------------------------


def contract_name(key: str, table: AtTable) -> str:
    names: dict[str, Any] = {
        "claim": _("66 claimed"),
        "false_claim": _("wrong 66"),
        "closed_out": _("lost closing"),
        "last_trick": _("last trick"),
        WRITTEN_DOWN: _("not said how"),
    }
    return str(names.get(key, key))
