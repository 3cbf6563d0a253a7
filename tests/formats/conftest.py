"""What tests of formats share."""

from collections.abc import Iterator

import pytest

from tournaments.formats import seating


@pytest.fixture(scope="module")
def quick_tables() -> Iterator[None]:
    """Draws of tables that are no good, and done at once: for tests of what is played at them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "STEPS", 50)
        yield
