"""The codes with which a socket is closed; web/src/wire.ts has them too."""

from typing import Final

WHO: Final = 4401  # codes of our own, after the HTTP status that fits
FOREIGN: Final = 4403
NO_TABLE: Final = 4404
TOO_MANY: Final = 4429
LATER: Final = 1013  # as RFC 6455 has it
TROUBLE: Final = 1011

CLOSE_CODES: Final = {
    "FOREIGN": FOREIGN,
    "LATER": LATER,
    "NO_TABLE": NO_TABLE,
    "TOO_MANY": TOO_MANY,
    "TROUBLE": TROUBLE,
    "WHO": WHO,
}
