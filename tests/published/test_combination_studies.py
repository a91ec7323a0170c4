"""Studies of combinations against published linear models of motion in the plane and against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jounce
from campaigns import with_campaign
from published.planar_combination import (
    planar_units_text,
    planar_vehicle,
    without_relaxation,
)
from published.test_planar_units import CAR_AND_TRAILER

PRINTED = 1e-6  # of speeds and eigenvalues that are printed to six digits after the point

# the tractor-semitrailer of OpenPBS (github.com/performance-based-standards/OpenPBS, VehicleParameters/Vehicles), whose
# inertias lack a factor of 1e5 there; axles as (m ahead of the centre of mass, N/rad)
OPENPBS: list[dict[str, Any]] = [
    {
        "m": 9841.0,
        "I": 29910.0,
        "axles": [(1.3647, 394571.2062099468), (-1.6353, 458290.4400058266), (-3.0053, 458290.4400058266)],
        "hr": -2.0353,
    },
    {
        "m": 33101.0,
        "I": 573480.0,
        "axles": [(-2.0656, 334997.43914279994), (-3.3656, 334997.43914279994), (-4.6656, 334997.43914279994)],
        "hf": 4.3344,
        "hr": -6.0656,
    },
]
# of its linear equations, worked out apart from this code: at 80 km/h
PEAK, AT_0_4_HZ, YAW_PEAK = 1.1257280, 0.9572873307, 1.2603920
LANE_CHANGE = {"rearward_amplification": 0.93343, "yaw_rate_amplification": 0.96466, "overshoot": 0.90613 / 4.5}

CASES = {  # hitch to centre of mass, centre of mass to axle: critical speed in m/s, frequency there in Hz
    (2.9, 0.1): (18.40005472465298, 0.4702725815126644),
    (2.5, 0.5): (23.892381773930538, 0.0),
    (2.7, 0.3): (36.962346917662735, 0.0),
    (3.0, 0.0): (15.972077876066551, 0.4730739042476441),
}


@pytest.mark.parametrize(("to_centre", "to_axle"), with_campaign(CASES, list(CASES)[:2].__contains__))
def test_a_car_with_trailer_becomes_unstable_at_the_published_speed_and_in_the_published_way(to_centre, to_axle):
    speed, frequency = CASES[to_centre, to_axle]
    study = jounce.studies.TrailerStability(lowest=0.9 * speed, highest=1.1 * speed, points=2, speed=0.9 * speed)

    def figures(car: jounce.Vehicle) -> np.ndarray:
        run = jounce.run(car, study)
        return np.array([run.metrics[name].value for name in ("critical_speed", "critical_frequency")])

    car = planar_vehicle(**CAR_AND_TRAILER | {"to_centre": to_centre, "to_axle": to_axle})
    np.testing.assert_allclose(without_relaxation(car, figures), [speed, frequency], atol=PRINTED)


def test_a_tractor_semitrailer_amplifies_small_motions_as_published():
    car = jounce.load(planar_units_text(OPENPBS))
    study = jounce.studies.RearwardAmplification(lateral_acceleration=0.05, corrections=0, duration="3.6 s")
    names = ("peak_amplification", "amplification_at_frequency", "peak_yaw_amplification")

    def figures(vehicle: jounce.Vehicle) -> np.ndarray:
        run = jounce.run(vehicle, study)
        return np.array([run.metrics[name].value for name in names])

    np.testing.assert_allclose(without_relaxation(car, figures), [PEAK, AT_0_4_HZ, YAW_PEAK], atol=PRINTED)
