"""`carreau analyse`: a study in the terminal, with its variations and the best moves of one position."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.text import Text as Line

from carreau.boards import board
from carreau.bots.candidates import Candidate, best_moves
from carreau.cli.replay import text_in
from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE, OVER
from carreau.core.record import is_number
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, game
from carreau.games.texts import Text, text
from carreau.study.file import write_study
from carreau.study.link import write_link
from carreau.study.reading import opened
from carreau.study.shown import position_after, shown_study
from carreau.study.tree import StudyError, StudyNode, StudyTree


class Wishes(NamedTuple):
    """Changes and questions to a study, in this order."""

    at: int | None  # the number of a position; None for the end of the main line
    play: list[str]  # moves as records write them, "*" to draw
    name: str | None
    note: str | None
    promote: bool
    delete: bool
    engine: int  # simulations; 0 for none
    seed: int


def study_in(source: str) -> StudyTree:
    """Open a record or a study in a file, a link, or the start of a game by its name."""
    if source in GAMES:
        return StudyTree(game(source))
    return opened(source.partition("#")[2], game) if "#game=" in source else opened(text_in(Path(source)), game)


def changed(tree: StudyTree, wishes: Wishes) -> StudyNode:
    """Carry out the wishes that change a study; return the position where that ends."""
    nodes = list(tree.nodes())
    if wishes.at is not None and wishes.at >= len(nodes):
        raise StudyError(f"--at {wishes.at} is not in 0..{len(nodes) - 1}, the numbers of the positions")
    node = tree.root.end() if wishes.at is None else nodes[wishes.at]
    rng = Rng(wishes.seed)
    for move in wishes.play:
        node = played(tree, node, move, rng)
    if wishes.name is not None or wishes.note is not None:
        node.rename(
            node.name if wishes.name is None else wishes.name, node.note if wishes.note is None else wishes.note
        )
    if wishes.promote:
        node.promote()
    return node.delete() if wishes.delete else node


def played(tree: StudyTree, node: StudyNode, move: str, rng: Rng) -> StudyNode:
    """Make a move: "0 red 0,0", "* 3 4", or "*" to draw an outcome."""
    who, _, words = move.partition(" ")
    if who == "*" and not words:
        state = tree.state(node)
        if state.current != CHANCE:
            raise StudyError("dice and cards aren't to be drawn here")
        return tree.play(node, CHANCE, int(state.sample(rng)))
    if who != "*" and not is_number(who):
        raise StudyError(f"--play takes a move as records write it, such as '0 pass' or '* …', not {move[:40]!r}")
    return tree.play(node, CHANCE if who == "*" else int(who), tree.game.parse(words))


def candidates(tree: StudyTree, node: StudyNode, simulations: int) -> dict[int, list[Candidate]]:
    """Return the best moves of each seat that may act."""
    state = tree.state(node)
    return {seat: best_moves(tree.game, node.path(), state, seat, simulations) for seat in state.waiting()}


def as_json(tree: StudyTree, node: StudyNode, found: dict[int, list[Candidate]], pov: int) -> str:
    """Write a study and one of its positions for programs, in ASCII."""
    position = position_after(tree.game, tree.state(node), [pov])
    whole = {
        "study": shown_study(tree),
        "at": list(tree.nodes()).index(node),
        "position": position,
        "best": {str(seat): [candidate_facts(tree, each) for each in best] for seat, best in found.items()},
        "link": write_link(tree),
    }
    return json.dumps(json.loads(msgspec.json.encode(whole)), indent=2)


def candidate_facts(tree: StudyTree, one: Candidate) -> dict[str, Any]:
    return {
        "action": one.action,
        "text": tree.game.text(one.action),
        "chance": one.chance.value,
        "low": one.chance.low,
        "high": one.chance.high,
        "chances": one.chances,
        "proved": one.proved,
        "line": [[actor, tree.game.text(action)] for actor, action in one.line],
    }


def print_study(
    console: Console, tree: StudyTree, node: StudyNode, found: dict[int, list[Candidate]], pov: int, language: str
) -> None:
    """Print the moves of a study with their numbers, then one position and its best moves."""
    words = text(tree.game.NAME, language)
    for line in lines(tree, node, words):
        console.print(line)
    state = tree.state(node)
    console.print(board(state.view(pov), words, tree.names))
    if state.current == OVER:
        return
    for seat, best in found.items():
        for one in best:
            console.print(best_line(one, words.sentence(tree.game.fields(one.action), seat, tree.names)))


def lines(tree: StudyTree, shown: StudyNode, words: Text) -> Iterator[Line]:
    number, depth = 0, 0
    for each in tree.tokens():
        if not isinstance(each, StudyNode):
            depth += 1 if each == "(" else -1
            continue
        number += 1
        actor, action = each.move or (CHANCE, 0)
        sentence = words.sentence(tree.game.fields(action), actor, tree.names)
        told = f"{each.name}: {sentence}" if each.name else sentence
        yield Line.assemble(
            (f"{number:>4}  ", "dim"),
            "  " * depth,
            (told, "bold reverse" if each is shown else ""),
            (note(each), "dim"),
        )


def note(node: StudyNode) -> str:
    return f"  {' '.join(node.note.split())}" if node.note else ""


def best_line(one: Candidate, sentence: str) -> Line:
    """Write a move with its chance and interval: "62% (56%–67%)"."""
    sure = "" if one.proved else f" ({one.chance.low:.0%}–{one.chance.high:.0%})"
    return Line.assemble((f"{one.chance.value:>5.0%}{sure:<14} ", "bold"), sentence)


def save(tree: StudyTree, file: Path) -> None:
    """Write a study to a file that doesn't exist yet, or to the one that it came from."""
    try:
        file.write_text(write_study(tree), encoding="utf-8")
    except OSError as error:
        raise CarreauError(f"can't write {file}: {error.strerror}") from error
