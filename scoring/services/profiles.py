"""House-rule profiles of a club: made, changed by a new version, renamed, archived. The engine says what can be played.

A version is never edited, and a sheet keeps the rules it was begun with.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from clubs.models import Club, RuleProfile, RuleVersion, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import can_be_seen, tidy
from clubs.services.turns import in_turn
from scoring import messages
from scoring.games.core import Game, Malformed, Option, read_house_rules, write_house_rules
from scoring.games.sheet import GAMES

NAME_LENGTH = 60


class RulesMoved(Exception):
    """Somebody else has changed the rules meanwhile: `seen` is what this one started from, `now` what counts."""

    def __init__(self, seen: RuleVersion | None, now: RuleVersion) -> None:
        self.seen, self.now = seen, now
        super().__init__(f"version {now.number} counts")


def make_profile(*, club: Club, by: User | None, game: str, name: str, house_rules: object) -> RuleVersion:
    """A new profile with its first version; the very same again gets the first answer.

    `house_rules` are what departs from the game's defaults. Raises `Refused` with every problem: of the name, and of
    every rule that the engine does not know.
    """
    played = GAMES.get(game)
    if played is None:
        raise Refused(Problem("unknown_game", "game"))
    name = tidy(name)
    rules, problems = read_rules(played, house_rules)
    known = same_called(club, game, name)
    if known and rules and _is_first_answer(known, name, rules, by):
        return known.versions.get(number=1)
    problems = [*name_problems(name, known), *problems]
    if problems:
        raise Refused(*problems)
    try:
        with transaction.atomic():
            profile = RuleProfile.objects.create(club=club, game=game, name=name)
            version = RuleVersion.objects.create(profile=profile, number=1, house_rules=rules, made_by=by)
            _log(version, "rules_made", by=by)
    except IntegrityError as error:
        known = same_called(club, game, name)
        if known and _is_first_answer(known, name, rules, by):
            return known.versions.get(number=1)
        raise Refused(Problem("rules_name_taken", "name")) from error
    return version


def _is_first_answer(known: RuleProfile, name: str, rules: Mapping[str, Any], by: User | None) -> bool:
    """Whether this is what the same person has made already, and nobody has touched since: a double tap."""
    versions = list(known.versions.all())
    return (
        known.name == name
        and known.archived_at is None
        and [(one.number, one.house_rules, one.made_by_id) for one in versions] == [(1, dict(rules), by and by.pk)]
    )


def change_rules(profile: RuleProfile, *, by: User | None, house_rules: object, after: int) -> RuleVersion:
    """A new version of the rules; `after` is the number of the version that was seen. The same again is answered alike.

    Raises `Refused` with every problem and where nothing would change, `RulesMoved` where somebody was quicker.
    """
    rules, problems = read_rules(GAMES[profile.game], house_rules)
    if problems:
        raise Refused(*problems)
    seen, now, next_one = _around(profile, after)
    if next_one and next_one.house_rules == rules and next_one.made_by_id == (by and by.pk):
        return next_one
    if now.number != after:
        raise RulesMoved(seen, now)
    if profile.archived_at is not None:
        raise Refused(Problem("rules_archived"))
    if now.house_rules == rules:
        raise Refused(Problem("rules_unchanged"))
    try:
        with transaction.atomic():
            version = RuleVersion.objects.create(profile=profile, number=after + 1, house_rules=rules, made_by=by)
            _log(version, "rules_changed", by=by, before=now)
    except IntegrityError:
        # Two directors at once: the unique number has decided who was first.
        return change_rules(profile, by=by, house_rules=house_rules, after=after)
    return version


def _log(version: RuleVersion, what: str, *, by: User | None, before: RuleVersion | None = None) -> None:
    """The line in the log of changes, in the club's language: owners read there what was played before and after."""
    profile = version.profile
    with translation.override(profile.club.language):
        game = GAMES[profile.game]
        told = _called(profile)
        if before is None:
            log_change(profile.club, what, by=by, after={**told, "version": version.number})
            return
        old, new = (read_house_rules(game, one.house_rules) for one in (before, version))
        moved = [option for option in game.options if getattr(old, option.name) != getattr(new, option.name)]
        was, now = (_answers(moved, rules) for rules in (old, new))
        log_change(
            profile.club,
            what,
            by=by,
            before={"version": before.number, "rules": was},
            after={**told, "version": version.number, "rules": now},
        )


def _answers(options: Iterable[Option], rules: Any) -> str:
    said = [(messages.words(one.title), messages.answer(one, getattr(rules, one.name))) for one in options]
    return " · ".join(f"{title}: {answer}" for title, answer in said)


def _around(profile: RuleProfile, after: int) -> tuple[RuleVersion | None, RuleVersion, RuleVersion | None]:
    """The version of this number, the latest, and the one that followed that number; as they are now."""
    versions = {version.number: version for version in profile.versions.order_by("number")}
    return versions.get(after), versions[max(versions)], versions.get(after + 1)


def rename_profile(profile: RuleProfile, *, by: User | None, name: str) -> RuleProfile:
    """Calls the profile something else; its versions and sheets stay. Raises `Refused` for a name that is none."""
    name = tidy(name)
    if name == profile.name:
        return profile
    known = same_called(profile.club, profile.game, name)
    if problems := name_problems(name, known if known != profile else None):
        raise Refused(*problems)
    before = profile.name
    try:
        with transaction.atomic():
            in_turn(profile.club)
            profile.refresh_from_db(fields=["name"])
            before, profile.name = profile.name, name
            profile.save(update_fields=["name"])
            log_change(profile.club, "rules_renamed", by=by, before={"profile": before}, after={"profile": name})
    except IntegrityError as error:
        profile.name = before
        raise Refused(Problem("rules_name_taken", "name")) from error
    return profile


@transaction.atomic
def archive_profile(profile: RuleProfile, *, by: User | None) -> None:
    """Offers the profile for no new sheet any more; nothing else changes. Twice is once."""
    if RuleProfile.objects.filter(pk=profile.pk, archived_at=None).update(archived_at=timezone.now()):
        log_change(profile.club, "rules_archived", by=by, after=_called(profile))
    profile.refresh_from_db(fields=["archived_at"])


@transaction.atomic
def bring_back_profile(profile: RuleProfile, *, by: User | None) -> None:
    """An archived profile is offered again. Twice is once."""
    if RuleProfile.objects.filter(pk=profile.pk, archived_at__isnull=False).update(archived_at=None):
        log_change(profile.club, "rules_brought_back", by=by, after=_called(profile))
    profile.refresh_from_db(fields=["archived_at"])


# --- what they share -----------------------------------------------------------------------------------------------


def name_problems(name: str, known: RuleProfile | None) -> list[Problem]:
    """Everything against this name; `known` is another profile that is called so."""
    if not name:
        return [Problem("rules_name_missing", "name")]
    problems = []
    if len(name) > NAME_LENGTH:
        problems.append(Problem("rules_name_long", "name", {"most": NAME_LENGTH}))
    if not can_be_seen(name):
        problems.append(Problem("rules_name_unfit", "name"))
    if known is not None:
        problems.append(Problem("rules_name_archived" if known.archived_at else "rules_name_taken", "name"))
    return problems


def _called(profile: RuleProfile) -> dict[str, str]:
    with translation.override(profile.club.language):
        return {"profile": profile.name, "game": messages.words(GAMES[profile.game].name)}


def same_called(club: Club, game: str, name: str) -> RuleProfile | None:
    """The profile of this name, however it is capitalised."""
    profiles = RuleProfile.objects.filter(club=club, game=game)
    return next((one for one in profiles if one.name.casefold() == name.casefold()), None)


def read_rules(game: Game, given: object) -> tuple[dict[str, Any], list[Problem]]:
    """All the rules as plain JSON, or every problem the engine has with them, each with its sentence."""
    try:
        return written(game, read_house_rules(game, given)), []
    except Malformed as error:
        said = [(problem.at, messages.problem_text(problem, game)) for problem in error.problems]
        return {}, [Problem("bad_house_rule", at, {"said": sentence}) for at, sentence in said]


def written(game: Game, rules: Any) -> dict[str, Any]:
    """All the rules as plain JSON, the same for the same rules: in which order contracts are listed says nothing."""
    plain = write_house_rules(rules)
    for option in game.options:
        if option.kind == "some":
            plain[option.name] = [choice.value for choice in option.choices if choice.value in plain[option.name]]
    return plain


def same_rules(game: Game, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two tables play alike. Who sits out is no rule here: that follows from how many sit down."""
    rules = [{**written(game, read_house_rules(game, rules)), "sit_out": None} for rules in (one, other)]
    return rules[0] == rules[1]


def version_played(version: RuleVersion | None, sheet_rules: Mapping[str, Any]) -> RuleVersion | None:
    """The version, if these rules of a sheet are exactly that version's; None for a table that departs from it."""
    if version is None or not same_rules(GAMES[version.profile.game], version.house_rules, sheet_rules):
        return None
    return version
