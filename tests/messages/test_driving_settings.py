"""What driving studies say about settings that cannot be."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import jounce
from jounce.errors import ModelError, NumericalError


def refusal(model: str, study: str, **settings) -> str:
    with pytest.raises(ModelError) as refused:
        jounce.run(jounce.load(model), study, **settings)
    return str(refused.value)


def test_all_wrong_settings_are_named_at_once():
    text = refusal("small_car", "three-bumps", speed="3 kg", height="-1 mm", length=0)
    assert "3 problems" in text
    for words in ("'3 kg' is not in m/s", "-0.001 m", "from 1e-05 to 0.5 m", "0 m", "from 0.001 to 100 m"):
        assert words in text


@pytest.mark.parametrize(
    ("study", "given", "words"),
    [
        ("brake-to-standstill", {"pedal": 1.3}, ("1.3", "from 0 to 1")),
        ("drive-road", {"pedal": -0.1}, ("-0.1", "from 0 to 1")),
        ("step-steer", {"speed": "2000 km/h"}, ("2000 km/h", "from -540 to 540 km/h")),
        ("three-bumps", {"speed": "-30 km/h"}, ("-30 km/h", "from 0.36 to 540 km/h", "forward")),
        ("plausibility", {"speed": 0}, ("0 m/s", "from 0.36 to 540 km/h")),
        ("step-steer", {"speed": 0}, ("0 m/s", "at least 0.1 m/s, or -0.1 m/s in reverse", "drive-road")),
        ("steady-circle", {"speed": 0}, ("0 m/s", "at least 0.1 m/s", "divided by it")),
        ("brake-to-standstill", {"speed": "1 cm/s"}, ("0.01 m/s", "at least 0.1 m/s", "need not be stopped")),
        ("step-steer", {"angle": 0}, ("angle", "is zero")),
        ("sine-steer", {"lateral_acceleration": 0}, ("lateral_acceleration", "is zero")),
        ("step-steer", {"angle": 1, "duration": "0.6 s"}, ("0.6 s", "at least 1.15 s")),
        ("sine-steer", {"angle": 1, "frequency": "0.1 Hz"}, ("5 s", "at least 10.5 s")),
        ("roll-over", {"duration": "0.3 s"}, ("0.3 s", "at least 0.6 s")),
        ("drive-path", {"duration": "1 s"}, ("1 s", "at least 2.5 s")),
        ("drive-road", {"pedal": 0.5, "duration": "1 s"}, ("1 s", "at least 1.2 s")),
        ("torque-step", {"elements": 1.5}, ("1.5", "a whole number from 0 to 50")),
        ("torque-step", {"duration": "0.3 s"}, ("0.3 s", "at least 0.81 s")),
        ("steady-circle", {"points": 2}, ("2", "a whole number from 6 to 200")),
        ("slow-ramp", {"lateral_acceleration": -4}, ("-4 m/s^2", "from 0.1 to 20 m/s^2")),
        ("three-bumps", {"length": "2 m"}, ("spacing", "each is 2 m long")),
        ("ride", {"roughness": "Z"}, ("there is no roughness 'Z'", "A, B, C")),
        ("ride", {"wave_number_min": 3}, ("wave_number_max", "waves from 3 to 2.82843 cycle/m are none")),
        ("ride", {"seed": 1.5}, ("1.5", "a whole number from 0")),
        ("four-post", {"frequency_min": "20 Hz"}, ("frequency_max", "at least an octave")),
        ("four-post", {"corner": "front_left"}, ("corner", "the motion is 'heave'")),
        (
            "four-post",
            {"motion": "corner", "corner": "front_lift"},
            ("Did you mean 'front_left'?", "one of: front_left"),
        ),
        ("single-bump", {"side": "middle"}, ("there is no side 'middle'", "both, left or right")),
        ("three-planks", {"spacing": "5 cm"}, ("spacing", "each is 0.1 m long")),
        ("park-on-slope", {"grade": "200 %"}, ("200 %", "from -100 to 100 %")),
    ],
)
def test_a_setting_has_a_range(study, given, words):
    text = refusal("small_car", study, **given)
    assert all(word in text for word in words)


def test_a_run_knows_on_which_side_the_bumps_were():
    run = jounce.run(jounce.load("small_car"), "three-bumps", side="right", speed="60 km/h")
    assert run.metadata["settings"]["side"] == "right"


def test_a_setting_that_does_not_exist_gets_a_suggestion():
    text = refusal("small_car", "step-steer", sped="60 km/h")
    assert "Did you mean 'speed'?" in text and "on_progress" not in text


@pytest.mark.parametrize("study", ["step-steer", "sine-road", "torque-step", "steady-circle", "plausibility"])
def test_only_vehicles_can_be_driven(study):
    assert "a mechanism cannot be driven" in refusal("pendulum", study)
    assert "a tyre file cannot be driven" in refusal("tyre_205_55_r16", study)


def test_a_side_is_left_or_right():
    assert "left or right" in refusal("small_car", "three-bumps", side="middle")


def test_one_engine_cannot_drive_one_side():
    assert "small_car_electric" in refusal("small_car", "one-sided-torque")


def test_a_step_is_a_time_or_auto():
    assert "'soon'" in refusal("small_car", "step-steer", step="soon", angle="30 deg")


@pytest.mark.parametrize("study", ["step-steer", "slow-ramp", "roll-over"])
def test_a_car_that_cannot_be_steered_is_not_turned(study):
    car = jounce.load("small_car")
    axles = {name: replace(axle, steered=False) for name, axle in car.axles.items()}
    with pytest.raises(ModelError) as refused:
        jounce.run(replace(car, axles=axles), study)
    assert "none is steered" in str(refused.value)


NEED_WHEELS = (
    *("ride", "single-bump", "three-bumps", "one-obstacle", "drive-road", "plausibility", "load-transfer"),
    *("weave", "sine-with-dwell", "fishhook", "j-turn", "roll-over", "gyroscopic-effect", "straight-braking"),
)


@pytest.mark.parametrize("study", NEED_WHEELS)
def test_a_car_without_wheels_is_refused_by_studies_that_need_them(study):
    with pytest.raises(ModelError, match="a linear car has no wheels that could feel a road"):
        jounce.run(jounce.load("small_car").at_depth("single-track"), study)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"integrator": "rk4"}, False),
        ({"integrator": "rk4", "accuracy": 1e-5}, True),
        ({"integrator": "vehicle"}, False),
        ({"integrator": "auto"}, False),
    ],
)
def test_an_accuracy_that_changes_nothing_is_told_only_where_it_was_given(given, told):
    """A study may have another default than others: that is no word of the user's."""
    run = jounce.run(jounce.load("small_car"), "torque-step", **given)
    assert any(note.startswith("accuracy = ") for note in run.metadata["notes"]) == told, run.metadata["notes"]


def test_a_speed_that_the_tyres_cannot_hold_against_the_air_is_told_as_such():
    """Air asks for 1/2 rho A c v^2 = 3258 N at 300 km/h; lift and pull leave 3.6 kN on the driven wheels."""
    with pytest.raises(NumericalError) as failed:
        jounce.run(jounce.load("golf1"), "lane-change", speed="300 km/h")
    text = str(failed.value)
    assert "cannot hold 300 km/h straight ahead: its driven wheels would spin" in text
    assert "no trim found" in text  # the technical line stays
    fastest = float(re.search(r"at ([\d.]+) km/h, the fastest found", text)[1])
    assert 280 <= fastest < 300  # it does hold 280
