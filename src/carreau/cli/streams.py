"""Terminal input and output that survives any encoding and any input."""

import io
import os
import sys


def bear_all_characters() -> None:
    """Replace characters the terminal's encoding lacks instead of failing."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def shown(text: str) -> str:
    """Escape control characters in a text that may quote anything."""
    return "".join(letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in text)


def write_all() -> None:
    """Flush the output before the program ends, while an error can still be reported."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.flush()


def write_no_more() -> None:
    """Discard unwritten output; otherwise Python would try again at exit and complain."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
