"""The live parts of the pages for everybody's phone.

What is public is the same for all, so each part is made once and handed to every phone until something changes
(`services.kept`). A phone that waits says what it has seen: how far the tournament was, and what its page said. Where
the one has not moved, one small query tells; where the other still says the same, nothing is sent either.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubs.views.door import HtmxRequest, in_club
from tournaments.services.hall import hall_of_now
from tournaments.services.kept import Now, hall_now, kept_at
from tournaments.services.table_codes import hall_marked


@dataclass(frozen=True)
class Part:
    """The live part of a page: what it says, and a word for that. It is written only where somebody has to see it."""

    mark: str
    round: int
    template: str
    context: Mapping[str, Any]

    @cached_property
    def digest(self) -> str:
        return hashlib.blake2s(repr(self.context).encode(), digest_size=9).hexdigest()

    @cached_property
    def html(self) -> SafeString:
        """In the language in which the context was made."""
        return format_html(
            '<div id="hall" data-seen="{}~{}" data-round="{}">{}</div>',
            self.mark,
            self.digest,
            self.round,
            render_to_string(self.template, dict(self.context)),
        )


def part_of(found: Now, key: tuple[str | int, ...], template: str, context: Callable[[], Mapping[str, Any]]) -> Part:
    """The part in the language of whoever asks; `key` says which part it is."""
    played = hall_of_now(found).played
    number = played.number if played is not None else 0
    return found.once(("part", get_language(), *key), lambda: Part(found.mark, number, template, context()))


def waited(request: HtmxRequest, code: str, part: Callable[[Now], Part]) -> HttpResponse:
    """What a phone that has `seen` a part of the hall gets: 204 where it has not changed, else the part."""
    asked = hall_marked(code)
    if asked is None:
        raise Http404
    pk, marked = asked
    mark, _separator, digest = request.GET.get("seen", "").partition("~")
    if mark == marked.mark:
        return HttpResponse(status=204)
    found = kept_at(pk, marked) or now_or_404(code)
    with in_club(request, found.tournament.club):
        fresh = part(found)
        if digest == fresh.digest:
            return HttpResponse(status=204, headers={"X-Seen": f"{found.mark}~{digest}"})
        return HttpResponse(fresh.html)


def now_or_404(code: str) -> Now:
    found = hall_now(code)
    if found is None:
        raise Http404
    return found
