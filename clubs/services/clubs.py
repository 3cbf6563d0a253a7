"""The club itself: founding it, its settings, and the end of it."""

import re
import secrets
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from clubs.models import Club, FormerAddress, Membership, Player, User
from clubs.models.club import NamesUntil, Role
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.iban import compact, iban_problem
from clubs.services.likeness import same_name
from clubs.services.people import spoken
from clubs.services.text import NAME_LENGTH, as_address, text_problems, tidy
from clubs.services.turns import in_turn

LENGTHS = {"name": 80, "slug": 40, "account_holder": 70, "player": NAME_LENGTH}
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SHORTEST_SLUG = 2
RESERVED = frozenset(
    {
        "new",
        "neu",
        "api",
        "admin",
        "account",
        "accounts",
        "club",
        "clubs",
        "verein",
        "accept",
        "invite",
        "static",
        "media",
        "sheet",
        "watch",
        "games",
        "join",
        "login",
        "logout",
        "signup",
        "help",
        "hilfe",
        "www",
        "test",
    }
)
"""Words an address of a club may not be: other pages live there, or it would look as if they did."""

USUAL_TIME_ZONES = (
    "Europe/Vienna",
    "Europe/Berlin",
    "Europe/Zurich",
    "Europe/Rome",
    "Europe/Budapest",
    "Europe/London",
)

SETTINGS = ("name", "slug", "language", "time_zone", "public", "names_until", "iban", "account_holder")
"""What owners may change of a club."""

OF_ACCOUNT = ("iban", "account_holder")


def propose_slug(name: str) -> str:
    """A free address for a club of this name; empty where the name has no letter for one.

    Two queries, whatever is taken.
    """
    slug = as_address(name, LENGTHS["slug"])
    if not slug:
        return ""
    stem = slug[: LENGTHS["slug"] - 4].rstrip("-")
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    taken |= set(FormerAddress.objects.filter(slug__startswith=stem).values_list("slug", flat=True)) | RESERVED
    numbers = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return next(one for one in (slug, *numbers) if one not in taken and len(one) >= SHORTEST_SLUG)


def found_club(
    *,
    by: User,
    name: str,
    slug: str = "",
    language: str = "de",
    time_zone: str = settings.TIME_ZONE,
    public: bool = False,
    player: str = "",
) -> Club:
    """Founds a club with `by` as its owner, who is also its first player, called `player` (or as the account is).

    Without a `slug` one is made from the name. The same request again gives the club it has founded. Refused with
    every reason: names that are missing, too long or cannot be seen, an address that is taken, reserved or no address,
    a language or time zone that there is not.
    """
    wanted = read_settings({"name": name, "slug": slug, "language": language, "time_zone": time_zone})
    wanted["slug"] = wanted["slug"] or as_address(wanted["name"], LENGTHS["slug"])
    me = spoken(player) or spoken(by.name)
    problems = [*problems_with(wanted), *_problems_with_text("player", me)]
    # Looked for last: a double tap that has founded it by now must not be told that its own address is taken.
    if (founded := _founded_by(by, wanted)) is not None:
        return founded
    if problems:
        raise Refused(*problems)
    try:
        with transaction.atomic():
            club = Club.objects.create(**wanted, public=public)
            owner = Player.objects.create(club=club, name=me)
            Membership.objects.create(club=club, user=by, role=Role.OWNER, player=owner)
            told = {name: getattr(club, name) for name in SETTINGS if name not in OF_ACCOUNT}
            log_change(club, "club_founded", by=by, after=told, player=owner)
            return club
    except IntegrityError:
        # Somebody was quicker by a moment, perhaps this very request.
        if (founded := _founded_by(by, wanted)) is not None:
            return founded
        raise Refused(_taken(wanted["slug"], wanted["name"])) from None


def _founded_by(user: User, wanted: dict[str, Any]) -> Club | None:
    """The club that this request has already founded."""
    mine = Club.objects.filter(memberships__user=user, memberships__role=Role.OWNER)
    return mine.filter(slug=wanted["slug"], name=wanted["name"]).first()


def change_club(club: Club, *, by: User, **wanted: Any) -> Club:
    """Changes the settings that are given (`SETTINGS`), all or none; an old address keeps leading to the club.

    Refused with every reason, as founding is; an IBAN that is none, and one without its holder.
    """
    fields = read_settings(wanted)
    try:
        with transaction.atomic():
            in_turn(club)
            club.refresh_from_db(fields=SETTINGS)
            before = _settings_of(club)
            whole = before | fields
            problems = problems_with(whole, club)
            if problems:
                raise Refused(*problems)
            if whole["slug"] != before["slug"]:
                FormerAddress.objects.filter(club=club, slug=whole["slug"]).delete()
                FormerAddress.objects.create(club=club, slug=before["slug"])
            for name, value in fields.items():
                setattr(club, name, value)
            club.save(update_fields=list(fields))
            _log_settings(club, before, by)
    except IntegrityError:
        club.refresh_from_db()  # another club has taken the address a moment ago
        raise Refused(_taken(whole["slug"], whole["name"])) from None
    return club


def delete_club(club: Club, *, by: User, name: str) -> None:
    """Deletes a club that has no history yet; its sheets go on as sheets without a club, with new links to watch.

    `name` is the club's name as its owner typed it. Refused where it is another, and where money has moved: a till and
    settled evenings stay.
    """
    if tidy(name).casefold() != club.name.casefold():
        raise Refused(Problem("not_the_clubs_name", "name"))
    try:
        with transaction.atomic():
            in_turn(club)
            if club.bookings.exists():
                raise Refused(Problem("club_has_bookings"))
            for sheet in club.sheets.all():
                # Who only watches has seen the names that people chose to show; without a club all are shown.
                sheet.watch_secret = secrets.token_urlsafe(16)
                sheet.save(update_fields=["watch_secret"])
            Club.objects.get(pk=club.pk).delete()
    except ProtectedError:
        raise Refused(Problem("club_has_history")) from None


# --- what is judged -----------------------------------------------------------------------------------------------


def read_settings(typed: dict[str, Any]) -> dict[str, Any]:
    """What was typed, as it is kept: single spaces, a small address, an IBAN without spaces."""
    kept = {name: tidy(value) if isinstance(value, str) else value for name, value in typed.items() if name in SETTINGS}
    if "slug" in kept:
        kept["slug"] = kept["slug"].lower()
    if "iban" in kept:
        kept["iban"] = compact(kept["iban"])
    return kept


def problems_with(wanted: dict[str, Any], club: Club | None = None) -> list[Problem]:
    """Everything that speaks against these settings for the `club`, or for a new one."""
    problems = [*_problems_with_text("name", wanted["name"]), *_problems_with_slug(wanted, club)]
    if wanted["language"] not in dict(settings.LANGUAGES):
        problems.append(Problem("no_such_language", "language"))
    if wanted["time_zone"] not in available_timezones():
        problems.append(Problem("no_such_time_zone", "time_zone"))
    if wanted.get("names_until", NamesUntil.FOR_GOOD) not in NamesUntil.values:
        problems.append(Problem("no_such_time", "names_until"))
    return problems + _problems_with_account(wanted.get("iban", ""), wanted.get("account_holder", ""))


def _problems_with_text(field: str, text: str) -> list[Problem]:
    if not text:
        return [Problem(f"{field}_missing", field)]
    return text_problems(field, text, LENGTHS[field])


def _problems_with_slug(wanted: dict[str, Any], club: Club | None) -> list[Problem]:
    slug = wanted["slug"]
    if not slug:
        return [Problem("slug_missing", "slug")] if wanted["name"] else []
    if len(slug) > LENGTHS["slug"] or not SLUG.fullmatch(slug) or len(slug) < SHORTEST_SLUG:
        return [Problem("slug_bad", "slug", {"most": LENGTHS["slug"]})]
    if slug in RESERVED:
        return [Problem("slug_reserved", "slug", {"free": propose_slug(f"{slug} {wanted['name']}")})]
    others = Club.objects.exclude(pk=club.pk) if club else Club.objects.all()
    former = FormerAddress.objects.exclude(club=club) if club else FormerAddress.objects.all()
    taken = others.filter(slug=slug).exists() or former.filter(slug=slug).exists()
    return [_taken(slug, wanted["name"])] if taken else []


def _taken(slug: str, name: str) -> Problem:
    return Problem("slug_taken", "slug", {"free": propose_slug(slug) or propose_slug(name)})


def _problems_with_account(iban: str, holder: str) -> list[Problem]:
    problems = []
    if iban:
        problem = iban_problem(iban)
        problems += [problem] if problem else []
        if not holder:
            problems.append(Problem("account_holder_missing", "account_holder"))
    return problems + (_problems_with_text("account_holder", holder) if holder else [])


def _log_settings(club: Club, before: dict[str, Any], by: User) -> None:
    """The account apart: its holder may be one of the club's people, who can be erased from the log."""
    old, new = before, _settings_of(club)
    rest = [name for name in SETTINGS if name not in OF_ACCOUNT]
    log_change(club, "club_changed", by=by, before={n: old[n] for n in rest}, after={n: new[n] for n in rest})
    was, now = ({name: settings[name] for name in OF_ACCOUNT} for settings in (old, new))
    people = {same_name(player.name): player for player in club.players.all()} if was != now else {}
    one, other = (people.get(same_name(told["account_holder"])) for told in (was, now))
    if one is None or other is None or one == other:
        log_change(club, "club_account_changed", by=by, before=was, after=now, player=one or other)
    else:
        log_change(club, "club_account_changed", by=by, before=was, player=one)
        log_change(club, "club_account_changed", by=by, after=now, player=other)


def _settings_of(club: Club) -> dict[str, Any]:
    return {name: getattr(club, name) for name in SETTINGS}
