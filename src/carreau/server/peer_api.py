"""Requests of other servers on the same database, and the messages they send."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from aiohttp import web

from carreau.server import news
from carreau.server.api.endpoint import Services
from carreau.server.api.responses import json
from carreau.server.close_codes import WHO
from carreau.server.logs import tell_failure
from carreau.server.news import Deleted, Left, Moderated, SignedOut, Spent, Windows
from carreau.server.operations import disconnect_deleted, follow
from carreau.server.peers import FROM_PEER
from carreau.server.standings import STANDINGS, WINDOWS, standings_here, windows_here

if TYPE_CHECKING:
    from carreau.server.app import Server


def add_peer_routes(app: web.Application, services: Services) -> None:
    """Add what only other servers may ask for."""

    def route(path: str, answer: Callable[[Services, Any], Any], kind: Any) -> None:
        async def respond(request: web.Request) -> web.Response:
            if not request.get(FROM_PEER):
                raise web.HTTPNotFound
            return json(answer(services, msgspec.json.decode(await request.read(), type=kind)))

        app.router.add_post(path, respond)

    route(STANDINGS, standings_here, list[str])
    route(WINDOWS, windows_here, None)


def hear(server: "Server", message: str) -> None:
    """Carry out what another server tells; "" if something may have been missed."""
    try:
        told = news.decode(message) if message else Moderated()
    except msgspec.DecodeError as error:  # of another version of carreau
        tell_failure("hearing", error)
        return
    services = server.services
    match told:
        case Moderated():
            services.tasks.spawn(follow(services))
        case Deleted(table=table):
            services.tasks.spawn(services.rooms.forget(table))
            disconnect_deleted(services, table)
        case SignedOut(guest=guest):
            services.disconnect(WHO, "signed out", guest)
        case Left(server=name):
            server.cluster.left(name)
        case Spent():
            server.sharing.spent_elsewhere(told)
        case Windows():
            server.sharing.open_elsewhere(told)
