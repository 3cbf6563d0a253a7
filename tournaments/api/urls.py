"""Addresses of the API of tournaments, below /api/v1/clubs/<slug>/tournaments/ (and of a table, by its code)."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = [
    # setting up
    # check-in and start cards
    # draw and rounds
    # tables and results
    # standings, penalties, prizes, cash
]
