"""Asking the API about the tournaments of a club."""

from typing import Any

from django.test import Client

from clubs.models.club import Role
from tests.club import House


def ask(
    house: House, method: str, path: str = "", body: Any = None, *, role: str = Role.DIRECTOR, status: int = 200
) -> Any:
    headers = {"Authorization": f"Token {house.token(role)}", "Accept-Language": "en"}
    data = {} if body is None else {"data": body, "content_type": "application/json"}
    answer = getattr(Client(headers=headers), method)(f"/api/v1/clubs/{house.club.slug}/tournaments/{path}", **data)
    assert answer.status_code == status, (path, answer.status_code, answer.content)
    return answer.json() if answer.content else None


def codes(answer: Any) -> list[tuple[str, str | None]]:
    return [(one["code"], one["at"]) for one in answer["problems"]]
