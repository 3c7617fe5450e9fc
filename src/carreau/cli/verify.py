"""`carreau verify`: check that the dice and cards of a recorded game match the commitment."""

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
from carreau.verify import BOT, Drawn, NoProof, Proof, Verdict, proof_in, verify

RIGHT: Final = "green"
WRONG: Final = "bold red"
LOOK: Final = "yellow"  # for people to judge
DIGITS_OF_HASH: Final = "64"
DIGITS_OF_SHARE: Final = "32,64"
NONE: Final = "-"  # in scheme 1: the seat added no share

Said = tuple[str, str]  # a style that says whether it is right, and a sentence


class Share(NamedTuple):
    """A share that a player has noted, and their seat if they name it."""

    digits: str
    seat: int | None


class Notes(NamedTuple):
    """The values that a player noted at the table."""

    commitment: str | None
    seal: str | None
    share: Share | None


def run_verify(console: Console, file: Path, commitment: str | None, seal: str | None, share: str | None) -> bool:
    """Print what was checked; return whether all is right. Raise CarreauError if there is nothing to check."""
    notes = Notes(
        None if commitment is None else noted("--commitment", commitment, DIGITS_OF_HASH),
        None if seal is None else noted("--seal", seal, DIGITS_OF_HASH),
        None if share is None else noted_share(share),
    )
    text = text_in(file)
    record = read(text, game)
    try:
        proof = proof_in(record.dice, record.game.seats)
    except NoProof as error:
        raise CarreauError(str(error)) from error
    found = verify(proof, outcomes(record, lines_of_moves(text)))
    said = [
        *of_memory(proof, notes),
        of_commitment(proof, found),
        *of_order(proof, found),
        *of_shares(record, proof, found, notes.share),
        *of_outcomes(record, found),
        *of_end(record),
    ]
    for style, sentence in said:
        console.print(sentence, style=style, highlight=False, markup=False, soft_wrap=True)
    return all(style != WRONG for style, _ in said)


def noted(option: str, written: str, digits: str) -> str:
    """Return what a player noted at the table, in the spelling of records."""
    spelled = written.strip().casefold()
    if not re.fullmatch(f"[0-9a-f]{{{digits}}}", spelled):
        raise CarreauError(f"{option} takes {digits.replace(',', ' to ')} hexadecimal digits, not {written!r}")
    return spelled


def noted_share(written: str) -> Share:
    """Return a share that a player noted, optionally with its seat: `0:HEX`."""
    seat, colon, digits = written.rpartition(":")
    if colon and not is_number(seat):
        raise CarreauError(f"--share takes the number of a seat, as in 0:HEX, not {seat!r}")
    return Share(noted("--share", digits, DIGITS_OF_SHARE), int(seat) if colon else None)


def outcomes(record: Record, lines: list[int]) -> Iterator[Drawn]:
    """Replay a game and yield all draws; the clock of a race isn't one."""
    for (actor, action), line, before in zip(record.moves, lines, record.positions(), strict=False):
        if actor == CHANCE and before.current == CHANCE:
            yield Drawn(line, action, before.legal(CHANCE), before.weights())


def lines_of_moves(text: str) -> list[int]:
    """Return the line number of each move in a record, counted from 1."""
    numbered = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    moves = next(index for index, (_, line) in enumerate(numbered) if line.startswith("moves:"))
    return [number for number, _ in numbered[moves + 1 : -1]]


def judged(right: bool) -> str:
    return RIGHT if right else WRONG


def of_memory(proof: Proof, notes: Notes) -> Iterator[Said]:
    """Compare the record with the player's notes, which no server can change afterwards."""
    for what, seen, found in (("commitment", notes.commitment, proof.commitment), ("seal", notes.seal, proof.seal)):
        if seen is not None:
            yield judged(seen == found), f"The {what} is {'' if seen == found else 'not '}the one you saw."
    if notes.share is not None:
        digits = notes.share.digits
        yield of_own_share(notes.share, [seat for seat, share in enumerate(proof.shares) if share == digits])


def of_own_share(own: Share, seats: list[int]) -> Said:
    """Check that a share found in these seats of the record is in the right one."""
    if own.seat is not None:
        there = own.seat in seats
        return judged(there), f"Your share is {'' if there else 'not '}in seat {own.seat}."
    if len(seats) == 1:
        return RIGHT, f"Your share is in seat {seats[0]}: make sure that this is your seat."
    found = f"in several seats: {', '.join(map(str, seats))}" if seats else "not in the record"
    return WRONG, f"Your share is {found}."


def of_commitment(proof: Proof, found: Verdict) -> Said:
    fits = found.commitment_fits
    return judged(fits), f"The secret {'matches' if fits else 'does not match'} the commitment {proof.commitment}."


def of_order(proof: Proof, found: Verdict) -> Iterator[Said]:
    """Say in which order the commitment, the pledges and the shares came about."""
    if proof.scheme == 1:
        yield LOOK, "Scheme 1: the shares were open, so a host with a seat could choose the last one."
        return
    yield LOOK, "Scheme 2: all shares are pledged before the first one is revealed."
    if found.misplaced:
        yield WRONG, f"The record is out of order: 'dice {found.misplaced}' comes too early."
    else:
        yield RIGHT, "The order is right: the commitment, the pledges, the seal, the shares."
    fits = f"contains the commitment and all {len(proof.pledges)} seats"
    yield judged(found.seal_fits), f"The seal {proof.seal} {fits if found.seal_fits else 'does not match the pledges'}."
    if proof.attempt > 1:
        failed = f"{proof.attempt - 1} {'start' if proof.attempt == 2 else 'starts'} failed before"
        yield LOOK, f"This was attempt {proof.attempt}: {failed}, since shares were missing."


def of_shares(record: Record, proof: Proof, found: Verdict, own: Share | None) -> Iterator[Said]:
    """List the shares, and say whether they are the pledged ones."""
    if proof.scheme == 1:
        yield from of_open_shares(record, proof, own)
        return
    for seat, (name, share) in enumerate(zip(record.names, proof.shares, strict=True)):
        bot = proof.pledges[seat] == BOT
        yours = ", yours" if own and own.digits == share else ""
        line = f"Share of seat {seat}: {share}{yours} ({name}{', a bot' if bot else ''})"
        fits = "follows from the commitment" if bot else "as pledged"
        unfit = "does not follow from the commitment" if bot else "not the pledged one"
        yield judged(seat not in found.unfit), f"{line}: {unfit if seat in found.unfit else fits}"
        if bot != (seat in record.bots):
            yield WRONG, f"Seat {seat} has {'no ' if bot else 'a '}pledge, but the record calls it {calls(not bot)}."


def calls(bot: bool) -> str:
    return "a bot" if bot else "a person"


def of_open_shares(record: Record, proof: Proof, own: Share | None) -> Iterator[Said]:
    """List the shares of scheme 1. A bot must have none: the server could have tried many and kept the best."""
    for seat, (name, share) in enumerate(zip(record.names, proof.shares, strict=True)):
        bot = seat in record.bots
        yours = ", yours" if own and own.digits == share else ""
        who = f"{name}, a bot" if bot else name
        line = f"Share of seat {seat}: {'none' if share == NONE else share}{yours} ({who})"
        yield (WRONG, f"{line}; bots must not have one") if bot and share != NONE else (LOOK, line)


def of_outcomes(record: Record, found: Verdict) -> Iterator[Said]:
    """Report how many draws were checked, and each wrong one."""
    for wrong in found.wrong:
        recorded, right = record.game.text(wrong.recorded), record.game.text(wrong.right)
        yield WRONG, f"Draw {wrong.number} in line {wrong.line} is '{recorded}'; it should be '{right}'."
    if found.wrong:
        yield WRONG, f"{len(found.wrong)} of {found.checked} draws are wrong."
    elif found.checked:
        yield RIGHT, f"All {found.checked} draws match the secret and the shares."
    else:
        yield RIGHT, "This game has no draws."


def of_end(record: Record) -> Iterator[Said]:
    """Warn if a record stops before the end of the game, because it may have been shortened."""
    final = record.final()
    if final.current != OVER:
        result = result_in_words(final, record.broken_off)
        yield LOOK, f"The record stops before the end of the game without proof why; it says 'result: {result}'."
