"""The board of a cup: the main table, and by its rules those of women, teams and towns."""

import hashlib
from typing import Any

from django.db.models import Count, F, Sum

from clubs.models import Player
from seasons.formats.cup import Card, GroupLine, Part, Table, hundredths
from seasons.formats.cup import Line as Person
from seasons.models import Board, Cup, CupEvent, CupResult
from seasons.services import sources
from seasons.services.boards import Computed, Lease, Line
from seasons.services.cup_facts import Facts, facts_of, newest_rules, scores, tournaments_in, womens_cards
from tournaments.models import Tournament

WOMEN, TEAMS, TOWNS = "women", "teams", "towns"


def basis(board: Board) -> dict[str, Any]:
    """The cup's row moves with its rules, events and typed results; the rest is what they are read from."""
    cup = Cup.objects.select_related("club").get(pk=of(board))
    season = newest_rules(cup).season
    found: dict[str, Any] = {
        "cup": cup.seq,
        "events": sources.rows(CupEvent.objects.filter(cup=cup)),
        "results": sources.rows(CupResult.objects.filter(event__cup=cup)),
        "tournaments": sources.tournaments(Tournament.objects.filter(pk__in=tournaments_in(cup))),
        "scores": sources.rows(scores(cup)) if cup.game else [],
        "merged": sources.merged(cup.club),
    }
    if season.women:
        found["women"] = _women(cup)
    if season.towns:
        found["towns"] = _towns(cup)
    return found


def of(board: Board) -> int:
    assert board.cup_id is not None
    return board.cup_id


def _women(cup: Cup) -> list[int]:
    """Changes as soon as another start card of the club says that a woman plays it."""
    found = womens_cards(cup).aggregate(count=Count("pk"), sum=Sum(F("pk") * F("player")))
    return [found["count"], found["sum"] or 0]


def _towns(cup: Cup) -> str:
    """Changes as soon as somebody comes from elsewhere."""
    places = Player.objects.filter(club=cup.club).exclude(place="").order_by("pk").values_list("pk", "place")
    return hashlib.sha256(repr([*places]).encode()).hexdigest()[:16]


def compute(board: Board, lease: Lease) -> Computed:
    facts = facts_of(Cup.objects.select_related("club").get(pk=of(board)))
    day = max((one.day for one in facts.events if one.results), default=None)
    return Computed(lines=lines_of(facts), day=day)


def lines_of(facts: Facts) -> list[Line]:
    """All tables, as they are stored."""
    table = facts.table
    lines = [_line(one, season_detail(one, table)) for one in table.lines]
    lines += [_line(one, {"decided_by": one.decided_by}, table=WOMEN) for one in table.women]
    lines += [_group(one, TEAMS) for one in table.teams]
    lines += [_group(one, TOWNS) for one in table.towns]
    return lines


def _line(one: Person, detail: dict[str, Any], table: str = "") -> Line:
    values = {
        "hundredths": hundredths(one.total),
        "sum": one.sum,
        "by": one.by,
        "attended": one.attended,
        "counted": one.counted,
        "events": len(one.parts),
        "best_result": one.best_result,
        "first_places": one.first_places,
    }
    return Line(one.person, one.place, one.shared, values, {name: had for name, had in detail.items() if had}, table)


def season_detail(one: Person, table: Table) -> dict[str, Any]:
    """Every event of the cup, with what counted, what did not and why."""
    return {
        "decided_by": one.decided_by,
        "qualified": table.qualified.get(one.person, ""),
        "events": [part_data(part) for part in one.parts],
    }


def part_data(part: Part) -> dict[str, Any]:
    return {
        "event": part.event,
        "made": part.made,
        "value": part.value,
        "counted": part.counted,
        "why": [*part.why],
        "cards": [card_data(one) for one in part.cards],
    }


def card_data(card: Card) -> dict[str, Any]:
    return {
        "card": card.result.card,
        "place": card.result.place,
        "points": card.result.points,
        "value": card.value,
        "bonus": card.bonus,
        "counts": card.counts,
    }


def _group(one: GroupLine, table: str) -> Line:
    values = {"hundredths": hundredths(one.total), "people": len({share.person for share in one.shares})}
    shares = [
        {
            "event": share.event,
            "player": share.person,
            "hundredths": hundredths(share.value),
            "counted": share.counted,
        }
        for share in one.shares
    ]
    return Line(number_of(one.key), one.place, one.shared, values, {"shares": shares}, table)


def number_of(name: str) -> int:
    """By which the row of a team or town is known: the same in capitals and small letters."""
    return int.from_bytes(hashlib.sha256(name.casefold().encode()).digest()[:6])
