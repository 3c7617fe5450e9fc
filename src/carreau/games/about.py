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


class Credits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The people behind a game, as far as its rulebook names them."""

    authors: list[str] = []
    illustrators: list[str] = []
    publishers: list[str] = []
    year: int | None = None
    collection: str = ""  # the box that the game comes in together with others

    def lines(self) -> dict[str, str]:
        """Return what there is to print, by field; the year belongs to the publishers."""
        published = [*self.publishers, *([str(self.year)] if self.year else [])]
        lines = {
            "authors": ", ".join(self.authors),
            "illustrators": ", ".join(self.illustrators),
            "publishers": ", ".join(published),
            "collection": self.collection,
        }
        return {field: line for field, line in lines.items() if line}


class Ties(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses for equal points, where the one that ends the game doesn't say what they mean."""

    broken: str = ""  # what decides between equals
    shared: str = ""  # that equals share the win


class AboutGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An about.toml."""

    hue: Annotated[int, Meta(ge=0, lt=360)]  # of the felt, in degrees of OKLCH
    minutes: Annotated[list[int], Meta(min_length=1, max_length=2)]  # shortest and longest
    decides: Literal["skill", "both", "luck"]
    place: int = LAST  # in the list of games; equal places go by name
    age: int | None = None  # of the youngest players, where the rulebook says it
    estimated: bool = False  # whether no rulebook prints the minutes
    ties: Ties = Ties()
    credits: Credits = Credits()


def games_there() -> list[str]:
    """List the games by their folders, in the order in which they are shown."""
    return sorted((path.parent.name for path in HERE.glob(f"*/{FILE}")), key=lambda name: (about(name).place, name))


@cache
def about(game: str) -> AboutGame:
    try:
        return msgspec.toml.decode((HERE / game / FILE).read_bytes(), type=AboutGame)
    except msgspec.DecodeError as error:
        raise AboutError(f"{game}/{FILE}: {error}") from error
