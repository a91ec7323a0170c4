"""What driving studies say about settings that cannot be."""

from __future__ import annotations

import pytest

import jounce
from jounce.errors import ModelError


def refusal(model: str, study: str, **settings) -> str:
    with pytest.raises(ModelError) as refused:
        jounce.run(jounce.load(model), study, **settings)
    return str(refused.value)


def test_all_wrong_settings_are_named_at_once():
    text = refusal("small_car", "three-bumps", speed="3 kg", height="-1 mm", length=0)
    assert "3 problems" in text
    for words in ("'3 kg' is not in m/s", "-0.001 m", "0 m", "a positive value"):
        assert words in text


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
