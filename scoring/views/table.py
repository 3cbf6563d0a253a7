"""What a table does besides playing: share the sheet, name the seats, close and settle."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.messages import money
from clubs.views.address import address, qr
from scoring import messages
from scoring.forms import number, write_of
from scoring.games.core import KITTY, Game, Problem
from scoring.games.settle import transfers
from scoring.games.sheet import Refused
from scoring.models import Entry, Sheet
from scoring.screens import screen_of, table_of
from scoring.services import closing
from scoring.services import sheets as use_cases
from scoring.services.check_code import code_of
from scoring.services.elsewhere import stays_closed
from scoring.services.fold import game_of, names_of
from scoring.services.record import Conflict, Write
from scoring.views.board import facts_at_end, field_problems, figures, sheet_context, written_since
from scoring.views.directing import clubs_to_adopt, director_of, evening_back
from scoring.views.door import sheet_to_read
from scoring.views.phone import device_of, remember_phone
from scoring.views.sheet import sheet_or_404
from scoring.views.spoken import spoken_context


@never_cache
@require_safe
def share(request: HttpRequest, secret: str) -> HttpResponse:
    sheet = sheet_or_404(secret)
    writing, watching = address(request, "sheet", secret), address(request, "watch", sheet.watch_secret)
    links = [
        {"title": _("Write along"), "address": writing, "qr": qr(writing),
         "help": _("For a second phone at the table: whoever has this link may write.")},
        {"title": _("Watch only"), "address": watching, "qr": qr(watching),
         "help": _("For everybody else: sees every hand, can change nothing.")},
    ]  # fmt: skip
    return render(request, "scoring/share.html", sheet_context(sheet, writing=True) | {"links": links})


# --- writing on the sheet besides hands ----------------------------------------------------------------------------


def attempt(
    request: HttpRequest,
    sheet: Sheet,
    work: Callable[[Write], Entry],
    again: Callable[..., HttpResponse],
    then: str,
) -> HttpResponse:
    """One write: on to the page `then`, or the form `again` with the problems or with what came in between."""
    try:
        work(write_of(request.POST, device_of(request)))
    except Refused as error:
        return again(request, sheet, status=422, problems=error.problems)
    except Conflict as conflict:
        return again(request, conflict.sheet, status=409, written=written_since(conflict, device_of(request)))
    return redirect(then, sheet.write_secret)


@never_cache
@require_http_methods(["GET", "POST"])
def seats(request: HttpRequest, secret: str) -> HttpResponse:
    sheet = sheet_or_404(secret)
    if request.method == "GET":
        return seats_form(request, sheet) if sheet.is_open else redirect("result", secret)
    return attempt(request, sheet, lambda write: reseat(request, sheet, write), seats_form, "sheet")


def reseat(request: HttpRequest, sheet: Sheet, write: Write) -> Entry:
    if "swapping" in request.POST:
        swapped = [number(text) for text in request.POST.getlist("swap")]
        return use_cases.swap_seats(sheet, seats=swapped, write=write)
    return use_cases.rename_seats(sheet, names=request.POST.getlist("player"), write=write)


def seats_form(
    request: HttpRequest,
    sheet: Sheet,
    *,
    status: int = 200,
    problems: Sequence[Problem] = (),
    written: Sequence[str] = (),
) -> HttpResponse:
    names = names_of(sheet)
    typed = request.POST.getlist("player") or names
    side_of = {seat: side for side, seats in enumerate(game_of(sheet).sides(len(names))) for seat in seats}
    context = write_context(sheet, problems, written) | {
        "seats": [
            {"index": i, "name": name, "typed": typed[i] if i < len(typed) else name, "side": side_of[i]}
            for i, name in enumerate(names)
        ],
    }
    return render(request, "scoring/seats.html", context, status=status)


def write_context(sheet: Sheet, problems: Sequence[Problem], written: Sequence[str]) -> dict[str, Any]:
    return sheet_context(sheet, writing=True) | {
        "token": secrets.token_urlsafe(12),
        "problems": field_problems(problems, game_of(sheet), names_of(sheet), {"players"}),
        "written": written,
    }


# --- closing -------------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
def close(request: HttpRequest, secret: str) -> HttpResponse:
    """First what the end would look like, then the signature."""
    sheet = sheet_or_404(secret)
    if request.method == "POST":
        return attempt(request, sheet, lambda write: closing.close_sheet(sheet, write=write), close_form, "result")
    return close_form(request, sheet) if sheet.is_open else redirect("result", secret)


def close_form(
    request: HttpRequest,
    sheet: Sheet,
    *,
    status: int = 200,
    problems: Sequence[Problem] = (),
    written: Sequence[str] = (),
) -> HttpResponse:
    table = table_of(sheet)
    against = table.game.check_close(table.play, table.rules)
    context = write_context(sheet, problems or against, written) | result_context(sheet)
    context |= {"facts": facts_at_end(table), "may_close": not against} | spoken_context(request, sheet, writing=True)
    return render(request, "scoring/close.html", context, status=status)


@never_cache
@require_safe
def result(request: HttpRequest, secret: str) -> HttpResponse:
    """The end of the evening: Bummerl, money, who gives whom how much; for writers and watchers, on paper too."""
    sheet, writing = sheet_to_read(request, secret)
    if sheet.is_open:
        return redirect("sheet" if writing else "watch", secret)
    return show_result(request, sheet, writing=writing)


def show_result(
    request: HttpRequest, sheet: Sheet, *, writing: bool, status: int = 200, problems: Sequence[Problem] = ()
) -> HttpResponse:
    context = sheet_context(sheet, writing=writing) | {"token": secrets.token_urlsafe(12)} | result_context(sheet)
    context |= spoken_context(request, sheet, writing=writing) | {"check_code": code_of(sheet)}
    director = director_of(request, sheet)
    settled = sheet.evening if director and sheet.evening and not sheet.evening.is_open else None
    stays = stays_closed(sheet) if director else None
    context["may_reopen"] = director is not None and settled is None and stays is None if sheet.club_id else writing
    context |= {"settled_evening": settled, "evening_back": evening_back(request, sheet)}
    context["stays_closed"] = messages.problem_text(Problem(stays)) if stays and not problems else ""
    context["problems"] = [messages.problem_text(one) for one in problems]
    context["may_adopt"] = writing and bool(clubs_to_adopt(request, sheet))
    context["message"] = message_text(sheet, context, address(request, "watch", sheet.watch_secret))
    response = render(request, "scoring/result.html", context, status=status)
    if sheet.confirms and writing:
        remember_phone(request, response)
    return response


@never_cache
@require_POST
def reopen(request: HttpRequest, secret: str) -> HttpResponse:
    sheet = sheet_or_404(secret)

    director = director_of(request, sheet)

    def again(request: HttpRequest, sheet: Sheet, *, problems: Sequence[Problem] = (), **_why: Any) -> HttpResponse:
        if director is not None and problems and not sheet.is_open:
            return show_result(request, sheet, writing=True, status=422, problems=problems)
        # Already open, or somebody else was quicker: the sheet as it is says so best.
        return redirect("sheet" if sheet.is_open else "result", sheet.write_secret)

    return attempt(request, sheet, lambda write: closing.reopen_sheet(sheet, write=write, by=director), again, "sheet")


def result_context(sheet: Sheet) -> dict[str, Any]:
    """The settlement as it stands: money per person, the kitty and the fewest payments."""
    table, cents = table_of(sheet), closing.settled(sheet)
    names, kitty = table.names, -sum(cents)
    payments = transfers({KITTY: kitty, **dict(enumerate(cents))})
    in_money = screen_of(sheet).in_money
    return {
        "in_money": in_money,
        "with_money": not table.game.in_legs or table.rules.money != "off",
        "people": [
            {"name": name, "cents": money.euros(amount), "sign": (amount > 0) - (amount < 0)}
            for name, amount in zip(names, cents, strict=True)
        ],
        "kitty": money.euros(kitty) if kitty else "",
        "payments": [
            {
                "from": names[payer],
                "to": _("Kitty") if receiver == KITTY else names[receiver],
                "amount": money.euros(amount),
            }
            for payer, receiver, amount in payments
        ],
        # What the pot still held is shared out: the difference between what stood on the sheet and what is paid.
        "pot": money.euros(-sum(table.play.totals)) if in_money and sum(table.play.totals) else "",
        "running": table.game.in_legs and not table.play.leg_over and any(table.play.totals),
        "undecided": screen_of(sheet).undecided(table),
        "score": "\u00a0:\u00a0".join(figures(table, table.play.totals)),
        "hands": sheet.state["hands"],
    }


def message_text(sheet: Sheet, context: dict[str, Any], link: str) -> str:
    """The evening in a few lines, to send to the others."""
    game: Game = game_of(sheet)
    rows = [f"{messages.words(game.name)}, {date_format(localtime(sheet.started_at), 'DATE_FORMAT')}", ""]
    if game.in_legs:
        rows += [f"{side['names']}: {messages.marks(side['taken'])}" for side in context["sides"]]
    elif not context["in_money"]:
        rows += [*(f"{side['names']}: {side['figure']}" for side in context["sides"]), ""]
    if context["with_money"] and sheet.evening_id is not None:
        # Who pays whom is said once, when the evening is settled.
        rows += [*([""] if rows[-1] else []), *(f"{one['name']}: {one['cents']}" for one in context["people"])]
    elif context["with_money"]:
        rows += [f"{one['name']}: {one['cents']}" for one in context["people"]] if not game.in_legs else []
        rows.append("")
        rows += [f"{one['from']} → {one['to']}: {one['amount']}" for one in context["payments"]] or [
            _("Nobody owes anything.")
        ]
    return "\n".join([*rows, "", link])
