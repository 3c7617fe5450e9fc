"""Luck: what dice and cards have shown, beside what was to be expected of them.

While a game goes on the figures follow from what one seat knows. What it wasn't told is left out; so is what it was
told but whose odds it can't know, because they depend on cards that others hold.
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

GUESSES: Final = 8  # so many positions that look alike to a seat must have the same odds for it to know them
REPLAYS: Final = 1000
ROUNDING: Final = 1e-9

Odds = dict[int, float]  # for each possible outcome how likely it is
Draw = tuple[int, Odds]  # an outcome, and what it was drawn from
Urn = tuple[tuple[int, float], ...]  # the same odds as a key


class Outcome(TypedDict):
    """One possible outcome, in the notation of its game and by its fields."""

    outcome: str
    action: dict[str, Value]
    seen: int
    expected: float


class Luck(TypedDict):
    """One kind of chance: how often it was drawn, and how often luck alone would stray as far from expectation."""

    kind: str
    draws: int
    p: float
    outcomes: list[Outcome]


def luck(record: Record, seat: int, stop: Callable[[], bool] = lambda: False) -> list[Luck]:
    """The luck of a game so far, as a seat or SPECTATOR may know it; kinds in the order of their first draw.

    It takes a while. When `stop` says so it ends, with some of it or nothing.
    """
    kinds: dict[str, list[Draw]] = {}
    for action, odds in takewhile(lambda _: not stop(), draws_seen(record, seat)):
        kinds.setdefault(str(record.game.fields(action)["do"]), []).append((action, odds))
    return [of_kind(record, kind, draws) for kind, draws in kinds.items() if not stop()]


def draws_seen(record: Record, seat: int) -> Iterator[Draw]:
    """What was drawn before the eyes of a seat with odds that it can know; when all is over nothing is hidden."""
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
    """The odds as a seat can work them out from its view alone, {} if it can't."""
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
    """How often each outcome was to be expected in all draws together."""
    expected: Odds = {}
    for _, odds in draws:
        for action, chance in odds.items():
            expected[action] = expected.get(action, 0) + chance
    return expected


def likelihood(draws: Sequence[Draw]) -> float:
    """The share of replays, each draw made again with the odds it had, that stray from expectation at least as far.

    Only draws with the same odds are counted together: what a card drawn does to the odds of the next is no luck.
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
    """How far each replay of some draws from one urn strays."""
    actions = [action for action, _ in urn]
    ends = list(accumulate(chance for _, chance in urn))
    for _ in range(REPLAYS):
        yield distance(urn, [actions[bisect_right(ends, rng.word() / 2**32 * ends[-1])] for _ in range(draws)])


def distance(urn: Urn, seen: Sequence[int]) -> float:
    """Chi-square: the sum of (seen - expected)² / expected, less the part that is the same whatever is seen."""
    odds = dict(urn)
    return sum(count * count / (len(seen) * odds[action]) for action, count in Counter(seen).items())
