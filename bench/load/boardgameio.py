"""Players of boardgame.io's own server with in-memory storage, written like ours and with the same sockets.

Its server doesn't send legal moves. Its own client replays every move on a copy of the game, which costs more than the
server and would dominate the measurement. Here the two players of a match share one copy under our rules, which also
checks that both servers play the same game.
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

from bench.load.ours import LONG
from bench.load.pairs import Player
from carreau.games.caro.game import Caro

FOLDER: Final = Path(__file__).parents[1] / "boardgameio"
PORTS: Final = {"drafts": 18431, "plain": 18432}  # by the style in which the game is written
SPACE: Final = b"/caro,"  # the game's Socket.IO namespace
COLOURS: Final = ["red", "black", "grey", "white"]


class Shown(msgspec.Struct):
    scores: list[int]


class State(msgspec.Struct):
    """The fields that a player who makes any legal move has to read."""

    number: int = msgspec.field(name="_stateID")
    shown: Shown = msgspec.field(name="G")


class Synced(msgspec.Struct):
    state: State


parts = msgspec.json.Decoder(list[msgspec.Raw]).decode
updated = msgspec.json.Decoder(State).decode
synced = msgspec.json.Decoder(Synced).decode


class Match:
    """A match of two players, under our rules."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game = Caro(2, LONG["caro"])
        self.state = self.game.start()

    def does(self, seat: int, action: int) -> dict[str, object]:
        """Apply an action to our copy; return it as boardgame.io's arguments."""
        fields = self.game.fields(action)
        args = [COLOURS.index(str(fields["colour"])), fields["x"], fields["y"]] if fields["do"] == "lay" else []
        self.state.apply(seat, action)
        return {"type": fields["do"], "args": args, "playerID": str(seat)}


class Client(Player):
    """A player of a match. A Socket.IO packet begins with its kind: 0 open, 2 ping, 40 connected, 42 event."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(seat)
        self.match = match

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        arrived = perf_counter()
        packet = frame.get_payload_as_bytes()
        if packet.startswith(b"42"):
            self.news_of(parts(packet[2 + len(SPACE) :]), arrived)
        elif packet.startswith(b"40"):
            self.say("sync", self.match.name, str(self.seat), None, 2)
        elif packet.startswith(b"0"):
            transport.send(WSMsgType.TEXT, b"40" + SPACE)
        elif packet == b"2":
            transport.send(WSMsgType.TEXT, b"3")

    def news_of(self, news: list[msgspec.Raw], arrived: float) -> None:
        kind = bytes(news[0])
        if kind in (b'"update"', b'"sync"'):
            state = updated(news[2]) if kind == b'"update"' else synced(news[2]).state
            scores = [self.match.state.scores(seat) for seat in range(len(state.shown.scores))]
            assert state.shown.scores == scores, "the two servers play by different rules"
            self.told(state.number, arrived)

    @property
    def may_move(self) -> bool:
        return self.match.state.current == self.seat

    def act(self, rng: Random) -> None:
        move = self.match.does(self.seat, rng.choice(self.match.state.legal(self.seat)))
        self.say("update", {"type": "MAKE_MOVE", "payload": move}, self.number, self.match.name, str(self.seat))

    def say(self, *words: object) -> None:
        self.transport.send(WSMsgType.TEXT, b"42" + SPACE + msgspec.json.encode(words))


class BoardgameIo:
    """A boardgame.io server; a match is created when a table is requested."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.numbers = count()

    async def table(self) -> list[Client]:
        match = Match(f"match-{next(self.numbers)}")
        clients = [Client(match, seat) for seat in range(2)]
        address = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
        for client in clients:
            await ws_connect(lambda client=client: client, address)
            await client.beyond(-1)
        return clients


@contextmanager
def running(written: str) -> Iterator[BoardgameIo]:
    """Run its server in a separate process, after `npm ci` in its folder; the game is written in one of two styles."""
    command = ["node", "server.js", str(PORTS[written]), written]
    given = {**os.environ, "NODE_ENV": "production"}
    with subprocess.Popen(command, cwd=FOLDER, env=given, stdout=subprocess.PIPE, start_new_session=True) as server:
        assert server.stdout is not None
        try:
            if b"ready" not in server.stdout.readline():
                raise SystemExit(f"boardgame.io's server did not start; is everything there? npm ci --prefix {FOLDER}")
            yield BoardgameIo(PORTS[written])
        finally:
            os.killpg(server.pid, signal.SIGKILL)
