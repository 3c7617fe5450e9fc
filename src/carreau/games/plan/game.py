"""Ganz nach Plan!? as a game: its options, its decks, its start, guesses, and positions that somebody wrote down."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from carreau.core.actions import Actions
from carreau.core.bits import BIT
from carreau.core.errors import OptionError, PositionError
from carreau.core.game import NOBODY, OVER, Game
from carreau.core.native import i64, vec
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Flag, Number, Option, Options, OptionValue
from carreau.core.position import PositionReader, number_set
from carreau.core.rng import Rng
from carreau.games.plan.deck import MOST_CARDS, Deck, part_from, program_of
from carreau.games.plan.observation import MOST_PLAYS, OBSERVATION, observe
from carreau.games.plan.rules import (
    ACTIONS,
    BOX,
    CELLS,
    CHOSEN,
    DEALT,
    EVENTS,
    HAND,
    LANDED,
    MOVED,
    PASSED,
    PASSING,
    PLACES,
    PLAYED,
    STAGES,
    PlanState,
)
from carreau.games.plan.view import PlanView

STANDARD: Final = "standard"


class DeckFile(Option):
    """The deck that is played with: the one in the box, or a file of own cards."""

    is_local = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.default = STANDARD

    def read(self, value: object) -> OptionValue:
        text = str(value)
        if not text or text != "".join(text.split()):
            raise self.refuse(repr(text))
        return text

    def allowed(self) -> str:
        return f"{STANDARD} or the path of a TOML file of cards, without spaces"

    def examples(self) -> Sequence[OptionValue]:
        return (STANDARD,)

    def names(self) -> Sequence[str]:
        return (STANDARD,)


def read_deck(path: str) -> object:
    """The entries of a deck file; whether they are cards is seen later."""
    try:
        box = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise OptionError(
            f"deck={path}: there is no such file; a game with own cards, or a record of it, needs it there"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"deck={path}: the file can't be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"deck={path}: this is no TOML: {error}") from error
    unknown = sorted(set(box) - {"cards"})
    if unknown:
        raise OptionError(f"deck={path}: {unknown[0]} is not known here; the file has cards only, each under [[cards]]")
    return box.get("cards")


class Plan(Game[PlanState, PlanView]):
    """Ganz nach Plan!? for three or four players; a smaller box makes a game small enough to enumerate."""

    NAME: ClassVar[str] = "plan"
    VERSION: ClassVar[int] = 1
    SEATS: ClassVar[tuple[int, ...]] = (3, 4)
    OPTIONS: ClassVar[Options] = Options(
        DeckFile("deck"),
        Flag("open_discards", False),
        Number("play_limit", 200, 1, MOST_PLAYS, examples=(12, 40), bounds_length=True),
    )
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION

    def __init__(
        self, seats: int, options: Mapping[str, object] | None = None, box: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(seats, options)
        source = str(self.options["deck"])
        box = box or BOX
        entries = box["cards"] if source == STANDARD else read_deck(source)
        self.deck = Deck(source, box["hand"], entries, seats)

    def start(self) -> PlanState:
        limit, open_discards = int(self.options["play_limit"]), self.options["open_discards"] is True
        return PlanState(vec[i64]([0] * CELLS), self.seats, self.deck, limit, open_discards)

    def guess(self, view: PlanView, rng: Rng) -> PlanState:
        return view.guess(rng)

    def observe(self, state: PlanState, seat: i64, row: ObsBuffer) -> None:
        observe(state, seat, row)

    def load(self, data: Mapping[str, Any]) -> PlanState:
        reader = PositionReader(self.NAME, data)
        state = self.start()
        self.read_cards(reader, state)
        self.read_places(reader, state)
        state.stage = reader.choice("stage", STAGES)
        state.current = reader.number("current", OVER, self.seats - 1)
        state.plays = reader.number("plays", 0, int(state.play_limit))
        state.winner = reader.number("winner", NOBODY, self.seats - 1)
        self.read_program(reader, state)
        self.read_chosen(reader, state)
        self.read_events(reader, state)
        reader.finish()
        state.audit()
        return state

    def read_cards(self, reader: PositionReader, state: PlanState) -> None:
        for start, key in ((HAND, "hands"), (DEALT, "dealt")):
            for seat, row in enumerate(reader.lists(key, self.seats)):
                state.cells[start + seat] = number_set(self.NAME, f"{key}[{seat}]", row, 1, MOST_CARDS)
        state.pile = reader.number_set("pile", 1, MOST_CARDS)
        state.top = reader.number("top", 0, MOST_CARDS)
        state.in_play = reader.number("in_play", 0, MOST_CARDS)
        gone = int(state.pile | BIT[state.in_play])
        for seat in range(self.seats):
            gone |= int(state.cells[HAND + seat])
        state.pack = int(self.deck.cards) & ~gone

    def read_places(self, reader: PositionReader, state: PlanState) -> None:
        places = reader.numbers("places", self.seats, 0, self.seats - 1)
        if len(set(places)) != self.seats:
            raise PositionError(f"plan.3: places={places} must have every seat once")
        state.seating = sum(seat * 4**place for place, seat in enumerate(places))
        state.place = reader.choice("place", PLACES[: self.seats])
        state.turn = reader.number("turn", 0, self.seats - 1)
        state.here = places.index(int(state.turn))
        state.direction = reader.number("direction", -1, 1)

    def read_program(self, reader: PositionReader, state: PlanState) -> None:
        parts = [part_from(part) for part in reader.entries("parts")]
        if 0 in parts:
            raise PositionError(f"{self.NAME}: parts[{parts.index(0)}] is no part of an instruction")
        state.program = program_of(parts)

    def read_chosen(self, reader: PositionReader, state: PlanState) -> None:
        for seat, card in enumerate(reader.numbers("chosen", self.seats, 0, MOST_CARDS)):
            state.cells[CHOSEN + seat] = card
            if state.stage == PASSING and not card and state.cells[HAND + seat]:
                state.pending |= BIT[seat]

    def read_events(self, reader: PositionReader, state: PlanState) -> None:
        for index, entry in enumerate(reader.entries("events")):
            event = PositionReader(
                self.NAME, reader.named(f"events[{index}]", entry, ["what", "giver", "receiver", "card"])
            )
            what = event.choice("what", EVENTS[PLAYED:]) + PLAYED
            giver = event.number("giver", 0, self.seats - 1)
            receiver = event.number("receiver", 0, self.seats - 1)
            has_card = what in (PLAYED, MOVED, PASSED)
            card = event.number("card", int(has_card), MOST_CARDS if has_card else 0)
            if (what in (MOVED, PASSED) and giver == receiver) or (what == LANDED and giver + receiver):
                raise PositionError(f"{self.NAME}: events[{index}]: no card can go from {giver} to {receiver}")
            state.note(what, giver, receiver, card)
