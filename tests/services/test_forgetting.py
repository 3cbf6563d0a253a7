"""What is over is deleted, and what still counts is not pushed out by what somebody makes up."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.utils import timezone

from clubs.models import Counted
from clubs.tasks import forget
from tests.club import an_account

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def test_sessions_and_counters_that_are_over_are_deleted_and_the_others_stay() -> None:
    user = an_account("Anna Höß")
    for name, ends in (("over", NOW - timedelta(days=1)), ("open", NOW + timedelta(days=1))):
        Session.objects.create(session_key=name, session_data="", expire_date=ends)
        Counted.objects.create(cache_key=name, value="", expires=ends)
    for name in ("over", "open", "ended long ago"):
        UserSession.objects.create(user=user, ip="10.0.0.1", session_key=name, user_agent="Firefox")
    forget()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["open"]
    assert list(UserSession.objects.values_list("session_key", flat=True)) == ["open"]
    assert list(Counted.objects.values_list("cache_key", flat=True)) == ["open"]


def test_made_up_addresses_push_no_counter_out() -> None:
    cache = caches["default"]
    if not isinstance(cache, DatabaseCache):
        pytest.skip("Redis keeps what has not expired")
    cache.set("allauth:rl:wrong-password", [1, 2, 3], 300)
    later = timezone.now() + timedelta(hours=1)
    rows = [
        Counted(cache_key=f":1:made-up-{number:05}", value="gAWVAgAAAAAAAABLAS4=", expires=later)
        for number in range(2000)
    ]
    Counted.objects.bulk_create(rows)
    cache.set("made-up", 1, 300)
    assert cache.get("allauth:rl:wrong-password") == [1, 2, 3]
