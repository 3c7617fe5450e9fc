"""Three servers on PostgreSQL through every kind of fault, under play. `make crash` injects hundreds."""

from pathlib import Path

import pytest

from tests.effort import EFFORT
from tests.server.outages import evenings, three_servers, total
from tools.postgres import Postgres

pytestmark = pytest.mark.anyio


async def test_nothing_that_anybody_was_told_is_lost_or_repeated_by_any_fault(
    postgres_server: Postgres, tmp_path: Path
) -> None:
    async with three_servers(postgres_server, tmp_path, lease=1, seed=1) as outages:
        found = total([each async for each in evenings(outages, EFFORT * len(outages.faults), seed=1)])
        assert {kind: len(times) for kind, times in outages.taken.items()} == dict.fromkeys(outages.faults, EFFORT)
    assert found.accepted > 50
    assert found.messages > 100
