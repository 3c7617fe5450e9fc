"""The settings of a server, from the command line, the environment, a file, or defaults, in this order.

A setting is declared once, as a field of Settings with its bounds and its description. Invalid settings are refused all
at once, each with its source, what is wrong and what would be right.
"""

import difflib
import ipaddress
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from carreau.core.errors import CarreauError

PREFIX: Final = "CARREAU_"
CONFIG: Final = "CARREAU_CONFIG"
OTHERS: Final = {CONFIG, "CARREAU_LANG", "CARREAU_PURE", "CARREAU_SOAK"}  # variables that aren't settings of a server
KEY_BYTES: Final = 32
GUEST_ID: Final = r"[A-Za-z0-9_-]{12}"
POSTGRES: Final = ("postgresql://", "postgres://")
ORIGIN: Final = r"^https?://[^\s/?#@,]+\Z"


class SettingsError(CarreauError):
    """Settings that a server can't start with."""


class Key(bytes):
    """A key that signs cookies. Its repr hides it."""

    def __repr__(self) -> str:
        return "Key(…)"

    __str__ = __repr__


class PostgresUrl(msgspec.Struct, frozen=True):
    """The address of a PostgreSQL database. It may contain a password, which nothing shows."""

    dsn: str

    def __str__(self) -> str:
        parts = urlsplit(self.dsn)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def __repr__(self) -> str:
        return f"PostgresUrl({str(self)!r})"


def meaning(text: str, allowed: str, default: str = "") -> Meta:
    """Declare a setting: its description, its allowed values and, if it depends on the machine, its default."""
    return Meta(description=text, extra={"allowed": allowed, "default": default})


def count(text: str, low: int, high: int, default: str = "") -> Meta:
    """Declare a setting that is a whole number within bounds."""
    allowed = f"a whole number from {low} to {high}"
    return Meta(description=text, ge=low, le=high, extra={"allowed": allowed, "default": default})


Format = Literal["text", "json"]
Level = Literal["debug", "info", "warning", "error"]
GuestId = Annotated[str, Meta(pattern=rf"^{GUEST_ID}\Z")]
Origin = Annotated[str, Meta(pattern=ORIGIN)]
ClusterAddress = Annotated[str, Meta(pattern=r"^(tcp|tls)://([^\s/?#@,:]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}\Z|^\Z")]
PageUrl = Annotated[str, Meta(pattern=r"^https?://[^\s\"<>]+\Z|^\Z")]
PeersAddress = Annotated[str, Meta(pattern=r"^([^\s/?#@,:]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}\Z|^\Z")]
Url = Annotated[str, Meta(pattern=rf"{ORIGIN}|^\Z")]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of a server, validated."""

    host: Annotated[
        str, meaning("address to listen on", "an address of this machine, 0.0.0.0 for all, or :: for IPv6 too")
    ] = "0.0.0.0"  # noqa: S104 — a table is for friends in the same network too
    port: Annotated[int, count("port to listen on; 0 is any free one", 0, 65535)] = 8000
    database: Annotated[
        Path | PostgresUrl,
        meaning(
            "file with all tables and guests, or a PostgreSQL database",
            "a file, not a folder, or like postgresql://user@host/name",
            "carreau/carreau.db in the user's data folder",
        ),
    ]
    client: Annotated[Path, meaning("folder with the web client", "a folder", "the one in the package")] = (
        Path(__file__).parent / "client"
    )
    bots: Annotated[
        int,
        count(
            "processes for level 5 bots; one more moves for weaker bots",
            1,
            256,
            "one less than the number of cores",
        ),
    ] = msgspec.field(default_factory=lambda: max(1, (os.cpu_count() or 1) - 1))
    bots_cluster: Annotated[
        ClusterAddress,
        meaning(
            "scheduler of a Dask cluster whose workers play the bots; without workers, processes here do",
            "like tcp://10.0.0.9:8786, or tls://… with certificates",
        ),
    ] = ""
    keys: Annotated[
        tuple[Key, ...],
        meaning(
            "keys for guests' cookies: the first signs, all are accepted",
            f"a list of secrets with at least {KEY_BYTES} characters each",
            "created at the first start, in a file beside the database",
        ),
    ] = ()

    public_url: Annotated[
        Url, meaning("public address, if it is behind a proxy", "like https://play.example.org, without a path")
    ] = ""
    trusted_origins: Annotated[
        tuple[Origin, ...],
        meaning(
            "further public addresses, if a proxy doesn't forward the Host header",
            "a list of origins like https://club.example.org",
        ),
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...],
        meaning(
            "proxies whose forwarding headers are trusted",
            "a list of addresses or networks like 10.0.0.0/8",
        ),
    ] = ("127.0.0.1", "::1")

    peers_address: Annotated[
        PeersAddress,
        meaning(
            "where the other servers on the same PostgreSQL database reach this one",
            "a host and a port like 10.0.0.7:8000",
            "`host` and `port`, or this machine's address in its network",
        ),
    ] = ""
    lease_seconds: Annotated[
        int, count("seconds without a sign of life after which other servers take over a server's tables", 1, 60)
    ] = 3

    operators: Annotated[
        tuple[GuestId, ...],
        meaning(
            "ids of the guests who may open /admin, which shows them their id",
            "a list of guests' ids, 12 characters each",
        ),
    ] = ()
    imprint_url: Annotated[PageUrl, meaning("page with your imprint, linked on the front page", "an address")] = ""
    privacy_url: Annotated[PageUrl, meaning("page about privacy, linked on the front page", "an address")] = ""
    reports_per_address: Annotated[int, count("players' reports per day from one address", 1, 100_000)] = 20

    message_bytes: Annotated[int, count("bytes in a socket message", 1024, 1 << 24)] = 1 << 14
    body_bytes: Annotated[int, count("bytes in the body of a request, such as a record", 1024, 1 << 26)] = 1 << 18
    bodies_bytes: Annotated[
        int,
        count(
            "bytes for the bodies of all requests together, a quarter of them for one address; others have to wait",
            1 << 20,
            1 << 34,
        ),
    ] = 1 << 24
    body_seconds: Annotated[int, count("seconds for a body to arrive", 1, 3600)] = 20
    idle_seconds: Annotated[
        int, count("seconds until a connection without a complete request head is closed", 1, 3600)
    ] = 75
    backlogs_bytes: Annotated[
        int,
        count(
            "bytes for messages that slow clients haven't read, all together; "
            "beyond that, the slowest are disconnected and reload the table",
            1 << 20,
            1 << 34,
        ),
    ] = 1 << 26
    connections_per_address: Annotated[
        int,
        count("connections from one address, with or without a request; more are closed at once", 1, 1_000_000),
    ] = 500
    socket_rate: Annotated[int, count("commands per second on one socket", 1, 1_000_000)] = 10
    socket_burst: Annotated[int, count("commands at once on one socket", 1, 1_000_000)] = 30
    guest_rate: Annotated[int, count("commands per second of one guest", 1, 1_000_000)] = 20
    guest_burst: Annotated[int, count("commands at once of one guest", 1, 1_000_000)] = 60
    crowd_rate: Annotated[int, count("commands per second from one address", 1, 1_000_000)] = 1_000
    crowd_burst: Annotated[int, count("commands at once from one address", 1, 1_000_000)] = 2_000
    address_rate: Annotated[int, count("requests per second from one address", 1, 1_000_000)] = 20
    address_burst: Annotated[int, count("requests at once from one address", 1, 1_000_000)] = 200
    tables_per_guest: Annotated[int, count("unfinished tables per guest", 1, 100_000)] = 20
    sockets_per_guest: Annotated[int, count("open windows per guest", 1, 100_000)] = 8
    sockets_per_address: Annotated[int, count("open windows from one address", 1, 1_000_000)] = 250
    guests_per_address: Annotated[int, count("new guests per day from one address", 1, 1_000_000_000)] = 500
    tables_per_address: Annotated[int, count("new tables per day from one address", 1, 1_000_000_000)] = 1_000
    events_per_address: Annotated[
        int,
        count(
            "moves, seat changes and chat messages stored per day for one address; "
            "bots' moves count for their host's address",
            1,
            1_000_000_000,
        ),
    ] = 200_000
    chat_rate: Annotated[int, count("chat messages per second of one guest", 1, 1_000_000)] = 1
    chat_burst: Annotated[int, count("chat messages at once of one guest", 1, 1_000_000)] = 10
    chat_length: Annotated[int, count("characters in a chat message", 1, 2000)] = 500
    name_length: Annotated[int, count("characters in a name", 8, 100)] = 40
    blocked_words: Annotated[
        Path,
        meaning("file with words that no name may contain", "a TOML file, a list per language", "a short list"),
    ] = Path(__file__).parent / "blocked_words.toml"
    idle_days: Annotated[int, count("days until an unused table is deleted", 1, 36500)] = 30
    abandoned_days: Annotated[
        int, count("days without a move until an unfinished game is deleted, but at least idle_days", 1, 36500)
    ] = 90
    grace_seconds: Annotated[int, count("seconds that a disconnected player has to come back", 0, 86400)] = 60
    host_seconds: Annotated[
        int,
        count(
            "seconds without the host of a table that hasn't started after which a player can take it over",
            1,
            86400,
        ),
    ] = 300
    lag_ms: Annotated[int, count("maximum lag in milliseconds that races and clocks compensate", 0, 5000)] = 300

    offline: Annotated[bool, meaning("whether browsers keep the client for use offline", "true or false")] = True
    log_format: Annotated[Format, meaning("format of the log", "text or json")] = "text"
    log_level: Annotated[Level, meaning("level of the log", "debug, info, warning or error")] = "info"
    log_addresses: Annotated[bool, meaning("whether to log guests' addresses", "true or false")] = False

    @property
    def secure(self) -> bool:
        """Whether people connect by https, so that cookies can be restricted to it."""
        return self.public_url.startswith("https://")

    @property
    def database_file(self) -> Path:
        """The database, with other files beside it; with PostgreSQL, these are where they are by default."""
        return self.database if isinstance(self.database, Path) else default_file(os.environ)


class Setting(msgspec.Struct, frozen=True):
    """One setting as a row of a table, in words."""

    name: str
    default: str
    allowed: str
    meaning: str

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    @property
    def option(self) -> str:
        return "--" + self.name.replace("_", "-")


def described(field: msgspec.structs.FieldInfo) -> Setting:
    meta = field.type.__metadata__[-1]
    return Setting(
        field.name, meta.extra["default"] or in_words(field.default), meta.extra["allowed"], meta.description
    )


def in_words(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value) or "none"


FIELDS: Final = {field.name: field for field in msgspec.structs.fields(Settings)}


def describe() -> list[Setting]:
    """List all settings in declared order."""
    return [described(field) for field in FIELDS.values()]


def is_database(place: Path | PostgresUrl) -> bool:
    if isinstance(place, PostgresUrl):
        return is_postgres(place.dsn)
    return not os.path.isdir(place)  # noqa: PTH112 — Path raises if it may not look there


def is_postgres(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return len(parts.path) > 1 and parts.port != 0
    except ValueError:  # an invalid port
        return False


def is_origin(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:  # an invalid port, or half an address
        return False


def is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


# Types that msgspec can't convert to: a database is a file, unless it begins like one of POSTGRES
TYPES: Final[dict[str, Any]] = {"database": Path}
# Rules that patterns and bounds can't express
CHECKS: Final[dict[str, Callable[[Any], bool]]] = {
    "database": is_database,
    "public_url": lambda url: not url or is_origin(url),
    "trusted_origins": lambda urls: all(map(is_origin, urls)),
    "trusted_proxies": lambda proxies: all(map(is_network, proxies)),
}


class Given(NamedTuple):
    """A value, the setting it is for, and its source."""

    where: str
    name: str
    value: object
    is_text: bool = True  # a string, from which a number or a list has to be parsed

    def read(self) -> object:
        """Return the parsed value; raise SettingsError if there is no such setting or the value isn't allowed."""
        if self.name not in FIELDS:
            raise SettingsError(f"{self.where} isn't a setting{guess(self.name)}")
        field = FIELDS[self.name]
        value = self.value
        if self.is_text and isinstance(value, str) and isinstance(field.default, tuple):
            value = [part.strip() for part in value.split(",") if part.strip()]
        try:
            if self.name == "database" and isinstance(value, str) and value.startswith(POSTGRES):
                found: object = PostgresUrl(value)
            else:
                found = msgspec.convert(
                    value, TYPES.get(self.name, field.type), strict=not self.is_text, dec_hook=special
                )
        except msgspec.ValidationError:
            raise self.wrong(field) from None
        if self.name in CHECKS and not CHECKS[self.name](found):
            raise self.wrong(field)
        return found

    def wrong(self, field: msgspec.structs.FieldInfo) -> SettingsError:
        said = "has an invalid value" if field.name == "keys" or is_secret(self.value) else f"is {self.value!r}"
        return SettingsError(f"{self.where} {said}; it must be {described(field).allowed}")


def is_secret(value: object) -> bool:
    """Tell whether a value may contain a password."""
    return isinstance(value, str) and value.startswith(POSTGRES) and "@" in value


def guess(name: str) -> str:
    close = difflib.get_close_matches(name, FIELDS, n=1)
    return f"; did you mean {close[0]}?" if close else ": docs/hosting.md lists all"


def special(kind: type, value: Any) -> Any:
    """Return a path or a key; raise ValueError if it is neither."""
    if not isinstance(value, str) or not value:
        raise ValueError("it must be a string")
    return key(value) if kind is Key else Path(os.path.expanduser(value))  # noqa: PTH111 — Path raises if ~who is nobody


def key(text: str) -> Key:
    if len(text) < KEY_BYTES:
        raise ValueError("a key is too short")
    return Key(text.encode())


def read_settings(overrides: Mapping[str, object], environment: Mapping[str, str], folder: Path) -> Settings:
    """Read the settings from a command line (None: not given), an environment and the current folder."""
    values: dict[str, Any] = {"database": default_file(environment)}
    problems: list[str] = []
    for given in chain(from_file(environment, folder), from_environment(environment), from_command_line(overrides)):
        try:
            values[given.name] = given.read()
        except SettingsError as error:
            problems.append(str(error))
    if problems:
        raise SettingsError("\n".join(problems))
    return Settings(**values)


def from_command_line(overrides: Mapping[str, object]) -> Iterator[Given]:
    for name, value in overrides.items():
        if value is not None:
            yield Given("--" + name.replace("_", "-"), name, str(value) if isinstance(value, Path) else value)


def from_environment(environment: Mapping[str, str]) -> Iterator[Given]:
    for variable in sorted(environment):
        if variable.startswith(PREFIX) and variable not in OTHERS:
            yield Given(variable, variable.removeprefix(PREFIX).lower(), environment[variable])


def from_file(environment: Mapping[str, str], folder: Path) -> Iterable[Given]:
    """Read the file that CARREAU_CONFIG names, or else carreau.toml, if there is one."""
    path = folder / environment.get(CONFIG, "carreau.toml")
    if CONFIG not in environment and not path.exists():
        return []
    try:
        text = path.read_text(encoding="utf-8")
        found = tomllib.loads(text)
    except OSError as error:
        raise SettingsError(f"{path} can't be read: {error.strerror}") from None
    except ValueError as error:  # not UTF-8, or not TOML
        raise SettingsError(f"{path} isn't TOML: {error}") from None
    return [Given(f"{path}, line {line(text, name)}: {name}", name, found[name], is_text=False) for name in found]


def line(text: str, name: str) -> int:
    """Return the line of a top-level name, counted from 1."""
    written = re.search(rf"^[ \t]*\[*[ \t]*[\"']?{re.escape(name)}\b", text, re.MULTILINE)
    return text.count("\n", 0, written.start() if written else 0) + 1


def default_file(environment: Mapping[str, str]) -> Path:
    return data_folder(sys.platform, environment) / "carreau.db"


def data_folder(platform: str, environment: Mapping[str, str]) -> Path:
    """Return the folder for this user's application data."""
    home = Path(environment.get("HOME") or Path.home())
    if platform == "darwin":
        return home / "Library" / "Application Support" / "carreau"
    named = Path(environment.get("LOCALAPPDATA" if platform == "win32" else "XDG_DATA_HOME", ""))
    usual = home / "AppData" / "Local" if platform == "win32" else home / ".local" / "share"
    return (named if named.is_absolute() else usual) / "carreau"
