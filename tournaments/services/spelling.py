"""A name that was typed wrong at the desk is put right where it was typed: on the page of the card."""

from django.db import transaction

from clubs.models import Player, User
from clubs.services.core import Problem, Refused
from clubs.services.likeness import Register
from clubs.services.people import change_player
from clubs.services.turns import in_turn
from scoring.models import Seat
from tournaments.models import Entrant, Person, Table, Tournament
from tournaments.services import cards
from tournaments.services.card_people import Wanted, whom
from tournaments.services.turns import take_card


def may_spell(player: Player, tournament: Tournament) -> bool:
    """Whether the desk may write this name anew: a guest whom nothing but this tournament knows."""
    if not player.guest or player.merged_into_id is not None or player.erased_at is not None:
        return False
    elsewhere = Person.objects.filter(player=player).exclude(entrant__tournament=tournament)
    sheets = Table.objects.filter(round__tournament=tournament).exclude(sheet=None).values("sheet")
    return not elsewhere.exists() and not Seat.objects.filter(player=player).exclude(sheet__in=sheets).exists()


def spell(entrant: Entrant, *, by: User | None, position: int, name: str, place: str) -> Entrant:
    """Another name or place for a guest of this card; where that is somebody the club knows, the card is theirs.

    Refused: a name that cannot be, whoever is more than a guest of this tournament (their own page is the place then),
    and what `is_really` refuses.
    """
    with transaction.atomic():
        in_turn(entrant.tournament.club)
        card = take_card(entrant)
        tournament = card.tournament
        row = card.people.filter(position=position, until=None).select_related("player").first()
        if row is None:
            raise Refused(Problem("no_such_person", "position"))
        guest = row.player
        if not may_spell(guest, tournament):
            raise Refused(Problem("not_only_here", "name", {"who": guest.name}))
        found = whom(Register(tournament.club, apart_from=guest.pk), Wanted(name, place))
        if found is not None and found.player is not None:
            return cards.is_really(card, by=by, position=position, player=found.player.pk)
        change_player(guest, by=by, name=found.name if found is not None else name, place=place)
    return card
