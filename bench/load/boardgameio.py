"""Players at boardgame.io's own server with its in-memory storage, by the same sockets and the same few lines as ours.

Its own client is left out: it keeps a copy of the game and plays every move there as well, which needs more of the
machine than the server does, and would be what is measured.
"""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

import msgspec
from picows import WSFrame, WSMsgType, WSTransport, ws_connect

from bench.load.pairs import Player

FOLDER: Final = Path(__file__).parents[1] / "boardgameio"
PORT: Final = 18431
CELLS: Final = 64
SPACE: Final = b"/laying,"  # Socket.IO's name space of the game


class Context(msgspec.Struct):
    current: str = msgspec.field(name="currentPlayer")
    gameover: dict[str, bool] | None = None


class State(msgspec.Struct):
    """As much as a player who does anything legal has to read."""

    number: int = msgspec.field(name="_stateID")
    context: Context = msgspec.field(name="ctx")


class Synced(msgspec.Struct):
    state: State


parts = msgspec.json.Decoder(list[msgspec.Raw]).decode
updated = msgspec.json.Decoder(State).decode
synced = msgspec.json.Decoder(Synced).decode


class Client(Player):
    """Somebody at a match. What Socket.IO sends begins with the kind of packet: 0 open, 2 ping, 40 joined, 42 news."""

    def __init__(self, match: str, seat: int) -> None:
        super().__init__(seat)
        self.match = match
        self.current = ""

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        arrived = perf_counter()
        packet = frame.get_payload_as_bytes()
        if packet.startswith(b"42"):
            self.news_of(parts(packet[2 + len(SPACE) :]), arrived)
        elif packet.startswith(b"40"):
            self.say("sync", self.match, str(self.seat), None, 2)
        elif packet.startswith(b"0"):
            transport.send(WSMsgType.TEXT, b"40" + SPACE)
        elif packet == b"2":
            transport.send(WSMsgType.TEXT, b"3")

    def news_of(self, news: list[msgspec.Raw], arrived: float) -> None:
        kind = bytes(news[0])
        if kind in (b'"update"', b'"sync"'):
            state = updated(news[2]) if kind == b'"update"' else synced(news[2]).state
            self.current = "" if state.context.gameover else state.context.current
            self.told(state.number, arrived)

    @property
    def may_move(self) -> bool:
        return self.current == str(self.seat)

    def act(self, rng: Random) -> None:
        payload = {"type": "lay", "args": [rng.randrange(CELLS)], "playerID": str(self.seat)}
        self.say("update", {"type": "MAKE_MOVE", "payload": payload}, self.number, self.match, str(self.seat))

    def say(self, *words: object) -> None:
        self.transport.send(WSMsgType.TEXT, b"42" + SPACE + msgspec.json.encode(words))


class BoardgameIo:
    """Matches come into being when somebody asks for one."""

    def __init__(self) -> None:
        self.numbers = count()

    async def table(self) -> list[Client]:
        match = f"match-{next(self.numbers)}"
        clients = [Client(match, seat) for seat in range(2)]
        address = f"ws://127.0.0.1:{PORT}/socket.io/?EIO=4&transport=websocket"
        for client in clients:
            await ws_connect(lambda client=client: client, address)
            await client.beyond(-1)
        return clients


@contextmanager
def running() -> Iterator[BoardgameIo]:
    """Its server, in a process of its own, after `npm ci` in its folder."""
    command = ["node", "server.js", str(PORT)]
    with subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, start_new_session=True) as server:
        assert server.stdout is not None
        try:
            if b"ready" not in server.stdout.readline():
                raise SystemExit(f"boardgame.io's server did not start; is everything there? npm ci --prefix {FOLDER}")
            yield BoardgameIo()
        finally:
            os.killpg(server.pid, signal.SIGKILL)
