"""What tournaments keep of people and sheets, for whoever erases, merges, asks for it or opens a sheet again
(`scoring.services.elsewhere`)."""

from collections.abc import Collection

from clubs.models import Club
from scoring.models import Sheet
from scoring.services.elsewhere import Gone, Keeper
from tournaments.models import Adjustment, Ban, Entrant, Payout, Person, Result, Round, Seat, Tournament
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
    (Adjustment, "tournament__club", "reason", 120),
    (Payout, "tournament__club", "group", 40),
    (Payout, "tournament__club", "goods", 120),
)
"""Where somebody may have typed a name: table, the way to its club, column, its length."""

PLANS = ((Tournament, "club", "plan"), (Round, "tournament__club", "drawn_from"))
"""Where a plan is kept, with names of stages and prizes in it."""

DEEDS = (
    (Tournament, "club", ("created_by",)),
    (Round, "tournament__club", ("drawn_by", "published_by")),
    (Result, "table__round__tournament__club", ("by",)),
    (Adjustment, "tournament__club", ("by", "cancelled_by")),
    (Payout, "tournament__club", ("handed_by",)),
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
    mine.update(apart="")
    for reasons in (
        Adjustment.objects.filter(entrant__in=mine),
        Ban.objects.filter(player__in=gone.ids),
        Result.objects.filter(table__seats__entrant__in=mine).exclude(reason=""),
    ):
        for one in reasons:
            type(one)._default_manager.filter(pk=one.pk).update(reason=gone.in_own_text(one.reason)[:120])
    for done, way, columns in DEEDS:
        for column in columns:
            done._default_manager.filter(**{way: club, f"{column}__in": gone.accounts}).update(**{column: None})


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


KEEPER = Keeper("tournaments", stored, erase, sat_together, stays_closed)
