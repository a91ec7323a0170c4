"""Dry friction of damper seals, a word of the vehicle file: loops of force over travel, sticking, and waves."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jounce
from campaigns import first_of_each
from jounce.depths.tables.running_corner import running_corner
from jounce.errors import ModelError
from jounce.model import Model, Vehicle, library_models
from jounce.model.rules.vehicle import vehicle_warnings
from jounce.model.templates import TEMPLATES
from jounce.parts import GROUND
from jounce.parts.forces import AppliedForce
from jounce.parts.joints import DrivenPoint
from jounce.parts.signals import Harmonic
from jounce.studies.driving.driving_start import start_parked

SEALS, STATIC = 30.0, 1.4  # N, 1
CARS = {name: car for name in library_models() if isinstance(car := jounce.load(name), Vehicle)}
AXLES = [(name, axle) for name, car in CARS.items() for axle, data in car.axles.items() if "damper" in data.elements]
APART = [case for case in AXLES if not TEMPLATES[CARS[case[0]].axles[case[1]].template].coupled]  # a corner alone moves
EVERY_TEMPLATE = first_of_each(APART, lambda case: CARS[case[0]].axles[case[1]].template)
TRAVEL, FREQUENCY = 0.02, 0.5  # m, Hz


def with_seals(name: str, axle: str, **more) -> Vehicle:
    table = {f"axles.{axle}.damper.{word}": value for word, value in {"seal_friction": SEALS, **more}.items()}
    car = CARS[name]
    if "wheel" not in car.axles[axle].bodies:
        table[f"axles.{axle}.bodies.wheel"] = {"mass": 8.0, "inertia": [0.3, 0.5, 0.3]}
    return car.with_tables(table)


def corner_of(car: Vehicle, axle: str):
    """A corner on the ground in place of the car body, and a way to move its wheel carrier."""
    return running_corner(car, axle, "left", GROUND, GROUND)


def moved_slowly(car: Vehicle, axle: str):
    corner, parts = corner_of(car, axle)
    signal = Harmonic(amplitude=TRAVEL, frequency=FREQUENCY)
    up = {"point": corner.wheel_centre, "axis": (0.0, 0.0, 1.0)}
    pad = DrivenPoint(name="pad", parent=GROUND, child=corner.carrier, signal=signal, **up)
    run = jounce.simulate(Model("rig").add(*parts, pad), 1.0 / FREQUENCY, step=2e-3, output_step=2e-3)
    return run, TRAVEL * 2 * math.pi * FREQUENCY * np.cos(2 * math.pi * FREQUENCY * run.time)


def test_every_template_is_among_the_cases():
    alone = {name for name, template in TEMPLATES.items() if not template.coupled}
    assert {CARS[name].axles[axle].template for name, axle in EVERY_TEMPLATE} == alone


@pytest.mark.parametrize(("name", "axle"), EVERY_TEMPLATE)
def test_a_slow_travel_of_the_wheel_shows_the_width_of_the_loop(name, axle, measured):
    """The pad lifts with limit |dl/dz| more on the way up and less on the way down, by the principle of virtual work:
    twice that is the width of the loop. The motion is the same without friction, so the difference of both runs is it.
    The linkage is rounded to 1e-10 of its forces, some 10 kN: 1e-6 N.
    """
    run, speed = moved_slowly(with_seals(name, axle), axle)
    plain, _ = moved_slowly(with_seals(name, axle, seal_friction=0.0), axle)
    ratio = run[f"{axle}_left.damper.rate"] / speed
    moving = np.abs(speed) > 0.1 * np.abs(speed).max()
    more = (run["pad.Fz"] - plain["pad.Fz"])[moving]
    wanted = (SEALS * np.abs(ratio) * np.sign(speed))[moving]
    assert np.abs(wanted).min() > 0.2 * SEALS
    measured("seals.loop", np.abs(more - wanted).max() / SEALS, 1e-7)
    np.testing.assert_allclose(more, wanted, atol=1e-7 * SEALS)
    friction = run[f"{axle}_left.seal_friction.force"][moving]
    np.testing.assert_allclose(friction, SEALS * np.sign(run[f"{axle}_left.damper.rate"][moving]), rtol=1e-12)


def test_a_wheel_pushed_slowly_sticks_until_its_static_limit_and_creeps_no_further():
    """A wheel that moves straight up and down: from equilibrium it moves when the push exceeds the limit at rest."""
    car = with_seals("lumped_mass", "front", seal_static_ratio=STATIC)
    corner, parts = corner_of(car, "front")
    amplitude = 200.0
    push = AppliedForce(
        name="push",
        body=corner.carrier,
        point=corner.wheel_centre,
        direction=(0.0, 0.0, 1.0),
        signal=Harmonic(amplitude=amplitude, frequency=FREQUENCY),
    )
    ready = jounce.prepare(Model("pushed").add(*parts, push))
    rest = jounce.trim(
        ready, list(ready.compiled.tangent.positions), list(ready.compiled.tangent.speeds),
        frictionless=["front_left.seal_friction"],
    )  # fmt: skip
    run = jounce.simulate(ready.starting_from(rest.state), 0.5 / FREQUENCY, step=1e-4, output_step=1e-3)
    (first, *_) = [event["time"] for event in run.metadata["events"] if event["what"] == "slides"]
    begins = math.asin(STATIC * SEALS / amplitude) / (2 * math.pi * FREQUENCY)
    assert first == pytest.approx(begins, abs=1e-10)
    length = run["front_left.damper.length"]
    assert np.ptp(length[run.time < begins]) < 1e-13
    assert np.ptp(length) > 1e-3


def test_waves_shake_the_car_as_equivalent_linear_dampers_say():
    """Describing functions leave the harmonics out: a few percent. Without friction the answer is 8 % smaller."""
    seals = {f"axles.{axle}.damper.seal_friction": limit for axle, limit in (("front", 30.0), ("rear", 20.0))}
    waves = {"amplitude": "3 mm"}
    run, plain = (
        jounce.run(car, "sine-road", **waves) for car in (CARS["small_car"].with_tables(seals), CARS["small_car"])
    )
    assert run.metrics["height_equivalent_ratio"].value == pytest.approx(1.0, abs=0.02)
    assert run.metrics["height_amplitude"].value / plain.metrics["height_amplitude"].value > 1.05


def test_a_parked_car_stands_in_the_middle_of_what_its_seals_could_hold():
    plain = start_parked(CARS["small_car"].car_model("angle"))
    car = with_seals("small_car", "front").car_model("angle")
    parked = start_parked(car)
    for name in ("front_left.spring.length", "vehicle.cg.z"):
        assert parked.seen()[name] == pytest.approx(plain.seen()[name], abs=1e-9)


def test_what_seals_cannot_be_is_said_in_the_words_of_the_file():
    with pytest.raises(ModelError, match=r"axles\.front\.damper\.seal_static_ratio\n +0\.5\n +at least 1"):
        with_seals("small_car", "front", seal_static_ratio=0.5)
    with pytest.raises(ModelError, match=r"axles\.front\.damper\.seal_friction\n +-1.0 is negative"):
        with_seals("small_car", "front", seal_friction=-1.0)
    doubts = vehicle_warnings(with_seals("small_car", "front", seal_friction=5000.0))
    assert any("at rest the seals hold 5000 N, more than the" in doubt for doubt in doubts)


def test_a_corner_led_by_tables_refuses_seals():
    car = with_seals("double_wishbone", "front")
    with pytest.raises(ModelError, match="does not act on a corner that is led by tables"):
        running_corner(car, "front", "left", GROUND, GROUND, tables=object())
