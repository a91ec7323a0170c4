"""What steering does to a wheel and what loads do to the rack; damping at the wheel, toe at the rim."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from moving_wheels import by_differences, turned, unit

import jounce
from campaigns import with_campaign
from jounce.parts.laws import Bilinear, Points

RACK, POINTS = ("-20 mm", "20 mm"), 5
STATICS = 1e-8  # of loops closed to 1e-13 m on levers of 10 mm and more


@pytest.fixture(scope="module")
def wishbone():
    return jounce.load("double_wishbone")


@pytest.fixture(scope="module")
def steered(wishbone):
    return jounce.run(wishbone, "wheel-travel", mode="rack", travel=RACK, points=POINTS)


@pytest.mark.parametrize(
    ("name", "corner"),
    with_campaign(
        [(name, side) for name in ("double_wishbone", "macpherson", "five_link") for side in ("left", "right")],
        lambda case: case in (("macpherson", "left"), ("five_link", "right")),
    ),
)
def test_the_rack_holds_the_loads_that_statics_of_the_whole_linkage_give(name, corner):
    """Rack forces by virtual work against reactions of all joints, the spring balancing the wheel."""
    car = jounce.load(name)
    kc = jounce.run(car, "wheel-travel", mode="rack", travel=RACK, points=POINTS)
    loads = {"Fz": "vertical", "Fy": "lateral", "Fx": "forward_locked", "Mz": "aligning"}
    for k in (1, 4):
        rack = kc["rack.displacement"][k]
        for load, word in loads.items():
            statics = (
                jounce.run(car, "pick-up-loads", rack=rack, loads={corner: {load: 1000.0}}).metrics["rack.force"].value
            )
            expected = 1000.0 * kc[f"front_{corner}.rack_force_{word}"][k]
            assert statics == pytest.approx(expected, rel=STATICS, abs=1000.0 * STATICS), (k, load)
            assert abs(expected) > 1.0  # newtons: nothing is zero by symmetry


@pytest.mark.parametrize("side", ["left", "right"])
def test_levers_of_loads_about_a_steering_axis_are_trail_scrub_radius_and_hub_offset(steered, side):
    """A moment about the axis is force times lever: side force on the trail, brake force on the scrub radius."""
    s = {"left": 1.0, "right": -1.0}[side]

    def of(output: str) -> np.ndarray:
        return steered[f"front_{side}.{output}"]

    per_moment = -of("rack_force_aligning")
    np.testing.assert_allclose(of("rack_force_lateral"), per_moment * of("caster_trail"), rtol=STATICS)
    np.testing.assert_allclose(of("rack_force_forward_locked"), per_moment * s * of("scrub_radius"), rtol=STATICS)
    np.testing.assert_allclose(of("rack_force_forward_at_hub"), per_moment * s * of("hub_offset"), rtol=STATICS)
    # a load lifts the car as far as it moves the rack
    lift_per_rack = -of("rack_force_vertical")
    steer_per_rack = -lift_per_rack / of("lift_per_steer")
    assert np.abs(steer_per_rack / of("steer_per_rack") - 1.0).max() < 0.1  # that one holds the wheel's height instead


def test_a_wheel_turned_about_its_ball_joints_leans_and_lifts_the_car(wishbone, steered):
    """The wheel of the design position turned about the line through both ball joints, by differences."""
    points = {name: np.array(at) for name, at in wishbone.axles["front"].hardpoints.items()}
    corner = wishbone.axle_model("front").corners["left"]
    P, k = points["lower_ball_joint"], unit(points["upper_ball_joint"] - points["lower_ball_joint"])
    W, e = np.array(corner.wheel_centre), np.array(corner.spin_axis)

    def steer_camber_height(angle: float) -> np.ndarray:
        a, at = turned(k, angle, e), P + turned(k, angle, W - P)
        down = a[2] * a - np.array([0.0, 0.0, 1.0])
        lowest = at + corner.tyre_radius * down / np.linalg.norm(down)
        return np.array([math.atan2(-a[0], a[1]), -math.asin(a[2]), lowest[2]])

    steer, camber, height = by_differences(steer_camber_height, np.zeros(1)).d[0]
    middle = POINTS // 2
    assert steered["front_left.camber_per_steer"][middle] == pytest.approx(camber / steer, abs=1e-9)
    assert steered["front_left.lift_per_steer"][middle] == pytest.approx(-height / steer, abs=1e-9)
    # caster: the inner wheel of a turn goes down and leans outward, so that corner of the car rises
    assert -height / steer > 1e-3 and camber / steer > 0.01


def test_damping_at_the_wheel_is_that_of_the_damper_on_its_lever(wishbone):
    """Power: the wheel's speed times its force is the damper's, c_w z'^2 = c (MR z')^2."""
    kc = jounce.run(wishbone, "wheel-travel", figures={"sprung_mass": 350.0}, travel=("-20 mm", "20 mm"), points=3)
    damping = 3500.0 * kc["front_left.damper.motion_ratio"] ** 2
    np.testing.assert_allclose(kc["front_left.wheel_damping_jounce"], damping, rtol=1e-12)
    np.testing.assert_allclose(kc["front_left.wheel_damping_rebound"], damping, rtol=1e-12)
    critical = 2.0 * np.sqrt(kc["front_left.wheel_rate"] * 350.0)
    np.testing.assert_allclose(kc["front_left.damping_ratio"], damping / critical, rtol=1e-12)


@pytest.mark.parametrize(
    "law",
    [
        Bilinear(compression=1500.0, extension=4000.0),
        Points(x=(-0.5, 0.0, 0.5), y=(-750.0, 0.0, 2000.0), interpolation="linear"),
    ],
)
def test_a_damper_that_is_softer_in_jounce_is_so_at_the_wheel(wishbone, law):
    axle = wishbone.axles["front"]
    elements = {**axle.elements, "damper": replace(axle.elements["damper"], law=law)}
    car = replace(wishbone, axles={"front": replace(axle, elements=elements)})
    kc = jounce.run(car, "wheel-travel", travel=("-20 mm", "20 mm"), points=3)
    ratio = kc["front_right.damper.motion_ratio"]
    np.testing.assert_allclose(kc["front_right.wheel_damping_jounce"], 1500.0 * ratio**2, rtol=1e-12)
    np.testing.assert_allclose(kc["front_right.wheel_damping_rebound"], 4000.0 * ratio**2, rtol=1e-12)


def test_toe_in_millimetres_is_the_difference_of_the_rim_flanges(wishbone):
    """The rim's foremost and rearmost points, one diameter apart along the wheel, differ in y by d sin(toe)."""
    kc = jounce.run(wishbone, "wheel-travel", figures={"rim_diameter": "15 in"}, travel=("-20 mm", "20 mm"), points=3)
    e = np.stack([-np.sin(kc["front_left.steer"]), np.cos(kc["front_left.steer"])], axis=-1)
    ahead = np.stack([e[:, 1], -e[:, 0]], axis=-1)
    across = -(0.381 * ahead)[:, 1]  # rear flange less front flange, outward: toe-in
    np.testing.assert_allclose(kc["front_left.toe_at_rim"], across, rtol=1e-12)
    assert "front_left.toe_at_rim" not in jounce.run(wishbone, "wheel-travel", points=3, travel=("-20 mm", "20 mm"))
