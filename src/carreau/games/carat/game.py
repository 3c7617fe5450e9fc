"""Carat as a game: its options, its start, guesses, and positions that somebody wrote down."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from carreau.core.actions import Actions
from carreau.core.bits import BIT
from carreau.core.errors import OptionError, PositionError
from carreau.core.game import OVER, Game
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Choice, Flag, Options
from carreau.core.position import PositionReader
from carreau.core.rng import Rng
from carreau.games.carat.board import (
    BOX,
    CARATS,
    CELLS,
    COLOURS,
    CORNERS,
    GEMS,
    HAND,
    KINDS,
    LEFT,
    ORDERS,
    SIDE,
    VALUES,
    in_words,
)
from carreau.games.carat.observation import OBSERVATION, observe
from carreau.games.carat.rules import ACTIONS, STAGES, CaratState
from carreau.games.carat.view import CaratView

LEAST_SIDE: Final = 3  # a smaller board is all outer ring (carat.7)


class Carat(Game[CaratState, CaratView]):
    """Carat for two to four players; a smaller box makes a game small enough to enumerate."""

    NAME: ClassVar[str] = "carat"
    VERSION: ClassVar[int] = 1
    SEATS: ClassVar[tuple[int, ...]] = (2, 3, 4)
    OPTIONS: ClassVar[Options] = Options(
        Choice("hand", str(BOX["hands"][0]), [str(tiles) for tiles in BOX["hands"]]),
        Flag("two_colours", False),
        Choice("layout", "shuffled", ["shuffled", "players"]),
        Flag("open_hands", False),
    )
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def __init__(
        self, seats: int, options: Mapping[str, object] | None = None, box: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(seats, options)
        if self.options["two_colours"] is True and 2 * seats != len(COLOURS):
            raise OptionError(
                f"carat.16: two_colours=on is for {len(COLOURS) // 2} players, two of the {len(COLOURS)} colours each, "
                f"not for {seats}"
            )
        box = box or BOX
        self.side: int = box["side"]
        self.chips: list[int] = box["chips"]
        self.hand = int(self.options["hand"])
        self.check_box()

    def check_box(self) -> None:
        if not LEAST_SIDE <= self.side <= SIDE:
            raise PositionError(f"carat.2: side={self.side} is not in {LEAST_SIDE}..{SIDE}")
        fields = (self.side + 1) ** 2
        if len(self.chips) != VALUES or sum(self.chips) != fields:
            raise PositionError(f"carat.3: {self.chips} are not {fields} chips of {VALUES} values")
        if self.seats * self.hand > self.side**2:
            raise PositionError(f"carat.5: {self.side**2} tiles are too few for {self.seats} hands of {self.hand}")

    def start(self) -> CaratState:
        played = len(COLOURS) if self.options["two_colours"] is True else self.seats
        by_players = self.options["layout"] == "players"
        open_hands = self.options["open_hands"] is True
        cells = vec[i64]([0] * CELLS)
        state = CaratState(cells, self.seats, self.side, self.hand, played, by_players, open_hands)
        for index, count in enumerate(self.chips):
            state.cells[LEFT + index] = count
        state.set_up()
        return state

    def guess(self, view: CaratView, rng: Rng) -> CaratState:
        return view.guess(rng)

    def observe(self, state: CaratState, seat: i64, row: ObsBuffer) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> CaratState:
        reader = PositionReader(self.NAME, data)
        state = self.start()
        self.read_chips(reader, state)
        self.read_hands(reader, state)
        self.read_tiles(reader, state)
        state.stage = reader.choice("stage", STAGES)
        state.current = reader.number("current", OVER, self.seats - 1)
        state.turn = reader.number("turn", 0, self.seats - 1)
        reader.finish()
        state.audit()
        return state

    def read_chips(self, reader: PositionReader, state: CaratState) -> None:
        for y, row in enumerate(reader.rows("chips", self.side + 1, self.side + 1, 0, VALUES)):
            for x, value in enumerate(row):
                if value:
                    state.put_chip(value - 1, y * CORNERS + x)
        for index, count in enumerate(self.chips):
            laid = count - int(state.cells[LEFT + index])
            if laid > count:
                raise PositionError(f"carat.3: {laid} chips of the value {index + 1} are laid, but there are {count}")

    def read_hands(self, reader: PositionReader, state: CaratState) -> None:
        hands = reader.entries("hands")
        if len(hands) != self.seats:
            raise PositionError(f"{self.NAME}: hands must have {self.seats} rows, not {len(hands)}")
        for seat, hand in enumerate(hands):
            key = f"hands[{seat}]"
            for entry in PositionReader(self.NAME, {key: hand}).entries(key):
                tile = PositionReader(self.NAME, reader.named(key, entry, ["carats", "order"]))
                carats = tile.number("carats", 1, CARATS)
                number = (carats - 1) * KINDS + tile.choice("order", ORDERS)
                self.take(state, number)
                state.cells[HAND + seat] |= BIT[number]

    def read_tiles(self, reader: PositionReader, state: CaratState) -> None:
        for index, entry in enumerate(reader.entries("tiles")):
            key = f"tiles[{index}]"
            tile = PositionReader(self.NAME, reader.named(key, entry, ["x", "y", "carats", "gems"]))
            x, y = tile.number("x", 0, self.side - 1), tile.number("y", 0, self.side - 1)
            carats = tile.number("carats", 1, CARATS)
            way = (carats - 1) * len(GEMS) + tile.choice("gems", GEMS)
            if not state.is_free(x, y):
                raise PositionError(f"carat.6: two tiles lie on {x},{y}")
            self.take(state, way // 4)
            state.put_tile(way, y * SIDE + x)

    def take(self, state: CaratState, tile: int) -> None:
        """A tile leaves the stock, where each of them is once."""
        if not state.stock & BIT[tile]:
            raise PositionError(f"carat.4: the tile {in_words(tile)} is there twice, or not in this box")
        state.stock ^= BIT[tile]
