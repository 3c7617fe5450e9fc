"""Studies as text, an extension of game records (`core/record.py`):

    carreau study 1
    game: caro
    rules: 1
    seats: 2
    options: honour=off rounds=1
    seat 0: Ada
    seat 1: Bertrand
    moves:
    0 red 0,0
    1 black 1,0
    (
      1 black 0,1
      name: the quiet one
      note: Red can't follow.
    )
    0 red 2,0
    end: 4 moves

A move is written as in a record. Brackets enclose a variation, which replaces the move before them; it may contain
others. `name` and `note` belong to the move above them, or to the start; a note of several lines has several `note`
lines. Before `moves`, an optional line `position: {…}` contains a position that was set up by hand, as JSON. The number
of moves at the end reveals a file that was cut. Spaces at the beginning of a line mean nothing.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from carreau.core.errors import CarreauError, IllegalMove, PositionError, RecordError
from carreau.core.game import CHANCE, Game, State
from carreau.core.options import spelled
from carreau.core.record import Lines, Make, in_one_line, shortened
from carreau.study.builder import StudyBuilder
from carreau.study.tree import StudyNode, StudyTree

FORMAT: Final = "carreau study 1"
POSITION: Final = "position"
LABELS: Final = ("name:", "note:")
INDENT: Final = "  "


def write_study(tree: StudyTree) -> str:
    """Return a study as text; read_study() is the inverse."""
    game = tree.game
    options = " ".join(f"{name}={spelled(value)}" for name, value in game.options.items())
    lines = [
        FORMAT,
        f"game: {game.NAME}",
        f"rules: {game.VERSION}",
        f"seats: {game.seats}",
        f"options: {options}".rstrip(),
        *(f"seat {seat}: {in_one_line(name)}" for seat, name in enumerate(tree.names)),
        *([f"{POSITION}: {json.dumps(tree.start.dump())}"] if tree.start else []),
        "moves:",
        *labels(tree.root, ""),
        *move_lines(tree),
        f"end: {sum(1 for _ in tree.nodes()) - 1} moves",
    ]
    return "\n".join(lines) + "\n"


def move_lines(tree: StudyTree) -> Iterator[str]:
    indent = ""
    for each in tree.tokens():
        if isinstance(each, StudyNode):
            yield indent + written(tree.game, each)
            yield from labels(each, indent)
        elif each == "(":
            yield indent + each
            indent += INDENT
        else:
            indent = indent.removesuffix(INDENT)
            yield indent + each


def written(game: Game[Any, Any], node: StudyNode) -> str:
    """Write the move that leads to a position as records do."""
    actor, action = node.move or (CHANCE, 0)
    return f"{'*' if actor == CHANCE else actor} {game.text(action)}"


def labels(node: StudyNode, indent: str) -> Iterator[str]:
    if node.name:
        yield f"{indent}name: {node.name}"
    for line in node.note.split("\n") if node.note else ():
        yield f"{indent}note: {line}".rstrip()


def read_study(text: str, make: Make) -> StudyTree:
    """Read a study and check all its moves; RecordError says what is wrong in which line."""
    lines = Lines(text)
    if lines.next(f"{FORMAT!r}") != FORMAT:
        raise RecordError(lines.number, f"this isn't a study: it must start with {FORMAT!r}", "foreign")
    return StudyReader(lines, make).read()


class StudyReader:
    """The lines of a study after the first."""

    def __init__(self, lines: Lines, make: Make) -> None:
        self.lines = lines
        self.make = make

    def read(self) -> StudyTree:
        game = self.game()
        names = [self.lines.name(seat) for seat in range(game.seats)]
        start = self.start(game)
        self.lines.entry("moves")
        builder = StudyBuilder(StudyTree(game, names, start))
        self.label(builder.node)
        while not (line := self.lines.next("a move or 'end: …'")).startswith("end:"):
            self.take(builder, line)
        return self.end(builder, line)

    def game(self) -> Game[Any, Any]:
        """Read which game it is, with its options."""
        lines = self.lines
        name, version, seats = lines.entry("game"), lines.count("rules"), lines.count("seats")
        options = lines.options()
        try:
            game = self.make(name, seats, options)
        except CarreauError as error:
            raise RecordError(lines.number, str(error), "unknown") from error
        if version != game.VERSION:
            said = f"written with version {version} of the rules of {name}; this is version {game.VERSION}"
            raise RecordError(3, said, "version")
        return game

    def start(self, game: Game[Any, Any]) -> State | None:
        """Read the position at the start, if it was set up by hand; PositionError says why it is impossible."""
        by_hand = self.lines.coming().startswith(f"{POSITION}:")
        return position_from(game, self.lines.entry(POSITION)) if by_hand else None

    def take(self, builder: StudyBuilder, line: str) -> None:
        """Read a move with its name and note, or a bracket."""
        game = builder.tree.game
        try:
            if line == "(":
                builder.begin()
            elif line == ")":
                builder.end()
            else:
                actor, text = self.lines.move(line, game.seats)
                self.label(builder.move((actor, game.parse(text))))
        except RecordError:
            raise
        except IllegalMove as error:
            raise RecordError(self.lines.number, str(error), "illegal") from error
        except CarreauError as error:
            raise RecordError(self.lines.number, str(error)) from error

    def label(self, node: StudyNode) -> None:
        """Read the name and the note of a position, if it has any."""
        name, note = "", []
        while (line := self.lines.coming()).startswith(LABELS):
            key, _, value = self.lines.next("a label").partition(":")
            if key == "note":
                note.append(value.strip())
            elif name:
                raise RecordError(self.lines.number, f"a position has one name, found another: {shortened(line)!r}")
            else:
                name = value.strip()
        try:
            node.rename(name, "\n".join(note))
        except CarreauError as error:
            raise RecordError(self.lines.number, str(error)) from error

    def end(self, builder: StudyBuilder, line: str) -> StudyTree:
        try:
            tree = builder.finish()
        except CarreauError as error:
            raise RecordError(self.lines.number, str(error), "cut") from error
        expected = f"end: {builder.moves} moves"
        if line != expected:
            raise RecordError(
                self.lines.number, f"{expected!r} should be here; the study was cut or changed", "changed"
            )
        if rest := self.lines.coming():
            said = f"nothing may follow the end, found {shortened(rest)!r}"
            raise RecordError(self.lines.number + 1, said, "changed")
        return tree


def position_from(game: Game[Any, Any], text: str) -> State:
    """Read a position written as JSON; PositionError names what is wrong with it, and the clause if there is one."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PositionError(f"{game.NAME}: a position is written as JSON: {error}") from None
    state: State = game.load(data)
    return state
