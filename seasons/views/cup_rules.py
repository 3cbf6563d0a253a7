"""The rules of a cup: its versions, a form for the next one, and what would become of the places."""

from typing import Any

from django.contrib import messages as says
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs import messages
from clubs.forms.numbers import day_typed, plain_number
from clubs.services.core import Refused
from clubs.views.door import ClubRequest, club_page
from seasons.formats.cup import Line
from seasons.formats.cup_rules import Rules, read
from seasons.forms.cups import CHAIN, CHOICES, LISTS, NUMBERS, TICKS, rules_as_typed, rules_typed
from seasons.messages import cup_words as words
from seasons.models import Cup
from seasons.services import cup_versions
from seasons.services.cup_facts import newest_rules
from seasons.services.cup_names import Names
from seasons.services.cup_versions import Move
from seasons.services.cups import CupMoved
from seasons.views.cup_setup import MOVED, within
from seasons.views.cups import cup_or_404, sees_of

FIELDS = (*CHOICES, *LISTS, *NUMBERS, *TICKS, "chain", "from_day")

MOST_MOVES = 50
"""So many lines of the preview are shown, the foremost; to save must not be far away."""


@club_page("see")
@require_safe
def rules(request: ClubRequest, pk: int) -> HttpResponse:
    """The rules in words: as they are, and every version before."""
    cup = cup_or_404(request, pk)
    versions = [
        {"row": row, "rules": words.rules_lines(read(row.rules)[0])}
        for row in cup.versions.select_related("by").order_by("-number")
    ]
    return render(request, "seasons/cups/rules.html", {"cup": cup, "versions": versions})


@club_page("direct")
@require_http_methods(["GET", "POST"])
def change(request: ClubRequest, pk: int) -> HttpResponse:
    """The form for the next version: its first answer is what would become of the places, `save` writes."""
    cup = cup_or_404(request, pk)
    if request.method == "GET":
        return page(request, cup, typed_now(cup))
    wanted, from_day = rules_typed(request.POST), day_typed(request.POST.get("from_day", ""))
    typed = {**as_typed(request), "seen": request.POST.get("seen", "")}
    try:
        if "save" not in request.POST:
            moves = cup_versions.preview(cup, wanted, from_day)
            return page(request, cup, typed, preview=preview_context(request, cup, read(wanted)[0], moves))
        cup_versions.change_rules(
            cup,
            by=request.user,
            now=timezone.now(),
            rules=wanted,
            from_day=from_day,
            seen=plain_number(request.POST.get("seen", "")),
        )
    except Refused as error:
        return page(request, cup, typed, status=422, problems=error.problems)
    except CupMoved:
        cup = cup_or_404(request, pk)
        return page(request, cup, {**typed, "seen": cup.seq}, status=409, problems=MOVED)
    says.success(request, _("The rules hold."))
    return redirect("cup-rules", request.club.slug, cup.pk)


def typed_now(cup: Cup) -> dict[str, Any]:
    newest = newest_rules(cup)
    day = within(cup, timezone.localdate())
    return {**rules_as_typed(newest), "from_day": day.isoformat(), "seen": cup.seq}


def as_typed(request: ClubRequest) -> dict[str, Any]:
    """The form again, as it was filled in."""
    post = request.POST
    texts = {name: post.get(name, "") for name in (*CHOICES, *LISTS, *NUMBERS, *CHAIN, "from_day")}
    return texts | {name: name in post for name in TICKS}


def page(
    request: ClubRequest,
    cup: Cup,
    typed: dict[str, Any],
    *,
    status: int = 200,
    problems: Any = (),
    preview: dict[str, Any] | None = None,
) -> HttpResponse:
    context = {
        "cup": cup,
        "typed": typed,
        "choices": {
            "gives": words.GIVES,
            "unit": words.UNITS,
            "several": words.SEVERAL,
            "absent": words.ABSENT,
            "counts": words.COUNTS,
            "groups": words.GROUPS,
        },
        "chain": [{"name": name, "chosen": typed.get(name, "")} for name in CHAIN],
        "criteria": words.CHAIN,
        "problems": messages.by_field(problems, FIELDS),
        "preview": preview,
    }
    return render(request, "seasons/cups/change_rules.html", context, status=status)


# --- what would become of the places ---------------------------------------------------------------------------------


def preview_context(request: ClubRequest, cup: Cup, rules: Rules, moves: list[Move]) -> dict[str, Any]:
    now = newest_rules(cup)
    names, sees = Names(cup, [one.person for one in moves], inside=True), sees_of(request, rules)
    seen = [one for one in moves if names.seen(one.person, sees)]
    return {
        "moves": [
            {"name": names[one.person], "before": line(one.before, now), "after": line(one.after, rules)}
            for one in seen[:MOST_MOVES]
        ],
        "more": max(len(seen) - MOST_MOVES, 0),
        "rules": words.rules_lines(rules),
    }


def line(one: Line | None, rules: Rules) -> str:
    if one is None:
        return "–"
    total = words.total(rules, one.total)
    if one.place is None:
        return _("outside, %(total)s") % {"total": total}
    return _("%(place)s. with %(total)s") % {"place": one.place, "total": total}
