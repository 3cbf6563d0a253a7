"""The demo club, and how somebody at this computer becomes its owner."""

import time
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Booking, Change, Club, Evening, Membership, Player, RuleVersion, Transfer, User
from clubs.models.club import Role
from clubs.models.people import Shown
from clubs.services.till import balances
from scoring.management.commands.load_demo import SLUG
from scoring.models import Sheet
from tests.club import an_account, logged_in
from tests.services.table import differing
from tests.web.page import get, phone, texts

pytestmark = pytest.mark.django_db


def rows() -> tuple[int, ...]:
    models: tuple[Any, ...] = (Club, Player, Evening, Sheet, RuleVersion, Transfer, Booking, Change)
    return tuple(model.objects.count() for model in models)


def own(slug: str, email: str) -> str:
    said = StringIO()
    call_command("own_club", slug, email, stdout=said)
    return said.getvalue().strip()


def test_the_demo_is_loaded_once_and_quickly() -> None:
    begun = time.monotonic()
    call_command("load_demo", stdout=StringIO())
    assert time.monotonic() - begun < 3
    loaded = rows()
    assert loaded[:5] == (1, 9, 2, 4, 2)
    call_command("load_demo", stdout=StringIO())
    assert rows() == loaded
    assert differing() == []


def test_the_demo_shows_every_way_of_being_named_a_settled_evening_and_an_open_one() -> None:
    call_command("load_demo", stdout=StringIO())
    assert set(Player.objects.values_list("shown", flat=True)) == set(Shown.values)
    assert [(one.is_open, one.sheets.count()) for one in Evening.objects.order_by("day")] == [(False, 2), (True, 2)]
    assert sorted(Sheet.objects.exclude(rule_version=None).values_list("rule_version__number", flat=True)) == [1, 2]
    paid = [transfer.paid_at is not None for transfer in Transfer.objects.all()]
    assert (paid.count(True), len(paid) > 1) == (1, True)
    club = Club.objects.get()
    assert sum(balances(club).values()) == -3 * 1200 - 390 - 240
    page = get(phone(), f"/club/{SLUG}/")
    assert "Moser" not in page.content.decode()


def test_the_demo_lets_nobody_in() -> None:
    call_command("load_demo", stdout=StringIO())
    assert (User.objects.count(), Membership.objects.count()) == (0, 0)


def test_somebody_at_this_computer_makes_an_account_the_owner() -> None:
    call_command("load_demo", stdout=StringIO())
    user = an_account("Vroni Neu")
    said = own(SLUG, f" {user.email.upper()} ")
    assert said == f"{user.email} owns Stammtisch Gasthaus Post now: /club/{SLUG}/"
    assert own(SLUG, user.email) == said
    membership = Membership.objects.get()
    assert (membership.user, membership.role) == (user, Role.OWNER)
    assert [(one.before, one.after) for one in Change.objects.filter(what="role_changed")] == [
        ({}, {"role": "owner", "account": user.pk})
    ]
    assert texts(get(logged_in(user), f"/club/{SLUG}/house-rules/"), "b") == ["Gasthaus Post"]


def test_whoever_is_something_else_already_becomes_owner_and_stays_the_same_person() -> None:
    club = Club.objects.create(name="Post", slug="post")
    user, player = an_account("Vroni Neu"), Player.objects.create(club=club, name="Vroni Neu")
    Membership.objects.create(club=club, user=user, role=Role.SCORER, player=player)
    own("post", user.email)
    assert [(one.role, one.player) for one in Membership.objects.all()] == [(Role.OWNER, player)]
    change = Change.objects.get()
    assert (change.before, change.after) == ({"role": "scorer"}, {"role": "owner", "account": user.pk})


def test_a_club_or_an_account_that_is_not_there_is_said_plainly() -> None:
    with pytest.raises(CommandError, match="There is no club post; there is: none at all"):
        own("post", "vroni@example.org")
    Club.objects.create(name="Post", slug="post")
    with pytest.raises(CommandError, match="there is: post"):
        own("krone", "vroni@example.org")
    with pytest.raises(CommandError, match="Nobody here has this e-mail address"):
        own("post", "vroni@example.org")
