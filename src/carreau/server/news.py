"""Messages between servers on the same database."""

from typing import Final

import msgspec

from carreau.server.wire import snake_case


class News(msgspec.Struct, frozen=True, tag_field="type", tag=snake_case):
    """A message to all other servers."""


class Moderated(News, frozen=True):
    """Operators have decided something, which is in the database."""


class Deleted(News, frozen=True):
    """An operator has deleted a table."""

    table: str


class SignedOut(News, frozen=True):
    """The sockets of a guest must be closed."""

    guest: str


class Left(News, frozen=True):
    """A server has stopped, and left its tables to the others."""

    server: str


class Spent(News, frozen=True):
    """Use of limits by guests and addresses, by the name of the limit."""

    limits: dict[str, dict[str, int]]


class Windows(News, frozen=True):
    """The numbers of windows that guests and addresses have open at a server."""

    server: str
    windows: dict[str, int]
    more: bool = False  # besides those of the message before


AnyNews = Moderated | Deleted | SignedOut | Left | Spent | Windows

decode: Final = msgspec.json.Decoder(AnyNews).decode


def encode(news: AnyNews) -> str:
    return msgspec.json.encode(news).decode()
