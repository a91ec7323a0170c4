"""A twist beam: two trailing arms on ball bushes, joined by a beam that twists about the line of its shear centre."""

from __future__ import annotations

from typing import Any

from jounce.graph import Scalar
from jounce.model.assembly.names import Side
from jounce.model.axle_data import TwistBeamData
from jounce.model.templates.corner import WHEEL, AxleGiven, AxleParts, Corner, CornerParts, Template
from jounce.model.templates.members import bushed, bushing, member
from jounce.parts.citation import Citation
from jounce.parts.forces import TorsionBar
from jounce.parts.joints import Cylindrical, Spherical
from jounce.spatial.vector import Y

ARM, PIVOT, CENTRE, JOINT = "arm", "pivot", "shear_centre", "beam"
BEAM = "twist_beam"  # its torsion


def axle(given: AxleGiven) -> AxleParts:
    """Makes both arms, each with its half of the beam, and lets them slide along the shear-centre line and turn about
    it.

    A ball on the body (3 constraints) at each arm and the cylindrical joint (4) leave 2 of 12 freedoms. A hinge in its
    place says the same in the design position, but locks roll beyond it: the bushes come nearer to each other.
    """
    left, right = (given.corners[side] for side in (Side.LEFT, Side.RIGHT))
    joint = Cylindrical(
        name=given.name(JOINT), parent=left.name(ARM), child=right.name(ARM), point=given.points[CENTRE], axis=Y
    )
    holding = (bushing(right, PIVOT, given.mount, ARM),) if PIVOT in right.bushings else _ball(right, closes=True)
    carrying = bushed(left, ARM, given.mount, PIVOT, Y) if PIVOT in left.bushings else _ball(left, closes=False)
    parts: dict[Side, tuple[Any, ...]] = {
        Side.LEFT: (member(left, ARM, PIVOT, "wheel_centre"), *carrying),
        Side.RIGHT: (member(right, ARM, PIVOT, "wheel_centre"), joint, *holding),
    }
    return AxleParts(
        corners={side: CornerParts(parts=parts[side], carrier=given.corners[side].name(ARM)) for side in given.corners}
    )


def _ball(given: Corner, closes: bool) -> tuple[Any, ...]:
    point = given.points[PIVOT]
    return (Spherical(name=given.name(PIVOT), parent=given.mount, child=given.name(ARM), point=point, cut=closes),)


def beam_spring(given: AxleGiven, data: TwistBeamData) -> tuple[Any, ...]:
    """Resists the twist of the beam."""
    return (
        TorsionBar(
            name=given.name(BEAM),
            coordinates=(f"{given.name(JOINT)}.angle",),
            factors=(1.0,),
            stiffness=beam_stiffness(data),
            damping=data.damping,
            law=data.law,
        ),
    )


def beam_stiffness(data: TwistBeamData) -> Scalar:
    """Returns the torque per twist: as given, or G J/l of its section."""
    if data.torsion_constant is not None and data.length is not None:
        return data.shear_modulus * data.torsion_constant / data.length
    return 0.0 if data.stiffness is None else data.stiffness


TWIST_BEAM = Template(
    source=Citation("Reimpell 2001", "chapter 1"),
    hardpoints={
        PIVOT: "bush of the arm on the car body",
        CENTRE: "shear centre of the beam's section in the middle of the car: the line through it along y",
        **WHEEL,
    },
    roles=(ARM,),
    mounts=(PIVOT,),
    seats={"spring": ARM, "damper": ARM, "anti_roll_bar": ARM},
    apart=((PIVOT, "wheel_centre"),),
    middle=(CENTRE,),
    own={BEAM: beam_spring},
    needs=(BEAM,),
    axle=axle,
)
