"""One match as plain values: a game, who sits where, the position, and everything done so far."""

from collections.abc import Sequence
from typing import Any

from carreau.core.errors import UndoRefused
from carreau.core.game import CHANCE, OVER, SPECTATOR, Game, State
from carreau.core.record import Record
from carreau.core.rng import Rng


class Event:
    """Something that was done, and who was not told what exactly."""

    def __init__(self, actor: int, action: int, unseen: Sequence[int]) -> None:
        self.actor = actor
        self.action = action
        self.unseen = list(unseen)


class Match:
    """A game being played. Actions come in from players; chance is drawn from the generator given."""

    def __init__(self, game: Game[Any, Any], names: Sequence[str], rng: Rng) -> None:
        self.game = game
        self.names = list(names)
        self.rng = rng
        self.state: State = game.start()
        self.events: list[Event] = []

    @classmethod
    def resumed(cls, record: Record, rng: Rng) -> "Match":
        """A match that goes on where a record stops."""
        match = cls(record.game, record.names, rng)
        for actor, action in record.moves:
            match.act(actor, action)
        return match

    @property
    def over(self) -> bool:
        return bool(self.state.current == OVER)

    def act(self, actor: int, action: int) -> None:
        """Carry out an action; IllegalMove or NotationError leaves everything as it was."""
        unseen = self.state.unseen_by(actor, action)
        self.game.act(self.state, actor, action)
        self.events.append(Event(actor, action, unseen))

    def settle(self) -> None:
        """Let chance act until a player has to decide, or the game is over."""
        while self.state.current == CHANCE:
            self.act(CHANCE, int(self.state.sample(self.rng)))

    def record(self) -> Record:
        return Record(self.game, self.names, [(event.actor, event.action) for event in self.events])

    def undo(self, seat: int) -> int:
        """Take back a seat's last action and all that followed; returns how many actions that were.

        Refused once anybody may have learnt something since: from dice or cards, or from a move of
        somebody who knew more than the others.
        """
        own = [index for index, event in enumerate(self.events) if event.actor == seat]
        if not own:
            raise UndoRefused("there is no move of yours to take back")
        kept = own[-1]
        positions = list(self.record().positions())
        for event, before in zip(self.events[kept:], positions[kept:-1], strict=True):
            if event.actor == CHANCE:
                raise UndoRefused("it can't be taken back: dice, cards or the clock have spoken since")
            if not all_is_open(before, self.game.seats):
                raise UndoRefused("it can't be taken back: others may have learnt something from it")
        undone = len(self.events) - kept
        self.state = positions[kept]
        del self.events[kept:]
        return undone


def all_is_open(state: State, seats: int) -> bool:
    """Whether every seat knows exactly what a spectator knows."""
    public = {**state.view(SPECTATOR).to_json(), "seat": None}
    return all({**state.view(seat).to_json(), "seat": None} == public for seat in range(seats))
