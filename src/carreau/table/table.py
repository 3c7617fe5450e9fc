"""The state of a table: settings, seats, match and clock, as its events have made it.

`apply` carries out an event, live or during a replay, and decides nothing: `table/commands.py` decides what may happen.
"""

from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from carreau.core.errors import CarreauError
from carreau.core.game import ALL, CHANCE, RACE, State
from carreau.core.record import BrokenOff, Record
from carreau.games.catalogue import game as make
from carreau.games.catalogue import game_class
from carreau.table.clock import Clock
from carreau.table.events import (
    Acted,
    AnyEvent,
    BotAdded,
    CameBack,
    Chatted,
    Created,
    Ended,
    Flagged,
    Rematched,
    Resumed,
    Sat,
    Started,
    Stood,
    TakenOver,
    UndoAnswered,
    Undone,
    UndoRequested,
)
from carreau.table.fairness import Dice, commitment
from carreau.table.match import Match
from carreau.table.types import Move, Seat, Status

BOT_NAMES: Final = ("Onyx", "Opal", "Jade", "Agate", "Beryl", "Topaz", "Coral", "Amber")  # by seat: no two alike
CHAT_KEPT: Final = 200
COMMANDS_KEPT: Final = 16  # per seat, so that others can't push out a player's ids


class RulesChanged(CarreauError):
    """A table that was created under another version of the rules."""


class Table:
    """A table, rebuilt from its events."""

    def __init__(self, created: Created) -> None:
        self.created = created
        self.commitment = commitment(created.table, bytes.fromhex(created.secret))
        require_rules(created, game_class(created.game).VERSION)  # first: other rules may have other options
        self.game = make(created.game, created.seats, created.options)
        self.seats = [Seat() for _ in range(created.seats)]
        self.match: Match | None = None
        self.stood_in: set[int] = set()  # the indices of moves that bots made for guests
        self.clock = Clock(created.clock, created.seats)
        self.decision = 0  # increases with every new decision, undo included
        self.race_from = 0  # the decision at which the current race began
        self.event_count = 1
        self.changed = created.at
        self.began = created.at  # the time of the current decision
        self.ended: Ended | None = None
        self.asking: int | None = None  # the seat that asks to undo
        self.agreed: set[int] = set()
        self.chat: deque[Chatted] = deque(maxlen=CHAT_KEPT)
        self.commands: list[dict[str, None]] = [{} for _ in self.seats]  # the latest ids by seat: none counts twice
        self.next_table = ""

    @property
    def id(self) -> str:
        return self.created.table

    @property
    def status(self) -> Status:
        if self.match is None:
            return "open"
        return "over" if self.match.over or self.ended else "playing"

    @property
    def dice(self) -> Dice:
        shares = tuple(seat.share for seat in self.seats)
        return Dice(self.id, bytes.fromhex(self.created.secret), shares)

    @property
    def people(self) -> list[int]:
        """The seats of guests, present or not."""
        return [index for index, seat in enumerate(self.seats) if seat.guest]

    @property
    def members(self) -> list[str]:
        return sorted({seat.guest for seat in self.seats if seat.guest})

    def seats_of(self, guest: str) -> list[int]:
        return [index for index, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def waiting(self) -> list[int]:
        """List the seats that may act now; none unless a game is in progress."""
        return self.match.state.waiting() if self.match and not self.ended else []

    @property
    def racing(self) -> bool:
        return self.match is not None and not self.ended and bool(self.match.state.current == RACE)

    def record(self) -> Record:
        """Make the record of the game so far; it contains the secret of the dice once the game is over."""
        assert self.match is not None
        record = self.match.record()
        record.dice = self.dice.published(self.status == "over")
        record.bots = [index for index, seat in enumerate(self.seats) if seat.level]
        record.broken_off = BrokenOff(self.ended.seat, self.ended.why) if self.ended else None
        return record

    # Events

    def apply(self, event: AnyEvent) -> Move | None:
        """Carry out an event; return the move if it was one."""
        self.event_count += 1
        self.changed = event.at
        match event:
            case Acted():
                return self.act(event)
            case Undone():
                self.undo(event)
            case Started():
                self.start(event)
            case Ended():
                self.ended = event
                self.clock.stand_still(event.at)
                self.asking, self.agreed = None, set()
            case UndoRequested():
                self.request_undo(event)
            case UndoAnswered():
                self.answer_undo(event)
            case Chatted():
                self.chat.append(event)
            case Resumed():
                self.began = event.at
                self.clock.resume(event.at)
            case Rematched(table=table):
                self.next_table = table
            case _:
                self.change_seat(event)
        return None

    def change_seat(self, event: AnyEvent) -> None:
        """Carry out an event that changes who sits or plays where."""
        match event:
            case Sat(seat=seat, guest=guest, name=name, share=share):
                self.seats[seat] = Seat(guest, name, share)
            case BotAdded(seat=seat, level=level):
                self.seats[seat] = Seat(name=BOT_NAMES[seat], level=level)
            case Stood(seat=seat):
                self.seats[seat] = Seat()
            case TakenOver(seat=seat, level=level):
                self.seats[seat].stand_in = level
                self.asking, self.agreed = None, set()  # a bot doesn't answer
            case CameBack(seat=seat):
                self.seats[seat].stand_in, self.seats[seat].flagged = "", False
            case Flagged(seat=seat):
                self.seats[seat].flagged = bool(self.seats[seat].guest)
                self.clock.grant(seat, event.at)
            case _:
                raise AssertionError(f"{type(event).__name__} can't follow")

    def start(self, event: Started) -> None:
        self.match = Match(self.game, [seat.name for seat in self.seats], self.dice.outcome)
        self.due(event.at)
        self.run_clock(event.at)

    def act(self, event: Acted) -> Move:
        assert self.match is not None
        before = together(self.match.state)
        move = self.match.act(event.actor, event.action)
        self.remember(event.actor, event.command)
        if event.actor != CHANCE and self.seats[event.actor].stand_in:
            self.stood_in.add(len(self.match.moves) - 1)
        if not goes_on(before, event.actor, together(self.match.state)):
            self.due(event.at)
            if not before:
                self.race_from = self.decision
        self.run_clock(event.at, event.lag)
        return move

    def undo(self, event: Undone) -> None:
        assert self.match is not None
        ended = turns_ended(list(self.match.record().positions())[-event.actions - 1 :])
        self.match.undo_last(event.actions)
        self.stood_in = {index for index in self.stood_in if index < len(self.match.moves)}
        self.remember(event.seat, event.command)
        self.clock.undo(ended, self.match.state.on_clock(), event.at)
        self.forget_flags(self.match.state.on_clock())
        self.due(event.at)
        self.race_from = self.decision

    def request_undo(self, event: UndoRequested) -> None:
        self.asking, self.agreed = event.seat, {event.seat}
        self.remember(event.seat, event.command)

    def remember(self, seat: int, command: str) -> None:
        """Remember a command's id, so that it counts once if it is sent again."""
        if command:
            kept = self.commands[seat]
            kept[command] = None
            if len(kept) > COMMANDS_KEPT:
                del kept[next(iter(kept))]

    def due(self, now: float) -> None:
        """Begin a new decision."""
        self.decision += 1
        self.began = now
        self.asking, self.agreed = None, set()

    def run_clock(self, now: float, lag: float = 0.0) -> None:
        """Run the clocks of those who have to decide; a turn continues while chance acts."""
        assert self.match is not None
        if self.match.state.current != CHANCE:
            due = self.match.state.on_clock()
            self.clock.run(due, now, lag)
            self.forget_flags(due)

    def forget_flags(self, due: list[int]) -> None:
        """Reset the flags of turns that are over or were undone."""
        if self.clock.on and not self.created.clock.final:
            for index, seat in enumerate(self.seats):
                seat.flagged &= index in due

    def answer_undo(self, event: UndoAnswered) -> None:
        if event.agrees:
            self.agreed.add(event.seat)
        else:
            self.asking, self.agreed = None, set()


def require_rules(created: Created, version: int) -> None:
    if created.rules != version:
        raise RulesChanged(
            f"table {created.table} was put up by version {created.rules} of the rules of {created.game}; "
            f"this is version {version}, so it can't go on here"
        )


def together(state: State) -> set[int]:
    """Return the seats that decide at the same time."""
    return set(state.waiting()) if state.current in (ALL, RACE) else set()


def goes_on(before: set[int], actor: int, after: set[int]) -> bool:
    """Tell whether the others face the same decision after one of them has acted.

    They do where all commit unseen, and in a race after a wrong answer (misd.r2, misd.r9).
    """
    return bool(after) and actor in before and after == before - {actor}


def turns_ended(positions: Sequence[State]) -> list[int]:
    """List the seats whose turns ended between consecutive positions, once for each turn."""
    deciding = [set(state.on_clock()) for state in positions if state.current != CHANCE]
    return [seat for before, after in pairwise(deciding) for seat in before - after]
