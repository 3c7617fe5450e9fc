"""All that is written in one turn of the event loop goes out in one piece."""

import asyncio
from typing import Any

import pytest

from carreau.server.coalescing import CoalescingTransport

pytestmark = pytest.mark.anyio


class Kept(asyncio.Transport):
    """A transport that keeps what is written to it, and what is done to it."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[Any] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.done.append(bytes(data))

    def close(self) -> None:
        self.done.append("close")

    def write_eof(self) -> None:
        self.done.append("eof")

    def abort(self) -> None:
        self.done.append("abort")

    def is_closing(self) -> bool:
        return "close" in self.done or "abort" in self.done


async def test_writes_of_a_turn_go_out_together_and_in_order() -> None:
    kept = Kept()
    transport = CoalescingTransport(kept)
    transport.write(b"a")
    transport.writelines([b"b", bytearray(b"c")])
    assert kept.done == []
    await asyncio.sleep(0)
    transport.write(b"d")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert kept.done == [b"abc", b"d"]


@pytest.mark.parametrize(
    ("end", "done"), [("close", [b"last", "close"]), ("write_eof", [b"last", "eof"]), ("abort", ["abort"])]
)
async def test_nothing_is_lost_at_the_end_unless_it_is_cut_off(end: str, done: list[Any]) -> None:
    kept = Kept()
    transport = CoalescingTransport(kept)
    transport.write(b"last")
    getattr(transport, end)()
    await asyncio.sleep(0)
    assert kept.done == done
