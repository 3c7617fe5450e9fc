"""Why a request was refused: one shape, whoever refuses it."""

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """Why something was refused; nothing has changed. `code` is for programs, `text` for people."""

    code: str
    text: str
    clause: str = ""  # the rule against it
    line: int = 0  # of a record in which something is wrong
