"""Commands: each returns the events that result from it, or raises Refused. None of them changes the table.

The caller passes the guest and the time, and stores the events and applies them (`table/apply.py`) in their order.
"""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Final

from carreau.bots.levels import level
from carreau.core.errors import CarreauError, IllegalMove, NotationError, UndoRefused
from carreau.core.game import CHANCE
from carreau.games.catalogue import game_from_outside
from carreau.table.apply import after
from carreau.table.events import (
    Absent,
    Acted,
    AnyEvent,
    BotAdded,
    CameBack,
    Chatted,
    Created,
    Ended,
    Pledged,
    Renamed,
    Revealed,
    Sat,
    Sealed,
    Started,
    StartFailed,
    StartWanted,
    Stood,
    TakenOver,
    UndoAnswered,
    Undone,
    UndoRequested,
)
from carreau.table.fairness import NO_SHARE, checked_pledge, checked_share
from carreau.table.fairness import pledge as pledge_of
from carreau.table.match import Match, has_clock
from carreau.table.table import Table
from carreau.table.types import ClockSetting, RefusalCode

STAND_IN: Final = "3"  # the level of a bot that stands in for a player

Decide = Callable[[Table, float], list[AnyEvent]]  # a command, given the table and the time
Perform = Callable[[Decide], Awaitable[bool]]  # carries out a command; returns whether anything changed


class Refused(CarreauError):
    """A refused command. `code` is for programs; `clause` is the rule that forbids it, if any."""

    def __init__(self, code: RefusalCode, message: str, clause: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.clause = clause


# Creating a table and taking seats


def create(
    table: str,
    game: str,
    seats: int | None,
    options: Mapping[str, object],
    host: str,
    secret: bytes,
    now: float,
    *,
    private: bool = False,
    clock: ClockSetting | None = None,
    absent: Absent = "wait",
    hints: bool = False,
) -> Created:
    """Create a table; raise UnknownGame, SeatsError, OptionError or ClockError for invalid settings."""
    made = game_from_outside(game, seats, options)
    setting = clock if clock and clock.kind != "none" else ClockSetting()
    setting.check()
    return Created(
        at=now,
        table=table,
        game=game,
        rules=made.VERSION,
        seats=made.seats,
        options=made.options,
        host=host,
        secret=secret.hex(),
        private=private,
        clock=setting,
        absent=absent,
        hints=hints,
    )


def sit(table: Table, guest: str, name: str, seat: int, attempt: int, pledge: str, now: float) -> list[AnyEvent]:
    """Take a seat and pledge a share of the dice. A guest may have several, for people who share a device."""
    require_free(table, guest, seat)
    require_attempt(table, attempt)
    return starting_rematch(table, [Sat(now, seat, guest, name, pledge=checked_pledge(pledge))], now)


def sit_openly(table: Table, guest: str, name: str, seat: int, share: str, now: float) -> list[AnyEvent]:
    """Take a seat and leave the share with the server, which pledges and reveals it: for programs without a socket."""
    require_free(table, guest, seat)
    pledge = pledge_of(table.id, table.attempt, table.commitment, seat, revealable(share))
    return starting_rematch(table, [Sat(now, seat, guest, name, share, pledge)], now)


def require_free(table: Table, guest: str, seat: int) -> None:
    """Refuse a seat that a guest can't take."""
    require_open(table)
    require_seat(table, seat)
    refuse_unwelcome(table, guest, seat)
    if table.seats[seat].taken:
        raise Refused("taken", f"seat {seat} is taken; {free_seats(table)}")
    if table.seats[seat].reserved not in ("", guest):
        raise Refused("reserved", f"seat {seat} is kept for {table.seats[seat].name}; {free_seats(table)}")


def pledge(table: Table, guest: str, seat: int, attempt: int, pledged: str, now: float) -> list[AnyEvent]:
    """Pledge a share for a seat that needs another one, since the last one is known."""
    require_open(table)
    require_own(table, guest, seat)
    require_attempt(table, attempt)
    if table.seats[seat].pledge:
        raise Refused("share", f"seat {seat} has pledged a share already, which can't be changed")
    return starting_rematch(table, [Pledged(now, seat, checked_pledge(pledged))], now)


def rename(table: Table, guest: str, seat: int, name: str, now: float) -> list[AnyEvent]:
    """Name a guest's own seat, for people who share a device."""
    require_open(table)
    require_own(table, guest, seat)
    return [Renamed(now, seat, name)]


def add_bot(table: Table, guest: str, seat: int, strength: str, now: float) -> list[AnyEvent]:
    """Let the host add a bot in a free seat, or replace one by another level."""
    require_open(table)
    require_host(table, guest)
    require_seat(table, seat)
    if table.seats[seat].guest:
        raise Refused("taken", f"seat {seat} is taken; {free_seats(table)}")
    level(strength)
    return starting_rematch(table, [BotAdded(now, seat, strength)], now)


def stand(table: Table, guest: str, seat: int, now: float) -> list[AnyEvent]:
    """Free a guest's own seat, or let the host remove a bot."""
    require_open(table)
    require_seat(table, seat)
    if not table.seats[seat].level or not is_host(table, guest):
        require_own(table, guest, seat)
    return [Stood(now, seat)]


def start(table: Table, guest: str, now: float) -> list[AnyEvent]:
    """Start the game once all seats are taken, if the host wants it or all seated guests do."""
    require_open(table)
    together = len(table.members) > 1 and guest in table.members  # one guest on all seats can't decide for the host
    if not together:
        require_host(table, guest)
    free = [index for index, seat in enumerate(table.seats) if not seat.taken]
    if free:
        raise Refused("seats", f"nobody is in seat {', '.join(map(str, free))} yet; invite somebody or add a bot")
    refuse_unpledged(table)
    if is_host(table, guest):
        return sealed(table, now)
    wanted: list[AnyEvent] = [] if guest in table.hosting.ready else [StartWanted(now, guest)]
    if table.hosting.ready | {guest} >= set(table.members):
        return [*wanted, *sealed(table, now)]
    return wanted


def starting_rematch(table: Table, events: list[AnyEvent], now: float) -> list[AnyEvent]:
    """Start a rematch once everybody has sat down: then all have agreed to it."""
    full = after(table, events).table
    if table.created.rematch_of and all(seat.level or seat.pledge for seat in full.seats):
        return [*events, *sealed(full, now)]
    return events


def sealed(table: Table, now: float) -> list[AnyEvent]:
    """Fix the seats and pledges; the game starts when all shares are revealed."""
    return starting(table, [Sealed(now)], now)


def reveal(table: Table, guest: str, seat: int, share: str, now: float) -> list[AnyEvent]:
    """Reveal a share that was pledged; [] if it has been revealed before."""
    require_own(table, guest, seat)
    own = table.seats[seat]
    if own.share == revealable(share):
        return []
    if not table.starting:
        raise Refused("share", "shares are revealed when the game starts, not before and not after")
    if pledge_of(table.id, table.attempt, table.commitment, seat, share) != own.pledge:
        raise Refused("share", f"this isn't the share that seat {seat} has pledged")
    return starting(table, [Revealed(now, seat, share)], now)


def starting(table: Table, events: list[AnyEvent], now: float) -> list[AnyEvent]:
    """Start the game if all shares are revealed after some events."""
    full = after(table, events).table
    return events if unrevealed(full) else [*events, *started(full, now)]


def unrevealed(table: Table) -> list[int]:
    """List the seats whose shares are missing."""
    return [index for index, seat in enumerate(table.seats) if seat.share == NO_SHARE]


def started(table: Table, now: float) -> list[AnyEvent]:
    """Return the start of the game, with everything that chance does before the first decision.

    If that decision is a race against time, players get ready first: nothing is drawn before timers.deal().
    """
    match = Match(table.game, [seat.name for seat in table.seats], table.dice.outcome)
    match.settle()
    dealt = [] if has_clock(match.state) else [move.action for move in match.moves]
    return [Started(now), *(Acted(now, CHANCE, action) for action in dealt)]


# Playing


def act(
    table: Table, guest: str, seat: int, decision: int, action: int, command: str, now: float, lag: float = 0.0
) -> list[AnyEvent]:
    """Carry out a player's action, and what chance does after it; [] if the command was carried out before."""
    require_own(table, guest, seat)
    if command and command in table.commands[seat]:
        return []
    refuse_stand_in(table, seat)
    return acted(table, seat, decision, action, command, now, lag)


def acted(
    table: Table, seat: int, decision: int, action: int, command: str, now: float, lag: float = 0.0
) -> list[AnyEvent]:
    """Carry out an action of a seat, by its player or a bot."""
    match = require_playing(table)
    if decision != table.decision and not still_counts(table, decision, action):
        raise Refused("stale", "the game has moved on; look at it again before you decide")
    try:
        follows = match.following(seat, action)
    except IllegalMove as error:
        raise Refused("illegal", str(error), error.clause) from error
    except NotationError as error:
        raise Refused("unknown_action", str(error)) from error
    return [Acted(now, seat, action, command, lag), *(Acted(now, CHANCE, outcome, lag=lag) for outcome in follows)]


def still_counts(table: Table, decision: int, action: int) -> bool:
    """Tell whether an action of an earlier decision still counts: every seat may make it in this race (nuss.r4)."""
    since = table.racing and table.race_from <= decision < table.decision and 0 <= action < table.game.num_actions
    match = require_playing(table)
    return since and not any(match.state.objection(seat, action) for seat in range(table.game.seats))


def action_number(table: Table, action: int | Mapping[str, object]) -> int:
    """Return the id of an action given by its id or its fields."""
    if isinstance(action, int):
        return action
    try:
        return table.game.ACTIONS.id(action)
    except NotationError as error:
        raise Refused("unknown_action", str(error)) from error


def resign(table: Table, guest: str, seat: int, now: float) -> list[AnyEvent]:
    """Resign: this ends a game of two; in larger games a bot takes over."""
    require_own(table, guest, seat)
    require_playing(table)
    if table.game.seats > 2:
        refuse_stand_in(table, seat)
    return given_up(table, seat, "resigned", now)


def given_up(table: Table, seat: int, why: str, now: float) -> list[AnyEvent]:
    """Return the events of a resignation or a loss on time."""
    if table.game.seats > 2:
        return [TakenOver(now, seat, STAND_IN)]
    return [Ended(now, seat, "time" if why == "time" else "resigned")]


# Undo


def request_undo(table: Table, guest: str, seat: int, now: float, command: str = "") -> list[AnyEvent]:
    """Undo a player's last action: at once if it concerns nobody else, otherwise with everybody's consent.

    [] if the command was carried out before, so that sending it twice undoes one action and not two.
    """
    require_own(table, guest, seat)
    if command and command in table.commands[seat]:
        return []
    refuse_stand_in(table, seat)
    match = require_playing(table)
    try:
        count = match.since_own(seat)
    except UndoRefused as refusal:
        raise Refused("undo", str(refusal)) from refusal
    if unanswered(table, guest, count):
        with suppress(UndoRefused):
            return [Undone(now, seat, match.undoable(seat), command)]
    if table.asking is not None:
        raise Refused("undo", f"{table.seats[table.asking].name} has already asked; wait for the answers")
    refuse_unless_all_can_answer(table)
    asked: list[AnyEvent] = [UndoRequested(now, seat, command)]
    return [*asked, *undo_if_agreed(table, seat, frozenset([seat]), now)]


def unanswered(table: Table, guest: str, count: int) -> bool:
    """Tell whether a guest made all of the last moves, without other players and without a bot.

    A move that somebody has answered needs consent, even if it revealed nothing hidden.
    """
    match, own = require_playing(table), table.seats_of(guest)
    first = match.count - count
    return all(move.actor in own for move in match.moves[first:]) and all(each < first for each in table.stood_in)


def refuse_unless_all_can_answer(table: Table) -> None:
    """Refuse an undo while bots stand in on all seats of a guest, who then can't give consent."""
    there = guests_at(table, [seat for seat in table.people if not table.seats[seat].stand_in])
    away = [seat for seat in table.seats if seat.guest and seat.guest not in there]
    if away:
        names = " and ".join(dict.fromkeys(seat.name for seat in away))
        for_good = table.created.clock.final and any(seat.flagged for seat in away)
        when = ", so the move can't be undone" if for_good else "; the move can be undone once they are back"
        raise Refused("undo", f"a bot plays for {names}, who can't be asked{when}")


def answer_undo(table: Table, guest: str, seat: int, agrees: bool, now: float) -> list[AnyEvent]:
    """Agree to an undo, or decline it."""
    require_own(table, guest, seat)
    refuse_stand_in(table, seat)
    require_playing(table)
    if table.asking is None or guest in guests_at(table, table.agreed):
        raise Refused("undo", "nobody is waiting for your answer: nothing was asked, or you have answered")
    answered: list[AnyEvent] = [UndoAnswered(now, seat, agrees)]
    return answered + (undo_if_agreed(table, table.asking, table.agreed | {seat}, now) if agrees else [])


def undo_if_agreed(table: Table, seat: int, agreed: frozenset[int], now: float) -> list[AnyEvent]:
    """Undo once every guest has agreed, however many seats each of them has."""
    match = require_playing(table)
    if guests_at(table, table.people) <= guests_at(table, agreed):
        return [Undone(now, seat, match.since_own(seat))]
    return []


def guests_at(table: Table, seats: Iterable[int]) -> set[str]:
    return {table.seats[seat].guest for seat in seats}


# Leaving, returning and chat


def leave(table: Table, guest: str, now: float) -> list[AnyEvent]:
    """Leave: free the seats before the game; during it a bot takes over if the table allows it."""
    if table.starting:
        return [StartFailed(now, tuple(table.seats_of(guest)))] if table.seats_of(guest) else []
    if table.status == "open":
        return [Stood(now, seat) for seat in table.seats_of(guest)]
    return miss(table, guest, now)


def miss(table: Table, guest: str, now: float) -> list[AnyEvent]:
    """Let a bot take over from an absent guest if the table allows it."""
    if table.status != "playing" or table.created.absent != "bot":
        return []
    own = [seat for seat in table.seats_of(guest) if not table.seats[seat].stand_in]
    return [TakenOver(now, seat, STAND_IN) for seat in own]


def hand_over(table: Table, guest: str, seat: int, absent: Collection[str], now: float) -> list[AnyEvent]:
    """Let a bot play for one of the guests who have been absent for long, as another player wants it."""
    require_seat(table, seat)
    require_playing(table)
    other = table.seats[seat]
    if not table.seats_of(guest) or not other.guest:
        raise Refused("not_yours", f"seat {seat} is none of yours to give; players can do that for other people")
    if other.stand_in:
        raise Refused("stand_in", f"a bot plays for {other.name} already")
    if other.guest not in absent:
        raise Refused("present", f"{other.name} is here, or was a moment ago; wait a little")
    return [TakenOver(now, seat, STAND_IN)]


def come_back(table: Table, guest: str, seat: int, now: float) -> list[AnyEvent]:
    """Take a seat back from a bot."""
    require_own(table, guest, seat)
    require_playing(table)
    if not table.seats[seat].stand_in:
        raise Refused("stand_in", "you are playing this seat yourself; no bot has taken it")
    refuse_flagged(table, seat)
    return [CameBack(now, seat)]


def chat(table: Table, guest: str, name: str, words: str, now: float, command: str = "") -> list[AnyEvent]:
    """Write a chat message, as any viewer may; [] if the command was carried out before."""
    if not words:
        raise Refused("chat", "the message is empty; write something first")
    if guest in table.hosting.muted:
        raise Refused("muted", "the host has muted you at this table")
    if command and any(line.guest == guest and line.command == command for line in table.chat):
        return []
    return [Chatted(now, guest, name, words, command)]


# Checks


def require_open(table: Table) -> None:
    if table.status != "open":
        raise Refused("started", "the game has started; seats can't change now")
    if table.starting:
        raise Refused("starting", "the game is starting: it waits for everybody's share of the dice; wait some seconds")


def require_attempt(table: Table, attempt: int) -> None:
    """Refuse a pledge for an earlier attempt to start, which could never be kept."""
    if attempt != table.attempt:
        raise Refused("stale", f"the game is to be started in attempt {table.attempt}; pledge a share for that")


def refuse_unpledged(table: Table) -> None:
    """Refuse to start while somebody's share isn't pledged."""
    names = " and ".join(dict.fromkeys(seat.name for seat in table.seats if seat.guest and not seat.pledge))
    if names:
        raise Refused("unpledged", f"{names} must open the table first, to pledge a share of the dice")


def revealable(share: str) -> str:
    """Return a share as a client sends it; refuse none."""
    if checked_share(share) == NO_SHARE:
        raise Refused("share", "send a share of 32 to 64 hexadecimal digits in lower case")
    return share


def require_playing(table: Table) -> Match:
    if table.match is None:
        raise Refused("not_started", "the game hasn't started yet; the host starts it")
    if table.status == "over":
        raise Refused("over", "the game is over; you can ask for a rematch")
    return table.match


def require_host(table: Table, guest: str) -> None:
    if not is_host(table, guest):
        raise Refused("not_host", "only the host can do that")


def is_host(table: Table, guest: str) -> bool:
    return bool(guest) and guest == table.host


def refuse_unwelcome(table: Table, guest: str, seat: int) -> None:
    """Refuse a seat to guests who were removed, a locked one, and at tables in the lobby a second one."""
    if is_host(table, guest):
        return
    if guest in table.hosting.removed:
        raise Refused("removed", "the host has removed you from this table; you can watch, or play at another one")
    if seat in table.hosting.locked:
        raise Refused("locked", f"the host has locked seat {seat}; {free_seats(table)}")
    if not table.created.private and table.seats_of(guest) and table.seats[seat].reserved != guest:
        raise Refused("too_many", "at a table in the lobby, everybody but the host has one seat")


def require_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < table.game.seats:
        raise Refused("no_seat", f"there is no seat {seat}; seats are 0 to {table.game.seats - 1}")


def require_own(table: Table, guest: str, seat: int) -> None:
    require_seat(table, seat)
    if not guest or table.seats[seat].guest != guest:
        own = ", ".join(map(str, table.seats_of(guest)))
        raise Refused("not_yours", f"seat {seat} is not yours; {f'yours: {own}' if own else 'you have none here'}")


def refuse_stand_in(table: Table, seat: int) -> None:
    if table.seats[seat].stand_in:
        refuse_flagged(table, seat)
        raise Refused("stand_in", "a bot plays for you; take your seat back first")


def refuse_flagged(table: Table, seat: int) -> None:
    """Refuse to return a seat after its flag fell; otherwise every flag would be worth a full clock."""
    if table.seats[seat].flagged and table.created.clock.final:
        raise Refused("time_up", "your time is up; at this table a bot plays for you until the end of the game")
    if table.seats[seat].flagged:
        raise Refused("time_up", "your time is up; the bot plays this turn, then you can take your seat back")


def free_seats(table: Table) -> str:
    locked = table.hosting.locked
    free = [str(n) for n, seat in enumerate(table.seats) if not (seat.taken or seat.reserved or n in locked)]
    return f"free are {', '.join(free)}" if free else "no seat is free"
