"""The standings of an evening a second time, from nothing but its raw tables.

Written plainly on purpose: loops over tables, one block of equals split after the other, nothing of `ranking`, `totals`
or `stage_ranking`.
"""

from dataclasses import dataclass
from functools import cached_property

from tests.formats.whole import LOT, Tournament
from tournaments.formats.core import Gone, Round
from tournaments.formats.groups import groups_of
from tournaments.formats.plan import Plan
from tournaments.formats.ranking import lot_of

MATCHES = ("lives", "knockout", "swiss", "sliding", "round_robin", "groups")
OUT_AT_A_TIME = ("lives", "knockout")
LESS_IS_BETTER = ("lost", "conceded", "bummerl", "table_rank", "table_ranks")


@dataclass
class Naive:
    """One stage of an evening, from the raw tables."""

    evening: Tournament
    index: int

    @cached_property
    def plan(self) -> Plan:
        return self.evening.plan

    @cached_property
    def counted(self) -> list[int]:
        found = [self.index]
        while found[0] > 0 and self.plan.stages[found[0]].carry:
            found.insert(0, found[0] - 1)
        return found

    @cached_property
    def rounds(self) -> list[Round]:
        return [one for one in self.evening.rounds if one.stage in self.counted]

    @cached_property
    def units(self) -> set[str]:
        found = set()
        for index in self.counted:
            stage = self.plan.stages[index]
            found |= {stage.counting.unit, *stage.counting.events}
            found |= {"won", "lost", "drawn", "made", "conceded"} if stage.kind in MATCHES else {"table_rank"}
            if stage.counting.boards > 1:
                found.add("boards")
        return found

    @cached_property
    def written(self) -> str:
        return self.plan.stages[self.counted[0]].counting.unit

    @cached_property
    def compared_in(self) -> str:
        first = self.plan.ranking.chain[0]
        return first if first in self.units else self.written

    @cached_property
    def results(self) -> dict[int, dict[int, tuple[dict[str, int], bool]]]:
        """Number -> round -> (scores with the penalties of the round, whether it was played)."""
        found: dict[int, dict[int, tuple[dict[str, int], bool]]] = {one.number: {} for one in self.evening.entrants}
        for round_ in self.rounds:
            stage = self.plan.stages[round_.stage]
            for table in round_.tables:
                if len(table.seats) > 1 and table.scores is not None:
                    played = not any("walkover" in one or "self_match" in one for one in table.scores)
                    for number, scores in zip(table.seats, table.scores, strict=True):
                        found[number][round_.number] = (dict(scores), played)
            for number in [*round_.byes, *(table.seats[0] for table in round_.tables if len(table.seats) == 1)]:
                credit = {stage.counting.unit: stage.counting.bye_points}
                if stage.kind in ("round_robin", "groups"):
                    credit = {stage.counting.unit: 0}
                elif stage.kind in MATCHES and stage.counting.bye_wins:
                    credit["won"] = 1
                found[number][round_.number] = (credit, False)
        for one in self.evening.adjustments:
            if one.round in found[one.number]:
                scores = found[one.number][one.round][0]
                scores[one.unit] = scores.get(one.unit, 0) + one.amount
        return found

    def dropped(self, number: int) -> set[int]:
        """The worst rounds, one after the other."""
        may_go = [one.number for one in self.rounds if self.plan.stages[one.stage].kind not in OUT_AT_A_TIME]
        keep = max(1, len(may_go) - self.plan.ranking.drop)
        mine = {at: scores for at, (scores, _) in self.results[number].items() if at in may_go}
        gone: set[int] = set()
        while len(mine) > keep:
            units = (self.compared_in, *self.plan.ranking.chain)
            worst = min(
                mine,
                key=lambda at: (
                    [mine[at].get(unit, 0) * (-1 if unit in LESS_IS_BETTER else 1) for unit in units],
                    -at,
                ),
            )
            del mine[worst]
            gone.add(worst)
        return gone

    def total(self, number: int, unit: str) -> int:
        gone = self.dropped(number)
        amount = sum(scores.get(unit, 0) for at, (scores, _) in self.results[number].items() if at not in gone)
        elsewhere = {one.number for one in self.evening.rounds} - {one.number for one in self.rounds}
        for one in self.evening.adjustments:
            if one.number == number and one.unit == unit and one.round not in {*self.results[number], *elsewhere}:
                amount += one.amount
        return amount

    # --- criteria -----------------------------------------------------------------------------------------------------

    def figure(self, criterion: str, number: int, block: list[int]) -> int:
        """More is better."""
        if criterion == "survived":
            return self.survived(number)
        if criterion == "group_place":
            return -self.place_in_group(number)
        if criterion == "lot":
            return lot_of(LOT, number)
        if criterion == "buchholz":
            return sum(self.total(other, self.compared_in) for _, other in self.opponents(number))
        if criterion == "head_to_head":
            return self.direct(block).get(number, 0)
        if criterion == "difference":
            return self.total(number, "made") - self.total(number, "conceded")
        if criterion in ("best_round", "worst_round", "last_round", "average", "table_ranks", "table_firsts"):
            figure = self.of_rounds(criterion, number)
        else:
            figure = self.total(number, criterion)
        return -figure if criterion in LESS_IS_BETTER else figure

    def of_rounds(self, criterion: str, number: int) -> int:
        gone, mine = self.dropped(number), self.results[number]
        amounts = {at: scores.get(self.written, 0) for at, (scores, _) in mine.items()}
        tables = {at: scores for at, (scores, played) in mine.items() if played}
        if criterion == "best_round":
            return max((amounts[at] for at in tables), default=0)
        if criterion == "worst_round":
            return min((amounts[at] for at in tables if at not in gone), default=0)
        if criterion == "last_round":
            return amounts.get(max((one.number for one in self.rounds), default=0), 0)
        if criterion == "average":
            credited = sum(amounts[at] for at in mine if at not in tables and at not in gone)
            left = [at for at in tables if at not in gone]
            return (self.total(number, self.written) - credited) * 1_000_000 // max(1, len(left))
        if criterion == "table_firsts":
            return sum(scores.get("table_rank") == 1 for scores in tables.values())
        ranks = 0
        for round_ in self.rounds:
            if "table_rank" in tables.get(round_.number, {}):
                ranks += tables[round_.number]["table_rank"]
            elif self.plan.stages[round_.stage].kind not in MATCHES and not any(
                len(table.seats) > 1 and table.scores is None for table in round_.tables
            ):
                ranks += max((len(table.seats) for table in round_.tables), default=0)
        return ranks

    def opponents(self, number: int) -> list[tuple[int, int]]:
        """(round, whose result counts)."""
        found = []
        for round_ in self.rounds:
            stage = self.plan.stages[round_.stage]
            for table in round_.tables:
                if number in table.seats and len(table.seats) > 1 and table.scores is not None:
                    seat = table.seats.index(number)
                    if any("walkover" in one or "self_match" in one for one in table.scores):
                        found.append((round_.number, number))
                        continue
                    for place, other in enumerate(table.seats):
                        partner = stage.partners and stage.kind not in MATCHES and {seat, place} in ({0, 2}, {1, 3})
                        if place != seat and not partner:
                            found.append((round_.number, other))
                elif table.seats == (number,):
                    found.append((round_.number, number))
            if number in round_.byes:
                found.append((round_.number, number))
        return sorted(found)

    def direct(self, block: list[int]) -> dict[int, int]:
        points = dict.fromkeys(block, 0)
        meetings = {(one, other): 0 for one in block for other in block if one < other}
        for round_ in self.rounds:
            for table in round_.tables:
                pair = (min(table.seats), max(table.seats))
                if self.plan.stages[round_.stage].kind in MATCHES and pair in meetings and table.scores is not None:
                    meetings[pair] += 1
                    for number, scores in zip(table.seats, table.scores, strict=True):
                        points[number] += 1 + scores.get("won", 0) - scores.get("lost", 0)
        return points if len(set(meetings.values())) < 2 else dict.fromkeys(block, 0)

    def place_in_group(self, number: int) -> int:
        played = [one for one in self.evening.rounds if one.stage == self.index]
        members = [one for one in self.evening.entrants if one.number in members_of(self.evening, self.index)]
        stage = self.plan.stages[self.index]
        (group,) = [one for one in groups_of(self.plan, stage, members, played) if number in one] or [[number]]
        blocks = self.blocks([one for one in group if one in placed(self.evening)], self.chain(inner=True))
        before = [
            one for block in blocks[: next(at for at, one in enumerate(blocks) if number in one)] for one in block
        ]
        return 1 + len(before)

    def survived(self, number: int) -> int:
        played = [one for one in self.evening.rounds if one.stage == self.index]
        stage, (card,) = self.plan.stages[self.index], [one for one in self.evening.entrants if one.number == number]
        seen = [at for at, one in enumerate(played) if number in seated(one)]
        if stage.kind == "lives":
            left = stage.lives
            for round_ in played:
                for table in round_.tables:
                    if number in table.seats and table.scores is not None:
                        left -= min(left, table.scores[table.seats.index(number)].get("lost", 0))
                left += self.plan.buying.lives * card.bought.count(round_.number)
            latest = played[-1].number if played else 0
            until = played[seen[-1]].number if seen else 0
            if not left:
                return until
            return max(until, card.gone_after) if card.gone and card.gone_after <= latest else latest + left
        if not seen:
            return 0
        at = seen[-1]
        if number in played[at].byes:
            return 4 * (at + 1) + 2
        (table,) = [one for one in played[at].tables if number in one.seats]
        third = False
        if stage.third and at > 0 and table.number == 2:  # beside the final: no more than two were there before
            before = played[at - 1]
            third = max(*(one.number for one in before.tables), len(before.tables) + len(before.byes)) <= 2
        alone = len(table.seats) == 1 or (table.scores is not None and won(played[at], number))
        if third:
            return 4 * at + (1 if alone else 0)
        return 4 * (at + 1) + (2 if alone else 1 if table.scores is None else 0)

    # --- order --------------------------------------------------------------------------------------------------------

    def chain(self, *, inner: bool = False) -> list[str]:
        kind, chain = self.plan.stages[self.index].kind, list(self.plan.ranking.chain)
        if kind in OUT_AT_A_TIME:
            return ["survived", *(chain[chain.index("survived") + 1 :] if "survived" in chain else [])]
        chain = [one for one in chain if one != "survived"] or [self.plan.stages[self.index].counting.unit]
        return ["group_place", *chain] if kind == "groups" and not inner else chain

    def blocks(self, numbers: list[int], chain: list[str]) -> list[list[int]]:
        """Who is equal, best first."""
        blocks = [sorted(numbers)] if numbers else []
        for criterion in chain:
            again = True
            while again:
                split = [part for block in blocks for part in self.split(block, criterion)]
                again = criterion == "head_to_head" and len(split) > len(blocks)
                blocks = split
        return blocks

    def split(self, block: list[int], criterion: str) -> list[list[int]]:
        figures = {number: self.figure(criterion, number, block) for number in block} if len(block) > 1 else {}
        if not figures:
            return [block]
        return [
            [one for one in block if figures[one] == value] for value in sorted(set(figures.values()), reverse=True)
        ]

    def between(
        self, ahead: int, behind: int, numbers: list[int], chain: list[str]
    ) -> list[tuple[str, int, int, list[int]]]:
        """(criterion, what both have, who was equal until then) until they part, or the chain ends."""
        found, block = [], sorted(numbers)
        for criterion in chain:
            again = True
            while again:
                one, other = (self.figure(criterion, number, block) for number in (ahead, behind))
                found.append((criterion, one, other, block))
                if one != other:
                    return found
                parts = self.split(block, criterion)
                again = criterion == "head_to_head" and len(parts) > 1
                (block,) = [part for part in parts if ahead in part]
        return found


def won(round_: Round, number: int) -> bool:
    for table in round_.tables:
        if number in table.seats and len(table.seats) == 2:
            winners = [
                seat
                for seat, scores in zip(table.seats, table.scores or ({}, {}), strict=True)
                if scores.get("won", 0) > 0
            ]
            return winners == [number]
    return number in seated(round_)


def seated(round_: Round) -> set[int]:
    return {*round_.byes, *(number for table in round_.tables for number in table.seats)}


def placed(evening: Tournament) -> set[int]:
    return {one.number for one in evening.entrants if one.gone not in (Gone.DISQUALIFIED, Gone.NO_SHOW)}


def members_of(evening: Tournament, index: int) -> set[int]:
    plan = evening.plan
    if index == 0:
        return {one.number for one in evening.entrants}
    stage, before = plan.stages[index], plan.stages[index - 1]
    if not stage.take and stage.kind != "knockout" and before.kind not in OUT_AT_A_TIME:
        return members_of(evening, index - 1)
    return {number for one in evening.rounds if one.stage == index for number in seated(one)}


def ranked_by_stage(evening: Tournament) -> list[tuple[Naive, list[int]]]:
    """The stages from the last one begun, each with those who came no further."""
    found, seen = list[tuple[Naive, list[int]]](), set[int]()
    for index in range(evening.rounds[-1].stage if evening.rounds else 0, -1, -1):
        numbers = sorted((members_of(evening, index) & placed(evening)) - seen)
        if numbers:
            found.append((Naive(evening, index), numbers))
        seen |= set(numbers)
    return found
