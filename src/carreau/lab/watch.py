"""A game that was played, looked at again: what could be chosen, what was, and who was winning.

Who is winning is said by an onlooker who sees everything. At moments evenly spread over the decisions of a game the
position is played on several times by the quick play of the game's own bots, as far as these look ahead, and judged
by their experience where that is not the end; the average is everybody's chance. No game is special to it.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from carreau.bots.catalogue import knowledge
from carreau.core.game import CHANCE, Game, State
from carreau.core.rng import Rng

MOMENTS: Final = 24  # of a game, at which the onlooker looks
CONTINUED: Final = 32  # times that a position is played on

Moves = Sequence[tuple[int, int]]  # who acted, and the action


def moments(decisions: int, count: int = MOMENTS) -> list[int]:
    """The decisions at the middle of so many equal parts of a game."""
    return [(2 * part + 1) * decisions // (2 * count) for part in range(count)]


class Onlooker:
    """Says who is winning; the same seed, the same words."""

    def __init__(self, game: Game[Any, Any], seed: int) -> None:
        self.knowledge = knowledge(game)
        self.knowledge.margin = 0.0  # chances to win, not by how much
        self.seats = game.seats
        self.rng = Rng(seed)

    def chances(self, state: State, seat: int) -> list[float]:
        """Everybody's chance to win a position in which a seat is about to act."""
        self.knowledge.prepare(state.view(seat))
        totals = [0.0] * self.seats
        for _time in range(CONTINUED):
            self.knowledge.rollout(state.clone(), self.rng)
            for each, value in enumerate(list(self.knowledge.values)):
                totals[each] += value
        return [round(total / CONTINUED, 3) for total in totals]


def watched(game: Game[Any, Any], moves: Moves, seed: int) -> dict[str, Any]:
    """For each decision how many actions there were and which was taken; which verbs were offered; the chances."""
    decisions = [(seat, action) for seat, action in moves if seat != CHANCE]
    looks = moments(len(decisions))
    onlooker, state = Onlooker(game, seed), game.start()
    choices: list[int] = []
    offered: Counter[str] = Counter()
    seen: dict[int, list[float]] = {}
    for seat, action in moves:
        if seat != CHANCE:
            if len(choices) in looks:
                seen[len(choices)] = onlooker.chances(state, seat)
            legal = state.legal(seat)
            offered.update(verbs_among(game, legal))
            choices.append(len(legal))
        state.apply(seat, action)
    return {
        "actions": [action for _seat, action in decisions],
        "choices": choices,
        "offered": dict(sorted(offered.items())),
        "chances": [seen[number] for number in looks],
    }


def verbs_among(game: Game[Any, Any], legal: Sequence[int]) -> set[str]:
    firsts = [verb.first for verb in game.ACTIONS.verbs]
    return {game.ACTIONS.verbs[bisect_right(firsts, action) - 1].name for action in legal}


def turns(moves: Moves) -> int:
    """How often it was somebody's turn: what a seat decides without another in between is one turn."""
    seats = [seat for seat, _action in moves if seat != CHANCE]
    return sum(seat != before for seat, before in zip(seats, [None, *seats], strict=False))
