"""Leagues: made from a few questions or like an earlier one, described, ruled, deleted.

A league has one set of rules for all of its divisions. As long as no result is in, they may change freely; from then on
a change is asked about (`Unsure`), counts for all matches, and stands in the log with what the rules said before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import translation

from clubs.models import Club, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import text_problems, tidy
from scoring.games.sheet import GAMES
from seasons.formats.league import Impossible, Rules, changed, read_rules, write_rules
from seasons.messages.league_words import Said, sentences
from seasons.models import Board, Division, League, Report, Team
from seasons.services import boards
from seasons.services.league_facts import facts_of
from seasons.services.league_turns import made_before, secret_of, stir, take, token_problems
from seasons.services.teams import what_withdrawing_does

LENGTHS = {"name": 80, "season": 20, "notes": 2000}
MOST_DIVISIONS = 20
LONGEST_DIVISION = 60


class Unsure(Exception):
    """Results are in: nothing was changed yet. `before` and `after` are the sentences that go and that come."""

    def __init__(self, before: Sequence[Said], after: Sequence[Said]) -> None:
        self.before, self.after = before, after
        super().__init__(f"{len(after)} changes to confirm")


@dataclass(frozen=True, slots=True)
class About:
    """What a league is called and who may see it."""

    name: str
    season: str
    game: str = ""
    notes: str = ""
    public: bool = False


def said_of(league: League) -> About:
    return About(league.name, league.season, league.game, league.notes, league.public)


# --- making ----------------------------------------------------------------------------------------------------------


def create(
    club: Club,
    *,
    by: User | None,
    token: str,
    about: About,
    divisions: Sequence[str],
    rules: Mapping[str, Any] | None = None,
) -> League:
    """A new league with divisions of these names, the highest first. The same request again gets its first answer.

    Refused, all at once: no name or season, an unknown game, no division, what are no rules.
    """
    if known := made_before(League.objects.filter(club=club), token):
        return known
    found, problems = read(rules or {})
    return make(club, by=by, token=token, about=about, divisions=divisions, rules=found, problems=problems)


def copy_of(earlier: League, *, by: User | None, token: str, name: str, season: str) -> League:
    """Game, rules, notes and divisions of an earlier league, without teams."""
    if known := made_before(League.objects.filter(club=earlier.club), token):
        return known
    about = About(name, season, earlier.game, earlier.notes, earlier.public)
    names = list(earlier.divisions.order_by("level").values_list("name", flat=True))
    rules = read_rules(earlier.rules)
    return make(earlier.club, by=by, token=token, about=about, divisions=names, rules=rules, problems=[])


def make(
    club: Club,
    *,
    by: User | None,
    token: str,
    about: About,
    divisions: Sequence[str],
    rules: Rules | None,
    problems: Sequence[Problem],
    previous: League | None = None,
) -> League:
    """What making a league in any of the ways comes to, in a transaction of its own or in the one that runs."""
    fields, against = _fields(about)
    names, about_names = _names(divisions)
    against = [*against, *about_names, *problems, *token_problems(token)]
    if against or rules is None:
        raise Refused(*against)
    with transaction.atomic():
        written = {**fields, "rules": write_rules(rules), "secret": secret_of("league", f"{club.pk}:{token}")}
        made, new = League.objects.get_or_create(
            club=club, token=token, defaults={**written, "created_by": by, "previous": previous}
        )
        if new:
            add_divisions(made, names)
            log_change(club, "league_made", by=by, after={**told(made), "divisions": names})
    return made


def add_divisions(league: League, names: Sequence[str]) -> None:
    """Below those there are, each with its board; inside a transaction."""
    below = league.divisions.count()
    for level, name in enumerate(names, below + 1):
        division = Division.objects.create(league=league, level=level, name=name)
        Board.objects.create(club_id=league.club_id, division=division)
    stir(league)


# --- changing --------------------------------------------------------------------------------------------------------


@transaction.atomic
def change(
    league: League,
    *,
    by: User | None,
    about: About | None = None,
    rules: Mapping[str, Any] | None = None,
    divisions: Sequence[str] | None = None,
    sure: bool = False,
    seen: int | None = None,
) -> League:
    """What it is called, how it is played, what its divisions are called; None leaves each as it is.

    More names of divisions than there are make new ones at the bottom; with fewer the lowest go, as long as no team is
    in them. `seen` is the `seq` that was looked at. Raises `Moved` where it is another by now, and `Unsure` for other
    rules once a result is in, without `sure`. Refused, all at once: what `create` refuses.
    """
    now = take(league, seen)
    fields, problems = _fields(about) if about is not None else ({}, [])
    was = read_rules(now.rules)
    new, against = read(rules) if rules is not None else (was, [])
    problems += against
    names = None
    if divisions is not None:
        names, against = _names(divisions)
        problems += [*against, *_problems_with_fewer(now, len(names))]
    if problems or new is None:
        raise Refused(*problems)
    if changed(was, new):
        if has_results(now) and not sure:
            raise Unsure(*differences(was, new))
        _log_rules(now, was, new, by)
    before = told(now)
    for name, value in {**fields, "rules": write_rules(new)}.items():
        setattr(now, name, value)
    now.save(update_fields=[*fields, "rules"])
    if was.withdrawn != new.withdrawn:
        _strike_anew(now)
    if names is not None:
        before["divisions"], after = _renamed(now, names), {"divisions": names}
    else:
        after = {}
    if (after := told(now) | after) != before:
        log_change(now.club, "league_changed", by=by, before=before, after=after)
    stir(now)
    return now


def _strike_anew(league: League) -> None:
    """What a new rule makes of the teams that have withdrawn already."""
    gone = Team.objects.filter(division__league=league).exclude(withdrawn_on=None)
    for team in gone.select_related("division__league"):
        does = what_withdrawing_does(facts_of(team.division), team)
        Team.objects.filter(pk=team.pk).update(struck=does.struck)


def _log_rules(now: League, was: Rules, new: Rules, by: User | None) -> None:
    """What the rules said and say, in the club's language."""
    with translation.override(now.club.language):
        before, after = (" · ".join(f"{one.title}: {one.text}" for one in side) for side in differences(was, new))
    log_change(
        now.club, "league_rules_changed", by=by, before={"rules": before}, after={"league": str(now), "rules": after}
    )


def differences(was: Rules, new: Rules) -> tuple[list[Said], list[Said]]:
    """The sentences that go and those that come."""
    before, after = sentences(was), sentences(new)
    return [one for one in before if one not in after], [one for one in after if one not in before]


def _renamed(league: League, names: Sequence[str]) -> list[str]:
    """Gives the divisions these names, makes or removes what is more or fewer; what they were called before."""
    there = list(league.divisions.order_by("level"))
    was = [one.name for one in there]
    for division, name in zip(there, names, strict=False):
        Division.objects.filter(pk=division.pk).update(name=name)
    boards.stop(Board.objects.filter(division__league=league, division__level__gt=len(names)))
    Division.objects.filter(league=league, level__gt=len(names)).delete()
    add_divisions(league, names[len(there) :])
    return was


def _problems_with_fewer(league: League, count: int) -> list[Problem]:
    full = Team.objects.filter(division__league=league, division__level__gt=count).order_by("division__level")
    names = list(dict.fromkeys(full.values_list("division__name", flat=True)))
    return [Problem("division_has_teams", "divisions", {"which": ", ".join(names)})] if names else []


# --- deleting --------------------------------------------------------------------------------------------------------


@transaction.atomic
def delete(league: League, *, by: User | None) -> None:
    """Gone for good, with teams and fixtures; twice is once. The season before goes on. Refused once a result is in:
    that is history."""
    if not League.objects.filter(pk=league.pk).exists():
        return
    now = take(league)
    if has_results(now):
        raise Refused(Problem("league_has_results"))
    log_change(now.club, "league_deleted", by=by, before=told(now))
    if now.previous_id is not None:
        League.objects.filter(pk=now.previous_id).update(ended_at=None)
    boards.stop(Board.objects.filter(division__league=now))
    now.delete()


def has_results(league: League) -> bool:
    return Report.objects.filter(fixture__division__league=league).exists()


# --- what they share -------------------------------------------------------------------------------------------------


def read(data: Mapping[str, Any]) -> tuple[Rules | None, list[Problem]]:
    """The rules that are said, if they are any, and everything against them."""
    try:
        return read_rules(dict(data)), []
    except Impossible as error:
        return None, [Problem(one.code, one.at, dict(one.figures or {})) for one in error.problems]


def told(league: League) -> dict[str, Any]:
    return {name: getattr(league, name) for name in ("name", "season", "game", "notes", "public")}


def _fields(about: About) -> tuple[dict[str, Any], list[Problem]]:
    """The columns of what is said, and everything against it."""
    notes = "\n".join(tidy(line) for line in about.notes.strip().splitlines())
    fields = {"name": tidy(about.name), "season": tidy(about.season), "game": about.game, "notes": notes}
    problems = [
        *text_problems("name", fields["name"], LENGTHS["name"]),
        *text_problems("season", fields["season"], LENGTHS["season"]),
        *text_problems("notes", notes.replace("\n", " "), LENGTHS["notes"]),
    ]
    problems += [Problem(f"league_{name}_missing", name) for name in ("name", "season") if not fields[name]]
    if about.game and about.game not in GAMES:
        problems.append(Problem("league_unknown_game", "game"))
    return {**fields, "public": about.public}, problems


def problems_of(about: About) -> list[Problem]:
    """Everything against what is said of a league."""
    return _fields(about)[1]


def _names(divisions: Sequence[str]) -> tuple[list[str], list[Problem]]:
    """The names of divisions, tidied and without empty ones, and everything against them."""
    names = [name for one in divisions if (name := tidy(one))]
    problems = [problem for name in names for problem in text_problems("divisions", name, LONGEST_DIVISION)]
    if not names:
        problems.append(Problem("no_division", "divisions"))
    if len(names) > MOST_DIVISIONS:
        problems.append(Problem("too_many_divisions", "divisions", {"most": MOST_DIVISIONS}))
    if len({one.casefold() for one in names}) < len(names):
        problems.append(Problem("division_twice", "divisions"))
    return names, problems
