"""Start cards at the desk: who is meant by a name, who may come in, who leaves, who stands in."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Change, Player
from clubs.models.club import Role
from clubs.services import till
from clubs.services.core import Refused
from tests.club import House
from tests.tournament import a_card, a_result, a_round, a_tournament, new_token
from tournaments.models import Entrant, Payment, Person, Tournament
from tournaments.models.entrants import Paid, Status
from tournaments.services import bans, cards, joining, pairing
from tournaments.services.card_people import Wanted

pytestmark = pytest.mark.django_db

FEE = {"fee": {"cents": 1500, "pool": 1000, "club": 300, "food": 200}}
PAIRS = {"card": "pair", "people": 2, "fee": {"cents": 5000, "pool": 5000}}
DRAWN: dict[str, Any] = {"stages": [{"kind": "drawn", "rounds": 2}]}


def enter(tournament: Tournament, *names: str, place: str = "", **more: Any) -> Entrant:
    people = [Wanted(name, place) for name in names]
    return cards.enter(
        tournament, **{"by": None, "token": new_token("card"), "people": people, "now": timezone.now(), **more}
    )


def names(card: Entrant) -> list[str]:
    return [one.player.name for one in card.people.filter(until=None).select_related("player")]


def codes(call: Any, *args: Any, **more: Any) -> list[tuple[str, str | None]]:
    with pytest.raises(Refused) as refused:
        call(*args, **more)
    return [(one.code, one.at) for one in refused.value.problems]


@pytest.fixture
def open_desk(house: House) -> Tournament:
    return a_tournament(house.club, plan=FEE, cards=0)


def test_numbers_go_up_and_a_known_name_is_that_person(house: House, open_desk: Tournament) -> None:
    first = enter(open_desk, "höss anna", paid=Paid.PAID)
    second = enter(open_desk, "Resi Brandner", place="Stainz")
    assert [(card.number, names(card)) for card in (first, second)] == [(1, ["Anna Höß"]), (2, ["Resi Brandner"])]
    resi = Player.objects.get(name="Resi Brandner")
    assert (resi.guest, resi.place, first.status, first.paid) == (True, "Stainz", Status.HERE, Paid.PAID)
    assert list(Payment.objects.values_list("entrant__number", "cents")) == [(1, 1500)]


def test_the_same_name_from_another_place_is_somebody_else(open_desk: Tournament) -> None:
    enter(open_desk, "Franz Huber jun", place="Graz")
    second = enter(open_desk, "Franz Huber jun", place="Linz")
    assert names(second) == ["Franz Huber jun (Linz)"]
    assert codes(enter, open_desk, "Franz Huber jun", place="linz") == [("has_a_card", "people.0.name")]


def test_a_name_that_is_nearly_known_does_not_stop_the_queue(open_desk: Tournament) -> None:
    card = enter(open_desk, "Anna Hös")
    assert names(card) == ["Anna Hös"]
    known = Player.objects.get(name="Anna Höß")
    cards.is_really(card, by=None, position=0, player=known.pk)
    guest = Player.objects.get(name="Anna Hös")
    assert guest.merged_into == known
    assert codes(enter, open_desk, "Anna Höß") == [("has_a_card", "people.0.name")]


def test_the_same_request_is_one_card_and_another_name_under_its_token_is_refused(open_desk: Tournament) -> None:
    first = enter(open_desk, "Auer", token="one", paid=Paid.PAID)
    assert enter(open_desk, "Auer", token="one", paid=Paid.PAID) == first
    assert codes(enter, open_desk, "Berger", token="one") == [("token_used", None)]
    assert (Entrant.objects.count(), Payment.objects.count()) == (1, 1)


def test_everything_that_is_wrong_is_said_at_once(house: House) -> None:
    tournament = a_tournament(house.club, "Auer", plan={"most": 1})
    found = codes(
        enter,
        tournament,
        "Auer",
        number=1,
        paid="later",
        fixed_table=0,
        group="x" * 41,
        token="so nicht",
        deck="\u202e",
    )
    assert set(found) == {
        ("bad_token", "token"),
        ("paid_unknown", "paid"),
        ("table_odd", "fixed_table"),
        ("text_too_long", "group"),
        ("text_not_readable", "deck"),
        ("number_taken", "number"),
        ("no_room", None),
        ("has_a_card", "people.0.name"),
    }
    assert codes(enter, tournament, " ", number=10_000) == [
        ("person_name_missing", "people.0.name"),
        ("number_odd", "number"),
        ("no_room", None),
    ]


def test_several_cards_for_one_person_up_to_the_most(house: House) -> None:
    tournament = a_tournament(house.club, plan={"max_cards": 2}, cards=0)
    assert [enter(tournament, "Auer").number for _ in range(2)] == [1, 2]
    assert codes(enter, tournament, "Auer") == [("has_all_cards", "people.0.name")]


def test_a_number_that_was_given_up_stays_a_gap(open_desk: Tournament) -> None:
    first, _second = enter(open_desk, "Auer"), enter(open_desk, "Berger")
    cards.give_up_number(first, by=None)
    cards.give_up_number(first, by=None)
    assert enter(open_desk, "Dorn").number == 3
    assert enter(open_desk, "Eder", number=1).number == 1


def test_a_card_that_cash_came_in_for_is_given_up_but_not_forgotten(open_desk: Tournament) -> None:
    card = enter(open_desk, "Auer", paid=Paid.PAID)
    assert codes(cards.give_up_number, card, by=None) == [("card_still_paid", None)]
    cards.pay(card, by=None, how=Paid.OPEN, now=timezone.now())
    cards.give_up_number(card, by=None)
    card.refresh_from_db()
    assert (card.status, list(card.payments.values_list("cents", flat=True))) == (Status.CANCELLED, [1500, -1500])
    assert enter(open_desk, "Auer").number == 2


def test_whoever_is_banned_is_refused_with_the_reason_unless_one_is_sure(house: House, open_desk: Tournament) -> None:
    day = till.today(house.club)
    anna = house.players[Role.OWNER]
    ban = bans.ban(house.club, by=None, player=anna.pk, reason="Davongelaufen", until=day, today=day)
    assert bans.ban(house.club, by=None, player=anna.pk, reason="Davongelaufen", until=day, today=day) == ban
    with pytest.raises(Refused) as refused:
        enter(open_desk, "Anna Höß")
    (problem,) = refused.value.problems
    assert (problem.code, problem.figures["who"], problem.figures["reason"]) == (
        "banned_until",
        "Anna Höß",
        "Davongelaufen",
    )
    assert enter(open_desk, "Anna Höß", sure=True).number == 1
    later = a_tournament(house.club, cards=0, day=day + timedelta(days=1))
    assert enter(later, "Anna Höß").number == 1
    bans.lift(ban, by=None, now=timezone.now())
    bans.lift(ban, by=None, now=timezone.now())
    assert Change.objects.filter(what="ban_lifted").count() == 1
    assert enter(a_tournament(house.club, cards=0), "Anna Höß").number == 1


def test_a_ban_needs_somebody_a_reason_and_a_day_to_come(house: House) -> None:
    day = till.today(house.club)
    wanted = {"by": None, "player": None, "reason": " ", "until": day - timedelta(days=1), "today": day}
    assert codes(bans.ban, house.club, **wanted) == [
        ("ban_of_nobody", "player"),
        ("reason_missing", "reason"),
        ("ban_is_over", "until"),
    ]


def test_who_was_announced_comes_in_under_the_same_number(open_desk: Tournament) -> None:
    sold = enter(open_desk, "Auer", here=False, number=7)
    came = enter(open_desk, "Auer", paid=Paid.PAID, token="auer")
    assert (came.pk, came.number, came.status, came.paid) == (sold.pk, 7, Status.HERE, Paid.PAID)
    assert enter(open_desk, "Auer", paid=Paid.PAID, token="auer").pk == sold.pk
    assert Payment.objects.count() == 1


def test_who_is_still_missing_did_not_come_and_gets_nothing_back(open_desk: Tournament) -> None:
    enter(open_desk, "Auer", paid=Paid.PAID)
    moser = enter(open_desk, "Moser", here=False, paid=Paid.PAID)
    assert [cards.no_shows(open_desk, by=None) for _ in range(2)] == [[2], []]
    moser.refresh_from_db()
    assert (moser.status, moser.paid, Payment.objects.count()) == (Status.NO_SHOW, Paid.PAID, 2)
    assert Change.objects.get(what="cards_missing").after["cards"] == "2"
    cards.arrive(moser, by=None, now=timezone.now())
    assert cards.arrive(moser, by=None, now=timezone.now()).status == Status.HERE


# --- late ----------------------------------------------------------------------------------------------------------


def test_the_seventeenth_is_too_late_while_round_1_runs(house: House) -> None:
    tournament = a_tournament(house.club, cards=16, plan=DRAWN)
    a_round(tournament, *[range(first, first + 4) for first in (1, 5, 9, 13)])
    with pytest.raises(Refused) as refused:
        enter(tournament, "Siebzehnter")
    assert [(one.code, one.figures) for one in refused.value.problems] == [("round_runs", {"round": 1})]
    assert (Entrant.objects.count(), Player.objects.filter(name="Siebzehnter").exists()) == (16, False)
    card = enter(tournament, "Siebzehnter", late=True)
    assert (card.number, card.since) == (17, 2)


@pytest.mark.parametrize("kind", ["knockout", "sliding", "round_robin"])
def test_a_fixed_order_of_play_takes_nobody_late_whoever_says_so(house: House, kind: str) -> None:
    pairs: dict[str, Any] = {"card": "pair", "people": 2} if kind == "sliding" else {}
    plan = {"stages": [{"kind": kind, "rounds": 3 if kind == "sliding" else 0}], **pairs}
    tournament = a_tournament(house.club, cards=4, plan=plan)
    a_round(tournament, (1, 2), (3, 4))
    assert codes(enter, tournament, "Zu Spät", late=True) == [("too_late_for_format", None)]


def test_after_the_last_fixed_round_nobody_comes_in(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=DRAWN)
    for _ in range(2):
        drawn = a_round(tournament, (1, 2, 3, 4))
        a_result(drawn.tables.get(), *[{"points": 0}] * 4)
    assert codes(enter, tournament, "Zu Spät") == [("round_was_played", None)]
    assert codes(enter, tournament, "Zu Spät", late=True) == [("too_late_for_format", None)]
    assert not joining.can_be_let_in(tournament)


def test_nobody_comes_in_when_the_places_are_final(house: House) -> None:
    tournament = a_tournament(house.club, cards=2, ended_at=timezone.now())
    assert codes(enter, tournament, "Zu Spät", late=True) == [("tournament_over", None)]


def test_who_was_announced_and_comes_after_the_draw_is_late_as_well(house: House) -> None:
    tournament = a_tournament(house.club, cards=4, plan=DRAWN)
    late = a_card(tournament, "Moser", status=Status.EXPECTED)
    a_round(tournament, (1, 2, 3, 4))
    assert codes(cards.arrive, late, by=None, now=timezone.now()) == [("round_runs", None)]
    assert codes(enter, tournament, "Moser")[0] == ("round_runs", None)
    card = cards.arrive(late, by=None, now=timezone.now(), late=True)
    assert (card.status, card.since) == (Status.HERE, 2)


# --- leaving, coming back, standing in -----------------------------------------------------------------------------


def test_leaving_counts_from_the_last_published_round_and_coming_back_misses_those_between(house: House) -> None:
    tournament = a_tournament(house.club, cards=4)
    card = tournament.entrants.get(number=4)
    a_round(tournament, (1, 2), (3, 4))
    card = cards.leave(card, by=None, how=Status.WITHDRAWN)
    assert (card.status, card.gone_after) == (Status.WITHDRAWN, 1)
    a_round(tournament, (1, 2), byes=(3,))
    card = cards.come_back(card, by=None)
    assert (card.status, card.gone_after, card.away) == (Status.HERE, 0, [2])
    assert cards.come_back(card, by=None).away == [2]


def test_leaving_needs_a_way_a_round_that_was_and_a_reason_to_disqualify(house: House) -> None:
    tournament = a_tournament(house.club, cards=2)
    card = tournament.entrants.get(number=1)
    assert codes(cards.leave, card, by=None, how="angry", after_round=3) == [
        ("leave_how", "how"),
        ("leave_after", "after_round"),
    ]
    assert codes(cards.leave, card, by=None, how=Status.DISQUALIFIED) == [("reason_missing", "reason")]
    card = cards.leave(card, by=None, how=Status.DISQUALIFIED, reason="Falsch geschrieben")
    assert Change.objects.get(what="card_left").after["reason"] == "Falsch geschrieben"
    assert codes(cards.arrive, card, by=None, now=timezone.now()) == [("card_is_gone", None)]


def test_who_has_played_cannot_have_stayed_away_but_who_was_awaited_in_vain_can(open_desk: Tournament) -> None:
    names = ("Auer", "Berger", "Dorn", "Eder")
    auer, _berger, dorn, _eder = [a_card(open_desk, name) for name in names]
    drawn = a_round(open_desk, [auer.number, auer.number + 1], [dorn.number, dorn.number + 1])
    a_result(drawn.tables.get(number=1), {"won": 0}, {"won": 1})
    with pytest.raises(Refused) as error:
        cards.leave(auer, by=None, how="no_show")
    assert [one.code for one in error.value.problems] == ["card_has_played"]
    assert cards.leave(dorn, by=None, how="no_show").status == Status.NO_SHOW


def test_a_round_can_be_let_pass_before_it_is_published(house: House) -> None:
    tournament = a_tournament(house.club, cards=2)
    card = tournament.entrants.get(number=1)
    a_round(tournament, (1, 2))
    assert cards.let_pass(card, by=None, number=2).away == [2]
    assert cards.let_pass(card, by=None, number=2, passes=False).away == []
    assert codes(cards.let_pass, card, by=None, number=1) == [("round_is_drawn", "round")]


def test_a_substitute_inherits_the_card_from_the_open_table_or_the_next_round_on(house: House) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger")
    card = tournament.entrants.get(number=1)

    def takes_over(name: str) -> Entrant:
        return cards.substitute(card, by=None, wanted=Wanted(name), now=timezone.now())

    takes_over("Dorn")
    drawn = a_round(tournament, (1, 2))
    takes_over("Eder")
    a_result(drawn.tables.get(), {"points": 7}, {"points": 3})
    takes_over("Fink")
    takes_over("Fink")
    rows = Person.objects.filter(entrant=card).order_by("pk").values_list("player__name", "since", "until")
    assert list(rows) == [("Eder", 1, 1), ("Fink", 2, None)]
    assert codes(takes_over, "Berger") == [("has_a_card", "people.0.name")]


def test_what_is_written_of_a_card_can_be_put_right_but_numbers_stay_once_drawn(house: House) -> None:
    tournament = a_tournament(house.club, "Auer", "Berger")
    card = tournament.entrants.get(number=1)
    card = cards.change(card, by=None, number=9, group="ÖKB Stainz", apart="Familie Auer", woman=True)
    assert (card.number, card.group, card.apart, card.woman) == (9, "ÖKB Stainz", "Familie Auer", True)
    told = Change.objects.get(what="card_changed").after
    assert "Auer" not in str(told)
    a_round(tournament, (9, 2))
    assert codes(cards.change, card, by=None, number=2) == [("number_taken", "number"), ("number_stays", "number")]


# --- pairs and teams -----------------------------------------------------------------------------------------------


def test_a_pair_is_two_names_and_a_team_has_a_name(house: House) -> None:
    tournament = a_tournament(house.club, plan=PAIRS, cards=0)
    assert names(enter(tournament, "Auer", "Berger")) == ["Auer", "Berger"]
    assert codes(enter, tournament, "Dorn", "dorn") == [("twice_on_card", "people.1")]
    assert codes(enter, tournament, "Dorn", "Eder", "Fink") == [("too_many_on_card", "people.2.name")]
    team = a_tournament(house.club, plan={"card": "team", "people": 3}, cards=0)
    card = enter(team, "Dorn", "Eder", "Fink", name="Brigade 2")
    assert (card.name, names(card)) == ("Brigade 2", ["Dorn", "Eder", "Fink"])


def test_lone_players_pay_half_and_get_partners_by_lot(house: House) -> None:
    tournament = a_tournament(house.club, plan=PAIRS, cards=0)
    enter(tournament, "Auer", "Berger", paid=Paid.PAID)
    for name in ("Dorn", "Eder", "Fink", "Gruber", "Huber"):
        enter(tournament, name, paid=Paid.PAID if name != "Huber" else Paid.OPEN)
    drawn = pairing.draw_partners(tournament, by=None, now=timezone.now())
    assert len(drawn) == 2
    assert sum(Payment.objects.values_list("cents", flat=True)) == 5000 + 4 * 2500
    whole = tournament.entrants.exclude(status=Status.CANCELLED).prefetch_related("people__player")
    people = [tuple(names(card)) for card in whole]
    assert sorted(len(one) for one in people) == [1, 2, 2, 2]
    assert sorted(name for one in people for name in one) == [
        *("Auer", "Berger", "Dorn", "Eder", "Fink", "Gruber", "Huber")
    ]
    for card in whole:
        paid = sum(card.payments.values_list("cents", flat=True))
        assert (card.paid == Paid.PAID) == (paid == (5000 if card.people.count() == 2 else 2500))
    assert codes(pairing.draw_partners, tournament, by=None, now=timezone.now()) == [("too_few_alone", None)]


def test_a_partner_who_comes_later_makes_the_card_owe_the_other_half(house: House) -> None:
    tournament = a_tournament(house.club, plan=PAIRS, cards=0)
    card = enter(tournament, "Auer", paid=Paid.PAID)
    card = cards.substitute(card, by=None, wanted=Wanted("Berger"), position=1, now=timezone.now())
    assert (card.paid, names(card)) == (Paid.OPEN, ["Auer", "Berger"])
    cards.pay(card, by=None, how=Paid.PAID, now=timezone.now())
    assert list(card.payments.values_list("cents", flat=True)) == [2500, 2500]


def test_the_same_seed_draws_the_same_partners(house: House) -> None:
    def drawn() -> list[tuple[int, int]]:
        tournament = a_tournament(house.club, plan=PAIRS, cards=0, seed="kirtag")
        for name in ("Auer", "Berger", "Dorn", "Eder"):
            enter(tournament, name)
        return pairing.draw_partners(tournament, by=None, now=timezone.now())

    assert drawn() == drawn()


def test_partners_are_for_pairs_and_before_the_first_round(house: House) -> None:
    tournament = a_tournament(house.club, cards=2)
    a_round(tournament, (1, 2))
    assert codes(pairing.draw_partners, tournament, by=None, now=timezone.now()) == [
        ("no_pairs_here", None),
        ("too_late_for_partners", None),
    ]


def test_no_name_stands_in_the_log_without_saying_whose_it_is(open_desk: Tournament) -> None:
    card = enter(open_desk, "Resi Brandner")
    cards.leave(card, by=None, how=Status.WITHDRAWN)
    for change in Change.objects.exclude(what="player_added"):
        assert "Brandner" not in str([change.before, change.after])
        assert change.player is not None
        assert change.player.name == "Resi Brandner"
