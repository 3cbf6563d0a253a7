"""The rankings of a club: made, changed, deleted; their seasons, and the boards that are computed for them.

A ranking is no more than what is counted. Who changes that throws its boards away, and with them the course of places:
they were of another ranking. A new name, or who may see it, changes no board.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from secrets import token_urlsafe
from typing import Any

from django.db import transaction
from django.db.models import F

from clubs.models import Club, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.evenings import local
from clubs.services.text import text_problems, tidy
from clubs.services.till import TOKEN
from clubs.services.turns import in_turn
from scoring.games.sheet import GAMES
from seasons.models import Board, Ranking
from seasons.services import boards
from seasons.services.rankings_board import COUNTED, days_of, every_score_of
from seasons.services.stirring import season_of

LONGEST_NAME = 60
MOST_EVENINGS = 366
MOST_RANKINGS = 100

Unit, Measure, Span = Ranking.Unit, Ranking.Measure, Ranking.Span

POINTS_ARE_CENTS = frozenset({"kratzen", "blattla"})
"""Games whose slips count money at once: what they call points is counted as money."""


def units_of(game: str) -> tuple[Ranking.Unit, ...]:
    """What can be counted in this game, the usual one first."""
    if game not in GAMES:
        return ()
    if GAMES[game].in_legs:
        return (Unit.BUMMERL, Unit.WON, Unit.POINTS, Unit.CENTS)
    return (Unit.CENTS, Unit.WON) if game in POINTS_ARE_CENTS else (Unit.POINTS, Unit.WON, Unit.CENTS)


@dataclass(frozen=True, slots=True)
class About:
    """What a ranking is called, what it counts, and whether everybody may see it."""

    name: str
    game: str
    unit: str
    measure: str = Measure.SUM.value
    minimum: int = 0
    span: str = Span.YEAR.value
    first_month: int = 1
    evenings_only: bool = True
    public: bool = False


FIELDS = tuple(About.__dataclass_fields__)


def said_of(ranking: Ranking) -> About:
    return About(**{name: getattr(ranking, name) for name in FIELDS})


class RankingMoved(Exception):
    """Somebody else has changed it meanwhile; nothing was changed."""

    def __init__(self, now: Ranking) -> None:
        self.now = now
        super().__init__(f"ranking {now.pk} was changed")


# --- making, changing, deleting --------------------------------------------------------------------------------------


def create(club: Club, *, by: User | None, token: str, about: About, now: datetime) -> Ranking:
    """A new ranking, with a board for every season of which there are results.

    The same request again (`token`) gets its first answer. Refused, all at once: no name, what this game does not
    count, numbers that cannot be, money for everybody to see.
    """
    if known := Ranking.objects.filter(club=club, token=token).first() if TOKEN.fullmatch(token) else None:
        return known
    about = _tidied(about)
    problems = [*problems_of(about), *([] if TOKEN.fullmatch(token) else [Problem("bad_token", "token")])]
    with transaction.atomic():
        in_turn(club)
        if Ranking.objects.filter(club=club).count() >= MOST_RANKINGS:
            problems.append(Problem("too_many_rankings", None, {"most": MOST_RANKINGS}))
        if problems:
            raise Refused(*problems)
        more = {**asdict(about), "secret": token_urlsafe(16), "created_by": by}
        ranking, new = Ranking.objects.get_or_create(club=club, token=token, defaults=more)
        if new:
            log_change(club, "ranking_made", by=by, after=_told(about))
            make_boards(ranking, now=now)
    return ranking


def change(ranking: Ranking, *, by: User | None, about: About, seen: int | None, now: datetime) -> Ranking:
    """What it is called and how it counts from now on. `seen` is the `seq` that was looked at; None: whatever it was.

    Refused as `create` refuses. Raises `RankingMoved` where somebody was quicker.
    """
    about = _tidied(about)
    if problems := problems_of(about):
        raise Refused(*problems)
    with transaction.atomic():
        held = _held(ranking)
        before = said_of(held)
        if before == about:
            return held  # a double tap
        if seen is not None and seen != held.seq:
            raise RankingMoved(held)
        for name in FIELDS:
            setattr(held, name, getattr(about, name))
        held.save(update_fields=FIELDS)
        Ranking.objects.filter(pk=held.pk).update(seq=F("seq") + 1)
        held.seq += 1
        log_change(held.club, "ranking_changed", by=by, before=_told(before), after=_told(about))
        if any(getattr(before, name) != getattr(about, name) for name in COUNTED):
            boards.stop(held.boards.all())
            held.boards.all().delete()
            make_boards(held, now=now)
    return held


def delete(ranking: Ranking, *, by: User | None) -> None:
    """Gone for good, with its boards and its champions; twice is once. The sheets stay."""
    with transaction.atomic():
        in_turn(ranking.club)
        held = Ranking.objects.filter(pk=ranking.pk).first()
        if held is not None:
            log_change(ranking.club, "ranking_deleted", by=by, before=_told(said_of(held)))
            boards.stop(held.boards.all())
            held.delete()


def new_secret(ranking: Ranking, *, by: User | None, seen: int | None) -> Ranking:
    """Another address for everybody: who has the one before sees nothing any more. A double tap is once, by `seen`."""
    with transaction.atomic():
        held = _held(ranking, seen)
        Ranking.objects.filter(pk=held.pk).update(secret=token_urlsafe(16), seq=F("seq") + 1)
        log_change(held.club, "ranking_address_changed", by=by, after={"ranking": held.name})
    return Ranking.objects.select_related("club").get(pk=held.pk)


def _held(ranking: Ranking, seen: int | None = None) -> Ranking:
    """The ranking as it is now, nobody else at it until the transaction is over."""
    in_turn(ranking.club)
    held = Ranking.objects.select_related("club").filter(pk=ranking.pk).first()
    if held is None:
        raise Refused(Problem("ranking_gone"))
    if seen is not None and seen != held.seq:
        raise RankingMoved(held)
    return held


def _told(about: About) -> dict[str, Any]:
    """As it stands in the log of changes."""
    told = asdict(about)
    first = {"ranking": told.pop("name"), "game": told.pop("game")}
    return first | {f"ranking_{name}": value for name, value in told.items()}


# --- what it may be --------------------------------------------------------------------------------------------------


def _tidied(about: About) -> About:
    """Without what does not count here: a season of all time begins in no month."""
    first_month = 1 if about.span == Span.ALL else about.first_month
    return About(**{**asdict(about), "name": tidy(about.name), "first_month": first_month})


def problems_of(about: About) -> list[Problem]:
    problems = text_problems("name", about.name, LONGEST_NAME)
    if not about.name:
        problems.append(Problem("ranking_name_missing", "name"))
    units = units_of(about.game)
    if not units:
        problems.append(Problem("unknown_game", "game"))
    elif about.unit not in units:
        problems.append(Problem("unit_not_in_game", "unit"))
    for at, value, known in (("measure", about.measure, Measure.values), ("span", about.span, Span.values)):
        if value not in known:
            problems.append(Problem("bad_value", at))
    if not 0 <= about.minimum <= MOST_EVENINGS:
        problems.append(Problem("minimum_not_possible", "minimum", {"most": MOST_EVENINGS}))
    if not 1 <= about.first_month <= 12:
        problems.append(Problem("bad_value", "first_month"))
    if about.public and about.unit == Unit.CENTS:
        problems.append(Problem("money_is_not_public", "public"))
    return problems


# --- seasons and boards ----------------------------------------------------------------------------------------------


def make_boards(ranking: Ranking, *, now: datetime) -> None:
    """A board for every season of which there are results, and for the one that runs; all of them are due."""
    months = every_score_of(ranking).dates("day", "month")
    seasons = {season_of(ranking, day) for day in (*months, local(ranking.club, now).date())}
    Board.objects.bulk_create(
        [Board(ranking=ranking, club_id=ranking.club_id, season=season) for season in sorted(seasons)],
        ignore_conflicts=True,
    )
    boards.want(ranking.boards.values_list("pk", flat=True), now=now)


def boards_of(ranking: Ranking) -> list[Board]:
    """Of every season there is, the latest first."""
    return boards_of_all([ranking])[ranking.pk]


def boards_of_all(rankings: Iterable[Ranking]) -> dict[int, list[Board]]:
    """The same of several rankings, by their ids; one query."""
    of = {one.pk: one for one in rankings}
    found: dict[int, list[Board]] = {pk: [] for pk in of}
    for board in Board.objects.filter(ranking__in=of).select_related("club").order_by("-season"):
        assert board.ranking_id is not None
        board.ranking = of[board.ranking_id]
        if (board.season == 0) == (board.ranking.span == Span.ALL):
            found[board.ranking_id].append(board)
    return found


def board_of(ranking: Ranking, season: int | None) -> Board | None:
    """Of this season; None: of the latest one."""
    return next((one for one in boards_of(ranking) if season in (None, one.season)), None)


def season_name(ranking: Ranking, season: int) -> str:
    """2026, or 2026/27 where it ends in another year; nothing where all time is one."""
    if ranking.span == Span.ALL:
        return ""
    return str(season) if ranking.first_month == 1 else f"{season}/{(season + 1) % 100:02d}"


def is_over(ranking: Ranking, season: int, today: date) -> bool:
    return ranking.span != Span.ALL and days_of(ranking, season)[1] <= today


# --- suggestions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Preset:
    """A ranking that many clubs have: `key` is what the address calls it; its name is in `messages.rankings`."""

    key: str
    about: Mapping[str, Any]


PRESETS = (
    Preset("bummerl", {"unit": Unit.BUMMERL}),
    Preset("legs", {"unit": Unit.WON}),
    Preset("points", {"unit": Unit.POINTS}),
    Preset("average", {"unit": Unit.POINTS, "measure": Measure.PER_EVENING, "minimum": 6}),
    Preset("per_hand", {"unit": Unit.POINTS, "measure": Measure.PER_HAND, "minimum": 3}),
    Preset("money", {"unit": Unit.CENTS}),
    Preset("ever", {"span": Span.ALL}),
)


def presets_for(game: str) -> Iterator[tuple[str, About]]:
    """What makes sense in this game: the key of the suggestion, and all of it but the name."""
    units = units_of(game)
    for one in PRESETS:
        unit = one.about.get("unit", units[0] if units else "")
        if unit in units and not (one.key in ("points", "average", "per_hand") and GAMES[game].in_legs):
            yield one.key, About(**{"name": "", "game": game, "unit": unit, **one.about})
