"""Sockets: whatever is sent, the server answers with a text or closes with a documented code, and changes nothing."""

import json
from contextlib import suppress
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from bench.attack.hostile import attack
from carreau.core.errors import CarreauError
from carreau.core.laws import Walk
from carreau.core.rng import Rng
from carreau.games.catalogue import GAMES, game
from carreau.server import wire
from tests.effort import EFFORT
from tests.server.client import at_table, new_share
from tests.server.fuzzing import FUZZ, Scene, closing_code, deep, dial, opened

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("anyio_backend", "unchanged")]

MESSAGE_BYTES: Final = 1 << 14  # the server's default
TOO_LONG: Final = 1009
ACT: Final[dict[str, Any]] = {"type": "act", "ref": "a", "seat": 0, "decision": 1, "action": 0}

MALFORMED: Final = [
    "",
    " ",
    "null",
    "[]",
    "{}",
    "0",
    '"type"',
    "{",
    '{"type"',
    "NaN",
    "\0",
    "\ufeff{}",
    "{'say': 'ping', 'ref': ''}",
    '{"type": "ping"}',
    '{"ref": "a"}',
    '{"type": "shutdown", "ref": "a"}',
    '{"type": "PING", "ref": "a"}',
    '{"type": ["ping"], "ref": "a"}',
    '{"type": "ping", "ref": null}',
    '{"type": "ping", "ref": "' + "a" * 65 + '"}',
    '{"type": "ping", "ref": "\\ud800"}',
    '{"type": "ping", "ref": "a", "lag": NaN}',
    '{"type": "ping", "ref": "a", "lag": -1}',
    '{"type": "ping", "ref": "a", "lag": 1e999}',
    '{"type": "ping", "ref": "a"} {"type": "ping", "ref": "b"}',
    '{"type": "ping", "type": "start", "ref": "a"}',
    '{"type": "start", "ref": "a", "guest": "somebody else"}',
    '{"type": "type", "ref": "a", "text": ""}',
    '{"type": "type", "ref": "a", "text": "\u200b\u2800"}',
    '{"type": "type", "ref": "a", "text": "' + "x" * 2001 + '"}',
    '{"type": "ask_hint", "ref": "a", "seat": 0, "language": "../en"}',
    '{"type": "answer", "ref": "a", "ok": true}',
    json.dumps({**ACT, "seat": True}),
    json.dumps({**ACT, "seat": "0"}),
    json.dumps({**ACT, "seat": 0.0}),
    json.dumps({**ACT, "seat": -1}),
    json.dumps({**ACT, "seat": 2**64}),
    json.dumps({**ACT, "action": -1}),
    json.dumps({**ACT, "action": 10**3000}),
    json.dumps({**ACT, "action": 0}).replace('"action": 0', '"action": 1' + "0" * 8000),
    json.dumps({**ACT, "decision": 0}).replace('"decision": 0', '"decision": 1' + "0" * 8000),
    json.dumps({**ACT, "decision": 1e300}),
    deep(8000),
    '{"type": "set_pov", "ref": "a", "seat": ' + deep(8000) + "}",
    '{"type": "set_pov", "ref": "a", "more": ' + deep(8000) + "}",
    '{"more": ' + deep(8000) + ', "type": "set_pov", "ref": "a"}',
    b"",
    b"\x00\xff",
    b'{"type": "ping", "ref": "a"}',
]


@pytest.mark.parametrize("message", MALFORMED, ids=lambda message: repr(message[:60]))
async def test_what_is_malformed_is_refused_in_words(scene: Scene, message: str | bytes) -> None:
    async with opened(scene, scene.host) as raw:
        await raw.refused(message)


@pytest.mark.parametrize("length", [MESSAGE_BYTES + 1, 1 << 20])
async def test_what_is_too_long_closes_the_socket_and_nobody_else_s(scene: Scene, length: int) -> None:
    async with opened(scene, scene.host) as raw, opened(scene, scene.friend) as other:
        with suppress(ConnectionClosed):  # the server need not read all of it to know that it is too long
            await raw.socket.send("x" * length)
        code = await closing_code(raw.socket)
        (answer,) = await other.answers('{"type": "ping", "ref": "a"}')
        assert answer["ok"]
        assert code == TOO_LONG


async def test_no_message_is_unpacked(scene: Scene) -> None:
    """A few compressed bytes could become gigabytes, so no socket agrees to compression, even if a client offers it."""
    async with dial(scene, scene.host.cookie) as line:
        assert line.request is not None
        assert line.response is not None
        assert "permessage-deflate" in line.request.headers["Sec-WebSocket-Extensions"]
        assert "Sec-WebSocket-Extensions" not in line.response.headers


async def test_a_line_that_breaks_at_any_moment_leaves_no_trace(scene: Scene) -> None:
    for moment in range(8):
        async with opened(scene, scene.host) as raw:
            for _ in range(moment):
                await raw.socket.send('{"type": "set_pov", "ref": "a", "seat": 0}')
            raw.socket.transport.abort()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS: Final = [kind.__name__.lower() for kind in wire.AnyCommand.__args__]
FIELDS: Final = {field for kind in wire.AnyCommand.__args__ for field in kind.__struct_fields__}
WRONG = st.fixed_dictionaries(  # a field that no command has
    {"type": st.sampled_from(KINDS) | VALUES, "ref": st.text(max_size=70) | VALUES, "else": VALUES},
    optional=dict.fromkeys(FIELDS - {"ref"}, VALUES),
)


@FUZZ
@given(messages=st.lists(st.text() | st.binary() | VALUES.map(json.dumps) | WRONG.map(json.dumps), max_size=10))
async def test_random_messages_are_refused(scene: Scene, messages: list[str | bytes]) -> None:
    async with opened(scene, scene.host) as raw:
        for message in messages:
            await raw.refused(message)


async def test_a_storm_of_hostile_messages_changes_nothing(scene: Scene) -> None:
    """`python -m bench.attack.hostile` sends 100,000."""
    found = await attack(scene, 200 * EFFORT, seed=1)
    assert found.total() == 200 * EFFORT
    assert sum(found[kind, "refused"] for kind, _ in found) > found.total() / 2


OTHERS_SEATS: Final[dict[str, dict[str, Any]]] = {
    "set_pov": {},
    "act": {"decision": 1, "action": 0},
    "request_undo": {},
    "answer_undo": {"agrees": True},
    "resign": {},
    "come_back": {},
    "ask_hint": {},
    "ask_previews": {},
}
SIT: Final = {"type": "sit", "seat": 0, "attempt": 1, "pledge": "0" * 64}
NOT_NOW: Final = [
    ("host", {"type": "start"}, "started"),
    ("friend", {"type": "start"}, "started"),
    ("host", SIT, "started"),
    ("stranger", SIT, "started"),
    ("host", {"type": "stand", "seat": 0}, "started"),
    ("host", {"type": "add_bot", "seat": 1, "level": "1"}, "started"),
    ("host", {"type": "rematch"}, "playing"),
    ("stranger", {"type": "rematch"}, "not_yours"),
    ("host", {"type": "come_back", "seat": 0}, "stand_in"),
    ("host", {"type": "answer_undo", "seat": 0, "agrees": True}, "undo"),
    ("host", {"type": "request_undo", "seat": 0}, "undo"),
    ("host", {"type": "set_pov", "seat": 15}, "not_yours"),
    ("host", {"type": "act", "seat": 15, "decision": 1, "action": 0}, "no_seat"),
    ("host", {"type": "act", "seat": 0, "decision": 0, "action": 0}, "stale"),
    ("host", {"type": "act", "seat": 0, "decision": 999, "action": 0}, "stale"),
    ("host", {"type": "act", "seat": 0, "decision": -1, "action": 0}, None),
]


@pytest.mark.parametrize(("who", "command", "code"), NOT_NOW)
async def test_what_does_not_fit_the_moment_is_refused(
    scene: Scene, who: str, command: dict[str, Any], code: str | None
) -> None:
    async with opened(scene, getattr(scene, who)) as raw:
        answer = await raw.refused(json.dumps({"ref": "a", **command}))
        assert answer["ref"] == "a"
        assert code in (None, answer["code"])


async def test_what_is_not_legal_is_refused_with_the_rule_against_it(scene: Scene) -> None:
    async with at_table(scene.table, [scene.host, scene.friend]) as people:
        for one in people:
            for action in (*range(60), 10**9, 2**63 - 1):
                if action not in one.legal:
                    answer = await one.act(action)
                    assert answer.code == ("illegal" if answer.clause else "unknown_action"), answer


@pytest.mark.parametrize(("who", "seats"), [("host", (1, 2)), ("friend", (0,)), ("stranger", (0, 1, 2))])
async def test_nobody_does_anything_for_a_seat_of_others(scene: Scene, who: str, seats: tuple[int, ...]) -> None:
    async with opened(scene, getattr(scene, who)) as raw:
        for say, fields in OTHERS_SEATS.items():
            for seat in seats:
                answer = await raw.refused(json.dumps({"type": say, "ref": "a", "seat": seat, **fields}))
                assert answer["code"] == "not_yours"


async def test_an_action_that_is_sent_again_is_done_once(scene: Scene) -> None:
    """Also under the id of one that was done, as something else, or over another socket."""
    table = await scene.host.create("caro", sit=[{"seat": seat, "share": new_share()} for seat in (0, 1)], start=True)
    async with at_table(table, [scene.host, scene.host]) as (first, second):
        await first.pov(first.table.waiting[0])
        await second.pov(first.at.pov)
        done = first.acting(first.legal[0])
        await first.do(done)
        number = first.number
        other = wire.Act(ref=done.ref, seat=done.seat, decision=done.decision + 1, action=second.number)
        for command in (done, other):
            answer = await second.ask(command)
            assert answer.ok
            del second.answers[command.ref]
        again = wire.Act(ref="new", seat=done.seat, decision=done.decision, action=first.legal[0] if first.legal else 0)
        assert await first.refused(again) == "stale"
        assert first.number == number


@pytest.mark.parametrize("name", GAMES)
def test_why_an_action_is_refused_does_not_depend_on_what_is_hidden(name: str) -> None:
    """Every action, tried by every seat in positions that look the same to it."""
    walk, rng = Walk(game(name), 1), Rng(1)
    for step in range(24):
        if not walk.state.waiting() and walk.state.current < -1:
            break
        seat, action = walk.choose()
        walk.game.act(walk.state, seat, action)
        for viewer in range(walk.game.seats) if step % 4 == 0 else ():
            other = walk.game.guess(walk.state.view(viewer), rng)
            for each in range(min(walk.game.num_actions, 400)):
                assert refusal(walk.game, walk.state, viewer, each) == refusal(walk.game, other, viewer, each)


def refusal(played: Any, state: Any, seat: int, action: int) -> str:
    try:
        played.act(state.clone(), seat, action)
    except CarreauError as error:
        return str(error)
    return ""
