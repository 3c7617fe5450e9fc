"""Carry out the events of a table, live or during a replay. Nothing is decided here: `table/commands.py` does that."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, TypeVar

import msgspec

from carreau.core.game import ALL, CHANCE, RACE, State
from carreau.core.native import mypyc_attr
from carreau.table.events import (
    Acted,
    AnyEvent,
    BotAdded,
    CameBack,
    Chatted,
    Created,
    Ended,
    Flagged,
    Hinted,
    HintsAllowed,
    HostChanged,
    Muted,
    Pledged,
    Released,
    Rematched,
    Removed,
    Renamed,
    Resumed,
    Revealed,
    Sat,
    Sealed,
    SeatLocked,
    SpectatorsAllowed,
    Started,
    StartFailed,
    StartWanted,
    Stood,
    TakenOver,
    UndoAnswered,
    Undone,
    UndoRequested,
)
from carreau.table.fairness import NO_SHARE, bot_share
from carreau.table.match import Match
from carreau.table.table import Table, dice_of, empty_seat
from carreau.table.types import Move, Seat

BOT_NAMES: Final = ("Onyx", "Opal", "Jade", "Agate", "Beryl", "Topaz", "Coral", "Amber")  # by seat; all different
CHAT_KEPT: Final = 200
COMMANDS_KEPT: Final = 16  # per seat, so that others can't push out a player's ids
T = TypeVar("T")

NOBODY: Final[frozenset[int]] = frozenset()


@mypyc_attr(acyclic=True)
class Change:
    """A table before and after some events, and the moves among them."""

    def __init__(self, before: Table) -> None:
        self.before = before
        self.table = before.clone()
        self.moves: list[Move] = []
        self.undone = 0  # of the moves made before
        self.chat: list[Chatted] = []
        self.started = False
        self.declined = -1  # the seat that declined to undo

    def apply(self, event: AnyEvent) -> None:
        move = apply(self.table, event)
        if move is not None:
            self.moves.append(move)
        elif isinstance(event, Undone):
            self.undone += event.actions
        elif isinstance(event, Chatted):
            self.chat.append(event)
        elif isinstance(event, Started):
            self.started = True
        elif isinstance(event, UndoAnswered) and not event.agrees:
            self.declined = event.seat


def after(table: Table, events: Iterable[AnyEvent]) -> Change:
    """Return the table as events make it; the given one stays as it is."""
    change = Change(table)
    for event in events:
        change.apply(event)
    return change


def apply(table: Table, event: AnyEvent) -> Move | None:
    """Carry out an event; return the move if it was one."""
    table.event_count += 1
    table.changed = event.at
    if isinstance(event, Acted):
        return act(table, event)
    carry_out(table, event)
    return None


def carry_out(table: Table, event: AnyEvent) -> None:
    """Carry out an event that isn't a move."""
    match event:
        case Undone():
            undo(table, event)
        case Started():
            start(table, event)
        case Ended():
            table.ended = event
            table.clock.stand_still(event.at)
            withdraw_request(table)
        case UndoRequested():
            request_undo(table, event)
        case UndoAnswered():
            answer_undo(table, event)
        case Chatted():
            table.chat = (*table.chat, event)[-CHAT_KEPT:]
        case Resumed():
            table.began = event.at
            table.clock.resume(event.at)
        case Rematched(table=next_table):
            table.next_table = next_table
        case Created():
            pass  # it created the table
        case _:
            change_seat(table, event)


def host(table: Table, event: AnyEvent) -> None:
    """Carry out a decision of the host, or about the host."""
    old = table.hosting
    match event:
        case SeatLocked(seat=seat, locked=locked):
            edit_hosting(table, locked=old.locked | {seat} if locked else old.locked - {seat})
        case SpectatorsAllowed(on=on):
            edit_hosting(table, spectators=on)
        case Muted(guest=guest, muted=muted):
            edit_hosting(table, muted=old.muted | {guest} if muted else old.muted - {guest})
        case HostChanged(guest=guest):
            edit_hosting(table, host=guest)
        case StartWanted(guest=guest):
            edit_hosting(table, ready=old.ready | {guest})
        case HintsAllowed(on=on):
            table.hints = on
        case _:
            raise AssertionError(f"{type(event).__name__} can't follow")


def edit_hosting(table: Table, **changes: object) -> None:
    table.hosting = msgspec.structs.replace(table.hosting, **changes)


def change_seat(table: Table, event: AnyEvent) -> None:
    """Carry out an event that changes who sits where."""
    match event:
        case Removed(guest=guest):
            edit_hosting(table, removed=table.hosting.removed | {guest})
            for seat in table.seats_of(guest):
                set_seat(table, seat, Seat())
        case Released(seat=seat):
            set_seat(table, seat, Seat())
        case Sat(seat=seat, guest=guest, name=name, share=share, pledge=pledge):
            set_seat(table, seat, Seat(guest, name, share or NO_SHARE, pledge=pledge))
        case BotAdded(seat=seat, level=level):
            set_seat(table, seat, Seat(name=BOT_NAMES[seat], level=level))
        case Stood(seat=seat):
            set_seat(table, seat, empty_seat(table.created, seat))
        case Renamed(seat=seat, name=name):
            edit_seat(table, seat, name=name)
        case _:
            prepare_dice(table, event)


def prepare_dice(table: Table, event: AnyEvent) -> None:
    """Carry out an event on the way from pledges to the start."""
    match event:
        case Pledged(seat=seat, pledge=pledge):
            edit_seat(table, seat, pledge=pledge, share=NO_SHARE)
        case Sealed():
            seal(table, event.at)
        case Revealed(seat=seat, share=share):
            edit_seat(table, seat, share=share)
        case StartFailed():
            unseal(table, event)
        case _:
            change_player(table, event)


def change_player(table: Table, event: AnyEvent) -> None:
    """Carry out an event that changes who plays where, and how."""
    match event:
        case Hinted(seat=seat, command=command):
            edit_seat(table, seat, hints=table.seats[seat].hints + 1)
            remember(table, seat, command)
        case TakenOver(seat=seat, level=level):
            edit_seat(table, seat, stand_in=level)
            withdraw_request(table)  # a bot doesn't answer
        case CameBack(seat=seat):
            edit_seat(table, seat, stand_in="", flagged=False)
        case Flagged(seat=seat):
            edit_seat(table, seat, flagged=bool(table.seats[seat].guest))
            table.clock.grant(seat, event.at)
        case _:
            host(table, event)


def edit_seat(table: Table, seat: int, **changes: str | bool | int) -> None:
    set_seat(table, seat, msgspec.structs.replace(table.seats[seat], **changes))


def set_seat(table: Table, index: int, seat: Seat) -> None:
    if table.hosting.ready:
        edit_hosting(table, ready=frozenset())  # they wanted to start with others
    table.seats = replaced(table.seats, index, seat)


def replaced(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a tuple with another value at an index."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)


# The start


def seal(table: Table, now: float) -> None:
    """Fix the seats and pledges; the shares of bots follow from the commitment."""
    for index, seat in enumerate(table.seats):
        if seat.level:
            share = bot_share(table.id, table.attempt, table.commitment, index)
            edit_seat(table, index, share=share)
    table.seal = dice_of(table.created, table.seats, table.attempt).seal
    table.missed = ()
    table.began = now


def unseal(table: Table, event: StartFailed) -> None:
    """Return to the time before the start, without those whose shares are missing."""
    table.missed = tuple(table.seats[seat].name for seat in event.seats)
    table.seal = ""
    table.attempt += 1
    for index in range(len(table.seats)):
        if index in event.seats:
            set_seat(table, index, Seat())
        else:
            edit_seat(table, index, pledge="", share=NO_SHARE)


# The game


def start(table: Table, event: Started) -> None:
    table.match = Match(table.game, [seat.name for seat in table.seats], table.dice.outcome)
    begin_decision(table, event.at)
    run_clock(table, table.match, event.at)


def act(table: Table, event: Acted) -> Move:
    match = table.match
    assert match is not None
    actor, now, before = event.actor, event.at, together(match.state)
    move = match.act(actor, event.action)
    remember(table, actor, event.command)
    if actor != CHANCE and table.seats[actor].stand_in:
        table.stood_in |= {match.count - 1}
    if not goes_on(before, actor, together(match.state)):
        begin_decision(table, now)
        if not before:
            table.race_from = table.decision
    run_clock(table, match, now, event.lag)
    return move


def begin_decision(table: Table, now: float) -> None:
    table.decision += 1
    table.began = now
    withdraw_request(table)


def run_clock(table: Table, match: Match, now: float, lag: float = 0.0) -> None:
    """Run the clocks of those who have to decide; a turn continues while chance acts."""
    if table.clock.on and match.state.current != CHANCE:
        due = match.state.on_clock()
        table.clock.run(due, now, lag)
        forget_flags(table, due)


def forget_flags(table: Table, due: list[int]) -> None:
    """Reset the flags of turns that are over or were undone."""
    if not table.created.clock.final:
        for index, seat in enumerate(table.seats):
            if seat.flagged and index not in due:
                edit_seat(table, index, flagged=False)


def remember(table: Table, seat: int, command: str) -> None:
    """Remember a command's id, so that it counts once if it is sent again."""
    if command:
        kept = (*table.commands[seat], command)[-COMMANDS_KEPT:]
        table.commands = replaced(table.commands, seat, kept)


# Undo


def undo(table: Table, event: Undone) -> None:
    match = table.match
    assert match is not None
    ended = turns_ended(list(match.record().positions())[-event.actions - 1 :])
    match.undo_last(event.actions)
    table.stood_in = frozenset(index for index in table.stood_in if index < match.count)
    remember(table, event.seat, event.command)
    table.clock.undo(ended, match.state.on_clock(), event.at)
    forget_flags(table, match.state.on_clock())
    begin_decision(table, event.at)
    table.race_from = table.decision


def request_undo(table: Table, event: UndoRequested) -> None:
    table.asking, table.agreed = event.seat, frozenset([event.seat])
    remember(table, event.seat, event.command)


def answer_undo(table: Table, event: UndoAnswered) -> None:
    if event.agrees:
        table.agreed |= {event.seat}
    else:
        withdraw_request(table)


def withdraw_request(table: Table) -> None:
    table.asking, table.agreed = None, NOBODY


# Turns


def together(state: State) -> frozenset[int]:
    """Return the seats that decide at the same time."""
    return frozenset(state.waiting()) if state.current in (ALL, RACE) else NOBODY


def goes_on(before: frozenset[int], actor: int, after: frozenset[int]) -> bool:
    """Tell whether the others face the same decision after one of them has acted.

    They do if all commit at the same time, and in a race after a wrong answer (misd.r2, misd.r9).
    """
    return bool(after) and actor in before and after == before - {actor}


def turns_ended(positions: Sequence[State]) -> list[int]:
    """List the seats whose turns ended between consecutive positions, once for each turn."""
    deciding = [set(state.on_clock()) for state in positions if state.current != CHANCE]
    return [seat for before, after in pairwise(deciding) for seat in before - after]
