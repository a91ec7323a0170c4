"""A double-wishbone axle on a rig: pads under both wheels, a driven rack; points of the wishbone car."""

from __future__ import annotations

from math import dist

import jounce
from jounce.model.assembly.axle_model import QUANTITIES
from jounce_benchmarks.wishbone_car_data import (
    CORNER_BODIES,
    HARDPOINTS,
    SPRING_STIFFNESS,
    STRUT_FREE_LENGTH,
    WishboneCorner,
)

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
RACK = (-0.12, 0.0, 0.26)
BOTH = {"left.travel": 1.0, "right.travel": 1.0}


def axle_rig(free_rods: bool = False) -> jounce.Model:
    """Tie rods are distances, or bodies on two balls that may spin about themselves."""
    model = jounce.Model("wishbone axle").add(
        jounce.parts.Body(name="rack", mass=4.0, centre=RACK, inertia=(0.1, 0.01, 0.1), interface=True),
        jounce.parts.Prismatic(name="guide", parent="ground", child="rack", point=RACK, axis=Y),
        jounce.parts.Input(name="rack.displacement", unit="m"),
        jounce.parts.Prescribed(
            name="steer",
            coordinate="guide.displacement",
            signal=jounce.parts.signals.External(input="rack.displacement"),
        ),
    )
    for corner in (WishboneCorner("left", 1, 0.0), WishboneCorner("right", -1, 0.0)):
        _add_corner(model, corner, free_rods)
    return model


def _add_corner(model: jounce.Model, corner: WishboneCorner, free_rods: bool) -> None:
    side = corner.suffix
    p = {name: corner.at(point) for name, point in HARDPOINTS.items()}

    def name(part: str) -> str:
        return f"{side}.{part}"

    def body(role: str) -> jounce.parts.Body:
        mass, centre, inertia = CORNER_BODIES[role]
        return jounce.parts.Body(name=name(role), mass=mass, centre=corner.at(centre), inertia=inertia)

    def arm_pivot(which: str) -> jounce.parts.Revolute:
        front, rear = p[f"{which}_front"], p[f"{which}_rear"]
        axis = tuple(b - a for a, b in zip(front, rear, strict=True))
        return jounce.parts.Revolute(
            name=name(f"{which}_pivot"), parent="ground", child=name(which), point=front, axis=axis
        )

    model.add(
        *(body(role) for role in ("lower_arm", "upper_arm", "knuckle")),
        arm_pivot("lower_arm"),
        jounce.parts.Spherical(
            name=name("lower_ball"), parent=name("lower_arm"), child=name("knuckle"), point=p["lower_ball_joint"]
        ),
        arm_pivot("upper_arm"),
        jounce.parts.Spherical(
            name=name("upper_ball"),
            parent=name("upper_arm"),
            child=name("knuckle"),
            point=p["upper_ball_joint"],
            cut=True,
        ),
        jounce.parts.Input(name=name("travel"), unit="m"),
        jounce.parts.DrivenPoint(
            name=name("pad"),
            parent="ground",
            child=name("knuckle"),
            point=p["wheel_centre"],
            axis=Z,
            signal=jounce.parts.signals.External(input=name("travel")),
        ),
        jounce.parts.Spring(
            name=name("spring"),
            parent="ground",
            child=name("lower_arm"),
            point=p["strut_top"],
            child_point=p["strut_bottom"],
            free_length=STRUT_FREE_LENGTH,
            law=jounce.parts.laws.Linear(slope=SPRING_STIFFNESS),
        ),
        *(
            jounce.parts.Sensor(
                name=name(f"{point}.{quantity}_{axis}"),
                body=name("knuckle"),
                point=tuple(c + o for c, o in zip(p["wheel_centre"], offset, strict=True)),
                direction=e,
                quantity=quantity,
            )
            for point, offset in (("centre", (0.0, 0.0, 0.0)), ("spindle", Y), ("mark", X))
            for quantity in QUANTITIES
            for axis, e in zip("xyz", (X, Y, Z), strict=True)
        ),
    )
    inner, outer = p["tie_rod_inner"], p["tie_rod_outer"]
    ends = dict(parent="rack", child=name("knuckle"))
    if free_rods:
        model.add(
            body("tie_rod"),
            jounce.parts.Spherical(name=name("rod_inner"), parent="rack", child=name("tie_rod"), point=inner),
            jounce.parts.Spherical(
                name=name("rod_outer"), parent=name("tie_rod"), child=name("knuckle"), point=outer, cut=True
            ),
        )
    else:
        model.add(
            jounce.parts.Distance(
                name=name("tie_rod"), **ends, point=inner, child_point=outer, length=dist(inner, outer)
            )
        )
