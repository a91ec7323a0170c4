"""A car over a road of the user's: what the road does to it, and which way a mu-split turns it."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import ModelError
from jounce.parts.roads import Bump, FrictionPatch, Plank, Road, Slope

V = 15.0  # m/s
CORNERS = ("front_left", "front_right", "rear_left", "rear_right")


@pytest.fixture(scope="module")
def car():
    return jounce.load("small_car")


def test_a_bump_is_met_when_the_wheel_is_there(car):
    """The front axle starts at x = 0 and meets the crest after 10 m at the time 10 m / v, the rear one a wheelbase
    later. Under the wheel the height is the mean of two cams 0.08 m apart, and samples are 0.075 m apart: the highest
    is at most 0.04 m + 0.0375 m off the crest, which is (1 - cos(2 pi 0.0775 / 2)) / 2 = 1.5 % below it."""
    road = Road(name="hump", elements={"hump": Bump(height=0.03, length=2.0, start=9.0)})
    run = jounce.run(car, "drive-road", road=road, speed=V, duration=1.5, step="1 ms")
    wheelbase = abs(car.axles["rear"].hardpoints["wheel_centre"][0] - car.axles["front"].hardpoints["wheel_centre"][0])
    for corner, way in (("front_left", 10.0), ("rear_right", 10.0 + wheelbase)):
        height = run[f"{corner}.tyre.road"]
        assert run.time[height.argmax()] == pytest.approx(way / V, abs=0.01)
        assert height.max() == pytest.approx(0.03, rel=0.015)
    assert run.metrics["largest_load"].value > 1.1 * run["front_left.tyre.Fz"][0]
    assert run.metadata["settings"]["road"] == "hump"


def test_ice_under_the_right_wheels_turns_a_braking_car_to_the_left(car):
    """On the left the tyres brake by their friction, on the right by a tenth of it."""
    road = Road(name="mu-split", elements={"ice": FrictionPatch(friction=0.1, x_min=5.0, y_max=0.0)})
    run = jounce.run(car, "drive-road", road=road, speed=V, pedal=0.2, begin="0.6 s", duration=1.2, step="1 ms")
    assert run.metrics["final_yaw"].value > 0.01
    last = run.time > 1.0
    assert run["front_left.tyre.Fx"][last].mean() < 2 * run["front_right.tyre.Fx"][last].mean() < 0
    assert (run["front_right.tyre.friction"][last] == 0.1).all() and (run["front_left.tyre.friction"] == 1).all()


def test_a_flat_road_and_held_controls_keep_the_speed(car):
    run = jounce.run(car, "drive-road", speed=V, duration=0.5, step="1 ms")
    np.testing.assert_allclose(run["vehicle.speed"], V, atol=1e-4)


def test_a_start_on_a_slope_is_told(car):
    run = jounce.run(car, "drive-road", road=Road(name="hill", elements={"h": Slope(grade=0.05)}), duration=0.01)
    assert any("'hill' is not level under the car at the start" in note for note in run.metadata["notes"])


def test_metrics_over_planks_are_read_often_enough_whatever_rows_are_written(car):
    """A twentieth of the contact length, 0.1 m, at 15 m/s: 1/3 ms, the longest step and the time between readings."""
    road = Road(name="plank", elements={"plank": Plank(height=0.02, length=0.1, start=4.0)})
    how = {"road": road, "speed": V, "duration": 0.6, "integrator": "rk4"}
    runs = [jounce.run(car, "drive-road", output_step=step, **how) for step in ("5 ms", "0.333 ms")]
    for run in runs:
        assert run.metadata["settings"]["step"] <= 333e-6
        assert {name: m.value for name, m in run.metrics.items()} == {n: m.value for n, m in runs[0].metrics.items()}
    coarse, fine = (max(run[f"{corner}.tyre.Fz"].max() for corner in CORNERS) for run in runs)
    largest = runs[0].metrics["largest_load"].value
    assert largest == pytest.approx(fine, rel=5e-3) and coarse < 0.99 * largest


def test_what_is_no_road_is_refused_and_the_command_line_takes_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError, match="'four_bar' is not a road"):
        jounce.run(jounce.load("small_car"), "drive-road", road="four_bar")
    words = ["small_car", "drive-road", "--road", "three_planks", "--duration", "0.02 s", "--channels", "vehicle.*"]
    outcome = CliRunner().invoke(main, ["run", *words])
    assert outcome.exit_code == 0 and "lies above 50 Hz" in outcome.stdout
    plain = CliRunner().invoke(main, ["run", "small_car", "--road", "three_planks", "--duration", "0.02 s"])
    assert plain.exit_code == 0 and "\n  small_car.h5\n" in plain.stdout
    assert "is not a road" in CliRunner().invoke(main, ["run", "small_car", "--road", "four_bar"]).output
