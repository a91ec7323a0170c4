"""Metrics are read at a step of the study's own: how often rows are written changes none of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jounce
from campaigns import with_campaign
from jounce.errors import ModelError
from jounce.studies import STUDIES
from jounce.studies.driving.drive import Drive

STEPS = ("1 ms", "10 ms", "100 ms")
CARS = dict.fromkeys(("torque-step", "drive-path", "clutch-drop", "rim-acceleration"), "small_car") | {
    "one-sided-torque": "small_car_electric",
    "acceleration": "small_car_electric",
}
SETTINGS = {
    "ride": {"length": "60 m"},
    "four-post": {"duration": "2 s", "frequency_min": "2 Hz"},
    "sine-with-dwell": {"angle": "100 deg", "sides": "left"},
    "fishhook": {"speeds": "60 km/h", "sides": "left"},
    "j-turn": {"speeds": "60 km/h", "sides": "left"},
    "swept-steer": {"duration": "10 s"},
    "random-steer": {"duration": "30 s"},
    "slow-ramp": {"rate": "8 deg/s"},
    "park-on-slope": {"duration": "3 s"},
    "acceleration": {"duration": "4 s"},
}
# cheap ones, of every way of reading: peaks, lags, spectra, filters, doses, counts, crossings, joined and several runs
SAMPLE = (
    *("step-steer", "sine-steer", "gyroscopic-effect", "random-steer", "lane-change", "straight-braking"),
    *("brake-in-turn", "sine-with-dwell", "fishhook", "three-bumps", "single-bump", "ride", "script"),
)
DRIVES = sorted(n for n, kind in STUDIES.items() if issubclass(kind, Drive) and kind.simulates and n != "replay")


def _figures(run) -> dict[str, float]:
    return {name: metric.value for name, metric in run.metrics.items()}


@pytest.mark.parametrize("study", with_campaign(DRIVES, lambda name: name in SAMPLE))
def test_metrics_are_the_same_to_the_last_bit_at_any_output_step(study):
    """1, 10 and 100 ms, and notes too: the same motion is read at the same instants."""
    car, settings = jounce.load(CARS.get(study, "golf1")), SETTINGS.get(study, {})
    runs = [jounce.run(car, study, output_step=step, **settings) for step in STEPS]
    for run, step in zip(runs, (1e-3, 1e-2, 1e-1), strict=True):
        assert np.median(np.diff(run.time)) == pytest.approx(step, rel=1e-6)
        np.testing.assert_equal(_figures(run), _figures(runs[0]))
        assert run.metadata["notes"] == runs[0].metadata["notes"]


@pytest.mark.parametrize("integrator", ["auto", "rk4", "dormand-prince", "bulirsch-stoer", "ros2"])
def test_rows_of_any_step_are_rows_of_one_motion(integrator):
    """An instant has the same row in a run with rows of 10 ms and in one with rows of 4 ms: every 20 ms; and metrics
    are those of the run that was not asked for other rows than its own."""
    car = jounce.load("golf1")
    how = {"duration": "1.2 s", "integrator": integrator}
    own, coarse, fine = (
        jounce.run(car, "step-steer", **how, **rows) for rows in ({}, {"output_step": "10 ms"}, {"output_step": "4 ms"})
    )
    assert _figures(own) == _figures(coarse) == _figures(fine)
    shared = [name for name in own.keys() if name in coarse]
    np.testing.assert_array_equal(coarse.to_numpy(shared)[::2], fine.to_numpy(shared)[::5])
    np.testing.assert_array_equal(coarse.to_numpy(shared), own.to_numpy(shared)[::2])


def test_rows_inside_steps_of_rk4_lie_on_the_motion():
    """A swing of small angle, q = 0.01 cos(w t): between steps of 5 ms the quartic polynomial errs by less than
    (w h)^5/5!, 1e-10 of the amplitude; a straight line would by (w h)^2/8, 3e-5."""
    pendulum = jounce.load("pendulum")
    joint = next(iter(jounce.prepare(pendulum).layout.coordinates))
    how = {"start": {joint: 1e-4}, "integrator": "rk4", "step": "5 ms"}
    read = jounce.simulate(pendulum, 1.0, measuring_step="5 ms", output_step="1 ms", **{"integrator": "rk4", **how})
    rows = read.with_written_rows()
    exact = jounce.simulate(pendulum, 1.0, output_step="1 ms", **(how | {"integrator": "dormand-prince", "step": None}))
    assert read.time.size == 201 and rows.time.size == 1001
    np.testing.assert_array_equal(rows[joint][::5], read[joint])
    alone = jounce.simulate(pendulum, 1.0, output_step="5 ms", **{"integrator": "rk4", **how})
    np.testing.assert_array_equal(alone[joint], read[joint])
    assert np.abs(rows[joint] - exact[joint]).max() < 1e-8 * 1e-4 + 2.0 * np.abs(read[joint] - exact[joint][::5]).max()


def test_a_joined_run_writes_its_rows_in_every_phase():
    """Two phases of 1 s: a row every 100 ms of each, and its figures are those of rows of 5 ms."""
    car = jounce.load("golf1")
    phases = [
        {"name": "go", "duration": "1 s"},
        {"name": "turn", "steering": {"by": "20 deg"}, "duration": "1 s"},
    ]
    run, own = (jounce.run(car, "script", phases=phases, **rows) for rows in ({"output_step": "100 ms"}, {}))
    assert run.time == pytest.approx(np.arange(21) * 0.1)
    assert _figures(run) == _figures(own)


def test_a_saved_result_has_the_figures_of_the_run(tmp_path):
    """Its rows are 100 ms apart; a parabola through them would miss the peak of the yaw rate by 1e-3 and more."""
    run = jounce.run(jounce.load("golf1"), "sine-steer", output_step="100 ms")
    back = jounce.read(run.save(tmp_path / "run.h5"))
    assert _figures(back) == _figures(run) == _figures(jounce.run(jounce.load("golf1"), "sine-steer"))
    seen = np.abs(back["vehicle.yaw_rate"]).max()
    assert max(abs(_figures(back)[f"yaw_rate_{k}_peak"]) for k in ("first", "second")) - seen > 1e-3 * seen


def test_a_batch_and_a_gradient_read_what_the_study_alone_reads():
    """By one method with one fixed step. A gradient makes its sums in another order; cars in lanes do not locate the
    instants at which friction sticks, which moves the motion of golf1 by 1e-8."""
    car, how = jounce.load("golf1"), {"integrator": "rk4", "step": "1 ms", "duration": "3 s"}
    alone = _figures(jounce.run(car, "sine-steer", output_step="100 ms", **how))
    study = STUDIES["sine-steer"](output_step="50 ms", **how)
    mass = car.values()["body.mass"]
    batch = jounce.vary(car, study, {"body.mass": [mass]}, workers=1)
    names = ["yaw_rate_first_peak", "yaw_rate_lag", "largest_roll"]
    found = jounce.gradient(car, study, ["body.mass"], metrics=names)
    for name in names:
        assert found.run.metrics[name].value == pytest.approx(alone[name], rel=1e-12)
        assert batch[name][0] == pytest.approx(alone[name], rel=1e-7)


def test_static_studies_have_no_rows_over_time():
    for name in ("steady-circle", "linear-steer", "plausibility", "understeer-budget", "load-transfer"):
        assert "output_step" not in STUDIES[name].settings
    assert "output_step" in STUDIES["slow-ramp"].settings


@pytest.mark.parametrize("given", ["0 s", "20 s", "3 kg", "5", math.nan])
def test_a_wrong_output_step_is_refused_by_name(given):
    with pytest.raises(ModelError, match="output_step"):
        jounce.run(jounce.load("golf1"), "step-steer", output_step=given)
