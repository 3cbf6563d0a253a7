"""Making a cup, changing what it says of itself, ending it. See `cup_events` for its events, `cup_versions` for rules.

Everything that is changed of a cup moves its row (`turn`), after that of the club; forms say which `seq` they saw.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from clubs import queries
from clubs.models import Club, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import text_problems, tidy
from clubs.services.till import TOKEN
from clubs.services.turns import in_turn
from scoring.games.sheet import GAMES
from seasons.formats.cup_rules import Fault, Rules, check, read, write
from seasons.models import Board, Cup, CupRules
from seasons.services import boards
from seasons.services.cup_facts import listed, newest_rules
from tournaments.services.setup import FIRST_DAY, LAST_DAY

LONGEST_NAME = 80
LONGEST_NOTES = 2000
LONGEST_SEASON = timedelta(days=3 * 366)


class CupMoved(Exception):
    """Somebody else has changed the cup since it was looked at; nothing was changed."""


def create(
    club: Club,
    *,
    by: User | None,
    token: str,
    now: datetime,
    name: str,
    first_day: date | None,
    last_day: date | None,
    game: str = "",
    rules: Rules | Mapping[str, Any] | None = None,
    every_evening: bool = False,
    public: bool = False,
    notes: str = "",
) -> Cup:
    """A new cup without events, unless every evening is one. The same request again gets its first answer.

    Refused, all at once: no name, no first or last day or such as are none, an unknown game, none where evenings count,
    rules that are none or do not fit together.
    """
    if TOKEN.fullmatch(token) and (known := Cup.objects.filter(club=club, token=token).first()) is not None:
        return known
    found, problems = rules_from(rules if rules is not None else Rules())
    fields = {"name": tidy(name), "notes": notes.strip(), "public": public, "every_evening": every_evening}
    problems += [] if TOKEN.fullmatch(token) else [Problem("bad_token", "token")]
    problems += [*_about(fields), *_days(first_day, last_day), *_private(found, public=public)]
    problems += _game({"game": game, "every_evening": every_evening})
    if problems or first_day is None or last_day is None:
        raise Refused(*problems)
    fields |= {"game": game, "first_day": first_day, "last_day": last_day}
    with transaction.atomic():
        in_turn(club)
        new = {**fields, "secret": secrets.token_urlsafe(16), "created_by": by, "created_at": now}
        cup, made = Cup.objects.get_or_create(club=club, token=token, defaults=new)
        if made:
            CupRules.objects.create(cup=cup, number=1, from_day=first_day, rules=write(found), by=by, at=now)
            board = Board.objects.create(club=club, cup=cup)
            log_change(club, "cup_made", by=by, after={"cup": cup.name, **_told(cup), **told_of(found)})
            boards.want([board.pk], now=now)
    return cup


def change(cup: Cup, *, by: User | None, now: datetime, seen: int | None = None, **wanted: Any) -> Cup:
    """Name, notes, first and last day, public, every_evening, women (ids of players), the game where there is none yet:
    any of them, all or none.

    The same again is none. Refused as `create`; and where an event would lie outside of its days, or another game
    would make other results of evenings. Raises `CupMoved`.
    """
    with transaction.atomic():
        cup = turn(cup)
        before = {name: getattr(cup, name) for name in FIELDS}
        fields = before | {name: value for name, value in wanted.items() if name in FIELDS}
        fields |= {"name": tidy(fields["name"]), "notes": fields["notes"].strip()}
        fields["women"] = _people(cup, fields["women"])
        if fields == before:
            return cup
        if seen is not None and seen != cup.seq:
            raise CupMoved
        problems = [*_about(fields), *_days(fields["first_day"], fields["last_day"])]
        problems += _game(fields, before["game"])
        problems += _private(newest_rules(cup), public=fields["public"])
        if not problems:
            problems += _outside(cup, fields["first_day"], fields["last_day"])
        if problems:
            raise Refused(*problems)
        told = _told(cup)
        for name, value in fields.items():
            setattr(cup, name, value)
        moved(cup, now=now)
        after = {**_told(cup), **({"women": len(cup.women)} if before["women"] != cup.women else {})}
        log_change(cup.club, "cup_changed", by=by, before={"cup": "", **told}, after={"cup": cup.name, **after})
    return cup


FIELDS = ("name", "notes", "first_day", "last_day", "public", "game", "every_evening", "women")
"""What may be changed of a cup; the rules are `cup_versions.change_rules`."""


def end(cup: Cup, *, by: User | None, now: datetime, ended: bool = True) -> Cup:
    """Nothing is added any more; corrections still reach its board. With `ended` False it goes on. Twice is once."""
    with transaction.atomic():
        cup = turn(cup, over=True)
        if (cup.ended_at is not None) == ended:
            return cup
        cup.ended_at = now if ended else None
        moved(cup, now=now)
        log_change(cup.club, "cup_ended" if ended else "cup_goes_on", by=by, after={"cup": cup.name})
    return cup


def new_secret(cup: Cup, *, by: User | None, now: datetime, seen: int | None = None) -> Cup:
    """Another address for everybody: who has the one before sees nothing any more. Raises `CupMoved`."""
    with transaction.atomic():
        cup = turn(cup, seen=seen, over=True)
        cup.secret = secrets.token_urlsafe(16)
        moved(cup, now=now)
        log_change(cup.club, "cup_address_changed", by=by, after={"cup": cup.name})
    return cup


def delete(cup: Cup, *, by: User | None) -> None:
    """Gone for good, with its rules, its table and the results typed in; twice is once. Sheets and tournaments stay."""
    with transaction.atomic():
        in_turn(cup.club)
        held = Cup.objects.filter(pk=cup.pk).first()
        if held is not None:
            log_change(cup.club, "cup_deleted", by=by, before={"cup": held.name, **_told(held)})
            boards.stop(Board.objects.filter(cup=held))
            held.delete()


# --- taking turns ----------------------------------------------------------------------------------------------------


def turn(cup: Cup, *, seen: int | None = None, over: bool = False) -> Cup:
    """The cup as it is now, held until the transaction is over. Refused where it has ended, unless that may be
    (`over`); raises `CupMoved` where something else was `seen`."""
    in_turn(cup.club)
    Cup.objects.filter(pk=cup.pk).update(seq=F("seq"))
    now = Cup.objects.select_related("club", "board").get(pk=cup.pk)
    if seen is not None and now.seq != seen:
        raise CupMoved
    if now.ended_at is not None and not over:
        raise Refused(Problem("cup_over"))
    return now


def moved(cup: Cup, *, now: datetime) -> None:
    """Something of the cup was changed: its row is written, and its board is due."""
    cup.seq += 1
    cup.save()
    boards.want([cup.board.pk], now=now)


# --- what may be -----------------------------------------------------------------------------------------------------


def rules_from(rules: Rules | Mapping[str, Any]) -> tuple[Rules, list[Problem]]:
    """The rules and everything that speaks against them.

    Where something is none, the usual stands in its place: what does not fit together besides is said too, but
    nothing more of the field itself.
    """
    found, faults = (rules, ()) if isinstance(rules, Rules) else read(rules)
    odd = {one.at for one in faults}
    return found, said([*faults, *(one for one in check(found) if one.at not in odd)])


def said(faults: Iterable[Fault]) -> list[Problem]:
    return [Problem(one.code, one.at, one.figures) for one in faults]


def _about(fields: Mapping[str, Any]) -> list[Problem]:
    missing = [] if fields["name"] else [Problem("cup_name_missing", "name")]
    texts = text_problems("name", fields["name"], LONGEST_NAME)
    # Line breaks are fine in notes.
    notes = text_problems("notes", fields["notes"].replace("\r", "").replace("\n", " "), LONGEST_NOTES)
    return [*missing, *texts, *notes]


def _days(first: date | None, last: date | None) -> list[Problem]:
    named = (("first_day", first), ("last_day", last))
    problems = [Problem("cup_day_odd", at) for at, day in named if day is None or not FIRST_DAY <= day <= LAST_DAY]
    if problems or first is None or last is None:
        return problems
    if last < first:
        return [Problem("cup_days_turned", "last_day")]
    return [Problem("cup_too_long", "last_day")] if last - first > LONGEST_SEASON else []


def _private(rules: Rules, *, public: bool) -> list[Problem]:
    """What somebody has won or lost in money stays in the club, and there with those who may see it."""
    return [Problem("money_is_not_public", "public")] if public and rules.money else []


def _game(fields: Mapping[str, Any], before: str = "") -> list[Problem]:
    game = fields["game"]
    problems = [] if not game or game in GAMES else [Problem("cup_game_unknown", "game")]
    problems += [Problem("cup_game_stays", "game")] if before and game != before else []
    return problems + ([Problem("cup_game_missing", "game")] if fields["every_evening"] and not game else [])


def _outside(cup: Cup, first: date, last: date) -> list[Problem]:
    """Events that count now and would not then; one that lies outside already has been said on its page."""
    held = [one for one in listed(cup) if one.row is not None and not one.row.left_out and not one.outside]
    days = sorted({one.day for one in held if not first <= one.day <= last})
    if not days:
        return []
    return [Problem("cup_events_outside", "last_day" if days[-1] > last else "first_day", {"count": len(days)})]


def _people(cup: Cup, ids: Sequence[int]) -> list[int]:
    who = queries.people_of(cup.club)
    known = {*who}  # asking the mapping itself would look for whoever is not there
    return sorted({who[pk].pk for pk in ids if pk in known})


# --- the log ---------------------------------------------------------------------------------------------------------


def _told(cup: Cup) -> dict[str, Any]:
    return {
        "name": cup.name,
        "cup_game": cup.game,
        "first_day": cup.first_day.isoformat(),
        "last_day": cup.last_day.isoformat(),
        "every_evening": cup.every_evening,
        "public": cup.public,
        "notes": cup.notes,
    }


def told_of(rules: Rules) -> dict[str, Any]:
    """Rules as fields of a line of the log."""
    return {f"cup_{name}": value for part in write(rules).values() for name, value in part.items()}
