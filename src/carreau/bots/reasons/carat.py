"""Reasons in Carat: which chips the player's gems of a tile count at, and who is ahead there."""

from collections.abc import Iterator, Sequence
from typing import Final

from carreau.bots.reasons import Reason
from carreau.core.actions import Value
from carreau.core.game import State
from carreau.games.carat._spec import LAY, lay_field
from carreau.games.carat._state import CaratState
from carreau.games.carat.board import CORNERS, UPPER_LEFT
from carreau.games.carat.chip import carats, is_decided
from carreau.games.carat.rules import winner
from carreau.games.carat.spec import COLOURS

TOLD: Final = 2  # chips


def reasons(worlds: Sequence[State], seat: int, action: int) -> list[Reason]:
    state = worlds[0]
    assert isinstance(state, CaratState)
    if action < LAY:
        return []
    then = state.clone()
    then.apply(seat, action)
    first = UPPER_LEFT[lay_field(action)]
    places = [first, first + 1, first + CORNERS + 1, first + CORNERS]
    found = [reason for place in places for reason in at_chip(state, then, seat, int(place))]
    return sorted(found, key=lambda each: (each.kind == "trails", -int(str(each.values["value"]))))[:TOLD]


def at_chip(state: CaratState, then: CaratState, seat: int, place: int) -> Iterator[Reason]:
    """Say how many carats a player's gems have at a chip that is still open."""
    chip = then.chips(place)
    if not then.values(place) or is_decided(chip):  # the points say who won it
        return
    for colour, name in enumerate(COLOURS):
        if carats(chip, colour) != state.carats(place, colour) and then.owner(colour) == seat:
            kind = "leads" if winner(chip) == colour else "trails"
            values: dict[str, Value] = {
                "carats": int(carats(chip, colour)),
                "colour": name,
                "value": int(then.values(place)),
            }
            yield Reason(kind, seat, values)
