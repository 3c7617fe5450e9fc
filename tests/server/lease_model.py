"""A model of leases and fencing: two servers, a database with one table, and connections that lose answers.

It has all steps that matter, in any order. A pause is a server that takes no step while the others do; so is a slow
disk. A statement whose connection was lost may still be carried out, at any later moment, or never. Clients send each
command to any server until one of them acknowledges it.

    python -m tests.server.lease_model      # counts the states, and shows the shortest way to each planted bug

`postgresql/ownership.py`, `postgresql/commits.py` and `Room.settle` are what it models.
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from rich.console import Console

COMMANDS: Final = ("a", "b")
SERVERS: Final = (0, 1)
NOBODY: Final = -1
CLAIMS: Final = 3  # as many takeovers are considered


class Statement(NamedTuple):
    """An append on its way to the database."""

    server: int
    command: str
    first: int
    token: int
    checked: bool = False  # whether the token was compared, in a statement of its own


class Server(NamedTuple):
    """The knowledge of a server."""

    token: int = 0  # 0: it doesn't own the table
    seen: int = NOBODY  # entries in memory, once they are loaded
    pending: Statement | None = None  # the append whose answer it waits for
    lost: bool = False  # whether the connection of that append was lost
    alive: bool = True


class State(NamedTuple):
    """Everything there is."""

    servers: tuple[Server, Server] = (Server(), Server())
    expired: bool = False  # the lease of the table's owner, by the clock of the database
    claims: int = CLAIMS  # as many are considered
    owner: int = NOBODY
    token: int = 0
    log: tuple[str, ...] = ()
    late: bool = False  # whether a server has written after another had taken over
    orphans: frozenset[Statement] = frozenset()  # may be carried out at any time
    acknowledged: frozenset[str] = frozenset()


Step = tuple[str, State]


class Protocol(NamedTuple):
    """The rules of the servers and the database; others than these are planted bugs."""

    accepts: Callable[[State, Statement], bool] = lambda state, each: each.token == state.token
    two_statements: bool = False  # one that compares the token, then one that writes
    claims_to_reload: bool = True  # whether a server claims the table again when it gives up on an append
    waits_for_leases: bool = True  # whether a server claims only what nobody alive owns


def with_server(state: State, number: int, server: Server) -> State:
    servers = list(state.servers)
    servers[number] = server
    return state._replace(servers=(servers[0], servers[1]))


def steps(protocol: Protocol, state: State) -> Iterator[Step]:
    for number in SERVERS:
        if state.servers[number].alive:
            yield from leases(protocol, state, number)
            yield from commands(state, number)
            yield from answers(protocol, state, number)
    for orphan in state.orphans:
        yield from orphaned(protocol, state, orphan)


def leases(protocol: Protocol, state: State, number: int) -> Iterator[Step]:
    """Let a lease run out, renew it, claim the table, load it, or die."""
    server = state.servers[number]
    if number == state.owner:
        yield f"{number}: the lease runs out", state._replace(expired=True)
        yield f"{number}: heartbeat", state._replace(expired=False)
    free = state.owner in (NOBODY, number) or state.expired or not protocol.waits_for_leases
    if state.token == 0 and number != SERVERS[0]:
        free = False  # the servers are alike, so let this be the first one
    if server.token == 0 and free and state.token < state.claims:
        token = state.token + 1
        claimed = state._replace(owner=number, token=token, expired=False)
        yield f"{number}: claims", with_server(claimed, number, Server(token))
    if server.token and server.seen == NOBODY:
        yield f"{number}: loads", with_server(state, number, server._replace(seen=len(state.log)))
    dead = with_server(state, number, Server(alive=False))
    if server.pending:
        dead = dead._replace(orphans=state.orphans | {server.pending})
    yield f"{number}: dies", dead._replace(expired=state.expired or number == state.owner)


def commands(state: State, number: int) -> Iterator[Step]:
    """Get a command from a client: acknowledge it if it is there already, otherwise append it."""
    server = state.servers[number]
    if server.seen == NOBODY or server.pending:
        return
    for command in COMMANDS:
        if command in state.log[: server.seen]:
            yield f"{number}: knows {command}", state._replace(acknowledged=state.acknowledged | {command})
        else:
            pending = Statement(number, command, server.seen, server.token)
            yield f"{number}: appends {command}", with_server(state, number, server._replace(pending=pending))


def answers(protocol: Protocol, state: State, number: int) -> Iterator[Step]:
    """Carry out the append that a server waits for; or lose its connection, then send it again or give up."""
    server = state.servers[number]
    pending = server.pending
    if pending is None:
        return
    if server.lost:
        yield f"{number}: sends it again", with_server(state, number, server._replace(lost=False))
        kept = Server() if protocol.claims_to_reload else Server(server.token)
        yield f"{number}: gives up", with_server(state, number, kept)
        return
    orphaned_now = with_server(state, number, server._replace(lost=True))
    yield f"{number}: loses the connection", orphaned_now._replace(orphans=state.orphans | {pending})
    if protocol.two_statements and not pending.checked:
        yield from compared(state, number, pending)
    else:
        yield f"{number}: is answered", answered(protocol, state, number, pending)


def compared(state: State, number: int, pending: Statement) -> Iterator[Step]:
    """Compare the token in a statement of its own (a planted bug)."""
    server = state.servers[number]
    kept = server._replace(pending=pending._replace(checked=True)) if pending.token == state.token else Server()
    yield f"{number}: compares the token", with_server(state, number, kept)


def answered(protocol: Protocol, state: State, number: int, sent: Statement) -> State:
    """Carry out an append and tell its server: it is there, perhaps since an earlier attempt; or it is refused."""
    server, after = state.servers[number], carried_out(protocol, state, sent)
    if after.log[sent.first : sent.first + 1] == (sent.command,):
        seen = server._replace(seen=sent.first + 1, pending=None)
        return with_server(after, number, seen)._replace(acknowledged=after.acknowledged | {sent.command})
    return with_server(after, number, Server())


def orphaned(protocol: Protocol, state: State, orphan: Statement) -> Iterator[Step]:
    if protocol.two_statements and not orphan.checked:
        if orphan.token == state.token:
            yield "a lost statement compares", state._replace(orphans=state.orphans | {orphan._replace(checked=True)})
        return
    after = carried_out(protocol, state, orphan)
    if after != state:
        yield f"the lost {orphan.command} of {orphan.server} arrives", after


def carried_out(protocol: Protocol, state: State, sent: Statement) -> State:
    """Append in one atomic step, if the table has as many entries as expected and the protocol accepts it."""
    allowed = sent.checked if protocol.two_statements else protocol.accepts(state, sent)
    if not allowed or len(state.log) != sent.first:
        return state
    return state._replace(log=(*state.log, sent.command), late=state.late or sent.token != state.token)


# What must always hold


def wrong(state: State) -> str:
    """Return what is wrong with a state, "" if nothing is."""
    if len(set(state.log)) < len(state.log):
        return "something happened twice"
    if not state.acknowledged <= set(state.log):
        return "something acknowledged is lost"
    if state.late:
        return "a server wrote after another had taken over"
    for server in state.servers:
        knows = server.token == state.token and server.seen != NOBODY and server.pending is None
        if knows and server.seen != len(state.log):
            return "the owner shows a table that isn't the one in the database"
    return ""


class Found(NamedTuple):
    """The number of states, or the shortest way to a wrong one."""

    states: int
    wrong: str = ""
    way: tuple[str, ...] = ()


def explore(protocol: Protocol, claims: int = CLAIMS) -> Found:
    """Look at all states that can be reached with this number of takeovers, nearest first."""
    start = State(claims=claims)
    came: dict[State, tuple[State, str] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        if told := wrong(state):
            return Found(len(came), told, way_to(state, came))
        for name, after in steps(protocol, state):
            if after not in came:
                came[after] = state, name
                waiting.append(after)
    return Found(len(came))


def way_to(state: State, came: dict[State, tuple[State, str] | None]) -> tuple[str, ...]:
    way: list[str] = []
    while (before := came[state]) is not None:
        state, name = before
        way.append(name)
    return tuple(reversed(way))


CORRECT: Final = Protocol()
BUGS: Final = {
    "no token": Protocol(accepts=lambda _, __: True),
    "token compared in another statement": Protocol(two_statements=True),
    "lease without a token": Protocol(accepts=lambda state, each: each.server == state.owner),
    "reload without a claim": Protocol(claims_to_reload=False),
}


def main() -> None:
    console = Console(highlight=False)
    console.print(f"correct: {explore(CORRECT).states:,} states, nothing wrong")
    for name, protocol in BUGS.items():
        found = explore(protocol)
        console.print(f"{name}: {found.wrong}", *found.way, sep="\n    ")


if __name__ == "__main__":
    main()
