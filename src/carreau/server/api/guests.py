"""Who one is: a name, and how to be the same on another device."""

from time import time
from typing import Annotated

import msgspec
from msgspec import Meta

from carreau.server.api.endpoint import NOBODY_YET, Asked, HttpError, asked_from
from carreau.server.identity import CODE_SECONDS, DAY, checked_name
from carreau.server.logs import tell_failure
from carreau.server.store import Store, StoreError


class Me(msgspec.Struct, frozen=True):
    id: str
    name: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=400)]


class Code(msgspec.Struct, frozen=True):
    code: str
    seconds: int


class GivenCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=40)]


async def me(asked: Asked) -> Me:
    """Who one is; whoever comes for the first time gets an identity and a friendly name, all others keep theirs."""
    guest = asked.guest
    if guest is NOBODY_YET:
        guest, cookie = asked.desk.identities.new_guest(checked_name("", asked.desk.settings.name_length), time())
        await asked.desk.store.save_guest(guest)
        asked.cookies.append(cookie)
    else:
        given = asked.desk.identities.cookie_in(asked.request.headers)
        asked.cookies.append(asked.desk.identities.renewed(given))  # or it would be gone after a year
        if time() - guest.seen > DAY:
            await note_visit(asked.desk.store, guest.id)
    return Me(guest.id, guest.name)


async def note_visit(store: Store, guest: str) -> None:
    """Where that can't be stored, as on a full disk, they may come in all the same; tomorrow it is tried again."""
    try:
        await store.saw_guest(guest, time())
    except StoreError as error:
        tell_failure("guests", error)


async def rename(asked: Asked) -> Me:
    """Choose another name, for tables at which one sits down from now on."""
    name = checked_name(asked.body.name, asked.desk.settings.name_length)
    await asked.desk.store.rename_guest(asked.guest.id, name, time())
    return Me(asked.guest.id, name)


async def make_code(asked: Asked) -> Code:
    """A code that brings one's identity to another device, within ten minutes, once."""
    return Code(await asked.desk.codes.make(asked.guest.id, time()), CODE_SECONDS)


async def use_code(asked: Asked) -> Me:
    """Become on this device who one is on another."""
    taken = await asked.desk.codes.take(asked.body.code, asked_from(asked.request), time())
    known = await asked.desk.identities.on_new_device(asked.desk.store, taken, time())
    if known is None:
        raise HttpError(404, "no_guest", "the identity is not there any more")
    guest, cookie = known
    asked.cookies.append(cookie)
    return Me(guest.id, guest.name)
