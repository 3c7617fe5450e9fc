"""Reasons in Raufer: whether the next player can obey, and what stays in hand."""

from collections.abc import Sequence

from carreau.bots.reasons import TENTHS, Reason, tenths
from carreau.core.bits import BIT, members, size
from carreau.core.game import State
from carreau.games.raufer._spec import FAIL, LAY, lay_card, lay_order
from carreau.games.raufer._state import RauferState
from carreau.games.raufer.fast import obeying_floors


def reasons(worlds: Sequence[State], seat: int, action: int) -> list[Reason]:
    if not LAY <= action < FAIL:
        return []
    states = [world for world in worlds if isinstance(world, RauferState)]
    card, kept = int(lay_card(action)), members(states[0].hands(seat) & ~BIT[lay_card(action)])
    next_seat = int(states[0].next_in_game(seat))
    obeying = int(obeying_floors(lay_order(action), card) & (BIT[states[0].floors + 1] - 1))
    fails = tenths([state.hands(next_seat) & obeying == 0 for state in states])
    unseen = int(size(obeying & ~(states[0].laid | states[0].hands(seat))))
    kept_told = Reason("keeps", -1, {"cards": kept}) if kept else Reason("last_card")
    if unseen == 0:
        return [Reason("nobody_can"), kept_told]
    nobody = tenths([not followers(state, seat, obeying) for state in states])
    backfires = [Reason("backfires", -1, {"tenths": nobody})] if nobody else []
    return [obeys(next_seat, fails, unseen), *backfires, kept_told]


def followers(state: RauferState, seat: int, obeying: int) -> list[int]:
    """List the other players in the game who hold a floor that obeys."""
    others = [other for other in range(int(state.seats)) if other != seat and not state.out & BIT[other]]
    return [other for other in others if state.hands(other) & obeying]


def obeys(seat: int, fails: int, unseen: int) -> Reason:
    """Say how likely a player has one of the unseen floors that obey."""
    kind = "may_fail" if 0 < fails < TENTHS else "seldom_fails" if fails == 0 else "mostly_fails"
    return Reason(kind, seat, {"tenths": fails, "count": unseen})
