"""After every scenario the whole record is folded and added up again: nothing may differ."""

from collections.abc import Iterator

import pytest

from scoring.services.check import differing_tallies
from tests.services.table import differing


@pytest.fixture
def clean_record(db: None) -> Iterator[None]:
    yield
    assert differing() == []
    assert list(differing_tallies()) == []
