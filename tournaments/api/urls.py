"""Addresses of the API of tournaments."""

from django.urls import URLPattern, path

from tournaments.api import (
    cards,
    cash,
    draws,
    hall,
    phones,
    pictures,
    results,
    room,
    screens,
    standings,
    takeout,
    tournaments,
    why,
)

CLUB = "clubs/<slug:slug>/tournaments/"
INSIDE = f"{CLUB}<int:pk>/"

urlpatterns: list[URLPattern] = [
    # setting up
    path(CLUB, tournaments.tournaments, name="api-tournaments"),
    path(f"{CLUB}presets/", tournaments.presets, name="api-tournament-presets"),
    path(INSIDE, tournaments.tournament, name="api-tournament"),
    path(f"{INSIDE}planned/", tournaments.planned, name="api-tournament-planned"),
    # check-in, start cards, cash
    path(f"{CLUB}bans/", cash.all_bans, name="api-bans"),
    path(f"{CLUB}bans/<int:ban>/lift/", cash.lift, name="api-ban-lift"),
    path(f"{INSIDE}cards/", cards.all_cards, name="api-cards"),
    path(f"{INSIDE}cards/import/", cards.bring, name="api-cards-import"),
    path(f"{INSIDE}cards/no-shows/", cards.no_shows, name="api-no-shows"),
    path(f"{INSIDE}cards/partners/", cards.partners, name="api-partners"),
    path(f"{INSIDE}cards/<int:number>/", cards.one_card, name="api-card"),
    path(f"{INSIDE}cards/<int:number>/pay/", cards.pay, name="api-card-pay"),
    path(f"{INSIDE}cards/<int:number>/arrive/", cards.arrive, name="api-card-arrive"),
    path(f"{INSIDE}cards/<int:number>/leave/", cards.leave, name="api-card-leave"),
    path(f"{INSIDE}cards/<int:number>/come-back/", cards.come_back, name="api-card-come-back"),
    path(f"{INSIDE}cards/<int:number>/substitute/", cards.substitute, name="api-card-substitute"),
    path(f"{INSIDE}cards/<int:number>/pass/", cards.let_pass, name="api-card-pass"),
    path(f"{INSIDE}cards/<int:number>/really/", cards.really, name="api-card-really"),
    path(f"{INSIDE}cards/<int:number>/spell/", cards.spell, name="api-card-spell"),
    path(f"{INSIDE}cards/<int:number>/buy/", cards.buy, name="api-card-buy"),
    path(f"{INSIDE}buys/", cards.all_buys, name="api-buys"),
    path(f"{INSIDE}buys/<int:buy>/take-back/", cards.buy_back, name="api-buy-take-back"),
    path(f"{INSIDE}cash/", cash.cash, name="api-desk-cash"),
    path(f"{INSIDE}cash/book/", cash.book, name="api-desk-cash-book"),
    path(f"{INSIDE}cash/take-back/", cash.take_back, name="api-desk-cash-take-back"),
    path(f"{INSIDE}cash/count/", cash.count, name="api-desk-cash-count"),
    # draw and rounds
    path(f"{INSIDE}draw/", draws.draw, name="api-draw"),
    path(f"{INSIDE}draw/swap/", draws.swap, name="api-draw-swap"),
    path(f"{INSIDE}draw/publish/", draws.publish, name="api-draw-publish"),
    path(f"{INSIDE}rounds/", draws.rounds, name="api-rounds"),
    path(f"{INSIDE}rounds/<int:number>/", draws.one_round, name="api-round"),
    path(f"{INSIDE}rounds/<int:number>/take-back/", draws.take_back, name="api-round-take-back"),
    path(f"{INSIDE}rounds/<int:number>/verify/", draws.verify, name="api-round-verify"),
    # tables and results
    path(f"{INSIDE}rounds/<int:number>/tables/", results.tables, name="api-tables"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/", results.table, name="api-table"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/result/", results.result, name="api-table-result"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/sheet/", results.sheet, name="api-table-sheet"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/sheet/reopen/", results.reopen, name="api-table-reopen"),
    path(
        f"{INSIDE}rounds/<int:number>/tables/<int:table>/sheet/corrections/",
        results.corrections,
        name="api-table-corrections",
    ),
    path("tables/<slug:code>/", phones.table, name="api-phone-table"),
    path("tables/<slug:code>/result/", phones.result, name="api-phone-result"),
    path("tables/<slug:code>/sheet/", phones.sheet, name="api-phone-sheet"),
    path(f"{INSIDE}table-codes/", results.codes, name="api-table-codes"),
    # the hall: agreement and signing
    path("tables/<slug:code>/confirm/", phones.confirm, name="api-table-confirm"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/sign/", results.sign, name="api-table-sign"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/settle/", results.settle, name="api-table-settle"),
    # the hall: the room, its clock, calls
    path(f"{INSIDE}room/", room.room, name="api-room"),
    path(f"{INSIDE}announcement/", room.announce, name="api-announcement"),
    path(f"{INSIDE}calls/<int:call>/answer/", room.answer, name="api-call-answer"),
    path(f"{INSIDE}rounds/<int:number>/clock/", room.clock, name="api-clock"),
    path(f"{INSIDE}rounds/<int:number>/clock/minutes/", room.minutes, name="api-clock-minutes"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/extra-time/", room.extra_time, name="api-extra-time"),
    path("tables/<slug:code>/call/", room.call_from_code, name="api-table-call"),
    path("sheets/<str:secret>/table/", room.table_of_sheet, name="api-sheet-table"),
    path("sheets/<str:secret>/call/", room.call_from_sheet, name="api-sheet-call"),
    # the hall: screens and reading out the places
    path(f"{INSIDE}screens/", screens.all_screens, name="api-screens"),
    path(f"{INSIDE}screens/now/", screens.now, name="api-screens-now"),
    path(f"{INSIDE}screens/<int:screen>/", screens.one_screen, name="api-screen"),
    path(f"{INSIDE}reading-out/", screens.reading, name="api-reading-out"),
    # the hall: everybody's phone
    path("halls/<slug:code>/", hall.hall, name="api-hall"),
    path("halls/<slug:code>/cards/<int:number>/", hall.card, name="api-hall-card"),
    # why, and what is needed
    path(f"{INSIDE}standings/<int:number>/", why.of_card, name="api-standings-why"),
    path("halls/<slug:code>/cards/<int:number>/why/", why.of_hall, name="api-hall-why"),
    # taking it along
    path(f"{CLUB}bring/", takeout.bring, name="api-tournament-bring"),
    path(f"{INSIDE}take-along/", takeout.take_along, name="api-takeout"),
    # pictures
    path(f"{INSIDE}pictures/", pictures.pictures, name="api-pictures"),
    path("halls/<slug:code>/pictures/", pictures.of_hall, name="api-hall-pictures"),
    # standings, penalties, prizes
    path(f"{INSIDE}standings/", standings.standings, name="api-standings"),
    path(f"{INSIDE}penalties/", standings.penalty_list, name="api-penalties"),
    path(f"{INSIDE}penalties/<int:penalty>/cancel/", standings.cancel, name="api-penalty-cancel"),
    path(f"{INSIDE}prizes/", standings.prizes, name="api-prizes"),
    path(f"{INSIDE}prizes/finish/", standings.finish, name="api-prizes-finish"),
    path(f"{INSIDE}prizes/reopen/", standings.reopen, name="api-prizes-reopen"),
    path(f"{INSIDE}prizes/book/", standings.book, name="api-prizes-book"),
    path(f"{INSIDE}prizes/handed/", standings.handed_early, name="api-prize-handed-early"),
    path(f"{INSIDE}prizes/<int:prize>/handed/", standings.handed, name="api-prize-handed"),
]
