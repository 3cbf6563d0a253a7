"""Match reports: entered by a team or by the secretary, confirmed by the other side, corrected with a reason."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import Change, Player
from clubs.services.core import Refused
from scoring.services.erase import erase_person
from seasons.formats.match_report import Seated
from seasons.models import Board, Fixture, League, Member, Report, Word
from seasons.services import fixtures, people
from seasons.services.fixtures import When
from seasons.services.league_calendar import fixtures_in
from seasons.services.league_facts import facts_of
from seasons.services.league_waiting import waiting
from seasons.services.match_agreement import State, agreement_of
from seasons.services.reports import MOST_REPORTS, Moved, Told, Writer, enter, say
from tests.club import House
from tests.league import FIRST, a_league, first_fixture, ids, reported, seated, told
from tests.services.table import new_token

pytestmark = pytest.mark.django_db

HOME_WON, AWAY_WON = ((3, 1), (2, 0)), ((1, 3), (0, 2))


@pytest.fixture
def match(house: House) -> Fixture:
    return first_fixture(a_league(house, teams=2, stand_in_times=2))


def secretary(house: House, *, director: bool = True) -> Writer:
    return Writer(by=house.users["owner"], director=director)


def confirm(match: Fixture, *, of: int = 1, agrees: bool = True, remark: str = "", home: bool = False) -> Word:
    side = match.home if home else match.away
    return say(match, writer=Writer(side=side), of=of, agrees=agrees, remark=remark, token=new_token("word"))


def state(match: Fixture) -> State:
    return agreement_of(match).state


def refused(*args: object, **fields: object) -> list[tuple[str, str | None]]:
    """Codes and fields of what `reported` was refused with."""
    with pytest.raises(Refused) as error:
        reported(*args, **fields)  # type: ignore[arg-type]  # as `reported` takes them
    return [(one.code, one.at) for one in error.value.problems]


# --- two sides -------------------------------------------------------------------------------------------------------


def test_a_report_counts_at_once_and_waits_for_the_other_side(match: Fixture) -> None:
    Board.objects.update(due_at=None)
    report = reported(match, *HOME_WON)
    found = agreement_of(match)
    assert (found.state, found.waits_for, found.seen) == (State.REPORTED, match.away, 1)
    assert report.boards[0] == {
        "home": ids(match.home)[:2],
        "away": ids(match.away)[:2],
        "home_made": 3,
        "away_made": 1,
    }
    facts = facts_of(match.division)
    assert [(row.team, row.won, row.points) for row in facts.rows] == [(match.home_id, 1, 2), (match.away_id, 0, 0)]
    assert Board.objects.get().due_at is not None
    assert Fixture.objects.get(pk=match.pk).seq == 1


def test_the_other_side_says_yes(match: Fixture) -> None:
    reported(match, *HOME_WON)
    word = confirm(match)
    assert state(match) == State.AGREED
    assert confirm(match) == word  # said twice is said once
    assert Fixture.objects.get(pk=match.pk).seq == 2


def test_the_other_side_says_no_and_then_yes(match: Fixture) -> None:
    reported(match, *HOME_WON)
    with pytest.raises(Refused, match="word_remark_missing"):
        confirm(match, agrees=False)
    confirm(match, agrees=False, remark="  Am zweiten Brett   war es 2:1 ")
    found = agreement_of(match)
    assert (found.state, found.word and found.word.remark) == (State.DISPUTED, "Am zweiten Brett war es 2:1")
    confirm(match)
    assert state(match) == State.AGREED


def test_a_side_does_not_confirm_what_it_has_entered(match: Fixture) -> None:
    with pytest.raises(Refused, match="word_nothing"):
        confirm(match, of=0)
    reported(match, *HOME_WON)
    with pytest.raises(Refused, match="word_own"):
        confirm(match, home=True)


def test_two_phones_report_different_things(match: Fixture) -> None:
    """The second one is shown what stands there, and what it enters then is a dispute until somebody gives way."""
    first = reported(match, *HOME_WON)
    with pytest.raises(Moved) as moved:
        reported(match, *AWAY_WON, side=match.away)
    assert moved.value.agreement.report == first
    assert Report.objects.count() == 1
    second = reported(match, *AWAY_WON, side=match.away, seen=1)
    found = agreement_of(match)
    assert (found.state, found.report, found.waits_for) == (State.DISPUTED, second, match.home)
    with pytest.raises(Moved):
        confirm(match, of=1, home=True)  # a phone that still shows the first
    confirm(match, of=2, home=True)
    assert state(match) == State.AGREED


def test_two_phones_report_the_same(match: Fixture) -> None:
    """Then both have agreed, whoever was first; the two of a pair may be named the other way round."""
    first = reported(match, *HOME_WON)
    turned = [replace(one, home=one.home[::-1], away=one.away[::-1]) for one in seated(match, *HOME_WON)]
    again = enter(match, told=Told(boards=turned), writer=Writer(side=match.away), seen=0, token="away")
    assert (again, Report.objects.count(), state(match)) == (first, 1, State.AGREED)
    assert enter(match, told=Told(boards=turned), writer=Writer(side=match.away), seen=0, token="away2") == first
    assert Word.objects.count() == 1


def test_a_double_tap_is_one_report(match: Fixture) -> None:
    writer, said = Writer(side=match.home), told(match, *HOME_WON)
    first = enter(match, told=said, writer=writer, seen=0, token="tap")
    assert enter(match, told=said, writer=writer, seen=0, token="tap") == first
    assert enter(match, told=said, writer=writer, seen=0, token="another") == first
    with pytest.raises(Refused, match="token_used"):
        enter(match, told=told(match, *AWAY_WON), writer=writer, seen=0, token="tap")
    with pytest.raises(Refused, match="token_used"):
        enter(match, told=said, writer=Writer(side=match.away), seen=0, token="tap")
    with pytest.raises(Refused, match="bad_token"):
        enter(match, told=said, writer=writer, seen=0, token="no token")
    assert (Report.objects.count(), Fixture.objects.get(pk=match.pk).seq) == (1, 1)


def test_a_team_puts_its_own_report_right_until_both_have_agreed(match: Fixture) -> None:
    reported(match, *HOME_WON)
    confirm(match, agrees=False, remark="2:1 war es")
    reported(match, (3, 1), (2, 1), seen=1)
    assert state(match) == State.REPORTED
    confirm(match, of=2)
    assert refused(match, *AWAY_WON, seen=2) == [("report_agreed", None)]


def test_a_report_of_others_is_none_of_ones_business(house: House) -> None:
    match = first_fixture(a_league(house, teams=4))
    stranger = match.division.teams.exclude(pk__in=[match.home_id, match.away_id])[0]
    assert refused(match, *HOME_WON, side=stranger) == [("report_not_yours", None)]
    reported(match, *HOME_WON)
    with pytest.raises(Refused, match="report_not_yours"):
        say(match, writer=Writer(side=stranger), of=1, agrees=True, token="stranger")


def test_nobody_writes_without_end(match: Fixture) -> None:
    rows = [
        Report(fixture=match, number=number, token=str(number), side=match.home)
        for number in range(1, MOST_REPORTS + 1)
    ]
    Report.objects.bulk_create(rows)
    assert refused(match, *HOME_WON, seen=MOST_REPORTS) == [("report_too_often", None)]


# --- the secretary ---------------------------------------------------------------------------------------------------


def test_what_the_secretary_enters_asks_nobody(match: Fixture, house: House) -> None:
    reported(match, *HOME_WON, writer=secretary(house, director=False))
    assert state(match) == State.SETTLED
    with pytest.raises(Refused, match="word_not_asked"):
        confirm(match)
    assert refused(match, *AWAY_WON, seen=1) == [("report_settled", None)]
    assert not Change.objects.filter(what__startswith="report").exists()


def test_the_secretary_settles_a_dispute_with_a_reason(match: Fixture, house: House) -> None:
    reported(match, *HOME_WON)
    confirm(match, agrees=False, remark="War anders")
    scorer = secretary(house, director=False)
    assert refused(match, *HOME_WON, writer=scorer, seen=1) == [("report_reason_missing", "remark")]
    reported(match, *HOME_WON, writer=scorer, seen=1, remark="Zettel gesehen: stimmt")
    assert (state(match), Report.objects.count()) == (State.SETTLED, 2)
    change = Change.objects.get(what="report_stays")
    assert (change.after["match_result"], change.after["reason"]) == ("2:0 (5:1)", "Zettel gesehen: stimmt")


def test_what_is_confirmed_takes_a_director_and_a_reason_to_change(match: Fixture, house: House) -> None:
    reported(match, *HOME_WON)
    confirm(match)
    scorer, director = secretary(house, director=False), secretary(house)
    assert refused(match, *AWAY_WON, writer=scorer, seen=1, remark="falsch") == [("report_only_directors", "remark")]
    assert refused(match, *AWAY_WON, writer=director, seen=1) == [("report_reason_missing", "remark")]
    with pytest.raises(Moved):
        reported(match, *AWAY_WON, writer=director, seen=0, remark="verdreht")
    reported(match, *AWAY_WON, writer=director, seen=1, remark="verdreht")
    assert facts_of(match.division).rows[0].team == match.away_id
    change = Change.objects.get(what="report_corrected")
    assert (change.before["match_result"], change.after["match_result"]) == ("2:0 (5:1)", "0:2 (1:5)")
    # The same once more is once, and the history stays.
    reported(match, *AWAY_WON, writer=director, seen=1, remark="verdreht")
    assert [report.side_id for report in agreement_of(match).reports] == [match.home_id, None]


def test_what_was_entered_at_the_wrong_match_is_taken_back(match: Fixture, house: House) -> None:
    facts = facts_of(match.division)
    wrong = Told(Report.How.WALKOVER, winner=match.home_id)
    enter(match, told=wrong, writer=Writer(side=match.home), seen=0, token="walk")
    confirm(match, agrees=False, remark="Wir spielen erst im Jänner")
    back = Told(Report.How.OPEN)
    for writer, codes in (
        (Writer(side=match.away), ["report_only_secretary"]),
        (secretary(house, director=False), ["report_only_directors", "report_reason_missing"]),
        (secretary(house), ["report_reason_missing"]),
    ):
        with pytest.raises(Refused) as error:
            enter(match, told=back, writer=writer, seen=1, token="back")
        assert [one.code for one in error.value.problems] == codes
    back = replace(back, remark="War die Rückrunde")
    for _time in range(2):
        enter(match, told=back, writer=secretary(house), seen=1, token="back")
    assert (state(match), agreement_of(match).report, agreement_of(match).seen) == (State.OPEN, None, 2)
    now = facts_of(match.division)
    assert (now.rows, now.is_open(match)) == (facts.rows, True)
    assert [one.pk for one in fixtures_in(match.division.league) if one.is_in] == []  # type: ignore[attr-defined]
    assert waiting(match.division.league, FIRST) == []
    change = Change.objects.get(what="report_corrected")
    assert (change.before["match_result"], change.after["match_result"]) == ("walkover", "open")
    with pytest.raises(Refused, match="word_nothing"):
        enter(match, told=back, writer=secretary(house), seen=2, token="again")
    # It can be put off and turned as any other, and is reported anew: what was said before is no dispute any more.
    fixtures.set_date(match, by=None, when=When(None), now=timezone.now(), postponed=True)
    turned = fixtures.set_home(match, by=None, home=match.away_id, now=timezone.now())
    reported(turned, *HOME_WON, side=turned.away, seen=2)
    assert (state(turned), agreement_of(turned).waits_for) == (State.REPORTED, turned.home)


def test_a_match_without_play(match: Fixture, house: House) -> None:
    writer = Writer(side=match.home)
    won = Told(Report.How.WALKOVER, winner=match.home_id)
    enter(match, told=won, writer=writer, seen=0, token="walkover")
    assert (state(match), facts_of(match.division).rows[0].won) == (State.REPORTED, 1)
    with pytest.raises(Refused, match="report_winner"):
        enter(match, told=replace(won, winner=-1), writer=writer, seen=1, token="nobody")
    with pytest.raises(Refused, match="report_only_secretary"):
        enter(match, told=Told(Report.How.STRUCK), writer=writer, seen=1, token="struck")
    with pytest.raises(Refused, match="report_how"):
        enter(match, told=Told("lost"), writer=writer, seen=1, token="how")
    neither = Told(Report.How.WALKOVER, remark="Beide nicht da")
    enter(match, told=neither, writer=secretary(house), seen=1, token="neither")
    assert [row.lost for row in facts_of(match.division).rows] == [1, 1]
    struck = Told(Report.How.STRUCK, remark="Falsche Karten")
    with pytest.raises(Refused, match="report_only_directors"):
        enter(match, told=struck, writer=secretary(house, director=False), seen=2, token="scorer")
    enter(match, told=struck, writer=secretary(house), seen=2, token="struck")
    assert [row.played for row in facts_of(match.division).rows] == [0, 0]


def test_a_league_that_is_over_and_a_team_that_has_withdrawn(match: Fixture, house: House) -> None:
    reported(match, *HOME_WON)
    match.away.withdrawn_on = timezone.localdate()
    match.away.save()
    assert refused(match, *AWAY_WON, seen=1) == [("report_withdrawn", None)]
    reported(match, *AWAY_WON, seen=1, writer=secretary(house), remark="nachgetragen")
    League.objects.update(ended_at=timezone.now())
    assert refused(match, *HOME_WON, seen=2, writer=secretary(house), remark="x") == [("report_league_over", None)]


# --- the line-up -----------------------------------------------------------------------------------------------------


def test_stand_ins_help_out_as_often_as_the_rules_say(house: House) -> None:
    """In both divisions and for all teams together, and only in matches that were played."""
    league = a_league(house, teams=4, stand_in_times=1)
    first, second = Fixture.objects.filter(division__league=league, home=first_fixture(league).home)[:2]
    helper = ids(first.home, stand_ins=True)[0]

    def with_helper(match: Fixture) -> Told:
        boards = seated(match, *HOME_WON)
        return Told(boards=[replace(boards[0], home=(boards[0].home[0], helper)), boards[1]])

    enter(first, told=with_helper(first), writer=Writer(side=first.home), seen=0, token="first")
    enter(first, told=with_helper(first), writer=Writer(side=first.home), seen=1, token="again")
    with pytest.raises(Refused) as error:
        enter(second, told=with_helper(second), writer=Writer(side=second.home), seen=0, token="second")
    assert [(one.code, one.at) for one in error.value.problems] == [("report_stand_in_times", "home-1-2")]
    walkover = Told(Report.How.WALKOVER, winner=first.home_id)
    enter(first, told=walkover, writer=Writer(side=first.home), seen=1, token="walkover")
    enter(second, told=with_helper(second), writer=Writer(side=second.home), seen=0, token="second")


def test_who_was_merged_is_one_person_and_who_left_is_gone(match: Fixture) -> None:
    home = ids(match.home)
    Player.objects.filter(pk=home[1]).update(merged_into=home[2])
    problems = refused(match, *HOME_WON)
    assert problems == [("report_twice", "home-1-2"), ("report_twice", "home-2-1")]
    Player.objects.filter(pk=home[1]).update(merged_into=None)
    assert match.day is not None
    Member.objects.filter(player=home[3]).update(left_on=match.day)
    reported(match, *HOME_WON)
    Member.objects.filter(player=home[3]).update(left_on=match.day - timedelta(days=1))
    assert refused(match, *AWAY_WON, seen=1) == [("report_not_of_team", "home-2-2")]


def test_without_a_day_the_first_report_says_when_it_was_played(match: Fixture) -> None:
    Fixture.objects.update(day=None)
    match.refresh_from_db()
    today = timezone.localdate()
    reported(match, *HOME_WON)
    Report.objects.update(at=timezone.now() - timedelta(days=9))
    (left, *_others) = ids(match.home)
    Member.objects.filter(player=left).update(left_on=today - timedelta(days=3))
    reported(match, (3, 0), (2, 0), seen=1)
    Report.objects.all().delete()
    assert refused(match, *HOME_WON) == [("report_not_of_team", "home-1-1")]
    Fixture.objects.update(day=today - timedelta(days=5))
    reported(match, *HOME_WON)


def test_who_left_after_a_match_that_was_played_before_its_day_can_be_corrected(match: Fixture, house: House) -> None:
    today = timezone.localdate()
    Fixture.objects.filter(pk=match.pk).update(day=today + timedelta(days=30))
    reported(match, *HOME_WON)
    Report.objects.update(at=timezone.now() - timedelta(days=5))
    Member.objects.filter(player=ids(match.home)[0]).update(left_on=today)
    reported(match, *AWAY_WON, writer=secretary(house), seen=1, remark="verdreht")
    assert facts_of(match.division).rows[0].team == match.away_id


def test_somebody_who_was_erased_is_on_no_list_any_more(match: Fixture, house: House) -> None:
    player = Player.objects.get(pk=ids(match.home)[0])
    reported(match, *HOME_WON)
    erase_person(house.club, player, by=None, confirmation=player.name)
    member = Member.objects.get(player=player)
    assert (member.captain, member.left_on) == (False, timezone.localdate())
    assert agreement_of(match).reports[0].boards[0]["home"][0] == player.pk


def test_somebody_whom_nobody_knows_cannot_sit_anywhere(match: Fixture) -> None:
    boards = seated(match, *HOME_WON)
    said = Told(boards=[Seated((2**70, ids(match.home)[0]), boards[0].away, 3, 1), boards[1]])
    with pytest.raises(Refused, match="report_not_of_team"):
        enter(match, told=said, writer=Writer(side=match.home), seen=0, token="nobody")


def test_all_problems_at_once(match: Fixture) -> None:
    boards = seated(match, *HOME_WON)
    said = Told(boards=[replace(boards[0], home_made=None), replace(boards[1], home=())], remark="x" * 121)
    with pytest.raises(Refused) as error:
        enter(match, told=said, writer=Writer(side=match.home), seen=0, token="many")
    assert {one.code for one in error.value.problems} == {"text_too_long", "report_made_missing", "report_seat_empty"}


# --- who somebody is -------------------------------------------------------------------------------------------------


def test_two_who_met_at_a_board_are_two_people_and_find_it_among_their_data(match: Fixture) -> None:
    (home, *_more), (away, *_others) = ids(match.home), ids(match.away)
    assert not people.sat_together([home], [away])
    reported(match, *HOME_WON)
    assert people.sat_together([home], [away])
    assert people.sat_together([home], [ids(match.home)[3]]), "on one team, though at different boards"
    assert people.sat_together([home], [ids(match.away)[3]]), "in one match, though at different boards"
    (told_of,) = [one["match"] for one in people.stored([home]) if "match" in one]
    assert (told_of["board"], told_of["at_home"], told_of["home_made"], told_of["away_made"]) == (1, True, 3, 1)
