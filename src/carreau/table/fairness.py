"""Fair dice: every chance outcome follows from a secret and from shares that were all committed to unseen.

The server commits to its secret, then each player pledges a share by its hash, then all shares are revealed. Games from
before the pledges (scheme 1) have open shares. docs/fairness.md is the published algorithm, byte by byte;
`carreau.verify` is a second implementation. Nothing here is random or stored: the caller provides the secret, and the
record determines which outcome is next.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE, State
from carreau.core.record import Record

COMMITMENT: Final = "carreau dice 1 commitment"  # the same in both schemes
OPEN_OUTCOME: Final = "carreau dice 1 outcome"
PLEDGE: Final = "carreau dice 2 pledge"
BOT_SHARE: Final = "carreau dice 2 bot"
SEAL: Final = "carreau dice 2 seal"
OUTCOME: Final = "carreau dice 2 outcome"
SCHEME: Final = "2"  # records of scheme 1 don't name theirs
SECRET_BYTES: Final = 32
BLOCK_BITS: Final = 256
NO_SHARE: Final = "-"  # not revealed yet; in scheme 1, of a bot
BOT: Final = "bot"  # instead of a pledge

MATCH_FORM: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
SHARE_FORM: Final = re.compile(r"[0-9a-f]{32,64}|" + NO_SHARE)
SECRET_FORM: Final = re.compile(r"[0-9a-f]{64}")
ATTEMPT_FORM: Final = re.compile(r"[1-9][0-9]{0,5}")
PLEDGE_FORM: Final = re.compile(r"[0-9a-f]{64}")

Block = Callable[[int], bytes]


class FairnessError(CarreauError):
    """A secret, a share or the name of a match that can't be used, or a record whose dice don't match."""


def checked_share(text: str) -> str:
    """Return a share as a client sends it, or NO_SHARE; raise FairnessError if it is neither."""
    if not SHARE_FORM.fullmatch(text):
        raise FairnessError("a share is 32 to 64 hexadecimal digits in lower case, or - for none")
    return text


def checked_pledge(text: str) -> str:
    """Return a pledge as a client sends it; raise FairnessError if it is none."""
    if not PLEDGE_FORM.fullmatch(text):
        raise FairnessError("a pledge is a SHA-256 hash: 64 hexadecimal digits in lower case")
    return text


def hashed(*lines: object) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def commitment(match: str, secret: bytes) -> str:
    """Return the commitment, published before anybody pledges a share: it fixes the secret without revealing it."""
    return hashed(COMMITMENT, match, secret.hex())


def pledge(match: str, attempt: int, promised: str, seat: int, share: str) -> str:
    """Return the pledge of a share: it fixes the share without revealing it, for one attempt to start and one seat.

    It contains the server's commitment, so it can't be older.
    """
    return hashed(PLEDGE, match, attempt, promised, seat, share)


def bot_share(match: str, attempt: int, promised: str, seat: int) -> str:
    """Return the share of a bot, which leaves nothing to choose."""
    return hashed(BOT_SHARE, match, attempt, promised, seat)


def seal(match: str, attempt: int, promised: str, pledges: Sequence[str]) -> str:
    """Return the seal of a start: it fixes the commitment and all pledges before the first share is revealed."""
    return hashed(SEAL, match, attempt, promised, *pledges)


@dataclass(frozen=True)
class Sealing:
    """The part of a start that the seal fixes: the attempt to start the game, counted from 1, and all pledges."""

    attempt: int
    pledges: tuple[str, ...]  # BOT for bots


@dataclass(frozen=True)
class Dice:
    """The dice of one match as a value: its name, the secret, the share of each seat; in scheme 1 there is no start."""

    match: str
    secret: bytes = field(repr=False)
    shares: tuple[str, ...]
    sealing: Sealing | None = None

    def __post_init__(self) -> None:
        if not MATCH_FORM.fullmatch(self.match):
            raise FairnessError("the name of a match is 1 to 64 letters, digits, - and _")
        if len(self.secret) != SECRET_BYTES:
            raise FairnessError(f"a secret has {SECRET_BYTES} bytes, not {len(self.secret)}")
        for share in self.shares:
            checked_share(share)

    @property
    def commitment(self) -> str:
        return commitment(self.match, self.secret)

    @property
    def seal(self) -> str:
        """The seal; "" in scheme 1."""
        return seal(self.match, self.sealing.attempt, self.commitment, self.sealing.pledges) if self.sealing else ""

    def outcome(self, state: State, number: int) -> int:
        """Return outcome `number` of the match, counted from 1, in a state where CHANCE acts; `state` isn't changed."""
        if number < 1 or state.current != CHANCE:
            raise FairnessError("outcomes are counted from 1 and drawn when chance acts")
        return state.legal(CHANCE)[chosen(state.weights(), partial(self.block, number))]

    def block(self, number: int, block: int) -> bytes:
        """Return one of the blocks of 256 bits, counted from 1, from which an outcome is drawn."""
        first = [OUTCOME, self.seal] if self.sealing else [OPEN_OUTCOME, self.match]
        message = "\n".join([*first, *self.shares, f"{number} {block}", ""])
        return hmac.digest(self.secret, message.encode(), "sha256")

    def published(self, over: bool) -> dict[str, str]:
        """Return the part of a record about the dice, in the order of events; the secret only once the game is over."""
        shares = {f"share {seat}": share for seat, share in enumerate(self.shares)}
        shown = {"secret": self.secret.hex()} if over else {}
        first = {"match": self.match, "commitment": self.commitment}
        if self.sealing is None:
            return {**first, **shares, **shown}
        pledges = {f"pledge {seat}": pledged for seat, pledged in enumerate(self.sealing.pledges)}
        attempt = {"attempt": str(self.sealing.attempt)}
        return {"scheme": SCHEME, **first, **attempt, **pledges, "seal": self.seal, **shares, **shown}


def rebuilt(published: Mapping[str, str], secret: bytes | None = None) -> Dice:
    """Return the dice of a record; `secret` is needed while the record doesn't contain it."""
    shown = published.get("secret", "")
    if secret is None:
        if not SECRET_FORM.fullmatch(shown):
            raise FairnessError("the record doesn't contain the secret: pass it as an argument")
        secret = bytes.fromhex(shown)
    seats = sum(key.startswith("share ") for key in published)
    shares = tuple(published.get(f"share {seat}", "") for seat in range(seats))
    dice = Dice(published.get("match", ""), secret, shares, start_in(published, seats))
    if dice.published(over=bool(shown)) != dict(published):
        raise FairnessError("the record's dice don't belong to this secret")
    return dice


def start_in(published: Mapping[str, str], seats: int) -> Sealing | None:
    """Return the start that a record describes; None in scheme 1."""
    if "scheme" not in published:
        return None
    attempt = published.get("attempt", "")
    if not ATTEMPT_FORM.fullmatch(attempt):
        raise FairnessError("attempts to start are counted from 1")
    return Sealing(int(attempt), tuple(published.get(f"pledge {seat}", "") for seat in range(seats)))


def drawn(record: Record) -> int:
    """Count the outcomes of a record that were drawn: everything CHANCE did except as the clock of a race."""
    moves = zip(record.moves, record.positions(), strict=False)
    return sum(actor == CHANCE and before.current == CHANCE for (actor, _), before in moves)


def chosen(weights: Sequence[int], block: Block) -> int:
    """Choose one of several outcomes, each exactly as likely as its weight says if blocks are random."""
    if sum(weights) < 1 or min(weights) < 0:
        raise FairnessError("weights are whole numbers, none below 0 and not all 0")
    left = below(sum(weights), block)
    for index, weight in enumerate(weights):
        if left < weight:
            return index
        left -= weight
    raise AssertionError("below() returned a number that isn't below the sum")


def below(total: int, block: Block) -> int:
    """Return a number from 0 to total - 1: take as many bits as total - 1 has, and repeat until the number fits."""
    bits = (total - 1).bit_length()
    blocks = -(-bits // BLOCK_BITS)
    first = 1
    while True:
        taken = b"".join(block(first + index) for index in range(blocks))
        number = int.from_bytes(taken, "big") >> (blocks * BLOCK_BITS - bits)
        if number < total:
            return number
        first += blocks
