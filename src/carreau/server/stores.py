"""Choosing the store that keeps a server's database."""

from collections.abc import Callable
from pathlib import Path

from carreau.core.errors import CarreauError
from carreau.server.settings import PostgresUrl
from carreau.server.sqlite import SqliteStore
from carreau.server.store import Store

Committed = Callable[[int, float], None]


def store_at(place: Path | PostgresUrl, clock: Callable[[], float], committed: Committed = lambda _, __: None) -> Store:
    """Return the store of a database; PostgreSQL's package is imported only if it is used."""
    if isinstance(place, Path):
        return SqliteStore(place, clock, committed=committed)
    try:
        from carreau.server.postgresql.store import PostgresStore
    except ModuleNotFoundError as error:
        raise CarreauError(f"PostgreSQL needs the package {error.name}: pip install 'carreau[postgresql]'") from None
    return PostgresStore(place, clock, committed=committed)
