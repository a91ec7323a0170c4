"""An axle on its rig: what is measured while pads and rack move it, read back as curves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from jounce.model import Model
from jounce.model.axle import CARRIER_POINTS, QUANTITIES, STEERING_AXIS_POINTS, AxleModel, CornerModel
from jounce.parts import GROUND, Sensor
from jounce.parts.joints import Revolute, Spherical
from jounce.simulation.simulate import Prepared
from jounce.simulation.sweep import sweep
from jounce.studies.axle_curves import Arm
from jounce.studies.corner_curves import CornerSweep
from jounce.studies.rates import length_between
from jounce.studies.steering_axis import SteeringAxis, axis_through, screw_axis
from jounce.studies.wheel_motion import Curve, WheelMotion, wheel_motion

DIRECTIONS = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
ENDS = (("parent", "point"), ("child", "child_point"))  # of a two-point element

Observed = Mapping[str, np.ndarray]  # channels of one sweep by name, with rates in one direction


class Measured(NamedTuple):
    """All channels along a sweep; the first row is the design position, the others belong to `grid`."""

    grid: np.ndarray  # what was reached of the range
    by_travel: Observed  # rates when both wheels rise at unit rate
    by_rack: Observed | None  # rates when the rack moves to the left at unit rate
    status: str  # "finished", or what stopped it


def elements(axle: AxleModel, corner: CornerModel) -> dict[str, Any]:
    """Springs, dampers and stops that act between two points."""
    wanted = {*corner.springs, *corner.dampers, *corner.bump_stops}
    return {part.name: part for part in axle.model.forces if part.name in wanted and hasattr(part, "child_point")}


def instrumented(axle: AxleModel) -> Model:
    """The axle's mechanism with sensors at the moving ends of its springs, dampers and stops.

    An element reports its length and the rate of it; the change of a motion ratio needs the second derivative.
    """
    sensors = [
        Sensor(name=f"{name}.{body}_end.{quantity}_{axis}", body=getattr(part, body), point=getattr(part, point),
               direction=direction, quantity=quantity)
        for corner in axle.corners.values()
        for name, part in elements(axle, corner).items()
        for body, point in ENDS
        if getattr(part, body) != GROUND
        for quantity in QUANTITIES
        for axis, direction in DIRECTIONS.items()
    ]  # fmt: skip
    return Model(axle.model.name, axle.model.gravity).add(*axle.model.parts, *sensors)


def measure(axle: AxleModel, ready: Prepared, moved: Mapping[str, float], grid: np.ndarray) -> Measured:
    """Move each input by its factor times the rising `grid`: from the design position up, and from there down.

    Outwards from the design position, so that a position where the linkage locks ends one branch only.
    """
    directions = [{corner.travel: 1.0 for corner in axle.corners.values()}]
    directions += [{axle.rack: 1.0}] if axle.rack else []
    above, below = np.concatenate([[0.0], grid[grid >= 0.0]]), grid[grid < 0.0][::-1]
    runs = [sweep(ready, {name: (factor * branch).tolist() for name, factor in moved.items()}, directions)
            for branch in (above, below) if len(branch)]  # fmt: skip
    up, down = runs[0], runs[1:]
    reached = [branch[: run.reached] for branch, run in zip((above, below), runs, strict=False)]

    def rising(rows: list[np.ndarray]) -> np.ndarray:
        """The design position, then everything in the order of the grid."""
        return np.concatenate([rows[0][:1], *(part[::-1] for part in rows[1:]), rows[0][1:]])

    def observed(direction: int) -> Observed:
        rows = rising([run.channels[direction] for run in runs])
        return {name: rows[:, column] for name, column in up.columns.items()}

    stops = [run.limit.text if run.limit else run.status for run in (*down, up) if run.status != "finished"]
    return Measured(
        rising(reached)[1:], observed(0), observed(1) if axle.rack else None, "; ".join(stops) or "finished"
    )


def corner_sweep(axle: AxleModel, corner: CornerModel, by_travel: Observed, by_rack: Observed | None) -> CornerSweep:
    """The curves of one corner."""
    parts = elements(axle, corner)
    lengths = {name: _length(part, by_travel) for name, part in parts.items()}
    wheel = _wheel(corner, by_travel)
    steered = _wheel(corner, by_rack) if by_rack is not None else None
    axis: SteeringAxis | None = None
    if corner.steering_axis is not None:
        axis = axis_through(*(_vector(by_travel, f"{corner.prefix}.{end}", "position") for end in STEERING_AXIS_POINTS))
    elif steered is not None and by_rack is not None:
        locks = [(lengths[name].d, _length(parts[name], by_rack).d) for name in corner.springs if name in parts]
        axis = virtual_axis(wheel, steered, locks[0] if locks else None)
    loaded = [name for name in (*corner.springs, *corner.bump_stops) if name in parts]
    springs = {name: (parts[name].law, parts[name].free_length) for name in loaded}
    return CornerSweep(wheel=wheel, by_rack=steered, axis=axis, lengths=lengths, springs=springs)


def virtual_axis(
    wheel: WheelMotion, steered: WheelMotion, spring: tuple[np.ndarray, np.ndarray] | None
) -> SteeringAxis:
    """Screw of the carrier for a rack movement with the spring's length held; without a spring, the wheel's height.

    `spring` is the rate of its length by travel and by rack: the travel that undoes the rack's part is superposed.
    """
    travel = 0.0 if spring is None else -spring[1] / spring[0]
    share = np.broadcast_to(travel, wheel.turning.shape[:1])[:, None]
    velocity = steered.centre.d + share * wheel.centre.d
    return screw_axis(wheel.centre.at, velocity, steered.turning + share * wheel.turning)


def arms(axle: AxleModel, corner: CornerModel, observed: Observed) -> tuple[Arm, Arm] | None:
    """Lower and upper arm of a corner whose steering axis joins the ball joints of two hinged arms."""
    if corner.steering_axis is None:
        return None
    found = []
    for end, (_, point) in zip(STEERING_AXIS_POINTS, corner.steering_axis, strict=True):
        balls = [j for j in axle.model.joints if isinstance(j, Spherical) and j.point == point]
        bodies = {body for ball in balls for body in (ball.parent, ball.child)} - {corner.carrier}
        hinges = [j for j in axle.model.joints if isinstance(j, Revolute) and j.child in bodies and j.parent == GROUND]
        if len(hinges) != 1:
            return None
        hinge = hinges[0]
        ball_at = _vector(observed, f"{corner.prefix}.{end}", "position")
        found.append(Arm(np.array(hinge.point), np.array(hinge.axis), ball_at))
    return found[0], found[1]


def _wheel(corner: CornerModel, observed: Observed) -> WheelMotion:
    points = (_curve(observed, f"{corner.prefix}.{point}") for point in CARRIER_POINTS)
    return wheel_motion(corner.side, corner.tyre_radius, *points)


def _length(part: Any, observed: Observed) -> Curve:
    ends = []
    for body, point in ENDS:
        if getattr(part, body) == GROUND:
            still = np.zeros((len(next(iter(observed.values()))), 3))
            ends.append(Curve(still + np.array(getattr(part, point)), still, still))
        else:
            ends.append(_curve(observed, f"{part.name}.{body}_end"))
    return length_between(*ends)


def _curve(observed: Observed, point: str) -> Curve:
    return Curve(*(_vector(observed, point, quantity) for quantity in QUANTITIES))


def _vector(observed: Observed, point: str, quantity: str) -> np.ndarray:
    return np.stack([observed[f"{point}.{quantity}_{axis}"] for axis in DIRECTIONS], axis=1)
