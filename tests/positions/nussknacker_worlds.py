"""All worlds of Nussknacker that fit what a seat has seen, weighted."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations

from carreau.core.game import CHANCE
from carreau.core.rng import Rng
from carreau.games.nussknacker._state import NussknackerState
from carreau.games.nussknacker.game import Nussknacker

Actions = list[tuple[int, int]]
Hand = tuple[int, ...]
FAR = 6.0  # standard deviations


def quiet_game(game: Nussknacker, rng: Rng, questions: int) -> Actions:
    """Play a random deal without announcements until some questions were answered, and often a bit further."""
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


Claim = tuple[int, int, bool]  # a value, the number of cards (0: any), and whether a dealt hand can form it so
Notes = tuple[tuple[Hand, Hand], ...]
World = tuple[tuple[Hand, ...], int, Hand, Notes]  # hands, card aside, cards pushed over so far, cards exchanged
Weights = dict[World, float]


@cache
def ways(hand: Hand, value: int, number: int = 0) -> list[Hand]:
    """List the combinations of a hand that form a value, with a given number of cards if any."""
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
    """Return every deal with a given hand that fits some claims, by the number of ways to deal physical cards so."""
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
    """Collect what questions and answers say about the dealt hands, until they change; this only saves time."""
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
    """The beliefs of a seat, question by question."""

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
        """Return the probability of each of several choices that the seat doesn't see (nuss.r8)."""
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
    """Enumerate the worlds of a deal that was played like this."""
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
