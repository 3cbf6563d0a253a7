"""Teams of a league and the people on their lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from clubs.models import Player, User
from clubs.names import alphabetical
from clubs.queries import people_of
from clubs.services.changes import log_change
from clubs.services.core import Problem, Refused
from clubs.services.people import problems_with, spoken
from clubs.services.text import text_problems, tidy
from clubs.services.turns import in_turn
from scoring.services.seats import people_at
from seasons.formats.league import MOST_TEAMS, strikes
from seasons.models import Deduction, Division, Fixture, Member, Team
from seasons.services.league_facts import LeagueFacts, facts_of
from seasons.services.league_turns import made_before, secret_of, stir, take, take_team, token_problems

LENGTHS = {"name": 60, "venue": 80}
LONGEST_REASON = 120
MOST_DEDUCTED = 100


# --- the team itself -------------------------------------------------------------------------------------------------


@transaction.atomic
def add(division: Division, *, by: User | None, token: str, name: str, venue: str = "") -> Team:
    """A new team. The same request again gets its first answer.

    Refused: no name, or one that another team of the league has; once the fixtures are drawn.
    """
    division.league = take(division.league)
    if known := made_before(Team.objects.filter(division=division), token):
        return known
    name, venue = tidy(name), tidy(venue)
    problems = [*_problems(division, name, venue), *token_problems(token)]
    if division.fixtures.exists():
        problems.append(Problem("league_fixtures_drawn"))
    if division.teams.count() >= MOST_TEAMS:
        problems.append(Problem("too_many_teams", None, {"most": MOST_TEAMS}))
    if problems:
        raise Refused(*problems)
    last = division.teams.aggregate(last=Max("number"))["last"] or 0
    team = Team.objects.create(
        division=division,
        number=last + 1,
        name=name,
        venue=venue,
        secret=secret_of("team", f"{division.pk}:{token}"),
        token=token,
    )
    log_change(division.league.club, "team_added", by=by, after={**_where(team), "name": name, "venue": venue})
    stir(division.league)
    return team


@transaction.atomic
def change(team: Team, *, by: User | None, name: str, venue: str, seen: tuple[str, str] | None = None) -> Team:
    """Another name or venue. Refused as `add` does; `seen` (name and venue looked at): where they are others by now."""
    now = take_team(team)
    name, venue = tidy(name), tidy(venue)
    problems = _problems(now.division, name, venue, apart_from=now)
    if seen is not None and seen != (now.name, now.venue) and (name, venue) != (now.name, now.venue):
        problems.append(Problem("team_changed_meanwhile", "name", {"name": now.name, "venue": now.venue}))
    if problems:
        raise Refused(*problems)
    before = {"name": now.name, "venue": now.venue}
    Team.objects.filter(pk=now.pk).update(name=name, venue=venue)
    log_change(
        now.division.league.club,
        "team_changed",
        by=by,
        before=before,
        after={**_where(now), "name": name, "venue": venue},
    )
    now.name, now.venue = name, venue
    _in_calendars(now)
    return now


@transaction.atomic
def remove(team: Team, *, by: User | None) -> None:
    """Gone, with its list; twice is once. Refused once the fixtures are drawn: then it can only withdraw."""
    league = take(team.division.league)
    now = Team.objects.filter(pk=team.pk).first()
    if now is None:
        return
    if Fixture.objects.filter(Q(home=now) | Q(away=now)).exists():
        raise Refused(Problem("league_fixtures_drawn"))
    log_change(league.club, "team_removed", by=by, before={**_where(now), "name": now.name})
    now.delete()
    stir(league)


@transaction.atomic
def new_secret(team: Team, *, by: User | None, token: str) -> Team:
    """Another address for the team's own page; the old one leads nowhere any more. Twice with one token is once."""
    now = take_team(team)
    if problems := token_problems(token):
        raise Refused(*problems)
    secret = secret_of("team", f"{now.pk}:{token}")
    if now.secret != secret:
        Team.objects.filter(pk=now.pk).update(secret=secret)
        log_change(now.division.league.club, "team_new_secret", by=by, after={**_where(now), "team": now.name})
        now.secret = secret
    return now


def _problems(division: Division, name: str, venue: str, apart_from: Team | None = None) -> list[Problem]:
    problems = [*text_problems("name", name, LENGTHS["name"]), *text_problems("venue", venue, LENGTHS["venue"])]
    if not name:
        problems.append(Problem("team_name_missing", "name"))
    others = Team.objects.filter(division__league=division.league_id)
    if apart_from is not None:
        others = others.exclude(pk=apart_from.pk)
    if name.casefold() in {one.casefold() for one in others.values_list("name", flat=True)}:
        problems.append(Problem("team_name_taken", "name"))
    return problems


def _in_calendars(team: Team) -> None:
    """The entries of its matches say something else from now on."""
    Fixture.objects.filter(Q(home=team) | Q(away=team)).update(seq=F("seq") + 1, changed_at=timezone.now())


def _where(team: Team) -> dict[str, str]:
    return {"league": str(team.division.league), "division": team.division.name}


# --- withdrawing -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Withdrawing:
    """What withdrawing does to the matches of a team, said before it is done."""

    struck: bool
    played: int
    """Its matches with a result."""
    of: int
    """All of its matches."""

    @property
    def left(self) -> int:
        return self.of - self.played


def what_withdrawing_does(facts: LeagueFacts, team: Team) -> Withdrawing:
    its = [one for one in facts.fixtures if team.pk in (one.home_id, one.away_id)]
    played = sum(one.pk in facts.reports for one in its)
    return Withdrawing(strikes(facts.rules, played, len(its)), played, len(its))


@transaction.atomic
def withdraw(team: Team, *, by: User | None, day: date) -> Team:
    """The team plays no more from this day on; the rule of the league says what becomes of its matches. Twice is
    once. Refused where there are no fixtures yet: then it can be removed."""
    now = take_team(team)
    if now.withdrawn_on is not None:
        return now
    does = what_withdrawing_does(facts_of(now.division), now)
    if not does.of:
        raise Refused(Problem("team_has_no_matches"))
    now.withdrawn_on, now.struck = day, does.struck
    now.save(update_fields=["withdrawn_on", "struck"])
    after = {**_where(now), "team": now.name, "day": day.isoformat(), "struck": does.struck}
    log_change(now.division.league.club, "team_withdrawn", by=by, after=after)
    _in_calendars(now)
    stir(now.division.league)
    return now


@transaction.atomic
def take_back(team: Team, *, by: User | None) -> Team:
    """The team plays on, and everything counts as before. Twice is once."""
    now = take_team(team)
    if now.withdrawn_on is not None:
        now.withdrawn_on, now.struck = None, False
        now.save(update_fields=["withdrawn_on", "struck"])
        log_change(now.division.league.club, "team_back", by=by, after={**_where(now), "team": now.name})
        _in_calendars(now)
        stir(now.division.league)
    return now


# --- the list --------------------------------------------------------------------------------------------------------


def add_member(team: Team, *, by: User | None, name: str, stand_in: bool = False) -> Member:
    """Puts somebody on the list by name; a name that nobody knows becomes a guest of the club. Who is on it already
    stays, who has left comes back.

    Refused: no name, one that cannot be kept, somebody who is on another team of the league (but stand-ins may be).
    """
    name = spoken(name)
    if problems := [Problem(one.code, "name", one.figures) for one in problems_with({"name": name})]:
        raise Refused(*problems)
    with transaction.atomic():
        in_turn(team.division.league.club)
        now = take_team(team)
        club = now.division.league.club
        (player,) = people_at(club, [name])
        who = people_of(club)
        ids = {pk for pk, real in who.items() if real.pk == player.pk}
        on_lists = Member.objects.filter(team__division__league=now.division.league_id, player__in=ids)
        here = on_lists.filter(team=now).first()
        elsewhere = on_lists.filter(left_on=None, stand_in=False).exclude(team=now).select_related("team").first()
        if elsewhere is not None and not stand_in and (here is None or here.left_on is not None or here.stand_in):
            raise Refused(Problem("on_another_team", "name", {"who": player.name, "team": elsewhere.team.name}))
        before = None if here is None else {"stand_in": here.stand_in, "left_on": here.left_on}
        if here is None:
            here = Member.objects.create(team=now, player=player, stand_in=stand_in)
        else:
            here.left_on, here.stand_in = None, stand_in
            here.save(update_fields=["left_on", "stand_in"])
        if before != {"stand_in": stand_in, "left_on": None}:
            after = {**_where(now), "team": now.name, "stand_in": stand_in}
            log_change(club, "member_added", by=by, player=player, after=after)
    return here


@transaction.atomic
def leave(member: Member, *, by: User | None, day: date) -> None:
    """Somebody is not on the list any more; what they played stays. Twice is once."""
    now = take_team(member.team)
    there = Member.objects.select_related("player").filter(pk=member.pk, left_on=None).first()
    if there is None:
        return
    there.left_on, there.captain = day, False
    there.save(update_fields=["left_on", "captain"])
    after = {**_where(now), "team": now.name}
    log_change(now.division.league.club, "member_left", by=by, player=there.player, after=after)


@transaction.atomic
def make_captain(member: Member, *, by: User | None) -> None:
    """One of a team is its captain: this one from now on. Refused for who has left."""
    now = take_team(member.team)
    there = Member.objects.select_related("player").filter(pk=member.pk, left_on=None).first()
    if there is None:
        raise Refused(Problem("no_such_member"))
    if there.captain:
        return
    Member.objects.filter(team=now, captain=True).update(captain=False)
    Member.objects.filter(pk=there.pk).update(captain=True)
    after = {**_where(now), "team": now.name}
    log_change(now.division.league.club, "captain_made", by=by, player=there.player, after=after)


# --- penalty points --------------------------------------------------------------------------------------------------


@transaction.atomic
def deduct(team: Team, *, by: User | None, token: str, points: int | str, reason: str) -> Deduction:
    """Takes points from what a team has. The same request again is once. Refused: no points, no reason."""
    now = take_team(team)
    if known := made_before(Deduction.objects.filter(team=now), token):
        return known
    reason = tidy(reason)
    problems = [*text_problems("reason", reason, LONGEST_REASON), *token_problems(token)]
    if not reason:
        problems.append(Problem("deduction_reason_missing", "reason"))
    if type(points) is not int or not 1 <= points <= MOST_DEDUCTED:
        problems.append(Problem("odd_deduction", "points", {"most": MOST_DEDUCTED}))
    if problems:
        raise Refused(*problems)
    made = Deduction.objects.create(team=now, points=points, reason=reason, by=by, token=token)
    after = {**_where(now), "team": now.name, "points": points, "reason": reason}
    log_change(now.division.league.club, "points_deducted", by=by, after=after)
    stir(now.division.league)
    return made


@transaction.atomic
def give_back(deduction: Deduction, *, by: User | None, at: datetime) -> None:
    """The points count again; the line stays on record. Twice is once."""
    now = take_team(deduction.team)
    if Deduction.objects.filter(pk=deduction.pk, cancelled_at=None).update(cancelled_at=at):
        before = {"points": deduction.points, "reason": deduction.reason}
        log_change(
            now.division.league.club, "points_given_back", by=by, before=before, after={**_where(now), "team": now.name}
        )
        stir(now.division.league)


def people_on(facts: LeagueFacts, team: Team, who: Mapping[int, Player]) -> list[tuple[Member, Player]]:
    """Who is on the list: the captain first, then regulars, then stand-ins; by name. Merged people are one."""
    seen = dict[int, tuple[Member, Player]]()
    for member in facts.members.get(team.pk, ()):
        if member.left_on is None:
            seen.setdefault(who[member.player_id].pk, (member, who[member.player_id]))
    return sorted(seen.values(), key=lambda one: (one[0].stand_in, not one[0].captain, alphabetical(one[1].name)))
