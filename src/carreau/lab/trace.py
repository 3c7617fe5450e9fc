"""Traces of finished games: legal and chosen actions at each decision, and win probabilities.

A trace replays a game. At evenly spaced decisions it plays the true position out several times with the rollout policy
of the game's bots, up to their horizon, where their evaluation counts; the average is each seat's win probability.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from carreau.bots.catalogue import knowledge
from carreau.core.game import CHANCE, Game, State
from carreau.core.rng import Rng

MOMENTS: Final = 24  # of a game, at which positions are evaluated
CONTINUED: Final = 32  # rollouts per position

Moves = Sequence[tuple[int, int]]  # seat and action


def moments(decisions: int, count: int = MOMENTS) -> list[int]:
    """Return the decisions in the middle of equal parts of a game."""
    return [(2 * part + 1) * decisions // (2 * count) for part in range(count)]


class RolloutEvaluator:
    """An estimator of win probabilities by rollouts; the same seed leads to the same numbers."""

    def __init__(self, game: Game[Any, Any], seed: int) -> None:
        self.knowledge = knowledge(game)
        self.knowledge.margin = 0.0  # only winning counts, not the margin
        self.seats = game.seats
        self.rng = Rng(seed)

    def chances(self, state: State, seat: int) -> list[float]:
        """Estimate the win probabilities of all seats before a seat acts."""
        self.knowledge.prepare(state.view(seat))
        totals = [0.0] * self.seats
        for _time in range(CONTINUED):
            self.knowledge.rollout(state.clone(), self.rng, self.rng)
            for each, value in enumerate(list(self.knowledge.values)):
                totals[each] += value
        return [round(total / CONTINUED, 3) for total in totals]


def trace(game: Game[Any, Any], moves: Moves, seed: int) -> dict[str, Any]:
    """Replay a game; return actions, branching factors, offered verbs and win probabilities."""
    decisions = [(seat, action) for seat, action in moves if seat != CHANCE]
    evaluated = moments(len(decisions))
    evaluator, state = RolloutEvaluator(game, seed), game.start()
    choices: list[int] = []
    offered: Counter[str] = Counter()
    seen: dict[int, list[float]] = {}
    for seat, action in moves:
        if seat != CHANCE:
            if len(choices) in evaluated:
                seen[len(choices)] = evaluator.chances(state, seat)
            legal = state.legal(seat)
            offered.update(verbs_among(game, legal))
            choices.append(len(legal))
        state.apply(seat, action)
    return {
        "actions": [action for _seat, action in decisions],
        "choices": choices,
        "offered": dict(sorted(offered.items())),
        "chances": [seen[number] for number in evaluated],
    }


def verbs_among(game: Game[Any, Any], legal: Sequence[int]) -> set[str]:
    firsts = [verb.first for verb in game.ACTIONS.verbs]
    return {game.ACTIONS.verbs[bisect_right(firsts, action) - 1].name for action in legal}


def count_turns(moves: Moves) -> int:
    """Count turns: consecutive decisions of one seat are one turn."""
    seats = [seat for seat, _action in moves if seat != CHANCE]
    return sum(seat != before for seat, before in zip(seats, [None, *seats], strict=False))
