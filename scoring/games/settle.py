"""Who gives whom how many cents: the fewest payments that bring every balance to zero."""

from collections.abc import Mapping

EXACT_UP_TO = 13
"""Up to this many open balances (twelve people and the kitty) the number of payments is exactly minimal: 2**13 subsets
to look at."""


def transfers(balances: Mapping[int, int]) -> list[tuple[int, int, int]]:
    """(payer, receiver, cents) for balances in cents: + is to receive, - is to pay; together they must be zero.

    The result does not depend on the order in which the people are given. At most n - 1 payments for n people, and
    exactly the fewest possible for up to `EXACT_UP_TO` of them: splitting the people into as many groups that add up
    to zero as possible saves one payment per group.
    """
    if sum(balances.values()) != 0:
        raise ValueError("balances do not add up to zero")
    people = sorted((person for person, cents in balances.items() if cents), key=lambda p: (balances[p], p))
    groups = _zero_groups([balances[p] for p in people]) if len(people) <= EXACT_UP_TO else [range(len(people))]
    payments = []
    for group in groups:
        payments += _within({people[i]: balances[people[i]] for i in group})
    return sorted(payments)


def _zero_groups(cents: list[int]) -> list[list[int]]:
    """The indices split into the most groups that each add up to zero.

    `best[mask]` is the greatest number of zero-sum prefixes when the people of `mask` are lined up one after the
    other, which is the greatest number of zero-sum groups among them.
    """
    size = 1 << len(cents)
    total, best, last = [0] * size, [0] * size, [-1] * size
    for mask in range(1, size):
        low = (mask & -mask).bit_length() - 1
        total[mask] = total[mask & (mask - 1)] + cents[low]
        for i in range(len(cents)):
            if mask >> i & 1 and (last[mask] < 0 or best[mask ^ (1 << i)] > best[mask]):
                best[mask], last[mask] = best[mask ^ (1 << i)], i
        best[mask] += total[mask] == 0
    groups: list[list[int]] = []
    mask = size - 1
    while mask:
        if total[mask] == 0:
            groups.append([])
        groups[-1].append(last[mask])
        mask ^= 1 << last[mask]
    return groups


def _within(balances: dict[int, int]) -> list[tuple[int, int, int]]:
    """Settles one group in at most one payment less than it has people: the deepest debt pays the highest claim."""
    open_ = dict(balances)
    payments = []
    while any(open_.values()):
        payer = min(open_, key=lambda p: (open_[p], p))
        receiver = max(open_, key=lambda p: (open_[p], -p))
        cents = min(-open_[payer], open_[receiver])
        payments.append((payer, receiver, cents))
        open_[payer] += cents
        open_[receiver] -= cents
    return payments
