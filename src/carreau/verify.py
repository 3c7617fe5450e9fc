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
    """The dice proof of a record."""

    match: str
    commitment: str
    shares: tuple[str, ...]
    secret: bytes


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
class Report:
    """The verdict: the dice were fair only if the commitment matches and no draw is wrong."""

    commitment_fits: bool
    checked: int
    wrong: tuple[Wrong, ...]

    @property
    def fair(self) -> bool:
        return self.commitment_fits and not self.wrong


def proof_in(dice: Mapping[str, str], seats: int) -> Proof:
    """Read the proof from the `dice` lines of a record; NoProof says what is missing or malformed."""
    if not dice:
        raise NoProof("the record has no dice to verify: no server drew them")
    forms = forms_of(seats)
    for key in [*forms, *dice]:
        if key not in forms:
            raise NoProof(f"the record can't be verified: unknown line 'dice {key}'")
        if key == "secret" and key not in dice:
            raise NoProof(
                "the secret is still hidden: the server reveals it when the game is over; verify the record then"
            )
        if not re.fullmatch(forms[key], dice.get(key, "")):
            raise NoProof(f"the record can't be verified: it needs a line 'dice {key}' of the form {forms[key]}")
    shares = tuple(dice[f"share {seat}"] for seat in range(seats))
    return Proof(dice["match"], dice["commitment"], shares, bytes.fromhex(dice["secret"]))


def forms_of(seats: int) -> dict[str, str]:
    """Return the required form of each line."""
    shares = {f"share {seat}": "[0-9a-f]{32,64}|-" for seat in range(seats)}
    return {"match": "[A-Za-z0-9_-]{1,64}", "commitment": "[0-9a-f]{64}", **shares, "secret": "[0-9a-f]{64}"}


def verify(proof: Proof, outcomes: Iterable[Drawn]) -> Report:
    """Compare the recorded draws with those computed from the secret and the shares."""
    wrong, number = [], 0
    for number, drawn in enumerate(outcomes, start=1):
        right = drawn.outcomes[index_drawn(drawn.weights, digests(proof, number))]
        if right != drawn.recorded:
            wrong.append(Wrong(number, drawn.line, drawn.recorded, right))
    return Report(proof.commitment == promised(proof), number, tuple(wrong))


def promised(proof: Proof) -> str:
    """Compute the commitment to the secret."""
    lines = ["carreau dice 1 commitment", proof.match, proof.secret.hex()]
    return hashlib.sha256(ended(lines)).hexdigest()


def digests(proof: Proof, number: int) -> Iterator[bytes]:
    """Yield the hash blocks for a draw, one after the other."""
    for block in count(1):
        lines = ["carreau dice 1 outcome", proof.match, *proof.shares, f"{number} {block}"]
        yield hmac.new(proof.secret, ended(lines), hashlib.sha256).digest()


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
