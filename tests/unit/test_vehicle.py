"""Vehicles: what a file says reaches the parts, on both sides."""

from __future__ import annotations

from dataclasses import replace
from math import asin, cos, degrees, dist, hypot, radians, sin

import numpy as np
import pytest
from scipy.optimize import brentq

import jounce
from jounce.errors import ModelError
from jounce.model import Model, Vehicle, library_models, load
from jounce.model.assembly.axle_model import CARRIER_POINTS, QUANTITIES, STEERING_AXIS_POINTS
from jounce.model.library import library_path
from jounce.model.rules.shapes import inertia_tensor_of_shape
from jounce.model.templates import TEMPLATES
from jounce.model.templates.axles import steered_axle
from jounce.model.templates.whole_axle import axle_given, whole_axle, whole_axle_spin_axis
from jounce.parts import GROUND

VEHICLES = {name: made for name in library_models() if isinstance(made := load(name), Vehicle)}
AXLES = [(name, axle) for name, vehicle in VEHICLES.items() for axle in vehicle.axles]
HEAD = 'format = 1\nkind = "vehicle"\nname = "car"\n'


def trailing(x: int = 1, y: int = 1, unit: float = 1.0, products: str = "[0.03, 0.01, -0.02]") -> str:
    """A trailing-arm axle with its points in other axes (signs of x and y) or in another unit of length."""

    def at(*point: float) -> str:
        return str([sign * v / unit for sign, v in zip((x, y, 1), point, strict=True)])

    return f"""
[axles.rear]
template = "semi_trailing_arm"
[axles.rear.hardpoints]
pivot_inner = {at(-2.125, 0.25, 0.3125)}
pivot_outer = {at(-2.0, 0.625, 0.3125)}
wheel_centre = {at(-2.5, 0.75, 0.25)}
[axles.rear.bodies]
arm = {{ mass = 9, centre = {at(-2.25, 0.5, 0.25)}, inertia = [0.1, 0.2, 0.2], products = {products} }}
[axles.rear.tyre]
radius = {0.25 / unit}
"""


ISO = HEAD + trailing()


def prepared(vehicle: Vehicle, axle: str, left: float = 0.0, right: float = 0.0, rack: float = 0.0):
    built = vehicle.axle_model(axle)
    inputs = {built.corners["left"].travel: left, built.corners["right"].travel: right}
    return jounce.prepare(built.model, inputs=inputs | ({built.rack: rack} if rack else {}))


def seen(vehicle: Vehicle, axle: str, left: float = 0.0, right: float = 0.0, rack: float = 0.0) -> dict[str, float]:
    ready = prepared(vehicle, axle, left, right, rack)
    return ready.workspace().observe(ready.state)


def place(channels: dict[str, float], point: str) -> np.ndarray:
    return np.array([channels[f"{point}.position_{axis}"] for axis in "xyz"])


def test_the_kind_decides_what_is_loaded():
    assert isinstance(load("double_wishbone"), Vehicle)
    assert isinstance(load("pendulum"), Model)


def test_the_library_has_an_example_of_every_template():
    assert {axle.template for vehicle in VEHICLES.values() for axle in vehicle.axles.values()} == set(TEMPLATES)


@pytest.mark.parametrize(("name", "axle"), AXLES)
def test_every_axle_of_the_library_is_driven_completely_and_mirror_symmetric(name, axle):
    """A Panhard rod, which has no mirror image of its own, is mirrored with the rest for the right side.

    A drag link has none either: it pulls the left wheel, and travel steers both. With its pitman arm turned until one
    wheel steers as the image of the other, both sides are images of each other: a tie rod has no side.
    """
    car = VEHICLES[name]
    ready = prepared(car, axle, 0.03, 0.03)
    assert (ready.rank.mobility, ready.rank.redundant, ready.rank.idle) == (0, (), ())
    channels = ready.workspace().observe(ready.state)
    drag_link = car.axles[axle].steered and TEMPLATES[car.axles[axle].template].has_drag_link
    alone = steered_axle.MIDDLE_POINTS if drag_link else ()
    middle = {f"axles.{axle}.hardpoints.{point}.y" for point in car.axles[axle].middle() if point not in alone}
    mirrored = car.with_values({path: -y for path, y in car.values().items() if path in middle})

    def against(image: dict[str, float], side: str, other: str, point: str) -> np.ndarray:
        own, found = place(channels, f"{axle}_{side}.{point}"), place(image, f"{axle}_{other}.{point}")
        # the spin axes point to the left on both sides, so the spindle's mirror image lies inboard of the right wheel
        if point == "spindle":
            found = 2 * place(image, f"{axle}_{other}.centre") - found
        return found - own * (1, -1, 1)

    def steered_apart(rack: float) -> float:
        return against(seen(mirrored, axle, 0.03, 0.03, rack), "left", "right", "spindle")[0]

    rack = brentq(steered_apart, -0.05, 0.05, xtol=1e-13) if drag_link else 0.0
    image = seen(mirrored, axle, 0.03, 0.03, rack)
    for point in CARRIER_POINTS:
        for side, other in (("left", "right"), ("right", "left")):
            apart = against(image, side, other, point)
            np.testing.assert_allclose(apart, 0.0, atol=1e-9)  # loops are closed to 1e-12 m


def test_an_axle_records_what_a_study_reads():
    built = VEHICLES["double_wishbone"].axle_model("front")
    names = {sensor.name for sensor in built.model.sensors}
    for corner in built.corners.values():
        wanted = {f"{corner.prefix}.{p}.{q}_{k}" for p in CARRIER_POINTS for q in QUANTITIES for k in "xyz"}
        wanted |= {f"{corner.prefix}.{p}.position_{k}" for p in STEERING_AXIS_POINTS for k in "xyz"}
        assert wanted <= names
    assert {part.name for part in built.model.inputs} == {"front_left.travel", "front_right.travel", built.rack}
    assert built.model.gravity == (0.0, 0.0, 0.0)


def test_points_in_other_axes_and_units_make_the_same_vehicle():
    """Half a turn about z: x and y change sign, and so do the products with z."""
    turned = HEAD + 'axes = "x rearward"\n' + trailing(x=-1, y=-1, products="[0.03, -0.01, 0.02]")
    assert load(turned).axles == load(ISO).axles
    millimetres = HEAD + 'units = { length = "mm" }\n' + trailing(unit=0.001)
    assert load(millimetres).axles == load(ISO).axles


def test_points_of_the_right_wheel_are_taken_for_the_left_one():
    """As tools print them that have x rearward, y to the right, and show the right corner."""
    text = HEAD + 'axes = "x rearward"\n' + trailing(x=-1)
    assert load(text).axles["rear"].hardpoints == load(ISO).axles["rear"].hardpoints


def test_the_right_side_is_the_mirror_image_but_for_what_is_given():
    axle = load(ISO + "[axles.rear.right.hardpoints]\npivot_outer = [-2.0, -0.65, 0.3125]\n").axles["rear"]
    right = axle.points(-1)
    assert right["pivot_inner"] == (-2.125, -0.25, 0.3125)
    assert right["pivot_outer"] == (-2.0, -0.65, 0.3125)
    mass = axle.masses(-1)["arm"]
    assert mass.centre == (-2.25, -0.5, 0.25)
    assert mass.products == (-0.03, -0.01, -0.02)  # those with one y change sign


def test_values_are_read_and_set_by_path():
    car = VEHICLES["double_wishbone"]
    path = "axles.front.hardpoints.lower_ball_joint.z"
    assert car.values()[path] == 0.195
    changed = car.with_values({path: "212 mm", "axles.front.spring.law.slope": 40_000, "body.mass": "1.5 t"})
    assert changed.axles["front"].hardpoints["lower_ball_joint"] == (0.01, 0.7, 0.212)
    assert changed.values()["axles.front.spring.law.slope"] == 40_000.0
    assert changed.body.mass == 1500.0
    others = {p: v for p, v in car.values().items() if changed.values()[p] != v}
    assert set(others) == {path, "axles.front.spring.law.slope", "body.mass"}


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        ("axles.front.hardpoints.lower_ball_join.z", 0.2, "Did you mean"),
        ("axles.front.hardpoints.lower_ball_joint", 0.2, "holds several numbers"),
        ("axles.front.template", 1, "is structure"),
        ("axles.front.hardpoints.lower_ball_joint.z", "212 kg", "is not in m"),
        ("axles.front.hardpoints.lower_ball_joint.z", float("nan"), "not a finite number"),
        ("axles.front.hardpoints.lower_ball_joint.z", "212 m", "away from the origin"),
        ("axles.front.tyre.radius", -1, "negative"),
        ("axles.front.bodies.knuckle.inertia.x", 9, "no rigid body"),
    ],
)
def test_values_that_cannot_be_are_refused_by_name(path, value, what):
    with pytest.raises(ModelError) as refusal:
        VEHICLES["double_wishbone"].with_values({path: value})
    (problem,) = refusal.value.problems
    assert what in problem.what and problem.where in (path, path.rpartition(".")[0]) and problem.help


def test_an_unknown_axle_is_refused_with_the_known_ones():
    with pytest.raises(ModelError, match=r"no axle 'fornt'. Did you mean 'front'"):
        VEHICLES["double_wishbone"].axle_model("fornt")


def test_tie_rods_hang_on_the_rack_only_where_the_axle_is_steered():
    car = VEHICLES["double_wishbone"]
    held = replace(car, axles={"front": replace(car.axles["front"], steered=False)})
    for vehicle, mount, rack in ((car, "rack", "rack.displacement"), (held, GROUND, None)):
        built = vehicle.axle_model("front")
        joints = {joint.name: joint for joint in built.model.joints}
        assert joints["front_left.tie_rod_inner"].parent == mount
        assert built.rack == rack


def test_toe_in_turns_both_wheels_inward_and_camber_leans_them_outward():
    axle = load(ISO + '[axles.rear.alignment]\ntoe = "2 deg"\ncamber = "3 deg"\n').axles["rear"]
    for side in (1, -1):
        e = whole_axle_spin_axis(axle, side)
        assert hypot(*e) == pytest.approx(1)
        forward = np.cross(e, (0, 0, 1))
        assert -side * forward[1] > 0  # the front of the wheel points to the middle of the car
        top = np.cross(forward, e)
        assert side * top[1] > 0  # its top points away from it
        assert degrees(asin(abs(e[2]))) == pytest.approx(3)
        assert degrees(np.arctan2(abs(e[0]), e[1])) == pytest.approx(2)


def test_a_preloaded_spring_pushes_with_its_preload_in_the_design_position():
    car = VEHICLES["double_wishbone"]
    p = car.axles["front"].hardpoints
    channels = seen(car, "front")
    assert channels["front_left.spring.force"] == pytest.approx(-5446.0, rel=1e-9)
    assert channels["front_left.spring.length"] == pytest.approx(dist(p["spring_top"], p["spring_bottom"]))
    assert channels["front_left.damper.length"] == channels["front_left.spring.length"]


def test_a_bump_stop_pushes_only_beyond_its_clearance():
    """At 70 mm of travel the damper of the lumped mass, upright, is 70 mm shorter: 20 mm into the stop."""
    text = library_path("lumped_mass").read_text("utf-8").split("[sources]")[0]
    text += '[axles.front.bump_stop]\nclearance = "50 mm"\nlaw = "200 N/mm"\n'
    points = text.replace('"200 N/mm"', '{ type = "points", x = [0, 10, 20, 30], y = [0, 250, 800, 2000] }')
    for source, push in ((text, 4000.0), (points, 800.0)):
        channels = seen(load(source), "front", left=0.07, right=0.04)
        assert channels["front_left.bump_stop.force"] == pytest.approx(-push, rel=1e-9)
        assert channels["front_right.bump_stop.force"] == 0.0


def test_an_anti_roll_bar_twists_only_when_the_wheels_move_apart():
    car = VEHICLES["semi_trailing_arm"]
    together = seen(car, "semi_trailing", 0.04, 0.04)
    assert together["semi_trailing.anti_roll_bar.torque"] == pytest.approx(0.0, abs=1e-6)
    apart = seen(car, "semi_trailing", 0.04, -0.04)
    twist = apart["semi_trailing_left.bar_bearing.angle"] - apart["semi_trailing_right.bar_bearing.angle"]
    # arms of 250 mm whose ends move by about 20 mm up and down: some 0.15 rad
    assert 0.05 < abs(twist) < 0.3
    assert apart["semi_trailing.anti_roll_bar.torque"] == pytest.approx(400 * twist)


def test_a_swing_arm_turns_the_wheel_about_its_instant_centre():
    """In closed form: the centre stays on a circle, and camber is the angle it went round."""
    car = VEHICLES["swing_arm"]
    pivot, centre = (car.axles["front"].hardpoints[name] for name in ("instant_centre", "wheel_centre"))
    radius, start = dist(pivot, centre), asin((centre[2] - pivot[2]) / dist(pivot, centre))
    travel = 0.06
    channels = seen(car, "front", travel, travel)
    angle = asin((centre[2] + travel - pivot[2]) / radius)
    assert place(channels, "front_left.centre")[1] == pytest.approx(pivot[1] + radius * cos(angle))
    e = place(channels, "front_left.spindle") - place(channels, "front_left.centre")
    assert e[2] == pytest.approx(sin(angle - start))


def test_a_lumped_mass_goes_straight_up():
    channels = seen(VEHICLES["lumped_mass"], "front", 0.05, 0.05)
    np.testing.assert_allclose(place(channels, "front_left.centre"), (0, 0.7, 0.33), atol=1e-12)
    np.testing.assert_allclose(place(channels, "front_left.spindle"), (0, 1.7, 0.33), atol=1e-12)


def test_masses_that_are_not_given_are_assumed_and_said_to_be():
    built = VEHICLES["five_link"].axle_model("front")
    knuckle = next(body for body in built.model.bodies if body.name == "front_left.knuckle")
    assert knuckle.mass == 1.0
    assert built.model.sources["bodies.front_left.knuckle"].estimated
    assert not VEHICLES["double_wishbone"].axle_model("front").model.sources
    assert "assumed: lower_rear_link, knuckle" in VEHICLES["five_link"].summary()


def test_a_wheel_of_its_own_spins_on_its_carrier_about_the_spin_axis():
    axle = load(ISO + '[axles.rear.alignment]\ncamber = "-2 deg"\n').axles["rear"]
    made = whole_axle(axle, axle_given(axle, "rear", GROUND, None), wheel=True)
    corner, parts = made.corners["right"], made.parts["right"]
    bearing = next(part for part in parts if part.name == "rear_right.wheel_bearing")
    assert (bearing.parent, bearing.child) == (corner.carrier, "rear_right.wheel")
    assert bearing.axis == pytest.approx((0, cos(radians(2)), -sin(radians(2))))
    assert jounce.prepare(Model("corner").add(*parts)).rank.mobility == 2


def test_a_wheel_is_balanced_about_its_own_spin_axis():
    """Toe and camber tilt the axis, and the inertia goes with it: spinning, the wheel shakes nothing."""
    car = load("small_car").car_model()
    bodies = {body.name: body for body in car.model.bodies}
    for prefix, corner in car.corners.items():
        spin = inertia_tensor_of_shape(bodies[f"{prefix}.wheel"]) @ np.array(corner.spin_axis)
        inertia = 0.485 if prefix.startswith("front") else 0.49
        np.testing.assert_allclose(spin, inertia * np.array(corner.spin_axis), atol=1e-15)
    assert abs(car.corners["rear_left"].spin_axis[2]) > 0.005  # half a degree of camber


def test_what_is_added_to_one_rig_does_not_show_in_the_next():
    car = load(ISO)
    first = car.axle_model("rear")
    first.model.add(jounce.parts.Body(name="stowaway", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    assert "stowaway" not in [body.name for body in car.axle_model("rear").model.bodies]
    assert car.axle_model("rear").model == replace(car).axle_model("rear").model
