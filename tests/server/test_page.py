"""The client's page: what it contains, and which scripts may run in it."""

import base64
import gzip
import hashlib
import os
from pathlib import Path

import httpx
import msgspec
import pytest

from carreau.server.app import Server, make_app
from carreau.server.settings import Settings
from tests.server.in_process import begun, served

pytestmark = pytest.mark.anyio

HTML = (
    '<!doctype html>\n<html lang="en">\n<style>a{}</style><script>let b</script><script src="/c.js"></script></html>\n'
)


def built(folder: Path) -> Settings:
    """Return the settings of a server with a built client."""
    (folder / "client").mkdir()
    (folder / "client" / "index.html").write_text(HTML, encoding="utf-8")
    return Settings(database=folder / "some.db", client=folder / "client", bots=1)


def hashed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


async def ask(settings: Settings, path: str, **headers: str) -> httpx.Response:
    server = Server(settings)
    async with (
        served(make_app(server)) as port,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers) as guest,
    ):
        answer = await guest.get(path)
    await server.store.close()
    return answer


async def test_only_the_scripts_and_styles_of_the_page_itself_may_run(tmp_path: Path) -> None:
    settings = built(tmp_path)
    page = (await ask(settings, "/")).headers["content-security-policy"]
    assert page.endswith(f"; script-src 'self' {hashed('let b')}; style-src 'self' {hashed('a{}')}")
    other = (await ask(settings, "/api/games")).headers["content-security-policy"]
    assert "sha256" not in other


async def test_the_page_of_a_table_names_its_game_and_nothing_else_about_it(tmp_path: Path) -> None:
    server = Server(built(tmp_path))
    async with served(make_app(server)) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as guest:
        _, table = await begun(guest)
        assert (await guest.get(f"/table/{table}")).text == HTML.replace("<html ", '<html data-game="schlauraff" ')
        for elsewhere in ("/", "/table/unknown", f"/replay/{table}", f"/table/{table}/x"):
            assert (await guest.get(elsewhere)).text == HTML
    await server.rooms.stop()
    await server.store.close()


async def test_a_page_that_has_not_changed_is_not_sent_again(tmp_path: Path) -> None:
    settings = built(tmp_path)
    first = await ask(settings, "/")
    again = await ask(settings, "/", **{"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert again.headers["content-security-policy"].partition("connect-src")[0]
    assert (await ask(settings, "/", **{"If-None-Match": '"another"'})).status_code == 200


async def test_a_page_is_compressed_for_who_can_read_that(tmp_path: Path) -> None:
    settings = built(tmp_path)
    packed = await ask(settings, "/", **{"Accept-Encoding": "gzip"})
    assert (packed.headers["content-encoding"], packed.text) == ("gzip", HTML)
    plain = await ask(settings, "/", **{"Accept-Encoding": "identity"})
    assert ("content-encoding" in plain.headers, plain.text) == (False, HTML)
    assert len(gzip.compress(HTML.encode())) == int(packed.headers["content-length"])


async def test_a_page_built_again_is_served_at_once(tmp_path: Path) -> None:
    settings = built(tmp_path)
    server = Server(settings)
    async with served(make_app(server)) as port, httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as guest:
        assert (await guest.get("/")).text == HTML
        page = settings.client / "index.html"
        page.write_text("<html new>", encoding="utf-8")
        os.utime(page, ns=(0, 1))
        assert (await guest.get("/")).text == "<html new>"
        page.unlink()
        assert (await guest.get("/")).status_code == 404
    await server.store.close()


async def test_a_host_decides_whether_browsers_keep_the_client(tmp_path: Path) -> None:
    settings = built(tmp_path)
    for name in ("worker", "no-worker"):
        (settings.client / f"{name}.js").write_text(name, encoding="utf-8")
    kept = await ask(settings, "/worker.js")
    assert (kept.text, kept.headers["cache-control"]) == ("worker", "no-cache")
    off = msgspec.structs.replace(settings, offline=False, database=tmp_path / "other.db")
    assert (await ask(off, "/worker.js")).text == "no-worker"
    assert 'data-offline="off"' in (await ask(off, "/")).text


async def test_the_picture_for_a_link_has_a_whole_address_where_the_host_names_one(tmp_path: Path) -> None:
    settings = built(tmp_path)
    picture = '<meta property="og:image" content="{}/assets/icon.png" />'
    (settings.client / "index.html").write_text(picture.format(""), encoding="utf-8")
    public = msgspec.structs.replace(settings, public_url="https://play.example.org")
    assert (await ask(public, "/")).text == picture.format("https://play.example.org")
