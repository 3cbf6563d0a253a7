"""What the page of a ranking posts, and back again."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from clubs.forms.numbers import plain_number
from clubs.forms.till import count_typed
from seasons.services.rankings import About


def about_of(post: Mapping[str, str], game: str) -> About:
    """What was typed; what is no number is refused by the use case."""
    minimum = count_typed(post.get("minimum", ""))
    return About(
        name=post.get("name", ""),
        game=game,
        unit=post.get("unit", ""),
        measure=post.get("measure", ""),
        minimum=minimum if isinstance(minimum, int) else -1,
        span=post.get("span", ""),
        first_month=plain_number(post.get("first_month", "1")),
        evenings_only="tournaments" not in post,
        public="public" in post,
    )


def typed_of(about: About, post: Mapping[str, str] | None = None) -> dict[str, Any]:
    """As the form shows it; a number that was refused stands there as it was typed."""
    typed = asdict(about)
    if post is not None:
        typed["minimum"] = post.get("minimum", "")[:20]
    return typed
