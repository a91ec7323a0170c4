"""The same quarter car and the same steered car, with linkages and with tables in their place."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import jounce
from jounce.model.templates.whole_corner import corner_of, whole_corner
from jounce.parts.forces import LedDamper, LedSpring
from jounce.parts.joints.tabulated import LinkageTables, Tabulated
from jounce.simulation.simulate import prepare
from jounce.studies.tabulated_corner import linkage_tables

BUMP = jounce.HalfSine(height=0.04, start=0.3, duration=0.06)


def corner_tables(vehicle, axle: str, side: str, ranges, **settings) -> LinkageTables:
    rig = vehicle.axle_model(axle)
    return linkage_tables(prepare(rig.model), rig, side, ranges, **settings)


def linkage_corner(vehicle, axle: str, side: str, mount: str, rack: str | None):
    data = vehicle.axles[axle]
    corner, parts = whole_corner(data, corner_of(data, axle, side, mount, rack), side, wheel=True)
    return corner, list(parts)


def tabulated_corner(vehicle, axle: str, side: str, mount: str, rack: str | None, tables: LinkageTables):
    """Carrier, wheel, spring and damper of the corner; names as in the linkage."""
    corner, parts = linkage_corner(vehicle, axle, side, mount, rack)
    joint = f"{corner.prefix}.linkage"
    carrier = f"{corner.prefix}.carrier"
    found = [
        jounce.Body(name=carrier, mass=0.0),
        Tabulated(
            name=joint, parent=mount, child=carrier, point=corner.wheel_centre, shape=tables.shape, tables=tables
        ),
    ]
    for part in parts:
        if part.name == f"{corner.prefix}.wheel":
            found.append(part)
        elif part.name == f"{corner.prefix}.wheel_bearing":
            found.append(replace(part, parent=carrier))
        elif isinstance(part, jounce.Spring):
            led = dict(name=part.name, coordinate=f"{joint}.travel", length=part.name.rpartition(".")[2])
            found.append(LedSpring(**led, free_length=part.free_length, law=part.law))
        elif isinstance(part, jounce.Damper):
            led = dict(name=part.name, coordinate=f"{joint}.travel", length=part.name.rpartition(".")[2])
            found.append(LedDamper(**led, law=part.law))
    return corner, found


def quarter_car(vehicle, axle: str, tables: LinkageTables | None, steered: bool = False) -> jounce.Model:
    """A chassis on a vertical slider, one corner, a tyre over a bump; steered, its rack is moved to and fro."""
    model = jounce.Model("quarter car")
    model.add(
        jounce.Body(name="chassis", mass=350.0, centre=(0.0, 0.0, 0.5), inertia=(100.0, 100.0, 100.0)),
        jounce.Prismatic(name="heave", parent="ground", child="chassis", point=(0.0, 0.0, 0.5), axis=(0, 0, 1)),
    )
    rack = None
    if steered:
        rack = "rack"
        model.add(
            jounce.Body(name="rack", mass=3.0, inertia=(0.1, 0.1, 0.1)),
            jounce.Prismatic(name="guide", parent="chassis", child="rack", point=(0.0, 0.0, 0.3), axis=(0, 1, 0)),
            jounce.Prescribed(
                name="hands",
                coordinate="guide.displacement",
                signal=jounce.Harmonic(amplitude=0.01, frequency=1.5, phase=-0.5 * pi, offset=0.01),  # from rest
            ),
        )
    if tables is None:
        corner, parts = linkage_corner(vehicle, axle, "left", "chassis", rack)
    else:
        corner, parts = tabulated_corner(vehicle, axle, "left", "chassis", rack, tables)
        if steered:
            tied = (f"{corner.prefix}.linkage.rack", "guide.displacement")
            parts.append(jounce.Coupling(name="rack tie", coordinates=tied, factors=(1.0, -1.0)))
    wheel = f"{corner.prefix}.wheel"
    radius = corner.wheel_centre[2] + 400.0 * 9.81 / 2e5
    tyre = dict(point=corner.wheel_centre, radius=radius, stiffness=2e5, damping=100.0, lift_off=False)
    return model.add(*parts, jounce.VerticalTyre(name="tyre", body=wheel, road=BUMP, **tyre))
