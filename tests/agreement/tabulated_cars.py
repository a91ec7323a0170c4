"""The same quarter car and the same steered car, with linkages and with tables in their place."""

from __future__ import annotations

from math import pi

import jounce
from jounce.depths.tables.running_corner import running_corner
from jounce.depths.tables.tabulated_corner import linkage_tables
from jounce.parts.joints.tabulated import TabulatedLinkage
from jounce.simulation.prepare import prepare

BUMP = jounce.parts.signals.HalfSine(height=0.04, start=0.3, duration=0.06)


def corner_tables(vehicle, axle: str, side: str, ranges, **settings) -> TabulatedLinkage:
    rig = vehicle.axle_model(axle)
    return linkage_tables(prepare(rig.model), rig, side, ranges, **settings)


def quarter_car(vehicle, axle: str, tables: TabulatedLinkage | None, steered: bool = False) -> jounce.Model:
    """A chassis on a vertical slider, one corner, a tyre over a bump; steered, its rack is moved to and fro."""
    model = jounce.Model("quarter car")
    model.add(
        jounce.parts.Body(name="chassis", mass=350.0, centre=(0.0, 0.0, 0.5), inertia=(100.0, 100.0, 100.0)),
        jounce.parts.Prismatic(name="heave", parent="ground", child="chassis", point=(0.0, 0.0, 0.5), axis=(0, 0, 1)),
    )
    rack = None
    if steered:
        rack = "rack"
        model.add(
            jounce.parts.Body(name="rack", mass=3.0, inertia=(0.1, 0.1, 0.1)),
            jounce.parts.Prismatic(name="guide", parent="chassis", child="rack", point=(0.0, 0.0, 0.3), axis=(0, 1, 0)),
            jounce.parts.Prescribed(
                name="hands",
                coordinate="guide.displacement",
                signal=jounce.parts.signals.Harmonic(
                    amplitude=0.01, frequency=1.5, phase=-0.5 * pi, offset=0.01
                ),  # from rest
            ),
        )
    corner, parts = running_corner(vehicle, axle, "left", "chassis", rack, tables)
    if steered and tables is not None:
        tied = (f"{corner.prefix}.linkage.rack", "guide.displacement")
        model.add(jounce.parts.Coupling(name="rack tie", coordinates=tied, factors=(1.0, -1.0)))
    wheel = f"{corner.prefix}.wheel"
    radius = corner.wheel_centre[2] + 400.0 * 9.81 / 2e5
    tyre = dict(point=corner.wheel_centre, radius=radius, stiffness=2e5, damping=100.0, lift_off=False)
    return model.add(*parts, jounce.parts.VerticalTyre(name="tyre", body=wheel, road=BUMP, **tyre))
