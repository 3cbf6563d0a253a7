"""What is asked of a why."""

from django.http import HttpRequest

from clubs.forms.numbers import plain_number


def with_whom(request: HttpRequest) -> int | None:
    """The start number that somebody wants to be compared with; None: nobody said."""
    typed = request.GET.get("with", "").strip()
    return plain_number(typed) if typed else None
