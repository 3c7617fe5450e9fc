"""A model of Misd players of five levels: how long they take to answer, and how often they are wrong.

Eyes move from one thing to the next. On a card of the simple game they tick off shapes and then colours, in random
order, until they reach the missing one. In the hard game they glance at one card after the other, and must see all
of them to be sure that the right one is missing. The time per glance varies at random.
"""

from collections.abc import Mapping
from math import exp
from typing import Any, Final, NamedTuple

from carreau.bots.search import WAIT
from carreau.core.game import RACE, View
from carreau.core.rng import Rng
from carreau.games.misd._spec import MISSING, name_action, point_action
from carreau.games.misd.spec import COLOURS, SHAPES

TO_ANSWER: Final = 0.7  # seconds to say it or to reach out, at the usual pace
PER_SHAPE: Final = 0.48  # to tick off a shape or a colour
PER_CARD: Final = 0.9  # to look at a card of the hard game
SPREAD: Final = 0.25  # of the logarithm of the time
OVERLOOKED: Final = 50  # percent of the wrong answers in the hard game that are "missing"


class Reaction(NamedTuple):
    action: int  # WAIT: none
    seconds: float  # since the player saw the view


class Eyes(NamedTuple):
    pace: float  # a factor on all times
    wrong: int  # answers in 1000


LEVELS: Final = {
    1: Eyes(1.9, 200),
    2: Eyes(1.35, 120),
    3: Eyes(1.0, 60),
    4: Eyes(0.75, 25),
    5: Eyes(0.55, 8),
}


def react(view: View, level: int, rng: Rng) -> Reaction:
    """Return how and when a player of a level from 1 to 5 answers a card or a search."""
    seen = view.to_json()
    if seen["current"] != RACE or view.seat < 0 or view.seat in seen["wrong"]:  # misd.r2
        return Reaction(WAIT, 0.0)
    eyes = LEVELS[level]
    errs = int(rng.below(1000)) < eyes.wrong
    if seen["mode"] == "hard":
        action, work = search(seen, errs, rng)
    else:
        action, work = name_missing(seen, errs, rng)
    return Reaction(action, eyes.pace * (TO_ANSWER + work) * luck(rng))


def luck(rng: Rng) -> float:
    """Return a random factor around 1 that is nearly log-normal."""
    normal = sum(int(rng.below(1000)) for _ in range(12)) / 1000 - 6.0
    return exp(SPREAD * normal)


def one_of(things: list[int], rng: Rng) -> int:
    return things[int(rng.below(len(things)))]


def name_missing(seen: Mapping[str, Any], errs: bool, rng: Rng) -> tuple[int, float]:  # misd.3
    """Return the answer to a card and the time it takes; an error affects shape or colour."""
    shape, colour = missing_on(seen["faces"][0])
    ticked = 2 + int(rng.below(len(SHAPES))) + int(rng.below(len(COLOURS)))
    if errs and rng.below(2):
        shape = one_of([other for other in range(len(SHAPES)) if other != shape], rng)
    elif errs:
        colour = one_of([other for other in range(len(COLOURS)) if other != colour], rng)
    return int(name_action(colour, shape)), ticked * PER_SHAPE


def missing_on(face: dict[str, str]) -> tuple[int, int]:
    shape = next(index for index, name in enumerate(SHAPES) if name not in face)
    colour = next(index for index, name in enumerate(COLOURS) if name not in face.values())
    return shape, colour


def search(seen: Mapping[str, Any], errs: bool, rng: Rng) -> tuple[int, float]:  # misd.5
    """Return the answer to a search in random order; an error overlooks or mistakes a card."""
    places = shuffled(len(seen["faces"]), rng)
    right = [place for place in places if seen["faces"][place].get(seen["shape"]) == seen["colour"]]
    mistaken = [place for place in places if place not in right and place not in refuted(seen)]
    if errs and mistaken and not (right and is_overlooked(seen, rng)):
        right = mistaken
    elif errs:
        right = []
    if not right:
        return int(MISSING), len(places) * PER_CARD
    return int(point_action(right[0] + 1)), (1 + places.index(right[0])) * PER_CARD


def is_overlooked(seen: Mapping[str, Any], rng: Rng) -> bool:
    return "missing" not in wrong_answer(seen) and int(rng.below(100)) < OVERLOOKED


def wrong_answer(seen: Mapping[str, Any]) -> list[str]:
    """Return the wrong answer that somebody else just gave, if the search goes on (misd.r2)."""
    return [seen["last"][1]] if seen["wrong"] else []


def refuted(seen: Mapping[str, Any]) -> list[int]:
    """Return the places that somebody else pointed at wrongly."""
    return [int(answer.split()[1]) - 1 for answer in wrong_answer(seen) if answer != "missing"]


def shuffled(count: int, rng: Rng) -> list[int]:
    left = list(range(count))
    return [left.pop(int(rng.below(len(left)))) for _ in range(count)]
