"""The long worked sheets of every game, and how they get into the record."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.games.sheet import GAMES
from scoring.models import Sheet
from scoring.services.sheets import begin_sheet, record_hand
from tests.services.table import new_token, now

CASES = Path(__file__).resolve().parents[1] / "games/cases"
Document = dict[str, Any]


def evenings() -> list[Any]:
    """Per game the three longest worked sheets that are accepted whole."""
    found = []
    for key in GAMES:
        cases = json.loads((CASES / f"{key}.json").read_text(encoding="utf-8"))
        accepted = [case for case in cases if case["expect"].get("refused") is None and case["sheet"].get("hands")]
        longest = sorted(accepted, key=lambda case: -len(case["sheet"]["hands"]))[:3]
        found += [pytest.param(case["sheet"], id=f"{key}-{case['id']}") for case in longest]
    return found


def worked(game: str) -> Document:
    """The longest worked sheet of a game."""
    document: Document = next(case.values[0] for case in evenings() if case.values[0]["game"] == game)
    return document


def laid_down(document: Document) -> Sheet:
    sheet = begin_sheet(
        game=document["game"],
        players=document["players"],
        first_dealer=document.get("first_dealer"),
        house_rules=document.get("house_rules"),
        token=new_token("sheet"),
    )
    for hand in document["hands"]:
        record_hand(sheet, hand=hand, write=now(sheet))
    return sheet
