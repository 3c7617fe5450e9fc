"""Impossible positions of Carat."""

from carreau.core.bits import members, size
from carreau.core.game import CHANCE, OVER
from carreau.core.position import require
from carreau.games.carat._spec import STAGE_NAMES
from carreau.games.carat._spec import CaratStage as Stage
from carreau.games.carat.board import BOARD, CHIP_FIELDS, CORNERS, INNER, in_words
from carreau.games.carat.rules import CaratRules
from carreau.games.carat.spec import COLOURS, SIDE, VALUES
from carreau.games.grids import hang_together


def audit(state: CaratRules) -> None:
    audit_tiles(state)
    audit_chips(state)
    audit_connection(state)
    audit_turn(state)
    audit_hands(state)
    audit_sums(state)


def audit_tiles(state: CaratRules) -> None:
    """Check that every tile of the box is in one place (carat.4)."""
    laid = [state.lies(field) // 4 for field in members(state.laid)]
    held = [tile for seat in range(int(state.seats)) for tile in members(state.hands(seat))]
    places = [*laid, *held, *members(state.stock)]
    for tile in range(int(state.side * state.side)):
        found = places.count(tile)
        require(found == 1, f"carat.4: the tile {in_words(tile)} is in {found} places instead of one")


def audit_chips(state: CaratRules) -> None:
    places, bare = members(CHIP_FIELDS[state.side]), members(state.free_chips)
    for place in places:
        has_one = (state.values(place) != 0) != (place in bare)
        require(has_one, f"carat.3: chip field {place % CORNERS},{place // CORNERS} must have one chip")
    left, fields = [int(state.chips_left(index)) for index in range(len(VALUES))], len(bare)
    require(sum(left) == fields, f"carat.3: {left} chips of the values 1..{len(VALUES)} are left for {fields} fields")
    in_order = state.by_players or bare == places[len(places) - fields :]
    require(in_order, "carat.r1: shuffled chips are laid row by row, without a gap")
    require(not state.laid or not bare, "carat.r7: no tile is laid before all chips are")


def audit_connection(state: CaratRules) -> None:
    """Check that all tiles are connected with one inside the outer ring (carat.7, carat.8)."""
    laid, inner = members(state.laid), members(state.laid & INNER[state.side])
    require(inner or not laid, "carat.7: all tiles lie on the outer ring, but the first one can't")
    cells = [(field % SIDE, field // SIDE) for field in laid]
    require(hang_together(cells), "carat.8: the tiles are not all connected side by side")


def audit_turn(state: CaratRules) -> None:
    """Check whose turn it is and who acts, by the chips and tiles that lie."""
    laid, seats = int(size(state.laid)), int(state.seats)
    turn, due = laid % seats, laid % seats
    if state.stage == Stage.CHIPPING:
        chips = int(size(CHIP_FIELDS[state.side] & ~state.free_chips))
        turn = due = chips % seats if state.by_players else 0
    elif state.stage == Stage.DRAWING:
        turn = (laid - 1) % seats if laid else int(state.turn)
    if state.stage == Stage.DRAWING or (state.stage == Stage.CHIPPING and not state.by_players):
        due = CHANCE
    elif state.laid == BOARD[state.side]:
        due = OVER
    chipping = (state.stage == Stage.CHIPPING) == (state.free_chips != 0)
    require(chipping, f"carat.3: stage={STAGE_NAMES[int(state.stage)]} doesn't fit the chips that are laid")
    in_turn = state.turn == turn and state.current == due
    require(in_turn, f"carat.6: turn={state.turn}, current={state.current} should be {turn}, {due}")


def audit_hands(state: CaratRules) -> None:
    """Check that everybody has drawn and laid once per turn."""
    drawing = state.stage != Stage.DRAWING or state.lacks_a_tile(state.turn)
    require(drawing, f"carat.6: seat {state.turn} has nothing to draw")
    for seat in range(int(state.seats)):
        due, held = due_hand(state, seat), state.held(seat)
        require(due == held, f"carat.5: seat {seat} must hold {due} tiles, not {held}")


def due_hand(state: CaratRules, seat: int) -> int:
    """Return how many tiles a seat must hold, by the tiles drawn and laid so far (carat.5, carat.6)."""
    laid, seats, hand = int(size(state.laid)), int(state.seats), int(state.hand_size)
    if state.stage == Stage.CHIPPING:
        return 0
    if state.stage == Stage.DRAWING and laid == 0:
        drawn = int(state.side * state.side - state.stock_size())
        require(drawn // hand == state.turn, f"carat.5: after {drawn} tiles the next one is not for seat {state.turn}")
        return min(hand, max(0, drawn - seat * hand))
    drawn = min(laid - int(state.stage == Stage.DRAWING), int(state.side * state.side) - seats * hand)
    return hand - turns_of(seat, laid, seats) + turns_of(seat, drawn, seats)


def turns_of(seat: int, turns: int, seats: int) -> int:
    """Return how many of the first turns of a game were those of a seat; seat 0 began."""
    return (turns - seat + seats - 1) // seats


def audit_sums(state: CaratRules) -> None:
    """Check that the gems around chips, and the points, are what rebuild() finds from the tiles."""
    again = state.clone()
    again.rebuild()
    chips = all(again.chips(place) == state.chips(place) for place in range(CORNERS * CORNERS))
    points = all(again.points(colour) == state.points(colour) for colour in range(len(COLOURS)))
    tiles = sum(2**field for field in range(SIDE * SIDE) if state.ways(field))
    remembered = chips and points and tiles == state.laid
    require(remembered, "carat.9: the carats and points remembered are not those of the chips and tiles")
