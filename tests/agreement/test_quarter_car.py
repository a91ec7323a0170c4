"""The wishbone quarter car over its bump, against Exudyn."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.spatial.vector import Z
from jounce_benchmarks import wishbone_car_data as data
from jounce_benchmarks.wishbone_car import CAR_BODY, QUARTER_START_RATES, quarter_car

pytest.importorskip("exudyn")

from peers.exudyn_quarter_car import extrapolated

DURATION = 1.0  # s: half a second of rest, the bump, and the swing after it


@pytest.mark.parametrize("lift_off", [False, True])
def test_the_quarter_car_goes_over_the_bump_as_in_exudyn(lift_off, measured):
    """Heights to 1e-6 m: Exudyn's error after extrapolation is 5e-8 m, ours that of rtol 1e-9."""
    model = quarter_car(lift_off).add(
        jounce.parts.Sensor(name="body height", body=CAR_BODY, point=data.QUARTER_BODY.centre, direction=Z),
        jounce.parts.Sensor(name="wheel height", body="wheel", point=data.HARDPOINTS["wheel_centre"], direction=Z),
    )
    run = jounce.simulate(
        model,
        DURATION,
        start_rates=QUARTER_START_RATES,
        integrator="dormand-prince",
        rtol=1e-9,
        atol=1e-11,
    )
    exudyn = extrapolated(lift_off, DURATION)
    np.testing.assert_allclose(run.time, exudyn.time, rtol=0, atol=1e-9)
    np.testing.assert_allclose(run["body height"], exudyn.car_body, rtol=0, atol=1e-6)
    np.testing.assert_allclose(run["wheel height"], exudyn.wheel, rtol=0, atol=1e-6)
    measured("quarter car", run["wheel height"] - exudyn.wheel, 1e-6)
    assert exudyn.wheel.max() > data.HARDPOINTS["wheel_centre"][2] + 0.05
    lifted = (run["tyre.Fz"] == 0.0).any()
    assert lifted == lift_off
