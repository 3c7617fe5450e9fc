"""Reasons in Bauab: the liberties of a chip, and the chips of the opponent that are about to be captured."""

from collections.abc import Sequence

from carreau.bots.reasons import Reason
from carreau.core.bits import members
from carreau.core.game import State
from carreau.games.bauab._spec import LAY, PASS, PLOT_NAMES, lay_chip, lay_plot
from carreau.games.bauab._state import BauabState
from carreau.games.bauab.rules import PARK


def reasons(worlds: Sequence[State], seat: int, action: int) -> list[Reason]:
    state = worlds[0]
    assert isinstance(state, BauabState)
    if not LAY <= action < PASS:
        return []
    then, plot = state.clone(), int(lay_plot(action))
    then.apply(seat, action)
    beside = members(then.neighbours(plot) & then.own(1 - seat))
    threatened = [PLOT_NAMES[each] for each in beside if then.liberties(each) == 1]
    if lay_chip(action) == PARK:
        told = Reason("park", -1, {"plot": PLOT_NAMES[plot]})
    else:
        told = Reason("liberties", -1, {"count": int(then.liberties(plot))})
    return [told, *([Reason("threatens", 1 - seat, {"plot": threatened})] if threatened else [])]
