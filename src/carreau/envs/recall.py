"""Perfect recall: the history of a position as each seat experienced it.

A HistoryNode is a position and the step that led to it. Nodes never change, so copies of a position share their past.
A seat's memory is a fingerprint of every step as the seat was told it and of every view in between, because a rule
may briefly show what a later view leaves out.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from carreau.core.errors import RecordError
from carreau.core.game import CHANCE, SPECTATOR, State
from carreau.core.perfect_info import PerfectInfoGame
from carreau.core.rng import Rng
from carreau.envs.sequential import SequentialState
from carreau.games.catalogue import AnyGame

WAIT: Final = "wait"  # the notation of waiting in a race
UNTOLD: Final = ""  # a seat's memory before the first step
LENGTH: Final = 16  # of a fingerprint, in bytes

Step = tuple[int, int]  # the actor and the id of the action


class HistoryNode:
    """A position, the step that led to it, and the seats' memories as far as they were computed."""

    def __init__(
        self, sequential: SequentialState, before: "HistoryNode | None", step: Step, memories: dict[int, str]
    ) -> None:
        self.sequential = sequential
        self.before = before
        self.step = step
        self.memories = memories

    @classmethod
    def first(cls, sequential: SequentialState, memories: Mapping[int, str] | None = None) -> "HistoryNode":
        """Start a history whose past is unknown, or known only by the seats' memories."""
        known = memories or dict.fromkeys([SPECTATOR, *range(sequential.game.seats)], UNTOLD)
        return cls(sequential, None, (CHANCE, sequential.game.num_actions), dict(known))

    def __deepcopy__(self, memo: dict[int, Any]) -> "HistoryNode":
        return self

    @property
    def game(self) -> AnyGame:
        return self.sequential.game

    @property
    def state(self) -> State:
        return self.sequential.state

    @property
    def asked(self) -> int:
        """The seat to ask, CHANCE or OVER."""
        return int(self.sequential.asked)

    def after(self, action: int) -> "HistoryNode":
        """Return the node that an action leads to."""
        sequential = self.sequential.clone()
        sequential.act(action)
        return HistoryNode(sequential, self, (self.asked, action), {})

    # Knowledge of a seat

    def observed(self, seat: int) -> str:
        """Return the view of a seat and who is asked, as JSON."""
        return json.dumps({"asked": self.asked, "view": self.state.view(seat).to_json()})

    def remembered(self, seat: int) -> str:
        """Return the fingerprint of everything a seat was told and has seen so far."""
        looker = seat if is_hidden(self.game) else SPECTATOR
        untold = []
        node = self
        while looker not in node.memories:
            assert node.before is not None, "the first node has the memories of all seats"
            untold.append(node)
            node = node.before
        memory = node.memories[looker]
        for later in reversed(untold):
            memory = fingerprint(memory, later.told(looker))
            later.memories[looker] = memory
        return memory

    def told(self, seat: int) -> str:
        """Return the last step as a seat was told it and the view after it; in an open game the step is enough."""
        assert self.before is not None, "no step leads to the first node"
        actor, action = self.step
        if not is_hidden(self.game):
            return f"{actor} {action}"
        veiled = action != self.sequential.wait and seat in self.before.state.unseen_by(actor, action)
        word = self.game.ACTIONS.verb(action).name + " ?" if veiled else spelled(self.game, action)
        return f"{actor} {word} {self.observed(seat)}"

    def guessed(self, seat: int, rng: Rng) -> "HistoryNode":
        """Draw a position that looks the same to a seat, from its view and memory alone.

        The other seats remember what everybody was told and what they see in the drawn position.
        """
        sequential = self.sequential.clone()
        sequential.state = self.game.guess(self.state.view(seat), rng)
        public = self.remembered(SPECTATOR)
        guess = HistoryNode.first(sequential, {SPECTATOR: public})
        for other in range(self.game.seats):
            guess.memories[other] = fingerprint(public, guess.observed(other))
        guess.memories[seat] = self.remembered(seat)
        return guess

    # Serialization

    def steps(self) -> list[Step]:
        """List all steps from the first node to this one."""
        found = []
        node = self
        while node.before is not None:
            found.append(node.step)
            node = node.before
        return found[::-1]

    def root(self) -> "HistoryNode":
        node = self
        while node.before is not None:
            node = node.before
        return node

    def save(self) -> "SavedHistory":
        first, game = self.root(), self.game
        steps = [(actor, spelled(game, action)) for actor, action in self.steps()]
        sequential = first.sequential
        queue = [
            int(sequential.beginner),
            int(sequential.quiet),
            int(sequential.late),
            int(sequential.pressed),
            int(sequential.asked),
        ]
        return SavedHistory(game.NAME, game.VERSION, first.state.dump(), queue, first.memories, steps)

    def __reduce__(self) -> tuple[type["SavedHistory"], tuple[Any, ...]]:
        return SavedHistory, tuple(self.save())


class SavedHistory(NamedTuple):
    """A node as plain values: its first position, and every step in the notation of records."""

    name: str
    rules: int
    position: dict[str, Any]
    queue: list[int]  # of SequentialState in the first position
    memories: dict[int, str]
    steps: Sequence[tuple[int, str]]

    def restore(self, game: AnyGame) -> HistoryNode:
        """Replay the history; raise RecordError at an impossible step."""
        if (self.name, self.rules) != (game.NAME, game.VERSION):
            raise RecordError(
                1, f"written by version {self.rules} of {self.name}; this is version {game.VERSION} of {game.NAME}"
            )
        sequential = SequentialState(game, game.load(self.position))
        sequential.beginner, sequential.quiet, sequential.late, sequential.pressed, sequential.asked = self.queue
        node = HistoryNode.first(sequential, self.memories)
        for number, (actor, text) in enumerate(self.steps, 1):
            action = int(sequential.wait) if text == WAIT else game.parse(text)
            if actor != node.asked or action not in node.sequential.legal():
                raise RecordError(number, f"{actor} {text} is impossible here")
            node = node.after(action)
        return node


def is_hidden(game: AnyGame) -> bool:
    """Return whether the seats know different things."""
    return not isinstance(game, PerfectInfoGame)


def spelled(game: AnyGame, action: int) -> str:
    return WAIT if action == game.num_actions else game.text(action)


def fingerprint(*parts: str) -> str:
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=LENGTH).hexdigest()
