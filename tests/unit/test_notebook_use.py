"""In a notebook: short reprs, names that complete, tables with units, plots by patterns, copies that are equal."""

from __future__ import annotations

import copy
import pickle
import sys
from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError, SetupError, did_you_mean
from jounce.results import Channel, ChannelOwner, Metric, Record, Result, Verdict, VerdictCheck
from jounce.results.run_record import Change
from jounce.studies import StepSteer

T = np.linspace(0.0, 2.0, 41)
WHEELS = ("front_left", "front_right", "rear_left", "rear_right")


@pytest.fixture
def run() -> Result:
    names = ("vehicle.yaw_rate", "vehicle.ay", *(f"{wheel}.tyre.Fz" for wheel in WHEELS))
    units = ("rad/s", "m/s^2", "N", "N", "N", "N")
    return Result(
        time=T,
        channels=tuple(Channel(name, unit, f"{name} in words") for name, unit in zip(names, units, strict=True)),
        numbers=np.outer(T, np.arange(1.0, 7.0)),
        metrics={"peak_time": Metric(0.25, "s", "of the first peak"), "angle": Metric(np.pi, "rad", "half a turn")},
        metadata={"model": "car", "study": "step-steer"},
        coordinates={"hinge": T},
    )


@pytest.fixture
def sweep() -> Result:
    channels = (Channel("travel", "m", kind="displacement"), Channel("front_left.toe", "rad"))
    values = np.column_stack([np.linspace(-0.08, 0.08, 9), np.linspace(0.0, 0.01, 9)])
    about = {"model": "axle", "abscissa": "travel"}
    return Result(time=np.arange(9.0), channels=channels, numbers=values, metadata=about)


def test_a_run_says_what_it_is_over_what_and_how_much(run, sweep):
    assert repr(run) == "<Result car: step-steer; 2 s in 41 samples; 6 channels, 2 metrics>"
    assert repr(sweep) == "<Result axle; travel -80 to 80 mm in 9 samples; 2 channels, 0 metrics>"
    assert "interrupted" in repr(replace(run, metadata={**run.metadata, "status": "interrupted"}))


def test_metrics_are_a_short_table_with_units_and_complete(run):
    assert repr(run.metrics) == "2 metrics\n  peak_time  0.25 s\n  angle      180 deg"
    assert repr(run.metrics["angle"]) == "<Metric 180 deg: half a turn>"
    assert run.metrics._ipython_key_completions_() == ["peak_time", "angle"]
    assert run.metrics.get("none") is None and "angle" in run.metrics and len(run.metrics) == 2
    with pytest.raises(ModelError, match="Did you mean 'peak_time'"):
        run.metrics["peaktime"]


def test_a_car_and_a_study_say_what_they_are():
    axle = jounce.load("double_wishbone")
    assert repr(axle).startswith("<Vehicle 'double wishbone': front double_wishbone; double_wishbone.toml, ")
    changed = axle.with_values({"axles.front.hardpoints.tie_rod_outer.z": 0.26})
    assert repr(changed) == repr(axle).replace("toml, ", "toml, 1 of ").replace("numbers", "numbers changed")
    assert "driven as functional" in repr(axle.at_depth("functional"))
    study = StepSteer(speed="72 km/h")
    assert repr(study) == "StepSteer(speed='72 km/h')" and eval(repr(study)) == study
    odd = StepSteer(speed=20.123456789)
    assert repr(odd) == "StepSteer(speed='20.123456789 m/s')" and eval(repr(odd)) == odd


def test_a_run_is_used_like_a_table_of_channels(run):
    assert run.keys() == list(run) == run._ipython_key_completions_() and len(run) == 6
    assert "vehicle.ay" in run and "ay" not in run


def test_several_channels_are_had_at_once_and_a_missing_one_by_a_default(run):
    np.testing.assert_array_equal(run[["vehicle.ay", "vehicle.yaw_rate"]], np.outer(T, [2.0, 1.0]))
    np.testing.assert_array_equal(run["vehicle.ay", "vehicle.yaw_rate"], np.outer(T, [2.0, 1.0]))
    assert [name for name, _ in run.items()] == run.keys()
    assert all(np.array_equal(history, run[name]) for name, history in run.items())
    assert run.get("vehicle.az") is None and run.get("vehicle.az", 7.0) == 7.0
    np.testing.assert_array_equal(run.get("vehicle.ay"), run["vehicle.ay"])
    assert None not in run and ["vehicle.ay"] not in run
    for wrong in (None, 3, slice(3), ["vehicle.ay", None], {"vehicle.ay"}):
        with pytest.raises(TypeError, match="is no name"):
            run[wrong]
    with pytest.raises(KeyError) as missing:
        run[["vehicle.ay", "ay", "yaw"]]
    assert [problem.where for problem in missing.value.problems] == ["ay", "yaw"]
    assert str(missing.value).startswith("result: 2 problems")  # as ours, not in the quotes of a KeyError


def test_the_old_name_of_its_numbers_says_the_new_one(run):
    with pytest.warns(DeprecationWarning, match=r"result\.numbers"):
        assert run.values is run.numbers


def test_xarray_has_the_units_and_the_coordinate_that_the_run_is_over(run, sweep, monkeypatch):
    pytest.importorskip("xarray")
    found = run.to_xarray()
    assert dict(found.sizes) == {"time": 41} and found["vehicle.ay"].attrs["units"] == "m/s^2"
    assert found.attrs == {"model": "car", "study": "step-steer"} and found["time"].attrs["units"] == "s"
    np.testing.assert_array_equal(found["vehicle.ay"].sel(time=1.0), 2.0)
    over = sweep.to_xarray()
    assert list(over.data_vars) == ["front_left.toe"] and over["travel"].attrs["units"] == "m"
    np.testing.assert_array_equal(over["travel"], sweep["travel"])
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(SetupError, match=r"jounce\[xarray\]"):
        run.to_xarray()


def test_a_notebook_shows_the_lines_of_the_user_and_the_message():
    def of_mine():
        jounce.load("small_car").with_values({"body.mas": 3.0})

    with pytest.raises(ModelError) as refusal:
        of_mine()
    lines = refusal.value._render_traceback_()
    assert any("body.mas" in line for line in lines) and lines[-1].startswith("ModelError: ")
    assert not any("jounce/" in line for line in lines) and len(lines) <= 6


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("yaw_rate", "Did you mean 'vehicle.yaw_rate'?"),
        ("yaw_rat", "Did you mean 'vehicle.yaw_rate'?"),
        ("vehicle.yawrate", "Did you mean 'vehicle.yaw_rate'?"),
        ("rear_left.Fz", "Did you mean 'rear_left.tyre.Fz'?"),
        ("tyre.Fz", "Did you mean " + ", ".join(f"'{wheel}.tyre.Fz'" for wheel in WHEELS[:3])),
    ],
)
def test_a_channel_is_found_by_its_end(run, word, words):
    with pytest.raises(ModelError) as refusal:
        run[word]
    assert words in str(refusal.value)
    assert did_you_mean("gearbox", run) == "" and did_you_mean("", run) == ""
    assert did_you_mean("speed", ["speeds", "vehicle.speed"]) == " Did you mean 'vehicle.speed'?"
    assert did_you_mean("yawrate", ["front_left_upper_arm.yaw_rate"]) == (
        " Did you mean 'front_left_upper_arm.yaw_rate'?"
    )


def test_pandas_has_units_and_the_index_that_the_run_is_over(run, sweep):
    pytest.importorskip("pandas")
    table = run.to_pandas()
    assert table.index.name == "time" and table.attrs["units"]["vehicle.ay"] == "m/s^2"
    assert table.attrs["units"]["time"] == "s" and table.attrs["model"] == "car"
    assert table.attrs["definitions"]["vehicle.ay"] == "vehicle.ay in words"
    over = sweep.to_pandas()
    assert over.index.name == "travel" and list(over.columns) == ["front_left.toe"]
    np.testing.assert_array_equal(over.index, sweep["travel"])
    assert over.attrs["units"] == {"travel": "m", "front_left.toe": "rad"}


def test_a_comparison_is_a_table_of_pandas(run):
    pytest.importorskip("pandas")
    longer = replace(run, metrics={**run.metrics, "peak_time": Metric(0.5, "s", "of the first peak")})
    table = jounce.compare([run, longer], labels=["a", "b"]).to_pandas()
    assert table.loc["peak_time", ("b", "percent")] == pytest.approx(100.0)
    assert table.loc["angle", ("a", "value")] == pytest.approx(180.0) and table.attrs["units"]["angle"] == "deg"
    assert repr(jounce.compare([run, longer], labels=["a", "b"])) == (
        "<Comparison (1) a; (2) b; 1 of 2 metrics differ; 6 channels>"
    )


def test_a_study_and_a_comparison_can_be_pickled(run):
    study = StepSteer(speed="72 km/h")
    assert pickle.loads(pickle.dumps(study)) == study == copy.deepcopy(study)
    found = jounce.compare([run, run], labels=["a", "b"])
    assert repr(pickle.loads(pickle.dumps(found))) == repr(found)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))])
def test_copies_of_a_run_are_equal_and_stay_read_only(run, copied):
    again = copied(replace(run, end=lambda: "a prepared model"))
    assert again.keys() == run.keys() and again.metadata == run.metadata and again.record == run.record
    assert dict(again.metrics) == dict(run.metrics) and repr(again) == repr(run)
    np.testing.assert_array_equal(again.numbers, run.numbers)
    np.testing.assert_array_equal(again.coordinates["hinge"], T)
    with pytest.raises(ValueError, match="read-only"):
        again.numbers[0, 0] = 1.0


def test_a_plot_takes_patterns_an_x_axis_and_other_runs(run):
    (axis,) = run.plot("*.tyre.Fz", over="vehicle.ay").axes
    assert len(axis.lines) == 4 and axis.get_xlabel() == "ay [m/s²]"
    np.testing.assert_array_equal(axis.lines[0].get_xdata(), run["vehicle.ay"])
    other = replace(run, numbers=2.0 * run.numbers)
    (axis,) = run.plot("vehicle.yaw_rate", compare=other).axes
    first, second = axis.lines
    np.testing.assert_allclose(second.get_ydata(), 2.0 * first.get_ydata())
    assert first.get_color() != second.get_color()
    (axis,) = run.plot("vehicle.yaw_rate", over="vehicle.ay", compare=[other, run]).axes
    assert [len(line.get_xdata()) for line in axis.lines] == 3 * [T.size]
    np.testing.assert_array_equal(axis.lines[1].get_xdata(), 2.0 * run["vehicle.ay"])
    with pytest.raises(ModelError, match="no channel has this name"):
        run.plot("*.brake")
    with pytest.raises(ModelError, match=r"Did you mean 'vehicle\.ay'"):
        run.plot("vehicle.yaw_rate", over="ay")


def test_a_comparison_in_a_notebook_shows_names_as_text_only(run):
    html = jounce.compare([run, run], labels=["<script>", "b"])._repr_html_()
    assert "<script>" not in html and "&lt;script&gt;" in html and "<table>" in html


def test_what_a_run_consists_of_is_shown_in_a_line():
    axle = ChannelOwner("tyre", "front_left.tyre", "front", "left")
    channel = Channel("front_left.tyre.Fz", "N", "load", "wheel load", axle)
    assert repr(channel) == "<Channel front_left.tyre.Fz [kN]: load>"
    record = Record(file="small_car", study="step-steer", changes=(Change("body.mass", 1.0, 2.0, "kg"),), digest="ab12")
    assert repr(record) == "<Record small_car, step-steer: 1 changed value, 0 settings; run ab12>"
    verdict = Verdict((VerdictCheck("energy balance", 2e-6, "1", 0.01, 0.1, ""),))
    assert repr(verdict) == "<Verdict passed: energy balance passed, 2e-06 of at most 0.01>"
    assert repr(Verdict()) == "<Verdict nothing checked>"


def test_a_notebook_shows_a_plot_by_itself():
    """IPython asks an object for its picture; pyplot, which would have told it how to draw figures, is not needed."""
    run = jounce.simulate(jounce.load("pendulum"), duration=0.1, integrator="rk4")
    assert run.plot("hinge.angle")._repr_png_().startswith(b"\x89PNG")
