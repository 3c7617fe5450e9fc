"""What has come over a line, for the one who listens."""

import asyncio

import pytest

from carreau.server.mailbox import Mailbox


def test_messages_are_heard_in_the_order_in_which_they_came() -> None:
    async def test() -> list[int]:
        box: Mailbox[int] = Mailbox()
        for message in (1, 2, 3):
            box.put_nowait(message)
        return [await box.get() for _ in range(3)]

    assert asyncio.run(test()) == [1, 2, 3]


def test_whoever_listens_hears_what_comes_later() -> None:
    async def test() -> tuple[list[int], bool]:
        box: Mailbox[int] = Mailbox()
        heard: list[int] = []

        async def listen() -> None:
            while len(heard) < 4:
                heard.append(await box.get())

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0)
        assert box.empty()
        box.put_nowait(1)
        box.put_nowait(2)  # before the first was heard
        await asyncio.sleep(0.01)
        assert heard == [1, 2]
        box.put_nowait(3)
        await asyncio.sleep(0.01)
        box.put_nowait(4)
        await listening
        return heard, box.empty()

    assert asyncio.run(test()) == ([1, 2, 3, 4], True)


@pytest.mark.parametrize("in_that_moment", [False, True])
def test_whoever_stops_waiting_loses_nothing(in_that_moment: bool) -> None:
    async def test() -> int:
        box: Mailbox[int] = Mailbox()
        listening = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        if in_that_moment:
            box.put_nowait(7)
        listening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await listening
        if not in_that_moment:
            box.put_nowait(7)
        return await asyncio.wait_for(box.get(), 5)

    assert asyncio.run(test()) == 7
