"""What tournaments keep of people and sheets, for whoever erases, merges, asks for it or opens a sheet again
(`scoring.services.elsewhere`)."""

from collections.abc import Collection

from django.db.models import F

from clubs.models import Club
from scoring.models import Sheet
from scoring.services.elsewhere import Gone, Keeper
from tournaments.models import (
    Adjustment,
    Ban,
    Call,
    Confirmation,
    Entrant,
    Payout,
    Person,
    Result,
    Round,
    Screen,
    Seat,
    Tournament,
)
from tournaments.services.brought import without
from tournaments.services.confirming import sheet_asked
from tournaments.services.my_tournaments import stored
from tournaments.services.turns import take

FREE_TEXTS = (
    (Tournament, "club", "name", 80),
    (Tournament, "club", "place", 80),
    (Tournament, "club", "notes", 2000),
    (Tournament, "club", "game_name", 40),
    (Entrant, "tournament__club", "name", 40),
    (Entrant, "tournament__club", "group", 40),
    (Entrant, "tournament__club", "apart", 40),
    (Entrant, "tournament__club", "deck", 20),
    (Result, "table__round__tournament__club", "reason", 120),
    (Confirmation, "table__round__tournament__club", "remark", 120),
    (Adjustment, "tournament__club", "reason", 120),
    (Payout, "tournament__club", "group", 40),
    (Payout, "tournament__club", "goods", 120),
    (Screen, "tournament__club", "name", 40),
)
"""Where somebody may have typed a name: table, the way to its club, column, its length."""

PLANS = ((Tournament, "club", "plan"), (Round, "tournament__club", "drawn_from"))
"""Where a plan is kept, with names of stages and prizes in it."""

DEEDS = (
    (Tournament, "club", ("created_by",)),
    (Round, "tournament__club", ("drawn_by", "published_by")),
    (Result, "table__round__tournament__club", ("by",)),
    (Confirmation, "table__round__tournament__club", ("by",)),
    (Adjustment, "tournament__club", ("by", "cancelled_by")),
    (Payout, "tournament__club", ("handed_by",)),
    (Call, "table__round__tournament__club", ("answered_by",)),
    (Ban, "club", ("by", "lifted_by")),
)
"""Where it says which account has done something. Who took money the treasurer still finds, as in the till."""


def erase(club: Club, gone: Gone) -> None:
    """Places, sums, cents and seeds stay (a draw could not be checked with another seed); what was typed about the
    person does not, nor that it was them who typed something."""
    mine = Entrant.objects.filter(people__player__in=gone.ids)
    for model, way, column, most in FREE_TEXTS:
        rows = model._default_manager.filter(**{way: club}).exclude(**{column: ""})
        for pk, text in rows.values_list("pk", column):
            if (told := gone.in_text(text)) != text:
                model._default_manager.filter(pk=pk).update(**{column: told[:most]})
    for kept, way, column in PLANS:
        for pk, data in kept._default_manager.filter(**{way: club}).values_list("pk", column):
            said = {name: one if name == "lot" else gone.in_json(one) for name, one in data.items()}
            if said != data:
                kept._default_manager.filter(pk=pk).update(**{column: said})
    for pk, shows in Screen.objects.filter(tournament__club=club).values_list("pk", "shows"):
        if (told := gone.in_json(shows)) != shows:
            Screen.objects.filter(pk=pk).update(shows=told)
    _erase_brought(club, gone)
    mine.update(apart="")
    for reasons, column in (
        (Adjustment.objects.filter(entrant__in=mine), "reason"),
        (Ban.objects.filter(player__in=gone.ids), "reason"),
        (Result.objects.filter(table__seats__entrant__in=mine).exclude(reason=""), "reason"),
        (Confirmation.objects.filter(table__seats__entrant__in=mine).exclude(remark=""), "remark"),
    ):
        for pk, text in reasons.values_list("pk", column):
            reasons.model._default_manager.filter(pk=pk).update(**{column: gone.in_own_text(text)[:120]})
    for done, way, columns in DEEDS:
        for column in columns:
            done._default_manager.filter(**{way: club, f"{column}__in": gone.accounts}).update(**{column: None})


def _erase_brought(club: Club, gone: Gone) -> None:
    """What came along from another installation and has no row here: its log, and who did what."""
    for pk, data in Tournament.objects.filter(club=club).exclude(brought={}).values_list("pk", "brought"):
        if (told := without(data, gone)) != data:
            Tournament.objects.filter(pk=pk).update(brought=told)


def sat_together(some: Collection[int], others: Collection[int]) -> bool:
    """Whether a card of one and a card of the other were drawn to one table, or they played one card together."""
    mine = Person.objects.filter(player__in=some)
    if mine.filter(entrant__people__player__in=others).exists():
        return True
    return Seat.objects.filter(
        entrant__in=mine.values("entrant"), table__seats__entrant__people__player__in=others
    ).exists()


def stays_closed(sheet: Sheet, hold: bool) -> str | None:
    """A table's sheet stays as it is once the places are final: prizes were paid by it."""
    tournament = Tournament.objects.filter(rounds__tables__sheet=sheet).first()
    if tournament is not None and hold:
        tournament = take(tournament)
    return "tournament_over" if tournament is not None and tournament.ended_at is not None else None


def closes(sheet: Sheet) -> None:
    """With a sheet its table hands in: whoever waits for the standings sees by the tournament's row that they moved."""
    Tournament.objects.filter(rounds__tables__sheet=sheet).update(seq=F("seq") + 1)


KEEPER = Keeper("tournaments", stored, erase, sat_together, stays_closed, asks_the_sides=sheet_asked, closes=closes)
