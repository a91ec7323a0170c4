"""The wheel-travel study on real linkages: derivatives, forces and axes against what they must agree with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import jounce
from jounce.studies.kinematics.car_data import figures_of_car_data

LINKAGES = {"double_wishbone": "front", "macpherson": "front", "five_link": "front"}
FIGURES = {"wheelbase": "2.6 m", "centre_height": "0.55 m", "front_brake_share": 0.6, "front_drive_share": "100 %"}
STEP = 1e-3  # m between samples: truncation of sixth order (STEP / 0.1 m)^6 = 1e-12, rounding 1e-16 / STEP = 1e-13
FIRST = 1e-9  # for the sweep's own closing tolerance of 1e-13 m on arms of 0.1 m, over STEP


def slope(values: np.ndarray) -> np.ndarray:
    """Central differences of sixth order at all but three samples at each end."""
    f = {k: values[3 + k : len(values) - 3 + k] for k in range(-3, 4)}
    return (45 * (f[1] - f[-1]) - 9 * (f[2] - f[-2]) + (f[3] - f[-3])) / (60 * STEP)


@pytest.fixture(scope="module", params=LINKAGES)
def car(request):
    return jounce.load(request.param)


@pytest.fixture(scope="module")
def ride(car):
    return jounce.run(
        car, "wheel-travel", travel=("-25 mm", "25 mm"), points=51, figures=FIGURES
    )  # clear of the bump stops


@pytest.fixture(scope="module")
def steered(car):
    return jounce.run(car, "wheel-travel", mode="rack", travel=("-25 mm", "25 mm"), points=51, figures=FIGURES)


@pytest.mark.parametrize("corner", ["front_left", "front_right"])
@pytest.mark.parametrize(
    ("rate", "of", "factor"),
    [
        ("bump_steer", "toe", 1.0),
        ("bump_camber", "camber", 1.0),
        ("bump_steer_curvature", "bump_steer", 1.0),
        ("support_slope_inboard", "recession", -1.0),
        ("wheel_rate", "wheel_load", 1.0),
    ],
)
def test_rates_by_travel_are_the_slopes_of_their_curves(ride, corner, rate, of, factor):
    expected = factor * slope(ride[f"{corner}.{of}"])
    scale = max(1.0, np.abs(ride[f"{corner}.{of}"]).max())  # of loads in newtons
    np.testing.assert_allclose(ride[f"{corner}.{rate}"][3:-3], expected, rtol=FIRST, atol=FIRST * scale)


def test_jacking_is_the_path_of_the_contact_point(car, ride):
    """z_C = z_W - R cos(inclination): the contact point rises with the wheel centre but for the lean."""
    y_d = slope(ride["front_left.half_track_change"])
    z_d = 1.0 - slope(car.axles["front"].tyre.radius * np.cos(ride["front_left.inclination"]))
    np.testing.assert_allclose(ride["front_left.jacking"][3:-3], y_d / z_d, atol=FIRST)


def test_track_changes_by_what_both_wheels_move_outward(ride):
    both = ride["front_left.half_track_change"] + ride["front_right.half_track_change"]
    np.testing.assert_allclose(ride["front.track_change"], both, atol=1e-14)
    np.testing.assert_allclose(ride["front.track"] - ride["front.track_change"], ride.metrics["front.track"].value)


def test_caster_changes_as_the_carrier_turns():
    """nu' = -w_y + k_y (w_z k_z + w_x k_x) / (k_x^2 + k_z^2): the second term is small for axes near upright."""
    ride = jounce.run(jounce.load("double_wishbone"), "wheel-travel", travel=("-4 mm", "4 mm"), points=9)
    np.testing.assert_allclose(ride["front_left.caster_change"][3:-3], slope(ride["front_left.caster"]), rtol=0.1)


def test_a_locked_wheel_carries_its_lowest_point_forward_as_the_carrier_turns(car, ride):
    """x_C*' = x_W' - w_y R for a wheel that hardly leans: its turn about z moves C by less than 1 mm per m."""
    turned = ride["front_left.caster_change"] * car.axles["front"].tyre.radius
    support = ride["front_left.support_slope_inboard"] + turned
    np.testing.assert_allclose(ride["front_left.support_slope_outboard"], support, atol=2e-3)
    assert np.abs(turned).min() > 0.02  # without it, the difference would show


def test_roll_steer_and_roll_camber_are_slopes_over_opposite_travel(car):
    """The left wheel up and the right one down rolls the body by minus the contact points' difference over the track.

    A contact point is lower than its wheel centre by R cos(inclination).
    """
    rolled = jounce.run(car, "wheel-travel", mode="opposite", travel=("-4 mm", "4 mm"), points=9)
    radius = car.axles["front"].tyre.radius
    left, right = (
        rolled[f"front_{side}.wheel_centre_z"] - radius * np.cos(rolled[f"front_{side}.inclination"])
        for side in ("left", "right")
    )
    turn = slope(left - right) / rolled["front.track"][3:-3]
    for output, angle in (("roll_steer", "steer"), ("roll_camber", "inclination")):
        mean = 0.5 * (rolled[f"front_left.{angle}"] + rolled[f"front_right.{angle}"])
        np.testing.assert_allclose(rolled[f"front.{output}"][3:-3], -slope(mean) / turn, atol=FIRST)


def test_steer_per_rack_is_the_slope_of_steer(steered):
    for corner in ("front_left", "front_right"):
        expected = slope(steered[f"{corner}.steer"])
        np.testing.assert_allclose(steered[f"{corner}.steer_per_rack"][3:-3], expected, rtol=FIRST)
    mean = 0.5 * (steered["front_left.steer_per_rack"] + steered["front_right.steer_per_rack"])
    if "front.steering_ratio" in steered:
        ratio = steered.metadata["figures"]["rack_ratio"]
        np.testing.assert_allclose(steered["front.steering_ratio"], 1.0 / (ratio * np.abs(mean)), rtol=1e-12)


def test_left_and_right_mirror_each_other(ride, steered):
    for output in (
        *("toe", "camber", "caster", "kingpin", "caster_trail", "scrub_radius", "hub_offset"),
        *("wheel_rate", "recession", "half_track_change", "support_slope_outboard"),
    ):
        np.testing.assert_allclose(ride[f"front_left.{output}"], ride[f"front_right.{output}"], rtol=1e-9, atol=1e-11)
        swapped = steered[f"front_right.{output}"][::-1]
        np.testing.assert_allclose(steered[f"front_left.{output}"], swapped, rtol=1e-9, atol=1e-11)


def test_the_pad_carries_what_motion_ratios_say(car, ride):
    """Equilibrium of all bodies at rest against virtual work: the pad's force is the wheel load."""
    axle = car.axle_model("front")
    for k in (0, 20, 50):
        travel = ride["travel"][k]
        ready = jounce.prepare(axle.model, inputs={corner.travel: travel for corner in axle.corners.values()})
        seen = ready.workspace().observe(ready.state)
        # both wheels rise together, so an anti-roll bar is not twisted
        assert seen["front_left.pad.Fz"] == pytest.approx(ride["front_left.wheel_load"][k], rel=1e-9)


def test_both_parts_of_the_wheel_rate_follow_from_load_and_motion_ratio(ride):
    rate = (ride["front_left.wheel_rate"] - ride["front_left.wheel_rate_geometric"])[3:-3]
    ratio = ride["front_left.spring.motion_ratio"][3:-3]
    stiffness = rate / ratio**2  # of a linear spring, everywhere the same
    np.testing.assert_allclose(stiffness, stiffness[0], rtol=1e-12)
    # F_s dMR/dz with F_s = load / MR
    geometric = ride["front_left.wheel_load"][3:-3] / ratio * slope(ride["front_left.spring.motion_ratio"])
    np.testing.assert_allclose(ride["front_left.wheel_rate_geometric"][3:-3], geometric, rtol=1e-7)


@pytest.mark.parametrize("name", ["double_wishbone", "macpherson"])
def test_the_virtual_axis_of_a_linkage_with_ball_joints_goes_through_them(name):
    """With the spring's length held, the lower arm, or the slide of the strut, and so both points stand still."""
    car = jounce.load(name)
    if name == "macpherson":  # its spring on the strut's own line: as the rounded points have it, it is 0.01 mm off
        points = car.axles["front"].hardpoints
        car = car.with_values(
            {
                f"axles.front.hardpoints.spring_{end}.{axis}": value
                for end in ("top", "bottom")
                for axis, value in zip("xyz", points[f"strut_{end}"], strict=True)
            }
        )
    axle = car.axle_model("front")
    without = replace(axle, corners={k: replace(c, steering_axis=None) for k, c in axle.corners.items()})
    figures = figures_of_car_data(car, "front")
    geometric = jounce.run(axle, "wheel-travel", travel=("-50 mm", "50 mm"), points=11, figures=figures)
    virtual = jounce.run(without, "wheel-travel", travel=("-50 mm", "50 mm"), points=11, figures=figures)
    assert "virtual" in virtual.metadata["steering_axis"]
    for output in ("caster", "kingpin", "caster_trail", "scrub_radius", "hub_trail", "hub_offset"):
        for side in ("front_left", "front_right"):
            np.testing.assert_allclose(virtual[f"{side}.{output}"], geometric[f"{side}.{output}"], atol=1e-10)


def test_anti_dive_is_the_share_of_load_transfer_that_virtual_work_gives(ride):
    """Front brake force p_b m a, load transfer m a h/L: their ratio times dx/dz of the locked wheel."""
    transfer = 0.55 / 2.6
    expected = 0.6 * ride["front_left.support_slope_outboard"] / transfer
    np.testing.assert_allclose(ride["front_left.anti_dive"], expected, rtol=1e-12)
    np.testing.assert_allclose(ride["front_left.anti_lift"], ride["front_left.support_slope_inboard"] / transfer)
