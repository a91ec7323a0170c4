"""What a force element sees and what it gives back.

An element asks a `View` for the motion of points, coordinates and signals and returns `Loads`. It
knows nothing of trees, frames of reference or lanes. An element with a memory names its `states`, a class
attribute of (name, unit) pairs, reads them from the view and returns their rates. What changes only at events, as the
gear of a gearbox does, is one of its `held` numbers, a tuple of `Held`; a `Guard` says when it changes and to what. All
vectors of one element are in one frame, chosen by the equations; differences of positions and velocities of its bodies
are what counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from jounce.graph import Scalar
from jounce.parts.signals import Signal
from jounce.spatial.rotation import Matrix3
from jounce.spatial.vector import ZERO, Vec3


@dataclass(frozen=True, slots=True)
class PointMotion:
    """A material point of a body: where it is and how fast it moves, in the element's frame."""

    r: Vec3
    v: Vec3


class View(Protocol):
    """The state as a force element may look at it."""

    def point(self, body: str, point: Vec3) -> PointMotion:
        """A point given by its design position."""

    def axes(self, body: str) -> Matrix3:
        """Rotation from the body's axes (vehicle axes in the design position) to the element's frame."""

    def spin(self, body: str) -> Vec3:
        """Angular velocity of the body in the element's frame."""

    def coordinate(self, name: str) -> tuple[Scalar, Scalar]:
        """Value and rate of a joint coordinate, `joint.coordinate`."""

    def led_length(self, coordinate: str, name: str) -> tuple[list[str], list[Scalar], list[Scalar]]:
        """A length tabulated over a corner's travel: coordinates, value and slopes by them, and their rates."""

    def signal(self, signal: Signal) -> Scalar:
        """A signal now."""

    def signal_rate(self, signal: Signal) -> Scalar:
        """Tells how fast it changes."""

    def state(self, name: str) -> Scalar:
        """A state of the element itself, one of those its class names in `states`."""

    def held(self, name: str, element: str = "") -> Scalar:
        """A number that only events change, one of the `held` of the element itself; or of another one by its name."""

    def time(self) -> Scalar:
        """The time of the run, in s."""

    def road(self, x: Scalar, y: Scalar, cam: tuple[Scalar, Scalar, Scalar]) -> tuple[Scalar, Scalar, Scalar, Scalar]:
        """Height, slopes z_x and z_y and friction of the road at a place of the ground; `cam` rolls over it."""


@dataclass(frozen=True, slots=True)
class Push:
    """A force on a body at a point, and a moment, in the element's frame."""

    body: str
    r: Vec3
    force: Vec3
    moment: Vec3 = ZERO


@dataclass(frozen=True, slots=True)
class Channel:
    """A number to record: its value, unit and what it means with its sign."""

    value: Scalar
    unit: str
    definition: str
    kind: str = ""  # of `results.kinds`, where the unit does not say it


@dataclass(frozen=True, slots=True)
class Held:
    """A number of an element that stays as it is between events: a gear, the phase of a valve, when it changed last.

    One in seconds that a guard sets to a formula of the time is an instant: a run that goes on from the end of another
    sees it by its own time, which begins at zero.
    """

    name: str
    unit: str
    definition: str
    start: Scalar  # what a run begins with: a number of the element, or one for all


@dataclass(frozen=True, slots=True)
class Guard:
    """A number whose change of sign is an event.

    With `sets` it is a condition: nothing happens while it is positive. Where it is not, each held number that `sets`
    names gets the value that its formula has just before. Then all conditions are looked at again, so one has to be
    positive after its own event. Of conditions that set one number at one instant, the last counts.
    """

    value: Scalar
    direction: int = 0  # -1: where it falls, 1: where it rises, 0: either
    kink: bool = False  # the law has only a kink there: the event is located where a run asks for it
    ends_run: bool = False
    falls: str = "falls below zero"  # what has happened then
    rises: str = "rises above zero"
    sets: Mapping[str, Scalar] = field(default_factory=dict)  # new values of held numbers, by their names


@dataclass(frozen=True, slots=True)
class ContactLine:
    """Two points, by their design positions, whose distance friction resists to change."""

    parent: str
    child: str
    point: Vec3
    child_point: Vec3


@dataclass(frozen=True, slots=True)
class DryContact:
    """Dry friction against the speed of a sum of factor times coordinate, or against that along a line: the equations
    hold it, or let it slide.

    Sliding it is a force `limit` against the speed; at rest a reaction of at most `static_ratio` times that. With a
    `load_factor`, that times the reaction of the coordinate's joint is added to the limit; or, with a `load_row`, times
    what that other row gives to its coordinates together: a coupling, or the friction of another element.
    """

    # factor of each coordinate, a formula of the element's numbers, held numbers and signals; or a line
    along: dict[str, Scalar] | ContactLine
    limit: Scalar
    static_ratio: Scalar
    load_factor: Scalar | None = None
    load_row: str = ""  # name of the part


@dataclass(frozen=True, slots=True)
class Loads:
    """All an element does: pushes on bodies, efforts on coordinates, and what it lets be recorded.

    What is not balanced among the bodies is borne by the ground; a pair that is opposite by
    construction says so with `balanced`.
    """

    pushes: tuple[Push, ...] = ()
    efforts: tuple[tuple[str, Scalar], ...] = ()  # (coordinate, force or torque along it)
    channels: dict[str, Channel] = field(default_factory=dict)
    rates: dict[str, Scalar] = field(default_factory=dict)  # of the element's states
    balanced: bool = False
    contact: DryContact | None = None
    guards: dict[str, Guard] = field(default_factory=dict)
