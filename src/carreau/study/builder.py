"""Building a study from moves and brackets, as files and links contain them."""

from carreau.core.game import State
from carreau.study.tree import Move, StudyError, StudyNode, StudyTree


class StudyBuilder:
    """A study that grows move by move; every move is checked by the rules."""

    def __init__(self, tree: StudyTree) -> None:
        self.tree = tree
        self.node: StudyNode = tree.root  # the position that was reached last
        self.state: State = tree.first()
        self.open: list[tuple[StudyNode, State]] = []  # where to go on after each bracket
        self.before: list[State | None] = [None]  # by depth: the position before the last move, unless a line begins
        self.moves = 0

    def move(self, move: Move) -> StudyNode:
        """Add a move; raise NotationError or IllegalMove."""
        before = self.state.clone()
        self.node = self.tree.extended(self.node, self.state, move)
        self.before[-1] = before
        self.moves += 1
        return self.node

    def begin(self) -> None:
        """Begin a variation, which replaces the last move."""
        before = self.before[-1]
        if before is None or self.node.parent is None:
            raise StudyError("a variation replaces the move before it; there is none")
        self.open.append((self.node, self.state))
        self.node, self.state = self.node.parent, before.clone()
        self.before.append(None)

    def end(self) -> None:
        """End a variation, and go on after the move that it replaced."""
        if not self.open:
            raise StudyError("a variation ends here, but none has begun")
        if self.before.pop() is None:
            raise StudyError("a variation needs a move")
        self.node, self.state = self.open.pop()

    def finish(self) -> StudyTree:
        if self.open:
            raise StudyError(f"{len(self.open)} {'variation has' if len(self.open) == 1 else 'variations have'} no end")
        return self.tree
