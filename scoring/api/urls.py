"""Addresses of the API, version 1."""

from django.urls import path

from scoring.api import views

urlpatterns = [
    path("games/", views.games, name="api-games"),
    path("games/<slug:key>/", views.game, name="api-game"),
    path("score/", views.score_document, name="api-score"),
    path("sheets/", views.begin, name="api-begin"),
    path("sheets/<str:secret>/", views.sheet, name="api-sheet"),
    path("sheets/<str:secret>/preview/", views.preview, name="api-preview"),
    path("sheets/<str:secret>/hands/", views.hands, name="api-hands"),
    path("sheets/<str:secret>/voids/", views.voids, name="api-voids"),
    path("sheets/<str:secret>/restorations/", views.restorations, name="api-restorations"),
    path("sheets/<str:secret>/replacements/", views.replacements, name="api-replacements"),
    path("sheets/<str:secret>/seats/", views.seats, name="api-seats"),
    path("sheets/<str:secret>/close/", views.close, name="api-close"),
    path("sheets/<str:secret>/reopen/", views.reopen, name="api-reopen"),
]
