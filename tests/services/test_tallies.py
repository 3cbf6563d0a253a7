"""What the sheets of a club add up to: written at a close, taken back at a reopening, the same as added up anew."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club, Evening, Membership, Player
from clubs.models.club import Role
from scoring.models import ContractTally, DayTally, Feat, PairTally, PersonTally, Sheet, YearTally
from scoring.services.check import differing_tallies
from scoring.services.closing import close_sheet, reopen_sheet
from scoring.services.sheets import begin_sheet
from scoring.services.tallies import add_tallies, fresh, rebuild, stored
from tests.club import an_account
from tests.services.table import CAST, at_once, new_token, now, plain, record, special, won_leg
from tests.services.worked_evenings import Document, evenings, worked

pytestmark = pytest.mark.django_db

FIVE = [*CAST, "Emil"]


def a_club() -> Club:
    club = Club.objects.create(name="Gasthaus Post", slug="post")
    Player.objects.bulk_create(Player(club=club, name=name) for name in FIVE)
    return club


def a_table(club: Club, *hands: dict[str, Any], game: str = "bauernschnapsen", **more: Any) -> Sheet:
    """A sheet of the club with these hands, still open."""
    sheet = begin_sheet(game=game, players=more.pop("players", CAST), club=club, token=new_token("sheet"), **more)
    record(sheet, *hands)
    return sheet


def closed(sheet: Sheet) -> Sheet:
    close_sheet(sheet, write=now(sheet))
    return sheet


def reopen(sheet: Sheet) -> None:
    assert sheet.club is not None
    director = Membership.objects.filter(club=sheet.club).first() or Membership.objects.create(
        club=sheet.club, user=an_account("Rosa Richter"), role=Role.DIRECTOR
    )
    reopen_sheet(sheet, write=now(sheet), by=director)


def of_person(name: str, **more: Any) -> dict[str, Any]:
    """What is stored of somebody's year, without what is nil."""
    (row,) = PersonTally.objects.filter(player__name=name, **more).values()
    return {key: value for key, value in row.items() if value and key not in ("id", "club_id", "player_id")}


def pair(one: str, other: str, **more: Any) -> tuple[int, int, int, int]:
    """Won and lost together, won and lost by `one` against `other`."""
    row = PairTally.objects.get(player__name=one, other__name=other, **{"year": 0, "game": "", **more})
    return row.won, row.lost, row.beat, row.beaten


def assert_true(club: Club) -> None:
    """What is stored is what the sheets say, before and after a rebuild."""
    assert list(differing_tallies()) == []
    before = stored(club).counted()
    rebuild(club)
    assert stored(club).counted() == before


def test_a_close_adds_up_legs_bummerl_contracts_and_money() -> None:
    club = a_club()
    hands = (plain(1), won_leg(0), won_leg(1), plain(0, 2))
    sheet = closed(a_table(club, *hands, house_rules={"money": "zero_sum", "stake_cents": 50}))
    year = sheet.started_at.year
    everybody = {"year": year, "game": "bauernschnapsen", "sheets": 1, "hands": 4, "won": 1, "lost": 1}
    # The first leg was 24 : 1, a Bummerl; the second 0 : 24, a Schneider that counts two.
    assert of_person("Anna") == everybody | {
        "bummerl_given": 1, "bummerl_taken": 2, "schneider_taken": 1, "made": 2, "failed": 1, "cents": -50,
    }  # fmt: skip
    assert of_person("Bert") == everybody | {
        "bummerl_given": 2, "schneider_given": 1, "bummerl_taken": 1, "made": 1, "cents": 50,
    }  # fmt: skip
    assert (pair("Anna", "Cilli"), pair("Anna", "Bert"), pair("Bert", "Dora")) == (
        (1, 1, 0, 0),
        (0, 0, 1, 1),
        (1, 1, 0, 0),
    )
    contracts = ContractTally.objects.filter(player__name="Anna").values_list("contract", "made", "failed")
    assert set(contracts) == {("normal", 1, 1), ("kontrabauernschnapser", 1, 0)}
    assert_true(club)


def test_a_reopening_takes_everything_back() -> None:
    club = a_club()
    kept = closed(a_table(club, won_leg(0), won_leg(0)))
    before = stored(club).counted()
    sheet = closed(a_table(club, won_leg(1), plain(0)))
    reopen(sheet)
    assert stored(club).counted() == before
    record(sheet, won_leg(1))
    closed(sheet)
    assert of_person("Bert")["won"] == 2
    assert list(Feat.objects.filter(sheet=kept).values_list("player__name", "amount")) == [("Anna", 2), ("Cilli", 2)]
    assert_true(club)


def test_adding_up_a_whole_club_keeps_no_sheet_and_so_no_hands_in_memory() -> None:
    club = a_club()
    closed(a_table(club, won_leg(0), won_leg(0)))
    feats = fresh(club).of_sheets[Feat]
    assert [(feat.amount, feat._state.fields_cache) for feat in feats] == [(2, {}), (2, {})]


def test_a_sheet_without_a_club_adds_up_nowhere() -> None:
    sheet = begin_sheet(game="bauernschnapsen", players=CAST, token=new_token("sheet"))
    record(sheet, won_leg(0))
    closed(sheet)
    assert (PersonTally.objects.count(), Feat.objects.count()) == (0, 0)


def test_a_seat_of_nobody_the_club_knows_is_left_out() -> None:
    club = a_club()
    sheet = a_table(club, won_leg(0))
    sheet.seats.filter(name="Bert").update(player=None)
    closed(sheet)
    assert set(PersonTally.objects.values_list("player__name", flat=True)) == {"Anna", "Cilli", "Dora"}
    assert set(PairTally.objects.values_list("player__name", "other__name").distinct()) == {
        ("Anna", "Cilli"), ("Anna", "Dora"), ("Cilli", "Dora"),
    }  # fmt: skip
    assert_true(club)


def test_a_sheet_after_midnight_belongs_to_the_year_of_its_evening() -> None:
    club = a_club()
    sylvester = Evening.objects.create(club=club, day=date(2025, 12, 31))
    sheet = a_table(club, won_leg(0))
    Sheet.objects.filter(pk=sheet.pk).update(evening=sylvester, started_at=datetime(2026, 1, 1, 1, 30, tzinfo=UTC))
    sheet.refresh_from_db()
    closed(sheet)
    assert of_person("Anna")["year"] == 2025
    assert set(DayTally.objects.values_list("day", flat=True)) == {date(2025, 12, 31)}


def test_without_an_evening_the_day_is_that_of_the_clubs_own_time() -> None:
    club = a_club()
    sheet = a_table(club, won_leg(0))
    Sheet.objects.filter(pk=sheet.pk).update(started_at=datetime(2025, 12, 31, 23, 30, tzinfo=UTC))
    sheet.refresh_from_db()
    closed(sheet)
    assert set(DayTally.objects.values_list("day", flat=True)) == {date(2026, 1, 1)}


def test_three_who_play_talonschnapsen_are_never_together() -> None:
    document = worked("talonschnapsen")
    club = Club.objects.create(name="Gasthaus Post", slug="post")
    Player.objects.bulk_create(Player(club=club, name=name) for name in document["players"])
    rules = document.get("house_rules")
    sheet = a_table(club, *document["hands"], game="talonschnapsen", players=document["players"], house_rules=rules)
    closed(sheet)
    assert set(PairTally.objects.values_list("won", "lost")) == {(0, 0)}
    taken = list(PersonTally.objects.order_by("player_id").values_list("bummerl_taken", flat=True))
    assert (taken, sum(taken) > 0) == (sheet.totals["bummerl"], True)


KRATZEN = {"tricks": [2, 2, 0, 0]}


def test_in_kratzen_hands_are_won_and_lost_and_the_pot_is_remembered() -> None:
    club = a_club()
    second = {"contract": "schlagen", "striker": 0, "active": [0, 1, 2, 3], "tricks": [2, 1, 1, 0]}
    sheet = a_table(club, KRATZEN, second, game="kratzen")
    pot = max(line["pot_played"] for line in sheet.state["lines"])
    closed(sheet)
    assert Feat.objects.get().amount == pot
    assert (of_person("Dora")["lost"], of_person("Anna")["won"]) == (2, 1)
    assert set(PairTally.objects.values_list("game", flat=True)) == {"kratzen"}
    assert pair("Anna", "Dora", game="kratzen") == (0, 0, 1, 0)
    assert (of_person("Anna")["made"], of_person("Dora")["failed"]) == (1, 1)
    assert DayTally.objects.filter(won__gt=0).count() == 0
    assert_true(club)


def test_in_blattla_partners_win_together_and_who_sits_out_played_nothing() -> None:
    club = a_club()
    sauspiel = {"contract": "sauspiel", "declarer": 0, "partner": 2, "suit": "schellen", "points": 75}
    sheet = a_table(club, sauspiel, game="blattla", players=FIVE, house_rules={"sit_out": "dealer"})
    sitter = sheet.entries.get(seq=1).data["hand"]["sits_out"]
    closed(sheet)
    assert (FIVE[sitter], of_person("Emil").get("hands", 0)) == ("Emil", 0)
    assert (pair("Anna", "Cilli", game="blattla"), pair("Bert", "Dora", game="blattla")) == ((1, 0, 0, 0), (0, 1, 0, 0))
    assert pair("Anna", "Bert", game="blattla") == (0, 0, 1, 0)
    assert PairTally.objects.filter(other__name="Emil").count() == 0
    assert_true(club)


def test_in_bauerntarock_the_others_win_together_against_the_declarer() -> None:
    club = a_club()
    hand = {"declarer": 1, "bid": "hineinschauen", "points": 40}
    closed(a_table(club, hand, game="bauerntarock"))
    assert pair("Anna", "Cilli", game="bauerntarock") == (1, 0, 0, 0)
    assert pair("Anna", "Bert", game="bauerntarock") == (0, 0, 1, 0)
    assert of_person("Bert")["failed"] == 1
    assert_true(club)


@pytest.mark.parametrize("document", evenings())
def test_every_worked_evening_adds_up_to_what_a_rebuild_says(document: Document) -> None:
    club = Club.objects.create(name="Gasthaus Post", slug="post")
    Player.objects.bulk_create(Player(club=club, name=name) for name in document["players"])
    more = {name: document.get(name) for name in ("first_dealer", "house_rules")}
    sheet = a_table(club, *document["hands"], game=document["game"], players=document["players"], **more)
    closed(sheet)
    cents = PersonTally.objects.order_by("player_id").values_list("cents", flat=True)
    assert sum(cents) + sum(sheet.signed.filter(seat=None).values_list("amount", flat=True)) == 0
    assert_true(club)
    reopen(sheet)
    assert {table: rows for table, rows in stored(club).counted().items() if rows} == {}


def test_the_check_names_what_was_tampered_with_and_a_rebuild_puts_it_right() -> None:
    club = a_club()
    closed(a_table(club, won_leg(0)))
    PersonTally.objects.filter(player__name="Anna").update(won=7)
    PairTally.objects.filter(player__name="Anna").delete()
    assert [(one.slug, differs) for one, differs in differing_tallies()] == [("post", ["PersonTally", "PairTally"])]
    call_command("rebuild_tallies", "post")
    assert list(differing_tallies()) == []


steps = st.lists(
    st.one_of(
        st.tuples(st.just("close"), st.permutations(FIVE), st.lists(st.integers(0, 1), max_size=5)),
        st.tuples(st.just("reopen"), st.integers(0, 9)),
        st.tuples(st.just("merge"), st.integers(0, 4), st.integers(0, 4)),
        st.tuples(st.just("adopt"), st.permutations(FIVE), st.lists(st.integers(0, 1), max_size=3)),
    ),
    min_size=1,
    max_size=7,
)


@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(what=steps)
def test_whatever_happens_what_is_stored_is_what_the_sheets_add_up_to(what: list[tuple[Any, ...]], db: None) -> None:
    Player.objects.update(merged_into=None)
    Club.objects.all().delete()
    club = a_club()
    people = list(club.players.order_by("pk"))
    tables: list[Sheet] = []
    for step in what:
        match step:
            case ("close", names, winners):
                tables.append(closed(a_table(club, *map(won_leg, winners), plain(0), players=names[:4])))
            case ("reopen", number) if tables:
                reopen(tables.pop(number % len(tables)))
            case ("merge", one, other) if one < other:  # never in a circle
                Player.objects.filter(pk=people[one].pk).update(merged_into=people[other])
            case ("adopt", names, winners):
                sheet = begin_sheet(game="bauernschnapsen", players=names[:4], token=new_token("sheet"))
                record(sheet, *map(won_leg, winners), special(0))
                adopt(closed(sheet), club)
        assert list(differing_tallies()) == []
    assert_true(club)


def adopt(sheet: Sheet, club: Club) -> None:
    """As adopting a closed quick sheet writes it: first who sits there, then what it adds."""
    players = {player.name: player for player in club.players.all()}
    for seat in sheet.seats.all():
        seat.player = players[seat.name]
        seat.save()
    sheet.club = club
    sheet.save(update_fields=["club"])
    add_tallies(sheet)


@pytest.mark.django_db(transaction=True)
def test_tables_that_close_at_the_same_moment_lose_nothing_and_never_wait_in_a_circle() -> None:
    club = a_club()
    turned = [FIVE[number % 5 :] + FIVE[: number % 5] for number in range(12)]
    tables = [a_table(club, won_leg(0), won_leg(1), players=names[:4]) for names in turned]
    answers = at_once(len(tables), lambda number: close_sheet(tables[number], write=now(tables[number])).kind)
    assert answers == ["close"] * len(tables)
    assert sum(PersonTally.objects.values_list("sheets", flat=True)) == 4 * len(tables)
    assert_true(club)


@pytest.mark.django_db(transaction=True)
def test_a_table_that_closes_during_a_rebuild_is_added_once() -> None:
    club = a_club()
    for _table in range(3):
        closed(a_table(club, won_leg(0)))
    tables = [a_table(club, won_leg(1)) for _table in range(4)]

    def work(number: int) -> None:
        if number == 0:
            rebuild(club)
        else:
            close_sheet(tables[number - 1], write=now(tables[number - 1]))

    assert at_once(5, work) == [None] * 5
    assert of_person("Anna")["sheets"] == 7
    assert_true(club)


def test_a_close_writes_one_statement_for_each_table(django_assert_max_num_queries: Any) -> None:
    sheet = a_table(a_club(), *[won_leg(0), won_leg(1)] * 10)
    with django_assert_max_num_queries(26) as queries:
        closed(sheet)
    writes = [query["sql"] for query in queries.captured_queries if "excluded" in query["sql"]]
    assert len(writes) == 5


def test_what_an_older_version_has_closed_is_added_up_when_the_site_starts_and_nothing_else() -> None:
    old, new = a_club(), Club.objects.create(name="Krone", slug="krone")
    closed(a_table(old, won_leg(0)))
    closed(a_table(new, won_leg(0)))
    for model in (PersonTally, ContractTally, PairTally, DayTally, Feat, YearTally):
        model._default_manager.filter(club=old).delete()
    PersonTally.objects.filter(club=new).update(hands=77)
    call_command("rebuild_tallies", missing=True)
    assert [club for club, _differs in differing_tallies()] == [new]


def test_a_club_whose_sheets_cannot_be_added_up_does_not_keep_others_from_being_served(caplog: Any) -> None:
    broken, fine = a_club(), Club.objects.create(name="Krone", slug="krone")
    sheet = closed(a_table(broken, KRATZEN, game="kratzen"))
    sheet.seats.all().delete()
    closed(a_table(fine, won_leg(0)))
    YearTally.objects.all().delete()
    caplog.clear()
    call_command("rebuild_tallies", missing=True)
    (said,) = caplog.records
    assert said.getMessage().startswith(f"the sheets of club {broken.pk} cannot be added up: ")
    assert said.getMessage().endswith(f" (sheet {sheet.pk}, ZeroDivisionError)")
    assert said.exc_info is None
    assert YearTally.objects.filter(club=fine).exists()
    with pytest.raises(ZeroDivisionError):
        call_command("rebuild_tallies")
