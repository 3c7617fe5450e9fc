"""Knowledge of Carré: how many turns each player still needs, given the dice and the board."""

from typing import Final, final

from carreau.bots.exact.packing import NO, YES
from carreau.bots.games.carre_boards import Boards
from carreau.bots.games.carre_race import FOR_TILES, MAY_BUY_CHIP, MAY_BUY_STOPPER, NEVER, DiceRace
from carreau.bots.knowledge import Knowledge, to_chances, to_winners
from carreau.core.bits import BIT
from carreau.core.game import State
from carreau.core.native import i64, vec
from carreau.games.carre._spec import (
    ALSO,
    BUY,
    END,
    NAME,
    STOP,
    TAKE_BACK,
    also_placed,
    build_dice,
    build_placed,
    buy_count,
    buy_dice,
    buy_what,
    name_player,
    stop_corner,
    stop_dice,
    stop_player,
    take_back_corner,
)
from carreau.games.carre._spec import CarreStage as Stage
from carreau.games.carre._state import CarreState
from carreau.games.carre.dice import CHIP, NO_DICE, PRICE, STOPPER, SUM, left_after
from carreau.games.carre.tiles import COVERS, SQUARES, TILE, VALUE

# In turns; fitted to the results of games
STOPPERS: Final = vec[float]([0.0, 0.32, 0.66, 0.9] + [1.0] * 5)  # their value, by number
ONE_STOPPER: Final = 0.33
ENOUGH: Final = 3
REGRET: Final = 0.4  # of taking back a tile
CERTAINTY: Final = 9.4  # how much a lead in turns decides: more with fewer turns left
OFFSET: Final = 2.5
LONG: Final = 15  # more turns than anybody needs


@final
class CarreKnowledge(Knowledge):
    """Knowledge that measures everything in turns."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.horizon = 0
        self.prior_weight = 3.0
        self.exploration = 0.5
        self.simulation_factor = 0.4
        self.race = DiceRace(ONE_STOPPER)
        self.boards = Boards()

    # Prior

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, CarreState)
        return state.built(seat)

    def prior(self, state: State, seat: i64, action: i64) -> float:
        """Rate an action by the turns that it saves."""
        assert isinstance(state, CarreState)
        if NAME <= action < END:
            return -self.needed(state, name_player(action))
        return self.going_on(state, seat) - self.after(state, seat, action)

    def after(self, state: CarreState, seat: i64, action: i64) -> float:
        """Return the turns needed after this one, if the player acts and then uses the rest of it well."""
        if action < STOP:
            placed = build_placed(action)
            return self.after_build(state, seat, placed, build_dice(action), VALUE[placed // SQUARES])
        if action < ALSO:
            return self.after_stop(state, seat, stop_player(action), stop_corner(action), stop_dice(action))
        if action < TAKE_BACK:
            return self.after_build(state, seat, also_placed(action), NO_DICE, 0) + ONE_STOPPER
        if action < BUY:
            return self.after_taking_back(state, seat, take_back_corner(action))
        if action < NAME:
            return self.after_purchase(state, seat, buy_what(action), buy_count(action), buy_dice(action))
        return self.needed(state, seat)

    def after_build(self, state: CarreState, seat: i64, placed: i64, payment: i64, price: i64) -> float:
        supply = state.supplies_of(seat) - BIT[2 * TILE[placed // SQUARES]]
        slot = self.boards.with_tile(state, seat, COVERS[placed], supply)
        return self.after_paying(state, seat, payment, price, 0, supply, slot)

    def after_stop(self, state: CarreState, seat: i64, other: i64, corner: i64, payment: i64) -> float:
        """Count what the other player loses as a gain, and the tile a second stopper builds too (carre.16)."""
        hit = state.tiles(other, state.slot_of(other, corner))
        supply = state.supplies_of(seat)
        slot = self.boards.now(state, seat, supply)
        saved = self.loss(state, other, hit) / float(self.seats - 1) - ONE_STOPPER
        value = TILE[hit // SQUARES]
        missing = state.supplies(seat, value) > 0 and (self.boards.blocked[slot] >> value) & 1 == 0
        if missing and state.usable(seat, STOPPER) > 1:
            supply -= BIT[2 * value]
            saved -= ONE_STOPPER
        return self.after_paying(state, seat, payment, VALUE[hit // SQUARES], 0, supply, slot) - saved

    def loss(self, state: CarreState, other: i64, placed: i64) -> float:
        """Return how many turns it costs a player to lose a tile."""
        supply = state.supplies_of(other) + BIT[2 * TILE[placed // SQUARES]]
        slot = self.boards.without_tile(state, other, COVERS[placed], supply)
        turns = self.race.needed(supply, state.chips(other), self.aim(state, other))
        return turns + self.boards.cost[slot] - STOPPERS[state.stoppers(other)] - self.needed(state, other)

    def after_taking_back(self, state: CarreState, seat: i64, corner: i64) -> float:
        placed = state.tiles(seat, state.slot_of(seat, corner))
        supply = state.supplies_of(seat) + BIT[2 * TILE[placed // SQUARES]]
        slot = self.boards.without_tile(state, seat, COVERS[placed], supply)
        return self.after_paying(state, seat, NO_DICE, 0, 0, supply, slot) + REGRET

    def after_purchase(self, state: CarreState, seat: i64, goods: i64, count: i64, payment: i64) -> float:
        price = PRICE[2 * goods + count - 1]
        supply = state.supplies_of(seat)
        slot = self.boards.now(state, seat, supply)
        if goods == STOPPER:
            held = state.stoppers(seat)
            more = STOPPERS[held + min(count, state.middle(STOPPER))] - STOPPERS[held]
            return self.after_paying(state, seat, payment, price, 0, supply, slot) - more
        if price - SUM[payment] >= count:
            return NEVER
        new = min(count, state.middle(CHIP) + price - SUM[payment])
        return self.after_paying(state, seat, payment, price, new, supply, slot)

    def going_on(self, state: CarreState, seat: i64) -> float:
        """Return the turns needed after this one without a further action considered."""
        supply = state.supplies_of(seat)
        slot = self.boards.now(state, seat, supply)
        return self.after_paying(state, seat, NO_DICE, 0, 0, supply, slot)

    def after_paying(
        self, state: CarreState, seat: i64, payment: i64, price: i64, new: i64, supply: i64, slot: i64
    ) -> float:
        """Return the turns needed after this one, with what a payment leaves, new chips, a supply and a board."""
        aim = self.aim(state, seat)
        stoppers = state.stoppers(seat)
        if state.bought(CHIP) == 0 and new == 0 and state.middle(CHIP) > 0:
            aim |= MAY_BUY_CHIP
        if state.bought(STOPPER) == 0 and stoppers < ENOUGH and state.middle(STOPPER) > 0:
            aim |= MAY_BUY_STOPPER
        dice = left_after(state.dice, payment)
        chips = state.usable(seat, CHIP) - price + SUM[payment]
        turns = self.race.rest(supply, dice, chips, state.new(CHIP) + new, aim, self.boards.blocked[slot])
        return turns + self.boards.cost[slot] - STOPPERS[stoppers]

    def oversight(self, state: State, seat: i64, action: i64) -> str:
        """Tell whether an action builds a tile after which the others can no longer all be built."""
        assert isinstance(state, CarreState)
        if action >= STOP and not ALSO <= action < TAKE_BACK:
            return ""
        after = state.clone()
        after.apply(seat, action)
        packing = self.boards.packing
        return "packing" if packing.ask(state, seat) == YES and packing.ask(after, seat) == NO else ""

    # Evaluation

    def needed(self, state: CarreState, seat: i64) -> float:
        """Return how many turns a player is expected to need, before the roll."""
        supply = state.supplies_of(seat)
        turns = self.race.needed(supply, state.chips(seat), self.aim(state, seat))
        return turns + self.boards.cost[self.boards.now(state, seat, supply)] - STOPPERS[state.stoppers(seat)]

    def aim(self, state: CarreState, seat: i64) -> i64:
        """Return 0 if a player has enough turns to build all tiles, else FOR_TILES (carre.r6)."""
        left = turns_left(state, seat)
        if left > LONG or float(left) >= self.race.turns(state.supplies_of(seat), state.chips(seat)):
            return 0
        return FOR_TILES

    def evaluate(self, state: State) -> None:
        """Evaluate the turns that each player needs: fewer are better."""
        assert isinstance(state, CarreState)
        total: float = 0.0
        last = float(turns_left(state, state.turn))
        seat: i64 = 0
        while seat < self.seats:
            if seat == state.turn and state.stage != Stage.ROLLING:
                need = self.going_on(state, seat) + 1.0
            else:
                need = self.needed(state, seat)
                if self.aim(state, seat) != FOR_TILES:  # in the end all have had the same number of turns
                    need += float((seat - state.turn) % self.seats) / float(self.seats)
            self.values[seat] = -need
            total += need
            seat += 1
        to_chances(self.values, (min(total / float(self.seats), last) + OFFSET) / CERTAINTY)

    def evaluate_terminal(self, state: State) -> None:
        assert isinstance(state, CarreState)
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = float(state.built(seat))
            seat += 1
        to_winners(self.values)


def turns_left(state: CarreState, seat: i64) -> i64:
    """Return how many turns a player has after the current one (carre.r6)."""
    left = (state.turns_left() + state.seats - 1 - (seat - state.turn) % state.seats) // state.seats
    if seat == state.turn and state.stage != Stage.ROLLING:
        left -= 1
    return left
