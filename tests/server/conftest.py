"""Fixtures for the tests of the server."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from carreau.server.settings import PostgresUrl
from tests.server.fuzzing import Scene, staged
from tests.server.place import Place, opened
from tests.server.running import BOUND, GRACE, Running, running
from tools.postgres import Postgres, postgres


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "carreau.db"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with postgres() as started:
        yield started


@pytest.fixture
def url(postgres_server: Postgres) -> PostgresUrl:
    """Return an empty PostgreSQL database."""
    return postgres_server.schema()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, path: Path) -> Path | PostgresUrl:
    """Return where a store can be, once for each kind of store."""
    if request.param == "sqlite":
        return path
    found: PostgresUrl = request.getfixturevalue("url")
    return found


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests on asyncio."""
    return "asyncio"


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Return one server for all tests that need no special settings and don't stop it."""
    with running(tmp_path_factory.mktemp("server"), grace_seconds=GRACE, lag_ms=round(1000 * BOUND)) as started:
        yield started


@pytest.fixture
def server(shared_server: Running) -> Iterator[Running]:
    """Return the shared server; after each test its log must be free of errors."""
    yield shared_server
    shared_server.check()


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    async with opened(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    """Return a server and a game that nothing may change."""
    async with staged(tmp_path_factory.mktemp("scene")) as found:
        yield found


@pytest.fixture
async def unchanged(scene: Scene) -> AsyncIterator[None]:
    """Check after each test that the game is unchanged and the server logged no errors."""
    before = await scene.state()
    yield
    assert await scene.state() == before
    scene.server.check()
