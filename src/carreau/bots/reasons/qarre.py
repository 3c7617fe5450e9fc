"""Reasons in Qarré: what is on top afterwards, and what waits in hand and reserve."""

from collections.abc import Sequence

from carreau.bots.reasons import Reason
from carreau.core.bits import members
from carreau.core.game import State
from carreau.games.qarre._spec import (
    CARD_NAMES,
    DECLINE,
    DISCARD,
    END,
    LAY,
    REMOVE,
    RESERVE,
    lay_place,
    remove_place,
    take_place,
)
from carreau.games.qarre._state import QarreState
from carreau.games.qarre.spec import FIELDS


def reasons(worlds: Sequence[State], seat: int, action: int) -> list[Reason]:
    state = worlds[0]
    assert isinstance(state, QarreState)
    if action < REMOVE:
        return taking(state, int(take_place(action)))
    if action < DECLINE:
        return [uncovers(state, int(remove_place(action)))]
    if action < DISCARD:
        return [Reason("tops", seat, {"card": tops(state)})]
    then = state.clone()
    then.apply(seat, action)
    if action < LAY:
        return [Reason("keeps", seat, {"card": [CARD_NAMES[card] for card in members(then.hands(seat))]})]
    if action < RESERVE:
        covered = CARD_NAMES[state.tops(lay_place(action))]
        return [Reason("covers", seat, {"card": covered}), Reason("tops", seat, {"card": tops(then)})]
    waiting = int(then.reserved(seat))
    if action < END:
        return [Reason("reserves", seat, {"count": waiting})]
    return [Reason("ends", seat, {"count": waiting})] if waiting else []


def taking(state: QarreState, field: int) -> list[Reason]:
    return [Reason("takes", -1, {"card": CARD_NAMES[state.tops(field)]}), uncovers(state, field)]


def uncovers(state: QarreState, field: int) -> Reason:
    """Say what is on a field once its top card is gone."""
    below = int(state.below(state.tops(field)))
    return Reason("uncovers", -1, {"card": CARD_NAMES[below]}) if below >= 0 else Reason("refills")


def tops(state: QarreState) -> list[str]:
    return [CARD_NAMES[state.tops(field)] for field in range(FIELDS) if state.tops(field) >= 0]
