"""Raufer as a game: its options, its start, guesses, and positions that somebody wrote down."""

from collections.abc import Mapping
from typing import Any, ClassVar

from carreau.core._native import i64, vec
from carreau.core.actions import Actions
from carreau.core.bits import BIT
from carreau.core.errors import PositionError
from carreau.core.game import NOBODY, OVER, Game
from carreau.core.observation import Observation
from carreau.core.options import Flag, Options
from carreau.core.position import Reader, number_set
from carreau.core.rng import Rng
from carreau.core.row import Rows
from carreau.games.raufer.observation import OBSERVATION, observe
from carreau.games.raufer.rules import (
    ACTIONS,
    BOX,
    CELLS,
    DEALING,
    DRAWN,
    FLOORS,
    HAND,
    LOT,
    MOST_DRAWS,
    ORDERS,
    ORIGIN,
    OWNS,
    RULED_OUT,
    SIZE,
    STAGES,
    RauferState,
)
from carreau.games.raufer.view import RauferView


class Raufer(Game[RauferState, RauferView]):
    """Raufer for three to five players; a smaller box makes a game small enough to enumerate."""

    NAME: ClassVar[str] = "raufer"
    VERSION: ClassVar[int] = 1
    SEATS: ClassVar[tuple[int, ...]] = (3, 4, 5)
    OPTIONS: ClassVar[Options] = Options(Flag("open_discards", False), Flag("lot", True))
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def __init__(
        self, seats: int, options: Mapping[str, object] | None = None, box: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(seats, options)
        box = box or BOX
        self.floors: int = box["floors"]
        self.hand: int = box["hand"][str(seats)]
        pile = self.floors - seats * self.hand
        if self.floors > FLOORS or not 0 <= pile <= MOST_DRAWS:
            raise PositionError(f"raufer.1: a pile of {pile} from {self.floors} floors is not in 0..{MOST_DRAWS}")

    def start(self) -> RauferState:
        cells = vec[i64]([0] * CELLS)
        for seat in range(self.seats):
            cells[OWNS + seat] = BIT[seat]
        state = RauferState(cells, self.seats, self.floors, self.hand, self.options["open_discards"] is True)
        state.pile = BIT[self.floors + 1] - BIT[1]
        if not self.options["lot"]:
            state.stage = DEALING
        return state

    def guess(self, view: RauferView, rng: Rng) -> RauferState:
        return view.guess(rng)

    def observe(self, state: RauferState, seat: i64, row: Rows) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> RauferState:
        reader = Reader(self.NAME, data)
        state = self.start()
        self.read_cards(reader, state)
        state.stage = reader.choice("stage", STAGES)
        state.current = reader.number("current", OVER, self.seats - 1)
        state.turn = reader.number("turn", 0, self.seats - 1)
        state.starter = reader.number("starter", 0, self.seats - 1)
        state.top = reader.number("top", 0, self.floors)
        state.order = reader.choice("order", ORDERS)
        state.commander = reader.number("commander", NOBODY, self.seats - 1)
        state.failed = reader.number_set("failed", 0, self.seats - 1)
        state.out = reader.number_set("out", 0, self.seats - 1)
        state.winner = reader.number("winner", NOBODY, self.seats - 1)
        self.read_batches(reader, state)
        self.read_laid(reader, state)
        reader.finish()
        state.audit()
        if not self.options["lot"]:
            self.check_first_seat(state)
        return state

    def check_first_seat(self, state: RauferState) -> None:
        """Where no lot is drawn seat 0 begins (raufer.r9)."""
        if state.stage == LOT:
            raise PositionError("raufer.r9: there is no lot; with lot=off the game begins with dealing")
        if state.starter:
            raise PositionError(f"raufer.r9: without a lot seat 0 begins, not seat {state.starter}")

    def read_cards(self, reader: Reader, state: RauferState) -> None:
        for offset, key in ((HAND, "hands"), (DRAWN, "drawn")):
            for seat, row in enumerate(reader.lists(key, self.seats)):
                state.cells[offset + seat] = number_set(self.NAME, f"{key}[{seat}]", row, 1, self.floors)
        state.drawn = sum(state.cells[DRAWN : DRAWN + self.seats])
        state.pile = reader.number_set("pile", 1, self.floors)

    def read_batches(self, reader: Reader, state: RauferState) -> None:
        batches = reader.entries("batches")
        most = self.seats + self.floors - self.seats * self.hand
        if not self.seats <= len(batches) <= most:
            raise PositionError(f"{self.NAME}: {len(batches)} batches are not in {self.seats}..{most}")
        for seat in range(self.seats):
            state.cells[OWNS + seat] = 0
        for index, entry in enumerate(batches):
            key = f"batches[{index}]"
            batch = Reader(self.NAME, reader.named(key, entry, ["owner", "size", "ruled_out"]))
            state.cells[OWNS + batch.number("owner", 0, self.seats - 1)] |= BIT[index]
            state.cells[SIZE + index] = batch.number("size", 0, self.floors)
            state.cells[RULED_OUT + index] = batch.number_set("ruled_out", 1, self.floors)
        state.batches = len(batches)

    def read_laid(self, reader: Reader, state: RauferState) -> None:
        for index, entry in enumerate(reader.entries("laid")):
            laid = Reader(self.NAME, reader.named(f"laid[{index}]", entry, ["card", "origins"]))
            card = laid.number("card", 1, self.floors)
            if state.laid & BIT[card]:
                raise PositionError(f"raufer.1: floor {card} has been laid twice")
            state.laid |= BIT[card]
            origins = laid.number_set("origins", 0, int(state.batches) - 1)
            state.cells[ORIGIN + card] = origins
