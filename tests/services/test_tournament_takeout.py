"""A tournament goes to another installation, and nothing is lost on the way."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model
from django.utils import timezone

from clubs.models import Change, Player
from clubs.models.club import Role
from clubs.models.people import Shown
from scoring.models import Entry, Sheet
from scoring.services.check_code import code_of
from tests import travelling
from tests.club import House, a_house
from tests.tournament import a_tournament
from tournaments import models
from tournaments.models import Screen, Table, Tournament
from tournaments.services import draws
from tournaments.services.bringing import Look, bring, look_at
from tournaments.services.draw_attempts import next_attempt
from tournaments.services.facts import facts_of
from tournaments.services.prizes import prize_list
from tournaments.services.standings import standings_of
from tournaments.services.table_codes import place_of
from tournaments.services.takeout import as_json, document_of, file_name
from tournaments.services.takeout_log import own_lines

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clean_record")]

EVENINGS: list[Callable[[House], Tournament]] = [
    travelling.pairs,
    travelling.finished,
    travelling.teams,
    travelling.announced,
]
DIFFERS = {"way"}
"""What another installation's file says otherwise: through which clubs it came, and when it was written."""


def taken_along(tournament: Tournament) -> bytes:
    return as_json(document_of(Tournament.objects.get(pk=tournament.pk), now=timezone.now()))


def elsewhere(slug: str = "linde", **fields: Any) -> House:
    """Another installation: ids are others, and of the people of the first one it knows a few by name."""
    return a_house(slug, name="Gasthaus Linde", **fields)


def brought(house: House, data: bytes, **more: Any) -> Tournament:
    look: Look = look_at(house.club, data)
    by = house.users[Role.DIRECTOR]
    return bring(house.club, look.checked, **{"by": by, "token": "brought-1", "now": timezone.now(), **more})


def without(data: bytes) -> bytes:
    return as_json({name: part for name, part in json.loads(data).items() if name not in DIFFERS})


def counted(tournament: Tournament) -> Any:
    """Places, what decided them and what everybody made; the prizes."""
    facts = facts_of(Tournament.objects.get(pk=tournament.pk))
    found = standings_of(facts)
    rows = [(one.place, one.number, one.name, one.standing.values, one.lives, dict(one.totals)) for one in found.rows]
    return rows, prize_list(facts)


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda one: one.__name__)
def test_nothing_is_lost_on_the_way_to_another_installation_and_on(
    evening: Callable[[House], Tournament], house: House
) -> None:
    here = evening(house)
    file = taken_along(here)
    there = brought(elsewhere(), file)
    again = taken_along(there)
    assert without(again) == without(file)
    assert counted(there) == counted(here)
    third = brought(elsewhere("krone"), again)
    assert without(taken_along(third)) == without(file)
    way = [one["club"] for one in json.loads(taken_along(third))["way"]]
    assert way == ["Stammtisch Post", "Gasthaus Linde", "Gasthaus Linde"]


STAY: dict[type[Model], set[str]] = {
    models.Tournament: {"id", "club", "secret", "token", "brought", "rule_version", "names_gone"},
    models.Entrant: {"id", "tournament", "token"},
    models.Person: {"id", "entrant", "player"},
    models.Payment: {"id", "tournament", "entrant", "booking"},
    models.Buy: {"id", "entrant", "token"},
    models.Adjustment: {"id", "tournament", "entrant", "token"},
    models.Payout: {"id", "tournament", "entrant", "booking"},
    models.Round: {"id", "tournament"},
    models.Table: {"id", "round"},
    models.Result: {"id", "table", "token", "device"},
    models.Confirmation: {"id", "table", "token", "device"},
    models.Call: {"id", "table", "token", "device"},
    models.Screen: {"id", "tournament", "secret", "token"},
    Sheet: {"id", "club", "evening", "rule_version", "seq", "state", "totals", "status", "token"}
    | {"write_secret", "watch_secret", "code"},
    Entry: {"id", "sheet", "token", "asked", "device"},
}
"""The columns that the file does not name: they mean nothing elsewhere, let somebody in, are counted again, or are said
otherwise (cards by their numbers, people by their place, phones as phone-1)."""


def test_every_column_is_in_the_file_or_known_to_stay_behind(house: House) -> None:
    """A column that is new has to be taken along, or named above."""
    file = json.loads(taken_along(travelling.pairs(house)))
    tables = file["rounds"][0]["tables"] + file["rounds"][1]["tables"]
    sheet = next(one["sheet"] for one in tables if one["sheet"])
    told: dict[type[Model], dict[str, Any]] = {
        models.Tournament: file["tournament"],
        models.Entrant: file["cards"][0],
        models.Person: file["cards"][0]["people"][0],
        models.Payment: file["payments"][0],
        models.Buy: file["buys"][0],
        models.Adjustment: file["penalties"][0],
        models.Payout: json.loads(taken_along(travelling.finished(house)))["payouts"][0],
        models.Round: file["rounds"][0],
        models.Table: tables[0],
        models.Result: next(one["results"][0] for one in tables if one["results"]),
        models.Confirmation: next(one["confirmations"][0] for one in tables if one["confirmations"]),
        models.Call: next(one["calls"][0] for one in tables if one["calls"]),
        models.Screen: file["screens"][0],
        Sheet: sheet,
        Entry: sheet["entries"][0],
    }
    missing = {model.__name__: {one.name for one in model._meta.concrete_fields} - STAY[model] for model in STAY}
    assert {name: columns for name, columns in missing.items() if columns} == {
        model.__name__: columns
        for model, said in told.items()
        if (columns := {one.name for one in model._meta.concrete_fields} & said.keys())
    }
    kept = {*apps.get_app_config("tournaments").get_models()}
    # Seats stand in their tables, in order; a ban is the club's; a mail is of accounts, and gone.
    assert kept - told.keys() == {models.Ban, models.Seat, models.Mail}


def test_the_file_lets_nobody_in_and_tells_no_phone(house: House) -> None:
    tournament = travelling.pairs(house)
    text = taken_along(tournament).decode()
    sheets = Sheet.objects.filter(table__round__tournament=tournament)
    secrets = [tournament.secret, *Screen.objects.values_list("secret", flat=True)]
    for sheet in sheets:
        secrets += [sheet.write_secret, sheet.watch_secret, f'"{sheet.code}"', sheet.token]
    secrets += [*Entry.objects.values_list("token", flat=True), "handy-eins", house.users[Role.DIRECTOR].email]
    assert [secret for secret in secrets if secret in text] == []
    assert (file_name(tournament, "json"), sheets.count()) == (f"pokal-{tournament.day}.json", 2)


def test_over_there_ids_and_secrets_are_new_and_the_sheets_are_the_same_record(house: House) -> None:
    here = travelling.pairs(house)
    there = brought(elsewhere(), taken_along(here))
    olds = Sheet.objects.filter(table__round__tournament=here).order_by("pk")
    news = Sheet.objects.filter(table__round__tournament=there).order_by("pk")
    for old, new in zip(olds, news, strict=True):
        assert (new.state, new.totals, code_of(new), new.started_at) == (
            old.state,
            old.totals,
            code_of(old),
            old.started_at,
        )
        assert not {new.write_secret, new.watch_secret, new.code} & {old.write_secret, old.watch_secret, old.code}
        assert new.club == there.club
    assert there.secret != here.secret
    assert place_of(f"{there.pk}-1-{'a' * 16}") is None
    assert Table.objects.filter(round__tournament=there, sheet=None).count() == 3


def test_who_wants_to_be_hidden_is_hidden_there_and_who_is_erased_stays_so(house: House) -> None:
    there = elsewhere()
    brought(there, taken_along(travelling.pairs(house)))
    assert Player.objects.get(club=there.club, name="Anna Maier").shown == Shown.HIDDEN
    nick = Player.objects.get(club=there.club, name="Anna Bauer")
    assert (nick.nickname, nick.place, nick.shown, nick.guest) == ("Anni", "Linz", Shown.NICKNAME, True)
    made = brought(there, taken_along(travelling.announced(house)), token="brought-2")
    gone = made.entrants.get(number=2).people.get().player
    assert (gone.name, gone.erased_at is not None, gone.shown) == ("N. N. 7", True, Shown.HIDDEN)
    assert made.entrants.get(number=3).people.get().player.name == "Josef Auer sen."


def test_draws_that_were_thrown_away_are_not_forgotten_there(house: House) -> None:
    here = travelling.announced(house)
    draws.discard(draws.draw(here, by=None, number=1), by=None)
    assert next_attempt(here, 1) == 2
    assert next_attempt(brought(elsewhere(), taken_along(here)), 1) == 2


def test_a_line_of_the_log_is_that_tournaments_which_ran_at_the_time(house: House) -> None:
    """The same again every year bears the same name; where two run at once nobody can say."""
    now, days = timezone.now(), timedelta(days=1)
    last = a_tournament(house.club, created_at=now - 40 * days, ended_at=now - 30 * days)
    this = a_tournament(house.club, created_at=now - 20 * days)

    def line(days_ago: int, **after: Any) -> None:
        told = {"tournament": this.name, **after}
        Change.objects.create(club=house.club, what="card_added", at=now - days_ago * days, after=told)

    for days_ago in (50, 35, 25, 10):
        line(days_ago, card=days_ago)
    line(5, card=5, tournament_no=last.pk)
    told = {one: [line_.after["card"] for line_ in own_lines(one)] for one in (last, this)}
    assert told == {last: [35, 25, 5], this: [10]}
    a_tournament(house.club, created_at=now - 15 * days)
    assert own_lines(this) == []
