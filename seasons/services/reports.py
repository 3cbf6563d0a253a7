"""Match reports: what a match came to, as a team or the secretary enters it, and what the other side says of it.

A report is written once and the newest counts, at once. A form says how many reports it has seen: the same content
again is once, anything else is `Moved`, with what stands there now. What both sides have agreed to, and what the
secretary has entered, a team cannot write over any more.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubs import queries
from clubs.models import Player, User
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.text import text_problems, tidy
from seasons.formats.league import read_rules
from seasons.formats.match_report import Seated, check, write_seated
from seasons.models import Board, Fixture, League, Report, Team, Word
from seasons.services import boards
from seasons.services.league_facts import match_of
from seasons.services.league_turns import token_problems
from seasons.services.line_ups import day_of, line_ups
from seasons.services.match_agreement import Agreement, State, agreement_of, same_result
from seasons.services.sides import side_of

MOST_REPORTS = 60
MOST_WORDS = 60
"""Of one match: each is a row, and whoever has the address of a team can write."""
LONGEST_REMARK = 120
NEEDS_REASON = frozenset({State.AGREED, State.DISPUTED, State.SETTLED})
"""Where something was said already that the secretary overrules."""
NOT_FOR_TEAMS = frozenset({Report.How.STRUCK, Report.How.OPEN})
"""What takes a match out of the table."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a report says."""

    how: str = Report.How.PLAYED
    boards: Sequence[Seated] = ()
    winner: int | None = None
    """The team that wins without play; None: neither came."""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: a team by its address (`side`), or the secretary."""

    side: Team | None = None
    by: User | None = None
    device: str = ""
    director: bool = False
    """May correct what is confirmed."""


class Moved(Exception):
    """Nothing was written: something else stands there by now, `agreement` says what."""

    def __init__(self, agreement: Agreement) -> None:
        self.agreement = agreement
        super().__init__(f"{agreement.seen} reports by now")


def enter(fixture: Fixture, *, told: Told, writer: Writer, seen: int, token: str) -> Report:
    """Writes a report of this match; the one that counts then.

    `seen`: how many reports there were when it was typed; else `Moved`, unless it says the same as the newest: then
    nothing is written, and a side that was asked has agreed by it. Refused, all at once: what the rules of the league
    do not allow, who may not (any more), corrections without a reason.
    """
    told = replace(told, remark=tidy(told.remark))
    with transaction.atomic():
        now = _taken(fixture, token)
        known = now.reports.filter(token=token).first()
        if known is not None:
            if not same_result(known, _row(now, told, writer)) or known.side_id != _id(writer.side):
                raise Refused(Problem("token_used"))
            return known
        found = agreement_of(now)
        if found.report is not None and _same_again(found, told, writer, now):
            return _agreed_by_the_same(found, now, writer, token)
        problems = [*_who_may_not(now, found, told, writer)]
        if seen != found.seen and not problems:
            raise Moved(found)
        problems += [*_reason_missing(found, told, writer), *_about(now, found, told)]
        if problems:
            raise Refused(*problems)
        report = _row(now, told, writer)
        report.number, report.token = found.seen + 1, token
        report.save(force_insert=True)
        _touch(now, at=report.at)
        _log(now, found, report)
        return report


def say(fixture: Fixture, *, writer: Writer, of: int, agrees: bool, token: str, remark: str = "") -> Word:
    """The side that was asked says that the report is right, or with a `remark` that it is not.

    `of` is the number of the report that was looked at; `Moved` where there is a newer one. The same again is once.
    """
    remark = "" if agrees else tidy(remark)
    with transaction.atomic():
        now = _taken(fixture, token)
        side = writer.side
        known = Word.objects.filter(report__fixture=now, token=token).select_related("report").first()
        if known is not None:
            if (known.side_id, known.report.number, known.agrees, known.remark) != (_id(side), of, agrees, remark):
                raise Refused(Problem("token_used"))
            return known
        found = agreement_of(now)
        if of != found.seen:
            raise Moved(found)
        last = found.word
        if last is not None and (last.side_id, last.agrees, last.remark) == (_id(side), agrees, remark):
            return last
        problems = [*_cannot_be_said(now, found, side, agrees, remark)]
        if problems:
            raise Refused(*problems)
        assert found.report is not None, "what cannot be said was refused"
        return _word(now, found.report, writer, agrees=agrees, remark=remark, token=token)


# --- the parts -------------------------------------------------------------------------------------------------------


def _taken(fixture: Fixture, token: str) -> Fixture:
    """The fixture as it is now; the row of its league is taken, so that two who write do so one after the other.

    `League.seq` stays as it is: a report changes nothing that somebody at the league's desk has looked at.
    """
    if problems := token_problems(token):
        raise Refused(*problems)
    League.objects.filter(pk=fixture.division.league_id).update(seq=F("seq"))
    now = Fixture.objects.select_related("division__league__club", "home", "away").filter(pk=fixture.pk).first()
    if now is None:
        raise Refused(Problem("no_such_fixture"))
    return now


def _id(team: Team | None) -> int | None:
    return None if team is None else team.pk


def _row(now: Fixture, told: Told, writer: Writer) -> Report:
    return Report(
        fixture=now,
        how=told.how,
        boards=write_seated(told.boards) if told.how == Report.How.PLAYED else [],
        winner_id=told.winner if told.how == Report.How.WALKOVER else None,
        remark=told.remark,
        side=writer.side,
        by=writer.by,
        device=writer.device,
    )


def _same_again(found: Agreement, told: Told, writer: Writer, now: Fixture) -> bool:
    """Whether this says only what the newest report says already.

    The secretary settles a dispute with it, and may change what was remarked.
    """
    last = found.report
    if last is None or not same_result(last, _row(now, told, writer)):
        return False
    if writer.side is not None:
        return True
    return found.state != State.DISPUTED and told.remark in ("", last.remark)


def _agreed_by_the_same(found: Agreement, now: Fixture, writer: Writer, token: str) -> Report:
    """A side that enters what the other has entered before says yes by that."""
    last = found.report
    assert last is not None, "the same as what?"
    asked = writer.side is not None and last.side_id not in (None, _id(writer.side))
    if asked and found.state != State.AGREED and not _over(now):
        _word(now, last, writer, agrees=True, remark="", token=token)
    return last


def _word(now: Fixture, report: Report, writer: Writer, *, agrees: bool, remark: str, token: str) -> Word:
    assert writer.side is not None, "only sides are asked"
    word = Word.objects.create(
        report=report, side=writer.side, agrees=agrees, remark=remark, by=writer.by, device=writer.device, token=token
    )
    _touch(now, at=word.at)
    return word


def _touch(now: Fixture, *, at: datetime) -> None:
    """The fixture has changed, and the table of its division is due."""
    Fixture.objects.filter(pk=now.pk).update(seq=F("seq") + 1, changed_at=at)
    boards.want(Board.objects.filter(division=now.division_id).values_list("pk", flat=True), now=timezone.now())


def _over(now: Fixture) -> bool:
    return now.division.league.ended_at is not None


# --- what speaks against it ------------------------------------------------------------------------------------------


def _who_may_not(now: Fixture, found: Agreement, told: Told, writer: Writer) -> Iterator[Problem]:
    if _over(now):
        yield Problem("report_league_over")
    if found.seen >= MOST_REPORTS:
        yield Problem("report_too_often")
    if writer.side is None:
        if (found.state in (State.AGREED, State.SETTLED) or told.how in NOT_FOR_TEAMS) and not writer.director:
            yield Problem("report_only_directors", "remark")
        return
    if side_of(now, writer.side.pk) is None:
        yield Problem("report_not_yours")
    if told.how in NOT_FOR_TEAMS:
        yield Problem("report_only_secretary", "how")
    if found.state == State.SETTLED:
        yield Problem("report_settled")
    if found.state == State.AGREED:
        yield Problem("report_agreed")
    if now.home.withdrawn_on is not None or now.away.withdrawn_on is not None:
        yield Problem("report_withdrawn")


def _reason_missing(found: Agreement, told: Told, writer: Writer) -> Iterator[Problem]:
    """Whatever was said before is overruled with a reason only, and so is a match that is not to count, or not yet."""
    if writer.side is not None or told.remark:
        return
    if found.state in NEEDS_REASON:
        yield Problem("report_reason_missing", "remark")
    elif told.how == Report.How.STRUCK:
        yield Problem("report_strike_reason", "remark")
    elif told.how == Report.How.OPEN:
        yield Problem("report_open_reason", "remark")


def _about(now: Fixture, found: Agreement, told: Told) -> Iterator[Problem]:
    """What speaks against the content, by the rules of the league."""
    yield from text_problems("remark", told.remark, LONGEST_REMARK)
    if told.how not in Report.How.values:
        yield Problem("report_how", "how")
    if told.how == Report.How.OPEN and found.report is None:
        yield Problem("word_nothing", "how")
    if told.how == Report.How.WALKOVER and told.winner not in (None, now.home_id, now.away_id):
        yield Problem("report_winner", "winner")
    if told.how == Report.How.PLAYED:
        league = now.division.league
        rules, who = read_rules(league.rules), queries.people_of(league.club)
        lists = line_ups(now, rules, who, day=day_of(now, found.since))
        real = [replace(one, home=_really(one.home, who), away=_really(one.away, who)) for one in told.boards]
        for problem in check(rules, real, lists.rosters):
            yield Problem(problem.code, problem.at, problem.figures or {})


def _really(ids: Iterable[int], who: Mapping[int, Player]) -> tuple[int, ...]:
    return tuple(who[pk].pk if pk in who else pk for pk in ids)


def _cannot_be_said(now: Fixture, found: Agreement, side: Team | None, agrees: bool, remark: str) -> Iterator[Problem]:
    if _over(now):
        yield Problem("report_league_over")
    if found.report is None:
        yield Problem("word_nothing")
    elif side is None or side_of(now, side.pk) is None:
        yield Problem("report_not_yours")
    elif found.report.side_id is None:
        yield Problem("word_not_asked")
    elif found.report.side_id == side.pk:
        yield Problem("word_own")
    if len(found.words) + len(found.earlier) >= MOST_WORDS:
        yield Problem("report_too_often")
    if not agrees and not remark:
        yield Problem("word_remark_missing", "remark")
    yield from text_problems("remark", remark, LONGEST_REMARK)


# --- the log ---------------------------------------------------------------------------------------------------------


def _log(now: Fixture, found: Agreement, report: Report) -> None:
    """What the secretary has put in the place of something, or taken out of the table."""
    if report.side_id is not None or (found.report is None and report.how == Report.How.PLAYED):
        return
    result, before = result_text(now, report), None if found.report is None else result_text(now, found.report)
    what = {None: "report_decided", result: "report_stays"}.get(before, "report_corrected")
    after = {
        "league": str(now.division.league),
        "match": f"{now.home.name} – {now.away.name}",
        "round": now.round,
        "match_result": result,
        **({"reason": report.remark} if report.remark else {}),
    }
    was = {"match_result": before} if what == "report_corrected" else {}
    log_change(now.division.league.club, what, by=report.by, before=was, after=after)


def result_text(fixture: Fixture, report: Report) -> str:
    """A result as the log keeps it: "5:3 (14:9)", boards and what was made; codes for what was not played."""
    if report.how != Report.How.PLAYED:
        return str(report.how)
    match = match_of(read_rules(fixture.division.league.rules), fixture, report)
    return f"{match.home_boards}:{match.away_boards} ({match.home_made}:{match.away_made})"
