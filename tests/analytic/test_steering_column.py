"""Steering on a bench: wheel, column, pinion, rack."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce import Model
from jounce.model import load
from jounce.model.assemblies.steering.data import SteeringData
from jounce.model.assemblies.steering.parts import steering_parts, steering_rack_parts, steering_rack_sense
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.templates.whole_axle import axle_given, whole_axle
from jounce.parts import GROUND, Body, Prescribed
from jounce.parts.joints import Fixed
from jounce.parts.signals import Constant

RATIO = 0.006  # m/rad


def left_corner(car):
    """What the template of the front axle is given of its left side, and what is known of the corner."""
    axle = axle_given(car.axles["front"], "front", "body", "rack")
    return axle.corners["left"], whole_axle(car.axles["front"], axle, wheel=False).corners["left"]


def bench(data: SteeringData, kind: str, hold: bool) -> Model:
    car = load("small_car")
    given, corner = left_corner(car)
    model = Model("steering on a bench", gravity=(0.0, 0.0, 0.0))
    model.add(Body(name="body", mass=1.0, inertia=(1.0, 1.0, 1.0)), Fixed(name="bench", parent=GROUND, child="body"))
    model.add(*steering_parts(data, kind, given, corner))
    if hold:
        model.add(Prescribed(name="clamp", coordinate="steering.rack.displacement", signal=Constant(value=0.0)))
    return model


@pytest.mark.parametrize("elements", [1, 3])
def test_the_column_twists_by_torque_over_stiffness(elements):
    """Steady after 1 s: the wheel on the column rings down by damping / (2 inertia) = 43 1/s."""
    data = SteeringData(
        rack_ratio=RATIO, column_elements=elements, column_stiffness=550.0, column_damping=3.0, column_inertia=6e-3
    )
    run = jounce.simulate(
        bench(data, "torque", hold=True), duration=1.0, step=1e-4, inputs={"steering.wheel_torque": 4.0}
    )
    assert run["steering.wheel.angle"][-1] == pytest.approx(4.0 / 550.0, rel=1e-9)
    assert run["steering.column_twist_1.torque"][-1] == pytest.approx(4.0, rel=1e-9)
    assert abs(run["clamp.effort"][-1]) == pytest.approx(4.0 / RATIO, rel=1e-9)  # N on the rack


def test_the_rack_follows_the_pinion_at_all_times():
    """Behind the axle: the rack moves to the right when the wheel turns to the left, by the pinion's radius."""
    data = SteeringData(rack_ratio=RATIO, column_elements=2, column_stiffness=550.0, column_damping=0.3)
    times, angles = np.linspace(0.0, 1.0, 21), np.sin(np.linspace(0.0, 6.0, 21))
    run = jounce.simulate(
        bench(data, "angle", hold=False),
        duration=1.0,
        step=2e-4,
        inputs={"steering.wheel_angle": (times, angles, "spline")},
    )
    pinion = run["steering.column_2.angle_rate"]
    assert np.abs(pinion).max() > 5.0
    np.testing.assert_allclose(run["steering.rack.displacement_rate"], -RATIO * pinion, atol=1e-10)


def test_a_rigid_column_has_no_elements():
    model = bench(SteeringData(rack_ratio=RATIO), "angle", hold=False)
    assert [body.name for body in model.bodies] == ["body", "rack", "steering_wheel"]


@pytest.mark.parametrize("size", [0.0, 5.0])
def test_rack_friction_and_damping_are_there_also_where_they_are_zero(size):
    names = {
        part.name
        for part in steering_rack_parts(SteeringData(rack_friction=size, rack_damping=size), (0.0, 0.0, 0.0), "body")
    }
    assert {"steering.rack_friction", "steering.rack_damping"} <= names


def test_a_rack_ahead_of_the_axle_steers_the_other_way():
    car = load("small_car")
    given, corner = left_corner(car)
    assert steering_rack_sense(given, corner) == -1.0
    points = dict(given.points) | {"tie_rod_outer": (0.12, 0.56, 0.235), "tie_rod_inner": (0.15, 0.2523, 0.2437)}
    ahead = replace(given, points=points)
    assert steering_rack_sense(ahead, corner) == 1.0
    virtual: CornerModel = replace(corner, steering_axis=None)
    assert steering_rack_sense(ahead, virtual) == 1.0
