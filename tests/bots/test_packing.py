"""The packing solver, compared with trying everything in every order."""

from functools import cache

import pytest

from carreau.bots.exact.packing import MOST_POSITIONS, NO, UNKNOWN, YES, Packing
from carreau.core.rng import Rng
from carreau.games.carre.game import Carre

WIDTH, HEIGHT = 5, 4
SIDES = {2: (2, 1), 3: (3, 1), 4: (2, 2), 6: (3, 2), 7: (1, 1), 8: (4, 2), 9: (3, 3), 12: (4, 3)}
Heights = tuple[int, ...]
Tiles = tuple[int, ...]


def laid(heights: Heights, tile: int) -> list[Heights]:
    """List the heights after each way to lay a tile."""
    found = []
    for across, down in {SIDES[tile], SIDES[tile][::-1]}:
        for x in range(WIDTH - across + 1):
            for y in range(HEIGHT - down + 1):
                squares = [(y + j) * WIDTH + x + i for i in range(across) for j in range(down)]
                if len({heights[square] for square in squares}) == 1:
                    found.append(tuple(h + (square in squares) for square, h in enumerate(heights)))
    return found


@cache
def brute_force(heights: Heights, tiles: Tiles) -> bool:
    if not tiles:
        return True
    return any(
        brute_force(after, (*tiles[:index], *tiles[index + 1 :]))
        for index in range(len(tiles))
        for after in laid(heights, tiles[index])
    )


def ask(packing: Packing, heights: Heights, tiles: Tiles) -> int:
    planes = [sum(2**square for square, h in enumerate(heights) if h >> digit & 1) for digit in range(4)]
    supply = sum(4 ** list(SIDES).index(tile) for tile in tiles)
    return int(packing.answer(planes[0] | planes[1] << 20 | planes[2] << 40, planes[3], supply))


def rows(*rows: str) -> Heights:
    return tuple(int(height, 16) for row in rows for height in row)


def any_tiles(rng: Rng, count: int) -> Tiles:
    """Choose some of the sixteen tiles."""
    box = [value for value in SIDES for _ in range(2)]
    return tuple(sorted(box.pop(int(rng.below(len(box)))) for _ in range(count)))


def any_board(rng: Rng, count: int) -> Heights:
    """Return a board with some tiles laid at random."""
    heights: Heights = (0,) * (WIDTH * HEIGHT)
    for tile in any_tiles(rng, count):
        ways = laid(heights, tile)
        if ways:
            heights = ways[int(rng.below(len(ways)))]
    return heights


def uneven(rng: Rng, heights: Heights) -> Heights:
    """Return such a board with some rows or columns much higher, as in no real game."""
    row, column, more = int(rng.below(HEIGHT)), int(rng.below(WIDTH)), int(rng.below(9))
    return tuple(
        min(15, h + more * (square // WIDTH == row or square % WIDTH > column)) for square, h in enumerate(heights)
    )


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_the_answer_is_that_of_trying_everything(left: int) -> None:
    packing = Packing()
    answers = []
    for seed in range(60):
        rng = Rng(100 * left + seed)
        heights, tiles = any_board(rng, 5 + left + int(rng.below(6))), any_tiles(rng, left)
        if seed % 3 == 0:
            heights = uneven(rng, heights)
        answer = ask(packing, heights, tiles)
        assert answer == int(brute_force(heights, tiles)), (heights, tiles)
        answers.append(answer)
    assert answers.count(YES) > 10
    assert answers.count(NO) > 10


@pytest.mark.parametrize(
    ("board", "tiles", "answer"),
    [
        (("00000", "00000", "00000", "00000"), (12, 12), YES),
        (("11000", "11000", "11000", "11000"), (9, 9, 12, 12), YES),  # a 12 beside it, everything else on top
        (("00000", "00100", "00000", "00000"), (9,), NO),  # no flat 3x3
        (("00000", "00100", "00000", "00000"), (3, 9), NO),
        (("00000", "00000", "00100", "00000"), (12,), NO),
        (("10000", "00000", "00000", "00000"), (12,), YES),
        (("00000", "01110", "01010", "01110"), (7, 9), YES),  # the 7 fills the hole, the 9 covers everything
        (("00000", "01110", "01010", "01110"), (2, 9), NO),
        (("0f0f0", "f0f0f", "0f0f0", "f0f0f"), (7, 7), YES),
        (("0f0f0", "f0f0f", "0f0f0", "f0f0f"), (2,), NO),
        (("31200", "21300", "12211", "21311"), (4, 8), YES),  # the 4 levels the 2x4
        (("31200", "21300", "12211", "21311"), (4, 9), NO),
        (("31200", "21300", "12211", "21311"), (8, 9), NO),
        (("11110", "11100", "11000", "10000"), (9,), NO),
        (("11110", "11100", "11000", "10000"), (7, 9), YES),
        (("11110", "11100", "11000", "10000"), (7, 12), NO),
        (("11110", "11100", "11000", "10000"), (7, 2, 3, 12), YES),
        (("10222", "10222", "20222", "00111"), (2, 3, 4, 8, 9), YES),  # dead ends with other tiles left
        (("12200", "12220", "12220", "10000"), (3, 3, 6, 8, 9), YES),
    ],
)
def test_named_boards(board: tuple[str, ...], tiles: Tiles, answer: int) -> None:
    assert ask(Packing(), rows(*board), tiles) == answer == int(brute_force(rows(*board), tiles))


def test_sixteen_tiles_can_be_packed_on_a_bare_board() -> None:
    start = Carre(2).start()
    assert Packing().ask(start, 1) == YES


def test_an_answer_that_takes_too_long_is_unknown() -> None:
    heights, tiles = rows("10000", "00010", "00000", "01000"), any_tiles(Rng(1), 10)
    assert ask(Packing(3), heights, tiles) == UNKNOWN
    packing = Packing()
    ask(packing, heights, tiles)
    assert 0 <= packing.left <= MOST_POSITIONS


def test_an_answer_does_not_depend_on_earlier_questions() -> None:
    used = Packing(60)
    for seed in range(25):
        rng = Rng(seed)
        heights, tiles = any_board(rng, 6), any_tiles(rng, 7)
        for first in range(4):
            answer = ask(Packing(60), heights, tiles[first:])
            assert answer == ask(used, heights, tiles[first:]) == ask(used, heights, tiles[first:])


def test_dead_ends_of_one_question_do_not_help_with_the_next() -> None:
    board, tiles = rows("11110", "11100", "11000", "10000"), (2, 3, 8, 9)
    counting = Packing()
    assert ask(counting, board, tiles) == NO
    just_enough = Packing(MOST_POSITIONS - counting.left)
    assert ask(just_enough, board, tiles) == NO
    raised = tuple(height + 1 for height in board)
    assert ask(just_enough, raised, tiles) == UNKNOWN


def test_a_mirrored_board_has_the_same_answer() -> None:
    packing = Packing()
    for seed in range(40):
        rng = Rng(1000 + seed)
        heights, tiles = any_board(rng, 7), any_tiles(rng, 5)
        answer = ask(packing, heights, tiles)
        turned = ask(packing, heights[::-1], tiles)
        assert UNKNOWN in (answer, turned) or answer == turned
