"""Nussknacker as a game: its options, its start, guesses, and positions that somebody wrote down."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from carreau.core.actions import Actions
from carreau.core.bits import BIT
from carreau.core.errors import PositionError
from carreau.core.game import NOBODY, OVER, Game
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Choice, Number, Options
from carreau.core.position import PositionReader
from carreau.core.rng import Rng
from carreau.games.nussknacker.board import CHIPS
from carreau.games.nussknacker.memory import LOG, entry, note
from carreau.games.nussknacker.observation import OBSERVATION, observe
from carreau.games.nussknacker.rules import (
    ACTIONS,
    HAND,
    MOST_REVEALED,
    MOST_SEATS,
    STAGES,
    VOID_DEALS,
    NussknackerState,
)
from carreau.games.nussknacker.tables import BOX, COPIES, HIGHEST, MOST_CARDS, NAMES, counted
from carreau.games.nussknacker.view import NussknackerView

MOST_QUESTIONS: Final = 120
MOST_DEALS: Final = 1_000_000


class Nussknacker(Game[NussknackerState, NussknackerView]):
    """Nussknacker for two to four players; a smaller box makes a game small enough to enumerate."""

    NAME: ClassVar[str] = "nussknacker"
    VERSION: ClassVar[int] = 1
    DRAWS_LOTS: ClassVar[bool] = True
    SEATS: ClassVar[tuple[int, ...]] = tuple(range(2, MOST_SEATS + 1))
    OPTIONS: ClassVar[Options] = Options(
        Choice("deck", "12", list(BOX["highest"])),
        Number("target", BOX["target"], 1, BOX["chips"], examples=(2,), bounds_length=True),
        Number(
            "question_limit",
            BOX["question_limit"],
            1,
            MOST_QUESTIONS,
            examples=(3, BOX["question_limit"]),
            bounds_length=True,
        ),
        Choice("tempo", "race", ["race", "turns"]),
    )
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def __init__(
        self, seats: int, options: Mapping[str, object] | None = None, box: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(seats, options)
        self.highest: int = (box or BOX)["highest"][str(self.options["deck"])]
        if not seats < COPIES * self.highest <= COPIES * HIGHEST:
            raise PositionError(
                f"nuss.2: {COPIES * self.highest} cards for {seats} players are not in {seats + 1}..{COPIES * HIGHEST}"
            )

    def start(self) -> NussknackerState:
        limit = int(self.options["question_limit"])
        cells = vec[i64]([0] * (LOG + (limit + 1) // 2))
        target, race = int(self.options["target"]), self.options["tempo"] == "race"
        state = NussknackerState(cells, self.seats, self.highest, target, limit, race)
        state.collect()
        return state

    def guess(self, view: NussknackerView, rng: Rng) -> NussknackerState:
        return view.guess(rng)

    def observe(self, state: NussknackerState, seat: i64, row: ObsBuffer) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> NussknackerState:
        reader = PositionReader(self.NAME, data)
        state = self.start()
        state.stage = reader.choice("stage", STAGES)
        state.current = reader.number("current", OVER, self.seats - 1)
        state.deal = reader.number("deal", 1, MOST_DEALS)
        state.voids = reader.number("voids", 0, int(VOID_DEALS))
        state.starter = reader.number("starter", 0, self.seats - 1)
        state.asker = reader.number("asker", 0, self.seats - 1)
        state.turn = reader.number("turn", 0, self.seats - 1)
        for seat, chips in enumerate(reader.numbers("chips", self.seats, 0, MOST_DEALS)):
            state.cells[CHIPS + seat] = chips
        self.read_revealed(reader, state)
        self.read_cards(reader, state)
        self.read_questions(reader, state)
        self.read_pending(reader, state)
        reader.finish()
        state.audit()
        return state

    def read_revealed(self, reader: PositionReader, state: NussknackerState) -> None:
        rows = reader.entries("revealed")
        if len(rows) > MOST_REVEALED:
            raise PositionError(f"{self.NAME}: revealed must have at most {MOST_REVEALED} entries, not {len(rows)}")
        for index, row in enumerate(rows):
            names = ["seat", "value", "card"]
            row_reader = PositionReader(self.NAME, reader.named(f"revealed[{index}]", row, names))
            seat = row_reader.number("seat", 0, self.seats - 1)
            state.aside = row_reader.number("card", 1, self.highest)
            state.reveal(seat, row_reader.number("value", 1, self.highest))

    def read_cards(self, reader: PositionReader, state: NussknackerState) -> None:
        rows = reader.entries("hands")
        if len(rows) != self.seats:
            raise PositionError(f"{self.NAME}: hands must have {self.seats} rows, not {len(rows)}")
        for seat, row in enumerate(rows):
            state.cells[HAND + seat] = counted(self.read_values(f"hands[{seat}]", row))
        state.aside = reader.number("aside", 0, self.highest)
        deck = self.read_values("deck", reader.take("deck"))
        state.deck = sum(int(BIT[2 * value - 2]) * (2 ** deck.count(value) - 1) for value in set(deck))
        state.left = len(deck)

    def read_values(self, key: str, entries: object) -> list[int]:
        """The values of some cards, none of them too often."""
        numbers = PositionReader(self.NAME, {key: entries}).entries(key)
        values = PositionReader(self.NAME, {key: numbers}).numbers(key, len(numbers), 1, self.highest)
        for value in values:
            if values.count(value) > COPIES:
                raise PositionError(f"nuss.1: {key} has value {value} more than {COPIES} times")
        return values

    def read_questions(self, reader: PositionReader, state: NussknackerState) -> None:
        rows = reader.entries("questions")
        if len(rows) > state.limit:
            raise PositionError(f"nuss.r3: {len(rows)} questions are more than the limit of {state.limit}")
        names = ["asked", "value", "given", "returned", "given_cards", "returned_cards"]
        for index, row in enumerate(rows):
            asked = PositionReader(self.NAME, reader.named(f"questions[{index}]", row, names))
            seat, value, given, returned = self.read_numbers(asked)
            given_cards, returned_cards = [self.read_cards_named(asked, key) for key in names[4:]]
            answered = entry(seat, value, given, returned, given_cards, returned_cards)
            note(state.cells, index, answered)
        state.questions = len(rows)

    def read_pending(self, reader: PositionReader, state: NussknackerState) -> None:
        row = reader.take("pending")
        if row is None:
            state.asked = NOBODY
            return
        names = ["asked", "value", "given", "returned", "given_cards"]
        asked = PositionReader(self.NAME, reader.named("pending", row, names))
        state.asked, state.value, state.given, state.returned = self.read_numbers(asked)
        state.given_cards = self.read_cards_named(asked, "given_cards")

    def read_numbers(self, reader: PositionReader) -> tuple[int, int, int, int]:
        return (
            reader.number("asked", 0, self.seats - 1),
            reader.number("value", 1, self.highest),
            reader.number("given", 0, MOST_CARDS),
            reader.number("returned", 0, MOST_CARDS),
        )

    def read_cards_named(self, reader: PositionReader, key: str) -> int:
        """The number of a combination, counted from 1; 0 for none."""
        return reader.choice(key, ["", *NAMES])
