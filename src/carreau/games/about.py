"""Reads what a game says about itself to people who choose one: `about.toml` in its folder."""

from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from carreau.core.errors import CarreauError

HERE: Final = Path(__file__).parent
FILE: Final = "about.toml"
LAST: Final = 1000


class AboutError(CarreauError):
    """Something in an about.toml can't be; the message says what."""


class AboutGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An about.toml."""

    hue: Annotated[int, Meta(ge=0, lt=360)]  # of the felt, in degrees of OKLCH
    minutes: Annotated[list[int], Meta(min_length=1, max_length=2)]  # shortest and longest
    decides: Literal["skill", "both", "luck"]
    place: int = LAST  # in the list of games; equal places go by name
    age: int | None = None  # of the youngest players, where the box says it


def games_there() -> list[str]:
    """List the games by their folders, in the order in which they are shown."""
    return sorted((path.parent.name for path in HERE.glob(f"*/{FILE}")), key=lambda name: (about(name).place, name))


@cache
def about(game: str) -> AboutGame:
    try:
        return msgspec.toml.decode((HERE / game / FILE).read_bytes(), type=AboutGame)
    except msgspec.DecodeError as error:
        raise AboutError(f"{game}/{FILE}: {error}") from error
