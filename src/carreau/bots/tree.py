"""The tree of a search: numbers in packed vectors, so that millions of edges are small and quick to walk.

A node is a point at which somebody acts; an edge is an action that was offered there. The edges of a node are a
linked list in the order of their actions, because other worlds may offer other actions. An edge leads to a node of its
own, unless the searching seat would not be told the action: all of those lead to the node's one veiled child.
"""

from typing import Final

from carreau.core._native import append, i64, mypyc_attr, vec

NONE: Final = -1
ROOT: Final = 0
NOBODY_YET: Final = -9

# What `nodes` has for each node, and `edges` for each edge.
FIRST: Final = 0  # edge
VEILED: Final = 1  # child
ACTOR: Final = 2  # whose actions its edges are, once it has some
NODE: Final = 3
ACTION: Final = 0
NEXT: Final = 1  # edge of the same node
CHILD: Final = 2
EDGE: Final = 3

# What `stats` has for each edge.
VISITS: Final = 0
TOTAL: Final = 1  # of what its actor got
WEIGHT: Final = 2  # how good it looked at first sight
STATS: Final = 3


@mypyc_attr(acyclic=True)
class Tree:
    """Nodes and edges by their numbers."""

    def __init__(self, most: i64) -> None:
        self.most = most  # edges, and nodes too
        self.node_count: i64 = 0
        self.edge_count: i64 = 0
        self.nodes: vec[i64] = vec[i64]([])
        self.edges: vec[i64] = vec[i64]([])
        self.stats: vec[float] = vec[float]([])
        self.add_node()

    def full(self) -> bool:
        return self.edge_count >= self.most or self.node_count >= self.most

    def add_node(self) -> i64:
        self.nodes = append(append(append(self.nodes, NONE), NONE), NOBODY_YET)
        self.node_count += 1
        return self.node_count - 1

    def add_edge(self, action: i64, following: i64, weight: float) -> i64:
        self.edges = append(append(append(self.edges, action), following), NONE)
        self.stats = append(append(append(self.stats, 0.0), 0.0), weight)
        self.edge_count += 1
        return self.edge_count - 1

    def insert(self, node: i64, before: i64, action: i64, weight: float) -> i64:
        """Add an edge to a node, after another of its edges or as its first."""
        if before == NONE:
            edge = self.add_edge(action, self.nodes[NODE * node + FIRST], weight)
            self.nodes[NODE * node + FIRST] = edge
        else:
            edge = self.add_edge(action, self.edges[EDGE * before + NEXT], weight)
            self.edges[EDGE * before + NEXT] = edge
        return edge

    def is_for(self, node: i64, actor: i64) -> bool:
        """Whether an actor may act at a node: it is new, or its edges are theirs. Worlds can differ in that."""
        place = NODE * node + ACTOR
        if self.nodes[place] == NOBODY_YET:
            self.nodes[place] = actor
        return self.nodes[place] == actor

    def below(self, node: i64, actor: i64, action: i64) -> i64:
        """The node that an action of an actor leads to; NONE where that was never tried or is not told apart."""
        if self.nodes[NODE * node + ACTOR] != actor:
            return NONE
        edge = self.edge_for(node, action)
        return NONE if edge == NONE else self.edges[EDGE * edge + CHILD]

    def first(self, node: i64) -> i64:
        return self.nodes[NODE * node + FIRST]

    def next(self, edge: i64) -> i64:
        return self.edges[EDGE * edge + NEXT]

    def action(self, edge: i64) -> i64:
        return self.edges[EDGE * edge + ACTION]

    def visits(self, edge: i64) -> float:
        return self.stats[STATS * edge + VISITS]

    def edge_for(self, node: i64, action: i64) -> i64:
        """The edge of an action, or NONE."""
        edges = self.edges
        edge = self.nodes[NODE * node + FIRST]
        while edge != NONE and edges[EDGE * edge + ACTION] != action:
            edge = edges[EDGE * edge + NEXT]
        return edge

    def child_of(self, edge: i64) -> i64:
        """The node that an edge leads to, made when it is first asked for; NONE if there is no room."""
        place = EDGE * edge + CHILD
        if self.edges[place] == NONE and not self.full():
            self.edges[place] = self.add_node()
        return self.edges[place]

    def veiled_child(self, node: i64) -> i64:
        place = NODE * node + VEILED
        if self.nodes[place] == NONE and not self.full():
            child = self.add_node()
            self.nodes[place] = child
        return self.nodes[place]

    def learn(self, edge: i64, value: float) -> None:
        place = STATS * edge
        self.stats[place] += 1.0
        self.stats[place + TOTAL] += value

    # What is left of a tree when the game has gone on

    def from_node(self, node: i64) -> "Tree":
        """A copy of all that is below a node, which becomes the root."""
        copy = Tree(self.most)
        todo = [(node, i64(ROOT))]
        while todo:
            old, new = todo.pop()
            copy.nodes[NODE * new + ACTOR] = self.nodes[NODE * old + ACTOR]
            veiled = self.nodes[NODE * old + VEILED]
            if veiled != NONE:
                todo.append((veiled, copy.veiled_child(new)))
            self.copy_edges(old, copy, new, todo)
        return copy

    def copy_edges(self, old: i64, copy: "Tree", new: i64, todo: list[tuple[i64, i64]]) -> None:
        edge = self.first(old)
        before: i64 = NONE
        while edge != NONE:
            before = copy.insert(new, before, self.action(edge), self.stats[STATS * edge + WEIGHT])
            copy.stats[STATS * before] = self.stats[STATS * edge]
            copy.stats[STATS * before + TOTAL] = self.stats[STATS * edge + TOTAL]
            child = self.edges[EDGE * edge + CHILD]
            if child != NONE:
                todo.append((child, copy.child_of(before)))
            edge = self.next(edge)
