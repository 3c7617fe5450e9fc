"""A guest's identity: their name, and codes that carry it to another device."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from carreau.server.api.endpoint import NEW_GUEST, ApiRequest, client_network
from carreau.server.identity import CODE_SECONDS, DAY
from carreau.server.logs import GUEST, tell_failure
from carreau.server.names import friendly_name
from carreau.server.problems import HttpError
from carreau.server.store import Store, StoreError


class Me(msgspec.Struct, frozen=True):
    id: str
    name: str
    operator: bool = False  # whether they may open /admin


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
        services.rooms.moderation.refuse_banned(request.address)
        services.new_guests.spend(request.address, services.rooms.time.monotonic())
        guest, cookie = services.identities.new_guest(friendly_name(), request.now)
        await services.store.save_guest(guest)
        request.cookies.append(cookie)
        request.http[GUEST] = guest.id
    else:
        given = services.identities.cookie_in(request.http)
        request.cookies.append(services.identities.renewed(given))  # or it would expire after a year
        if request.now - guest.seen > (DAY if guest.seen > guest.created else RETURNING):
            await note_visit(services.store, guest.id, request.now)
    return shown(request, guest.id, guest.name)


def shown(request: ApiRequest, guest: str, name: str) -> Me:
    return Me(guest, name, guest in request.services.settings.operators)


async def note_visit(store: Store, guest: str, now: float) -> None:
    """Store the time of a visit. A failure, as on a full disk, keeps nobody out; the next visit tries again."""
    try:
        await store.saw_guest(guest, now)
    except StoreError as error:
        tell_failure("guests", error)


async def rename(request: ApiRequest) -> Me:
    """Change the name that a guest will have at tables they join from now on."""
    name = request.services.rooms.names.checked(request.body.name) or friendly_name()
    await request.services.store.rename_guest(request.guest.id, name, request.now)
    return shown(request, request.guest.id, name)


async def make_code(request: ApiRequest) -> Code:
    """Create a code that moves the identity to another device, once and within ten minutes."""
    return Code(await request.services.codes.make(request.guest.id, request.now), CODE_SECONDS)


async def sign_out(request: ApiRequest) -> Me:
    """Sign out everywhere: revoke all cookies and codes of the guest; this device gets a new cookie."""
    services, guest = request.services, request.guest
    request.cookies.append(await services.identities.sign_out_elsewhere(services.store, guest.id))
    await services.sign_out(guest.id)
    return shown(request, guest.id, guest.name)


async def use_code(request: ApiRequest) -> Me:
    """Take over an identity from another device."""
    taken = await request.services.codes.take(request.body.code, client_network(request.http), request.now)
    services = request.services
    known = await services.identities.on_new_device(services.store, taken, request.now)
    if known is None:
        raise HttpError(404, "no_guest", "this identity no longer exists")
    guest, cookie = known
    request.cookies.append(cookie)
    return shown(request, guest.id, guest.name)
