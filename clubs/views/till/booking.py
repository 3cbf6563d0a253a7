"""Booking for many people at once: what, for whom, how many or how much."""

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from clubs import messages, queries
from clubs.forms.numbers import day_typed
from clubs.forms.till import Typed, entries_of, filled_in, typed_rows
from clubs.messages import till as words
from clubs.messages.money import euros
from clubs.models import Booking, Club, Evening, Player, Tariff
from clubs.models.till import Kind
from clubs.names import name_for
from clubs.services import by_hand, till
from clubs.services.core import Problem, Refused
from clubs.services.tariffs import PRICED
from clubs.views.door import ClubRequest, club_page

EVENINGS = 3
"""So many of the latest evenings can be chosen; an older one by its address."""

OF_EVENING = re.compile(r"(?:evening|absent)-([0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class What:
    """What is booked: a kind, perhaps at a price."""

    key: str
    kind: Kind
    tariff: Tariff | None
    name: str | Promise


@dataclass(frozen=True, slots=True)
class Whom:
    """For whom: those who were at an evening or missed it, the members, everybody."""

    key: str
    name: str
    people: list[Player]
    evening: Evening | None = None


@club_page("till")
@require_http_methods(["GET", "POST"])
def book(request: ClubRequest) -> HttpResponse:
    given = request.POST if request.method == "POST" else request.GET
    keys = given.get("what", ""), given.get("who", "")
    whom = chosen(whoms(request.club, keys[1]), keys[1])
    if request.method == "GET":
        return book_page(request, chosen(whats(request.club), keys[0]), whom)
    what = chosen(whats(request.club, keys[0]), keys[0])
    if (what.key, whom.key) != keys:
        # No form of ours; something else than what was looked at is never booked.
        return book_page(request, what, whom, status=422, problems=[Problem("bad_token")])
    post = request.POST
    people = [*whom.people, *others_typed(request.club, filled_in(post, post.getlist("person")), whom.people)]
    rows = typed_rows(post, post.getlist("person"), people)
    entries = entries_of(what.kind, what.tariff, post.get("each", ""), post.get("note", ""), rows)
    try:
        refuse_stale(request, what.tariff, entries)
        booked = by_hand.book_by_hand(
            request.club,
            by=request.user,
            token=post.get("token", ""),
            day=day_typed(post.get("day", "")),
            entries=entries,
            evening=whom.evening,
            paid="paid" in post and what.kind in till.CHARGES,
        )
    except Refused as error:
        people = [entry.player for entry in entries]
        return book_page(request, what, whom, status=422, rows=rows, problems=error.problems, people=people)
    says.success(request, told(booked))
    return redirect("till", request.club.slug)


def told(booked: Sequence[Booking]) -> str:
    """ "3 bookings, € 4,50 in all." """
    charged = [one for one in booked if one.kind != Kind.DEPOSIT] or booked
    total = sum(abs(one.balance or one.cash) for one in charged)
    sentence = ngettext("Booked: %(total)s.", "%(count)s bookings made, %(total)s in all.", len(charged))
    return sentence % {"count": len(charged), "total": euros(total)}


def chosen(choices: Sequence[Any], key: str) -> Any:
    """The choice of this key, else the first one."""
    return next((one for one in choices if one.key == key), choices[0])


def others_typed(club: Club, filled: Collection[int], people: Sequence[Player]) -> list[Player]:
    """People in whose row something stands and who are on the list no more: left, ticked off or merged meanwhile."""
    listed = {player.pk for player in people}
    return queries.in_order(club.players.filter(pk__in=[pk for pk in filled if pk not in listed]))


def refuse_stale(request: ClubRequest, tariff: Tariff | None, entries: Sequence[by_hand.Entry]) -> None:
    """What is not as it was looked at any more: another price, two rows that were merged into one person since.

    The same request again gets its first answer all the same.
    """
    club, post = request.club, request.POST
    if till.booked_by(club, post.get("token", "")).exists():
        return
    problems = []
    if tariff is not None and post.get("price", price_key(tariff)) != price_key(tariff):
        problems.append(Problem("price_changed"))
    who, seen = queries.people_of(club), set[int]()
    for number, entry in enumerate(entries):
        if entry.player is not None:
            if who[entry.player.pk].pk in seen:
                problems.append(Problem("person_twice", f"lines.{number}.player"))
            seen.add(who[entry.player.pk].pk)
    if problems:
        raise Refused(*problems)


def price_key(tariff: Tariff) -> str:
    """Tells one price from another, for whoever looked at it."""
    return f"{tariff.cents}-{tariff.first}-{tariff.further_cents}"


def whats(club: Club, wanted: str = "") -> list[What]:
    """The prices that are not put away, then every kind by amount; `wanted` is there even if it was put away."""
    tariffs = Tariff.objects.filter(club=club, kind__in=PRICED).order_by("kind", "name")
    order = {kind: place for place, kind in enumerate(PRICED)}
    shown = [one for one in tariffs if one.archived_at is None or wanted == f"price-{one.pk}"]
    priced = sorted(shown, key=lambda one: order[Kind(one.kind)])
    return [
        *(What(f"price-{one.pk}", Kind(one.kind), one, one.name) for one in priced),
        *(What(kind, kind, None, words.KINDS[kind]) for kind in by_hand.BY_HAND),
    ]


def whoms(club: Club, wanted: str = "") -> list[Whom]:
    """The latest evenings first: whoever books fines has just played. The evening of `wanted` is among them."""
    who = queries.people_of(club)
    there = queries.people_there(club)
    evenings, asked = Evening.objects.filter(club=club).prefetch_related("attendances"), OF_EVENING.fullmatch(wanted)
    found = list(evenings.order_by("-day")[:EVENINGS])
    if asked and int(asked[1]) not in {evening.pk for evening in found}:
        found += evenings.filter(pk=int(asked[1]))
    choices = []
    for evening in found:
        people = {who[one.player_id].pk: who[one.player_id] for one in evening.attendances.all()}
        sorted_people = queries.in_order(people.values())
        day = date_format(evening.day, "D, j. F")
        choices.append(Whom(f"evening-{evening.pk}", day, sorted_people, evening))
    members = [player for player in there if not player.guest]
    choices.append(Whom("members", _("Members"), members))
    choices.append(Whom("everybody", _("With guests"), there))
    missed = [evening for evening in found if wanted == f"absent-{evening.pk}"] or found
    for evening in missed[:1]:
        present = {who[one.player_id].pk for one in evening.attendances.all()}
        absent = [player for player in members if player.pk not in present]
        name = _("Missing on %(day)s") % {"day": date_format(evening.day, "D, j. F")}
        choices.append(Whom(f"absent-{evening.pk}", name, absent, evening))
    return choices


def book_page(
    request: ClubRequest,
    what: What,
    whom: Whom,
    *,
    status: int = 200,
    rows: Sequence[Typed] = (),
    problems: Sequence[Problem] = (),
    people: Sequence[Player | None] = (),
) -> HttpResponse:
    said = by_person(problems, people)
    typed = rows or [Typed(player, "1" if what.kind == Kind.DUES else "", "", False) for player in whom.people]
    choices, of_nobody = whats(request.club), what.kind in till.OF_NOBODY
    context: dict[str, Any] = {
        "prices": [one for one in choices if one.tariff],
        "kinds": [one for one in choices if not one.tariff],
        "whoms": [] if of_nobody else whoms(request.club, whom.key),
        "what": what,
        "whom": whom,
        "of_nobody": of_nobody,
        "price": price(what.tariff) if what.tariff else "",
        "price_key": price_key(what.tariff) if what.tariff else "",
        "rows": [
            {
                "player": row.player,
                "name": name_for(row.player, inside=True),
                "count": row.count,
                "euros": row.euros,
                "ticked": row.ticked,
                "problems": said.pop(row.player.pk, []),
            }
            for row in typed
            if not of_nobody
        ],
        "may_be_paid": what.kind in till.CHARGES,
        "day": request.POST.get("day") or (whom.evening.day if whom.evening else till.today(request.club)).isoformat(),
        "today": till.today(request.club).isoformat(),
        "note": request.POST.get("note", ""),
        "each": request.POST.get("each", ""),
        "paid": "paid" in request.POST,
        "token": secrets.token_urlsafe(12),
        "problems": messages.by_field(said.pop(0, []), ("day", "note", "each")),
    }
    context["rows"] = [
        row | {"problems": [messages.problem_text(one) for one in row["problems"]]} for row in context["rows"]
    ]
    return render(request, "clubs/till/book.html", context, status=status)


def by_person(problems: Sequence[Problem], people: Sequence[Player | None]) -> dict[int, list[Problem]]:
    """Problems by the id of whose row they belong to; 0: to the form, of one line's note or amount at that field."""
    said, notes = dict[int, list[Problem]](), set[str]()
    for problem in problems:
        parts = (problem.at or "").split(".")
        if len(parts) != 3 or int(parts[1]) >= len(people):
            said.setdefault(0, []).append(problem)
            continue
        player, field = people[int(parts[1])], parts[2]
        if field == "note" or player is None:
            if problem.code not in notes:  # the note is the same for all
                notes.add(problem.code)
                at = "note" if field == "note" else "each"
                said.setdefault(0, []).append(Problem(problem.code, at, problem.figures))
        else:
            said.setdefault(player.pk, []).append(problem)
    return said


def price(tariff: Tariff) -> str:
    """ "3 × € 0,50, then € 1,00 each" """
    if not tariff.first:
        return _("%(price)s each") % {"price": euros(tariff.cents)}
    figures: Mapping[str, Any] = {
        "first": tariff.first,
        "cents": euros(tariff.cents),
        "further": euros(tariff.further_cents),
    }
    return _("the first %(first)s %(cents)s each, then %(further)s each") % figures
