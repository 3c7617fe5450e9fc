"""When Python looks for garbage: at times of our own, so that nobody waits for it in the middle of a move.

Nearly everything goes when nobody refers to it any more. What refers to itself in a circle must be looked for, and by
itself Python does so after every so many new objects, at times through all there are: with a thousand tables that
takes a tenth of a second. Here the youngest objects are looked through so often that they are few each time, the
older ones seldom.
"""

import asyncio
import gc
from itertools import count
from typing import Final

YOUNG: Final = 0.1  # seconds between two looks at what is new
OLDER: Final = 600  # looks between two that go through what was new before: a minute
ALL: Final = 36_000  # an hour


async def collect_for_ever() -> None:
    """Until cancelled; then Python does it by itself again."""
    gc.collect()
    gc.freeze()  # what is there from the start stays there
    gc.disable()
    try:
        for look in count(1):
            await asyncio.sleep(YOUNG)
            gc.collect(generation(look))
    finally:
        gc.enable()
        gc.unfreeze()


def generation(look: int) -> int:
    """How old what is looked through the how manieth time may be, as Python counts it."""
    return 2 if look % ALL == 0 else 1 if look % OLDER == 0 else 0
