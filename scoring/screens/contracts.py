"""What Bauernschnapsen and Talonschnapsen share on a phone: a plain game and 1, 2 or 3; or a contract, made or lost.

What differs is the game's `Setting` (who is on whose side, who may declare what) and how a plain game is tapped: its
*picks*, radio buttons beside those of the contracts. Form and script are the same (`entry/_contracts.html`,
`games/contracts.js`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import messages
from scoring.forms import number
from scoring.games.core import Choice
from scoring.games.family import Contract, Setting
from scoring.games.family_check import hand_value
from scoring.screens.contracts_words import in_words, template
from scoring.screens.core import AtTable, Hand, Posted

PLAIN = "normal-"
"""`pick=normal-…`: the plain game; what follows says who won it."""

FIELDS = ("contract", "declarer", "doubling", "made", "grade", "caller", "decided_by", "loser_points")
RESULT = ("contract", "declarer", "made", "caller", "grade", "doubling")
SCRIPTS = ("contracts.js",)


# --- between form and hand -----------------------------------------------------------------------------------------


def hand_of(posted: Posted, made_of: Callable[[str, object], bool | None]) -> dict[str, Any]:
    """`made_of` tells from the pick of a plain game and its caller whether the caller won it.

    The caller is who was to call when the form was drawn (`rotation`), unless the form names somebody else: so the
    same form says the same hand however often and late it arrives.
    """
    pick, named = posted.get("pick", ""), number(posted.get("caller"))
    caller = number(posted.get("rotation")) if named is None else named
    hand: dict[str, Any] = {"caller": caller, "doubling": number(posted.get("doubling"))}
    if pick.startswith(PLAIN):
        hand |= {
            "contract": "normal",
            "made": made_of(pick.removeprefix(PLAIN), caller),
            "grade": number(posted.get("grade")),
            "decided_by": posted.get("decided_by") or None,
            "loser_points": number(posted.get("loser_points")),
        }
    else:
        # Nothing picked at all is refused as no contract; left out it would be a plain game.
        hand |= {
            "contract": pick,
            "declarer": number(posted.get("declarer")),
            "made": {"1": True, "0": False}.get(posted.get("made", "")),
        }
    return {name: value for name, value in hand.items() if value is not None}


def chosen_of(hand: Hand, plain_pick: str) -> dict[str, str]:
    """`plain_pick` says who won, if it is a plain game. The caller is the `rotation` of that form."""
    chosen = {name: str(hand[name]) for name in FIELDS if name in hand and name not in ("contract", "made", "caller")}
    if hand["contract"] == "normal":
        return {**chosen, "pick": f"{PLAIN}{plain_pick}"}
    return {**chosen, "pick": hand["contract"], "made": "1" if hand["made"] else "0"}


# --- the form ------------------------------------------------------------------------------------------------------


def form(table: AtTable, setting: Setting, ends: Sequence[str], chosen: Mapping[str, str], hand: Hand | None) -> Any:
    """Only contracts of this table, and what each would count; a plain game can end in these ways."""
    rules, contracts = table.rules, contracts_of(table)
    return {
        "caller_seat": str(table.play.caller if hand is None else hand["caller"]),
        "plain_game": "normal" in rules.contracts,
        "grades": ("1", "2", "3"),
        "contracts": [
            {
                "key": one.key,
                "name": messages.soft(messages.words(one.name)),
                "won_if": messages.words(one.won_if),
                "value": hand_value(one, 0, 0, rules),
            }
            for one in contracts
        ],
        "levels": levels(rules),
        "ends": ends_of(table, ends, chosen.get("decided_by", "")),
        "preview": preview(table, setting),
    }


def contracts_of(table: AtTable) -> list[Contract]:
    """What is declared at this table besides the plain game."""
    return [one for one in table.game.contracts if one.key in table.rules.contracts and one.goal != "normal"]


def levels(rules: Any) -> list[dict[str, str]]:
    """The steps of the doubling ladder that this table knows; none where it does not double."""
    if not rules.max_doubling:
        return []
    return [
        {
            "level": str(level),
            "name": messages.soft(str(messages.DOUBLINGS[level])),
            "factor": f"×{2**level}" if level else "",
        }
        for level in range(rules.max_doubling + 1)
    ]


def ends_of(table: AtTable, ends: Sequence[str], chosen: str) -> list[dict[str, Any]]:
    """How a plain game can end, 66 first: that is left unsaid, unless a recorded hand says it."""
    choices: tuple[Choice, ...] = next(field.choices for field in table.game.fields if field.name == "decided_by")
    rows = []
    for choice in choices:
        key = str(choice.value)
        if key in ends or key == chosen:
            usual = key == "points"
            value = "" if usual and chosen != key else key
            rows.append(
                {"value": value, "name": messages.words(choice.text), "usual": usual, "checked": value == chosen}
            )
    return rows


def preview(table: AtTable, setting: Setting) -> dict[str, Any]:
    """What the phone needs to offer only what may be declared and to say what it counts before saving.

    Values come from the engine as a table, level by level; the phone only looks them up.
    """
    rules, steps, normal = table.rules, range(table.rules.max_doubling + 1), setting.contracts["normal"]
    everybody = range(len(table.sides))
    return {
        "target": rules.target,
        "down": rules.display == "down",
        # Else nobody but the server knows who deals the next leg, and whether there is one.
        "legsGoOn": rules.first_dealer_next_game == "continue" and not (rules.legs_limit or rules.bummerl_limit),
        "names": list(table.names),
        "sides": table.sides,
        "against": [in_words([other for other in everybody if other != side], table) for side in everybody],
        "template": template(1),
        "templateEach": template(2),
        "made": _("made"),
        "lost": _("lost"),
        "doubled": [messages.doubled_part(level) for level in steps],
        "plain": messages.words(normal.name),
        "grades": [[hand_value(normal, grade, level, rules) for level in steps] for grade in (1, 2, 3)],
        "normalDoubling": setting.may_double(normal, rules),
        "contracts": {
            one.key: {
                "name": messages.words(one.name),
                "seats": setting.declarers(one, rules),
                "values": [hand_value(one, 0, level, rules) for level in steps],
                "doubling": setting.may_double(one, rules),
                "canLose": one.goal != "show",
            }
            for one in contracts_of(table)
        },
    }


def turn(table: AtTable, hand: Hand | None) -> list[tuple[str, str]]:
    if hand is not None:
        return [(table.names[hand["caller"]], _("calls"))]
    return [(table.names[table.play.dealer], _("deals")), (table.names[table.play.caller], _("calls"))]
