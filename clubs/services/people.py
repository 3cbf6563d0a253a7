"""The people of a club: who a typed name is, adding somebody, and putting right what is written of them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from clubs import queries
from clubs.models import Club, Player, User
from clubs.models.people import Shown
from clubs.names import AFTER_NAMES
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.iban import compact, iban_problem
from clubs.services.likeness import Register, same_name
from clubs.services.text import NAME_LENGTH, text_problems, tidy
from clubs.services.turns import in_turn

LENGTHS = {"name": NAME_LENGTH, "nickname": 40, "place": 60}
FIELDS = ("name", "nickname", "place", "guest", "shown", "money_shown", "rated", "iban")
"""What may be changed of a person."""

A_DOUBLE_TAP = timedelta(minutes=1)


def seat_players(club: Club, names: Sequence[str], by: User | None = None) -> list[Player]:
    """Who sits down under these names; a name nobody knows becomes a guest of the club.

    The name of somebody who was merged into another means the other one. To be called inside a transaction.
    """
    in_turn(club)
    known = {same_name(player.name): player for player in club.players.all()}
    who = queries.people_of(club)
    seated = []
    for name in names:
        player = known.get(same_name(name))
        if player is None:
            player = Player.objects.create(club=club, name=name, guest=True)
            log_change(club, "player_added", by=by, player=player, after={"name": name, "guest": True})
            who[player.pk] = known[same_name(name)] = player
        seated.append(who[player.pk])
    return seated


def spoken(name: str) -> str:
    """The name with the first name first and single spaces: "Höß, Anna" is "Anna Höß"."""
    parts = [tidy(part) for part in name.split(",")]
    if len(parts) == 2 and all(parts) and parts[1].casefold().strip(".") not in AFTER_NAMES:
        return f"{parts[1]} {parts[0]}"
    return tidy(name)


def add_player(
    club: Club,
    *,
    by: User | None,
    now: datetime,
    name: str,
    nickname: str = "",
    place: str = "",
    guest: bool = False,
    sure: bool = False,
) -> Player:
    """Somebody new among the club's people; the very same request within a minute gets the same person.

    Refused: a name that is missing, too long or cannot be seen; `name_taken` where the club knows this name in any
    order and spelling (two people of one name need something that tells them apart); `maybe_the_same` where somebody
    is called nearly like that, unless one is `sure`. The ids of those are in the problem's figures (`candidates`).
    """
    fields = {"name": spoken(name), "nickname": tidy(nickname), "place": tidy(place), "guest": guest}
    problems = problems_with(fields)
    with transaction.atomic():
        in_turn(club)
        if (known := _just_added(club, fields, now)) is not None:
            return known
        if fields["name"]:
            problems += problems_with_likeness(Register(club), str(fields["name"]), str(fields["place"]), sure=sure)
        if problems:
            raise Refused(*problems)
        player = Player.objects.create(club=club, created_at=now, **fields)
        log_change(club, "player_added", by=by, player=player, after=fields)
    return player


def _just_added(club: Club, fields: dict[str, Any], now: datetime) -> Player | None:
    """Whom a double tap has just added: a row without a history of its own, like this one to the letter."""
    return club.players.filter(**fields, created_at__gt=now - A_DOUBLE_TAP, merged_into=None, erased_at=None).first()


def problems_with_likeness(register: Register, name: str, place: str = "", *, sure: bool = False) -> list[Problem]:
    """Why nobody new of this name can be added: somebody is called so, or (unless one is `sure`) nearly so."""
    if (known := register.same(name)) is not None:
        other = f"{name} ({place})" if place else f"{name} jun."
        figures = {"who": known.name, "proposal": other[: LENGTHS["name"]], "candidates": [known.pk]}
        return [Problem("name_taken", "name", figures)]
    if not sure and (alike := register.like(name)):
        figures = {"who": " / ".join(one.name for one in alike), "candidates": [one.pk for one in alike]}
        return [Problem("maybe_the_same", "name", figures)]
    return []


def problems_with(fields: dict[str, Any]) -> list[Problem]:
    """What speaks against these fields of a person, whoever else there is."""
    problems = []
    if "name" in fields and not fields["name"]:
        problems.append(Problem("person_name_missing", "name"))
    for field, most in LENGTHS.items():
        problems += text_problems(field, fields.get(field, ""), most)
    if problem := iban_problem(fields.get("iban", "")):
        problems.append(problem)
    if "shown" in fields and fields["shown"] not in Shown.values:
        problems.append(Problem("shown_unknown", "shown"))
    if fields.get("shown") == Shown.NICKNAME and not fields.get("nickname"):
        problems.append(Problem("nickname_missing", "nickname"))
    return problems


def change_player(player: Player, *, by: User | None, **wanted: Any) -> Player:
    """Puts right what is written of a person: any of `FIELDS`, all or none.

    A new name is on the sheets from now on; sheets that were begun keep what was written on them. Refused: what adding
    refuses too, an IBAN that is none, a nickname to be shown that is not there; somebody merged or erased.
    """
    with transaction.atomic():
        in_turn(player.club)
        now = Player.objects.select_related("club").get(pk=player.pk)
        if now.merged_into_id is not None or now.erased_at is not None:
            raise Refused(Problem("no_such_person"))
        before = {name: getattr(now, name) for name in FIELDS}
        fields = before | as_kept({name: value for name, value in wanted.items() if name in FIELDS})
        problems = problems_with(fields)
        if fields["name"] != before["name"] and not problems:
            problems = _problems_with_new_name(now, fields["name"], fields["place"])
        if problems:
            raise Refused(*problems)
        for name, value in fields.items():
            setattr(now, name, value)
        now.save(update_fields=list(fields))
        log_change(now.club, "player_changed", by=by, player=now, before=_told(before), after=_told(fields))
    return now


def as_kept(typed: dict[str, Any]) -> dict[str, Any]:
    """What was typed, as it is kept."""
    kept = {name: tidy(value) if isinstance(value, str) else value for name, value in typed.items()}
    if "name" in kept:
        kept["name"] = spoken(kept["name"])
    if "iban" in kept:
        kept["iban"] = compact(kept["iban"])
    return kept


def _problems_with_new_name(player: Player, name: str, place: str) -> list[Problem]:
    """Another one's name; one's own in another spelling is free, unless somebody merged into one holds it."""
    others = Register(player.club, apart_from=player.pk)
    return problems_with_likeness(others, name, place, sure=True)


def _told(fields: dict[str, Any]) -> dict[str, Any]:
    """As the log has it: of an IBAN the last four places are enough to know it again."""
    return {**fields, "iban": fields["iban"] and f"… {fields['iban'][-4:]}", "shown": str(fields["shown"])}


def set_left(player: Player, *, by: User | None, left: bool, now: datetime) -> Player:
    """Somebody leaves the round or comes back; games and balance stay. Said twice it is once."""
    with transaction.atomic():
        who = Player.objects.filter(pk=player.pk, left_at__isnull=left, merged_into=None, erased_at=None)
        if who.update(left_at=now if left else None):
            log_change(player.club, "player_left" if left else "player_returned", by=by, player=player)
    player.refresh_from_db()
    return player
