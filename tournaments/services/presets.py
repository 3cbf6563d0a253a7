"""Tournaments as organisers run them, ready to play: a whole plan each, to be changed where a house does otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.formats.plan import (
    Card,
    Counting,
    Desk,
    Fee,
    Keeping,
    Kind,
    Plan,
    Prize,
    Prizes,
    Ranking,
    Record,
    Rest,
    Stage,
    Wins,
)


@dataclass(frozen=True, slots=True)
class Preset:
    """A tournament to begin with; `game` is a key of the engine, or `game_name` says which neighbouring game it is."""

    key: str
    name: str | Promise
    about: str | Promise
    plan: Plan
    game: str = ""
    game_name: str = ""
    neighbour: bool = False
    """Of a game that the engine does not know; the five usual ones stand before these."""


def ladder(*percents: int) -> tuple[Prize, ...]:
    """The first places get so many percent of the pot each."""
    return tuple(Prize(place=place, share=100 * percent) for place, percent in enumerate(percents, start=1))


LADDERS: Mapping[int, tuple[int, ...]] = {
    1: (100,),
    3: (50, 30, 20),
    4: (40, 30, 20, 10),
    5: (40, 25, 15, 12, 8),
    6: (35, 25, 15, 10, 8, 7),
    8: (30, 20, 15, 11, 6, 6, 6, 6),
}
"""How many places win -> percent of the pot; in the last one the losers of the quarter-finals get the same."""

# Ettendorf, Stainz: three lives in the fee, drawn anew each round, who is out later is ahead, best woman apart.
THREE_LIVES = Plan(
    stages=(Stage(kind=Kind.LIVES, lives=3, counting=Counting(unit="legs")),),
    ranking=Ranking(chain=("survived",)),
    fee=Fee(cents=1500, pool=1000, food=500),
    prizes=Prizes(
        prizes=(*ladder(50, 30, 20), Prize(wins=Wins.BEST_WOMAN, place=1, goods="Geschenkkorb")), round_to=100
    ),
    desk=Desk(record=Record.EITHER, minutes=20, start="18:00"),
)

# Wattkönig: odd pairs stay, even pairs move on; a win counts 10 more, ties by points conceded, then by lot; the best
# eight go on to a knock-out that is drawn. A Bummerl in Bauernschnapsen goes to 24.
SLIDING_PAIRS = Plan(
    card=Card.PAIR,
    people=2,
    stages=(
        Stage(
            kind=Kind.SLIDING,
            rounds=4,
            counting=Counting(unit="points", winner_makes=24, win_bonus=10, bye_points=34),
        ),
        Stage(kind=Kind.KNOCKOUT, take=8, third=True, counting=Counting(unit="legs")),
    ),
    ranking=Ranking(chain=("points", "conceded", "lot")),
    fee=Fee(cents=2000, pool=2000),
    prizes=Prizes(prizes=ladder(*LADDERS[8]), round_to=100),
    desk=Desk(record=Record.EITHER, minutes=40, start="18:00"),
)

# Moosinning, Pfaffenhausen, Laubendorf: twice 32 games, good and bad points sum to zero, ties by won soli and then
# shared, the last but one gets the Pressack. Neighbouring start numbers came together and are kept apart.
SCHAFKOPF = Plan(
    stages=(
        Stage(
            kind=Kind.DRAWN,
            rounds=2,
            sizes=(4, 5),
            counting=Counting(sums_to=0, games=32, games_at_five=40, events=("soli",)),
        ),
    ),
    ranking=Ranking(chain=("points", "soli")),
    keep=Keeping(neighbours_apart=True),
    fee=Fee(cents=1000, pool=1000),
    prizes=Prizes(
        prizes=(*ladder(*LADDERS[5]), Prize(wins=Wins.LAST_BUT_ONE, place=1, goods="Pressack")), round_to=100
    ),
    desk=Desk(minutes=90, start="19:00"),
)

# tarock.tirol, Kärntner Tarockcup: three times 16 games, 20 at tables of five where one pauses, ties by the ranks at
# the tables and then the best round; a fixed ladder, what is left stays with the club.
TAROCK = Plan(
    stages=(
        Stage(
            kind=Kind.DRAWN,
            rounds=3,
            sizes=(4, 5),
            counting=Counting(sums_to=0, games=16, games_at_five=20),
        ),
    ),
    ranking=Ranking(chain=("points", "table_ranks", "best_round")),
    fee=Fee(cents=1500, pool=1500),
    prizes=Prizes(
        prizes=tuple(Prize(place=place, cents=cents) for place, cents in enumerate((12000, 8000, 5000, 3000), start=1)),
        rest=Rest.CLUB,
    ),
    desk=Desk(minutes=75, start="14:00"),
)

# Bluzabande: 64 cards, up to four a person and spread over the quarters, two won Bummerl, a match for the third place.
GRID_64 = Plan(
    max_cards=4,
    most=64,
    stages=(Stage(kind=Kind.KNOCKOUT, third=True, counting=Counting(unit="legs", best_of=3)),),
    ranking=Ranking(chain=("survived",)),
    fee=Fee(cents=1000, pool=1000),
    prizes=Prizes(prizes=ladder(*LADDERS[8]), round_to=100),
    desk=Desk(record=Record.EITHER, minutes=45, start="18:00"),
)

# Oberndorf, Wattkönig: fixed pairs to 15, neighbours' way of playing the same evening.
WATTEN = Plan(
    card=Card.PAIR,
    people=2,
    stages=(
        Stage(
            kind=Kind.SLIDING,
            rounds=4,
            counting=Counting(unit="points", winner_makes=15, win_bonus=10, bye_points=25),
        ),
        Stage(kind=Kind.KNOCKOUT, take=8, third=True, counting=Counting(unit="points", winner_makes=15)),
    ),
    ranking=Ranking(chain=("points", "conceded", "lot")),
    fee=Fee(cents=2000, club=2000),
    prizes=Prizes(
        prizes=tuple(
            Prize(place=place, goods=goods) for place, goods in ((1, "Geschenkkorb"), (2, "Speck"), (3, "Wurst"))
        )
    ),
    desk=Desk(minutes=35, start="18:00"),
)

# Muckturnier: fixed pairs, new opponents each round, two Bobbl a round; ties among each other, then by the opponents.
MUCKEN = Plan(
    card=Card.PAIR,
    people=2,
    stages=(Stage(kind=Kind.SWISS, rounds=5, counting=Counting(unit="legs", best_of=2, draws=True, bye_points=2)),),
    ranking=Ranking(chain=("legs", "head_to_head", "buchholz", "lot")),
    fee=Fee(cents=1600, pool=1600),
    prizes=Prizes(prizes=ladder(*LADDERS[5]), round_to=100),
    desk=Desk(minutes=40, start="19:00"),
)

# Dörferduell, Fischbach: four Passen of 12 games with a drawn partner, the worst does not count, ties by the best one.
# 12 × 157 = 1884 points are made by the two sides of a table together; partners write down the same.
JASS = Plan(
    stages=(
        Stage(
            kind=Kind.DRAWN,
            rounds=4,
            sizes=(4,),
            partners=True,
            counting=Counting(sums_to=1884, lowest=0, games=12),
        ),
    ),
    ranking=Ranking(chain=("points", "best_round"), drop=1),
    fee=Fee(cents=1500, pool=1500),
    prizes=Prizes(prizes=ladder(*LADDERS[5]), round_to=100),
    desk=Desk(minutes=45, start="19:00"),
)

# Peitz, München-Süd, Preisskat: two series of 48 (36 at threes), the second seated by score: the best four at the first
# table, whoever they are; ties by more won games.
SKAT = Plan(
    stages=(
        Stage(
            kind=Kind.SCORE,
            rounds=2,
            sizes=(4, 3),
            rematches=True,
            counting=Counting(games=48, games_at_three=36, events=("gewonnen", "verloren")),
        ),
    ),
    ranking=Ranking(chain=("points", "gewonnen", "lot")),
    fee=Fee(cents=1000, pool=1000),
    prizes=Prizes(prizes=ladder(*LADDERS[5]), round_to=100),
    desk=Desk(minutes=130, start="14:00"),
)

# planetsenior, DDV: 24 games in 100 minutes, plus and minus sum to zero, the whole fee is paid out.
DOPPELKOPF = Plan(
    stages=(
        Stage(
            kind=Kind.DRAWN,
            rounds=3,
            sizes=(4, 5),
            counting=Counting(sums_to=0, games=24, games_at_five=30, events=("soli",)),
        ),
    ),
    ranking=Ranking(chain=("points", "soli", "best_round")),
    fee=Fee(cents=1000, pool=1000),
    prizes=Prizes(prizes=ladder(*LADDERS[5]), round_to=100),
    desk=Desk(minutes=100, start="14:00"),
)

# Pyhra: brigades of eight, boards one against one, whoever gets from 7 to 0 first scores one point for the brigade.
TEAMS = Plan(
    card=Card.TEAM,
    people=8,
    stages=(Stage(kind=Kind.ROUND_ROBIN, counting=Counting(unit="legs", boards=8, draws=True)),),
    ranking=Ranking(chain=("boards", "won")),
    fee=Fee(cents=8000, pool=8000),
    prizes=Prizes(prizes=ladder(*LADDERS[3]), round_to=100),
    desk=Desk(minutes=60, start="18:00"),
)

EMPTY = Plan(
    stages=(Stage(kind=Kind.DRAWN, rounds=3),),
    prizes=Prizes(rest=Rest.CLUB),
)

USUAL_STAGES: Mapping[Kind, Stage] = {
    Kind.LIVES: THREE_LIVES.stages[0],
    Kind.KNOCKOUT: SLIDING_PAIRS.stages[1],
    Kind.DRAWN: TAROCK.stages[0],
    Kind.SCORE: Stage(kind=Kind.SCORE, rounds=3, sizes=(4, 5), counting=Counting(sums_to=0)),
    Kind.SWISS: Stage(kind=Kind.SWISS, rounds=5, counting=Counting(unit="legs", best_of=3, bye_points=2)),
    Kind.SLIDING: SLIDING_PAIRS.stages[0],
    Kind.ROUND_ROBIN: Stage(kind=Kind.ROUND_ROBIN, counting=Counting(unit="legs")),
    Kind.GROUPS: Stage(kind=Kind.GROUPS, groups=4, counting=Counting(unit="legs")),
}
"""How a stage of each kind mostly is, to begin with."""

PRESETS: Mapping[str, Preset] = {
    one.key: one
    for one in (
        Preset(
            "three-lives",
            _("Preisschnapsen with three lives"),
            _("One against one, drawn anew each round. Whoever loses three Bummerl is out; the last one wins."),
            THREE_LIVES,
            game="schnapsen",
        ),
        Preset(
            "sliding-pairs",
            _("Bauernschnapsen pairs, four sliding rounds + knock-out"),
            _("Odd pairs stay, even pairs move on. The best eight play the knock-out."),
            SLIDING_PAIRS,
            game="bauernschnapsen",
        ),
        Preset(
            "schafkopf",
            _("Schafkopfrennen 2 × 32"),
            _("Two drawn rounds of 32 games, plus and minus sum to zero, ties by won soli."),
            SCHAFKOPF,
            game_name="Schafkopf",
        ),
        Preset(
            "tarock",
            _("Tarockcup evening"),
            _("Three rounds of 16 games at tables of four, 20 at tables of five."),
            TAROCK,
            game_name="Tarock",
        ),
        Preset(
            "grid-64",
            _("Grid of 64"),
            _("Knock-out over two won Bummerl, up to four start cards a person, a match for the third place."),
            GRID_64,
            game="schnapsen",
        ),
        Preset(
            "watten",
            _("Watten tournament"),
            _("Pairs, four sliding rounds to 15, then the best eight in the knock-out. Prizes are goods."),
            WATTEN,
            game_name="Watten",
            neighbour=True,
        ),
        Preset(
            "mucken",
            _("Mucken tournament"),
            _("Pairs, five rounds of two Bobbl against equals."),
            MUCKEN,
            game_name="Mucken",
            neighbour=True,
        ),
        Preset(
            "jass",
            _("Jass, single with drawn partners"),
            _("Four rounds of 12 games, the worst does not count; every table is checked by its sum."),
            JASS,
            game_name="Jass",
            neighbour=True,
        ),
        Preset(
            "skat",
            _("Preisskat"),
            _("Two series of 48 games, 36 at tables of three; the second is seated by score."),
            SKAT,
            game_name="Skat",
            neighbour=True,
        ),
        Preset(
            "doppelkopf",
            _("Doppelkopf tournament"),
            _("Three rounds of 24 games, plus and minus sum to zero."),
            DOPPELKOPF,
            game_name="Doppelkopf",
            neighbour=True,
        ),
        Preset(
            "teams",
            _("Teams of eight"),
            _("Every team against every other, eight boards one against one."),
            TEAMS,
            game="schnapsen",
            neighbour=True,
        ),
        Preset("empty", _("Empty"), _("Everything chosen by yourself."), EMPTY, game="schnapsen"),
    )
}
"""Key -> what one may begin with, in the order of the page."""

GAME_NAMES = ("Schafkopf", "Tarock", "Watten", "Jass", "Skat", "Doppelkopf", "Mucken", "Herzeln", "Preferanzen")
"""Neighbouring games to be suggested; any other word will do."""
