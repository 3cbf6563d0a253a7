"""The whole site and, beside it, the bare reference: a Django view as it comes (CSRF checked) with one INSERT and one
UPDATE in a transaction, and nothing else: nothing read, nothing checked, no page.
"""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from clubs.models import Club
from scoring.models import Entry, Sheet


def bare(request: HttpRequest, pk: int) -> HttpResponse:
    seq = int(request.POST["after_seq"]) + 1
    with transaction.atomic():
        Sheet.objects.filter(pk=pk).update(seq=seq)
        Entry.objects.create(sheet_id=pk, seq=seq, kind="hand", token=request.POST["token"], asked="")
    return HttpResponse("written")


def bare_page(request: HttpRequest) -> HttpResponse:
    """A page with one query and nothing on it."""
    return HttpResponse(str(Club.objects.count()))


urlpatterns = [path("bare/", bare_page), path("bare/<int:pk>/", bare), path("", include("config.urls"))]
