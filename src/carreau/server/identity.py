"""Guests without accounts: a public id, and a secret that exists only in the guest's cookie.

The database stores hashes of secrets, so a thief of the database can't play for others. The signature rejects forged
cookies before the database is asked. A code moves an identity to another device, which gets its own secret: a code that
is used and then lost on the way costs nobody their identity.
"""

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Final

from aiohttp import web

from carreau.core.errors import CarreauError
from carreau.server.limits import Limiter, Rate, network
from carreau.server.store import Guest, Store

ID_BYTES: Final = 9  # 12 characters
SECRET_BYTES: Final = 32
DAY: Final = 24 * 3600
YEAR: Final = 365 * DAY
LONGEST_COOKIES: Final = 8192  # characters to read of a cookie
DEVICES: Final = 8  # devices per identity; another one replaces the oldest
COOKIE_FORM: Final = re.compile(r"([A-Za-z0-9_-]{12})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})")

CODE_ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without 0, 1 and other characters that look alike
CODE_LENGTH: Final = 8
CODE_SECONDS: Final = 600
CODE_TRIES: Final = Rate(per_second=5 / CODE_SECONDS, burst=5)


class CodeRefused(CarreauError):
    """A code that doesn't belong to anybody."""


class Identities:
    """A registry of guests. The first key signs, all keys verify."""

    def __init__(self, keys: Sequence[bytes], secure: bool) -> None:
        self.keys = keys
        self.secure = secure
        self.cookie_name = "__Host-carreau" if secure else "carreau"  # the prefix keeps other hosts from setting it

    def cookie_in(self, request: web.Request) -> str:
        """Return the identity cookie of a request, "" if there is none.

        Python's own cookie parser takes quadratic time for quoted values; our cookies never have any.
        """
        for part in "; ".join(request.headers.getall("Cookie", []))[:LONGEST_COOKIES].split(";"):
            name, _, value = part.partition("=")
            if name.strip() == self.cookie_name:
                return value.strip()
        return ""

    def new_guest(self, name: str, now: float) -> tuple[Guest, str]:
        """Create a guest with a clean name; return them with their cookie."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        guest = Guest(secrets.token_urlsafe(ID_BYTES), name, hashed(secret), now, now)
        return guest, self.cookie(guest.id, secret)

    async def on_new_device(self, store: Store, guest: str, now: float) -> tuple[Guest, str] | None:
        """Add a secret to a guest; return the guest and a cookie with it, None if there is no such guest."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        known = await store.add_secret(guest, hashed(secret), DEVICES, now)
        return (known, self.cookie(guest, secret)) if known else None

    async def sign_out_elsewhere(self, store: Store, guest: str) -> str:
        """Revoke all cookies of a guest; return a new one."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await store.replace_secrets(guest, hashed(secret))
        return self.cookie(guest, secret)

    def cookie(self, guest: str, secret: str) -> str:
        return f"{guest}.{secret}.{signature(self.keys[0], guest, secret)}"

    def renewed(self, cookie: str) -> str:
        """Return the cookie of a known guest, signed with the first key."""
        parts = self.read_cookie(cookie)
        return self.cookie(*parts) if parts else cookie

    def read_cookie(self, text: str) -> tuple[str, str] | None:
        """Return the id and the secret in a cookie signed by this server, otherwise None."""
        form = COOKIE_FORM.fullmatch(text)
        if form is None:
            return None
        guest, secret, signed = form.groups()
        right = any(hmac.compare_digest(signed, signature(key, guest, secret)) for key in self.keys)
        return (guest, secret) if right else None

    async def guest(self, store: Store, text: str) -> Guest | None:
        """Return the guest who owns a cookie, None if nobody does."""
        parts = self.read_cookie(text)
        guest = await store.guest(parts[0]) if parts else None
        return guest if parts and guest and knows(guest, parts[1]) else None

    def header(self, cookie: str) -> str:
        """Return the value of Set-Cookie."""
        secure = "; Secure" if self.secure else ""
        return f"{self.cookie_name}={cookie}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"


def signature(key: bytes, guest: str, secret: str) -> str:
    digest = hmac.digest(key, f"carreau cookie 1\n{guest}\n{secret}\n".encode(), "sha256")
    return urlsafe_b64encode(digest).decode().rstrip("=")


def hashed(secret: str) -> str:
    """Hash a secret; 32 random bytes need neither salt nor a slow hash."""
    return hashlib.sha256(f"carreau secret 1\n{secret}\n".encode()).hexdigest()


def knows(guest: Guest, secret: str) -> bool:
    """Return whether a secret belongs to a guest, who has one for each device."""
    given = hashed(secret)
    return any(hmac.compare_digest(given, kept) for kept in guest.secret_hash.split())


class Codes:
    """Codes for another device: valid once, for ten minutes."""

    def __init__(self, store: Store, keys: Sequence[bytes]) -> None:
        self.store = store
        self.key = keys[0]
        self.made = Limiter("codes", CODE_TRIES)
        self.tried = Limiter("wrong codes", CODE_TRIES)

    async def make(self, guest: str, now: float) -> str:
        """Create a code for a known guest; raise TooFast if there were too many."""
        self.made.spend(guest, now)
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        await self.store.save_code(self.hashed(code), guest, now + CODE_SECONDS)
        return f"{code[:4]}-{code[4:]}"

    async def take(self, text: str, address: str, now: float) -> str:
        """Return the id of a code's guest; raise CodeRefused, or TooFast if an address tried too many."""
        self.tried.spend(network(address), now)
        guest = await self.store.take_code(self.hashed(read_code(text)), now)
        if guest is None:
            raise CodeRefused("this code is wrong, used or older than ten minutes: make a new one on the other device")
        self.tried.give_back(network(address))  # a whole class may share one address
        return guest

    def hashed(self, code: str) -> str:
        """Hash a code with the key: codes are short enough to try them all, but not without the key."""
        return hmac.new(self.key, f"carreau code 1\n{code}\n".encode(), "sha256").hexdigest()


def read_code(text: str) -> str:
    """Normalise a typed code: ignore case, spaces and dashes."""
    return "".join(text.upper().split()).replace("-", "")
