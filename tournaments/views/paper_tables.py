"""What goes on paper to a table and comes back: its slip, an empty score sheet, its sheet as it was written, rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from clubs.messages.money import euros
from scoring.games.core import Game, people, read_house_rules
from scoring.games.sheet import GAMES
from scoring.messages import words as in_language
from scoring.models import Sheet
from scoring.screens import table_of
from scoring.screens.house_rules import MONEY_RULES, rule_in_words, short
from scoring.services import check_code
from scoring.views.board import sheet_context
from scoring.views.history import History, slips
from scoring.views.rules_words import in_words
from tournaments.formats.plan import MATCHES, Plan, Stage
from tournaments.messages.criteria import unit_name
from tournaments.models import Round, Tournament
from tournaments.printing.codes import code_drawn
from tournaments.printing.head import MOMENT, titled
from tournaments.services.laid_tables import Laid, State, tables_of
from tournaments.services.plan_words import sections, stage_beside
from tournaments.services.presets import PRESETS
from tournaments.services.setup import house_rules
from tournaments.views.setup_page import game_title
from tournaments.views.table_slip import Public, slip_context

# --- the slip of a table ---------------------------------------------------------------------------------------------


def table_slips(round_: Round, links: Mapping[int, str], public: Public) -> dict[str, Any]:
    """One for every table that plays, asking the same as the screen it is typed in from, in the same order."""
    found = [laid for laid in tables_of(round_) if laid.state != State.ALONE]
    plan, tournament = (found[0].plan if found else None), round_.tournament
    stage = stage_beside(plan, round_.stage) if plan else ""
    return {
        **titled(_("Table slips"), tournament, number=round_.number, stage=stage),
        "slips": [_slip(laid, links[laid.table.number], public) for laid in found],
        "of-slips": {
            "won": _("Who has won?"),
            "board": _("Board"),
            "partner": _("as the partner"),
            "schneider": _("Won with Schneider (costs more lives)"),
            "remark": _("Remark"),
            "help": _("Or scan it and type it on the phone."),
            "turn": _("Write clearly, sign, and hand it in at once."),
        },
    }


def _slip(laid: Laid, link: str, public: Public) -> dict[str, Any]:
    slip = slip_context(laid, public=public)
    shape, rows = slip["shape"], slip["rows"]
    sides = _sides(laid)
    legs = _("Won Bummerl of both; nothing counts as none.") if shape.unit == "legs" else ""
    return {
        "table": laid.table.number,
        "kind": shape.kind,
        "unit": slip["unit"],
        "hint": legs if shape.kind != "winner" else "",
        "events": [one["word"] for one in rows[0]["events"]],
        "rows": [
            {"number": row["number"], "name": row["name"], "partner": shape.partners and row["position"] > 1}
            for row in rows
        ],
        "boards": [{"number": one["number"], "who": one["who"]} for one in slip["boards"]],
        "sum": "" if slip["should"] is None else _("must be %(should)s") % {"should": slip["should"]},
        "schneider": shape.schneider,
        "code": code_drawn(link),
        "signed": [
            _("Signature no. %(numbers)s") % {"numbers": " + ".join(str(rows[seat]["number"]) for seat in side)}
            for side in sides
        ],
    }


def _sides(laid: Laid) -> list[tuple[int, ...]]:
    """Who signs together: the partners of a table of four, else everybody for themselves."""
    seats = range(len(laid.seats))
    if laid.stage.partners and len(seats) == 4:
        return [(0, 2), (1, 3)]
    return [(seat,) for seat in seats]


# --- an empty score sheet --------------------------------------------------------------------------------------------

LINES_OF_A_LEG = {"a4": {True: 13, False: 9}, "a5": {True: 10, False: 8}}
"""Lines of a leg to 15 points and more, and of a shorter one."""
ROWS = {"a4": 26, "a5": 20}
LEGS = 4


def sheet_games() -> dict[str, str]:
    """The games there are empty sheets of: those of the engine, and the neighbouring ones of the presets."""
    neighbours = {key: preset.game_name for key, preset in PRESETS.items() if preset.game_name}
    return {key: in_language(game.name) for key, game in GAMES.items()} | neighbours


def score_sheet(tournament: Tournament, plan: Plan, wanted: str, *, size: str) -> dict[str, Any]:
    """Of the tournament's own game and by its house rules, or of another one that is `wanted` as it mostly is."""
    key, name = tournament.game, game_title(tournament.game, tournament.game_name) or _("Game")
    own = wanted == key or wanted not in sheet_games()
    if not own:
        key, name, plan = wanted, sheet_games()[wanted], PRESETS[wanted].plan if wanted in PRESETS else Plan()
    game, stage = GAMES.get(key), plan.stages[0]
    given = house_rules(tournament) if own and game else {}
    rules = read_house_rules(game, given) if game else None
    said = titled(_("Score sheet: %(game)s") % {"game": name}, tournament)
    said |= {
        "fields": [_("Round"), _("Table")],
        "signed": _("Signature"),
        "house-rules": " · ".join(filter(None, [tariff(game, rules), short(game, given)])) if game else "",
        "house-rules-title": _("House rules"),
        "contracts": [
            {"name": one["name"], "value": one["value"], "won": one["won_if"]}
            for one in (in_words(game, given)["contracts"] if game else [])
        ],
        "who": _("No., name"),
    }
    if game is not None and game.in_legs:
        return said | _legs_of_game(game, rules, stage, size)
    if game is not None:
        return said | _ledger_of_game(game, rules, stage, size)
    return said | (_legs(stage, size) if stage.kind in MATCHES else _ledger(stage, size))


def tariff(game: Game, rules: Any) -> str:
    """What things cost where a game is played for money: "Einsatz: € 0,10 · Solo: € 0,20"; nothing where it is not.

    What departs from the usual prices stands among the house rules anyway (`short`).
    """
    usual = game.house_rules()
    return " · ".join(
        rule_in_words(option, value)
        for option in game.options
        if option.in_cents
        and option.name not in MONEY_RULES
        and (value := getattr(rules, option.name))
        and value == getattr(usual, option.name)
    )


def _legs_of_game(game: Game, rules: Any, stage: Stage, size: str) -> dict[str, Any]:
    sides = len(game.sides(max(people(game, rules))))
    begin = rules.target if rules.display == "down" else 0
    wanted = stage.counting.best_of if stage.counting.unit == "legs" and stage.kind in MATCHES else 0
    return _blocks(sides, str(begin), LINES_OF_A_LEG[size][rules.target > 12], wanted, what=_("Game")) | {
        "marks": _("Bummerl"),
    }


def _legs(stage: Stage, size: str) -> dict[str, Any]:
    """A match of two sides in a game of which only the counting is known: Watten to 15, Mucken by Bobbl."""
    target = stage.counting.winner_makes or 0
    said = _("to %(points)s") % {"points": target} if target else ""
    return _blocks(2, said, LINES_OF_A_LEG[size][target > 12], stage.counting.best_of, what="") | {
        "leg": _("Game %(number)s") % {"number": "{number}"},
        "marks": _("Bummerl") if stage.counting.unit == "legs" else "",
    }


def _blocks(sides: int, begin: str, lines: int, wanted: int, *, what: str) -> dict[str, Any]:
    return {
        "kind": "legs",
        "sides": [chr(ord("A") + side) for side in range(sides)],
        "begin": begin,
        "lines": lines,
        "legs": max(LEGS, wanted + wanted % 2),
        "leg": _("Bummerl %(number)s") % {"number": "{number}"},
        "what": what,
    }


def _ledger_of_game(game: Game, rules: Any, stage: Stage, size: str) -> dict[str, Any]:
    seats = max(people(game, rules))
    columns = {
        "kratzen": [_("Deal"), _("Pot")],
        "blattla": [_("Who"), _("Game"), _("Card points")],
        "bauerntarock": [_("Who"), _("Card points")],
    }
    return _table(columns.get(game.key, [_("Who"), _("Game")]), seats, stage.counting.games or ROWS[size])


def _ledger(stage: Stage, size: str) -> dict[str, Any]:
    counting, seats = stage.counting, 2 if stage.partners else max(stage.sizes)
    rows = {3: counting.games_at_three, 5: counting.games_at_five}.get(seats, 0) or counting.games or ROWS[size]
    said = _table([_("Who"), _("Game")] if not stage.partners else [_("Game")], seats, rows)
    if counting.sums_to is not None:
        said["check"] = _("must be %(should)s") % {"should": counting.sums_to}
    return said | {"events": [unit_name(one) for one in counting.events]}


def _table(columns: Sequence[str], seats: int, rows: int) -> dict[str, Any]:
    return {
        "kind": "ledger",
        "columns": columns,
        "seats": [chr(ord("A") + seat) for seat in range(seats)],
        "rows": rows,
        "check": "",
        "events": [],
    }


# --- a table's sheet as it was written -------------------------------------------------------------------------------


def record(tournament: Tournament, sheet: Sheet, number: int, table: int) -> dict[str, Any]:
    """The hands that stand, leg by leg, what they come to, and the check code of a closed sheet."""
    past, context, at_table = History.of(sheet), sheet_context(sheet, writing=False), table_of(sheet)
    written = slips(past.rows.values(), context.get("legs", ()), at_table)
    title = _("Round %(number)s · table %(table)s") % {"number": number, "table": table}
    closed = ""
    if sheet.closed_at is not None:
        closed = _("closed on %(at)s") % {"at": date_format(localtime(sheet.closed_at), MOMENT)}
    return {
        **titled(title, tournament),
        "game": context["game_name"],
        "sides": context["sides"] and [side["names"] for side in context["sides"]],
        "parts": [
            {
                "name": _("Bummerl %(number)s") % {"number": part["number"]} if context["in_legs"] else "",
                "said": " ".join(filter(None, [part.get("said"), part.get("totals")])),
                "lines": [*_begin(context), *map(_line, part["lines"])],
            }
            for part in written
        ],
        "totals": _totals(sheet, context),
        "heads": {"hand": _("Hand"), "totals": _("Result")},
        "state": closed or _("still open"),
        "code": check_code.code_of(sheet),
        "code-said": _("Check code"),
        "code-help": _("The same hands have the same code, on every phone and on paper."),
        "signed": [_("Signature %(numbers)s") % {"numbers": side["names"]} for side in context["sides"]],
    }


def _begin(context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a leg begins with, as on the slip: so one sees that it is counted down."""
    if not context["in_legs"]:
        return []
    figures = [{"text": str(context["begin"]), "scored": False} for _side in context["sides"]]
    return [{"number": "", "what": "", "figures": figures}]


def _line(line: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "number": str(line["number"]),
        "what": " ".join(filter(None, [line["short"].text, line["short"].who, line["short"].factor])),
        "figures": [{"text": str(one["shown"]), "scored": one["scored"]} for one in line["figures"]],
    }


def _totals(sheet: Sheet, context: Mapping[str, Any]) -> list[dict[str, str]]:
    cents: Sequence[int] = sheet.totals.get("cents", ())
    rows = []
    for side in context["sides"]:
        if context["in_legs"]:  # as the page of the result: the last figures, counted down, would be 0 : 24 for 24 : 0
            taken = _("Bummerl: %(count)s") % {"count": side["taken"]}
            rows.append({"name": side["names"], "figure": taken, "said": ""})
        else:
            rows.append({"name": side["names"], "figure": side["figure"], "said": side["cents"]})
    if not context["in_legs"] and any(cents):
        for row, amount in zip(rows, cents, strict=False):
            row["said"] = euros(amount)
    return rows


# --- the rule sheet --------------------------------------------------------------------------------------------------


def rule_sheet(tournament: Tournament, plan: Plan) -> dict[str, Any]:
    """How this tournament is played, as the page of the rules says it."""
    game = GAMES.get(tournament.game)
    of_game = in_words(game, house_rules(tournament)) if game else None
    name = game_title(tournament.game, tournament.game_name)
    frozen = tournament.started_at
    state = _("Draft: the rules are frozen when the first round is published.")
    if frozen is not None:
        at = date_format(localtime(frozen), MOMENT)
        state = _("Frozen when the first round was published, %(at)s.") % {"at": at}
    version = tournament.rule_version
    stake = of_game["stake"] if of_game else ""
    return {
        **titled(_("Rule sheet"), tournament),
        "state": state,
        "sections": [{"title": one.title, "lines": list(one.lines)} for one in sections(plan, tournament)],
        "game": " · ".join(filter(None, [name, version.profile.name if version else ""])),
        "contracts": [
            {"name": one["name"], "value": one["value"], "won": one["won_if"]}
            for one in (of_game["contracts"] if of_game else [])
        ],
        "contract-heads": [_("Contract"), _("Value"), _("Won if")],
        "house-rules": [one["said"] for one in (of_game["house_rules"] if of_game else [])]
        + ([f"{_('Stake per Bummerl')}: {stake}"] if stake else []),
        "house-rules-title": _("House rules"),
    }
