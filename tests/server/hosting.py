"""Actions of a host at a table, without a server."""

from time import time

from carreau.table import commands
from carreau.table.commands import Decide
from carreau.table.events import Created

SECRET = bytes(32)


def put_up(table: str) -> Created:
    return commands.create(table, "caro", 2, {}, "host", SECRET, time())


def saying(words: str) -> Decide:
    return lambda table, now: commands.chat(table, "host", "Host", words, now)
