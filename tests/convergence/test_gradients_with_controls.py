"""Gradients of cars whose brakes are controlled: through phases of anti-lock brakes and ticks of stability control.

The reference are central differences of whole runs, extrapolated once: with steps so short that no tick and no phase
comes before another one, they err by h^4 and by rounding over h.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import jounce
from jounce.errors import NumericalError
from jounce.studies.response.wanted_car import with_wanted_car

RK4 = {"integrator": "rk4", "step": "1 ms"}
BRAKES = {"pressure": "120 bar", "front_torque": "14 N m/bar", "rear_torque": "3.3 N m/bar"}
SINE = {"speed": "80 km/h", "angle": 1.5, "duration": "3 s", **RK4}  # so fast that wheels are braked


@cache
def golf(table: str, **numbers: float):
    """The functional car with linear dampers, brakes by pressure, and `abs` or `esc`."""
    car = jounce.load("golf1").with_tables({"brakes": BRAKES, table: {}})
    law = {axle: car.values()[f"axles.{axle}.damper.law.extension"] for axle in ("front", "rear")}
    linear = {f"axles.{a}.damper.law.{way}": c for a, c in law.items() for way in ("compression", "extension")}
    return car.with_values(linear | {f"{table}.{word}": number for word, number in numbers.items()})


def differences(car, study: str, settings: dict, metrics: list[str], path: str, share: float) -> np.ndarray:
    value = car.values()[path]

    def read(by: float) -> np.ndarray:
        run = jounce.run(car.with_values({path: value + by}), study, **settings)
        return np.array([run.metrics[name].value for name in metrics])

    near, far = ((read(h) - read(-h)) / (2 * h) for h in (share * value, 2 * share * value))
    return (4.0 * near - far) / 3.0


def compare(car, study: str, settings: dict, metrics: list[str], paths: list[str], share: float):
    found = jounce.gradient(car, study, paths, metrics=metrics, **settings)
    expected = np.array([differences(car, study, settings, metrics, path, share) for path in paths]).T
    return found, (found.values - expected) / np.abs(expected)


def test_gradients_pass_the_phases_of_anti_lock_brakes(measured):
    """A full stop: both wheels of an axle change their phases at one instant, a hundred times in all.

    Each of a hundred instants is located to 1e-11 s, and moves the way by 1e-11 m if the deceleration jumps by 1 m/s^2
    for a second. They scatter: 1e-10 m in all, and the reference moves the way by 1e-6 m. Steps of 1 ms would show the
    error of steps that end with an event, which is as large.
    """
    settings = {"speed": "100 km/h", "integrator": "rk4", "step": "0.5 ms"}
    found, apart = compare(
        golf("abs"), "straight-braking", settings, ["stopping_distance", "mean_deceleration"], ["body.mass"], 1e-6
    )
    assert found.run.metrics["front_left.abs_cycles"].value > 5.0
    measured("gradients through phases of anti-lock brakes", apart, 1e-4)


def test_gradients_pass_the_ticks_at_which_stability_control_brakes(measured):
    """Its demands jump at ticks, and there brakes begin to rub: at an instant that no number moves."""
    metrics, paths = ["yaw_rate_first_peak", "lateral_offset", "largest_roll"], ["body.mass", "esc.dead_band"]
    wanted = with_wanted_car(golf("esc"))  # its numbers stay as they are in both
    found, apart = compare(wanted, "sine-steer", SINE, metrics, paths, 1e-5)
    assert sum(event["part"].endswith(".brake") for event in found.run.metadata["events"]) >= 3
    measured("gradients through ticks of stability control", apart, 1e-6)


def test_what_was_found_from_the_linear_car_is_held_and_a_note_says_so():
    """The gradient is that of the car whose numbers of [esc] are those found for it as it is, but for rounding."""
    left, given = (
        jounce.gradient(car, "sine-steer", ["body.mass"], metrics=["lateral_offset"], **SINE)
        for car in (golf("esc"), with_wanted_car(golf("esc")))
    )
    assert left.values[0, 0] == pytest.approx(given.values[0, 0], rel=1e-7)
    note = "held as found for the car as it is: esc.characteristic_speed, esc.lag"
    assert note in left.notes and note not in given.notes


def test_a_tick_just_where_a_command_jumps_is_refused_by_name():
    """A wheel is braked at a tick, and the car is just as slow there as it may be: ahead it brakes, back not."""
    run = jounce.run(golf("esc"), "sine-steer", **SINE)
    braked = int(np.argmax(run["controls.esc.error"] != 0.0)) + 4
    car = golf("esc", least_speed=float(run["vehicle.cg.vx"][braked]))
    with pytest.raises(NumericalError, match=rf"t = {run.time[braked]:.6g} s: 'esc' switches"):
        jounce.gradient(car, "sine-steer", ["body.mass"], metrics=["lateral_offset"], **SINE)


def test_a_tick_just_on_a_kink_has_a_slope_between_those_to_both_sides():
    """Before anything is braked, the wanted yaw rate comes just to the limit of the measured a_y at one tick: ahead it
    is cut there, and what is wanted afterwards is less, by its lag.

    A limit that is only touched takes no part yet, so the slope may be that to one side. Differences to one side,
    extrapolated once, err by 1e-7 of it: by the square of the step, and by rounding.
    """
    run = jounce.run(golf("esc", friction=3.0, reserve=50.0), "sine-steer", **SINE)
    numbers, v = run.metadata["controllers"][0]["numbers"], run["vehicle.cg.vx"]
    steer = 0.5 * (run["front_left.steer"] + run["front_right.steer"])
    asked = v * steer / (numbers["wheelbase"] * (1.0 + (v / numbers["characteristic_speed"]) ** 2))
    beyond = np.abs(asked) * v - np.abs(run["vehicle.cg.ay"])
    acts = int(np.argmax(run["controls.esc.acts"] > 0.0))
    ticks = np.arange(0, acts, 2)  # two samples for each tick
    kink = int(ticks[np.argmax(beyond[ticks])])
    car = golf("esc", friction=3.0, reserve=float(beyond[kink]))
    found = jounce.gradient(car, "sine-steer", ["body.mass"], metrics=["lateral_offset"], **SINE)
    assert f"at t = {run.time[kink]:.6g} s 'esc' is just on a kink" in "".join(found.notes)
    mass = car.values()["body.mass"]

    held = with_wanted_car(car)

    def offset(by: float) -> float:
        varied = held.with_values({"body.mass": mass + by})
        return jounce.run(varied, "sine-steer", **SINE).metrics["lateral_offset"].value

    here, h = offset(0.0), 1e-6 * mass
    ahead, back = (2 * (offset(s * h) - here) / (s * h) - (offset(2 * s * h) - here) / (2 * s * h) for s in (1, -1))
    lower, upper = np.sort(np.array([ahead, back]) / found.values[0, 0])
    assert lower - 1e-6 < 1.0 < upper + 1e-6
