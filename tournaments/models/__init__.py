"""What is stored of a tournament. Facts are appended or cancelled; places and money are counted from them."""

from tournaments.models.desk import Adjustment, Ban, Buy, Payment, Payout
from tournaments.models.entrants import Entrant, Person
from tournaments.models.mails import Mail
from tournaments.models.rounds import Call, Confirmation, Result, Round, Seat, Table
from tournaments.models.screens import Screen
from tournaments.models.tournament import Tournament

__all__ = [
    "Adjustment",
    "Ban",
    "Buy",
    "Call",
    "Confirmation",
    "Entrant",
    "Mail",
    "Payment",
    "Payout",
    "Person",
    "Result",
    "Round",
    "Screen",
    "Seat",
    "Table",
    "Tournament",
]
