"""Scheduled garbage collection, so that no move waits for it.

Reference counting frees nearly everything; the collector is needed for cycles only. By default Python runs it after a
number of allocations, sometimes over all objects, which takes a tenth of a second with a thousand tables. Here the
youngest generation is collected before it gets large, the older ones rarely.
"""

import asyncio
import gc
from itertools import count
from typing import Final

PAUSE: Final = 0.1  # seconds between looks at the youngest generation
MANY: Final = 2_000  # objects in it that are worth a collection, which takes less than a millisecond
OLDER: Final = 600  # looks per collection of the next generation: a minute
ALL: Final = 36_000  # likewise for all generations: an hour


async def collect_for_ever() -> None:
    """Collect garbage until cancelled; then restore Python's own schedule."""
    gc.collect()
    gc.freeze()  # objects from the start are here to stay
    gc.disable()
    try:
        for look in count(1):
            await asyncio.sleep(PAUSE)
            due = generation(look)
            if due or gc.get_count()[0] >= MANY:
                gc.collect(due)
    finally:
        gc.enable()
        gc.unfreeze()


def generation(look: int) -> int:
    """Return the oldest generation to collect this time."""
    return 2 if look % ALL == 0 else 1 if look % OLDER == 0 else 0
