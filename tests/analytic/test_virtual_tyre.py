"""A wheel on its carcass: three freedoms with frequencies sqrt(k/m), and the same steady state as without them."""

from __future__ import annotations

from math import pi, sqrt

import pytest

import jounce
from jounce.model.axle_data import CarcassData
from jounce.model.library import library_path
from jounce.model.templates.corner import Corner
from jounce.model.templates.virtual_tyre import virtual_tyre
from jounce.parts import GROUND, Body
from jounce.parts.joints import Fixed
from jounce.simulation.linear.linearise import linearise
from jounce.simulation.prepare import prepare
from jounce.studies.driving.driving_start import start_straight

CARCASS = CarcassData(longitudinal=4e5, lateral=1.5e5, vertical=5e5)
MASS = 16.7  # kg
TABLE = """
[axles.{axle}.carcass]
longitudinal = "400 N/mm"
lateral = "150 N/mm"
vertical = "500 N/mm"
"""


def test_a_wheel_on_its_carcass_swings_with_the_root_of_stiffness_over_mass():
    centre = (0.0, 0.6, 0.3)
    given = Corner(
        prefix="w", mount=GROUND, tie_rod_mount=GROUND, points={"wheel_centre": centre}, masses={}, bushings={}
    )
    model = jounce.Model("rim held", gravity=(0.0, 0.0, 0.0))
    model.add(Body(name="w.wheel", mass=MASS, inertia=(0.3, 0.5, 0.3), centre=centre))
    model.add(
        *virtual_tyre(given, GROUND, CARCASS), Fixed(name="held", parent="w.carcass", child="w.wheel", point=centre)
    )
    ready = prepare(model)
    found = sorted(mode.frequency for mode in linearise(ready, ready.state).modes)
    rates = (CARCASS.lateral, CARCASS.longitudinal, CARCASS.vertical)
    assert found == pytest.approx([sqrt(k / MASS) / (2 * pi) for k in rates], rel=1e-9)


def test_a_car_on_virtual_tyres_has_twelve_more_freedoms_and_rolls_on_the_same_forces():
    """Wheel loads follow from the weight, and the drive from air and rolling resistance, whatever is between.

    What the springs in series change is the ride height, by load over vertical stiffness, 5 mm: at 60 km/h that
    tilts the car by a fifth of a degree at most and moves wheel loads by parts in a thousand.
    """
    text = library_path("small_car").read_text("utf-8")
    for axle in ("front", "rear"):
        text = text.replace(f"[axles.{axle}.tyre]", f"{TABLE.format(axle=axle)}\n[axles.{axle}.tyre]")
    virtual, plain = (
        start_straight(car.car_model(), 60 / 3.6) for car in (jounce.load(text), jounce.load("small_car"))
    )
    assert len(virtual.ready.layout.speeds) == len(plain.ready.layout.speeds) + 12
    ours, theirs = virtual.seen(), plain.seen()
    for corner in ("front_left", "front_right", "rear_left", "rear_right"):
        assert ours[f"{corner}.tyre.Fz"] == pytest.approx(theirs[f"{corner}.tyre.Fz"], rel=2e-3)
        assert ours[f"{corner}.tyre.Fx"] == pytest.approx(theirs[f"{corner}.tyre.Fx"], rel=2e-3)
    assert virtual.inputs["drive.torque"] == pytest.approx(plain.inputs["drive.torque"], rel=2e-3)
