"""What the API says: sheets, entries, refusals and the catalogue of games as plain JSON."""

from dataclasses import asdict
from typing import Any

from django.core.exceptions import RequestDataTooBig
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_handler

from scoring import messages, queries
from scoring.api.serializers import EntryAnswer
from scoring.games.core import Field, Game, Option, Problem, Text, write_house_rules
from scoring.games.sheet import GAMES, Refused
from scoring.models import Entry, Sheet
from scoring.services.agreement import agreement_of, unsigned_of
from scoring.services.check_code import begun, code_of
from scoring.services.fold import game_of, names_of, rules_of, slots
from scoring.services.record import Conflict


def sheet_data(sheet: Sheet, *, writing: bool) -> dict[str, Any]:
    entries = queries.entries_of(sheet)
    document = {
        "game": sheet.game,
        "house_rules": sheet.house_rules,
        "players": names_of(sheet),
        "first_dealer": sheet.first_dealer,
        "hands": [slot.hand for slot in slots(entries) if slot.hand is not None],
        "closed": not sheet.is_open,
    }
    return {
        "seq": sheet.seq,
        "status": sheet.status,
        # The code opens the sheet for writing, so a watcher is told neither.
        **({"write_secret": sheet.write_secret, "code": sheet.code} if writing else {}),
        "watch_secret": sheet.watch_secret,
        "begun": begun(sheet),
        "check_code": code_of(sheet),
        "agreement": agreement_data(sheet, entries),
        "document": document,
        "result": messages.scored(document),
        "entries": EntryAnswer(entries, many=True).data,
    }


def agreement_data(sheet: Sheet, entries: list[Entry]) -> dict[str, Any]:
    """What the sides said of the record, and what a director still signs; without words for strangers."""
    found = agreement_of(sheet, entries)
    return {
        "state": str(found.state),
        "said": [
            {
                "side": side,
                "agrees": one.data["agrees"],
                "remark": one.data.get("remark", ""),
                "passed": one.data["passed"],
                "seq": one.seq,
            }
            for side, one in sorted(found.said.items())
        ],
        "settled": found.settled,
        "unsigned": [asdict(one) for one in unsigned_of(sheet, entries)],
    }


def written_data(sheet: Sheet, entry: Entry) -> dict[str, Any]:
    """The answer to a write: its entry and the sheet as it is now, at the same cost however long the evening."""
    game = game_of(sheet)
    report = game.report(game.load(sheet.state["play"]), rules_of(sheet))
    return {
        "entry": EntryAnswer(entry).data,
        "seq": sheet.seq,
        "status": sheet.status,
        **{name: told for name, told in report.items() if name not in ("sides", "legs")},
    }


def refusal(error: Refused, sheet: Sheet | None = None, *, game: Game | None = None) -> Response:
    game, names = (game_of(sheet), names_of(sheet)) if sheet else (game, [])
    return Response({"problems": messages.problem_data(error.problems, game, names)}, status=422)


def conflict(error: Conflict, *, writing: bool = True) -> Response:
    data = {
        "code": "conflict",
        "written": EntryAnswer(error.written, many=True).data,
        "sheet": sheet_data(error.sheet, writing=writing),
    }
    return Response(data, status=409)


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Envelopes that are not filled in properly are refused with the same codes as everything else."""
    if isinstance(error, exceptions.ValidationError):
        fields = error.detail if isinstance(error.detail, dict) else {"body": error.detail}
        problems = [Problem("bad_value", "body" if name == "non_field_errors" else str(name)) for name in fields]
        return refusal(Refused(tuple(problems)))
    if isinstance(error, RequestDataTooBig):
        return Response({"detail": "The document is too large."}, status=413)
    return drf_handler(error, context)


# --- the catalogue -------------------------------------------------------------------------------------------------


def both(text: Text) -> dict[str, str]:
    return {"de": text.de, "en": text.en}


def game_data(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": both(game.name),
        "seats": list(game.seats),
        "contracts": [contract_data(contract) for contract in game.contracts],
        "hand": [field_data(field) for field in game.fields],
        "house_rules": [option_data(option) for option in game.options],
        "defaults": write_house_rules(game.house_rules()),
        "presets": [
            {"key": preset.key, "name": both(preset.name), "house_rules": preset.house_rules} for preset in game.presets
        ],
    }


def contract_data(contract: Any) -> dict[str, Any]:
    """What can be declared; what a game does not know of its contracts (a value, who may) is left out."""
    said = {name: getattr(contract, name) for name in ("value", "who", "standard") if hasattr(contract, name)}
    return {"key": contract.key, "name": both(contract.name), "won_if": both(contract.won_if), **said}


def field_data(field: Field) -> dict[str, Any]:
    return {
        "name": field.name,
        "kind": field.kind,
        "title": both(field.title),
        "choices": [{"value": choice.value, "text": both(choice.text)} for choice in field.choices],
        "numbers": least_and_most(field.numbers),
    }


def least_and_most(numbers: range) -> dict[str, int] | None:
    return {"least": min(numbers), "most": max(numbers)} if numbers else None


def option_data(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind,
        "title": both(option.title),
        "help": both(option.help),
        "source": option.source,
        "choices": [{"value": choice.value, "text": both(choice.text)} for choice in option.choices],
        "numbers": least_and_most(option.numbers),
    }


def catalogue() -> list[dict[str, Any]]:
    return [game_data(game) for game in GAMES.values()]
