"""Mechanisms whose loops are closed by ball joints, so that outside engines know them too."""

from __future__ import annotations

from jounce.model import Model
from jounce.parts import GROUND, Body
from jounce.parts.forces import Bushing, Damper, Spring, TorsionSpring
from jounce.parts.joints import Cylindrical, Free, Prismatic, Revolute, Spherical, Universal
from jounce.parts.laws import Bilinear, Linear, Tanh
from jounce.spatial.vector import X, Y, Z, cross, unit, vector_difference

# left corner of an invented small car, m; its size is that of the usual ones
STRUT_TOP, STRUT_FOOT = (-0.01, 0.53, 0.82), (0.0, 0.60, 0.42)
ARM_FRONT, ARM_REAR, BALL = (0.02, 0.34, 0.20), (-0.25, 0.35, 0.21), (0.0, 0.66, 0.18)
ROD_INNER, ROD_OUTER = (-0.12, 0.30, 0.26), (-0.13, 0.64, 0.25)
WHEEL = (0.0, 0.70, 0.29)
SIDES = {"_l": 1.0, "_r": -1.0}


def four_bar() -> Model:
    """Crank, coupler on a Hooke joint, rocker; a ball joint closes the loop and leaves one freedom."""
    a, b, c, d = (0.0, 0.0, 0.0), (0.1, 0.3, 0.0), (0.7, 0.5, 0.05), (0.8, 0.0, 0.0)
    return Model("four bar", gravity=(0.3, -9.7, 0.8)).add(
        _body("crank", 1.0, (0.05, 0.15, 0.01)),
        _body("coupler", 3.0, (0.4, 0.4, 0.02)),
        _body("rocker", 2.0, (0.75, 0.25, 0.03)),
        Revolute(name="crank_pin", parent=GROUND, child="crank", point=a, axis=Z),
        Universal(name="hooke", parent="crank", child="coupler", point=b, axis=Z, child_axis=Y),
        Revolute(name="rocker_pin", parent=GROUND, child="rocker", point=d, axis=(0.1, 0.0, 1.0)),
        Spherical(name="ball", parent="coupler", child="rocker", point=c, cut=True),
        Spring(
            name="spring",
            parent="crank",
            child="rocker",
            point=b,
            child_point=c,
            free_length=0.5,
            law=Linear(slope=300.0),
        ),
        TorsionSpring(name="clip", coordinate="hooke.angle", law=Tanh(k1=5.0, k2=2.0)),
    )


def strut_car(rack: bool = False, crossing: bool = False) -> Model:
    """A floating body on two MacPherson corners.

    With `rack` the tie rods hang on a rack that slides on the car body and is an interface of its own; with
    `crossing` springs act from one corner to the other.
    """
    model = Model("strut car", gravity=(0.2, 0.1, -9.8)).add(
        Body(name="car", mass=600.0, centre=(-0.9, 0.01, 0.5), inertia=(250.0, 800.0, 900.0), interface=True),
        Free(name="car_motion", parent=GROUND, child="car"),
    )
    carrier = "car"
    if rack:
        carrier = "rack"
        model.add(
            Body(name="rack", mass=4.0, centre=(-0.12, 0.0, 0.26), inertia=(0.2, 0.02, 0.2), interface=True),
            Prismatic(name="rack_slide", parent="car", child="rack", point=(-0.12, 0.0, 0.26), axis=Y),
            TorsionSpring(name="rack_spring", coordinate="rack_slide.displacement", law=Linear(slope=2e4)),
        )
    for end, side in SIDES.items():
        _add_corner(model, end, side, carrier)
    if crossing:
        left, right = (_at(ROD_OUTER, side) for side in SIDES.values())
        ends = {"parent": "knuckle_l", "child": "knuckle_r", "point": left, "child_point": right}
        model.add(Spring(name="bar", **ends, free_length=1.0, law=Linear(slope=8e3)))
        stiffness, damping = (2e3, 1e3, 3e3, 50.0, 60.0, 70.0), (90.0,) * 6
        for a, b in (("_l", "_r"), ("_r", "_l")):
            ends = {"parent": f"knuckle{a}", "child": f"arm{b}", "point": left}
            model.add(Bushing(name=f"cushion{a}", **ends, stiffness=stiffness, damping=damping))
    return model


def _add_corner(model: Model, end: str, side: float, carrier: str) -> None:
    top, foot, front, rear, ball = (_at(p, side) for p in (STRUT_TOP, STRUT_FOOT, ARM_FRONT, ARM_REAR, BALL))
    inner, outer, wheel = (_at(p, side) for p in (ROD_INNER, ROD_OUTER, WHEEL))
    strut, knuckle, arm, rod, disc = (f"{name}{end}" for name in ("strut", "knuckle", "arm", "rod", "wheel"))
    down, along = unit(vector_difference(foot, top)), unit(vector_difference(outer, inner))
    across = unit(cross(along, Z))
    model.add(
        _body(strut, 3.0, top),
        _body(knuckle, 12.0, _at((0.0, 0.63, 0.35), side)),
        _body(arm, 4.0, _at((-0.05, 0.5, 0.2), side)),
        _body(rod, 1.0, _at((-0.125, 0.47, 0.255), side)),
        _body(disc, 15.0, wheel),
        Universal(name=f"mount{end}", parent="car", child=strut, point=top, axis=X, child_axis=unit(cross(X, down))),
        Cylindrical(name=f"damper_tube{end}", parent=strut, child=knuckle, point=foot, axis=down),
        Revolute(name=f"bearing{end}", parent=knuckle, child=disc, point=wheel, axis=Y),
        Revolute(name=f"pivot{end}", parent="car", child=arm, point=front, axis=vector_difference(rear, front)),
        Universal(
            name=f"rod_inner{end}", parent=carrier, child=rod, point=inner, axis=across, child_axis=cross(along, across)
        ),
        Spherical(name=f"ball{end}", parent=arm, child=knuckle, point=ball, cut=True),
        Spherical(name=f"rod_outer{end}", parent=rod, child=knuckle, point=outer, cut=True),
        Spring(
            name=f"coil{end}",
            parent="car",
            child=knuckle,
            point=top,
            child_point=foot,
            free_length=0.6,
            law=Linear(slope=2e4),
        ),
        Damper(
            name=f"steering_damper{end}",
            parent=carrier,
            child=knuckle,
            point=inner,
            child_point=foot,
            law=Linear(slope=300.0),
        ),
        Damper(
            name=f"shock{end}",
            parent="car",
            child=knuckle,
            point=top,
            child_point=foot,
            law=Bilinear(compression=900.0, extension=2500.0),
        ),
    )


def two_cars() -> Model:
    """Two floating bodies with an arm each; springs join body to body, arm to body and arm to arm."""
    model = Model("two cars")
    for n, x in enumerate((0.0, 2.0)):
        model.add(
            Body(name=f"car_{n}", mass=50.0 + n, centre=(x, 0.1, 0.3), inertia=(9.0, 8.0, 7.0)),
            _body(f"arm_{n}", 3.0, (x + 0.2, 0.5, 0.1)),
            Free(name=f"car_motion_{n}", parent=GROUND, child=f"car_{n}"),
            Revolute(name=f"pivot_{n}", parent=f"car_{n}", child=f"arm_{n}", point=(x, 0.2, 0.1), axis=(1.0, 0.2, 0.1)),
        )
    for a, b in (("car_0", "car_1"), ("arm_0", "car_1"), ("arm_0", "arm_1"), ("car_0", GROUND), ("arm_1", GROUND)):
        model.add(
            Spring(
                name=f"{a}_to_{b}",
                parent=a,
                child=b,
                point=(0.3, 0.2, 0.2),
                child_point=(1.7, -0.1, 0.4),
                free_length=1.0,
                law=Linear(slope=700.0),
            ),
        )
    return model.add(
        Bushing(name="cushion", parent="arm_1", child="car_0", point=(1.0, 0.0, 0.3), stiffness=(500.0,) * 6)
    )


def _body(name: str, mass: float, centre) -> Body:
    return Body(name=name, mass=mass, centre=centre, inertia=(0.021 * mass, 0.02 * mass, 0.015 * mass))


def _at(point, side: float) -> tuple[float, float, float]:
    x, y, z = point
    return (x, side * y, z)
