"""Addresses of the tournaments of a club, and of the tables that phones open by their QR code."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = [
    # setting up (views.tournaments, views.setup, views.rules)
    # check-in and start cards (views.checkin, views.entrants, views.cards_import)
    # draw and rounds (views.draw, views.rounds)
    # tables and results (views.tables, views.desk_entry, views.at_table)
    # standings, penalties, prizes, cash (views.standings, views.penalties, views.prizes, views.cash)
]
