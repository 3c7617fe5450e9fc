"""Dask clusters: whatever the server, the lab and the arena need of them.

Dask is an optional extra and takes a second to import, so only those who use a cluster import it.
"""

from typing import Any, Final

from carreau import __version__
from carreau.core.errors import CarreauError
from carreau.games.catalogue import GAMES, game_class

CONNECT: Final = 10.0  # seconds for a scheduler to answer
QUIET: Final = {"version": 1, "disable_existing_loggers": False, "loggers": {"distributed": {"level": "WARNING"}}}


def dask_distributed() -> Any:
    """Import Dask; its log goes where all others go."""
    try:
        import dask
    except ImportError as error:
        raise CarreauError("a cluster needs Dask: pip install 'carreau[cluster]'") from error
    dask.config.set({"logging": QUIET})
    import distributed

    return distributed


def rules() -> dict[str, str]:
    """Return the versions of the rules here; equal seeds mean equal games only where they are equal."""
    return {"carreau": __version__, **{name: str(game_class(name).VERSION) for name in GAMES}}


def difference(there: dict[str, str]) -> str:
    """Say what a worker's rules lack to be those of this machine; "" if they are equal."""
    return ", ".join(
        f"{name} {there.get(name, 'none')} instead of {version}"
        for name, version in rules().items()
        if there.get(name) != version
    )


def check_workers(client: Any, address: str) -> int:
    """Count the workers of a cluster; refuse those with other rules, and a cluster without any."""
    found: dict[str, dict[str, str]] = client.run(rules)
    if not found:
        raise CarreauError(f"the cluster {address} has no workers yet")
    for worker, there in found.items():
        if difference(there):
            raise CarreauError(f"the worker {worker} has {difference(there)}")
    return len(found)
