"""Fair dice: drawn without bias, from nothing but the secret, the shares and the number of the outcome."""

import ast
import hashlib
import math
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import carreau
from carreau import verify
from carreau.core.errors import RecordError
from carreau.core.record import Record, read
from carreau.games.catalogue import GAMES, game
from carreau.table import fairness
from carreau.table.fairness import (
    BOT,
    NO_SHARE,
    Dice,
    FairnessError,
    Sealing,
    below,
    bot_share,
    checked_pledge,
    checked_share,
    chosen,
    commitment,
    drawn,
    pledge,
    rebuilt,
    seal,
)
from carreau.table.timers import REVEAL_SECONDS
from tests.documents import blocks
from tests.table.fair import dice_for, fair_record, open_dice_for

SOURCE = Path(carreau.__file__).parent
ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
SECRET = bytes(range(32))
SHARE = "0123456789abcdef" * 2


# Drawing


class Spent(Exception):
    """A request for more blocks than were given."""


def leading(number: int, bits: int) -> bytes:
    """Return a block that begins with a number, followed by ones."""
    return ((number + 1 << 256 - bits) - 1).to_bytes(32, "big")


def from_blocks(weights: list[int], blocks: list[bytes]) -> int:
    """Draw from given blocks with both implementations."""

    def block(number: int) -> bytes:
        if number > len(blocks):
            raise Spent
        return blocks[number - 1]

    def stream() -> Iterator[bytes]:
        yield from blocks
        raise Spent

    first = chosen(weights, block)
    assert verify.index_drawn(weights, stream()) == first
    return first


@pytest.mark.parametrize("weights", [[1, 1, 1], [3, 2, 1], [1] * 6, [4, 0, 1], [0, 5], [2, 2], [7, 9, 1, 4], [1] * 33])
def test_every_outcome_has_exactly_its_weight(weights: list[int]) -> None:
    """Of all equally likely beginnings, as many lead to an outcome as its weight says, the others to a new block."""
    bits = (sum(weights) - 1).bit_length()
    found, again = Counter[int](), 0
    for number in range(2**bits):
        try:
            found[from_blocks(weights, [leading(number, bits)])] += 1
        except Spent:
            again += 1
    assert [found[index] for index in range(len(weights))] == weights
    assert again == 2**bits - sum(weights) < 2**bits / 2


def test_a_number_that_does_not_fit_is_drawn_anew() -> None:
    assert from_blocks([3, 2, 1], [leading(7, 3), leading(6, 3), leading(5, 3)]) == 2


def test_what_is_certain_needs_no_block() -> None:
    assert from_blocks([1], []) == 0
    assert from_blocks([0, 1, 0], []) == 1


def test_weights_may_be_of_any_size() -> None:
    """301 bits take two blocks per try; the first try here is too large, the second is 2**46 - 1."""
    huge, part = 2**300 + 1, 2**46 - 1
    blocks = [b"\xff" * 32, bytes(32), bytes(31) + b"\x01", b"\xff" * 32]
    assert below(huge, lambda number: blocks[number - 1]) == part
    assert from_blocks([part, huge - part], blocks) == 1
    assert from_blocks([part + 1, huge - part - 1], blocks) == 0


@given(st.lists(st.integers(0, 2**70), min_size=1, max_size=40), st.binary(min_size=32, max_size=32), st.integers(1))
def test_both_implementations_draw_the_same(weights: list[int], secret: bytes, number: int) -> None:
    if not sum(weights):
        weights = [*weights, 1]
    promised = commitment("m", secret)
    start = Sealing(3, (pledge("m", 3, promised, 0, SHARE), BOT))
    for dice in (
        Dice("m", secret, (SHARE, NO_SHARE)),
        Dice("m", secret, (SHARE, bot_share("m", 3, promised, 1)), start),
    ):
        proof = verify.proof_in(dice.published(over=True), 2)
        index = chosen(weights, partial(dice.block, number))
        assert verify.index_drawn(weights, verify.digests(proof, number)) == index
        assert verify.promised(proof) == dice.commitment
        assert verify.sealed(proof) == dice.seal
        assert verify.share_fits(proof, 0)
        assert verify.share_fits(proof, 1)


def test_real_draws_fit_their_odds() -> None:
    """Chi-square with 5 degrees of freedom exceeds 20.5 once in a thousand; the seed is fixed."""
    weights, draws = [6, 1, 3, 1, 2, 4], 6000
    dice = dice_for(3)
    seen = Counter(chosen(weights, partial(dice.block, n)) for n in range(1, draws + 1))
    expected = [draws * weight / sum(weights) for weight in weights]
    assert sum((seen[index] - mean) ** 2 / mean for index, mean in enumerate(expected)) < 20.5


@pytest.mark.parametrize("weights", [[], [0], [0, 0], [2, -1]])
def test_nothing_can_be_drawn_from_no_weights(weights: list[int]) -> None:
    with pytest.raises(FairnessError, match="whole numbers"):
        from_blocks(weights or [0], [bytes(32)])


def test_outcomes_are_drawn_where_chance_acts_and_counted_from_one() -> None:
    with pytest.raises(FairnessError, match="counted from 1"):
        dice_for(2).outcome(game("caro").start(), 1)
    with pytest.raises(FairnessError, match="counted from 1"):
        dice_for(2).outcome(game("carre").start(), 0)


# The value


def test_everything_matters_to_the_outcome() -> None:
    dice = Dice("one", SECRET, (SHARE, NO_SHARE))
    others = [
        Dice("two", SECRET, dice.shares),
        Dice("one", SECRET[::-1], dice.shares),
        Dice("one", SECRET, (NO_SHARE, SHARE)),
        Dice("one", SECRET, (SHARE, SHARE)),
        Dice("one", SECRET, (SHARE, NO_SHARE, NO_SHARE)),
    ]
    blocks = [dice.block(1, 1), dice.block(1, 2), dice.block(2, 1), dice.block(11, 1), dice.block(1, 11)]
    assert len({*blocks, *(other.block(1, 1) for other in others)}) == 10


def test_everything_matters_to_the_outcome_after_the_start() -> None:
    promised = commitment("one", SECRET)
    start = Sealing(1, (pledge("one", 1, promised, 0, SHARE), BOT))
    dice = Dice("one", SECRET, (SHARE, SHARE[::-1]), start)
    others = [
        Dice("one", SECRET, dice.shares),
        Dice("two", SECRET, dice.shares, start),
        Dice("one", SECRET[::-1], dice.shares, start),
        Dice("one", SECRET, dice.shares[::-1], start),
        Dice("one", SECRET, dice.shares, Sealing(2, start.pledges)),
        Dice("one", SECRET, dice.shares, Sealing(1, start.pledges[::-1])),
    ]
    assert len({dice.block(1, 1), dice.block(1, 2), *(other.block(1, 1) for other in others)}) == 8


def test_pledges_bots_shares_and_seals_bind_everything() -> None:
    given = [("m", 1, "c", 0), ("n", 1, "c", 0), ("m", 2, "c", 0), ("m", 1, "d", 0), ("m", 1, "c", 1)]
    hashes = [*(pledge(*each, SHARE) for each in given), *(bot_share(*each) for each in given)]
    seals = [seal(match, attempt, promised, [BOT]) for match, attempt, promised, _ in given[:4]]
    assert len({*hashes, pledge("m", 1, "c", 0, SHARE[::-1]), *seals, seal("m", 1, "c", [BOT, BOT])}) == 16


def test_pledges_are_checked() -> None:
    assert checked_pledge("a" * 64) == "a" * 64
    for wrong in ("", "a" * 63, "a" * 65, "A" * 64, "bot", "a" * 64 + "\n"):
        with pytest.raises(FairnessError, match="64 hexadecimal digits"):
            checked_pledge(wrong)


def test_the_commitment_binds_the_secret_and_the_match() -> None:
    dice = [Dice("one", SECRET, ()), Dice("two", SECRET, ()), Dice("one", SECRET[::-1], ())]
    assert len({each.commitment for each in dice}) == 3


@pytest.mark.parametrize("share", ["", "0" * 31, "0" * 65, "0" * 31 + "g", "A" * 32, "0" * 32 + "\n", "--", "é" * 32])
def test_shares_are_checked(share: str) -> None:
    with pytest.raises(FairnessError, match="32 to 64 hexadecimal digits"):
        checked_share(share)
    with pytest.raises(FairnessError):
        Dice("one", SECRET, (SHARE, share))


def test_good_shares_pass() -> None:
    assert [checked_share(share) for share in (SHARE, SHARE * 2, NO_SHARE)] == [SHARE, SHARE * 2, NO_SHARE]


def test_names_and_secrets_are_checked() -> None:
    for match in ("", "a b", "a\n", "x" * 65, "ß"):
        with pytest.raises(FairnessError, match="the name of a match"):
            Dice(match, SECRET, ())
    with pytest.raises(FairnessError, match="32 bytes, not 31"):
        Dice("one", SECRET[1:], ())


def test_the_secret_stays_secret_until_the_end() -> None:
    dice = Dice("one", SECRET, (SHARE, NO_SHARE))
    assert "secret" not in dice.published(over=False)
    assert SECRET.hex() not in str(dice.published(over=False))
    assert "secret" not in repr(dice)
    assert dice.published(over=True)["secret"] == SECRET.hex()


def test_dice_are_rebuilt_from_a_record() -> None:
    for dice in (open_dice_for(3), dice_for(3)):
        assert rebuilt(dice.published(over=True)) == dice
        assert rebuilt(dice.published(over=False), dice.secret) == dice
    with pytest.raises(FairnessError, match="pass it as an argument"):
        rebuilt(dice.published(over=False))
    with pytest.raises(FairnessError, match="belong to this secret"):
        rebuilt(dice.published(over=False), SECRET)
    with pytest.raises(FairnessError, match="belong to this secret"):
        rebuilt({**dice.published(over=True), "luck": "7"})
    with pytest.raises(FairnessError, match="counted from 1"):
        rebuilt({**dice.published(over=True), "attempt": "0"})


def test_a_match_goes_on_as_if_it_had_never_stopped() -> None:
    """Wherever it stops, the record is enough to draw the next outcome."""
    whole = fair_record(game("schlauraff"), limit=60)
    numbers = []
    for length, state in enumerate(list(whole.positions())[:-1]):
        if state.current == -1:
            part = read(Record(whole.game, whole.names, whole.moves[:length], whole.dice).write(), game)
            numbers.append(drawn(part) + 1)
            assert rebuilt(part.dice).outcome(part.final(), numbers[-1]) == whole.moves[length][1]
    assert numbers == list(range(1, drawn(whole) + 1))


def test_the_clock_of_a_race_is_not_drawn() -> None:
    record = fair_record(game("misd"), seed=3)
    chance = sum(actor == -1 for actor, _ in record.moves)
    assert 0 < drawn(record) < chance


# The record


def test_a_record_keeps_its_dice() -> None:
    text = fair_record(game("carre")).write()
    assert "\nseat 1: Bertrand\nbots: 1\ndice scheme: 2\ndice match: match-1\ndice commitment: " in text
    assert read(text, game).write() == text


def test_a_record_of_the_first_scheme_stays_as_it_is() -> None:
    text = (ROOT / "tests" / "data" / "dice-1.carreau").read_text(encoding="utf-8")
    assert "scheme" not in text
    assert read(text, game).write() == text


def test_draws_name_their_numbers_and_false_ones_are_refused() -> None:
    text = fair_record(game("schlauraff")).write()
    assert re.search(r"\n\* [^\n]+ \[\d+(-\d+)? of \d+\]\n", text)
    for found, damage, message in (
        (r"\[(\d+)(-\d+)? of", "[999 of", "by the rules, this outcome has the numbers"),
        (r"( of \d+)\]", r"\1", "by the rules, this outcome has the numbers"),
        (r"\n([01] [^\n\[]+)\n", "\n\\1 [0 of 1]\n", "only a draw has numbers"),
    ):
        with pytest.raises(RecordError, match=message):
            read(re.sub(found, damage, text, count=1), game)
    assert read(re.sub(r" \[.*\]", "", text), game).write() == text


def test_damaged_dice_are_refused_with_their_line() -> None:
    text = fair_record(game("carre")).write()
    for damage in (text.replace("dice match:", "dice match"), text.replace("dice match", "dice scheme")):
        with pytest.raises(RecordError, match="write dice as 'dice KEY: VALUE', each once"):
            read(damage, game)
    with pytest.raises(RecordError, match=r"line 10: expected 'result: …'"):
        read(text.replace("dice match:", "dices match:"), game)


# Independence


def imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def test_verifying_shares_nothing_with_drawing() -> None:
    assert all(name.split(".")[0] in sys.stdlib_module_names for name in imported(SOURCE / "verify.py"))
    assert not any("verify" in name for path in (SOURCE / "table").glob("*.py") for name in imported(path))
    assert not any("table" in name for name in imported(SOURCE / "cli" / "verify.py"))


def whole_games() -> str:
    """Hash a game of every kind."""
    texts = [fair_record(game(name), limit=30).write() for name in GAMES]
    return hashlib.sha256("".join(texts).encode()).hexdigest()


def test_nothing_depends_on_the_hash_seed() -> None:
    program = "from tests.table.test_fairness import whole_games; print(whole_games())"
    path = os.pathsep.join([str(SOURCE.parent), str(ROOT)])
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == whole_games()


# The published algorithm


def test_the_example_of_the_document_is_right() -> None:
    form = r"^(secret|commitment|pledge \d|seal|share \d|block \d \d) +(\S+)$"
    value = dict(re.findall(form, DOCUMENT, re.MULTILINE))
    start = Sealing(1, (value["pledge 0"], value["pledge 1"]))
    dice = Dice("example", bytes.fromhex(value["secret"]), (value["share 0"], value["share 1"]), start)
    assert (dice.commitment, dice.seal) == (value["commitment"], value["seal"])
    assert pledge("example", 1, dice.commitment, 0, dice.shares[0]) == value["pledge 0"]
    assert bot_share("example", 1, dice.commitment, 1) == value["share 1"]
    for number, block in ((1, 1), (1, 2), (2, 1)):
        assert dice.block(number, block).hex() == value[f"block {number} {block}"]
    assert [below(6, partial(dice.block, n)) for n in (1, 2)] == [3, 0]
    assert [chosen([3, 2, 1], partial(dice.block, n)) for n in (1, 2)] == [1, 0]


def test_the_lines_of_the_document_s_record_are_in_the_order_of_a_record() -> None:
    lines = [line for block in blocks("docs/fairness.md") for line in block.code.splitlines()]
    keys = [line.split(":")[0] for line in lines if re.match(r"dice [a-z]+( \d)?: ", line)]
    assert keys == [f"dice {key}" for key in dice_for(2).published(over=True)]


def test_the_labels_are_those_of_the_document() -> None:
    assert f"\n{fairness.COMMITMENT}\nMATCH\nSECRET\n" in DOCUMENT
    assert f"\n{fairness.PLEDGE}\nMATCH\nATTEMPT\nCOMMITMENT\nSEAT\nSHARE\n" in DOCUMENT
    assert f"\n{fairness.BOT_SHARE}\nMATCH\nATTEMPT\nCOMMITMENT\nSEAT\n" in DOCUMENT
    assert f"\n{fairness.SEAL}\nMATCH\nATTEMPT\nCOMMITMENT\nPLEDGE OF SEAT 0\n" in DOCUMENT
    assert f"\n{fairness.OUTCOME}\nSEAL\nSHARE OF SEAT 0\n" in DOCUMENT
    assert f"`{fairness.OPEN_OUTCOME}`" in DOCUMENT
    assert f"within {REVEAL_SECONDS:g} seconds" in DOCUMENT


@pytest.mark.parametrize("name", ["schlauraff", "misd"])
def test_the_program_of_the_document_verifies(name: str, tmp_path: Path) -> None:
    program = next(block.code for block in blocks("docs/fairness.md") if block.title == "by_hand.py")
    text = fair_record(game(name)).write()
    count = drawn(read(text, game))
    assert by_hand(program, text, tmp_path).stdout == f"{count} outcomes, all right\n"
    for damage, complaint in (
        (("dice share 0: .", "dice share 0: f"), "share 0"),
        (("dice share 1: .", "dice share 1: g"), "share 1"),
        (("dice seal: .", "dice seal: g"), "the seal"),
        (("dice secret: .", "dice secret: g"), "another secret"),
        ((r"\[\d+ of", "[999 of") if name == "misd" else (r"\[\d+-\d+ of", "[999 of"), "is wrong"),
    ):
        assert complaint in by_hand(program, re.sub(*damage, text, count=1), tmp_path).stderr


def by_hand(program: str, text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "game.carreau").write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", program, str(folder / "game.carreau")]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_largest_sum_is_the_one_the_document_names() -> None:
    assert "46656" in DOCUMENT
    totals = [
        sum(state.weights())
        for name in GAMES
        for state in fair_record(game(name), limit=120).positions()
        if state.current == -1
    ]
    assert max(totals) == 46656 == math.prod([6] * 6)
