"""The sentences for the codes of clubs: one module for each noun, put together here."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubs.messages import accounts, changes, club, evenings, house_rules, people, till
from clubs.models import Change
from clubs.services.core import Problem

Sentences = Mapping[str, str | Promise]

PROBLEMS: dict[str, str | Promise] = {
    "not_allowed": _("Your role in this club does not allow that."),
    **accounts.PROBLEMS,
    **club.PROBLEMS,
    **people.PROBLEMS,
    **evenings.PROBLEMS,
    **house_rules.PROBLEMS,
    **till.PROBLEMS,
}
"""Code of a refusal -> sentence, with the figures of the problem in it."""

CHANGES: dict[str, str | Promise] = {
    **club.CHANGES,
    **people.CHANGES,
    **evenings.CHANGES,
    **house_rules.CHANGES,
    **till.CHANGES,
}
"""Code of a line in the log of changes -> what it is called there."""

TOPICS: dict[str, tuple[str | Promise, Collection[str]]] = {
    "club": (_("Club, roles, invitations"), club.CHANGES),
    "people": (_("People"), people.CHANGES),
    "evenings": (_("Evenings"), evenings.CHANGES),
    "rules": (_("House rules"), house_rules.CHANGES),
    "till": (_("Till"), till.CHANGES),
}
"""What one can look for in the log: a word in the address -> what it is called, the codes of its changes."""


def know(
    topic: str,
    title: str | Promise,
    *,
    problems: Sentences,
    changed: Sentences,
    fields: Sentences,
    choices: Mapping[str, Sentences],
) -> None:
    """Takes in the sentences of an app to the left, whose codes come through the doors and the log of this one."""
    assert not PROBLEMS.keys() & problems.keys(), "a code says one thing"
    PROBLEMS.update(problems)
    CHANGES.update(changed)
    TOPICS[topic] = (title, changed)
    changes.FIELDS.update(fields)
    changes.CHOICES.update(choices)


def problem_text(problem: Problem) -> str:
    return str(PROBLEMS[problem.code]) % dict(problem.figures)


def problems_text(problems: Iterable[Problem]) -> str:
    """All of them one after the other, for a place that has no fields."""
    return " ".join(map(problem_text, problems))


def problem_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """The problems as plain JSON, as the API tells them."""
    return [{"code": one.code, "at": one.at, "message": problem_text(one)} for one in problems]


def by_field(problems: Iterable[Problem], fields: Iterable[str]) -> dict[str, list[str]]:
    """The sentences next to their fields; those of no field of the form under `form`."""
    known, said = set(fields), dict[str, list[str]]()
    for problem in problems:
        said.setdefault(problem.at if problem.at in known else "form", []).append(problem_text(problem))
    return said


def changed_by(change: Change) -> str:
    """Whose doing it was: what the account was called then and, as long as there is one, its address beside it.

    A name can be anybody's, also somebody else's in the same club; an address cannot.
    """
    address = change.by.email if change.by else ""
    return f"{change.by_name} ({address})" if change.by_name and address else change.by_name or address


def change_text(change: Change) -> str:
    return str(CHANGES.get(change.what, change.what))
