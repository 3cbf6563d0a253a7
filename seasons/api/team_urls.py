"""Addresses of the API of a team, below api/v1/teams/: its secret is the key."""

from django.urls import URLPattern, path

from seasons.api import team_calls

urlpatterns: list[URLPattern] = [
    path("<slug:secret>/", team_calls.team, name="api-team"),
    path("<slug:secret>/fixtures/<int:fixture>/", team_calls.match, name="api-team-match"),
    path("<slug:secret>/fixtures/<int:fixture>/report/", team_calls.report, name="api-team-report"),
    path("<slug:secret>/fixtures/<int:fixture>/word/", team_calls.word, name="api-team-word"),
]
