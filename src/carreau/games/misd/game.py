"""Misd as a game: its options, its start, and positions that somebody wrote down."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from carreau.core.actions import Actions
from carreau.core.errors import NotationError, OptionError, PositionError
from carreau.core.game import CHANCE, OVER
from carreau.core.native import i64
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Choice, Flag, Number, Options, spelled
from carreau.core.perfect_info import PerfectInfoGame
from carreau.core.position import PositionReader, name_in
from carreau.games.misd.observation import LARGEST_LIMIT, OBSERVATION, observe
from carreau.games.misd.rules import ACTIONS, BITS, BOX, CARDS, COLOURS, NONE, SHAPES, SIDES, MisdState

MOST_CARDS: Final = len(BOX["cards"])
LONGEST_TIMEOUT: Final = 3600
HARD_ONLY: Final = ("cards", "others_go_on", "mixed_sides")


class Misd(PerfectInfoGame[MisdState]):
    """Misd for two to eight players."""

    NAME: ClassVar[str] = "misd"
    VERSION: ClassVar[int] = 1
    SEATS: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6, 7, 8)
    OPTIONS: ClassVar[Options] = Options(
        Choice("mode", "simple", ["simple", "hard"]),
        Number(
            "cards", BOX["fewest_cards"], BOX["fewest_cards"], MOST_CARDS, examples=(BOX["fewest_cards"], MOST_CARDS)
        ),
        Number("chips", BOX["chips"], 1, BOX["chips"], examples=(4,)),
        Number("timeout", BOX["timeout"], 1, LONGEST_TIMEOUT),
        Number("limit", BOX["limit"], 1, LARGEST_LIMIT, examples=(24,), bounds_length=True),
        Flag("others_go_on", False),
        Flag("mixed_sides", False),
    )
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def __init__(self, seats: int, options: Mapping[str, object] | None = None) -> None:
        super().__init__(seats, options)
        self.hard = self.options["mode"] == "hard"
        for name in HARD_ONLY:
            value = self.options[name]
            if not self.hard and value != self.OPTIONS.options[name].default:
                raise OptionError(f"{name}={spelled(value)} needs mode=hard")

    @property
    def race_seconds(self) -> float | None:  # misd.r3
        return float(self.options["timeout"])

    def start(self) -> MisdState:
        return MisdState(
            self.seats,
            self.hard,
            int(self.options["cards"]) if self.hard else 1,
            int(self.options["chips"]),
            int(self.options["limit"]),
            self.options["others_go_on"] is True,
            self.options["mixed_sides"] is True,
        )

    def observe(self, state: MisdState, seat: i64, row: ObsBuffer) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> MisdState:
        reader = PositionReader(self.NAME, data)
        state = self.start()
        derived = reader.derived(state.derived())
        state.number = reader.number("number", 1, int(state.limit))
        for seat, chips in enumerate(reader.numbers("chips", self.seats, 0, int(state.stake))):
            state.chips += chips << (BITS * seat)
        self.read_layout(reader, state)
        self.read_sets(reader, state)
        state.shape = self.read_finder(reader, "shape", SHAPES)
        state.colour = self.read_finder(reader, "colour", COLOURS)
        state.current = reader.number("current", OVER, CHANCE)
        self.read_last(reader, state)
        reader.finish()
        state.audit()
        reader.agree(derived, state.derived())
        return state

    def read_layout(self, reader: PositionReader, state: MisdState) -> None:
        entries = reader.entries("layout")
        if len(entries) > state.places:
            raise PositionError(f"misd: layout must have at most {state.places} entries, not {len(entries)}")
        for index, entry in enumerate(entries):
            card = PositionReader(self.NAME, reader.named(f"layout[{index}]", entry, ["card", "side"]))
            face = 2 * (card.number("card", 1, int(CARDS)) - 1) + card.choice("side", SIDES)
            state.layout |= face << (BITS * index)
        state.laid = len(entries)

    def read_sets(self, reader: PositionReader, state: MisdState) -> None:
        state.stack = reader.number_set("stack", 1, int(CARDS)) >> 1
        state.shapes = reader.name_set("shapes_left", SHAPES)
        state.colours = reader.name_set("colours_left", COLOURS)
        state.wrong = reader.number_set("wrong", 0, self.seats - 1)

    def read_finder(self, reader: PositionReader, key: str, names: list[str]) -> int:
        name = reader.take(key)
        return NONE if name is None else name_in(self.NAME, key, name, names)

    def read_last(self, reader: PositionReader, state: MisdState) -> None:
        entry = reader.take("last")
        if entry is None:
            return
        last = PositionReader(self.NAME, reader.named("last", entry, ["seat", "answer", "right", "solution"]))
        state.last_seat = last.number("seat", CHANCE, self.seats - 1)
        state.last_answer = self.read_answer(last.take("answer"))
        state.last_right = last.flag("right")
        solution = last.take("solution")
        state.last_solution = NONE if solution is None else self.read_answer(solution)

    def read_answer(self, text: object) -> int:
        try:
            return self.parse(str(text))
        except NotationError as error:
            raise PositionError(f"misd: last: {error}") from error
