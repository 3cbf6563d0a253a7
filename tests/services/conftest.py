"""After every scenario the whole record is folded again: nothing may differ."""

from collections.abc import Iterator

import pytest

from tests.services.table import differing


@pytest.fixture
def clean_record(db: None) -> Iterator[None]:
    yield
    assert differing() == []
