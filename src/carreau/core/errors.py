"""The errors of the package. Every message says what was wrong and what would be right."""

from typing import Literal

RecordFault = Literal[
    "foreign",  # not a game record
    "cut",  # the record is incomplete
    "spelling",  # the line is malformed
    "unknown",  # no such game, or not with these seats and options
    "version",  # played by another version of the rules
    "illegal",  # the move breaks a rule
    "changed",  # contradicts the moves
]


class CarreauError(Exception):
    """The base class of all errors a user of the package can cause."""


class UnknownGame(CarreauError):
    """A name that no game has."""


class SeatsError(CarreauError):
    """A number of players the game doesn't support."""


class OptionError(CarreauError):
    """An option that is unknown, out of range, or contradicts another one."""


class NotationError(CarreauError):
    """A text, a set of fields or a number that doesn't name an action of the game."""


class IllegalMove(CarreauError):
    """An action that exists but isn't allowed now; `clause` is the rule against it."""

    def __init__(self, clause: str, message: str) -> None:
        super().__init__(message)
        self.clause = clause


class PositionError(CarreauError):
    """A position that can't occur, or a description of one that can't be read."""


class RecordError(CarreauError):
    """A record that can't be read or replayed; `line` counts from 1, `kind` is the reason as a word for programs."""

    def __init__(self, line: int, reason: str, kind: RecordFault = "spelling") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.kind = kind


class UndoRefused(CarreauError):
    """A move that can't be taken back, because a player has learnt something since."""


class LawBroken(CarreauError):
    """A violation of one of the laws in `carreau.core.laws`."""

    def __init__(self, law: str, detail: str) -> None:
        super().__init__(f"{law}: {detail}")
        self.law = law
