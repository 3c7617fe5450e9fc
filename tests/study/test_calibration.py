"""The measurement of how well reviews are calibrated."""

import pytest

from bench.calibration import Prediction, calibration_error, error_by_chance, games, predictions, summary


def test_the_error_is_the_mean_distance_over_bins() -> None:
    right = [Prediction(0.25, 0.0)] * 3 + [Prediction(0.25, 1.0)]
    assert calibration_error(right) == 0.0
    assert calibration_error([*right, *[Prediction(1.0, 0.0)] * 4]) == pytest.approx(0.5)


def test_few_predictions_are_off_by_chance_even_if_all_are_right() -> None:
    assert error_by_chance([Prediction(0.5, 1.0)] * 4) == pytest.approx(0.1875, abs=0.03)
    assert error_by_chance([Prediction(1.0, 1.0)] * 4) == 0.0


def test_predictions_come_from_decisions_of_real_games() -> None:
    [played] = games("caro", 1)
    found = list(predictions(played, 2))
    assert len(found) == 2
    assert {each.share for each in found} <= {0.0, 0.5, 1.0}
    assert sum(number for _, _, number in summary(found, 1)["diagram"]) == 2
