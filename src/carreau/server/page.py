"""The client's only page, for all of its addresses.

It contains a script and styles, so a slow connection shows something after one round trip. Its policy allows exactly
these, by their hashes.
"""

import base64
import gzip
import hashlib
import re
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from aiohttp import ETag, web

from carreau.server.middleware import policy

HTML: Final = "text/html"
ROOT: Final = "<html "
PICTURE: Final = 'content="/'  # of the page for those who show a link to it: they need a whole address
INLINE: Final = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


class Page(NamedTuple):
    """The page for tables of one game, or for all other addresses."""

    body: bytes
    packed: bytes
    tag: ETag


class Pages:
    """The variants of a built page."""

    def __init__(self, html: str, offline: bool, public_url: str = "") -> None:
        html = html.replace(PICTURE, f'content="{escape(public_url.rstrip("/"))}/')
        self.html = html if offline else html.replace(ROOT, f'{ROOT}data-offline="off" ', 1)
        self.made: dict[str, Page] = {}

    @cached_property
    def inline(self) -> dict[str, str]:
        """Return the sources that the policy has to allow, by kind of element."""
        found: dict[str, str] = {"script": "", "style": ""}
        for kind, text in INLINE.findall(self.html):
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            found[kind] += f" 'sha256-{digest}'"
        return found

    def of(self, game: str) -> Page:
        """Return the page that knows the game of its table, so it can load the game's board at once."""
        if game not in self.made:
            named = f'{ROOT}data-game="{escape(game)}" ' if game else ROOT
            body = self.html.replace(ROOT, named, 1).encode()
            self.made[game] = Page(body, gzip.compress(body, mtime=0), ETag(hashlib.sha256(body).hexdigest()[:16]))
        return self.made[game]

    def respond(self, request: web.Request, game: str) -> web.Response:
        page = self.of(game)
        packs = "gzip" in request.headers.get("Accept-Encoding", "")
        if request.if_none_match and page.tag in request.if_none_match:
            response = web.Response(status=304)
        else:
            response = web.Response(body=page.packed if packs else page.body, content_type=HTML, charset="utf-8")
            if packs:
                response.headers["Content-Encoding"] = "gzip"
        response.etag = page.tag
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Content-Security-Policy"] = policy(request, self.inline)
        return response


class PageFile:
    """The file with the page, which is read again when the client has been built again."""

    def __init__(self, file: Path, offline: bool, public_url: str) -> None:
        self.file = file
        self.offline = offline  # whether browsers may keep it
        self.public_url = public_url
        self.changed = -1
        self.pages = Pages("", offline)

    def built(self) -> Pages:
        return Pages(self.file.read_text(encoding="utf-8"), self.offline, self.public_url)

    def read(self) -> Pages:
        """Return the variants of the page; raise FileNotFoundError if the client has not been built."""
        changed = self.file.stat().st_mtime_ns
        if changed != self.changed:
            self.pages, self.changed = self.built(), changed
        return self.pages
