"""German is complete: everything that is said is in the catalogue, nothing in the catalogue is left over, and no page
mixes the languages.
"""

import ast
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import polib  # type: ignore[import-untyped]  # it has none
import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation.template import templatize

from scoring.models import Sheet
from scoring.services.closing import close_sheet
from tests.services.table import ONE, a_club_sheet, a_sheet, now, plain, record, won_leg
from tests.web.page import elements, form, get, phone

ROOT = Path(settings.BASE_DIR)
CATALOGUE = ROOT / "locale/de/LC_MESSAGES/django.po"
PLACES = ("clubs", "config", "scoring", "seasons", "tournaments")

GETTEXTS = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
# What Django's own templatize makes of {% translate %} and {% blocktranslate %}.
LITERAL = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
IN_TEMPLATES = re.compile(rf"\b(?:n?gettext|_)\({LITERAL}")
WITH_CONTEXT = re.compile(rf"\bn?pgettext\({LITERAL},\s*{LITERAL}")


def german() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def said_in_python() -> Iterator[str]:
    for place in PLACES:
        for file in sorted((ROOT / place).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in GETTEXTS:
                    said = node.args[node.func.id.startswith("pgettext")]
                    assert isinstance(said, ast.Constant), f"{file}:{node.lineno}: only a literal can be found"
                    yield str(said.value)


def said_in_templates() -> Iterator[str]:
    for file in sorted([*(ROOT / "templates").rglob("*.html"), *(ROOT / "templates").rglob("*.txt")]):
        text = templatize(file.read_text(encoding="utf-8"))
        yield from (str(ast.literal_eval(literal)) for literal in IN_TEMPLATES.findall(text))
        yield from (str(ast.literal_eval(literal)) for _context, literal in WITH_CONTEXT.findall(text))


def test_there_is_something_to_translate_in_code_and_in_templates() -> None:
    assert min(len(set(said_in_python())), len(set(said_in_templates()))) > 50


def test_everything_that_is_said_is_in_the_catalogue_and_nothing_else() -> None:
    said = {*said_in_python(), *said_in_templates()}
    assert said ^ {entry.msgid for entry in german()} == set()


def test_no_entry_is_empty_fuzzy_or_obsolete() -> None:
    catalogue = german()
    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []
    plurals = [entry for entry in catalogue if entry.msgid_plural]
    assert [entry.msgid for entry in plurals if not all(entry.msgstr_plural.values())] == []


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)[a-z]", text))


def test_every_translation_fills_in_the_same_things() -> None:
    catalogue = german()
    wrong = [
        entry.msgid
        for entry in catalogue
        for text in [entry.msgstr, *entry.msgstr_plural.values()]
        if text and not placeholders(text) <= placeholders(entry.msgid + entry.msgid_plural)
    ]
    left_out = [
        entry.msgid for entry in catalogue if entry.msgstr and placeholders(entry.msgstr) != placeholders(entry.msgid)
    ]
    assert (wrong, left_out) == ([], [])


def test_the_compiled_catalogue_is_the_one_that_was_written() -> None:
    compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")))
    told, written = (
        {(one.msgctxt, one.msgid): (one.msgstr, one.msgstr_plural) for one in catalogue}
        for catalogue in (compiled, german())
    )
    assert told == written
    assert compiled.metadata["Plural-Forms"] == german().metadata["Plural-Forms"]


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def running(db: None) -> Sheet:
    sheet = a_sheet(money="zero_sum", stake_cents=50, target=30)
    record(sheet, plain(1), {**won_leg(0), "doubling": 1}, ONE, {"contract": "bettler", "declarer": 1, "made": False})
    return sheet


@pytest.fixture
def closed(db: None) -> Sheet:
    sheet = a_club_sheet()
    record(sheet, ONE, won_leg(1))
    close_sheet(sheet, write=now(sheet))
    return sheet


def pages(running: Sheet, closed: Sheet) -> list[str]:
    write = f"/sheet/{running.write_secret}"
    return [
        "/",
        "/new/",
        *(f"{write}/{page}" for page in ("", "line/4/", "history/", "share/", "seats/", "rules/", "close/")),
        f"/watch/{running.watch_secret}/",
        f"/sheet/{closed.write_secret}/",
        f"/sheet/{closed.write_secret}/result/",
        f"/sheet/{closed.watch_secret}/result/",
        "/club/post/",
        "/account/login/",
        "/account/signup/",
        "/account/password/reset/",
        "/sheet/nobody/",
    ]


def words_of(response: Any) -> set[str]:
    """Every text and every label of a page, as a whole."""
    said = set[str]()
    for element in elements(response, ""):
        said.add(element.text)
        said |= {
            element.attributes[name] for name in ("aria-label", "title", "data-done") if name in element.attributes
        }
    return said


def told(client: Client, path: str) -> Any:
    response = client.get(path)
    assert response.status_code in (200, 404)
    return response


def test_no_german_page_says_anything_in_english_and_none_in_english_in_german(running: Sheet, closed: Sheet) -> None:
    both = [(entry.msgid, entry.msgstr) for entry in german() if entry.msgstr and entry.msgstr != entry.msgid]
    english = {msgid for msgid, _msgstr in both} - {msgstr for _msgid, msgstr in both}
    in_german = {msgstr for _msgid, msgstr in both} - {entry.msgid for entry in german()}
    for path in pages(running, closed):
        # The button that leads to the other language says so in that language.
        assert (path, words_of(told(phone("de"), path)) & english - {"English"}) == (path, set())
        assert (path, words_of(told(phone("en"), path)) & in_german - {"Deutsch"}) == (path, set())


def test_every_page_is_another_in_english(running: Sheet, closed: Sheet) -> None:
    for path in pages(running, closed):
        in_german, english = (words_of(told(phone(language), path)) for language in ("de", "en"))
        assert len(in_german - english) > 3, path
        for language, code in (("de", "de"), ("en", "en")):
            html = next(elements(told(phone(language), path), "html"))
            assert html.attributes["lang"] == code


def test_a_language_no_one_speaks_here_is_answered_in_german(running: Sheet) -> None:
    page = get(phone("fr"), f"/sheet/{running.write_secret}/")
    assert next(elements(page, "html")).attributes["lang"] == "de"


def test_one_tap_changes_the_language_and_comes_back_to_the_page(running: Sheet) -> None:
    anna, path = phone("de"), f"/sheet/{running.write_secret}/history/"
    response = anna.post("/i18n/setlang/", {"language": "en", "next": path})
    assert (response.status_code, response.headers["Location"]) == (302, path)
    assert next(elements(get(anna, path), "html")).attributes["lang"] == "en"


def test_the_language_button_leads_to_no_other_site(running: Sheet) -> None:
    response = phone().post("/i18n/setlang/", {"language": "en", "next": "https://elsewhere.example/"})
    assert response.headers["Location"] == "/"


def test_a_phone_reads_the_same_words_that_were_refused_in_its_language(running: Sheet) -> None:
    one = form(get(phone(), f"/sheet/{running.write_secret}/"), "/hand/")
    answers = {
        language: phone(language).post(one.action, one.filled(pick="normal-0", grade="9")) for language in ("de", "en")
    }
    said = {language: [one.text for one in elements(answer, ".problem")] for language, answer in answers.items()}
    assert said == {
        "de": ["Ein normales Spiel zählt 1, 2 oder 3 – und nur ein normales."],
        "en": ["A plain game counts 1, 2 or 3, and only a plain game."],
    }


def test_the_first_month_is_called_as_in_austria() -> None:
    with translation.override("de"):
        assert [date_format(date(2027, 1, 12), how) for how in ("j. F Y", "j. N")] == ["12. Jänner 2027", "12. Jän."]
