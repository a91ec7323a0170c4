"""Roll steer, roll camber and roll centre with the wheels on the road, against axles solved by positions alone."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from axle_positions import (
    UP,
    Carried,
    Carrier,
    Disc,
    carrier_of_corner,
    rolled,
    slope_at_zero,
    solved,
    steer_and_lean,
    still,
)

import jounce
from jounce.model.assembly.axle_model import CARRIER_POINTS, QUANTITIES, AxleModel, CornerModel
from jounce.model.assembly.names import Side
from jounce.parts import GROUND, Body, Input, Sensor
from jounce.parts.joints import Distance, DrivenPoint, Free
from jounce.parts.signals import External

AXLES = {"double_wishbone": "front", "macpherson": "front", "sedan": "rear"}
AXLES |= {"two_upper_links": "front", "trailing_arm_links": "rear"}
TRAVELS = (-0.06, 0.0, 0.06)
STEP = 4e-3  # rad: 3 mm at the wheels; truncation (3 mm / 0.1 m)^6 = 1e-9 of angles, rounding 1e-14 / STEP = 2.5e-12
CLOSE = 1e-8


def corners(car, axle: str) -> dict[int, Carrier]:
    own = car.axles[axle]
    alignment = (own.alignment.toe, own.alignment.camber)
    return {s: carrier_of_corner(own.template, own.hardpoints, s, alignment, own.tyre.radius) for s in (1, -1)}


def seen_on_rig(disc: Disc, here: Carried, phi: float) -> list[float]:
    """Steer and lean against the body; where the contact point is across the road.

    The contact point is the lowest in the axes of the body, as on the rig with its level pads. The lowest over a road
    to which the body rolls moves across by R sin(steer)^2 more: 20 um for a turn of 1 at half a degree of toe.
    """
    lowest = disc.lowest(here, up=rolled(phi)(UP))
    return [*steer_and_lean(rolled(-phi)(here.direction(disc.spin))), lowest[1]]


def lifted(corner: Carrier, travel: float) -> np.ndarray:
    """The pose in which the wheel centre stands higher by `travel`."""
    return solved(lambda pose: [*corner.misses(pose, still), pose[2] - travel], np.zeros(6))


@pytest.mark.parametrize("name", AXLES)
def test_roll_outputs_are_those_of_a_body_that_rolls_on_wheels_whose_contact_points_keep_their_heights(name):
    """Left and right are solved apart, body turned by +- phi; angles are seen from the body.

    With the travel of the wheel centres in place of that of the contact points, roll camber is off by up to 3 %.
    """
    car, axle = jounce.load(name), AXLES[name]
    run = jounce.run(car, "wheel-travel", axle=axle, travel=(TRAVELS[0], TRAVELS[-1]), points=3)
    both = corners(car, axle)
    for k, travel in enumerate(TRAVELS):
        rest = {s: lifted(corner, travel) for s, corner in both.items()}
        contact = {s: corner.discs[0].lowest(corner.at(rest[s])) for s, corner in both.items()}

        def seen(phi: float, rest=rest, contact=contact) -> np.ndarray:
            """Mean steer and lean against the body, mean place across of the contact points."""
            found, place = [], rolled(phi)
            for s, corner in both.items():

                def misses(pose, s=s, corner=corner):
                    height = corner.discs[0].lowest(corner.at(pose))[2]
                    return [*corner.misses(pose, place), height - contact[s][2]]

                here = corner.at(solved(misses, rest[s]))
                found.append(seen_on_rig(corner.discs[0], here, phi))
            return np.mean(found, axis=0)

        steer, lean, across = slope_at_zero(seen, STEP)
        # a point of the body at height h moves across by -h for a turn of 1: at the roll centre as the contact points
        height = -across - contact[1][2]
        assert run[f"{axle}.roll_steer"][k] == pytest.approx(steer, abs=CLOSE)
        assert run[f"{axle}.roll_camber"][k] == pytest.approx(lean, abs=CLOSE)
        assert run[f"{axle}.roll_centre_height"][k] == pytest.approx(height, abs=CLOSE)
        assert run[f"{axle}.roll_centre_height_force"][k] == pytest.approx(height, abs=CLOSE)


@pytest.mark.parametrize("mode", ["opposite", "single"])
def test_the_kinematic_roll_centre_is_where_the_body_turns_with_both_contact_points_at_rest(mode):
    """Sides that differ: the body is free to shift as its turn asks; where it turns stands still in body and road."""
    car, travel = jounce.load("double_wishbone"), 0.05
    run = jounce.run(car, "wheel-travel", mode=mode, travel=(0.0, travel), points=2)
    both = corners(car, "front")
    start = {1: lifted(both[1], travel), -1: lifted(both[-1], -travel if mode == "opposite" else 0.0)}
    contact = {s: corner.discs[0].lowest(corner.at(start[s])) for s, corner in both.items()}

    def shift(phi: float) -> np.ndarray:
        def misses(x):
            place, found = rolled(phi, *x[:2]), []
            for s, pose in ((1, x[2:8]), (-1, x[8:])):
                touch = both[s].discs[0].lowest(both[s].at(pose), up=rolled(phi)(UP)) - contact[s]
                found += [*both[s].misses(pose, place), *touch[1:]]
            return found

        return solved(misses, np.concatenate([[0.0, 0.0], start[1], start[-1]]))[:2]

    y_rate, z_rate = slope_at_zero(shift, STEP)  # of the body's origin: zero velocity at (y, z) = (-z', y')
    ground = 0.5 * (contact[1][2] + contact[-1][2])
    assert run["front.roll_centre_y"][1] == pytest.approx(-z_rate, abs=1e-7)
    assert run["front.roll_centre_height"][1] == pytest.approx(y_rate - ground, abs=1e-7)


# --- an axle that both sides share -------------------------------------------------------------------------

TRACK, RADIUS, LEAN = 1.46, 0.3, 0.01
HUBS = {s: np.array([-2.5, 0.5 * s * TRACK, 0.3]) for s in (1, -1)}
PANHARD = ((-2.6, 0.5, 0.38), (-2.6, -0.46, 0.34))
LOWER = {s: ((-1.9, 0.42 * s, 0.31), (-2.48, 0.56 * s, 0.22)) for s in (1, -1)}
UPPER = {s: ((-2.0, 0.52 * s, 0.49), (-2.45, 0.12 * s, 0.46)) for s in (1, -1)}  # they meet behind the axle
MIDDLE = ((-2.05, 0.0, 0.50), (-2.45, 0.0, 0.46))
BOTH_LOWER = {"lower_left": LOWER[1], "lower_right": LOWER[-1]}
BEAMS = {
    "panhard": {"panhard": PANHARD, "upper": MIDDLE, **BOTH_LOWER},
    "triangulated": {"upper_left": UPPER[1], "upper_right": UPPER[-1], **BOTH_LOWER},
}
SPIN = {s: np.array([0.0, np.cos(LEAN), -s * np.sin(LEAN)]) for s in (1, -1)}  # positive camber


def beam_on_rig(rods) -> AxleModel:
    """A beam on four rods, as a user of the package builds it from parts."""
    model = jounce.Model("beam axle", gravity=(0.0, 0.0, 0.0))
    model.add(
        Body(name="beam", mass=60.0, centre=(-2.5, 0.0, 0.3), inertia=(10.0, 1.0, 10.0)),
        Free(name="beam", parent=GROUND, child="beam"),
        *(Distance(name=n, parent=GROUND, child="beam", point=a, child_point=b) for n, (a, b) in rods.items()),
    )
    found = {}
    for side, s in ((Side.LEFT, 1), (Side.RIGHT, -1)):
        prefix, hub, e = f"rear_{side}", HUBS[s], SPIN[s]
        points = (hub, hub + e, hub + np.array([1.0, 0.0, 0.0]))
        model.add(
            Input(name=f"{prefix}.travel", unit="m", definition="height of the wheel centre"),
            DrivenPoint(
                name=f"{prefix}.pad",
                parent=GROUND,
                child="beam",
                point=tuple(hub),
                axis=(0.0, 0.0, 1.0),
                signal=External(input=f"{prefix}.travel"),
            ),
            *(
                Sensor(
                    name=f"{prefix}.{name}.{quantity}_{'xyz'[k]}",
                    body="beam",
                    point=tuple(at),
                    direction=tuple(np.eye(3)[k]),
                    quantity=quantity,
                )
                for (name, at), quantity, k in product(zip(CARRIER_POINTS, points, strict=True), QUANTITIES, range(3))
            ),
        )
        found[side] = CornerModel(
            prefix=prefix,
            unit="car",
            axle="rear",
            side=side,
            carrier="beam",
            wheel_centre=tuple(hub),
            spin_axis=tuple(e),
            tyre_radius=RADIUS,
            steering_axis=None,
            travel=f"{prefix}.travel",
        )
    return AxleModel(name="rear", model=model, corners=found, rack=None)


@pytest.mark.parametrize(
    ("kind", "travel"), [("triangulated", -0.05), ("triangulated", 0.0), ("triangulated", 0.05), ("panhard", 0.0)]
)
def test_a_beam_axle_has_the_roll_outputs_of_a_body_that_rolls_on_it(kind, travel):
    """Six numbers of the beam from four rods and two contact heights; the beam turns with the wheels it carries."""
    run = jounce.run(beam_on_rig(BEAMS[kind]), "wheel-travel", travel=(travel, travel + 0.01), points=2)
    discs = [Disc(HUBS[s], SPIN[s], RADIUS) for s in (1, -1)]
    beam = Carrier([(np.array(a), np.array(b)) for a, b in BEAMS[kind].values()], discs)

    def at_travel(pose):
        heights = [beam.at(pose).point(disc.centre)[2] - disc.centre[2] - travel for disc in discs]
        return [*beam.misses(pose, still), *heights]

    rest = solved(at_travel, np.zeros(6))
    contact = [disc.lowest(beam.at(rest)) for disc in discs]

    def seen(phi: float) -> np.ndarray:
        def on_road(pose):
            heights = [disc.lowest(beam.at(pose))[2] - at[2] for disc, at in zip(discs, contact, strict=True)]
            return [*beam.misses(pose, rolled(phi)), *heights]

        here = beam.at(solved(on_road, rest))
        return np.mean([seen_on_rig(disc, here, phi) for disc in discs], axis=0)

    steer, lean, across = slope_at_zero(seen, STEP)
    assert run["rear.roll_steer"][0] == pytest.approx(steer, abs=CLOSE)
    assert run["rear.roll_camber"][0] == pytest.approx(lean, abs=CLOSE)
    assert run["rear.roll_centre_height"][0] == pytest.approx(-across - contact[0][2], abs=CLOSE)
    assert run["rear.roll_centre_height_force"][0] == pytest.approx(-across - contact[0][2], abs=CLOSE)
    assert run["rear.roll_camber"][0] == pytest.approx(-1.0, abs=0.01)  # a beam stays level as the body rolls
    assert abs(steer) > 0.01


def test_the_roll_axis_of_a_beam_goes_through_the_panhard_rod_and_the_meeting_point_of_the_lower_links():
    """In the middle plane: the point of the rod, and the one in which the lines of both lower links meet.

    Two rods whose lines meet hold the meeting point as a ball joint would, at first order; the rod's slope does not
    matter, as the beam moves along y there. The upper link lies in the plane and holds the pitch. A roll of 1 turns
    the beam by -1 about x, so by minus the slope of the axis about z.
    """
    run = jounce.run(beam_on_rig(BEAMS["panhard"]), "wheel-travel", travel=(0.0, 0.01), points=2)
    (a, b), (inner, outer) = (np.array(PANHARD), np.array(LOWER[1]))
    rod = a + (b - a) * a[1] / (a[1] - b[1])  # at y = 0
    meeting = inner + (outer - inner) * inner[1] / (inner[1] - outer[1])
    axis = rod - meeting
    height = rod[2] + axis[2] * (HUBS[1][0] - rod[0]) / axis[0]
    assert run["rear.roll_centre_height"][0] == pytest.approx(height - (0.3 - RADIUS * np.cos(LEAN)), abs=1e-12)
    assert run["rear.roll_steer"][0] == pytest.approx(-axis[2] / axis[0], abs=1e-12)
