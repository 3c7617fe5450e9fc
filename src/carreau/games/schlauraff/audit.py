"""Impossible positions of Schlauraff, by what their dumps say."""

from typing import Any, Final

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
    else:
        idle = not any(position[part] for part in IN_TURN)
        require(idle, "schlauraff.5: dice and a column in play belong to a turn")


def audit_choices(state: SchlauraffRules) -> None:
    """Check that a player is asked only if there is a choice."""
    goes_on = state.stage != Stage.ASSIGNING or state.can_go_on()
    require(goes_on, "schlauraff.r9: with nothing to assign and no reroll the turn would be over")
    asked = state.stage != Stage.CARRYING or state.fitting_below() != 0
    require(asked, "schlauraff.r8: nothing is asked where no die fits on the chip below")


def audit_chips(position: Position, columns: int) -> None:  # schlauraff.1, schlauraff.2
    """Check that no chip is missing, and that the round has as many as its columns need."""
    laid = [chip for chips in [*position["columns"], *position["column"]] for chip in chips]
    for index, colour in enumerate(COLOURS):
        out, held = laid.count(colour), sum(chips[index] for chips in [position["bag"], *position["captured"]])
        places = f"{out} {colour} chips laid out and {held} captured or in the bag"
        require(out + held == PER_COLOUR, f"schlauraff.1: {places} are not {PER_COLOUR}")
    left, bag = CHIPS - ROWS * columns, sum(position["bag"])
    complete = position["stage"] not in TURN or bag == left
    require(complete, f"schlauraff.2: {columns} columns leave {left} chips in the bag, not {bag}")


def audit_notes(position: Position, columns: int) -> None:  # schlauraff.13
    """Check that the noted chips can have been captured in earlier rounds."""
    stage, number, rounds = position["stage"], position["round"], position["rounds"]
    over = rounds if stage == "ended" else number - 1
    points, reds, most = position["points"], position["reds"], ROWS * columns * over
    require(sum(points) <= most, f"schlauraff.13: {sum(points)} points are more than {most}")
    among = sum(reds) <= PER_COLOUR * over and all(red <= point for red, point in zip(reds, points, strict=True))
    require(among, f"schlauraff.13: so many red chips can't be among the captured: {reds}")
    require(stage != "ended" or number == rounds, f"schlauraff.3: the game ends after round {rounds}")
    require(stage != "starting" or number == 1, "schlauraff.3: only the first starting player is drawn by lot")


def audit_actor(position: Position) -> None:  # schlauraff.4
    """Check whose turn it is, by the columns played; who captured something has had a turn."""
    stage, player, seats = position["stage"], position["turn"], len(position["points"])
    current, starter, played = position["current"], position["starter"], position["played"]
    actor = player if stage in ACTING else OVER if stage == "ended" else CHANCE
    require(current == actor, f"schlauraff.4: {current} can't be the one to act: {stage}")
    due = (starter + played) % seats
    require(player == due, f"schlauraff.4: after {played} columns it is player {due}'s turn")
    for seat, chips in enumerate(position["captured"]):
        had_a_turn = (seat - starter) % seats < played + (stage in TURN)
        earned = had_a_turn or not any(chips)
        require(earned, f"schlauraff.4: player {seat} has captured chips but had no turn in this round")


def captured_rows(position: Position) -> list[int]:
    """List the rows of the column in play that are captured, counted from 0."""
    return [row for row, chips in enumerate(position["column"]) if not chips]


def audit_captured(position: Position) -> None:  # schlauraff.9, schlauraff.10
    """Check that this turn's captures are consecutive above the current chip, and the player has them."""
    rows, row, length = captured_rows(position), position["row"] - 1, len(position["column"])
    above = not rows or rows == list(range(row - len(rows), row))
    require(above, f"schlauraff.9: the rows captured this turn must end above row {row + 1}")
    require(row < length, f"schlauraff.11: below the last of {length} rows there is none to work on")
    has_them = len(rows) <= sum(position["captured"][position["turn"]])
    require(has_them, f"schlauraff.13: the player has captured {len(rows)} rows but does not have the chips")


def audit_column(position: Position) -> None:  # schlauraff.2, schlauraff.r4
    column, most = position["column"], position["played"] + 1
    low = all(len(chips) <= most for chips in column)
    require(low, f"schlauraff.r4: in a row of this column there can't be more than {most} chips")
    require(len(column) >= ROWS, f"schlauraff.2: a column has {ROWS} rows, not {len(column)}")


def audit_dice(position: Position) -> None:  # schlauraff.5, schlauraff.7, schlauraff.8
    """Check that the number of unused dice fits the captured chips."""
    begun, on, stage = position["row"] > 0, position["on"], position["stage"]
    rolling, carrying = stage == "rolling", stage == "carrying"
    either = (position["to_roll"] > 0) == rolling and not (rolling and (position["dice"] or position["assigned"]))
    require(either, "schlauraff.5: dice are to be rolled, or they lie there, or neither")
    none_yet = begun or not (on or position["assigned"] or carrying)
    require(none_yet, "schlauraff.10: with row=0 no die has been assigned yet")
    captured, free, dice = len(captured_rows(position)), len(position["dice"]) + position["to_roll"], BOX["dice"]
    earlier = captured - carrying
    require(not begun or earlier != 0 or on, "schlauraff.10: a player begins by assigning a die")
    left = free + len(on)
    fits = left == dice if earlier <= 0 else left < dice and dice - free >= captured
    require(fits, f"schlauraff.5: {free} dice left and {len(on)} on a chip can't be after {captured} captures")


def audit_work(position: Position, choice: bool) -> None:  # schlauraff.6, schlauraff.r2
    """Check that the dice on the current chip don't capture it yet but still can, with those left."""
    on, free = position["on"], len(position["dice"]) + position["to_roll"]
    if position["stage"] == "carrying":
        audit_carrying(position)
    elif position["row"] > 0:
        colour = position["column"][position["row"] - 1][0]
        missing, alone = BOX["worth"][colour] - sum(on), BOX["alone"].get(colour)
        waits = choice or not on or set(on) != {alone}
        require(waits, f"schlauraff.r6: a {alone} as the first die captures a {colour} chip at once")
        possible = (not on and alone and free > 0) or 0 < missing <= BOX["sides"] * free
        require(possible, f"schlauraff.r2: {on} on a {colour} chip can't become its value with {free} dice")


def audit_carrying(position: Position) -> None:  # schlauraff.7
    on = position["on"]
    just_now = len(on) > 1 and sum(on) in BOX["worth"].values() and position["assigned"]
    require(just_now, f"schlauraff.7: {on} has not just captured a chip with more than one die")
    require(captured_rows(position), "schlauraff.7: a die is moved down from a chip that has just been captured")
