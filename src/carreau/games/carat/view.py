"""What one seat of Carat knows, and the hands that fit it.

Whoever has seen some of the tiles knows which others are still out, but not where they are. Every tile
drawn is as likely as any other, so the tiles in hidden hands are as likely to be any of those unseen.
With one tile in hand this is exact, for what a player lays was all they had. With three a player also
tells something by what they kept; that depends on how they play, and here it counts as nothing.
"""

from typing import Any, final

from carreau.core.bits import BIT, nth, size
from carreau.core.game import NOBODY, View
from carreau.core.native import i64
from carreau.core.rng import Rng
from carreau.games.carat.board import (
    COLOURS,
    HAND,
    LEFT,
    POINTS,
    VALUES,
    carats,
    is_decided,
    missing,
    tiles_in_words,
    value,
    winner,
    worth,
)
from carreau.games.carat.rules import CaratState


@final
class CaratView(View):
    """What a seat knows: the state with the hands hidden from it put back into the stock, and their sizes."""

    def __init__(self, seat: int, state: CaratState) -> None:
        self.seat = seat
        self.known = state.clone()
        self.stock = int(size(state.stock))
        self.held: list[int] = []
        owner: i64 = 0
        while owner < state.seats:
            self.held.append(size(state.cells[HAND + owner]))
            if not self.sees_hand(owner):
                self.known.stock |= state.cells[HAND + owner]
                self.known.cells[HAND + owner] = 0
            owner += 1

    def sees_hand(self, owner: i64) -> bool:  # carat.r2
        return self.known.open_hands or owner == self.seat

    def guess(self, rng: Rng) -> CaratState:
        """A whole state that looks like this; every way to deal the unseen tiles has the same chance."""
        state = self.known.clone()
        owner: i64 = 0
        while owner < state.seats:
            hidden: i64 = 0 if self.sees_hand(owner) else self.held[owner]
            while hidden:
                tile = BIT[nth(state.stock, rng.below(size(state.stock)))]
                state.stock ^= tile
                state.cells[HAND + owner] |= tile
                hidden -= 1
            owner += 1
        return state

    def colours(self) -> list[list[str]]:
        """The colours of each seat (carat.r4, carat.r7)."""
        seats = range(int(self.known.seats))
        return [[name for index, name in enumerate(COLOURS) if self.known.owner(index) == seat] for seat in seats]

    def points(self) -> dict[str, int]:
        """The points of every colour that is played."""
        return {COLOURS[colour]: int(self.known.cells[POINTS + colour]) for colour in range(int(self.known.played))}

    def chip(self, x: int, y: int) -> dict[str, Any]:
        """A chip with the carats around it; the winner is "" until it is decided (carat.r10)."""
        chip = self.known.chip(x, y)
        won = int(winner(chip)) if is_decided(chip) else NOBODY
        name = COLOURS[won] if won != NOBODY else "nobody" if is_decided(chip) else ""
        return {
            "value": int(value(chip)),
            "missing": int(missing(chip)),
            "carats": [int(carats(chip, colour)) for colour in range(len(COLOURS))],
            "winner": name,
            "points": int(worth(chip)) if won != NOBODY and self.known.owner(won) != NOBODY else 0,
        }

    def to_json(self) -> dict[str, Any]:
        corners = range(int(self.known.side) + 1)
        return {
            "seat": self.seat,
            "side": int(self.known.side),
            "open_hands": self.known.open_hands,
            "colours": self.colours(),
            "scores": self.known.scores(),
            "points": self.points(),
            "chips": [[self.chip(x, y) for x in corners] for y in corners],
            "chips_left": [int(self.known.cells[LEFT + index]) for index in range(VALUES)],
            "hands": self.known.hands(),
            "held": self.held,
            "stock": self.stock,
            "unseen": tiles_in_words(self.known.stock),
            **self.known.table(),
        }
