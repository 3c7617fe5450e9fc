"""`carreau verify`: whether the dice and cards of a recorded game were what had been promised."""

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from carreau.cli.replay import open_record
from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE
from carreau.core.record import Record
from carreau.verify import Drawn, NoProof, Proof, Report, proof_in, verify

RIGHT = "green"
WRONG = "bold red"


def run_verify(console: Console, file: Path, commitment: str, share: str) -> bool:
    """Tell what was checked and what is wrong; True if nothing is. CarreauError if there is nothing to check."""
    record = open_record(file)
    try:
        proof = proof_in(record.dice, record.game.seats)
    except NoProof as error:
        raise CarreauError(str(error)) from error
    found = verify(proof, outcomes(record, lines_of_moves(file.read_text(encoding="utf-8"))))
    said = [*of_memory(proof, commitment, share), of_commitment(proof, found), *of_outcomes(record, found)]
    for right, sentence in said:
        console.print(sentence, style=RIGHT if right else WRONG, highlight=False, markup=False, soft_wrap=True)
    return all(right for right, _ in said)


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


def of_memory(proof: Proof, commitment: str, share: str) -> Iterator[Said]:
    """Against what a player has kept, which no server can change afterwards."""
    if commitment:
        same = commitment == proof.commitment
        yield same, f"The commitment is {'' if same else 'not '}the one that you saw."
    if share:
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
