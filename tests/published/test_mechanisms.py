"""Published benchmark mechanisms, to the digits their sources give."""

from __future__ import annotations

import numpy as np
import pytest
from mechanisms import MECHANISMS
from scipy.integrate import solve_ivp

import jounce


@pytest.mark.parametrize("name", MECHANISMS)
def test_a_published_mechanism_reaches_its_reference_values(name, measured):
    """Limits are those of the reference's own error or wider; the solver is asked for far more."""
    mechanism = MECHANISMS[name]()
    run = jounce.simulate(
        mechanism.model,
        duration=mechanism.duration,
        start_rates=mechanism.start_rates,
        integrator="dormand-prince",
        rtol=1e-10,
        atol=1e-12,
        output_step=min(mechanism.duration, 0.5),
    )
    for check in mechanism.checks:
        row = np.argmin(np.abs(run.time - check.time))
        assert run.time[row] == pytest.approx(check.time, abs=1e-9)
        measured(f"mechanism.{name}", run[check.channel][row] - check.value, check.limit)
        where = f"{check.channel} at {check.time} s"
        assert run[check.channel][row] == pytest.approx(check.value, abs=check.limit), where


SINGULAR = [name for name in MECHANISMS if name.startswith("double four-bar")]


@pytest.mark.parametrize("name", SINGULAR)
def test_singular_positions_are_passed_wherever_the_steps_fall(name):
    """Twenty tolerances, twenty sequences of steps: each passes all positions in which the bars lie in line."""
    mechanism = MECHANISMS[name]()
    ready = jounce.prepare(mechanism.model, start_rates=mechanism.start_rates)
    for rtol in np.geomspace(1e-10, 2e-10, 20):
        run = jounce.simulate(ready, mechanism.duration, integrator="dormand-prince", rtol=rtol, output_step=0.5)
        for check in mechanism.checks:
            row = np.argmin(np.abs(run.time - check.time))
            assert run[check.channel][row] == pytest.approx(check.value, abs=check.limit), (rtol, check)


@pytest.mark.parametrize("name", SINGULAR)
def test_singular_positions_are_passed_by_fixed_steps_that_end_or_halve_on_them(name):
    """Bars of 1 m that swing as one: 3 mL^2 turns under 3.5 mgL, so that angle'' = 7/6 g/L sin(angle).

    Steps are parts of the time at which the bars first lie in line, or nearly so. Rows are far apart: a row must be
    where it must be. Limits as above: RK4 at 1 ms errs by 1e-10 m here.
    """
    mechanism = MECHANISMS[name]()
    ready = jounce.prepare(mechanism.model, start_rates=mechanism.start_rates)

    def in_line(t, y):
        return y[0] - np.pi / 2

    in_line.terminal = True
    start = (0.0, -mechanism.start_rates["pivot_0.angle"])
    gravity = -mechanism.model.gravity[1]
    swing = solve_ivp(lambda t, y: (y[1], 7 / 6 * gravity * np.sin(y[0])), (0, 5), start, events=in_line, rtol=1e-12)
    (time,) = swing.t_events[0]
    parts = [k + beside for k in (500, 500.5, 1000, 1000.5) for beside in (0.0, 1e-9, 1e-6, -1e-3)]
    for step in (time / part for part in parts):
        run = jounce.simulate(ready, mechanism.duration, step=step, output_step=0.5)
        assert run.metadata["energy_change"] < 1e-8, step
        for check in mechanism.checks:
            row = np.argmin(np.abs(run.time - check.time))
            assert run[check.channel][row] == pytest.approx(check.value, abs=check.limit), (step, check)
