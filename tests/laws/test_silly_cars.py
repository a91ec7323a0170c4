"""Cars and runs that nobody can mean: each is refused, warned of by `check`, or ends in a verdict that says why.

Nothing here follows from our own limits: each row is a mistake that an engineer makes (a unit that slipped, a sign, a
part of another car, an input that jumps), and what must be named is the wrong number, or what it did to the run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

import jounce
from campaigns import with_campaign
from jounce.errors import ModelError, NumericalError
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
    Silly("wheels ten times", "unlike its class", "unsprung share", factors={".bodies.wheel.mass": 10.0}),
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


@cache
def library_car(name: str):
    return jounce.load(name)


def made(silly: Silly):
    car = library_car(silly.car)
    values = {
        path: value * factor
        for ending, factor in silly.factors.items()
        for path, value in car.values().items()
        if path.endswith(ending)
    }
    car = car.with_tables(silly.tables) if silly.tables else car
    return car.with_values(values | dict(silly.values))


def driven(silly: Silly, car):
    if silly.study == "simulate":
        return jounce.simulate(car, 1.2, **{"integrator": "rk4", **silly.settings})
    return jounce.run(car, silly.study, **silly.settings)


# what looks long for a start, or drives long
SEARCHED = ("no trim found", "no steady circle", "largest lateral acceleration", "cannot hold 60 km/h")
LONG = ("top-heavy", "4 m/s^2 on ice", "a van on ice", "300 km/h, then the brakes", "half the road is ice")


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
