"""Proves the dice of a game that is over, by the published algorithm (docs/fairness.md) alone.

It is written a second time here, with nothing but the standard library, and knows neither the server nor the
rules: whoever replays a record hands over what could have been drawn at each outcome, and how likely each was.
"""

import hashlib
import hmac
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, count


class NoProof(Exception):
    """There is nothing to verify, or not yet; the message says why."""


@dataclass(frozen=True)
class Proof:
    """What a record tells of its dice."""

    match: str
    commitment: str
    shares: tuple[str, ...]
    secret: bytes


@dataclass(frozen=True)
class Drawn:
    """One outcome of a record: where it stands, what it was, and what it could have been with which weights."""

    line: int
    recorded: int
    outcomes: Sequence[int]
    weights: Sequence[int]


@dataclass(frozen=True)
class Wrong:
    """An outcome that is not what the algorithm gives; `number` counts from 1."""

    number: int
    line: int
    recorded: int
    right: int


@dataclass(frozen=True)
class Report:
    """What was found: only if the commitment fits and nothing is wrong, the dice were fair."""

    commitment_fits: bool
    checked: int
    wrong: tuple[Wrong, ...]

    @property
    def fair(self) -> bool:
        return self.commitment_fits and not self.wrong


def proof_in(dice: Mapping[str, str], seats: int) -> Proof:
    """The proof in the lines of a record that begin with `dice`; NoProof says what is missing or unreadable."""
    if not dice:
        raise NoProof("the record carries no dice to verify: they were not drawn by a server")
    forms = forms_of(seats)
    for key in [*forms, *dice]:
        if key not in forms:
            raise NoProof(f"the record can't be verified: 'dice {key}' has no meaning")
        if key == "secret" and key not in dice:
            raise NoProof(
                "the secret is not shown yet: that is done when the game is over, and then it can be verified"
            )
        if not re.fullmatch(forms[key], dice.get(key, "")):
            raise NoProof(f"the record can't be verified: 'dice {key}' must be there and have the form {forms[key]}")
    shares = tuple(dice[f"share {seat}"] for seat in range(seats))
    return Proof(dice["match"], dice["commitment"], shares, bytes.fromhex(dice["secret"]))


def forms_of(seats: int) -> dict[str, str]:
    """What each line has to look like."""
    shares = {f"share {seat}": "[0-9a-f]{32,64}|-" for seat in range(seats)}
    return {"match": "[A-Za-z0-9_-]{1,64}", "commitment": "[0-9a-f]{64}", **shares, "secret": "[0-9a-f]{64}"}


def verify(proof: Proof, outcomes: Iterable[Drawn]) -> Report:
    """Compare everything recorded with what the secret and the shares give."""
    wrong, number = [], 0
    for number, drawn in enumerate(outcomes, start=1):
        right = drawn.outcomes[index_drawn(drawn.weights, digests(proof, number))]
        if right != drawn.recorded:
            wrong.append(Wrong(number, drawn.line, drawn.recorded, right))
    return Report(proof.commitment == promised(proof), number, tuple(wrong))


def promised(proof: Proof) -> str:
    """The commitment that belongs to the secret."""
    lines = ["carreau dice 1 commitment", proof.match, proof.secret.hex()]
    return hashlib.sha256(ended(lines)).hexdigest()


def digests(proof: Proof, number: int) -> Iterator[bytes]:
    """The blocks that an outcome is drawn from, one after the other."""
    for block in count(1):
        lines = ["carreau dice 1 outcome", proof.match, *proof.shares, f"{number} {block}"]
        yield hmac.new(proof.secret, ended(lines), hashlib.sha256).digest()


def ended(lines: list[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode("ascii")


def index_drawn(weights: Sequence[int], blocks: Iterator[bytes]) -> int:
    """Which outcome is drawn: the one on whose part of the line 0..sum-1 the number falls."""
    ends = list(accumulate(weights))
    return bisect_right(ends, number_drawn(ends[-1], blocks))


def number_drawn(total: int, blocks: Iterator[bytes]) -> int:
    """The first number below the total, each read from as many leading bits as total - 1 has."""
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
