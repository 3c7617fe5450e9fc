"""The laws for every game, number of seats and option, and planted bugs that the laws must catch."""

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from carreau.cli.bench import build
from carreau.core.action_buffer import ActionBuffer
from carreau.core.effects import Effect
from carreau.core.errors import CarreauError, LawBroken
from carreau.core.game import OVER, Game, State
from carreau.core.laws import check
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.result import Result
from carreau.core.rng import Rng
from carreau.games.catalogue import AnyGame, game
from tests.effort import EFFORT
from tests.toy import CARDS, DOUBLE, KEEP, STAKES, Toy, ToyState, ToyView
from tests.variants import every_variant

# The games of each combination of seats and options; the pure build plays the same ones, a hundred times slower.
PLAYOUTS = EFFORT if build() == "pure" else 2 * EFFORT


@every_variant
def test_every_game_keeps_the_laws(name: str, number: int, made: AnyGame) -> None:
    for seed in range(PLAYOUTS * number + 1, PLAYOUTS * (number + 1) + 1):
        try:
            check(made, seed, game)
        except CarreauError as error:
            pytest.fail(f"{name}, {made.seats} seats, {made.options}, seed {seed}: {error}")


class Leaking(ToyState):
    """A view that reveals whether the other's card is high."""

    def view(self, seat: int) -> ToyView:
        seen = super().view(seat)
        seen.heads = seen.heads or max(self.cards) > 3
        return seen


class LeakingMoves(ToyState):
    """Legal actions that depend on the opponent's card."""

    def moves(self, seat: int, out: ActionBuffer) -> None:
        super().moves(seat, out)
        if self.step > 2 and seat == self.current and self.cards[1 - seat] > 3:
            out.clear()
            out.add(KEEP)

    def objection(self, seat: int, action: int) -> str:
        clause = super().objection(seat, action)
        if not clause and self.step > 2 and action == DOUBLE and self.cards[1 - seat] > 3:
            return "toy.3"
        return clause


class LeakingObjection(ToyState):
    """A refusal whose text depends on the opponent's card."""

    def objection(self, seat: int, action: int) -> str:
        clause = super().objection(seat, action)
        return "toy.1" if clause and max(self.cards) > 3 and seat >= 0 else clause


class SharedList(ToyState):
    """A clone that shares the stakes with the original."""

    def clone(self) -> "SharedList":
        return SharedList(list(self.cards), self.stakes, self.step, self.heads)


class WrongOdds(ToyState):
    """Weights that sample() ignores."""

    def sample(self, rng: Rng) -> int:
        legal = self.legal(-1)
        return legal[int(rng.below(len(legal)))]


class MissingAction(ToyState):
    """Legal actions without one that is legal."""

    def moves(self, seat: int, out: ActionBuffer) -> None:
        super().moves(seat, out)
        if seat >= 0 and out.count == 2:
            out.clear()
            out.add(KEEP)


class WrongObjection(ToyState):
    """An objection to a legal action."""

    def objection(self, seat: int, action: int) -> str:
        return super().objection(seat, action) or ("toy.3" if action == KEEP else "")


class Unsorted(ToyState):
    """Legal actions in the wrong order."""

    def moves(self, seat: int, out: ActionBuffer) -> None:
        listed = ActionBuffer()
        super().moves(seat, listed)
        for action in reversed(listed.as_list()):
            out.add(action)


class UnfairPick(ToyState):
    """A random_action() that always takes the first one."""

    def random_action(self, seat: int, rng: Rng, out: ActionBuffer) -> int:
        rng.below(2)
        return self.legal(seat)[0]


class Undetermined(ToyState):
    """An apply() that leads to different positions."""

    rng: ClassVar[Rng] = Rng(1)

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        self.stakes[0] = 1 + int(self.rng.below(2))


class Forgetful(ToyState):
    """A dump that omits something."""

    def dump(self) -> dict[str, Any]:
        return {**super().dump(), "heads": False}


class Restless(ToyState):
    """A view that changes the position."""

    def view(self, seat: int) -> ToyView:
        self.stakes[0] = 3 - self.stakes[0]
        return super().view(seat)


class WrongRanks(ToyState):
    """A result that ranks the loser first."""

    def result(self) -> Result:
        sound = super().result()
        return Result(sound.scores, [3 - rank for rank in sound.ranks], sound.clause)


class Unaudited(ToyState):
    """A position with too many cards, without an audit."""

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if self.step == 4:
            self.cards = [1, 1]


class Endless(ToyState):
    """Legal actions after the end of the game."""

    def waiting(self) -> list[int]:
        return [0] if self.current == OVER else super().waiting()


def with_state(state: type[ToyState]) -> Toy:
    return type("Planted", (Toy,), {"STATE": state})(2)  # type: ignore[no-any-return]


class PeekingView(ToyView):
    """A view that carries the true position, although it doesn't show it."""

    truth: ToyState


class CarryingState(ToyState):
    def view(self, seat: int) -> ToyView:
        seen = PeekingView(seat, self.known_to(seat), list(self.stakes), self.step, self.heads)
        seen.truth = self.clone()
        return seen


class PeekingGuess(Toy):
    """A guess that knows the true position."""

    STATE: ClassVar[type[ToyState]] = CarryingState

    def guess(self, view: ToyView, rng: Rng) -> ToyState:
        assert isinstance(view, PeekingView)
        return view.truth.clone()


class StubbornGuess(Toy):
    """A guess that always takes the lowest card."""

    def guess(self, view: ToyView, rng: Rng) -> ToyState:
        cards = list(view.cards)
        for owner in range(min(view.step, 2)):
            cards[owner] = cards[owner] or min(card for card in range(1, 6) if card not in cards)
        return self.STATE(cards, list(view.stakes), view.step, view.heads)


class CarelessGuess(Toy):
    """A guess that ignores what the seat knows."""

    def guess(self, view: ToyView, rng: Rng) -> ToyState:
        state = super().guess(view, rng)
        state.cards.reverse()
        return state


class LeakingObservation(Toy):
    """An observation with the opponent's card."""

    def observe(self, state: ToyState, seat: int, row: ObsBuffer) -> None:
        super().observe(state, seat, row)
        row.put(CARDS + 1, state.cards[1 - seat])


class LeakingEffects(Toy):
    """Effects that reveal by how much the cards differ."""

    UNCERTAIN: ClassVar[frozenset[str]] = frozenset(["keep", "double"])

    def effects(self, before: ToyState, seat: int, action: int, after: ToyState) -> list[Effect]:
        return [Effect("difference", seat, abs(before.cards[0] - before.cards[1]))] if before.step == 3 else []


class UncertainPreview(Toy):
    """A preview of who will win, which no player can know."""

    def effects(self, before: ToyState, seat: int, action: int, after: ToyState) -> list[Effect]:
        return [Effect("wins", after.cards.index(max(after.cards)))] if after.current == OVER else []


class OutOfRange(Toy):
    """An observation outside its declared bounds."""

    def observe(self, state: ToyState, seat: int, row: ObsBuffer) -> None:
        super().observe(state, seat, row)
        row.put(STAKES, 3)


class Unparsable(Toy):
    """A notation that can't be parsed."""

    def text(self, action: int) -> str:
        return super().text(action).replace("double", "twice")


PLANTED: list[tuple[Game[Any, Any], str]] = [
    (with_state(Leaking), "nothing leaks: view|a guess fits the view"),
    (with_state(LeakingMoves), "a guess has the same moves|nothing leaks: moves"),
    (with_state(LeakingObjection), "nothing leaks: objection"),
    (PeekingGuess(2), "a guess can't peek|guesses vary"),
    (StubbornGuess(2), "guesses vary"),
    (CarelessGuess(2), "a guess fits the view"),
    (with_state(SharedList), "a clone is apart|earlier positions stay|apply is deterministic"),
    (with_state(WrongOdds), "sample follows the odds"),
    (with_state(MissingAction), "objection agrees with legal"),
    (with_state(WrongObjection), "objection agrees with legal"),
    (with_state(Unsorted), "legal is sorted"),
    (with_state(UnfairPick), "a random action is fair"),
    (LeakingObservation(2), "observations tell no more than views"),
    (LeakingEffects(2), "effects are public"),
    (UncertainPreview(2), "previews are certain"),
    (OutOfRange(2), "observations stay in range"),
    (Unparsable(2), "text is parsed back"),
    (with_state(Undetermined), "apply is deterministic"),
    (with_state(Forgetful), "dump is"),
    (with_state(Restless), "looking changes nothing"),
    (with_state(WrongRanks), "ranks agree with scores"),
    (with_state(Endless), "nobody acts after the end"),
]


def make_toy(name: str, seats: int, options: Mapping[str, object]) -> Toy:
    assert name == "toy"
    return Toy(seats, options)


def check_often(planted: Game[Any, Any]) -> None:
    for seed in range(60):
        check(planted, seed, make_toy, every=1)


def test_the_sound_toy_keeps_the_laws() -> None:
    check_often(Toy(2))


class Derived(ToyState):
    """Legal actions that the core derives from the objections."""

    def moves(self, seat: int, out: ActionBuffer) -> None:
        State.moves(self, seat, out)

    def action_count(self) -> int:
        return Toy.ACTIONS.size


def test_a_game_without_moves_of_its_own_keeps_the_laws() -> None:
    check_often(with_state(Derived))


@pytest.mark.parametrize(
    ("planted", "law"), PLANTED, ids=[f"{type(game).__name__}-{law.split('|')[0]}" for game, law in PLANTED]
)
def test_planted_bugs_are_caught(planted: Game[Any, Any], law: str) -> None:
    with pytest.raises(LawBroken, match=law):
        check_often(planted)


def test_an_impossible_position_is_caught() -> None:
    with pytest.raises(CarreauError, match=r"toy\.1"):
        check_often(with_state(Unaudited))
