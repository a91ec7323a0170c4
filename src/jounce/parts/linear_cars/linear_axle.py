"""An axle in the linear range: the side force of all its tyres in one, at once or with their lag."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.graph import Scalar, maximum
from jounce.parts.body import GROUND
from jounce.parts.citation import Citation
from jounce.parts.drawing import Unseen
from jounce.parts.ends import Along, At, Ends
from jounce.parts.forces.loads import Channel, Loads, Push, View
from jounce.parts.signals import Signal
from jounce.parts.tyres.tyre_law import absolute_for_tyre_law
from jounce.spatial.rotation import turn, turn_back_by_rotation
from jounce.spatial.vector import Vec3, add, cross, vector_difference
from jounce.units import Axes, CorneringStiffness, Number, Point, PositiveLength, Quantity, Ratio

SLOWEST = 1.0  # m/s: slower, the slip angle is taken as at this speed
ENDS: Ends = (At("body", "point"), Along("coordinates"))
AxleLoad = Annotated[Scalar, Quantity("N", "not negative")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearAxle:
    """Side force proportional to the slip angle of the axle's middle, along y of the body.

        Fy = -C alpha,   alpha = v_y / |v_x| - steer,   steer = gain signal + sum of factor times coordinate

    All angles are small: no sine, no cosine, no friction limit. C is the stiffness of the whole axle, with what
    suspension and steering take away from its tyres.
    """

    name: str
    body: str
    point: Point  # middle of the axle, where the force acts
    cornering_stiffness: CorneringStiffness  # of the axle
    signal: Annotated[Signal, Axes("s", "rad")] | None = None  # that steers the axle: the steering wheel
    gain: Number = 1.0  # steer angle per signal
    coordinates: tuple[str, ...] | None = None  # "joint.coordinate", that steer the axle as well: roll
    factors: tuple[Ratio, ...] | None = None
    load: AxleLoad = 0.0  # static; it is recorded and changes nothing

    source = Citation("Riekert, Schunck 1940")
    ends = ENDS
    drawing = Unseen("an axle of the linear range has no wheels")
    group = "tyre"

    def limits(self) -> Iterator[Problem]:
        return axle_factor_limit(self)

    def loads(self, view: View) -> Loads:
        v = axle_velocity(view, self.body, self.point)
        steer = axle_steer(view, self)
        slip = v[1] / maximum(absolute_for_tyre_law(v[0]), SLOWEST) - steer * _way(v[0])
        return axle_loads(self, view, -(self.cornering_stiffness * slip), slip, steer)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaggingAxle:
    """Side force proportional to the deflection u of the axle's tyres, which follows their slip over a way.

        u' = -(v_y - v_x steer) - |v_x| u / sigma,   Fy = C u / sigma,   steer as of a `LinearAxle`

    In steady motion it is a `LinearAxle`. Nothing is divided by the speed.
    """

    name: str
    body: str
    point: Point  # middle of the axle, where the force acts
    cornering_stiffness: CorneringStiffness  # of the axle
    relaxation: PositiveLength  # of its tyres
    signal: Annotated[Signal, Axes("s", "rad")] | None = None  # that steers the axle: the steering wheel
    gain: Number = 1.0  # steer angle per signal
    coordinates: tuple[str, ...] | None = None  # "joint.coordinate", that steer the axle as well: roll
    factors: tuple[Ratio, ...] | None = None
    load: AxleLoad = 0.0  # static; it is recorded and changes nothing

    source = Citation("Pacejka 2012", "eq. 7.7, 7.9")
    ends = ENDS
    drawing = Unseen("an axle of the linear range has no wheels")
    group = "tyre"
    states = (("u_y", "m"),)

    def limits(self) -> Iterator[Problem]:
        return axle_factor_limit(self)

    def loads(self, view: View) -> Loads:
        v = axle_velocity(view, self.body, self.point)
        steer = axle_steer(view, self)
        ratio = view.state("u_y") / self.relaxation
        rate = -(v[1] - v[0] * steer) - absolute_for_tyre_law(v[0]) * ratio
        return axle_loads(self, view, self.cornering_stiffness * ratio, -ratio, steer, {"u_y": rate})


def axle_factor_limit(axle: LinearAxle | LaggingAxle) -> Iterator[Problem]:
    """A factor for each coordinate; zero is one too: a car whose axle roll does not steer."""
    n, given = len(axle.coordinates or ()), len(axle.factors or ())
    if given != n:
        yield Problem("factors", f"{given} factors for {n} coordinates", "one factor for each coordinate")


def axle_velocity(view: View, body: str, point: Vec3) -> Vec3:
    """Velocity of a point of the body over the ground, in the body's axes."""
    at, origin = view.point(body, point), view.point(GROUND, (0.0, 0.0, 0.0))
    still = add(origin.v, cross(view.spin(GROUND), vector_difference(at.r, origin.r)))
    return turn_back_by_rotation(view.axes(body), vector_difference(at.v, still))


def axle_steer(view: View, axle: LinearAxle | LaggingAxle) -> Scalar:
    """By its signal, and by coordinates."""
    steer: Scalar = 0.0 if axle.signal is None else axle.gain * view.signal(axle.signal)
    for name, factor in zip(axle.coordinates or (), axle.factors or (), strict=True):
        steer = steer + factor * view.coordinate(name)[0]
    return steer


def axle_loads(
    axle: LinearAxle | LaggingAxle,
    view: View,
    force: Scalar,
    slip: Scalar,
    steer: Scalar,
    rates: dict[str, Scalar] | None = None,
) -> Loads:
    """The push along y of the body, and what is recorded of the axle."""
    push = Push(axle.body, view.point(axle.body, axle.point).r, turn(view.axes(axle.body), (0.0, force, 0.0)))
    return Loads(
        pushes=(push,),
        rates=rates or {},
        channels={
            "Fy": Channel(force, "N", "side force of the road on the axle, along y of the body, positive to the left"),
            "Fz": Channel(axle.load, "N", "static load of the axle", "wheel load"),
            "slip_angle": Channel(slip, "rad", "of the axle's middle, positive moving left"),
            "steer": Channel(steer, "rad", "mean steer angle of the axle, positive to the left"),
        },
    )


def _way(v_x: Scalar) -> Scalar:
    """1 forward, -1 in reverse, and a straight line between."""
    return maximum(-1.0, -maximum(-1.0, -(v_x / SLOWEST)))
