"""Runs share machine code and nothing else: side by side they give what they give one after the other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

import jounce
from jounce.simulation.prepare import Prepared
from jounce.studies.driving.driving_start import SteadyMotionStart, start_straight

CARS, RUNS_A_CAR, DURATION = 4, 4, 0.3


@cache
def cars() -> tuple[SteadyMotionStart, ...]:
    """Four cars of one structure at 15 m/s, with different masses and centres of mass."""
    vehicle = jounce.load("small_car")
    loads = [{"body.mass": 640.0 + 40.0 * k, "body.centre.z": 0.50 + 0.02 * k} for k in range(CARS)]
    return tuple(start_straight(vehicle.with_values(load).car_model(), 15.0) for load in loads)


def turn(start: SteadyMotionStart, angle: float) -> np.ndarray:
    """All channels of a turn of the steering wheel."""
    wheel = (np.array([0.0, 0.1, 1.0]), np.array([0.0, angle, angle]))
    inputs = dict(start.inputs) | {str(start.car.steering): wheel}
    return jounce.simulate(start.ready, DURATION, inputs=inputs, step=1e-3).numbers


def test_sixteen_threads_give_what_serial_runs_give_to_the_last_bit():
    """Four cars, each run with four inputs at once: every thread writes its own numbers, all call the same code."""
    work = [(start, 0.1 + 0.2 * k) for start in cars() for k in range(RUNS_A_CAR)]
    one_by_one = [turn(*each) for each in work]
    with ThreadPoolExecutor(len(work)) as pool:
        at_once = list(pool.map(lambda each: turn(*each), work))
    for serial, threaded in zip(one_by_one, at_once, strict=True):
        np.testing.assert_array_equal(threaded, serial)
    yaw = [values[-1] for values in one_by_one]
    assert len({row.tobytes() for row in yaw}) == len(work), "all runs differ, so that a mix-up would show"


def test_trims_in_threads_give_what_serial_trims_give():
    """Trim writes inputs at every try: a speed for each thread."""
    car, speeds = cars()[0].car, [10.0, 14.0, 18.0, 22.0]
    one_by_one = [start_straight(car, speed, at=cars()[0]).ready.state for speed in speeds]
    with ThreadPoolExecutor(len(speeds)) as pool:
        at_once = list(pool.map(lambda speed: start_straight(car, speed, at=cars()[0]).ready.state, speeds))
    for serial, threaded in zip(one_by_one, at_once, strict=True):
        np.testing.assert_array_equal(threaded, serial)


def test_a_run_inside_a_run_leaves_the_outer_one_alone():
    """The inner run stabilises its loops by feedback, which is a value of the equations."""
    start = cars()[0]
    inner: list[jounce.Result] = []

    def meanwhile(t: float) -> None:
        if not inner:
            inner.append(
                jounce.simulate(start.ready, 0.01, inputs=start.inputs, projection="baumgarte", integrator="rk4")
            )

    alone = jounce.simulate(start.ready, DURATION, inputs=start.inputs, integrator="rk4")
    disturbed = jounce.simulate(start.ready, DURATION, inputs=start.inputs, progress=meanwhile, integrator="rk4")
    assert inner
    np.testing.assert_array_equal(disturbed.numbers, alone.numbers)


def test_what_is_prepared_cannot_be_written_or_run():
    ready: Prepared = cars()[0].ready
    for name in ("inputs", "modes", "values", "work"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(ready.numbers, name)[0] = 1.0
    with pytest.raises(RuntimeError, match="make a workspace"):
        ready.numbers.rhs(ready.state)
    with pytest.raises(ValueError, match="read-only"):
        ready.state[0] = 1.0
