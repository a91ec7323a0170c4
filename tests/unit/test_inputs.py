"""Inputs over time are the curves their points say."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from jounce.errors import ModelError
from jounce.simulation.inputs import InputHistory

TIMES, VALUES = [0.0, 1.0, 3.0], [2.0, 4.0, 0.0]


def rows(source, times):
    history = InputHistory.of({"u": source})
    return np.array([history.at(time) for time in times])


def test_a_number_is_constant_for_ever_and_has_no_corner():
    np.testing.assert_array_equal(rows(2.5, [-1e9, 0.0, 1e9])[:, 1:], [[2.5, 0, 0]] * 3)
    assert InputHistory.of({"u": 2.5}).corners.size == 0


def test_numbers_alone_are_the_inputs_that_they_are_beside_others():
    """They take a shorter way."""
    numbers = {"u": 2.5, "v": -1, "w": 0.0}
    alone, beside = InputHistory.of(numbers), InputHistory.of(numbers | {"x": (TIMES, VALUES)})
    np.testing.assert_array_equal(alone.pieces, beside.pieces[:6])
    np.testing.assert_array_equal(alone.first_piece, beside.first_piece[:4])
    np.testing.assert_array_equal(alone.is_spline, beside.is_spline[:3])
    assert alone.corners.size == 0
    with pytest.raises(ModelError, match="not all numbers are finite"):
        InputHistory.of({"u": float("nan")})


def test_linear_joins_the_points_and_holds_the_ends():
    found = rows((TIMES, VALUES), [-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 9.0])
    np.testing.assert_allclose(found[:, 0], [-1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 9.0])
    np.testing.assert_allclose(found[:, 1], [2, 2, 3, 4, 2, 0, 0])
    np.testing.assert_allclose(found[:, 2], [0, 2, 2, -2, -2, 0, 0])  # at a corner: from there on
    np.testing.assert_array_equal(found[:, 3], 0)


def test_hold_keeps_each_value_until_the_next():
    found = rows((TIMES, VALUES, "hold"), [-1.0, 0.0, 0.999, 1.0, 2.999, 3.0])
    np.testing.assert_array_equal(found[:, 1], [2, 2, 2, 4, 4, 0])
    np.testing.assert_array_equal(found[:, 2:], 0)


def test_spline_agrees_with_scipy_in_value_and_rates():
    times, values = [0.0, 0.4, 1.0, 1.7, 2.0], [0.0, 1.0, 0.3, -2.0, 1.0]
    fit = CubicSpline(times, values, bc_type="natural")
    at = np.linspace(0, 1.99, 37)
    found = rows((times, values, "spline"), at)
    for order in range(3):
        np.testing.assert_allclose(found[:, 1 + order], fit(at, order), rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(rows((times, values, "spline"), [-1.0, 5.0])[:, 1:], [[0, 0, 0], [1, 0, 0]])


def test_corners_of_all_inputs_are_joined_and_a_spline_adds_only_its_ends():
    history = InputHistory.of(
        {"a": (TIMES, VALUES), "b": ([0.5, 1.0], [0.0, 1.0], "hold"), "c": ([0.0, 2.0, 4.0], VALUES, "spline")}
    )
    np.testing.assert_array_equal(history.corners, [0.0, 0.5, 1.0, 3.0, 4.0])
    assert history.count == 3
    np.testing.assert_allclose(history.at(2.0)[[1, 4, 7]], [2.0, 1.0, 4.0])


def test_every_mistake_is_named_at_once():
    with pytest.raises(ModelError) as refused:
        InputHistory.of(
            {
                "late": ([0.0, 1.0, 1.0], [0.0, 1.0, 2.0]),
                "short": ([0.0, 1.0], [0.0]),
                "missing": ([0.0, 1.0], [0.0, np.nan]),
                "curve": (TIMES, VALUES, "liner"),
                "word": "fast",
                "endless": float("inf"),
                "triple": (1.0,),
                "right": 1.0,
            }
        )
    named = [problem.where for problem in refused.value.problems]
    assert named == [f"inputs.{name}" for name in ("late", "short", "missing", "curve", "word", "endless", "triple")]
    assert "Did you mean 'linear'?" in str(refused.value)
