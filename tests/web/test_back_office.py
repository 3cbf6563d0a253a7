"""Django's admin: every list searches and filters at the same cost for one row and for many, and shows no secret."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs import models as clubs
from clubs.models import ApiToken, Change, Membership, User
from clubs.models.club import Role
from scoring import models as scoring
from scoring.models import Sheet
from tests.club import a_house, an_account, logged_in
from tests.web.page import Form, get, links, phone, read, texts
from tournaments.models import Adjustment, Ban, Buy, Entrant, Payment, Payout, Person, Result, Round, Table, Tournament
from tournaments.models import Seat as TableSeat

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 24, 18, tzinfo=UTC)
DAY = date(2026, 11, 24)
SECRET = "geheimgeheimgeheim"

WRITTEN = {Group, User, Membership}
"""What the back office may add or change; besides, keys may be taken away."""
TAKEN_AWAY = {ApiToken, Authenticator, EmailAddress}


def a_world(number: int) -> None:
    """One row, at least, of everything that has a list."""
    house = a_house(f"world-{number}")
    club, anna, bert = house.club, house.players[Role.OWNER], house.players[Role.DIRECTOR]
    user, member = house.users[Role.OWNER], Membership.objects.get(user=house.users[Role.MEMBER])
    Group.objects.create(name=f"group {number}")
    ApiToken.objects.create(user, name="Tabelle")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    Authenticator.objects.create(user=user, type="webauthn", data={"name": "Handy", "credential": {"id": SECRET}})
    UserSession.objects.create(user=user, ip="127.0.0.1", session_key=f"{SECRET}{number}", user_agent="Firefox")
    clubs.FormerAddress.objects.create(club=club, slug=f"former-{number}")
    clubs.Invitation.objects.create(
        club=club, player=bert, secret=f"{SECRET}{number}", made_by=user, expires_at=AT, uses_left=1
    )
    guest = clubs.Player.objects.create(
        club=club, name="Gast", guest=True, merged_into=anna, iban="AT611904300234573201"
    )
    clubs.Claim.objects.create(club=club, player=guest, membership=member, by_club=True, asked_by=user)
    evening = clubs.Evening.objects.create(club=club, day=DAY, opened_by=user)
    clubs.Attendance.objects.create(evening=evening, player=anna)
    clubs.Transfer.objects.create(evening=evening, payer=anna, receiver=bert, cents=150, paid_by=user)
    profile = clubs.RuleProfile.objects.create(club=club, game="schnapsen", name="Post")
    version = clubs.RuleVersion.objects.create(profile=profile, number=1, made_by=user)
    clubs.Tariff.objects.create(club=club, kind="fine", name="Zu spät", cents=50, further_cents=50)
    first = clubs.Booking.objects.create(club=club, kind="fine", player=anna, balance=-50, day=DAY, token=f"a{number}")
    clubs.Booking.objects.create(
        club=club, kind="fine", player=anna, balance=50, day=DAY, token=f"b{number}", reverses=first, by=user
    )
    Change.objects.create(club=club, by=user, what="role_changed", player=anna)
    sheet = Sheet.objects.create(
        club=club,
        evening=evening,
        rule_version=version,
        game="schnapsen",
        first_dealer=0,
        token=f"s{number}",
        write_secret=f"{SECRET}w{number}",
        watch_secret=f"{SECRET}z{number}",
        code=f"CODE{number}",
    )
    seat = scoring.Seat.objects.create(sheet=sheet, position=0, player=anna, name="Anna")
    scoring.Entry.objects.create(sheet=sheet, seq=1, kind="hand", token=SECRET, asked="x", by=user)
    scoring.Total.objects.create(sheet=sheet, seat=seat, unit="cents", amount=50)
    tally = {"club": club, "player": anna, "game": "schnapsen"}
    scoring.PersonTally.objects.create(**tally, year=2026)
    scoring.ContractTally.objects.create(**tally, year=2026, contract="normal")
    scoring.PairTally.objects.create(**tally, other=bert, year=2026)
    scoring.DayTally.objects.create(**tally, day=DAY)
    scoring.Feat.objects.create(**tally, sheet=sheet, what="pot", day=DAY, amount=700)
    a_day_of_cards(club, anna, sheet, number)


def a_day_of_cards(club: clubs.Club, anna: clubs.Player, sheet: Sheet, number: int) -> None:
    tournament = Tournament.objects.create(
        club=club, name="Preisschnapsen", day=DAY, seed="kirtag", secret=f"{SECRET}t{number}", token=SECRET
    )
    card = Entrant.objects.create(tournament=tournament, number=1, token=SECRET)
    Person.objects.create(entrant=card, player=anna)
    drawn = Round.objects.create(tournament=tournament, number=1, seed="kirtag/1")
    table = Table.objects.create(round=drawn, number=1, sheet=sheet)
    TableSeat.objects.create(round=drawn, table=table, entrant=card)
    Result.objects.create(table=table, seq=1, device=SECRET, token=SECRET)
    Payment.objects.create(tournament=tournament, entrant=card, kind="fee", cents=1500)
    Buy.objects.create(entrant=card, after_round=1, lives=1, cents=500, pool_cents=0, token=SECRET)
    Adjustment.objects.create(
        tournament=tournament, entrant=card, unit="points", amount=-2, reason="spät", token=SECRET
    )
    Payout.objects.create(tournament=tournament, entrant=card, wins="place", place=1, cents=1500)
    Ban.objects.create(club=club, player=anna, reason="davongelaufen")


def the_boss() -> Client:
    user = User.objects.create_superuser("boss@example.org", name="Chefin")
    return logged_in(user)


def lists() -> dict[Any, str]:
    return {
        model: reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for model in admin.site._registry
    }


def costs(client: Client) -> dict[Any, int]:
    counted = {}
    for model, path in lists().items():
        with CaptureQueriesContext(connection) as queries:
            page = client.get(path)
        assert page.status_code == 200, path
        counted[model] = len(queries)
    return counted


def test_every_list_costs_the_same_with_one_and_with_three_rows() -> None:
    boss = the_boss()
    a_world(1)
    empty = [model.__name__ for model in lists() if not model.objects.exists()]
    assert empty == [], "a_world() makes no row of these"
    one = costs(boss)
    a_world(2)
    a_world(3)
    assert costs(boss) == one


def test_every_list_can_be_searched() -> None:
    boss = the_boss()
    a_world(1)
    for path in lists().values():
        assert boss.get(path, {"q": "Anna"}).status_code == 200, path


def test_no_list_and_no_row_shows_a_secret() -> None:
    boss = the_boss()
    a_world(1)
    digest = ApiToken.objects.get().digest
    for model, path in lists().items():
        row = reverse(path_name(model, "change"), args=[model.objects.first().pk])
        for page in (get(boss, path), get(boss, row)):
            shown = page.content.decode().replace(row.partition("/change/")[0], "")
            hidden = [SECRET, "CODE1", "AT611904300234573201"] + ([digest] if model is not ApiToken else [])
            assert [word for word in hidden if word in shown] == [], path


def its_form(page: Any) -> Form:
    """The form of the row; the page has one to log out, too."""
    return next(one for one in read(page).forms if one.action == "" and "csrfmiddlewaretoken" in one.fields)


def path_name(model: Any, what: str) -> str:
    return f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}"


def test_what_a_club_wrote_down_is_only_looked_at() -> None:
    boss = the_boss()
    a_world(1)
    for model, path in lists().items():
        if model in WRITTEN:
            continue
        row = model.objects.first().pk
        before = model.objects.count()
        if model is not EmailAddress:
            assert boss.get(reverse(path_name(model, "add"))).status_code == 403, model
            assert boss.post(reverse(path_name(model, "change"), args=[row]), {}).status_code == 403, model
        if model not in TAKEN_AWAY:
            assert boss.post(reverse(path_name(model, "delete"), args=[row]), {"post": "yes"}).status_code == 403, model
            boss.post(path, {"action": "delete_selected", "_selected_action": [row], "post": "yes"})
            assert model.objects.count() == before, model


def test_a_role_changed_in_the_back_office_is_logged_and_leaves_an_owner() -> None:
    boss, house = the_boss(), a_house()
    for role, wanted, now in ((Role.MEMBER, Role.SCORER, Role.SCORER), (Role.OWNER, Role.MEMBER, Role.OWNER)):
        membership = Membership.objects.get(user=house.users[role])
        path = reverse("admin:clubs_membership_change", args=[membership.pk])
        sent = its_form(get(boss, path))
        assert boss.post(path, {**sent.filled(), "role": wanted}).status_code == 302
        membership.refresh_from_db()
        assert membership.role == now
    assert list(Change.objects.values_list("what", flat=True)) == ["role_changed"]
    owner = Membership.objects.get(user=house.users[Role.OWNER])
    boss.post(reverse("admin:clubs_membership_delete", args=[owner.pk]), {"post": "yes"})
    assert Membership.objects.filter(pk=owner.pk).exists()


def test_an_account_is_made_and_changed_in_the_back_office() -> None:
    boss = the_boss()
    typed = {"email": "Neu@example.org", "name": "Neu", "usable_password": "false", "password1": "", "password2": ""}
    made = boss.post(reverse("admin:clubs_user_add"), typed)
    assert (made.status_code, texts(made, "ul.errorlist")) == (302, [])
    user = User.objects.get(name="Neu")
    assert (user.email, user.has_usable_password()) == ("neu@example.org", False)
    path = reverse("admin:clubs_user_change", args=[user.pk])
    roles = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    changed = boss.post(path, {"email": "neu@example.org", "name": "Anders", "is_active": "on", **roles})
    assert (changed.status_code, texts(changed, "ul.errorlist")) == (302, [])
    user.refresh_from_db()
    assert user.name == "Anders"


def test_an_account_is_deleted_in_the_back_office_but_not_the_only_owner_of_others() -> None:
    boss, house = the_boss(), a_house()
    owner, member = house.users[Role.OWNER], house.users[Role.MEMBER]
    for user in (owner, member):
        UserSession.objects.create(user=user, ip="127.0.0.1", session_key=f"{SECRET}{user.pk}", user_agent="Firefox")
        path = reverse("admin:clubs_user_delete", args=[user.pk])
        assert (get(boss, path).status_code, boss.post(path, {"post": "yes"}).status_code) in ((200, 302), (200, 200))
    everybody = [owner.pk, house.users[Role.SCORER].pk]
    chosen = {"action": "delete_selected", "_selected_action": everybody, "post": "yes"}
    boss.post(reverse("admin:clubs_user_changelist"), chosen)
    left = set(User.objects.values_list("pk", flat=True))
    assert (owner.pk in left, member.pk in left, house.users[Role.SCORER].pk in left) == (True, False, True)
    boss.post(reverse("admin:clubs_user_changelist"), {**chosen, "_selected_action": everybody[1:]})
    assert not User.objects.filter(pk=everybody[1]).exists()
    # And its log keeps nobody who is gone.
    kept = " ".join(LogEntry.objects.values_list("object_repr", flat=True))
    assert not {"Franz", "Egon", "@"} & {part for part in ("Franz", "Egon", "@") if part in kept}


def test_the_back_office_has_no_login_of_its_own_and_is_for_staff_only() -> None:
    assert phone().get("/admin/").headers["Location"] == "/admin/login/?next=/admin/"
    answer = phone().get("/admin/login/?next=/admin/")
    assert answer.headers["Location"] == "/account/login/?next=%2Fadmin%2F"
    nobody = logged_in(an_account("Anna Höß"))
    assert nobody.get("/admin/").status_code == 302
    assert nobody.get("/admin/login/?next=/admin/").status_code == 403


def test_no_page_leads_to_the_back_office() -> None:
    boss = the_boss()
    for path in ("/", "/account/"):
        assert not any(link.startswith("/admin") for link in links(get(boss, path)))


def test_the_first_superuser_is_asked_for_an_address_and_not_for_a_name() -> None:
    assert (User.USERNAME_FIELD, User.REQUIRED_FIELDS) == ("email", [])
    user = User.objects.create_superuser("boss@example.org", "kartenspiel-31")
    assert (user.is_staff, user.is_superuser, EmailAddress.objects.get(user=user).verified) == (True, True, True)
