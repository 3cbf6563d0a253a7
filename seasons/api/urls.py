"""Addresses of the API of seasons, below api/v1/clubs/."""

from django.urls import URLPattern, URLResolver, path

from seasons.api import cup_boards, cups, league_fixtures, league_teams, leagues, matches, rankings, ratings, regions

CLUB = "<slug:slug>/"

urlpatterns: list[URLPattern | URLResolver] = [
    # --- rankings ---
    path(f"{CLUB}rankings/", rankings.ranking_list, name="api-rankings"),
    path(f"{CLUB}rankings/<int:pk>/", rankings.ranking, name="api-ranking"),
    path(f"{CLUB}rankings/<int:pk>/board/", rankings.board, name="api-ranking-board"),
    path(f"{CLUB}rankings/<int:pk>/secret/", rankings.secret, name="api-ranking-secret"),
    path(f"{CLUB}rankings/<int:pk>/champions/", rankings.champions, name="api-ranking-champions"),
    path(f"{CLUB}rankings/<int:pk>/champions/<int:champion>/", rankings.champion, name="api-ranking-champion"),
    # --- cups ---
    path(f"{CLUB}cups/", cups.cup_list, name="api-cups"),
    path(f"{CLUB}cups/presets/", cups.presets, name="api-cup-presets"),
    path(f"{CLUB}cups/<int:pk>/", cups.cup, name="api-cup"),
    path(f"{CLUB}cups/<int:pk>/end/", cups.end, name="api-cup-end"),
    path(f"{CLUB}cups/<int:pk>/secret/", cups.secret, name="api-cup-secret"),
    path(f"{CLUB}cups/<int:pk>/rules/", cups.rules, name="api-cup-rules"),
    path(f"{CLUB}cups/<int:pk>/rules/preview/", cups.rules_preview, name="api-cup-rules-preview"),
    path(f"{CLUB}cups/<int:pk>/final/", cups.final, name="api-cup-final"),
    path(f"{CLUB}cups/<int:pk>/board/", cup_boards.board, name="api-cup-board"),
    path(f"{CLUB}cups/<int:pk>/events/", cup_boards.events, name="api-cup-events"),
    path(f"{CLUB}cups/<int:pk>/events/<slug:key>/", cup_boards.event, name="api-cup-event"),
    # --- leagues ---
    path(f"{CLUB}leagues/", leagues.league_list, name="api-leagues"),
    path(f"{CLUB}leagues/<int:pk>/", leagues.league, name="api-league"),
    path(f"{CLUB}leagues/<int:pk>/tables/", leagues.tables, name="api-league-tables"),
    path(f"{CLUB}leagues/<int:pk>/next/", leagues.next_, name="api-league-next"),
    path(f"{CLUB}leagues/<int:pk>/teams/", league_teams.teams, name="api-league-teams"),
    path(f"{CLUB}leagues/<int:pk>/teams/<int:team>/", league_teams.team, name="api-league-team"),
    path(f"{CLUB}leagues/<int:pk>/teams/<int:team>/withdrawal/", league_teams.withdrawal, name="api-league-withdrawal"),
    path(f"{CLUB}leagues/<int:pk>/teams/<int:team>/secret/", league_teams.secret, name="api-league-team-secret"),
    path(f"{CLUB}leagues/<int:pk>/teams/<int:team>/people/", league_teams.people, name="api-league-people"),
    path(
        f"{CLUB}leagues/<int:pk>/teams/<int:team>/people/<int:member>/", league_teams.member, name="api-league-member"
    ),
    path(f"{CLUB}leagues/<int:pk>/teams/<int:team>/penalties/", league_teams.penalties, name="api-league-penalties"),
    path(
        f"{CLUB}leagues/<int:pk>/teams/<int:team>/penalties/<int:penalty>/",
        league_teams.penalty,
        name="api-league-penalty",
    ),
    path(f"{CLUB}leagues/<int:pk>/fixtures/", league_fixtures.fixtures, name="api-league-fixtures"),
    path(f"{CLUB}leagues/<int:pk>/divisions/<int:level>/draw/", league_fixtures.draw, name="api-league-draw"),
    path(
        f"{CLUB}leagues/<int:pk>/divisions/<int:level>/rounds/<int:number>/",
        league_fixtures.round_,
        name="api-league-round",
    ),
    path(f"{CLUB}leagues/<int:pk>/fixtures/<int:fixture>/day/", league_fixtures.day, name="api-league-match-day"),
    path(f"{CLUB}leagues/<int:pk>/fixtures/<int:fixture>/home/", league_fixtures.home, name="api-league-match-home"),
    # --- matches of leagues ---
    path(f"{CLUB}leagues/<int:pk>/reports/", matches.matches, name="api-league-reports"),
    path(f"{CLUB}leagues/<int:pk>/fixtures/<int:fixture>/", matches.match, name="api-league-match"),
    path(f"{CLUB}leagues/<int:pk>/fixtures/<int:fixture>/report/", matches.report, name="api-league-match-report"),
    # --- ratings ---
    path(f"{CLUB}ratings/", ratings.rating_list, name="api-ratings"),
    path(f"{CLUB}ratings/<int:pk>/", ratings.rating, name="api-rating"),
    path(f"{CLUB}ratings/<int:pk>/board/", ratings.board, name="api-rating-board"),
    path(f"{CLUB}ratings/<int:pk>/secret/", ratings.secret, name="api-rating-secret"),
    path(f"{CLUB}ratings/<int:pk>/people/<int:player>/", ratings.person, name="api-rating-person"),
    path(f"{CLUB}regions/", regions.region_list, name="api-regions"),
    path(f"{CLUB}regions/join/", regions.join, name="api-join-region"),
    path(f"{CLUB}regions/<int:pk>/", regions.region, name="api-region"),
    path(f"{CLUB}regions/<int:pk>/leave/", regions.leave, name="api-region-leave"),
    path(f"{CLUB}regions/<int:pk>/put-out/", regions.put_out, name="api-region-put-out"),
]
