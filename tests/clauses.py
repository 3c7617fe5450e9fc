"""The marker that names the clauses a test proves; `carreau clauses` reads it."""

from collections.abc import Callable
from typing import TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., object])


def clause(*ids: str) -> Callable[[Test], Test]:
    """Mark a test that fails if one of these clauses is broken."""

    def mark(test: Test) -> Test:
        marked: Test = pytest.mark.clause(*ids)(test)
        return marked

    return mark
