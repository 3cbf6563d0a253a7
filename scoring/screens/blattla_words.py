"""How hands of Blattla read: sentences, slips, and the reasons of every cent."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.messages import money
from scoring import messages
from scoring.games.blattla_hand import BY_KEY, SUITS, read
from scoring.games.blattla_value import Worth, worth
from scoring.games.core import Posting
from scoring.screens.core import AtTable, Hand, Row, Short

WHY = {
    "sauspiel": gettext_lazy("call game: its price at this table"),
    "solo": gettext_lazy("Solo: its price at this table"),
    "solo_by_suit": gettext_lazy("Solo in this suit: it has a price of its own (house rules)"),
    "tout": gettext_lazy("Tout: its multiple of the Solo (house rules)"),
    "schneider": gettext_lazy("Schneider: too few card points (fewer than 31, the others fewer than 30)"),
    "passed": gettext_lazy("nobody played: nothing counts"),
    "schwarz": gettext_lazy("schwarz: one side took no trick"),
    "doubled": gettext_lazy("doubled: the whole value, every time"),
}


def doubling_words() -> list[str]:
    return [_("no Stoß"), _("Stoß"), _("Gegenstoß"), _("third Stoß"), _("fourth Stoß")]


def result_words(*, won: bool) -> list[str]:
    """As it is, with Schneider, with schwarz."""
    if won:
        return [_("made"), _("won with Schneider"), _("won schwarz")]
    return [_("lost"), _("lost with Schneider"), _("lost schwarz")]


def contract_name(key: str, table: AtTable) -> str:
    return messages.contract_name(table.game, key)


def game_name(table: AtTable, contract: str, suit: str) -> str:
    """Sauspiel auf Gras, Gras-Solo."""
    words = {
        "contract": contract_name(contract, table),
        "suit": next((messages.words(one.text) for one in SUITS if one.value == suit), suit),
    }
    return (_("%(suit)s %(contract)s") if BY_KEY[contract].alone else _("%(contract)s on %(suit)s")) % words


def worth_of(hand: Hand, table: AtTable) -> Worth:
    return worth(read(hand), table.rules)


def declarers(hand: Hand) -> list[int]:
    return [hand[name] for name in ("declarer", "partner") if name in hand]


def doubled_part(hand: Hand) -> str:
    level = hand.get("doubling", 0)
    return f", {doubling_words()[level]}" if level else ""


def how_part(hand: Hand) -> str:
    """What was doubled and counted, between who played and how it came out."""
    points = ", " + _("%(points)s card points") % {"points": hand["points"]} if "points" in hand else ""
    return doubled_part(hand) + points


def grade_of(result: Worth) -> int:
    """0 as it is, 1 with Schneider, 2 with schwarz."""
    reasons = {why for why, _cents in result.parts}
    return 2 if "schwarz" in reasons else int("schneider" in reasons)


def sentence(row: Row, table: AtTable) -> str:
    hand = row["hand"]
    if hand.get("passed"):
        return _("Everybody passed: thrown in, nothing counts.")
    seats, result = declarers(hand), worth_of(hand, table)
    defenders = [seat for seat in range(len(table.names)) if seat not in seats and seat != hand.get("sits_out")]
    names = messages.together([table.names[seat] for seat in seats])
    alone = BY_KEY[hand["contract"]].alone
    said = _("%(game)s by %(declarers)s%(how)s, %(result)s: %(amount)s for %(side)s, %(other)s for %(others)s")
    return said % {
        "game": game_name(table, hand["contract"], hand["suit"]),
        "declarers": names,
        "how": how_part(hand),
        "result": result_words(won=result.won)[grade_of(result)],
        "amount": money.euros(row["points"][seats[0]]),
        "side": names if alone else _("each of them"),
        "other": money.euros(row["points"][defenders[0]]),
        "others": _("each of the others"),
    }


def reported(hand: Hand, table: AtTable) -> str:
    if hand.get("passed"):
        return _("Everybody passed: thrown in, nothing counts.")
    said = _("%(game)s by %(declarers)s") % {
        "game": game_name(table, hand["contract"], hand["suit"]),
        "declarers": messages.together([table.names[seat] for seat in declarers(hand)]),
    }
    result = [result_words(won=hand["made"])[0]] if "made" in hand else []
    return ", ".join([said + how_part(hand), *result])


def short(row: Row, table: AtTable) -> Short:
    hand = row["hand"]
    if hand.get("passed"):
        return Short(_("thrown in"))
    result, factor = worth_of(hand, table), 2 ** hand.get("doubling", 0)
    counted = [str(hand["points"])] if "points" in hand else []
    grade = ["", _("Schneider"), _("schwarz")][grade_of(result)]
    who = messages.together([table.names[seat] for seat in declarers(hand)])
    return Short(
        game_name(table, hand["contract"], hand["suit"]),
        " · ".join([who, " ".join([*counted, grade]).strip()]) if counted else who,
        f"×{factor}" if factor > 1 else "",
        result.won,
    )


def figure(cents: int, table: Any) -> str:
    """A balance as a list of debts shows it: +1,80 or −0,60."""
    return money.balance(cents)


def amount(posting: Posting, table: AtTable) -> str:
    return money.euros(posting.amount)
