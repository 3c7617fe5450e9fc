"""A table as plain values: what was agreed, who sits where, the match, its clock. It is the sum of its entries.

`apply` carries out what has been decided, live and when a table is loaded again, and decides nothing itself: what may
happen is decided in `table/commands.py`.
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
from carreau.table.entries import (
    Acted,
    AnsweredBack,
    AnyEntry,
    AskedBack,
    CameBack,
    Chatted,
    Created,
    Ended,
    Flagged,
    GoneOn,
    Hired,
    Resumed,
    Sat,
    Started,
    Stood,
    TakenBack,
    TakenOver,
)
from carreau.table.fairness import Dice, commitment
from carreau.table.match import Match
from carreau.table.types import Move, Seat, Status

BOT_NAMES: Final = ("Onyx", "Opal", "Jade", "Agate", "Beryl", "Topaz", "Coral", "Amber")  # by seat: no two alike
CHAT_KEPT: Final = 200
COMMANDS_KEPT: Final = 16  # of each seat: however much others do, one learns what became of one's own


class RulesChanged(CarreauError):
    """A table that was put up by other rules than those that are here."""


class Table:
    """A table from its first entry on."""

    def __init__(self, created: Created) -> None:
        self.created = created
        self.commitment = commitment(created.table, bytes.fromhex(created.secret))
        require_rules(created, game_class(created.game).VERSION)  # first: other rules may have other seats and options
        self.game = make(created.game, created.seats, created.options)
        self.seats = [Seat() for _ in range(created.seats)]
        self.match: Match | None = None
        self.stood_in: set[int] = set()  # the indices of moves that bots made for guests
        self.clock = Clock(created.clock, created.seats)
        self.decision = 0  # counts up with everything that changes what is to be decided, undo included
        self.race_from = 0  # the decision with which the race that goes on began
        self.entries = 1
        self.changed = created.at
        self.began = created.at  # when the decision that is due came up
        self.ended: Ended | None = None
        self.asking: int | None = None  # the seat that wants to take something back
        self.agreed: set[int] = set()
        self.chat: deque[Chatted] = deque(maxlen=CHAT_KEPT)
        self.commands: list[dict[str, None]] = [{} for _ in self.seats]  # the latest by seat: none counts twice
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
        """The seats at which persons sit, present or not."""
        return [index for index, seat in enumerate(self.seats) if seat.guest]

    @property
    def members(self) -> list[str]:
        return sorted({seat.guest for seat in self.seats if seat.guest})

    def seats_of(self, guest: str) -> list[int]:
        return [index for index, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def waiting(self) -> list[int]:
        """The seats that may act now; none unless the game is being played."""
        return self.match.state.waiting() if self.match and not self.ended else []

    @property
    def racing(self) -> bool:
        return self.match is not None and not self.ended and bool(self.match.state.current == RACE)

    def record(self) -> Record:
        """The game so far with what may be known of its dice; the secret is among it when the game is over."""
        assert self.match is not None
        record = self.match.record()
        record.dice = self.dice.published(self.status == "over")
        record.bots = [index for index, seat in enumerate(self.seats) if seat.level]
        record.broken_off = BrokenOff(self.ended.seat, self.ended.why) if self.ended else None
        return record

    # What happens

    def apply(self, entry: AnyEntry) -> Move | None:
        """Carry out an entry; returns the move if it was an action."""
        self.entries += 1
        self.changed = entry.at
        match entry:
            case Acted():
                return self.act(entry)
            case TakenBack():
                self.take_back(entry)
            case Started():
                self.start(entry)
            case Ended():
                self.ended = entry
                self.clock.stand_still(entry.at)
                self.asking, self.agreed = None, set()
            case AskedBack():
                self.ask_back(entry)
            case AnsweredBack():
                self.answer_back(entry)
            case Chatted():
                self.chat.append(entry)
            case Resumed():
                self.began = entry.at
                self.clock.resume(entry.at)
            case GoneOn(table=table):
                self.next_table = table
            case _:
                self.change_seat(entry)
        return None

    def change_seat(self, entry: AnyEntry) -> None:
        """Entries about who sits or plays where."""
        match entry:
            case Sat(seat=seat, guest=guest, name=name, share=share):
                self.seats[seat] = Seat(guest, name, share)
            case Hired(seat=seat, level=level):
                self.seats[seat] = Seat(name=BOT_NAMES[seat], level=level)
            case Stood(seat=seat):
                self.seats[seat] = Seat()
            case TakenOver(seat=seat, level=level):
                self.seats[seat].stand_in = level
                self.asking, self.agreed = None, set()  # a bot gives no answer
            case CameBack(seat=seat):
                self.seats[seat].stand_in, self.seats[seat].flagged = "", False
            case Flagged(seat=seat):
                self.seats[seat].flagged = bool(self.seats[seat].guest)
                self.clock.grant(seat, entry.at)
            case _:
                raise AssertionError(f"{type(entry).__name__} can't follow")

    def start(self, entry: Started) -> None:
        self.match = Match(self.game, [seat.name for seat in self.seats], self.dice.outcome)
        self.due(entry.at)
        self.run_clock(entry.at)

    def act(self, entry: Acted) -> Move:
        assert self.match is not None
        before = together(self.match.state)
        move = self.match.act(entry.actor, entry.action)
        self.remember(entry.actor, entry.command)
        if entry.actor != CHANCE and self.seats[entry.actor].stand_in:
            self.stood_in.add(len(self.match.moves) - 1)
        if not goes_on(before, entry.actor, together(self.match.state)):
            self.due(entry.at)
            if not before:
                self.race_from = self.decision
        self.run_clock(entry.at, entry.lag)
        return move

    def take_back(self, entry: TakenBack) -> None:
        assert self.match is not None
        ended = turns_ended(list(self.match.record().positions())[-entry.actions - 1 :])
        self.match.take_back(entry.actions)
        self.stood_in = {index for index in self.stood_in if index < len(self.match.moves)}
        self.remember(entry.seat, entry.command)
        self.clock.take_back(ended, self.match.state.due(), entry.at)
        self.forget_flags(self.match.state.due())
        self.due(entry.at)
        self.race_from = self.decision

    def ask_back(self, entry: AskedBack) -> None:
        self.asking, self.agreed = entry.seat, {entry.seat}
        self.remember(entry.seat, entry.command)

    def remember(self, seat: int, command: str) -> None:
        """Keep the sender's own name for what was done, so that it counts once."""
        if command:
            kept = self.commands[seat]
            kept[command] = None
            if len(kept) > COMMANDS_KEPT:
                del kept[next(iter(kept))]

    def due(self, now: float) -> None:
        """Something else is to be decided."""
        self.decision += 1
        self.began = now
        self.asking, self.agreed = None, set()

    def run_clock(self, now: float, lag: float = 0.0) -> None:
        """Let the time of those run who have to decide. Chance takes none: a turn runs through a throw of dice."""
        assert self.match is not None
        if self.match.state.current != CHANCE:
            due = self.match.state.due()
            self.clock.run(due, now, lag)
            self.forget_flags(due)

    def forget_flags(self, due: list[int]) -> None:
        """A flag that fell for one turn is forgotten when that turn is over, or was taken back."""
        if self.clock.on and not self.created.clock.final:
            for index, seat in enumerate(self.seats):
                seat.flagged &= index in due

    def answer_back(self, entry: AnsweredBack) -> None:
        if entry.agrees:
            self.agreed.add(entry.seat)
        else:
            self.asking, self.agreed = None, set()


def require_rules(created: Created, version: int) -> None:
    if created.rules != version:
        raise RulesChanged(
            f"table {created.table} was put up by version {created.rules} of the rules of {created.game}; "
            f"this is version {version}, so it can't go on here"
        )


def together(state: State) -> set[int]:
    """Those who decide at the same time."""
    return set(state.waiting()) if state.current in (ALL, RACE) else set()


def goes_on(before: set[int], actor: int, after: set[int]) -> bool:
    """Whether the others still have the same to decide after one of them has acted.

    So it is where all commit unseen, and in a race that goes on after a wrong answer (misd.r2, misd.r9).
    """
    return bool(after) and actor in before and after == before - {actor}


def turns_ended(positions: Sequence[State]) -> list[int]:
    """The seats whose turns ended between positions that followed each other, once for each of these turns."""
    deciding = [set(state.due()) for state in positions if state.current != CHANCE]
    return [seat for before, after in pairwise(deciding) for seat in before - after]
