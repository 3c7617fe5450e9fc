"""A match: a game, the names of its players, the position, and all moves so far."""

from collections.abc import Callable, Sequence
from typing import Any

from carreau.core.errors import UndoRefused
from carreau.core.game import CHANCE, OVER, RACE, SPECTATOR, Game, State
from carreau.core.native import mypyc_attr
from carreau.core.record import Record
from carreau.core.rng import Rng
from carreau.table.types import Move

Draw = Callable[[State, int], int]  # draws an outcome, given the position and the number of the draw


def drawn_by(rng: Rng) -> Draw:
    """Draw outcomes from a generator, for matches whose dice need no proof."""
    return lambda state, _: int(state.sample(rng))


@mypyc_attr(acyclic=True)
class Transition:
    """An action in a position, and the position after it."""

    def __init__(self, before: State, actor: int, action: int, after: State) -> None:
        self.before = before
        self.actor = actor
        self.action = action
        self.after = after


@mypyc_attr(acyclic=True)
class Match:
    """A game in progress."""

    def __init__(
        self,
        game: Game[Any, Any],
        names: Sequence[str],
        draw: Draw,
        state: State | None = None,
        moves: Sequence[Move] = (),
    ) -> None:
        self.game = game
        self.names = list(names)
        self.draw = draw
        self.state: State = game.start() if state is None else state  # shared with clones: never changed
        self.log = list(moves)  # shared with clones, which may have added more
        self.count = len(moves)
        self.draws = sum(move.drawn for move in moves)  # outcomes drawn so far
        self.last: Transition | None = None  # the action that was looked at last

    @classmethod
    def resumed(cls, record: Record, draw: Draw) -> "Match":
        """Continue where a record stops."""
        match = cls(record.game, record.names, draw)
        for actor, action in record.moves:
            match.act(actor, action)
        return match

    def clone(self) -> "Match":
        """Make a copy that can go on independently."""
        copy = Match(self.game, self.names, self.draw, self.state)
        copy.log, copy.count, copy.draws, copy.last = self.log, self.count, self.draws, self.last
        return copy

    @property
    def moves(self) -> list[Move]:
        """All moves so far."""
        return self.log[: self.count]

    @property
    def over(self) -> bool:
        return bool(self.state.current == OVER)

    def act(self, actor: int, action: int) -> Move:
        """Carry out an action; IllegalMove or NotationError changes nothing."""
        drawn = actor == CHANCE and self.state.current == CHANCE
        unseen = tuple(self.state.unseen_by(actor, action))
        after = self.after(actor, action)
        effects = tuple(self.game.effects(self.state, actor, action, after))
        self.state, self.last = after, None
        move = Move(actor, action, unseen, drawn, effects)
        self.add(move)
        return move

    def after(self, actor: int, action: int) -> State:
        """Return the position after an action; raise the same errors as act().

        It is kept, since an action is looked at before it is stored, and carried out afterwards.
        """
        last = self.last
        if last is None or last.before is not self.state or last.actor != actor or last.action != action:
            after = self.state.clone()
            self.game.act(after, actor, action)
            last = self.last = Transition(self.state, actor, action, after)
        return last.after

    def add(self, move: Move) -> None:
        """Add a move. Clones share the list of moves; only the second one to continue has to copy it."""
        if len(self.log) > self.count:
            self.log = self.moves
        self.log.append(move)
        self.count += 1
        self.draws += move.drawn

    def settle(self) -> None:
        """Let chance act until a player has to decide or the game is over."""
        for action in self.outcomes(self.state, self.draws):
            self.act(CHANCE, action)

    def outcomes(self, state: State, draws: int) -> list[int]:
        """List what chance will do until a player has to decide, after `draws` earlier draws."""
        found: list[int] = []
        state = state.clone()
        while state.current == CHANCE:
            found.append(self.draw(state, draws + len(found) + 1))
            state.apply(CHANCE, found[-1])
        return found

    def following(self, actor: int, action: int) -> list[int]:
        """List what chance will do after an action, without changing the match; raise the same errors as act()."""
        drawn = actor == CHANCE and self.state.current == CHANCE
        return self.outcomes(self.after(actor, action), self.draws + drawn)

    def record(self) -> Record:
        return Record(self.game, self.names, [(move.actor, move.action) for move in self.moves])

    # Undo

    def since_own(self, seat: int) -> int:
        """Count the moves from a seat's last one on."""
        own = [index for index, move in enumerate(self.moves) if move.actor == seat]
        if not own:
            raise UndoRefused("you have no move to undo")
        return self.count - own[-1]

    def undoable(self, seat: int) -> int:
        """Count the moves that a seat may undo without consent: its last one and all that followed.

        Raise UndoRefused if anybody may have learnt something since: from dice or cards, from a move of a player who
        knew more than the others, or, in a race, whether an answer was right.
        """
        count = self.since_own(seat)
        if any(move.actor == CHANCE for move in self.moves[-count:]):
            raise UndoRefused("this can't be undone: dice, cards or the clock have acted since")
        positions = list(self.record().positions())[-count - 1 : -1]
        if any(position.current == RACE for position in positions):
            raise UndoRefused("this can't be undone: in a race every answer is final")
        if not all(all_is_open(position, self.game.seats) for position in positions):
            raise UndoRefused("this can't be undone: others may have learnt something from it")
        return count

    def undo_last(self, count: int) -> None:
        """Undo the last moves, whatever they have revealed."""
        undone = self.moves[self.count - count :]
        self.count -= count
        self.draws -= sum(move.drawn for move in undone)
        self.state = self.record().final()

    def undo(self, seat: int) -> int:
        """Undo what undoable() allows; return the number of moves."""
        count = self.undoable(seat)
        self.undo_last(count)
        return count


def all_is_open(state: State, seats: int) -> bool:
    """Tell whether every seat knows exactly what a spectator knows."""
    public = {**state.view(SPECTATOR).to_json(), "seat": None}
    return all({**state.view(seat).to_json(), "seat": None} == public for seat in range(seats))


def has_clock(state: State) -> bool:
    """Tell whether a position is a race with a deadline of the game's own."""
    return bool(state.current == RACE) and bool(state.legal(CHANCE))
