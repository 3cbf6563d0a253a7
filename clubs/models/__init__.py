"""Who plays: accounts, clubs, people, evenings, house rules, the till."""

from clubs.models.accounts import User
from clubs.models.changes import Change
from clubs.models.club import Club, Invitation, Membership
from clubs.models.evenings import Attendance, Evening, Transfer
from clubs.models.house_rules import RuleProfile, RuleVersion
from clubs.models.people import Claim, Player
from clubs.models.till import Booking, Tariff

__all__ = [
    "Attendance",
    "Booking",
    "Change",
    "Claim",
    "Club",
    "Evening",
    "Invitation",
    "Membership",
    "Player",
    "RuleProfile",
    "RuleVersion",
    "Tariff",
    "Transfer",
    "User",
]
