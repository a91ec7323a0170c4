"""Words that a text field may hold, where only some make sense."""

from __future__ import annotations

from jounce.parts import Body, Sensor
from jounce.parts.forces import AppliedForce, AppliedTorque
from jounce.parts.joints import Constraint, Free, Sequence, Spherical
from jounce.parts.joints.motions import ELEMENTARY
from jounce.parts.laws import Points
from jounce.parts.roads import Bump, Iso8608, Plank
from jounce.parts.roads.iso_8608 import ROUGHNESS
from jounce.parts.roads.obstacles import SIDES
from jounce.parts.signals import History

INTERPOLATIONS = ("monotone", "linear", "spline")
ANGLES = ("quaternion", "zyx")
AXES = ("ground", "body")

OPTIONS: dict[tuple[type, str], tuple[str, ...]] = {
    (Body, "products_are"): ("positive integrals", "tensor entries"),
    (Sensor, "quantity"): ("position", "velocity", "acceleration", "specific force"),
    (Sensor, "axes"): AXES,
    (AppliedForce, "axes"): AXES,
    (AppliedTorque, "axes"): AXES,
    (Points, "interpolation"): INTERPOLATIONS,
    (History, "interpolation"): INTERPOLATIONS,
    (Spherical, "angles"): ANGLES,
    (Free, "angles"): ANGLES,
    (Sequence, "order"): tuple(ELEMENTARY),
    (Constraint, "locked"): tuple(ELEMENTARY),
    (Plank, "side"): tuple(SIDES),
    (Bump, "side"): tuple(SIDES),
    (Iso8608, "roughness"): tuple(ROUGHNESS),
}
