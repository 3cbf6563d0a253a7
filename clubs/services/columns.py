"""Which column of somebody's table means what, with or without words above them, and the people in its rows."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from clubs.services.likeness import words_of
from clubs.services.people import spoken
from clubs.services.spreadsheets import unguarded
from clubs.services.tables import Rows
from clubs.services.text import tidy

HEADERS = {
    "name": "name namen spieler spielerin spieler:in spieler/in person vollername vorundnachname vornameundnachname "
    "vornamenachname vornamezuname fullname player firstandlastname",
    "last_first": "nachnamevorname nachnameundvorname familiennamevorname zunamevorname lastnamefirstname",
    "first": "vorname vornamen rufname firstname givenname first forename",
    "last": "nachname nachnamen familienname zuname lastname surname familyname last",
    "nickname": "spitzname nickname nick rufnameamtisch spitzn",
    "place": "ort wohnort stadt gemeinde heimatort place city town residence plzort",
    "guest": "gast guest gastspieler istgast",
    "member": "mitglied member istmitglied",
    "kind": "gast/mitglied mitglied/gast guest/member member/guest art status typ kind type",
}
"""What stands above a column, in small letters and without blanks and signs -> what is in it."""

WITH_NAMES = {"name", "last_first", "first", "last"}
MEANINGS = {word: meaning for meaning, words in HEADERS.items() for word in words.split()}
YES = frozenset(["ja", "j", "yes", "y", "x", "1", "true", "wahr", "✓", "gast", "guest", "g"])
NO_MEMBER = frozenset(["nein", "n", "no", "0", "false", "falsch", "gast", "guest", "g"])


@dataclass(frozen=True, slots=True)
class Row:
    """One person as a file names them; `turned` is the name with its halves the other way round."""

    number: int
    name: str
    turned: str = ""
    nickname: str = ""
    place: str = ""
    guest: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """What a table says: its people, and the words above columns that nothing was taken from."""

    rows: list[Row]
    not_taken: list[str] = field(default_factory=list)
    guessed: bool = False
    """Whether first and last name had no words above them, and may be the wrong way round."""


LOOKED_THROUGH = 10
"""In so many rows at the top the words above the columns may stand; a title of the list comes before them."""


def people_in(rows: Rows) -> Listed | None:
    """The people of a table; None where no column holds names."""
    filled = [(number, row) for number, row in enumerate(rows, start=1) if any(cell.strip() for cell in row)]
    for place, (_number, words) in enumerate(filled[:LOOKED_THROUGH]):
        columns = meanings(words)
        if WITH_NAMES & set(columns) and (place == 0 or len(set(columns)) > 2):
            break
    else:
        columns, place, words = guessed([row for _number, row in filled]), -1, []
    if "name" in columns and "first" in columns and "last" not in columns:
        columns[columns.index("name")] = "last"  # above "Vorname | Name" the second is the family's
    people = [_person(number, row, columns) for number, row in filled[place + 1 :]]
    # Figures alone are hardly names, unless it says so above them.
    if not any(person.name if words else any(map(str.isalpha, person.name)) for person in people):
        return None
    return Listed(
        people,
        [tidy(cell) for cell, meaning in zip(words, columns, strict=False) if not meaning and tidy(cell)],
        guessed=not words and "first" in columns,
    )


def meanings(cells: Sequence[str]) -> list[str]:
    """What each word of a first row means, "" for no column of ours; the first of two equal ones counts."""
    found: list[str] = []
    for cell in cells:
        word = "".join(letter for letter in cell.casefold() if letter.isalpha() or letter in "/:")
        meaning = MEANINGS.get(word, MEANINGS.get(word.replace("/", ""), ""))
        found.append("" if meaning in found else meaning)
    return found


def guessed(rows: Rows) -> list[str]:
    """Columns without words above: one with whole names, or the first name and the last."""
    width = len(rows[0])
    whole = sum(len(words_of(row[0])) > 1 or not row[0].strip() for row in rows) * 2 >= len(rows)
    if width == 1 or whole or not any(row[1].strip() for row in rows):
        return ["name", *[""] * (width - 1)]
    # "Höß, Anna" in a text without other separators: after the comma and a blank comes the first name.
    turned = all(row[1].startswith(" ") for row in rows if row[1])
    return [*(("last", "first") if turned else ("first", "last")), *[""] * (width - 2)]


def _person(number: int, row: Sequence[str], columns: Sequence[str]) -> Row:
    said = {meaning: unguarded(tidy(cell)) for cell, meaning in zip(row, columns, strict=True) if meaning}
    first, last = said.get("first", ""), said.get("last", "")
    name, turned = said.get("name", ""), ""
    if said.get("last_first"):
        name = spoken(said["last_first"])
        if "," not in said["last_first"]:
            family, _, given = said["last_first"].partition(" ")
            name = f"{given} {family}".strip()
    elif first or last:
        name, turned = f"{first} {last}".strip(), f"{last} {first}".strip()
    return Row(
        number,
        spoken(name),
        turned,
        said.get("nickname", ""),
        said.get("place", ""),
        _is_guest(said),
    )


def _is_guest(said: dict[str, str]) -> bool:
    if said.get("member") and not (said.get("guest") or said.get("kind")):
        return said["member"].casefold() in NO_MEMBER
    return (said.get("guest") or said.get("kind") or "").casefold() in YES
