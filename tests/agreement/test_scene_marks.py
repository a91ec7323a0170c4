"""Marks in the scene against what the axle's rig measures, which finds them by another way; bodies by class."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.mechanism import connect_mechanism
from jounce.model.assemblies.size.data import car_picture
from jounce.parts import GROUND
from jounce.results import Result
from jounce.results.drawn.outline import CarBody, Mark, Outline, OutlineBody, Spot
from jounce.simulation.drawn.drawn_model import DrawnModel
from jounce.views.page.encoding import Encoder
from jounce.views.page.page_data import Scene, Wheel
from jounce.views.page.placed_outline import PlacedOutline
from jounce.views.page.scene import CENTRE_STEP, scene_of
from jounce.views.page.scene_car_body import SHAPES, scene_of_car_body, scene_of_steering_wheels
from page_decoder import decoded

FAR = 25.0  # m, beyond which no centre is told
WHEELS = [
    Wheel("wheel", f"{x} {y}", 0, (x, y, 0.3), (0.0, 1.0, 0.0), 0.3, 0.2, None, 1.0, "")
    for x in (0.0, -2.5)
    for y in (0.75, -0.75)
]


def scene(run: Result) -> tuple[Scene, Encoder]:
    encoder = Encoder()
    found = scene_of(run, np.arange(run.time.size), encoder)
    assert found is not None
    return found, encoder


@pytest.mark.parametrize(
    ("vehicle", "axle"),
    [("double_wishbone", "front"), ("macpherson", "front"), ("macpherson", "rear"), ("five_link", "front")],
)
def test_instant_centres_are_those_that_the_rig_measures(vehicle, axle):
    """The rig differentiates its equations; the scene takes the null space of the joints' rows at each pose.

    Kept to a tenth of a millimetre. The roll centre is measured above the road between the contact points.
    """
    run = jounce.run(jounce.load(vehicle), "wheel-travel", axle=axle, points=21)
    found, encoder = scene(run)
    centres = {centre.name: [decoded(encoder.data, numbers) for numbers in centre.point] for centre in found.centres}
    for corner in (f"{axle}_left", f"{axle}_right"):
        for view, first in (("front", "y"), ("side", "x")):
            x, y, z = centres[f"{corner}: instant centre, {view} view"]
            across, height = run[f"{corner}.{view}_view_centre_{first}"], run[f"{corner}.{view}_view_centre_z"]
            near = np.hypot(across, height) < FAR - 3.0
            assert near.any()
            np.testing.assert_allclose((y if first == "y" else x)[near], across[near], atol=2 * CENTRE_STEP)
            np.testing.assert_allclose(z[near], height[near], atol=2 * CENTRE_STEP)
    _, y, z = centres[f"{axle}: roll centre"]
    place, height = run[f"{axle}.roll_centre_y"], run[f"{axle}.roll_centre_height"]
    np.testing.assert_allclose(y, place, atol=2 * CENTRE_STEP)
    # above the road, which goes with the wheels: their travel, less what inclination lowers the contact point by
    travel = 0.5 * (run[f"{axle}_left.travel"] + run[f"{axle}_right.travel"])
    assert np.ptp(z - height - travel) < 1e-3


def test_a_wheel_that_is_left_more_than_one_motion_has_no_instant_centre():
    """As on bushings: here an arm has lost its ball joint."""
    axle = jounce.load("double_wishbone").axle_model("front")
    run = jounce.run(axle, "wheel-travel", points=3)
    assert {centre.kind for centre in run.drawn.centres(run.coordinates)} == {"front view", "side view", "roll centre"}
    loose = [part for part in axle.model.parts if part.name != "front_left.lower_ball_joint"]
    mechanism = connect_mechanism(axle.model.with_parts(loose))
    at_rest = {named.name: np.full(2, float(named.name.endswith("q0"))) for named in mechanism.coordinates}
    centres = DrawnModel(mechanism, None, axle).centres(at_rest)
    assert {centre.name.partition(":")[0] for centre in centres} == {"front_right"}


def test_hardpoints_are_named_on_the_bodies_that_have_them_and_steering_axes_join_them():
    car = jounce.load("double_wishbone")
    found, _ = scene(jounce.run(car, "wheel-travel", axle="front", points=3))
    names = {body.name: k for k, body in enumerate(found.bodies)}
    places = {point.name: point.place for point in found.points}
    assert places["front_left.upper_ball_joint"].body in (names["front_left.knuckle"], names["front_left.upper_arm"])
    np.testing.assert_allclose(places["front_right.spring_top"].point, [0.0, -0.48, 0.65])  # as in the file, mirrored
    lines = {axis.name: (axis.a.point, axis.b.point) for axis in found.axes}
    expected = [places[f"front_left.{end}_ball_joint"].point for end in ("lower", "upper")]
    np.testing.assert_allclose(lines["front_left: steering axis"], expected)


def placed_car(shape: str, seat: tuple[float, ...] | None = None) -> PlacedOutline:
    """A floating body 4.1 m long, 1.8 m wide and 1.5 m high, with a steering wheel on a hinge without a place."""
    numbers = np.array([1.0, 0.0, 0.8, -3.3, 1.8, 1.5, -0.8, 0.6, *(seat or ())])
    about = {"carried_by": GROUND, "joint": "", "kind": "", "coordinates": (), "freedoms": 0, "mass": 0}
    bodies = [
        OutlineBody(name=name, look=look, centre=(1, 1, 1), order=k, floats=name == "body", **about)
        for k, (name, look) in enumerate((("body", "plain"), ("hand", "steering wheel")))
    ]
    hinge = Mark(name="hinge", kind="pin", spots=(Spot(-1, (1, 1, 1)), Spot(1, (1, 1, 1))), axis=(6, 1, 7), joint=True)
    car = CarBody(shape=shape, front=2, rear=3, width=4, height=5, seat=(8, 9, 10) if seat else ())
    return PlacedOutline(Outline(bodies=tuple(bodies), marks=(hinge,), car=car), numbers)


def test_the_body_has_the_shape_of_its_class_and_the_size_of_its_file():
    shells = {shape: scene_of_car_body(placed_car(shape), WHEELS) for shape in SHAPES}
    for shape, shell in shells.items():
        x, z = np.array(shell.profile).T
        assert [x.min(), x.max(), z.max()] == pytest.approx([-3.3, 0.8, 1.5])
        assert shell.width == pytest.approx(1.8 * SHAPES[shape].width)
    narrow = shells["open-wheel"]
    assert narrow.width < 1.5 - 0.2 and narrow.roof == len(SHAPES["open-wheel"].lower)  # between the wheels, no arches
    assert len({tuple(shell.profile) for shell in shells.values()}) == len(SHAPES)
    assert scene_of_car_body(placed_car("none"), WHEELS) is None


def test_a_car_says_its_class_in_its_file():
    assert car_picture(jounce.load("hmmwv").unit)["shape"] == "off-road"
    assert car_picture(jounce.load("small_car").unit)["shape"] == "hatchback"


@pytest.mark.parametrize(("seat", "expected"), [((-1.4, 0.3, 0.5), (-0.95, 0.3, 0.8)), (None, (-1.05, 0.36, 0.96))])
def test_a_steering_wheel_without_a_place_is_before_the_driver(seat, expected):
    """0.45 m ahead of the seat and 0.3 m above; without a seat 42 % of the wheelbase behind the front axle."""
    (ring,) = scene_of_steering_wheels(placed_car("hatchback", seat), WHEELS)
    assert ring.at == pytest.approx(expected)


@pytest.mark.parametrize("name", ["small_car", "hmmwv", "double_wishbone"])
def test_arrows_of_forces_are_scaled_to_the_weight(name):
    """What weighs on a wheel at rest is 0.3 to 0.7 m long, by a round number of newtons a metre."""
    run = jounce.run(jounce.load(name), "wheel-travel", points=3)
    found, _ = scene(run)
    mass = sum(run.drawn.numbers[body.mass] for body in run.outline.bodies)
    load = 9.81 * mass / sum(shape.kind == "wheel" for shape in found.shapes)
    assert 0.3 <= load / found.newtons_per_metre <= 0.7
    assert f"{found.newtons_per_metre:.0e}"[0] in "125"
