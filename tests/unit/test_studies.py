"""A study is a value: made by name or by class, checked when it is made, the same for Python, help and command line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import ModelError
from jounce.results.panel import Panel
from jounce.studies import STUDIES, SineSteer, StepSteer, WheelTravel, find_study
from jounce.studies.driving.drive import Drive, Manoeuvre
from jounce.studies.driving.driving_start import start_parked
from jounce.studies.settings import DURATION, STEP, Amount, Count, NamedAmounts
from jounce.studies.study import Study, define_metric


def test_a_study_made_by_name_is_the_one_made_by_class():
    assert (
        find_study("step-steer")(speed="72 km/h") == StepSteer(speed=20.0) == jounce.studies.StepSteer(speed="20 m/s")
    )
    assert StepSteer(speed=20.0) != StepSteer(speed=21.0) and StepSteer() != SineSteer()
    assert len({StepSteer(), StepSteer(), SineSteer()}) == 2
    assert repr(StepSteer(speed=20.0)) == "StepSteer(speed='72 km/h')" and repr(StepSteer()) == "StepSteer()"


def test_a_study_cannot_be_changed_after_it_was_checked():
    study = StepSteer()
    with pytest.raises(AttributeError, match="cannot be changed"):
        study.speed = 900.0
    with pytest.raises(TypeError):
        study.values["speed"] = 900.0


def test_a_study_and_its_name_give_the_same_run():
    car, settings = jounce.load("double_wishbone"), {"travel": ("-20 mm", "20 mm"), "points": 5}
    by_name, by_value = jounce.run(car, "wheel-travel", **settings), jounce.run(car, WheelTravel(**settings))
    assert (by_name.numbers == by_value.numbers).all() and by_name.metrics == by_value.metrics
    with pytest.raises(ModelError, match="has its settings already"):
        jounce.run(car, WheelTravel(), points=5)


def test_all_that_is_wrong_is_said_with_unit_range_and_meaning():
    with pytest.raises(ModelError) as refusal:
        StepSteer(speed="3 kg", angle=99.0, rise="-1 s", sped=1.0)
    text = str(refusal.value)
    assert len(refusal.value.problems) == 4
    assert "Did you mean 'speed'?" in text and "'3 kg' is not in m/s" in text
    assert "99 rad" in text and "from -1800 to 1800 deg; angle of the steering wheel, positive to the left" in text
    assert "from 0.001 to 60 s; time in which the steering wheel turns" in text


@pytest.mark.parametrize("value", [None, "auto"])
def test_what_is_left_to_the_study_is_auto(value):
    assert StepSteer(angle=value).angle is None
    assert "angle" not in StepSteer(angle=value).chosen()


@pytest.mark.parametrize("name", STUDIES)
def test_defaults_are_right_and_written_as_a_user_would(name):
    """Each default passes its own check, also when it is read back from the text that help shows."""
    study = STUDIES[name]()
    for setting in study.settings.values():
        assert setting.meaning and "\n" not in setting.meaning
        if not setting.auto and isinstance(setting, Amount | Count):
            assert setting.checked(setting.default_text()) == study.values[setting.name]


def test_help_of_a_study_lists_every_setting_and_metric():
    for words in (["run", "small_car", "step-steer", "--help"], ["run", "step-steer", "-h"], ["info", "step-steer"]):
        said = CliRunner().invoke(main, words)
        assert said.exit_code == 0
        assert all(f"--{name.replace('_', '-')}" in said.output for name in StepSteer.settings)
        assert all(name in said.output for name in StepSteer.metrics)
    assert "--start-rate" in CliRunner().invoke(main, ["run", "--help"]).output


def test_a_metric_that_was_not_declared_is_our_mistake():
    assert define_metric({"{corner}_ripple": ("Hz", "in {corner}")}, "front_left_ripple") == ("Hz", "in front_left")
    with pytest.raises(KeyError):
        define_metric(StepSteer.metrics, "colour")


def test_a_table_takes_dotted_names_and_tables_in_tables():
    loads = NamedAmounts(example="left.Fz=4 kN", entries={"left.Fz": Amount(unit="N", least=0.0, most=1e5)})
    assert (
        loads.checked("left.Fz=4 kN", "loads") == loads.checked({"left": {"Fz": 4000}}, "loads") == {"left.Fz": 4000.0}
    )


class Stand(Drive):
    """A study of one's own, in one class: the car stands."""

    name = "stand"
    duration = DURATION
    step = STEP
    panels = (Panel("wheel loads", ("{corner}.tyre.Fz",)),)
    metrics = {"{corner}_load": ("N", "of the tyre {corner}, at the end")}

    def manoeuvre(self, vehicle):
        return Manoeuvre(vehicle=vehicle, start=start_parked(vehicle.car_model()), duration=self.duration)

    def measure(self, run, done):
        return {f"{corner}_load": run[f"{corner}.tyre.Fz"][-1] for corner in done.car.corners}


def test_a_study_of_ones_own_is_one_class():
    """Wheel loads carry the weight, 9.81 m/s^2; a parked car moves by rounding only."""
    car = jounce.load("small_car")
    run = jounce.run(car, Stand(duration="0.1 s"))
    loads = [metric.value for name, metric in run.metrics.items() if name.endswith("_load")]
    assert sum(loads) == pytest.approx(9.81 * car.car_model().mass, rel=1e-9)
    assert run.metrics["rear_left_load"].definition == "of the tyre rear_left, at the end"
    assert run.panels[0].channels == tuple(f"{corner}.tyre.Fz" for corner in car.car_model().corners)
    assert run.record.study == "stand" and "largest_gap" in run.metrics
    assert isinstance(Stand(), Study) and "stand" not in STUDIES
