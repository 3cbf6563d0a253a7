"""How a tournament is played, as plain data: stages, counting, ranking, fee, prizes. Frozen with the first draw.

`read_plan` makes it from JSON and names everything that is none; `write_plan` is its inverse.
`plan_checks.check_plan` names what does not fit together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournaments.formats.reading import number, read, write


class Card(StrEnum):
    """Who plays one start card."""

    SINGLE = "single"
    PAIR = "pair"
    TEAM = "team"


class Kind(StrEnum):
    """The formats of a stage."""

    LIVES = "lives"
    """So many lives, drawn anew each round, out at none; who is out later is ahead."""
    KNOCKOUT = "knockout"
    """Who loses is out; a fixed grid, or drawn anew each round."""
    DRAWN = "drawn"
    """Tables of three to five, everybody for themselves, so many rounds, amounts add up."""
    SCORE = "score"
    """As drawn, but the leaders sit together from the second round on."""
    SWISS = "swiss"
    """One against one (or pair against pair) with equals, nobody twice."""
    SLIDING = "sliding"
    """Odd numbers stay, even numbers move one table on."""
    ROUND_ROBIN = "round_robin"
    """Everybody against everybody."""
    GROUPS = "groups"
    """Everybody against everybody within a group."""


MATCHES = frozenset({Kind.LIVES, Kind.KNOCKOUT, Kind.SWISS, Kind.SLIDING, Kind.ROUND_ROBIN, Kind.GROUPS})
"""Formats with two at a table, one of whom wins."""

EVENTS = ("soli", "touts", "schneider", "retour", "bummerl")
"""What may be counted beside the result, for tie-breaks (a desk may add its own words)."""


@dataclass(frozen=True, slots=True)
class Counting:
    """How the result of one table is written down and checked."""

    unit: str = "points"
    """What is written for every seat. `legs`: won Bummerl of a match."""
    best_of: int = number(1, range(1, 22))
    """A match of legs: who has won more than half of so many has won (3: two won Bummerl)."""
    sums_to: int | None = number(None, range(-100_000, 100_001))
    """What the amounts of a table add up to; None: free."""
    winner_makes: int | None = number(None, range(1, 100_001))
    """What the winner of a match has exactly (15, 24, 7), and the loser less; None: only more than the other."""
    lowest: int | None = number(None, range(-100_000, 1))
    highest: int | None = number(None, range(100_001))
    draws: bool = False
    """Whether a match may end level."""
    win_bonus: int = number(0, range(1001))
    """Points on top for the winner of a match."""
    shutout_bonus: int = number(0, range(1001))
    """Points on top for a winner whose opponent made nothing."""
    bye_points: int = number(0, range(1001))
    """Points of somebody without an opponent."""
    bye_wins: bool = True
    """Whether that counts as won. Never in drawn tables."""
    games: int = number(0, range(200))
    """Hands at a table of four (0: not laid down); for planning and the slip."""
    games_at_five: int = number(0, range(200))
    games_at_three: int = number(0, range(200))
    events: tuple[str, ...] = ()
    """Counted beside the result for every seat: `EVENTS` or the desk's own words."""
    event_points: tuple[int, ...] = number((), range(-1000, 1001))
    """Points on top (or off) for one of each of the events, in their order; who is left out gives none."""
    boards: int = number(1, range(1, 33))
    """Boards of a match of teams; each is one against one and the match goes to the team with more of them."""
    board_unit: str = "won"
    """What of the boards decides a match of teams: `won` boards, or the sum of `points` or `legs`."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a tournament."""

    kind: Kind = Kind.LIVES
    name: str = ""
    rounds: int = number(0, range(101))
    """How many; 0: as many as it takes (lives, knock-out, everybody against everybody)."""
    take: int = number(0, range(2001))
    """How many go on from the stage before, best first; after groups: from each group. 0: everybody."""
    carry: bool = False
    """Whether what was made in the stages before goes on counting."""
    counting: Counting = field(default_factory=Counting)
    lives: int = number(3, range(1, 21))
    schneider_lives: int = number(1, range(1, 5))
    """How many lives a lost Schneider costs (the result says so by the event `schneider`)."""
    rematches: bool = False
    """Whether one may meet the same opponent again at once; else it is avoided while it can be."""
    redraw: bool = False
    """Knock-out: drawn anew each round instead of along a grid."""
    seeded: bool = False
    """Knock-out, groups: the best of the stage before are kept apart (first against last); else by lot."""
    third: bool = False
    """Knock-out: a match for the third place beside the final."""
    final_best_of: int = number(0, range(22))
    """Knock-out: legs of the final, where they are others than before; 0: the same."""
    sizes: tuple[int, ...] = number((4,), range(2, 9))
    """Drawn tables: how many sit at one, the most wanted size first. Who is too many sits out."""
    sit_out: bool = True
    """Drawn tables: whether somebody may sit out a round; else a number that cannot be seated is refused."""
    partners: bool = False
    """Drawn tables of four: seats 1 and 3 play together against 2 and 4, and partners shall be new each time."""
    groups: int = number(0, range(129))
    """Groups: how many."""
    twice: bool = False
    """Everybody against everybody: home and away."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """What the draw keeps where it can (and names where it could not)."""

    groups_apart: bool = False
    """Those of one club or brigade do not meet."""
    neighbours_apart: bool = False
    """Neighbouring start numbers do not meet in the first round: they came together."""
    decks_together: bool = False
    """Only those with the same deck sit at one table."""


@dataclass(frozen=True, slots=True)
class Buying:
    """Buying in again after the last life (Nachkauf)."""

    allowed: bool = False
    cents: int = number(0, range(1_000_001))
    pool_cents: int = number(0, range(1_000_001))
    """The part of the price that goes to the prizes."""
    lives: int = number(1, range(1, 21))
    most: int = number(1, range(1, 21))
    """How often one card may."""
    last_round: int = number(1, range(1, 101))
    """Until the end of which round."""


@dataclass(frozen=True, slots=True)
class Fee:
    """What one card costs, in cents, and where that goes. The parts sum to the whole."""

    cents: int = number(0, range(1_000_001))
    pool: int = number(0, range(1_000_001))
    club: int = number(0, range(1_000_001))
    food: int = number(0, range(1_000_001))


@dataclass(frozen=True, slots=True)
class Ranking:
    """What makes the order: the first criterion is the result, the others break ties. What then is equal, is shared."""

    chain: tuple[str, ...] = ("points",)
    drop: int = number(0, range(20))
    """So many worst rounds of everybody do not count."""


class Wins(StrEnum):
    """Who gets a prize."""

    PLACE = "place"
    LAST = "last"
    LAST_BUT_ONE = "last_but_one"
    MIDDLE = "middle"
    BEST_WOMAN = "best_woman"
    LARGEST_GROUP = "largest_group"


class Rest(StrEnum):
    """Where goes what the prizes leave of the pot, or what nobody won."""

    REFUSE = "refuse"
    """Nowhere: percentages must make 100."""
    CLUB = "club"
    WINNER = "winner"


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize: a part of the pot in hundredths of a percent, or an amount in cents, or goods in words (or both)."""

    wins: Wins = Wins.PLACE
    place: int = number(1, range(1, 1001))
    share: int = number(0, range(10_001))
    cents: int = number(0, range(10_000_001))
    goods: str = ""


@dataclass(frozen=True, slots=True)
class Prizes:
    """The prize list. The pot is the fees' parts for it, what was bought again, and what sponsors add."""

    prizes: tuple[Prize, ...] = ()
    added_cents: int = number(0, range(10_000_001))
    rest: Rest = Rest.REFUSE
    round_to: int = number(1, range(1, 1001))
    """Money prizes are whole multiples of so many cents (1 or 100), by largest remainder."""
    one_per_person: bool = False
    """Whoever holds several cards gets a prize for the best of them only."""


class Record(StrEnum):
    """What tables hand in."""

    RESULT = "result"
    """The result of the table."""
    HANDS = "hands"
    """Hand by hand, on the table's sheet."""
    EITHER = "either"
    """As each table likes: phones and paper mix."""


@dataclass(frozen=True, slots=True)
class Desk:
    """How the desk works."""

    record: Record = Record.RESULT
    twice: bool = False
    """Results are typed twice and compared."""
    tables: int = number(0, range(501))
    """How many there are room for; 0: enough."""
    minutes: int = number(0, range(601))
    """What a round takes, with the draw."""
    start: str = ""
    """When it begins, HH:MM in the club's time; nothing: not laid down."""


class Public(StrEnum):
    """When everybody may see how it stands. Draws are public once they are published."""

    ALL = "all"
    """At any time."""
    ONCE = "once"
    """One interim table only, after `Hall.public_round`; the rest at the end."""
    END = "end"
    """Nothing until the places are final."""


@dataclass(frozen=True, slots=True)
class Hall:
    """What the room sees, and who says that a result is right."""

    confirm: bool = False
    """The other side is asked whether the result is right; nobody waits for the answer."""
    approve: tuple[str, ...] = ()
    """Hands that the director signs before they are played: a contract's key, or an event that tables write down."""
    public: Public = Public.ALL
    public_round: int = number(1, range(1, 101))
    """`ONCE`: the round after which the interim table is shown."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole tournament."""

    card: Card = Card.SINGLE
    people: int = number(1, range(1, 33))
    """How many people one card has: 1, 2, or those of a team."""
    max_cards: int = number(1, range(1, 21))
    """How many cards one person may hold."""
    most: int = number(0, range(2001))
    """How many cards there are at most; 0: no limit."""
    stages: tuple[Stage, ...] = (Stage(),)
    ranking: Ranking = field(default_factory=Ranking)
    keep: Keeping = field(default_factory=Keeping)
    buying: Buying = field(default_factory=Buying)
    fee: Fee = field(default_factory=Fee)
    prizes: Prizes = field(default_factory=Prizes)
    desk: Desk = field(default_factory=Desk)
    hall: Hall = field(default_factory=Hall)


def read_plan(data: Any) -> Plan:
    """The plan that this JSON says; what it does not mention is the default. Raises `Impossible` with every problem."""
    return read(Plan, data)


def write_plan(plan: Plan) -> dict[str, Any]:
    """The plan as plain JSON, everything mentioned."""
    written = write(plan)
    assert isinstance(written, dict)
    return written


def changed(before: Mapping[str, Any], after: Mapping[str, Any], inside: str = "") -> dict[str, tuple[Any, Any]]:
    """What differs between two written plans: path -> (before, after)."""
    found: dict[str, tuple[Any, Any]] = {}
    for name in {**before, **after}:
        one, other, path = before.get(name), after.get(name), f"{inside}{name}"
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            found |= changed(one, other, f"{path}.")
        elif one != other:
            found[path] = (one, other)
    return found
