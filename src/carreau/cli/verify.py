"""`carreau verify`: whether the dice and cards of a recorded game were what had been promised."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console

from carreau.cli.replay import text_in
from carreau.core.errors import CarreauError
from carreau.core.game import CHANCE, OVER
from carreau.core.record import Record, is_number, read, result_in_words
from carreau.games.catalogue import game
from carreau.verify import Drawn, NoProof, Proof, Report, proof_in, verify

RIGHT: Final = "green"
WRONG: Final = "bold red"
LOOK: Final = "yellow"  # what people have to judge for themselves
DIGITS_OF_COMMITMENT: Final = "64"
DIGITS_OF_SHARE: Final = "32,64"
NONE: Final = "-"  # how a record writes the share of a seat that added none

Said = tuple[str, str]  # a style, which tells whether it is right, and a sentence


class Share(NamedTuple):
    """A share that a player has kept, and their seat, if they name it."""

    digits: str
    seat: int | None


def run_verify(console: Console, file: Path, commitment: str | None, share: str | None) -> bool:
    """Tell what was checked and what is wrong; True if nothing is. CarreauError if there is nothing to check."""
    seen = None if commitment is None else noted("--commitment", commitment, DIGITS_OF_COMMITMENT)
    own = None if share is None else noted_share(share)
    text = text_in(file)
    record = read(text, game)
    try:
        proof = proof_in(record.dice, record.game.seats)
    except NoProof as error:
        raise CarreauError(str(error)) from error
    found = verify(proof, outcomes(record, lines_of_moves(text)))
    said = [
        *of_memory(proof, seen, own),
        of_commitment(proof, found),
        *of_shares(record, proof, own),
        *of_outcomes(record, found),
        *of_end(record),
    ]
    for style, sentence in said:
        console.print(sentence, style=style, highlight=False, markup=False, soft_wrap=True)
    return all(style != WRONG for style, _ in said)


def noted(option: str, written: str, digits: str) -> str:
    """What a player has kept of a table, as the record would spell it."""
    spelled = written.strip().casefold()
    if not re.fullmatch(f"[0-9a-f]{{{digits}}}", spelled):
        raise CarreauError(f"{option} takes {digits.replace(',', ' to ')} hexadecimal digits, not {written!r}")
    return spelled


def noted_share(written: str) -> Share:
    """The same for a share, in front of which its seat may stand: `0:HEX`."""
    seat, colon, digits = written.rpartition(":")
    if colon and not is_number(seat):
        raise CarreauError(f"--share names a seat by its number, as in 0:HEX, not by {seat!r}")
    return Share(noted("--share", digits, DIGITS_OF_SHARE), int(seat) if colon else None)


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


def judged(right: bool) -> str:
    return RIGHT if right else WRONG


def of_memory(proof: Proof, seen: str | None, own: Share | None) -> Iterator[Said]:
    """Against what a player has kept, which no server can change afterwards."""
    if seen is not None:
        same = seen == proof.commitment
        yield judged(same), f"The commitment is {'' if same else 'not '}the one that you saw."
    if own is not None:
        yield of_own_share(own, [seat for seat, share in enumerate(proof.shares) if share == own.digits])


def of_own_share(own: Share, seats: list[int]) -> Said:
    """Whether a share that stands on these seats of the record is where it should be."""
    if own.seat is not None:
        there = own.seat in seats
        return judged(there), f"Your share is {'' if there else 'not '}on seat {own.seat}."
    if len(seats) == 1:
        return RIGHT, f"Your share is on seat {seats[0]}: see that this is yours."
    found = f"on several seats: {', '.join(map(str, seats))}" if seats else "not among those of the record"
    return WRONG, f"Your share is {found}."


def of_commitment(proof: Proof, found: Report) -> Said:
    fits = found.commitment_fits
    return judged(fits), f"The secret {'fits' if fits else 'does not fit'} the commitment {proof.commitment}."


def of_shares(record: Record, proof: Proof, own: Share | None) -> Iterator[Said]:
    """Who has added what. A bot's share is the server's, which could have tried many and taken the best."""
    for seat, (name, share) in enumerate(zip(record.names, proof.shares, strict=True)):
        bot = seat in record.bots
        yours = ", yours" if own and own.digits == share else ""
        who = f"{name}, a bot" if bot else name
        line = f"Share of seat {seat}: {'none' if share == NONE else share}{yours} ({who})"
        yield (WRONG, f"{line}; a bot must have none") if bot and share != NONE else (LOOK, line)


def of_outcomes(record: Record, found: Report) -> Iterator[Said]:
    """How many were checked, and each that is wrong."""
    for wrong in found.wrong:
        recorded, right = record.game.text(wrong.recorded), record.game.text(wrong.right)
        yield WRONG, f"Outcome {wrong.number} in line {wrong.line} is '{recorded}'; drawn was '{right}'."
    if found.wrong:
        yield WRONG, f"{len(found.wrong)} of {found.checked} outcomes are wrong."
    elif found.checked:
        yield RIGHT, f"All {found.checked} outcomes are what the secret and the shares give."
    else:
        yield RIGHT, "Nothing was drawn in this game."


def of_end(record: Record) -> Iterator[Said]:
    """Something to say where a record stops before the rules end the game: it may have been cut."""
    final = record.final()
    if final.current != OVER:
        result = result_in_words(final, record.broken_off)
        yield LOOK, f"The record stops before the end of the game, and nothing proves why; it says 'result: {result}'."
