"""The price list."""

from typing import Any

from django.contrib import messages as says
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs import messages
from clubs.forms.money import euros_to_cents
from clubs.forms.till import count_typed
from clubs.messages import till as words
from clubs.messages.money import coins
from clubs.models import Tariff
from clubs.services import tariffs as use_cases
from clubs.services.core import Problem, Refused
from clubs.views.door import ClubRequest, club_page
from clubs.views.till.booking import price

FIELDS = ("name", "kind", "cents", "first", "further_cents")


def typed_price(request: ClubRequest) -> dict[str, Any]:
    """Name and price as the use cases take them."""
    post = request.POST
    further = post.get("further_cents", "").strip()
    return {
        "name": post.get("name", ""),
        "cents": euros_to_cents(post.get("cents", "")),
        "first": count_typed(post.get("first", "")),
        "further_cents": euros_to_cents(further) if further else None,
    }


@club_page("till")
@require_http_methods(["GET", "POST"])
def tariffs(request: ClubRequest) -> HttpResponse:
    """All prices, and a form for a new one."""
    if request.method == "GET":
        return tariffs_page(request)
    kind = request.POST.get("kind", "")
    try:
        tariff = use_cases.add_tariff(request.club, by=request.user, kind=kind, **typed_price(request))
    except Refused as error:
        return tariffs_page(request, status=422, problems=error.problems)
    says.success(request, _("“%(name)s” is on the price list.") % {"name": tariff.name})
    return redirect("till-tariffs", request.club.slug)


def tariffs_page(request: ClubRequest, *, status: int = 200, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    rows = [{"tariff": one, "price": price(one)} for one in Tariff.objects.filter(club=request.club)]
    context = {
        "rows": [row for row in rows if row["tariff"].archived_at is None],  # type: ignore[attr-defined]  # a tariff
        "away": [row for row in rows if row["tariff"].archived_at is not None],  # type: ignore[attr-defined]  # likewise
        "kinds": [(kind, words.KINDS[kind]) for kind in use_cases.PRICED],
        "typed": request.POST if request.method == "POST" else {"kind": use_cases.PRICED[0]},
        "problems": messages.by_field(problems, FIELDS),
    }
    return render(request, "clubs/till/tariffs.html", context, status=status)


@club_page("till")
@require_http_methods(["GET", "POST"])
def tariff(request: ClubRequest, pk: int) -> HttpResponse:
    """Changing a price."""
    there = tariff_or_404(request, pk)
    if request.method == "GET":
        further = coins(there.further_cents) if there.first else ""
        typed = {"name": there.name, "cents": coins(there.cents), "first": there.first or "", "further_cents": further}
        return tariff_page(request, there, typed)
    try:
        use_cases.change_tariff(there, by=request.user, **typed_price(request))
    except Refused as error:
        return tariff_page(request, there, request.POST, status=422, problems=error.problems)
    says.success(request, _("Changed. It holds for what is booked from now on."))
    return redirect("till-tariffs", request.club.slug)


def tariff_page(
    request: ClubRequest, there: Tariff, typed: Any, *, status: int = 200, problems: tuple[Problem, ...] = ()
) -> HttpResponse:
    context = {"tariff": there, "typed": typed, "problems": messages.by_field(problems, FIELDS)}
    return render(request, "clubs/till/tariff.html", context, status=status)


@club_page("till")
@require_POST
def archive_tariff(request: ClubRequest, pk: int) -> HttpResponse:
    there, back = tariff_or_404(request, pk), "back" in request.POST
    use_cases.archive_tariff(there, by=request.user, back=back)
    sentence = _("“%(name)s” is on the price list again.") if back else _("“%(name)s” is put away.")
    says.success(request, sentence % {"name": there.name})
    return redirect("till-tariffs", request.club.slug)


def tariff_or_404(request: ClubRequest, pk: int) -> Tariff:
    there = Tariff.objects.select_related("club").filter(club=request.club, pk=pk).first()
    if there is None:
        raise Http404
    return there
