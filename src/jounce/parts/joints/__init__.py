"""Joints: what moves on what, and what closes a loop.

All axes and points are given in the vehicle frame in the design position, where every coordinate
is zero. `child_point` is where the child's own end lies before assembly, if not at `point`.
`cut=True` makes the joint close a loop instead of carrying its child in the tree.
"""

from jounce.parts.joints.bending.attached import Attached
from jounce.parts.joints.bending.elastic import Elastic
from jounce.parts.joints.contacts.knife_edge import KnifeEdge
from jounce.parts.joints.contacts.rolling import RollingBall, RollingWheel
from jounce.parts.joints.coupling import Coupling
from jounce.parts.joints.cylindrical import Cylindrical
from jounce.parts.joints.distance import Distance
from jounce.parts.joints.driven_point import DrivenPoint
from jounce.parts.joints.fixed import Fixed
from jounce.parts.joints.free import Free
from jounce.parts.joints.general import Constraint, Hitch, Sequence
from jounce.parts.joints.planar import Planar
from jounce.parts.joints.prismatic import Prismatic
from jounce.parts.joints.revolute import Revolute
from jounce.parts.joints.shaft_joint import ShaftJoint
from jounce.parts.joints.spherical import Gimbal, Spherical
from jounce.parts.joints.universal import Universal

JOINTS = {
    "revolute": Revolute,
    "prismatic": Prismatic,
    "cylindrical": Cylindrical,
    "universal": Universal,
    "planar": Planar,
    "spherical": Spherical,
    "gimbal": Gimbal,
    "free": Free,
    "fixed": Fixed,
    "hitch": Hitch,
    "sequence": Sequence,
    "constraint": Constraint,
    "elastic": Elastic,
    "attached": Attached,
    "distance": Distance,
    "coupling": Coupling,
    "shaft_joint": ShaftJoint,
    "driven_point": DrivenPoint,
    "knife_edge": KnifeEdge,
    "rolling_wheel": RollingWheel,
    "rolling_ball": RollingBall,
}

__all__ = [
    "JOINTS",
    "Attached",
    "Constraint",
    "Coupling",
    "Cylindrical",
    "Distance",
    "DrivenPoint",
    "Elastic",
    "Fixed",
    "Free",
    "Gimbal",
    "Hitch",
    "KnifeEdge",
    "Planar",
    "Prismatic",
    "Revolute",
    "RollingBall",
    "RollingWheel",
    "Sequence",
    "ShaftJoint",
    "Spherical",
    "Universal",
]
