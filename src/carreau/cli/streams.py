"""What comes from the terminal and goes to it, whatever its encoding is and whatever is typed."""

import io
import os
import sys


def bear_all_characters() -> None:
    """What is no text in the terminal's encoding is a wrong move or a question mark, and no reason to break off."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def shown(text: str) -> str:
    """A text that may quote anything, so that nothing in it commands the terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in text)


def write_all() -> None:
    """Before the program ends, while an error can still be told."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.flush()


def write_no_more() -> None:
    """What couldn't be written is let go; Python would try again at its end, and complain."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
