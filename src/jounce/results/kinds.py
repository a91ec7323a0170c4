"""Kinds of quantities: what a channel or a metric measures, and the unit in which people read it.

A unit alone does not say whether metres are a place on the road or a change of track, which is read in millimetres.
This is the one place that decides how numbers are shown: terminal, page, report, comparison and pictures ask here.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from jounce.units import UnitError, parse_unit


class Kind(NamedTuple):
    """A kind of quantity."""

    name: str
    unit: str  # SI, as stored
    shown: str  # as printed and drawn


# Of several kinds of one unit, the first is taken where nobody says which it is.
KINDS = (
    Kind("position", "m", "m"),  # where something is
    Kind("length", "m", "m"),  # a distance of two points, a radius
    Kind("displacement", "m", "mm"),  # a small length: wheel travel, deflection, offset
    Kind("angle", "rad", "deg"),
    Kind("speed", "m/s", "m/s"),
    Kind("driving speed", "m/s", "km/h"),  # of a car along its way, as its driver reads it
    Kind("angular speed", "rad/s", "deg/s"),
    Kind("shaft speed", "rad/s", "rpm"),  # of engines, motors and gears
    Kind("acceleration", "m/s^2", "m/s^2"),
    Kind("angular acceleration", "rad/s^2", "deg/s^2"),
    Kind("force", "N", "N"),  # in an axle and of tyres it is read in kN, as `shown_unit` says
    Kind("friction force", "N", "N"),
    Kind("load", "N", "kN"),  # what carries a car or its weight
    Kind("wheel load", "N", "kN"),  # of the road on a wheel, normal to the road; zero when it lifts off
    Kind("moment", "N m", "N m"),
    Kind("power", "W", "kW"),
    Kind("energy", "J", "J"),
    Kind("ratio", "1", "1"),
    Kind("share", "1", "%"),
    Kind("count", "1", "1"),
    Kind("quaternion", "1", "1"),
    Kind("force ratio", "1", "N/kN"),
    Kind("time", "s", "s"),
    Kind("instant", "s", "s"),  # by the clock of the run
    Kind("time times angle", "s rad", "s deg"),
    Kind("frequency", "Hz", "Hz"),
    Kind("rate", "1/s", "1/s"),
    Kind("mass", "kg", "kg"),
    Kind("pressure", "Pa", "bar"),
    Kind("stress", "Pa", "MPa"),
    Kind("area", "m^2", "m^2"),
    Kind("curvature", "1/m", "1/m"),
    Kind("force per moment", "1/m", "N/Nm"),
    Kind("stiffness", "N/m", "N/mm"),
    Kind("angular stiffness", "N m/rad", "N m/deg"),
    Kind("cornering stiffness", "N/rad", "kN/rad"),
    Kind("slip stiffness", "N", "kN"),
    Kind("damping", "N s/m", "N s/m"),
    Kind("angle per travel", "rad/m", "deg/m"),
    Kind("angle per rack travel", "rad/m", "deg/mm"),
    Kind("angle per travel squared", "rad/m^2", "deg/m^2"),
    Kind("travel per angle", "m/rad", "mm/deg"),
    Kind("angle per force", "rad/N", "deg/kN"),
    Kind("angle per moment", "rad/Nm", "deg/kNm"),
    Kind("displacement per force", "m/N", "mm/kN"),
    Kind("angle compliance", "rad/N", "rad/N"),
    Kind("moment compliance", "rad/Nm", "rad/Nm"),
    Kind("compliance", "m/N", "m/N"),
    Kind("displacement per moment", "m/Nm", "m/Nm"),
    Kind("moment per acceleration", "N s^2", "N m/g"),
    Kind("angle per acceleration", "rad s^2/m", "deg/g"),
)
NAMED = {kind.name: kind for kind in KINDS}
_OF_UNIT = {kind.unit: kind.name for kind in reversed(KINDS)}
_OF_BOTH = {(kind.unit, kind.shown): kind.name for kind in reversed(KINDS)}
OTHER = "other"
ROUNDING = 1e-9  # of the shown unit, or of the largest number: below is zero
# kinds whose numbers are about 1 or larger in the units that people read
USUAL = frozenset(
    (
        "displacement, angle, driving speed, angular speed, acceleration, angular acceleration, force, load, wheel "
        "load, friction force, moment, power, share, angle per travel, stiffness, angular stiffness, "
        "moment per acceleration, angle per acceleration"
    ).split(", ")
)


def kind_of_unit(unit: str) -> str:
    """Returns the usual kind of a unit: how a channel without a kind is read, of a measurement or of an older file."""
    return _OF_UNIT.get(si_of_stored_unit(unit), OTHER)


def kind_read_in(unit: str, shown: str) -> str:
    """Returns the kind that is stored in one unit and read in another."""
    return _OF_BOTH.get((unit, shown), OTHER)


def kind_of_factor(unit: str, factor: float) -> str:
    """Returns the kind that is stored in an SI unit and read in one of this size; "" where there is none.

    So what a logger writes in km/h or in mm is read in km/h or in mm.
    """
    return next((k.name for k in KINDS if k.unit == unit and float(parse_unit(k.shown).factor) == factor), "")


# settings of studies and values of model files are of no kind: how people read them, by their SI unit
OF_VALUES = {"m": "mm", "rad": "deg", "m/s": "km/h", "rad/s": "deg/s", "Pa": "bar", "W": "kW"}
OF_VALUES |= {"N/m": "N/mm", "N m/rad": "N m/deg"}
# metrics that are stored as everybody reads them, and what they are in SI
STORED_AS_READ = {"deg/g": "rad s^2/m", "deg": "rad", "deg/m": "rad/m"}


def shown_unit_of_value(unit: str) -> str:
    """Returns the unit in which people read a setting or a value of a model file."""
    return OF_VALUES.get(unit, unit)


def si_of_shown_unit(shown: str) -> str:
    """Returns the SI unit of what people read in a unit; the same where it is of no kind."""
    return next((kind.unit for kind in KINDS if kind.shown == shown), shown)


def si_of_stored_unit(unit: str) -> str:
    """Returns the SI unit of a number that is stored in a unit: the same, but for a few that nobody reads otherwise."""
    return STORED_AS_READ.get(unit, unit)


def shown_number(value: float, unit: str, shown: str) -> float:
    """Returns a number that is stored in one unit, in the unit in which it is shown."""
    return value / shown_unit_factor(shown, unit)


@cache
def shown_unit_factor(shown: str, unit: str) -> float:
    """Returns what a number in `unit` is divided by to be one in `shown`; g is gravity where the other has no mass."""
    if shown == unit:
        return 1.0
    above, below = parse_unit(shown), parse_unit(unit)
    if above.powers != below.powers:
        above, below = parse_unit(shown, of_weight=True), parse_unit(unit, of_weight=True)
    return float(above.factor / below.factor)


@cache
def shown_unit(kind: str, unit: str, of_axle: bool = False) -> str:
    """Returns the unit in which people read a number of this kind; angles in degrees, divided or dividing.

    Forces of an axle are read in kN: those of tyres, joints, springs, dampers and links. So one panel can show what
    goes from the road into the body. Friction and forces elsewhere, as of the air, the hand or a mechanism, are in N.
    """
    if kind == "force" and of_axle:
        kind = "load"
    if kind in NAMED and NAMED[kind].unit == unit:
        return NAMED[kind].shown
    read = f"deg{unit.removeprefix('rad')}" if unit == "rad" or unit.startswith(("rad/", "rad ")) else unit
    read = f"{unit.removesuffix('/rad')}/deg" if unit.endswith("/rad") else read
    try:
        return read if parse_unit(read).powers == parse_unit(unit).powers else unit
    except UnitError:  # a unit of others, shown as it is
        return unit


def shown_resolution(kind: str, group: str, largest: float = 0.0) -> float:
    """Returns what counts as zero in the shown unit: a thousand-millionth of the largest number, or of 1 for usual
    quantities.

    Gaps of loops are small by nature, and compliances by their units: those count by their own size alone. Outputs of
    kinematics are zero by symmetry.
    """
    is_usual = group == "kinematics" or (kind in USUAL and group != "loop")
    return ROUNDING * max(largest, 1.0 if is_usual else 0.0)
