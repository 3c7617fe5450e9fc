"""Positions of Carré that can't be."""

from carreau.core.bits import members
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, OVER
from carreau.core.position import require
from carreau.games.carre._spec import CarreStage as Stage
from carreau.games.carre.dice import CHIP, GOODS, IN_GAME, NO_DICE, STOPPER
from carreau.games.carre.rules import CarreRules
from carreau.games.carre.spec import STAGES
from carreau.games.carre.tiles import COPIES, COVERS, KINDS, SQUARES, TILE, TILE_COUNT, VALUES


def audit(state: CarreRules) -> None:
    for seat in range(int(state.seats)):
        audit_board(state, seat)
    for goods, name in enumerate(GOODS):
        audit_goods(state, goods, name)
    audit_turn(state)
    if state.is_naming():
        audit_naming(state, int(state.goods_wanted()))


def audit_board(state: CarreRules, seat: int) -> None:
    """Check that no tile is missing or uneven, and that the heights of squares fit their tiles."""
    laid, reached = [int(state.tiles(seat, slot)) for slot in range(int(state.built(seat)))], [0] * int(SQUARES)
    for tile, value in enumerate(VALUES):
        built, held = sum(TILE[placed // int(SQUARES)] == tile for placed in laid), int(state.supplies(seat, tile))
        if built + held != COPIES:
            both = f"has built {built} and holds {held} of the {value}s"
            raise PositionError(f"carre.2: player {seat} {both}; together it must be {COPIES}")
    for placed in laid:
        squares = members(COVERS[placed])
        if len({reached[square] for square in squares}) != 1:
            raise PositionError(f"carre.9: {KINDS[placed // int(SQUARES)]} of player {seat} does not lie flat")
        for square in squares:
            reached[square] += 1
    if reached != [state.heights(seat, square) for square in range(int(SQUARES))]:
        raise PositionError(f"carre.9: the heights on the board of player {seat} are not those of its tiles")


def audit_goods(state: CarreRules, goods: int, name: str) -> None:
    """Check that no stopper or chip is missing, and that purchases belong to the buyer."""
    held = sum(int(state.held(seat, goods)) for seat in range(int(state.seats)))
    middle = int(state.middle(goods))
    right = IN_GAME[goods] * int(state.seats) if goods == CHIP or state.with_stoppers else 0
    if held + middle != right:
        raise PositionError(f"carre.3: {held} {name}s with the players and {middle} in the middle are not {right}")
    new = int(state.new(goods))
    if new > state.held(state.turn, goods) or new > 2 * state.bought(goods):
        raise PositionError(f"carre.11: {new} {name}s bought this turn are more than the player can have bought")


def audit_turn(state: CarreRules) -> None:
    """Check that the actor and the decision fit the turn."""
    if state.stopped and int(state.stopped) not in VALUES:
        raise PositionError(f"carre.2: stopped={state.stopped} is not 0 or one of {VALUES}")
    if state.turn != state.turns % state.seats:
        raise PositionError(f"carre.4: after {state.turns} turns it is not player {state.turn}'s turn")
    if (state.current == OVER) != (state.ending() != ""):
        raise PositionError("carre.19: the game is over when a player has built all tiles or the turns are over")
    if state.current != OVER and state.current != (CHANCE if state.stage == Stage.ROLLING else state.turn):
        raise PositionError(f"carre.4: {state.current} can't be the one to act: {STAGES[int(state.stage)]}")
    if state.stage == Stage.ROLLING and (state.dice != NO_DICE or state.stopped or any_bought(state)):
        raise PositionError("carre.4: before the roll there are no dice to use, and nothing has been done")
    if state.stopped and (state.stage != Stage.ACTING or state.middle(STOPPER) == 0):
        raise PositionError("carre.15: a stopper that has just been used lies in the middle")
    full = [seat for seat, built in enumerate(state.all_points()) if built == TILE_COUNT]
    if full and (full != [int(state.turn)] or state.stage != Stage.ACTING):
        raise PositionError(f"carre.19: all tiles of {full} are built, but it is player {state.turn}'s turn")
    if state.turns_left() == 0 and state.stage != Stage.ROLLING:
        raise PositionError(f"carre.r6: after {state.turns} turns nobody has another one")


def any_bought(state: CarreRules) -> bool:
    return any(state.bought(goods) or state.new(goods) for goods in range(len(GOODS)))


def audit_naming(state: CarreRules, goods: int) -> None:  # carre.12, carre.13
    stage, to_buyer = STAGES[int(state.stage)], int(state.goes_to_buyer())
    if not state.bought(goods) or state.middle(goods) or state.new(goods) + to_buyer > 1:
        raise PositionError(f"carre.12: nobody is named: {stage} follows a purchase that fell short")
    require(state.others_have(state.turn, goods), f"carre.r9: there is nobody to name: {stage}")
