"""A study: a game with all its variations, from the start or from a position that was set up by hand.

The first move after a position continues its line; the others are variations. Moves of dice and cards are moves like
any other.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from carreau.core.errors import CarreauError, NotationError
from carreau.core.game import CHANCE, Game, State
from carreau.core.record import Record
from carreau.table.lesson import NAMES

MOST_MOVES: Final = 5_000
LONGEST_NAME: Final = 80  # characters
LONGEST_NOTE: Final = 2_000

Move = tuple[int, int]  # who acts, and the action
Bracket = Literal["(", ")"]  # around a variation, which replaces the move before it


class StudyError(CarreauError):
    """A change of a study that makes no sense."""


class StudyNode:
    """A position of a study, with the move that led there, a name and a note."""

    def __init__(self, parent: "StudyNode | None" = None, move: Move | None = None) -> None:
        self.parent = parent
        self.move = move  # None at the start
        self.name = ""
        self.note = ""
        self.children: list[StudyNode] = []  # the first one continues the line

    def child(self, move: Move) -> "StudyNode | None":
        """Return the position after a move, if the study has it."""
        return next((child for child in self.children if child.move == move), None)

    def path(self) -> list[Move]:
        """List the moves that lead here."""
        moves: list[Move] = []
        node = self
        while node.parent is not None and node.move is not None:
            moves.append(node.move)
            node = node.parent
        return moves[::-1]

    def end(self) -> "StudyNode":
        """Return the last position of the line that begins here."""
        node = self
        while node.children:
            node = node.children[0]
        return node

    def rename(self, name: str = "", note: str = "") -> None:
        """Give the position a name and a note; refuse what doesn't fit into a file."""
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise StudyError(f"a name is one line of at most {LONGEST_NAME} printable characters")
        if len(note) > LONGEST_NOTE or not all(line.isprintable() for line in note.split("\n")):
            raise StudyError(f"a note has at most {LONGEST_NOTE} printable characters")
        self.name = name.strip()
        self.note = "\n".join(line.strip() for line in note.split("\n")).strip()

    def promote(self) -> None:
        """Make this the main line, from the start to here."""
        node = self
        while node.parent is not None:
            siblings = node.parent.children
            siblings.remove(node)
            siblings.insert(0, node)
            node = node.parent

    def delete(self) -> "StudyNode":
        """Delete this position and all that follow; return the one before."""
        if self.parent is None:
            raise StudyError("the start can't be deleted")
        self.parent.children.remove(self)
        return self.parent


class StudyTree:
    """All positions of a study."""

    def __init__(self, game: Game[Any, Any], names: Sequence[str] = (), start: State | None = None) -> None:
        self.game = game
        self.names = [*(names or NAMES)][: game.seats]
        self.start = start  # a position set up by hand; None for the start of the game
        self.root = StudyNode()
        self.count = 0  # moves; deleting doesn't lower it

    @classmethod
    def of(cls, record: Record) -> "StudyTree":
        """Return a record as a study with a single line."""
        tree = cls(record.game, record.names)
        node, state = tree.root, tree.first()
        for move in record.moves:
            node = tree.extended(node, state, move)
        return tree

    def first(self) -> State:
        """Return the position at the start; the caller may change it."""
        state: State = self.game.start() if self.start is None else self.start.clone()
        return state

    def state(self, node: StudyNode) -> State:
        """Return a position; the caller may change it."""
        state = self.first()
        for actor, action in node.path():
            state.apply(actor, action)  # was checked when it was added
        return state

    def play(self, node: StudyNode, actor: int, action: int) -> StudyNode:
        """Return the position after a move, which is added unless the study has it; raise the errors of Game.act()."""
        return node.child((actor, action)) or self.extended(node, self.state(node), (actor, action))

    def extended(self, node: StudyNode, state: State, move: Move) -> StudyNode:
        """Add a move to the position of a node, which it edits."""
        if self.count >= MOST_MOVES:
            raise StudyError(f"a study has at most {MOST_MOVES} moves")
        act(self.game, state, *move)
        child = node.child(move)
        if child is None:
            child = StudyNode(node, move)
            node.children.append(child)
            self.count += 1
        return child

    def nodes(self) -> Iterator[StudyNode]:
        """Yield all positions, the start first, in the order of files and links: each before all that follow it."""
        yield self.root
        yield from (each for each in self.tokens() if isinstance(each, StudyNode))

    def tokens(self) -> Iterator[StudyNode | Bracket]:
        """Yield all moves as files and links write them: a move, its variations in brackets, what follows the move.

        Without recursion: variations may be nested as deeply as there are moves.
        """
        todo: list[StudyNode | After | Bracket] = [After(self.root)]
        while todo:
            each = todo.pop()
            if isinstance(each, After):
                todo += reversed(each.parts())
            else:
                yield each

    def record(self) -> Record:
        """Return the main line as a record; a study of a position set up by hand has none."""
        if self.start is not None:
            raise StudyError("a game that begins with a position set up by hand has no record; save it as a study")
        return Record(self.game, self.names, self.root.end().path())


class After(NamedTuple):
    """All that follows a position."""

    node: StudyNode

    def parts(self) -> "list[StudyNode | After | Bracket]":
        if not self.node.children:
            return []
        main, *others = self.node.children
        found: list[StudyNode | After | Bracket] = [main]
        for other in others:
            found += ["(", other, After(other), ")"]
        return [*found, After(main)]


def act(game: Game[Any, Any], state: State, actor: int, action: int) -> None:
    """Carry out a move of somebody who may act; raise NotationError or IllegalMove."""
    if not CHANCE <= actor < game.seats:
        raise NotationError(f"there is no seat {actor}; seats are 0 to {game.seats - 1}, chance is {CHANCE}")
    game.act(state, actor, action)
