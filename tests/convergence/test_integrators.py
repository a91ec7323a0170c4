"""Integrators against closed-form solutions: order, corners, loops, and what happens when things go wrong."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from plants import kernel, plant, run
from scipy.integrate import quad
from scipy.interpolate import CubicSpline
from scipy.special import ellipj, ellipk

from jounce.errors import ModelError
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators import METHODS, dense_output, integrate
from jounce.simulation.integrators.job import AFTER, RAW, SCRATCH_ROWS
from jounce.simulation.integrators.stops import fixed_stops

# steps, each twice as many as before, on which a method is judged: few enough for truncation to stay above rounding,
# and, of methods that keep their Jacobian, to be taken with that of the start
STEPS = {
    "rk4": (32, 64),
    "runge-kutta-fehlberg": (64, 128),
    "dormand-prince": (64, 128),
    "bulirsch-stoer": (12, 24),
    "rodas4p2": (64, 128),
    "rodas5p": (128, 256),
    "bulirsch-stoer-deuflhard": (32, 64),
    "ros2": (48, 96),
    "ros2s": (48, 96),
    "ros34pw2": (48, 96),
}


def observed_order(error, counts):
    """Slope of log error against log step, where the steps are halved."""
    coarse, fine = (error(count) for count in counts)
    return math.log2(coarse / fine)


# Smooth equations: y' = -2 t y^2, y(0) = 1, so y = 1 / (1 + t^2); y = exp(sin t) with its square; 1 / (1 + t + t^2/2).


@kernel
def bell(y, u, modes, values, tables, road, out, work):
    work[0] = 1.0
    out[0] = -2.0 * u[0] * (y[0] * y[0])


@kernel
def wave_and_its_square(y, u, modes, values, tables, road, out, work):
    work[0] = 1.0
    out[0] = math.cos(u[0]) * y[0]
    out[1] = 2.0 * math.cos(u[0]) * (y[0] * y[0])


@kernel
def decay(y, u, modes, values, tables, road, out, work):
    work[0] = 1.0
    out[0] = -(1.0 + u[0]) * (y[0] * y[0])


WAVE = (wave_and_its_square, [1.0, 1.0], np.exp(np.sin(2.0) * np.array([1.0, 2.0])))
DECAY = (decay, [1.0], np.array([1 / 5]))
SMOOTH = {"bulirsch-stoer": (DECAY, (8, 16))}  # on the wave it is at rounding before its order shows


@pytest.mark.parametrize("method", METHODS)
def test_a_smooth_solution_is_met_with_the_order_of_the_method(method):
    """A fifth of an order of slack; the finest errors are above 1e-13."""
    (rhs, y0, exact), counts = SMOOTH.get(method, (WAVE, STEPS[method]))
    model = plant(rhs, state_size=len(y0))
    order = observed_order(lambda n: np.abs(run(model, y0, 2.0, method, 2.0 / n).y_end - exact).max(), counts)
    assert order == pytest.approx(METHODS[method].order, abs=0.2)


def test_dense_output_is_of_fourth_order():
    """The largest error between steps; the error at their ends is of fifth order and smaller."""
    model, samples = plant(bell, state_size=1), np.linspace(0, 2, 173)

    def error(count):
        states = run(model, [1.0], 2.0, "dormand-prince", 2.0 / count, samples=samples).states[:, 0]
        return np.abs(states - 1 / (1 + samples**2)).max()

    assert observed_order(error, (16, 32)) > 3.7


def test_the_last_stage_of_a_step_is_the_first_of_the_next():
    """Six evaluations for each try; one for the start, one for the starting derivative."""
    result = run(plant(bell, state_size=1), [1.0], 2.0, "dormand-prince", 0.1)
    assert result.evaluations == 6 * (result.steps + result.rejected) + 2


def test_a_projected_step_has_its_derivative_evaluated_again():
    result = run(pendulum_plant(), RELEASED, PERIOD, "dormand-prince", PERIOD / 64)
    assert result.evaluations == 7 * (result.steps + result.rejected) + 2


@pytest.mark.parametrize("rtol", [1e-5, 1e-8])
def test_adaptive_steps_keep_the_error_near_the_tolerance(rtol):
    """Here errors fade with time, so the error at the end is no larger than a few local ones."""
    model = plant(bell, state_size=1)
    result = integrate(
        model, np.ones(1), 0.0, 5.0, method="dormand-prince", rtol=rtol, atol=0.0, samples=np.array([5.0])
    )
    assert abs(result.y_end[0] * 26 - 1) < 10 * rtol
    assert result.steps < 20 * (1e-5 / rtol) ** 0.2 + 10


def test_rk4_repeats_the_textbook_sums_to_the_last_bit():
    """Plain Python rounds after every operation; so must the machine code, or runs would not repeat."""
    h, expected = 2.0**-5, [1.0]
    times = h * np.arange(65)

    def f(t, y):
        return -2.0 * t * (y * y)

    for t in times[:-1]:
        y = expected[-1]
        k1 = f(t, y)
        k2 = f(t + h / 2, y + h / 2 * k1)
        k3 = f(t + h / 2, y + h / 2 * k2)
        k4 = f(t + h, y + h * k3)
        expected.append(y + h / 6 * (k1 + 2 * (k2 + k3) + k4))
    result = run(plant(bell, state_size=1), [1.0], 2.0, "rk4", h, samples=times)
    np.testing.assert_array_equal(result.states[:, 0], expected)


# A pendulum in Cartesian coordinates: x, z, their rates, and the work of gravity per mass.

LENGTH, G = 2.0, 9.81


@kernel
def pendulum(y, u, modes, values, tables, road, out, work):
    x, z, vx, vz = y[0], y[1], y[2], y[3]
    tension = (vx * vx + vz * vz - G * z) / (x * x + z * z)
    work[0] = 1.0
    work[1], work[2] = x / LENGTH, z / LENGTH
    out[0], out[1] = vx, vz
    out[2], out[3] = -tension * x, -G - tension * z
    out[4] = -G * vz


@kernel
def pendulum_gap(y, u, modes, values, tables, road, out, work):
    out[0] = (y[0] * y[0] + y[1] * y[1] - LENGTH * LENGTH) / (2 * LENGTH)
    out[1] = (y[0] * y[2] + y[1] * y[3]) / LENGTH
    work[3], work[4] = out[0], out[1]


@kernel
def pendulum_correct(y, u, modes, values, tables, road, out, work):
    jx, jz = work[1], work[2]
    scale = 1 / (jx * jx + jz * jz)
    out[0], out[1] = y[0] - scale * jx * work[3], y[1] - scale * jz * work[3]
    out[2], out[3] = y[2] - scale * jx * work[4], y[3] - scale * jz * work[4]
    out[4] = y[4]


@kernel
def observe_and_spoil_factors(y, u, modes, values, tables, road, out, work):
    out[0], out[1] = u[0], y[0]
    for i in range(8):
        work[i] = math.nan


def pendulum_plant():
    return plant(
        pendulum,
        state_size=5,
        controlled=4,
        observe=observe_and_spoil_factors,
        loops=(pendulum_gap, pendulum_correct),
    )


AMPLITUDE = 2.0  # rad
RELEASED = [LENGTH * math.sin(AMPLITUDE), -LENGTH * math.cos(AMPLITUDE), 0.0, 0.0, 0.0]


def swing(t):
    """x and z of a pendulum released at rest: sin(angle/2) = k cn/dn [Whittaker 1917, section 44]."""
    k = math.sin(AMPLITUDE / 2)
    _, cn, dn, _ = ellipj(np.asarray(t) * math.sqrt(G / LENGTH), k * k)
    angle = 2 * np.arcsin(k * cn / dn)
    return np.stack([LENGTH * np.sin(angle), -LENGTH * np.cos(angle)], axis=-1)


PERIOD = 4 * math.sqrt(LENGTH / G) * ellipk(math.sin(AMPLITUDE / 2) ** 2)


@pytest.mark.parametrize("method", METHODS)
def test_a_constrained_pendulum_is_met_with_the_order_of_the_method(method):
    """At T/4 the bob crosses the bottom at full speed, where a wrong phase shows most."""
    model, t1 = pendulum_plant(), PERIOD / 4

    def error(count):
        result = run(model, RELEASED, t1, method, t1 / count)
        assert result.max_gap <= 1e-11 and result.max_rate_gap <= 1e-10
        return np.abs(result.y_end[:2] - swing(t1)).max()

    assert observed_order(error, STEPS[method]) == pytest.approx(METHODS[method].order, abs=0.2)


@pytest.mark.parametrize("method", METHODS)
def test_rows_between_steps_are_accurate_and_closed(method):
    """Samples off the grid. Tolerance: the gap's own, plus rounding; the error is that of a 1 ms step."""
    samples = np.linspace(0, 3 * PERIOD, 157)
    settings = {"step": 1e-3} if method == "rk4" else {"rtol": 1e-10, "atol": 1e-11}
    result = integrate(
        pendulum_plant(), np.array(RELEASED), 0.0, 3 * PERIOD, method=method, samples=samples, **settings
    )
    x, z, vx, vz, work = result.states.T
    np.testing.assert_allclose(result.states[:, :2], swing(samples), atol=1e-7)
    assert np.abs(np.hypot(x, z) - LENGTH).max() < 2e-11
    assert np.abs(x * vx + z * vz).max() < 3e-10
    energy = (vx**2 + vz**2) / 2 - work
    np.testing.assert_allclose(energy, 0.0, atol=1e-6)  # the work of gravity is the motion's energy
    np.testing.assert_allclose(result.channels, np.column_stack([samples, x]), atol=1e-12)


def test_dense_output_between_projected_steps_is_of_fourth_order():
    samples = np.linspace(0, PERIOD / 2, 173)

    def error(count):
        result = run(pendulum_plant(), RELEASED, PERIOD / 2, "dormand-prince", PERIOD / count, samples=samples)
        return np.abs(result.states[:, :2] - swing(samples)).max()

    assert observed_order(error, (64, 128)) > 3.7


def test_dense_output_begins_in_the_old_state_and_ends_in_the_projected_one():
    """The same Python source that is compiled, run as it stands; stages at random."""
    random = np.random.default_rng(1)
    y, rows, out, h = random.normal(size=3), random.normal(size=(SCRATCH_ROWS, 3)), np.empty(3), 0.1
    rows[AFTER] = rows[RAW]
    dense_output.fit_dense_hermite.py_func(h, y, rows)
    interpolate = dense_output.interpolate_dense_output.py_func
    interpolate(0.0, y, rows, out)
    np.testing.assert_allclose(out, y, atol=1e-15)
    unmoved = rows[AFTER].copy()
    interpolate(0.5, y, rows, out)
    middle = out.copy()
    rows[AFTER] += [0.1, -0.2, 0.3]
    interpolate(1.0, y, rows, out)
    np.testing.assert_allclose(out - unmoved, [0.1, -0.2, 0.3], atol=1e-14)
    interpolate(0.5, y, rows, out)
    np.testing.assert_allclose(out - middle, [0.05, -0.1, 0.15], atol=1e-14)


def test_without_projection_the_loop_drifts_and_the_gap_is_still_reported():
    result = run(pendulum_plant(), RELEASED, 10 * PERIOD, "rk4", 1e-2, projection=False)
    assert result.status == "finished"
    assert result.max_gap > 1e-7


# A first-order lag behind an input: y' = u - y.


@kernel
def lag(y, u, modes, values, tables, road, out, work):
    work[0] = 1.0
    out[0] = u[1] - y[0]


@kernel
def observe_input_and_rate(y, u, modes, values, tables, road, out, work):
    out[0], out[1] = u[1], u[2]


TIMES, LEVELS = [0.0, 0.33, 0.5, 1.1, 2.0], [0.0, 1.0, -1.0, 2.0, 0.5]


def lag_response(interpolation):
    """y(2) by the exact solution on each piece u = a + b s: y = a - b + b s + c exp(-s)."""
    y = 0.0
    for i in range(len(TIMES) - 1):
        s = TIMES[i + 1] - TIMES[i]
        a, b = LEVELS[i], (LEVELS[i + 1] - LEVELS[i]) / s if interpolation == "linear" else 0.0
        y = a - b + b * s + (y - (a - b)) * math.exp(-s)
    return y


@pytest.mark.parametrize("interpolation", ["linear", "hold"])
@pytest.mark.parametrize("method", METHODS)
def test_corners_of_an_input_do_not_cost_order(method, interpolation):
    """Corners lie off the grid (0.33, 1.1) and on it (0.5); a step across one would be of order 2 or 1."""
    history = InputHistory.of({"u": (TIMES, LEVELS, interpolation)})
    model = plant(lag, state_size=1, input_count=1)
    exact = lag_response(interpolation)
    coarse, fine = (
        abs(run(model, [0.0], 2.0, method, 2.0 / n, inputs=history).y_end[0] - exact) for n in STEPS[method]
    )
    assert math.log2(coarse / fine) > METHODS[method].order - 0.5 or fine < 1e-13


@pytest.mark.parametrize("method", METHODS)
def test_rows_at_a_corner_show_what_holds_from_there_on(method):
    history = InputHistory.of({"u": (TIMES, LEVELS)})
    samples = np.array([0.0, 0.2, 0.33, 0.5, 0.8, 2.0])
    model = plant(lag, state_size=1, input_count=1, observe=observe_input_and_rate)
    channels = run(model, [0.0], 2.0, method, 0.1, inputs=history, samples=samples).channels
    np.testing.assert_allclose(channels[:, 0], np.interp(samples, TIMES, LEVELS), atol=1e-12)
    slopes = [1 / 0.33, 1 / 0.33, -2 / 0.17, 3 / 0.6, 3 / 0.6, 0.0]
    np.testing.assert_allclose(channels[:, 1], slopes, rtol=1e-12)


@pytest.mark.parametrize("method", ["rk4", "dormand-prince", "rodas4p2", "bulirsch-stoer", "bulirsch-stoer-deuflhard"])
def test_a_spline_may_have_knots_inside_a_step(method):
    """A rough spline, its knots off the grid, against quadrature of u(s) exp(s - 2) piece by piece.

    The third derivative jumps at a knot, which costs RK4 8e-6 here; a spline's piece stretched over the
    step costs 2e-5, and over the way to the next stop, where the adaptive method starts, about 1.
    """
    knots, levels = np.linspace(0, 2, 15), 3 * np.cos(2.0 * np.arange(15))
    history = InputHistory.of({"u": (knots, levels, "spline")})
    spline = CubicSpline(knots, levels, bc_type="natural")
    exact = sum(quad(lambda s: spline(s) * math.exp(s - 2), a, b)[0] for a, b in pairwise(knots))
    result = run(plant(lag, state_size=1, input_count=1), [0.0], 2.0, method, 1 / 20, inputs=history)
    assert result.y_end[0] == pytest.approx(exact, abs=1e-5)
    assert result.steps == 40


# When things go wrong.


@kernel
def root_of_a_falling_number(y, u, modes, values, tables, road, out, work):
    work[0] = 1.0
    out[0] = -1.0
    out[1] = math.sqrt(y[0])
    out[2] = y[1]


@pytest.mark.parametrize("method", METHODS)
def test_a_number_that_is_not_finite_ends_the_run_at_the_last_good_state(method):
    """y0 = 1 - t turns negative at t = 1; its root is the second rate, so that one is named."""
    samples = np.linspace(0, 2, 21)
    settings = {"step": 0.03} if method == "rk4" else {}
    result = integrate(
        plant(root_of_a_falling_number, state_size=3),
        np.array([1.0, 0.0, 0.0]),
        0.0,
        2.0,
        method=method,
        samples=samples,
        **settings,
    )
    assert result.status == "not finite"
    assert result.culprit == 1
    assert 0.9 < result.t_end <= 1 + 1e-9
    assert np.isfinite(result.y_end).all()
    assert result.y_end[0] == pytest.approx(1 - result.t_end, abs=1e-12)
    np.testing.assert_allclose(result.times, samples[samples <= result.t_end], atol=1e-12)
    np.testing.assert_allclose(result.states[:, 0], 1 - result.times, atol=1e-12)


@kernel
def never_closed(y, u, modes, values, tables, road, out, work):
    out[0], out[1] = u[0], 0.0  # a gap that opens with time


@kernel
def no_correction(y, u, modes, values, tables, road, out, work):
    out[0] = y[0]


@pytest.mark.parametrize("method", METHODS)
def test_a_loop_that_cannot_be_closed_ends_the_run(method):
    model = plant(bell, state_size=1, loops=(never_closed, no_correction))
    result = run(model, [1.0], 1.0, method, 0.1, samples=np.linspace(0, 1, 11))
    assert result.status == "loops not closed"
    assert result.t_end < 1e-10
    assert len(result.times) == 1


@kernel
def blow_up(y, u, modes, values, tables, road, out, work):
    work[0] = 1.0
    out[0] = y[0] * y[0]


def test_a_solution_that_ends_before_the_run_makes_the_step_too_small():
    """y' = y^2, y(0) = 1 is 1 / (1 - t): it reaches 1e12 within 1e-12 of t = 1."""
    result = integrate(
        plant(blow_up, state_size=1), np.ones(1), 0.0, 2.0, method="dormand-prince", samples=np.array([0.5])
    )
    assert result.status == "step too small"
    assert result.t_end == pytest.approx(1.0, abs=1e-4)
    assert result.states[0, 0] == pytest.approx(2.0, rel=1e-5)


@kernel
def along_the_mode(y, u, modes, values, tables, road, out, work):
    work[0] = y[0]
    out[0] = modes[0]


@pytest.mark.parametrize("method", METHODS)
def test_a_small_pivot_asks_for_another_selection_and_goes_on_with_it(method):
    """y falls from 1 with rate -1; its own value is the pivot. Below half of the best the mode turns it round."""
    model = plant(along_the_mode, state_size=1)
    model.modes[0] = -1.0
    calls = []

    def reselect(t, y, pivot):
        calls.append((t, y[0], pivot))
        model.modes[0] = 1.0

    result = run(model, [1.0], 2.0, method, 0.1, weak_fraction=0.5, on_reselect=reselect)
    ((t, y, pivot),) = calls
    assert 0.5 < t < 0.75
    assert y == pytest.approx(1 - t, abs=1e-12)
    assert pivot < 0.5
    assert result.y_end[0] == pytest.approx(y + (2 - t), abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_an_interrupted_run_keeps_what_it_has(method):
    def interrupt(t):
        raise KeyboardInterrupt

    samples = np.linspace(0, 100, 1001)
    result = run(plant(bell, state_size=1), [1.0], 100.0, method, 0.01, samples=samples, on_progress=interrupt)
    assert result.status == "interrupted"
    assert 0 < result.t_end < 100
    assert len(result.times) == np.count_nonzero(samples <= result.t_end + 1e-9)
    accuracy = 1e-8 if METHODS[method].order > 3 else 2e-5  # of steps of 10 ms
    np.testing.assert_allclose(result.states[:, 0], 1 / (1 + result.times**2), atol=accuracy)


@pytest.mark.parametrize("method", METHODS)
def test_the_last_row_may_miss_the_end_by_rounding(method):
    model, samples = plant(bell, state_size=1), np.array([0.0, 1.0 + 2e-16, 1.0 + 2e-16])
    assert len(run(model, [1.0], 1.0, method, 0.1, samples=samples).times) == 3


@kernel
def decay_with_a_shaken_integral(y, u, modes, values, tables, road, out, work):
    work[0] = 1.0
    out[0] = -y[0]
    out[1] = values[0] * math.cos(300.0 * u[0])


def test_work_integrals_do_not_rule_the_step():
    """The steps are the same, to the last bit, whether the integral is shaken or at rest."""

    def final(shake):
        model = plant(decay_with_a_shaken_integral, state_size=2, controlled=1, values=(shake,))
        return integrate(model, np.array([1.0, 0.0]), 0.0, 3.0, method="dormand-prince", samples=np.array([3.0]))

    assert final(1e3).steps == final(0.0).steps
    assert final(1e3).y_end[0] == final(0.0).y_end[0]


def test_fixed_steps_stay_on_the_grid_and_leave_no_slivers():
    samples = np.array([0.0, 0.1 + 1e-12, 0.25, 0.3, 0.7])
    stops, moved = fixed_stops(0.0, 1.0, 0.1, [0.2 + 1e-13, 0.33, 5.0], samples)
    np.testing.assert_allclose(
        stops, [0, 0.1, 0.2, 0.25, 0.3, 0.33, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1], atol=1e-12, rtol=0
    )
    assert 0.2 + 1e-13 in stops  # the corner itself, not the grid point beside it
    assert np.isin(moved, stops).all()
    np.testing.assert_allclose(moved, samples, atol=1e-10)


def test_rounding_of_late_times_leaves_no_slivers_either():
    """At 1000 s a double resolves 1e-13 s, which is 1e-9 of this step."""
    stops, _ = fixed_stops(0.0, 1000.0, 1e-4, [], np.linspace(0, 1000, 100001))
    assert len(stops) == 10_000_001


def test_unknown_methods_and_impossible_steps_are_refused_together():
    with pytest.raises(ModelError) as refused:
        run(plant(bell, state_size=1), [1.0], -1.0, "rk5", -0.1, samples=np.array([0.5, 0.2]))
    assert [problem.where for problem in refused.value.problems] == ["integrator", "duration", "step", "samples"]
    assert "Did you mean 'rk4'?" in str(refused.value)
