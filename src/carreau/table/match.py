"""One match as plain values: a game, who sits where, the position, and everything done so far."""

from collections.abc import Callable, Sequence
from typing import Any

from carreau.core.errors import UndoRefused
from carreau.core.game import CHANCE, OVER, RACE, SPECTATOR, Game, State
from carreau.core.record import Record
from carreau.core.rng import Rng
from carreau.table.types import Move

Draw = Callable[[State, int], int]  # an outcome where chance acts, and the how manieth of the match it is


def drawn_by(rng: Rng) -> Draw:
    """Outcomes from a generator, for matches whose dice nobody has to prove."""
    return lambda state, _: int(state.sample(rng))


class Match:
    """A game being played. Actions come in from players; chance is drawn as it is told."""

    def __init__(self, game: Game[Any, Any], names: Sequence[str], draw: Draw) -> None:
        self.game = game
        self.names = list(names)
        self.draw = draw
        self.state: State = game.start()
        self.moves: list[Move] = []
        self.draws = 0  # outcomes drawn so far

    @classmethod
    def resumed(cls, record: Record, draw: Draw) -> "Match":
        """A match that goes on where a record stops."""
        match = cls(record.game, record.names, draw)
        for actor, action in record.moves:
            match.act(actor, action)
        return match

    @property
    def over(self) -> bool:
        return bool(self.state.current == OVER)

    def act(self, actor: int, action: int) -> Move:
        """Carry out an action; IllegalMove or NotationError leaves everything as it was."""
        drawn = actor == CHANCE and self.state.current == CHANCE
        unseen = tuple(self.state.unseen_by(actor, action))
        self.game.act(self.state, actor, action)
        self.moves.append(Move(actor, action, unseen, drawn))
        self.draws += drawn
        return self.moves[-1]

    def settle(self) -> None:
        """Let chance act until a player has to decide, or the game is over."""
        for action in self.outcomes(self.state, self.draws):
            self.act(CHANCE, action)

    def outcomes(self, state: State, draws: int) -> list[int]:
        """What chance will do from a position on until a player has to decide, if so many were drawn before."""
        state = state.clone()
        found: list[int] = []
        while state.current == CHANCE:
            found.append(self.draw(state, draws + len(found) + 1))
            state.apply(CHANCE, found[-1])
        return found

    def following(self, actor: int, action: int) -> list[int]:
        """What chance will do after an action; the match stays as it is. Raises what act() would."""
        state = self.state.clone()
        drawn = actor == CHANCE and state.current == CHANCE
        self.game.act(state, actor, action)
        return self.outcomes(state, self.draws + drawn)

    def record(self) -> Record:
        return Record(self.game, self.names, [(move.actor, move.action) for move in self.moves])

    # Taking back

    def since_own(self, seat: int) -> int:
        """How many actions there are from a seat's last one on."""
        own = [index for index, move in enumerate(self.moves) if move.actor == seat]
        if not own:
            raise UndoRefused("there is no move of yours to take back")
        return len(self.moves) - own[-1]

    def undoable(self, seat: int) -> int:
        """How many actions a seat may take back without asking: its last one and all that followed.

        Refused once anybody may have learnt something since: from dice or cards, from a move of somebody who knew
        more than the others, or, in a race, whether their answer was right.
        """
        count = self.since_own(seat)
        if any(move.actor == CHANCE for move in self.moves[-count:]):
            raise UndoRefused("it can't be taken back: dice, cards or the clock have spoken since")
        positions = list(self.record().positions())[-count - 1 : -1]
        if any(position.current == RACE for position in positions):
            raise UndoRefused("it can't be taken back: in a race an answer counts as it was given")
        if not all(all_is_open(position, self.game.seats) for position in positions):
            raise UndoRefused("it can't be taken back: others may have learnt something from it")
        return count

    def take_back(self, count: int) -> None:
        """Undo the last actions, whatever has become known by them."""
        self.draws -= sum(move.drawn for move in self.moves[len(self.moves) - count :])
        del self.moves[len(self.moves) - count :]
        self.state = self.record().final()

    def undo(self, seat: int) -> int:
        """Take back what undoable() allows; returns how many actions that were."""
        count = self.undoable(seat)
        self.take_back(count)
        return count


def all_is_open(state: State, seats: int) -> bool:
    """Whether every seat knows exactly what a spectator knows."""
    public = {**state.view(SPECTATOR).to_json(), "seat": None}
    return all({**state.view(seat).to_json(), "seat": None} == public for seat in range(seats))


def has_clock(state: State) -> bool:
    """Whether a position is a race that a clock of the game's own calls off."""
    return bool(state.current == RACE) and bool(state.legal(CHANCE))
