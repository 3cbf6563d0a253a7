"""A plan in sentences, as they stand on the rule sheet, in the language of whoever reads it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.messages.money import euros
from tournaments.formats.plan import MATCHES, Card, Kind, Plan, Public, Record, Rest, Stage
from tournaments.messages.criteria import unit_name
from tournaments.messages.prize_words import what_for
from tournaments.models import Tournament
from tournaments.services.plan_names import kind_name, percent, ranked_by, signed_name


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the rule sheet and the sentences below it."""

    title: str
    lines: tuple[str, ...]


def sections(plan: Plan, tournament: Tournament | None = None) -> list[Section]:
    """The whole plan; of the `tournament` what its organiser wrote down besides comes last. Nothing is left empty."""
    said: list[tuple[str, Iterator[str]]] = [(_("Who plays"), _entry(plan))]
    said += [(stage_title(plan, index), _stage(plan, index)) for index in range(len(plan.stages))]
    said += [
        (_("Order of places"), _ranking(plan)),
        (_("How the tables are drawn"), _keeping(plan)),
        (_("Buying in again"), _buying(plan)),
        (_("Entry fee"), _fee(plan)),
        (_("Prizes"), _prizes(plan)),
        (_("The day"), _desk(plan)),
        (_("In the hall"), _hall(plan)),
    ]
    if tournament is not None and tournament.notes:
        said.append((_("Also"), iter(tournament.notes.splitlines())))
    written = ((title, tuple(lines)) for title, lines in said)
    return [Section(title, lines) for title, lines in written if lines]


def stage_title(plan: Plan, index: int) -> str:
    """What a stage is called: by its own name, or by its kind; numbered where there are several."""
    stage = plan.stages[index]
    name = stage.name or kind_name(stage.kind)
    return name if len(plan.stages) == 1 else f"{index + 1}. {name}"


def stage_beside(plan: Plan, index: int) -> str:
    """What stands beside the number of a round: nothing, where there is only one stage and it has no name."""
    return stage_title(plan, index) if len(plan.stages) > 1 or plan.stages[index].name else ""


# --- who, and how a stage goes --------------------------------------------------------------------------------------


def _entry(plan: Plan) -> Iterator[str]:
    if plan.card == Card.SINGLE:
        yield _("Everybody plays for themselves.")
    elif plan.card == Card.PAIR:
        yield _("Fixed pairs play together.")
    else:
        yield _("Teams of %(people)d play together.") % {"people": plan.people}
    if plan.max_cards > 1:
        yield _("One person may hold up to %(most)d start cards.") % {"most": plan.max_cards}
    if plan.most:
        yield _("There are %(most)d start cards at most.") % {"most": plan.most}


def _stage(plan: Plan, index: int) -> Iterator[str]:
    stage = plan.stages[index]
    if index:
        yield from _coming_from(plan.stages[index - 1], stage)
    yield from COURSES[stage.kind](stage)
    if stage.kind in MATCHES:
        yield from _match(stage)
    else:
        yield from _table(stage)
    if stage.counting.events:
        names = ", ".join(map(unit_name, stage.counting.events))
        yield _("Also written down for everybody: %(events)s.") % {"events": names}
    for event, points in zip(stage.counting.events, stage.counting.event_points, strict=False):
        if points:
            signed = f"{points:+d}".replace("-", "−")
            yield _("For each of “%(event)s”: %(points)s points.") % {"event": unit_name(event), "points": signed}


def _coming_from(before: Stage, stage: Stage) -> Iterator[str]:
    if stage.take and before.kind == Kind.GROUPS:
        yield _("The best %(take)d of each group go on.") % {"take": stage.take}
    elif stage.take:
        yield _("The best %(take)d go on.") % {"take": stage.take}
    if stage.kind != Kind.KNOCKOUT:
        yield _("What was made before goes on counting.") if stage.carry else _("Everybody begins at zero again.")


def _lives(stage: Stage) -> Iterator[str]:
    lives = {"lives": stage.lives}
    yield ngettext("Every start card has one life.", "Every start card has %(lives)d lives.", stage.lives) % lives
    yield _("Each round is drawn anew. Who loses, loses a life; who has none left is out.")
    if stage.schneider_lives > 1:
        yield _("A lost Schneider costs %(lives)d lives.") % {"lives": stage.schneider_lives}
    else:
        # The house rules below may count it as two Bummerl: at the table somebody would ask.
        yield _("A Schneider costs no more than that either.")
    yield _("Who is out later is ahead; who goes out in the same round shares the place.")
    yield _("With an odd number somebody has a bye; nobody has a second one before all have had one.")
    yield from _rematches(stage)


def _knockout(stage: Stage) -> Iterator[str]:
    yield _("Who loses is out.")
    if stage.redraw:
        yield _("The winners are drawn anew each round.")
    elif stage.seeded:
        yield _("A fixed grid: the best of before are kept apart.")
    else:
        yield _("A fixed grid, drawn by lot.")
    if stage.final_best_of:
        needed = stage.final_best_of // 2 + 1
        yield ngettext("The final goes to one won Bummerl.", "The final goes to %(legs)d won Bummerl.", needed) % {
            "legs": needed
        }
    if stage.third:
        yield _("The losers of the semi-finals play for the third place.")


def _rounds(stage: Stage) -> str:
    return ngettext("One round.", "%(rounds)d rounds.", stage.rounds) % {"rounds": stage.rounds}


def _drawn(stage: Stage) -> Iterator[str]:
    yield _rounds(stage)
    *some, last = map(str, stage.sizes or (4,))  # without any it is no plan yet, and somebody is typing
    wanted = _("%(some)s or %(last)s") % {"some": ", ".join(some), "last": last} if some else last
    yield _("Tables of %(sizes)s, drawn by lot; everybody counts for themselves.") % {"sizes": wanted}
    if stage.kind == Kind.SCORE:
        yield _("From the second round on the leaders sit together.")
    if stage.partners:
        yield _("Partners sit opposite (seats 1 and 3, 2 and 4) and are new each round.")
    if stage.rematches:
        yield _("The same two may meet again at once.")
    else:
        yield _("Who meets whom is new each round while that can be.")
    if stage.sit_out:
        yield _("Who is too many pauses for a round; nobody does twice before all have.")


def _swiss(stage: Stage) -> Iterator[str]:
    yield _rounds(stage)
    yield _("Equals play against each other: the first round is drawn by lot, the others by the standings.")
    yield from _rematches(stage)


def _rematches(stage: Stage) -> Iterator[str]:
    if stage.rematches:
        yield _("The same two may meet again at once.")
    else:
        yield _("The same two do not meet again while that can be avoided.")


def _sliding(stage: Stage) -> Iterator[str]:
    yield _rounds(stage)
    yield _("Odd numbers stay at their table, even numbers move one table on after each round.")


def _round_robin(stage: Stage) -> Iterator[str]:
    yield (
        _("Everybody plays against everybody, home and away.")
        if stage.twice
        else _("Everybody plays against everybody once.")
    )


def _groups(stage: Stage) -> Iterator[str]:
    yield _("%(groups)d groups.") % {"groups": stage.groups}
    yield (
        _("Within a group everybody plays everybody, home and away.")
        if stage.twice
        else _("Within a group everybody plays everybody once.")
    )


COURSES: Mapping[Kind, Callable[[Stage], Iterator[str]]] = {
    Kind.LIVES: _lives,
    Kind.KNOCKOUT: _knockout,
    Kind.DRAWN: _drawn,
    Kind.SCORE: _drawn,
    Kind.SWISS: _swiss,
    Kind.SLIDING: _sliding,
    Kind.ROUND_ROBIN: _round_robin,
    Kind.GROUPS: _groups,
}


# --- how a table counts ----------------------------------------------------------------------------------------------


def _match(stage: Stage) -> Iterator[str]:
    counting = stage.counting
    if counting.boards > 1:
        yield _("A match has %(boards)d boards, each one against one.") % {"boards": counting.boards}
        if counting.board_unit == "won":
            yield _("The team that wins more boards wins the match.")
        else:
            yield _("The sum over all boards decides the match: %(unit)s.") % {"unit": unit_name(counting.board_unit)}
    if counting.unit == "legs":
        needed = counting.best_of // 2 + 1
        yield ngettext("One Bummerl decides.", "Who has won %(legs)d Bummerl wins the match.", needed) % {
            "legs": needed
        }
    elif counting.winner_makes is not None:
        yield _("Played to %(points)d; who loses writes down what was made.") % {"points": counting.winner_makes}
    else:
        yield _("Who makes more wins: %(unit)s.") % {"unit": unit_name(counting.unit)}
    if counting.draws:
        yield _("A match may end level.")
    if counting.win_bonus:
        yield _("The winner gets %(points)d points on top.") % {"points": counting.win_bonus}
    if counting.shutout_bonus:
        yield _("If the other side made nothing, %(points)d more.") % {"points": counting.shutout_bonus}
    if stage.kind not in (Kind.LIVES, Kind.KNOCKOUT):
        yield from _without_opponent(stage)
    yield from _limits(stage)


def _without_opponent(stage: Stage) -> Iterator[str]:
    points = {"points": stage.counting.bye_points}
    if stage.counting.bye_wins and points["points"]:
        yield _("Without an opponent: counts as won, %(points)d points.") % points
    elif stage.counting.bye_wins:
        yield _("Without an opponent: counts as won.")
    else:
        yield _("Without an opponent: %(points)d points, not counted as won.") % points


def _table(stage: Stage) -> Iterator[str]:
    counting = stage.counting
    if counting.games:
        said = ngettext("One game a round", "%(games)d games a round", counting.games) % {"games": counting.games}
        more = [
            _("%(games)d at tables of five") % {"games": counting.games_at_five} if counting.games_at_five else "",
            _("%(games)d at tables of three") % {"games": counting.games_at_three} if counting.games_at_three else "",
        ]
        yield ", ".join([said, *filter(None, more)]) + "."
    if counting.unit != "points":
        yield _("What counts: %(unit)s.") % {"unit": unit_name(counting.unit)}
    if counting.sums_to == 0:
        yield _("The amounts of a table sum to zero; a list that does not is not taken.")
    elif counting.sums_to is not None:
        said = (
            _("The two sides of a table together make %(sum)d; a list that does not is not taken.")
            if stage.partners
            else _("The amounts of a table sum to %(sum)d; a list that does not is not taken.")
        )
        yield said % {"sum": counting.sums_to}
    yield from _limits(stage)


def _limits(stage: Stage) -> Iterator[str]:
    counting = stage.counting
    if counting.lowest is not None:
        yield _("Nobody makes less than %(amount)s.") % {"amount": f"{counting.lowest}".replace("-", "−")}
    if counting.highest is not None:
        yield _("Nobody makes more than %(amount)d.") % {"amount": counting.highest}


# --- places, draw, money, day ----------------------------------------------------------------------------------------


def _ranking(plan: Plan) -> Iterator[str]:
    chain = plan.ranking.chain
    if chain:
        yield _("What counts: %(criterion)s.") % {"criterion": ranked_by(chain[0])}
    if len(chain) > 1:
        yield _("If equal, one after the other: %(criteria)s.") % {"criteria": ", ".join(map(ranked_by, chain[1:]))}
    if "lot" not in chain:
        yield _("Who is equal in all of that shares the place, and the prizes of the places are shared.")
    if plan.ranking.drop:
        yield ngettext(
            "Everybody's worst round does not count.",
            "Everybody's %(drop)d worst rounds do not count.",
            plan.ranking.drop,
        ) % {"drop": plan.ranking.drop}


def _keeping(plan: Plan) -> Iterator[str]:
    yield _("The seed is shown before each draw, so anybody can draw it again.")
    if plan.keep.groups_apart:
        yield _("Those of one club do not meet while that can be avoided.")
    if plan.keep.neighbours_apart:
        yield _("Neighbouring start numbers do not meet in the first round.")
    if plan.keep.decks_together:
        yield _("Only those with the same deck sit at one table.")


def _buying(plan: Plan) -> Iterator[str]:
    if not any(stage.kind == Kind.LIVES for stage in plan.stages):
        return
    buying = plan.buying
    if not buying.allowed:
        yield _("There is none: who has lost the last life is out.")
        return
    yield ngettext("%(price)s for one more life.", "%(price)s for %(lives)d more lives.", buying.lives) % {
        "price": euros(buying.cents),
        "lives": buying.lives,
    }
    yield ngettext(
        "Once a start card, until the end of round %(round)d.",
        "Up to %(most)d times a start card, until the end of round %(round)d.",
        buying.most,
    ) % {"most": buying.most, "round": buying.last_round}
    if buying.pool_cents:
        yield _("%(amount)s of that go to the prizes.") % {"amount": euros(buying.pool_cents)}


def _fee(plan: Plan) -> Iterator[str]:
    fee = plan.fee
    if not fee.cents:
        yield _("There is none.")
        return
    parts = [
        _("%(amount)s for the prizes") % {"amount": euros(fee.pool)} if fee.pool else "",
        _("%(amount)s for the club") % {"amount": euros(fee.club)} if fee.club else "",
        _("%(amount)s for food and drink") % {"amount": euros(fee.food)} if fee.food else "",
    ]
    said = [one for one in parts if one]
    yield _("%(amount)s for each start card.") % {"amount": euros(fee.cents)}
    if len(said) > 1:
        yield _("Of that %(parts)s.") % {"parts": ", ".join(said)}
    elif said:
        yield _("All of it: %(parts)s.") % {"parts": said[0]}


def _prizes(plan: Plan) -> Iterator[str]:
    prizes = plan.prizes
    for prize in prizes.prizes:
        worth = [
            _("%(percent)s of the pot") % {"percent": percent(prize.share)} if prize.share else "",
            euros(prize.cents) if prize.cents else "",
            prize.goods,
        ]
        yield f"{what_for(prize.wins, prize.place)}: {' + '.join(filter(None, worth))}"
    if prizes.added_cents:
        yield _("Added to the pot: %(amount)s.") % {"amount": euros(prizes.added_cents)}
    if not prizes.prizes:
        return
    if prizes.round_to == 100:
        yield _("Money is paid in whole euros.")
    elif prizes.round_to > 1:
        yield _("Money is paid in whole multiples of %(amount)s.") % {"amount": euros(prizes.round_to)}
    if prizes.rest == Rest.CLUB:
        yield _("What is left of the pot stays with the club.")
    elif prizes.rest == Rest.WINNER:
        yield _("What is left of the pot goes to the winner.")
    if prizes.one_per_person:
        yield _("Who holds several start cards gets a prize for the best of them only.")


def _desk(plan: Plan) -> Iterator[str]:
    desk = plan.desk
    if desk.start:
        yield _("Begins at %(time)s.") % {"time": desk.start}
    if desk.minutes:
        yield _("About %(minutes)d minutes a round.") % {"minutes": desk.minutes}
    if desk.tables:
        yield ngettext("There is room for one table.", "There is room for %(tables)d tables.", desk.tables) % {
            "tables": desk.tables
        }
    if desk.record == Record.RESULT:
        yield _("Every table hands in its result at once after the round.")
    elif desk.record == Record.HANDS:
        yield _("Every table writes down hand by hand on its phone.")
    else:
        yield _("Every table hands in its result, or writes down hand by hand on its phone.")
    if desk.twice:
        yield _("Results are typed twice and compared.")


def _hall(plan: Plan) -> Iterator[str]:
    hall = plan.hall
    if hall.confirm:
        yield _("The other side says whether the result is right; nobody waits for the answer.")
    if hall.approve:
        games = ", ".join(map(signed_name, hall.approve))
        yield _("The director signs before it is played: %(games)s.") % {"games": games}
    if hall.public == Public.ONCE:
        yield _("How it stands is shown once, after round %(round)d, and at the end.") % {"round": hall.public_round}
    elif hall.public == Public.END:
        yield _("How it stands is shown only at the end.")
