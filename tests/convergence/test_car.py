"""The sine-steer study of the small car against step and tolerance, as the documentation prints it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "figures"))

from make_convergence_figure import SineSteer


@pytest.fixture(scope="module")
def study():
    return SineSteer()


@pytest.fixture(scope="module")
def truth(study):
    """Another method, other steps: Dormand-Prince at a tolerance that its error lies far below."""
    return study.run("dormand-prince", 1e-9)["vehicle.yaw_rate"]


def error(run, truth):
    return np.abs(run["vehicle.yaw_rate"] - truth).max() / np.abs(truth).max()


def test_a_step_of_one_millisecond_is_good_to_a_thousandth(study, truth, measured):
    assert np.abs(truth).max() > 0.15  # rad/s: the car does change lanes
    measured("car.step", error(study.run("rk4", 1e-3), truth), 1e-3)
    assert error(study.run("rk4", 1e-3), truth) < 1e-3


def test_half_the_step_leaves_less_than_a_quarter_of_the_error(study, truth):
    """Order four would leave a sixteenth; corners of damper curves and the friction of the rack cost some of it."""
    coarse, fine = (error(study.run("rk4", step), truth) for step in (1e-3, 5e-4))
    assert fine < 0.25 * coarse
