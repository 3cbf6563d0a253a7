"""`manage.py own_club gasthaus-post anna@example.org`: an account that exists becomes owner of a club."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs.models import Club, User
from clubs.services.owning import make_owner


class Command(BaseCommand):
    help = "Makes an account that exists an owner of a club, for example of the demo club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the club's short address, as in /club/gasthaus-post/")
        parser.add_argument("email", help="the account's e-mail address")

    def handle(self, **options: Any) -> None:
        club = Club.objects.filter(slug=options["slug"]).first()
        if club is None:
            known = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True)) or "none at all"
            raise CommandError(f"There is no club {options['slug']}; there is: {known}.")
        user = User.objects.filter(email=options["email"].strip().lower()).first()
        if user is None:
            raise CommandError("Nobody here has this e-mail address. Log in once on the site, then call this again.")
        make_owner(club, user)
        self.stdout.write(f"{user.email} owns {club.name} now: /club/{club.slug}/")
