"""A call of `step` that Ctrl-C or a timer cuts short has not happened: time, state, rows, controllers are as before."""

from __future__ import annotations

import signal

import numpy as np
import pytest

import jounce
from controlled_models import POSITION, Follower, block_on_rail
from jounce.simulation.integrators.methods import METHODS

LONG = 600.0  # s: far more than can be computed before the signal


class Alarm(Exception):
    """What a handler of signals may raise in place of KeyboardInterrupt."""


@pytest.fixture
def cut_short():
    """Raise in the midst of machine code after a time of the clock."""

    def call(error, function, after=0.3):
        def handler(number, frame):
            raise error

        old = signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, after)
        try:
            with pytest.raises(error):
                function()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, old)

    return call


def started(method="rk4", **more):
    how = {"step": 1e-4} if METHODS[method].fixed else {"rtol": 1e-11}
    return jounce.start(block_on_rail(80.0), start={POSITION: 0.2}, integrator=method, **how, **more)


@pytest.mark.parametrize("error", [KeyboardInterrupt, Alarm])
@pytest.mark.parametrize("method", ["rk4", "dormand-prince", "ros34pw2"])
def test_a_call_that_is_cut_short_has_not_happened(cut_short, error, method):
    sim, other = started(method), started(method)
    for force in (1.0, -2.0):
        sim.step({"force": force}, 0.01)
        other.step({"force": force}, 0.01)
    before, rows = sim.look().copy(), sim.result().numbers
    long = LONG if METHODS[method].fixed else 1e4 * LONG
    cut_short(error, lambda: sim.step({"force": jounce.parts.controls.Reach(30.0, 1.0)}, long))
    assert sim.time == 0.02 and not sim.ended
    np.testing.assert_array_equal(sim.look(), before)
    np.testing.assert_array_equal(sim.result().numbers, rows)
    other.restore(other.state)  # a Jacobian that is kept is made anew on both sides
    for _ in range(3):
        sim.step(None, 0.01)
        other.step(None, 0.01)
    np.testing.assert_array_equal(sim.look(), other.look())
    np.testing.assert_array_equal(sim.result().numbers[:3], rows)


def test_a_first_call_that_is_cut_short_has_not_happened(cut_short):
    sim, other = started(), started()
    cut_short(KeyboardInterrupt, lambda: sim.step({"force": 30.0}, LONG))
    assert sim.time == 0.0 and sim[POSITION] == 0.2 and sim["push.torque"] == 0.0
    sim.step({"force": 1.0}, 0.01)
    other.step({"force": 1.0}, 0.01)
    np.testing.assert_array_equal(sim.result().numbers, other.result().numbers)


@pytest.mark.parametrize("in_python", [False, True])
def test_controllers_go_on_from_where_they_were(cut_short, in_python):
    control = jounce.parts.controls.in_python(Follower(rate=30.0)) if in_python else Follower(rate=30.0)
    sim, other = started(controllers=[control]), started(controllers=[control])
    sim.step(None, 0.11)
    other.step(None, 0.11)
    cut_short(KeyboardInterrupt, lambda: sim.step(None, LONG))
    assert sim.time == 0.11
    for _ in range(5):
        sim.step(None, 0.11)
        other.step(None, 0.11)
    np.testing.assert_array_equal(sim.result().numbers, other.result().numbers)


def test_a_car_goes_on_and_its_state_is_that_of_its_time(cut_short, tmp_path):
    """Friction of its steering has events meanwhile; none of them is left."""
    car = jounce.load("small_car")
    sim, other = (jounce.start(car, speed=15.0, step=1e-3) for _ in range(2))
    sim.step(None, 0.1)
    other.step(None, 0.1)
    cut_short(KeyboardInterrupt, lambda: sim.step({"drive.torque": 15.0}, LONG), after=0.5)
    assert sim.time == 0.1
    back = jounce.start(car, speed=5.0, step=1e-3, state=sim.save(tmp_path / "state.npz"))
    for one in (sim, other, back):
        one.step({"drive.torque": 40.0}, 0.2)
    np.testing.assert_array_equal(sim.result().numbers, other.result().numbers)
    np.testing.assert_array_equal(back.look(), other.look())
    assert sim.watch.events == other.watch.events
