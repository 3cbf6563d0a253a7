"""How hands of Kratzen read: sentences, slips, and the reasons of every cent."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.messages import money
from scoring import messages
from scoring.games import kratzen
from scoring.games.core import Posting
from scoring.games.kratzen_hand import read
from scoring.games.kratzen_pot import MUSS, NORMAL, SEVEN_MUSS
from scoring.screens.core import AtTable, Hand, Row, Short

DEALS = {
    MUSS: gettext_lazy("Muss"),
    NORMAL: gettext_lazy("normal"),
    SEVEN_MUSS: gettext_lazy("Siebener-Muss"),
}

WHY = {
    "ante": gettext_lazy("ante in a Muss"),
    "dealer_ante": gettext_lazy("the dealer's ante"),
    "cut_seven": gettext_lazy("Hupf: a Seven was cut"),
    "cut_sow": gettext_lazy("jump to the left: a Sau was cut"),
    "cut_two_sows": gettext_lazy("Sprung: two Säue were cut"),
    "cut_sow_seven": gettext_lazy("Sau and Seven cut: two pay"),
    "cut_weli": gettext_lazy("Weli cut: everybody pays"),
    "trick_share": gettext_lazy("a quarter of the pot for each trick, rounded down to whole coins"),
    "remainder": gettext_lazy("the rest of the pot, for the striker"),
    "pot_taken": gettext_lazy("nobody went along: the whole pot"),
    "penalty_defender": gettext_lazy("penalty: no trick"),
    "penalty_striker": gettext_lazy("penalty: too few tricks, the striker pays twice"),
    "penalty_striker_single": gettext_lazy("penalty: no trick, in a Siebener-Muss the striker pays once (house rules)"),
}


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
        "pot": money.euros(row["pot_played"]),
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


def taken_text(hand: Hand, table: AtTable) -> str:
    taken = zip(table.names, hand.get("tricks", ()), strict=False)
    return ", ".join(f"{name} {count}" for name, count in taken if count)


def penalties_text(row: Row, table: AtTable) -> str:
    paid = [f"{table.names[one.side]} {money.euros(-one.amount)}" for one in penalties(row, table)]
    return _("penalty %(amount)s") % {"amount": ", ".join(paid)} if paid else _("no penalty")


def cut_text(hand: Hand, table: AtTable) -> str:
    cuts = hand.get("cuts", ())
    if not cuts:
        return ""
    names = cut_names(table)
    return _(" (cut: %(cuts)s)") % {"cuts": ", ".join(names[key]["name"] for key in cuts)}


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


def amount(posting: Posting, table: AtTable) -> str:
    return money.euros(posting.amount)


def figure(total: int, table: AtTable) -> str:
    return money.balance(total)


# --- what the form says too ----------------------------------------------------------------------------------------


def cut_names(table: AtTable) -> dict[str, dict[str, str]]:
    """Every cut: what it is, and what it does."""
    field = next(field for field in table.game.fields if field.name == "cuts")
    said = {str(choice.value): messages.words(choice.text).partition(": ") for choice in field.choices}
    return {key: {"name": name, "does": does} for key, (name, _colon, does) in said.items()}


def tricks_text(count: int) -> str:
    return ngettext("%(count)d trick", "%(count)d tricks", count) % {"count": count} if count else _("no trick")


def to_go_text(count: int) -> str:
    return ngettext("%(count)d more trick to tap", "%(count)d more tricks to tap", count) % {"count": count}
