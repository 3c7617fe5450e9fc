"""Verification of the dice of a finished game, by the published algorithm (docs/fairness.md) alone.

This second implementation uses only the standard library and knows neither the server nor the rules:
the caller replays the record and passes the possible results of each draw with their weights.
"""

import hashlib
import hmac
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, count


class NoProof(Exception):
    """A record that can't be verified, or not yet; the message says why."""


@dataclass(frozen=True)
class Proof:
    """The dice proof of a record. In scheme 1, nothing was pledged."""

    scheme: int
    match: str
    commitment: str
    shares: tuple[str, ...]
    secret: bytes
    attempt: int = 0
    pledges: tuple[str, ...] = ()
    seal: str = ""
    lines: tuple[str, ...] = ()  # in the order of the record


@dataclass(frozen=True)
class Drawn:
    """One draw in a record: its place, its result, and all possible results with their weights."""

    line: int
    recorded: int
    outcomes: Sequence[int]
    weights: Sequence[int]


@dataclass(frozen=True)
class Wrong:
    """A draw that differs from what the algorithm computes; `number` counts from 1."""

    number: int
    line: int
    recorded: int
    right: int


@dataclass(frozen=True)
class Verdict:
    """The verdict: the dice were fair only if everything matches and no draw is wrong."""

    commitment_fits: bool
    misplaced: str  # the first line of the proof that comes too early; "" if none does
    unfit: tuple[int, ...]  # seats whose share is not the pledged one, or not a bot's
    seal_fits: bool
    checked: int
    wrong: tuple[Wrong, ...]

    @property
    def fair(self) -> bool:
        return self.commitment_fits and self.seal_fits and not (self.misplaced or self.unfit or self.wrong)


BOT = "bot"  # instead of a pledge
HASH = "[0-9a-f]{64}"
SHARE = "[0-9a-f]{32,64}"
MATCH = "[A-Za-z0-9_-]{1,64}"


def proof_in(dice: Mapping[str, str], seats: int) -> Proof:
    """Read the proof from the `dice` lines of a record; NoProof says what is missing or malformed."""
    if not dice:
        raise NoProof("the record has no dice to verify: no server drew them")
    if dice.get("scheme", "2") != "2":
        raise NoProof("the record can't be verified: its dice follow a scheme that this version doesn't know")
    scheme = 2 if "scheme" in dice else 1
    forms = forms_of(scheme, seats)
    for key in [*forms, *dice]:
        if key not in forms:
            raise NoProof(f"the record can't be verified: unknown line 'dice {key}'")
        if key == "secret" and key not in dice:
            raise NoProof(
                "the secret is still hidden: the server reveals it when the game is over; verify the record then"
            )
        if not re.fullmatch(forms[key], dice.get(key, "")):
            raise NoProof(f"the record can't be verified: it needs a line 'dice {key}' of the form {forms[key]}")
    shares, secret = each_seat(dice, "share", seats), bytes.fromhex(dice["secret"])
    if scheme == 1:
        return Proof(scheme, dice["match"], dice["commitment"], shares, secret)
    pledges, attempt = each_seat(dice, "pledge", seats), int(dice["attempt"])
    return Proof(scheme, dice["match"], dice["commitment"], shares, secret, attempt, pledges, dice["seal"], tuple(dice))


def each_seat(dice: Mapping[str, str], key: str, seats: int) -> tuple[str, ...]:
    return tuple(dice[f"{key} {seat}"] for seat in range(seats))


def forms_of(scheme: int, seats: int) -> dict[str, str]:
    """Return the required form of each line, in the order in which they came about."""
    if scheme == 1:
        shares = {f"share {seat}": f"{SHARE}|-" for seat in range(seats)}
        return {"match": MATCH, "commitment": HASH, **shares, "secret": HASH}
    first = {"scheme": "2", "match": MATCH, "commitment": HASH, "attempt": "[1-9][0-9]{0,5}"}
    pledges = {f"pledge {seat}": f"{HASH}|{BOT}" for seat in range(seats)}
    shares = {f"share {seat}": SHARE for seat in range(seats)}
    return {**first, **pledges, "seal": HASH, **shares, "secret": HASH}


def verify(proof: Proof, outcomes: Iterable[Drawn]) -> Verdict:
    """Compare the recorded draws with those computed from the secret and the shares."""
    wrong, number = [], 0
    for number, drawn in enumerate(outcomes, start=1):
        right = drawn.outcomes[index_drawn(drawn.weights, digests(proof, number))]
        if right != drawn.recorded:
            wrong.append(Wrong(number, drawn.line, drawn.recorded, right))
    unfit = tuple(seat for seat in range(len(proof.shares)) if not share_fits(proof, seat))
    commitment_fits, seal_fits = proof.commitment == promised(proof), proof.seal == sealed(proof)
    return Verdict(commitment_fits, misplaced(proof), unfit, seal_fits, number, tuple(wrong))


def misplaced(proof: Proof) -> str:
    """Return the first line of the proof that comes before one that must precede it: the commitment comes before the
    pledges, the pledges before the shares, and the secret last."""
    right = [key for key in forms_of(proof.scheme, len(proof.shares)) if key in proof.lines]
    return next((found for found, expected in zip(proof.lines, right, strict=True) if found != expected), "")


def share_fits(proof: Proof, seat: int) -> bool:
    """Tell whether a share is the one that was pledged; a bot's follows from the commitment."""
    if proof.scheme == 1:
        return True
    start = [proof.match, str(proof.attempt), proof.commitment, str(seat)]
    if proof.pledges[seat] == BOT:
        return proof.shares[seat] == hashed(["carreau dice 2 bot", *start])
    return proof.pledges[seat] == hashed(["carreau dice 2 pledge", *start, proof.shares[seat]])


def sealed(proof: Proof) -> str:
    """Compute the seal of the commitment and all pledges; "" in scheme 1."""
    if proof.scheme == 1:
        return ""
    return hashed(["carreau dice 2 seal", proof.match, str(proof.attempt), proof.commitment, *proof.pledges])


def promised(proof: Proof) -> str:
    """Compute the commitment to the secret."""
    return hashed(["carreau dice 1 commitment", proof.match, proof.secret.hex()])


def digests(proof: Proof, number: int) -> Iterator[bytes]:
    """Yield the hash blocks for a draw, one after the other."""
    first = ["carreau dice 1 outcome", proof.match] if proof.scheme == 1 else ["carreau dice 2 outcome", proof.seal]
    for block in count(1):
        lines = [*first, *proof.shares, f"{number} {block}"]
        yield hmac.new(proof.secret, ended(lines), hashlib.sha256).digest()


def hashed(lines: list[str]) -> str:
    return hashlib.sha256(ended(lines)).hexdigest()


def ended(lines: list[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode("ascii")


def index_drawn(weights: Sequence[int], blocks: Iterator[bytes]) -> int:
    """Return the index of the result whose share of the range 0..sum-1 contains the number drawn."""
    ends = list(accumulate(weights))
    return bisect_right(ends, number_drawn(ends[-1], blocks))


def number_drawn(total: int, blocks: Iterator[bytes]) -> int:
    """Read numbers with as many bits as total - 1 has; return the first one below the total."""
    digits = len(f"{total - 1:b}") if total > 1 else 0
    if not digits:
        return 0
    while True:
        bits = ""
        while len(bits) < digits:
            bits += "".join(f"{byte:08b}" for byte in next(blocks))
        number = int(bits[:digits], 2)
        if number < total:
            return number
