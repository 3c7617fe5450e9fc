"""Random numbers: reproducible forever, and uniform."""

from collections import Counter

import pytest

from carreau.core.rng import Rng


def test_a_seed_gives_the_same_numbers_for_ever() -> None:
    """Records and seeds of old games depend on these."""
    rng = Rng(1)
    assert [int(rng.word()) for _ in range(4)] == [573063952, 3268221502, 703077755, 2308299391]
    rng = Rng(2**40 + 7)
    assert [int(rng.below(100)) for _ in range(8)] == [6, 65, 75, 5, 92, 57, 96, 39]


def test_seeds_differ() -> None:
    assert len({Rng(seed).word() for seed in range(2000)}) == 2000


@pytest.mark.parametrize("n", [2, 3, 6, 20, 100])
def test_below_is_even(n: int) -> None:
    rng, draws = Rng(n), 3000 * n
    counts = Counter(int(rng.below(n)) for _ in range(draws))
    chi_square = sum((counts[value] - 3000) ** 2 / 3000 for value in range(n))
    assert set(counts) == set(range(n))
    assert chi_square < n - 1 + 6 * (2 * (n - 1)) ** 0.5


def test_huge_numbers_are_even() -> None:
    rng, n = Rng(3), 3 * 2**100
    thirds = Counter(rng.huge_below(n) * 3 // n for _ in range(3000))
    assert all(abs(thirds[third] - 1000) < 150 for third in range(3))
    assert {rng.huge_below(5) for _ in range(90)} == {0, 1, 2, 3, 4}
    assert rng.huge_below(1) == 0


def test_wide_numbers_are_even() -> None:
    rng, n = Rng(8), 3 * 2**60
    thirds = Counter(int(rng.wide_below(n)) * 3 // n for _ in range(3000))
    assert set(thirds) == {0, 1, 2}
    assert all(abs(count - 1000) < 150 for count in thirds.values())
    assert {int(rng.wide_below(3)) for _ in range(60)} == {0, 1, 2}
    assert rng.wide_below(1) == 0
