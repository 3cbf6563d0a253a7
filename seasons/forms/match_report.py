"""A match report as its form brings it: a list for each seat (`home-2-1`), a figure for each side (`home-2-made`)."""

import re
from collections.abc import Mapping

from clubs.forms.numbers import plain_number
from seasons.formats.league import Rules
from seasons.formats.match_report import SIDES, Seated
from seasons.models import Report
from seasons.services.reports import Told

WHOLE = re.compile(r"[-−–]?[0-9]{1,6}")
NOBODY_CAME = "nobody"


def field_names(rules: Rules) -> list[str]:
    """Every field of the form, and what a problem may be at."""
    seats = [f"{side}-{board}-{seat}" for board in _boards(rules) for side in SIDES for seat in _seats(rules)]
    made = [f"{side}-{board}-made" for board in _boards(rules) for side in SIDES]
    return [*SIDES, *seats, *made, "how", "winner", "remark"]


def report_typed(posted: Mapping[str, str], rules: Rules) -> Told:
    """What was typed; of a match that was not played the boards say nothing."""
    how = posted.get("how") or Report.How.PLAYED
    chosen = posted.get("winner", "")
    winner = None if chosen == NOBODY_CAME else plain_number(chosen)
    remark = posted.get("remark", "")
    if how != Report.How.PLAYED:
        return Told(how, winner=winner, remark=remark)
    return Told(how, [_board(posted, rules, number) for number in _boards(rules)], remark=remark)


def _board(posted: Mapping[str, str], rules: Rules, number: int) -> Seated:
    people = {
        side: tuple(pk for seat in _seats(rules) if (pk := plain_number(posted.get(f"{side}-{number}-{seat}", ""))))
        for side in SIDES
    }
    made = {side: made_typed(posted.get(f"{side}-{number}-made", "")) for side in SIDES}
    return Seated(people["home"], people["away"], made["home"], made["away"])


def made_typed(text: str) -> int | None:
    """What a side made; a minus may be any dash. None where nothing is typed, or no number."""
    text = text.strip()
    if not WHOLE.fullmatch(text):
        return None
    return -int(text[1:]) if text[0] in "-−–" else int(text)


def _boards(rules: Rules) -> range:
    return range(1, rules.boards + 1)


def _seats(rules: Rules) -> range:
    return range(1, rules.a_side + 1)
