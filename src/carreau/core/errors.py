"""What can go wrong, one type for each. Every message says what was wrong and what would be right."""

from typing import Literal

RecordFault = Literal[
    "foreign",  # it is no record of a game
    "cut",  # it breaks off
    "spelling",  # the line is not written as it should be
    "unknown",  # there is no such game, or not with these seats and options
    "version",  # it was played by other rules
    "illegal",  # the move is against the rules
    "changed",  # it is not what the moves lead to
]


class CarreauError(Exception):
    """The root of all errors that a user of the package can cause."""


class UnknownGame(CarreauError):
    """There is no game of that name."""


class SeatsError(CarreauError):
    """The game is not for that many players."""


class OptionError(CarreauError):
    """An option is unknown, has a value that is not allowed, or contradicts another."""


class NotationError(CarreauError):
    """A text, a set of fields or a number names no action of the game."""


class IllegalMove(CarreauError):
    """The action exists but is not allowed now; `clause` is the rule against it."""

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(message)
        self.clause = clause


class PositionError(CarreauError):
    """A position that cannot occur, or a description of one that cannot be read."""


class RecordError(CarreauError):
    """A record that cannot be read or replayed; `line` counts from 1, `kind` tells programs what is wrong there."""

    def __init__(self, line: int, reason: str, kind: RecordFault = "spelling") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.kind = kind


class UndoRefused(CarreauError):
    """A move that can't be taken back, because somebody has learnt something since."""


class LawBroken(CarreauError):
    """A game broke one of the laws in `carreau.core.laws`."""

    def __init__(self, law: str, detail: str) -> None:
        super().__init__(f"{law}: {detail}")
        self.law = law
