"""Twin tyres: two side by side on one wheel, as lorries have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from jounce.errors import Problem
from jounce.graph import Scalar, maximum
from jounce.parts.citation import Citation
from jounce.parts.drawing import Wheel
from jounce.parts.ends import ON_BODY
from jounce.parts.forces.loads import Channel, Loads, View
from jounce.parts.roads.enveloping import HEIGHT, LENGTH, ORDER, SHIFT, Cam
from jounce.parts.signals import Signal
from jounce.parts.tyres.laws import SlipLaw
from jounce.parts.tyres.tyre import PATCH, Tyre, TyreOnRoad, tyre_channels
from jounce.spatial.vector import Vec3, add, cross, dot, scale_vector, unit, vector_difference
from jounce.units import Axes, Direction, Number, OneOf, Point, PositiveLength, PositiveNumber

OUTER, INNER = "outer", "inner"
MEANS = ("slip", "slip_angle", "inclination", "deflection", "x", "y", "road", "friction")  # of both, among the channels


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinTyre:
    """Two tyres on one wheel, half a distance to each side of a point on its spin axis.

    Each stands on the road, slips and carries by itself, with the one law of both; they share the spin of the wheel, so
    that a turn scrubs them against each other. Channels `Fx` to `Mz` are the force of both, and its moment about the
    point midway between their contact points, in the axes of the outer one; `Fz_outer` and the like are of one tyre.
    Slips, places and what else is no force are means of both.
    """

    name: str
    body: str  # the wheel, which spins
    point: Point  # of the spin axis, midway between both
    axis: Direction  # spin axis, to the left on both sides
    distance: PositiveLength  # between the middles of both
    outside: Number = 1.0  # 1 where the spin axis points away from the car, -1 on its right side
    law: Annotated[SlipLaw, Axes("1", "1")]  # of one tyre
    side: Number = 1.0  # 1 where both are mounted as measured, -1 on the other side of the car
    contact: Annotated[str, OneOf("point", "enveloping")] = "point"  # enveloping: two cams roll
    contact_length: PositiveLength = 0.1  # of the patch; of cams only
    cam_length: PositiveNumber = LENGTH  # half axis of a cam along the road, by the free radius
    cam_height: PositiveNumber = HEIGHT  # that across it
    cam_order: PositiveNumber = ORDER  # exponent of the cam's outline
    cam_shift: PositiveNumber = SHIFT  # from one cam to the other, by the length of the contact
    post: Annotated[Signal, Axes("s", "m")] | None = None  # lifts the road under this wheel alone, as a rig does

    source = Citation("Pacejka 2012", "eq. 7.7, 7.9")
    ends = ON_BODY
    drawing = Wheel("axis")
    group = "tyre"  # of its channels
    count = 2  # tyres that share its load
    states = tuple((f"{which}_u_{axis}", "m") for which in (OUTER, INNER) for axis in "xy")
    reads_road = True  # rolls on the road that the model stands on
    own_lanes = True  # so many operations that tyres of all axles had better share them
    on_axle = True  # it looks at its wheel only where the axle is

    def limits(self) -> Iterator[Problem]:
        """It is mounted as it was measured, or as its mirror image, on the left or on the right."""
        yield from self.one(OUTER).limits()
        if abs(self.outside) != 1.0:
            hint = "1 where the spin axis points away from the car, -1 on its right side"
            yield Problem("outside", f"{self.outside:g} is no side", hint)

    @property
    def radius(self) -> Scalar:
        """Without load, at rest."""
        return self.law.free_radius(0.0)

    def cams(self) -> tuple[Cam, ...]:
        """Those that roll over the road, at rest and at high speed; none where a point touches it."""
        return self.one(OUTER).cams()

    def one(self, which: str) -> Tyre:
        """Returns the outer or the inner tyre by itself."""
        sign = 1.0 if which == OUTER else -1.0
        off = scale_vector((0.5 * sign) * self.outside * self.distance, unit(self.axis))
        shared = ("name", "body", "axis", "law", "side", "post", *PATCH)
        return Tyre(point=add(self.point, off), **{word: getattr(self, word) for word in shared})

    def loads(self, view: View) -> Loads:
        tyres = {which: self.one(which) for which in (OUTER, INNER)}
        found = {which: tyre.on_road(_ViewOfOne(view, which)) for which, tyre in tyres.items()}
        uses = [tyre.friction_use(found[which]) for which, tyre in tyres.items()]
        channels = _pair_channels(found, self.body)
        if all(uses):
            most = maximum(*(use["friction_use"].value for use in uses))
            channels["friction_use"] = replace(uses[0]["friction_use"], value=most)
        return Loads(
            pushes=tuple(each.push(self.body) for each in found.values()),
            rates={f"{which}_u_{'xy'[k]}": rate for which, each in found.items() for k, rate in enumerate(each.rates)},
            channels=channels,
            guards={f"{which}_contact": each.guard for which, each in found.items()},
        )


class _ViewOfOne:
    """What one tyre of a pair sees: its own states."""

    def __init__(self, view: View, which: str):
        self._view, self._which = view, which

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view, name)

    def state(self, name: str) -> Scalar:
        return self._view.state(f"{self._which}_{name}")


def _pair_channels(found: Mapping[str, TyreOnRoad], body: str) -> dict[str, Channel]:
    """Tells what is recorded of a pair: both together, and the force of each."""
    own = {which: tyre_channels(each) for which, each in found.items()}
    force, moment = _of_both([each.push(body) for each in found.values()])
    foot, at = found[OUTER].foot, "at the point midway between both contact points, axes of the outer tyre"
    channels = {}
    for k, axis in enumerate((foot.x, foot.y, foot.z)):
        F, M = f"F{'xyz'[k]}", f"M{'xyz'[k]}"
        old = own[OUTER][F], own[OUTER][M]
        channels[F] = replace(
            old[0], value=dot(force, axis), definition=f"of both twin tyres together: {old[0].definition}"
        )
        channels[M] = replace(old[1], value=dot(moment, axis), definition=f"of both twin tyres together, {at}")
    for word in MEANS:
        mean = 0.5 * (own[OUTER][word].value + own[INNER][word].value)
        channels[word] = replace(
            own[OUTER][word], value=mean, definition=f"mean of both twin tyres: {own[OUTER][word].definition}"
        )
    for which, each in own.items():
        for word in ("Fx", "Fy", "Fz"):
            channels[f"{word}_{which}"] = replace(
                each[word], definition=f"of the {which} tyre: {each[word].definition}"
            )
    return channels


def _of_both(pushes: list[Any]) -> tuple[Vec3, Vec3]:
    """Force of two pushes, and their moment about the point midway between them."""
    one, other = pushes
    half = scale_vector(0.5, vector_difference(one.r, other.r))
    force = add(one.force, other.force)
    return force, add(add(one.moment, other.moment), cross(half, vector_difference(one.force, other.force)))
