"""Cups as they are really played, to begin with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from seasons.formats.cup_rules import Rules, read


@dataclass(frozen=True, slots=True)
class Preset:
    key: str
    name: str | Promise
    about: str | Promise
    events: Mapping[str, Any] = field(default_factory=dict)
    season: Mapping[str, Any] = field(default_factory=dict)
    evenings: bool = False
    """Whether every evening counts by itself."""

    @property
    def rules(self) -> Rules:
        return read({"events": self.events, "season": self.season})[0]


PRESETS: Mapping[str, Preset] = {
    one.key: one
    for one in (
        Preset("sum", _("All events add up"), _("Nothing else. Everything can be changed afterwards.")),
        Preset(
            "best-7",
            _("Best 7 of 10 evenings"),
            _("Every evening counts, the best seven add up; who was at fewer than six stands outside."),
            season={"best": 7, "minimum": 6},
            evenings=True,
        ),
        Preset(
            "never-below-zero",
            _("Tarock cup: never below zero"),
            _("The points of every tournament add up; a negative day takes nothing. The first 16 go to the final."),
            events={"floor": True},
            season={"chain": ["first_places", "best_result"], "qualified": 16},
        ),
        Preset(
            "best-card",
            _("Schnapsen series: only the best card"),
            _("Points for places; of several cards of one person only the best counts. One may join at any time."),
            events={
                "gives": "places",
                "places": [25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
                "several": "best",
            },
            season={"chain": ["first_places", "best_result"]},
        ),
        Preset(
            "best-3",
            _("Town title: best 3 of 5"),
            _("Five days, the best three count; one may join at any time."),
            season={"best": 3},
        ),
        Preset(
            "average",
            _("Average with a minimum"),
            _("The average of all evenings; who was at fewer than six stands outside."),
            season={"counts": "average", "minimum": 6},
            evenings=True,
        ),
        Preset(
            "divisor",
            _("Average, missing evenings count 0"),
            _("The sum divided by at least 24: who was there less often loses by it."),
            season={"counts": "divisor", "divisor": 24},
            evenings=True,
        ),
        Preset(
            "credit",
            _("Sum with a credit for the absent"),
            _("All evenings add up; whoever is missing gets 500 points."),
            season={"absent": "credit", "credit": 500},
            evenings=True,
        ),
    )
}
