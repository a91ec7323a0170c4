"""A live axle on leaf springs: their front halves as equivalent links, the clamped spring as forces with friction."""

from __future__ import annotations

from typing import Any

from jounce.model.assembly.names import Side
from jounce.model.axle_data import LeafData
from jounce.model.templates.axles.guides import AXLE, Guide, Parts, pair_of_links
from jounce.model.templates.axles.live_axle import guided_axle
from jounce.model.templates.corner import AxleGiven
from jounce.model.templates.members import bushing
from jounce.parts.citation import Citation
from jounce.parts.forces import Bushing, LineFriction
from jounce.parts.joints import Constraint

MIDDLE, LEAF = "leaf_middle", "leaf"


def leaves_across() -> Guide:
    """The leaves hold the axle across the car: a point of it between both springs stays in its plane along the car."""

    def build(given: AxleGiven, closes: bool) -> Parts:
        if MIDDLE in given.bushings:
            return {Side.MIDDLE: (bushing(given, MIDDLE, given.mount, AXLE),)}
        held = _held(given, MIDDLE, given.points[MIDDLE], ("ty",))
        return {Side.MIDDLE: (held,)}

    meaning = "point of the axle between both springs, at the height of their main leaves: it stays in the middle"
    return Guide(name=MIDDLE, holds=1, roles=(), middle={MIDDLE: meaning}, mounts=(MIDDLE,), build=build)


def clamp() -> Guide:
    """The springs hold the axle against wind-up: on a rig of ideal joints rigidly, elsewhere by `leaf_forces`."""

    def build(given: AxleGiven, closes: bool) -> Parts:
        return {Side.MIDDLE: () if is_clamp_soft(given) else (_held(given, "clamp", given.points[MIDDLE], ("ry",)),)}

    return Guide(name="clamp", holds=1, roles=(), build=build)


def is_clamp_soft(given: AxleGiven) -> bool:
    """Tells whether the axle winds up on its springs: in a running car, and on a rig that has bushings."""
    return given.compliant or not given.on_rig


def _held(given: AxleGiven, name: str, point: Any, locked: tuple[Any, ...]) -> Constraint:
    return Constraint(name=given.name(name), parent=given.mount, child=given.name(AXLE), point=point, locked=locked)


def leaf_forces(given: AxleGiven, data: LeafData) -> tuple[Any, ...]:
    """Makes what holds the axle against wind-up, and in a running car the friction between the leaves of each side."""
    found: list[Any] = []
    if is_clamp_soft(given):
        found.append(
            Bushing(
                name=given.name("wind_up"),
                parent=given.mount,
                child=given.name(AXLE),
                point=given.points[MIDDLE],
                stiffness=(0.0, 0.0, 0.0, 0.0, data.wind_up_stiffness, 0.0),
                damping=(0.0, 0.0, 0.0, 0.0, data.wind_up_damping, 0.0),
            )
        )
    if data.friction is not None and not given.on_rig:
        found += [
            LineFriction(
                name=corner.name("leaf_friction"),
                parent=corner.mount,
                child=corner.name(AXLE),
                point=corner.points["spring_top"],
                child_point=corner.points["spring_bottom"],
                limit=data.friction,
                static_ratio=data.static_ratio,
            )
            for corner in given.corners.values()
        ]
    return tuple(found)


LEAF_AXLE = guided_axle(
    "A live axle on leaf springs: their front halves lead it as links, they hold it across and against wind-up.",
    pair_of_links("leaf_link", "link that moves as the front half of the leaf spring"),
    leaves_across(),
    clamp(),
    source=Citation("SAE HS-788", "chapter 5"),
    own={LEAF: leaf_forces},
    needs=(LEAF, "spring"),
)
