"""Effects of rulings compared with hand-written results."""

import pytest

from carreau.lab.rulings import effect
from tests.lab.rows import row


def test_a_switch_is_compared_pair_by_pair() -> None:
    before = [row(index, [1, 2], decisions=10 + index) for index in range(4)]
    after = [row(index, [1, 2], decisions=13 + index + index % 2) for index in range(4)]
    found = effect(lambda each: float(each["decisions"]), before, after, 1)
    assert found.usual == 11.5
    assert found.difference.value == 3.5
    assert found.difference.low == pytest.approx(3.5 - 1.96 * (1 / 3) ** 0.5 / 2)
    assert found.size == pytest.approx(3.5 / ((1.25 + 2.0) / 2) ** 0.5)
    assert found.clear
    assert not effect(lambda each: float(each["decisions"]), before, before, 1).clear
