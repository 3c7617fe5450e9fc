"""`carreau replay`: show a recorded game move by move."""

from pathlib import Path

from rich.console import Console
from rich.text import Text as Line

from carreau.boards import board
from carreau.core.errors import RecordError
from carreau.core.record import Record, read, result_in_words
from carreau.games.catalogue import game
from carreau.games.texts import text


def open_record(file: Path) -> Record:
    """Read the record in a file; raise RecordError if anything is wrong with it."""
    return read(text_in(file), game)


def text_in(file: Path) -> str:
    """Read the text of a record file."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(1, f"can't read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(1, f"{file} isn't a text file") from error


def replay(console: Console, record: Record, seat: int, step: bool, language: str) -> None:
    """Tell every move as a seat saw it; with `step`, draw the board after each and wait for Enter."""
    words = text(record.game.NAME, language)
    before = record.game.start()
    for number, ((actor, action), after) in enumerate(
        zip(record.moves, list(record.positions())[1:], strict=True), start=1
    ):
        fields = record.game.fields(action)
        sentence = words.sentence(fields, actor, record.names, veiled=seat in before.unseen_by(actor, action))
        console.print(Line.assemble((f"{number:>4}  ", "dim"), sentence))
        if step:
            console.print(board(after.view(seat), words, record.names))
            if console.is_terminal:
                console.input(Line("Enter › ", style="bold"))
        before = after
    if not step:
        console.print(board(before.view(seat), words, record.names))
    console.print(Line(f"Result: {result_in_words(before, record.broken_off)}", style="bold"))
