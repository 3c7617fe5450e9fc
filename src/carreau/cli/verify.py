"""`carreau verify`: whether the dice and cards of a recorded game were what had been promised."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rich.console import Console

from carreau.cli.replay import text_in
from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE
from carreau.core.record import Record, read
from carreau.games.catalogue import game
from carreau.verify import Drawn, NoProof, Proof, Report, proof_in, verify

RIGHT = "green"
WRONG = "bold red"
DIGITS_OF_COMMITMENT: Final = "64"
DIGITS_OF_SHARE: Final = "32,64"


def run_verify(console: Console, file: Path, commitment: str | None, share: str | None) -> bool:
    """Tell what was checked and what is wrong; True if nothing is. CarreauError if there is nothing to check."""
    commitment = noted("--commitment", commitment, DIGITS_OF_COMMITMENT)
    share = noted("--share", share, DIGITS_OF_SHARE)
    text = text_in(file)
    record = read(text, game)
    try:
        proof = proof_in(record.dice, record.game.seats)
    except NoProof as error:
        raise CarreauError(str(error)) from error
    found = verify(proof, outcomes(record, lines_of_moves(text)))
    said = [*of_memory(proof, commitment, share), of_commitment(proof, found), *of_outcomes(record, found)]
    for right, sentence in said:
        console.print(sentence, style=RIGHT if right else WRONG, highlight=False, markup=False, soft_wrap=True)
    return all(right for right, _ in said)


def noted(option: str, written: str | None, digits: str) -> str | None:
    """What a player has kept of a table, as the record would spell it."""
    if written is None:
        return None
    spelled = written.strip().casefold()
    if not re.fullmatch(f"[0-9a-f]{{{digits}}}", spelled):
        raise CarreauError(f"{option} takes {digits.replace(',', ' to ')} hexadecimal digits, not {written!r}")
    return spelled


def outcomes(record: Record, lines: list[int]) -> Iterator[Drawn]:
    """Everything that was drawn, found by replaying the rules; the clock of a race is nothing drawn."""
    for (actor, action), line, before in zip(record.moves, lines, record.positions(), strict=False):
        if actor == CHANCE and before.current == CHANCE:
            yield Drawn(line, action, before.legal(CHANCE), before.weights())


def lines_of_moves(text: str) -> list[int]:
    """In which line each move of a record stands, counted from 1."""
    numbered = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    moves = next(index for index, (_, line) in enumerate(numbered) if line.startswith("moves:"))
    return [number for number, _ in numbered[moves + 1 : -1]]


Said = tuple[bool, str]  # whether it is right, and the sentence


def of_memory(proof: Proof, commitment: str | None, share: str | None) -> Iterator[Said]:
    """Against what a player has kept, which no server can change afterwards."""
    if commitment is not None:
        same = commitment == proof.commitment
        yield same, f"The commitment is {'' if same else 'not '}the one that you saw."
    if share is not None:
        added = share in proof.shares
        yield added, f"Your share is {'' if added else 'not '}among those of the record."


def of_commitment(proof: Proof, found: Report) -> Said:
    if found.commitment_fits:
        return True, f"The secret fits the commitment {proof.commitment}."
    return False, f"The secret does not fit the commitment {proof.commitment}."


def of_outcomes(record: Record, found: Report) -> Iterator[Said]:
    """How many were checked, and each that is wrong."""
    for wrong in found.wrong:
        recorded, right = record.game.text(wrong.recorded), record.game.text(wrong.right)
        yield False, f"Outcome {wrong.number} in line {wrong.line} is '{recorded}'; drawn was '{right}'."
    if found.wrong:
        yield False, f"{len(found.wrong)} of {found.checked} outcomes are wrong."
    elif found.checked:
        yield True, f"All {found.checked} outcomes are what the secret and the shares give."
    else:
        yield True, "Nothing was drawn in this game."
