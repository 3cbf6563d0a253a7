"""The back office for whoever runs the site: looking things up and putting right what no page can."""

from clubs.admin import accounts, club, people, till

__all__ = ["accounts", "club", "people", "till"]
