"""The beliefs of a seat by brute force: over all histories that look the same to it as the true one.

It knows no game and is for small decks only. Players' actions that the seat sees say nothing about their hands, except
that the actions are legal; unseen actions of players are equally likely; chance follows its weights.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from carreau.core.game import CHANCE, Game, State

Worlds = dict[str, tuple[State, float]]


def posterior(game: Game[Any, Any], actions: Sequence[tuple[int, int]], seat: int) -> dict[str, float]:
    """Return the probability of each position for a seat, by fingerprint, given the true (actor, action) pairs."""
    truth: State = game.start()
    worlds: Worlds = {truth.fingerprint(): (truth.clone(), 1.0)}
    for actor, action in actions:
        told = is_told(truth, seat, actor, action)
        before = worlds
        worlds = {}
        truth.apply(actor, action)
        seen = truth.view(seat).to_json()
        for world, weight in before.values():
            for other, likelihood in possible(game, world, seat, actor, action, told):
                after = world.clone()
                after.apply(actor, other)
                if after.view(seat).to_json() == seen:
                    add(worlds, after, weight * likelihood)
    total = sum(weight for _, weight in worlds.values())
    return {fingerprint: weight / total for fingerprint, (_, weight) in worlds.items()}


def is_told(world: State, seat: int, actor: int, action: int) -> bool:
    return seat not in world.unseen_by(actor, action)


def possible(
    game: Game[Any, Any], world: State, seat: int, actor: int, action: int, told: bool
) -> Iterator[tuple[int, float]]:
    """Return the actions that are possible in a world, with their probabilities, given what the seat learnt."""
    legal = world.legal(actor)
    odds = world.odds() if actor == CHANCE and world.current == CHANCE else [1 / len(legal)] * len(legal)
    for other, likelihood in zip(legal, odds, strict=True):
        same_verb = game.fields(other)["do"] == game.fields(action)["do"]
        if told and other == action:
            yield other, likelihood if actor == CHANCE else 1.0
        elif not told and same_verb and not is_told(world, seat, actor, other):
            yield other, likelihood


def add(worlds: Worlds, state: State, weight: float) -> None:
    key = state.fingerprint()
    known = worlds.get(key)
    worlds[key] = (state, weight + (known[1] if known else 0.0))


def strangers(expected: dict[str, float], drawn: Sequence[str]) -> int:
    """Count the drawn positions that are impossible."""
    return sum(fingerprint not in expected for fingerprint in drawn)


def surprise(expected: dict[str, float], drawn: Sequence[str]) -> float:
    """Return how far draws are from their expectation, in standard deviations of Pearson's chi-square.

    Six or more practically never happens by chance; it is infinite if something impossible was drawn.
    """
    if strangers(expected, drawn):
        return float("inf")
    if len(expected) == 1:
        return 0.0
    n, k, found = len(drawn), len(expected), Counter(drawn)
    chi_square = sum((found[key] - n * p) ** 2 / (n * p) for key, p in expected.items())
    variance = 2 * (k - 1) + (sum(1 / p for p in expected.values()) - k * k - 2 * k + 2) / n
    return float((chi_square - (k - 1)) / variance**0.5)
