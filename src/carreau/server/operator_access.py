"""The way of `carreau admin` to a running server: a file beside the database with its address and a secret token.

Only the owner of the database can read the file, and each start of the server makes a new token.
"""

import os
import tempfile
from pathlib import Path

import msgspec

from carreau.core.errors import CarreauError


class Access(msgspec.Struct, frozen=True):
    """The address of a server, and the token that it accepts from this machine."""

    host: str
    port: int
    token: str

    def __repr__(self) -> str:
        return f"Access(host={self.host!r}, port={self.port})"


class NoServer(CarreauError):
    """No server runs with this database, or this user may not administer it."""


def access_file(database: Path) -> Path:
    return database.with_suffix(".admin")


def write_access(path: Path, access: Access) -> None:
    """Write the file atomically; only its owner can read it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # with mode 0600
    with os.fdopen(handle, "wb") as file:
        file.write(msgspec.json.encode(access))
    Path(name).replace(path)


def remove_access(path: Path, token: str) -> None:
    """Remove the file of a server that has stopped, unless another one has overwritten it."""
    try:
        if read_access(path).token == token:
            path.unlink(missing_ok=True)
    except NoServer:
        return


def read_access(path: Path) -> Access:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Access)
    except FileNotFoundError:
        raise NoServer(f"no server is running with this database: there is no {path}") from None
    except OSError as error:
        raise NoServer(f"{path} can't be read ({error.strerror}): run this as the server's user") from None
    except msgspec.DecodeError:
        raise NoServer(f"{path} is damaged: restart the server") from None
