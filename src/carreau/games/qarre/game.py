"""Qarré as a game: its options, its start, guesses, and positions that somebody wrote down."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from carreau.core.actions import Actions
from carreau.core.bits import BIT, size
from carreau.core.errors import PositionError
from carreau.core.game import NOBODY, OVER, Game
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Choice, Number, Options
from carreau.core.position import PositionReader, name_in, name_set
from carreau.core.rng import Rng
from carreau.games.qarre.board import NONE, TOP, cover, place
from carreau.games.qarre.memory import (
    CELLS,
    DREW,
    MOST_RECORDS,
    add_record,
    remember_play,
)
from carreau.games.qarre.observation import HIGHEST, OBSERVATION, observe
from carreau.games.qarre.rules import (
    ACTIONS,
    HAND,
    HAND_CARDS,
    KNOWN,
    RESERVE_TOP,
    RESERVED,
    SCORE,
    SEATS,
    STAGES,
    TAKEN,
    QarreState,
)
from carreau.games.qarre.tables import (
    ACTION_NAMES,
    BOX,
    CARD_NAMES,
    FIELDS,
    HAND_SIZE,
    action_deck_of,
    deck_of,
)
from carreau.games.qarre.view import QarreView

MOST_POINTS: Final = 100_000


class Qarre(Game[QarreState, QarreView]):
    """Qarré for two players; a smaller box makes a game small enough to enumerate."""

    NAME: ClassVar[str] = "qarre"
    VERSION: ClassVar[int] = 1
    DRAWS_LOTS: ClassVar[bool] = True
    SEATS: ClassVar[tuple[int, ...]] = (SEATS,)
    OPTIONS: ClassVar[Options] = Options(
        Choice("jack", "exchange", ["exchange", "keep"]),
        Number("target", BOX["target"], 1, HIGHEST, examples=(BOX["target"], 6), bounds_length=True),
        Number("lead", BOX["lead"], 1, HIGHEST, examples=(BOX["lead"], 4)),
        Number("reshuffle_limit", BOX["reshuffles"], 1, HIGHEST, examples=(4,), bounds_length=True),
    )
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def __init__(
        self, seats: int, options: Mapping[str, object] | None = None, box: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(seats, options)
        box = box or BOX
        self.deck = deck_of(box["suits"], box["values"])
        self.action_deck = action_deck_of(box["suits"], box["faces"])
        least = FIELDS + SEATS * HAND_SIZE
        if size(self.deck) < least or not self.action_deck:
            raise PositionError(f"qarre.2: {size(self.deck)} cards are fewer than the {least} to be laid out and dealt")

    def start(self) -> QarreState:
        cells = vec[i64]([0] * CELLS)
        for field in range(FIELDS):
            cells[TOP + field] = NONE
        for seat in range(SEATS):
            cells[RESERVE_TOP + seat] = NONE
        options = self.options
        limits = [int(options[name]) for name in ("target", "lead", "reshuffle_limit")]
        return QarreState(cells, self.deck, self.action_deck, options["jack"] == "keep", *limits)

    def guess(self, view: QarreView, rng: Rng) -> QarreState:
        return view.guess(rng)

    def observe(self, state: QarreState, seat: i64, row: ObsBuffer) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> QarreState:
        reader = PositionReader(self.NAME, data)
        state = self.start()
        self.read_turn(reader, state)
        self.read_cards(reader, state)
        self.read_action(reader, state)
        self.read_memory(reader, state)
        reader.finish()
        state.audit()
        return state

    def read_turn(self, reader: PositionReader, state: QarreState) -> None:
        state.stage = reader.choice("stage", STAGES)
        state.current = reader.number("current", OVER, SEATS - 1)
        state.turn = reader.number("turn", 0, SEATS - 1)
        state.starter = reader.number("starter", 0, SEATS - 1)
        state.reshuffles = reader.number("reshuffles", 0, int(state.limit))
        state.field = reader.number("field", 1, FIELDS) - 1
        state.hand_card = reader.choice("hand_card", HAND_CARDS)
        state.reserve_used = reader.flag("reserve_used")
        state.winner = reader.number("winner", NOBODY, SEATS - 1)
        for seat, points in enumerate(reader.numbers("scores", SEATS, -MOST_POINTS, MOST_POINTS)):
            state.cells[SCORE + seat] = points

    def read_cards(self, reader: PositionReader, state: QarreState) -> None:
        cells = state.cells
        state.stock = reader.name_set("stock", CARD_NAMES)
        state.discards = reader.name_set("discards", CARD_NAMES)
        for offset, key in ((HAND, "hands"), (TAKEN, "taken"), (KNOWN, "known")):
            for seat, names in enumerate(reader.lists(key, SEATS)):
                cells[offset + seat] = name_set(self.NAME, f"{key}[{seat}]", names, CARD_NAMES)
        placed: set[int] = set()
        for field, names in enumerate(reader.lists("piles", FIELDS)):
            for card in self.read_stack(f"piles[{field}]", names, placed):
                place(cells, field, card)
        for seat, names in enumerate(reader.lists("reserves", SEATS)):
            for card in self.read_stack(f"reserves[{seat}]", names, placed):
                cover(cells, card, cells[RESERVE_TOP + seat])
                cells[RESERVE_TOP + seat] = card
                cells[RESERVED + seat] += 1

    def read_stack(self, key: str, names: object, placed: set[int]) -> list[int]:
        """Cards in order, none of which lies on another pile already: the links between cards can't branch."""
        cards = [
            name_in(self.NAME, key, name, CARD_NAMES) for name in PositionReader(self.NAME, {key: names}).entries(key)
        ]
        for card in cards:
            if card in placed:
                raise PositionError(f"qarre.1: {key} names {CARD_NAMES[card]} again")
            placed.add(card)
        return cards

    def read_action(self, reader: PositionReader, state: QarreState) -> None:
        action, kept = reader.take("action"), reader.take("kept")
        state.action = NONE if action is None else name_in(self.NAME, "action", action, ACTION_NAMES)
        state.kept = NONE if kept is None else name_in(self.NAME, "kept", kept, CARD_NAMES)
        state.actions_left = reader.name_set("actions_left", ACTION_NAMES)

    def read_memory(self, reader: PositionReader, state: QarreState) -> None:
        entries = reader.entries("memory")
        if len(entries) > MOST_RECORDS:
            raise PositionError(f"{self.NAME}: memory must have at most {MOST_RECORDS} entries, not {len(entries)}")
        for index, entry in enumerate(entries):
            key = f"memory[{index}]"
            names = ["owner", "drew", "played", "ruled_out"]
            record = PositionReader(self.NAME, reader.named(key, entry, names))
            owner, drew = record.number("owner", 0, SEATS - 1), record.flag("drew")
            played = self.read_stack(key, record.take("played"), set())
            if len(played) > 2:
                raise PositionError(f"{self.NAME}: {key} must name at most 2 cards played, not {len(played)}")
            add_record(state.cells, owner, (BIT[DREW] if drew else 0) | record.name_set("ruled_out", CARD_NAMES))
            for card in played:
                remember_play(state.cells, owner, card)
