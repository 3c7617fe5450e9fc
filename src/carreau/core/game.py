"""The contract: what a game is to everything that plays, shows or studies it.

A State is a position and knows the whole truth; a View is what one seat knows of it; a Game is the
rules with its seats and options fixed. Randomness is a move: a State holds no generator and no
secret order, the driver samples an outcome and applies it like any other action.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions, Value
from carreau.core.errors import IllegalMove, SeatsError
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Options, OptionValue
from carreau.core.position import PositionReader
from carreau.core.result import Result
from carreau.core.rng import Rng

CHANCE: Final = -1  # dice or deck act, or at a RACE the clock
ALL: Final = -2  # each seat in waiting() commits unseen; resolved when the last one has
RACE: Final = -3  # any seat in waiting() may act; the first action to arrive counts
OVER: Final = -4
SPECTATOR: Final = -1  # the seat of somebody who only watches
NOBODY: Final = -1  # where a seat is named that may not exist yet: no winner, no commander


def left_of(seat: i64, seats: i64) -> i64:
    """Whose turn it is after a seat in most games: the left neighbour's."""
    seat += 1
    if seat == seats:
        return 0
    return seat


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """All that one seat knows and nothing more: safe to send, enough to search from."""

    seat: int

    def to_json(self) -> Mapping[str, Any]:
        """Everything in the view as plain values; two views with equal JSON are equal."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(json.dumps(self.to_json(), sort_keys=True))


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class State:
    """A position: plain data, no generator, no clock, no I/O. apply() edits it in place."""

    current: i64  # the seat to act, or CHANCE, ALL, RACE, OVER

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        """Add the actions that are legal for a seat now (or for CHANCE) to out, ascending.

        They follow from the objections; a game's fast.py finds them sooner.
        """
        count = self.action_count()
        action: i64 = 0
        while action < count:
            if self.objection(seat, action) == "":
                out.add(action)
            action += 1

    def action_count(self) -> i64:
        """How many actions the game has; only what derives them from the objections asks."""
        raise NotImplementedError

    def objection(self, seat: i64, action: i64) -> str:
        """ "" if the action is legal for the seat now, else the id of the first clause against it."""
        raise NotImplementedError

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out an action. It must be legal: the caller checks."""
        raise NotImplementedError

    def clone(self) -> Self:
        """A copy that shares nothing that apply() could change."""
        raise NotImplementedError

    def view(self, seat: int) -> View:
        """What a seat knows, or what everybody knows for seat SPECTATOR."""
        raise NotImplementedError

    def result(self) -> Result:
        """How the game ended; only when current is OVER."""
        raise NotImplementedError

    def next_starter(self) -> i64:
        """When current is OVER: who begins a rematch. Where rules say nothing, of the losers the first after seat 0."""
        ranks = self.result().ranks
        clockwise = ranks[1:] + ranks[:1]
        return (clockwise.index(max(clockwise)) + 1) % len(ranks)

    def audit(self) -> None:
        """Raise PositionError if the position is impossible."""
        raise NotImplementedError

    def dump(self) -> dict[str, Any]:
        """The whole position as plain values; Game.load() is the inverse."""
        raise NotImplementedError

    def load(self, reader: PositionReader) -> None:
        """Take the position from a reader; raises PositionError for impossible ones."""
        raise NotImplementedError

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        """Write what a seat knows into an empty row, as OBSERVATION declares it: no more than its View holds."""
        raise NotImplementedError

    def waiting(self) -> list[int]:
        """The seats that may act now, ascending."""
        return [int(self.current)] if self.current >= 0 else []

    def on_clock(self) -> list[int]:
        """The seats for whom the others wait, so that their time may run: at a race nobody, if a game knows no one."""
        return [] if self.current == RACE else self.waiting()

    def weights(self) -> list[int]:
        """At CHANCE: how likely each id in legal(CHANCE) is, as whole numbers in proportion."""
        return [1] * len(self.legal(CHANCE))

    def sample(self, rng: Rng) -> i64:
        """At CHANCE: an outcome drawn by its weight."""
        outcomes = self.legal(CHANCE)
        weights = self.weights()
        drawn = int(rng.below(sum(weights)))
        index = 0
        while drawn >= weights[index]:
            drawn -= weights[index]
            index += 1
        return outcomes[index]

    def random_actor(self, rng: Rng) -> i64:
        """One of several who may act: the one that rng.below() chooses from waiting(). Games may find it otherwise."""
        waiting = self.waiting()
        return waiting[rng.below(len(waiting))]

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """A random legal action: the one that rng.below() chooses from legal(). Games may find it without a list."""
        out.clear()
        self.moves(seat, out)
        return out.at(rng.below(out.count))

    def unseen_by(self, seat: int, action: int) -> list[int]:
        """The seats (SPECTATOR among them) that are not told which action this is."""
        return []

    def legal(self, seat: i64) -> list[int]:
        """The ids of the actions that are legal for a seat now (or for CHANCE), ascending."""
        out = ActionBuffer()
        self.moves(seat, out)
        return out.as_list()

    def odds(self) -> list[float]:
        """The weights as probabilities."""
        weights = self.weights()
        total = sum(weights)
        return [weight / total for weight in weights]

    def fingerprint(self) -> str:
        """A short hash of the whole position: equal positions, equal fingerprints."""
        return hashlib.sha256(json.dumps(self.dump(), sort_keys=True).encode()).hexdigest()[:16]


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S, V]):
    """A game with its seats and options fixed."""

    NAME: ClassVar[str] = ""
    VERSION: ClassVar[int] = 1  # of the rules; a record says which it was played by
    DRAWS_LOTS: ClassVar[bool] = False  # whether a lot always decides who begins, in a rematch too
    SEATS: ClassVar[tuple[int, ...]] = ()
    OPTIONS: ClassVar[Options] = Options()
    ACTIONS: ClassVar[Actions] = Actions("")
    OBSERVATION: ClassVar[Observation] = Observation("")

    def __init__(self, seats: int, options: Mapping[str, object] | None = None) -> None:
        if seats not in self.SEATS:
            allowed = ", ".join(str(number) for number in self.SEATS)
            raise SeatsError(f"{self.NAME} is for {allowed} players, not {seats}")
        self.seats = seats
        self.options: dict[str, OptionValue] = self.OPTIONS.read(options or {})

    def start(self) -> S:
        """The position before set-up: dealing is made of chance nodes too."""
        raise NotImplementedError

    def guess(self, view: V, rng: Rng) -> S:
        """A whole state that looks like the view, drawn from all that are possible by their likelihood."""
        raise NotImplementedError

    def load(self, data: Mapping[str, Any]) -> S:
        """Any possible position, from what State.dump() gives; raises PositionError for others."""
        state = self.start()
        state.load(PositionReader(self.NAME, data))
        return state

    def observe(self, state: S, seat: i64, row: ObsBuffer) -> None:
        state.observe(seat, row)

    @property
    def race_seconds(self) -> float | None:
        """After how many seconds the clock acts at a race; None where the rules don't say."""
        return None

    def rematch_options(self) -> dict[str, OptionValue]:
        """The options of the next game between the same players, in which next_starter() has seat 0."""
        return dict(self.options)

    @property
    def num_actions(self) -> int:
        return self.ACTIONS.size

    def text(self, action: int) -> str:
        """The notation of an action; parse() is its inverse."""
        return self.ACTIONS.text(action)

    def parse(self, text: str) -> int:
        return self.ACTIONS.parse(text)

    def fields(self, action: int) -> dict[str, Value]:
        return self.ACTIONS.fields(action)

    def act(self, state: S, seat: int, action: int) -> None:
        """Apply an action that may be wrong: NotationError or IllegalMove instead of a broken state."""
        self.ACTIONS.verb(action)
        clause = state.objection(seat, action)
        if clause:
            raise IllegalMove(clause, f"{self.text(action)} is against {clause}")
        state.apply(seat, action)
