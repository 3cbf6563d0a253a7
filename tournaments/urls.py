"""Addresses of the tournaments of a club, and of the tables that phones open by their QR code."""

from django.urls import include, path

from tournaments.views import soon

CLUB = "club/<slug:slug>/tournaments/"
INSIDE = f"{CLUB}<int:pk>/"

urlpatterns = [
    path("api/v1/", include("tournaments.api.urls")),
    # setting up
    path(CLUB, soon.list_page, name="tournaments"),
    path(f"{CLUB}new/", soon.list_page, name="new-tournament"),
    path(f"{CLUB}new/<slug:preset>/", soon.list_page, name="new-tournament-of"),
    path(INSIDE, soon.page, name="tournament"),
    path(f"{INSIDE}setup/<slug:step>/", soon.page, name="tournament-setup"),
    path(f"{INSIDE}rules/", soon.page, name="tournament-rules"),
    path(f"{INSIDE}delete/", soon.page, name="tournament-delete"),
    # check-in, start cards, cash
    path(f"{CLUB}bans/", soon.list_page, name="bans"),
    path(f"{INSIDE}check-in/", soon.page, name="check-in"),
    path(f"{INSIDE}cards/import/", soon.page, name="cards-import"),
    path(f"{INSIDE}cards/<int:number>/", soon.page, name="card"),
    path(f"{INSIDE}cash/", soon.page, name="tournament-cash"),
    # draw and rounds
    path(f"{INSIDE}draw/", soon.page, name="draw"),
    path(f"{INSIDE}rounds/<int:number>/", soon.page, name="round"),
    # tables and results
    path(f"{INSIDE}tables/", soon.page, name="tables"),
    path(f"{INSIDE}rounds/<int:number>/tables/<int:table>/", soon.page, name="table-result"),
    path(f"{INSIDE}table-codes/", soon.page, name="table-codes"),
    # standings, penalties, prizes
    path(f"{INSIDE}standings/", soon.page, name="standings"),
    path(f"{INSIDE}penalties/", soon.page, name="penalties"),
    path(f"{INSIDE}prizes/", soon.page, name="prizes"),
]
