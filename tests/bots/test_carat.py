"""The bots' knowledge of Carat."""

from itertools import product

import pytest

from carreau.bots.games.carat import HOPES, REMAINDERS, CaratKnowledge
from carreau.bots.search import Search
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.carat._state import CaratState
from carreau.games.carat.chip import UNDECIDED, VALUE_UNIT
from carreau.games.carat.game import Carat
from carreau.games.carat.rules import factor, winner
from carreau.games.catalogue import variants
from tests.positions.carat import SMALL, after_playout, around, laid

GEMS = [(colour, carats) for colour in range(4) for carats in range(1, 7)]
CONTESTED = [("r", 4), ("b", 4), ("g", 2), ("b", 1)]  # after three of them red and blue tie at chip 3,3
FOR_RED = [*CONTESTED[:3], ("r", 1)]
Gem = tuple[int, int]


def chip(gems: list[Gem], missing: int, value: int = 0) -> int:
    return int(sum(carats * 32**colour for colour, carats in gems) + missing * UNDECIDED + value * VALUE_UNIT)


def contested() -> CaratState:
    """Return a position in which blue wins a chip of 5 points and three colours with a blue gem towards it on 2,3."""
    return laid(Carat(2), *around(CONTESTED)[:3], chips={(3, 3): 5})


def searched(game: Carat, state: CaratState, simulations: int) -> str:
    search = Search(game, state.view(int(state.current)), CaratKnowledge(game.seats), 1)
    search.run(simulations, float("inf"))
    return game.text(search.found()[0][0])


def valued(knowledge: CaratKnowledge) -> list[float]:
    return list(knowledge.values)


def evaluated(state: CaratState) -> list[float]:
    knowledge = CaratKnowledge(state.seats)
    knowledge.evaluate(state)
    assert all(0 < value < 1 for value in knowledge.values)
    assert sum(knowledge.values) == pytest.approx(1)
    return valued(knowledge)


@pytest.mark.parametrize("gems", [[], [(0, 5)], [(2, 1), (3, 6)], [(0, 3), (0, 3), (1, 6)]])
@pytest.mark.parametrize("missing", [1, 2])
def test_a_hope_is_the_mean_over_all_gems_to_come(gems: list[Gem], missing: int) -> None:
    hoped = [0.0] * 4
    for coming in product(GEMS, repeat=missing):
        decided = chip([*gems, *coming], 0)
        if winner(decided) >= 0:
            hoped[winner(decided)] += factor(decided) / len(GEMS) ** missing
    first = int(HOPES.of(chip(gems, missing, value=3)))
    assert [HOPES.points[first + colour] for colour in range(4)] == pytest.approx(hoped)


def test_all_chips_have_a_remainder_of_their_own() -> None:
    ways = {
        chip(list(gems), fields - lie)
        for fields in (1, 2, 4)
        for lie in range(fields)
        for gems in product(GEMS, repeat=lie)
    }
    assert len(ways) == len({way % REMAINDERS for way in ways}) == 1865


def test_the_prior_takes_a_chip_and_grudges_it() -> None:
    state, game, knowledge = contested(), Carat(2), CaratKnowledge(2)
    lays = [game.text(action) for action in state.legal(1) if game.text(action).endswith("2,3")]
    priors = {text.split()[1][1]: knowledge.prior(state, 1, game.parse(text)) for text in lays}
    assert priors["b"] > priors["g"] > priors["r"]


def test_a_search_takes_the_chip() -> None:
    best = searched(Carat(2), contested(), 200)
    assert best.split()[1][1] == "b"
    assert best.endswith("2,3")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whoever_won_a_chip_is_likelier_to_win(seats: int) -> None:
    """The last gem at the chip decides."""
    red, blue = (evaluated(laid(Carat(seats), *around(gems), chips={(3, 3): 5})) for gems in (FOR_RED, CONTESTED))
    assert red[0] == max(red)
    assert blue[1] == max(blue)


def test_what_is_not_decided_counts_too() -> None:
    """Only red gems point to a chip so far."""
    one = laid(Carat(2), *around([("r", 6), ("r", 5), ("g", 2), ("b", 1)])[:2], chips={(3, 3): 5})
    other = laid(Carat(2), *around([("b", 6), ("b", 5), ("g", 2), ("r", 1)])[:2], chips={(3, 3): 5})
    assert [state.scores(seat) for state in (one, other) for seat in range(2)] == [0] * 4
    assert evaluated(one)[0] > 0.6 > evaluated(other)[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_win_counts_and_a_lead_a_little(seats: int) -> None:
    game, knowledge, shared = Carat(seats, box=SMALL), CaratKnowledge(seats), 0
    for seed in range(50):
        state = after_playout(game, seed)
        result = state.result()
        knowledge.evaluate_terminal(state)
        values = valued(knowledge)
        assert sum(values) == pytest.approx(1)
        assert sorted(range(seats), key=lambda seat: (-values[seat], seat)) == sorted(
            range(seats), key=lambda seat: (-result.points[seat], seat)
        )
        won, lost = min(values[seat] for seat in result.winners), [*set(range(seats)) - set(result.winners)]
        assert all(values[seat] < won / 4 for seat in lost)
        shared += len(result.winners) > 1
    assert shared  # some of these games had two winners


@pytest.mark.parametrize("game", list(variants("carat")), ids=lambda game: f"{game.seats} {game.options}")
def test_everything_has_a_prior_and_a_judgement(game: Carat) -> None:
    state, knowledge, rng, moves = game.start(), CaratKnowledge(game.seats), Rng(3), ActionBuffer()
    while state.current != OVER:
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        seat = int(state.current)
        assert all(abs(knowledge.prior(state, seat, action)) < 100 for action in state.legal(seat))
        knowledge.evaluate(state)
        assert sum(valued(knowledge)) == pytest.approx(1)
        assert min(valued(knowledge)) >= 0
        state.apply(seat, state.random_action(seat, rng, moves))
    knowledge.evaluate_terminal(state)
    assert sum(valued(knowledge)) == pytest.approx(1)
