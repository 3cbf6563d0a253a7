"""Who plays: accounts, clubs, people, evenings, house rules, the till."""

from clubs.models.accounts import ApiToken, Counted, User
from clubs.models.beats import Beat
from clubs.models.changes import Change
from clubs.models.club import Club, FormerAddress, Invitation, Membership
from clubs.models.evenings import Attendance, Evening, Transfer
from clubs.models.house_rules import RuleProfile, RuleVersion
from clubs.models.people import Claim, Player
from clubs.models.till import Booking, Tariff

__all__ = [
    "ApiToken",
    "Attendance",
    "Beat",
    "Booking",
    "Change",
    "Claim",
    "Club",
    "Counted",
    "Evening",
    "FormerAddress",
    "Invitation",
    "Membership",
    "Player",
    "RuleProfile",
    "RuleVersion",
    "Tariff",
    "Transfer",
    "User",
]
