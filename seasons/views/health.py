"""Whether the site is well: an address for monitors, and a page of the back office."""

from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from seasons.messages.health import NEEDED, task_words, told_words
from seasons.services.health import checks, health


@never_cache
@require_safe
def monitor(request: HttpRequest) -> HttpResponse:
    """For whoever asks every minute, without an account: 200 or 503, and nothing of anybody."""
    found = checks(now=timezone.now())
    well = all(found.values())
    return JsonResponse({"ok": well, **found}, status=200 if well else 503)


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Inside the back office: `config.urls` puts its door around it."""
    now = timezone.now()
    found = health(now=now)
    context = {**admin.site.each_context(request), "title": _("Health"), "broker": bool(settings.REDIS_URL), "now": now}
    context["checks"] = [(NEEDED[name], well) for name, well in found.checks.items()]
    done = [(one, one.beat.told if one.beat else {}) for one in found.nightly]
    context["nightly"] = [(task_words(one.name), one, told_words(told)) for one, told in done]
    context["further"] = [(task_words(one.name), one, told_words(one.told)) for one in found.further]
    return render(request, "admin/health.html", {**context, "health": found})
