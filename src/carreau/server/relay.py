"""Sockets of clients whose tables other servers own: every frame is passed on as it is.

So pings reach the client, and the owner of the table measures the lag of the whole way.
"""

import asyncio
from typing import Final, Literal

import aiohttp
from aiohttp import WSMsgType

from carreau.server import wire
from carreau.server.close_codes import MOVED
from carreau.server.metrics import Metrics
from carreau.server.ownership import Peer
from carreau.server.peers import PeerGone, Peers
from carreau.server.websocket import WebSocket

Upstream = aiohttp.ClientWebSocketResponse[Literal[False]]

FRAMES: Final = {WSMsgType.BINARY, WSMsgType.PING, WSMsgType.PONG}
CLOSING: Final = 1.0  # seconds for a server to confirm the end
ABNORMAL: Final = 1006  # no code at all


class Relay:
    """The sockets that are passed on."""

    def __init__(self, peers: Peers, metrics: Metrics) -> None:
        self.peers = peers
        self.metrics = metrics
        self.sockets: set[WebSocket] = set()

    async def serve(self, socket: WebSocket, peer: Peer) -> None:
        """Pass everything on between a client and the owner of its table; raise PeerGone if it doesn't take it."""
        owner = await self.dial(socket, peer)
        self.sockets.add(socket)
        self.metrics.forwarded.inc()
        commands = asyncio.create_task(pass_commands(socket, owner))
        try:
            async with self.peers.while_alive(peer):
                await pass_messages(owner, socket)
        except PeerGone:
            await socket.close(MOVED, "the table has moved to another server")
        finally:
            self.sockets.discard(socket)
            self.metrics.forwarded.dec()
            commands.cancel()
            await owner.close()

    async def dial(self, socket: WebSocket, peer: Peer) -> Upstream:
        """Open a socket to the owner, as the client has opened its own."""
        request = socket.request
        async with self.peers.while_alive(peer):
            return await self.peers.session.ws_connect(
                f"http://{peer.address}{request.rel_url.raw_path}",
                headers=self.peers.headers(request, peer),
                autoping=False,
                max_msg_size=0,
                decode_text=False,
                timeout=aiohttp.ClientWSTimeout(ws_close=CLOSING),
            )

    def say_goodbye(self) -> None:
        """Ask the clients to reconnect to another server."""
        bye = wire.encode(wire.Bye(seconds=1.0, text="the server is restarting"))
        for socket in self.sockets:
            socket.send(bye)


async def pass_commands(socket: WebSocket, owner: Upstream) -> None:
    """Pass on what a client sends; if it leaves, tell the owner."""
    try:
        while True:
            message = await socket.response.receive()
            if message.type is WSMsgType.TEXT:
                await owner.send_frame(message.data.encode(), WSMsgType.TEXT)
            elif message.type in FRAMES:
                await owner.send_frame(message.data, message.type)
            else:
                break
    except ConnectionError:
        pass  # the owner is gone, which the other direction notices as well
    await owner.close()


async def pass_messages(owner: Upstream, socket: WebSocket) -> None:
    """Pass on what the owner sends; at the end, close the client's socket with the same code and reason."""
    while True:
        message = await owner.receive()
        if message.type is WSMsgType.TEXT or message.type in FRAMES:
            socket.write(message.data, message.type)
        elif message.type is WSMsgType.CLOSE:
            await socket.close(message.data or MOVED, str(message.extra or ""))
            return
        else:
            await socket.close(MOVED, "the table has moved to another server")
            return
