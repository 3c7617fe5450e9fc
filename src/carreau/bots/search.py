"""Monte-Carlo tree search over what a seat may believe, for any game of the contract.

Each simulation plays in a world guessed from the seat's view: down the tree, where every player prefers what was
best for themselves so far, then on by the game's knowledge, and back up with what came of it. Worlds share one tree:
an action is a choice only in the worlds in which it is legal, and what the searching seat would not be told does not
split the tree. Where nothing is hidden all worlds are the same, and this is plain Monte-Carlo tree search.
"""

from math import exp, sqrt
from time import perf_counter
from typing import Any, Final

from carreau.bots.knowledge import Knowledge
from carreau.bots.tree import CHILD, EDGE, NEXT, NODE, NONE, ROOT, STATS, TOTAL, VEILED, WEIGHT, Tree
from carreau.core._native import i64, mypyc_attr, vec
from carreau.core.game import ALL, CHANCE, OVER, RACE, Game, State, View
from carreau.core.moves import Moves
from carreau.core.open import OpenView
from carreau.core.rng import Rng

UNTOLD: Final = -2  # an action that the searching seat does not see
WAIT: Final = -1  # what a seat may do at a race instead of acting
MOST_EDGES: Final = 2_000_000
MOST_OUTCOMES: Final = 36  # chance with more of them is not told apart
SLICE: Final = 0.02  # seconds after which a search looks whether it should stop
MOST_WEIGHT: Final = 20.0
NEVER: Final = 1e15  # on perf_counter()


@mypyc_attr(allow_interpreted_subclasses=True)
class Search:
    """The search of one seat from one view."""

    def __init__(
        self, game: Game[Any, Any], view: View, knowledge: Knowledge, seed: i64, most_edges: i64 = MOST_EDGES
    ) -> None:
        self.game = game
        self.view = view
        self.seat: i64 = view.seat
        self.knowledge = knowledge
        self.rng = Rng(seed)
        self.tree = Tree(most_edges)
        self.simulations: i64 = 0
        self.place: i64 = ROOT  # where the game has gone on to
        knowledge.prepare(view)
        self.hidden = not isinstance(view, OpenView)
        self.world: State = game.guess(view, self.rng)
        self.latest: float = NEVER  # on perf_counter(): afterwards a simulation is brought to its end without thought
        self.same = True  # whether all worlds that come to this node offer the same actions
        self.path: vec[i64] = vec[i64]([0] * 256)
        self.movers: vec[i64] = vec[i64]([0] * 256)
        self.length: i64 = 0
        self.choices: vec[i64] = vec[i64]([0] * 64)  # edges to choose from
        self.count: i64 = 0
        self.out = Moves()

    # Running

    def start_over(self, number: i64) -> None:
        """Forget everything and search with other random numbers: for one of several that search together."""
        self.rng = Rng(self.rng.wide() + number)
        self.tree = Tree(self.tree.most)
        self.simulations = 0

    def run(self, simulations: i64, deadline: float) -> None:
        """So many simulations, or as many as there are until the deadline on perf_counter()."""
        done: i64 = 0
        while done < simulations and perf_counter() < deadline:
            self.simulate(self.next_world())
            done += 1

    def next_world(self) -> State:
        if self.hidden and self.simulations % self.knowledge.simulations_per_world == 0 and self.simulations > 0:
            self.world = self.game.guess(self.view, self.rng)
        self.simulations += 1
        return self.world.clone()

    def simulate(self, state: State) -> None:
        self.length = 0
        self.same = not self.hidden
        node: i64 = ROOT
        while node != NONE and state.current != OVER:
            if node != ROOT and self.knowledge.leaves_tree(state):
                break
            seat = self.actor(state, node)
            node = self.after_chance(state, node) if seat == CHANCE else self.descend(state, seat, node)
        self.knowledge.rollout(state, self.rng)
        self.learn()

    def actor(self, state: State, node: i64) -> i64:
        """Who decides at a node; at the root the searching seat, whoever else may act."""
        seat = state.current
        if seat != ALL and seat != RACE:
            return seat
        if node == ROOT:
            return self.seat
        return self.knowledge.racer(state, self.rng)

    def after_chance(self, state: State, node: i64) -> i64:
        """Let chance act; returns the node of what the searching seat sees of it."""
        tree = self.tree
        if not tree.is_for(node, CHANCE):
            return NONE
        outcome = state.sample(self.rng)
        veiled = self.is_veiled(state, CHANCE, outcome) or self.too_many(state, node)
        state.apply(CHANCE, outcome)
        if veiled:
            self.same = False
            return tree.veiled_child(node)
        edge = tree.edge_for(node, outcome)
        if edge == NONE:
            if tree.full():
                return NONE
            edge = tree.insert(node, NONE, outcome, 0.0)
        return tree.child_of(edge)

    def too_many(self, state: State, node: i64) -> bool:
        """Whether chance has too many outcomes to tell them apart; found out when a node is new."""
        if self.tree.first(node) != NONE:
            return False
        self.out.clear()
        state.moves(CHANCE, self.out)
        return self.out.count > MOST_OUTCOMES

    def is_veiled(self, state: State, seat: i64, action: i64) -> bool:
        return self.hidden and seat != self.seat and int(self.seat) in state.unseen_by(int(seat), int(action))

    def descend(self, state: State, seat: i64, node: i64) -> i64:
        """Choose and carry out an action; returns the next node, or NONE where the tree ends."""
        tree = self.tree
        if not tree.is_for(node, seat):
            return NONE
        self.offer(state, seat, node)
        if self.count == 0:
            return NONE
        edge = self.best()
        self.note(edge, seat)
        action = tree.action(edge)
        veiled = self.is_veiled(state, seat, action)
        known = tree.visits(edge) > 0.0
        if action == WAIT:
            seat = self.knowledge.racer(state, self.rng)
            action = self.knowledge.rollout_action(state, seat, self.rng)
            veiled = True
        state.apply(seat, action)
        if not known:
            return NONE
        if veiled:
            self.same = False
            return tree.veiled_child(node)
        return tree.child_of(edge)

    def note(self, edge: i64, seat: i64) -> None:
        if self.length == i64(len(self.path)):
            self.path = doubled(self.path)
            self.movers = doubled(self.movers)
        self.path[self.length] = edge
        self.movers[self.length] = seat
        self.length += 1

    def learn(self) -> None:
        """Tell the edges of the path what came of it for those who chose them."""
        tree, values, path, movers = self.tree, self.knowledge.values, self.path, self.movers
        index: i64 = 0
        while index < self.length:
            tree.learn(path[index], values[movers[index]])
            index += 1

    # Choosing an action in the tree

    def offer(self, state: State, seat: i64, node: i64) -> None:
        """Fill `choices` with the edges of what is legal now."""
        first = self.tree.first(node)
        if self.same and first != NONE:
            self.offer_all(first)
            return
        self.count = 0
        self.out.clear()
        if node == ROOT and state.current == RACE and self.knowledge.racer(state, self.rng) != seat:
            self.out.add(WAIT)
        state.moves(seat, self.out)
        self.match(state, seat, node)

    def offer_all(self, edge: i64) -> None:
        """All edges of a node, from the first on."""
        edges, choices = self.tree.edges, self.choices
        room = i64(len(choices))
        count: i64 = 0
        while edge != NONE:
            if count == room:
                choices = doubled(choices)
                self.choices = choices
                room *= 2
            choices[count] = edge
            count += 1
            edge = edges[EDGE * edge + NEXT]
        self.count = count

    def match(self, state: State, seat: i64, node: i64) -> None:
        """Find the edge of each legal action; both are in the same order, so that one walk is enough."""
        tree, out = self.tree, self.out
        before: i64 = NONE
        edge = tree.first(node)
        index: i64 = 0
        while index < out.count:
            action = out.at(index)
            while edge != NONE and tree.action(edge) < action:
                before = edge
                edge = tree.next(edge)
            if edge == NONE or tree.action(edge) != action:
                if tree.full():
                    return
                edge = tree.insert(node, before, action, self.first_sight(state, seat, action))
            self.add_choice(edge)
            index += 1

    def first_sight(self, state: State, seat: i64, action: i64) -> float:
        trust = self.knowledge.prior_weight
        if trust == 0.0 or action == WAIT or perf_counter() > self.latest:
            return 1.0
        weight = trust * self.knowledge.prior(state, seat, action)
        if weight > MOST_WEIGHT:
            weight = MOST_WEIGHT
        elif weight < -MOST_WEIGHT:
            weight = -MOST_WEIGHT
        return exp(weight)

    def add_choice(self, edge: i64) -> None:
        if self.count == i64(len(self.choices)):
            self.choices = doubled(self.choices)
        self.choices[self.count] = edge
        self.count += 1

    def best(self) -> i64:
        """The choice with the best result so far, and the more so the less it was tried for how good it looked."""
        choices, stats, count = self.choices, self.tree.stats, self.count
        tried: float = 0.0
        got: float = 0.0
        mass: float = 0.0
        index: i64 = 0
        while index < count:
            place = STATS * choices[index]
            tried += stats[place]
            got += stats[place + TOTAL]
            mass += stats[place + WEIGHT]
            index += 1
        if tried == 0.0:
            return self.best_looking()
        expected = got / tried
        bonus = self.knowledge.exploration * sqrt(tried) / mass
        chosen: i64 = 0
        most: float = -1.0
        index = 0
        while index < count:
            place = STATS * choices[index]
            times = stats[place]
            score = bonus * stats[place + WEIGHT] / (1.0 + times)
            if times > 0.0:
                score += stats[place + TOTAL] / times
            else:
                score += expected
            if score > most:
                most = score
                chosen = index
            index += 1
        return choices[chosen]

    def best_looking(self) -> i64:
        """Any of those that look best at first sight."""
        choices, stats = self.choices, self.tree.stats
        most: float = -1.0
        ties: i64 = 0
        chosen: i64 = NONE
        index: i64 = 0
        while index < self.count:
            weight = stats[STATS * choices[index] + WEIGHT]
            if weight > most:
                most = weight
                ties = 0
            if weight == most:
                ties += 1
                if self.rng.below(ties) == 0:
                    chosen = choices[index]
            index += 1
        return chosen

    # Going on with what is known when the game has gone on

    def follow(self, actor: i64, action: i64) -> None:
        """Something has been done, as far as the seat is told: an action, or UNTOLD."""
        if self.place == NONE:
            return
        if action == UNTOLD:
            self.place = self.tree.nodes[NODE * self.place + VEILED]
        else:
            self.place = self.tree.below(self.place, actor, action)

    def resume(self, view: View) -> bool:
        """Begin again from a later view with the part of the tree that still holds; False if there is none."""
        if self.place == NONE or self.place == ROOT:
            return False
        self.tree = self.tree.from_node(self.place)
        self.place = ROOT
        self.view = view
        self.simulations = 0
        self.knowledge.prepare(view)
        self.world = self.game.guess(view, self.rng)
        return self.tree.is_for(ROOT, self.seat)

    # What was found

    def settled(self, limit: i64) -> bool:
        """Whether one action is so far ahead that the simulations left can't overtake it."""
        most: i64 = 0
        second: i64 = 0
        edge = self.tree.first(ROOT)
        while edge != NONE:
            visits = i64(self.tree.visits(edge))
            if visits > most:
                second = most
                most = visits
            elif visits > second:
                second = visits
            edge = self.tree.next(edge)
        return most - second > limit - self.simulations

    def expected_reply(self, action: i64) -> i64:
        """What is tried most often after an action at the root; WAIT where nothing is known."""
        edge = self.tree.edge_for(ROOT, action)
        if edge == NONE or self.tree.edges[EDGE * edge + CHILD] == NONE:
            return WAIT
        best: i64 = WAIT
        most: float = 0.0
        reply = self.tree.first(self.tree.edges[EDGE * edge + CHILD])
        while reply != NONE:
            if self.tree.visits(reply) > most:
                most = self.tree.visits(reply)
                best = self.tree.action(reply)
            reply = self.tree.next(reply)
        return best

    def found(self) -> list[tuple[int, int, float]]:
        """Each action at the root with its visits and mean value, the most visited first."""
        rows: list[tuple[int, int, float]] = []
        edge = self.tree.first(ROOT)
        while edge != NONE:
            visits = int(self.tree.visits(edge))
            mean = self.tree.stats[STATS * edge + TOTAL] / visits if visits else 0.0
            rows.append((int(self.tree.action(edge)), visits, mean))
            edge = self.tree.next(edge)
        return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def doubled(values: vec[i64]) -> vec[i64]:
    return vec[i64](list(values) + [0] * len(values))
