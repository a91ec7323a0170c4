"""Controllers at a rate against closed forms: sampled-data systems whose solution at ticks is known exactly."""

from __future__ import annotations

from dataclasses import replace
from math import exp

import numpy as np
import pytest
from scipy.linalg import expm

import jounce
from controlled_models import MASS, POSITION, SPEED, Follower, Late, Path, block_on_rail, led_block
from jounce.parts.controls.delay_line import delay_line_length, push_on_delay_line, read_delay_line
from jounce.parts.controls.limited_lag import LagState, lag_after_tick, limit_lag
from jounce.simulation.integrators import METHODS

EXACT = {"integrator": "dormand-prince", "rtol": 1e-12, "atol": 1e-14}


def at_ticks(stiffness: float, damping: float, control: Follower, count: int, start: float) -> np.ndarray:
    """Place and speed of the block at its ticks: x+ = (Phi - Gamma K) x, by the exponential of the held system.

    [Franklin, Powell, Workman 1998, section 4.3]
    """
    rate = float(control.rate)
    plant = np.array([[0.0, 1.0, 0.0], [-stiffness / MASS, -damping / MASS, 1.0 / MASS], [0.0, 0.0, 0.0]])
    held = expm(plant / rate)
    step = held[:2, :2] - np.outer(held[:2, 2], [float(control.stiffness), float(control.damping)])
    found = [np.array([start, 0.0])]
    for _ in range(count):
        found.append(step @ found[-1])
    return np.array(found)


def test_a_sampled_controller_of_a_free_mass_gives_the_exact_sequence_of_the_z_domain(measured):
    """The force is constant between ticks, so every method is exact but for rounding."""
    run = jounce.simulate(
        block_on_rail(),
        5.0,
        start={POSITION: 1.0},
        controllers=[Follower()],
        output_step=0.1,
        **EXACT,
    )
    exact = at_ticks(0.0, 0.0, Follower(), 50, 1.0)
    error = max(np.abs(run[POSITION] - exact[:, 0]).max(), np.abs(run[SPEED] - exact[:, 1]).max())
    measured("controls.free mass", error, 1e-12)
    assert error < 1e-12


@pytest.mark.parametrize("rate", [10.0, 33.0])
def test_a_sampled_controller_of_an_oscillator_gives_the_zero_order_hold_solution(rate, measured):
    """rtol 1e-12 over some 50 swings: errors of steps add up to less than 1e-9."""
    control = Follower(rate=rate, stiffness=5.0, damping=4.0)
    run = jounce.simulate(
        block_on_rail(80.0, 1.5),
        5.0,
        start={POSITION: 0.2},
        controllers=[control],
        output_step=1.0 / rate,
        **EXACT,
    )
    exact = at_ticks(80.0, 1.5, control, int(5.0 * rate), 0.2)
    error = np.abs(np.column_stack([run[POSITION], run[SPEED]])[: len(exact)] - exact).max()
    measured("controls.oscillator", error, 1e-9)
    assert error < 1e-9


def test_the_sampled_loop_is_unstable_where_the_z_domain_says_so():
    """At 1 Hz the poles of the free mass under this control leave the unit circle; at 10 Hz they are inside."""
    for rate, stable in ((1.0, False), (10.0, True)):
        control = Follower(rate=rate, stiffness=8.0, damping=3.0)
        held = expm(np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0 / MASS], [0.0, 0.0, 0.0]]) / rate)
        poles = np.linalg.eigvals(held[:2, :2] - np.outer(held[:2, 2], [8.0, 3.0]))
        assert (np.abs(poles).max() < 1.0) == stable
        run = jounce.simulate(block_on_rail(), 20.0, start={POSITION: 1.0}, controllers=[control], integrator="auto")
        assert (abs(run[POSITION][-1]) < 1.0) == stable


def test_internals_and_commands_are_channels_that_show_what_holds_from_the_tick_on():
    run = jounce.simulate(
        block_on_rail(), 1.0, start={POSITION: 1.0}, controllers=[Follower()], output_step=0.05, step=0.01
    )
    force, spent = run["controls.hold.force"], run["controls.hold.spent"]
    assert run.units["controls.hold.force"] == "N" and run.units["controls.hold.spent"] == "N s"
    assert (force[::2][:-1] == force[1::2]).all()  # held over both rows of a period
    np.testing.assert_array_equal(force, run["push.torque"])
    np.testing.assert_allclose(spent[::2], np.cumsum(force[::2]) / 10.0, rtol=1e-14)
    np.testing.assert_allclose(force[::2], -8.0 * run[POSITION][::2] - 3.0 * run[SPEED][::2], rtol=1e-14)


def test_a_delay_by_whole_ticks_is_exact():
    """At tick k the force is (k - 7) / rate, to the last bit."""
    run = jounce.simulate(block_on_rail(), 1.0, controllers=[Late()], output_step=0.02, step=0.01)
    k = np.arange(51)
    np.testing.assert_array_equal(run["controls.late.force"], np.where(k < 7, -1.0, (k - 7) / 50.0))


def test_ticks_do_not_drift_over_a_hundred_thousand_periods():
    """At 700 Hz, whose period is no float, the last tick is at k / 700 to the last bit, and every one was made."""
    control = replace(Late(), rate=700.0, count=1.0)
    run = jounce.simulate(
        block_on_rail(), 150.0, controllers=[control], output_step=150.0, integrator="dormand-prince", rtol=1e-6
    )
    assert run["controls.late.force"][-1] == (150 * 700 - 1) / 700.0
    assert run.metadata["steps"] >= 150 * 700


def test_reach_makes_the_cubic_that_it_is_told(measured):
    """Between ticks the place is t^2 (3 - t): Hermite's cubic of a cubic is itself."""
    run = jounce.simulate(led_block(), 2.0, controllers=[Path()], output_step=0.01, step=0.01)
    t = run.time
    error = np.abs(run[POSITION] - t * t * (3.0 - t)).max()
    measured("controls.reach", error, 1e-13)
    assert error < 1e-13
    np.testing.assert_allclose(run[SPEED], 3.0 * t * (2.0 - t), atol=1e-12)


def test_two_controllers_of_other_rates_read_each_other_one_tick_late():
    """The slow one ramps; the fast one gives half of what the slow one commanded before."""
    model = block_on_rail().add(jounce.parts.Input(name="other", unit="N"))
    slow = jounce.parts.controls.PythonController(
        name="slow", rate=5.0, sets=("force",), reads=(), function=lambda t, reading: {"force": 10.0 * t + 1.0}
    )
    fast = jounce.parts.controls.PythonController(
        name="fast",
        rate=10.0,
        sets=("other",),
        reads=("controls.slow.force",),
        function=lambda t, reading: {"other": 0.5 * reading["controls.slow.force"]},
    )
    run = jounce.simulate(model, 1.0, controllers=[fast, slow], output_step=0.1, step=0.01)
    commanded = 10.0 * np.array([0.0, 0.0, 0.2, 0.2, 0.4, 0.4, 0.6, 0.6, 0.8, 0.8, 1.0]) + 1.0
    np.testing.assert_allclose(run["controls.slow.force"], commanded, rtol=1e-15)
    np.testing.assert_allclose(run["controls.fast.other"][1:], 0.5 * commanded[:-1], rtol=1e-15)
    assert run["controls.fast.other"][0] == 0.0


@pytest.mark.parametrize("method", METHODS)
def test_every_method_goes_through_ticks(method):
    """Against the zero-order hold solution; the tolerance of a fixed step or of rtol 1e-8, over five swings."""
    control = Follower(rate=25.0, stiffness=5.0, damping=4.0)
    how = {"step": 1e-3} if METHODS[method].fixed else {"rtol": 1e-8, "atol": 1e-10, "accuracy": 1e-6}
    run = jounce.simulate(
        block_on_rail(80.0, 1.5),
        2.0,
        start={POSITION: 0.2},
        controllers=[control],
        output_step=0.04,
        integrator=method,
        **how,
    )
    exact = at_ticks(80.0, 1.5, control, 50, 0.2)
    assert np.abs(run[POSITION] - exact[:, 0]).max() < 1e-5


@pytest.mark.parametrize(("method", "order"), [("rk4", 4), ("dormand-prince", 5), ("ros34pw2", 3)])
def test_fixed_steps_keep_their_order_through_ticks(method, order):
    """Every step ends at a tick where one is due, also at 30 Hz, which no step here divides."""
    control = Follower(rate=30.0, stiffness=5.0, damping=4.0)
    exact = at_ticks(80.0, 1.5, control, 30, 0.2)[-1, 0]
    errors = []
    for step in (1.0 / 120.0, 1.0 / 240.0):
        run = jounce.simulate(
            block_on_rail(80.0, 1.5),
            1.0,
            start={POSITION: 0.2},
            controllers=[control],
            output_step=1.0,
            integrator=method,
            step=step,
        )
        errors.append(abs(run[POSITION][-1] - exact))
    assert np.log2(errors[0] / errors[1]) > order - 0.5


@pytest.mark.parametrize("method", ["rk4", "dormand-prince", "ros2s"])
def test_the_compiled_form_and_the_python_form_give_the_same_run_to_the_last_bit(method):
    """Only + - * / are used: both round them one by one, in the same order."""
    runs = [
        jounce.simulate(
            block_on_rail(80.0, 1.5), 3.0, start={POSITION: 0.2}, controllers=[control], integrator=method, rtol=1e-7
        )
        for control in (
            Follower(rate=17.0, divisor=0.7),
            jounce.parts.controls.in_python(Follower(rate=17.0, divisor=0.7)),
        )
    ]
    np.testing.assert_array_equal(runs[0].numbers, runs[1].numbers)
    assert any("in Python: 52 calls" in note for note in runs[1].metadata["notes"])
    assert not any("in Python" in note for note in runs[0].metadata.get("notes", ()))


def test_a_limited_lag_is_the_exponential_of_its_equation_where_no_limit_acts():
    """y'' + 2 w y' + w^2 y = w^2 u with u held, by the matrix exponential."""
    w, T, u, now = 12.0, 0.02, 0.7, LagState(0.1, -0.4)
    held = expm(T * np.array([[0.0, 1.0, 0.0], [-w * w, -2.0 * w, w * w], [0.0, 0.0, 0.0]]))
    exact = held @ [now.value, now.rate, u]
    after = lag_after_tick(u, now, w, T)
    np.testing.assert_allclose(after, exact[:2], rtol=1e-14)
    np.testing.assert_array_equal(limit_lag(after, now, T, 100.0, 10.0), after)
    still = lag_after_tick(1.0, LagState(0.0, 0.0), w, 1.0)
    assert still.value == pytest.approx(1.0 - (1.0 + w) * exp(-w), rel=1e-14)


def test_a_limited_lag_is_never_faster_nor_farther_than_its_limits():
    """A target far away: the rate comes to its limit and stays, the value stops at its own; also between ticks."""
    w, T, fastest, farthest = 20.0, 0.01, 3.0, 0.5
    now, values, rates = LagState(0.0, 0.0), [], []
    for _ in range(100):
        after = limit_lag(lag_after_tick(5.0, now, w, T), now, T, fastest, farthest)
        mean = (after.value - now.value) / T
        s = np.linspace(0.0, 1.0, 41)
        inside = now.rate + s * (6.0 * mean - 4.0 * now.rate - 2.0 * after.rate)
        inside += 3.0 * s * s * (now.rate + after.rate - 2.0 * mean)
        rates.append(np.abs(inside).max())
        values.append(after.value)
        now = after
    assert max(rates) <= fastest * 1.13  # a parabola within its bounds at both ends and in the middle: 9/8 at most
    assert max(values) == farthest and now == LagState(farthest, 0.0)
    assert np.diff(values)[10:15] == pytest.approx(fastest * T, rel=1e-9)


def test_a_delay_line_reads_between_ticks_by_a_straight_line():
    line: tuple[float, ...] = (0.0,) * delay_line_length(0.073, 100.0)
    assert len(line) == 8 and delay_line_length(0.07, 100.0) == 7
    for k in range(20):
        line = push_on_delay_line(float(k), line)
    assert read_delay_line(20.0, line, 7.3) == pytest.approx(20.0 - 7.3, rel=1e-14)
    assert read_delay_line(20.0, line, 0.0) == 20.0


def test_a_function_of_time_is_an_input(measured):
    """sin 3 t as a spline through samples at 1 kHz: off by 5/384 h^4 81; the force moves a free mass as it should."""
    run = jounce.simulate(
        block_on_rail(),
        2.0,
        start_rates={POSITION: -1.0 / (3.0 * MASS)},
        inputs={"force": lambda t: float(np.sin(3.0 * t))},
        **EXACT,
    )
    error = np.abs(run[POSITION] + np.sin(3.0 * run.time) / (9.0 * MASS)).max()
    measured("controls.function of time", error, 1e-10)
    assert error < 1e-10
