"""The search, without knowledge of any game."""

import subprocess
import sys
from math import exp, sqrt

import pytest

from carreau.bots.catalogue import knowledge
from carreau.bots.knowledge import Knowledge
from carreau.bots.search import UNTOLD, WAIT, Search
from carreau.bots.tree import NONE, PRIOR, ROOT, STATS, TOTAL, Tree
from carreau.core.game import ALL, CHANCE, OVER, RACE, State
from carreau.games.catalogue import GAMES, AnyGame, game, game_class
from tests.bots.positions import SOON, position
from tests.hidden import HIDING
from tests.toy import Toy


def searched(made: AnyGame, state: State, seat: int, simulations: int, seed: int = 1, most: int = 100_000) -> Search:
    knowledge = Knowledge(made.seats)
    knowledge.horizon = 30
    search = Search(made, state.view(seat), knowledge, seed, most)
    search.run(simulations, SOON)
    return search


@pytest.mark.parametrize("name", GAMES)
def test_all_actions_found_are_legal_and_all_simulations_counted(name: str) -> None:
    for seats in game_class(name).SEATS[:2]:
        made = game(name, seats)
        state = position(made, 5, 6)
        if state.current == OVER:
            continue
        seat = state.waiting()[0]
        found = searched(made, state, seat, 20).found()
        assert sum(visits for _, visits, _ in found) == 20
        allowed = set(state.legal(seat)) | ({WAIT} if state.current == RACE else set())
        assert {action for action, visits, _ in found if visits} <= allowed
        assert all(0.0 <= value <= 1.0 for _, _, value in found)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_finds_the_same(name: str) -> None:
    made = game(name, game_class(name).SEATS[-1])
    state = position(made, 9, 4)
    seat = state.waiting()[0]
    assert searched(made, state, seat, 15, seed=3).found() == searched(made, state, seat, 15, seed=3).found()


@pytest.mark.parametrize("card", [1, 2, 3, 4, 5])
def test_hidden_cards_are_averaged_over(card: int) -> None:
    """High Card with five cards: each card beats the lower ones among the other four."""
    made = Toy(2)
    state = made.start()
    for move in (f"deal {card}", f"deal {card % 5 + 1}", "heads"):
        state.apply(CHANCE, made.parse(move))
    for _, _, value in searched(made, state, 0, 3000).found():
        assert value == pytest.approx((card - 1) / 4, abs=0.06)


def test_a_search_stays_within_its_memory() -> None:
    made = game("caro", 2)
    search = searched(made, made.start(), 0, 600, most=500)
    assert search.simulations == 600
    assert search.tree.edge_count <= 500
    assert search.tree.node_count <= 500


def test_many_outcomes_of_chance_are_not_told_apart() -> None:
    made = game("schlauraff", 2)
    state = position(made, 1, 0)
    search = searched(made, state, int(state.current), 200)
    assert search.tree.node_count < 2000


# The steps of a simulation


def test_the_first_simulation_expands_the_root_and_takes_the_highest_prior() -> None:
    made = game("bauab", 2)
    state = position(made, 1, 4)
    seat, knows = int(state.current), knowledge(made)
    search = Search(made, state.view(seat), knows, 1)
    search.run(1, SOON)
    priors = {action: knows.prior(state, seat, action) for action in state.legal(seat)}
    assert {action for action, _, _ in search.found()} == set(priors)
    assert [visits for _, visits, _ in search.found()] == [1] + [0] * (len(priors) - 1)
    assert priors[search.found()[0][0]] == max(priors.values())
    for action, prior in priors.items():
        weight = search.tree.stats[STATS * search.tree.edge_for(ROOT, action) + PRIOR]
        assert weight == pytest.approx(exp(knows.prior_weight * prior))


def test_each_simulation_selects_by_puct_and_backpropagates_its_result() -> None:
    made = game("bauab", 2)
    state = position(made, 1, 4)
    seat, knows = int(state.current), knowledge(made)
    search = Search(made, state.view(seat), knows, 1)
    search.run(1, SOON)
    for _simulation in range(100):
        before = {row[0]: row for row in search.found()}
        chosen = highest_puct(search, knows.exploration)
        search.run(1, SOON)
        after = {row[0]: row for row in search.found()}
        assert [action for action in after if after[action] != before[action]] == [chosen]
        _, visits, mean = before[chosen]
        assert after[chosen][1] == visits + 1
        assert after[chosen][2] == pytest.approx((visits * mean + knows.values[seat]) / (visits + 1))


def highest_puct(search: Search, exploration: float) -> int:
    rows = search.found()
    total = sum(visits for _, visits, _ in rows)
    mean = sum(visits * value for _, visits, value in rows) / total
    weights = {row[0]: search.tree.stats[STATS * search.tree.edge_for(ROOT, row[0]) + PRIOR] for row in rows}
    scores = {
        action: (value if visits else mean)
        + exploration * weights[action] / sum(weights.values()) * sqrt(total) / (1 + visits)
        for action, visits, value in rows
    }
    return max(scores, key=lambda action: scores[action])


# Reusing a tree


def test_what_is_below_a_node_is_copied_whole() -> None:
    made = game("bauab", 2)
    state = position(made, 1, 2)
    search = searched(made, state, int(state.current), 400)
    action, visits, _ = search.found()[0]
    edge = search.tree.edge_for(ROOT, action)
    child = search.tree.child_of(edge)
    copied = search.tree.subtree(child)
    assert statistics(copied, ROOT) == statistics(search.tree, child)
    assert sum(row[1] for row in statistics(copied, ROOT)) == visits - 1  # the first visit ended at the edge


def statistics(tree: Tree, node: int) -> list[tuple[int, float, float]]:
    rows, edge = [], tree.first(node)
    while edge != NONE:
        rows.append((int(tree.action(edge)), tree.visits(edge), tree.stats[STATS * edge + TOTAL]))
        edge = tree.next(edge)
    return rows


def test_a_search_goes_on_where_the_game_has_gone_to() -> None:
    made = game("bauab", 2)
    state = position(made, 1, 2)
    seat = int(state.current)
    search = searched(made, state, seat, 600)
    for actor in (seat, 1 - seat):
        reply = search.found()[0][0] if actor == seat else search.expected_reply(search.found()[0][0])
        search.follow(actor, reply)
        state.apply(actor, reply)
    assert search.resume(state.view(seat))
    assert search.simulations == 0
    assert {action for action, _, _ in search.found()} == set(state.legal(seat))
    search.run(50, SOON)
    assert sum(visits for _, visits, _ in search.found()) > 50


def test_a_search_that_lost_its_way_says_so() -> None:
    made = game("bauab", 2)
    state = position(made, 1, 2)
    search = searched(made, state, int(state.current), 5)
    search.follow(int(state.current), UNTOLD)
    assert not search.resume(state.view(int(state.current)))


def test_seats_that_choose_at_the_same_time_are_searched() -> None:
    made = game("plan", 3)
    seed, state = 0, position(made, 0, 0)
    while state.current != ALL:
        seed += 1
        state = position(made, seed, 5)
    seat = state.waiting()[0]
    assert sum(visits for _, visits, _ in searched(made, state, seat, 30).found()) == 30


FULL_TREE = r"""
import re
from carreau.bots.search import MOST_EDGES
from carreau.bots.tree import Tree
tree = Tree(MOST_EDGES)
while not tree.full():
    node = tree.add_node()
    for action in range(1000, 1002):
        tree.update(tree.insert(node, -1, action, 1.5), 1000.5)
print(int(re.search(r"VmHWM:\s+(\d+) kB", open("/proc/self/status").read())[1]) // 1024)
"""


def test_a_full_tree_takes_less_than_512_megabytes() -> None:
    """The peak is that of its own process: getrusage would count what this one had when it started the other."""
    done = subprocess.run([sys.executable, "-c", FULL_TREE], capture_output=True, text=True, check=True)
    assert 50 < int(done.stdout) < 512


@pytest.mark.parametrize("name", GAMES)
def test_only_where_something_is_hidden_worlds_are_guessed(name: str) -> None:
    made = game(name)
    assert Search(made, made.start().view(0), knowledge(made), 1).hidden == (name in HIDING)
