"""Luck: observed dice and cards compared with their expectation.

During a game the figures follow from what one seat knows. They leave out draws that the seat didn't see, and draws
whose odds it can't know, because they depend on other players' cards.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, takewhile
from typing import Final, TypedDict

from carreau.core.actions import Value
from carreau.core.game import CHANCE, OVER, State
from carreau.core.record import Record
from carreau.core.rng import Rng

GUESSES: Final = 8  # positions that look alike to a seat must agree on the odds for it to know them
REPLAYS: Final = 1000
ROUNDING: Final = 1e-9

Odds = dict[int, float]  # the probability of each possible outcome
Draw = tuple[int, Odds]  # an outcome, and the odds it was drawn with
Urn = tuple[tuple[int, float], ...]  # odds as a hashable key


class Outcome(TypedDict):
    """One possible outcome, in the notation of its game and by its fields."""

    outcome: str
    action: dict[str, Value]
    seen: int
    expected: float


class Luck(TypedDict):
    """One kind of chance: how often each outcome was drawn, and how often luck alone would deviate as much."""

    kind: str
    draws: int
    p: float
    outcomes: list[Outcome]


def luck(record: Record, seat: int, stop: Callable[[], bool] = lambda: False) -> list[Luck]:
    """Return the luck of a game so far, as a seat or SPECTATOR may know it; kinds are in the order of their first draw.

    It takes a while; once `stop` returns True, it ends with a part of the figures or none.
    """
    kinds: dict[str, list[Draw]] = {}
    for action, odds in takewhile(lambda _: not stop(), draws_seen(record, seat)):
        kinds.setdefault(str(record.game.fields(action)["do"]), []).append((action, odds))
    return [of_kind(record, kind, draws) for kind, draws in kinds.items() if not stop()]


def draws_seen(record: Record, seat: int) -> Iterator[Draw]:
    """List the draws that a seat saw with odds it can know; at the end of the game nothing is hidden."""
    over = record.final().current == OVER
    for (actor, action), before in zip(record.moves, record.positions(), strict=False):
        if actor != CHANCE or before.current != CHANCE or seat in before.unseen_by(CHANCE, action):
            continue
        odds = odds_of(before) if over else odds_known(record, before, seat)
        if action in odds:
            yield action, odds


def odds_of(state: State) -> Odds:
    return dict(zip(state.legal(CHANCE), state.odds(), strict=True))


def odds_known(record: Record, state: State, seat: int) -> Odds:
    """Return the odds that a seat can derive from its view alone, {} if it can't."""
    view, rng = state.view(seat), Rng(0)
    odds = odds_of(record.game.guess(view, rng))
    alike = all(odds_of(record.game.guess(view, rng)) == odds for _ in range(GUESSES - 1))
    return odds if alike else {}


def of_kind(record: Record, kind: str, draws: Sequence[Draw]) -> Luck:
    expected = expectation(draws)
    seen = Counter(action for action, _ in draws)
    rows: list[Outcome] = [
        {
            "outcome": record.game.text(action),
            "action": record.game.fields(action),
            "seen": seen[action],
            "expected": round(expected[action], 3),
        }
        for action in sorted(expected)
    ]
    return {"kind": kind, "draws": len(draws), "p": round(likelihood(draws), 3), "outcomes": rows}


def expectation(draws: Sequence[Draw]) -> Odds:
    """Return how often each outcome is expected in all draws together."""
    expected: Odds = {}
    for _, odds in draws:
        for action, chance in odds.items():
            expected[action] = expected.get(action, 0) + chance
    return expected


def likelihood(draws: Sequence[Draw]) -> float:
    """Return the share of replays, with each draw repeated at its own odds, that deviate at least as much.

    Only draws with the same odds are counted together: the effect of one card on the odds of the next isn't luck.
    """
    urns: dict[Urn, list[int]] = {}
    for action, odds in draws:
        urns.setdefault(tuple(odds.items()), []).append(action)
    limit = sum(distance(urn, seen) for urn, seen in urns.items()) - ROUNDING
    strayed = [0.0] * REPLAYS
    for number, (urn, seen) in enumerate(urns.items()):
        for replay, far in enumerate(replays(urn, len(seen), Rng(number))):
            strayed[replay] += far
    return (sum(far >= limit for far in strayed) + 1) / (REPLAYS + 1)


def replays(urn: Urn, draws: int, rng: Rng) -> Iterator[float]:
    """List how far each replay of some draws from one urn deviates."""
    actions = [action for action, _ in urn]
    ends = list(accumulate(chance for _, chance in urn))
    for _ in range(REPLAYS):
        yield distance(urn, [actions[bisect_right(ends, rng.word() / 2**32 * ends[-1])] for _ in range(draws)])


def distance(urn: Urn, seen: Sequence[int]) -> float:
    """Return chi-square, the sum of (seen - expected)² / expected, without the part that is constant."""
    odds = dict(urn)
    return sum(count * count / (len(seen) * odds[action]) for action, count in Counter(seen).items())
