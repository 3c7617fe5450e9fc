"""Refused requests, in one format."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from carreau.core.errors import CarreauError, RecordFault
from carreau.table.types import RefusalCode

ProblemCode = Literal[
    RefusalCode,
    "banned",
    "closed",
    "error",
    "failed",
    "foreign_origin",
    "media_type",
    "method",
    "name",
    "no_guest",
    "no_lesson",
    "no_page",
    "no_table",
    "no_text",
    "operators",
    "position",
    "record_changed",
    "record_cut",
    "record_foreign",
    "record_illegal",
    "record_spelling",
    "record_unknown",
    "record_version",
    "too_fast",
    "too_large",
    "trouble",
    "who",
    "wrong",
]
WireCode = Annotated[ProblemCode, Meta(extra_json_schema={"x-typescript": "ProblemCode"})]

RECORD_CODES: Final[dict[RecordFault, ProblemCode]] = {
    "changed": "record_changed",
    "cut": "record_cut",
    "foreign": "record_foreign",
    "illegal": "record_illegal",
    "spelling": "record_spelling",
    "unknown": "record_unknown",
    "version": "record_version",
}


class Problem(msgspec.Struct, frozen=True):
    """The reason for a refusal; nothing has changed. `code` is for programs, `text` for people."""

    code: WireCode
    text: str
    clause: str = ""  # the clause against it
    line: int = 0  # the wrong line of a record


class HttpError(CarreauError):
    """A refused request, with its HTTP status."""

    def __init__(self, status: int, code: ProblemCode, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
