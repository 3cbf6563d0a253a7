"""What is stored of seasons: rankings, cups, leagues, ratings, and the boards that workers compute for them."""

from seasons.models.boards import Board, Place, Row
from seasons.models.cups import Cup, CupEvent, CupResult, CupRules
from seasons.models.leagues import Deduction, Division, Fixture, League, Member, Report, Team, Word
from seasons.models.rankings import Champion, Ranking
from seasons.models.ratings import Rating, RatingDay, RatingPoint, Region, RegionClub

__all__ = [
    "Board",
    "Champion",
    "Cup",
    "CupEvent",
    "CupResult",
    "CupRules",
    "Deduction",
    "Division",
    "Fixture",
    "League",
    "Member",
    "Place",
    "Ranking",
    "Rating",
    "RatingDay",
    "RatingPoint",
    "Region",
    "RegionClub",
    "Report",
    "Row",
    "Team",
    "Word",
]
