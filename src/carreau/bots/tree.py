"""The tree of a search, packed into vectors: millions of edges stay small and quick to walk.

At a node somebody acts; an edge is an action that was legal there in some world. The edges of a node form a linked
list in ascending order of their actions, since worlds differ in what is legal. Each edge leads to its own node, except
for actions the searching seat doesn't see: they share one child, the node's unseen child.
"""

from typing import Final

from carreau.core.native import append, i64, mypyc_attr, vec

NONE: Final = -1
ROOT: Final = 0
NOBODY_YET: Final = -9

# The fields of a node in `nodes`
FIRST: Final = 0  # edge
UNSEEN: Final = 1  # child after an action that the searching seat doesn't see
ACTOR: Final = 2  # who acts here
NODE: Final = 3  # fields

# The fields of an edge in `edges`
ACTION: Final = 0
NEXT: Final = 1  # edge of the same node
CHILD: Final = 2  # node
EDGE: Final = 3  # fields

# The fields of an edge in `stats`
VISITS: Final = 0
TOTAL: Final = 1  # sum of its actor's results
PRIOR: Final = 2  # weight in PUCT
STATS: Final = 3  # fields


@mypyc_attr(acyclic=True)
class Tree:
    """Nodes and edges, addressed by their numbers."""

    def __init__(self, capacity: i64) -> None:
        self.capacity = capacity  # of edges, and of nodes
        self.node_count: i64 = 0
        self.edge_count: i64 = 0
        self.nodes: vec[i64] = vec[i64]([])
        self.edges: vec[i64] = vec[i64]([])
        self.stats: vec[float] = vec[float]([])
        self.add_node()

    def full(self) -> bool:
        return self.edge_count >= self.capacity or self.node_count >= self.capacity

    def add_node(self) -> i64:
        self.nodes = append(append(append(self.nodes, NONE), NONE), NOBODY_YET)
        self.node_count += 1
        return self.node_count - 1

    def add_edge(self, action: i64, following: i64, prior: float) -> i64:
        self.edges = append(append(append(self.edges, action), following), NONE)
        self.stats = append(append(append(self.stats, 0.0), 0.0), prior)
        self.edge_count += 1
        return self.edge_count - 1

    def insert(self, node: i64, before: i64, action: i64, prior: float) -> i64:
        """Add an edge to a node: after another of its edges, or as its first if `before` is NONE."""
        if before == NONE:
            edge = self.add_edge(action, self.nodes[NODE * node + FIRST], prior)
            self.nodes[NODE * node + FIRST] = edge
        else:
            edge = self.add_edge(action, self.edges[EDGE * before + NEXT], prior)
            self.edges[EDGE * before + NEXT] = edge
        return edge

    def claim(self, node: i64, actor: i64) -> bool:
        """Give a new node to an actor; return whether the node is theirs. Worlds can differ in who acts."""
        place = NODE * node + ACTOR
        if self.nodes[place] == NOBODY_YET:
            self.nodes[place] = actor
        return self.nodes[place] == actor

    def child_for(self, node: i64, actor: i64, action: i64) -> i64:
        """Return the node that an actor's action leads to; NONE if it was never tried or is unseen."""
        if self.nodes[NODE * node + ACTOR] != actor:
            return NONE
        edge = self.edge_for(node, action)
        return NONE if edge == NONE else self.edges[EDGE * edge + CHILD]

    def actor(self, node: i64) -> i64:
        return self.nodes[NODE * node + ACTOR]

    def first(self, node: i64) -> i64:
        return self.nodes[NODE * node + FIRST]

    def next(self, edge: i64) -> i64:
        return self.edges[EDGE * edge + NEXT]

    def action(self, edge: i64) -> i64:
        return self.edges[EDGE * edge + ACTION]

    def visits(self, edge: i64) -> float:
        return self.stats[STATS * edge + VISITS]

    def edge_for(self, node: i64, action: i64) -> i64:
        """Return the edge of an action, or NONE."""
        edges = self.edges
        edge = self.nodes[NODE * node + FIRST]
        while edge != NONE and edges[EDGE * edge + ACTION] != action:
            edge = edges[EDGE * edge + NEXT]
        return edge

    def child_of(self, edge: i64) -> i64:
        """Return the node that an edge leads to, added if necessary; NONE if the tree is full."""
        place = EDGE * edge + CHILD
        if self.edges[place] == NONE and not self.full():
            self.edges[place] = self.add_node()
        return self.edges[place]

    def unseen_child(self, node: i64) -> i64:
        """Return the node after an unseen action, added if necessary; NONE if the tree is full."""
        place = NODE * node + UNSEEN
        if self.nodes[place] == NONE and not self.full():
            child = self.add_node()
            self.nodes[place] = child
        return self.nodes[place]

    def update(self, edge: i64, value: float) -> None:
        """Count a visit and its result."""
        place = STATS * edge
        self.stats[place] += 1.0
        self.stats[place + TOTAL] += value

    # Keeping a part of the tree

    def subtree(self, node: i64) -> "Tree":
        """Return a copy of the tree below a node, which becomes the root."""
        copy = Tree(self.capacity)
        todo = [(node, i64(ROOT))]
        while todo:
            old, new = todo.pop()
            copy.nodes[NODE * new + ACTOR] = self.nodes[NODE * old + ACTOR]
            unseen = self.nodes[NODE * old + UNSEEN]
            if unseen != NONE:
                todo.append((unseen, copy.unseen_child(new)))
            self.copy_edges(old, copy, new, todo)
        return copy

    def copy_edges(self, old: i64, copy: "Tree", new: i64, todo: list[tuple[i64, i64]]) -> None:
        edge = self.first(old)
        before: i64 = NONE
        while edge != NONE:
            before = copy.insert(new, before, self.action(edge), self.stats[STATS * edge + PRIOR])
            copy.stats[STATS * before] = self.stats[STATS * edge]
            copy.stats[STATS * before + TOTAL] = self.stats[STATS * edge + TOTAL]
            child = self.edges[EDGE * edge + CHILD]
            if child != NONE:
                todo.append((child, copy.child_of(before)))
            edge = self.next(edge)
