"""Schollenschubser's rules at speed: what can be done is found for all fields at once."""

from carreau.core.action_buffer import ActionBuffer
from carreau.core.game import CHANCE
from carreau.core.native import i64, mypyc_attr
from carreau.core.rng import Rng
from carreau.games.schollenschubser import _spec as verbs
from carreau.games.schollenschubser import tables
from carreau.games.schollenschubser._spec import SchollenschubserStage as Stage
from carreau.games.schollenschubser.rules import SchollenschubserRules
from carreau.games.schollenschubser.spec import ROLLS


def add_fields(out: ActionBuffer, first: i64, chosen: i64) -> None:
    """Add the action `first` + field for every field of a set."""
    while chosen:
        out.add(first + tables.first_field(chosen))
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
            out.add_range(verbs.ROLL, len(ROLLS))
        elif self.stage == Stage.LOT:
            out.add_range(verbs.START, self.seats)
        else:
            self.add_lays(out)

    def add_lays(self, out: ActionBuffer) -> None:
        size: i64 = 1
        while size <= tables.LARGEST and self.side_is_used(size):
            out.add(verbs.lay_action(self.next_laid() - tables.FIRST_DRAWN, size))
            size += 1

    def add_drifts(self, out: ActionBuffer) -> None:
        add_fields(out, verbs.DRIFT, self.can_drift() & self.columns())
        free = self.columns() & tables.FIRST_ROW & ~self.floes()
        if free:
            self.add_floes(free, out)
        if self.may_melt():
            self.add_melts(out)

    def add_floes(self, free: i64, out: ActionBuffer) -> None:
        for size in range(1, tables.LARGEST + 1):
            if self.side_is_used(size) and self.in_supply(size):
                add_fields(out, verbs.floe_action(size, 0), free)

    def add_melts(self, out: ActionBuffer) -> None:
        melting = self.can_melt()
        room = self.with_room()
        add_fields(out, verbs.MELT, melting & room)
        full = melting & ~room
        while full:
            self.add_drops(tables.first_field(full), out)
            full &= full - 1
        if melting and not self.melt_compulsory:
            out.add(verbs.DECLINE)

    def add_drops(self, field: i64, out: ActionBuffer) -> None:
        for player in range(self.seats):
            if self.explorers(player, field):
                out.add(verbs.drop_action(field, player))

    def add_moves(self, out: ActionBuffer) -> None:
        room = self.with_room()
        fresh = tables.occupied(self.explorers_of(self.turn) - self.moved_0)  # scholle.r5
        while fresh:
            field = tables.first_field(fresh)
            add_fields(out, verbs.move_action(field, 0), tables.NEIGHBOURS[field] & room)
            if field % tables.WIDTH == 0:
                out.add(verbs.move_action(field, tables.BANK))
            elif field % tables.WIDTH == tables.LAST_COLUMN:
                out.add(verbs.move_action(field, tables.SHIP))
            fresh &= fresh - 1
        if not self.entered and self.bank(self.turn) > self.returned:  # scholle.12, scholle.r5
            add_fields(out, verbs.move_action(tables.BANK, 0), tables.FIRST_COLUMN & room)
        out.add(verbs.END)

    def sample(self, rng: Rng) -> i64:
        return (
            verbs.ROLL + tables.THROWS[rng.below(tables.THROW_COUNT)]
            if self.stage == Stage.ROLLING
            else super().sample(rng)
        )
