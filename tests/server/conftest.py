"""Fixtures for the tests of the server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.place import Place, opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "carreau.db"


@pytest.fixture
def anyio_backend() -> str:
    """Run async tests by asyncio."""
    return "asyncio"


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with opened(tmp_path) as found:
        yield found
