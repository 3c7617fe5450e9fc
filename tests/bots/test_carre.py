"""The bots' knowledge of Carré: priors, evaluation, and the race against the dice."""

from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from carreau.bots.games.carre import CarreKnowledge
from carreau.bots.games.carre_race import DiceRace
from carreau.bots.search import Search
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.carre._state import CarreState
from carreau.games.carre.game import Carre
from carreau.games.catalogue import variants
from tests.play import play

VALUES = [2, 3, 4, 6, 7, 8, 9, 12]
Layers = list[list[object]]

EIGHT: Layers = [  # three full layers; 2, 3, 7 and 9 are missing
    ["12y", 0, 0, 0],
    ["12y", 0, 0, 1],
    ["8y", 3, 0, 0],
    ["8y", 3, 0, 1],
    ["6x", 0, 0, 2],
    ["6x", 0, 2, 2],
    ["4", 3, 0, 2],
    ["4", 3, 2, 2],
]


def position(game: Carre, boards: dict[int, Layers], roll: str = "", **more: Any) -> CarreState:
    """Return the start with some tiles already built, after a roll if one is given."""
    data = game.start().dump()
    for seat, board in boards.items():
        data["boards"][seat] = board
        for kind, *_ in board:
            data["supplies"][seat][VALUES.index(int(str(kind).rstrip("xy")))] -= 1
    state = game.load({**data, **more})
    return play(game, f"chance: roll {roll}", state=state) if roll else state


def prior(game: Carre, state: CarreState, text: str) -> float:
    action = game.parse(text)
    assert action in state.legal(int(state.current)), text
    return CarreKnowledge(game.seats).prior(state, int(state.current), action)


def best(game: Carre, state: CarreState) -> str:
    """Return the action with the highest prior."""
    knowledge, seat = CarreKnowledge(game.seats), int(state.current)
    return game.text(max(state.legal(seat), key=lambda action: knowledge.prior(state, seat, action)))


def evaluated(game: Carre, state: CarreState) -> list[float]:
    knowledge = CarreKnowledge(game.seats)
    knowledge.evaluate(state)
    values = list(knowledge.values)
    assert all(0.0 <= value <= 1.0 for value in values)
    assert sum(values) == pytest.approx(1.0)
    return values


# Prior


def test_using_a_roll_is_better_than_ending() -> None:
    game = Carre(2)
    state = position(game, {}, "2+6+6")
    together = ("build 2x 0,0 with 2", "build 12y 2,0 with 6+6")  # both in this turn, in any order
    assert best(game, state).startswith(("build 2", "build 12"))
    assert [prior(game, state, build) for build in together] == pytest.approx([0.0, 0.0])
    assert -0.1 > prior(game, state, "build 6x 0,0 with 6") > prior(game, state, "end")


def test_no_tile_goes_where_the_rest_could_not_be_packed() -> None:
    game = Carre(2)
    board: Layers = [*EIGHT, ["9", 0, 0, 3], ["3x", 0, 3, 3], ["2y", 3, 0, 3], ["2y", 4, 0, 3]]
    state = position(game, {0: board}, "1+3+5")
    in_the_way, beside = "build 3x 0,1 with 3", "build 3x 0,3 with 3"
    assert prior(game, state, in_the_way) < prior(game, state, beside) - 1.0


def test_taking_back_is_for_boards_that_need_it() -> None:
    game = Carre(2)
    board: Layers = [*EIGHT, ["7", 1, 1, 3], ["7", 3, 0, 3], ["3y", 4, 0, 3]]
    state = position(game, {0: board}, "1+1+5")
    assert prior(game, state, "take back 1,1") > prior(game, state, "take back 3,0")


def test_buying_a_chip_for_a_chip_is_pointless() -> None:
    game = Carre(2)
    state = position(game, {}, "1+4+5")
    assert prior(game, state, "buy 1 chip with -") < prior(game, state, "end") < prior(game, state, "buy 1 chip with 1")


def test_a_stopper_hits_what_costs_more() -> None:
    game = Carre(2)
    theirs: Layers = [["12y", 0, 0, 0], ["2x", 3, 0, 0]]
    own: Layers = [["12y", 0, 0, 0], ["12y", 0, 0, 1], ["2y", 3, 0, 0], ["2y", 4, 0, 0]]  # no 12 and no 2 to build
    state = position(game, {0: own, 1: theirs}, "2+6+6", stoppers=[1, 0], middle=[3, 2])
    assert prior(game, state, "stop 1 0,0 with 6+6") > prior(game, state, "stop 1 3,0 with 2")


@pytest.mark.parametrize("leader", [1, 2])
def test_whoever_is_nearest_to_winning_is_named(leader: int) -> None:
    game = Carre(3)
    state = position(game, {leader: EIGHT}, "1+1+5", chips=[4, 1, 1], middle=[6, 0])
    state = play(game, "0: buy 1 chip with 1", state=state)
    assert best(game, state) == f"name {leader}"


# Evaluation


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_leader_is_likelier_to_win(seats: int) -> None:
    game = Carre(seats)
    values = evaluated(game, position(game, {seats - 1: EIGHT}))
    assert values[-1] > 0.8
    assert values[0] >= values[1] or seats == 2  # the player who rolls first is ahead


@pytest.mark.parametrize("turn_limit", [1, 2, 200])
def test_with_few_turns_left_the_number_of_tiles_counts(turn_limit: int) -> None:
    game = Carre(2, {"turn_limit": turn_limit})
    large: Layers = [["12y", 0, 0, 0], ["12y", 0, 0, 1]]
    small: Layers = [["2x", 0, 0, 0], ["2x", 0, 1, 0], ["3y", 2, 0, 0], ["3y", 3, 0, 0], ["4", 0, 2, 0]]
    for seat in (0, 1):
        values = evaluated(game, position(game, {seat: large, 1 - seat: small}))
        assert (values[seat] > values[1 - seat]) == (turn_limit == 200)


def test_a_game_that_is_over_is_won_by_its_winners() -> None:
    game = Carre(3, {"turn_limit": 1})
    state = play(game, *(move for seat in range(3) for move in ("chance: roll 1+1+1", f"{seat}: end")))
    assert state.current == OVER
    knowledge = CarreKnowledge(3)
    knowledge.evaluate_terminal(state)
    assert list(knowledge.values) == [pytest.approx(1 / 3)] * 3


def test_a_search_finds_the_winning_tile() -> None:
    game = Carre(2)
    last = [tile for tile in EIGHT if tile != ["4", 3, 2, 2]]
    done: Layers = [["9", 0, 0, 3], ["9", 0, 0, 4], ["3x", 0, 3, 3], ["3x", 0, 3, 4], ["2y", 3, 0, 3], ["2y", 4, 0, 3]]
    state = position(game, {0: [*last, *done, ["7", 3, 2, 2], ["7", 4, 2, 2]]}, "2+2+5")
    search = Search(game, state.view(0), CarreKnowledge(2), 1)
    search.run(150, 1e18)
    action, _, value = search.found()[0]
    state.apply(0, action)
    assert state.current == OVER
    assert value == 1.0


@pytest.mark.parametrize("game", list(variants("carre")), ids=lambda game: f"{game.seats} {game.options}")
def test_every_action_has_a_prior_and_every_position_a_judgement(game: Carre) -> None:
    rng, knowledge, state = Rng(3), CarreKnowledge(game.seats), game.start()
    for _ in range(16):
        if state.current == OVER:
            return
        seat = int(state.current)
        knowledge.evaluate(state)
        assert sum(knowledge.values) == pytest.approx(1.0)
        if seat != CHANCE:
            assert all(abs(knowledge.prior(state, seat, action)) < 2000 for action in state.legal(seat))
        state.apply(seat, state.sample(rng) if seat == CHANCE else state.random_action(seat, rng, knowledge.out))


# The race, compared with trying every turn


@cache
def turns_made(dice: tuple[int, ...], chips: int, bought: int, wanted: tuple[int, ...]) -> frozenset[tuple[Any, int]]:
    """List the tiles left and the chips after every use of some dice."""
    ends = {(wanted, min(4, chips + max(bought, 0)))}
    for count in range(len(dice) + 1):
        for used in combinations(dice, count):
            left = list((Counter(dice) - Counter(used)).elements())
            for what in {*wanted, *((1, 11) if bought < 0 else ())}:
                paid = what - sum(used)
                if not 0 <= paid <= chips or not (used or paid):
                    continue
                if what in (1, 11):
                    ends |= turns_made(tuple(left), chips - paid, 1 if what == 1 else 2, wanted)
                else:
                    rest = list(wanted)
                    rest.remove(what)
                    ends |= turns_made(tuple(left), chips - paid, bought, tuple(rest))
    return frozenset(ends)


def slowly(wanted: tuple[int, ...]) -> dict[tuple[tuple[int, ...], int], float]:
    """Return the turns needed by tiles and chips, by value iteration until nothing changes."""
    parts = {part for count in range(len(wanted) + 1) for part in combinations(wanted, count)}
    needed = {(part, chips): 0.0 if not part else 5.0 for part in parts for chips in range(5)}
    rolls = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=3))
    for _ in range(60):
        for part, chips in needed:
            if part:
                after = sum(n * min(needed[end] for end in turns_made(r, chips, -1, part)) for r, n in rolls.items())
                needed[part, chips] = 1.0 + after / 216
    return needed


@pytest.mark.parametrize("wanted", [(2,), (12,), (2, 3), (9, 12)])
def test_the_last_tiles_take_as_long_as_the_best_use_of_every_roll(wanted: tuple[int, ...]) -> None:
    race = DiceRace(0.0)
    for (tiles, chips), turns in slowly(wanted).items():
        supply = sum(4 ** VALUES.index(tile) for tile in tiles)
        assert race.turns(supply, chips) == pytest.approx(turns, abs=0.001)


def test_more_tiles_take_longer_and_chips_help() -> None:
    race = DiceRace(0.0)
    everything = sum(2 * 4**tile for tile in range(8))
    assert race.turns(everything, 1) == pytest.approx(10.99, abs=0.3)  # from value iteration over every turn
    for tile in range(8):
        for supply in (everything, everything & ~255 | 4**tile * 2):
            assert race.turns(supply - 4**tile, 0) < race.turns(supply, 0)
            assert race.turns(supply, 2) < race.turns(supply, 0)
