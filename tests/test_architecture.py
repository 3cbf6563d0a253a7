"""Who may import whom, and how long, whole and well-named things are (docs/architecture.md)."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.architecture import (
    Source,
    import_direction,
    inexact_number,
    late_import,
    project_sources,
    too_long,
    unknown_room,
    vague_name,
)

Rule = Callable[[Source], Iterator[str]]

ROOT = Path(__file__).resolve().parent.parent
RULES: list[Rule] = [import_direction, unknown_room, vague_name, late_import, too_long, inexact_number]


@pytest.fixture(scope="module")
def project() -> list[Source]:
    return project_sources(ROOT)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_project_keeps_the_rule(rule: Rule, project: list[Source]) -> None:
    assert [sentence for source in project for sentence in rule(source)] == []


def test_the_walk_finds_the_project_and_not_its_environment(project: list[Source]) -> None:
    paths = {source.path for source in project}
    assert {"manage.py", "config/settings.py", "tests/test_architecture.py", "scoring/games/core.py"} <= paths
    assert not [path for path in paths if path.startswith((".venv/", "var/"))]


def breaks(rule: Rule, path: str, text: str) -> bool:
    return bool(list(rule(Source(path, text))))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("clubs/views.py", "from scoring.models import Sheet"),
        ("clubs/models.py", "import tournaments.models"),
        ("scoring/models.py", "from tournaments import models"),
        ("scoring/models.py", "from scoring.queries import open_sheets"),
        ("scoring/models.py", "from . import services"),
        ("scoring/models.py", "from scoring.messages import sentence"),
        ("scoring/queries.py", "from .services import record_hand"),
        ("scoring/services/hands.py", "from ..forms import HandForm"),
        ("scoring/services/__init__.py", "from scoring import views"),
        ("scoring/forms.py", "import scoring.views"),
        ("scoring/views.py", "from scoring.api import hands"),
        ("scoring/models.py", "from scoring.services.core import Refused"),
        ("scoring/queries.py", "from clubs.views import home"),
        ("scoring/views.py", "from config.settings import DEBUG"),
        ("scoring/services.py", "from tests.games import cast"),
        ("scoring/games/core.py", "import random"),
        ("scoring/games/core.py", "from datetime import date"),
        ("scoring/games/core.py", "import os.path"),
        ("scoring/games/core.py", "import django"),
        ("scoring/games/core.py", "from django.utils import timezone"),
        ("scoring/games/core.py", "from scoring.models import Sheet"),
        ("scoring/games/core.py", "from ..models import Sheet"),
        ("scoring/games/core.py", "import numpy"),
        ("scoring/games/core.py", "def f():\n    import time"),
    ],
)
def test_an_import_in_the_wrong_direction_is_found(path: str, text: str) -> None:
    assert breaks(import_direction, path, text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("scoring/models.py", "from clubs.models import Club\nfrom scoring.games import core"),
        ("scoring/queries.py", "from .models import Sheet"),
        (
            "scoring/services/hands.py",
            "from . import closing\nfrom ..models import Sheet\nimport scoring.queries",
        ),
        (
            "scoring/services/hands.py",
            "from scoring.messages import sentence\nfrom django.db import transaction",
        ),
        ("scoring/views.py", "from scoring import forms, services\nfrom scoring.messages import sentence"),
        ("scoring/management/commands/score.py", "import json\nfrom scoring.games import sheet"),
        ("scoring/urls.py", "from scoring import api, views"),
        ("scoring/games/sheet.py", "import json\nfrom scoring.games.core import Game\nfrom . import settle"),
        ("tournaments/formats/swiss.py", "import rustworkx\nfrom .core import Entrant"),
        ("tournaments/views.py", "from scoring.queries import totals"),
        ("config/urls.py", "from scoring import views"),
        ("tests/web/test_sheet.py", "from config import settings\nfrom scoring.models import Sheet"),
        ("manage.py", "from config import settings"),
        ("bench/settings.py", "from config.settings import *"),
    ],
)
def test_an_import_in_the_right_direction_is_none_of_our_business(path: str, text: str) -> None:
    assert not breaks(import_direction, path, text)


def test_a_room_that_is_not_in_the_plan_is_found() -> None:
    assert breaks(unknown_room, "scoring/stuff.py", "")
    assert not breaks(unknown_room, "scoring/services/stuff.py", "")
    assert not breaks(unknown_room, "scoring/__init__.py", "")


@pytest.mark.parametrize("path", ["scoring/utils.py", "clubs/common/names.py", "tests/helpers.py"])
def test_a_name_that_says_nothing_is_found(path: str) -> None:
    assert breaks(vague_name, path, "")


def test_an_import_inside_a_function_needs_a_reason() -> None:
    assert breaks(late_import, "scoring/views.py", "def f():\n    import json")
    assert breaks(late_import, "scoring/views.py", "def f():\n    import json  # noqa: PLC0415")
    assert breaks(late_import, "scoring/views.py", "class A:\n    async def f(self):\n        from a import b")
    assert not breaks(late_import, "scoring/views.py", "def f():\n    import json  # only a hall has it installed")
    assert not breaks(late_import, "scoring/views.py", "def f():\n    # only a hall has it installed\n    import json")
    assert not breaks(late_import, "scoring/views.py", "import json\n\n\ndef f():\n    pass")


def test_a_long_file_and_a_long_function_are_found() -> None:
    assert not breaks(too_long, "scoring/views.py", "x = 1\n" * 400)
    assert breaks(too_long, "scoring/views.py", "x = 1\n" * 401)
    assert not breaks(too_long, "scoring/migrations/0001_initial.py", "x = 1\n" * 401)
    assert not breaks(too_long, "scoring/views.py", "def f():\n" + "    x = 1\n" * 59)
    assert breaks(too_long, "scoring/views.py", "def f():\n" + "    x = 1\n" * 60)


@pytest.mark.parametrize("text", ["x = 0.5", "x = float(y)", "x = y / 2", "x /= 2", "def f(x: float): ...", "x = 1e3"])
def test_a_number_that_is_not_exact_is_found(text: str) -> None:
    assert breaks(inexact_number, "scoring/games/settle.py", text)
    assert breaks(inexact_number, "clubs/models.py", text)


@pytest.mark.parametrize("text", ["x = y // 2", "x = folder / 'name.json'", "x = 'a / b'", "x //= 2"])
def test_integers_and_paths_are_fine(text: str) -> None:
    assert not breaks(inexact_number, "scoring/games/settle.py", text)


def test_seconds_may_have_fractions_outside_of_the_apps() -> None:
    assert not breaks(inexact_number, "bench/__main__.py", "x = seconds / 2.5")
