"""The bots' knowledge of Bauab: priors of captures and threats, and the chances to win."""

import pytest

from carreau.bots.games.bauab import BauabKnowledge, captured_by
from carreau.bots.search import Search
from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.bauab._state import BauabState
from carreau.games.bauab.game import Bauab
from carreau.games.catalogue import variants
from tests.bots.positions import SOON
from tests.play import play
from tests.positions.bauab import EXAMPLE, GAME, LETTERS, begun, loaded

#  a b c d
#  e f g h
#  i j k l
#  m n o p


def prior(state: BauabState, text: str) -> float:
    seat, action = int(state.current), GAME.parse(text)
    assert action in state.legal(seat), text
    return BauabKnowledge(2).prior(state, seat, action)


def best(state: BauabState) -> str:
    """Return the action with the highest prior."""
    knowledge, seat = BauabKnowledge(2), int(state.current)
    return GAME.text(max(state.legal(seat), key=lambda action: knowledge.prior(state, seat, action)))


def found(state: BauabState, simulations: int) -> str:
    search = Search(GAME, state.view(int(state.current)), BauabKnowledge(2), 1)
    search.run(simulations, SOON)
    return GAME.text(search.found()[0][0])


def evaluated(state: BauabState) -> list[float]:
    knowledge = BauabKnowledge(2)
    knowledge.evaluate(state)
    values = list(knowledge.values)
    assert all(0.0 <= value <= 1.0 for value in values)
    assert sum(values) == pytest.approx(1.0)
    return values


# Prior


def test_the_prior_captures() -> None:
    """The red 5 has one liberty left, e; so has the red 1 at the other end."""
    state = begun("x b", "5 a", "x o", "1 p")
    assert prior(state, "2 e") > prior(state, "2 l") > prior(state, "2 g")
    assert best(state).endswith(" e")


def test_the_prior_threatens() -> None:
    state = begun("x k", "5 a")
    assert prior(state, "x b") > prior(state, "x d")


def test_the_prior_does_not_put_a_building_where_it_can_be_captured() -> None:
    state = begun("x k", "x b")
    assert prior(state, "5 a") < prior(state, "5 p")
    assert prior(state, "1 a") - prior(state, "1 p") > prior(state, "5 a") - prior(state, "5 p")


def test_the_prior_leaves_two_liberties_to_its_own() -> None:
    state = begun("4 a", "x k")
    assert prior(state, "x b") < prior(state, "x d")


def test_the_prior_takes_the_last_liberty_of_its_own() -> None:
    """Nobody can capture the 5 once the plot e is taken."""
    state = begun("5 a", "x b", "x k", "x o")
    assert prior(state, "x e") > prior(state, "x d")
    assert best(state).endswith(" e")


def test_the_prior_fills_a_gap_with_what_counts() -> None:
    """The plot a has no free neighbour: a chip there is safe."""
    state = begun("x b", "x e", "x k", "x o")
    assert prior(state, "5 a") > prior(state, "5 d") > prior(state, "1 d")


def test_the_prior_strikes_back_with_a_park() -> None:
    """The red chip that captured on a has only this liberty; a park there captures it."""
    state = begun("4 a", "x b", "x f", "x k", "1 i", "5 e")
    assert state.dump()["vacated"] == ["a"]
    assert prior(state, "park a") > max(prior(state, "x d"), prior(state, "5 p"), 0.0)
    assert best(state) == "park a"


@pytest.mark.parametrize("game", list(variants("bauab")), ids=lambda game: str(game.options))
def test_what_a_lay_captures_is_seen(game: Bauab) -> None:
    state, rng, out, captures = game.start(), Rng(1), ActionBuffer(), 0
    while state.current != OVER:
        seat = int(state.current)
        for action in state.legal(seat):
            fields = game.fields(action)
            if "plot" in fields:
                there = state.clone()
                there.apply(seat, action)
                expected = int(captured_by(state, seat, LETTERS.index(str(fields["plot"]))))
                assert [LETTERS[plot] for plot in range(16) if expected >> plot & 1] == there.dump()["vacated"]
                captures += expected != 0
        state.apply(seat, state.sample(rng) if seat == CHANCE else state.random_action(seat, rng, out))
    assert captures > 5


# Evaluation


def swapped(drawing: str) -> str:
    """Return the same board with colours swapped."""
    return drawing.translate(str.maketrans("br", "rb"))


def test_who_has_more_points_is_likelier_to_win() -> None:
    """12 points on the board and 9 captured against 8 and 5, with the same chips in hand; then vice versa."""
    state = loaded(EXAMPLE, blue="13", red="13")
    assert state.dump()["scores"] == [12 + 9, 8 + 5]
    ahead = evaluated(state)
    assert ahead[0] > 0.7
    assert evaluated(loaded(swapped(EXAMPLE), blue="13", red="13")) == pytest.approx(ahead[::-1])


def test_a_captured_chip_is_a_lead() -> None:
    assert evaluated(begun()) == pytest.approx([0.5, 0.5])
    state = begun("x b", "5 a", "x k", "x p")
    taken, left_alone = (evaluated(play(GAME, f"0: x {plot}", state=state)) for plot in "em")
    assert taken[0] > left_alone[0] + 0.1


def test_chips_in_hand_count() -> None:
    """Blue has captured the red 4, or red still holds it."""
    taken, held = (loaded(EXAMPLE, blue="13", red=red) for red in ("13", "134"))
    assert evaluated(held)[1] > evaluated(taken)[1] + 0.1


def test_the_fuller_the_board_the_surer() -> None:
    """Blue has laid a 5 and captured one; everything else is even."""
    early = evaluated(loaded("b5 . . .  . . . .  . . . .  . . . .", blue="1122334xxx", red="1122334xxx"))
    late = evaluated(loaded("b5 bx rx b1  bx r2 . bx  rx r1 b2 .  rx . . .", blue="12334", red="12334"))
    assert late[0] > early[0] > 0.5


@pytest.mark.parametrize("seed", range(12))
def test_a_game_that_is_over_is_won_by_its_winner(seed: int) -> None:
    state, rng, out, knowledge = begun(), Rng(seed), ActionBuffer(), BauabKnowledge(2)
    while state.current != OVER:
        state.apply(state.current, state.random_action(state.current, rng, out))
    knowledge.evaluate_terminal(state)
    values, winners = list(knowledge.values), state.result().winners
    assert sum(values) == pytest.approx(1.0)
    if len(winners) == 1:
        assert values[winners[0]] > 0.9
    else:
        assert values == [0.5, 0.5]


# A search


def test_a_search_captures() -> None:
    assert found(begun("x b", "5 a", "x o", "1 p"), 200).endswith(" e")


def outcome(state: BauabState, seat: int, known: dict[str, float]) -> float:
    """Return the result of a seat under best play: 1, 0 or -1."""
    if state.current == OVER:
        return state.result().payoffs[seat]
    key = state.fingerprint()
    if key not in known:
        outcomes = [outcome(after(state, action), seat, known) for action in state.legal(state.current)]
        known[key] = max(outcomes) if state.current == seat else min(outcomes)
    return known[key]


def after(state: BauabState, action: int) -> BauabState:
    there = state.clone()
    there.apply(state.current, action)
    return there


def ending(seed: int, free: int) -> BauabState:
    """Return a position with this many free plots after random lays."""
    state, rng, out = begun(), Rng(seed), ActionBuffer()
    while state.current != OVER and len(state.dump_board()) < 16 - free:
        state.apply(state.current, state.random_action(state.current, rng, out))
    return state


@pytest.mark.parametrize("seed", [2, 36, 48])
def test_a_search_finds_the_only_lay_that_wins(seed: int) -> None:
    """Two plots are free. With seed 36 another lay has the higher prior."""
    state = ending(seed, 2)
    seat, known = int(state.current), dict[str, float]()
    outcomes = {GAME.text(action): outcome(after(state, action), seat, known) for action in state.legal(seat)}
    assert len(outcomes) > sum(value == 1.0 for value in outcomes.values()) == 1
    assert outcomes[found(state, 200)] == 1.0


# All of it


@pytest.mark.parametrize("game", list(variants("bauab")), ids=lambda game: str(game.options))
def test_every_action_has_a_prior_and_every_position_a_judgement(game: Bauab) -> None:
    for seed in range(2):
        state, knowledge, rng = game.start(), BauabKnowledge(2), Rng(seed)
        while state.current != OVER:
            evaluated(state)
            seat, before = int(state.current), state.fingerprint()
            if seat == CHANCE:
                state.apply(CHANCE, state.sample(rng))
                continue
            assert all(-20.0 < knowledge.prior(state, seat, action) < 40.0 for action in state.legal(seat))
            assert state.fingerprint() == before
            state.apply(seat, knowledge.rollout_action(state, seat, rng))
