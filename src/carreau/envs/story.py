"""How a position came about, as each seat was told: what OpenSpiel calls perfect recall.

A Moment is a position and the step that led to it. Moments are never changed, so that copies of a position share their
past. What a seat remembers of it is kept as a fingerprint: of every step as the seat was told of it, and of every
view in between, since a rule may show for a moment what a view forgets later.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from carreau.core.errors import RecordError
from carreau.core.game import CHANCE, SPECTATOR, State
from carreau.core.open import OpenGame
from carreau.core.rng import Rng
from carreau.envs.turns import Turns
from carreau.games.catalogue import AnyGame

WAIT: Final = "wait"  # how holding back at a race is written
UNTOLD: Final = ""  # what a seat remembers before anything has happened
LENGTH: Final = 16  # of a fingerprint, in bytes

Step = tuple[int, int]  # who acted, and the id of the action


class Moment:
    """A position, the step before it, and what each seat remembers, once somebody has asked for it."""

    def __init__(self, turns: Turns, before: "Moment | None", step: Step, memories: dict[int, str]) -> None:
        self.turns = turns
        self.before = before
        self.step = step
        self.memories = memories

    @classmethod
    def first(cls, turns: Turns, memories: Mapping[int, str] | None = None) -> "Moment":
        """A position whose past is unknown, or is what the seats remember."""
        known = memories or dict.fromkeys([SPECTATOR, *range(turns.game.seats)], UNTOLD)
        return cls(turns, None, (CHANCE, turns.game.num_actions), dict(known))

    def __deepcopy__(self, memo: dict[int, Any]) -> "Moment":
        return self

    @property
    def game(self) -> AnyGame:
        return self.turns.game

    @property
    def state(self) -> State:
        return self.turns.state

    @property
    def asked(self) -> int:
        """A seat, CHANCE or OVER."""
        return int(self.turns.asked)

    def after(self, action: int) -> "Moment":
        turns = self.turns.clone()
        turns.act(action)
        return Moment(turns, self, (self.asked, action), {})

    # What a seat knows

    def observed(self, seat: int) -> str:
        """What a seat sees now, and who is asked."""
        return json.dumps({"asked": self.asked, "view": self.state.view(seat).to_json()})

    def remembered(self, seat: int) -> str:
        """A fingerprint of all that a seat was told and has seen up to now."""
        looker = seat if is_hidden(self.game) else SPECTATOR
        untold = []
        moment = self
        while looker not in moment.memories:
            assert moment.before is not None, "the first moment knows what everybody remembers"
            untold.append(moment)
            moment = moment.before
        memory = moment.memories[looker]
        for later in reversed(untold):
            memory = fingerprint(memory, later.told(looker))
            later.memories[looker] = memory
        return memory

    def told(self, seat: int) -> str:
        """The last step as a seat was told of it, and what it has seen then; where all is open, the step says all."""
        assert self.before is not None, "no step leads to the first moment"
        actor, action = self.step
        if not is_hidden(self.game):
            return f"{actor} {action}"
        veiled = action != self.turns.wait and seat in self.before.state.unseen_by(actor, action)
        word = self.game.ACTIONS.verb(action).name + " ?" if veiled else spelled(self.game, action)
        return f"{actor} {word} {self.observed(seat)}"

    def guessed(self, seat: int, rng: Rng) -> "Moment":
        """Another position that looks the same to a seat, made from its view and its memory alone.

        The others remember what everybody was told, and what they see now in this position.
        """
        turns = self.turns.clone()
        turns.state = self.game.guess(self.state.view(seat), rng)
        public = self.remembered(SPECTATOR)
        guess = Moment.first(turns, {SPECTATOR: public})
        for other in range(self.game.seats):
            guess.memories[other] = fingerprint(public, guess.observed(other))
        guess.memories[seat] = self.remembered(seat)
        return guess

    # To be written down

    def steps(self) -> list[Step]:
        found = []
        moment = self
        while moment.before is not None:
            found.append(moment.step)
            moment = moment.before
        return found[::-1]

    def beginning(self) -> "Moment":
        moment = self
        while moment.before is not None:
            moment = moment.before
        return moment

    def script(self) -> "Script":
        first, game = self.beginning(), self.game
        steps = [(actor, spelled(game, action)) for actor, action in self.steps()]
        turns = first.turns
        queue = [int(turns.beginner), int(turns.quiet), int(turns.late), int(turns.pressed), int(turns.asked)]
        return Script(game.NAME, game.VERSION, first.state.dump(), queue, first.memories, steps)

    def __reduce__(self) -> tuple[type["Script"], tuple[Any, ...]]:
        return Script, tuple(self.script())


class Script(NamedTuple):
    """A moment in plain values: where its story begins, and every step in the notation of records."""

    name: str
    rules: int
    position: dict[str, Any]
    queue: list[int]  # who is asked in the first position: see Turns
    memories: dict[int, str]
    steps: Sequence[tuple[int, str]]

    def play(self, game: AnyGame) -> Moment:
        """The moment again; RecordError says which step can't be."""
        if (self.name, self.rules) != (game.NAME, game.VERSION):
            raise RecordError(
                1, f"written by version {self.rules} of {self.name}; this is version {game.VERSION} of {game.NAME}"
            )
        turns = Turns(game, game.load(self.position))
        turns.beginner, turns.quiet, turns.late, turns.pressed, turns.asked = self.queue
        moment = Moment.first(turns, self.memories)
        for number, (actor, text) in enumerate(self.steps, 1):
            action = int(turns.wait) if text == WAIT else game.parse(text)
            if actor != moment.asked or action not in moment.turns.legal():
                raise RecordError(number, f"{actor} {text} is not possible here")
            moment = moment.after(action)
        return moment


def is_hidden(game: AnyGame) -> bool:
    """Whether seats know different things."""
    return not isinstance(game, OpenGame)


def spelled(game: AnyGame, action: int) -> str:
    return WAIT if action == game.num_actions else game.text(action)


def fingerprint(*parts: str) -> str:
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=LENGTH).hexdigest()
