"""What the check-in posts: one line for a card, and what is changed of one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core import signing
from django.http import QueryDict

from clubs.forms.numbers import plain_number
from tournaments.formats.plan import Plan, Wins
from tournaments.models import Tournament
from tournaments.models.entrants import Paid
from tournaments.services.card_people import Wanted
from tournaments.services.cards_import import CardRow

MOST_TYPED = 200
PREVIEW_LIVES = 24 * 3600
"""So many seconds a preview of an import may lie on the desk before it is confirmed."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The line as it was typed, to be shown again."""

    number: str = ""
    proposed: str = ""
    """The number that the page had put there; whoever left it takes the next free one, also if another desk was
    quicker."""
    names: Sequence[str] = ()
    places: Sequence[str] = ()
    paid: str = Paid.PAID
    more: dict[str, str] = field(default_factory=dict)

    @property
    def wanted(self) -> list[Wanted]:
        places = [*self.places, *[""] * len(self.names)]
        return [Wanted(name, place) for name, place in zip(self.names, places, strict=False)]

    @property
    def wanted_number(self) -> int | None:
        """None: the next free one."""
        typed = self.number.strip()
        return None if typed in ("", self.proposed) else plain_number(typed)

    @property
    def fields(self) -> dict[str, Any]:
        return fields_of(self.more)


def typed_line(posted: QueryDict) -> Typed:
    return Typed(
        number=posted.get("number", "")[:MOST_TYPED],
        proposed=posted.get("proposed", "")[:MOST_TYPED],
        names=[name[:MOST_TYPED] for name in posted.getlist("name")],
        places=[place[:MOST_TYPED] for place in posted.getlist("place")],
        paid=posted.get("paid", Paid.OPEN),
        more={name: str(posted[name])[:MOST_TYPED] for name in MORE if name in posted},
    )


MORE = ("title", "group", "apart", "deck", "woman", "fixed_table")
"""What else can be said of a card; `title` is the name of a team or pair."""


def fields_of(more: dict[str, str]) -> dict[str, Any]:
    """The fields of a card as its use cases know them; what is no number is left to be refused."""
    table = more.get("fixed_table", "").strip()
    return {
        "name": more.get("title", ""),
        "group": more.get("group", ""),
        "apart": more.get("apart", ""),
        "deck": more.get("deck", ""),
        "woman": "woman" in more,
        "fixed_table": plain_number(table) if table else None,
    }


def beside(plan: Plan) -> list[str]:
    """The fields that this tournament needs so often that they stand in the line itself."""
    wins = {one.wins for one in plan.prizes.prizes}
    return [
        *(["group"] if plan.keep.groups_apart or Wins.LARGEST_GROUP in wins else []),
        *(["deck"] if plan.keep.decks_together else []),
        *(["woman"] if Wins.BEST_WOMAN in wins else []),
    ]


def packed(tournament: Tournament, rows: Sequence[CardRow]) -> str:
    """Rows of a preview as a hidden field: the browser keeps them, and cannot write others for them."""
    plain = [[one.row, list(one.names), one.place, one.number, one.group, one.paid] for one in rows]
    return signing.dumps(plain, salt=_salt(tournament), compress=True)


def unpacked(tournament: Tournament, text: str) -> list[CardRow] | None:
    """The rows of a preview; None where it is too old, or was made elsewhere."""
    try:
        plain = signing.loads(text, salt=_salt(tournament), max_age=PREVIEW_LIVES)
    except signing.BadSignature:
        return None
    return [CardRow(row, tuple(names), place, number, group, paid) for row, names, place, number, group, paid in plain]


def _salt(tournament: Tournament) -> str:
    return f"tournaments.cards.{tournament.pk}"
