"""Impossible positions of Carré."""

from carreau.core.bits import members
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
        both = f"has built {built} and holds {held} of the {value}s"
        require(built + held == COPIES, f"carre.2: player {seat} {both}; together it must be {COPIES}")
    for placed in laid:
        squares = members(COVERS[placed])
        flat = len({reached[square] for square in squares}) == 1
        require(flat, f"carre.9: {KINDS[placed // int(SQUARES)]} of player {seat} does not lie flat")
        for square in squares:
            reached[square] += 1
    known = [state.heights(seat, square) for square in range(int(SQUARES))]
    require(reached == known, f"carre.9: the heights on the board of player {seat} are not those of its tiles")


def audit_goods(state: CarreRules, goods: int, name: str) -> None:
    """Check that no stopper or chip is missing, and that purchases belong to the buyer."""
    held = sum(int(state.held(seat, goods)) for seat in range(int(state.seats)))
    middle, new = int(state.middle(goods)), int(state.new(goods))
    due = IN_GAME[goods] * int(state.seats) if goods == CHIP or state.with_stoppers else 0
    require(held + middle == due, f"carre.3: {held} {name}s with the players and {middle} in the middle are not {due}")
    possible = new <= min(state.held(state.turn, goods), 2 * state.bought(goods))
    require(possible, f"carre.11: {new} {name}s bought this turn are more than the player can have bought")


def audit_turn(state: CarreRules) -> None:
    """Check that the actor and the decision fit the turn."""
    turn, turns, stopped = int(state.turn), int(state.turns), int(state.stopped)
    rolling, acting, over = state.stage == Stage.ROLLING, state.stage == Stage.ACTING, state.current == OVER
    require(stopped in (0, *VALUES), f"carre.2: stopped={stopped} is not 0 or one of {VALUES}")
    require(turn == turns % state.seats, f"carre.4: after {turns} turns it is not player {turn}'s turn")
    ended = state.ending() != ""
    require(over == ended, "carre.19: the game is over when a player has built all tiles or the turns are over")
    acts = over or state.current == (CHANCE if rolling else turn)
    require(acts, f"carre.4: {state.current} can't be the one to act: {STAGES[int(state.stage)]}")
    bought = any(state.bought(goods) or state.new(goods) for goods in range(len(GOODS)))
    begun = state.dice != NO_DICE or stopped or bought
    require(not (rolling and begun), "carre.4: before the roll there are no dice to use, and nothing has been done")
    used = acting and state.middle(STOPPER) > 0
    require(not stopped or used, "carre.15: a stopper that has just been used lies in the middle")
    full = [seat for seat, built in enumerate(state.all_points()) if built == TILE_COUNT]
    in_turn = not full or (full == [turn] and acting)
    require(in_turn, f"carre.19: all tiles of {full} are built, but it is player {turn}'s turn")
    require(rolling or state.turns_left() > 0, f"carre.r6: after {turns} turns nobody has another one")


def audit_naming(state: CarreRules, goods: int) -> None:  # carre.12, carre.13
    stage, to_buyer = STAGES[int(state.stage)], int(state.goes_to_buyer())
    fell_short = state.bought(goods) and not state.middle(goods) and state.new(goods) + to_buyer <= 1
    require(fell_short, f"carre.12: nobody is named: {stage} follows a purchase that fell short")
    require(state.others_have(state.turn, goods), f"carre.r9: there is nobody to name: {stage}")
