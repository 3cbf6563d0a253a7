"""Setting a tournament up: made from a preset or an earlier one, described, planned, begun, deleted.

Until its first round is published everything may change; from then on changes of the plan are asked about
(`Unsure`), count from now, and stand in the log of changes with before and after.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import translation

from clubs.models import Club, RuleVersion, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import text_problems, tidy
from clubs.services.till import TOKEN
from scoring.games.core import read_house_rules, write_house_rules
from scoring.games.sheet import GAMES
from tournaments.formats.core import Impossible
from tournaments.formats.plan import Plan, changed, read_plan, write_plan
from tournaments.formats.plan_checks import check_plan
from tournaments.models import Payment, Tournament
from tournaments.services import signing, turns
from tournaments.services.plan_changes import Difference, differences, mark, not_any_more
from tournaments.services.presets import PRESETS, Preset
from tournaments.services.refusals import refused, said

LONGEST_NAME = 80
LONGEST_GAME = 40
LONGEST_NOTES = 2000
FIRST_DAY = date(1950, 1, 1)
LAST_DAY = date(2199, 12, 31)
"""A day before or after is a slip of the finger."""


class Unsure(Exception):
    """The tournament has begun: nothing was changed yet. `changes` is what would count from now on, in words."""

    def __init__(self, changes: list[Difference]) -> None:
        self.changes = changes
        super().__init__(f"{len(changes)} changes to confirm")


class PlanMoved(Exception):
    """Somebody else has changed the plan meanwhile; nothing was changed."""


@dataclass(frozen=True, slots=True)
class About:
    """What a tournament is called, when and where it is, and what is played by which rules."""

    name: str
    day: date | None
    place: str = ""
    game: str = ""
    """Key of a game the engine knows; nothing: `game_name` is the neighbouring game."""
    game_name: str = ""
    rules: int | None = None
    """Id of the version of house rules of this club; None: the game's usual ones."""
    notes: str = ""


def said_of(tournament: Tournament) -> About:
    """What it says of itself now."""
    return About(
        name=tournament.name,
        day=tournament.day,
        place=tournament.place,
        game=tournament.game,
        game_name=tournament.game_name,
        rules=tournament.rule_version_id,
        notes=tournament.notes,
    )


# --- making ----------------------------------------------------------------------------------------------------------


def create(
    club: Club,
    *,
    by: User | None,
    token: str,
    about: About,
    preset: Preset | None = None,
    plan: Mapping[str, Any] | None = None,
) -> Tournament:
    """A new tournament with the plan of a preset (default: the empty one), or with this `plan`.

    The same request again (`token`) gets its first answer. Refused, all at once: no name, no day, an unknown game or
    foreign house rules, what is no plan or does not fit together.
    """
    if known := _known(club, token):
        return known
    found, problems = _plan(write_plan((preset or PRESETS["empty"]).plan) if plan is None else plan)
    return _make(club, by=by, token=token, said=about, plan=found, problems=problems, before=None)


def _known(club: Club, token: str) -> Tournament | None:
    return Tournament.objects.filter(club=club, token=token).first() if TOKEN.fullmatch(token) else None


def copy_of(earlier: Tournament, *, by: User | None, token: str, name: str, day: date | None) -> Tournament:
    """The same tournament on another day: plan, game, house rules (their latest version), place and notes; no cards."""
    club = earlier.club
    if known := _known(club, token):
        return known
    said = said_of(earlier)
    said = About(name, day, said.place, said.game, said.game_name, latest(earlier.rule_version), said.notes)
    return _make(club, by=by, token=token, said=said, plan=read_plan(earlier.plan), problems=[], before=earlier)


def latest(version: RuleVersion | None) -> int | None:
    """The id of what this profile of house rules says now."""
    if version is None:
        return None
    return RuleVersion.objects.filter(profile=version.profile_id).latest("number").pk


def _make(
    club: Club,
    *,
    by: User | None,
    token: str,
    said: About,
    plan: Plan | None,
    problems: list[Problem],
    before: Tournament | None,
) -> Tournament:
    fields, about_it = _fields(club, said)
    problems = [*about_it, *problems, *(signing.problems(plan, said.game) if plan is not None else ())]
    if not TOKEN.fullmatch(token):
        problems.append(Problem("bad_token", "token"))
    if problems or plan is None:
        raise Refused(*problems)
    if before is not None and before.rule_version_id is None and before.game == said.game:
        fields["house_rules"] = before.house_rules
    with transaction.atomic():
        made, new = Tournament.objects.get_or_create(
            club=club,
            token=token,
            defaults={
                **fields,
                "plan": write_plan(plan),
                "seed": secrets.token_hex(4),
                "secret": secrets.token_urlsafe(12),
                "created_by": by,
            },
        )
        if new:
            log_change(club, "tournament_made", by=by, after={"tournament": made.name, "day": made.day.isoformat()})
    return made


# --- changing --------------------------------------------------------------------------------------------------------


@transaction.atomic
def change(
    tournament: Tournament,
    *,
    by: User | None,
    about: About | None = None,
    plan: Mapping[str, Any] | None = None,
    sure: bool = False,
    seen: str | None = None,
) -> Tournament:
    """What it is called and how it is played; None leaves the one or the other as it is.

    `seen` is the mark (`plan_changes.mark`) of the plan that was looked at; None: whatever it was. Refused, all at
    once: what `create` refuses; another game or other house rules once the first round is published; who plays a card
    once there are cards; the kind of a stage that was drawn; anything once the places are final. Raises `PlanMoved`
    where another plan counts by now, and, once the first round is published, `Unsure` for a plan without `sure`.
    Published draws and what tables made stay; standings, fees and prizes follow the new plan at once.
    """
    now = turns.take(tournament)
    problems = [Problem("tournament_is_over")] if now.ended_at is not None else []
    fields, against = _described(now, about) if about is not None else ({}, [])
    problems += against
    new, against = _plan(now.plan if plan is None else plan)
    if plan is not None:
        problems += against
    written = now.plan if plan is None or new is None else write_plan(new)
    moved = changed(now.plan, written)
    if moved and new is not None:
        if seen is not None and seen != mark(now.plan):
            raise PlanMoved
        problems += not_any_more(now, read_plan(now.plan), new)
    if new is not None:
        problems += signing.problems(new, fields.get("game", now.game))
    if problems:
        raise Refused(*problems)
    said = differences(read_plan(now.plan), new) if moved and new is not None else []
    # What no sentence says (a field that is not used) is nothing to ask about.
    if said and now.started_at is not None and not sure:
        raise Unsure(said)
    if moved:
        _log_plan(now, by=by, written=written)
    before = _told(now)
    for name, value in {**fields, "plan": written}.items():
        setattr(now, name, value)
    now.save(update_fields=[*fields, "plan"])
    if moved:
        signing.carry_over(now)
    if fields and (after := _told(now)) != before:
        log_change(now.club, "tournament_described", by=by, before=before, after=after | {"tournament": now.name})
    return now


def _log_plan(now: Tournament, *, by: User | None, written: dict[str, Any]) -> None:
    """What the rule sheet said and says, in the club's language; a field that no sentence mentions by its path."""
    with translation.override(now.club.language):
        said = differences(read_plan(now.plan), read_plan(written))
        was = " · ".join(f"{one.title}: {one.before}" for one in said if one.before)
        becomes = " · ".join(f"{one.title}: {one.after}" for one in said if one.after)
    if not said:
        moved = changed(now.plan, written)
        was, becomes = (" · ".join(f"{path}: {pair[side]}" for path, pair in moved.items()) for side in (0, 1))
    log_change(now.club, "plan_changed", by=by, before={"plan": was}, after={"tournament": now.name, "plan": becomes})


def _described(now: Tournament, about: About) -> tuple[dict[str, Any], list[Problem]]:
    """The columns to write, and everything against them."""
    fields, problems = _fields(now.club, about)
    if now.rule_version_id is None and fields["rule_version"] is None and fields["game"] == now.game:
        fields["house_rules"] = now.house_rules
    if now.started_at is not None:
        frozen = {"game": now.game, "rule_version": now.rule_version}
        problems += [Problem("game_is_frozen", at) for at, was in frozen.items() if fields[at] != was]
        del fields["house_rules"]
    return fields, problems


def begin(tournament: Tournament, *, by: User | None, now: datetime) -> None:
    """Freezes plan and house rules with the first published round; twice is once.

    For the transaction that publishes: it has taken the tournament's row (`turns.take`) and hands it over.
    """
    if tournament.started_at is not None:
        return
    tournament.started_at = now
    tournament.house_rules = house_rules(tournament)
    tournament.save(update_fields=["started_at", "house_rules"])
    log_change(tournament.club, "tournament_begun", by=by, after={"tournament": tournament.name})


def house_rules(tournament: Tournament) -> dict[str, Any]:
    """All the house rules its sheets are kept by, as plain JSON; nothing for a neighbouring game."""
    if tournament.game not in GAMES:
        return {}
    return write_house_rules(read_house_rules(GAMES[tournament.game], tournament.house_rules))


# --- deleting --------------------------------------------------------------------------------------------------------


@transaction.atomic
def delete(tournament: Tournament, *, by: User | None) -> None:
    """Gone for good, cards and all; twice is once. Refused once a round is drawn or cash was taken: that is history."""
    try:
        now = turns.take(tournament)
    except Tournament.DoesNotExist:
        return
    if problems := why_kept(now):
        raise Refused(*problems)
    log_change(now.club, "tournament_deleted", by=by, before={"tournament": now.name, "day": now.day.isoformat()})
    now.delete()


def why_kept(tournament: Tournament) -> list[Problem]:
    """Why it cannot be deleted."""
    problems = []
    if tournament.rounds.exists():
        problems.append(Problem("rounds_drawn"))
    if Payment.objects.filter(tournament=tournament).exists():
        problems.append(Problem("cash_taken"))
    return problems


# --- what they share -------------------------------------------------------------------------------------------------


def _plan(data: Mapping[str, Any]) -> tuple[Plan | None, list[Problem]]:
    """The plan that is said, if it is one, and everything against it."""
    try:
        plan = read_plan(data)
    except Impossible as error:
        return None, list(refused(error).problems)
    return plan, [said(one) for one in check_plan(plan)]


def _told(tournament: Tournament) -> dict[str, Any]:
    version = tournament.rule_version
    return {
        "name": tournament.name,
        "day": tournament.day.isoformat(),
        "place": tournament.place,
        "game": tournament.game or tournament.game_name,
        "profile": version.profile.name if version else "",
        "version": version.number if version else None,
        "notes": tournament.notes,
    }


def _fields(club: Club, said: About) -> tuple[dict[str, Any], list[Problem]]:
    """The columns of what is said, and everything against it."""
    name, place, game_name = tidy(said.name), tidy(said.place), "" if said.game else tidy(said.game_name)
    notes = "\n".join(tidy(line) for line in said.notes.strip().splitlines())
    problems = [
        *text_problems("name", name, LONGEST_NAME),
        *text_problems("place", place, LONGEST_NAME),
        *text_problems("game_name", game_name, LONGEST_GAME),
        *text_problems("notes", notes.replace("\n", " "), LONGEST_NOTES),
    ]
    if not name:
        problems.append(Problem("tournament_name_missing", "name"))
    if said.day is None:
        problems.append(Problem("no_day", "day"))
    elif not FIRST_DAY <= said.day <= LAST_DAY:
        problems.append(Problem("day_far_away", "day"))
    if said.game and said.game not in GAMES:
        problems.append(Problem("unknown_game", "game"))
    elif not said.game and not game_name:
        problems.append(Problem("game_missing", "game_name"))
    version = None
    if said.rules is not None:
        version = RuleVersion.objects.filter(pk=said.rules, profile__club=club).select_related("profile").first()
        if version is None or version.profile.game != said.game:
            problems.append(Problem("rules_of_another_game", "rule_version"))
    fields = {
        "name": name,
        "day": said.day,
        "place": place,
        "game": said.game,
        "game_name": game_name,
        "rule_version": version,
        "house_rules": dict(version.house_rules) if version else {},
        "notes": notes,
    }
    return fields, problems
