"""A table as one value: settings, seats, match and clock, the result of its events.

A snapshot is the encoding of this value (`table/snapshots.py`). `table/commands.py` decides what may happen,
`table/apply.py` carries out the resulting events.
"""

from collections.abc import Sequence

from carreau.core.errors import CarreauError
from carreau.core.game import RACE
from carreau.core.native import mypyc_attr
from carreau.core.record import BrokenOff, Record
from carreau.games.catalogue import AnyGame, game_class
from carreau.games.catalogue import game as make
from carreau.table.clock import Clock
from carreau.table.events import Chatted, Created, Ended
from carreau.table.fairness import BOT, Dice, Sealing, commitment
from carreau.table.match import Match
from carreau.table.types import Hosting, Seat, Status


class RulesChanged(CarreauError):
    """A table that was created under another version of the rules."""


@mypyc_attr(acyclic=True)
class Table:
    """The state of a table. Everything in it but the match and the clock is immutable."""

    def __init__(  # written by hand: a dataclass's isn't compiled
        self,
        created: Created,
        commitment: str,
        game: AnyGame,
        seats: tuple[Seat, ...],
        match: Match | None,
        clock: Clock,
        stood_in: frozenset[int],
        event_count: int,
        changed: float,
        began: float,
        decision: int,
        race_from: int,
        ended: Ended | None,
        asking: int | None,
        agreed: frozenset[int],
        chat: tuple[Chatted, ...],
        commands: tuple[tuple[str, ...], ...],
        next_table: str,
        hints: bool,
        hosting: Hosting,
        attempt: int,
        seal: str,
        missed: tuple[str, ...],
    ) -> None:
        self.created = created
        self.commitment = commitment
        self.game = game
        self.seats = seats
        self.match = match
        self.clock = clock
        self.stood_in = stood_in  # indices of the moves that bots made for guests
        self.event_count = event_count
        self.changed = changed
        self.began = began  # the time of the current decision
        self.decision = decision  # increases with every new decision, undo included
        self.race_from = race_from  # the decision at which the current race began
        self.ended = ended
        self.asking = asking  # the seat that asks to undo
        self.agreed = agreed
        self.chat = chat  # the latest messages
        self.commands = commands  # the latest command ids by seat, to detect duplicates
        self.next_table = next_table
        self.hosting = hosting
        self.hints = hints  # whether bots give hints where several guests play
        self.attempt = attempt  # to start the game, counted from 1
        self.seal = seal  # of the dice, from the start on; "" in games from before there were seals
        self.missed = missed  # the players whose shares were missing in the last attempt, by name

    @classmethod
    def new(cls, created: Created) -> "Table":
        """Return a table before any event, even its creation."""
        return cls(
            created=created,
            commitment=commitment(created.table, bytes.fromhex(created.secret)),
            game=game_of(created),
            seats=tuple(empty_seat(created, seat) for seat in range(created.seats)),
            match=None,
            clock=Clock(created.clock, created.seats),
            stood_in=frozenset(),
            event_count=0,
            changed=created.at,
            began=created.at,
            decision=0,
            race_from=0,
            ended=None,
            asking=None,
            agreed=frozenset(),
            chat=(),
            commands=((),) * created.seats,
            next_table="",
            hints=created.hints,
            hosting=Hosting(created.host),
            attempt=1,
            seal="",
            missed=(),
        )

    def clone(self) -> "Table":
        """Make a copy that can change independently."""
        return Table(
            self.created,
            self.commitment,
            self.game,
            self.seats,
            self.match and self.match.clone(),
            self.clock.clone(),
            self.stood_in,
            self.event_count,
            self.changed,
            self.began,
            self.decision,
            self.race_from,
            self.ended,
            self.asking,
            self.agreed,
            self.chat,
            self.commands,
            self.next_table,
            self.hints,
            self.hosting,
            self.attempt,
            self.seal,
            self.missed,
        )

    @property
    def id(self) -> str:
        return self.created.table

    @property
    def host(self) -> str:
        """The guest who hosts the table, "" if nobody does."""
        return self.hosting.host

    @property
    def status(self) -> Status:
        if self.match is None:
            return "open"
        return "over" if self.ended or self.match.over else "playing"

    @property
    def starting(self) -> bool:
        """Whether the game waits for the shares of the dice, and then starts."""
        return bool(self.seal) and self.match is None

    @property
    def dice(self) -> Dice:
        return dice_of(self.created, self.seats, self.attempt if self.seal else 0)

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


def game_of(created: Created) -> AnyGame:
    """Return the game of a table; raise RulesChanged if its rules have changed since."""
    require_rules(created, game_class(created.game).VERSION)  # checked first: other rules may have other options
    return make(created.game, created.seats, created.options)


def empty_seat(created: Created, seat: int) -> Seat:
    """Make an empty seat; in a rematch it is kept for its last player."""
    if not created.reserved:
        return Seat()
    kept = created.reserved[seat]
    return Seat(name=kept.name, reserved=kept.guest)


def dice_of(created: Created, seats: Sequence[Seat], attempt: int) -> Dice:
    """Return the dice of a game that was sealed in some attempt, or without a seal (0)."""
    sealing = Sealing(attempt, tuple(seat.pledge or BOT for seat in seats)) if attempt else None
    return Dice(created.table, bytes.fromhex(created.secret), tuple(seat.share for seat in seats), sealing)


def require_rules(created: Created, version: int) -> None:
    if created.rules != version:
        raise RulesChanged(
            f"table {created.table} was created under version {created.rules} of the rules of {created.game}; "
            f"this is version {version}, so it can't continue here"
        )
