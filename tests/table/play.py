"""Tables that are played through commands alone, with a counter as a clock."""

from collections.abc import Callable, Sequence

import msgspec
import pytest
from msgspec import UNSET

from carreau.core.game import ALL, CHANCE
from carreau.core.laws import Walk
from carreau.games.catalogue import GAMES, AnyGame, game, game_class, variants
from carreau.table import commands, hints, rematch, timers
from carreau.table.apply import apply
from carreau.table.commands import Refused
from carreau.table.events import Absent, AnyEvent, Created
from carreau.table.fairness import pledge
from carreau.table.match import Match
from carreau.table.messages import Position, TableShown, TableUpdate
from carreau.table.snapshots import replayed, saved
from carreau.table.types import AtFlag, ClockSetting, Kind
from tests.goldens import NAMES
from tests.table.fair import dice_for, share_for

NOON = 1_000_000.0
BOT = "random"
SHARE = "5" * 32
SECRET = bytes(range(32))


def decoded(position: Position | None) -> Position:
    """Return a position as it arrives."""
    return msgspec.json.decode(msgspec.json.encode(position), type=Position)


def updated(table: TableShown, update: TableUpdate) -> TableShown:
    """Return a table as it is shown after an update."""
    changes = {name: value for name, value in msgspec.structs.asdict(update).items() if value is not UNSET}
    return msgspec.structs.replace(table, **changes)


class Play:
    """A table, its events, and the time.

    Its players are `guest(0)`, `guest(1)` … unless `guests` says otherwise; "" is a bot.
    """

    def __init__(
        self,
        made: AnyGame,
        seed: int = 1,
        *,
        clock: ClockSetting | None = None,
        absent: Absent = "wait",
        guests: Sequence[str] | None = None,
        private: bool = True,
    ) -> None:
        self.guests = list(guests or (guest(seat) for seat in range(made.seats)))
        self.dice = dice_for(made.seats, seed)
        self.walk = Walk(made, seed)
        self.now = NOON
        self.created: Created = commands.create(
            self.dice.match,
            made.NAME,
            made.seats,
            made.options,
            guest(0),
            self.dice.secret,
            self.now,
            clock=clock,
            absent=absent,
            private=private,
        )
        self.table = replayed([self.created])
        self.journal: list[AnyEvent] = [self.created]
        self.watch: Callable[[AnyEvent], None] = lambda _: None  # called with every event before it is applied

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    @property
    def playing(self) -> bool:
        return self.table.status == "playing"

    def later(self, seconds: float = 1.0) -> float:
        self.now += seconds
        return self.now

    def do(self, events: list[AnyEvent]) -> list[AnyEvent]:
        """Apply the events of a command."""
        for event in events:
            self.watch(event)
            apply(self.table, event)
            self.journal.append(event)
        return events

    # Before the game

    def seated(self) -> "Play":
        for seat, who in enumerate(self.guests):
            if who:
                self.do(commands.sit_openly(self.table, who, NAMES[seat], seat, share_for(seat), self.later()))
            else:
                self.do(commands.add_bot(self.table, guest(0), seat, BOT, self.later()))
        return self

    def pledged(self) -> "Play":
        """Seat everybody as browsers do: they keep their shares to themselves."""
        for seat, who in enumerate(self.guests):
            if who:
                attempt = self.table.attempt
                pledge = self.pledge_of(seat)
                self.do(commands.sit(self.table, who, NAMES[seat], seat, attempt, pledge, self.later()))
            else:
                self.do(commands.add_bot(self.table, guest(0), seat, BOT, self.later()))
        return self

    def pledge_of(self, seat: int, share: str = "") -> str:
        """Return the pledge of a share in the present attempt, by default of the seat's own."""
        table = self.table
        return pledge(table.id, table.attempt, table.commitment, seat, share or share_for(seat))

    def sealed(self) -> "Play":
        """Let the host start; the game waits for the shares."""
        self.pledged()
        self.do(commands.start(self.table, guest(0), self.later()))
        return self

    def reveal(self, seat: int, share: str = "") -> list[AnyEvent]:
        return self.do(commands.reveal(self.table, self.guests[seat], seat, share or share_for(seat), self.later()))

    def started(self) -> "Play":
        self.seated()
        self.do(commands.start(self.table, guest(0), self.later()))
        ready = timers.ready_at(self.table)
        if ready is not None:
            self.now = ready
            self.do(timers.deal(self.table, self.now))
        return self

    # The game

    def deciding(self, seat: int, action: int, ref: str = "", lag: float = 0.0) -> list[AnyEvent]:
        """Return the events of an action by a seat's player or bot."""
        if self.table.seats[seat].bot:
            return commands.acted(self.table, seat, self.table.decision, action, ref, self.now, lag)
        return commands.act(self.table, self.guests[seat], seat, self.table.decision, action, ref, self.now, lag)

    def act(self, seat: int, text: str, ref: str = "") -> list[AnyEvent]:
        self.later()
        return self.do(self.deciding(seat, self.table.game.parse(text), ref))

    def choose(self) -> tuple[int, int]:
        """Choose an actor and an action at random; the clock of a race is CHANCE."""
        self.walk.state = self.match.state
        return self.walk.choose()

    def following(self, seat: int, action: int) -> list[AnyEvent]:
        """Return the events of a choice; the clock of a race waits for its time."""
        if seat == CHANCE:
            self.now = max(self.now, timers.race_deadline(self.table) or 0.0)
            return timers.call_off(self.table, self.now)
        return self.deciding(seat, action)

    def step(self) -> list[AnyEvent]:
        """Let a random actor act."""
        self.later()
        return self.do(self.following(*self.choose()))

    def until(self, done: Callable[[], bool], most: int = 2000) -> "Play":
        """Play until a condition holds."""
        for _ in range(most):
            if done():
                return self
            self.step()
        raise AssertionError("it never came to that")

    def finished(self) -> "Play":
        return self.until(lambda: not self.playing)

    def send(self, seat: int, decision: int, action: int, ref: str = "") -> list[AnyEvent]:
        """Return the events of a message from a seat's player about some decision, perhaps an old one."""
        return commands.act(self.table, self.guests[seat], seat, decision, action, ref, self.now)

    # Refusals

    def refusal(self, command: Callable[..., object], *arguments: object) -> Refused:
        """Return the refusal of a command, which must leave everything unchanged."""
        before = saved(self.table)
        with pytest.raises(Refused) as refusal:
            command(*arguments)
        assert saved(self.table) == before
        return refusal.value

    def refused(self, command: Callable[..., object], *arguments: object) -> str:
        """Return the code of a refusal."""
        return self.refusal(command, *arguments).code


def guest(seat: int) -> str:
    return f"guest-{seat}"


def short_games() -> list[AnyGame]:
    """List every game with every number of seats, with options that make it short."""
    found = [made for name in GAMES for seats in game_class(name).SEATS for made in [shortest(name, seats)]]
    assert {made.NAME for made in found} == set(GAMES)
    return found


def shortest(name: str, seats: int) -> AnyGame:
    return next(made for made in variants(name) if made.seats == seats)


def in_words(made: AnyGame) -> str:
    return f"{made.NAME}-{made.seats}"


# Interesting tables


def starting() -> Play:
    """Return a table that waits for the share of seat 1."""
    play = Play(game("carre", 3), guests=[guest(0), guest(1), ""]).sealed()
    play.reveal(0)
    return play


def failed() -> Play:
    """Return a table that seat 1 has lost, since its share was missing."""
    play = starting()
    play.do(timers.expire(play.table, play.later(timers.REVEAL_SECONDS)))
    return play


def caro(seats: int = 2) -> Play:
    return Play(game("caro", seats)).started()


def opened() -> Play:
    return Play(game("caro"))


def against_a_bot() -> Play:
    return Play(game("caro"), guests=[guest(0), ""]).started()


def resigned() -> Play:
    play = caro()
    play.do(commands.resign(play.table, guest(1), 1, play.later()))
    return play


def rematched() -> Play:
    play = resigned()
    play.do(rematch.link(play.table, guest(0), "next", play.later()))
    return play


def hinted() -> Play:
    """Return a table whose host has allowed hints and used one; two people share a device, one with their own name."""
    play = Play(game("caro", 3), guests=[guest(0), guest(0), guest(1)]).seated()
    play.do(commands.rename(play.table, guest(0), 1, "Bo", play.later()))
    play.do(hints.allow(play.table, guest(0), True, play.later()))
    play.do(commands.start(play.table, guest(0), play.later()))
    play.do(hints.ask(play.table, guest(0), 0, play.later(), "first"))
    return play


def away() -> Play:
    play = Play(game("caro"), absent="bot").started()
    play.do(commands.leave(play.table, guest(0), play.later()))
    return play


def given_up_by_one_of_three() -> Play:
    play = Play(game("caro", 3)).started()
    play.do(commands.resign(play.table, guest(1), 1, play.later()))
    return play


def out_of_time(kind: Kind = "move", at_flag: AtFlag = "bot", name: str = "caro", seats: int = 3) -> Play:
    """Return a table on which the time of seat 0 has just run out, and a bot plays for it."""
    play = Play(game(name, seats), clock=ClockSetting(kind, 60.0, 0.0, at_flag)).started()
    play.do(timers.flag(play.table, play.later(60.0)))
    assert play.table.seats[0].stand_in
    return play


def away_after_dice() -> Play:
    """Return a table on which dice were rolled after a move of seat 0, and a bot plays for seat 1."""
    play = Play(game("carre"), absent="bot").started()
    play.act(0, "end")
    play.do(commands.leave(play.table, guest(1), play.later()))
    return play


def out_after_dice() -> Play:
    """Return the same with seat 1 out of time, up to the end of the game."""
    play = Play(game("carre"), clock=ClockSetting("game", 60.0, 0.0, "bot")).started()
    play.act(0, "end")
    play.do(timers.flag(play.table, play.later(60.0)))
    return play


def asking() -> Play:
    """Return a table on which seat 0 asks to undo a move that was followed by dice."""
    play = Play(game("carre")).started()
    play.act(0, "end")
    play.do(commands.request_undo(play.table, guest(0), 0, play.later()))
    return play


def lonely() -> Play:
    """Return a table with only seat 0 taken."""
    play = opened()
    play.do(commands.sit_openly(play.table, guest(0), "Ada", 0, SHARE, play.now))
    return play


def at_all() -> Play:
    """Return a table on which everybody has to pass a card."""
    for seed in range(1, 60):
        play = Play(game("plan", 4), seed).started()
        while play.playing and play.match.state.current != ALL:
            play.step()
        if len(play.table.waiting()) == 4:
            return play
    raise AssertionError("card 19 was never played")


def racing() -> Play:
    return Play(game("misd", 3, {"mode": "hard", "others_go_on": True})).started()
