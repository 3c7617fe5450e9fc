"""Nussknacker: guesses against everything that may have happened, tried out."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations

import pytest

from carreau.core.game import CHANCE, RACE, SPECTATOR
from carreau.core.rng import Rng
from carreau.games.nussknacker.game import Nussknacker
from carreau.games.nussknacker.rules import NussknackerState
from carreau.games.nussknacker.view import NussknackerView
from tests.belief import posterior, strangers, surprise
from tests.clauses import clause
from tests.games.test_nussknacker import deal_moves, small
from tests.play import play

Actions = list[tuple[int, int]]
Hand = tuple[int, ...]
ENOUGH = 1500
FAR = 6.0  # standard deviations


def quiet_game(game: Nussknacker, rng: Rng, questions: int) -> Actions:
    """A random deal without announcements, until so many questions were answered and often a bit further."""
    state, actions = game.start(), []
    extra = int(rng.below(5))
    while state.deal == 1 and (state.questions < questions or extra):
        seat = CHANCE if state.current == CHANCE else int(state.turn)
        if seat == CHANCE:
            action = int(state.sample(rng))
        else:
            legal = [one for one in state.legal(seat) if not game.text(one).startswith("announce")]
            action = legal[int(rng.below(len(legal)))]
        extra -= int(state.questions >= questions)
        actions.append((seat, action))
        state.apply(seat, action)
    return actions


def replay(game: Nussknacker, actions: Actions) -> NussknackerState:
    state = game.start()
    for actor, action in actions:
        state.apply(actor, action)
    return state


def guesses(view: NussknackerView, seed: int) -> list[str]:
    rng = Rng(seed)
    for _ in range(5):
        view.guess(rng).audit()
    return [view.guess(rng).fingerprint() for _ in range(ENOUGH)]


# Small boxes: all histories, by an enumeration that knows nothing of this game


@clause("nuss.r8", "nuss.5", "nuss.6", "nuss.7", "nuss.2")
@pytest.mark.parametrize(
    ("seats", "highest", "questions", "games"), [(2, 4, 4, 6), (3, 3, 4, 14), (4, 3, 4, 10), (3, 4, 2, 3)]
)
def test_guesses_are_exact_in_random_deals(seats: int, highest: int, questions: int, games: int) -> None:
    rng = Rng(10 * seats + highest)
    for number in range(games):
        game = small(seats, highest, tempo=["race", "turns"][number % 2])
        actions = quiet_game(game, rng, questions)
        state = replay(game, actions)
        seat = number % (seats + 1) - 1 if highest == 3 else number % seats
        expected = posterior(game, actions, seat)
        drawn = guesses(state.view(seat), number)
        assert strangers(expected, drawn) == 0
        assert surprise(expected, drawn) < FAR
        assert len(expected) > ENOUGH // 20 or set(drawn) == set(expected)


@clause("nuss.2", "nuss.r8")
def test_guesses_are_exact_while_cards_are_dealt() -> None:
    game = small(3)
    moves = deal_moves([[1, 2], [3, 3], [2]], 1)
    for length in range(len(moves) + 1):
        state = play(game, *moves[:length])
        actions = [(CHANCE, game.parse(move.split(": ")[1])) for move in moves[:length]]
        assert surprise(posterior(game, actions, 1), guesses(state.view(1), length)) < FAR


@clause("nuss.r2", "nuss.r8")
def test_every_step_of_a_question_says_something() -> None:
    """Seat 1 gives 3 or 1+2 for 3, seat 0 gives 1+2: what each seat believes after each step."""
    game = small(3, 4)
    deal = deal_moves([[1, 2, 4], [3, 1], [2, 4]], 3)
    moves = [*deal, "0: ask 1 3", "1: push 1", "1: choose 3", "0: push 2", "0: choose 1+2", "1: ask 2 4", "2: push 1"]
    for length in range(len(deal), len(moves) + 1):
        split = [move.split(": ") for move in moves[:length]]
        actions = [(CHANCE if actor == "chance" else int(actor), game.parse(text)) for actor, text in split]
        for seat in (0, 1, 2):
            expected = posterior(game, actions, seat)
            assert surprise(expected, guesses(play(game, *moves[:length]).view(seat), length)) < FAR


@clause("nuss.r2", "nuss.r8")
def test_somebody_of_whom_only_an_open_question_tells() -> None:
    """After an exchange that the seat has not seen, a player is asked who was not part of any question before."""
    deal = ["start 1", "aside 3", *(f"deal {card}" for card in (1, 5, 3, 1, 6, 2, 2, 4, 5, 6, 4))]
    exchange = ["1: ask 0 1", "0: push 1", "0: choose 1", "1: push 1", "1: choose 1"]
    open_question = ["2: ask 3 5", "3: push 2", "3: choose 2+3", "2: push 1"]
    game = Nussknacker(4)
    for shown in range(1, len(open_question) + 1):
        state = play(game, *(f"chance: {draw}" for draw in deal), *exchange, *open_question[:shown])
        for seat in range(-1, 4):
            view = state.view(seat)
            for seed in range(20):
                guess = game.guess(view, Rng(seed))
                guess.audit()
                assert guess.view(seat) == view


@clause("nuss.r8")
def test_after_the_end_the_hands_are_still_guessed_exactly() -> None:
    game = small(3, target=1)
    moves = [*deal_moves([[1, 2], [3, 3], [2]], 1), "0: ask 1 3", "1: push 1", "2: announce 1"]
    split = [move.split(": ") for move in moves]
    actions = [(CHANCE if actor == "chance" else int(actor), game.parse(text)) for actor, text in split]
    for seat in (SPECTATOR, 0, 2):
        assert surprise(posterior(game, actions, seat), guesses(play(game, *moves).view(seat), 1)) < FAR


# The whole game: all deals that fit a history, written from the rules alone


Claim = tuple[int, int, bool]  # a value, with how many cards (0: any number), whether a dealt hand forms it so
Notes = tuple[tuple[Hand, Hand], ...]
World = tuple[tuple[Hand, ...], int, Hand, Notes]  # hands, card aside, what was pushed over so far, what was exchanged
Weights = dict[World, float]


@cache
def ways(hand: Hand, value: int, number: int = 0) -> list[Hand]:
    """The combinations of a hand that form a value, with so many cards if a number is given."""
    sizes = [number] if number else range(1, len(hand) + 1)
    return sorted({cards for size in sizes for cards in combinations(hand, size) if sum(cards) == value})


@cache
def without(hand: Hand, cards: Hand) -> Hand:
    return tuple(sorted((Counter(hand) - Counter(cards)).elements()))


@cache
def contains(hand: Hand, cards: Hand) -> bool:
    return not Counter(cards) - Counter(hand)


@cache
def hands_from(pool: Hand, size: int) -> dict[Hand, int]:
    return Counter(combinations(pool, size))


@cache
def fits(hand: Hand, claims: tuple[Claim, ...]) -> bool:
    return all(bool(ways(hand, value, number)) == formed for value, number, formed in claims)


def all_deals(seat: int, own: Hand, sizes: list[int], highest: int, claims: list[tuple[Claim, ...]]) -> Weights:
    """Every deal with a given hand that fits some claims, by the number of ways to deal physical cards so."""
    pool = without(tuple(sorted([*range(1, highest + 1)] * 2)), own)
    partial: dict[tuple[tuple[Hand, ...], Hand], float] = {((), pool): 1.0}
    for player, size in enumerate(sizes):
        grown: dict[tuple[tuple[Hand, ...], Hand], float] = {}
        possible: dict[Hand, list[tuple[Hand, Hand, int]]] = {}
        for (hands, left), weight in partial.items():
            if player == seat:
                grown[(*hands, own), left] = weight
                continue
            if left not in possible:
                counted = hands_from(left, size).items()
                possible[left] = [(hand, without(left, hand), n) for hand, n in counted if fits(hand, claims[player])]
            for hand, rest, count in possible[left]:
                grown[(*hands, hand), rest] = weight * count
        partial = grown
    deals: Weights = {}
    for (hands, left), weight in partial.items():
        assert len(left) == 1
        deals[hands, left[0], (), ()] = weight
    return deals


def claims_of(seats: int, moves: list[tuple[int, str]]) -> list[tuple[Claim, ...]]:
    """What everybody's questions and answers say of the dealt hand, until it changes. It only saves time."""
    claims: list[tuple[Claim, ...]] = [()] * seats
    changed: set[int] = set()
    asker = asked = value = 0
    for actor, text in moves:
        verb, *words = text.split()
        if verb == "ask":
            asker, asked, value = actor, int(words[0]), int(words[1])
        elif verb == "choose" and actor == asker:
            changed |= {asker, asked}
        if verb in ("ask", "push", "no") and actor not in changed:
            claims[actor] += ((value, int(words[0]) if verb == "push" else 0, verb != "no"),)
    return claims


class History:
    """What a seat believes, question by question."""

    def __init__(self, seat: int, deals: Weights) -> None:
        self.seat = seat
        self.worlds = deals
        self.asker = 0
        self.asked = 0
        self.value = 0
        self.number = 0
        self.asked_has_chosen = False
        self.truly_pushed: Hand = ()

    def keep(self, fits: Callable[[World], bool]) -> None:
        self.worlds = {world: weight for world, weight in self.worlds.items() if fits(world)}

    def move(self, actor: int, text: str) -> None:
        verb, *words = text.split()
        if verb == "ask":
            self.asker, self.asked, self.value = actor, int(words[0]), int(words[1])
            self.asked_has_chosen = False
            self.keep(lambda world: bool(ways(world[0][self.asker], self.value)))
        elif verb == "no":
            self.keep(lambda world: not ways(world[0][self.asked], self.value))
        elif verb == "push":
            self.number = int(words[0])
            self.keep(lambda world: bool(ways(world[0][actor], self.value, self.number)))
        elif verb == "choose":
            self.choose(actor, tuple(int(card) for card in words[0].split("+")))

    def choose(self, actor: int, cards: Hand) -> None:
        told = self.seat == actor or (self.asked_has_chosen and self.seat == self.asked)
        after: Weights = {}
        for (hands, aside, pushed, notes), weight in self.worlds.items():
            possible = ways(hands[actor], self.value, self.number)
            for choice in [cards] if told else possible:
                if not contains(hands[actor], choice):
                    continue
                share = weight if told else weight * self.share(len(possible))
                if not self.asked_has_chosen:
                    world = (hands, aside, choice, notes)
                else:
                    world = (self.exchanged(hands, pushed, choice), aside, (), (*notes, (pushed, choice)))
                    if self.seat == self.asker and pushed != self.truly_pushed:
                        continue
                after[world] = after.get(world, 0.0) + share
        self.worlds = after
        if not self.asked_has_chosen:
            self.asked_has_chosen = True
            self.truly_pushed = cards

    def share(self, possible: int) -> float:
        """How likely each of so many choices is that the seat does not see (nuss.r8)."""
        return 1 / possible

    def exchanged(self, hands: tuple[Hand, ...], pushed: Hand, returned: Hand) -> tuple[Hand, ...]:
        changed = list(hands)
        changed[self.asked] = tuple(sorted(without(hands[self.asked], pushed) + returned))
        changed[self.asker] = tuple(sorted(without(hands[self.asker], returned) + pushed))
        return tuple(changed)

    def chances(self, highest: int) -> list[list[float]]:
        total = sum(self.worlds.values())
        rows = [[0.0] * highest for _ in range(len(next(iter(self.worlds))[0]) + 1)]
        for (hands, aside, _, _), weight in self.worlds.items():
            for row, place in zip(rows, [*hands, (aside,)], strict=True):
                for value in set(place):
                    row[value - 1] += weight / total
        return rows


def believed(game: Nussknacker, actions: Actions, seat: int, kind: type[History] = History) -> History:
    """The enumeration for a deal that was played like this."""
    state = game.start()
    rest = list(actions)
    while state.current == CHANCE:
        state.apply(*rest.pop(0))
    hands = [tuple(hand) for hand in state.dump()["hands"]]
    own = hands[seat] if seat >= 0 else ()
    moves = [(actor, game.text(action)) for actor, action in rest]
    sizes = [len(hand) for hand in hands]
    history = kind(seat, all_deals(seat, own, sizes, int(state.highest), claims_of(len(hands), moves)))
    for actor, text in moves:
        history.move(actor, text)
    return history


def world_of(state: NussknackerState) -> str:
    dump = state.dump()
    pushed = dump["pending"][4] if dump["pending"] else ""
    exchanged = [f"{given}/{returned}" for *_, given, returned in dump["questions"] if given]
    return repr((tuple(map(tuple, dump["hands"])), dump["aside"], pushed, exchanged))


def written(world: World) -> str:
    hands, aside, pushed, notes = world
    exchanged = [f"{in_words(given)}/{in_words(returned)}" for given, returned in notes]
    return repr((hands, aside, in_words(pushed), exchanged))


def in_words(cards: Hand) -> str:
    return "+".join(map(str, cards))


@clause("nuss.r8", "nuss.6", "nuss.7")
@pytest.mark.parametrize(
    ("seats", "questions", "viewers"), [(2, 7, [0, 1]), (3, 9, [0, 1, 2]), (4, 7, [0, 1, 2, 3]), (3, 4, [SPECTATOR])]
)
def test_guesses_are_exact_with_twelve_cards(seats: int, questions: int, viewers: list[int]) -> None:
    rng = Rng(seats + questions)
    game = Nussknacker(seats)
    for number in range(3):
        actions = quiet_game(game, rng, 1 + (number + 1) * questions // 3)
        state = replay(game, actions)
        for seat in viewers:
            history, view = believed(game, actions, seat), state.view(seat)
            for row, expected_row in zip(view.notebook(), history.chances(6), strict=True):
                assert row == pytest.approx(expected_row, abs=1e-9)
            total = sum(history.worlds.values())
            expected = {written(world): weight / total for world, weight in history.worlds.items()}
            drawn = [world_of(view.guess(rng)) for _ in range(ENOUGH)]
            assert strangers(expected, drawn) == 0
            assert surprise(expected, drawn) < FAR


@clause("nuss.r8", "nuss.6")
def test_unseen_exchanges_are_guessed_by_their_likelihood() -> None:
    """Seat 2 saw two cards go each way for 6, and once more: 1+5, 2+4 or 3+3, not all with the same chance."""
    game = Nussknacker(3)
    deal = deal_moves([[1, 5, 4, 2], [1, 5, 2, 3], [3, 4, 6]], 6)
    exchanges = ["0: ask 1 6", "1: push 2", "1: choose 1+5", "0: push 2", "0: choose 1+5"]
    exchanges += ["1: ask 0 6", "0: push 2", "0: choose 1+5", "1: push 2", "1: choose 1+5"]
    split = [move.split(": ") for move in [*deal, *exchanges]]
    actions = [(CHANCE if actor == "chance" else int(actor), game.parse(text)) for actor, text in split]
    history, view, rng = believed(game, actions, 2), play(game, *deal, *exchanges).view(2), Rng(4)
    total = sum(history.worlds.values())
    expected = {written(world): weight / total for world, weight in history.worlds.items()}
    drawn = [world_of(view.guess(rng)) for _ in range(8 * ENOUGH)]
    assert strangers(expected, drawn) == 0
    assert surprise(expected, drawn) < FAR


@clause("nuss.r8")
@pytest.mark.parametrize("seats", [3, 4])
def test_guesses_are_exact_with_sixteen_cards(seats: int) -> None:
    """The chances in the notebook, which come from the same worlds."""
    rng = Rng(seats)
    game = Nussknacker(seats, {"deck": 16})
    actions = quiet_game(game, rng, 3)
    seat = int(rng.below(seats))
    history = believed(game, actions, seat)
    for row, expected in zip(replay(game, actions).view(seat).notebook(), history.chances(8), strict=True):
        assert row == pytest.approx(expected, abs=1e-9)


@clause("nuss.r8")
def test_wrong_beliefs_are_found_out() -> None:
    """The comparison itself is tested: a guess that forgets the last question must not pass."""
    game = Nussknacker(3)
    moves = [*deal_moves([[6, 1, 4, 2], [3, 3, 4, 1], [5, 6, 2]], 5), "0: ask 2 4", "2: no"]
    split = [move.split(": ") for move in moves]
    actions = [(CHANCE if actor == "chance" else int(actor), game.parse(text)) for actor, text in split]
    expected = [pytest.approx(row, abs=1e-9) for row in believed(game, actions, 1).chances(6)]
    assert play(game, *moves).view(1).notebook() == expected
    forgetful = play(game, *moves).view(1)
    forgetful.known.questions -= 1
    assert forgetful.notebook() != expected


@clause("nuss.6", "nuss.9")
def test_a_view_holds_nothing_that_is_hidden() -> None:
    game = Nussknacker(3)
    deal = deal_moves([[6, 1, 4, 2], [3, 3, 4, 1], [5, 6, 2]], 5)
    moves = [
        "0: ask 1 6",
        "1: push 2",
        "1: choose 3+3",
        "0: push 1",
        "0: choose 6",
        "1: ask 2 6",
        "2: push 1",
        "2: choose 6",
    ]
    state = play(game, *deal, *moves)
    for seat in (SPECTATOR, 0, 1, 2):
        known = state.view(seat).known.dump()
        assert (known["aside"], known["deck"]) == (0, [])
        assert known["hands"] == [hand if owner == seat else [] for owner, hand in enumerate(state.dump()["hands"])]
        assert known["questions"][0][4:] == (["3+3", "6"] if seat in (0, 1) else ["", ""])
        assert known["pending"][4] == ("6" if seat == 2 else "")


@clause("nuss.r8")
def test_the_notebook_strikes_out_what_is_impossible() -> None:
    """Seat 2 said no to 4 with three cards: no 4, no 3 with a 1, no two 2s, and so on; the rest is open."""
    game = Nussknacker(3)
    state = play(game, *deal_moves([[6, 1, 4, 2], [3, 3, 4, 1], [5, 6, 2]], 5), "0: ask 2 4", "2: no")
    assert state.current == RACE
    page = state.view(0).notebook()
    assert page[0] == [1, 1, 0, 1, 0, 1]
    assert page[2][3] == 0
    assert all(chance > 0 for chance in page[1] + page[3])
    assert sum(page[3]) == pytest.approx(1)
    assert game.start().view(0).notebook() == [[0] * 6] * 4


def test_guesses_from_one_view_are_quick() -> None:
    """What is found out about the worlds is kept with the view."""
    game = Nussknacker(4, {"deck": 16})
    view = replay(game, quiet_game(game, Rng(2), 12)).view(1)
    first = view.believed()
    view.guess(Rng(1))
    assert view.believed() is first
