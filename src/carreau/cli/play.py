"""The terminal table: a game for one or several people on one screen."""

from itertools import count, groupby
from pathlib import Path
from typing import Final

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text as Line

from carreau.boards import board
from carreau.bots.bot import Bot, Decision, Races
from carreau.bots.levels import level
from carreau.bots.search import WAIT
from carreau.cli.words import Words
from carreau.core.errors import CarreauError, IllegalMove, UndoRefused
from carreau.core.game import ALL, RACE, SPECTATOR
from carreau.core.record import is_number, shortened
from carreau.games.texts import Text, text
from carreau.table.match import Match, all_is_open
from carreau.table.types import Move

HUMAN: Final = "human"
SHOWN_MOVES: Final = 60
COMMANDS: Final = ("", "?", "help", "why", "rules", "undo", "hint", "save", "board", "quit")


class Quit(Exception):
    """A player's wish to stop."""


class TerminalTable:
    """A table that shows people what their seats may see, reads their moves, and plays the other seats."""

    def __init__(self, match: Match, players: list[str], language: str, console: Console, seed: int) -> None:
        self.match = match
        self.players = players
        self.console = console
        self.seed = seed
        self.words = Words(language)
        self.text: Text = text(match.game.NAME, language)
        self.humans = [seat for seat, player in enumerate(players) if player == HUMAN]
        self.bots = {
            seat: Bot(match.game, level(player), seed + seat) for seat, player in enumerate(players) if player != HUMAN
        }
        self.races = Races(match.game, seed + len(players))
        self.looking = self.humans[0] if len(self.humans) == 1 else SPECTATOR
        self.told: dict[int, int] = {}
        self.earlier = list(match.moves)  # of a resumed game
        self.listed: list[int] = []
        self.file: Path | None = None  # the default file for saving this game

    # The course of a game

    def run(self) -> None:
        try:
            self.welcome()
            self.settle()
            while not self.match.over:
                self.turn()
                self.settle()
            self.show_end()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
        self.save_what_was_played()

    def welcome(self) -> None:
        if self.humans:
            self.console.print(Line.assemble((self.text.title, "bold"), ("  " + self.text.tagline, "italic")))
            self.say(self.words("help"), "dim")

    def settle(self) -> None:
        """Let chance act; that may start a race."""
        draws = self.match.draws
        self.match.settle()
        if self.match.draws > draws:
            self.races.begin()

    def turn(self) -> None:
        """Play one decision."""
        waiting = self.match.state.waiting()
        people = [seat for seat in waiting if seat in self.humans]
        if self.match.state.current == RACE and people:
            self.race(people)
        elif self.match.state.current == RACE:
            self.race_without_people()
        elif people and (self.match.state.current == ALL or len(waiting) == 1):
            self.ask(people[0])
        else:
            seat = next(seat for seat in waiting if seat in self.bots)
            self.match.act(seat, self.thought_out(seat).action)

    def thought_out(self, seat: int) -> Decision:
        """Ask a bot for its decision; it sees only its view."""
        with self.console.status(self.words("thinks", name=self.match.names[seat])):
            return self.bots[seat].choose(self.match.state.view(seat))

    def race_without_people(self) -> None:
        """Let the quickest bot or the clock act; without a clock, perhaps nobody acts."""
        waiting = [seat for seat in self.match.state.waiting() if seat in self.bots]
        first = self.races.first_to_act(self.match.state, {seat: self.thought_out(seat) for seat in waiting})
        if first:
            self.match.act(*first)

    # Asking a person

    def ask(self, seat: int) -> None:
        self.hand_over(seat)
        self.show_board(seat)
        while True:
            line = self.read(self.words("your_move", name=self.match.names[seat]))
            if self.answer(seat, line):
                return

    def race(self, people: list[int]) -> None:
        self.show_board(people[0] if len(people) == 1 else SPECTATOR)
        example = self.match.game.text(self.match.state.legal(people[0])[0])
        while True:
            line = self.read(self.words("race" if len(people) > 1 else "race_alone", example=example))
            if not line:
                self.race_without_people()
                return
            seat, answer = self.caller(people, line)
            if seat in people:
                if self.answer(seat, answer):
                    return
            else:
                named = shortened(line.partition(" ")[0])
                self.say(self.words("no_such_seat", seat=named, seats=", ".join(map(str, people))), "yellow")

    def caller(self, people: list[int], line: str) -> tuple[int, str]:
        """Read who answers, and what: "1 yellow star"; a single player or a command needs no seat."""
        first, _, rest = line.partition(" ")
        if first.isdecimal() and rest:
            return (int(first) if is_number(first) else SPECTATOR), rest.strip()
        alone = len(people) == 1 or first in COMMANDS
        return (people[0] if alone else SPECTATOR), line

    def answer(self, seat: int, line: str) -> bool:
        """Execute a line; return whether the position has changed, so it may be another player's turn."""
        command, _, rest = line.partition(" ")
        try:
            if command in COMMANDS:
                return self.command(seat, command, rest.strip())
            return self.move(seat, line)
        except IllegalMove as refusal:
            self.say(self.text.because(refusal.clause), "yellow")
        except CarreauError as error:
            self.say(str(error), "yellow")
        return False

    def command(self, seat: int, command: str, rest: str) -> bool:
        match command:
            case "?":
                self.list_moves(seat, rest)
            case "why":
                self.explain(seat, rest)
            case "rules":
                self.show_rules(rest)
            case "undo":
                return self.undo(seat)
            case "hint":
                self.give_hint(seat)
            case "save":
                self.save(Path(rest) if rest else self.default_file())
            case "board":
                self.show_board(seat)
            case "quit":
                raise Quit
            case _:
                self.say(self.words("help"), "dim")
        return False

    def move(self, seat: int, line: str) -> bool:
        self.match.act(seat, self.chosen(seat, line))
        self.listed = []
        return True

    def chosen(self, seat: int, line: str) -> int:
        """Return the action a line names, by its number in the last list or by its notation."""
        if line.isdecimal() and self.listed:
            if not is_number(line) or not 1 <= int(line) <= len(self.listed):
                raise CarreauError(self.words("no_such_number", number=shortened(line), count=len(self.listed)))
            return self.listed[int(line) - 1]
        return self.match.game.parse(self.text.in_notation(line))

    def list_moves(self, seat: int, word: str) -> None:
        """List the legal moves with numbers: all, those that start with a word, or else those that contain it."""
        legal = self.match.state.legal(seat)
        notations = {action: self.match.game.text(action) for action in legal}
        wanted = self.text.in_notation(word).casefold()
        begin = [action for action in legal if notations[action].startswith(wanted)]
        self.listed = begin or [action for action in legal if wanted in notations[action]]
        shown = [
            Line.assemble((f"{number:>3} ", "dim"), notations[action])
            for number, action in enumerate(self.listed[:SHOWN_MOVES], start=1)
        ]
        self.console.print(Columns(shown, padding=(0, 3), column_first=True))
        if len(self.listed) > SHOWN_MOVES:
            self.say(self.words("more_moves", count=len(self.listed) - SHOWN_MOVES), "dim")
        self.say(self.words("moves", count=len(self.listed)), "dim")

    def explain(self, seat: int, move: str) -> None:
        """Show the clause against a move without making it."""
        if not move:
            self.say(self.words("which_why"), "yellow")
            return
        action = self.chosen(seat, move)
        clause = self.match.state.objection(seat, action)
        notation = self.match.game.text(action)
        self.say(self.text.because(clause) if clause else self.words("allowed", move=notation))

    def show_rules(self, clause: str) -> None:
        from carreau.cli.rules import print_rules

        print_rules(self.console, self.match.game.NAME, clause or None, self.words.language)

    def give_hint(self, seat: int) -> None:
        """Show what the strongest bot would do in this seat."""
        from carreau.bots.hints import hints, reason, words

        bot = Bot(self.match.game, level("5"), self.seed)
        with self.console.status(self.words("thinks_for_you")):
            found = hints(bot, self.match.state.view(seat))
        for hint in found:
            move = words(self.text.language)["wait"] if hint.action == WAIT else self.match.game.text(hint.action)
            why = reason(hint, found, bot, self.text, self.match.names)
            known = hint.visits or hint.proved
            line = (
                words(self.text.language)["hint"].format(move=move, percent=round(100 * hint.value)) if known else move
            )
            self.say(f"{line} ({why})")

    def undo(self, seat: int) -> bool:
        try:
            count = self.match.undo(seat)
        except UndoRefused as refusal:
            self.say(str(refusal), "yellow")
            return False
        self.told = {viewer: min(told, len(self.match.moves)) for viewer, told in self.told.items()}
        self.say(self.words("undone", count=self.words("moves", count=count)))
        return True

    # Saving

    def default_file(self) -> Path:
        """Return an unused file name, so this game doesn't overwrite another one."""
        stem = f"{self.match.game.NAME}-{self.seed}"
        names = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.carreau") for number in count(1))
        self.file = self.file or next(name for name in names if not name.exists())
        return self.file

    def save_what_was_played(self) -> None:
        """Save the game at the end or when a player quits, unless it is saved already."""
        by_people = any(move.actor in self.humans for move in self.match.moves)
        if by_people and self.match.moves != self.earlier:
            self.save(self.default_file())

    def save(self, file: Path) -> None:
        try:
            file.write_text(self.match.record().write(), encoding="utf-8")
        except OSError as error:
            raise CarreauError(f"can't write {file}: {error.strerror}") from error
        except ValueError as error:  # an impossible file name
            raise CarreauError(f"can't write {file}: {error}") from error
        self.say(self.words("saved", file=file))
        self.say(self.words("look_again" if self.match.over else "go_on", file=file), "dim")

    # Showing

    def hand_over(self, seat: int) -> None:
        """Hide the screen while players at the same device change, so they don't see each other's hands."""
        if seat != self.looking and len(self.humans) > 1 and not all_is_open(self.match.state, self.match.game.seats):
            self.console.clear()
            self.read(self.words("hand_over", name=self.match.names[seat]))
            self.console.clear()
        self.looking = seat

    def show_board(self, seat: int) -> None:
        self.tell(seat)
        self.console.rule(style="dim")
        self.console.print(board(self.match.state.view(seat), self.text, self.match.names))

    def tell(self, viewer: int) -> None:
        """Tell a viewer what the others have done since the last time, as far as the viewer may know."""
        news = self.match.moves[self.told.get(viewer, len(self.earlier)) :]
        sentences = [self.sentence(move, viewer) for move in news if move.actor != viewer or viewer < 0]
        for sentence, same in groupby(sentences):
            times = len(list(same))
            self.say(f"{sentence} ×{times}" if times > 1 else sentence, "cyan")
        self.told[viewer] = len(self.match.moves)

    def sentence(self, move: Move, viewer: int) -> str:
        fields = self.match.game.fields(move.action)
        said = self.text.sentence(fields, move.actor, self.match.names, veiled=viewer in move.unseen)
        did = self.text.outcome(move.effects, move.actor, self.match.names) if viewer not in move.unseen else ""
        return f"{said} ({did})" if did else said

    def show_end(self) -> None:
        self.show_board(self.looking)
        result = self.match.state.result()
        table = Table(box=None, padding=(0, 2, 0, 0))
        for heading in ("place", "player", "score") if result.counted else ("place", "player"):
            table.add_column(self.words(heading), justify="left" if heading == "player" else "right")
        for seat in sorted(range(self.match.game.seats), key=lambda seat: result.ranks[seat]):
            points = [str(result.points[seat])] if result.counted else []
            table.add_row(str(result.ranks[seat]), self.match.names[seat], *points)
        self.say(self.words("over", clause=f"{self.text.clauses[result.clause][0]} ({result.clause})"), "bold")
        self.console.print(table)
        winners = [self.match.names[seat] for seat in result.winners]
        self.say(self.words("winner" if len(winners) == 1 else "winners", names=", ".join(winners)), "bold green")
        if not self.earlier:  # a resumed game has no known seed
            self.say(self.words("seed", seed=self.seed), "dim")

    def say(self, words: str, style: str = "") -> None:
        self.console.print(Line(words, style=style))

    def read(self, prompt: str) -> str:
        return self.console.input(Line(f"{prompt} › ", style="bold")).strip()
