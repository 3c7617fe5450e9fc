"""What environments need besides Carreau itself is optional: whoever misses it is told what to install."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Around imports that belong to an optional part of the package."""
    try:
        yield
    except ModuleNotFoundError as missing:
        hint = f"there is no {missing.name}; environments need it: pip install 'carreau[{name}]'"
        raise ModuleNotFoundError(hint, name=missing.name) from missing
