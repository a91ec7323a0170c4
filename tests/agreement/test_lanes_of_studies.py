"""Variants in lanes against the same variants alone: their trims, their runs, and rows that depend on nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.results import Channel, Result
from jounce.simulation.lanes.simulate_many import lane_obstacle
from jounce.studies.driving.driving_start import start_in_circle, start_straight
from jounce.studies.handling.step_steer import StepSteer
from jounce.studies.many.lanes.lane_plan import lane_plan, study_fits_lanes, watch_channels_seen
from jounce.studies.many.run_variants import run_variants
from jounce.studies.many.variant import Variant, VariantTask

SPRING, MASS = "axles.front.spring.law.slope", "body.mass"
STUDY = {"speed": "60 km/h", "duration": "2.5 s"}
NAMES = ("steering_angle", "steady_yaw_rate", "yaw_rate_response_time", "yaw_rate_overshoot", "steady_roll")
VALUES = ({SPRING: 12_000.0}, {SPRING: 15_000.0, MASS: 700.0}, {SPRING: 26_000.0}, {MASS: 560.0}, {})
YAW_RATE_ERROR = 5e-3  # what lanes promise


@pytest.fixture(scope="module")
def car():
    return jounce.load("small_car")


@pytest.fixture(scope="module")
def task(car):
    return VariantTask(subject=car, study=StepSteer(**STUDY), metrics=NAMES)


@pytest.fixture(scope="module")
def rows(task):
    return run_variants(task, [Variant(k, values) for k, values in enumerate(VALUES)])


def test_a_variant_in_a_lane_answers_as_it_does_alone_by_rk4_with_located_events(car, rows):
    """The reference takes steps of 0.5 ms and locates when rack and differential stick and slide; its trims go all the
    way from rest through strides, each with its own slopes.
    """
    for row, values in list(zip(rows, VALUES, strict=True))[:2]:
        alone = jounce.run(car.with_values(values), "step-steer", integrator="rk4", step="0.5 ms", **STUDY)
        found = dict(zip(NAMES, row.metrics, strict=True))
        assert row.verdict == "passed"
        angle, rate = (alone.metrics[name].value for name in ("steering_angle", "steady_yaw_rate"))
        # a circle alone is found at its yaw rate to 1e-9 rad/s; the angle goes with it
        assert found["steering_angle"] == pytest.approx(angle, rel=4e-8)
        assert found["steady_yaw_rate"] == pytest.approx(rate, rel=YAW_RATE_ERROR)
        for name in ("yaw_rate_response_time", "steady_roll"):
            assert found[name] == pytest.approx(alone.metrics[name].value, rel=YAW_RATE_ERROR)


def test_a_row_has_the_same_bits_in_any_chunk(task, rows):
    for numbers in ([4, 1], [3], [0, 2, 1]):
        again = run_variants(task, [Variant(k, VALUES[k]) for k in numbers])
        assert again == [rows[k] for k in numbers]


def test_the_variants_really_ran_in_lanes(task):
    """Else the tests above would compare single runs with single runs."""
    plan = lane_plan(task)
    assert plan is not None
    assert [start.key for start in plan.starts] == [("straight", 60 / 3.6), ("circle", 60 / 3.6, 4.0 / (60 / 3.6))]
    assert {"vehicle.yaw_rate", "vehicle.roll", "energy.balance"} <= {*plan.settings.channels}
    assert {"vehicle.pitch", "front_left.tyre.deflection"} <= {*plan.settings.channels}  # that the verdict reads
    assert len(plan.settings.channels) < 80  # of more than 600: those of metrics, verdict and energies
    assert plan.error <= task.study.accuracy


def test_trims_from_the_car_as_it_is_are_those_of_a_search_of_their_own(car, task):
    """All rates that shall vanish do, and the circle is the same: state and inputs agree but for what is free, angles
    of wheels and shafts.
    """
    plan, values = lane_plan(task), VALUES[1]
    model = car.with_values(values).car_model()
    speed = 60 / 3.6
    straight = start_straight(model, speed)
    circle = start_in_circle(model, speed, 4.0 / speed, at=straight)
    for start, alone in zip(plan.starts, (straight, circle), strict=True):
        work = plan.compiled.workspace(model.model)
        work.modes[:] = start.start.ready.numbers.modes
        work.modes[work.layout.friction_places().ravel()] = start.start.trimmed.friction
        (point,) = start.trim.solve([work], start.turning)
        layout = alone.ready.layout
        for name in ("body.wx", "body.wy", "body.wz", "body.vy", "body.vz"):
            place = layout.speeds[name]
            assert point.state[place] == pytest.approx(alone.ready.state[place], abs=4e-8)
        torque = point.inputs[layout.inputs["drive.torque"]]
        assert torque == pytest.approx(alone.inputs["drive.torque"], rel=4e-8)
        work.inputs[:] = point.inputs
        rates = work.rhs(point.state)
        assert abs(rates[[layout.speeds[f"body.{word}"] for word in ("wx", "wy", "wz", "vx", "vy", "vz")]]).max() < 1e-8


def test_rk4_in_lanes_is_rk4(car):
    """Another loop, the same formulas: but for the rounding of sums, a functional car goes the same way."""
    golf = jounce.load("golf1")
    study = StepSteer(speed="80 km/h", duration="2 s", lateral_acceleration="5 m/s^2")
    done = study.manoeuvre(golf)
    inputs = dict(done.start.inputs) | dict(done.inputs)
    names = ["vehicle.yaw_rate", "vehicle.cg.ay", "front_left.tyre.Fz"]
    how = {"inputs": inputs, "integrator": "rk4", "step": 2e-3}
    (lane,) = jounce.simulation.simulate_many([done.start.ready], 2.0, channels=names, **how)
    alone = jounce.simulate(done.start.ready, 2.0, **{"integrator": "rk4", **how})
    for name in names:
        assert lane[name] == pytest.approx(alone[name], rel=1e-9, abs=1e-9 * np.abs(alone[name]).max())


def test_what_needs_located_events_or_cannot_be_built_runs_alone_or_says_so(task):
    rows = run_variants(task, [Variant(0, {MASS: -5.0}), Variant(1, {}), Variant(2, {}, {"duration": 3.0})])
    assert rows[0].verdict == "refused"
    assert "body.mass" in rows[0].reason
    assert rows[1].verdict == rows[2].verdict == "passed"  # another time: alone
    engine = jounce.load("sedan")
    assert "located" in lane_obstacle(jounce.prepare(engine, integrator=None))
    assert not study_fits_lanes(VariantTask(subject=engine, study=StepSteer(integrator="rk4"), metrics=NAMES))


def test_a_run_that_is_watched_notes_channels_read_one_by_one_and_by_list():
    channels = tuple(Channel(name, "m", "a length") for name in "abc")
    run = Result(time=np.arange(3.0), channels=channels, numbers=np.arange(9.0).reshape(3, 3))
    seen = watch_channels_seen(run)
    np.testing.assert_array_equal(seen[["c", "a"]], run.numbers[:, [2, 0]])
    np.testing.assert_array_equal(seen["a"], run.numbers[:, 0])
    assert list(seen.seen) == ["c", "a"]
