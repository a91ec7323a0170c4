"""Vehicles of two units, read from a file, against published linear models of motion in the plane."""

from __future__ import annotations

import numpy as np

import jounce
from jounce.model import Vehicle
from jounce.studies.driving.driving_start import start_straight
from published.planar_combination import planar_vehicle, without_relaxation

# car and trailer of BPMinaker's EoM (input_ex_truck_trailer.jl); eigenvalues worked out apart from this code
CAR_AND_TRAILER = {
    "masses": (1730.3771661569826, 2000.0),
    "inertias": (3508.0, 3000.0),
    "front": 1.289,
    "rear": 1.596,
    "hitch": 2.7,
    "to_centre": 2.9,
    "to_axle": 0.1,
    "stiffnesses": (80e3, 80e3, 80e3),
}
PRINTED = 1e-6  # of eigenvalues that are printed to six digits


def snaking(vehicle: Vehicle, speed: float) -> np.ndarray:
    """Real and imaginary part of the oscillation that turns the hitch most."""
    start = start_straight(vehicle.car_model("angle"), speed)
    modes = jounce.linearise(start.ready, inputs=start.inputs).modes
    swings = [mode for mode in modes if mode.eigenvalue.imag > 0.0]
    found = max(swings, key=lambda mode: mode.shares.get("hitch.yaw", 0.0)).eigenvalue
    return np.array([found.real, found.imag])


def test_a_car_with_a_trailer_from_its_file_snakes_with_the_published_eigenvalue():
    found = without_relaxation(planar_vehicle(**CAR_AND_TRAILER), lambda vehicle: snaking(vehicle, 20.0))
    np.testing.assert_allclose(found, [0.0983495587550223, 2.917415870510219], atol=PRINTED)
