"""Positions of Schlauraff that can't be, by what their dumps say."""

from typing import Any, Final

from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, OVER
from carreau.core.position import require
from carreau.games.schlauraff._spec import SchlauraffStage as Stage
from carreau.games.schlauraff.rules import SchlauraffRules
from carreau.games.schlauraff.spec import BOX, CHIPS, COLOURS, PER_COLOUR, ROWS

Position = dict[str, Any]

TURN: Final = ("rolling", "assigning", "carrying")
ACTING: Final = ("assigning", "carrying")


IN_TURN: Final = ("row", "played", "column", "dice", "on", "to_roll", "assigned")


def audit(state: SchlauraffRules) -> None:
    """Raise PositionError if the position is impossible."""
    position, columns = state.dump(), int(state.columns)
    audit_chips(position, columns)
    audit_notes(position, columns)
    audit_actor(position)
    if state.in_turn():
        audit_captured(position)
        audit_column(position)
        audit_dice(position)
        audit_work(position, state.choice)
        audit_choices(state)
    elif any(position[part] for part in IN_TURN):
        raise PositionError("schlauraff.5: dice and a column in play belong to a turn")


def audit_choices(state: SchlauraffRules) -> None:
    """Check that a player is asked only if there is a choice."""
    if state.stage == Stage.ASSIGNING and not state.can_go_on():
        raise PositionError("schlauraff.r9: with nothing to assign and no reroll the turn would be over")
    if state.stage == Stage.CARRYING and state.fitting_below() == 0:
        raise PositionError("schlauraff.r8: nothing is asked where no die fits on the chip below")


def audit_chips(position: Position, columns: int) -> None:  # schlauraff.1, schlauraff.2
    """Check that no chip is missing, and that the round has as many as its columns need."""
    laid = [chip for chips in [*position["columns"], *position["column"]] for chip in chips]
    for index, colour in enumerate(COLOURS):
        held = sum(chips[index] for chips in [position["bag"], *position["captured"]])
        if held + laid.count(colour) != PER_COLOUR:
            raise PositionError(
                f"schlauraff.1: {laid.count(colour)} {colour} chips laid out and {held} captured or in the bag"
                f" are not {PER_COLOUR}"
            )
    left = CHIPS - ROWS * columns
    if position["stage"] in TURN and sum(position["bag"]) != left:
        raise PositionError(
            f"schlauraff.2: {columns} columns leave {left} chips in the bag, not {sum(position['bag'])}"
        )


def audit_notes(position: Position, columns: int) -> None:  # schlauraff.13
    """Check that the noted chips can have been captured in earlier rounds."""
    over = position["rounds"] if position["stage"] == "ended" else position["round"] - 1
    points, reds = position["points"], position["reds"]
    if sum(points) > ROWS * columns * over:
        raise PositionError(f"schlauraff.13: {sum(points)} points are more than {ROWS * columns * over}")
    if sum(reds) > PER_COLOUR * over or any(red > point for red, point in zip(reds, points, strict=True)):
        raise PositionError(f"schlauraff.13: so many red chips can't be among the captured: {reds}")
    if position["stage"] == "ended" and position["round"] != position["rounds"]:
        raise PositionError(f"schlauraff.3: the game ends after round {position['rounds']}")
    if position["stage"] == "starting" and position["round"] != 1:
        raise PositionError("schlauraff.3: only the first starting player is drawn by lot")


def audit_actor(position: Position) -> None:  # schlauraff.4
    stage, player, seats = position["stage"], position["turn"], len(position["points"])
    actor = player if stage in ACTING else OVER if stage == "ended" else CHANCE
    require(position["current"] == actor, f"schlauraff.4: {position['current']} can't be the one to act: {stage}")
    right = (position["starter"] + position["played"]) % seats
    require(player == right, f"schlauraff.4: after {position['played']} columns it is player {right}'s turn")
    for seat, chips in enumerate(position["captured"]):
        turns = position["played"] + (stage in TURN)
        if any(chips) and (seat - position["starter"]) % seats >= turns:
            raise PositionError(f"schlauraff.4: player {seat} has captured chips but had no turn in this round")


def captured_rows(position: Position) -> list[int]:
    return [row for row, chips in enumerate(position["column"]) if not chips]


def audit_captured(position: Position) -> None:  # schlauraff.9, schlauraff.10
    """Check that this turn's captures are consecutive above the current chip, and the player has them."""
    rows, row = captured_rows(position), position["row"] - 1
    if rows and rows != list(range(row - len(rows), row)):
        raise PositionError(f"schlauraff.9: the rows captured this turn must end above row {position['row']}")
    if row >= len(position["column"]):
        raise PositionError(f"schlauraff.11: below the last of {len(position['column'])} rows there is none to work on")
    if len(rows) > sum(position["captured"][position["turn"]]):
        raise PositionError(f"schlauraff.13: the player has captured {len(rows)} rows but does not have the chips")


def audit_column(position: Position) -> None:  # schlauraff.2, schlauraff.r4
    most = position["played"] + 1
    if any(len(chips) > most for chips in position["column"]):
        raise PositionError(f"schlauraff.r4: in a row of this column there can't be more than {most} chips")
    require(len(position["column"]) >= ROWS, f"schlauraff.2: a column has {ROWS} rows, not {len(position['column'])}")


def audit_dice(position: Position) -> None:  # schlauraff.5, schlauraff.7, schlauraff.8
    """Check that the number of unused dice fits the captured chips."""
    stage, begun, on = position["stage"], position["row"] > 0, position["on"]
    rolling = stage == "rolling"
    if (position["to_roll"] > 0) != rolling or (rolling and (position["dice"] or position["assigned"])):
        raise PositionError("schlauraff.5: dice are to be rolled, or they lie there, or neither")
    if not begun and (on or position["assigned"] or stage == "carrying"):
        raise PositionError("schlauraff.10: with row=0 no die has been assigned yet")
    captured = len(captured_rows(position))
    earlier = captured - (stage == "carrying")
    free = len(position["dice"]) + position["to_roll"]
    require(not begun or earlier != 0 or on, "schlauraff.10: a player begins by assigning a die")
    dice = BOX["dice"]
    if free + len(on) != dice if earlier <= 0 else free + len(on) >= dice or dice - free < captured:
        raise PositionError(
            f"schlauraff.5: {free} dice left and {len(on)} on a chip can't be after {captured} captures"
        )


def audit_work(position: Position, choice: bool) -> None:  # schlauraff.6, schlauraff.r2
    """Check that the dice on the current chip don't capture it yet but still can, with those left."""
    on, free = position["on"], len(position["dice"]) + position["to_roll"]
    if position["stage"] == "carrying":
        audit_carrying(position)
    elif position["row"] > 0:
        colour = position["column"][position["row"] - 1][0]
        missing = BOX["worth"][colour] - sum(on)
        alone = BOX["alone"].get(colour)
        if on and set(on) == {alone} and not choice:
            raise PositionError(f"schlauraff.r6: a {alone} as the first die captures a {colour} chip at once")
        reached = not on and alone and free > 0
        if not reached and not 0 < missing <= BOX["sides"] * free:
            raise PositionError(f"schlauraff.r2: {on} on a {colour} chip can't become its value with {free} dice")


def audit_carrying(position: Position) -> None:  # schlauraff.7
    on = position["on"]
    if len(on) < 2 or sum(on) not in BOX["worth"].values() or not position["assigned"]:
        raise PositionError(f"schlauraff.7: {on} has not just captured a chip with more than one die")
    require(captured_rows(position), "schlauraff.7: a die is moved down from a chip that has just been captured")
