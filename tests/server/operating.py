"""Operators in tests: what they do at a real server, and what happens to others."""

from typing import Any, Final

import httpx
import pytest

from carreau.server.operator_access import read_access
from tests.server.client import Client, Lost
from tests.server.running import Running

REASON: Final = {"reason": "a test"}


class Operator:
    """Somebody on the server's machine, with the token."""

    def __init__(self, server: Running) -> None:
        self.access = read_access(server.access)
        headers = {"Authorization": f"Bearer {self.access.token}", "X-Operator": "ada"}
        self.http = httpx.AsyncClient(base_url=server.url, headers=headers, timeout=60)

    async def list(self, what: str, search: str = "") -> list[Any]:
        answer = await self.http.get(f"/api/admin/{what}", params={"search": search})
        assert answer.status_code == 200, answer.text
        found: list[Any] = answer.json()
        return found

    async def act(self, kind: str, **fields: object) -> None:
        answer = await self.http.post("/api/admin/actions", json={"type": kind, **REASON, **fields})
        assert answer.status_code == 200, answer.text


async def gone(client: Client) -> int:
    """Wait until a socket is closed; return the code."""
    with pytest.raises(Lost):
        await client.until(lambda: False)
    assert client.closed is not None
    assert client.closed.rcvd is not None
    return client.closed.rcvd.code
