"""Guests: recognised by their cookie and nothing else; clean names; codes that work once."""

import asyncio
from collections.abc import AsyncIterator
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from aiohttp.test_utils import make_mocked_request
from hypothesis import given
from hypothesis import strategies as st

from carreau.server.api.endpoint import ApiRequest, Services
from carreau.server.api.guests import GivenCode, NewName, make_code, rename, use_code
from carreau.server.bot_pool import BotPool
from carreau.server.identity import (
    CODE_ALPHABET,
    DEVICES,
    CodeRefused,
    Codes,
    Identities,
    knows,
)
from carreau.server.limits import TooFast
from carreau.server.metrics import Metrics
from carreau.server.rooms import Rooms
from carreau.server.settings import Settings
from carreau.server.sqlite import SqliteStore

pytestmark = pytest.mark.anyio

KEY, OLD_KEY = b"k" * 32, b"o" * 32
PEOPLE = Identities([KEY], secure=False)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "some.db")
    yield opened
    await opened.close()


async def test_a_guest_is_known_again_by_the_cookie(store: SqliteStore) -> None:
    ada, cookie = PEOPLE.new_guest("Ada", now=5.0)
    assert (ada.name, ada.created, ada.seen, len(ada.id)) == ("Ada", 5.0, 5.0, 12)
    assert await PEOPLE.guest(store, cookie) is None  # not stored yet
    await store.save_guest(ada)
    assert await PEOPLE.guest(store, cookie) == ada


async def test_nobody_is_known_by_another_cookie(store: SqliteStore) -> None:
    ada, _ = PEOPLE.new_guest("Ada", 5.0)
    bo, cookie = PEOPLE.new_guest("Bo", 5.0)
    await store.save_guest(ada)
    await store.save_guest(bo)
    secret = cookie.split(".")[1]
    assert await PEOPLE.guest(store, PEOPLE.cookie(ada.id, secret)) is None  # correctly signed, but not her secret
    assert await PEOPLE.guest(store, PEOPLE.cookie(ada.id, ada.secret_hash[:43])) is None
    assert not knows(ada, secret)
    assert not knows(ada, "")


def test_a_cookie_with_any_letter_changed_is_worthless() -> None:
    _, cookie = PEOPLE.new_guest("Ada", 5.0)
    assert PEOPLE.read_cookie(cookie) == tuple(cookie.split(".")[:2])
    for place, letter in enumerate(cookie):
        for other in ("A", "B", ".", ""):
            if other != letter:
                assert PEOPLE.read_cookie(cookie[:place] + other + cookie[place + 1 :]) is None
    for nonsense in ("", "..", f"{cookie} ", f"{cookie}\n", f" {cookie}", "é" * 100, cookie.replace(".", "-")):
        assert PEOPLE.read_cookie(nonsense) is None


@given(st.text(max_size=120))
def test_whatever_is_no_cookie_is_nobodys(text: str) -> None:
    assert PEOPLE.read_cookie(text) is None


def test_the_first_key_signs_and_all_are_believed() -> None:
    _, old = Identities([OLD_KEY], secure=False).new_guest("Ada", 5.0)
    both = Identities([KEY, OLD_KEY], secure=False)
    guest, secret = old.split(".")[:2]
    assert both.read_cookie(old) == (guest, secret)
    assert PEOPLE.read_cookie(old) is None
    assert PEOPLE.read_cookie(both.cookie(guest, secret)) == (guest, secret)


def test_what_is_kept_and_shown_holds_no_secret() -> None:
    ada, cookie = PEOPLE.new_guest("Ada", 5.0)
    secret = cookie.split(".")[1]
    assert secret not in ada.secret_hash
    assert ada.secret_hash not in cookie
    assert secret not in repr(ada)
    assert len({PEOPLE.new_guest("Ada", 5.0)[1] for _ in range(100)}) == 100


@pytest.mark.parametrize(("secure", "name"), [(False, "carreau"), (True, "__Host-carreau")])
def test_scripts_and_other_sites_do_not_get_the_cookie(secure: bool, name: str) -> None:
    people = Identities([KEY], secure)
    assert people.cookie_name == name
    parsed = SimpleCookie(people.header("the.cookie.itself"))[name]
    assert parsed.value == "the.cookie.itself"
    assert parsed["httponly"] is True
    assert parsed["samesite"] == "Lax"
    assert parsed["path"] == "/"
    assert parsed["domain"] == ""
    assert parsed["max-age"] == "31536000"
    assert bool(parsed["secure"]) == secure


async def test_a_further_device_has_a_secret_of_its_own_and_the_oldest_is_forgotten(store: SqliteStore) -> None:
    ada, first = PEOPLE.new_guest("Ada", 5.0)
    await store.save_guest(ada)
    cookies = [first]
    for number in range(1, DEVICES + 1):
        moved = await PEOPLE.on_new_device(store, ada.id, 5.0 + number)
        assert moved is not None
        known, cookie = moved
        assert known == await PEOPLE.guest(store, cookie)
        assert (known.id, known.name, known.seen) == (ada.id, "Ada", 5.0 + number)
        cookies.append(cookie)
    assert len(set(cookies)) == DEVICES + 1
    assert [await PEOPLE.guest(store, cookie) for cookie in cookies] == [None] + [known] * DEVICES
    assert await PEOPLE.on_new_device(store, "nobody", 5.0) is None


async def test_a_name_and_devices_that_change_at_the_same_time_are_all_kept(store: SqliteStore, tmp_path: Path) -> None:
    """The stored guest may have changed between the arrival of a request and its execution."""
    settings = Settings(database=tmp_path / "some.db")
    services = Services(Rooms(store, BotPool(1), Metrics(), settings), PEOPLE, Codes(store, [KEY]), settings)
    request = make_mocked_request("GET", "/")
    ada, cookie = PEOPLE.new_guest("Ada", 5.0)
    await store.save_guest(ada)
    codes = [GivenCode((await make_code(ApiRequest(services, request, ada, None, []))).code) for _ in range(2)]
    devices = [ApiRequest(services, request, ada, code, []) for code in codes]
    await asyncio.gather(*(use_code(device) for device in devices))
    assert (await rename(ApiRequest(services, request, ada, NewName("Eva"), []))).name == "Eva"
    for each in (cookie, *devices[0].cookies, *devices[1].cookies):
        known = await PEOPLE.guest(store, each)
        assert known is not None
        assert (known.id, known.name) == (ada.id, "Eva")


async def test_a_code_works_once_however_it_is_typed(store: SqliteStore) -> None:
    ada, _ = PEOPLE.new_guest("Ada", 5.0)
    await store.save_guest(ada)
    codes = Codes(store, [KEY])
    code = await codes.make(ada.id, 1000.0)
    assert len(code) == 9
    assert code[4] == "-"
    assert set(code) - {"-"} <= set(CODE_ALPHABET)
    typed = f" {code.lower().replace('-', ' ')} "
    assert await codes.take(typed, "192.0.2.1", 1001.0) == ada.id
    with pytest.raises(CodeRefused, match="make a new one on the other device"):
        await codes.take(code, "192.0.2.1", 1002.0)


async def test_a_code_is_valid_for_ten_minutes(store: SqliteStore) -> None:
    ada, _ = PEOPLE.new_guest("Ada", 5.0)
    await store.save_guest(ada)
    codes = Codes(store, [KEY])
    late, early = await codes.make(ada.id, 1000.0), await codes.make(ada.id, 1000.0)
    assert await codes.take(early, "192.0.2.1", 1599.0) == ada.id
    with pytest.raises(CodeRefused):
        await codes.take(late, "192.0.2.1", 1600.0)


async def test_codes_cannot_be_tried_out_nor_made_without_end(store: SqliteStore) -> None:
    ada, _ = PEOPLE.new_guest("Ada", 5.0)
    await store.save_guest(ada)
    codes = Codes(store, [KEY])
    for number in range(5):
        await codes.make(ada.id, 1000.0)
        with pytest.raises(CodeRefused):
            await codes.take("WRNG-CDE5", f"2001:db8::{number}", 1000.0)
    with pytest.raises(TooFast, match="too many wrong codes: try again in 2 minutes"):
        await codes.take("WRNG-CDE5", "2001:db8::9", 1000.0)
    with pytest.raises(TooFast, match="too many codes: try again in 2 minutes"):
        await codes.make(ada.id, 1000.0)
    await codes.make(ada.id, 1120.0)


async def test_right_codes_are_no_tries(store: SqliteStore) -> None:
    """A whole class may transfer its identities from one address."""
    codes = Codes(store, [KEY])
    for number in range(12):
        pupil, _ = PEOPLE.new_guest(f"Pupil {number}", 5.0)
        await store.save_guest(pupil)
        assert await codes.take(await codes.make(pupil.id, 1000.0), "192.0.2.1", 1000.0) == pupil.id
    for _ in range(5):
        with pytest.raises(CodeRefused):
            await codes.take("WRNG-CDE5", "192.0.2.1", 1000.0)
    with pytest.raises(TooFast):
        await codes.take("WRNG-CDE5", "192.0.2.1", 1000.0)


async def test_the_database_gives_no_code_away(store: SqliteStore, tmp_path: Path) -> None:
    ada, _ = PEOPLE.new_guest("Ada", 5.0)
    await store.save_guest(ada)
    code = await Codes(store, [KEY]).make(ada.id, 1000.0)
    await store.backup(tmp_path / "stolen.db")
    assert code.replace("-", "").encode() not in (tmp_path / "stolen.db").read_bytes()
    with pytest.raises(CodeRefused):  # all codes can be tried offline, but not without the key
        await Codes(store, [OLD_KEY]).take(code, "192.0.2.1", 1000.0)
