"""Nussknacker: complete worlds guessed by players and spectators, sorted into classes, compared with all possible ones.

With sixteen cards, or for a spectator, there are too many worlds to draw each of them often enough.
"""

from collections.abc import Callable
from functools import cache
from itertools import accumulate
from random import Random
from zlib import crc32

import pytest

from carreau.core.game import SPECTATOR
from carreau.core.rng import Rng
from carreau.games.nussknacker.game import Nussknacker
from carreau.games.nussknacker.rules import NussknackerRules
from carreau.games.nussknacker.view import NussknackerView
from tests.belief import surprise
from tests.clauses import clause
from tests.positions.nussknacker_worlds import FAR, Actions, Hand, History, Weights, World, believed, quiet_game, replay

Deal = tuple[int, int, int, int]  # cards, players, minimum number of questions, seed
Sorter = Callable[[World], str]
ENOUGH = 800
CLASSES = 50
RARE = 5.0  # classes expected less often are merged

# Deals with exchanges that some don't see, most of them with refusals, too, whose worlds a spectator can list quickly.
# In some, a question is open, with cards pushed over; in some with twelve cards, a player has done nothing yet.
SIXTEEN: list[tuple[Deal, list[int]]] = [
    ((16, 2, 4, 1), [1, SPECTATOR]),
    ((16, 2, 5, 2), [SPECTATOR]),
    ((16, 3, 4, 131), [2, SPECTATOR]),
    ((16, 3, 6, 100), [1, SPECTATOR]),
    ((16, 3, 6, 118), [0, SPECTATOR]),
    ((16, 4, 4, 8), [2, SPECTATOR]),
    ((16, 4, 4, 116), [0]),
    ((16, 4, 6, 109), [2, SPECTATOR]),
]
TWELVE: list[Deal] = [(12, 2, 2, 10), (12, 3, 1, 6), (12, 4, 1, 5)]


def played(deal: Deal) -> tuple[Nussknacker, Actions]:
    deck, seats, questions, seed = deal
    game = Nussknacker(seats, {"deck": deck})
    return game, quiet_game(game, Rng(seed), questions)


@cache
def history_of(deal: Deal, seat: int) -> History:
    return believed(*played(deal), seat)


@cache
def seen_by(deal: Deal, seat: int) -> NussknackerView:
    return replay(*played(deal)).view(seat)


@cache
def cards(words: str) -> Hand:
    return tuple(int(card) for card in words.split("+")) if words else ()


def world_in(state: NussknackerRules) -> World:
    dump = state.dump()
    pushed = cards(dump["pending"][4]) if dump["pending"] else ()
    notes = tuple((cards(given), cards(returned)) for *_, given, returned in dump["questions"] if given)
    return tuple(map(tuple, dump["hands"])), dump["aside"], pushed, notes


def guessed(view: NussknackerView, seed: int) -> list[World]:
    rng = Rng(seed)
    return [world_in(view.guess(rng)) for _ in range(ENOUGH)]


# Features for the comparison


def sorters(worlds: Weights) -> dict[str, Sorter]:
    likely = sorted(worlds, key=lambda world: (worlds[world], world))
    sums = list(accumulate(worlds[world] for world in likely))
    rank = {world: str(int(CLASSES * low / sums[-1])) for world, low in zip(likely, [0.0, *sums], strict=False)}
    found: dict[str, Sorter] = {
        "all": repr,
        "anything": lambda world: str(crc32(repr(world).encode()) % CLASSES),
        "likelihood": rank.__getitem__,
        "card aside": lambda world: str(world[1]),
        "exchanges": lambda world: repr(world[2:]),
    }
    return found | {f"hand of {player}": hand_sorter(player) for player in range(len(likely[0][0]))}


def hand_sorter(player: int) -> Sorter:
    return lambda world: repr(world[0][player])


def in_classes(worlds: Weights, drawn: list[World], sorter: Sorter) -> tuple[dict[str, float], list[str]]:
    """Return the probabilities of the classes, and the number of draws in each."""
    total = sum(worlds.values())
    chances: dict[str, float] = {}
    for world, weight in worlds.items():
        name = sorter(world)
        chances[name] = chances.get(name, 0.0) + weight / total
    expected: dict[str, float] = {}
    for name, chance in chances.items():
        together = name if chance * len(drawn) >= RARE else "rare"
        expected[together] = expected.get(together, 0.0) + chance
    return expected, [name if name in expected else "rare" for name in map(sorter, drawn)]


def surprises(worlds: Weights, drawn: list[World]) -> dict[str, float]:
    """Return how far the drawn worlds are from their expectation, by feature."""
    if any(world not in worlds for world in drawn):
        return {"impossible": float("inf")}
    return {name: surprise(*in_classes(worlds, drawn, sorter)) for name, sorter in sorters(worlds).items()}


def is_exact(deal: Deal, seat: int) -> bool:
    found = surprises(history_of(deal, seat).worlds, guessed(seen_by(deal, seat), deal[-1]))
    return max(found.values()) < FAR


@clause("nuss.r8", "nuss.1", "nuss.6", "nuss.7")
@pytest.mark.parametrize(("deal", "viewers"), SIXTEEN)
def test_players_and_spectators_guess_worlds_of_sixteen_cards(deal: Deal, viewers: list[int]) -> None:
    assert all(is_exact(deal, seat) for seat in viewers)


@clause("nuss.r8")
@pytest.mark.parametrize("deal", [deal for deal, viewers in SIXTEEN if SPECTATOR in viewers])
def test_spectators_chances_are_exact_with_sixteen_cards(deal: Deal) -> None:
    expected = history_of(deal, SPECTATOR).chances(8)
    assert seen_by(deal, SPECTATOR).notebook() == [pytest.approx(row, abs=1e-9) for row in expected]


@clause("nuss.r8", "nuss.6", "nuss.7")
@pytest.mark.parametrize("deal", TWELVE)
def test_spectators_guess_worlds_of_twelve_cards(deal: Deal) -> None:
    assert is_exact(deal, SPECTATOR)


# Tests of the comparison itself: wrong guesses must not pass


class Careless(History):
    """A guess that weighs an unseen choice as if it were the only one."""

    def share(self, possible: int) -> float:
        return 1.0


class Twinless(History):
    """A guess that takes all hands as equally likely, however many physical cards can form them."""

    def __init__(self, seat: int, deals: Weights) -> None:
        super().__init__(seat, dict.fromkeys(deals, 1.0))


def drawn_from(worlds: Weights) -> list[World]:
    return Random(1).choices(list(worlds), list(worlds.values()), k=ENOUGH)


def deaf_to(deal: Deal, number: int) -> tuple[Nussknacker, Actions]:
    """Return the deal without one of the refusals."""
    game, actions = played(deal)
    noes = [index for index, (_, action) in enumerate(actions) if game.text(action) == "no"]
    del actions[noes[number]]
    return game, actions


def forgetful(deal: Deal, seat: int) -> NussknackerView:
    """Guess the right hands, but take all exchanges that may have led to them as equally likely."""
    view = replay(*played(deal)).view(seat)
    for asked in view.believed().history:
        asked.before = dict.fromkeys(asked.before, 1.0)
    return view


@clause("nuss.r8")
@pytest.mark.parametrize(("deal", "seat", "number"), [((16, 3, 6, 118), SPECTATOR, 1), ((16, 4, 6, 109), 2, 0)])
def test_wrong_worlds_of_sixteen_cards_are_found_out(deal: Deal, seat: int, number: int) -> None:
    worlds = history_of(deal, seat).worlds
    wrong = {
        "deaf": drawn_from(believed(*deaf_to(deal, number), seat).worlds),
        "careless": drawn_from(believed(*played(deal), seat, Careless).worlds),
        "twinless": drawn_from(believed(*played(deal), seat, Twinless).worlds),
        "forgetful": guessed(forgetful(deal, seat), 1),
    }
    for name, drawn in wrong.items():
        assert max(surprises(worlds, drawn).values()) > FAR, name
