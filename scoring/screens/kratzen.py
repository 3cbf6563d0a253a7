"""Kratzen on the phone: what was cut, who is the striker, and a tap on a name for every trick."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import messages
from scoring.forms import number
from scoring.games import kratzen
from scoring.games.core import Posting
from scoring.games.kratzen_hand import LARGEST_POT, TRICKS, read
from scoring.games.kratzen_pot import MOVES, MUSS, NORMAL, SEVEN_MUSS, opening, payers
from scoring.screens.core import AtTable, Credit, Hand, Posted, Row, Screen, Short

FIELDS = ("cuts", "trump_seven", "thrown_in", "contract", "striker", "active", "tricks")

DEALS = {
    MUSS: gettext_lazy("Muss"),
    NORMAL: gettext_lazy("normal"),
    SEVEN_MUSS: gettext_lazy("Siebener-Muss"),
}

CUT_WORDS = {
    "weli": "weli",
    **dict.fromkeys(("7", "siebener", "hupf", "seven"), "seven"),
    **dict.fromkeys(("sau", "sow"), "sow"),
    **dict.fromkeys(("säue", "sprung", "sows"), "two_sows"),
    **dict.fromkeys(("sau+7", "sau+siebener", "sow+seven"), "sow_seven"),
}
"""What somebody may type who has no buttons to tap."""

YES = "1"


# --- the form and the hand -----------------------------------------------------------------------------------------


def hand_of(posted: Posted, table: AtTable) -> dict[str, Any]:
    """Who took a trick has gone along; only those without one are tapped for it. In a Muss all that is no question."""
    hand: dict[str, Any] = {"trump_seven": yes(posted.get("trump_seven")), "thrown_in": yes(posted.get("thrown_in"))}
    if cuts := cuts_of(posted.get("cuts", "")):
        hand["cuts"] = cuts
    if hand["thrown_in"] is None:
        taken = [number(posted.get(f"tricks-{seat}")) for seat, _name in table.seats]
        if any(count is not None for count in taken):
            hand["tricks"] = [count or 0 for count in taken]
        if table.play.next_deal == NORMAL and hand["trump_seven"] is not True:
            hand |= striking_of(posted, table, taken)
    return {name: value for name, value in hand.items() if value is not None}


def striking_of(posted: Posted, table: AtTable, taken: list[Any]) -> dict[str, Any]:
    """Who plays a normal deal: "nobody goes along" has to be said, it does not follow from a form left half empty."""
    striker = number(posted.get("striker"))
    along = [seat for seat, count in enumerate(taken) if posted.get(f"active-{seat}") or count not in (None, 0)]
    if posted.get("alone"):
        along = []
    with_striker = sorted({*along, striker}) if isinstance(striker, int) else along
    return {
        "contract": posted.get("contract") or None,
        "striker": striker,
        "active": with_striker if along or posted.get("alone") else None,
    }


def yes(text: str | None) -> bool | str | None:
    return True if text == YES else text or None


def cuts_of(text: str) -> list[str]:
    return [CUT_WORDS.get(word.casefold(), word) for word in re.split(r"[\s,;]+", text) if word]


def chosen_of(hand: Hand, table: AtTable) -> dict[str, str]:
    chosen = {name: str(hand[name]) for name in ("contract", "striker") if name in hand}
    chosen |= {name: YES for name in ("trump_seven", "thrown_in") if hand.get(name)}
    chosen |= {f"tricks-{seat}": str(count) for seat, count in enumerate(hand.get("tricks", ()))}
    if "cuts" in hand:
        chosen["cuts"] = " ".join(hand["cuts"])
    if hand.get("active") == [hand.get("striker")]:
        return {**chosen, "alone": YES}
    return chosen | {f"active-{seat}": YES for seat in hand.get("active", ()) if seat != hand["striker"]}


def form(table: AtTable, chosen: Mapping[str, str], hand: Hand | None) -> dict[str, Any]:
    muss = table.play.next_deal == MUSS
    titles = {field.name: messages.words(field.title) for field in table.game.fields}
    return {
        "caller_seat": "",  # nobody calls
        "muss": muss,
        "players": [
            {
                "seat": seat,
                "name": name,
                "tricks": chosen.get(f"tricks-{seat}", ""),
                "active": f"active-{seat}" in chosen,
            }
            for seat, name in table.seats
        ],
        "titles": titles,
        "cuts": [{"key": key, **parts} for key, parts in cut_names(table).items()],
        "contracts": [{"key": one.key, "name": messages.words(one.name)} for one in table.game.contracts],
        "contract": chosen.get("contract") or table.game.contracts[0].key,
        "seven_matters": not muss or table.rules.seven_target_in_muss or "trump_seven" in chosen,
        "alone_does": messages.words(choice_text(table, "all_drop")),
        "facts_of_form": facts(table),
        "preview": preview(table),
    }


def choice_text(table: AtTable, name: str) -> Any:
    """What this table has chosen for a house rule."""
    option = next(option for option in table.game.options if option.name == name)
    return next(choice.text for choice in option.choices if choice.value == getattr(table.rules, name))


def cut_names(table: AtTable) -> dict[str, dict[str, str]]:
    """Every cut: what it is, and what it does."""
    field = next(field for field in table.game.fields if field.name == "cuts")
    said = {str(choice.value): messages.words(choice.text).partition(": ") for choice in field.choices}
    return {key: {"name": name, "does": does} for key, (name, _colon, does) in said.items()}


def preview(table: AtTable) -> dict[str, Any]:
    """What the phone needs to count a hand as the engine does: the state, the house rules, and the words."""
    play, rules, names = table.play, table.rules, cut_names(table)
    return {
        "names": list(table.names),
        "sides": table.sides,
        "dealer": play.dealer,
        "muss": play.next_deal == MUSS,
        "pot": play.pot,
        "totals": list(play.totals),
        "tricks": TRICKS,
        "largestPot": LARGEST_POT,
        "ante": rules.ante,
        "coin": rules.smallest_coin,
        "limit": rules.pot_limit,
        "restToStriker": rules.remainder == "striker",
        "mussPays": rules.muss_payout,
        "sevenSingle": rules.seven_muss_striker_penalty == "single",
        "sevenLowers": rules.seven_target_in_muss,
        "allDropVoid": rules.all_drop == "void",
        "failedKeep": rules.failed_keep_share,
        "leftOfStart": rules.next_dealer == "left_of_start",
        "cuts": {
            key: {"name": names[key]["name"], "payers": list(payers(key, play.seats, rules)), "moves": moves}
            for key, moves in MOVES.items()
        },
        "contracts": {one.key: messages.words(one.name) for one in table.game.contracts},
        "words": preview_words(),
    }


def preview_words() -> dict[str, Any]:
    return {
        "comma": messages.coins(0)[1],
        "deals": {key: str(name) for key, name in DEALS.items()},
        "ante": _("ante %(amount)s"),
        "taken": [tricks_text(count) for count in range(TRICKS + 1)],
        "toGo": [to_go_text(count) for count in range(TRICKS + 1)],
        "rest": _("remainder %(amount)s"),
        "pot": _("pot %(amount)s"),
        "penalty": _("penalty %(amount)s"),
        "dropped": _("not along"),
        "striker": _("Who is the striker?"),
        "along": _("Who went along without a trick?"),
        "thrownIn": _("thrown in"),
        "alone": _("alone"),
    }


def tricks_text(count: int) -> str:
    return ngettext("%(count)d trick", "%(count)d tricks", count) % {"count": count} if count else _("no trick")


def to_go_text(count: int) -> str:
    return ngettext("%(count)d more trick to tap", "%(count)d more tricks to tap", count) % {"count": count}


def turn(table: AtTable, hand: Hand | None) -> list[tuple[str, str]]:
    """Who cuts; of a hand that was played, who dealt it."""
    play = table.play
    if hand is not None:
        return [(table.names[opening(play, hand.get("cuts", ()), table.rules).dealer], _("deals"))]
    return [(table.names[(play.dealer - 1) % play.seats], _("cuts"))]


def facts(table: AtTable) -> list[tuple[str, str]]:
    """The deal that begins now, with its antes in the pot already; the phone lets it follow the cuts."""
    opened = opening(table.play, (), table.rules)
    return [
        (_("Hand"), str(DEALS[opened.deal])),
        (_("Pot"), messages.coins(opened.pot)),
        (_("deals"), table.names[opened.dealer]),
    ]


def facts_at_end(table: AtTable) -> list[tuple[str, str]]:
    return [(_("Left in the pot"), messages.coins(table.play.pot))]


# --- in words ------------------------------------------------------------------------------------------------------


def contract_name(key: str, table: AtTable) -> str:
    return str(DEALS[key]) if key in DEALS else messages.contract_name(table.game, key)


def what_of(row: Row) -> str:
    """The contract of a normal deal, or the deal itself."""
    return str(row["hand"].get("contract", row["deal"]))


def striker_of(row: Row) -> int | None:
    return kratzen.striker_of(read(row["hand"]), row["deal"], row["dealer"])


def penalties(row: Row, table: AtTable) -> list[Posting]:
    hand = read(row["hand"])
    return kratzen.penalties(hand, row["deal"], row["dealer"], row["pot_played"], table.rules)


def sentence(row: Row, table: AtTable) -> str:
    hand, striker = row["hand"], striker_of(row)
    parts = {
        "what": contract_name(what_of(row), table),
        "striker": "" if striker is None else table.names[striker],
        "pot": in_euros(row["pot_played"]),
        "tricks": taken_text(hand, table),
        "penalties": penalties_text(row, table),
    }
    if hand.get("thrown_in"):
        said = _("Everybody said Weiter, thrown in: %(pot)s stay in the pot")
    elif "tricks" in hand:
        said = _("%(what)s by %(striker)s, pot %(pot)s: tricks %(tricks)s; %(penalties)s")
    elif table.rules.all_drop == "void":
        said = _("%(what)s by %(striker)s, nobody goes along: %(pot)s stay in the pot, dealt again")
    else:
        said = _("%(what)s by %(striker)s, nobody goes along: the whole pot, %(pot)s")
    return said % parts + cut_text(hand, table)


def in_euros(cents: int) -> str:
    """The amount stays in one line with its sign."""
    return messages.euros(cents).replace(" ", "\u00a0")


def taken_text(hand: Hand, table: AtTable) -> str:
    taken = zip(table.names, hand.get("tricks", ()), strict=False)
    return ", ".join(f"{name} {count}" for name, count in taken if count)


def penalties_text(row: Row, table: AtTable) -> str:
    paid = [f"{table.names[one.side]} {in_euros(-one.amount)}" for one in penalties(row, table)]
    return _("penalty %(amount)s") % {"amount": ", ".join(paid)} if paid else _("no penalty")


def cut_text(hand: Hand, table: AtTable) -> str:
    cuts = [cut_names(table)[key]["name"] for key in hand.get("cuts", ())]
    return _(" (cut: %(cuts)s)") % {"cuts": ", ".join(cuts)} if cuts else ""


def reported(hand: Hand, table: AtTable) -> str:
    if hand.get("thrown_in"):
        said = _("Everybody said Weiter, thrown in")
    elif "contract" in hand:
        parts = {"game": contract_name(hand["contract"], table), "declarers": table.names[hand["striker"]]}
        said = _("%(game)s by %(declarers)s") % parts
    else:
        said = str(DEALS[SEVEN_MUSS if hand.get("trump_seven") else MUSS])
    tricks = taken_text(hand, table)
    return said + (f": {tricks}" if tricks else "") + cut_text(hand, table)


def short(row: Row, table: AtTable) -> Short:
    hand, striker = row["hand"], striker_of(row)
    if striker is None or hand.get("thrown_in"):
        return Short(_("thrown in"))
    alone = "" if "tricks" in hand else _("alone")
    return Short(contract_name(what_of(row), table), table.names[striker], alone, made(row, striker, table))


def made(row: Row, striker: int, table: AtTable) -> bool | None:
    """Whether the striker reached his tricks; None where nothing was won."""
    if "tricks" not in row["hand"] and table.rules.all_drop == "void":
        return None
    return all(posting.side != striker for posting in penalties(row, table))


def credits_of(row: Row, table: AtTable) -> list[Credit]:
    striker = striker_of(row)
    if striker is None or row["hand"].get("thrown_in"):
        return []
    came_off = made(row, striker, table)
    return [] if came_off is None else [Credit(striker, what_of(row), came_off)]


def amount(posting: Posting, table: AtTable) -> str:
    return messages.euros(posting.amount)


def figure(total: int, table: AtTable) -> str:
    return messages.balance(total)


WHY = {
    "ante": gettext_lazy("ante in a Muss"),
    "dealer_ante": gettext_lazy("the dealer's ante"),
    "cut_seven": gettext_lazy("Hupf: a Seven was cut"),
    "cut_sow": gettext_lazy("jump to the left: a Sau was cut"),
    "cut_two_sows": gettext_lazy("Sprung: two Säue were cut"),
    "cut_sow_seven": gettext_lazy("Sau and Seven cut: two pay"),
    "cut_weli": gettext_lazy("Weli cut: everybody pays"),
    "trick_share": gettext_lazy("a quarter of the pot for each trick"),
    "remainder": gettext_lazy("what four could not divide, for the striker"),
    "pot_taken": gettext_lazy("nobody went along: the whole pot"),
    "penalty_defender": gettext_lazy("penalty: no trick"),
    "penalty_striker": gettext_lazy("penalty: the striker's tricks were too few"),
}

SCREEN = Screen(
    hand_of=hand_of,
    chosen_of=chosen_of,
    form=form,
    fields=FIELDS,
    result=FIELDS,
    turn=turn,
    sentence=sentence,
    reported=reported,
    short=short,
    credits=credits_of,
    why=WHY,
    contract_name=contract_name,
    script="kratzen.js",
    facts=facts,
    facts_at_end=facts_at_end,
    figure=figure,
    amount=amount,
    in_money=True,
    money_rules=("ante", "coin", "pot_limit"),
)
