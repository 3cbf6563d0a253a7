"""The plan of a tournament in the API's description: made from its records, so that it cannot say anything else.

What a field means is the sentence below it in `tournaments.formats.plan`.
"""

import ast
import inspect
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any, Union, get_args, get_origin, get_type_hints

from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from rest_framework import serializers

from tournaments.formats.plan import Plan
from tournaments.formats.ranking import CRITERIA
from tournaments.formats.reading import LONGEST_LIST, LONGEST_TEXT, write

PLAN_HELP = "What it does not mention is the default; problems inside it are `at` their path in the plan."
CHAIN_HELP = "The first is the result, the others break ties in this order; besides these any of the stages' events."


class PlanField(serializers.JSONField):
    """A whole plan; `read_plan` judges what is inside."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            self.fail("invalid")
        return super().to_internal_value(data)


class PlanSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]  # its meta class has no types
    target_class = "tournaments.api.plan_form.PlanField"

    def get_name(self) -> str:
        return "Plan"

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        return schema_of(Plan)


def schema_of(record: type[Any]) -> dict[str, Any]:
    """A record as JSON schema; every field has its default and what is said of it."""
    hints, said = get_type_hints(record), sentences(record)
    described = {one.name: _field(one, hints[one.name], said.get(one.name, "")) for one in fields(record)}
    if "chain" in described:
        described["chain"]["description"] = _listed(CHAIN_HELP, CRITERIA)
    return {"type": "object", "properties": described, "additionalProperties": False, "description": record.__doc__}


def sentences(record: type[Any]) -> dict[str, str]:
    """Name of a field or choice -> the sentence below it in the source."""
    (written,) = ast.parse(inspect.getsource(record)).body
    assert isinstance(written, ast.ClassDef)
    found = dict[str, str]()
    for line, below in pairwise(written.body):
        target = line.targets[0] if isinstance(line, ast.Assign) else getattr(line, "target", None)
        if isinstance(target, ast.Name) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            found[target.id] = inspect.cleandoc(str(below.value.value))
    return found


def _field(one: Field[Any], hint: Any, said: str) -> dict[str, Any]:
    made = _value(hint, one.metadata.get("allowed"))
    if said:
        made["description"] = "\n\n".join(filter(None, [said, made.get("description")]))
    if one.default is not MISSING:
        made["default"] = write(one.default)
    return made


def _value(hint: Any, allowed: range | None) -> dict[str, Any]:
    if get_origin(hint) in (types.UnionType, Union):
        (hint,) = (part for part in get_args(hint) if part is not type(None))
        return {**_value(hint, allowed), "nullable": True}
    if get_origin(hint) is tuple:
        return {"type": "array", "maxItems": LONGEST_LIST, "items": _value(get_args(hint)[0], allowed)}
    if is_dataclass(hint):
        return schema_of(hint)  # type: ignore[arg-type]
    if issubclass(hint, StrEnum):
        said = sentences(hint)
        choices = {str(choice): said.get(choice.name, "") for choice in hint}
        return {"type": "string", "enum": list(choices), "description": _listed(hint.__doc__ or "", choices)}
    if hint is int:
        return {"type": "integer", **({"minimum": allowed[0], "maximum": allowed[-1]} if allowed is not None else {})}
    return {"type": "boolean"} if hint is bool else {"type": "string", "maxLength": LONGEST_TEXT}


def _listed(first: str, words: Mapping[str, str]) -> str:
    """As the description of other choices: one line each."""
    return "\n".join([first, "", *(f"* `{word}`{f' - {said}' if said else ''}" for word, said in words.items())])
