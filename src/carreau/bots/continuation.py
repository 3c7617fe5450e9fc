"""The likely continuation of an action: the most visited line of a search, played in worlds guessed from the view."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from carreau.bots.knowledge import Knowledge
from carreau.bots.search import Search
from carreau.bots.tree import CHILD, EDGE, NODE, NONE, ROOT, UNSEEN, Tree
from carreau.core.game import CHANCE, State
from carreau.core.rng import Rng

STEPS: Final = 8  # further actions of the same seat and of chance before somebody replies
TRIED: Final = 2  # visits that a reply needs to be likely

Move = tuple[int, int]  # who acts, and the action


class Reply(NamedTuple):
    """The first action of somebody else, and the points it scores."""

    seat: int
    action: int
    gain: int


def reply_to(world: State, seat: int, action: int, search: Search, knowledge: Knowledge, rng: Rng) -> Reply | None:
    """Play an action and the line that the search expects in a world, up to the first reply; None if there is none."""
    for actor, choice in islice(expected(world, seat, action, search, rng), STEPS):
        if actor not in (CHANCE, seat):
            before = int(knowledge.points(world, actor))
            world.apply(actor, choice)
            return Reply(actor, choice, int(knowledge.points(world, actor)) - before)
    return None


def line_from(world: State, seat: int, action: int, search: Search, rng: Rng, most: int) -> list[Move]:
    """Play an action and the line that the search expects in a world; return these moves, up to a limit."""
    return [(seat, action), *islice(expected(world, seat, action, search, rng), most - 1)]


def expected(world: State, seat: int, action: int, search: Search, rng: Rng) -> Iterator[Move]:
    """Play an action in a world; then yield each move that the search expects before it is played."""
    tree, node = search.tree, after(search.tree, ROOT, action)
    world.apply(seat, action)
    while node != NONE:
        actor = int(world.current)
        if actor < 0 and actor != CHANCE:  # the end, or several act at the same time
            return
        choice = int(world.sample(rng)) if actor == CHANCE else most_visited(tree, node, world, actor)
        if choice is None:
            return
        yield actor, choice
        world.apply(actor, choice)
        node = after(tree, node, choice)


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
