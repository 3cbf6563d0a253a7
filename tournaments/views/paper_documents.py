"""What can be printed of a tournament: every paper with what it is made of, and why it cannot be made yet."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.forms.numbers import plain_number
from clubs.messages import problem_text
from clubs.views.address import address
from clubs.views.door import ClubRequest
from tournaments.formats import core
from tournaments.models import Round, Tournament
from tournaments.printing import codes, money, seating
from tournaments.printing import standings as standing_lists
from tournaments.queries import published_round
from tournaments.services.facts import Facts
from tournaments.services.hall_names import Outside, outside
from tournaments.services.kept import Now, facts_of, now
from tournaments.services.prizes import prize_list
from tournaments.services.shown import lines_shown, public_facts
from tournaments.services.standings import Row, Standings, standings_of
from tournaments.services.table_codes import code_of, hall_code, numbers_wanted
from tournaments.views import paper_tables


@dataclass(frozen=True)
class Asked:
    """What somebody wants to have printed, and how."""

    request: ClubRequest
    tournament: Tournament

    @property
    def query(self) -> Mapping[str, str]:
        return self.request.POST if self.request.method == "POST" else self.request.GET

    @property
    def size(self) -> str:
        return self.query.get("size", "a4")

    @property
    def full(self) -> bool:
        """Whether names stand in full, for the desk; else as they may be said outside."""
        return self.query.get("names") == "full"

    @cached_property
    def now(self) -> Now:
        return now(self.tournament)

    @property
    def facts(self) -> Facts:
        return self.now.facts

    @cached_property
    def played(self) -> core.Round | None:
        """The round asked for, or the latest; None before the first. 404 for one that there is not."""
        rounds = self.facts.rounds
        if "round" not in self.query:
            return rounds[-1] if rounds else None
        found = next((one for one in rounds if one.number == plain_number(self.query["round"])), None)
        if found is None:
            raise Http404
        return found

    @property
    def round(self) -> core.Round:
        """The same, for papers of a round that there is."""
        assert self.played is not None
        return self.played

    @property
    def round_row(self) -> Round:
        row = published_round(self.tournament, self.round.number)
        if row is None:
            raise Http404  # taken back meanwhile
        row.tournament = self.tournament
        return row

    @cached_property
    def outside(self) -> Outside:
        return outside(self.facts)

    def name(self, number: int) -> str:
        """What a card is called in the round."""
        in_round = self.round.number
        return self.facts.name(number, in_round) if self.full else self.outside(number, in_round)

    def name_now(self, number: int) -> str:
        return self.facts.name(number) if self.full else self.outside(number)

    def listed(self, number: int) -> Sequence[str]:
        """What somebody looks for in a list of the round: every person, and a name that the card has of its own."""
        if not self.full:
            return self.outside.each(number, self.round.number)
        card = self.facts.by_number[number]
        own = [card.name] if card.name else []
        return [*(one.name for one in self.facts.people(card, self.round.number)), *own]

    @cached_property
    def standings(self) -> Standings | None:
        """As everybody may see them now, or, with full names, as they are; None: not yet."""
        facts = self.facts if self.full else public_facts(self.facts)
        if facts is None or not facts.rounds:
            return None
        return self.now.standings if facts is self.facts else standings_of(facts)

    @property
    def view(self) -> str:
        found = self.standings
        views = standing_lists.views_of(found) if found else []
        return self.query["view"] if self.query.get("view") in views else "all"

    def shown(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Of any list of the standings what may be seen now: while the places are read out, who was read."""
        return rows if self.full else [row for row in rows if row.number in self.read]

    @cached_property
    def read(self) -> frozenset[int]:
        found = self.standings
        lines = lines_shown(self.tournament, found.rows) if found is not None else ()
        return frozenset(row.number for row in lines)

    @property
    def numbers(self) -> range:
        """Of the tables whose codes are asked for."""
        return numbers_wanted(self.tournament, *(plain_number(self.query.get(name, "")) for name in ("from", "to")))

    def table_link(self, number: int) -> str:
        return address(self.request, "at-table", code_of(self.tournament, number))

    @property
    def hall_link(self) -> str:
        return address(self.request, "hall", hall_code(self.tournament))


Said = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Document:
    """One paper. `key` is its name in the address and that of its `.typ` file."""

    key: str
    title: str | Promise
    about: str | Promise
    made: Callable[[Asked], Said]
    missing: Callable[[Asked], str] = lambda asked: ""
    """Why it cannot be printed yet; nothing where it can."""
    of_round: bool = False
    named: bool = False
    """Whether names on it are those for outside, unless full ones are asked for."""


# --- why not yet -----------------------------------------------------------------------------------------------------


def no_round(asked: Asked) -> str:
    return "" if asked.played is not None else _("Nothing is drawn yet.")


def no_standings(asked: Asked) -> str:
    if asked.standings is not None:
        return ""
    if asked.facts.rounds:
        return _("How it stands is not public yet. With full names it can be printed for the desk.")
    return _("No round has been played yet.")


def no_cards(asked: Asked) -> str:
    return "" if asked.facts.cards else _("There are no start cards yet.")


def no_prizes(asked: Asked) -> str:
    found = prize_list(asked.facts)
    if found.problems:
        return " ".join(map(problem_text, found.problems))
    return "" if asked.facts.plan.prizes.prizes else _("No prizes are laid down.")


def no_places(asked: Asked) -> str:
    return "" if asked.tournament.ended_at is not None else _("The places are not final yet.")


# --- what they are made of -------------------------------------------------------------------------------------------


def standings(asked: Asked) -> Said:
    assert asked.standings is not None
    return standing_lists.standings(asked.standings, asked.view, asked.name_now, asked.shown, reasons=asked.full)


def score_sheet(asked: Asked) -> Said:
    """Of the tournament's own game, or of another one that is asked for."""
    wanted = asked.query.get("game", "")
    return paper_tables.score_sheet(asked.tournament, asked.facts.plan, wanted, size=asked.size)


def prizes(asked: Asked) -> Said:
    """Of what is written at this moment."""
    facts = facts_of(asked.tournament)
    return money.prizes(facts, prize_list(facts))


def table_slips(asked: Asked) -> Said:
    links = {table.number: asked.table_link(table.number) for table in asked.round.tables}
    return paper_tables.table_slips(asked.round_row, links, None if asked.full else asked.outside.people)


def tent_cards(asked: Asked) -> Said:
    links = {number: asked.table_link(number) for number in asked.numbers}
    return codes.tent_cards(asked.tournament, links, asked.hall_link)


POSTED: Mapping[str, Document] = {
    one.key: one
    for one in (
        Document(
            "seating-by-name",
            gettext_lazy("Who sits where, by name"),
            gettext_lazy("Everybody looks for their name."),
            lambda asked: seating.by_name(asked.facts, asked.round, asked.listed),
            no_round,
            of_round=True,
            named=True,
        ),
        Document(
            "seating-by-table",
            gettext_lazy("Who sits where, by table"),
            gettext_lazy("Every table with its cards."),
            lambda asked: seating.by_table(asked.facts, asked.round, asked.name),
            no_round,
            of_round=True,
            named=True,
        ),
        Document(
            "whole-draw",
            gettext_lazy("The whole draw, by number"),
            gettext_lazy("Every start number with its table and seat, on one page."),
            lambda asked: seating.whole_draw(asked.facts, asked.round, asked.name),
            no_round,
            of_round=True,
            named=True,
        ),
        Document(
            "draw-slips",
            gettext_lazy("Draw slips"),
            gettext_lazy("One to cut out for every card: number, name, table, seat."),
            lambda asked: seating.draw_slips(asked.facts, asked.round, asked.name),
            no_round,
            of_round=True,
            named=True,
        ),
        Document(
            "standings",
            gettext_lazy("Standings"),
            gettext_lazy("In two columns, with what decided."),
            standings,
            no_standings,
            named=True,
        ),
        Document(
            "rules",
            gettext_lazy("Rule sheet"),
            gettext_lazy("How this tournament is played."),
            lambda asked: paper_tables.rule_sheet(asked.tournament, asked.facts.plan),
        ),
        Document(
            "hall-poster",
            gettext_lazy("Code of the hall"),
            gettext_lazy("Everybody’s table and the standings on their own phone."),
            lambda asked: codes.hall_poster(asked.tournament, asked.hall_link),
        ),
        Document(
            "score-sheet",
            gettext_lazy("Score sheet"),
            gettext_lazy("Empty, to write on; the house rules stand below."),
            score_sheet,
        ),
    )
}
"""For walls and tables: whoever sees the tournament may print them."""

DESK: Mapping[str, Document] = {
    one.key: one
    for one in (
        Document(
            "table-slips",
            gettext_lazy("Table slips"),
            gettext_lazy("What each table hands in, with its code and room to sign."),
            table_slips,
            no_round,
            of_round=True,
            named=True,
        ),
        Document(
            "tent-cards",
            gettext_lazy("Cards for the tables"),
            gettext_lazy("The number huge, with the table’s code; two on a page, each folded in the middle."),
            tent_cards,
        ),
        Document(
            "prizes",
            gettext_lazy("Prize list"),
            gettext_lazy("In the order they are called, with room for signatures."),
            prizes,
            no_prizes,
        ),
        Document(
            "cash",
            gettext_lazy("Cashier’s list"),
            gettext_lazy("Every card, paid or open, and room to count the box."),
            lambda asked: money.cash(asked.tournament),
            no_cards,
        ),
    )
}
"""With money, or codes that let somebody write: for who may enter results."""
