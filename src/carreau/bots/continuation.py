"""The likely continuation of an action: the most visited line of a search, played in worlds guessed from the view."""

from typing import Final, NamedTuple

from carreau.bots.knowledge import Knowledge
from carreau.bots.search import Search
from carreau.bots.tree import CHILD, EDGE, NODE, NONE, ROOT, UNSEEN, Tree
from carreau.core.game import CHANCE, State
from carreau.core.rng import Rng

STEPS: Final = 8  # further actions of the same seat and of chance before somebody replies
TRIED: Final = 2  # visits that a reply needs to be likely


class Reply(NamedTuple):
    """The first action of somebody else, and the points it scores."""

    seat: int
    action: int
    gain: int


def reply_to(world: State, seat: int, action: int, search: Search, knowledge: Knowledge, rng: Rng) -> Reply | None:
    """Play an action and the line that the search expects in a world, up to the first reply; None if there is none."""
    tree, node = search.tree, after(search.tree, ROOT, action)
    world.apply(seat, action)
    for _ in range(STEPS):
        actor = int(world.current)
        if node == NONE or (actor < 0 and actor != CHANCE):  # the end, or several act at the same time
            return None
        choice = int(world.sample(rng)) if actor == CHANCE else most_visited(tree, node, world, actor)
        if choice is None:
            return None
        before = int(knowledge.points(world, actor)) if actor >= 0 else 0
        world.apply(actor, choice)
        if actor not in (CHANCE, seat):
            return Reply(actor, choice, int(knowledge.points(world, actor)) - before)
        node = after(tree, node, choice)
    return None


def after(tree: Tree, node: int, action: int) -> int:
    """Return the node that an action leads to; the shared one if the searching seat doesn't see the action."""
    edge = int(tree.edge_for(node, action))
    child = NONE if edge == NONE else int(tree.edges[EDGE * edge + CHILD])
    return int(tree.nodes[NODE * node + UNSEEN]) if child == NONE else child


def most_visited(tree: Tree, node: int, world: State, actor: int) -> int | None:
    """Return the most visited action of a node that is legal in a world; None if it was hardly tried."""
    best, most, edge = None, float(TRIED - 1), int(tree.first(node))
    while edge != NONE and tree.actor(node) == actor:
        action = int(tree.action(edge))
        if tree.visits(edge) > most and action >= 0 and world.objection(actor, action) == "":
            best, most = action, tree.visits(edge)
        edge = int(tree.next(edge))
    return best
