"""Reads the components of a game: what lies in its box, as data."""

import tomllib
from pathlib import Path
from typing import Any


def components(game: str) -> dict[str, Any]:
    """Read a game's components.toml."""
    return tomllib.loads((Path(__file__).parent / game / "components.toml").read_text(encoding="utf-8"))
