"""Until when everybody may read who took part in a tournament. Whatever shows one to strangers asks here.

It is reckoned from the day. What web processes have kept of a tournament (`kept`) and what phones have seen goes by its
mark, so the mark is moved as soon as the day has come.
"""

from datetime import date, datetime

from django.db.models import F, Max, Q

from clubs.names import names_over as over_in
from clubs.names import told_since
from tournaments.models import Tournament


def names_over(tournament: Tournament, now: datetime | None = None) -> bool:
    """Whether nobody outside reads a name of it any more: the club's time after its end is over.

    Of a tournament that nobody has ended the last round says when that was, or its day. One query then, none else.
    """
    if told_since(tournament.club, now) is None:
        return False
    return over_in(tournament.club, ended(tournament), now)


def ended(tournament: Tournament) -> date | datetime:
    if tournament.ended_at is not None:
        return tournament.ended_at
    last: datetime | None = tournament.rounds.aggregate(last=Max("published_at"))["last"]
    # A draw is published on the day before at the earliest, and a long tournament goes on after its day.
    return tournament.day if last is None else max(last.date(), tournament.day)


def move_marks(now: datetime) -> int:
    """Moves the mark of every tournament whose names have become nobody's since, or somebody's again; how many."""
    moved = 0
    may_be = Tournament.objects.filter(Q(names_gone=True) | Q(club__names_until__gt=0)).select_related("club")
    for one in may_be.only("day", "ended_at", "names_gone", "club__time_zone", "club__names_until").order_by("pk"):
        gone = names_over(one, now)
        if gone != one.names_gone:
            still = Tournament.objects.filter(pk=one.pk, names_gone=one.names_gone)
            moved += still.update(names_gone=gone, seq=F("seq") + 1)
    return moved
