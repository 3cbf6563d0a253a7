"""Two rows turn out to be one person, and are parted again where that was wrong.

Nothing moves: the one points to the other (`Player.merged_into`), and whoever reads ids of players reads them through
`queries.people_of`. So parting is exact, and what was written in between stays with the row it was written for.
"""

from collections.abc import Callable, Collection

from django.db import transaction

from clubs import queries
from clubs.models import Club, Membership, Player, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.turns import in_turn

SatTogether = Callable[[Collection[int], Collection[int]], bool]
"""Whether somebody of the first ids ever sat at one table with somebody of the second: then they are two people.

Only the app that knows sheets can say; `scoring.services.merge` does.
"""


def merge(club: Club, *, gone: Player, into: Player, by: User | None, sat_together: SatTogether) -> Player:
    """`gone` becomes another name of `into`; gives who is left. Whoever has the account is left in any case.

    Refused: the same person, somebody erased or of another club, two accounts, two who sat at one table. Merged twice
    is merged once.
    """
    with transaction.atomic():
        in_turn(club)
        who = queries.people_of(club)
        if gone.pk not in who or into.pk not in who:
            raise Refused(Problem("no_such_person"))
        one, other = who[gone.pk], who[into.pk]
        turned_round = gone.pk == one.pk and Membership.objects.filter(player=one).exists()
        if one.pk == other.pk and gone.pk != into.pk and (gone.pk != one.pk or turned_round):
            return one  # the very same request came twice
        problems = _problems_with(club, who, one, other, sat_together)
        if problems:
            raise Refused(*problems)
        if turned_round or Membership.objects.filter(player=one).exists():
            one, other = other, one
        Player.objects.filter(pk=one.pk).update(merged_into=other)
        log_change(club, "players_merged", by=by, player=one, after={"into": other.pk})
    return other


def _problems_with(
    club: Club, who: dict[int, Player], one: Player, other: Player, sat_together: SatTogether
) -> list[Problem]:
    if one.pk == other.pk:
        return [Problem("merge_itself")]
    problems = []
    if one.erased_at is not None or other.erased_at is not None:
        problems.append(Problem("no_such_person"))
    if Membership.objects.filter(player__in=(one, other)).count() > 1:
        problems.append(Problem("merge_two_accounts"))
    if sat_together(queries.ids_of(who, one), queries.ids_of(who, other)):
        problems.append(Problem("merge_sat_together", None, {"one": one.name, "other": other.name}))
    return problems


def part(club: Club, *, alias: Player, by: User | None) -> Player:
    """`alias` is somebody of their own again, with everything that was written for that row. Parted twice is once.

    Refused where the person has been erased in the meantime.
    """
    with transaction.atomic():
        in_turn(club)
        now = club.players.filter(pk=alias.pk).first()
        if now is None or now.erased_at is not None:
            raise Refused(Problem("no_such_person"))
        if now.merged_into_id is not None:
            log_change(club, "players_parted", by=by, player=now, before={"into": now.merged_into_id})
            now.merged_into = None
            now.save(update_fields=["merged_into"])
    return now
