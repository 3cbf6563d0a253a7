"""What pages and the API read."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.db.models import Count, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Coalesce, TruncDate
from django.utils.timezone import localdate

from clubs.models import Attendance, Club, Evening, RuleProfile, RuleVersion, User
from scoring.games.core import Game, Preset, Text
from scoring.games.sheet import GAMES
from scoring.models import DayTally, Entry, PersonTally, Seat, Sheet

CODE_LIVES = timedelta(hours=18)
"""So long after its beginning an open sheet is found by its table code."""


SECRET = re.compile(r"[A-Za-z0-9_-]+")
"""What a secret or a code looks like. Nothing else is asked for: PostgreSQL cannot even be asked for some texts."""


def sheet_to_write(secret: str) -> Sheet | None:
    """The sheet, read before every hand: as plain SQL, since building the query costs twice what it costs to run."""
    if not SECRET.fullmatch(secret):
        return None
    return next(iter(Sheet.objects.raw("SELECT * FROM scoring_sheet WHERE write_secret = %s", [secret])), None)


def sheet_to_watch(secret: str) -> Sheet | None:
    return Sheet.objects.filter(watch_secret=secret).first() if SECRET.fullmatch(secret) else None


def sheet_by_secret(secret: str) -> Sheet | None:
    """Whichever of its two secrets it is."""
    either = Q(write_secret=secret) | Q(watch_secret=secret)
    return Sheet.objects.filter(either).first() if SECRET.fullmatch(secret) else None


def seq_of(**secret: str) -> int | None:
    """How far the sheet is; all that a waiting phone asks for."""
    if not all(map(SECRET.fullmatch, secret.values())):
        return None
    return Sheet.objects.filter(**secret).values_list("seq", flat=True).first()


def open_sheet_by_code(code: str, now: datetime) -> Sheet | None:
    if not SECRET.fullmatch(code):
        return None
    return Sheet.objects.filter(code=code, status=Sheet.Status.OPEN, started_at__gt=now - CODE_LIVES).first()


def sheets_of_phone(secrets: list[str]) -> list[Sheet]:
    """The sheets this phone has written on, latest first."""
    known = [secret for secret in secrets if SECRET.fullmatch(secret)]
    return list(Sheet.objects.filter(write_secret__in=known).order_by("-started_at"))


def entries_of(sheet: Sheet) -> list[Entry]:
    """The entries that made the sheet what it is here; one that was written since would not fit to it.

    On a sheet as strangers see it, names that stood there before are the public ones too, and what people wrote beside
    the record (remarks of a side, a director's word) is emptied: it may name anybody.
    """
    entries = list(sheet.entries.filter(seq__lte=sheet.seq).order_by("seq"))
    if outside := sheet.outside:
        for entry in entries:
            if entry.kind == Entry.Kind.SEATS:
                lists = {key: [*map(outside, entry.data[key])] for key in ("names", "before")}
                entry.data = {**entry.data, **lists}
            elif entry.kind in (Entry.Kind.CONFIRM, Entry.Kind.APPROVE):
                entry.data = {key: "" if key in ("remark", "note") else told for key, told in entry.data.items()}
    return entries


def sheets_of_club(club: Club, most: int) -> list[Sheet]:
    return list(Sheet.objects.filter(club=club).order_by("-started_at")[:most])


def bummerl_of_club(club: Club) -> list[tuple[int, int, int]]:
    """(player's id, legs won, Bummerl taken) of the club's closed sheets, as they stand in the tallies."""
    in_legs = [key for key, game in GAMES.items() if game.in_legs]
    rows = PersonTally.objects.filter(club=club, game__in=in_legs).values_list("player_id").order_by("player_id")
    return list(rows.annotate(Sum("won"), Sum("bummerl_taken")))


def played_since(club: Club, day: date) -> set[int]:
    """The ids under which somebody has played at the club's closed sheets since that day."""
    rows = DayTally.objects.filter(club=club, game="", day__gte=day, sheets__gt=0)
    return set(rows.values_list("player_id", flat=True))


def latest_of(version: int | None) -> int | None:
    """The id of the version that counts now, of the profile that this version (by id) is one of."""
    found = RuleVersion.objects.filter(profile__versions=version, profile__archived_at=None)
    return found.order_by("-number").values_list("pk", flat=True).first() if version else None


# --- house-rule profiles -------------------------------------------------------------------------------------------

DAY = Coalesce("evening__day", TruncDate("started_at"))
"""The day of a sheet, in the time zone that is active: its evening's, or that of its own beginning."""
LOOKED_AT = 40
"""Among so many of the latest sheets rules are looked for that have no name yet."""
PROFILE = "profile-"
"""How the key of a choice begins that is a club's profile; the id of its version follows."""


def latest_versions(club: Club, game: str) -> list[RuleVersion]:
    """What the club's profiles of a game say now, by name; those that are archived are offered no more."""
    versions = RuleVersion.objects.filter(profile__club=club, profile__game=game, profile__archived_at=None)
    latest = {version.profile_id: version for version in versions.select_related("profile").order_by("number")}
    return sorted(latest.values(), key=lambda version: version.profile.name.casefold())


def profile_choices(club: Club, game: Game) -> tuple[Preset, ...]:
    """The club's own rules as choices for a new sheet, beside the game's presets: picking one fills in the options.

    `version_chosen` says which version a key stands for.
    """
    return tuple(
        Preset(f"{PROFILE}{version.pk}", Text(de=version.profile.name, en=version.profile.name), version.house_rules)
        for version in latest_versions(club, game.key)
    )


def profile_key(version: int | None) -> str:
    """The key of a version's choice, by its id; empty for none."""
    return f"{PROFILE}{version}" if version else ""


def version_chosen(club: Club, key: str) -> RuleVersion | None:
    """The version that a picked choice stands for; None for the game's own presets and for what is not this club's."""
    number = key.removeprefix(PROFILE) if key.startswith(PROFILE) else ""
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        return None
    versions = RuleVersion.objects.filter(pk=int(number), profile__club=club)
    return versions.select_related("profile").first()


# --- evenings ------------------------------------------------------------------------------------------------------


def sheets_of_evening(evening: Evening) -> list[Sheet]:
    """All tables of an evening in the order they were begun."""
    return list(Sheet.objects.filter(evening=evening).order_by("started_at", "pk"))


def seen_of(written: Iterable[tuple[int, int]]) -> str:
    """One state of an evening's tables, told from every other, by (id, how far it is) of each sheet."""
    rows = sorted(written)
    newest = rows[-1][0] if rows else 0
    return f"{len(rows)}-{sum(seq for _pk, seq in rows)}-{newest}"


def seen_at_evening(evening: Evening) -> str:
    """How far tables, attendance and settlement are; all that a waiting tablet asks for."""
    tables = Sheet.objects.filter(evening=evening).aggregate(count=Count("pk"), seqs=Sum("seq"), newest=Max("pk"))
    ticks = evening.attendances.aggregate(count=Count("pk"), newest=Max("pk"))
    figures = [evening.seq, *tables.values(), *ticks.values()]
    return "-".join(str(figure or 0) for figure in figures)


def seated_at(evening: Evening) -> dict[int, str]:
    """Who sits at a table of the evening: player's id as it stands on the seat, and what is played there."""
    seats = Seat.objects.filter(sheet__evening=evening, player__isnull=False)
    return dict(seats.values_list("player_id", "sheet__game"))


def sheets_by_evening(evenings: Iterable[Evening]) -> dict[int, int]:
    """How many sheets each evening has."""
    rows = Sheet.objects.filter(evening__in=list(evenings)).order_by().values_list("evening")
    return dict(rows.annotate(count=Count("pk")))


def there_by_evening(evenings: Iterable[Evening]) -> dict[int, int]:
    """How many people were there on each evening."""
    rows = Attendance.objects.filter(evening__in=list(evenings), player__merged_into=None).order_by()
    return dict(rows.values_list("evening").annotate(count=Count("pk")))


def last_sheet_of(club: Club, game: str) -> Sheet | None:
    """How the club played a game last on one of its evenings; a tournament has rules of its own."""
    return Sheet.objects.filter(club=club, game=game).exclude(evening=None).order_by("-pk").first()


def last_game_of(club: Club) -> str:
    """What the club has played last on an evening; empty for a club that has not yet."""
    sheets = Sheet.objects.filter(club=club).exclude(evening=None).order_by("-pk")
    return sheets.values_list("game", flat=True).first() or ""


def profiles_of(club: Club) -> list[RuleProfile]:
    """The club's profiles by name, the archived ones too, each with all its versions and how many `sheets` it has."""
    profiles = club.rule_profiles.annotate(sheets=Count("versions__sheets")).prefetch_related("versions")
    return sorted(profiles, key=lambda profile: profile.name.casefold())


def profile_of(club: Club, pk: int) -> RuleProfile | None:
    """One profile of the club with its versions, archived or not."""
    return club.rule_profiles.select_related("club").prefetch_related("versions").filter(pk=pk).first()


@dataclass(frozen=True, slots=True)
class Played:
    """How much one version of house rules was played: sheets, from which day to which, and by whom."""

    sheets: int = 0
    first: date | None = None
    last: date | None = None
    people: frozenset[int] = frozenset()
    """Ids as the rows hold them, to be read through `clubs.queries.people_of`."""


def played_under(profile: RuleProfile) -> dict[int, Played]:
    """For every version that was played, by its id; three queries. A sheet's day is that of its evening."""
    versions = [version.pk for version in profile.versions.all()]
    sheets = Sheet.objects.filter(rule_version__in=versions).order_by().values("rule_version_id", "evening_id")
    counted = sheets.annotate(count=Count("pk"), first=Min("started_at"), last=Max("started_at"))
    evenings = dict(Evening.objects.filter(club=profile.club_id).values_list("pk", "day"))
    found: dict[int, Played] = {}
    for version, evening, count, *moments in counted.values_list(
        "rule_version_id", "evening_id", "count", "first", "last"
    ):
        before = found.get(version, Played())
        days = [evenings[evening]] if evening else [localdate(moment) for moment in moments]
        days += [day for day in (before.first, before.last) if day]
        found[version] = Played(before.sheets + count, min(days), max(days))
    seated: dict[int, set[int]] = {}
    seats = Seat.objects.filter(sheet__rule_version__in=versions, player__isnull=False).order_by()
    for version, player in seats.values_list("sheet__rule_version_id", "player_id").distinct():
        seated.setdefault(version, set()).add(player)
    return {pk: replace(played, people=frozenset(seated.get(pk, ()))) for pk, played in found.items()}


def sheets_under(profile: RuleProfile) -> QuerySet[Sheet]:
    """The sheets of all its versions, latest first: only their ids, since there may be thousands."""
    versions = [version.pk for version in profile.versions.all()]
    return Sheet.objects.filter(rule_version__in=versions).order_by("-started_at", "-pk").only("pk")


def with_evenings(sheets: Iterable[Sheet]) -> list[Sheet]:
    """These sheets whole, in their order, each with its version, its evening and its `day`."""
    ids = [sheet.pk for sheet in sheets]
    found = Sheet.objects.select_related("rule_version", "evening").annotate(day=DAY).in_bulk(ids)
    return [found[pk] for pk in ids]


def own_ways(club: Club, game: Game, most: int) -> list[Sheet]:
    """The latest sheets of the club that played by rules of their own, each way once: rules to be given a name."""
    sheets = club.sheets.filter(game=game.key, rule_version=None).exclude(evening=None).order_by("-started_at")
    ways: list[Sheet] = []
    for sheet in sheets[:LOOKED_AT]:
        if len(ways) < most and all(sheet.house_rules != way.house_rules for way in ways):
            ways.append(sheet)
    return ways


def makers_of(club: Club, versions: Iterable[RuleVersion]) -> dict[int | None, str]:
    """Who made these versions, by the id of the account, as the club calls them; of whoever has left, the own name."""
    accounts = {version.made_by_id for version in versions if version.made_by_id is not None}
    names = User.objects.filter(pk__in=accounts).values_list("pk", "name")
    members = club.memberships.filter(user__in=accounts, player__isnull=False).values_list("user_id", "player__name")
    return {**dict(names), **dict(members)}


def version_of(sheet: Sheet) -> RuleVersion | None:
    """The version of the club's house rules that a sheet plays by, with its profile."""
    return RuleVersion.objects.select_related("profile").filter(sheets=sheet).first()


def has_house_rules(club_id: int, game: str) -> bool:
    """Whether the club has written down how it plays this game."""
    return RuleProfile.objects.filter(club=club_id, game=game, archived_at=None).exists()
