"""The template of an axle: what it is given of corners and middle, what it gives, and what it says about itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jounce.model.assembly.names import Side
from jounce.model.axle_data import BushingData, DesignPoint, MassData
from jounce.parts.citation import Source
from jounce.spatial.vector import Vec3

if TYPE_CHECKING:
    from jounce.model.templates.axles.guides import Guide

# hardpoints that every layout may have
COMMON = {
    "spindle": "a point of the spin axis inboard of the wheel centre; replaces toe and camber",
    "spring_top": "spring seat on the car body",
    "spring_bottom": "spring seat on the suspension",
    "damper_top": "damper end on the car body",
    "damper_bottom": "damper end on the suspension",
    "bar_bearing": "bearing of the anti-roll bar on the car body",
    "bar_shoulder": "end of the straight middle of a flexible bar, where its arm begins; the bearing if left out",
    "bar_end": "end of the bar's arm, where the drop link hangs",
    "bar_link": "lower end of the drop link on the suspension",
}
ROCKER = {
    "rocker_pivot": "a point of the rocker's axis on the car body",
    "rocker_axis": "a second point of that axis",
    "pushrod_inner": "inner ball of pushrod or pullrod, on the rocker",
    "pushrod_outer": "outer ball of pushrod or pullrod, on the suspension",
    "third_spring_end": "left end of the third spring, on the rocker",
    "third_damper_end": "left end of the third damper, on the rocker",
}
WALKING_BEAM = {
    "beam_pivot": "pivot of the walking beam, on the car body or its spring",
    "beam_front": "front end of the walking beam, on the axle ahead",
    "beam_rear": "rear end of the walking beam, on this axle",
}
COMMON |= ROCKER | WALKING_BEAM
TIE_ROD = {
    "tie_rod_inner": "inner ball of the tie rod, on the rack or the car body",
    "tie_rod_outer": "outer ball of the tie rod, on the knuckle",
}
WHEEL = {"wheel_centre": "centre of the wheel"}
KINGPIN = {
    "kingpin_lower": "lower point of the steering axis of a functional corner",
    "kingpin_upper": "upper point of it; without both, it stands upright through the wheel centre",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a template is given of one place of an axle: where things are, what they weigh, what they hang on."""

    unit: str = ""  # "car"; empty for an axle or a corner that stands alone
    prefix: str  # before the names of its bodies and joints
    mount: str  # the body it is mounted on
    points: Mapping[str, DesignPoint]  # m, of this place
    masses: Mapping[str, MassData]  # by role, of this place
    bushings: Mapping[str, BushingData] = field(default_factory=dict)  # by mount, of this place; ideal where left out
    spinning: bool = False  # rods and struts may turn about themselves
    compliant: bool = False  # it stands on its bushings
    on_rig: bool = False  # every freedom is an input there, but for those that bushings hold

    def name(self, role: str) -> str:
        """Names a body or a joint of this place."""
        return f"{self.prefix}.{role}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corner(Given):
    """One corner as a template sees it: its own side, and the names of the bodies that it shares with the other."""

    tie_rod_mount: str  # the body that carries the tie rod's inner end: rack or mount
    steered: bool = False  # by a king-pin: a functional corner whose axle is steered
    axle: str = ""  # "front": before the names of what both sides share
    side: Side = Side.MIDDLE
    shared: tuple[str, ...] = ()  # roles of bodies that both sides share

    def name(self, role: str) -> str:
        """Names a body or a joint of this corner; one that both sides share has the axle's name before it."""
        return f"{self.axle if role in self.shared else self.prefix}.{role}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CornerParts:
    """Bodies and joints of a corner, and which of them matter from outside."""

    parts: tuple[Any, ...]
    carrier: str  # the body that carries the wheel
    steering_axis: tuple[tuple[str, Vec3], tuple[str, Vec3]] | None = None  # low and high; None: virtual
    arms: tuple[str, str] | None = None  # hinges of the arms that carry its two ends, where both are hinged arms


@dataclass(frozen=True, slots=True, kw_only=True)
class AxleGiven(Given):
    """An axle as its template sees it: both corners, and what lies between them, which is never mirrored."""

    corners: Mapping[Side, Corner]  # left before right
    drag_link: bool = False  # its wheels are steered on king-pins, by a drag link from a pitman arm


@dataclass(frozen=True, slots=True, kw_only=True)
class AxleParts:
    """Bodies and joints of an axle: those that both sides share, and those of each corner."""

    corners: Mapping[Side, CornerParts]  # left before right
    parts: tuple[Any, ...] = ()  # that both sides share
    frame: str | None = None  # the body that carries its final drive and takes the drive torque; None: the mount


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A layout: the points it needs, the bodies it makes, what would be no suspension, and how it is built.

    Give `corner` where each wheel hangs on the car by itself, `axle` where both share bodies.
    """

    about: str = ""  # a sentence; that of the module that builds it where left out
    source: Source
    hardpoints: Mapping[str, str]  # required: name and meaning
    optional: Mapping[str, str] = field(default_factory=dict)
    roles: tuple[str, ...]  # of its bodies
    mounts: tuple[str, ...] = ()  # points on the car body or the rack where a bushing may take the place of a joint
    seats: Mapping[str, str]  # spring, damper, anti_roll_bar: role of the body that carries the lower end
    apart: tuple[tuple[str, str], ...] = ()  # points that no two may share: ends of arms and rods
    bent: tuple[tuple[str, str, str], ...] = ()  # points that must not lie on one line
    spread: tuple[str, ...] = ()  # points of one body that must not all lie on one line
    upright: tuple[tuple[str, str], ...] = ()  # lower and upper point of a line that stands: the steering axis
    anywhere: tuple[str, ...] = ()  # points that may lie on either side of the car
    steering_roles: tuple[str, ...] = ()  # of the bodies that a steered axle has besides: it turns on king-pins
    steering_points: Mapping[str, str] = field(default_factory=dict)  # that a steered one needs: it has a drag link
    shared: tuple[str, ...] = ()  # roles of the bodies that both sides share
    middle: tuple[str, ...] = ()  # points of what both sides share: never mirrored
    own: Mapping[str, Callable[[AxleGiven, Any], tuple[Any, ...]]] = field(default_factory=dict)  # what it makes of its
    # own elements between both sides, by their tables
    needs: tuple[str, ...] = ()  # tables of elements without which it is no suspension
    carries_drive: bool = False  # the final drive sits on the body that both sides share
    guides: tuple[Guide, ...] = ()  # that hold the body that both sides share: together four of its freedoms
    corner: Callable[[Corner], CornerParts] | None = None
    axle: Callable[[AxleGiven], AxleParts] | None = None

    @property
    def has_kingpin(self) -> bool:
        """Whether its wheels are steered by king-pins, without a rack and tie rods."""
        return bool(self.steering_roles) and not self.has_drag_link

    @property
    def has_drag_link(self) -> bool:
        """Whether its wheels are steered by a drag link from a pitman arm."""
        return bool(self.steering_points)

    @property
    def coupled(self) -> bool:
        """Tells whether one wheel moves the other: both hang on bodies that are joined."""
        return self.axle is not None

    def build(self, given: AxleGiven) -> AxleParts:
        """Makes bodies and joints of an axle; a layout of corners makes each of them by itself."""
        if self.axle is not None:
            return self.axle(given)
        assert self.corner is not None  # one of them is given
        return AxleParts(corners={side: self.corner(corner) for side, corner in given.corners.items()})

    def meanings(self) -> dict[str, str]:
        """Every hardpoint it knows."""
        return {**self.hardpoints, **self.optional, **COMMON}
