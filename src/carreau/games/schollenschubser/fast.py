"""Schollenschubser's rules at speed: what can be done is found for all fields at once."""

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE
from carreau.core.native import i64, mypyc_attr
from carreau.core.rng import Rng
from carreau.games.schollenschubser._spec import (
    DECLINE,
    DRIFT,
    END,
    MELT,
    ROLL,
    START,
    drop_action,
    floe_action,
    lay_action,
    move_action,
)
from carreau.games.schollenschubser._spec import SchollenschubserStage as Stage
from carreau.games.schollenschubser.rules import SchollenschubserRules
from carreau.games.schollenschubser.spec import ROLLS
from carreau.games.schollenschubser.tables import (
    BANK,
    FIRST_COLUMN,
    FIRST_DRAWN,
    FIRST_ROW,
    LARGEST,
    LAST_COLUMN,
    NEIGHBOURS,
    SHIP,
    THROW_COUNT,
    THROWS,
    WIDTH,
    first_field,
    occupied,
)


def add_fields(out: ActionBuffer, first: i64, chosen: i64) -> None:
    """Add the action `first` + field for every field of a set."""
    while chosen:
        out.add(first + first_field(chosen))
        chosen &= chosen - 1


@mypyc_attr(acyclic=True)
class FastSchollenschubser(SchollenschubserRules):
    """The rules of Schollenschubser, optimised."""

    def moves(self, seat: i64, out: ActionBuffer) -> None:
        if seat != self.current or seat < CHANCE:
            return
        if self.stage == Stage.MOVING:
            self.add_moves(out)
        elif self.stage == Stage.DRIFTING:
            self.add_drifts(out)
        elif self.stage == Stage.ROLLING:
            out.add_range(ROLL, len(ROLLS))
        elif self.stage == Stage.LOT:
            out.add_range(START, self.seats)
        else:
            self.add_lays(out)

    def add_lays(self, out: ActionBuffer) -> None:
        size: i64 = 1
        while size <= LARGEST and self.side_is_used(size):
            out.add(lay_action(self.next_laid() - FIRST_DRAWN, size))
            size += 1

    def add_drifts(self, out: ActionBuffer) -> None:
        add_fields(out, DRIFT, self.can_drift() & self.columns())
        free = self.columns() & FIRST_ROW & ~self.floes()
        if free:
            self.add_floes(free, out)
        if self.may_melt():
            self.add_melts(out)

    def add_floes(self, free: i64, out: ActionBuffer) -> None:
        for size in range(1, LARGEST + 1):
            if self.side_is_used(size) and self.in_supply(size):
                add_fields(out, floe_action(size, 0), free)

    def add_melts(self, out: ActionBuffer) -> None:
        melting = self.can_melt()
        room = self.with_room()
        add_fields(out, MELT, melting & room)
        full = melting & ~room
        while full:
            self.add_drops(first_field(full), out)
            full &= full - 1
        if melting and not self.melt_compulsory:
            out.add(DECLINE)

    def add_drops(self, field: i64, out: ActionBuffer) -> None:
        for player in range(self.seats):
            if self.explorers(player, field):
                out.add(drop_action(field, player))

    def add_moves(self, out: ActionBuffer) -> None:
        room = self.with_room()
        fresh = occupied(self.explorers_of(self.turn) - self.moved_0)  # scholle.r5
        while fresh:
            field = first_field(fresh)
            add_fields(out, move_action(field, 0), NEIGHBOURS[field] & room)
            if field % WIDTH == 0:
                out.add(move_action(field, BANK))
            elif field % WIDTH == LAST_COLUMN:
                out.add(move_action(field, SHIP))
            fresh &= fresh - 1
        if not self.entered and self.bank(self.turn) > self.returned:  # scholle.12, scholle.r5
            add_fields(out, move_action(BANK, 0), FIRST_COLUMN & room)
        out.add(END)

    def sample(self, rng: Rng) -> i64:
        return ROLL + THROWS[rng.below(THROW_COUNT)] if self.stage == Stage.ROLLING else super().sample(rng)
