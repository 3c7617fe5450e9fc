"""`carreau verify`: complete games of every kind pass, and every kind of tampering is found."""

from collections.abc import Callable
from pathlib import Path

import pytest

from carreau.cli.verify import lines_of_moves, outcomes
from carreau.core.game import CHANCE
from carreau.core.record import BrokenOff, Record, read
from carreau.games.catalogue import GAMES, game, variants
from carreau.table.fairness import BOT, Dice, drawn, pledge, rebuilt, seal
from carreau.table.match import Match
from carreau.verify import NoProof, Verdict, proof_in, verify
from tests.command import carreau, process
from tests.goldens import RECORDS
from tests.table.fair import dice_for, fair_record, open_dice_for, share_for
from tests.verifying import DATA, FAIR, OPEN, in_order, of, swapped, tampered


def verified(text: str) -> Verdict:
    record = read(text, game)
    return verify(proof_in(record.dice, record.game.seats), outcomes(record, lines_of_moves(text)))


@pytest.mark.parametrize("name", GAMES)
def test_games_with_fair_dice_pass(name: str) -> None:
    """Of both schemes."""
    first, last = next(variants(name)), list(variants(name))[-1]
    for record in (fair_record(first, 1), fair_record(last, 2), fair_record(first, 1, dice=open_dice_for(first.seats))):
        found = verified(record.write())
        assert found.fair
        assert found.checked == drawn(record)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "caro"])
def test_every_changed_outcome_is_found(name: str) -> None:
    changed = list(tampered(fair_record(game(name), limit=100)))
    assert changed
    for number, record in changed[:: max(1, len(changed) // 12)]:
        text = record.write()
        (wrong,) = verified(text).wrong
        assert wrong.number == number
        assert wrong.line == len(text.splitlines()) - 1
        assert wrong.recorded == record.moves[-1][1] != wrong.right


def other_digit(text: str) -> str:
    return ("1" if text[0] != "1" else "2") + text[1:]


@pytest.mark.parametrize("record", [FAIR, OPEN], ids=["pledged", "open"])
def test_a_changed_share_is_found(record: Record) -> None:
    found = verified(of(record, **{"share 0": other_digit(record.dice["share 0"])}).write())
    assert found.commitment_fits
    assert found.wrong
    assert found.unfit == ((0,) if record is FAIR else ())


def test_swapped_shares_are_found() -> None:
    for dice in (dice_for(3), open_dice_for(3)):
        three = fair_record(game("schlauraff", 3), dice=dice)
        found = verified(of(three, **{"share 0": three.dice["share 1"], "share 1": three.dice["share 0"]}).write())
        assert found.wrong
        assert found.unfit == ((0, 1) if dice.sealing else ())


@pytest.mark.parametrize("record", [FAIR, OPEN], ids=["pledged", "open"])
def test_a_changed_secret_is_found(record: Record) -> None:
    found = verified(of(record, secret=other_digit(record.dice["secret"])).write())
    assert not found.commitment_fits
    assert found.wrong


@pytest.mark.parametrize("record", [FAIR, OPEN], ids=["pledged", "open"])
def test_a_changed_commitment_is_found(record: Record) -> None:
    found = verified(of(record, commitment=other_digit(record.dice["commitment"])).write())
    assert not found.commitment_fits
    assert not found.wrong
    assert found.unfit == ((0, 1) if record is FAIR else ())
    assert not found.fair


@pytest.mark.parametrize("record", [FAIR, OPEN], ids=["pledged", "open"])
def test_a_changed_match_is_found(record: Record) -> None:
    found = verified(of(record, match="another").write())
    assert not found.commitment_fits
    assert (found.seal_fits, bool(found.wrong)) == ((False, False) if record is FAIR else (True, True))


# Planted faults in the pledges


@pytest.mark.parametrize(
    ("one", "other", "early"),
    [
        ("share 0", "pledge 1", "share 0"),
        ("seal", "share 1", "share 1"),
        ("commitment", "pledge 0", "pledge 0"),
        ("pledge 0", "pledge 1", "pledge 1"),
        ("secret", "seal", "secret"),
    ],
)
def test_a_swapped_order_is_found(one: str, other: str, early: str) -> None:
    found = verified(swapped(FAIR, one, other).write())
    assert found.misplaced == early
    assert not found.fair


def test_a_wrong_reveal_is_found() -> None:
    """A share that was not pledged, with dice that follow from it."""
    dice = dice_for(2)
    ground = Dice(dice.match, dice.secret, (share_for(9), dice.shares[1]), dice.sealing)
    found = verified(fair_record(FAIR.game, dice=ground).write())
    assert (found.unfit, found.wrong, found.fair) == ((0,), (), False)


def test_a_share_that_was_changed_after_its_pledge_is_found() -> None:
    """With its pledge, but not the seal; or with both, but not the dice."""
    other = pledge(FAIR.dice["match"], 1, FAIR.dice["commitment"], 0, share_for(9))
    changed = of(FAIR, **{"pledge 0": other, "share 0": share_for(9)})
    found = verified(changed.write())
    assert (found.unfit, found.seal_fits) == ((), False)
    resealed = seal(FAIR.dice["match"], 1, FAIR.dice["commitment"], [other, BOT])
    found = verified(of(changed, seal=resealed).write())
    assert (found.unfit, found.seal_fits, bool(found.wrong), found.fair) == ((), True, True, False)


def test_another_attempt_is_found() -> None:
    """Pledges of an attempt that failed are worth nothing, since the shares are known."""
    found = verified(of(FAIR, attempt="2").write())
    assert (found.unfit, found.seal_fits, found.fair) == ((0, 1), False, False)


def test_a_missing_reveal_is_found() -> None:
    for key in ("share 0", "pledge 0", "seal", "attempt"):
        with pytest.raises(NoProof, match=f"needs a line 'dice {key}'"):
            verified(in_order(FAIR, [each for each in FAIR.dice if each != key]).write())


def test_a_bot_s_share_that_the_server_chose_is_found() -> None:
    dice = dice_for(2)
    ground = Dice(dice.match, dice.secret, (dice.shares[0], share_for(9)), dice.sealing)
    found = verified(fair_record(FAIR.game, dice=ground).write())
    assert (found.unfit, found.wrong, found.fair) == ((1,), (), False)


def played(number: Callable[[int], int]) -> Record:
    """Return rolls of Carré only, drawn under numbers other than 1, 2, 3 …"""
    made = game("carre")
    dice, state = dice_for(made.seats), made.start()
    moves: list[tuple[int, int]] = []
    for index in range(1, 9):
        moves += [(CHANCE, dice.outcome(state, number(index))), (len(moves) // 2 % 2, made.parse("end"))]
        state.apply(*moves[-2])
        state.apply(*moves[-1])
    return Record(made, ["Ada", "Bo"], moves, dice.published(over=True))


def test_a_skipped_number_is_found() -> None:
    assert verified(played(lambda index: index).write()).fair
    skipped = verified(played(lambda index: index if index < 4 else index + 1).write())
    assert skipped.wrong[0].number >= 4
    assert len(skipped.wrong) >= 3
    assert verified(played(lambda index: max(index, 3)).write()).wrong[0].number == 1


def test_empty_lines_do_not_mislead_the_count_of_lines() -> None:
    text = "\n\n" + played(lambda index: index).write().replace("\n*", "\n\n*")
    lines = text.split("\n")
    assert all(lines[drawn.line - 1].startswith("* ") for drawn in outcomes(read(text, game), lines_of_moves(text)))


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("scheme", "3", "a scheme that this version doesn't know"),
        ("attempt", "0", "needs a line 'dice attempt'"),
        ("pledge 0", "none", "needs a line 'dice pledge 0'"),
        ("share 1", "-", "needs a line 'dice share 1'"),
        ("match", "a b", "needs a line 'dice match'"),
        ("commitment", "", "needs a line 'dice commitment'"),
        ("share 0", "7", "needs a line 'dice share 0'"),
        ("share 0", "A" * 32, "needs a line 'dice share 0'"),
        ("secret", "00", "needs a line 'dice secret'"),
        ("share 9", "-", "unknown line 'dice share 9'"),
    ],
)
def test_proofs_that_cannot_be_read(key: str, value: str, message: str) -> None:
    with pytest.raises(NoProof, match=message):
        proof_in({**FAIR.dice, key: value}, FAIR.game.seats)


# The command


def saved(record: Record, folder: Path) -> str:
    path = folder / "game.carreau"
    path.write_text(record.write(), encoding="utf-8")
    return str(path)


def test_the_command_says_what_it_checked(tmp_path: Path) -> None:
    share, commitment = FAIR.dice["share 0"], FAIR.dice["commitment"]
    noted = ["--share", share, "--commitment", commitment.upper(), "--seal", FAIR.dice["seal"]]
    shown = carreau("verify", saved(FAIR, tmp_path), *noted)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.splitlines() == [
        "The commitment is the one you saw.",
        "The seal is the one you saw.",
        "Your share is in seat 0: make sure that this is your seat.",
        f"The secret matches the commitment {commitment}.",
        "Scheme 2: all shares are pledged before the first one is revealed.",
        "The order is right: the commitment, the pledges, the seal, the shares.",
        f"The seal {FAIR.dice['seal']} contains the commitment and all 2 seats.",
        f"Share of seat 0: {share}, yours (Ada): as pledged",
        f"Share of seat 1: {FAIR.dice['share 1']} (Bertrand, a bot): follows from the commitment",
        f"All {drawn(FAIR)} draws match the secret and the shares.",
    ]


def test_the_command_names_the_scheme_of_a_game_from_before_the_pledges(tmp_path: Path) -> None:
    share, commitment = OPEN.dice["share 0"], OPEN.dice["commitment"]
    shown = carreau("verify", saved(OPEN, tmp_path), "--share", share, "--commitment", commitment)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.splitlines() == [
        "The commitment is the one you saw.",
        "Your share is in seat 0: make sure that this is your seat.",
        f"The secret matches the commitment {commitment}.",
        "Scheme 1: the shares were open, so a host with a seat could choose the last one.",
        f"Share of seat 0: {share}, yours (Ada)",
        "Share of seat 1: none (Bertrand)",
        f"All {drawn(OPEN)} draws match the secret and the shares.",
    ]


def test_the_command_verifies_a_record_that_was_stored_before_the_pledges() -> None:
    shown = carreau("verify", str(DATA / "dice-1.carreau"))
    assert shown.returncode == 0, shown.stderr
    assert "Scheme 1: " in shown.stdout
    assert "All 90 draws match" in shown.stdout


def test_the_command_says_what_is_wrong_with_pledges(tmp_path: Path) -> None:
    attempt = dice_for(2).sealing
    assert attempt is not None
    for record, sentence in (
        (swapped(FAIR, "share 0", "pledge 1"), "out of order: 'dice share 0' comes too early"),
        (of(FAIR, seal="0" * 64), f"The seal {'0' * 64} does not match the pledges."),
        (of(FAIR, **{"share 0": share_for(9)}), "(Ada): not the pledged one"),
        (of(FAIR, **{"share 1": share_for(9)}), "(Bertrand, a bot): does not follow from the commitment"),
        (
            Record(FAIR.game, FAIR.names, FAIR.moves, FAIR.dice),
            "Seat 1 has no pledge, but the record calls it a person",
        ),
        (Record(FAIR.game, FAIR.names, FAIR.moves, FAIR.dice, [0, 1]), "has a pledge, but the record calls it a bot"),
        (of(FAIR, attempt="3"), "This was attempt 3: 2 starts failed before, since shares were missing."),
    ):
        shown = carreau("verify", saved(record, tmp_path))
        assert shown.returncode == 1
        assert sentence in shown.stdout


def test_the_command_says_which_outcome_is_wrong(tmp_path: Path) -> None:
    number, record = list(tampered(FAIR))[40]
    shown = carreau("verify", saved(record, tmp_path))
    assert shown.returncode == 1
    right, wrong = FAIR.moves[len(record.moves) - 1][1], record.moves[-1][1]
    line = len(record.write().splitlines()) - 1
    text = record.game.text
    assert f"Draw {number} in line {line} is '{text(wrong)}'; it should be '{text(right)}'." in shown.stdout
    assert f"1 of {number} draws are wrong." in shown.stdout


def test_the_command_compares_with_what_a_player_has_kept(tmp_path: Path) -> None:
    """A record that was rewritten completely is consistent in itself."""
    file = saved(FAIR, tmp_path)
    not_seen = "not the one you saw"
    for option, message in (("--commitment", not_seen), ("--seal", not_seen), ("--share", "not in the record")):
        shown = carreau("verify", file, option, "0" * 64)
        assert shown.returncode == 1
        assert message in shown.stdout
    assert "does not match" in carreau("verify", saved(of(FAIR, commitment="0" * 64), tmp_path)).stdout


def test_the_command_finds_an_open_share_that_a_server_has_made_for_a_bot(tmp_path: Path) -> None:
    """In scheme 1, such dice are consistent in themselves; but the record names the bots."""
    ground = share_for(9)
    dice = Dice(OPEN.dice["match"], bytes.fromhex(OPEN.dice["secret"]), (OPEN.dice["share 0"], ground))
    match = Match(FAIR.game, FAIR.names, dice.outcome)
    match.settle()
    for bots, wrong in (([], 0), ([1], 1)):
        record = Record(match.game, match.names, match.record().moves, dice.published(over=True), bots)
        shown = carreau("verify", saved(record, tmp_path), "--share", f"0:{dice.shares[0]}")
        assert shown.returncode == wrong
        line = f"Share of seat 1: {ground} (Bertrand{', a bot); bots must not have one' if bots else ')'}"
        assert line in shown.stdout.splitlines()
    honest = Record(OPEN.game, OPEN.names, OPEN.moves, OPEN.dice, bots=[1])
    shown = carreau("verify", saved(honest, tmp_path))
    assert shown.returncode == 0
    assert "Share of seat 1: none (Bertrand, a bot)" in shown.stdout.splitlines()


@pytest.mark.parametrize(
    ("seat", "shares", "right", "sentence"),
    [
        ("", "ab", True, "in seat 0: make sure that this is your seat"),
        ("", "ba", True, "in seat 1: make sure that this is your seat"),
        ("", "bb", False, "not in the record"),
        ("", "aa", False, "in several seats: 0, 1"),
        ("0:", "ab", True, "in seat 0"),
        ("0:", "ba", False, "not in seat 0"),
        ("7:", "ab", False, "not in seat 7"),
    ],
)
def test_the_command_says_on_which_seat_a_share_is(
    seat: str, shares: str, right: bool, sentence: str, tmp_path: Path
) -> None:
    none_drawn = fair_record(game("caro"), dice=open_dice_for(2))
    dice = {f"share {index}": letter * 32 for index, letter in enumerate(shares)}
    shown = carreau("verify", saved(of(none_drawn, **dice), tmp_path), "--share", f"{seat}{'a' * 32}")
    assert shown.returncode == (0 if right else 1)
    assert shown.stdout.splitlines()[0] == f"Your share is {sentence}."
    assert shown.stdout.count("yours (") == shares.count("a")


def test_the_command_takes_a_seat_by_its_number(tmp_path: Path) -> None:
    for named in ("", "Ada", "-1"):
        shown = carreau("verify", saved(FAIR, tmp_path), "--share", f"{named}:{'0' * 32}")
        assert shown.returncode == 2
        assert f"--share takes the number of a seat, as in 0:HEX, not '{named}'" in " ".join(shown.stderr.split())


@pytest.mark.parametrize(
    ("broken_off", "result"),
    [(None, "none yet"), (BrokenOff(1, "resigned"), "broken off, seat 1: resigned")],
)
def test_the_command_says_when_a_record_stops_before_the_end(
    broken_off: BrokenOff | None, result: str, tmp_path: Path
) -> None:
    """The dice of the rest are correct, wherever it was cut and its last line recomputed."""
    said = f"The record stops before the end of the game without proof why; it says 'result: {result}'."
    cut = Record(FAIR.game, FAIR.names, FAIR.moves[:50], FAIR.dice, FAIR.bots, broken_off)
    shown = carreau("verify", saved(cut, tmp_path))
    assert shown.returncode == 0
    assert shown.stdout.splitlines()[-1] == said
    assert "before the end" not in carreau("verify", saved(FAIR, tmp_path)).stdout


@pytest.mark.parametrize(
    ("option", "wrong"), [("--commitment", ""), ("--commitment", "f3be…"), ("--share", "-"), ("--share", "0123")]
)
def test_the_command_compares_with_nothing_but_hexadecimal_digits(option: str, wrong: str, tmp_path: Path) -> None:
    shown = carreau("verify", saved(FAIR, tmp_path), option, wrong)
    assert shown.returncode == 2
    assert shown.stdout == ""
    assert f"{option} takes" in shown.stderr
    assert f"hexadecimal digits, not '{wrong}'" in " ".join(shown.stderr.split())


def test_the_command_reads_a_record_once() -> None:
    """A pipe can't be read again."""
    shown = process("verify", "/dev/stdin", lines=FAIR.write())
    assert shown.returncode == 0, shown.stderr
    assert "The secret matches the commitment" in shown.stdout


def test_the_command_refuses_a_record_that_was_changed(tmp_path: Path) -> None:
    file = tmp_path / "changed.carreau"
    for text in (FAIR.write()[:-200], FAIR.write().replace("position ", "position 0")):
        file.write_text(text, encoding="utf-8")
        assert carreau("verify", str(file)).returncode == 2


def test_the_command_says_when_there_is_nothing_to_verify(tmp_path: Path) -> None:
    plain = carreau("verify", str(RECORDS / "carre-2.carreau"))
    assert plain.returncode == 2
    assert "has no dice to verify" in plain.stderr
    dice = rebuilt(FAIR.dice)
    running = Record(FAIR.game, FAIR.names, FAIR.moves[:70], dice.published(over=False))
    early = carreau("verify", saved(running, tmp_path))
    assert early.returncode == 2
    assert "the secret is still hidden" in early.stderr
    assert carreau("verify", "nowhere.carreau").returncode == 2


def test_a_game_without_dice_needs_no_proof(tmp_path: Path) -> None:
    shown = carreau("verify", saved(fair_record(game("caro")), tmp_path))
    assert shown.returncode == 0
    assert "This game has no draws." in shown.stdout
