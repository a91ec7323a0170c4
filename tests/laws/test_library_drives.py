"""Every car of the library, at its own depth, drives the three manoeuvres that a user tries first."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from campaigns import with_campaign
from jounce.model.library import library_by_kind

STUDIES = ("step-steer", "lane-change", "steady-circle")
SAMPLE = (("golf1", "step-steer"), ("small_car", "steady-circle"))
TURNED = 0.02  # rad/s: it did go round a bend
STEADY = 0.02  # of v r: tilt of the body against the road, and what is left of the transient


def cars_that_drive() -> list[str]:
    """Those with a body and wheels that are driven; others are axles for a test rig."""
    found = {name: jounce.load(name) for name in library_by_kind()["vehicles"]}
    return [name for name, car in found.items() if car.body is not None and car.drive is not None]


@pytest.mark.parametrize(
    ("name", "study"),
    with_campaign([(name, study) for name in cars_that_drive() for study in STUDIES], lambda case: case in SAMPLE),
)
def test_every_car_of_the_library_drives(name, study):
    """It runs to its end, keeps its energies, and goes round as kinematics wants: in a steady bend a_y = v r."""
    run = jounce.run(jounce.load(name), study)
    assert run.metadata["status"] == "finished"
    assert run.verdict is not None and run.verdict.state != "failed", run.verdict
    assert np.isfinite(run.numbers).all()
    rate, speed, across = (run[f"vehicle.{word}"] for word in ("yaw_rate", "speed", "cg.ay"))
    assert np.abs(rate).max() > TURNED
    if study != "lane-change":
        assert across[-1] == pytest.approx(speed[-1] * rate[-1], rel=STEADY)
