"""Carat as a game: its options and its start."""

from typing import ClassVar, Final

from carreau.core.bits import members
from carreau.core.effects import POINTS, Effect
from carreau.core.errors import OptionError
from carreau.core.game import NOBODY
from carreau.core.options import Choice, Flag, Options
from carreau.core.position import require
from carreau.games.carat._spec import COLOUR_NAMES
from carreau.games.carat._state import CaratGame, CaratState
from carreau.games.carat.board import CHIP_FIELDS, CORNERS
from carreau.games.carat.chip import is_decided
from carreau.games.carat.rules import winner, worth
from carreau.games.carat.spec import BOX, COLOURS, SIDE, VALUES

LEAST_SIDE: Final = 3  # a smaller board is all outer ring (carat.7)


class Carat(CaratGame):
    """Carat for two to four players; a smaller box makes a game small enough to enumerate."""

    OPTIONS: ClassVar[Options] = Options(
        Choice("hand", str(BOX["hands"][0]), [str(tiles) for tiles in BOX["hands"]]),
        Flag("two_colours", False),
        Choice("layout", "shuffled", ["shuffled", "players"]),
        Flag("open_hands", False),
    )

    def prepare(self) -> None:
        if self.options["two_colours"] is True and 2 * self.seats != len(COLOURS):
            raise OptionError(
                f"carat.16: two_colours=on is for {len(COLOURS) // 2} players, two of the {len(COLOURS)} colours each, "
                f"not for {self.seats}"
            )
        self.side: int = self.box["side"]
        self.chips: list[int] = self.box["chips"]
        self.hand = int(self.options["hand"])
        require(LEAST_SIDE <= self.side <= SIDE, f"carat.2: side={self.side} is not in {LEAST_SIDE}..{SIDE}")
        fields, tiles = (self.side + 1) ** 2, self.side**2
        complete = len(self.chips) == len(VALUES) and sum(self.chips) == fields
        require(complete, f"carat.3: {self.chips} are not {fields} chips of {len(VALUES)} values")
        enough = self.seats * self.hand <= tiles
        require(enough, f"carat.5: {tiles} tiles are too few for {self.seats} hands of {self.hand}")

    def start(self) -> CaratState:
        played = len(COLOURS) if self.options["two_colours"] is True else self.seats
        by_players = self.options["layout"] == "players"
        state = CaratState(self.seats, played, by_players, self.options["open_hands"] is True, self.side, self.hand)
        for index, count in enumerate(self.chips):
            state.add_to_chips_left(index, count)
        state.set_up()
        return state

    def effects(self, before: CaratState, seat: int, action: int, after: CaratState) -> list[Effect]:
        """List the chips that a tile decided: who won each, and for how many points."""
        places = members(CHIP_FIELDS[self.side]) if before.laid != after.laid else []
        decided = [place for place in places if is_decided(after.chips(place)) and not is_decided(before.chips(place))]
        return [self.won(after, place) for place in decided]

    def won(self, state: CaratState, place: int) -> Effect:
        """Say who won a chip: a player, a neutral colour (carat.14), or nobody (carat.12)."""
        chip = state.chips(place)
        colour, fields = int(winner(chip)), {"x": int(place % CORNERS), "y": int(place // CORNERS)}
        if colour == NOBODY:
            return Effect("cancelled", NOBODY, fields=fields)
        owner, named = int(state.owner(colour)), {**fields, "colour": COLOUR_NAMES[colour]}
        return Effect("neutral", NOBODY, fields=named) if owner == NOBODY else Effect(POINTS, owner, worth(chip), named)
