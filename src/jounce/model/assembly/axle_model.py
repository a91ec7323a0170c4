"""Models of an axle and of its corners on a rig, with what a study needs to know of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from jounce.graph import Scalar
from jounce.model.assembly.names import Side
from jounce.model.model import Model
from jounce.results import ChannelOwner
from jounce.spatial.vector import Vec3

# Points whose motion is recorded for each corner, as channels "<corner>.<point>.<quantity>_<axis>". The spindle
# is 1 m along the spin axis from the wheel centre, the mark 1 m along the perpendicular that points most nearly
# forward: three points of the wheel carrier give its pose, and their rates its motion.
CARRIER_POINTS = ("centre", "spindle", "mark")
STEERING_AXIS_POINTS = ("axis_low", "axis_high")
# Springs, dampers and stops between two points: body and point of each end, channels "<element>.<body>_end.<...>"
# for the ends that move. An element reports its length and its rate; a motion ratio changes by the second derivative.
ELEMENT_ENDS = (("parent", "point"), ("child", "child_point"))
QUANTITIES = ("position", "velocity", "acceleration")


@dataclass(frozen=True, slots=True, kw_only=True)
class CornerModel:
    """One wheel of an axle: names of its parts in the mechanism, and its design geometry."""

    prefix: str  # "front_left"
    unit: str  # "car", "caravan"
    axle: str  # "front"
    side: Side
    carrier: str  # the body that carries the wheel
    frame: str = "body"  # the body that carries the final drive of its axle and takes the drive torque
    wheel_centre: Vec3  # m, vehicle frame, design position
    spin_axis: Vec3  # unit, points to the left on both sides
    tyre_radius: Scalar  # m, loaded
    steering_axis: tuple[tuple[str, Vec3], tuple[str, Vec3]] | None  # low and high (body, point); None: virtual
    arms: tuple[str, str] | None = None  # hinges of the lower and the upper arm, where both ends are on hinged arms
    springs: tuple[str, ...] = ()
    dampers: tuple[str, ...] = ()
    bump_stops: tuple[str, ...] = ()  # those against rebound too
    travel: str = ""  # name of the input that lifts its pad

    @property
    def wheel(self) -> str:
        """Returns the name of the coordinate by which the wheel turns."""
        return f"{self.prefix}.wheel_bearing.angle"

    @property
    def wheel_body(self) -> str:
        """Returns the name of the wheel of a running car."""
        return f"{self.prefix}.wheel"

    @property
    def belt(self) -> str:
        """Returns the name of the coordinate by which the belt of a rigid-ring tyre turns."""
        return f"{self.prefix}.belt_bearing.angle"

    @property
    def belt_body(self) -> str:
        """Returns the name of that belt."""
        return f"{self.prefix}.belt_ring"

    @property
    def owner(self) -> ChannelOwner:
        """Returns unit, axle and side of what belongs to the corner."""
        return ChannelOwner(part=self.prefix, axle=self.axle, side=self.side.value, unit=self.unit)

    @property
    def elements(self) -> tuple[str, ...]:
        """Returns springs, dampers and stops by name."""
        return (*self.springs, *self.dampers, *self.bump_stops)


def owners_of_corners(corners: Iterable[CornerModel]) -> dict[str, ChannelOwner]:
    """Returns whose the parts are whose names begin with that of a corner or of an axle."""
    found = {}
    for corner in corners:
        found[corner.prefix] = corner.owner
        found[corner.axle] = corner.owner._replace(part=corner.axle, side="")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class AxleModel:
    """Both corners of an axle mounted on the ground, pads under the wheels, rack moved by an input."""

    name: str
    model: Model
    corners: Mapping[Side, CornerModel]  # left before right
    rack: str | None  # name of the input that moves the rack to the left; None: not steered
    coupled: bool = True  # one wheel may move the other; False: each hangs on body and rack alone
