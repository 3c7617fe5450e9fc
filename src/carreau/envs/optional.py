"""Optional dependencies of the environments."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def requires_extra(name: str) -> Iterator[None]:
    """Explain what to install if an import in the block fails."""
    try:
        yield
    except ModuleNotFoundError as missing:
        hint = f"environments need {missing.name}: pip install 'carreau[{name}]'"
        raise ModuleNotFoundError(hint, name=missing.name) from missing
