"""A driven live axle that stands on its brakes: the torque of its propeller shaft presses one wheel on the road."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.studies.driving.driving_start import start_parked

TRACK, SEATS, SPRING, FRONT_SPRING, TYRE = 1.5, 1.0, 30e3, 25e3, 2e5  # m, m, N/m
RATIO, TORQUE = 4.0, 60.0  # N m at the propeller shaft
TEXT = f"""
format = 1
kind = "vehicle"
name = "live axle under a plank"
[body]
mass = 1000
centre = [-1.3, 0, 0.0]     # where its weight has no lever about the roll axis
inertia = [300, 1000, 1000]
[steering]
form = "ratio"
ratio = 16
[drive]
layout = "differential"
lies = "along"
axles = ["rear"]
final_ratio = {RATIO}
[brakes]
torque = "20 kN m"
front_share = 0.5
[axles.front]
template = "lumped_mass"
steered = true
[axles.front.hardpoints]
wheel_centre = [0, {TRACK / 2}, 0.3]
spring_top = [0, {SEATS / 2}, 0.7]
spring_bottom = [0, {SEATS / 2}, 0.35]
[axles.front.bodies]
hub = {{ mass = 20, inertia = [0.5, 0.5, 0.5] }}
wheel = {{ mass = 15, inertia = [0.5, 0.9, 0.5] }}
[axles.front.spring]
law = {FRONT_SPRING}
preload = 2452.5
[axles.front.damper]
law = 3000.0
[axles.front.tyre]
radius = 0.3
law = {{ type = "linear", radius = 0.3, stiffness = {TYRE}, slip_coefficient = 20, cornering_coefficient = 15 }}
[axles.rear]
template = "live_axle"
[axles.rear.hardpoints]     # links level and along the car, a level Panhard rod on the road: it rolls about that line
lower_link_inner = [-2.0, 0.45, 0.2]
lower_link_outer = [-2.6, 0.45, 0.2]
upper_link_inner = [-2.0, 0.0, 0.45]
upper_link_outer = [-2.6, 0.0, 0.45]
panhard_inner = [-2.7, -0.5, 0.0]
panhard_outer = [-2.7, 0.5, 0.0]
wheel_centre = [-2.6, {TRACK / 2}, 0.3]
spring_top = [-2.6, {SEATS / 2}, 0.5]
spring_bottom = [-2.6, {SEATS / 2}, 0.0]
[axles.rear.bodies]
lower_link = {{ mass = 0.01, inertia = [1e-4, 1e-4, 1e-4] }}
upper_link = {{ mass = 0.01, inertia = [1e-4, 1e-4, 1e-4] }}
panhard = {{ mass = 0.01, inertia = [1e-4, 1e-4, 1e-4] }}
axle = {{ mass = 70, centre = [-2.6, 0, 0.0], inertia = [10, 1, 10] }}
wheel = {{ mass = 15, inertia = [0.5, 0.9, 0.5] }}
[axles.rear.spring]
law = {SPRING}
preload = 2452.5
[axles.rear.damper]
law = 3000.0
[axles.rear.tyre]
radius = 0.3
law = {{ type = "linear", radius = 0.3, stiffness = {TYRE}, slip_coefficient = 20, cornering_coefficient = 15 }}
"""


def at_rest(torque: float) -> dict[str, float]:
    """Channels of the car some seconds after the torque has come, all brakes on."""
    start = start_parked(jounce.load(TEXT).car_model("angle"))  # type: ignore[union-attr]
    pulled = {"drive.torque": ([0.0, 1.0], [0.0, torque], "linear"), "brakes.pedal": 1.0}
    run = jounce.simulate(start.ready, 6.0, inputs=dict(start.inputs) | pulled, integrator="auto", output_step=0.5)
    return {name: run[name][-1] for name in run.keys()}


def test_the_propeller_shaft_presses_the_left_wheel_of_a_live_axle_by_the_roll_stiffnesses(measured):
    """T turns the axle over by a, and -T the body by b. With the roll stiffness r of the rear springs, t of the rear
    tyres, f of the front springs in series with the tyres there, and what the wheels weigh at their height,

        (f + r - w_f) b - r a = T        -r b + (r + t - w_r) a = -T

    and the rear wheels carry t a, the front ones f b. Linear in angles, which are below 0.002 rad. In books, without
    the weights, it is T f / (f + r + r f / t): what the front springs carry of the body's roll.
    """
    r, t = SPRING * SEATS**2 / 2, TYRE * TRACK**2 / 2
    f = 1.0 / (1.0 / (FRONT_SPRING * TRACK**2 / 2) + 1.0 / t)
    front, rear = 2 * 35 * 9.81 * 0.3, 2 * 15 * 9.81 * 0.3
    b, a = np.linalg.solve([[f + r - front, -r], [-r, r + t - rear]], [TORQUE, -TORQUE])
    found = at_rest(TORQUE)
    moments = [(found[f"{n}_right.tyre.Fz"] - found[f"{n}_left.tyre.Fz"]) * TRACK / 2 for n in ("front", "rear")]
    limit = 4e-3  # angles of 0.0015 rad, and a car that stands 0.4 mm off its design position on springs of 0.35 m
    measured("axle.propeller torque on the front wheels", abs(moments[0] / (f * b) - 1.0), limit)
    measured("axle.propeller torque on the rear wheels", abs(moments[1] / (t * a) - 1.0), limit)
    assert -t * a == pytest.approx(TORQUE * f / (f + r + r * f / t), rel=0.01)
    assert found["rear.propeller_joint.Mx"] == pytest.approx(-TORQUE, rel=1e-9)  # on the axle
