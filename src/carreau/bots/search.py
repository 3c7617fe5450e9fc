"""Information-set Monte Carlo tree search (ISMCTS) with PUCT, for any game of the contract.

A search knows one seat's view. Each simulation plays in one world: a determinization, guessed from that view. All
worlds share one tree. An action is a choice only in the worlds in which it is legal, and actions that the searching
seat doesn't see don't split the tree. Every player maximises their own result. Where nothing is hidden all worlds are
the same, and this is plain Monte Carlo tree search.

A simulation takes four steps:

    select          walk down the tree by PUCT to a leaf
    expand          add the leaf's legal actions with their priors, and take the one with the highest prior
    evaluate        play on with a rollout, and evaluate where it ends
    backpropagate   add the result to every edge on the path
"""

from math import exp, sqrt
from time import perf_counter
from typing import Any, Final

from carreau.bots.knowledge import Knowledge
from carreau.bots.tree import CHILD, EDGE, NEXT, NODE, NONE, PRIOR, ROOT, STATS, TOTAL, UNSEEN, Tree
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import ALL, CHANCE, OVER, RACE, Game, State, View
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.rng import Rng

UNTOLD: Final = -2  # an action that the searching seat doesn't see
WAIT: Final = -1  # not to act in a race
ANY: Final = -3  # every action is a choice
MOST_EDGES: Final = 2_000_000
MOST_OUTCOMES: Final = 36  # a chance node with more doesn't split the tree
MOST_EXPONENT: Final = 20.0  # of a weighted prior
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
        self.chance = self.rng  # draws dice and cards
        self.only: i64 = ANY  # the only choice at the root
        self.learning = True  # whether simulations change the tree
        self.tree = Tree(most_edges)
        self.simulations: i64 = 0
        self.current_node: i64 = ROOT  # the node of the game's present position, see follow()
        knowledge.prepare(view)
        self.hidden = not isinstance(view, PerfectInfoView)
        self.world: State = game.guess(view, self.rng)
        self.deadline: float = NEVER  # on perf_counter(): new edges get no prior after it, to finish quickly
        self.same_actions = True  # whether the legal actions at this node are the same in all worlds
        self.path: vec[i64] = vec[i64]([0] * 256)  # the edges of this simulation, and who chose them
        self.actors: vec[i64] = vec[i64]([0] * 256)
        self.length: i64 = 0
        self.choices: vec[i64] = vec[i64]([0] * 64)  # the edges of the legal actions
        self.count: i64 = 0
        self.out = ActionBuffer()

    # Running

    def start_over(self, number: i64) -> None:
        """Forget everything and use other random numbers, as one of several searches of the same view."""
        self.rng = self.chance = Rng(self.rng.wide() + number)
        self.tree = Tree(self.tree.capacity)
        self.simulations = 0

    def run(self, simulations: i64, deadline: float) -> None:
        """Run simulations until their number or the deadline on perf_counter() is reached."""
        done: i64 = 0
        while done < simulations and perf_counter() < deadline:
            self.simulate(self.next_world())
            done += 1

    def next_world(self) -> State:
        """Return a copy of a determinization; a new one is guessed after every few simulations."""
        if self.hidden and self.simulations % self.knowledge.simulations_per_world == 0 and self.simulations > 0:
            self.world = self.game.guess(self.view, self.rng)
        self.simulations += 1
        return self.world.clone()

    def simulate(self, state: State) -> None:
        """Run one simulation, played in the given state."""
        leaf = self.select(state)
        self.expand(state, leaf)
        self.evaluate(state)
        self.backpropagate()

    def play(self, state: State, rng: Rng, chance: Rng) -> None:
        """Play a state on as this search expects, without learning: the results of several states are independent."""
        self.rng, self.chance, self.learning = rng, chance, False
        self.select(state)
        self.evaluate(state)

    # 1. Select

    def select(self, state: State) -> i64:
        """Walk down to a leaf: return a node without edges, or NONE where the tree ends without one."""
        self.length = 0
        self.same_actions = not self.hidden
        node: i64 = ROOT
        while node != NONE and not self.leaves_tree(state, node):
            actor = self.actor(state, node)
            if not self.tree.claim(node, actor):
                return NONE
            if actor == CHANCE:
                node = self.sample_chance(state, node)
            elif self.tree.first(node) == NONE:
                return node
            else:
                node = self.descend(state, actor, node)
        return NONE

    def leaves_tree(self, state: State, node: i64) -> bool:
        """Return whether the game is over or the rest of the simulation belongs to the rollout."""
        return state.current == OVER or (node != ROOT and self.knowledge.leaves_tree(state))

    def actor(self, state: State, node: i64) -> i64:
        """Return who acts at a node; if several may, the searching seat at the root and any of them below."""
        seat = state.current
        if seat != ALL and seat != RACE:
            return seat
        if node == ROOT:
            return self.seat
        return self.knowledge.racer(state, self.rng)

    def descend(self, state: State, seat: i64, node: i64) -> i64:
        """Take the action with the highest PUCT score; return the node that it leads to."""
        if self.same_actions:
            self.choose_from_all(node)
        else:
            self.choose_from_legal(state, seat, node)
            if self.count == 0:
                return NONE
        edge = self.best_by_puct() if self.learning else self.drawn_by_visits()
        following = self.node_after(state, seat, node, edge)
        self.take(state, seat, edge)
        return following

    def choose_from_all(self, node: i64) -> None:
        """Fill `choices` with all edges of a node."""
        edges, choices = self.tree.edges, self.choices
        room = i64(len(choices))
        count: i64 = 0
        edge = self.tree.first(node)
        while edge != NONE:
            if count == room:
                choices = doubled(choices)
                self.choices = choices
                room *= 2
            choices[count] = edge
            count += 1
            edge = edges[EDGE * edge + NEXT]
        self.count = count

    def best_by_puct(self) -> i64:
        """Return the choice with the highest PUCT score; if none was visited yet, the highest prior."""
        choices, stats, count = self.choices, self.tree.stats, self.count
        visits: float = 0.0
        total: float = 0.0
        priors: float = 0.0
        index: i64 = 0
        while index < count:
            place = STATS * choices[index]
            visits += stats[place]
            total += stats[place + TOTAL]
            priors += stats[place + PRIOR]
            index += 1
        if visits == 0.0:
            return self.best_by_prior()
        return self.highest_score(self.knowledge.exploration * sqrt(visits) / priors, total / visits)

    def highest_score(self, bonus: float, unvisited: float) -> i64:
        """Return the choice with the highest mean value, plus the exploration bonus times prior / (1 + visits).

        Choices without visits count with the mean of all, their first-play urgency.
        """
        choices, stats, count = self.choices, self.tree.stats, self.count
        chosen: i64 = 0
        most: float = -1.0
        index: i64 = 0
        while index < count:
            place = STATS * choices[index]
            visits = stats[place]
            score = bonus * stats[place + PRIOR] / (1.0 + visits)
            if visits > 0.0:
                score += stats[place + TOTAL] / visits
            else:
                score += unvisited
            if score > most:
                most = score
                chosen = index
            index += 1
        return choices[chosen]

    def drawn_by_visits(self) -> i64:
        """Draw a choice in proportion to its visits; if none was visited, take the highest prior."""
        choices, stats, count = self.choices, self.tree.stats, self.count
        visits: i64 = 0
        index: i64 = 0
        while index < count:
            visits += i64(stats[STATS * choices[index]])
            index += 1
        if visits == 0:
            return self.best_by_prior()
        drawn = self.rng.below(visits)
        index = 0
        while drawn >= i64(stats[STATS * choices[index]]):
            drawn -= i64(stats[STATS * choices[index]])
            index += 1
        return choices[index]

    def node_after(self, state: State, seat: i64, node: i64, edge: i64) -> i64:
        """Return the node that an edge leads to; on its first visit that is NONE, to save memory."""
        if self.tree.visits(edge) == 0.0:
            return NONE
        if self.is_unseen(state, seat, self.tree.action(edge)):
            self.same_actions = False
            return self.tree.unseen_child(node)
        return self.tree.child_of(edge)

    def is_unseen(self, state: State, seat: i64, action: i64) -> bool:
        """Return whether the searching seat wouldn't see an action; after WAIT it doesn't know who acts."""
        if action == WAIT:
            return True
        return self.hidden and seat != self.seat and int(self.seat) in state.unseen_by(int(seat), int(action))

    def take(self, state: State, seat: i64, edge: i64) -> None:
        """Apply the action of an edge and add the edge to the path."""
        self.add_to_path(edge, seat)
        action = self.tree.action(edge)
        if action == WAIT:
            seat = self.knowledge.racer(state, self.rng)
            action = self.knowledge.rollout_action(state, seat, self.rng)
        state.apply(seat, action)

    def add_to_path(self, edge: i64, actor: i64) -> None:
        if self.length == i64(len(self.path)):
            self.path = doubled(self.path)
            self.actors = doubled(self.actors)
        self.path[self.length] = edge
        self.actors[self.length] = actor
        self.length += 1

    def sample_chance(self, state: State, node: i64) -> i64:
        """Let chance act; return the node of the outcome, as far as the searching seat sees it."""
        tree = self.tree
        outcome = state.sample(self.chance)
        unseen = self.is_unseen(state, CHANCE, outcome) or self.has_many_outcomes(state, node)
        state.apply(CHANCE, outcome)
        if unseen:
            self.same_actions = False
            return tree.unseen_child(node)
        edge = tree.edge_for(node, outcome)
        if edge == NONE:
            if tree.full():
                return NONE
            edge = tree.insert(node, NONE, outcome, 0.0)
        return tree.child_of(edge)

    def has_many_outcomes(self, state: State, node: i64) -> bool:
        """Return whether chance has too many outcomes to split the tree; a node with edges has few."""
        if self.tree.first(node) != NONE:
            return False
        self.out.clear()
        state.moves(CHANCE, self.out)
        return self.out.count > MOST_OUTCOMES

    # 2. Expand

    def expand(self, state: State, leaf: i64) -> None:
        """Add the legal actions of a leaf with their priors, and take the one with the highest prior."""
        if leaf == NONE:
            return
        seat = self.tree.actor(leaf)
        self.choose_from_legal(state, seat, leaf)
        if self.count > 0:
            self.take(state, seat, self.best_by_prior())

    def choose_from_legal(self, state: State, seat: i64, node: i64) -> None:
        """Fill `choices` with the edges of the actions that are legal in this world; add those that are new."""
        self.count = 0
        self.out.clear()
        if node == ROOT and state.current == RACE and self.knowledge.racer(state, self.rng) != seat:
            self.out.add(WAIT)
        state.moves(seat, self.out)
        if node == ROOT and self.only != ANY:
            self.out.clear()
            self.out.add(self.only)
        self.match_edges(state, seat, node)

    def match_edges(self, state: State, seat: i64, node: i64) -> None:
        """Find or add the edge of each legal action in one pass: both lists are in ascending order."""
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
                if tree.full() or not self.learning:
                    return
                edge = tree.insert(node, before, action, self.weighted_prior(state, seat, action))
            self.add_choice(edge)
            index += 1

    def weighted_prior(self, state: State, seat: i64, action: i64) -> float:
        """Return the prior as PUCT uses it: a positive weight, to be divided by the sum over all choices."""
        weight = self.knowledge.prior_weight
        if weight == 0.0 or action == WAIT or perf_counter() > self.deadline:
            return 1.0
        exponent = weight * self.knowledge.prior(state, seat, action)
        if exponent > MOST_EXPONENT:
            exponent = MOST_EXPONENT
        elif exponent < -MOST_EXPONENT:
            exponent = -MOST_EXPONENT
        return exp(exponent)

    def add_choice(self, edge: i64) -> None:
        if self.count == i64(len(self.choices)):
            self.choices = doubled(self.choices)
        self.choices[self.count] = edge
        self.count += 1

    def best_by_prior(self) -> i64:
        """Return the choice with the highest prior; break ties at random."""
        choices, stats = self.choices, self.tree.stats
        most: float = -1.0
        ties: i64 = 0
        chosen: i64 = NONE
        index: i64 = 0
        while index < self.count:
            prior = stats[STATS * choices[index] + PRIOR]
            if prior > most:
                most = prior
                ties = 0
            if prior == most:
                ties += 1
                if self.rng.below(ties) == 0:
                    chosen = choices[index]
            index += 1
        return chosen

    # 3. Evaluate

    def evaluate(self, state: State) -> None:
        """Play on with a rollout, which leaves each seat's result in the knowledge's `values`."""
        self.knowledge.rollout(state, self.rng, self.chance)

    # 4. Backpropagate

    def backpropagate(self) -> None:
        """Add to every edge on the path the result of the seat that chose it."""
        tree, values, path, actors = self.tree, self.knowledge.values, self.path, self.actors
        index: i64 = 0
        while index < self.length:
            tree.update(path[index], values[actors[index]])
            index += 1

    # Reusing the tree after a move

    def follow(self, actor: i64, action: i64) -> None:
        """Move on in the tree after an action in the game, or UNTOLD if the seat didn't see which."""
        if self.current_node == NONE:
            return
        if action == UNTOLD:
            self.current_node = self.tree.nodes[NODE * self.current_node + UNSEEN]
        else:
            self.current_node = self.tree.child_for(self.current_node, actor, action)

    def resume(self, view: View) -> bool:
        """Continue from a later view with the subtree that still applies; return False if there is none."""
        if self.current_node == NONE or self.current_node == ROOT:
            return False
        self.tree = self.tree.subtree(self.current_node)
        self.current_node = ROOT
        self.view = view
        self.simulations = 0
        self.knowledge.prepare(view)
        self.world = self.game.guess(view, self.rng)
        return self.tree.claim(ROOT, self.seat)

    # Results

    def settled(self, limit: i64) -> bool:
        """Return whether the remaining simulations can't change which action has the most visits."""
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
        """Return the most visited reply to an action at the root; WAIT if there is none."""
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
        """Return each action at the root with its visits and mean value, the most visited first."""
        rows: list[tuple[int, int, float]] = []
        edge = self.tree.first(ROOT)
        while edge != NONE:
            visits = int(self.tree.visits(edge))
            mean = self.tree.stats[STATS * edge + TOTAL] / visits if visits else 0.0
            rows.append((int(self.tree.action(edge)), visits, mean))
            edge = self.tree.next(edge)
        return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def doubled(values: vec[i64]) -> vec[i64]:
    """Return the values in a vector of twice the size."""
    return vec[i64](list(values) + [0] * len(values))
