"""High Card, the smallest game with everything in it: hidden cards, weighted chance, a refusal.

It is written in plain Python against the compiled core, as an author outside the project would,
and it is the game into which test_laws.py plants its bugs.

    toy.1  Each of two players is dealt one of five cards, unseen by the other.
    toy.2  A coin falls heads twice as often as tails.
    toy.3  In turn each player keeps the stake or, after heads only, doubles it.
    toy.4  The higher card wins both stakes.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, OVER, SPECTATOR, Game, State, View
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.observation import Observation
from carreau.core.options import Options
from carreau.core.position import PositionReader
from carreau.core.result import Result, ranked
from carreau.core.rng import Rng

ACTIONS = Actions("toy")
DEAL = ACTIONS.add("deal", "deal {card}", card=range(1, 6))
TOSS = ACTIONS.add("toss", "{side}", side=["heads", "tails"])
KEEP = ACTIONS.add("keep", "keep")
DOUBLE = ACTIONS.add("double", "double")

OBSERVATION = Observation("toy")
CARDS = OBSERVATION.add("cards", "the cards of both seats, 0 for one that isn't known", (2,), high=5)
STAKES = OBSERVATION.add("stakes", "the stakes of both seats", (2,), high=2)
HEADS = OBSERVATION.add("heads", "whether the coin fell heads")

STEPS = ["deal 0", "deal 1", "toss", "turn 0", "turn 1", "over"]


class ToyView(View):
    def __init__(self, seat: int, cards: list[int], stakes: list[int], step: int, heads: bool) -> None:
        self.seat = seat
        self.cards = cards  # 0 for a card this seat doesn't know
        self.stakes = stakes
        self.step = step
        self.heads = heads

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "cards": self.cards,
            "stakes": self.stakes,
            "step": STEPS[self.step],
            "heads": self.heads,
        }


class ToyState(State):
    def __init__(self, cards: list[int], stakes: list[int], step: int, heads: bool) -> None:
        self.cards = cards
        self.stakes = stakes
        self.step = step
        self.heads = heads
        self.current = [CHANCE, CHANCE, CHANCE, 0, 1, OVER][step]

    def moves(self, seat: int, out: ActionBuffer) -> None:
        if seat != self.current:
            return
        if self.step < 2:
            for card in range(1, 6):
                if card not in self.cards:
                    out.add(DEAL + card - 1)
        elif self.step == 2:
            out.add(TOSS)
            out.add(TOSS + 1)
        else:
            out.add(KEEP)
            if self.heads:
                out.add(DOUBLE)

    def objection(self, seat: int, action: int) -> str:
        if self.current == OVER:
            return "toy.4"
        if seat != self.current:
            return "toy.3"
        if action < TOSS:
            return "" if self.step < 2 and action - DEAL + 1 not in self.cards else "toy.1"
        if action < KEEP:
            return "" if self.step == 2 else "toy.2"
        return "" if self.step > 2 and (action == KEEP or self.heads) else "toy.3"

    def apply(self, seat: int, action: int) -> None:
        if action < TOSS:
            self.cards[self.step] = action - DEAL + 1
        elif action < KEEP:
            self.heads = action == TOSS
        elif action == DOUBLE:
            self.stakes[seat] *= 2
        self.step += 1
        self.current = [CHANCE, CHANCE, CHANCE, 0, 1, OVER][self.step]

    def clone(self) -> "ToyState":
        return type(self)(list(self.cards), list(self.stakes), self.step, self.heads)

    def weights(self) -> list[int]:
        return [2, 1] if self.step == 2 else [1] * len(self.legal(CHANCE))

    def unseen_by(self, seat: int, action: int) -> list[int]:
        return [SPECTATOR, 1 - self.step] if action < TOSS else []

    def known_to(self, seat: int) -> list[int]:
        return [card if owner == seat or self.current == OVER else 0 for owner, card in enumerate(self.cards)]

    def view(self, seat: int) -> ToyView:
        return ToyView(seat, self.known_to(seat), list(self.stakes), self.step, self.heads)

    def result(self) -> Result:
        won = sum(self.stakes)
        return ranked([won if card == max(self.cards) else 0 for card in self.cards], "toy.4")

    def audit(self) -> None:
        dealt = [card for card in self.cards if card]
        if len(dealt) != len(set(dealt)) or len(dealt) != min(self.step, 2):
            raise PositionError(f"toy.1: {self.cards} are not the cards of step {STEPS[self.step]}")

    def dump(self) -> dict[str, Any]:
        return {"cards": self.cards, "stakes": self.stakes, "step": STEPS[self.step], "heads": self.heads}


class Toy(Game[ToyState, ToyView]):
    NAME: ClassVar[str] = "toy"
    VERSION: ClassVar[int] = 1
    SEATS: ClassVar[tuple[int, ...]] = (2,)
    OPTIONS: ClassVar[Options] = Options()
    ACTIONS: ClassVar[Actions] = ACTIONS
    OBSERVATION: ClassVar[Observation] = OBSERVATION
    STATE: ClassVar[type[ToyState]] = ToyState

    def observe(self, state: ToyState, seat: int, row: ObsBuffer) -> None:
        for place, owner in enumerate((seat, 1 - seat)):
            row.put(CARDS + place, state.known_to(seat)[owner])
            row.put(STAKES + place, state.stakes[owner])
        row.put(HEADS, int(state.heads))

    def start(self) -> ToyState:
        return self.STATE([0, 0], [1, 1], 0, False)

    def guess(self, view: ToyView, rng: Rng) -> ToyState:
        cards = list(view.cards)
        for owner in range(min(view.step, 2)):
            if not cards[owner]:
                unknown = [card for card in range(1, 6) if card not in cards]
                cards[owner] = unknown[int(rng.below(len(unknown)))]
        return self.STATE(cards, list(view.stakes), view.step, view.heads)

    def load(self, data: Mapping[str, Any]) -> ToyState:
        reader = PositionReader(self.NAME, data)
        cards, stakes = reader.numbers("cards", 2, 0, 5), reader.numbers("stakes", 2, 1, 2)
        state = self.STATE(cards, stakes, reader.choice("step", STEPS), reader.flag("heads"))
        reader.finish()
        state.audit()
        return state
