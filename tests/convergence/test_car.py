"""The sine-steer study of the small car against step and tolerance, as the documentation prints it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "figures"))

from make_convergence_figure import REFERENCE, SineSteer


@pytest.fixture(scope="module")
def study():
    return SineSteer()


@pytest.fixture(scope="module")
def truth(study):
    """Another method, other steps: Dormand-Prince at a tolerance that its error lies far below."""
    return study.run("dormand-prince", REFERENCE)["vehicle.yaw_rate"]


def error(run, truth):
    return np.abs(run["vehicle.yaw_rate"] - truth).max() / np.abs(truth).max()


def test_a_step_of_one_millisecond_is_good_to_a_thousandth(study, truth, measured):
    assert np.abs(truth).max() > 0.15  # rad/s: the car does change lanes
    measured("car.step", error(study.run("rk4", 1e-3), truth), 1e-3)
    assert error(study.run("rk4", 1e-3), truth) < 1e-3


def test_an_eighth_of_the_step_leaves_less_than_a_64th_of_the_error(study, truth):
    """Order two in the mean of three halvings. Order four would leave 1/4096; corners of damper curves, the friction
    of the rack and wheels whose sliding turns round cost some of it, in one step more than in another.
    """
    coarse, fine = (error(study.run("rk4", step), truth) for step in (1e-3, 1.25e-4))
    assert fine < coarse / 64
