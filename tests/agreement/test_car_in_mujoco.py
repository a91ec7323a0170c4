"""The whole car against MuJoCo: bodies, joints, loops, springs, tables, bars, driveline and steering are the same.

MuJoCo gives kinematics, mass matrix and Jacobians; tyres, air and laws are written a second time in the peer, and its
loops are closed by solving for their forces. What differs: Euler angles and quaternions are integrated in other ways,
and MuJoCo's loops are not projected. What is left out on both sides: dry friction (brakes, rack, differential) and the
Magic Formula, in whose place stands a linear tyre with the same relaxation.
"""

from __future__ import annotations

import numpy as np
import pytest
import whole_car

pytest.importorskip("mujoco")

# Both take Runge-Kutta steps of 1 ms, so their truncation errors are equal but for the projection, which moves our
# state by that error at the end of a step, and for kinks: where a bump begins and ends its curvature jumps within a
# step, and the method falls to second order, (1 ms * 60/s)^2 / 12 = 3e-4 of the motion that is new in that step.
# The stored curves have ten digits.
SAME = 1e-4


@pytest.fixture(scope="module")
def begin():
    return whole_car.start()


def largest_difference(ours, theirs):
    """Over all curves, as a share of each one's peak."""
    return max(np.abs(ours[name] - theirs[name]).max() / np.abs(theirs[name]).max() for name in whole_car.CHANNELS)


@pytest.mark.parametrize("name", whole_car.DRIVES)
def test_yaw_rate_roll_and_vertical_acceleration_are_those_of_mujoco(begin, name, measured):
    assert whole_car.stored_numbers() == whole_car.numbers_of(begin), "the car has changed: make the curves again"
    drive = whole_car.DRIVES[name]
    found = largest_difference(whole_car.ours(begin, drive, drive.duration), whole_car.stored(name))
    measured("car.mujoco", found, SAME)
    assert found < SAME


def test_mujoco_still_gives_the_stored_curve(begin):
    """The first 0.15 s of the bumps, where the left front wheel climbs the first one."""
    drive, duration = whole_car.DRIVES["three bumps"], 0.15
    theirs, stored = whole_car.theirs(begin, drive, duration), whole_car.stored("three bumps")
    rows = len(theirs["az"])
    assert np.abs(theirs["az"]).max() > 0.1  # it has met the bump
    for channel in whole_car.CHANNELS:
        np.testing.assert_allclose(theirs[channel], stored[channel][:rows], rtol=0, atol=1e-8)
