"""The fields of setting up: what each asks, for which kinds of stages it makes sense, and which stand folded away."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats.plan import MATCHES, Card, Kind
from tournaments.services.plan_names import CARDS, KINDS, PUBLIC, RECORDS, RESTS

What = Literal["number", "maybe", "numbers", "euros", "tick", "choice", "text", "words", "time"]

EVERY = frozenset(Kind)
TABLES = EVERY - MATCHES
LEVEL = frozenset({Kind.SWISS, Kind.SLIDING, Kind.ROUND_ROBIN, Kind.GROUPS})
"""Matches in which nobody goes out."""
IN_ROUNDS = TABLES | {Kind.SWISS, Kind.SLIDING}
"""Played in so many rounds."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing a plan says, as it is asked; `at` is its path in the plan, or in the stage."""

    at: str
    what: What
    label: str | Promise
    hint: str | Promise = ""
    choices: Mapping[Any, str | Promise] = field(default_factory=dict)
    kinds: frozenset[Kind] = EVERY
    folded: frozenset[Kind] = frozenset()
    """For these kinds it stands under "more"."""
    later: bool = False
    """Only where a stage comes after another one."""
    teams: bool = False
    """Only where teams play."""
    legs: bool | None = None
    """Asked at once only where tables write down won Bummerl (or, False, anything else); else under "more"."""
    default: int = 0
    """What nothing typed means."""

    def fits(self, kind: str, card: str, *, first: bool) -> bool:
        return kind in self.kinds and not (first and self.later) and (card == Card.TEAM or not self.teams)

    def is_folded(self, kind: str, unit: str) -> bool:
        return kind in self.folded or (self.legs is not None and self.legs != (unit == "legs"))


ENTRY = (
    Field("card", "choice", _("A start card is for"), choices=CARDS),
    Field("people", "number", _("People in a team"), _("Only for teams."), default=1),
    Field("max_cards", "number", _("Start cards a person may hold"), default=1),
    Field("most", "number", _("Start cards at most"), _("0: no limit.")),
)

STAGE = (
    Field("kind", "choice", _("Kind"), choices=KINDS),
    Field("take", "number", _("How many go on to here"), _("0: everybody. After groups: from each group."), later=True),
    Field("carry", "tick", _("What was made before goes on counting"), later=True, folded=frozenset({Kind.KNOCKOUT})),
    Field("lives", "number", _("Lives"), kinds=frozenset({Kind.LIVES}), default=3),
    Field("groups", "number", _("Number of groups"), kinds=frozenset({Kind.GROUPS})),
    Field("rounds", "number", _("Number of rounds"), kinds=IN_ROUNDS),
    Field(
        "rounds", "number", _("Number of rounds"), _("0: as many as it takes."), kinds=EVERY - IN_ROUNDS, folded=EVERY
    ),
    Field("sizes", "numbers", _("People at a table"), _("The most wanted number first, like 4, 5."), kinds=TABLES),
    Field("counting.games", "number", _("Games a round"), folded=MATCHES),
    Field("counting.games_at_five", "number", _("Games at tables of five"), kinds=TABLES),
    Field("counting.games_at_three", "number", _("Games at tables of three"), kinds=TABLES, folded=TABLES),
    Field(
        "counting.sums_to",
        "maybe",
        _("The amounts of a table sum to"),
        _("0 for Schafkopf, Tarock and Doppelkopf; 1884 for Jass of 12 games. Empty: any sum."),
        folded=MATCHES,
    ),
    Field(
        "counting.best_of",
        "number",
        _("Bummerl of a match at most"),
        _("3: two won ones decide."),
        kinds=MATCHES,
        default=1,
        legs=True,
    ),
    Field(
        "counting.winner_makes",
        "maybe",
        _("Points that win a match"),
        _("Like 15 or 24. Empty: whoever makes more."),
        kinds=MATCHES,
        folded=MATCHES - LEVEL,
        legs=False,
    ),
    Field("counting.win_bonus", "number", _("Points on top for the winner"), kinds=MATCHES, folded=MATCHES - LEVEL),
    Field("third", "tick", _("Match for the third place"), kinds=frozenset({Kind.KNOCKOUT})),
    Field("partners", "tick", _("Partners sit opposite, new ones each round"), kinds=TABLES),
    Field("twice", "tick", _("Home and away"), kinds=frozenset({Kind.ROUND_ROBIN, Kind.GROUPS})),
    Field("name", "text", _("Own name of this part"), folded=EVERY),
    Field(
        "schneider_lives",
        "number",
        _("Lives that a lost Schneider costs"),
        kinds=frozenset({Kind.LIVES}),
        folded=EVERY,
        default=1,
    ),
    Field(
        "rematches",
        "tick",
        _("The same two may meet again at once"),
        kinds=TABLES | {Kind.LIVES, Kind.SWISS},
        folded=EVERY,
    ),
    Field("redraw", "tick", _("Drawn anew each round, no grid"), kinds=frozenset({Kind.KNOCKOUT}), folded=EVERY),
    Field(
        "seeded",
        "tick",
        _("The best of before are kept apart"),
        kinds=frozenset({Kind.KNOCKOUT, Kind.GROUPS}),
        folded=EVERY,
    ),
    Field(
        "final_best_of",
        "number",
        _("Bummerl of the final at most"),
        _("0: as before."),
        kinds=frozenset({Kind.KNOCKOUT}),
        folded=EVERY,
    ),
    Field("sit_out", "tick", _("Somebody may pause for a round"), kinds=TABLES, folded=EVERY),
    Field("counting.draws", "tick", _("A match may end level"), kinds=MATCHES, folded=EVERY),
    Field("counting.shutout_bonus", "number", _("Points on top against nothing"), kinds=MATCHES, folded=EVERY),
    Field("counting.bye_points", "number", _("Points without an opponent"), kinds=MATCHES, folded=EVERY),
    Field("counting.bye_wins", "tick", _("Without an opponent counts as won"), kinds=MATCHES, folded=EVERY),
    Field("counting.lowest", "maybe", _("Nobody makes less than"), folded=EVERY),
    Field("counting.highest", "maybe", _("Nobody makes more than"), folded=EVERY),
    Field(
        "counting.boards", "number", _("Boards of a match of teams"), kinds=MATCHES, folded=EVERY, default=1, teams=True
    ),
    Field(
        "counting.board_unit",
        "choice",
        _("What of the boards decides"),
        choices={"won": _("won boards"), "points": _("sum of points"), "legs": _("sum of won Bummerl")},
        kinds=MATCHES,
        folded=EVERY,
        teams=True,
    ),
    Field(
        "counting.unit",
        "choice",
        _("What is written down"),
        choices={"points": _("points"), "legs": _("won Bummerl")},
        folded=EVERY - LEVEL,
    ),
)
"""The parts of a stage in the order of the page; unit, events and own words have fields of their own beside these."""

KEEPING = (
    Field("keep.groups_apart", "tick", _("Those of one club do not meet")),
    Field("keep.neighbours_apart", "tick", _("Neighbouring start numbers do not meet in the first round")),
    Field("keep.decks_together", "tick", _("Only those with the same deck sit together")),
)

HANDING_IN = (
    Field("desk.record", "choice", _("What tables hand in"), choices=RECORDS),
    Field("desk.twice", "tick", _("Results are typed twice and compared")),
)

HALL = (
    Field("hall.confirm", "tick", _("The other side is asked whether the result is right")),
    Field(
        "hall.approve",
        "words",
        _("What the director signs before it is played"),
    ),
    Field("hall.public", "choice", _("Screens, phones and print show how it stands"), choices=PUBLIC),
    Field(
        "hall.public_round",
        "number",
        _("One interim table: after round"),
        default=1,
        hint=_("Only where it is shown once in between."),
    ),
)

FEE = (
    Field("fee.cents", "euros", _("Entry fee for a start card")),
    Field("fee.pool", "euros", _("For the prizes")),
    Field("fee.club", "euros", _("For the club")),
    Field("fee.food", "euros", _("For food and drink")),
)

BUYING = (
    Field("buying.allowed", "tick", _("Who has lost the last life may buy in again")),
    Field("buying.cents", "euros", _("Price")),
    Field("buying.pool_cents", "euros", _("Of that for the prizes")),
    Field("buying.lives", "number", _("Lives for it"), default=1),
    Field("buying.most", "number", _("Times for each start card"), default=1),
    Field("buying.last_round", "number", _("Until the end of round"), default=1),
)

PRIZES = (
    Field("prizes.added_cents", "euros", _("Added by club and sponsors")),
    Field("prizes.rest", "choice", _("What is left of the pot"), choices=RESTS),
    Field("prizes.round_to", "choice", _("Money is paid in"), choices={1: _("cents"), 100: _("whole euros")}),
    Field("prizes.one_per_person", "tick", _("Several start cards: only the best one wins")),
)

DESK = (
    Field("desk.start", "time", _("Begins at")),
    Field("desk.minutes", "number", _("Minutes a round, with the draw")),
    Field("desk.tables", "number", _("Tables there is room for"), _("0: enough.")),
)
