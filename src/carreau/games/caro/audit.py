"""Impossible positions of Caro."""

from carreau.core.bits import BIT
from carreau.core.game import OVER
from carreau.core.position import require
from carreau.games.caro._spec import LINE_COUNT
from carreau.games.caro._spec import CaroStage as Stage
from carreau.games.caro.board import REACH, WIDTH
from carreau.games.caro.rules import CaroRules
from carreau.games.caro.spec import COLOURS, PER_COLOUR
from carreau.games.grids import hang_together


def audit(state: CaroRules) -> None:
    audit_tiles(state)
    audit_board(state)
    audit_turn(state)


def audit_tiles(state: CaroRules) -> None:
    tiles = [colour for _, _, colour in state.dump_tiles()]
    for index, colour in enumerate(COLOURS):
        held, laid = sum(int(state.hands(seat, index)) for seat in range(int(state.seats))), tiles.count(colour)
        complete = held + laid == PER_COLOUR * state.seats
        require(complete, f"caro.1: {held} {colour} tiles in hand and {laid} laid are not all")


def audit_board(state: CaroRules) -> None:
    across, down, side = state.right - state.left + 1, state.bottom - state.top + 1, state.side
    require(max(across, down) <= side, f"caro.4: {across} by {down} tiles are more than {side} by {side}")
    places = [(x, y) for x, y, _ in state.dump_tiles()]
    together = hang_together(places) and (not places or (0, 0) in places)
    require(together, "caro.6: the tiles must be connected, with one of them on 0,0")
    again = state.clone()
    again.rebuild()
    remembered = all(again.rows(line) == state.rows(line) for line in range(LINE_COUNT))
    require(remembered, "caro.6: the free cells beside the tiles are not the ones remembered")
    if not state.honour:
        audit_faults(state)


def audit_faults(state: CaroRules) -> None:
    """Check caro.7, 8 and 9 for every tile as if it had been laid last; the order doesn't matter to them."""
    for x, y, colour in state.dump_tiles():
        clause = state.fault((y + REACH) * WIDTH + x + REACH, COLOURS.index(colour))
        require(not clause, f"{clause}: {colour} {x},{y} can't lie where it lies")


def audit_turn(state: CaroRules) -> None:
    current, over = state.current, state.current == OVER
    require(current >= 0 or over, f"caro.3: current={current} is neither a seat nor {OVER}")
    if state.stage == Stage.LAYING:
        ended = not state.anyone_can_lay() and state.rounds_left == 1
        require(over == ended, f"caro.15: current={current} must be {OVER} exactly if nobody can lay")
        return
    require(state.honour, "caro.r3: without honour nobody is asked and no tile is laid again")
    if state.stage == Stage.LAYING_ANEW:
        require(current == state.layer, f"caro.13: current={current} must be {state.layer}, who lays again")
        return
    asked = current != state.layer and not over
    require(asked, f"caro.r7: current={current} can't be asked about the tile of {state.layer}")
    audit_last(state)


def audit_last(state: CaroRules) -> None:
    """Check that the tile in question is on the board and scored correctly."""
    x, y, colour = state.last_cell % WIDTH, state.last_cell // WIDTH, state.last_colour
    require(state.tile(x, y) == BIT[colour], f"caro.r7: the last tile, {COLOURS[int(colour)]}, isn't where it was laid")
    before = state.clone()
    before.remove(x, y)
    before.rebuild()
    before.add_to_hands(state.layer, colour, 1)
    points = before.points_for(state.layer, state.last_cell, colour)
    require(state.last_points == points, f"caro.10: the last tile scored {points} points, not {state.last_points}")
