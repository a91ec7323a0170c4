"""A whole car with tabulated corners: tables of travel and rack in place of its links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import pi
from typing import Any

import numpy as np

from jounce.depths.axle_numbers import standing_travels
from jounce.depths.reach import within_reach
from jounce.depths.tables.tabulated_corner import linkage_tables
from jounce.errors import ModelError, Problem
from jounce.model.assemblies.body.parts import body_under_axle
from jounce.model.assemblies.steering.parts import RACK, RACK_COORDINATE
from jounce.model.assembly.axle_model import AxleModel, CornerModel
from jounce.model.assembly.car import CarModel
from jounce.model.assembly.names import Side
from jounce.model.axle_data import Axle
from jounce.model.model import Model
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.templates.belt import on_other_carrier
from jounce.model.templates.whole_axle import axle_given, whole_axle
from jounce.model.vehicle import Vehicle
from jounce.parts import Body
from jounce.parts.ends import bodies_of_ends
from jounce.parts.forces import LedBar
from jounce.parts.joints import Coupling
from jounce.parts.joints.tabulated import Tabulated, TabulatedLinkage
from jounce.parts.laws import Points
from jounce.results import Metric
from jounce.simulation.prepare import Prepared, prepare
from jounce.simulation.sweeps.sweep import sweep
from jounce.studies.handling.standing_car import standing_start

TRAVEL = 0.1  # m up and down, as far as the linkage goes
TURNS = 1.75  # of the steering wheel from the middle, as far as the linkage goes
NODES_OF_TRAVEL, NODES_OF_RACK = 17, 13
BAR_NODES = 41


def tabulated_car(vehicle: Vehicle, car: CarModel) -> tuple[CarModel, dict[str, Metric]]:
    """Builds the car with tables in place of its links, and says how well they stand for them."""
    corners, added, gone, found = dict(car.corners), list[Any](), set[str](), dict[str, Metric]()
    standing = standing_travels(car, standing_start(car).seen())
    for name, axle in vehicle.axles.items():
        rig, under = axle_rig(vehicle, name, weighed=True), body_under_axle(vehicle.unit, name)
        ready = prepare(rig.model, integrator=None)
        tables, ranges = _tables(vehicle, ready, rig, standing[name])
        made = whole_axle(axle, axle_given(axle, name, under, RACK, spinning=axle.spinning_rods), wheel=True)
        for side, corner in made.corners.items():
            parts = made.parts[side]
            _refuse_elements_without_tables(vehicle, name, parts)
            added += _led_corner(corner, under, parts, tables[side], _damper_ratio(ready, rig, side))
            gone |= {part.name for part in parts}
            corners[corner.prefix] = replace(corners[corner.prefix], carrier=f"{corner.prefix}.carrier")
        bars = [part for part in car.model.parts if part.name == f"{name}.anti_roll_bar"]
        gone |= {part.name for part in rig.model.parts if _belongs_to_bar(part.name, rig)}
        added += [_led_bar(bar, ready, rig, ranges[0]) for bar in bars]
        found |= _errors(name, tables, ranges)
    carriers = {corner.carrier: f"{prefix}.carrier" for prefix, corner in car.corners.items()}
    kept = [_on_carrier(part, carriers) for part in car.model.parts if part.name not in gone]
    model = car.model.with_parts([*kept, *added])
    _refuse_lost_bodies(model)
    return replace(car.with_corners(corners), model=model), found


def _belongs_to_bar(name: str, rig: AxleModel) -> bool:
    """Tells what belongs to a bar with arms and links: the table of its twist stands for them."""
    words = ("bar_arm", "drop_link", "bar_bearing", "bar_end", "bar_link")
    ends = {f"{corner.prefix}.{word}" for corner in rig.corners.values() for word in words}
    return name == f"{rig.name}.anti_roll_bar" or name in ends


def _tables(
    vehicle: Vehicle, ready: Prepared, rig: AxleModel, standing: float
) -> tuple[dict[Side, TabulatedLinkage], list[tuple[float, float]]]:
    """Tables of both corners over the widest ranges in which both can be moved: about design position and rest."""
    ratio = vehicle.steering.rack_per_angle() or 0.0
    turned = TURNS * 2.0 * pi * ratio

    def made(share: float) -> tuple[dict[Side, TabulatedLinkage], list[tuple[float, float]]]:
        ranges = [(min(0.0, standing) - share * TRAVEL, max(0.0, standing) + share * TRAVEL)]
        ranges += [(-share * turned, share * turned)] if rig.rack else []
        nodes = (NODES_OF_TRAVEL, NODES_OF_RACK)[: len(ranges)]
        return {side: linkage_tables(ready, rig, side, ranges, nodes, with_bar=True) for side in rig.corners}, ranges

    return within_reach(made)


def _damper_ratio(ready: Prepared, rig: AxleModel, side: Side) -> float:
    """Returns the compression of the damper per travel, in the design position; 1 where there is none."""
    corner = rig.corners[side]
    if not corner.dampers:
        return 1.0
    moved = sweep(ready, {corner.travel: [0.0]}, [{corner.travel: 1.0}])
    return -float(moved.of(f"{corner.dampers[0]}.rate", 0)[0])


def _refuse_elements_without_tables(vehicle: Vehicle, axle: str, parts: Sequence[Any]) -> None:
    """Refuses forces of a corner that act neither along the travel nor on the wheel, by their tables in the file."""
    held = [part for part in parts if hasattr(part, "led") or hasattr(part, "along") or on_other_carrier(part, "")]
    lost = [part for part in parts if hasattr(part, "loads") and part not in held]
    keys = [_element_of(vehicle.axles[axle], part.name.rpartition(".")[2]) for part in lost]
    what, hint = "tables hold no such element of an axle", 'depth = "structural", or take the table out of the file'
    if problems := [Problem(f"axles.{axle}.{key}", what, hint) for key in dict.fromkeys(keys)]:
        raise ModelError(vehicle.name, problems)


def _element_of(axle: Axle, word: str) -> str:
    """Returns the element of an axle that a part was made from: "carcass" of "carcass_vertical"."""
    return next((key for key in axle.elements if word.startswith(key)), word)


def _led_corner(
    corner: CornerModel, body: str, parts: Sequence[Any], tables: TabulatedLinkage, damper_ratio: float
) -> Iterator[Any]:
    """Carrier, wheel, springs, dampers of a corner whose linkage is a joint; dry friction of seals along the travel."""
    joint, carrier = f"{corner.prefix}.linkage", f"{corner.prefix}.carrier"
    yield Body(name=carrier, mass=0.0)
    at = corner.wheel_centre
    yield Tabulated(name=joint, parent=body, child=carrier, point=at, shape=tables.shape, tables=tables)
    for part in parts:
        if hasattr(part, "led"):
            yield part.led(f"{joint}.travel", part.name.rpartition(".")[2])
        elif (own := on_other_carrier(part, carrier)) is not None:
            yield own
        elif hasattr(part, "along"):
            yield part.along(f"{joint}.travel", damper_ratio)
    if len(tables.knots) == 2:
        yield Coupling(
            name=f"{corner.prefix}.rack_tie", coordinates=(f"{joint}.rack", RACK_COORDINATE), factors=(1.0, -1.0)
        )


def _led_bar(bar: Any, ready: Prepared, rig: AxleModel, travel: tuple[float, float]) -> LedBar:
    """Returns the bar of an axle, its twist as a function of both travels: each corner moves its own share of it."""
    along = (
        dict(zip(bar.coordinates, bar.factors, strict=True)) if hasattr(bar, "coordinates") else {bar.coordinate: 1.0}
    )
    z = np.linspace(*travel, BAR_NODES)
    laws = {}
    for side, corner in rig.corners.items():
        found = sweep(ready, {corner.travel: z}, [{corner.travel: 1.0}])
        twist = np.zeros(BAR_NODES)
        for name, factor in along.items():
            twist += float(factor) * found.of(name)
        laws[side] = Points(x=tuple(z.tolist()), y=tuple(twist.tolist()), interpolation="spline")
    coordinates = tuple(f"{corner.prefix}.linkage.travel" for corner in rig.corners.values())
    stiff = getattr(bar, "stiffness", 0.0)
    return LedBar(name=bar.name, coordinates=coordinates, **laws, stiffness=stiff, law=bar.law)  # type: ignore[arg-type]


def _on_carrier(part: Any, carriers: dict[str, str]) -> Any:
    """Puts a part of the car on the tabulated carrier in place of the body that carried the wheel."""
    changed = {
        word: carriers[getattr(part, word)]
        for word in ("body", "parent", "child")
        if isinstance(getattr(part, word, None), str) and getattr(part, word) in carriers
    }
    return replace(part, **changed) if changed else part


def _refuse_lost_bodies(model: Model) -> None:
    """Refuses parts that look at a link, which is no body any more."""
    known = {body.name for body in model.bodies} | {"ground"}
    problems = [
        Problem(part.name, f"body '{name}' is in the tables of its corner", 'depth = "structural", or take it out')
        for part in model.parts
        for name in (bodies_of_ends(part) if hasattr(part, "ends") else ())
        if name not in known
    ]
    if problems:
        raise ModelError(model.name, problems)


def _errors(
    axle: str, tables: dict[Side, TabulatedLinkage], ranges: Sequence[tuple[float, float]]
) -> dict[str, Metric]:
    """Returns ranges of the tables, and how far they are from the linkage half-way between their nodes."""
    low, high = ranges[0]
    found = {
        f"{axle}.travel_low": Metric(low, "m", "lowest travel that the tables hold"),
        f"{axle}.travel_high": Metric(high, "m", "highest travel that the tables hold"),
    }
    if len(ranges) > 1:
        found[f"{axle}.rack_range"] = Metric(ranges[1][1], "m", "rack displacement to each side that the tables hold")
    both = tables.values()
    between = "half-way between the nodes, largest of both sides"
    position = max(each.position_error for each in both)
    rotation, length = max(each.rotation_error for each in both), max(each.length_error for each in both)
    return found | {
        f"{axle}.position_error": Metric(position, "m", f"of the wheel centre {between}"),
        f"{axle}.rotation_error": Metric(rotation, "rad", f"of the wheel carrier {between}"),
        f"{axle}.length_error": Metric(length, "m", f"of springs and dampers {between}"),
    }
