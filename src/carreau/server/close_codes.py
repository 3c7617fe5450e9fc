"""The codes with which the server closes a socket; web/src/wire.ts has them too."""

from typing import Final

WHO: Final = 4401  # our own codes, based on the closest HTTP status
FOREIGN: Final = 4403
NO_TABLE: Final = 4404
NO_SPECTATORS: Final = 4410
BANNED: Final = 4423
TOO_MANY: Final = 4429
LATER: Final = 1013  # defined by RFC 6455
TROUBLE: Final = 1011
MOVED: Final = 1012  # likewise, for a server that restarts: reconnect

CLOSE_CODES: Final = {
    "BANNED": BANNED,
    "FOREIGN": FOREIGN,
    "LATER": LATER,
    "NO_TABLE": NO_TABLE,
    "NO_SPECTATORS": NO_SPECTATORS,
    "TOO_MANY": TOO_MANY,
    "TROUBLE": TROUBLE,
    "WHO": WHO,
}
