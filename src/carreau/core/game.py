"""The contract between a game and everything that plays, shows or studies it.

A State is a position and knows everything; a View is what one seat knows about it; a Game is the
rules with the number of seats and the options fixed. Randomness is a move: a State holds no generator
and no secret order; the driver samples an outcome and applies it like any other action.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions, Value
from carreau.core.effects import Effect, point_changes
from carreau.core.errors import IllegalMove, SeatsError
from carreau.core.native import i64, mypyc_attr
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Options, OptionValue
from carreau.core.position import PositionReader
from carreau.core.result import Result
from carreau.core.rng import Rng
from carreau.core.spec import Spec

CHANCE: Final = -1  # the dice or the deck act; in a RACE, the clock
ALL: Final = -2  # every seat in waiting() commits in secret; resolved after the last one
RACE: Final = -3  # any seat in waiting() may act; the first action to arrive counts
OVER: Final = -4
SPECTATOR: Final = -1  # the seat of somebody who only watches
NOBODY: Final = -1  # instead of a seat: no winner yet, no commander yet


def left_of(seat: i64, seats: i64) -> i64:
    """Return the left neighbour of a seat, who plays next in most games."""
    seat += 1
    if seat == seats:
        return 0
    return seat


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """Everything one seat knows and nothing more: safe to send, sufficient for a search."""

    seat: int

    def to_json(self) -> Mapping[str, Any]:
        """Return the whole view as plain values; two views with equal JSON are equal."""
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
        """Add the legal actions of a seat (or of CHANCE) to out, ascending.

        This one derives them from the objections; a game's fast.py finds them faster.
        """
        count = self.action_count()
        action: i64 = 0
        while action < count:
            if self.objection(seat, action) == "":
                out.add(action)
            action += 1

    def action_count(self) -> i64:
        """Return the number of actions of the game; only moves() needs it, to try them all."""
        raise NotImplementedError

    def objection(self, seat: i64, action: i64) -> str:
        """Return the id of the first clause against an action of a seat, or "" if the action is legal."""
        raise NotImplementedError

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out an action. The caller makes sure it is legal."""
        raise NotImplementedError

    def clone(self) -> Self:
        """Return a copy that apply() can change without affecting the original."""
        raise NotImplementedError

    def view(self, seat: int) -> View:
        """Return what a seat knows; for SPECTATOR, what everybody knows."""
        raise NotImplementedError

    def result(self) -> Result:
        """Return how the game ended; only when current is OVER."""
        raise NotImplementedError

    def all_points(self) -> list[int]:
        """Return the points of each seat so far; [] where a game counts none."""
        return []

    def next_starter(self) -> i64:
        """Return who starts a rematch; only when current is OVER.

        Unless the rules decide, it is the player with the worst rank, among equals the first one after seat 0.
        """
        ranks = self.result().ranks
        clockwise = ranks[1:] + ranks[:1]
        return (clockwise.index(max(clockwise)) + 1) % len(ranks)

    def audit(self) -> None:
        """Raise PositionError if the position is impossible."""
        raise NotImplementedError

    def dump(self) -> dict[str, Any]:
        """Return the whole position as plain values; Game.load() is the inverse."""
        raise NotImplementedError

    def load(self, reader: PositionReader) -> None:
        """Read the position; raise PositionError if it is impossible."""
        raise NotImplementedError

    def observe(self, seat: i64, row: ObsBuffer) -> None:
        """Write what a seat knows into an empty row, as OBSERVATION declares: nothing its View doesn't hold."""
        raise NotImplementedError

    def waiting(self) -> list[int]:
        """List the seats that may act now, ascending."""
        return [int(self.current)] if self.current >= 0 else []

    def on_clock(self) -> list[int]:
        """List the seats the others wait for, whose clocks run. In a race there are none, unless a game names them."""
        return [] if self.current == RACE else self.waiting()

    def weights(self) -> list[int]:
        """Return the relative likelihood of each id in legal(CHANCE), as whole numbers."""
        return [1] * len(self.legal(CHANCE))

    def sample(self, rng: Rng) -> i64:
        """Draw an outcome of CHANCE by its weight."""
        outcomes = self.legal(CHANCE)
        weights = self.weights()
        drawn = int(rng.below(sum(weights)))
        index = 0
        while drawn >= weights[index]:
            drawn -= weights[index]
            index += 1
        return outcomes[index]

    def random_actor(self, rng: Rng) -> i64:
        """Choose a seat from waiting() with rng.below(). A game may override this to avoid the list."""
        waiting = self.waiting()
        return waiting[rng.below(len(waiting))]

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """Choose an action from legal() with rng.below(). A game may override this to avoid the list."""
        out.clear()
        self.moves(seat, out)
        return out.at(rng.below(out.count))

    def unseen_by(self, seat: int, action: int) -> list[int]:
        """List the seats, SPECTATOR included, that don't learn which action this is."""
        return []

    def legal(self, seat: i64) -> list[int]:
        """List the ids of the legal actions of a seat (or of CHANCE), ascending."""
        out = ActionBuffer()
        self.moves(seat, out)
        return out.as_list()

    def odds(self) -> list[float]:
        """Return the weights as probabilities."""
        weights = self.weights()
        total = sum(weights)
        return [weight / total for weight in weights]

    def fingerprint(self) -> str:
        """Return a short hash of the whole position; equal positions have equal fingerprints."""
        return hashlib.sha256(json.dumps(self.dump(), sort_keys=True).encode()).hexdigest()[:16]


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S, V]):
    """The rules of a game with the number of seats and the options fixed."""

    SPEC: ClassVar[Spec]  # declares name, seats, actions and observation; toy games may do without
    NAME: ClassVar[str] = ""
    VERSION: ClassVar[int] = 1  # of the rules; a record names the version it was played by
    DRAWS_LOTS: ClassVar[bool] = False  # whether lots always decide who starts, even a rematch
    SEATS: ClassVar[tuple[int, ...]] = ()
    OPTIONS: ClassVar[Options] = Options()
    BOX: ClassVar[Mapping[str, Any]] = {}
    ACTIONS: ClassVar[Actions] = Actions("")
    OBSERVATION: ClassVar[Observation] = Observation("")
    UNCERTAIN: ClassVar[frozenset[str]] = frozenset()  # the verbs whose effects a View doesn't determine

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if hasattr(cls, "SPEC"):
            cls.NAME, cls.SEATS, cls.BOX = cls.SPEC.game, tuple(cls.SPEC.seats), cls.SPEC.box
            cls.ACTIONS, cls.OBSERVATION = cls.SPEC.actions, cls.SPEC.observation

    def __init__(
        self, seats: int, options: Mapping[str, object] | None = None, box: Mapping[str, Any] | None = None
    ) -> None:
        if seats not in self.SEATS:
            allowed = ", ".join(str(number) for number in self.SEATS)
            raise SeatsError(f"{self.NAME} is for {allowed} players, not {seats}")
        self.seats = seats
        self.options: dict[str, OptionValue] = self.OPTIONS.read(options or {})
        self.box: Mapping[str, Any] = box or self.BOX
        self.prepare()

    def prepare(self) -> None:
        """Derive what a game needs from its seats, options and box; refuse what doesn't fit together."""

    def start(self) -> S:
        """Return the position before set-up; even dealing consists of chance nodes."""
        raise NotImplementedError

    def guess(self, view: V, rng: Rng) -> S:
        """Draw a state that fits the view, each with the likelihood it has given the view."""
        raise NotImplementedError

    def load(self, data: Mapping[str, Any]) -> S:
        """Read a position that State.dump() returned; raise PositionError if it is impossible."""
        state = self.start()
        state.load(PositionReader(self.NAME, data))
        return state

    def observe(self, state: S, seat: i64, row: ObsBuffer) -> None:
        state.observe(seat, row)

    def points(self, state: S) -> list[int]:
        """Return the points of each seat so far; [] where a game counts none."""
        return state.all_points()

    def effects(self, before: S, seat: int, action: int, after: S) -> list[Effect]:
        """List what a move did, for everybody who saw it."""
        return point_changes(self.points(before), self.points(after))

    def previews(self, view: V, actions: Sequence[int]) -> list[list[Effect]]:
        """List what each action of the seat would do at once, as far as its View determines that."""
        before = self.guess(view, Rng(0))
        return [self.preview(before, view.seat, action) for action in actions]

    def preview(self, before: S, seat: int, action: int) -> list[Effect]:
        if self.fields(action)["do"] in self.UNCERTAIN:
            return []
        after = before.clone()
        after.apply(seat, action)
        return self.effects(before, seat, action, after)

    @property
    def race_seconds(self) -> float | None:
        """The seconds after which the clock acts in a race; None if the rules don't say."""
        return None

    def rematch_options(self) -> dict[str, OptionValue]:
        """Return the options for a rematch of the same players, with next_starter() in seat 0."""
        return dict(self.options)

    @property
    def num_actions(self) -> int:
        return self.ACTIONS.size

    def text(self, action: int) -> str:
        """Return the notation of an action; parse() is the inverse."""
        return self.ACTIONS.text(action)

    def parse(self, text: str) -> int:
        return self.ACTIONS.parse(text)

    def fields(self, action: int) -> dict[str, Value]:
        return self.ACTIONS.fields(action)

    def act(self, state: S, seat: int, action: int) -> None:
        """Apply an unchecked action; raise NotationError or IllegalMove if it is wrong."""
        self.ACTIONS.verb(action)
        clause = state.objection(seat, action)
        if clause:
            raise IllegalMove(clause, f"{self.text(action)} is against {clause}")
        state.apply(seat, action)
