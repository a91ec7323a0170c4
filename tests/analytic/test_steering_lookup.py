"""Steering by a table in place of a column, and the coupling with a law that it stands on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from driven_cars import small_car
from scipy.interpolate import CubicSpline

import jounce
from jounce.errors import ModelError
from jounce.parts import GROUND
from jounce.parts.joints import Coupling, Prismatic, Revolute
from jounce.parts.laws import Points
from jounce.studies.driving.driving_start import start_parked

ANGLES = np.radians([-600.0, -300.0, -100.0, 0.0, 100.0, 300.0, 600.0])
RATIO = 35.7e-3 / (2 * np.pi)  # m/rad, of small_car


def steered_by(rack) -> jounce.Vehicle:
    car = small_car()
    table = {"table_angle": tuple(ANGLES), "table_rack": tuple(rack)}
    return replace(car, steering=replace(car.steering, form="look-up", rack_ratio=None, **table))


def test_a_flywheel_and_a_slider_on_a_cam_share_their_energy():
    """(I + m f'^2) w^2 is constant, f the natural spline through the points by another program; Runge-Kutta to 1e-8."""
    x = np.linspace(-4.0, 4.0, 17)
    y = 0.3 * np.sin(x)
    inertia, mass, w0 = 0.2, 5.0, 2.0
    model = jounce.Model("cam").add(
        jounce.parts.Body(name="wheel", mass=1.0, inertia=(inertia,) * 3),
        jounce.parts.Body(name="slider", mass=mass, inertia=(1.0, 1.0, 1.0)),
        Revolute(name="hinge", parent=GROUND, child="wheel", point=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0)),
        Prismatic(name="guide", parent=GROUND, child="slider", point=(0.0, 0.0, 0.0), axis=(1.0, 0.0, 0.0)),
        Coupling(
            name="cam",
            coordinates=("guide.displacement", "hinge.angle"),
            factors=(1.0, -1.0),
            law=Points(x=tuple(x), y=tuple(y), interpolation="spline"),
        ),
    )
    slope = CubicSpline(x, y, bc_type="natural").derivative()
    run = jounce.simulate(model, 1.5, start_rates={"hinge.angle": w0}, step=1e-3)
    angle, rate = run["hinge.angle"], run["hinge.angle_rate"]
    assert angle[-1] > 2.0
    energy = (inertia + mass * slope(angle) ** 2) * rate**2
    np.testing.assert_allclose(energy, (inertia + mass * slope(0.0) ** 2) * w0**2, rtol=1e-8)


def test_the_rack_stands_where_the_table_says():
    """At its nodes, to the 1e-10 m to which loops close."""
    rack = RATIO * ANGLES * (1.0 + 0.02 * ANGLES**2)  # quicker towards the locks
    car = steered_by(rack).car_model(steering="angle")
    for angle, travel in zip(ANGLES[2:5], rack[2:5], strict=True):
        seen = start_parked(car, inputs={str(car.steering): float(angle)}).seen()
        assert abs(seen["steering.rack.displacement"]) == pytest.approx(abs(travel), abs=1e-10)


def test_a_straight_table_is_a_rigid_column():
    """Same wheel angles and the same yaw velocity in a step of the wheel.

    A spline through points of a line is that line to the last digits; both runs then differ by rounding alone.
    """
    rigid = small_car().with_values({"steering.column_elements": 0})
    given = {"angle": "45 deg", "duration": "1.5 s"}
    table, column = (jounce.run(car, "step-steer", **given) for car in (steered_by(RATIO * ANGLES), rigid))
    for channel in ("vehicle.yaw_rate", "steering.rack.displacement", "front_left.tyre.slip_angle"):
        np.testing.assert_allclose(table[channel], column[channel], atol=1e-8)
    assert abs(table["vehicle.yaw_rate"]).max() > 0.1


def test_a_flexible_column_costs_its_twist():
    """What the table lacks is the twist: the rack of the full car stays behind by torque by stiffness, times the ratio.

    Held still after a step, so that only the spring of the column counts: to 1e-4 of the rack's travel.
    """
    given = {"angle": "45 deg", "duration": "3 s"}
    table, column = (jounce.run(car, "step-steer", **given) for car in (steered_by(RATIO * ANGLES), small_car()))
    behind = abs(table["steering.rack.displacement"][-1]) - abs(column["steering.rack.displacement"][-1])
    torque = abs(column["steering.driver.effort"][-1])
    assert behind == pytest.approx(RATIO * torque / 550.0, rel=1e-3)
    assert behind > 1e-5


def test_a_car_file_may_hold_the_table(tmp_path):
    source = (Path(jounce.__file__).parent / "model" / "library" / "small_car.toml").read_text()
    table = 'form = "look-up"\ntable_angle = ["-360 deg", 0, "360 deg"]\ntable_rack = [-35.7, 0, 35.7]'
    file = tmp_path / "table.toml"
    file.write_text(
        source.replace('rack_ratio = "35.7 mm/rev"', table).replace(
            '"steering.rack_ratio" =', '"steering.table_rack" ='
        )
    )
    car = jounce.load(file)
    assert car.steering.rack_per_angle() == pytest.approx(RATIO, rel=1e-12)
    assert car.car_model().steering == "steering.wheel_angle"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"table_rack": None}, ("table_rack", "0 numbers")),
        ({"table_rack": (0.0, 0.1, 0.2)}, ("3 numbers, but 7 angles", "through zero")),
        ({"table_angle": tuple(-ANGLES)}, ("table_angle", "does not rise")),
    ],
)
def test_a_table_that_cannot_steer_is_refused(changed, words):
    car = steered_by(RATIO * ANGLES)
    with pytest.raises(ModelError) as refused:
        replace(car, steering=replace(car.steering, **changed)).car_model()
    assert all(word in str(refused.value) for word in words)
