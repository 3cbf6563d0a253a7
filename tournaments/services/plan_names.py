"""What the codes of a plan are called: kinds, units, events, criteria, prizes. For pages and the rule sheet alike."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.messages.money import comma
from scoring.games.sheet import GAMES
from scoring.messages import words
from tournaments.formats.plan import EVENTS, Card, Kind, Plan, Public, Record, Rest
from tournaments.messages.criteria import CRITERIA, FEWER_FIRST, UNITS, criterion_name

Words = Mapping[str, str | Promise]

CARDS: Words = {
    Card.SINGLE: gettext_lazy("one person"),
    Card.PAIR: gettext_lazy("a pair"),
    Card.TEAM: gettext_lazy("a team"),
}

KINDS: Words = {
    Kind.LIVES: gettext_lazy("Lives"),
    Kind.KNOCKOUT: gettext_lazy("Knock-out"),
    Kind.DRAWN: gettext_lazy("Drawn tables"),
    Kind.SCORE: gettext_lazy("Tables by score"),
    Kind.SWISS: gettext_lazy("Equals against equals (Swiss)"),
    Kind.SLIDING: gettext_lazy("Sliding rounds"),
    Kind.ROUND_ROBIN: gettext_lazy("Everybody against everybody"),
    Kind.GROUPS: gettext_lazy("Groups"),
}

RECORDS: Words = {
    Record.RESULT: gettext_lazy("only the result of the table"),
    Record.HANDS: gettext_lazy("hand by hand on the phone"),
    Record.EITHER: gettext_lazy("as each table likes"),
}

RESTS: Words = {
    Rest.REFUSE: gettext_lazy("nothing may be left: percentages make 100"),
    Rest.CLUB: gettext_lazy("stays with the club"),
    Rest.WINNER: gettext_lazy("goes to the winner"),
}

PUBLIC: Words = {
    Public.ALL: gettext_lazy("at any time"),
    Public.ONCE: gettext_lazy("once in between, and at the end"),
    Public.END: gettext_lazy("only at the end"),
}


def kind_name(kind: Kind) -> str:
    return str(KINDS[kind])


def ranked_by(code: str) -> str:
    """A criterion as the rule sheet says it: also which way it counts, where that is not plain."""
    name = criterion_name(code)
    return _("%(criterion)s (fewer is better)") % {"criterion": name} if code in FEWER_FIRST else name


def signed_name(word: str) -> str:
    """What a word that a director signs by is called: a contract of whatever game, an event, or the word itself."""
    wanted = word.casefold()
    contracts = (one for game in GAMES.values() for one in game.contracts)
    for one in contracts:
        if wanted in (one.key, one.name.de.casefold(), one.name.en.casefold()):
            return words(one.name)
    return str(UNITS.get(wanted, word))


def percent(share: int) -> str:
    """Hundredths of a percent as they are read: 12,5 %."""
    whole, part = divmod(share, 100)
    digits = f"{whole}{comma()}{part:02d}".rstrip("0") if part else str(whole)
    return f"{digits}\u00a0%"


def criteria_of(plan: Plan) -> dict[str, str]:
    """Every criterion this plan may be ranked by, with its name: the usual ones, its units and events."""
    own = [word for stage in plan.stages for word in (stage.counting.unit, *stage.counting.events)]
    usual = [code for code in CRITERIA if code not in (*EVENTS, "table_rank")]
    return {code: criterion_name(code) for code in dict.fromkeys([*usual, *own])}
