"""The sheet of a table, hand by hand: begun by whoever is first, the same for all phones and the desk.

It belongs to the tournament's club and to no evening, and plays by the tournament's house rules. Once it is closed its
totals are the table's result (`table_scores`); opened again the table is open again.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.db import transaction

from clubs import queries
from clubs.models import Membership, Player
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import tidy
from clubs.services.turns import in_turn
from scoring.games.core import Game, people, read_house_rules
from scoring.games.sheet import GAMES
from scoring.models import Sheet
from scoring.services import closing
from scoring.services.record import Write
from scoring.services.sheets import begin_sheet, replace_hand
from tournaments.formats.plan import MATCHES, Card, Plan, Record, Stage
from tournaments.models import Table, Tournament
from tournaments.services import signing, turns
from tournaments.services.card_people import people_now
from tournaments.services.refusals import reason_problems
from tournaments.services.results import At, at_table

Person = TypeVar("Person")

OF_A_TABLE = "table-"
"""How the token of such a sheet begins: nobody needs to ask for the table of any other sheet."""


def open_sheet(table: Table) -> Sheet:
    """The table's sheet; the first who asks begins it, with everybody on their seats (pairs crosswise: A1 B1 A2 B2).

    Refused where it has none yet and none can be: the plan wants results only or the game is none of the engine's, as
    many cannot sit at it, a card has no people, the result is in already, the round is not published, it is all over.
    """
    with transaction.atomic():
        in_turn(table.round.tournament.club)
        tournament = turns.take(table.round.tournament)
        at = at_table(table)
        if at.table.sheet is not None:
            return at.table.sheet
        seated = _seated(at)
        if problems := [*_against(at, tournament), *_about_seats(at.plan, at.stage, tournament, seated)]:
            raise Refused(*problems)
        names = [person.name for person in in_seat_order(seated)]
        sheet = begin_sheet(
            game=tournament.game,
            players=names,
            token=sheet_token(tournament, at.table),
            house_rules=rules_at(tournament, at.stage, at.legs or at.stage.counting.best_of, len(names)),
            club=tournament.club,
            rule_version=tournament.rule_version,
            confirms=at.plan.hall.confirm,
            approves=signing.contracts(at.plan, tournament.game),
        )
        Table.objects.filter(pk=at.table.pk).update(sheet=sheet)
        return sheet


def sheet_token(tournament: Tournament, table: Table) -> str:
    """Two phones that ask at once ask for the same sheet; nobody else can ask for it."""
    word = f"sheet of table {table.pk}".encode()
    return OF_A_TABLE + hmac.new(tournament.secret.encode(), word, hashlib.sha256).hexdigest()[:34]


def may_have_sheet(plan: Plan, stage: Stage, tournament: Tournament, cards: int) -> bool:
    """Whether a table of so many cards can write hand by hand."""
    people_each = 2 if plan.card is Card.PAIR else 1
    return plan.desk.record != Record.RESULT and not _about_number(plan, stage, tournament, cards * people_each)


def _seated(at: At) -> list[list[Player]]:
    """Who plays each card now, in the order of the draw."""
    who = queries.people_of(at.table.round.tournament.club)
    return [people_now(seat.entrant, who) for seat in at.table.seats.all()]


def in_seat_order(seated: Sequence[Sequence[Person]]) -> list[Person]:
    """Round the table: the first of every card, then their partners, who so sit opposite."""
    longest = max(len(those) for those in seated)
    return [those[turn] for turn in range(longest) for those in seated if turn < len(those)]


def _against(at: At, tournament: Tournament) -> list[Problem]:
    problems = []
    if at.table.round.published_at is None:
        problems.append(Problem("round_not_published"))
    if tournament.ended_at is not None:
        problems.append(Problem("tournament_over"))
    if at.seats < 2:
        problems.append(Problem("nobody_to_play", "table", {"table": at.table.number}))
    if at.made.scores is not None:
        problems.append(Problem("result_is_in", "table", {"table": at.table.number}))
    if at.plan.desk.record == Record.RESULT:
        problems.append(Problem("results_only", "sheet"))
    return problems


def _about_seats(plan: Plan, stage: Stage, tournament: Tournament, seated: Sequence[Sequence[Player]]) -> list[Problem]:
    persons = [person.pk for those in seated for person in those]
    if len(set(persons)) < len(persons):
        return [Problem("one_person_twice", "sheet")]
    if plan.card is not Card.TEAM and any(len(those) != (2 if plan.card is Card.PAIR else 1) for those in seated):
        return [Problem("card_without_people", "sheet")]
    return _about_number(plan, stage, tournament, len(persons))


def _about_number(plan: Plan, stage: Stage, tournament: Tournament, persons: int) -> list[Problem]:
    game = GAMES.get(tournament.game)
    if game is None:
        return [Problem("game_not_scored", "sheet")]
    # Two cards against each other are two sides; in a game of everybody for himself four people are none.
    sides = len(game.sides(persons)) if persons in game.seats else 0
    pairs_without_sides = plan.card is Card.PAIR and sides != 2
    if plan.card is Card.TEAM or pairs_without_sides or _rules_for(game, tournament, persons) is None:
        return [Problem("seats_of_another_game", "sheet", {"people": persons})]
    if stage.kind in MATCHES and plan.card is Card.SINGLE and sides != 2:
        return [Problem("seats_of_another_game", "sheet", {"people": persons})]
    return []


def _rules_for(game: Game, tournament: Tournament, persons: int) -> dict[str, Any] | None:
    """The tournament's house rules for so many at the table: at one too many the dealer sits out. None: impossible."""
    for changes in ({}, {"sit_out": "dealer"}, {"sit_out": "nobody"}):
        rules = {**tournament.house_rules, **changes}
        if changes and not any(option.name == "sit_out" for option in game.options):
            break
        if persons in people(game, read_house_rules(game, rules)):
            return rules
    return None


def rules_at(tournament: Tournament, stage: Stage, best_of: int, persons: int) -> Mapping[str, Any]:
    """The house rules of a sheet. Its match is over when its legs are, whatever the house says of ending an evening."""
    game = GAMES[tournament.game]
    rules = _rules_for(game, tournament, persons) or tournament.house_rules
    counting = stage.counting
    if not game.in_legs or stage.kind not in MATCHES:
        return rules
    one_leg = counting.unit != "legs" and counting.winner_makes is not None
    if counting.unit == "legs" or one_leg:
        return {**rules, "legs_limit": 1 if one_leg else best_of, "bummerl_limit": 0}
    return rules


# --- the director opens it again, or puts one hand right -------------------------------------------------------------


def reopen(table: Table, *, by: Membership, token: str, reason: str) -> Sheet:
    """Opens the table's closed sheet again; until it is closed the table is open. Takes a reason, which is logged.

    The same request again gets the same sheet.
    """
    Write(0, token)
    with transaction.atomic():
        in_turn(by.club)
        if opened := Sheet.objects.filter(table=table, entries__token=token).first():
            return opened
        sheet = _closed_sheet(table, by=by, reason=reason)
        closing.reopen_sheet(sheet, write=Write(sheet.seq, token, by=by.user), by=by)
        _log(table, "table_opened_again", by=by, reason=reason)
    return sheet


def correct_hand(table: Table, *, by: Membership, line: int, hand: Mapping[str, Any], token: str, reason: str) -> Sheet:
    """Puts a hand of a closed sheet right: opened, corrected and closed again in one, so that the result never is away.

    `line` is the entry whose hand is put right. What cannot be raises the record's own refusals (`scoring`).
    """
    # The record wants tokens of its own for the three writes.
    mark = hashlib.sha256(token.encode()).hexdigest()[:40]
    opened, put_right, closed = (f"{mark}-{step}" for step in ("open", "right", "close"))
    with transaction.atomic():
        sheet = _closed_sheet(table, by=by, reason=reason)
        if sheet.entries.filter(token=put_right).exists():
            return sheet
        closing.reopen_sheet(sheet, write=Write(sheet.seq, opened, by=by.user), by=by)
        replace_hand(sheet, line=line, hand=hand, write=Write(sheet.seq, put_right, by=by.user))
        closing.close_sheet(sheet, write=Write(sheet.seq, closed, by=by.user))
        _log(table, "table_hand_corrected", by=by, reason=reason, hand=line)
    return sheet


def _closed_sheet(table: Table, *, by: Membership, reason: str) -> Sheet:
    """The sheet, with club and tournament held. Refused: no sheet, one that is open, no reason, all over."""
    in_turn(by.club)
    tournament = turns.take(table.round.tournament)
    sheet = Sheet.objects.select_related("club").filter(table=table).first()
    problems = []
    if tournament.ended_at is not None:
        problems.append(Problem("tournament_over"))
    problems += reason_problems(tidy(reason), missing="result_reason_missing")
    if sheet is None:
        problems.append(Problem("no_sheet", "sheet"))
    elif sheet.is_open:
        problems.append(Problem("sheet_is_open", "sheet"))
    if problems or sheet is None:
        raise Refused(*problems)
    return sheet


def _log(table: Table, what: str, *, by: Membership, reason: str, **more: int) -> None:
    round_ = table.round
    after = {"tournament": round_.tournament.name, "round": round_.number, "table": table.number, **more}
    log_change(by.club, what, by=by.user, after={**after, "reason": tidy(reason)})
