"""A guest's identity: their name, and codes that carry it to another device."""

from time import monotonic, time
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from carreau.server.api.endpoint import NEW_GUEST, ApiRequest, client_network
from carreau.server.identity import CODE_SECONDS, DAY, checked_name
from carreau.server.logs import GUEST, tell_failure
from carreau.server.problems import HttpError
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


RETURNING: Final = 600.0  # seconds after which a new guest who comes again has returned


async def me(request: ApiRequest) -> Me:
    """Return the guest's identity. New guests get one, with a friendly name."""
    services, guest = request.services, request.guest
    if guest is NEW_GUEST:
        services.new_guests.spend(request.address, monotonic())
        guest, cookie = services.identities.new_guest(checked_name("", services.settings.name_length), time())
        await services.store.save_guest(guest)
        request.cookies.append(cookie)
        request.http[GUEST] = guest.id
    else:
        given = services.identities.cookie_in(request.http)
        request.cookies.append(services.identities.renewed(given))  # or it would expire after a year
        if time() - guest.seen > (DAY if guest.seen > guest.created else RETURNING):
            await note_visit(services.store, guest.id)
    return Me(guest.id, guest.name)


async def note_visit(store: Store, guest: str) -> None:
    """Store the time of a visit. A failure, as on a full disk, keeps nobody out; the next visit tries again."""
    try:
        await store.saw_guest(guest, time())
    except StoreError as error:
        tell_failure("guests", error)


async def rename(request: ApiRequest) -> Me:
    """Change the name that a guest will have at tables they join from now on."""
    name = checked_name(request.body.name, request.services.settings.name_length)
    await request.services.store.rename_guest(request.guest.id, name, time())
    return Me(request.guest.id, name)


async def make_code(request: ApiRequest) -> Code:
    """Create a code that moves the identity to another device, once and within ten minutes."""
    return Code(await request.services.codes.make(request.guest.id, time()), CODE_SECONDS)


async def use_code(request: ApiRequest) -> Me:
    """Take over an identity from another device."""
    taken = await request.services.codes.take(request.body.code, client_network(request.http), time())
    services = request.services
    known = await services.identities.on_new_device(services.store, taken, time())
    if known is None:
        raise HttpError(404, "no_guest", "this identity no longer exists")
    guest, cookie = known
    request.cookies.append(cookie)
    return Me(guest.id, guest.name)
