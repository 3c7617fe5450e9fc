"""One seat's view of Carat, and the hands that fit it.

A player who has seen some of the tiles knows which others are still out, but not where they are. Every tile drawn is as
likely as any other, so the tiles in hidden hands are as likely to be any of those unseen. With one tile in hand this is
exact, because players lay all they have. With three, the tiles a player keeps tell something about how they play, which
counts as nothing here.
"""

from typing import final

from carreau.core.bits import BIT, nth, size
from carreau.core.game import NOBODY
from carreau.core.hidden_info import GuessingView
from carreau.core.native import i64
from carreau.core.rng import Rng
from carreau.games.carat._spec import COLOUR_NAMES, CaratViewJson
from carreau.games.carat.board import CORNERS, tiles_in_words
from carreau.games.carat.chip import is_decided
from carreau.games.carat.rules import CaratRules, winner, worth
from carreau.games.carat.spec import ShownChip


@final
class CaratView(GuessingView):
    """The position with the hands hidden from a seat put back into the stock, and their sizes."""

    def __init__(self, seat: int, state: CaratRules) -> None:
        self.seat = seat
        self.sight = state.sight(seat)
        self.held = self.sight["held"]
        self.known = state.clone()
        self.known.stock = state.unseen(seat)
        if not state.open_hands:
            self.known.hide_from(seat)

    def guess(self, rng: Rng) -> CaratRules:
        """Draw a state that fits this view; every way to deal the unseen tiles is equally likely."""
        state = self.known.clone()
        for owner in range(state.seats):
            missing = self.held[owner] - state.held(owner)
            while missing:
                tile = BIT[nth(state.stock, rng.below(size(state.stock)))]
                state.stock ^= tile
                state.add_to_hands(owner, tile)
                missing -= 1
        return state

    def chip(self, place: i64) -> ShownChip:
        """Show a chip with the carats around it and, once decided, its winner and points (carat.r10)."""
        chip = self.known.chips(place)
        won = int(winner(chip)) if is_decided(chip) else NOBODY
        nobody = "nobody" if is_decided(chip) else ""
        return {
            "value": int(self.known.values(place)),
            "missing": int(self.known.missing(place)),
            "carats": [int(self.known.carats(place, colour)) for colour in range(len(COLOUR_NAMES))],
            "winner": COLOUR_NAMES[won] if won != NOBODY else nobody,
            "points": int(worth(chip)) if won != NOBODY and self.known.owner(won) != NOBODY else 0,
        }

    def to_json(self) -> CaratViewJson:
        known, seats, corners = self.known, range(int(self.known.seats)), range(int(self.known.side) + 1)
        played = range(int(known.played))
        return {
            **self.sight,
            "colours": [[COLOUR_NAMES[colour] for colour in played if known.owner(colour) == seat] for seat in seats],
            "points": {COLOUR_NAMES[colour]: int(known.points(colour)) for colour in played},
            "chips": [[self.chip(y * CORNERS + x) for x in corners] for y in corners],
            "unseen": tiles_in_words(known.stock),
            **known.table(),
        }
