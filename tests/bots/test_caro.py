"""The bots' knowledge of Caro: priors, the replies that a lay allows, and the chances to win."""

import pytest

from carreau.bots.games.caro import FAULTY, CaroKnowledge
from carreau.bots.games.caro_points import at, higher, highest, lanes, most_points, opened
from carreau.bots.search import Search
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import OVER
from carreau.core.rng import Rng
from carreau.games.caro._state import CaroState
from carreau.games.caro.board import REACH
from carreau.games.caro.game import Caro
from carreau.games.catalogue import variants
from tests.bots.positions import SOON
from tests.play import play
from tests.positions.caro import COLOURS, alternate, scores_of

GAME = Caro(2)
HONOUR = Caro(2, {"honour": True})
# seat 0 has one red tile left; 3,1 has two black neighbours
LAST_RED = ["red 0,0", "black 1,0", "red 2,0", "black 3,0", "white 4,0", "black 4,1"]


def prior(state: CaroState, text: str, game: Caro = GAME) -> float:
    seat, action = int(state.current), game.parse(text)
    assert action in state.legal(seat), text
    return CaroKnowledge(game.seats).prior(state, seat, action)


def evaluated(state: CaroState) -> list[float]:
    knowledge = CaroKnowledge(state.seats)
    knowledge.evaluate(state)
    values = list(knowledge.values)
    assert all(0.0 <= value <= 1.0 for value in values)
    assert sum(values) == pytest.approx(1.0)
    return values


def found(state: CaroState, simulations: int) -> int:
    search = Search(GAME, state.view(int(state.current)), CaroKnowledge(2), 1)
    search.run(simulations, SOON)
    return search.found()[0][0]


def at_random(game: Caro, seed: int, tiles: int) -> CaroState:
    """Return a position after some random lays, or at the end of the game."""
    state, rng, out = game.start(), Rng(seed), ActionBuffer()
    while state.current != OVER and state.laid < tiles:
        state.apply(state.current, state.random_action(state.current, rng, out))
    return state


def gained(state: CaroState, action: int) -> int:
    seat, after = int(state.current), state.clone()
    after.apply(seat, action)
    return after.scores(seat) - state.scores(seat)


# Points of all four colours at once


def test_lanes_are_compared_each_for_itself() -> None:
    rng = Rng(1)
    for _ in range(50):
        one, other = ([int(rng.below(200)) for _ in range(4)] for _ in range(2))
        both = higher(lanes(one), lanes(other))
        assert [at(both, colour) for colour in range(4)] == list(map(max, one, other))
        assert highest(lanes(one)) == max(one)


@pytest.mark.parametrize("tiles", [2, 5, 8])
def test_what_a_lay_opens_is_the_best_answer_beside_it(tiles: int) -> None:
    """Sometimes it is more, because the new tile itself forbids the best reply."""
    exact = lays = 0
    for seed in range(3):
        state = at_random(GAME, seed, tiles)
        seat = int(state.current)
        for action in state.legal(seat):
            fields = GAME.fields(action)
            x, y, colour = int(fields["x"]), int(fields["y"]), COLOURS.index(str(fields["colour"]))
            best = opened(state, REACH + x, REACH + y, 2**colour, state.hands_of(1 - seat))
            after = state.clone()
            after.apply(seat, action)
            beside = [GAME.fields(answer) for answer in after.legal(1 - seat)]
            near = [abs(int(one["x"]) - x) + abs(int(one["y"]) - y) == 1 for one in beside]
            points = [
                gained(after, answer) for answer, is_near in zip(after.legal(1 - seat), near, strict=True) if is_near
            ]
            assert best >= max(points, default=0)
            exact += best == max(points, default=0)
            lays += 1
    assert exact > 0.9 * lays


@pytest.mark.parametrize("seed", range(6))
def test_nobody_scores_more_than_is_thought_possible(seed: int) -> None:
    before = at_random(GAME, seed, 14)
    limits = [most_points(before, seat) for seat in (0, 1)]
    for other in range(4):
        state, rng, out = before.clone(), Rng(other), ActionBuffer()
        while state.current != OVER:
            state.apply(state.current, state.random_action(state.current, rng, out))
        assert all(state.scores(seat) - before.scores(seat) <= limits[seat] for seat in (0, 1))
    assert 3 * max(limits) < 2 * most_points(GAME.start(), 0)


# Prior


def test_the_prior_scores() -> None:
    state = alternate("red 0,0", "black 1,0")
    assert prior(state, "grey -1,0") > prior(state, "grey 2,0")  # 8 points, 4 points
    state = alternate("red 0,0", "black 1,0", "red 1,1", "black 2,1")
    assert prior(state, "grey 0,1") > prior(state, "grey -1,0")  # 16 points, 8 points


def test_the_prior_keeps_a_last_tile_for_a_good_place() -> None:
    """40 points are a good place for the last red tile, 20 aren't."""
    state = alternate(*LAST_RED)
    assert prior(state, "red 3,1") > prior(state, "grey 5,1") > prior(state, "red 5,1")


def test_the_prior_opens_little() -> None:
    """Both score 8, but next to 0,1 there is a place where a reply has two neighbours."""
    state = alternate("red 0,0", "black 1,0")
    assert prior(state, "grey -1,0") > prior(state, "grey 0,1")


def test_the_prior_lays_nothing_faulty_and_notices_what_is() -> None:
    state = play(HONOUR, "0: red 0,0", "1: silent")
    assert prior(state, "red 1,0", HONOUR) == FAULTY < prior(state, "white 1,0", HONOUR)
    faulty = play(HONOUR, "1: red 1,0", state=state)
    assert prior(faulty, "object", HONOUR) > prior(faulty, "silent", HONOUR)
    right = play(HONOUR, "1: black 1,0", state=state)
    assert prior(right, "silent", HONOUR) > prior(right, "object", HONOUR)


# Evaluation


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_has_more_points_is_likelier_to_win(seats: int) -> None:
    game = Caro(seats)
    for leader in range(seats):
        scores = [60 if seat == leader else 30 for seat in range(seats)]
        values = evaluated(game.load({**game.start().dump(), "scores": scores, "round_scores": scores}))
        assert values[leader] > 0.6
        assert values[leader] == max(values)


def test_a_lead_counts_more_if_it_is_the_last_game() -> None:
    start, lead = Caro(2, {"rounds": 3}).start().dump(), {"scores": [50, 30], "round_scores": [50, 30]}
    chances = [evaluated(Caro(2, {"rounds": 3}).load({**start, **lead, "rounds_left": left}))[0] for left in (1, 2, 3)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[1] > chances[2] > 0.5


def test_points_that_will_be_lost_at_the_end_of_the_turn_count_as_lost() -> None:
    caught = play(HONOUR, "0: red 0,0", "1: silent", "1: red 1,0", "0: object")
    innocent = HONOUR.load({**caught.dump(), "stage": "laying"})
    assert evaluated(caught)[1] < evaluated(innocent)[1]
    again, knowledge = play(HONOUR, "1: black 1,0", state=caught), CaroKnowledge(2)
    assert knowledge.points(again, 1) - knowledge.points(caught, 1) == 10  # what the tile scores


def test_tiles_still_to_be_laid_count() -> None:
    """Both have 20 points; seat 0 has one red tile and three black ones, seat 1 three and one."""
    state = alternate("red 0,0", "black 1,0", "red 1,1", "black 2,1")
    assert scores_of(state) == [20, 20]
    assert evaluated(state)[1] > 0.6


@pytest.mark.parametrize("seed", range(12))
def test_a_game_that_is_over_is_won_by_its_winners(seed: int) -> None:
    game = Caro(2 + seed % 3)
    state, knowledge = at_random(game, seed, 48), CaroKnowledge(game.seats)
    assert state.current == OVER
    knowledge.evaluate_terminal(state)
    values, winners = list(knowledge.values), state.result().winners
    assert sum(values) == pytest.approx(1.0)
    assert [seat for seat in range(game.seats) if values[seat] == max(values)] == winners


# A search


def lead_after(state: CaroState, action: int) -> int:
    """Return the lead of the seat to act under best play."""
    seat, after = int(state.current), state.clone()
    after.apply(seat, action)
    if after.current == OVER:
        return int(after.scores(seat) - after.scores(1 - seat))
    leads = [lead_after(after, answer) for answer in after.legal(after.current)]
    return max(leads) if after.current == seat else -max(leads)


def with_lead_of_one(state: CaroState) -> CaroState:
    """Return the position with other scores, so that the best lay wins by one point."""
    best = max(lead_after(state, action) for action in state.legal(state.current))
    scores = scores_of(state)
    scores[int(state.current)] += 1 - best
    return GAME.load({**state.dump(), "scores": scores, "round_scores": scores})


@pytest.mark.parametrize("seed", [0, 2, 3, 5])
def test_a_search_finds_the_only_lay_that_wins(seed: int) -> None:
    """Two tiles are left. With seeds 0 and 2 another lay has the higher prior."""
    state = with_lead_of_one(at_random(GAME, seed, 22))
    leads = {action: lead_after(state, action) for action in state.legal(state.current)}
    assert sorted(leads.values())[-2:] == [max(set(leads.values()) - {1}), 1]
    assert leads[found(state, 200)] == 1


# All of it


@pytest.mark.parametrize("game", list(variants("caro")), ids=lambda game: f"{game.seats} {game.options}")
def test_every_action_has_a_prior_and_every_position_a_judgement(game: Caro) -> None:
    state, knowledge, rng = game.start(), CaroKnowledge(game.seats), Rng(2)
    while state.current != OVER:
        seat, before = int(state.current), state.fingerprint()
        priors = [knowledge.prior(state, seat, action) for action in state.legal(seat)]
        assert all(value == FAULTY or abs(value) < 200.0 for value in priors)
        knowledge.evaluate(state)
        assert sum(knowledge.values) == pytest.approx(1.0)
        assert all(0.0 <= value <= 1.0 for value in knowledge.values)
        assert state.fingerprint() == before
        state.apply(seat, knowledge.rollout_action(state, seat, rng))
