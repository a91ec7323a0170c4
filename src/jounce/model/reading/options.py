"""Words that a text field may hold, where only some make sense."""

from __future__ import annotations

from jounce.model.axle_data import AntiRollBarData, TyreData
from jounce.model.equipment import (
    DIFFERENTIALS,
    LAYOUTS,
    STEERING_FORMS,
    STEERING_INPUTS,
    WHEEL_JOINTS,
    DriveData,
    HalfShaftData,
    SteeringData,
)
from jounce.parts import Body, Sensor
from jounce.parts.forces import AppliedForce, AppliedTorque
from jounce.parts.joints import Constraint, Free, Sequence, ShaftJoint, Spherical
from jounce.parts.joints.motions import ELEMENTARY
from jounce.parts.laws import Points
from jounce.parts.roads import Bump, Iso8608, Plank
from jounce.parts.roads.iso_8608 import ROUGHNESS
from jounce.parts.roads.obstacles import SIDES
from jounce.parts.signals import History
from jounce.parts.tyres.magic_formula_52_data import MagicFormula52
from jounce.parts.tyres.tyre import Tyre

INTERPOLATIONS = ("monotone", "linear", "spline")
ANGLES = ("quaternion", "zyx")
AXES = ("ground", "body")
CONTACTS = ("point", "enveloping")

OPTIONS: dict[tuple[type, str], tuple[str, ...]] = {
    (Body, "products_are"): ("positive integrals", "tensor entries"),
    (Sensor, "quantity"): ("position", "velocity", "acceleration", "specific force"),
    (Sensor, "axes"): AXES,
    (AppliedForce, "axes"): AXES,
    (AppliedTorque, "axes"): AXES,
    (AntiRollBarData, "form"): ("linkage", "torsion bar"),
    (SteeringData, "input"): STEERING_INPUTS,
    (SteeringData, "form"): STEERING_FORMS,
    (DriveData, "layout"): LAYOUTS,
    (DriveData, "differential"): DIFFERENTIALS,
    (DriveData, "centre"): DIFFERENTIALS,
    (HalfShaftData, "wheel_joint"): WHEEL_JOINTS,
    (Points, "interpolation"): INTERPOLATIONS,
    (History, "interpolation"): INTERPOLATIONS,
    (Spherical, "angles"): ANGLES,
    (Free, "angles"): ANGLES,
    (ShaftJoint, "kind"): ("constant velocity", "universal"),
    (Tyre, "contact"): CONTACTS,
    (TyreData, "contact"): CONTACTS,
    (TyreData, "measured_on"): ("left", "right"),
    (MagicFormula52, "slip_measure"): ("angle", "tangent"),
    (MagicFormula52, "aligning"): ("mf_tyre", "book"),
    (Sequence, "order"): tuple(ELEMENTARY),
    (Constraint, "locked"): tuple(ELEMENTARY),
    (Plank, "side"): tuple(SIDES),
    (Bump, "side"): tuple(SIDES),
    (Iso8608, "roughness"): tuple(ROUGHNESS),
}
