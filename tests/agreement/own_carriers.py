"""Corners that hang on a body and on an arm of a bar of their own, on one or two units."""

from __future__ import annotations

import numpy as np

from jounce.model import Model
from jounce.parts import GROUND, Body, Sensor
from jounce.parts.forces import Spring, SpringDamper, TorsionBar
from jounce.parts.joints import Free, Gimbal, Revolute, Spherical, Universal
from jounce.parts.laws import Grid, Linear
from jounce.spatial.vector import X, Y, Z, cross, perpendicular_vector, unit, vector_difference

DAMPED = Grid(x=(-0.1, 0.0, 0.1), v=(-1.0, 1.0), y=(-700.0, -600.0, -100.0, 80.0, 500.0, 600.0))


def barred_model(*axles: str, seed: int | None = None, in_series: bool = False) -> Model:
    """Two corners on each axle, which hangs on the `car` or on the `trailer` behind it; without a seed, mirror images.

    In series, the right arm of a bar turns on the left one in place of the unit.
    """
    rng = np.random.default_rng(seed) if seed is not None else None
    model = Model("barred", gravity=(0.0, 0.0, -9.8)).add(
        Body(name="car", mass=600.0, centre=(0.1, 0.0, 0.5), inertia=(250.0, 800.0, 900.0), interface=True),
        Free(name="car_motion", parent=GROUND, child="car"),
    )
    if "trailer" in axles:
        model.add(
            Body(name="trailer", mass=300.0, centre=(-4.0, 0.0, 0.6), inertia=(90.0, 300.0, 350.0), interface=True),
            Gimbal(name="hitch", parent="car", child="trailer", point=(-2.5, 0.0, 0.4), axis=Z, child_axis=X),
        )
    for number, on in enumerate(axles):
        sides = (f"_{number}l", f"_{number}r")
        carries_right_arm = f"arm_{number}l" if in_series else on
        _add_corner(model, on, on, sides[0], (-1.7 * number, 1.0), rng)
        _add_corner(model, on, carries_right_arm, sides[1], (-1.7 * number, -1.0), rng)
        twist = (
            {f"hinge{sides[1]}.angle": 1.0}
            if in_series
            else {f"hinge{end}.angle": s for end, s in zip(sides, (1.0, -1.0), strict=True)}
        )
        model.add(
            TorsionBar(
                name=f"bar_{number}",
                coordinates=tuple(twist),
                factors=tuple(twist.values()),
                stiffness=900.0,
                damping=3.0,
            )
        )
    return model


def live_axle_model() -> Model:
    """A car on an axle that three links and a Panhard rod lead: all four run as lanes between two carriers."""
    links = {
        "lower_l": ((0.5, 0.5, 0.3), (0.0, 0.45, 0.25)),
        "lower_r": ((0.5, -0.5, 0.3), (0.0, -0.45, 0.25)),
        "upper": ((0.4, 0.02, 0.45), (0.05, 0.0, 0.5)),
        "panhard": ((0.0, 0.5, 0.35), (-0.02, -0.5, 0.3)),
    }
    model = Model("live axle", gravity=(0.1, 0.2, -9.8)).add(
        Body(name="car", mass=600.0, centre=(0.1, 0.0, 0.5), inertia=(250.0, 800.0, 900.0), interface=True),
        Body(name="axle", mass=80.0, centre=(0.0, 0.0, 0.3), inertia=(12.0, 2.0, 12.0), interface=True),
        Free(name="car_motion", parent=GROUND, child="car"),
        Free(name="axle_motion", parent="car", child="axle"),
    )
    for name, (inner, outer) in links.items():
        centre = tuple(0.5 * (a + b) for a, b in zip(inner, outer, strict=True))
        along = unit(vector_difference(outer, inner))
        across = perpendicular_vector(along)
        hooke = {"axis": across, "child_axis": cross(along, across)}
        model.add(
            Body(name=name, mass=2.0, centre=centre, inertia=(0.1, 0.11, 0.12)),
            Universal(name=f"{name}_inner", parent="car", child=name, point=inner, **hooke),
            Spherical(name=f"{name}_outer", parent=name, child="axle", point=outer, cut=True),
        )
    for end, y in (("_l", 0.6), ("_r", -0.6)):
        coil = {"point": (0.0, y, 0.7), "child_point": (0.0, 0.9 * y, 0.35)}
        model.add(
            Body(name=f"wheel{end}", mass=15.0, centre=(0.0, y, 0.3), inertia=(0.6, 1.0, 0.6), axisymmetric=True),
            Revolute(name=f"bearing{end}", parent="axle", child=f"wheel{end}", point=(0.0, y, 0.3), axis=Y),
            Spring(name=f"coil{end}", parent="car", child="axle", **coil, free_length=0.5, law=Linear(slope=2e4)),
        )
    return model


def _add_corner(
    model: Model, unit: str, arm_on: str, end: str, place: tuple[float, float], rng: np.random.Generator | None
) -> None:
    x, side = place
    arm, swing, link, wheel = (f"{name}{end}" for name in ("arm", "swing", "link", "wheel"))

    def at(px: float, py: float, pz: float) -> tuple[float, float, float]:
        given = (x + px, side * py, pz)
        return (
            given
            if rng is None
            else tuple(float(v + d) for v, d in zip(given, rng.uniform(-0.03, 0.03, 3), strict=True))
        )

    def body(name: str, mass: float, centre: tuple[float, float, float], **words: bool) -> Body:
        return Body(name=name, mass=mass, centre=centre, inertia=(0.04 * mass, 0.05 * mass, 0.03 * mass), **words)

    struts = {"parent": unit, "child": swing}
    model.add(
        body(arm, 2.0, at(0.2, 0.4, 0.3), interface=True),
        body(swing, 15.0, at(0.0, 0.6, 0.3)),
        body(link, 1.0, at(0.3, 0.5, 0.2)),
        body(wheel, 12.0, at(0.0, 0.7, 0.3)),
        Revolute(name=f"hinge{end}", parent=arm_on, child=arm, point=at(0.0, 0.4, 0.3), axis=Y),
        Revolute(name=f"pivot{end}", parent=unit, child=swing, point=at(0.0, 0.3, 0.3), axis=X),
        Universal(name=f"foot{end}", parent=arm, child=link, point=at(0.3, 0.5, 0.3), axis=X, child_axis=Y),
        Revolute(name=f"bearing{end}", parent=swing, child=wheel, point=at(0.0, 0.7, 0.3), axis=Y),
        Spherical(name=f"ball{end}", parent=link, child=swing, point=at(0.3, 0.5, 0.1), cut=True),
        Spring(
            name=f"coil{end}",
            **struts,
            point=at(0.0, 0.5, 0.8),
            child_point=at(0.0, 0.6, 0.3),
            free_length=0.6,
            law=Linear(slope=2e4),
        ),
        SpringDamper(
            name=f"stay{end}",
            parent=arm,
            child=swing,
            point=at(0.2, 0.4, 0.4),
            child_point=at(0.1, 0.6, 0.2),
            free_length=0.3,
            law=DAMPED,
        ),
        Sensor(
            name=f"seen{end}", body=swing, point=at(0.0, 0.6, 0.2), direction=Z, quantity="velocity", relative_to=arm
        ),
    )
