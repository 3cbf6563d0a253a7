"""Groups: everybody against everybody within each, all groups at the same time.

Who is in which group is not kept anywhere: it follows from the first round of the stage. There the tables of the first
group come first, and behind all tables those who rest, each alone at a table, in the same order. A group given by hand
(`Entrant.group`) goes before that. Where decks are kept together, every group has one deck (preisschnapsen.at).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest

from tournaments.formats import round_robin
from tournaments.formats.core import Draw, Entrant, Round, by_number, numbered, shuffled
from tournaments.formats.meetings import cost_of, costs
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.seating import placed
from tournaments.formats.situation import Situation


@dataclass(frozen=True, slots=True)
class Frame:
    """A group to be filled: its name if that was given by hand, its deck if not any, and how many it will hold."""

    name: str = ""
    deck: str = ""
    size: int = 0

    def fits(self, card: Entrant) -> bool:
        return (not card.group or card.group == self.name) and (not card.deck or self.deck in ("", card.deck))


def draw(situation: Situation, members: Sequence[Entrant]) -> Draw:
    """The next round of all groups. `members` are all of this stage, there or not."""
    plan, stage, rng = situation.plan, situation.stage, situation.rng
    played = [one for one in situation.rounds if one.stage == situation.stage_index]
    there = {one.number for one in situation.entrants}
    found, resting = list[tuple[int, ...]](), list[int]()
    for group in groups_of(plan, stage, members, played) if played else drawn(situation):
        pairs, rest = round_robin.matches(stage, group, there.intersection(group), played, rng)
        found += pairs
        resting += rest
    if played:
        return Draw(situation.stage_index, placed(found, situation.entrants), tuple(sorted(resting)))
    return Draw(situation.stage_index, numbered([*found, *((one,) for one in resting)]))


def to_play(plan: Plan, stage: Stage, members: Sequence[Entrant], there: set[int], played: Sequence[Round]) -> set[int]:
    """Those who have not met all of their group who are there."""
    groups = groups_of(plan, stage, members, played)
    return {one for group in groups for one in round_robin.to_play(stage, group, there.intersection(group), played)}


def frames(plan: Plan, stage: Stage, cards: Sequence[Entrant]) -> list[Frame]:
    """The groups that these cards make, as even as they can be; the same cards make the same frames every time."""
    names = sorted({card.group for card in cards if card.group})
    decks = (
        Counter(card.deck for card in cards if card.deck) if plan.keep.decks_together and not names else Counter[str]()
    )
    if 1 < len(decks) <= stage.groups:
        shares = dict.fromkeys(sorted(decks), 1)
        for _ in range(stage.groups - len(decks)):
            shares[max(shares, key=lambda deck: Fraction(decks[deck], shares[deck]))] += 1
        made = [
            Frame("", deck, (decks[deck] + share - 1 - at) // share)
            for deck, share in shares.items()
            for at in range(share)
        ]
    else:
        by_hand = Counter(card.group for card in cards)
        made = [Frame(name, "", by_hand[name]) for name in names]
        made += [Frame()] * (stage.groups - len(names))
    for _ in range(len(cards) - sum(frame.size for frame in made)):
        smallest = min(range(len(made)), key=lambda at: made[at].size)
        made[smallest] = replace(made[smallest], size=made[smallest].size + 1)
    return made


def drawn(situation: Situation) -> list[list[int]]:
    """Who comes into which group: by lot, or by the seeding one after the other and back again.

    Cards of one person, a family or a club get to different groups as far as they can.
    """
    cards, seeded = by_number(situation.entrants), situation.stage.seeded
    held = frames(situation.plan, situation.stage, situation.entrants)
    made: list[list[int]] = [[] for _ in held]
    cost = cost_of(situation.plan, situation.entrants, situation.rounds, situation.number)
    for number in situation.order if seeded else _hardest_first(situation):
        free = [at for at, frame in enumerate(held) if len(made[at]) < frame.size]
        fitting = [at for at in free if held[at].fits(cards[number])] or free
        if seeded:
            layer = min(len(made[at]) for at in fitting)
            fitting = [at for at in fitting if len(made[at]) == layer][:: -1 if layer % 2 else 1]
        else:
            fitting = shuffled(fitting, situation.rng)
        conflicts = {at: sum(cost(number, other) for other in made[at]) for at in fitting}
        made[min(fitting, key=conflicts.__getitem__)].append(number)
    return made


def _hardest_first(situation: Situation) -> list[int]:
    """By lot, but first whom a group was given, then who shall not meet most."""
    order = shuffled([one.number for one in situation.entrants], situation.rng)
    weight = Counter[int]()
    for pair, cost in costs(situation.plan, situation.entrants, situation.rounds, situation.number).items():
        weight.update(dict.fromkeys(pair, cost))
    by_hand = {one.number for one in situation.entrants if one.group}
    return sorted(order, key=lambda number: (number not in by_hand, -weight[number]))


def groups_of(plan: Plan, stage: Stage, members: Iterable[Entrant], played: Sequence[Round]) -> list[list[int]]:
    """The groups after the first round was drawn, those included who came late or left; each by number.

    Who comes late is in the group of whom they met; before that, in the smallest one.
    """
    cards = by_number(members)
    first = sorted(played[0].tables, key=lambda table: table.number)
    pairs = [table.seats for table in first if len(table.seats) > 1]
    alone = [*(table.seats[0] for table in first if len(table.seats) == 1), *played[0].byes]
    began = [number for number in [*(seat for pair in pairs for seat in pair), *alone] if number in cards]
    held = frames(plan, stage, [cards[number] for number in sorted(began)])
    of: dict[int, int] = {}
    next_pair, next_alone = iter(pairs), iter(alone)
    for at, frame in enumerate(held):
        here = [number for _ in range(frame.size // 2) for number in next(next_pair, ())]
        here += [next(next_alone, 0)] if frame.size % 2 else []
        of |= dict.fromkeys(here, at)
    names = {frame.name: at for at, frame in enumerate(held) if frame.name}
    of |= {number: names[cards[number].group] for number in began if cards[number].group}
    made: list[list[int]] = [[] for _ in held]
    for number in began:
        made[of.get(number, 0)].append(number)
    for card in sorted(cards.values(), key=lambda card: (card.since, card.number)):
        if card.number not in of:
            made[_group_of_late(card, made, held, played)].append(card.number)
    return [sorted(group) for group in made]


def _group_of_late(card: Entrant, made: Sequence[Sequence[int]], held: Sequence[Frame], played: Sequence[Round]) -> int:
    met = {
        other
        for one in played
        for table in one.tables
        if card.number in table.seats and len(table.seats) > 1
        for other in table.seats
    }
    fitting = [at for at, frame in enumerate(held) if frame.fits(card)] or list(range(len(held)))
    return min(fitting, key=lambda at: (met.isdisjoint(made[at]), len(made[at])))


def crossed(ranked: Sequence[Sequence[int]]) -> list[int]:
    """A seeding for the knock-out from groups, each best first: A1 begins against B2, C1 against D2, B1 against A2 …

    All firsts, then all seconds … In the grid the first meets the last, so behind the firsts the groups come in pairs
    from behind: C2 D2 A2 B2.
    """
    tiers = list(zip_longest(*ranked))
    firsts = [one for one in tiers[0] if one is not None] if tiers else []
    pairs = [range(at, min(at + 2, len(ranked))) for at in range(0, len(ranked), 2)]
    turned = [at for pair in reversed(pairs) for at in pair]
    return [*firsts, *(tier[at] for tier in tiers[1:] for at in turned if tier[at] is not None)]
