"""Planted blunders: a review with its ordinary budget finds each of them, and recommends what is right.

The rules alone say that they are blunders: everything is tried, without the solvers of the bots.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from carreau.bots.analysis import VERDICTS, Reviewed, review_move
from carreau.bots.contest import Contest
from carreau.core.game import CHANCE, OVER, State
from carreau.core.rng import Rng
from carreau.games.catalogue import AnyGame, game
from carreau.study.file import position_from
from tests.bots.positions import near_the_end
from tests.reference.nussknacker import ways

PLANTED: Final = 5  # of each kind
PACKING: Final = Path(__file__).parent / "packing.json"  # from games of level 2 against itself
MOST_DICE: Final = 3  # few enough to try everything
MISTAKE: Final = VERDICTS["mistake"]
CERTAIN: Final = 1e-9

Planted = tuple[AnyGame, State, int, int, set[int]]  # with the seat, its blunder, and the right actions


def require_found(planted: Iterator[Planted], expected: Callable[[Reviewed], bool]) -> None:
    """Review blunders: each has to be called one, for the expected reason, and no right move is."""
    found = list(islice(planted, PLANTED))
    assert len(found) == PLANTED, f"only {len(found)} positions to plant a blunder in"
    for made, state, seat, action, right in found:
        reviewed = review_move(made, [], state, (seat, action))
        judgement = reviewed.judgement
        name = f"{made.text(action)} in {json.dumps(state.dump())}: {judgement}"
        assert judgement.verdict in ("mistake", "blunder"), name
        assert judgement.better[0].action in right, name
        assert expected(reviewed), name
        assert not review_move(made, [], state, (seat, min(right))).judgement.verdict, name


def outcome(made: AnyGame, state: State, action: int) -> State:
    after = state.clone()
    made.act(after, state.waiting()[0], action)
    return after


def best_and_worst(values: dict[int, float]) -> tuple[set[int], int, float]:
    """Return the best actions, the worst one, and what it loses."""
    best, worst = max(values.values()), min(values, key=lambda action: values[action])
    return {action for action, value in values.items() if value > best - CERTAIN}, worst, best - values[worst]


def self_play(name: str, options: dict[str, str]) -> Iterator[tuple[AnyGame, State]]:
    """Yield the positions with a choice in games of level 2 against itself."""
    for number in range(100):
        played = Contest(name, 2, options, ["2", "2"], 1).played(number)
        state: State = played.game.start()
        for actor, action in played.moves:
            if actor != CHANCE and len(state.legal(actor)) > 1:
                yield played.game, state.clone()
            state.apply(actor, action)


# Endings of Bauab and Caro: nothing is random or hidden


def share_of_win(state: State, seat: int) -> float:
    """Return a seat's share of the win under best play."""
    if state.current == OVER:
        return (1.0 + state.result().payoffs[seat]) / 2
    results = []
    for action in state.legal(state.current):
        after = state.clone()
        after.apply(state.current, action)
        results.append(share_of_win(after, seat))
    return max(results) if state.current == seat else min(results)


def spoiled_endings(name: str) -> Iterator[Planted]:
    made = game(name, 2)
    for seed in range(300):
        state = near_the_end(made, seed, 4)
        seat = int(state.current)
        if seat >= 0:
            values = {action: share_of_win(outcome(made, state, action), seat) for action in state.legal(seat)}
            right, worst, loss = best_and_worst(values)
            if loss >= MISTAKE:
                yield made, state, seat, worst, right


@pytest.mark.parametrize("name", ["bauab", "caro"])
def test_wrong_moves_in_endings(name: str) -> None:
    require_found(spoiled_endings(name), lambda found: found.judgement.proof == "game")


# The last turn of a game of Schlauraff: only dice are unknown


class LastTurn:
    """The chance of a seat to win, if it plays the rest of the last turn as well as possible."""

    def __init__(self, made: AnyGame, seat: int) -> None:
        self.made = made
        self.seat = seat
        self.known: dict[str, float] = {}

    def chance(self, state: State) -> float:
        if state.current == OVER:
            return float(1.0 + state.result().payoffs[self.seat]) / 2
        key = state.fingerprint()
        if key not in self.known:
            if state.current == CHANCE:
                pairs = zip(state.odds(), state.legal(CHANCE), strict=True)
                self.known[key] = sum(odds * self.after(state, roll) for odds, roll in pairs)
            else:
                self.known[key] = max(self.after(state, action) for action in state.legal(self.seat))
        return self.known[key]

    def after(self, state: State, action: int) -> float:
        after = state.clone()
        after.apply(state.current, action)
        return self.chance(after)


def refuted(verb: str) -> Iterator[Planted]:
    for made, state in self_play("schlauraff", {"rounds": "1"}):
        dumped: dict[str, Any] = state.dump()
        seat, action = (
            int(state.current),
            next((a for a in state.legal(int(state.current)) if made.text(a) == verb), -1),
        )
        if action < 0 or dumped["columns"] or len(dumped["dice"]) > MOST_DICE:
            continue
        turn = LastTurn(made, seat)
        values = {each: turn.after(state, each) for each in state.legal(seat)}
        right, _, _ = best_and_worst(values)
        if max(values.values()) - values[action] >= MISTAKE:
            yield made, state, seat, action, right


@pytest.mark.parametrize("verb", ["stop", "reroll"])
def test_a_stop_or_a_roll_that_loses_chips(verb: str) -> None:
    require_found(refuted(verb), lambda found: found.judgement.proof == "turn")


# Carré: a tile where the others no longer fit, although all of them could have been built at once

SIDES: Final = {2: (1, 2), 3: (1, 3), 4: (2, 2), 6: (2, 3), 7: (1, 1), 8: (2, 4), 9: (3, 3), 12: (3, 4)}  # carre.2
WIDTH, HEIGHT = 5, 4  # carre.1

Heights = tuple[tuple[int, ...], ...]


def places(heights: Heights, value: int) -> Iterator[Heights]:
    """Yield the heights after a tile was built in each place (carre.9)."""
    for across, down in {SIDES[value], SIDES[value][::-1]}:
        for x in range(WIDTH - across + 1):
            for y in range(HEIGHT - down + 1):
                rows = [heights[row][x : x + across] for row in range(y, y + down)]
                if len({height for row in rows for height in row}) == 1:
                    yield raised(heights, range(x, x + across), range(y, y + down))


def raised(heights: Heights, across: range, down: range) -> Heights:
    return tuple(
        tuple(height + (x in across and y in down) for x, height in enumerate(row)) for y, row in enumerate(heights)
    )


@cache
def all_fit(heights: Heights, values: tuple[int, ...]) -> bool:
    """Return whether tiles fit on a board, in any order."""
    return not values or any(
        all_fit(after, values[:index] + values[index + 1 :])
        for index, value in enumerate(values)
        for after in places(heights, value)
    )


def unbuilt(state: State, seat: int) -> tuple[int, ...]:
    supply: list[int] = state.dump()["supplies"][seat]
    return tuple(value for value, count in zip(sorted(SIDES), supply, strict=True) for _ in range(count))


def heights_of(state: State, seat: int) -> Heights:
    heights = ((0,) * WIDTH,) * HEIGHT
    for kind, x, y, _ in state.dump()["boards"][seat]:
        value = int(kind.rstrip("xy"))
        down, across = sorted(SIDES[value]) if kind.endswith("x") else sorted(SIDES[value], reverse=True)
        heights = raised(heights, range(x, x + across), range(y, y + down))
    return heights


class FinalTurn:
    """A search for a way to build the last tile in this turn, by trying everything."""

    def __init__(self, made: AnyGame) -> None:
        self.made = made
        self.known: dict[str, bool] = {}

    def wins(self, state: State, seat: int) -> bool:
        if state.current != seat:
            return bool(state.current == OVER)
        left = state.dump()
        if sum(unbuilt(state, seat)) > sum(left["dice"]) + left["chips"][seat]:
            return False
        key = state.fingerprint()
        if key not in self.known:
            self.known[key] = False  # going round in circles by taking back doesn't help
            able = [action for action in state.legal(seat) if self.made.fields(action)["do"] in ("build", "take_back")]
            self.known[key] = any(self.wins(outcome(self.made, state, action), seat) for action in able)
        return self.known[key]

    def threat(self, state: State, seat: int) -> float:
        """Return the chance that the next roll lets the other seat win, if the turn ends now."""
        after = outcome(self.made, state, self.made.ACTIONS.id({"do": "end"}))
        rolls = zip(after.odds(), after.legal(CHANCE), strict=True)
        found = 0.0
        for odds, roll in rolls:
            rolled = after.clone()
            rolled.apply(CHANCE, roll)
            found += odds * self.wins(rolled, 1 - seat)
        return found


def badly_built() -> Iterator[Planted]:
    made = game("carre", 2, {"stoppers": "off"})
    for each in json.loads(PACKING.read_text()):
        state, turn = position_from(made, json.dumps(each)), FinalTurn(made)
        seat = int(state.current)
        assert state.dump()["chips"][1 - seat] == 0  # nothing can be taken away from the other player
        builds = [action for action in state.legal(seat) if made.fields(action)["do"] == "build"]
        right = {action for action in builds if turn.wins(outcome(made, state, action), seat)}
        for action in builds:
            after = outcome(made, state, action)
            spoiled = action not in right and not all_fit(heights_of(after, seat), unbuilt(after, seat))
            if spoiled and turn.threat(after, seat) >= MISTAKE:
                yield made, state, seat, action, right
                break


def test_a_build_that_leaves_no_place_for_the_other_tiles() -> None:
    require_found(badly_built(), lambda found: found.judgement.oversight == "packing")


# Nussknacker: a certain call, when the other player could make it next


def possible_asides(made: AnyGame, state: State, seat: int) -> set[int]:
    """Return the values of the card aside that explain to one of two players all that happened in this deal."""
    dumped = state.dump()
    unseen = sorted(2 * list(range(1, int(made.options["deck"]) // 2 + 1)))
    for card in dumped["hands"][seat]:
        unseen.remove(card)
    found = set()
    for aside in set(unseen):
        hands = [sorted(dumped["hands"][each]) for each in range(2)]
        hands[1 - seat] = sorted(unseen)
        hands[1 - seat].remove(aside)
        if explains(hands, dumped["questions"]):
            found.add(aside)
    return found


def explains(hands: list[list[int]], questions: Sequence[Any]) -> bool:
    """Return whether hands could be the result of these questions, from the last to the first (nuss.5, 6, 7)."""
    for question in reversed(questions):
        seat, value, given, _, given_cards, returned_cards = question
        asked, asker = hands[seat], hands[1 - seat]
        if not given:
            if ways(asked, value) or not ways(asker, value):
                return False
        elif not exchanged_back(asked, asker, cards(given_cards), cards(returned_cards)):
            return False
    return True


def cards(combination: str) -> list[int]:
    return [int(card) for card in combination.split("+")]


def exchanged_back(asked: list[int], asker: list[int], given: list[int], returned: list[int]) -> bool:
    """Undo an exchange; return whether these cards were there."""
    for hand, other, some in ((asker, asked, given), (asked, asker, returned)):
        for card in some:
            if card not in hand:
                return False
            hand.remove(card)
            other.append(card)
    return True


def silent(made: AnyGame, seed: int) -> Iterator[State]:
    """Yield the positions of a random game in which nobody calls."""
    state, rng = made.start(), Rng(seed)
    while state.current != OVER and state.dump()["deal"] == 1:
        actor = CHANCE if state.current == CHANCE else int(state.dump()["turn"])
        legal = [action for action in state.legal(actor) if made.fields(action)["do"] != "announce"]
        state.apply(actor, int(state.sample(rng)) if actor == CHANCE else legal[int(rng.below(len(legal)))])
        yield state


def missed_calls(tempo: str) -> Iterator[Planted]:
    made = game("nussknacker", 2, {"tempo": tempo, "target": "1"})
    stage = "calling" if tempo == "turns" else "asking"
    for seed in range(200):
        for state in silent(made, seed):
            dumped = state.dump()
            if dumped["stage"] != stage or (tempo == "turns" and dumped["turn"] == dumped["asker"]):
                continue  # the other player is to decide next
            if all(len(possible_asides(made, state, seat)) == 1 for seat in range(2)):
                seat = int(dumped["turn"])
                call = made.ACTIONS.id({"do": "announce", "value": dumped["aside"]})
                other = [each for each in state.legal(seat) if made.fields(each)["do"] in ("ask", "pass")]
                yield made, state, seat, other[0], {call}
                break


@pytest.mark.parametrize("tempo", ["turns", "race"])
def test_a_certain_call_that_is_missed(tempo: str) -> None:
    require_found(missed_calls(tempo), lambda found: found.judgement.oversight == "call")
