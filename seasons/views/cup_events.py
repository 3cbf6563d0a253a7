"""The events of a cup: which count, and of each what everybody made there; results of a day are typed in here."""

import secrets
from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import messages
from clubs.forms.numbers import day_typed, plain_number
from clubs.messages import problem_text
from clubs.models import Evening
from clubs.permissions import may
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page
from seasons.formats.cup import Part, parts_of, placed
from seasons.formats.cup_rules import Rules
from seasons.forms.cups import line_of, results_as_typed, results_typed
from seasons.messages import cup_words as words
from seasons.models import Cup
from seasons.services import cup_events
from seasons.services.cup_facts import Held, facts_of, listed, newest_rules, scores, tournaments_in
from seasons.services.cup_names import Names
from seasons.services.cups import CupMoved
from seasons.services.ranking_lines import Sees
from seasons.views.cup_setup import MOVED, within
from seasons.views.cups import cup_or_404, sees_of
from tournaments.models import Tournament

FIELDS = ("tournament", "evening", "name", "day")


@club_page("see")
@require_safe
def events(request: ClubRequest, pk: int) -> HttpResponse:
    """All of them; for whoever directs, what to add, to leave out and to take away."""
    return events_page(request, cup_or_404(request, pk))


@club_page("direct")
@require_POST
def change(request: ClubRequest, pk: int) -> HttpResponse:
    cup = cup_or_404(request, pk)
    try:
        return changed(request, cup)
    except Refused as error:
        return events_page(request, cup, status=422, problems=error.problems)


def changed(request: ClubRequest, cup: Cup) -> HttpResponse:
    """Does what one of the forms wants (`do`)."""
    post, who = request.POST, dict[str, Any](by=request.user, now=timezone.now())
    do, token = post.get("do", ""), post.get("token", "")
    if do == "tournament":
        cup_events.add_tournament(cup, token=token, tournament=plain_number(post.get("tournament", "")), **who)
    elif do == "evening":
        cup_events.add_evening(cup, token=token, evening=plain_number(post.get("evening", "")), **who)
    elif do == "leave_out":
        cup_events.leave_out(cup, evening=plain_number(post.get("evening", "")), **who)
    elif do == "remove":
        event = cup.events.filter(pk=plain_number(post.get("event", ""))).first()
        if event is not None and "sure" not in post and (typed := event.results.count()):
            return render(request, "seasons/cups/remove_day.html", {"cup": cup, "event": event, "results": typed})
        cup_events.remove(cup, event=event.pk if event is not None else 0, **who)
    elif do == "day":
        day = day_typed(post.get("day", ""))
        added = cup_events.add_day(cup, token=token, name=post.get("name", ""), day=day, **who)
        return redirect("cup-event", request.club.slug, cup.pk, f"day-{added.pk}")
    else:
        return redirect("cup-events", request.club.slug, cup.pk)
    says.success(request, _("Done. The board is being computed anew."))
    return redirect("cup-events", request.club.slug, cup.pk)


def events_page(request: ClubRequest, cup: Cup, *, status: int = 200, problems: Any = ()) -> HttpResponse:
    held = listed(cup)
    post, usual = request.POST, within(cup, timezone.localdate()).isoformat()
    context = {
        "cup": cup,
        "rows": [row_context(one) for one in held],
        "counting": sum(not (one.outside or (one.row and one.row.left_out)) for one in held),
        "tournaments": tournaments_left(cup),
        "evenings": evenings_left(cup, held),
        "typed": {"name": post.get("name", ""), "day": post.get("day") or usual},
        "token": secrets.token_urlsafe(12),
        "problems": messages.by_field(problems, FIELDS),
    }
    return render(request, "seasons/cups/events.html", context, status=status)


def row_context(one: Held) -> dict[str, Any]:
    tournament = one.row.tournament if one.row else None
    return {
        "held": one,
        "name": words.event_name(one.name, one.day),
        "left_out": one.row is not None and one.row.left_out,
        "waits": tournament is not None and tournament.ended_at is None,
    }


def tournaments_left(cup: Cup) -> list[Tournament]:
    if newest_rules(cup).money:
        return []
    found = Tournament.objects.filter(club=cup.club, day__gte=cup.first_day, day__lte=cup.last_day)
    return list(found.exclude(pk__in=tournaments_in(cup)).order_by("day", "pk"))


def evenings_left(cup: Cup, held: tuple[Held, ...]) -> list[Evening]:
    """Evenings on which the game was played, where not every one counts by itself."""
    if cup.every_evening or not cup.game:
        return []
    there = [one.number for one in held if one.kind == "evening"]
    found = Evening.objects.filter(club=cup.club, day__in=scores(cup).values("day"))
    return list(found.exclude(pk__in=there).order_by("day"))


# --- one of them -----------------------------------------------------------------------------------------------------


@club_page("see")
@require_safe
def event(request: ClubRequest, pk: int, key: str) -> HttpResponse:
    """The ranking of the day; where its results are typed in, their form."""
    cup = cup_or_404(request, pk)
    return event_page(request, cup, held_or_404(cup, key))


def held_or_404(cup: Cup, key: str) -> Held:
    held = next((one for one in listed(cup) if one.key == key), None)
    if held is None:
        raise Http404
    return held


@club_page("direct")
@require_POST
def results(request: ClubRequest, pk: int, key: str) -> HttpResponse:
    """These are the results of a day that is typed in."""
    cup = cup_or_404(request, pk)
    held = held_or_404(cup, key)
    if held.kind != "day" or held.row is None:
        raise Http404
    text = request.POST.get("results", "")
    typed = results_typed(text, money=newest_rules(cup).money)
    try:
        cup_events.type_results(
            held.row,
            by=request.user,
            now=timezone.now(),
            results=typed,
            seen=plain_number(request.POST.get("seen", "")),
        )
    except Refused as error:
        return event_page(request, cup, held, text=text, status=422, problems=error.problems)
    except CupMoved:
        return event_page(request, cup_or_404(request, pk), held, text=text, status=409, problems=MOVED)
    says.success(request, _("The results are in. The board is being computed anew."))
    return redirect("cup-event", request.club.slug, cup.pk, key)


def event_page(
    request: ClubRequest,
    cup: Cup,
    held: Held,
    *,
    text: str | None = None,
    status: int = 200,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    facts = facts_of(cup, only=held.key)
    now = facts.event(held.key) or held
    rules = facts.rules_of(now.day)
    names = Names(cup, [one.person for one in now.results], inside=True)
    if text is None and now.kind == "day" and may(request.membership, "direct"):
        in_order = [(names[one.person], one.points) for one in placed(now.results)]
        text = results_as_typed(in_order, money=rules.money)
    rows = day_rows(now, rules, names, sees_of(request, rules))
    context = {
        "cup": cup,
        "held": now,
        "left_out": now.row is not None and now.row.left_out,
        "title": words.event_name(now.name, now.day),
        "rows": rows,
        "hidden": len({one.person for one in now.results}) - len({one["player"] for one in rows}),
        "brings_else": rules.events.gives != "points" or rules.events.floor or rules.events.bonus,
        "rules": words.of_events(rules.events, rules.money),
        "text": text,
        "money": rules.money,
        "problems": [said(one) for one in problems],
    }
    return render(request, "seasons/cups/event.html", context, status=status)


def said(problem: Problem) -> str:
    line = line_of(problem.at)
    text = problem_text(problem)
    return _("Line %(line)s: %(text)s") % {"line": line, "text": text} if line else text


def day_rows(held: Held, rules: Rules, names: Names, sees: Sees) -> list[dict[str, Any]]:
    """Every result of the day by place, and what the day brings to whose it is."""
    parts = parts_of(held.event, rules.events)
    return [
        {
            "place": one.place,
            "name": names[one.person],
            "player": one.person,
            "card": one.card if len(parts[one.person].cards) > 1 else None,
            "points": words.number(one.points, money=rules.money),
            **brings(parts[one.person], one.card, rules),
        }
        for one in placed(held.results)
        if names.seen(one.person, sees)
    ]


def brings(part: Part, number: int, rules: Rules) -> dict[str, Any]:
    card = next(one for one in part.cards if one.result.card == number)
    alone = len(part.cards) == 1
    return {
        "brings": words.number(part.value if alone else card.brings, money=rules.money),
        "bonus": card.bonus,
        "counts": card.counts,
        "why": words.why(part.why) if alone else "" if card.counts else _("not the best, does not count"),
    }
