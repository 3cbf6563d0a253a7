"""The champions' list of a ranking: who was first in seasons that are over, and whom somebody has written into it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction

from clubs.models import Player, User
from clubs.queries import person_of
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import text_problems, tidy
from clubs.services.till import TOKEN
from clubs.services.turns import in_turn
from seasons.models import Champion, Ranking, Row
from seasons.services.rankings import boards_of, is_over, season_name

LONGEST_SEASON, LONGEST_NAME, LONGEST_AMOUNT = 20, 80, 20
MOST_CHAMPIONS = 200


@dataclass(frozen=True, slots=True)
class Title:
    """One season and who was first in it."""

    season: str
    player: int | None
    name: str = ""
    """Of somebody whom the club does not know."""
    values: Mapping[str, int] | None = None
    """What they came to, where a board says so."""
    amount: str = ""
    """What was written by hand."""
    champion: int | None = None
    """The id of what was written by hand."""


def titles_of(ranking: Ranking, today: date) -> list[Title]:
    """The latest season first; several who share the first place are several lines."""
    over = {one.pk: one.season for one in boards_of(ranking) if is_over(ranking, one.season, today)}
    first = Row.objects.filter(board__in=over, table="", place=1).order_by("board", "order")
    found = [
        Title(season_name(ranking, over[row.board_id]), row.subject, values=row.values)
        for row in sorted(first, key=lambda row: -over[row.board_id])
    ]
    by_hand = [
        Title(one.season, one.player_id, one.name, None, one.amount, one.pk)
        for one in Champion.objects.filter(ranking=ranking).order_by("-season", "pk")
    ]
    return sorted([*found, *by_hand], key=lambda one: one.season, reverse=True)


def add(
    ranking: Ranking, *, by: User | None, token: str, season: str, player: int | None, name: str, amount: str
) -> Champion:
    """Writes somebody into the list, by id or by name; a name that the club knows becomes that person.

    The same request again (`token`) gets its first answer. Refused: no season, nobody, texts that are too long.
    """
    if known := Champion.objects.filter(ranking=ranking, token=token).first() if TOKEN.fullmatch(token) else None:
        return known
    season, name, amount = tidy(season), tidy(name), tidy(amount)
    problems = [
        *text_problems("season", season, LONGEST_SEASON),
        *text_problems("name", name, LONGEST_NAME),
        *text_problems("amount", amount, LONGEST_AMOUNT),
        *([] if season else [Problem("champion_season_missing", "season")]),
        *([] if TOKEN.fullmatch(token) else [Problem("bad_token", "token")]),
    ]
    who = _meant(ranking, player, name)
    if player is not None and who is None:
        problems.append(Problem("no_such_person", "player"))
    elif who is None and not name:
        problems.append(Problem("champion_name_missing", "name"))
    with transaction.atomic():
        in_turn(ranking.club)
        if Champion.objects.filter(ranking=ranking).count() >= MOST_CHAMPIONS:
            problems.append(Problem("too_many_champions", None, {"most": MOST_CHAMPIONS}))
        if problems:
            raise Refused(*problems)
        more: dict[str, Any] = {"season": season, "player": who, "name": "" if who else name, "amount": amount}
        champion, new = Champion.objects.get_or_create(ranking=ranking, token=token, defaults=more)
        if new:
            log_change(
                ranking.club, "champion_added", by=by, after={"ranking": ranking.name, "season": season}, player=who
            )
    return champion


def _meant(ranking: Ranking, player: int | None, name: str) -> Player | None:
    if player is not None:
        found = person_of(ranking.club, player)
        return found if found is not None and found.erased_at is None else None
    same = list(ranking.club.players.filter(name=name, merged_into=None, erased_at=None))
    return same[0] if len(same) == 1 else None


def remove(champion: Champion, *, by: User | None) -> None:
    """Takes somebody off the list again; twice is once."""
    with transaction.atomic():
        ranking = champion.ranking
        in_turn(ranking.club)
        deleted, _of = Champion.objects.filter(pk=champion.pk).delete()
        if deleted:
            told = {"ranking": ranking.name, "season": champion.season}
            log_change(ranking.club, "champion_removed", by=by, before=told, player=champion.player)
