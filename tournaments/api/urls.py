"""Addresses of the API of tournaments."""

from django.urls import URLPattern

CLUB = "clubs/<slug:slug>/tournaments/"
INSIDE = f"{CLUB}<int:pk>/"

urlpatterns: list[URLPattern] = [
    # setting up
    # check-in, start cards, cash
    # draw and rounds
    # tables and results
    # standings, penalties, prizes
]
