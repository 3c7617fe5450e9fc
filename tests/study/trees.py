"""Random studies."""

from hypothesis import settings
from hypothesis import strategies as st

from carreau.core.playout import actors
from carreau.games.catalogue import AnyGame
from carreau.study.tree import StudyNode, StudyTree

FEW = settings(max_examples=8, deadline=None)
NAMES = st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=12).map(str.strip).filter(str.isprintable)
NOTES = st.lists(NAMES, max_size=3).map("\n".join)


def grown(game: AnyGame, data: st.DataObject, moves: int = 12) -> StudyTree:
    """Grow a study by random moves, each after one of the positions so far."""
    tree = StudyTree(game, [f"Player {seat}" for seat in range(game.seats)])
    nodes = [tree.root]
    for _ in range(moves):
        node = data.draw(st.sampled_from(nodes[-3:] + nodes[:1]))
        state = tree.state(node)
        if able := actors(state):
            actor = data.draw(st.sampled_from(able))
            legal = state.legal(actor)
            nodes.append(tree.play(node, actor, legal[data.draw(st.integers(0, len(legal) - 1))]))
    for node in data.draw(st.lists(st.sampled_from(nodes), max_size=3)):
        node.rename(data.draw(NAMES), data.draw(NOTES))
    return tree


def shape(node: StudyNode) -> object:
    """Return all that a study contains below a position, as plain values."""
    return node.move, node.name, node.note, [shape(child) for child in node.children]
