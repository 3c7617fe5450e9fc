"""Game records: a played game as text that people can read and that will always replay.

    carreau record 1
    game: caro
    rules: 1
    seats: 2
    options: honour=off rounds=1
    seat 0: Ada
    seat 1: Bertrand
    result: points 96 70, ranks 1 2, by caro.15
    moves:
    0 red 0,0
    1 black 1,0
    end: 2 moves, position 3f2a9c0b11d24e77

A move consists of who acted (`*` for dice, deck and clock) and the notation of the action. The last
line reveals damage, but not forgery: a forger can recompute it. An unfinished game has
`result: none yet`, or `result: broken off, seat 1: resigned` if somebody resigned or lost on time.

Between seats and result, an optional line `bots: 1 2` names the seats that bots played from the start,
and optional lines `dice KEY: VALUE` prove the dice fair (docs/fairness.md). From their scheme 2 on, each draw ends with
its numbers, such as `* roll 3 [2 of 6]` or `* lay red [17-19 of 52]`: the outcome for which they stand, of 0 to 5 and
0 to 51.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, Final, NamedTuple

from carreau.core.errors import CarreauError, IllegalMove, RecordError
from carreau.core.game import CHANCE, OVER, Game, State
from carreau.core.options import spelled
from carreau.core.result import Result

FORMAT: Final = "carreau record 1"
UNFINISHED: Final = "none yet"
BROKEN_OFF: Final = re.compile(r"broken off, seat ([0-9]{1,2}): ([a-z]{1,20})")
BOTS: Final = "bots"
BYTE_ORDER_MARK: Final = "\ufeff"  # some editors put it at the start of a text
DICE: Final = "dice "  # starts a line of the dice proof
SCHEME: Final = "scheme"  # the line that all proofs have in which draws name their numbers
MOST_DIGITS: Final = 9  # in an untrusted number: int() refuses thousands of digits

Make = Callable[[str, int, Mapping[str, object]], Game[Any, Any]]


class BrokenOff(NamedTuple):
    """The reason why a game stopped before its end: one word, and the seat that caused it."""

    seat: int
    why: str


class Record:
    """A game with its players, all actions from the start, chance included, and the dice proof, if any."""

    def __init__(
        self,
        game: Game[Any, Any],
        names: Sequence[str],
        moves: Sequence[tuple[int, int]],
        dice: Mapping[str, str] | None = None,
        bots: Sequence[int] = (),
        broken_off: BrokenOff | None = None,
    ) -> None:
        self.game = game
        self.names = list(names)
        self.moves = list(moves)
        self.dice = dict(dice or {})
        self.bots = list(bots)  # seats, ascending
        self.broken_off = broken_off

    def positions(self) -> Iterator[State]:
        """Yield every position from the first to the last; each is a copy the caller may keep."""
        state: State = self.game.start()
        yield state.clone()
        for actor, action in self.moves:
            self.game.act(state, actor, action)
            yield state.clone()

    def final(self) -> State:
        """Return the position after the last move."""
        state: State = self.game.start()
        for actor, action in self.moves:
            self.game.act(state, actor, action)
        return state

    def write(self) -> str:
        """Return the record as text; read() is the inverse."""
        final = self.final()
        options = " ".join(f"{name}={spelled(value)}" for name, value in self.game.options.items())
        lines = [
            FORMAT,
            f"game: {self.game.NAME}",
            f"rules: {self.game.VERSION}",
            f"seats: {self.game.seats}",
            f"options: {options}".rstrip(),
            *(f"seat {seat}: {in_one_line(name)}" for seat, name in enumerate(self.names)),
            *([f"{BOTS}: {' '.join(map(str, self.bots))}"] if self.bots else []),
            *(f"{DICE}{key}: {value}" for key, value in self.dice.items()),
            f"result: {result_in_words(final, self.broken_off)}",
            "moves:",
            *self.lines(),
            f"end: {len(self.moves)} moves, position {final.fingerprint()}",
        ]
        return "\n".join(lines) + "\n"

    def lines(self) -> Iterator[str]:
        """Yield the lines of the moves."""
        numbered = SCHEME in self.dice
        befores = self.positions() if numbered else repeat(None)
        for (actor, action), before in zip(self.moves, befores, strict=False):
            drawn = before is not None and actor == CHANCE == before.current
            numbers = f" {numbers_of(before, action)}" if before is not None and drawn else ""
            yield f"{'*' if actor == CHANCE else actor} {self.game.text(action)}{numbers}"


def numbers_of(state: State, outcome: int) -> str:
    """Return the numbers that stand for an outcome, of as many as all possible ones have."""
    outcomes, weights = state.legal(CHANCE), state.weights()
    index = outcomes.index(outcome)
    first = sum(weights[:index])
    last = first + weights[index] - 1
    return f"[{first if first == last else f'{first}-{last}'} of {sum(weights)}]"


def in_one_line(name: str) -> str:
    """Return a name without line breaks and unprintable characters, so it fits into a record."""
    return " ".join("".join(letter for letter in name if letter.isprintable() or letter.isspace()).split())


def result_in_words(state: State, broken_off: BrokenOff | None = None) -> str:
    if state.current != OVER:
        return f"broken off, seat {broken_off.seat}: {broken_off.why}" if broken_off else UNFINISHED
    result: Result = state.result()
    points, ranks = (" ".join(map(str, numbers)) for numbers in (result.points, result.ranks))
    return f"points {points}, ranks {ranks}, by {result.clause}"


def read(text: str, make: Make) -> Record:
    """Read, replay and check a record; RecordError says what is wrong in which line."""
    return Lines(text).record(make)


class Lines:
    """The lines of a record, taken one by one."""

    def __init__(self, text: str) -> None:
        self.lines = text.removeprefix(BYTE_ORDER_MARK).split("\n")
        self.number = 0

    def next(self, expected: str) -> str:
        """Take the next non-empty line; `expected` describes it if there is none."""
        while self.number < len(self.lines):
            self.number += 1
            line = self.lines[self.number - 1].strip()
            if line:
                return line
        raise RecordError(max(1, self.number), f"the record is incomplete; {expected} should follow", "cut")

    def coming(self) -> str:
        """Return the line next() would take; "" at the end."""
        for number in range(self.number, len(self.lines)):
            line = self.lines[number].strip()
            if line:
                self.number = number  # the lines before are empty, so the next search can skip them
                return line
        return ""

    def entry(self, key: str) -> str:
        line = self.next(f"'{key}: …'")
        found, colon, value = line.partition(":")
        if not colon or found != key:
            raise RecordError(self.number, f"expected '{key}: …', found {shortened(line)!r}")
        return value.strip()

    def count(self, key: str) -> int:
        value = self.entry(key)
        if not is_number(value):
            raise RecordError(self.number, f"{key} must be a number, not {shortened(value)!r}")
        return int(value)

    def record(self, make: Make) -> Record:
        if self.next(f"{FORMAT!r}") != FORMAT:
            raise RecordError(self.number, f"this isn't a game record: it must start with {FORMAT!r}", "foreign")
        name, version, seats = self.entry("game"), self.count("rules"), self.count("seats")
        options = self.options()
        try:
            game = make(name, seats, options)
        except CarreauError as error:
            raise RecordError(self.number, str(error), "unknown") from error
        if version != game.VERSION:
            said = f"played by version {version} of the rules of {name}; this is version {game.VERSION}"
            raise RecordError(3, said, "version")
        names = [self.name(seat) for seat in range(seats)]
        bots, dice = self.bots(seats), self.dice()
        result, result_line = self.entry("result"), self.number
        broken_off = self.broken_off(result, seats)
        self.entry("moves")
        record, final = self.replay(Record(game, names, [], dice, bots, broken_off))
        right = result_in_words(final, broken_off)
        if result != right:
            raise RecordError(result_line, f"the moves lead to a different result: {right}", "changed")
        return record

    def name(self, seat: int) -> str:
        """Read the name of a player; refuse unprintable characters, which could control a terminal."""
        name = self.entry(f"seat {seat}")
        if not name.isprintable():
            raise RecordError(self.number, f"the name {shortened(name)!r} contains unprintable characters")
        return name

    def options(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for part in self.entry("options").split():
            name, equals, value = part.partition("=")
            if not equals or name in found:
                raise RecordError(self.number, f"write options as name=value, each once; found {shortened(part)!r}")
            found[name] = value
        return found

    def bots(self, seats: int) -> list[int]:
        """Read which seats bots played from the start, if the record says so."""
        if not self.coming().startswith(f"{BOTS}:"):
            return []
        written = self.entry(BOTS)
        found = [seat for seat in range(seats) if str(seat) in written.split()]
        if written.split() != list(map(str, found)):
            said = f"write bots as seats in 0..{seats - 1}, ascending, each once; found {shortened(written)!r}"
            raise RecordError(self.number, said)
        return found

    def broken_off(self, result: str, seats: int) -> BrokenOff | None:
        """Return who broke off the game, if the result says so; the reason may be any word."""
        found = BROKEN_OFF.fullmatch(result)
        if not found:
            return None
        seat, why = int(found[1]), found[2]
        if seat >= seats:
            raise RecordError(self.number, f"seats are 0..{seats - 1}, so seat {seat} can't have broken off")
        return BrokenOff(seat, why)

    def dice(self) -> dict[str, str]:
        """Read the dice proof, if any, without checking it; that is the job of `carreau verify`."""
        found: dict[str, str] = {}
        while self.coming().startswith(DICE):
            key, colon, value = self.next("'dice …'").removeprefix(DICE).partition(":")
            if not colon or key in found:
                raise RecordError(self.number, f"write dice as 'dice KEY: VALUE', each once; found {shortened(key)!r}")
            found[key] = value.strip()
        return found

    def replay(self, record: Record) -> tuple[Record, State]:
        """Read and play the moves until the line that ends the record."""
        game = record.game
        state: State = game.start()
        while True:
            line = self.next("a move or 'end: …'")
            if line.startswith("end:"):
                self.check_end(line, len(record.moves), state)
                return record, state
            actor, text = self.move(line, game.seats)
            text, bracket, numbers = text.partition(" [")
            try:
                action = game.parse(text)
                if bracket:
                    self.check_numbers(state, actor, action, f"[{numbers}")
                game.act(state, actor, action)
            except IllegalMove as error:
                raise RecordError(self.number, str(error), "illegal") from error
            except CarreauError as error:
                raise RecordError(self.number, str(error)) from error
            record.moves.append((actor, action))

    def check_numbers(self, state: State, actor: int, action: int, written: str) -> None:
        """Refuse numbers that the rules don't give this outcome."""
        if actor != CHANCE or state.current != CHANCE:
            raise RecordError(self.number, f"only a draw has numbers, found {shortened(written)!r}", "changed")
        if action in state.legal(CHANCE) and written != numbers_of(state, action):
            said = f"by the rules, this outcome has the numbers {numbers_of(state, action)}, not {shortened(written)}"
            raise RecordError(self.number, said, "changed")

    def move(self, line: str, seats: int) -> tuple[int, str]:
        who, _, text = line.partition(" ")
        if who == "*":
            return CHANCE, text
        if is_number(who) and int(who) < seats:
            return int(who), text
        raise RecordError(self.number, f"a move must start with * or a seat in 0..{seats - 1}, not {shortened(who)!r}")

    def check_end(self, line: str, moves: int, state: State) -> None:
        expected = f"end: {moves} moves, position {state.fingerprint()}"
        if line != expected:
            said = f"the moves above lead to '{expected}'; the record was shortened or changed"
            raise RecordError(self.number, said, "changed")
        rest = [line for line in self.lines[self.number :] if line.strip()]
        if rest:
            raise RecordError(self.number + 1, f"nothing may follow the end, found {shortened(rest[0])!r}", "changed")


def is_number(text: str) -> bool:
    """Return whether an untrusted text is a whole number of sensible size."""
    return text.isdecimal() and len(text) <= MOST_DIGITS


def shortened(text: str) -> str:
    """Shorten an untrusted text so it fits into a message."""
    return text if len(text) <= 40 else text[:39] + "…"
