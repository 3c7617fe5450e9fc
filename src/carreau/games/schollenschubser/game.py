"""Schollenschubser as a game: its options, its start, and positions that somebody wrote down."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from carreau.core.actions import Actions
from carreau.core.errors import PositionError
from carreau.core.game import NOBODY, OVER
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Choice, Flag, Number, Options
from carreau.core.perfect_info import PerfectInfoGame
from carreau.core.position import PositionReader, in_range
from carreau.games.schollenschubser.board import BOX, EXPLORERS, FIELDS, ROLLS, SIZES, at, one
from carreau.games.schollenschubser.observation import MOST_TURNS, OBSERVATION, observe
from carreau.games.schollenschubser.rules import (
    ABOARD,
    ACTIONS,
    CELLS,
    NO_ROLL,
    STAGES,
    STANDS,
    SchollenschubserState,
)

FLOE_PARTS: Final = ["field", "size", "explorers", "moved"]
COUNTED: Final = ("supply", "bank")  # what follows from the rest of a position


class Schollenschubser(PerfectInfoGame[SchollenschubserState]):
    """Schollenschubser for two to four players."""

    NAME: ClassVar[str] = "schollenschubser"
    VERSION: ClassVar[int] = 1
    DRAWS_LOTS: ClassVar[bool] = True
    SEATS: ClassVar[tuple[int, ...]] = (2, 3, 4)
    OPTIONS: ClassVar[Options] = Options(
        Choice("large_floes", "auto", ("auto", "on", "off")),
        Number("turn_limit", BOX["turn_limit"], 1, MOST_TURNS, examples=(1, 12), bounds_length=True),
        Flag("melt_compulsory", False),
    )
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def start(self) -> SchollenschubserState:
        state = SchollenschubserState(
            vec[i64]([0] * CELLS),
            self.seats,
            int(self.options["turn_limit"]),
            self.large_floes(),
            self.options["melt_compulsory"] is True,
        )
        state.set_up()
        return state

    def large_floes(self) -> bool:  # scholle.3, scholle.r7
        """Whether the 4-sides are used."""
        if self.options["large_floes"] == "auto":
            return bool(self.seats >= BOX["large_floes_from"])
        return self.options["large_floes"] == "on"

    def observe(self, state: SchollenschubserState, seat: i64, row: ObsBuffer) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> SchollenschubserState:
        reader = PositionReader(self.NAME, data)
        state = self.start()
        self.read_floes(reader, state)
        for seat, aboard in enumerate(reader.numbers("aboard", self.seats, 0, int(EXPLORERS))):
            state.cells[ABOARD + seat] = aboard
        counted = {key: reader.take(key) for key in COUNTED}
        self.read_dice(reader, state)
        state.entered = int(reader.flag("entered"))
        state.returned = reader.number("returned", 0, int(EXPLORERS))
        state.turns = reader.number("turns", 0, int(state.turn_limit) * self.seats)
        state.starter = reader.number("starter", NOBODY, self.seats - 1)
        state.turn = reader.number("turn", NOBODY, self.seats - 1)
        state.current = reader.number("current", OVER, self.seats - 1)
        state.stage = reader.choice("stage", STAGES)
        reader.finish()
        state.audit()
        self.check_counts(counted, state.dump())
        return state

    def read_floes(self, reader: PositionReader, state: SchollenschubserState) -> None:
        state.sizes = 0
        for index, entry in enumerate(reader.entries("floes")):
            floe = PositionReader(self.NAME, reader.named(f"floes[{index}]", entry, FLOE_PARTS))
            field = floe.choice("field", FIELDS)
            if at(state.sizes, field):
                raise PositionError(f"scholle.r4: two floes lie on {FIELDS[field]}")
            size = floe.number("size", SIZES[0], SIZES[-1])
            standing = floe.numbers("explorers", self.seats, 0, int(EXPLORERS))
            if sum(standing) > size:
                raise PositionError(f"scholle.2: {sum(standing)} explorers on {FIELDS[field]}, where {size} have room")
            state.sizes += size * one(field)
            for seat, count in enumerate(standing):
                state.cells[STANDS + seat] += count * one(field)
            state.moved += floe.number("moved", 0, size) * one(field)

    def read_dice(self, reader: PositionReader, state: SchollenschubserState) -> None:
        entries = reader.entries("dice")
        dice = [in_range(self.NAME, f"dice[{i}]", face, 1, BOX["sides"]) for i, face in enumerate(entries)]
        if dice and tuple(dice) not in ROLLS:
            raise PositionError(f"scholle.5: dice={dice!r} are not {BOX['dice']} dice in ascending order, or none")
        state.roll = ROLLS.index(tuple(dice)) if dice else NO_ROLL

    def check_counts(self, given: Mapping[str, object], right: Mapping[str, object]) -> None:
        for key, value in given.items():
            if value != right[key]:
                raise PositionError(f"scholle.2: with these floes and explorers {key} is {right[key]}, not {value!r}")
