"""Schollenschubser: let the floes drift and melt, and bring four explorers across them to the icebreaker.

The sizes of all floes are one board as board.py describes it, and so are the explorers of each player
and those that have moved this turn. Cards in the supply and explorers on the bank are what is left.
"""

from typing import Any, Final, Self, final

from carreau.core.action_buffer import ActionBuffer
from carreau.core.actions import Actions
from carreau.core.errors import PositionError
from carreau.core.game import CHANCE, NOBODY, OVER, State, left_of
from carreau.core.native import i64, mypyc_attr, vec
from carreau.core.perfect_info import PerfectInfoView
from carreau.core.result import Result, ranked
from carreau.core.rng import Rng
from carreau.games.schollenschubser.board import (
    BANK,
    BOX,
    CARDS,
    COLUMNS,
    EXPLORERS,
    FIELD_COUNT,
    FIELDS,
    FIRST_COLUMN,
    FIRST_ROW,
    KIND,
    LARGEST,
    LAST_COLUMN,
    LAST_ROW,
    MOST_SEATS,
    NEIGHBOURS,
    ROLL_COUNT,
    ROLLED_COLUMNS,
    ROLLED_MELT,
    ROLLS,
    SHIP,
    SIDES,
    SIZES,
    THROW_COUNT,
    THROWS,
    WIDTH,
    add_fields,
    at,
    can_drift,
    can_melt,
    cards_left,
    drifted,
    first_field,
    occupied,
    one,
    total,
)

ACTIONS: Final = Actions("schollenschubser")
PLAYERS: Final = range(MOST_SEATS)
DRAWN: Final[list[str]] = BOX["start"]["drawn"]
LAY: Final[i64] = ACTIONS.add("lay", "lay {size} {field}", field=DRAWN, size=SIZES)
START: Final[i64] = ACTIONS.add("start", "start {player}", player=PLAYERS)
ROLL: Final[i64] = ACTIONS.add("roll", "roll {dice}", dice=[",".join(map(str, roll)) for roll in ROLLS])
DRIFT: Final[i64] = ACTIONS.add("drift", "drift {field}", field=FIELDS)
FLOE: Final[i64] = ACTIONS.add("floe", "floe {size} {field}", size=SIZES, field=FIELDS[:COLUMNS])
MELT: Final[i64] = ACTIONS.add("melt", "melt {field}", field=FIELDS)
DROP: Final[i64] = ACTIONS.add("drop", "drop {player} from {field}", field=FIELDS, player=PLAYERS)
DECLINE: Final[i64] = ACTIONS.add("decline", "decline")
MOVE: Final[i64] = ACTIONS.add("move", "{start}-{to}", start=[*FIELDS, "bank"], to=[*FIELDS, "bank", "ship"])
END: Final[i64] = ACTIONS.add("end", "end")

SIZE_COUNT: Final[i64] = len(SIZES)
GOALS: Final[i64] = len(FIELDS) + 2  # where a move can lead

# Where each part of a state stands in its cells, for each seat.
STANDS: Final = 0  # the explorers on floes, as a board
ABOARD: Final = 4
CELLS: Final = 8

LAYING: Final = 0
LOT: Final = 1
ROLLING: Final = 2
DRIFTING: Final = 3
MOVING: Final = 4
STAGES: Final = ["laying", "lot", "rolling", "drifting", "moving"]

NO_ROLL: Final = -1


def crowd(cells: vec[i64]) -> i64:
    """How many explorers stand on each floe."""
    return cells[STANDS] + cells[STANDS + 1] + cells[STANDS + 2] + cells[STANDS + 3]


def on_bank(cells: vec[i64], seat: i64) -> i64:
    """How many explorers of a player are on the bank."""
    return EXPLORERS - cells[ABOARD + seat] - total(cells[STANDS + seat])


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class SchollenschubserState(State):
    """A position of Schollenschubser. A field is row * 4 + column, counted from the north and from the bank."""

    def __init__(self, cells: vec[i64], seats: i64, turn_limit: i64, large_floes: bool, melt_compulsory: bool) -> None:
        self.cells = cells
        self.seats = seats
        self.turn_limit = turn_limit
        self.large_floes = large_floes
        self.melt_compulsory = melt_compulsory
        self.current = CHANCE
        self.stage: i64 = LAYING
        self.starter: i64 = NOBODY
        self.turn: i64 = NOBODY  # whose turn it is
        self.turns: i64 = 0  # turns that are over, of all players together
        self.roll: i64 = NO_ROLL
        self.sizes: i64 = 0
        self.moved: i64 = 0  # the explorers of the player that have moved this turn, where they stand now
        self.returned: i64 = 0  # those that went back to the bank this turn
        self.entered: i64 = 0  # 1 if one has stepped onto a floe from the bank

    def clone(self) -> Self:
        copy = SchollenschubserState(self.cells[:], self.seats, self.turn_limit, self.large_floes, self.melt_compulsory)
        copy.current = self.current
        copy.stage = self.stage
        copy.starter = self.starter
        copy.turn = self.turn
        copy.turns = self.turns
        copy.roll = self.roll
        copy.sizes = self.sizes
        copy.moved = self.moved
        copy.returned = self.returned
        copy.entered = self.entered
        return copy

    # The words of the rules

    def side_is_used(self, side: i64) -> bool:  # scholle.3, scholle.r7
        return side < LARGEST or self.large_floes

    def in_supply(self, side: i64) -> bool:  # scholle.r9
        return cards_left(self.sizes, KIND[side]) > 0

    def with_room(self) -> i64:  # scholle.2
        """The floes that are not full."""
        return occupied(crowd(self.cells) ^ self.sizes)

    def has_room(self, field: i64) -> bool:
        return at(crowd(self.cells), field) < at(self.sizes, field)

    def fresh(self) -> i64:  # scholle.r5
        """The floes with an explorer of the player that has not moved this turn."""
        return occupied(self.cells[STANDS + self.turn] - self.moved)

    def may_enter(self) -> bool:  # scholle.12, scholle.r5
        return self.entered == 0 and on_bank(self.cells, self.turn) > self.returned

    def is_rolled(self, field: i64) -> bool:  # scholle.6, scholle.8
        """Whether one of the dice stands for the column of a field."""
        return ROLLED_COLUMNS[self.roll] & one(field) != 0

    def drift_is_possible(self) -> bool:  # scholle.r6
        """Whether one of the dice can be carried out."""
        columns = ROLLED_COLUMNS[self.roll]
        if can_drift(self.sizes) & columns:
            return True
        if columns and (self.in_supply(1) or self.in_supply(LARGEST)):
            return True
        return ROLLED_MELT[self.roll] != 0 and can_melt(self.sizes) != 0

    # The rules, one by one

    def lay_objection(self, side: i64, field: str) -> str:
        laid_now = self.stage == LAYING and field == FIELDS[int(self.next_laid())]
        return "" if laid_now and self.side_is_used(side) else "scholle.3"

    def lot_objection(self, seat: i64) -> str:
        return "" if self.stage == LOT and seat < self.seats else "scholle.4"

    def drift_objection(self, field: i64) -> str:
        if not self.is_rolled(field):
            return "scholle.5"
        if at(self.sizes, field) == 0:
            return "scholle.6"
        return "scholle.r4" if field < LAST_ROW and at(self.sizes, field + WIDTH) > 0 else ""

    def floe_objection(self, side: i64, field: i64) -> str:
        if not self.side_is_used(side) and self.seats == 3:
            return "scholle.3"
        if not self.is_rolled(field):
            return "scholle.5"
        if at(self.sizes, field) > 0:
            return "scholle.6"
        if not self.side_is_used(side):
            return "scholle.r7"
        return "" if self.in_supply(side) else "scholle.r9"

    def step_objection(self, field: i64) -> str:
        """The clause against letting a floe melt, whoever falls."""
        if not ROLLED_MELT[self.roll]:
            return "scholle.5"
        if at(self.sizes, field) == 0:
            return "scholle.9"
        return "scholle.10" if at(self.sizes, field) == 3 and not self.in_supply(2) else ""

    def melt_objection(self, field: i64) -> str:
        return self.step_objection(field) or ("" if self.has_room(field) else "scholle.11")

    def drop_objection(self, field: i64, seat: i64) -> str:
        if at(self.cells[STANDS + seat], field) == 0:
            return self.step_objection(field) or "scholle.11"
        return self.step_objection(field) or ("scholle.r13" if self.has_room(field) else "")

    def decline_objection(self) -> str:
        if not ROLLED_MELT[self.roll]:
            return "scholle.5"
        if can_melt(self.sizes) == 0:
            return "scholle.r6"
        return "scholle.r12" if self.melt_compulsory else ""

    def enter_objection(self, to: i64) -> str:
        in_first_column = to < BANK and to % WIDTH == 0
        if not in_first_column or not self.has_room(to) or self.entered or on_bank(self.cells, self.turn) == 0:
            return "scholle.12"
        return "" if on_bank(self.cells, self.turn) > self.returned else "scholle.r5"

    def move_objection(self, start: i64, to: i64) -> str:
        if start == BANK:
            return self.enter_objection(to)
        own = at(self.cells[STANDS + self.turn], start)
        if own == 0 or not self.leads_on(start, to):
            return "scholle.14" if to == SHIP else "scholle.13"
        return "scholle.r5" if own == at(self.moved, start) else ""

    def leads_on(self, start: i64, to: i64) -> bool:  # scholle.13, scholle.14
        """Whether an explorer on a floe could move there."""
        if to == BANK:
            return start % WIDTH == 0
        if to == SHIP:
            return start % WIDTH == LAST_COLUMN
        return NEIGHBOURS[start] & one(to) != 0 and self.has_room(to)

    # The contract: what may be done

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat < CHANCE:
            return
        if self.stage == MOVING:
            self.steps(out)
        elif self.stage == DRIFTING:
            self.drifts(out)
        elif self.stage == ROLLING:
            out.add_range(ROLL, ROLL_COUNT)
        elif self.stage == LOT:
            out.add_range(START, self.seats)
        else:
            self.lays(out)

    def lays(self, out: ActionBuffer) -> None:
        first = LAY + DRAWN.index(FIELDS[int(self.next_laid())]) * SIZE_COUNT
        for index, side in enumerate(SIZES):
            if self.side_is_used(side):
                out.add(first + index)

    def drifts(self, out: ActionBuffer) -> None:
        columns = ROLLED_COLUMNS[self.roll]
        add_fields(out, DRIFT, can_drift(self.sizes) & columns)
        free = columns & FIRST_ROW & ~occupied(self.sizes)
        if free:
            self.floes(free, out)
        if ROLLED_MELT[self.roll]:
            self.melts(out)

    def floes(self, free: i64, out: ActionBuffer) -> None:
        side: i64 = 1
        while side <= LARGEST:
            if self.side_is_used(side) and self.in_supply(side):
                add_fields(out, FLOE + (side - 1) * WIDTH, free)
            side += 1

    def melts(self, out: ActionBuffer) -> None:
        melting = can_melt(self.sizes)
        room = self.with_room()
        add_fields(out, MELT, melting & room)
        full = melting & ~room
        while full:
            self.drops(first_field(full), out)
            full &= full - 1
        if melting and not self.melt_compulsory:
            out.add(DECLINE)

    def drops(self, field: i64, out: ActionBuffer) -> None:
        seat: i64 = 0
        while seat < self.seats:
            if at(self.cells[STANDS + seat], field) > 0:
                out.add(DROP + field * MOST_SEATS + seat)
            seat += 1

    def steps(self, out: ActionBuffer) -> None:
        room = self.with_room()
        fresh = self.fresh()
        while fresh:
            field = first_field(fresh)
            first = MOVE + field * GOALS
            add_fields(out, first, NEIGHBOURS[field] & room)
            if field % WIDTH == 0:
                out.add(first + BANK)
            elif field % WIDTH == LAST_COLUMN:
                out.add(first + SHIP)
            fresh &= fresh - 1
        if self.may_enter():
            add_fields(out, MOVE + BANK * GOALS, FIRST_COLUMN & room)
        out.add(END)

    def weights(self) -> list[int]:
        if self.stage == LAYING:  # scholle.r8
            sides = [(action - int(LAY)) % len(SIZES) + 1 for action in self.legal(CHANCE)]
            return [int(cards_left(self.sizes, KIND[side])) * self.share(side) for side in sides]
        if self.stage == LOT:
            return [1] * int(self.seats)
        throws = list(THROWS)
        return [throws.count(roll) for roll in range(len(ROLLS))]

    def share(self, side: int) -> int:
        """How likely a side of its card is: the only one that is used counts for both."""
        sides = SIDES[int(KIND[side])]
        return len(sides) // sum(self.side_is_used(each) for each in sides)

    def sample(self, rng: Rng) -> i64:
        return ROLL + THROWS[rng.below(THROW_COUNT)] if self.stage == ROLLING else super().sample(rng)

    def objection(self, seat: i64, action: i64) -> str:
        if self.current == OVER:
            return self.ending()
        if seat != self.current or (action < DRIFT) != (seat == CHANCE):
            return "scholle.4"
        if action < DRIFT:
            return self.chance_objection(action)
        if (action < MOVE) != (self.stage == DRIFTING):
            return "scholle.4"
        if action == END:
            return ""
        if action >= MOVE:
            return self.move_objection((action - MOVE) // GOALS, (action - MOVE) % GOALS)
        return self.die_objection(action)

    def chance_objection(self, action: i64) -> str:
        if action < START:
            return self.lay_objection((action - LAY) % SIZE_COUNT + 1, DRAWN[int((action - LAY) // SIZE_COUNT)])
        if action < ROLL:
            return self.lot_objection(action - START)
        return "" if self.stage == ROLLING else "scholle.4"

    def die_objection(self, action: i64) -> str:
        if action < FLOE:
            return self.drift_objection(action - DRIFT)
        if action < MELT:
            return self.floe_objection((action - FLOE) // WIDTH + 1, (action - FLOE) % WIDTH)
        if action < DROP:
            return self.melt_objection(action - MELT)
        if action < DECLINE:
            return self.drop_objection((action - DROP) // MOST_SEATS, (action - DROP) % MOST_SEATS)
        return self.decline_objection()

    # The contract: doing it

    def apply(self, seat: i64, action: i64) -> None:
        if action == END:
            self.end_turn()
        elif action >= MOVE:
            self.move((action - MOVE) // GOALS, (action - MOVE) % GOALS)
        elif action >= DRIFT:
            self.carry_out(action)
            self.stage = MOVING
        elif action >= ROLL:
            self.rolled(action - ROLL)
        elif action >= START:
            self.begin(action - START)
        else:
            self.lay((action - LAY) % SIZE_COUNT + 1)

    def lay(self, side: i64) -> None:  # scholle.3
        field = self.next_laid()
        self.sizes += side * one(field)
        if field == LAST_COLUMN:
            self.stage = LOT

    def begin(self, seat: i64) -> None:  # scholle.4
        self.starter = seat
        self.turn = seat
        self.stage = ROLLING

    def rolled(self, roll: i64) -> None:  # scholle.5, scholle.r6
        self.roll = roll
        self.stage = DRIFTING if self.drift_is_possible() else MOVING
        self.current = self.turn

    def carry_out(self, action: i64) -> None:
        """One of the dice."""
        if action < FLOE:
            self.drift(action - DRIFT)
        elif action < MELT:
            self.sizes += ((action - FLOE) // WIDTH + 1) * one((action - FLOE) % WIDTH)
        elif action < DROP:
            self.melt(action - MELT)
        elif action < DECLINE:
            field = (action - DROP) // MOST_SEATS
            self.cells[STANDS + (action - DROP) % MOST_SEATS] -= one(field)  # scholle.11
            self.melt(field)

    def drift(self, field: i64) -> None:  # scholle.6, scholle.7
        self.sizes = drifted(self.sizes, field)
        seat: i64 = 0
        while seat < self.seats:
            self.cells[STANDS + seat] = drifted(self.cells[STANDS + seat], field)
            seat += 1

    def melt(self, field: i64) -> None:  # scholle.9; cards are counted by what lies on the field (scholle.10)
        self.sizes -= one(field)

    def move(self, start: i64, to: i64) -> None:  # scholle.12, scholle.13, scholle.14
        own = STANDS + self.turn
        if start == BANK:
            self.entered = 1
        else:
            self.cells[own] -= one(start)
        if to < BANK:
            self.cells[own] += one(to)
            self.moved += one(to)
        elif to == BANK:
            self.returned += 1
        else:
            self.board()

    def board(self) -> None:  # scholle.16
        self.cells[ABOARD + self.turn] += 1
        if self.cells[ABOARD + self.turn] == EXPLORERS:
            self.current = OVER

    def end_turn(self) -> None:  # scholle.4, scholle.r11
        self.turns += 1
        self.turn = left_of(self.turn, self.seats)
        self.stage = ROLLING
        self.roll = NO_ROLL
        self.moved = 0
        self.returned = 0
        self.entered = 0
        self.current = CHANCE
        if self.turns == self.turn_limit * self.seats:
            self.current = OVER

    def set_up(self) -> None:  # scholle.3
        for field in BOX["start"]["largest"]:
            self.sizes += self.largest_side() * one(FIELDS.index(field))

    def largest_side(self) -> int:
        return max(side for side in SIZES if self.side_is_used(side))

    def next_laid(self) -> i64:
        """The first field of the first row that is free."""
        return first_field(FIRST_ROW & ~occupied(self.sizes))

    # The contract: looking at it

    def ending(self) -> str:
        """The clause that ends the game now, or ""."""
        if max(self.scores()) == EXPLORERS:
            return "scholle.16"
        return "scholle.r11" if self.turns == self.turn_limit * self.seats else ""

    def scores(self) -> list[int]:
        return [int(self.cells[ABOARD + seat]) for seat in range(int(self.seats))]

    def result(self) -> Result:
        clause = self.ending()
        return ranked(self.scores(), clause) if clause == "scholle.16" else self.draw(clause)

    def draw(self, clause: str) -> Result:  # scholle.r11
        return Result(self.scores(), [1] * int(self.seats), clause)

    def view(self, seat: int) -> PerfectInfoView:
        return PerfectInfoView(seat, self.dump())

    def floe(self, field: int) -> list[Any]:
        """A floe as [field, size, explorers of each player, how many of those of the player have moved]."""
        standing = [int(at(self.cells[STANDS + seat], field)) for seat in range(int(self.seats))]
        return [FIELDS[field], int(at(self.sizes, field)), standing, int(at(self.moved, field))]

    def dump(self) -> dict[str, Any]:
        return {
            "floes": [self.floe(field) for field in range(len(FIELDS)) if at(self.sizes, field)],
            "supply": [int(cards_left(self.sizes, kind)) for kind in range(len(SIDES))],
            "bank": [int(on_bank(self.cells, seat)) for seat in range(int(self.seats))],
            "aboard": self.scores(),
            "dice": list(ROLLS[int(self.roll)]) if self.roll != NO_ROLL else [],
            "entered": bool(self.entered),
            "returned": int(self.returned),
            "turns": int(self.turns),
            "starter": int(self.starter),
            "turn": int(self.turn),
            "current": int(self.current),
            "stage": STAGES[int(self.stage)],
        }

    def audit(self) -> None:
        self.audit_floes()
        self.audit_explorers()
        self.audit_phase()
        self.audit_ending()
        if self.stage < ROLLING:
            self.audit_set_up()
        if self.stage == MOVING:
            self.audit_moved()
        elif self.moved or self.entered or self.returned:
            raise PositionError("scholle.4: nobody has moved before the moving part of a turn")

    def audit_floes(self) -> None:
        for kind, sides in enumerate(SIDES):
            if cards_left(self.sizes, kind) < 0:
                raise PositionError(f"scholle.r2: there are only {CARDS[kind]} cards with the sides {sides}")
        for field in range(int(FIELD_COUNT)):
            side, standing = int(at(self.sizes, field)), int(at(crowd(self.cells), field))
            if not self.side_is_used(side):
                raise PositionError(f"scholle.r7: a floe of size {side} lies on {FIELDS[field]}; it is not used")
            if standing > side:
                raise PositionError(f"scholle.2: {standing} explorers on {FIELDS[field]}, where {side} have room")

    def audit_explorers(self) -> None:
        for seat, aboard in enumerate(self.scores()):
            standing = sum(int(at(self.cells[STANDS + seat], field)) for field in range(len(FIELDS)))
            if aboard + standing > EXPLORERS:
                both = f"{standing} explorers on floes and {aboard} aboard"
                raise PositionError(f"scholle.2: player {seat} has {both}, but only {EXPLORERS} in all")

    def audit_phase(self) -> None:
        """Who acts, and what they are asked, fits the turn."""
        before = self.stage < ROLLING
        player = NOBODY if before else (self.starter + self.turns) % self.seats
        if (self.starter == NOBODY) != before or self.turn != player:
            raise PositionError(f"scholle.4: after {self.turns} turns it is not player {self.turn}'s turn")
        if self.current != OVER and self.current != (self.turn if self.stage > ROLLING else CHANCE):
            raise PositionError(f"scholle.4: {self.current} can't be the one to act: {STAGES[int(self.stage)]}")
        if (self.roll != NO_ROLL) != (self.stage > ROLLING):
            raise PositionError("scholle.5: there are two dice after the roll, and none before it")
        if self.stage == DRIFTING and not self.drift_is_possible():
            raise PositionError("scholle.r6: neither die can be carried out; the moves follow")

    def audit_ending(self) -> None:
        if (self.current == OVER) != (self.ending() != ""):
            raise PositionError(
                "scholle.16: the game is over when a player has all explorers aboard or the turns are over"
            )
        done = [seat for seat, aboard in enumerate(self.scores()) if aboard == EXPLORERS]
        if done and (done != [int(self.turn)] or self.stage != MOVING):
            raise PositionError(f"scholle.16: all explorers of {done} are aboard, but it is player {self.turn}'s turn")
        if self.turns == self.turn_limit * self.seats and self.stage != ROLLING:
            raise PositionError(f"scholle.r11: after {self.turns} turns nobody has another one")

    def audit_set_up(self) -> None:  # scholle.3, scholle.r3
        if self.turns or crowd(self.cells) or sum(self.scores()):
            raise PositionError("scholle.r3: before the first turn all explorers are on the bank")
        laid = [int(at(self.sizes, field)) for field in range(len(FIELDS))]
        count = sum(side > 0 for side in laid)
        largest = [self.largest_side()] * len(BOX["start"]["largest"])
        if laid[: len(largest)] != largest or sum(laid[:count]) != sum(laid):
            raise PositionError(f"scholle.3: floes of size {largest[0]} lie on a1 and a2 at the start, then a3 follows")
        if count > COLUMNS or (count == COLUMNS) != (self.stage == LOT):
            raise PositionError("scholle.3: the lot is drawn when floes lie on a1, a2, a3 and a4")

    def audit_moved(self) -> None:  # scholle.r5
        for field in range(int(FIELD_COUNT)):
            moved, own = int(at(self.moved, field)), int(at(self.cells[STANDS + self.turn], field))
            if moved > own:
                raise PositionError(f"scholle.r5: {moved} have moved to {FIELDS[field]}, but {own} stand there")
        if self.returned > on_bank(self.cells, self.turn):
            raise PositionError(f"scholle.r5: {self.returned} have returned to the bank, but are not there")
        if self.entered and occupied(self.moved) & FIRST_COLUMN == 0:
            raise PositionError("scholle.r5: whoever has stepped onto a floe still stands in column 1")
