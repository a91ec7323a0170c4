"""A corner of a vehicle as it runs: with its links, or with tables in their place."""

from __future__ import annotations

from typing import Any

from jounce.errors import ModelError, Problem
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.names import Side
from jounce.model.templates.belt import on_other_carrier
from jounce.model.templates.struts import SEALS
from jounce.model.templates.whole_axle import axle_given, whole_axle
from jounce.model.vehicle import Vehicle
from jounce.parts import Body
from jounce.parts.joints.tabulated import Tabulated, TabulatedLinkage


def running_corner(
    vehicle: Vehicle, axle: str, side: Side, mount: str, rack: str | None = None, tables: TabulatedLinkage | None = None
) -> tuple[CornerModel, tuple[Any, ...]]:
    """Returns parts to add to a model that has the bodies `mount` (the car's) and `rack`; names are the same either
    way.

    With tables, the linkage is the joint `<corner>.linkage` with the coordinate `travel`, and `rack` if the tables
    have it, which a coupling ties to the rack's own.
    """
    data = vehicle.axles[axle]
    made = whole_axle(data, axle_given(data, axle, mount, rack), wheel=True)
    corner, parts = made.corners[side], made.parts[side]
    if tables is None:
        return corner, parts
    if any(part.name == f"{corner.prefix}.{SEALS}" for part in parts):
        what = "friction of a damper's seals does not act on a corner that is led by tables"
        raise ModelError(
            vehicle.name, [Problem(f"axles.{axle}.damper.seal_friction", what, "leave it out, or run the links")]
        )
    joint, carrier = f"{corner.prefix}.linkage", f"{corner.prefix}.carrier"
    led: list[Any] = [
        Body(name=carrier, mass=0.0),
        Tabulated(
            name=joint, parent=mount, child=carrier, point=corner.wheel_centre, shape=tables.shape, tables=tables
        ),
    ]
    for part in parts:
        if hasattr(part, "led"):
            led.append(part.led(f"{joint}.travel", part.name.rpartition(".")[2]))
        elif (own := on_other_carrier(part, carrier)) is not None:
            led.append(own)
    return corner, tuple(led)
