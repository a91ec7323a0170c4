"""An axle on its rig: moved by pads and rack, and what was measured read back as curves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from jounce.model.axle import CARRIER_POINTS, ELEMENT_ENDS, QUANTITIES, STEERING_AXIS_POINTS, AxleModel, CornerModel
from jounce.parts import GROUND
from jounce.parts.joints import Revolute, Spherical
from jounce.simulation import prepare
from jounce.simulation.revalue import revalued
from jounce.simulation.simulate import Prepared
from jounce.simulation.sweep import sweep
from jounce.studies.axle_curves import Arm
from jounce.studies.corner_curves import CornerSweep
from jounce.studies.rates import length_between
from jounce.studies.steering_axis import SteeringAxis, axis_through, screw_axis
from jounce.studies.wheel_motion import Curve, WheelMotion, wheel_motion

Observed = Mapping[str, np.ndarray]  # points by name, [quantity, corner, position, axis]


class Measured(NamedTuple):
    """What was observed along a sweep; the first position is the design, the others belong to `grid`."""

    grid: np.ndarray  # what was reached of the range
    by_travel: Observed  # rates when both wheels rise at unit rate
    by_rack: Observed | None  # rates when the rack moves to the left at unit rate
    states: np.ndarray  # [position, state]
    status: str  # "finished", or what stopped it


@dataclass(frozen=True, slots=True, kw_only=True)
class Rig:
    """An axle that is ready to be moved. Names of points and elements are without the corner's."""

    axle: AxleModel
    ready: Prepared
    points: tuple[str, ...]  # that are observed
    channels: tuple[str, ...]  # theirs, [point, quantity, corner, axis] in one row
    elements: Mapping[str, tuple[Any, Any]]  # the left and the right one, each between two points
    hinges: tuple[tuple[np.ndarray, np.ndarray], ...]  # point and axis [corner, axis] of the lower and the upper arm's

    def revalued(self, axle: AxleModel) -> Rig:
        """The rig with another axle of the same structure: nothing is compiled, little is computed again."""
        return rig_of(axle, revalued(self.ready, axle.model))


def rig_of(axle: AxleModel, ready: Prepared | None = None) -> Rig:
    """Mount an axle: compile, assemble, and look up once where its channels are."""
    ready = ready or prepare(axle.model)
    corners = tuple(axle.corners.values())
    forces = {part.name: part for part in axle.model.forces}
    pairs = ((forces[left], forces[right]) for left, right in zip(*(c.elements for c in corners), strict=True))
    elements = {
        left.name.removeprefix(f"{corners[0].prefix}."): (left, right)
        for left, right in pairs
        if hasattr(left, "child_point")
    }
    geometric = all(corner.steering_axis is not None for corner in corners)
    points = [*CARRIER_POINTS, *(STEERING_AXIS_POINTS if geometric else ())]
    points += [
        f"{name}.{body}_end"
        for name, (left, _) in elements.items()
        for body, _ in ELEMENT_ENDS
        if getattr(left, body) != GROUND
    ]
    channels = [
        f"{corner.prefix}.{point}.{quantity}_{axis}"
        for point in points
        for quantity in QUANTITIES
        for corner in corners
        for axis in "xyz"
    ]
    return Rig(
        axle=axle,
        ready=ready,
        points=tuple(points),
        channels=tuple(channels),
        elements=elements,
        hinges=_hinges(axle) if geometric else (),
    )


def measure(rig: Rig, moved: Mapping[str, float], grid: np.ndarray) -> Measured:
    """Move each input by its factor times the rising `grid`: from the design position up, and from there down.

    Outwards from the design position, so that a position where the linkage locks ends one branch only.
    """
    axle = rig.axle
    directions = [{corner.travel: 1.0 for corner in axle.corners.values()}]
    directions += [{axle.rack: 1.0}] if axle.rack else []
    above, below = np.concatenate([[0.0], grid[grid >= 0.0]]), grid[grid < 0.0][::-1]
    runs = [
        sweep(rig.ready, {name: factor * branch for name, factor in moved.items()}, directions, rig.channels)
        for branch in (above, below)
        if len(branch)
    ]

    def rising(rows: Iterable[np.ndarray]) -> np.ndarray:
        """The design position, then everything in the order of the grid; positions are the last axis."""
        up, *down = rows
        return np.concatenate([up[..., :1], *(part[..., ::-1] for part in down), up[..., 1:]], axis=-1)

    channels = rising(run.channels.swapaxes(-1, -2) for run in runs)
    shape = (len(directions), len(rig.points), len(QUANTITIES), len(axle.corners), len("xyz"), channels.shape[-1])
    by_travel, *by_rack = channels.reshape(shape).swapaxes(-1, -2)
    reached = rising(branch[: run.reached] for branch, run in zip((above, below), runs, strict=False))
    stops = [run.limit.text if run.limit else run.status for run in reversed(runs) if run.status != "finished"]
    return Measured(
        grid=reached[1:],
        by_travel=dict(zip(rig.points, by_travel, strict=True)),
        by_rack=dict(zip(rig.points, by_rack[0], strict=True)) if by_rack else None,
        states=rising(run.states.T for run in runs).T,
        status="; ".join(stops) or "finished",
    )


def corner_sweep(rig: Rig, found: Measured) -> CornerSweep:
    """The curves of both corners."""
    by_travel, by_rack = found.by_travel, found.by_rack
    wheel = _wheel(rig.axle, by_travel)
    steered = None if by_rack is None else _wheel(rig.axle, by_rack)
    lengths = _lengths(rig, by_travel)
    corner = rig.axle.corners["left"]
    springs = [name for name, (left, _) in rig.elements.items() if left.name in corner.springs]
    stops = [name for name, (left, _) in rig.elements.items() if left.name in corner.bump_stops]
    axis: SteeringAxis | None = None
    if STEERING_AXIS_POINTS[0] in by_travel:
        axis = axis_through(*(by_travel[end][0] for end in STEERING_AXIS_POINTS))
    elif steered is not None and by_rack is not None:
        locked = (lengths[springs[0]].d, _lengths(rig, by_rack)[springs[0]].d) if springs else None
        axis = virtual_axis(wheel, steered, locked)
    loaded = {
        name: ((left.law, right.law), np.array([[left.free_length], [right.free_length]]))
        for name, (left, right) in rig.elements.items()
        if name in (*springs, *stops)
    }
    return CornerSweep(wheel=wheel, by_rack=steered, axis=axis, lengths=lengths, springs=loaded)


def virtual_axis(
    wheel: WheelMotion, steered: WheelMotion, spring: tuple[np.ndarray, np.ndarray] | None
) -> SteeringAxis:
    """Screw of the carrier for a rack movement with the spring's length held; without a spring, the wheel's height.

    `spring` is the rate of its length by travel and by rack: the travel that undoes the rack's part is superposed.
    """
    travel = 0.0 if spring is None else -spring[1] / spring[0]
    share = np.broadcast_to(travel, wheel.turning.shape[:-1])[..., None]
    velocity = steered.centre.d + share * wheel.centre.d
    return screw_axis(wheel.centre.at, velocity, steered.turning + share * wheel.turning)


def arms(rig: Rig, found: Measured) -> tuple[Arm, Arm] | None:
    """Lower and upper arm where the steering axis joins the ball joints of two hinged arms."""
    if not rig.hinges:
        return None
    low, high = (
        Arm(point[:, None], axis[:, None], found.by_travel[end][0])
        for (point, axis), end in zip(rig.hinges, STEERING_AXIS_POINTS, strict=True)
    )
    return low, high


def _hinges(axle: AxleModel) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
    """Of the bodies that carry the ends of the steering axis; none if one of them is not hinged to the ground."""
    found = []
    for end in range(len(STEERING_AXIS_POINTS)):
        hinges = [hinge for corner in axle.corners.values() for hinge in _hinge(axle, corner, end)]
        if len(hinges) != len(axle.corners):
            return ()
        found.append((np.array([hinge.point for hinge in hinges]), np.array([hinge.axis for hinge in hinges])))
    return tuple(found)


def _hinge(axle: AxleModel, corner: CornerModel, end: int) -> list[Revolute]:
    point = corner.steering_axis[end][1]  # type: ignore[index]
    joints = axle.model.joints
    balls = [j for j in joints if isinstance(j, Spherical) and j.point == point]
    bodies = {body for ball in balls for body in (ball.parent, ball.child)} - {corner.carrier}
    return [j for j in joints if isinstance(j, Revolute) and j.child in bodies and j.parent == GROUND]


def _wheel(axle: AxleModel, observed: Observed) -> WheelMotion:
    corners = axle.corners.values()
    side, radius = np.array([[c.side] for c in corners]), np.array([[c.tyre_radius] for c in corners])
    return wheel_motion(side, radius, *(observed[point] for point in CARRIER_POINTS))


def _lengths(rig: Rig, observed: Observed) -> dict[str, Curve]:
    """Of all elements in one go."""
    like = observed[CARRIER_POINTS[0]]
    ends = np.zeros((len(ELEMENT_ENDS), len(QUANTITIES), len(rig.elements), *like.shape[1:]))
    for e, (body, point) in enumerate(ELEMENT_ENDS):
        for k, (name, parts) in enumerate(rig.elements.items()):
            moving = observed.get(f"{name}.{body}_end")
            if moving is not None:
                ends[e, :, k] = moving
            else:
                ends[e, 0, k] = np.array([getattr(part, point) for part in parts])[:, None]
    found = length_between(*(Curve(*end) for end in ends))
    return {name: Curve(*(part[k] for part in found)) for k, name in enumerate(rig.elements)}
