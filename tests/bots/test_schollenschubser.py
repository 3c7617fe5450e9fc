"""The bots' knowledge of Schollenschubser: ways to the ship, priors, and chances to win."""

import pytest

from carreau.bots.games.schollenschubser import SchollenschubserKnowledge
from carreau.bots.games.schollenschubser_ways import FAR, Ways
from carreau.bots.search import Search
from carreau.core.game import CHANCE, OVER
from carreau.core.rng import Rng
from carreau.games.catalogue import game
from carreau.games.schollenschubser._state import SchollenschubserState
from carreau.games.schollenschubser.game import Schollenschubser
from carreau.games.schollenschubser.spec import FIELDS
from carreau.games.schollenschubser.tables import BANK
from tests.bots.positions import SOON
from tests.positions.schollenschubser import before_roll, moving, rolled, texts

BRIDGE = ["a1 3", "a2 3", "a3 3", "a4 3"]  # straight through the first row


def ways(state: SchollenschubserState) -> dict[str, int]:
    """Return the distance from each floe and from the bank."""
    found = Ways()
    first = found.across(state.sizes_0)
    starts = [(floe[0], FIELDS.index(floe[0])) for floe in state.dump()["floes"]]
    return {name: int(found.length[first + place]) for name, place in [*starts, ("bank", int(BANK))]}


def priors(made: Schollenschubser, state: SchollenschubserState) -> dict[str, float]:
    knows, seat = SchollenschubserKnowledge(made.seats), int(state.current)
    return {text: knows.prior(state, seat, made.parse(text)) for text in texts(made, state)}


def chances(state: SchollenschubserState) -> list[float]:
    knows = SchollenschubserKnowledge(state.seats)
    knows.evaluate(state)
    return list(knows.values)


def found(made: Schollenschubser, state: SchollenschubserState, simulations: int) -> str:
    """Return the best action that a search finds."""
    search = Search(made, state.view(int(state.current)), SchollenschubserKnowledge(made.seats), 1)
    search.run(simulations, SOON)
    return made.text(search.found()[0][0])


def test_a_way_counts_the_moves() -> None:
    _, state = before_roll(*BRIDGE)
    assert ways(state) == {"a1": 4, "a2": 3, "a3": 2, "a4": 1, "bank": 5}


def test_a_way_goes_round_open_water_or_waits_for_a_floe() -> None:
    _, round_it = before_roll("a1 3", "a2 3", "a4 3", "b2 3", "b3 2", "b4 2")
    assert ways(round_it)["a2"] == 4
    _, waits = before_roll("a1 3", "a2 3", "a4 3")
    assert ways(waits)["a2"] == 3 + 2


def test_no_way_is_longer_than_far() -> None:
    _, state = before_roll("e1 1")
    assert ways(state) == {"e1": 10, "bank": 11}
    assert max(ways(state).values()) <= FAR


def test_the_prior_goes_aboard_and_forward() -> None:
    made, state = moving("a1 3 0", "a2 3 0", "a3 3", "a4 3 0")
    seen = priors(made, state)
    assert seen["a4-ship"] > seen["end"]
    assert seen["a2-a3"] > seen["end"] > seen["a2-a1"]
    assert seen["end"] > seen["a1-bank"]


def test_the_prior_hurts_the_others_and_not_itself() -> None:
    """The empty floe a4 may drift instead, which hinders the player with more explorers on the bank."""
    theirs = priors(*rolled((4, 4), *BRIDGE, "e4 2 1 1"))
    assert theirs["drift e4"] > 0 > theirs["drift a4"]
    own = priors(*rolled((4, 4), *BRIDGE, "e4 2 0 0"))
    assert own["drift a4"] > 0 > own["drift e4"]


def test_the_prior_drops_somebody_else() -> None:
    made, state = rolled((6, 6), *BRIDGE[:3], "a4 2 0 1")
    seen = priors(made, state)
    assert seen["drop 1 from a4"] > seen["decline"] > seen["drop 0 from a4"]


def test_whoever_is_nearer_is_likelier_to_win() -> None:
    _, state = before_roll("a1 3", "a2 3 1", "a3 3", "a4 3 0", aboard=(3, 3))
    ahead, behind = chances(state)
    assert 0.8 < ahead < 1.0
    assert ahead + behind == pytest.approx(1.0)


def test_the_next_turn_is_an_advantage() -> None:
    _, state = before_roll(*BRIDGE)
    assert 0.5 < chances(state)[0] < 0.6


def test_a_search_brings_the_fourth_aboard() -> None:
    made, state = moving("a1 3 1", "a2 3 1", "a3 3 1", "a4 3 0", aboard=(3, 1))
    assert found(made, state, 60) == "a4-ship"


def test_a_search_stops_the_one_who_would_win() -> None:
    made, state = rolled((4, 4), "a1 3 0", "a2 3", "a3 3", "a4 3", "e4 3 1", aboard=(2, 3))
    assert found(made, state, 200) == "drift e4"


@pytest.mark.parametrize("options", [{}, {"large_floes": "on"}, {"melt_compulsory": True, "turn_limit": 3}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_knows_something_in_every_position(seats: int, options: dict[str, object]) -> None:
    made = game("schollenschubser", seats, options)
    assert isinstance(made, Schollenschubser)
    state, rng, knows = made.start(), Rng(seats), SchollenschubserKnowledge(seats)
    for _step in range(150):
        if state.current == OVER:
            break
        knows.evaluate(state)
        assert sum(knows.values) == pytest.approx(1.0)
        assert all(0.0 <= value <= 1.0 for value in knows.values)
        if state.current == CHANCE:
            state.apply(CHANCE, state.sample(rng))
            continue
        seat, before = int(state.current), state.fingerprint()
        for action in state.legal(seat):
            assert -30.0 < knows.prior(state, seat, action) < 30.0
        assert state.fingerprint() == before
        state.apply(seat, knows.rollout_action(state, seat, rng))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_ending_shares_one_point(seats: int) -> None:
    _, won = moving("a4 3 0", seats=seats, aboard=(3, *[0] * (seats - 1)))
    won.apply(0, Schollenschubser(seats).parse("a4-ship"))
    knows = SchollenschubserKnowledge(seats)
    knows.rollout(won, Rng(1), Rng(2))
    assert list(knows.values) == [1.0, *[0.0] * (seats - 1)]
    drawn = game("schollenschubser", seats, {"turn_limit": 1}).start()
    knows.horizon = 1000
    knows.rollout(drawn, Rng(1), Rng(2))
    assert list(knows.values) == pytest.approx([1 / seats] * seats)
