"""Addresses of the tournaments of a club, and of the tables that phones open by their QR code."""

from django.urls import include, path

from tournaments.views import (
    at_table,
    bans,
    cards,
    cards_import,
    cash,
    checkin,
    draw,
    penalties,
    prizes,
    rounds,
    rules,
    setup,
    standings,
    table_codes,
    table_result,
    tables,
    tournaments,
)

CLUB = "club/<slug:slug>/tournaments/"
INSIDE = f"{CLUB}<int:pk>/"

urlpatterns = [
    path("api/v1/", include("tournaments.api.urls")),
    # setting up
    path(CLUB, tournaments.tournaments, name="tournaments"),
    path(f"{CLUB}new/", tournaments.new, name="new-tournament"),
    path(f"{CLUB}new/<slug:preset>/", tournaments.new_of, name="new-tournament-of"),
    path(INSIDE, tournaments.desk, name="tournament"),
    path(f"{INSIDE}setup/<slug:step>/", setup.setup, name="tournament-setup"),
    path(f"{INSIDE}rules/", rules.rules, name="tournament-rules"),
    path(f"{INSIDE}delete/", tournaments.delete, name="tournament-delete"),
    # check-in, start cards, cash
    path(f"{CLUB}bans/", bans.bans_page, name="bans"),
    path(f"{CLUB}bans/<int:ban>/lift/", bans.lift, name="ban-lift"),
    path(f"{INSIDE}check-in/", checkin.check_in, name="check-in"),
    path(f"{INSIDE}check-in/mark/", checkin.mark, name="check-in-mark"),
    path(f"{INSIDE}check-in/no-shows/", checkin.no_shows, name="no-shows"),
    path(f"{INSIDE}check-in/partners/", checkin.partners, name="draw-partners"),
    path(f"{INSIDE}cards/import/", cards_import.import_cards, name="cards-import"),
    path(f"{INSIDE}cards/<int:number>/", cards.card, name="card"),
    path(f"{INSIDE}cards/<int:number>/<slug:act>/", cards.act, name="card-act"),
    path(f"{INSIDE}cash/", cash.cash, name="tournament-cash"),
    path(f"{INSIDE}cash/book/", cash.book, name="tournament-cash-book"),
    path(f"{INSIDE}cash/take-back/", cash.take_back, name="tournament-cash-take-back"),
    # draw and rounds
    path(f"{INSIDE}draw/", draw.draw_page, name="draw"),
    path(f"{INSIDE}draw/now/", draw.draw_now, name="draw-now"),
    path(f"{INSIDE}draw/by-hand/", draw.by_hand, name="draw-by-hand"),
    path(f"{INSIDE}draw/swap/", draw.swap, name="draw-swap"),
    path(f"{INSIDE}draw/publish/", draw.publish, name="draw-publish"),
    path(f"{INSIDE}draw/discard/", draw.discard, name="draw-discard"),
    path(f"{INSIDE}rounds/<int:number>/", rounds.round_page, name="round"),
    path(f"{INSIDE}rounds/<int:number>/take-back/", rounds.take_back, name="round-take-back"),
    # tables and results
    path(f"{INSIDE}tables/", tables.tables, name="tables"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/", table_result.table_result, name="table-result"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/enter/", tables.enter, name="table-enter"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/sheet/", table_result.open_sheet, name="table-sheet"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/reopen/", table_result.reopen, name="table-reopen"),
    path(f"{INSIDE}table-codes/", table_codes.table_codes, name="table-codes"),
    path("table/<slug:code>/", at_table.at_table, name="at-table"),
    # the hall: agreement and signing
    # the hall: the room, its clock, calls
    # the hall: screens and reading out the places
    # the hall: everybody's phone
    # why, and what is needed
    # paper
    # taking it along
    # pictures
    # standings, penalties, prizes
    path(f"{INSIDE}standings/", standings.page, name="standings"),
    path(f"{INSIDE}penalties/", penalties.page, name="penalties"),
    path(f"{INSIDE}penalties/<int:penalty>/cancel/", penalties.cancel, name="penalty-cancel"),
    path(f"{INSIDE}prizes/", prizes.page, name="prizes"),
    path(f"{INSIDE}prizes/finish/", prizes.finish, name="prizes-finish"),
    path(f"{INSIDE}prizes/reopen/", prizes.reopen, name="prizes-reopen"),
    path(f"{INSIDE}prizes/book/", prizes.book, name="prizes-book"),
    path(f"{INSIDE}prizes/handed/", prizes.handed_early, name="prize-handed-early"),
    path(f"{INSIDE}prizes/<int:prize>/handed/", prizes.handed, name="prize-handed"),
]
