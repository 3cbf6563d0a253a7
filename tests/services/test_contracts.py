"""How often each contract was played on many sheets, against playing every sheet again."""

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.games.by_hand import ONE_WINS
from scoring.models import Sheet
from scoring.services.by_seat import by_seat
from scoring.services.contracts import Came, contracts_of
from scoring.services.sheets import replace_hand, restore_line, void_line
from tests.services.table import a_sheet, now, plain, record, special
from tests.services.worked_evenings import Document, evenings, laid_down

pytestmark = pytest.mark.django_db


def played_again(sheet: Sheet) -> dict[str, Came]:
    """From the hands in the order they count, each with the state it was played in."""
    made, failed = Counter[str](), Counter[str]()
    sums = by_seat(sheet, sheet.entries.order_by("seq"), len(sheet.state["names"]))
    for (_seat, contract), came in sums.contracts.items():
        made[contract] += came["made"]
        failed[contract] += 0 if sheet.game in ONE_WINS else came["failed"]
    return {key: Came(made[key], failed[key]) for key in sorted({*made, *failed})}


@pytest.mark.parametrize("document", evenings())
def test_the_worked_evenings_say_the_same_as_playing_them_again(document: Document) -> None:
    sheet = laid_down(document)
    last = sheet.entries.latest("seq").seq
    for _written_and_struck in range(2):
        found = contracts_of(Sheet.objects.filter(pk=sheet.pk))
        assert found is not None
        assert (found.game, dict(found.came)) == (document["game"], played_again(sheet))
        void_line(sheet, line=last, write=now(sheet))
        sheet.refresh_from_db()
        last -= 1


def test_hands_of_several_sheets_are_added_up_without_what_was_struck_or_put_right() -> None:
    one, other = a_sheet(), a_sheet()
    record(one, special(0), special(1, "bettler"), plain(0))
    record(other, special(0), plain(1), plain(1))
    replace_hand(one, line=2, hand=special(1), write=now(one))
    void_line(other, line=1, write=now(other))
    void_line(other, line=3, write=now(other))
    restore_line(other, line=3, write=now(other))
    found = contracts_of(Sheet.objects.filter(pk__in=[one.pk, other.pk]))
    assert found is not None
    assert dict(found.came) == {"gang": Came(2, 0), "normal": Came(1, 2)}


def test_it_asks_the_same_of_one_sheet_and_of_three_and_nothing_of_none() -> None:
    def asked(count: int) -> int:
        for _sheet in range(count):
            record(a_sheet(), plain(0))
        with CaptureQueriesContext(connection) as queries:
            contracts_of(Sheet.objects.all())
        return len(queries)

    assert (asked(1), asked(2)) == (4, 4)
    assert contracts_of(Sheet.objects.none()) is None
