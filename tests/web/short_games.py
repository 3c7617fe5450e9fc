"""Options with which a game against bots ends after a few moves."""

from typing import Final

from tests.variants import SHORTER

QUICK: Final = {
    **SHORTER,
    "carre": {"turn_limit": 2},
    "qarre": {"reshuffle_limit": 1, "target": 12},
    "misd": {"limit": 3, "timeout": 5},
    "nussknacker": {"target": 1, "tempo": "turns"},
    "plan": {"play_limit": 6},
    "schlauraff": {"rounds": 1, "columns": 4},
    "schollenschubser": {"turn_limit": 2},
}
MOVES: Final = 80  # of the player's own: more than any of these games takes
