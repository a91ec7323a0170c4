"""A wheel on its carcass: three freedoms with frequencies sqrt(k/m), and the same steady state as without them."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin, sqrt

import numpy as np
import pytest

import jounce
from jounce.model.axle_data import CarcassData
from jounce.model.library import library_path
from jounce.model.templates.corner import Corner
from jounce.model.templates.virtual_tyre import virtual_tyre, virtual_tyre_law
from jounce.parts import GROUND, Body, Prescribed
from jounce.parts.joints import Fixed, Prismatic, Revolute
from jounce.parts.signals import History
from jounce.parts.tyres.tyre import Tyre
from jounce.simulation.linear.linearise import linearise
from jounce.simulation.prepare import prepare
from jounce.studies.driving.driving_start import start_parked, start_straight

CARCASS = CarcassData(longitudinal=4e5, lateral=1.5e5, vertical=5e5)
MASS = 16.7  # kg
TABLE = """
[axles.{axle}.carcass]
longitudinal = "400 N/mm"
lateral = "150 N/mm"
vertical = "500 N/mm"
"""


@pytest.mark.parametrize("carcass", [CARCASS, CarcassData(vertical=5e5), CarcassData(vertical=5e5, lateral=1.5e5)])
def test_a_wheel_on_its_carcass_swings_with_the_root_of_stiffness_over_mass(carcass):
    centre = (0.0, 0.6, 0.3)
    given = Corner(
        prefix="w", mount=GROUND, tie_rod_mount=GROUND, points={"wheel_centre": centre}, masses={}, bushings={}
    )
    model = jounce.Model("rim held", gravity=(0.0, 0.0, 0.0))
    model.add(Body(name="w.wheel", mass=MASS, inertia=(0.3, 0.5, 0.3), centre=centre))
    model.add(
        *virtual_tyre(given, GROUND, carcass), Fixed(name="held", parent="w.carcass", child="w.wheel", point=centre)
    )
    ready = prepare(model)
    found = sorted(mode.frequency for mode in linearise(ready, ready.state).modes)
    rates = sorted(k for k in (carcass.lateral, carcass.longitudinal, carcass.vertical) if k is not None)
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


SPEED, SPIN, SLIP_ANGLE, LIFT, UNTIL = 15.0, 55.0, 0.04, 0.27, 1.5  # m/s, rad/s, rad, m, s
FULL = CarcassData(
    longitudinal=2.8e5,
    lateral=9.7e4,
    vertical=1e6,
    longitudinal_damping=400.0,
    lateral_damping=400.0,
    vertical_damping=800.0,
    tyre_spring="whole",
)


def driven_wheel(law, carcass):
    """A rim that is led straight ahead and spun, at a slip angle and a height; without gravity tyres weigh nothing."""
    centre, axis = (0.0, 0.6, LIFT), (-sin(SLIP_ANGLE), cos(SLIP_ANGLE), 0.0)
    given = Corner(
        prefix="w", mount=GROUND, tie_rod_mount=GROUND, points={"wheel_centre": centre}, masses={}, bushings={}
    )
    model = jounce.Model("driven wheel", gravity=(0.0, 0.0, 0.0))
    model.add(
        Body(name="rim", mass=20.0, inertia=(1.0, 1.0, 1.0), centre=centre),
        Prismatic(name="ahead", parent=GROUND, child="rim", point=centre, axis=(1.0, 0.0, 0.0)),
        Body(name="w.wheel", mass=5.0, inertia=(0.4, 0.6, 0.4), centre=centre),
        *(virtual_tyre(given, "rim", carcass) if carcass else ()),
        Revolute(name="bearing", parent="w.carcass" if carcass else "rim", child="w.wheel", point=centre, axis=axis),
        Tyre(name="tyre", body="w.wheel", point=centre, axis=axis, law=virtual_tyre_law(carcass, law)),
    )
    for name, coordinate, rate in (("haul", "ahead.displacement", SPEED), ("spin", "bearing.angle", SPIN)):
        signal = History(time=(0.0, UNTIL), value=(0.0, rate * UNTIL), interpolation="linear")
        model.add(Prescribed(name=name, coordinate=coordinate, signal=signal))
    rates = {"ahead.displacement": SPEED, "bearing.angle": SPIN}
    return jounce.simulate(model, UNTIL, start_rates=rates, integrator="rk4", step=2e-4, output_step=0.1)


@pytest.mark.parametrize(
    "carcass", [FULL, replace(FULL, longitudinal=None, lateral=None)], ids=["three freedoms", "upright"]
)
def test_the_steady_state_of_a_virtual_tyre_is_that_of_the_massless_one(carcass, measured):
    """Once nothing moves on the carcass, patch and rim have one velocity: the same slips, load and forces, to 1e-6.

    The two springs upright are in series as stiff as the whole tyre, and its effective radius follows the load.
    """
    law = jounce.load("golf1").axles["front"].tyre.law
    with_it, without = driven_wheel(law, carcass), driven_wheel(law, None)
    assert np.abs(with_it["w.rim.tz"]).max() > 1e-3
    for word in ("Fx", "Fy", "Fz", "Mz", "slip", "slip_angle"):
        ours, theirs = with_it[f"tyre.{word}"][-1], without[f"tyre.{word}"][-1]
        measured("virtual tyre", (ours - theirs) / theirs, 1e-6)
        assert ours == pytest.approx(theirs, rel=1e-6)


def test_a_car_stands_on_virtual_tyres_as_on_massless_ones():
    """golf1 with and without its carcasses: loads to 1e-6; a tyre's weight is not on its spring."""
    car = jounce.load("golf1")
    bare = {
        name: replace(axle, elements={word: data for word, data in axle.elements.items() if word != "carcass"})
        for name, axle in car.axles.items()
    }
    ours, theirs = (start_parked(c.car_model()).seen() for c in (car, replace(car, axles=bare)))
    for corner in ("front_left", "front_right", "rear_left", "rear_right"):
        assert ours[f"{corner}.tyre.Fz"] == pytest.approx(theirs[f"{corner}.tyre.Fz"], rel=1e-6)
    assert ours["body.z"] - theirs["body.z"] == pytest.approx(5.0 * 9.81 / 1e6, rel=1e-2)
