"""What a director signs: the plan's words (`Hall.approve`), and what they mean for sheets and for typed results.

A word is a contract of the game or an event that the tables write down, by its key or its name, whatever the case:
"Tout" and "solo_tout" are the same in Blattla, and mean the contract on a sheet and the event `touts` on a slip.
"""

from collections.abc import Iterator

from django.utils import translation

from clubs.services.core import Problem
from scoring.games.sheet import GAMES
from scoring.messages import words
from scoring.models import Sheet
from tournaments.formats.plan import Plan, Stage, read_plan
from tournaments.messages.criteria import unit_name
from tournaments.models import Tournament
from tournaments.services.sheet_amounts import TOUTS

PLAIN = "normal"
"""The plain game, which nobody signs."""


def nameable(game: str, plan: Plan) -> dict[str, str]:
    """Key -> name of everything that can be signed in this game by this plan: contracts, then events."""
    contracts = {one.key: words(one.name) for one in GAMES[game].contracts if one.key != PLAIN} if game in GAMES else {}
    events = {event: unit_name(event) for stage in plan.stages for event in stage.counting.events}
    return contracts | {event: name for event, name in events.items() if event not in contracts}


def key_of(word: str, game: str, plan: Plan) -> str | None:
    """What a word names; None where that is nothing here."""
    wanted = word.strip().casefold()
    known = nameable(game, plan)
    for language in ("de", "en"):
        with translation.override(language):
            for key, name in nameable(game, plan).items():
                if wanted in (key.casefold(), name.casefold()):
                    return key
    if wanted in ("tout", "touts"):
        return next((key for key in (TOUTS.get(game), "touts") if key in known), None)
    return None


def name_of(word: str, game: str, plan: Plan) -> str:
    """What it is called; a word that names nothing here stays as it is."""
    return nameable(game, plan).get(key_of(word, game, plan) or "", word)


def problems(plan: Plan, game: str) -> Iterator[Problem]:
    """Words that name nothing, with what could be named."""
    for word in plan.hall.approve:
        if key_of(word, game, plan) is None:
            choices = ", ".join(nameable(game, plan).values())
            code = "cannot_be_signed" if choices else "nothing_can_be_signed"
            yield Problem(code, "hall.approve", {"word": word[:40], "choices": choices})


def contracts(plan: Plan, game: str) -> list[str]:
    """Keys of the contracts that are signed on sheets."""
    return [one.key for one in GAMES[game].contracts if one.key in _meant(plan, game)] if game in GAMES else []


def events(plan: Plan, stage: Stage, game: str) -> tuple[str, ...]:
    """Of the events that tables of this stage write down, those that are signed."""
    meant = _meant(plan, game)
    return tuple(event for event in stage.counting.events if event in meant)


def _meant(plan: Plan, game: str) -> set[str]:
    if not plan.hall.approve:
        return set()
    keys = {key for word in plan.hall.approve if (key := key_of(word, game, plan)) is not None}
    if game in TOUTS and keys & {TOUTS[game], "touts"}:
        keys |= {TOUTS[game], "touts"}
    return keys


def carry_over(tournament: Tournament) -> None:
    """A plan that is changed while tables play counts on their sheets too. Inside the transaction that changes it."""
    plan = read_plan(tournament.plan)
    sheets = Sheet.objects.filter(table__round__tournament=tournament)
    sheets.update(approves=contracts(plan, tournament.game))
    if plan.hall.confirm:
        sheets.update(confirms=True)
