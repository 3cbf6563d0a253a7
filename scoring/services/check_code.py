"""The check codes of closed sheets: written by a close, told to whoever asks, and what somebody's code stands for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC
from enum import StrEnum
from typing import Any

from django.db.models import TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from scoring.games import check_code as pure
from scoring.models import Entry, Sheet

CODE = "code"
"""Where a close keeps the code it signed with, so that it is known also after the sheet was opened again."""


class Answer(StrEnum):
    SIGNED = "signed"
    """The record is exactly what the table signed."""
    CHANGED = "changed"
    """The table signed with this code, and the record is another one today."""


@dataclass(frozen=True, slots=True)
class Found:
    answer: Answer
    sheet: Sheet
    code: str


def head_of(sheet: Sheet) -> dict[str, Any]:
    """What the chain begins with."""
    return {
        "game": sheet.game,
        "house_rules": sheet.house_rules,
        "seats": len(sheet.state["names"]),
        "first_dealer": sheet.first_dealer,
        "begun": begun(sheet),
    }


def begun(sheet: Sheet) -> str:
    """When it was begun, to the microsecond in UTC: 2026-11-30T18:04:00.120000+00:00."""
    return sheet.started_at.astimezone(UTC).isoformat(timespec="microseconds")


def computed(sheet: Sheet, entries: Iterable[Entry], *, closing: Mapping[str, Any] | None = None) -> str:
    """The code of these entries, in their order; `closing`: and of the close that is about to be written."""
    told = [(entry.seq, str(entry.kind), entry.data) for entry in entries]
    if closing is not None:
        told.append((sheet.seq + 1, str(Entry.Kind.CLOSE), closing))
    return pure.check_code(head_of(sheet), told)


def code_of(sheet: Sheet) -> str:
    """The code of a closed sheet; nothing for an open one.

    Of one that was closed before there were codes it is computed when somebody asks, and kept.
    """
    if sheet.is_open:
        return ""
    if not sheet.check_code:
        sheet.check_code = computed(sheet, sheet.entries.filter(seq__lte=sheet.seq).order_by("seq"))
        same = Sheet.objects.filter(pk=sheet.pk, seq=sheet.seq, check_code="")
        same.update(check_code=sheet.check_code)
    return sheet.check_code


def find(text: str) -> Found | None:
    """What the typed code stands for; None where no sheet was ever closed with it."""
    code = pure.typed(text)
    if code is None:
        return None
    sheet = Sheet.objects.select_related("club").filter(check_code=code, status=Sheet.Status.CLOSED).first()
    if sheet is not None:
        now = computed(sheet, sheet.entries.filter(seq__lte=sheet.seq).order_by("seq"))
        return Found(Answer.SIGNED if now == code else Answer.CHANGED, sheet, code)
    closes = Entry.objects.filter(kind=Entry.Kind.CLOSE).annotate(code=Cast(KT("data__code"), TextField()))
    closed = closes.select_related("sheet__club").filter(code=code).first()
    return None if closed is None else Found(Answer.CHANGED, closed.sheet, code)
