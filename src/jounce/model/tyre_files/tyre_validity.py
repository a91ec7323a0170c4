"""How far a tyre can be trusted: what its law is valid for, and how far its side wall can be pressed in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from jounce.model.tyre_files.lone_tyre import LoneTyre

if TYPE_CHECKING:
    from jounce.model.axle_data import TyreData
    from jounce.model.model import Model
    from jounce.model.vehicle import Vehicle

# of the free radius: 0.27 (275/35 R20) to 0.55 (37x12.5 R16.5), most cars 0.33 to 0.43; where a file names no rim
USUAL_SIDE_WALL = 0.36


@dataclass(frozen=True, slots=True, kw_only=True)
class TyreValidity:
    """Limits of one tyre, in SI."""

    side_wall: float  # m, free radius less that of the rim
    nominal_load: float  # N
    most_load: float  # N, of the range that the file gives, else of the usual one
    most_inclination: float  # rad
    most_slip_angle: float  # rad
    friction: float  # largest side force at the nominal load, divided by it; 0 where the law does not say it


def tyre_validities(model: Model, vehicle: Vehicle | None = None) -> dict[str, TyreValidity]:
    """Returns the limits of every tyre of a model by its name; of a vehicle with what its tyre files say."""
    found, axles = {}, {} if vehicle is None else vehicle.blueprint().base.all_axles()
    for part in model.forces:
        if hasattr(part, "reads_road") and hasattr(getattr(part, "law", None), "free_radius"):
            axle = axles.get(model.owner(part.name).axle)
            found[part.name] = _validity(part.law, None if axle is None else axle.tyre, getattr(part, "count", 1))
    return found


def _validity(law: Any, data: TyreData | None, count: int) -> TyreValidity:
    """Limits of one tyre; where several share the load of a wheel, its loads are those of all of them."""
    tyre = LoneTyre(tyre=law, ranges=dict(data.ranges) if data is not None and data.ranges else None)
    found = tyre_validity(tyre, data.rim_radius if data is not None else 0.0)
    return replace(found, nominal_load=count * found.nominal_load, most_load=count * found.most_load)


def tyre_validity(tyre: LoneTyre, rim_radius: float) -> TyreValidity:
    """Returns the limits of a tyre alone; a rim radius of zero is not known."""
    law: Any = tyre.tyre
    radius, nominal = tyre.free_radius, tyre.nominal_load
    peak = float(law.peak_forces(nominal, 0.0, 1.0)[1]) if hasattr(law, "peak_forces") else 0.0
    return TyreValidity(
        side_wall=radius - rim_radius if 0.0 < rim_radius < radius else USUAL_SIDE_WALL * radius,
        nominal_load=nominal,
        most_load=tyre.limits("FZ")[1],
        most_inclination=max(map(abs, tyre.limits("CAM"))),
        most_slip_angle=max(map(abs, tyre.limits("ALP"))),
        friction=peak / nominal,
    )
