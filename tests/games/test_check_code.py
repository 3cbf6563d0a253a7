"""The check code of a record: whatever changes the record changes the code, and nothing else does."""

import copy
import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.games.check_code import COUNTS, LETTERS, Entry, check_code, moved, typed

HEAD: dict[str, Any] = {
    "game": "bauernschnapsen",
    "house_rules": {"target": 24, "display": "down", "contracts": ["gang"]},
    "seats": 4,
    "first_dealer": 3,
    "begun": "2026-11-30T18:04:00.120000+00:00",
}
HANDS = st.fixed_dictionaries({
    "contract": st.sampled_from(["normal", "gang", "bettler"]),
    "made": st.booleans(),
    "grade": st.integers(1, 3),
})  # fmt: skip


@st.composite
def records(draw: st.DrawFn) -> list[Entry]:
    """Hands, some of them struck out or put right, seats that moved, closed and opened again, and closed."""
    entries: list[Entry] = []
    for _number in range(draw(st.integers(1, 6))):
        entries.append((len(entries) + 1, "hand", {"hand": draw(HANDS)}))
        what, line = draw(st.sampled_from(["", "void", "replace", "seats", "confirm"])), len(entries)
        if what == "void":
            entries.append((line + 1, "void", {"line": line}))
        elif what == "replace":
            entries.append((line + 1, "replace", {"line": line, "hand": draw(HANDS), "also": [line]}))
        elif what == "seats":
            entries.append((line + 1, "seats", {"before": list("ABCD"), "names": draw(st.permutations("ABCD"))}))
        elif what == "confirm":
            entries.append((line + 1, "confirm", {"side": 0, "agrees": True}))
    entries += [(len(entries) + 1, "close", {"totals": {"points": [1, 2]}}), (len(entries) + 2, "reopen", {})]
    return [*entries, (len(entries) + 1, "close", {"totals": {"points": [draw(st.integers(0, 9)), 2]}})]


@given(records(), st.data())
def test_changing_taking_away_or_moving_any_entry_changes_the_code(entries: list[Entry], data: st.DataObject) -> None:
    code = check_code(HEAD, entries)
    at = data.draw(st.sampled_from([i for i, one in enumerate(entries) if one[1] in COUNTS]))
    seq, kind, told = entries[at]
    others: dict[str, dict[str, Any]] = {
        "hand": {"hand": {**told.get("hand", {}), "grade": 7}},
        "void": {"line": 1, "also": [told.get("line", 1)]},
        "replace": {**told, "hand": {"contract": "schnapser"}},
        "seats": {"moved": [9, 9, 9, 9]},
        "close": {"totals": {"points": [99, 2]}},
        "reopen": {},
    }
    changed = [(seq, kind, others[kind]) if i == at else one for i, one in enumerate(entries)]
    as_another_kind = [(seq, "close" if kind == "reopen" else "reopen", told) if i == at else one
                       for i, one in enumerate(entries)]  # fmt: skip
    assert check_code(HEAD, as_another_kind) != code
    assert kind == "reopen" or check_code(HEAD, changed) != code
    referred = {line for _seq, _kind, one in entries for line in (one.get("line"), *one.get("also", ()))}
    if seq not in referred:
        assert check_code(HEAD, entries[:at] + entries[at + 1 :]) != code


@given(records(), st.integers(0, 30))
def test_what_is_said_about_the_record_is_no_part_of_it(entries: list[Entry], place: int) -> None:
    """A confirmation anywhere shifts the numbers of everything after it, and the code stays."""
    place = min(place, len(entries))

    def shifted(line: int) -> int:
        return line + (line > place)

    later: list[Entry] = []
    for seq, kind, told in entries:
        copied = copy.deepcopy(dict(told))
        if "line" in copied:
            copied["line"] = shifted(copied["line"])
        if "also" in copied:
            copied["also"] = [shifted(line) for line in copied["also"]]
        later.append((shifted(seq), kind, copied))
    later.insert(place, (place + 1, "approve", {"line": 1}))
    assert check_code(HEAD, later) == check_code(HEAD, entries)


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "talonschnapsen"},
        {"house_rules": {**HEAD["house_rules"], "target": 7}},
        {"seats": 3},
        {"first_dealer": 0},
        {"begun": "2026-11-30T18:04:00.120001+00:00"},
    ],
    ids=lambda one: next(iter(one)),
)
def test_another_head_is_another_code(changed: dict[str, Any]) -> None:
    entries: list[Entry] = [(1, "hand", {"hand": {"made": True}}), (2, "close", {"totals": {}})]
    assert check_code({**HEAD, **changed}, entries) != check_code(HEAD, entries)


def test_the_names_are_no_part_of_it_but_who_moved_where_is() -> None:
    def code(before: str, names: str) -> str:
        return check_code(HEAD, [(1, "seats", {"before": before.split(), "names": names.split()})])

    assert code("Anna Bert Cilli", "Bert Anna Cilli") == code("NN1 NN2 NN3", "NN2 NN1 NN3")
    assert code("Anna Bert Cilli", "Bert Anna Cilli") != code("Anna Bert Cilli", "Cilli Bert Anna")
    assert moved(["Anna", "Bert"], ["Bert", "Dora"]) == [1, None]
    written = {"before": ["N. N. 1", "Bert"], "names": ["N. N. 1", "Bert"], "moved": [None, 1]}
    assert check_code(HEAD, [(1, "seats", written)]) == code("Ana Bert", "Anna Bert")


def test_it_can_be_computed_by_the_recipe_of_the_document() -> None:
    """As docs/sheet-format.md says it, in a few lines of its own."""
    entries: list[Entry] = [
        (1, "hand", {"hand": {"made": True, "grade": 2}}),
        (2, "confirm", {"side": 1, "agrees": True}),
        (3, "hand", {"hand": {"made": False, "grade": 1}}),
        (4, "void", {"line": 3}),
        (5, "close", {"totals": {"points": [2, 0, 2, 0]}, "code": "XXXX-XXXX"}),
    ]

    def plain(said: Any) -> bytes:
        return json.dumps(said, sort_keys=True, separators=(",", ":")).encode()

    mark = hashlib.sha256(plain(HEAD)).digest()
    for one in (
        ["hand", {"hand": {"made": True, "grade": 2}}],
        ["hand", {"hand": {"made": False, "grade": 1}}],
        ["void", {"line": 2}],
        ["close", {"totals": {"points": [2, 0, 2, 0]}}],
    ):
        mark = hashlib.sha256(mark + plain(one)).digest()
    bits = "".join(f"{byte:08b}" for byte in mark[:5])
    letters = "".join(LETTERS[int(bits[i : i + 5], 2)] for i in range(0, 40, 5))
    assert check_code(HEAD, entries) == f"{letters[:4]}-{letters[4:]}"


def test_a_code_is_read_however_it_is_typed() -> None:
    code = "0O1I-K9H8"
    for text in ("0o1i-k9h8", " OO1I K9H8 ", "0-0-1-1-K-9-H-8", "0OILK9H8", "0O1I–K9H8"):
        assert typed(text) == typed(code) == "0011-K9H8"
    assert [typed(text) for text in ("", "K9H8-C81", "K9H8-C81SS", "K9H8-C8!S", "Ä9H8-C81S")] == [None] * 5
