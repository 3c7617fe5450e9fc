"""Bots without any knowledge of a game except its rules."""

from carreau.bots.catalogue import knowledge
from carreau.bots.rules_only import RulesOnly
from carreau.core.game import CHANCE, OVER
from carreau.games.catalogue import game
from tests.bots.positions import position
from tests.toy import Toy


def test_a_game_without_knowledge_is_known_by_its_rules() -> None:
    assert isinstance(knowledge(Toy(2)), RulesOnly)
    assert not isinstance(knowledge(game("caro")), RulesOnly)


def test_an_action_that_ends_the_game_is_worth_its_result() -> None:
    made, found = game("bauab"), set()
    for state in (position(made, seed, 20) for seed in range(40)):
        if state.current in (CHANCE, OVER):
            continue
        seat, rated = int(state.current), RulesOnly(2)
        for action in state.legal(seat):
            after = state.clone()
            after.apply(seat, action)
            if after.current == OVER:
                payoff = after.result().payoffs[seat]
                assert rated.prior(state, seat, action) == (1 + payoff) / 2
                found.add(payoff)
    assert {-1.0, 1.0} <= found
