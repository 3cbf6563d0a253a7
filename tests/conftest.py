"""What every test stands on: a database of its own, plain static files, and which tools are there.

`make test` (tests/run.py) finds the tools and names what is missing; `pytest` alone runs with what it is
told: CHROMIUM (path of the browser), TEST_REDIS_URL, DATABASE_URL.
"""

import gc
import os
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.db import connection, connections, transaction
from django.test import TransactionTestCase
from django.utils import timezone, translation

from clubs.models import Evening
from tests.club import House, a_house
from tests.services.evening import an_evening

# Playwright keeps an event loop in this thread, which would make Django refuse to talk to the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# marker -> the environment variable without which it cannot run
NEEDS = {"browser": "CHROMIUM", "redis": "TEST_REDIS_URL"}

# Threads of one test that want a connection at the same moment; production has a few per process.
TEST_POOL_SIZE = 40

# Written by the migrations, the same for every test.
STAY = {"django_content_type", "auth_permission", "django_migrations"}


def pytest_configure() -> None:
    # Names with a hash need a collected manifest; nothing has to be collected for a test.
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    # A real hash of a password is slow on purpose; nobody guesses those of the tests.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # How long an example takes says more about what else the machine is doing than about the code.
    hypothesis.settings.register_profile("any machine", deadline=None, max_examples=50)
    hypothesis.settings.load_profile("any machine")
    TransactionTestCase._fixture_teardown = emptied  # type: ignore[attr-defined]


def emptied(_case: TransactionTestCase) -> None:
    """What a test has committed goes. Only tables that hold rows are touched, and the schema's own rows stay: Django's
    `flush` empties all of them and writes the permissions anew, which takes longer than most of these tests."""
    with transaction.atomic(), connection.cursor() as cursor:
        tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - STAY
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables))
        for (name,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {name}")


def pytest_runtest_setup() -> None:
    # The last request of another test has left its language and its time zone behind in this thread.
    translation.deactivate()
    timezone.deactivate()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    missing = {marker for marker, variable in NEEDS.items() if not os.environ.get(variable)}
    left_out = [item for item in items if any(item.get_closest_marker(marker) for marker in missing)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    # What is loaded by now stays to the end; nobody has to look for rubbish in it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A test database that no other run knows, on SQLite a real file: threads must meet as in life."""
    database = connections["default"].settings_dict
    name = os.environ.get("TEST_DATABASE_NAME") or f"test_bummerlbuch_{os.getpid()}"
    if connections["default"].vendor == "sqlite":
        folder: Path = tmp_path_factory.mktemp("database")
        database["TEST"]["NAME"] = str(folder / f"{name}.sqlite3")
    else:
        database["TEST"]["NAME"] = name
        database["OPTIONS"]["pool"]["max_size"] = TEST_POOL_SIZE
        # Nobody pulls the plug on a test database, so no commit has to wait for the disk.
        database["OPTIONS"]["options"] = "-c synchronous_commit=off"


@pytest.fixture
def house() -> House:
    """The club of the tests, with one account for every role."""
    return a_house()


@pytest.fixture
def english(house: House) -> None:
    """That club speaks English, and so do its pages for those without an account."""
    house.club.language = "en"
    house.club.save()


@pytest.fixture
def evening(house: House) -> Evening:
    """An evening of it, on the Tuesday of the tests."""
    return an_evening(house.club)
