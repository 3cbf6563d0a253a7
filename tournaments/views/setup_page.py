"""What the three screens of setting up show: fields with what stands in them, and what the plan comes to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise

from clubs import messages
from clubs.models import Club
from clubs.services.core import Problem, Refused
from scoring.games.sheet import GAMES
from scoring.messages import words
from scoring.queries import latest_versions
from tournaments.formats.core import Impossible
from tournaments.formats.plan import EVENTS, Kind, Plan, Wins, read_plan
from tournaments.forms import setup as forms
from tournaments.forms.setup import Plain, Posted, shown, value_at
from tournaments.forms.setup_fields import (
    BUYING,
    DESK,
    ENTRY,
    FEE,
    HALL,
    HANDING_IN,
    KEEPING,
    PRIZES,
    STAGE,
    Field,
)
from tournaments.messages.criteria import CRITERIA, criterion_name, unit_name
from tournaments.messages.prizes import WINS
from tournaments.services import signing
from tournaments.services.plan_names import criteria_of
from tournaments.services.plan_words import sections, stage_title
from tournaments.services.planned import USUAL_CARDS, Planned, planned
from tournaments.services.presets import GAME_NAMES, LADDERS
from tournaments.services.setup import About

MORE_CRITERIA = 2
MORE_EVENTS = 1
MORE_PRIZES = 1
"""So many empty rows stand below what is filled in."""
ASKED_FOR = 5
"""So many, where somebody wants more."""

Choices = list[dict[str, Any]]
Row = dict[str, Any]


# --- fields ----------------------------------------------------------------------------------------------------------


def row(field: Field, plan: Mapping[str, Any], at: str = "") -> Row:
    """One field as the template draws it; `at` is where its plan or stage begins in the names."""
    value = value_at(plan, field.at)
    return {
        "name": f"{at}{field.at}",
        "what": field.what,
        "label": field.label,
        "hint": field.hint,
        "value": shown(field, value),
        "ticked": value is True,
        "choices": choices(field.choices, value),
    }


def rows(fields: Iterable[Field], plan: Mapping[str, Any]) -> list[Row]:
    return [row(field, plan) for field in fields]


def choices(offered: Mapping[Any, str | Promise], value: Any) -> Choices:
    """What may be chosen; a value that a client set otherwise stands among them."""
    keys = {str(key): str(name) for key, name in offered.items()}
    if offered and str(value) not in keys:
        keys[str(value)] = unit_name(str(value))
    return [{"key": key, "name": name, "chosen": key == str(value)} for key, name in keys.items()]


def problems_of(error: Refused | None, step: str, plan: Mapping[str, Any]) -> dict[str, Any]:
    """The sentences by the field they stand at; what has no field on this screen stands above the form."""
    if error is None:
        return {"problems": {}}
    said = [Problem("no_amount", one.at) if _no_amount(one) else one for one in error.problems]
    return {"problems": messages.by_field(said, [*FIELDS[step], *_numbered(step, plan)])}


EUROS = frozenset(one.at for one in (*FEE, *BUYING, *PRIZES) if one.what == "euros")


def _no_amount(problem: Problem) -> bool:
    """Whether euros were asked there and something else was typed."""
    at = problem.at or ""
    money = at in EUROS or (at.startswith("prizes.prizes.") and at.endswith(".cents"))
    return problem.code == "bad_value" and money


FIELDS: Mapping[str, Sequence[str]] = {
    "what": ("name", "day", "place", "game", "game_name", "rule_version", "notes", *(one.at for one in ENTRY)),
    "course": ("ranking.chain", "ranking.drop", *(one.at for one in (*KEEPING, *HANDING_IN, *HALL))),
    "money": ("fee", "buying", "prizes", "prizes.prizes", *(one.at for one in (*FEE, *BUYING, *PRIZES, *DESK))),
}


def _numbered(step: str, plan: Mapping[str, Any]) -> Iterable[str]:
    if step == "course":
        for index, stage in enumerate(plan["stages"]):
            yield f"stages.{index}"
            yield from (f"stages.{index}.counting.{name}" for name in ("events", "event_points"))
            for number in range(len(stage["counting"]["events"])):
                yield from (f"stages.{index}.counting.{name}.{number}" for name in ("events", "event_points"))
            yield from (f"stages.{index}.{field.at}" for field in STAGE)
        yield from (f"ranking.chain.{index}" for index in range(len(plan["ranking"]["chain"])))
    if step == "money":
        parts = ("wins", "place", "share", "cents", "goods")
        for index in range(len(plan["prizes"]["prizes"])):
            yield from (f"prizes.prizes.{index}.{part}" for part in parts)
            yield f"prizes.prizes.{index}"


# --- the screens -----------------------------------------------------------------------------------------------------


def what_context(said: About, plan: Plain, games: Choices, *, typed: Posted | None = None) -> dict[str, Any]:
    """Name, day, place, game with its house rules, and who plays a start card."""
    key = f"{said.game}/{said.rules}" if said.rules else said.game
    return {
        "said": said,
        "day": typed.get("day", "") if typed is not None else said.day.isoformat() if said.day else "",
        "games": [{**one, "chosen": one["key"] == key} for one in games],
        "neighbour": not said.game,
        "game_names": GAME_NAMES,
        "entry": rows(ENTRY, plan),
        "entry_short": sections_of(plan)[:1],
    }


def game_choices(club: Club) -> Choices:
    """Every game, with the club's house rules below it; the last one is none that the engine knows."""
    found = []
    for game in GAMES.values():
        name = words(game.name)
        found.append({"key": game.key, "name": name})
        found += [
            {"key": f"{game.key}/{one.pk}", "name": f"{name}: {one.profile.name}"}
            for one in latest_versions(club, game.key)
        ]
    return found


def game_title(game: str, game_name: str) -> str:
    """What is played, by its name."""
    return words(GAMES[game].name) if game in GAMES else game_name


def course_context(plan: Plain, game: str) -> dict[str, Any]:
    """Stages, ranking, what the draw keeps, what tables hand in, what the hall sees."""
    readable = plan_or_none(plan)
    stages = [stage_context(plan, index, readable) for index in range(len(plan["stages"]))]
    chain = plan["ranking"]["chain"]
    offered = criteria_of(readable) if readable else {code: criterion_name(code) for code in CRITERIA}
    return {
        "stages": stages,
        "more_stages": len(stages) < forms.MOST_STAGES,
        "chain": [
            {"name": f"ranking.chain.{index}", "number": index + 1, "choices": choices({"": "–", **offered}, code)}
            for index, code in enumerate([*chain, *[""] * MORE_CRITERIA])
        ],
        "drop": plan["ranking"]["drop"],
        "keeping": rows(KEEPING, plan),
        "handing_in": rows(HANDING_IN, plan),
        "hall": [signing_row(one, plan, game) if one.what == "words" else row(one, plan) for one in HALL],
    }


def signing_row(field: Field, plan: Plain, game: str) -> Row:
    """What a director may sign, to be ticked: everything that can be named, and what was named otherwise."""
    readable, words = plan_or_none(plan), value_at(plan, field.at)
    known = signing.nameable(game, readable) if readable else {}
    named = {word: signing.key_of(word, game, readable) if readable else word for word in words}
    ticks = [{"key": key, "name": name, "chosen": key in named.values()} for key, name in known.items()]
    ticks += [{"key": word, "name": word, "chosen": True} for word, key in named.items() if key not in known]
    return {**row(field, plan), "what": "ticks", "choices": ticks}


def stage_context(plan: Plain, index: int, readable: Plan | None) -> dict[str, Any]:
    stage, at = plan["stages"][index], f"stages.{index}."
    kind, counting = stage["kind"], stage["counting"]
    fields = [field for field in STAGE[1:] if field.fits(kind, plan["card"], first=index == 0)]
    said = {one.title: one.lines for one in sections(readable)} if readable else {}
    title = stage_title(readable, index) if readable else stage["name"]
    return {
        "number": index + 1,
        "index": index,
        "at": at,
        "events_at": f"{at}counting.events",
        "points_at": f"{at}counting.event_points",
        "title": title,
        "lines": said.get(title, ()),
        "asked": kind,
        "head": row(STAGE[0], stage, at),
        "main": [row(one, stage, at) for one in fields if not one.is_folded(kind, counting["unit"])],
        "more": [row(one, stage, at) for one in fields if one.is_folded(kind, counting["unit"])],
        "events": event_rows(counting),
        "last": len(plan["stages"]) > 1,
    }


def event_rows(counting: Plain) -> list[dict[str, Any]]:
    """The usual words to tick, then the desk's own ones to type, with the points that one of each is worth."""
    counted = counting["events"]
    worth = dict(zip(counted, [*counting["event_points"], *[0] * len(counted)], strict=False))
    words = [*counted, *(word for word in EVENTS if word not in counted), *[""] * MORE_EVENTS]
    found = []
    for index, word in enumerate(words):
        points = worth.get(word, 0)
        found.append({
            "index": index,
            "word": word,
            "name": unit_name(word) if word in EVENTS else "",
            "ticked": word in counted,
            "points": "" if points == 0 else points,
        })  # fmt: skip
    return found


def money_context(plan: Plain, cards: int | None, entered: int, *, more: bool = False) -> dict[str, Any]:
    """Fee, buying in again, prizes, and what it all comes to for so many cards."""
    readable = plan_or_none(plan)
    cards = entered or USUAL_CARDS if cards is None else cards
    reckoned = planned(readable, cards) if readable else None
    return {
        "fee": rows(FEE, plan),
        "buying": rows(BUYING, plan),
        "lives": any(one["kind"] == Kind.LIVES for one in plan["stages"]),
        "prizes": prize_rows(plan, reckoned, ASKED_FOR if more else MORE_PRIZES),
        "prize_fields": rows(PRIZES, plan),
        "ladders": [{"places": places, "percents": " / ".join(map(str, parts))} for places, parts in LADDERS.items()],
        "desk": rows(DESK, plan),
        "cards": cards,
        "reckoned": reckoned,
        "shares": sum(one["share"] for one in plan["prizes"]["prizes"] if isinstance(one["share"], int)),
        "parts": parts_sum(plan["fee"]),
    }


def prize_rows(plan: Plain, reckoned: Planned | None, spare: int) -> list[dict[str, Any]]:
    prizes = plan["prizes"]["prizes"]
    amounts = reckoned.amounts if reckoned and len(reckoned.amounts) == len(prizes) else ()
    offered = {one.value: "" if one == Wins.PLACE else WINS[one] for one in Wins}
    empty = {"wins": Wins.PLACE.value, "place": "", "share": 0, "cents": 0, "goods": ""}
    found = []
    for index, one in enumerate([*prizes, *[empty] * spare]):
        found.append({
            "index": index,
            "at": f"prize.{index}.",
            "path": f"prizes.prizes.{index}",
            "wins": choices(offered, one["wins"]),
            "place": one["place"],
            "share": forms.euros_typed(one["share"]),
            "cents": forms.euros_typed(one["cents"]),
            "goods": one["goods"],
            "amount": amounts[index] if index < len(amounts) else None,
        })  # fmt: skip
    return found


def parts_sum(fee: Plain) -> int | None:
    """What is missing between the parts and the whole fee; None where one of them is no amount."""
    amounts = [fee[name] for name in ("cents", *forms.PARTS)]
    return amounts[0] - sum(amounts[1:]) if all(isinstance(one, int) for one in amounts) else None


def plan_or_none(plan: Plain) -> Plan | None:
    """The plan, if what was typed is one."""
    try:
        return read_plan(plan)
    except Impossible:
        return None


def sections_of(plan: Plain) -> list[Any]:
    readable = plan_or_none(plan)
    return list(sections(readable)) if readable else []
