"""Setting a tournament up as a director does: a preset, a screen, what is typed there."""

from typing import Any

from tests.club import House
from tests.tournament import a_tournament
from tests.web.page import Form, form, get, texts
from tournaments.formats.plan import write_plan
from tournaments.models import Tournament
from tournaments.services.presets import PRESETS


def the_form(response: Any) -> Form:
    """The form of setting up; the other one of the page chooses the language."""
    return form(response, "")


def of_preset(house: House, key: str, **fields: Any) -> Tournament:
    preset = PRESETS[key]
    plan = write_plan(preset.plan)
    return a_tournament(house.club, plan=plan, game=preset.game, game_name=preset.game_name, **fields)


def screen(house: House, tournament: Tournament, step: str) -> str:
    return house.path(f"tournaments/{tournament.pk}/setup/{step}/")


def save(house: House, tournament: Tournament, step: str, status: int = 302, /, **typed: Any) -> Any:
    """Opens a screen, types this and saves."""
    path, phone = screen(house, tournament, step), house.phone("director")
    sent = the_form(get(phone, path)).filled() | typed
    answer = phone.post(path, {name: value for name, value in sent.items() if value is not None})
    assert answer.status_code == status, (answer.status_code, texts(answer, ".problem"))
    return answer
