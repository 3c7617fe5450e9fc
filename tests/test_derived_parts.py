"""Parts that follow from others are computed as declared."""

from typing import Any

import pytest

from carreau.codegen.position import position_module
from carreau.core.errors import PositionError
from carreau.core.obs_buffer import ObsBuffer
from carreau.core.position import PositionReader
from carreau.core.spec import Spec, SpecError
from carreau.games.carre.dice import DICE
from carreau.games.carre.game import Carre


def small() -> Spec:
    spec = Spec("small", seats=[2, 3, 4, 5], over="small.9", turn="small.1")
    spec.numbers("card", 20)
    spec.axis("suit", ["hearts", "spades", "clubs"])
    spec.set("hands", "card", ["seat"])
    spec.number("copies", 0, 9, ["suit"])
    spec.to_act("whose turn it is, plus 1")
    return spec


def position(spec: Spec) -> Any:
    """Make an empty position of four players from the generated class."""
    module: dict[str, Any] = {}
    exec(position_module(spec), module)  # noqa: S102
    return module["SmallPosition"](4)


def test_a_union_has_the_members_of_all_sets() -> None:
    spec = small()
    spec.union("in_hands", "hands")
    state = position(spec)
    assert state.in_hands() == 0
    for seat, cards in enumerate([0b1, 0b1 << 19, 0b110, 0b1 << 18]):
        state.add_to_hands(seat, cards)
    assert state.in_hands() == 0b1 | 0b110 | 0b11 << 18


@pytest.mark.parametrize("seat", range(5))
def test_the_seats_with_something_are_found(seat: int) -> None:
    spec = small()
    spec.nonzero("with_cards", "hands")
    state = position(spec)
    assert state.with_cards() == 0
    state.add_to_hands(seat, 1 << 19)
    assert state.with_cards() == 1 << seat
    state.add_to_hands(seat, 1 - (1 << 19))
    assert state.with_cards() == 1 << seat


def test_numbers_that_are_not_zero_are_found() -> None:
    spec = small()
    spec.nonzero("left", "copies")
    state = position(spec)
    state.add_to_copies(0, 8)
    state.add_to_copies(2, 1)
    assert state.left() == 0b101


def test_a_formula_is_shown_and_observed_like_a_part() -> None:
    spec = small()
    spec.constant("limit", "i64", high=9)
    spec.number("turns", 0, 9)
    spec.computed("turns_left", 0, 9, formula="self.limit - self.turns").shown("turns to go").observed()
    module: dict[str, Any] = {}
    exec(position_module(spec), module)  # noqa: S102
    state = module["SmallPosition"](4, 7)
    state.turns = 2
    assert state.table()["turns_left"] == 5
    row = ObsBuffer(spec.observation.size)
    state.observe(0, row)
    assert row.written() == [0, 5]


def test_parts_are_computed_from_what_was_declared_before() -> None:
    spec = small()
    with pytest.raises(SpecError, match="size is computed from chips, which isn't declared before it"):
        spec.size("size", "chips", 2)
    with pytest.raises(SpecError, match="counts copies, which isn't a set"):
        spec.size("size", "copies", 2)


def test_too_many_values_to_look_at_all_are_refused() -> None:
    spec = small()
    spec.numbers("place", 100)
    spec.set("piles", "card", ["place"])
    spec.union("piled", "piles")
    with pytest.raises(SpecError, match="piles has too many values"):
        position_module(spec)


# Dice


def with_dice() -> Any:
    """Make a position of Carré, which keeps the dice of a turn as the number of a multiset."""
    return Carre(2).start()


def test_there_are_no_dice_at_first() -> None:
    assert with_dice().dump()["dice"] == []


@pytest.mark.parametrize("dice", [[], [3], [1, 1, 6], [2, 2, 2]])
def test_dice_are_read_written_and_counted_by_face(dice: list[int]) -> None:
    state = with_dice()
    state.dice = DICE.index(tuple(dice))
    assert state.dump()["dice"] == dice
    row = ObsBuffer(300)
    state.observe_dice(0, 10, row)
    assert row.written()[10:16] == [dice.count(face) for face in range(1, 7)]


def test_dice_that_cannot_lie_there_are_refused() -> None:
    position = {**with_dice().dump(), "dice": [2, 1]}
    with pytest.raises(PositionError, match=r"carre.4: dice=\[2, 1\] are not at most 3 dice in ascending order"):
        with_dice().load(PositionReader("carre", position))
