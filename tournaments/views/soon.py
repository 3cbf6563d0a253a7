from django.http import HttpResponse

from clubs.views.door import ClubRequest, club_page
from tournaments.models import Tournament
from tournaments.views.door import tournament_page


@tournament_page("see")
def page(request: ClubRequest, tournament: Tournament, **rest: object) -> HttpResponse:
    return HttpResponse("soon")


@club_page("see")
def list_page(request: ClubRequest, **rest: object) -> HttpResponse:
    return HttpResponse("soon")
