"""What a mechanism without damping keeps: energy, momentum, and its loops closed; for a minute."""

from __future__ import annotations

import numpy as np
import pytest
from closed_loops import five_bar, four_bar, mechanical_energy, spatial_slider_crank, undamped_corner

import jounce

MINUTE = 60.0
# mechanism and start rates: motions of the size their users would call lively, not violent
MOTIONS = {
    "four-bar": (four_bar, {"crank_foot.angle": 3.0}),
    "five-bar": (five_bar, {"left_shoulder.angle": 1.0, "right_shoulder.angle": 0.5}),
    "spatial slider-crank": (spatial_slider_crank, {"bearing.angle": 6.0}),
    "double-wishbone corner": (undamped_corner, {"heave.displacement": 0.3}),
}
METHODS = {
    "dormand-prince": {"integrator": "dormand-prince", "rtol": 1e-10, "atol": 1e-12},
    "rk4, 0.2 ms": {"integrator": "rk4", "step": 2e-4},
}


def relative_energy_change(model, run) -> float:
    energy = mechanical_energy(model, run)
    return float(np.abs(energy - energy[0]).max() / run["energy.kinetic"].max())


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", MOTIONS)
def test_energy_stays_and_loops_stay_closed_for_a_minute(name, method):
    """Bounds: 1e-8 of the largest kinetic energy, 1e-10 m, 1e-9 m/s; springs' energy from their lengths."""
    mechanism, rates = MOTIONS[name]
    model = mechanism()
    run = jounce.simulate(model, MINUTE, start_rates=rates, **METHODS[method])
    assert relative_energy_change(model, run) < 1e-8
    assert run.metadata["constraint_gap"] < 1e-10
    assert run.metadata["velocity_gap"] < 1e-9
    # the engine's own book-keeping, which integrates the work of each element, tells the same
    assert run.metadata["energy_balance"] < 1e-8 * run["energy.kinetic"].max()
