"""A flexible anti-roll bar: a bent wire in two bearings that twists in its middle and bends in its arms.

Its shape is the one into which equal and opposite forces at its ends bend it, found by unit loads on straight uniform
pieces: middle, overhang from bearing to shoulder, arm. A unit force d at the end E gives the section at r the moment

    m = (E - r) x d  (between the bearings also (B - r) x R, of the bearing's force R)      theta' = m_b/EI + m_t/GJ

and the section moves by u' = theta x t along the wire t. Bearings hold points, so the bar turns freely in them: equal
forces at both ends only turn it. All is a formula of its points and its wire. [Roark 1975, article 8; Timoshenko 1955]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from jounce.elastic.sections import round_section
from jounce.graph import Scalar, sqrt
from jounce.model.axle_data import AntiRollBarData
from jounce.model.templates.corner import AxleGiven, Corner
from jounce.parts.body import Body
from jounce.parts.forces import TorsionBar
from jounce.parts.joints import Attached, Elastic, Revolute
from jounce.spatial.vector import (
    ZERO,
    Vec3,
    Y,
    add,
    cross,
    dot,
    scale_vector,
    unit,
    vector_difference,
    vector_norm,
)

# Gauss's places and weights on a piece: products of two cubic shapes to rounding
PLACES = (0.06943184420297371, 0.33000947820757187, 0.6699905217924281, 0.9305681557970262)
WEIGHTS = (0.17392742256872692, 0.32607257743127305, 0.32607257743127305, 0.17392742256872692)
STEEL = {"youngs_modulus": 206e9, "poisson_ratio": 0.3, "density": 7850.0, "damping_ratio": 0.01}  # of a bar's wire
ROLL = "roll"  # the bar's amplitude: shift of its left end along the drop link, less that of the right one, by two


@dataclass(frozen=True, slots=True)
class Wire:
    """What the bar is made of."""

    bending: Scalar  # E I
    torsion: Scalar  # G J
    mass_per_length: Scalar

    def flexed(self, moment: Vec3, along: Vec3) -> Vec3:
        """Returns theta' under an internal moment."""
        twist = scale_vector(dot(moment, along), along)
        bent = vector_difference(moment, twist)
        return add(scale_vector(1.0 / self.bending, bent), scale_vector(1.0 / self.torsion, twist))


@dataclass(frozen=True, slots=True)
class Piece:
    """A straight piece, and how a unit force bends it: from its start on, theta' goes evenly from `first` to `last`."""

    start: Vec3
    along: Vec3
    length: Scalar
    first: Vec3
    last: Vec3
    shift: Vec3  # of its start
    turn: Vec3

    def bent(self, share: float) -> tuple[Vec3, Vec3]:
        """Returns shift and turn at a share of the length, by integrals of theta' and of theta x t."""
        s = share * self.length
        grown = scale_vector(0.5 * share, vector_difference(self.last, self.first))
        turn = add(self.turn, scale_vector(s, add(self.first, grown)))
        lever = add(self.turn, scale_vector(0.5 * s, add(self.first, scale_vector(2.0 / 3.0, grown))))
        return add(self.shift, scale_vector(s, cross(lever, self.along))), turn

    def nodes(self) -> Iterator[tuple[Scalar, Vec3, Vec3]]:
        """Yields length, place and shift at places that integrate along the piece."""
        for share, weight in zip(PLACES, WEIGHTS, strict=True):
            yield (
                weight * self.length,
                add(self.start, scale_vector(share * self.length, self.along)),
                self.bent(share)[0],
            )


def flexible_bar(axle: AxleGiven, name: str, corners: tuple[Corner, Corner], data: AntiRollBarData) -> tuple[Any, ...]:
    """The bar turns in its bearings and has one amplitude; its ends are frames, which bear the names of its arms."""
    wire, points = wire_of_bar(data), corners[0].points
    pieces = list(bent_pieces(wire, points))
    shift, turn = pieces[-1].bent(1.0)
    pliancy = dot(shift, link_direction(points))  # m/N of each end
    scale = 1.0 / pliancy
    bar, shapes, bends = (axle.name(word) for word in ("bar", "bar_shapes", "bar_bends"))
    totals = _totals(wire, pieces, scale)
    moving = {term: number for term, number in totals.items() if term[0] in "FH"}
    hinge = Revolute(
        name=axle.name("bar_bearing"),
        parent=axle.mount,
        child=bar,
        point=points["bar_bearing"],
        second_point=corners[1].points["bar_bearing"],
        axis=Y,
    )
    elastic = Elastic(
        name=bends, parent=bar, child=shapes, amplitudes=(ROLL,), terms=tuple(moving), numbers=tuple(moving.values())
    )
    frames = [
        part
        for given, mirrored in zip(corners, (False, True), strict=True)
        for part in _end(given, shapes, [scale_vector(scale, x) for x in (shift, turn)], mirrored)
    ]
    stiffness = 2.0 * scale  # two ends, each by 1 m
    damping = 2.0 * _given(data, "damping_ratio") * sqrt(stiffness * moving["H.0.0"])
    spring = TorsionBar(
        name=name, coordinates=(f"{bends}.{ROLL}",), factors=(1.0,), stiffness=stiffness, damping=damping
    )
    massless = Body(name=shapes, mass=0.0, massless=True)
    return (_rigid(bar, totals), massless, hinge, elastic, *frames, spring)


def wire_of_bar(data: AntiRollBarData) -> Wire:
    """Returns the wire of a bar whose data have passed the rules."""
    E, nu, density = (_given(data, word) for word in ("youngs_modulus", "poisson_ratio", "density"))
    section = round_section(data.diameter, 0.0 if data.bore is None else data.bore)  # type: ignore[arg-type]
    return Wire(E * section.bending_y, E / (2.0 * (1.0 + nu)) * section.torsion, density * section.area)


def _given(data: AntiRollBarData, word: str) -> Scalar:
    value: Scalar | None = getattr(data, word)
    return STEEL[word] if value is None else value


def link_direction(points: Any) -> Vec3:
    """Returns the direction of the left drop link, from the bar."""
    return unit(vector_difference(points["bar_link"], points["bar_end"]))


def bent_pieces(wire: Wire, points: Any) -> Iterator[Piece]:
    """Yields the left half of the bar under a unit force along the drop link at its end, the opposite at the right."""
    bearing, end, force = points["bar_bearing"], points["bar_end"], link_direction(points)
    middle: Vec3 = (bearing[0], 0.0, bearing[2])
    half = bearing[1]
    m = cross(vector_difference(end, middle), force)
    held: Vec3 = (m[2] * (1.0 / half), 0.0, 0.0 - m[0] * (1.0 / half))  # the bearing's force: none bends the middle
    first, last = (
        wire.flexed(add(cross(vector_difference(end, r), force), cross(vector_difference(bearing, r), held)), Y)
        for r in (middle, bearing)
    )
    still = Piece(middle, Y, half, first, last, ZERO, ZERO)
    lever = scale_vector(0.0 - 1.0 / half, cross(Y, still.bent(1.0)[0]))  # turns the line back through the bearing
    piece = Piece(middle, Y, half, first, last, ZERO, (lever[0], 0.0, lever[2]))
    yield piece
    places = [bearing, *([points["bar_shoulder"]] if "bar_shoulder" in points else []), end]
    for a, b in pairwise(places):
        along = vector_difference(b, a)
        first, last = (wire.flexed(cross(vector_difference(end, r), force), unit(along)) for r in (a, b))
        shift, turn = piece.bent(1.0)
        piece = Piece(a, unit(along), vector_norm(along), first, last, shift, turn)
        yield piece


def _totals(wire: Wire, pieces: list[Piece], scale: Scalar) -> dict[str, Scalar]:
    """Returns sums over the whole bar: what the right half adds is the mirror image, which cancels the others.

    Mass, moments and tensor, and the terms of the shape; shifts are small, so the inertia does not change with them.
    """
    totals: dict[str, Scalar] = {}
    for piece in pieces:
        for length, (x, y, z), u in piece.nodes():
            m = 2.0 * wire.mass_per_length * length
            ux, uy, uz = scale_vector(scale, u)
            each = {"m": 1.0, "x": x, "z": z, "xx": x * x, "yy": y * y, "zz": z * z, "zx": z * x}
            each |= {"F.0.0": y * uz - z * uy, "F.2.0": x * uy - y * ux, "F.4.0": uy}
            each["H.0.0"] = ux * ux + uy * uy + uz * uz
            for term, value in each.items():
                totals[term] = totals.get(term, 0.0) + m * value
    return totals


def _rigid(name: str, totals: dict[str, Scalar]) -> Body:
    """Makes the bar as it is while nothing bends it."""
    m = totals["m"]
    x, z = totals["x"] * (1.0 / m), totals["z"] * (1.0 / m)
    xx, yy, zz = totals["xx"] - m * x * x, totals["yy"], totals["zz"] - m * z * z
    products = (0.0, 0.0, totals["zx"] - m * z * x)
    return Body(name=name, mass=m, centre=(x, 0.0, z), inertia=(yy + zz, zz + xx, xx + yy), products=products)


def _end(given: Corner, shapes: str, moved: list[Vec3], mirrored: bool) -> Iterator[Any]:
    """Yields the frame at an end: on the right the shift is the mirror image's opposite, as of the force."""
    (ux, uy, uz), (tx, ty, tz) = moved
    numbers = (0.0 - ux, uy, 0.0 - uz, tx, 0.0 - ty, tz) if mirrored else (ux, uy, uz, tx, ty, tz)
    frame = given.name("bar_arm")
    yield Body(name=frame, mass=0.0, massless=True, interface=True)
    yield Attached(
        name=given.name("bar_arm_frame"), parent=shapes, child=frame, point=given.points["bar_end"],
        terms=tuple(f"P.{c}.0" for c in range(6)), numbers=numbers,
    )  # fmt: skip
