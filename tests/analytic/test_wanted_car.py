"""The car that stability control wants: found from the linear car, and still until there is something to do."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from braked_cars import by_pressure, golf, short_car

import jounce
from campaigns import with_campaign
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.programme.run_programme import FINISHED, Outcome, ProgrammeRun
from jounce.studies.programme.trials import Trial
from jounce.studies.response.wanted_car import with_wanted_car
from jounce.views.report.programme_report import programme_sheet

SPEED = 80.0 / 3.6
STEERED = ("front_left.steer", "front_right.steer")


@cache
def car(name: str) -> Any:
    if name == "golf1":
        return by_pressure(golf(), 2.0, abs={}, esc={})
    if name == "short car":
        return by_pressure(short_car(), 2.0, abs={}, esc={})
    given = jounce.load(name)
    return by_pressure(given, esc={}) if given.brakes.pressure is None else given.with_tables({"esc": {}})


@pytest.mark.parametrize("name", with_campaign(("golf1", "small_car"), lambda name: name == "golf1"))
def test_the_characteristic_speed_is_that_of_steady_circles(name, measured):
    """K = (delta - L r/v)/(v r), delta the mean angle of the front wheels in trimmed circles of 0.1 m/s^2 both ways; by
    a_y^2 the circle is off by some 1e-4 of that."""
    given = car(name)
    frictionless = given.with_values({p: 0.0 for p in given.values() if p.endswith(("rack_friction", "_friction"))})
    model = frictionless.car_model("angle")
    at = start_straight(model, SPEED)
    r = 0.1 / SPEED
    found = [start_in_circle(model, SPEED, rate, at=at).seen() for rate in (r, -r)]
    left, right = (np.mean([float(seen[word]) for word in STEERED]) for seen in found)
    wheelbase = float(given.unit.wheelbase())
    delta = 0.5 * (left - right)
    K = (delta - wheelbase * r / SPEED) / (SPEED * r)
    esc = with_wanted_car(frictionless).esc
    measured("esc.characteristic speed", wheelbase / esc.characteristic_speed**2 / K - 1.0, 3e-3)


def test_the_lag_is_that_of_a_slow_sine_of_the_steering_wheel(measured):
    """The phase of the yaw rate behind the mean angle of the front wheels in a run of 0.5 Hz: tan(phase)/(2 pi 0.5 Hz).
    Both are fitted by sines over three periods once it has settled; 5 mrad of the steering wheel are linear."""
    model = car("golf1").with_values({"esc.on": False}).car_model("angle")
    start = start_straight(model, SPEED)
    t = np.arange(0.0, 10.01, 0.01)
    wheel = str(model.steering)
    turned = (t, start.inputs[wheel] + 5e-3 * np.sin(np.pi * t) * np.minimum(t / 2.0, 1.0) ** 2, "spline")
    run = jounce.simulate(start.ready, 10.0, inputs=dict(start.inputs) | {wheel: turned}, step=2e-3, output_step=1e-2)
    rows = run.time >= 3.999
    columns = np.stack([f(np.pi * run.time[rows]) for f in (np.sin, np.cos, np.ones_like)], axis=1)

    def phase(values):
        a, b, _ = np.linalg.lstsq(columns, values[rows], rcond=None)[0]
        return np.arctan2(b, a)

    behind = phase(0.5 * (run[STEERED[0]] + run[STEERED[1]])) - phase(run["vehicle.yaw_rate"])
    measured("esc.lag", with_wanted_car(car("golf1")).esc.lag / (np.tan(behind) / np.pi) - 1.0, 5e-3)


def test_numbers_of_the_file_are_kept():
    given = car("golf1")
    held = given.with_tables({"esc": {"characteristic_speed": "25 m/s", "lag": "0.1 s"}})
    assert with_wanted_car(held) is held
    one = with_wanted_car(given.with_tables({"esc": {"lag": "0.2 s"}})).esc
    assert one.lag == 0.2 and one.characteristic_speed == with_wanted_car(given).esc.characteristic_speed


SINE = {"speed": "80 km/h", "angle": 1.5, "duration": "3 s"}  # so fast that wheels are braked


def test_what_is_found_is_recorded_and_found_again_for_each_variant_of_a_batch():
    """A front axle with more load understeers more. A row of the batch is the run of its car alone."""
    given, metrics = car("golf1"), ["esc.first_action", "esc.impulse", "lateral_offset"]
    places = [given.values()["body.centre.x"], -0.85]
    cars = [given.with_values({"body.centre.x": x}) for x in places]
    runs = [jounce.run(each, "sine-steer", **SINE) for each in cars]
    speeds = [run.metadata["controllers"][0]["numbers"]["characteristic_speed"] for run in runs]
    assert speeds[0] == with_wanted_car(cars[0]).esc.characteristic_speed and speeds[1] < 0.95 * speeds[0]
    notes = " ".join(runs[0].metadata["notes"])
    assert "found from its linear car at 80 km/h" in notes
    assert "a characteristic speed of 37.86 m/s and a lag of" in notes
    table = jounce.vary(given, "sine-steer", {"body.centre.x": places}, metrics=metrics, workers=1, **SINE)
    for name in metrics:
        np.testing.assert_array_equal(table[name], [run.metrics[name].value for run in runs])


STILL = [
    ("step-steer", {"speed": "60 km/h", "lateral_acceleration": 4.905, "duration": "3 s"}),
    ("step-steer", {"speed": "80 km/h", "lateral_acceleration": 4.905, "duration": "3 s"}),
    ("step-steer", {"speed": "120 km/h", "lateral_acceleration": 4.905, "duration": "3 s"}),
    ("weave", {"periods": 2}),
    ("random-steer", {}),
    ("swept-steer", {"lateral_acceleration": 3.924, "duration": "20 s"}),
]
CARS = ("golf1", "short car", "small_car", "sedan", "large_sedan")


@pytest.mark.parametrize(
    ("name", "study", "settings"),
    with_campaign(
        [(name, study, settings) for name in CARS for study, settings in STILL],
        lambda case: (case[0] == "golf1" and case[1] != "random-steer") or case[:2] == ("short car", "step-steer"),
    ),
)
def test_stability_control_does_nothing_on_a_dry_road_below_half_of_what_tyres_give(name, study, settings):
    """Every brake stays without pressure, and the run says that control did not act."""
    run = jounce.run(car(name), study, **settings)
    demands = [run[channel] for channel in run if channel.startswith("controls.esc.brakes.")]
    assert len(demands) == 4 and not np.any(demands)
    assert "esc.first_action" not in run.metrics
    assert any("stability control 'esc'" in note and "does not act" in note for note in run.metadata["notes"])


def sheet_heading(run: Any) -> str:
    """The sheet of a programme with this run as its only trial."""
    outcome = Outcome(trial=Trial(chapter="Response", study="sine-steer", sheet={}), state=FINISHED, result=run)
    done = ProgrammeRun(vehicle=car("golf1"), outcomes=(outcome,), seconds=1.0, workers=1)
    return str(programme_sheet(done, {}))


def test_a_run_says_when_control_acted_and_marks_its_figures():
    """80 km/h and 1.5 rad of the steering wheel: the figures are those of the demands at the ticks."""
    settings = {"speed": "80 km/h", "angle": 1.5, "duration": "3 s"}
    run = jounce.run(car("golf1"), "sine-steer", **settings)
    demands = np.sum([run[channel] for channel in run if channel.startswith("controls.esc.brakes.")], axis=0)
    first = run.time[np.argmax(demands > 0.0)]
    assert run.metrics["esc.first_action"].value == pytest.approx(first, abs=1e-9)
    ticks = np.isclose(run.time * 100.0 % 1.0, 0.0, atol=1e-6) | np.isclose(run.time * 100.0 % 1.0, 1.0, atol=1e-6)
    assert run.metrics["esc.impulse"].value == pytest.approx(0.01 * demands[ticks].sum(), rel=1e-9)
    (note,) = (note for note in run.metadata["notes"] if "figures of this run are those of the car" in note)
    assert f"first at t = {first:.4g} s" in note
    sheet = sheet_heading(run)
    assert "esc acts" in sheet and f'title="first at {first:.3g} s"' in sheet
    still = jounce.run(car("golf1"), "sine-steer", **settings | {"angle": 0.1})
    assert "esc acts" not in sheet_heading(still)
    stop = jounce.run(car("golf1"), "straight-braking", speed="50 km/h")
    releases = [event["time"] for event in stop.metadata["events"] if event["what"] == "releases pressure"]
    assert stop.metrics["abs.first_action"].value == min(releases)
    counts = sum(stop[f"{axle}_{side}.brake.releases"][-1] for axle in ("front", "rear") for side in ("left", "right"))
    assert stop.metrics["abs.releases"].value == counts == len(releases)
