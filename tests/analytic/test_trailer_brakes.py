"""Brakes that follow their pedal late, by closed form."""

from __future__ import annotations

import math

import numpy as np

import jounce
from jounce.parts import GROUND, Body, DelayedBrake, Input
from jounce.parts.joints import Revolute
from jounce.parts.signals import External
from jounce.spatial.vector import Y

INERTIA, TORQUE, RESPONSE, SPIN = 2.0, 30.0, 0.4, 100.0  # kg m^2, N m, s, rad/s


def test_three_quarters_of_a_sudden_pedal_act_after_the_response_time():
    """w' = -M (1 - e^(-t/T))/J with T = t_75/ln 4, so w = w_0 - M (t - T (1 - e^(-t/T)))/J."""
    model = jounce.Model("disc", gravity=(0.0, 0.0, 0.0))
    model.add(Body(name="disc", mass=1.0, centre=(0.0, 0.0, 0.0), inertia=(INERTIA, INERTIA, INERTIA)))
    model.add(Revolute(name="bearing", parent=GROUND, child="disc", point=(0.0, 0.0, 0.0), axis=Y))
    model.add(Input(name="pedal", unit="1", default=1.0))
    late = {"coordinate": "bearing.angle", "torque": TORQUE, "response_time": RESPONSE}
    model.add(DelayedBrake(name="brake", signal=External(input="pedal"), **late))
    ready = jounce.prepare(model, start_rates={"bearing.angle": SPIN})
    run = jounce.simulate(ready, 1.0, step=1e-3, output_step=0.1)
    lag, t = RESPONSE / math.log(4.0), run.time
    wanted = SPIN - TORQUE / INERTIA * (t - lag * (1.0 - np.exp(-t / lag)))
    np.testing.assert_allclose(run["bearing.angle_rate"], wanted, atol=1e-9)  # of RK4: (h/T)^4/120 of 7 rad/s
    np.testing.assert_allclose(run["brake.limit"][4], 0.75 * TORQUE, rtol=1e-9)
