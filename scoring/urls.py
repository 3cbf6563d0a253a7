"""Addresses of the sheets. The secret in the address is the key: one to write, one to watch."""

from django.urls import include, path

from scoring.views import club, explain, history, lines, sheet, start, statistics, table

urlpatterns = [
    path("", start.start, name="start"),
    path("new/", start.new_sheet, name="new-sheet"),
    path("new/<slug:key>/", start.new_sheet, name="new-sheet-of"),
    path("new/<slug:game>/rules/<slug:key>/", start.preset_rules, name="preset-rules"),
    path("join/", start.join, name="join"),
    path("sheet/<str:secret>/", sheet.sheet_page, name="sheet"),
    path("sheet/<str:secret>/hand/", sheet.hand, name="hand"),
    path("sheet/<str:secret>/line/<int:seq>/", lines.line, name="line"),
    path("sheet/<str:secret>/line/<int:seq>/void/", lines.void, name="void"),
    path("sheet/<str:secret>/line/<int:seq>/replace/", lines.put_right, name="replace"),
    path("sheet/<str:secret>/line/<int:seq>/restore/", lines.restore, name="restore"),
    path("sheet/<str:secret>/history/", history.history, name="history"),
    path("sheet/<str:secret>/statistics/", statistics.statistics, name="statistics"),
    path("sheet/<str:secret>/share/", table.share, name="share"),
    path("sheet/<str:secret>/seats/", table.seats, name="seats"),
    path("sheet/<str:secret>/rules/", explain.rules, name="rules"),
    path("sheet/<str:secret>/help/", explain.help_of_table, name="help"),
    path("sheet/<str:secret>/close/", table.close, name="close"),
    path("sheet/<str:secret>/reopen/", table.reopen, name="reopen"),
    path("sheet/<str:secret>/result/", table.result, name="result"),
    path("games/", explain.games, name="games"),
    path("games/<slug:key>/", explain.help_of_game, name="help-of-game"),
    path("club/<slug:slug>/", club.club, name="club"),
    path("watch/<str:secret>/", sheet.watch_page, name="watch"),
    path("api/v1/", include("scoring.api.urls")),
]
