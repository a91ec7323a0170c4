"""Cars and runs that nobody can mean: each is refused, warned of by `check`, or ends in a verdict that says why.

Nothing here follows from our own limits: each row is a mistake that an engineer makes (a unit that slipped, a sign, a
part of another car, an input that jumps), and what must be named is the wrong number, or what it did to the run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import atan, pi, sin
from typing import Any

import pytest

import jounce
from campaigns import with_campaign
from jounce.errors import ModelError, NumericalError
from jounce.model.tyre_files.tyre_validity import tyre_validities
from jounce.model.usual.car_classes import unusual_figures
from jounce.model.usual.car_figures import all_figures_of_car, car_class, figures_of_car
from jounce.model.usual.part_figures import part_figures
from jounce.results.run_record import DOUBTFUL
from jounce.studies.handling.linkage_figures import unusual_car_notes

REFUSED, CHECK = "refused", "check"
STEP, BRAKING = "step-steer", "straight-braking"
TRUCK = "tyre_37x12_5_r16_5"
HOLD = ([0.0, 0.5, 1.0], [0.0, 1.0, 0.0], "hold")


@dataclass(frozen=True)
class Silly:
    """What is wrong, where it is done, and how it is told: refused, by `check`, or as a doubt in the verdict."""

    name: str
    told: str
    words: str  # that the message, the note or the name of the check has
    values: Mapping[str, Any] = field(default_factory=dict)
    study: str = STEP
    settings: Mapping[str, Any] = field(default_factory=dict)
    car: str = "small_car"
    tables: Mapping[str, Any] = field(default_factory=dict)
    factors: Mapping[str, float] = field(default_factory=dict)  # of all numbers whose path ends so


SILLY = [
    # cars
    Silly("mass in tonnes", REFUSED, "radius of gyration", {"body.mass": 0.7267}),
    Silly("mass ten times", REFUSED, "no trim found", {"body.mass": 7267.0}),
    Silly("mass three times", REFUSED, "no trim found", {"body.mass": 2200.0}),
    Silly("mass half", CHECK, "mass 486", {"body.mass": 363.0}, "check"),
    Silly("yaw inertia a tenth", REFUSED, "principal moments", {"body.inertia.z": 89.56}),
    Silly("yaw inertia ten times", REFUSED, "principal moments", {"body.inertia.z": 8956.0}),
    Silly("centre of mass behind the rear axle", CHECK, "front share", {"body.centre.x": -2.8}, "check"),
    Silly("centre of mass at the rear axle", REFUSED, "no steady circle", {"body.centre.x": -2.1}),
    Silly("centre of mass before the front axle", CHECK, "front share", {"body.centre.x": 0.4}, "check"),
    Silly("centre of mass 3 m high", REFUSED, "no steady circle", {"body.centre.z": 3.0}),
    Silly("centre of mass 1.2 m high", CHECK, "static stability factor", {"body.centre.z": 1.2}, "check"),
    Silly("top-heavy", "overturned", "upright", {"body.centre.z": 1.2}, STEP, {"angle": "180 deg", "speed": "80 km/h"}),
    Silly("springs too soft", REFUSED, "free length", {}, factors={"front.spring.law.slope": 0.1}),
    Silly("springs too stiff", CHECK, "ride frequency front", {}, "check", factors={".spring.law.slope": 10.0}),
    Silly("springs without preload", "on its bump stops", "bump stop", {"axles.front.spring.preload": 0.0}),
    Silly("dampers without force", CHECK, "damping ratio", {}, "check", factors={".damper.law.y_factor": 0.0}),
    Silly("dampers that push", REFUSED, "falls from", {"axles.front.damper.law.y_factor": -1.0}),
    Silly("dampers ten times", CHECK, "damping ratio front", {}, "check", factors={".damper.law.y_factor": 10.0}),
    Silly("tie rod on the other side", REFUSED, "not on the left", {"axles.front.hardpoints.tie_rod_outer.y": -0.56}),
    Silly("ball joint mirrored", REFUSED, "not on the left", {"axles.front.hardpoints.lower_ball_joint.y": -0.592}),
    Silly("tie rod before the axle", CHECK, "bump steer", {"axles.front.hardpoints.tie_rod_outer.x": 0.122}, "check"),
    Silly("toe 5 deg", CHECK, "toe front", {"axles.front.alignment.toe": "5 deg"}, "check"),
    Silly("rack ten times", CHECK, "steering ratio", {}, "check", factors={"steering.rack_ratio": 10.0}),
    Silly("rack a tenth", CHECK, "steering ratio", {}, "check", factors={"steering.rack_ratio": 0.1}),
    Silly("track 0.3 m", REFUSED, "track of 0.3", car="golf1", factors={".y": 0.22}),
    Silly(
        "tyres of a truck",
        CHECK,
        "tyre load rear",
        study="check",
        tables=dict.fromkeys(("axles.front.tyre.file", "axles.rear.tyre.file"), TRUCK),
    ),
    Silly("tyres that are flat", "tyre deflection", "pressed in", factors={"VERTICAL_STIFFNESS": 0.2}),
    Silly("tyres that stick", "unlike its class", "tyre friction", factors={".PDY1": 5.0}),
    Silly("wheels ten times", "unlike its class", "wheel inertia", factors={".bodies.wheel.mass": 10.0}),
    Silly("drag a hundred times", REFUSED, "cannot hold 60 km/h", {"aero.drag.0": 36.0}),
    Silly("reversed bias", "turned", "heading", {"brakes.front_share": 0.1}, BRAKING),
    Silly("brakes in kN m", "unlike its class", "brake strength", {"brakes.torque": 2.732}, BRAKING),
    Silly("brakes ten times", "unlike its class", "brake strength", {"brakes.torque": 27320.0}, BRAKING),
    # runs
    Silly(
        "4 m/s^2 on ice", "deceleration not reached", "of 4 m/s^2", {}, BRAKING, {"deceleration": 4, "friction": 0.05}
    ),
    Silly(
        "a van on ice",
        "deceleration not reached",
        "of 4 m/s^2",
        {},
        BRAKING,
        {"deceleration": 4, "friction": 0.03, "duration": "5 s"},
        "vw_vanagon",
    ),
    Silly("15 m/s^2 in a circle", REFUSED, "largest lateral acceleration", {}, STEP, {"lateral_acceleration": 15}),
    Silly("300 km/h, then the brakes", "overturned", "upright", {}, BRAKING, {"speed": "300 km/h"}),
    Silly("half the road is ice", "spun", "heading and travel", {}, BRAKING, {"low_friction": 0.1}),
    Silly("braked too little", "standstill not reached", "m/s of", {}, BRAKING, {"pedal": 0.1, "duration": "3 s"}),
    Silly(
        "a hand that is too fast",
        "jump of steering.wheel_angle",
        "within 1 ms",
        {},
        STEP,
        {"rise": "1 ms", "angle": "90 deg"},
    ),
    Silly("a foot that is too fast", "jump of brakes.pedal", "within 1 ms", {}, BRAKING, {"rise": "1 ms"}),
    Silly(
        "a kerb of half a metre", "tyre deflection", "rim", {}, "single-bump", {"height": "0.5 m", "speed": "80 km/h"}
    ),
    Silly(
        "a steering wheel that jumps",
        "jump of steering.wheel_angle",
        "at 0.5 s",
        {},
        "simulate",
        {"inputs": {"steering.wheel_angle": HOLD}},
    ),
    Silly("a pedal that jumps", "jump of brakes.pedal", "at 0.5 s", {}, "simulate", {"inputs": {"brakes.pedal": HOLD}}),
    Silly(
        "a pedal that jumps in a script",
        "jump of brakes.pedal",
        "within 1 ms",
        {},
        "script",
        {
            "phases": [
                {"name": "a", "duration": "0.5 s"},
                {"name": "b", "pedal": {"to": 1.0, "shape": "step"}, "duration": 1},
            ]
        },
    ),
    Silly(
        "300 km/h in three seconds",
        "speed of 'a' not reached",
        "83.3",
        {},
        "script",
        {"phases": [{"name": "a", "hold_speed": "300 km/h", "duration": "3 s"}]},
    ),
]


HATCHBACK = "hatchback_twist_beam"
# what nobody can mean of a single part: the car, numbers by path or factors by the end of a path, and the figure
PARTS = [
    ("small_car", {"body.centre.x": -2.8}, {}, "front share"),
    ("small_car", {"body.centre.x": 0.4}, {}, "front share"),
    ("small_car", {"steering.rack_friction": 12e3}, {}, "steering friction"),
    ("small_car", {}, {"steering.rack_damping": 1e3}, "steering damping"),
    ("small_car", {}, {"steering.wheel_inertia": 5.0}, "steering inertia"),
    ("small_car", {}, {"steering.column_stiffness": 1 / 57.3}, "column stiffness"),
    ("small_car", {}, {"drive.final_ratio": 10.0}, "turning share"),
    ("small_car", {"drive.input_inertia": 18.5}, {}, "turning share"),
    ("small_car", {"drive.differential_friction": 8e3}, {}, "differential lock"),
    ("small_car", {}, {"half_shafts.stiffness": 1e-3}, "half shaft stiffness"),
    ("small_car", {"aero.drag.0": 3.6}, {}, "drag area"),
    ("small_car", {"aero.area": 17.56}, {}, "drag area"),
    ("small_car", {"aero.density": 1.2e3}, {}, "drag area"),
    ("small_car", {"aero.lift.0": 3.4}, {}, "lift area"),
    ("open_wheel", {"aero.lift.0": 1.75}, {}, "lift area"),
    ("small_car", {}, {".PKY1": 0.1}, "tyre cornering front"),
    ("small_car", {}, {"rear.tyre.law.PKY1": 1 / 3}, "tyre cornering rear"),
    ("small_car", {}, {".PKX1": 0.1}, "tyre driving front"),
    ("small_car", {}, {".PDX1": 5.0}, "tyre friction along rear"),
    ("small_car", {}, {".VERTICAL_STIFFNESS": 20.0}, "tyre deflection front"),
    ("small_car", {}, {".QSY1": 20.0}, "tyre rolling front"),
    ("small_car", {}, {".QDZ1": 10.0}, "tyre trail front"),
    ("small_car", {}, {".QDZ1": -1.0}, "tyre trail rear"),
    (
        "small_car",
        {},
        {f"wheel.inertia.{axis}": 0.05 for axis in "xyz"},
        "wheel inertia rear",
    ),
    ("small_car", {}, {"bump_stop.clearance": 0.01}, "bump clearance front"),
    (HATCHBACK, {}, {"engine.full_load.y_factor": 0.1}, "power by mass"),
    (HATCHBACK, {}, {"engine.full_load.y_factor": 25.0}, "power by mass"),
    (HATCHBACK, {"engine.inertia": 14.0}, {}, "turning share"),
    (HATCHBACK, {"clutch.torque": 33.0}, {}, "clutch reserve"),
    (HATCHBACK, {"gearbox.torque": 3.0}, {}, "gearbox reserve"),
    (HATCHBACK, {"gearbox.efficiency": 0.1}, {}, "gear efficiency"),
    (HATCHBACK, {"drive.final_ratio": 44.0}, {}, "first gear"),
    (HATCHBACK, {"drive.final_ratio": 0.44}, {}, "last gear"),
]


@cache
def library_car(name: str):
    return jounce.load(name)


def made(silly: Silly):
    car = library_car(silly.car)
    values = scaled(car, silly.factors)
    car = car.with_tables(silly.tables) if silly.tables else car
    return car.with_values(values | dict(silly.values))


def scaled(car, factors: Mapping[str, float]) -> dict[str, float]:
    """Values of a car whose path ends so, times their factors."""
    return {
        path: value * factor
        for ending, factor in factors.items()
        for path, value in car.values().items()
        if path.endswith(ending)
    }


def driven(silly: Silly, car):
    if silly.study == "simulate":
        return jounce.simulate(car, 1.2, **{"integrator": "rk4", **silly.settings})
    return jounce.run(car, silly.study, **silly.settings)


# what looks long for a start, or drives long
SEARCHED = ("no trim found", "no steady circle", "largest lateral acceleration", "cannot hold 60 km/h")
CENTRES = ("centre of mass behind the rear axle", "centre of mass before the front axle")  # circles that no car drives
LONG = (*CENTRES, "top-heavy", "4 m/s^2 on ice", "a van on ice", "300 km/h, then the brakes", "half the road is ice")


@pytest.mark.parametrize(
    "silly",
    with_campaign(SILLY, lambda s: s.words not in SEARCHED and s.name not in (*LONG, "a kerb of half a metre")),
    ids=lambda s: s.name,
)
def test_what_nobody_can_mean_is_told(silly):
    if silly.told == REFUSED:
        with pytest.raises((ModelError, NumericalError), match=silly.words):
            driven(silly, made(silly))
    elif silly.told == CHECK:
        assert any(silly.words in note for note in unusual_car_notes(made(silly)))
    else:
        with pytest.warns(jounce.DoubtfulResult) as warned:
            run = driven(silly, made(silly))
        assert len(warned) == 1 and silly.told in str(warned[0].message)
        (check,) = [check for check in run.verdict.checks if check.name == silly.told]
        assert run.verdict.state == check.state == DOUBTFUL and silly.words in check.definition
        assert any(silly.told in note for note in run.metadata["notes"])


@pytest.mark.parametrize(("name", "values", "factors", "figure"), PARTS)
def test_a_number_of_a_part_that_nobody_can_mean_is_told(name, values, factors, figure):
    """By its numbers alone, without a run; and the car as it is in the library says nothing of it."""
    car, key = library_car(name), figure.replace(" ", "_")
    assert key not in unusual_of_library(name)
    assert figure in unusual_parts(car.with_values(scaled(car, factors) | values))[key]


@cache
def unusual_of_library(name: str) -> dict[str, str]:
    return unusual_parts(library_car(name))


def unusual_parts(car) -> dict[str, str]:
    model = car.car_model()
    found = all_figures_of_car(car, model, tyre_validities(model.model, car))
    return unusual_figures(found, car_class(car, found))


def test_a_bar_as_stiff_as_a_beam_and_a_soft_column_are_told_by_circles():
    car = library_car("small_car")
    for path, factor, word in (
        ("axles.front.anti_roll_bar.stiffness", 10.0, "roll gradient"),
        ("axles.front.anti_roll_bar.stiffness", 1 / 57.3, "roll gradient"),
        ("steering.column_stiffness", 0.01, "understeer gradient"),
    ):
        assert any(word in note for note in unusual_car_notes(car.with_values(scaled(car, {path: factor})))), path


def test_slopes_of_a_tyre_are_those_of_its_formula():
    """K_y = PKY1 sin(2 atan(1/PKY2)), K_x = PKX1 + PKX2 0, trail = -QDZ1 R_0 at the nominal load [Pacejka 2012]; two
    differences of 1e-4 leave a curvature of 1e-6 of them, camber and shifts of the file a tenth of a percent."""
    car = library_car("small_car")
    values = {key.rsplit(".", 1)[1]: value for key, value in car.values().items() if "front.tyre.law." in key}
    found = part_figures(car, car.car_model())
    stiffness = -values["PKY1"] * sin(2.0 * atan(1.0 / values["PKY2"]))
    assert found["tyre_cornering_front"] == pytest.approx(stiffness, rel=1e-3)
    assert found["tyre_driving_front"] == pytest.approx(values["PKX1"], rel=1e-3)
    assert found["tyre_trail_front"] == pytest.approx(values["QDZ1"] * values["UNLOADED_RADIUS"], rel=1e-3)
    assert found["tyre_friction_along_front"] == pytest.approx(values["PDX1"], rel=1e-9)
    assert found["tyre_deflection_front"] == pytest.approx(values["FNOMIN"] / values["VERTICAL_STIFFNESS"], rel=1e-9)


def test_gears_and_power_of_a_car_by_hand():
    """1.4 litres with 92 kW at 5,000 rpm; a wheel of 0.302 m behind gears of 3.77, 0.62 and 4.4."""
    car = library_car(HATCHBACK)
    found = part_figures(car, car.car_model())
    weight = figures_of_car(car.car_model(), {})["mass"]
    assert found["power_by_mass"] == pytest.approx(100.0 * pi * 146.0 * 2.0 / weight, rel=0.05)  # 6,000 rpm
    for name, ratio in (("first_gear", 3.77), ("last_gear", 0.62)):
        assert found[name] == pytest.approx(1000.0 / 60.0 * 2.0 * pi * 0.302 / (4.4 * ratio) * 3.6, rel=0.01)
