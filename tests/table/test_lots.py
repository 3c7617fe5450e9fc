"""Drawing lots for the first player."""

import pytest

from carreau.games.catalogue import GAMES, game_class


@pytest.mark.parametrize("name", GAMES)
def test_a_game_draws_lots_if_it_has_a_lot_that_no_option_leaves_out(name: str) -> None:
    made = game_class(name)
    lots = [verb for verb in made.ACTIONS.verbs if verb.name == "start" and "lot" not in made.OPTIONS.options]
    assert bool(lots) == made.DRAWS_LOTS
