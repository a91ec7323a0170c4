"""Steer, camber and travel of the wheels of a car that drives, against the same axles on their kinematics rig."""

from __future__ import annotations

import numpy as np
import pytest

import jounce

WORDS = ("steer", "toe", "camber", "inclination", "travel")


@pytest.fixture(scope="module")
def drive() -> jounce.Result:
    """In a bend after a step of the steering wheel: rack, jounce on the right, rebound on the left."""
    return jounce.run(jounce.load("small_car"), "step-steer", angle="60 deg", duration="1.6 s")


@pytest.mark.parametrize("axle", ["front", "rear"])
@pytest.mark.parametrize("sample", [0, 60, -1])
def test_a_wheel_of_a_car_stands_as_on_the_rig_at_the_same_travel_and_rack(drive, axle, sample):
    """The rig holds the car body and lifts the wheels by pads, so it never sees the drive: to 1e-9 rad and m."""
    rig = jounce.load("small_car").axle_model(axle)
    inputs = {c.travel: drive[f"{c.prefix}.travel"][sample] for c in rig.corners.values()}
    inputs |= {rig.rack: drive["steering.rack.displacement"][sample]} if rig.rack else {}
    held = jounce.simulate(rig.model, 1e-3, inputs=inputs, step=1e-3)
    for side, corner in rig.corners.items():
        s = 1 if side == "left" else -1
        at = {
            point: np.array([held[f"{corner.prefix}.{point}.position_{axis_word}"][0] for axis_word in "xyz"])
            for point in ("centre", "spindle")
        }
        e = at["spindle"] - at["centre"]
        e *= np.sign(e[1])  # to the left on both sides
        steer, lean = np.arctan2(-e[0], e[1]), np.arcsin(e[2])
        expected = (steer, -s * steer, -s * lean, lean, at["centre"][2] - corner.wheel_centre[2])
        for word, value in zip(WORDS, expected, strict=True):
            assert drive[f"{corner.prefix}.{word}"][sample] == pytest.approx(value, abs=1e-9), word


def test_a_car_steered_to_the_left_has_wheels_steered_to_the_left(drive):
    """ISO 8855: steer is positive to the left on both sides, the inner wheel steers more, and the body rolls right."""
    left, right = (drive[f"front_{side}.steer"][-1] for side in ("left", "right"))
    assert left > right > 0.02
    assert drive["front_right.travel"][-1] > 0 > drive["front_left.travel"][-1]
    assert drive.units["front_left.steer"] == "rad"
