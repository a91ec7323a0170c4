"""Published benchmark mechanisms, to the digits their sources give."""

from __future__ import annotations

import numpy as np
import pytest
from mechanisms import MECHANISMS

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


@pytest.mark.parametrize("name", [name for name in MECHANISMS if name.startswith("double four-bar")])
def test_singular_positions_are_passed_wherever_the_steps_fall(name):
    """Twenty tolerances, twenty sequences of steps: each passes all positions in which the bars lie in line."""
    mechanism = MECHANISMS[name]()
    ready = jounce.prepare(mechanism.model, start_rates=mechanism.start_rates)
    for rtol in np.geomspace(1e-10, 2e-10, 20):
        run = jounce.simulate(ready, mechanism.duration, integrator="dormand-prince", rtol=rtol, output_step=0.5)
        for check in mechanism.checks:
            row = np.argmin(np.abs(run.time - check.time))
            assert run[check.channel][row] == pytest.approx(check.value, abs=check.limit), (rtol, check)
