"""Hostile messages: bytes, JSON, commands and requests that no client of ours would send."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, Final
from urllib.parse import quote

from carreau.server import wire
from carreau.server.api.routes import ENDPOINTS
from tests.server.client import COOKIE

Message = str | bytes
LONGEST: Final = 20_000  # longer than a server accepts
DEEPEST: Final = 3
NUMBERS: Final = [0, 1, -1, 15, 16, 255, 2**31, 2**63, -(2**63), 2**64, 10**40, 0.5, 1e308]
WORDS: Final = ["", "en", "../en", "\0", "<script>", "'; DROP TABLE tables; --", "x" * 300, "\u0661", "\u202e", "%00"]
COMMANDS: Final = [kind for kind in wire.AnyCommand.__args__ if kind is not wire.Chat]  # a spectator may chat
TYPES: Final = [kind.__struct_config__.tag for kind in COMMANDS]
FIELDS: Final = sorted({field for kind in COMMANDS for field in kind.__struct_fields__})
LINE_ENDS: Final = str.maketrans("", "", "\r\n")
TARGETS: Final = [each.path for each in ENDPOINTS if each.path != "/api/me/sign-out"]  # which the sender survives
METHODS: Final = ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW"]
ORIGINS: Final = ["", "Origin: https://evil.example\r\n", "Origin: null\r\n"]
KINDS_OF_BODY: Final = ["application/json", "text/plain", "multipart/form-data; boundary=x", ""]
BODIES: Final = ['{"game":"caro","seats":2}', '{"name":"Eve"}', '{"code":"ABCD-EFGH"}', '{"record":"carreau 1\\ncaro"}']


def noise(rng: Random) -> Message:
    """Return random bytes, or random characters, rarely too many of them."""
    length = LONGEST if rng.random() < 0.01 else rng.randrange(200)
    if rng.random() < 0.5:
        return rng.randbytes(length)
    return "".join(chr(rng.choice([rng.randrange(128), rng.randrange(0xD800)])) for _ in range(length))


def value(rng: Random, depth: int = 0) -> Any:
    """Return any JSON value."""
    several = range(rng.randrange(4)) if depth < DEEPEST else ()
    kinds: list[Callable[[], Any]] = [
        lambda: rng.choice([None, True, False]),
        lambda: rng.choice(NUMBERS),
        lambda: rng.choice(WORDS),
        lambda: [value(rng, depth + 1) for _ in several],
        lambda: {rng.choice(WORDS + FIELDS): value(rng, depth + 1) for _ in several},
    ]
    return rng.choice(kinds)()


def any_json(rng: Random) -> Message:
    return json.dumps(value(rng))


def wrong_fields(rng: Random) -> Message:
    """Return a command in which fields are missing, superfluous or wrong."""
    fields = {name: value(rng) for name in rng.sample(FIELDS, rng.randrange(4))}
    return json.dumps({"ref": rng.choice(["a", value(rng)]), **fields, "type": rng.choice(TYPES)})


def for_others(rng: Random) -> Message:
    """Return a sound command for a seat of somebody else."""
    sound: dict[str, Any] = {
        **dict.fromkeys(("locked", "on", "muted", "agrees"), rng.random() < 0.5),
        "ref": "a",
        "seat": rng.randrange(-1, 16),
        "decision": rng.randrange(20),
        "action": rng.randrange(300),
        "attempt": 1,
        "pledge": rng.randbytes(32).hex(),
        "share": rng.randbytes(16).hex(),
        "guest": "x" * 12,
        "name": "Eve",
        "level": "5",
        "language": "fr",
        "lag": 0.1,
    }
    kind = rng.choice(COMMANDS)
    return json.dumps({"type": kind.__struct_config__.tag, **{name: sound[name] for name in kind.__struct_fields__}})


def damaged(rng: Random, text: str) -> str:
    """Return a text in which some letters are changed, missing or repeated."""
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice(["", *WORDS, *'{}[]",:\\0-']) + text[place + rng.randrange(3) :]
    return text


def damaged_command(rng: Random) -> Message:
    return damaged(rng, str(for_others(rng)))


KINDS: Final[dict[str, Callable[[Random], Message]]] = {
    "random bytes and characters": noise,
    "random JSON": any_json,
    "commands with wrong fields": wrong_fields,
    "damaged commands": damaged_command,
    "commands for seats of others": for_others,
}


def request(rng: Random, table: str, cookie: str) -> bytes:
    """Return an HTTP request: rarely noise, else an endpoint with any method, path, cookie, origin and body."""
    if rng.random() < 0.1:
        return b"?" + as_bytes(noise(rng)) + b"\r\n\r\n"  # empty lines alone would only be waited for
    body = rng.choice([as_bytes(any_json(rng)), as_bytes(noise(rng)), damaged(rng, rng.choice(BODIES)).encode()])
    head = (
        f"{rng.choice(METHODS)} {path(rng, table)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        f"Cookie: {COOKIE}={rng.choice(['', cookie, damaged(rng, cookie).translate(LINE_ENDS)])}\r\n"
        f"{rng.choice(ORIGINS)}Content-Type: {rng.choice(KINDS_OF_BODY)}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def path(rng: Random, table: str) -> str:
    """Return the path of any endpoint, for a real or an impossible object, sometimes with a query."""
    filled = re.sub(
        r"\{\w+\}",
        lambda _: quote(rng.choice([table, "caro", "en", *WORDS]), safe=""),
        rng.choice(TARGETS),
    )
    query = (
        f"?{rng.choice(['language', 'search', 'pov', 'first', 'count'])}={quote(str(rng.choice([*WORDS, *NUMBERS])))}"
    )
    return filled + rng.choice(["", query])


def as_bytes(message: Message) -> bytes:
    return message if isinstance(message, bytes) else message.encode()
