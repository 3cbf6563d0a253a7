"""Whether what runs by itself does run: the sweep, mails and nightly tasks say when they were last at work."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from clubs.models import Beat


def beat(name: str, *, at_most_every: timedelta = timedelta(), **told: Any) -> None:
    """`told` are figures. What runs every second need not write every second."""
    now = timezone.now()
    if at_most_every and Beat.objects.filter(name=name, at__gt=now - at_most_every, at__lte=now).exists():
        return
    Beat.objects.update_or_create(name=name, defaults={"at": now, "told": told})
