"""The size of a car: width and length that cones and walls care about, and the height of its roof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from jounce.model.assembly.names import TRAILER
from jounce.units import OneOf, Quantity

if TYPE_CHECKING:
    from jounce.model.unit import Unit
    from jounce.model.vehicle import Vehicle

Length = Annotated[float, Quantity("m", "positive")]
CLASSES = ("small car", "mid-size car", "large car", "van", "light truck", "heavy truck", "race car")
SHAPES = ("hatchback", "sedan", "open-wheel", "off-road", "truck", "box", "none")

# What is estimated where a file does not say it; Fiat Seicento and Golf I in brackets
BESIDE_TYRES = 0.08  # m that the body is wider than track and tyre (0.083, 0.065)
TYRE_WIDTH = 0.165  # m, where the tyre does not say it
BEFORE_FRONT_AXLE, BEHIND_REAR_AXLE = 0.28, 0.25  # of the wheelbase (sum 0.51, 0.54)


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeData:
    """Main dimensions of the body, and how it is drawn."""

    width: Length | None = None  # without mirrors; estimated from track and tyres where left out
    length: Length | None = None  # over the bumpers; estimated from the wheelbase where left out
    front_overhang: Length | None = None  # from the front axle to the front bumper; a share of the rest where left out
    height: Length | None = None  # of the roof above the road; estimated from the centre of mass where left out
    shape: Annotated[str, OneOf(*SHAPES)] | None = None  # drawn on the page: "hatchback", a trailer's "box"; or "none"
    usual_class: Annotated[str, OneOf("auto", *CLASSES)] = "auto"  # whose usual ranges it is compared with


@dataclass(frozen=True, slots=True)
class CarOutline:
    """A rectangle around the car seen from above, in m from the middle of the front axle."""

    front: float  # ahead of the front axle
    rear: float  # behind it, a negative number
    width: float
    estimated: tuple[str, ...]  # which of its numbers no file gave

    @property
    def length(self) -> float:
        return self.front - self.rear

    def note(self) -> str:
        """Returns what a user should know of it."""
        size = f"outline of the car {self.width:.4g} m by {self.length:.4g} m, {self.front:.3g} m before the front axle"
        return (
            f"{size}; estimated: {', '.join(self.estimated)} ([size] in the vehicle file)" if self.estimated else size
        )


def car_outline(vehicle: Vehicle | Unit) -> CarOutline:
    """Returns the outline of a car from its file, else estimated from wheelbase, track and tyres."""
    size: Any = getattr(vehicle, "size", None)
    places = [axle.hardpoints["wheel_centre"] for axle in vehicle.axles.values()]
    wheelbase = places[0][0] - places[-1][0]
    estimated = []
    if size is None or size.width is None:
        estimated.append("width")
        width = 2.0 * max(abs(place[1]) for place in places) + _tyre_width(vehicle) + BESIDE_TYRES
    else:
        width = size.width
    if size is None or size.length is None:
        estimated.append("length")
        length = wheelbase * (1.0 + BEFORE_FRONT_AXLE + BEHIND_REAR_AXLE)
    else:
        length = size.length
    if size is None or size.front_overhang is None:
        estimated.append("front overhang")
        front = (length - wheelbase) * BEFORE_FRONT_AXLE / (BEFORE_FRONT_AXLE + BEHIND_REAR_AXLE)
    else:
        front = size.front_overhang
    return CarOutline(front, front - length, width, tuple(estimated))


def _tyre_width(vehicle: Vehicle | Unit) -> float:
    widths = [getattr(getattr(axle.tyre, "law", None), "WIDTH", None) for axle in vehicle.axles.values()]
    return max((float(width) for width in widths if width), default=TYRE_WIDTH)


def car_picture(unit: Unit) -> dict[str, Any] | None:
    """Returns shape and size of the body as a page draws it; None of one without a body, or a trailer of any length."""
    size, seat = unit.size, unit.seat
    trailer = unit.kind == TRAILER
    if unit.body is None or (trailer and (size is None or size.length is None)):
        return None
    outline = car_outline(unit)
    return {
        "shape": size.shape if size is not None and size.shape is not None else "box" if trailer else SHAPES[0],
        "front": float(outline.front),
        "rear": float(outline.rear),
        "width": float(outline.width),
        "height": None if size is None or size.height is None else float(size.height),
        "seat": None if seat is None else [float(number) for number in seat.point],
    }
