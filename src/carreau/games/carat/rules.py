"""Carat: lay tiles of four gems between point chips; the colour with most carats around a chip takes it.

How fields, chips and tiles are written as numbers and sets of bits is said in board.py.
"""

from typing import TYPE_CHECKING, Any, Final, Self, final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.bits import BIT, lowest, members, nth, size
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, NOBODY, OVER, SPECTATOR, State, left_of
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.result import Result, ranked
from carreau.core.rng import Rng
from carreau.games.carat.board import (
    BOARD,
    CARATS,
    CELLS,
    CHIP_FIELDS,
    CHIPS,
    COLOURS,
    CORNERS,
    FIELDS,
    GEMS,
    HAND,
    INNER,
    LEFT,
    LYING,
    ORDERS,
    POINTS,
    ROW,
    SIDE,
    UNDECIDED,
    UPPER_LEFT,
    VALUE_UNIT,
    VALUES,
    add_gem,
    around,
    beside,
    in_words,
    lies,
    tiles_in_words,
    value,
)

if TYPE_CHECKING:
    from carreau.games.carat.view import CaratView

ACTIONS: Final = Actions("carat")
CHIP: Final[i64] = ACTIONS.add(
    "chip", "chip {value} {x},{y}", value=range(1, VALUES + 1), y=range(CORNERS), x=range(CORNERS)
)
DRAW: Final[i64] = ACTIONS.add("draw", "draw {carats} {order}", carats=range(1, CARATS + 1), order=ORDERS)
LAY: Final[i64] = ACTIONS.add(
    "lay", "{carats} {gems} {x},{y}", carats=range(1, CARATS + 1), gems=GEMS, y=range(SIDE), x=range(SIDE)
)

# What happens next.
CHIPPING: Final = 0  # the chips are laid, by chance or by the players (carat.r1)
DRAWING: Final = 1  # from the stock, for the player whose turn it is
LAYING: Final = 2
STAGES: Final = ["chipping", "drawing", "laying"]


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class CaratState(State):
    """A position of Carat. A smaller board uses the upper left fields, and the first tiles of the box."""

    def __init__(
        self, cells: vec[i64], seats: i64, side: i64, hand: i64, played: i64, by_players: bool, open_hands: bool
    ) -> None:
        self.cells = cells
        self.seats = seats
        self.side = side
        self.hand = hand  # tiles in a full hand (carat.17)
        self.played = played  # the first so many colours belong to players, the others are neutral (carat.1, carat.16)
        self.by_players = by_players  # the chips are (carat.r1)
        self.open_hands = open_hands
        self.current = CHANCE
        self.stage: i64 = CHIPPING
        self.turn: i64 = 0  # who acts, or for whom a tile is drawn
        self.free_chips: i64 = 0  # the chip fields without a chip
        self.stock: i64 = 0
        self.laid: i64 = 0  # the fields with a tile

    def clone(self) -> Self:
        copy = CaratState(
            self.cells[:], self.seats, self.side, self.hand, self.played, self.by_players, self.open_hands
        )
        copy.current = self.current
        copy.stage = self.stage
        copy.turn = self.turn
        copy.free_chips = self.free_chips
        copy.stock = self.stock
        copy.laid = self.laid
        return copy

    def set_up(self) -> None:
        """An empty board, all tiles in the stock, seat 0 to begin (carat.r7)."""
        place: i64 = 0
        while place < CHIPS:
            if CHIP_FIELDS[self.side] & BIT[place]:
                self.cells[place] = around(place % CORNERS, place // CORNERS, self.side) * UNDECIDED
            place += 1
        self.free_chips = CHIP_FIELDS[self.side]
        self.stock = BIT[self.side * self.side] - 1
        self.current = 0 if self.by_players else CHANCE

    # The words of the rules

    def owner(self, colour: i64) -> i64:  # carat.1, carat.r4, carat.r7
        """The seat that plays a colour; NOBODY if it is neutral."""
        return colour % self.seats if colour < self.played else i64(NOBODY)

    def on_board(self, x: i64, y: i64) -> bool:
        return x < self.side and y < self.side

    def on_outer_ring(self, x: i64, y: i64) -> bool:  # carat.7
        return x == 0 or y == 0 or x == self.side - 1 or y == self.side - 1

    def is_free(self, x: i64, y: i64) -> bool:
        return lies(self.cells, x, y) == NOBODY

    def shares_a_side(self, x: i64, y: i64) -> bool:  # carat.8
        """Whether a tile lies left or right of a field, above or below it."""
        return (
            (x > 0 and not self.is_free(x - 1, y))
            or (x + 1 < self.side and not self.is_free(x + 1, y))
            or (y > 0 and not self.is_free(x, y - 1))
            or (y + 1 < self.side and not self.is_free(x, y + 1))
        )

    def lacks_a_tile(self, seat: i64) -> bool:  # carat.5, carat.6, carat.17
        """Whether a hand is not full and there is a stock to fill it from."""
        return self.stock != 0 and size(self.cells[HAND + seat]) < self.hand

    def fields_to_lay(self) -> i64:  # carat.7, carat.8
        if self.laid == 0:
            return INNER[self.side]
        return beside(self.laid) & BOARD[self.side] & ~self.laid

    def values_left(self) -> i64:
        """The values of which a chip is still to be laid, as bits: 0 for the value 1."""
        left: i64 = 0
        index: i64 = 0
        while index < VALUES:
            if self.cells[LEFT + index]:
                left |= BIT[index]
            index += 1
        return left

    # The contract: what may be done

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat == OVER:
            return
        if self.stage == LAYING:
            self.lays(seat, out)
        elif self.stage == DRAWING:
            out.add_set(DRAW, self.stock)
        else:
            self.chips(out)

    def lays(self, seat: i64, out: ActionBuffer) -> None:
        fields = self.fields_to_lay()
        hand = self.cells[HAND + seat]
        while hand:
            first = LAY + lowest(hand) * 4 * FIELDS
            turn: i64 = 0
            while turn < 4:
                out.add_set(first + turn * FIELDS, fields)
                turn += 1
            hand &= hand - 1

    def chips(self, out: ActionBuffer) -> None:  # carat.r1
        places = self.free_chips if self.by_players else self.free_chips & -self.free_chips
        left = self.values_left()
        while left:
            out.add_set(CHIP + lowest(left) * CHIPS, places)
            left &= left - 1

    def random_action(self, seat: i64, rng: Rng, out: ActionBuffer) -> i64:
        """As moves() would list them: every field for each quarter turn of each tile, or for each value."""
        if self.stage == LAYING:
            places = self.fields_to_lay()
            hand = self.cells[HAND + seat]
            count = size(places)
            chosen = rng.below(size(hand) * 4 * count)
            way = chosen // count
            return LAY + (nth(hand, way >> 2) * 4 + (way & 3)) * FIELDS + nth(places, chosen % count)
        left = self.values_left()
        count = size(self.free_chips)
        chosen = rng.below(size(left) * count)
        return CHIP + nth(left, chosen // count) * CHIPS + nth(self.free_chips, chosen % count)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return "carat.15"
        if seat != self.current:
            return self.what_is_due()
        if action < DRAW:
            place = (action - CHIP) % CHIPS
            return self.chip_objection((action - CHIP) // CHIPS, place % CORNERS, place // CORNERS)
        if action < LAY:
            return self.draw_objection(action - DRAW)
        place = (action - LAY) % FIELDS
        return self.lay_objection(seat, (action - LAY) // FIELDS // 4, place % SIDE, place // SIDE)

    def what_is_due(self) -> str:
        """The clause by which somebody else acts now."""
        if self.stage == CHIPPING:
            return "carat.r1"
        return "carat.5" if self.stage == DRAWING and self.laid == 0 else "carat.6"

    def chip_objection(self, index: i64, x: i64, y: i64) -> str:
        if x > self.side or y > self.side:
            return "carat.2"
        place = y * CORNERS + x
        if self.free_chips & BIT[place] == 0 or self.cells[LEFT + index] == 0:
            return "carat.3"
        in_order = place == lowest(self.free_chips)
        return "" if self.by_players or in_order else "carat.r1"

    def draw_objection(self, tile: i64) -> str:
        if self.stage == CHIPPING:
            return "carat.r7"
        if self.stage == LAYING:
            return "carat.6"
        return "" if self.stock & BIT[tile] else "carat.5"

    def lay_objection(self, seat: i64, tile: i64, x: i64, y: i64) -> str:
        if self.stage != LAYING:
            return "carat.r7" if self.stage == CHIPPING else self.what_is_due()
        if not self.on_board(x, y):
            return "carat.2"
        if self.cells[HAND + seat] & BIT[tile] == 0 or not self.is_free(x, y):
            return "carat.6"
        if self.laid == 0:
            return "carat.7" if self.on_outer_ring(x, y) else ""
        return "" if self.shares_a_side(x, y) else "carat.8"

    # The contract: chance

    def weights(self) -> list[int]:
        if self.stage == CHIPPING:  # carat.3: by the chips of each value that are left
            return [int(self.cells[LEFT + index]) for index in members(self.values_left())]
        return [1] * int(size(self.stock))

    def sample(self, rng: Rng) -> i64:
        if self.stage == DRAWING:
            return DRAW + nth(self.stock, rng.below(size(self.stock)))
        drawn = rng.below(size(self.free_chips))
        index: i64 = 0
        while drawn >= self.cells[LEFT + index]:
            drawn -= self.cells[LEFT + index]
            index += 1
        return CHIP + index * CHIPS + lowest(self.free_chips)

    def unseen_by(self, seat: int, action: int) -> list[int]:  # carat.5, carat.r2
        if self.open_hands or not DRAW <= action < LAY:
            return []
        return [SPECTATOR] + [other for other in range(int(self.seats)) if other != self.turn]

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        if action >= LAY:
            self.lay(seat, (action - LAY) // FIELDS, (action - LAY) % FIELDS)
        elif action >= DRAW:
            self.draw(action - DRAW)
        else:
            self.lay_chip((action - CHIP) // CHIPS, (action - CHIP) % CHIPS)

    def lay_chip(self, index: i64, place: i64) -> None:  # carat.3
        self.put_chip(index, place)
        if self.free_chips == 0:  # carat.r7: only now are the tiles drawn, and seat 0 begins
            self.turn = 0
            self.stage = DRAWING
            self.current = CHANCE
        elif self.by_players:  # carat.r1
            self.turn = left_of(self.turn, self.seats)
            self.current = self.turn

    def put_chip(self, index: i64, place: i64) -> None:
        self.cells[place] += (index + 1) * VALUE_UNIT
        self.cells[LEFT + index] -= 1
        self.free_chips ^= BIT[place]

    def draw(self, tile: i64) -> None:
        self.stock ^= BIT[tile]
        self.cells[HAND + self.turn] |= BIT[tile]
        if not self.lacks_a_tile(self.turn):
            self.pass_on()

    def lay(self, seat: i64, way: i64, field: i64) -> None:
        self.cells[HAND + seat] ^= BIT[way >> 2]
        self.put_tile(way, field)
        if self.stock:  # carat.6
            self.stage = DRAWING
            self.current = CHANCE
        else:
            self.pass_on()

    def put_tile(self, way: i64, field: i64) -> None:
        """A tile is laid; each of its gems points at one chip (carat.6, carat.9)."""
        cells = self.cells
        cells[ROW + field // SIDE] |= (way + 1) << (8 * (field % SIDE))
        self.laid |= BIT[field]
        place = UPPER_LEFT[field]
        gem = way * 4
        add_gem(cells, place, LYING[gem])
        add_gem(cells, place + 1, LYING[gem + 1])
        add_gem(cells, place + CORNERS + 1, LYING[gem + 2])
        add_gem(cells, place + CORNERS, LYING[gem + 3])

    def pass_on(self) -> None:
        """The next player lays a tile, or before the first tile draws their hand."""
        self.turn = left_of(self.turn, self.seats)
        if self.laid == 0 and self.lacks_a_tile(self.turn):  # carat.5
            return
        self.stage = LAYING
        self.current = self.turn
        if self.laid == BOARD[self.side]:  # carat.15
            self.current = OVER

    # The contract: looking at it

    def scores(self) -> list[int]:  # carat.14, carat.16
        points = [int(self.cells[POINTS + colour]) for colour in range(len(COLOURS))]
        return [
            sum(won for colour, won in enumerate(points) if self.owner(colour) == seat)
            for seat in range(int(self.seats))
        ]

    def result(self) -> Result:  # carat.r3
        return ranked(self.scores(), "carat.15")

    def view(self, seat: int) -> "CaratView":
        # Here and not above, because the view is made of a state.
        from carreau.games.carat.view import CaratView

        return CaratView(seat, self)

    def chip(self, x: i64, y: i64) -> i64:
        return self.cells[y * CORNERS + x]

    def board(self) -> list[list[Any]]:
        """Every tile as [x, y, carats, gems], row by row."""
        fields = [(field % SIDE, field // SIDE) for field in members(self.laid)]
        ways = [int(lies(self.cells, x, y)) for x, y in fields]
        return [[x, y, 1 + way // len(GEMS), GEMS[way % len(GEMS)]] for (x, y), way in zip(fields, ways, strict=True)]

    def hands(self) -> list[list[list[Any]]]:
        return [tiles_in_words(self.cells[HAND + seat]) for seat in range(int(self.seats))]

    def table(self) -> dict[str, Any]:
        """What all may see of the tiles, and who acts."""
        return {
            "tiles": self.board(),
            "stage": STAGES[int(self.stage)],
            "current": int(self.current),
            "turn": int(self.turn),
        }

    def dump(self) -> dict[str, Any]:
        corners = range(int(self.side) + 1)
        chips = [[int(value(self.chip(x, y))) for x in corners] for y in corners]
        return {"chips": chips, "hands": self.hands(), **self.table()}

    # Positions that can't be

    def audit(self) -> None:
        self.audit_tiles()
        self.audit_chips()
        self.audit_board()
        self.audit_turn()
        self.audit_hands()
        again = self.laid_anew()
        if list(again.cells) != list(self.cells):
            raise PositionError("carat.9: the carats and points remembered are not those of the chips and tiles")

    def laid_anew(self) -> "CaratState":
        """The same chips and tiles, put down one by one on an empty board."""
        cells = vec[i64]([0] * CELLS)
        again = CaratState(cells, self.seats, self.side, self.hand, self.played, self.by_players, self.open_hands)
        again.set_up()
        for index in range(VALUES):
            again.cells[LEFT + index] = self.cells[LEFT + index]
        for place in members(CHIP_FIELDS[self.side] & ~self.free_chips):
            again.cells[LEFT + value(self.cells[place]) - 1] += 1
            again.put_chip(value(self.cells[place]) - 1, place)
        for field in members(self.laid):
            again.put_tile(lies(self.cells, field % SIDE, field // SIDE), field)
        for seat in range(int(self.seats)):
            again.cells[HAND + seat] = self.cells[HAND + seat]
        return again

    def audit_tiles(self) -> None:
        """Every tile of the box is in one place (carat.4)."""
        laid = [lies(self.cells, field % SIDE, field // SIDE) // 4 for field in members(self.laid)]
        held = [tile for seat in range(int(self.seats)) for tile in members(self.cells[HAND + seat])]
        places = [*laid, *held, *members(self.stock)]
        for tile in range(int(self.side * self.side)):
            found = places.count(tile)
            if found != 1:
                raise PositionError(f"carat.4: the tile {in_words(tile)} is in {found} places instead of one")

    def audit_chips(self) -> None:
        bare = members(self.free_chips)
        for place in members(CHIP_FIELDS[self.side]):
            if (value(self.cells[place]) == 0) != (place in bare):
                raise PositionError(f"carat.3: chip field {place % CORNERS},{place // CORNERS} must have one chip")
        left = [int(self.cells[LEFT + index]) for index in range(VALUES)]
        if min(left) < 0 or sum(left) != len(bare):
            raise PositionError(f"carat.3: {left} chips of the values 1..{VALUES} are left for {len(bare)} chip fields")
        places = members(CHIP_FIELDS[self.side])
        if not self.by_players and bare != places[len(places) - len(bare) :]:
            raise PositionError("carat.r1: shuffled chips are laid row by row, without a gap")

    def audit_board(self) -> None:
        if self.laid and self.free_chips:
            raise PositionError("carat.r7: no tile is laid before all chips are")
        self.audit_connection()

    def audit_connection(self) -> None:
        """From a tile inside the outer ring all others can be reached (carat.7, carat.8)."""
        reached = self.laid & INNER[self.side]
        if self.laid and not reached:
            raise PositionError("carat.7: all tiles lie on the outer ring, but the first one can't")
        reached &= -reached
        grown = (reached | beside(reached)) & self.laid
        while grown != reached:
            reached = grown
            grown = (reached | beside(reached)) & self.laid
        if reached != self.laid:
            raise PositionError("carat.8: the tiles are not all connected side by side")

    def audit_turn(self) -> None:
        laid, seats = int(size(self.laid)), int(self.seats)
        turn, due = laid % seats, laid % seats
        if self.stage == CHIPPING:
            chips = int(size(CHIP_FIELDS[self.side] & ~self.free_chips))
            turn = due = chips % seats if self.by_players else 0
        elif self.stage == DRAWING:
            turn = (laid - 1) % seats if laid else int(self.turn)
        if self.stage == DRAWING or (self.stage == CHIPPING and not self.by_players):
            due = CHANCE
        elif self.laid == BOARD[self.side]:
            due = OVER
        if (self.stage == CHIPPING) != (self.free_chips != 0):
            raise PositionError(f"carat.3: stage={STAGES[int(self.stage)]} doesn't fit the chips that are laid")
        if self.turn != turn or self.current != due:
            raise PositionError(f"carat.6: turn={self.turn}, current={self.current} should be {turn}, {due}")

    def audit_hands(self) -> None:
        """Everybody has drawn and laid as often as their turn came."""
        if self.stage == DRAWING and not self.lacks_a_tile(self.turn):
            raise PositionError(f"carat.6: seat {self.turn} has nothing to draw")
        for seat in range(int(self.seats)):
            due, held = self.due_hand(seat), size(self.cells[HAND + seat])
            if due != held:
                raise PositionError(f"carat.5: seat {seat} must hold {due} tiles, not {held}")

    def due_hand(self, seat: int) -> int:
        """How many tiles a seat must hold now."""
        laid, seats, hand = int(size(self.laid)), int(self.seats), int(self.hand)
        if self.stage == CHIPPING:
            return 0
        if self.stage == DRAWING and laid == 0:
            drawn = int(self.side * self.side - size(self.stock))
            if drawn // hand != self.turn:
                raise PositionError(f"carat.5: after {drawn} tiles the next one is not for seat {self.turn}")
            return min(hand, max(0, drawn - seat * hand))
        drawn = min(laid - int(self.stage == DRAWING), int(self.side * self.side) - seats * hand)
        return hand - turns_of(seat, laid, seats) + turns_of(seat, drawn, seats)


def turns_of(seat: int, turns: int, seats: int) -> int:
    """How many of the first turns were a seat's."""
    return (turns - seat + seats - 1) // seats
