"""`manage.py rebuild_tallies [club]`: adds up all closed sheets of a club, or of every club, anew."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.models import Club
from scoring.services.tallies import rebuild


class Command(BaseCommand):
    help = "Adds up all closed sheets of a club anew, or those of every club. Closes of that club wait meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", nargs="?", help="the short address of one club")

    def handle(self, *, club: str | None = None, **options: Any) -> None:
        clubs = Club.objects.filter(slug=club) if club else Club.objects.order_by("pk")
        if club and not clubs:
            raise CommandError(f"There is no club {club}.")
        for one in clubs:
            rebuild(one)
