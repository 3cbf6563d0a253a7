"""Whether the cards of a table agree to its result, and what of it a director still signs.

Where the table's sheet is what counts, its own entries are the agreement (`scoring.services.agreement`). Of a typed
result it is `Confirmation` rows: each is about the `seq` that the table had then, so a result that is handed in
afterwards asks everybody anew. The same rules as on a sheet: the latest word of a card counts, a phone speaks for one
card unless it is handed over, an account never for two, and nothing waits for it.

A director ends a dispute by correcting the result, or by a word that stays beside it. Somebody may still say no again.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clubs import queries
from clubs.models import Membership
from clubs.models.club import Role
from scoring.models import Entry, Sheet
from scoring.services.agreement import Spoken, State, spoken_on
from scoring.services.fold import game_of, names_of
from tournaments.models import Confirmation, Person, Result, Round, Table, Tournament
from tournaments.queries import published
from tournaments.services import signing
from tournaments.services.laid_tables import Laid, tables_of
from tournaments.services.laid_tables import State as TableState
from tournaments.services.table_scores import Lying, Signed, cards_on_sheets, holders_of

DECIDED = frozenset({Result.How.WALKOVER, Result.How.STRUCK, Result.How.SURVIVOR})
"""What the desk says of a table by itself: nobody is asked."""


@dataclass(frozen=True, slots=True)
class Unsigned:
    """Something that waits for a director's signature: a hand on the sheet (`line` is its entry), or an event of a
    typed result. `word` is the contract or the event, `position` the card whose it was, where one can say."""

    word: str
    line: int | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Voice:
    """What a card said last."""

    agrees: bool
    remark: str = ""
    passed: bool = False
    device: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of one table. `state` is off where nobody is asked: the plan does not want it, nothing is in yet, or the desk
    has decided."""

    state: State = State.OFF
    voices: Mapping[int, Voice] = field(default_factory=dict)
    """Position -> what this card said last of the result as it is."""
    unsigned: tuple[Unsigned, ...] = ()
    settled: str = ""
    """The word by which a director has ended a dispute."""
    of: str = ""
    """What one confirms: to be sent back, so that nobody agrees to something else than what was looked at."""
    own: frozenset[tuple[str, int]] = frozenset()
    """Phone and position of everything that was said on a phone of one's own."""

    @property
    def said(self) -> dict[int, bool]:
        """Position -> whether it agrees."""
        return {position: voice.agrees for position, voice in self.voices.items()}

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is said against it now. May name people: for whoever directs, not for strangers."""
        return tuple(voice.remark for voice in self.voices.values() if not voice.agrees)


def states_of(laid: Sequence[Laid]) -> dict[int, Agreement]:
    """Id of a table -> its agreement, of tables of one tournament. At most six queries for any number of them, none
    where nobody is asked."""
    by_sheet = [one for one in laid if counting_sheet(one) is not None]
    typed = [one for one in laid if counting_sheet(one) is None and one.made.scores is not None]
    found = {one.table.pk: Agreement() for one in laid}
    return found | _on_sheets(by_sheet) | _typed(typed)


@dataclass(frozen=True, slots=True)
class Disputed:
    """A table about which something was said that does not agree."""

    round: int
    table: int


def disputed(tournament: Tournament) -> list[Disputed]:
    """As the room has it: a side says no, two entries differ, or the sheet says something else. Of earlier rounds those
    where a side said no, so that nobody's word is forgotten over the next draw."""
    rounds = list(published(tournament))
    said = _said_no(tournament)
    return [
        Disputed(round_.number, number)
        for round_ in rounds
        if round_ is rounds[-1] or round_.pk in said
        for number in _disputed_in(round_)
    ]


def _said_no(tournament: Tournament) -> set[int]:
    """Ids of the rounds in which a side ever said so."""
    of_typed = Confirmation.objects.filter(table__round__tournament=tournament, position__isnull=False, agrees=False)
    of_sheets = Table.objects.filter(
        round__tournament=tournament, sheet__entries__kind=Entry.Kind.CONFIRM, sheet__entries__data__agrees=False
    )
    return {*of_typed.values_list("table__round", flat=True), *of_sheets.values_list("round", flat=True)}


def _disputed_in(round_: Round) -> list[int]:
    laid = tables_of(round_)
    found = states_of(laid)
    return [
        one.table.number
        for one in laid
        if one.state == TableState.DISPUTED or found[one.table.pk].state == State.DISPUTED
    ]


def counting_sheet(laid: Laid) -> Sheet | None:
    """The sheet of a table where no typed result counts instead."""
    return laid.table.sheet if laid.table.scores is None else None


# --- sheets ----------------------------------------------------------------------------------------------------------


def _on_sheets(tables: Sequence[Laid]) -> dict[int, Agreement]:
    sheets = {one.table.pk: sheet for one in tables if (sheet := counting_sheet(one)) is not None}
    spoken = spoken_on([*sheets.values()])
    talked = [one for one in tables if spoken[sheets[one.table.pk].pk] != Spoken()]
    cards = cards_of_seats(talked)
    return {
        one.table.pk: _of_sheet(sheets[one.table.pk], spoken[sheets[one.table.pk].pk], cards[one.table.pk])
        for one in talked
    }


def cards_of_seats(tables: Sequence[Laid]) -> dict[int, list[int]]:
    """Id of a table -> for every seat of its sheet the position of the card at the table; -1 where nobody can say."""
    if not tables:
        return {}
    lying = [
        Lying(
            pk=one.table.pk,
            round=one.table.round_id,
            number=one.table.number,
            typed=None,
            cards=[seat.entrant_id for seat in one.table.seats.all()],
            sheet=Signed(sheet.pk, sheet.write_secret, sheet.seq),
        )
        for one in tables
        if (sheet := one.table.sheet) is not None
    ]
    who = queries.people_of(tables[0].table.round.tournament.club)
    people = Person.objects.filter(entrant__in={card for one in lying for card in one.cards})
    return cards_on_sheets(lying, holders_of(who, people))


def _of_sheet(sheet: Sheet, spoken: Spoken, cards: Sequence[int]) -> Agreement:
    sides = game_of(sheet).sides(len(names_of(sheet)))
    voices, own = dict[int, Voice](), set[tuple[str, int]]()
    for position in sorted({*cards} - {-1}):
        side = side_of(sides, cards, position)
        if (entry := spoken.agreement.said.get(side)) is not None:
            said = entry.data
            voices[position] = Voice(said["agrees"], said.get("remark", ""), said["passed"], entry.device)
    for entry in spoken.agreement.spoken:
        if not entry.data["passed"]:
            own |= {(entry.device, card) for card in {cards[seat] for seat in sides[entry.data["side"]]}}
    unsigned = [Unsigned(one.contract, one.line, _card(cards, one.seat)) for one in spoken.unsigned]
    state = spoken.agreement.state
    if sheet.is_open and state != State.DISPUTED:
        state = State.OFF  # nothing is in
    return Agreement(state, voices, tuple(unsigned), spoken.agreement.settled, f"s{sheet.seq}", frozenset(own))


def side_of(sides: Iterable[Sequence[int]], cards: Sequence[int], position: int) -> int:
    """The side of the sheet that a card plays on; -1 where it plays on none."""
    return next((side for side, seats in enumerate(sides) if any(cards[seat] == position for seat in seats)), -1)


def _card(cards: Sequence[int], seat: int | None) -> int | None:
    return cards[seat] if seat is not None and seat < len(cards) and cards[seat] >= 0 else None


# --- typed results ---------------------------------------------------------------------------------------------------


def _typed(tables: Sequence[Laid]) -> dict[int, Agreement]:
    """Two queries: what was said, and (only where something is to be signed) which accounts direct."""
    asked = [one for one in tables if one.plan.hall.confirm or one.plan.hall.approve]
    if not asked:
        return {}
    rows = defaultdict[int, list[Confirmation]](list)
    for row in Confirmation.objects.filter(table__in=[one.table.pk for one in asked]).order_by("pk"):
        rows[row.table_id].append(row)
    tournament = asked[0].table.round.tournament
    stages = {one.stage: one.plan for one in asked}
    named = {stage: signing.events(plan, stage, tournament.game) for stage, plan in stages.items()}
    played = {one.table.pk: _events_to_sign(one, named[one.stage]) for one in asked}
    directing = _directing(asked) if any(played.values()) else set()
    return {
        one.table.pk: _of_typed(one, [row for row in rows[one.table.pk] if row.of == one.table.seq],
                                played[one.table.pk], directing)
        for one in asked
    }  # fmt: skip


def _of_typed(
    laid: Laid, rows: Sequence[Confirmation], played: tuple[Unsigned, ...], directing: set[int | None]
) -> Agreement:
    """`rows` is what was said of the result that counts."""
    spoken = [row for row in rows if row.position is not None]
    latest = {row.position: row for row in spoken if row.position is not None}
    word = next((row for row in reversed(rows) if row.position is None and row.remark), None)
    signed = any(row.position is None and not row.remark for row in rows)
    last = laid.results[-1] if laid.results else None
    if signed or (last is not None and last.by_id in directing):
        played = ()
    against = [row.pk for row in latest.values() if not row.agrees]
    if not laid.plan.hall.confirm or (last is not None and last.how in DECIDED):
        state = State.OFF
    elif against and (word is None or max(against) > word.pk):
        state = State.DISPUTED
    elif word is not None:
        state = State.OFF
    else:
        state = State.AGREED if len(latest) == len(laid.seats) else State.OPEN
    return Agreement(
        state,
        {at: Voice(row.agrees, row.remark, row.passed, row.device) for at, row in sorted(latest.items())},
        played,
        word.remark if word is not None else "",
        f"r{laid.table.seq}",
        frozenset((row.device, row.position) for row in spoken if row.position is not None and not row.passed),
    )


def _events_to_sign(laid: Laid, named: Sequence[str]) -> tuple[Unsigned, ...]:
    """What the result that counts says of events that a director signs."""
    scores = laid.made.scores or ()
    return tuple(
        Unsigned(event, position=seat.position)
        for event in named
        for seat in laid.seats
        if seat.position < len(scores) and (scores[seat.position].get(event) or 0) > 0
    )


def _directing(tables: Sequence[Laid]) -> set[int | None]:
    """The accounts that may direct in this club: what they typed themselves they have seen."""
    club = tables[0].table.round.tournament.club_id
    directors = Membership.objects.filter(club=club, role__in=(Role.OWNER, Role.DIRECTOR))
    return {*directors.values_list("user", flat=True)}
