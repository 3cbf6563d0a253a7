"""The log of changes: who changed what, when, and what it was before."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import messages, queries
from clubs.forms.numbers import plain_number
from clubs.messages import changes as words
from clubs.models import Change, Player
from clubs.names import name_for
from clubs.views.door import ClubRequest, club_page

ON_A_PAGE = 50


@club_page("own")
@require_safe
def changes(request: ClubRequest) -> HttpResponse:
    kind, person = request.GET.get("kind", ""), request.GET.get("person", "")
    who = queries.people_of(request.club)
    found = queries.changes_of(request.club)
    if kind in messages.TOPICS:
        found = found.filter(what__in=messages.TOPICS[kind][1])
    if (about := who.get(plain_number(person))) is not None:
        found = found.filter(player__in=queries.ids_of(who, about))
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    asked = urlencode({name: value for name, value in (("kind", kind), ("person", person)) if value})
    context = {
        "rows": told(page, who),
        "page": page,
        "asked": f"&{asked}" if asked else "",
        "kinds": [{"key": key, "name": name, "chosen": key == kind} for key, (name, _codes) in messages.TOPICS.items()],
        "people": [
            {"key": one.pk, "name": name_for(one, inside=True), "chosen": str(one.pk) == person}
            for one in queries.in_order({*who.values()})
        ],
        "filtered": bool(asked),
    }
    return render(request, "clubs/club/changes.html", context)


def told(page: Page[Change], who: dict[int, Player]) -> list[dict[str, Any]]:
    """The changes of a page in words."""
    whom, names = queries.whom(page, who), {pk: name_for(one, inside=True) for pk, one in who.items()}
    return [
        {
            "at": one.at,
            "by": messages.changed_by(one),
            "what": messages.change_text(one),
            "whom": whom.get(one.pk, "") or (_("an account that is gone") if one.pk in whom else ""),
            "rows": words.rows(one, names),
        }
        for one in page
    ]
