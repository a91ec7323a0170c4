"""Walking beams: two axles of a bogie share their load by levers that turn on the car body or on its springs."""

from __future__ import annotations

from typing import Any

from jounce.model.axle_data import WalkingBeamData
from jounce.model.templates.axles.guides import AXLE
from jounce.model.templates.corner import AxleGiven, Corner
from jounce.model.templates.members import member
from jounce.parts.forces import TorsionDamper, TorsionSpring
from jounce.parts.joints import Constraint, Prismatic, Revolute
from jounce.parts.laws import Linear
from jounce.spatial.vector import Y, Z

BEAM, SADDLE = "walking_beam", "saddle"
ROLES = (BEAM, SADDLE)


def walking_beams(ahead: AxleGiven, behind: AxleGiven, data: WalkingBeamData) -> list[Any]:
    """Returns the beams of both sides between two axles; the rear one of these has their points and masses.

    Links leave each axle heave and roll, four freedoms together. Each beam has one of its own, and its ends take two:
    two freedoms are left to the bogie, the pitching of both beams, and on springs two more.
    """
    return [part for corner in behind.corners.values() for part in _beam(ahead.name(AXLE), behind, corner, data)]


def _beam(ahead: str, behind: AxleGiven, corner: Corner, data: WalkingBeamData) -> list[Any]:
    """The beam of one side: its ends slide along it on their axles, so that forces there are across the beam."""
    p, beam, carrier = corner.points, corner.name(BEAM), corner.mount
    parts: list[Any] = []
    if data.stiffness is not None:
        carrier, way = corner.name(SADDLE), f"{corner.name('saddle_guide')}.displacement"
        parts = [
            member(corner, SADDLE, "beam_pivot"),
            Prismatic(
                name=corner.name("saddle_guide"), parent=corner.mount, child=carrier, point=p["beam_pivot"], axis=Z
            ),
            TorsionSpring(
                name=corner.name("beam_spring"),
                coordinate=way,
                law=Linear(slope=data.stiffness),
                free=0.0 - data.preload * (1.0 / data.stiffness),
            ),
            TorsionDamper(name=corner.name("beam_damper"), coordinate=way, law=Linear(slope=data.damping)),
        ]
    ends = (("beam_front", ahead), ("beam_rear", behind.name(AXLE)))
    return [
        *parts,
        member(corner, BEAM, "beam_front", "beam_rear"),
        Revolute(name=corner.name("beam_pivot"), parent=carrier, child=beam, point=p["beam_pivot"], axis=Y),
        *(
            Constraint(name=corner.name(end), parent=beam, child=axle, point=p[end], locked=("tz",))
            for end, axle in ends
        ),
    ]
