"""The driveline of a car: half shafts in torsion, differentials or motors. [Szczotka 2004, eq. 2.19-2.21]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.graph import Scalar
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.rotors import CAR, lump_rotor_inertia, rotor, rotor_springs
from jounce.model.equipment import DriveData, HalfShaftData
from jounce.parts import Input
from jounce.parts.forces import DryFriction, Gyroscope, Motor
from jounce.parts.joints import Coupling, ShaftJoint
from jounce.parts.signals import External
from jounce.spatial.vector import Y

TORQUE = "drive.torque"
DIFFERENTIAL_SLIP = 0.05  # rad between the outputs before smooth friction is full: less would be stiff


def driveline_parts(
    drive: DriveData, shafts: HalfShaftData, corners: Mapping[str, CornerModel], engine: bool = False
) -> tuple[Any, ...]:
    """All that turns between engine or motors and the wheels; every rotor turns about y, forward positive.

    Without an `engine` of its own, a torque acts in its place.
    """
    if drive.layout == "torque":
        return _equal_torques(drive, corners, engine)
    parts: list[Any] = []
    for axle in drive.axles:
        pair = [corners[f"{axle}_{side}"] for side in ("left", "right")]
        for corner in pair:
            parts += driveline_half_shaft(corner, shafts, drive.motor_inertia if drive.layout == "motors" else 0.0)
            if drive.layout == "motors":
                parts += _motor(corner)
        if drive.layout == "differential":
            parts += _differential(axle, drive, pair)
    if drive.layout == "differential":
        parts += _input(drive, corners, engine)
    return tuple(parts)


def driveline_outputs(drive: DriveData) -> dict[str, Scalar]:
    """What a gearbox turns: coordinates, each with the turns of the gearbox's output for one of it.

    Wheels without a differential between them share the ratio: the output turns with their mean.
    """
    if drive.layout == "torque":
        wheels = [f"{axle}_{side}.wheel_bearing.angle" for axle in drive.axles for side in ("left", "right")]
        return dict.fromkeys(wheels, drive.final_ratio * (1.0 / len(wheels)))
    if int(drive.shaft_elements):
        return {"drive.shaft_0.angle": 1.0}
    single = len(drive.axles) == 1
    return {f"drive.{drive.axles[0]}_differential.angle" if single else "drive.centre.angle": drive.final_ratio}


def _equal_torques(drive: DriveData, corners: Mapping[str, CornerModel], engine: bool) -> tuple[Any, ...]:
    """What an open differential without inertia gives each wheel, against the body that carries it."""
    driven = [corners[f"{axle}_{side}"] for axle in drive.axles for side in ("left", "right")]
    parts: list[Any] = []
    if not engine:
        parts.append(Input(name=TORQUE, unit="N m", definition="torque on the input shaft, positive forward"))
        parts += [
            Motor(name=f"{name.split('.')[0]}.drive", coordinate=name, signal=External(input=TORQUE), gain=share)
            for name, share in driveline_outputs(drive).items()
        ]
    x, _, z = driven[0].wheel_centre
    momentum = drive.rotor_inertia * (1.0 / driven[0].tyre_radius)
    parts.append(Gyroscope(name="drive.rotors", body=CAR, point=(x, 0.0, z), axis=Y, momentum=momentum))
    if drive.differential == "limited slip":
        for axle in drive.axles:
            outputs = tuple(f"{axle}_{side}.wheel_bearing.angle" for side in ("left", "right"))
            parts.append(_differential_friction(f"drive.{axle}_differential", drive, outputs))
    return tuple(parts)


def _differential_friction(case: str, drive: DriveData, outputs: tuple[str, ...]) -> DryFriction:
    """Between the outputs of a differential."""
    return DryFriction(
        name=f"{case}_friction",
        coordinates=outputs,
        factors=(1.0, -1.0),
        limit=drive.differential_friction,
        law=drive.friction_law,
        slip=DIFFERENTIAL_SLIP,
    )


def driveline_half_shaft(corner: CornerModel, data: HalfShaftData, extra: Any) -> list[Any]:
    """Rigid elements 0 ... n from the inner end to the wheel; `extra` inertia sits on the inner end."""
    left, n = corner.side > 0, int(data.elements)
    stiffness = data.stiffness if left or data.right_stiffness is None else data.right_stiffness
    inertia: Any = data.inertia if left or data.right_inertia is None else data.right_inertia
    each = lump_rotor_inertia(inertia, n)
    each[0] += data.inner_joint_inertia + extra
    each[-1] += data.outer_joint_inertia
    parts: list[Any] = []
    for i, own in enumerate(each):
        inner = i < n  # the outermost belongs to its corner, so that left and right may share lanes
        parts += rotor(f"{corner.prefix}.shaft_{i}", _shaft(corner, i), own, corner.wheel_centre, Y, interface=inner)
    if n:
        turning = [f"{_shaft(corner, i)}.angle" for i in range(n + 1)]
        parts += rotor_springs(f"{corner.prefix}.half_shaft_twist", turning, stiffness, data.damping, inertia)
    parts.append(
        ShaftJoint(
            name=f"{corner.prefix}.outer_joint",
            parent=f"{corner.prefix}.shaft_{n}",
            child=f"{corner.prefix}.wheel",
            point=corner.wheel_centre,
            axis=Y,
            child_axis=corner.spin_axis,
            kind=data.wheel_joint,
        )
    )
    return parts


def _shaft(corner: CornerModel, i: int) -> str:
    return f"{corner.prefix}.half_shaft_{i}"


def _motor(corner: CornerModel) -> list[Any]:
    name = f"drive.{corner.prefix}.torque"
    meaning = f"torque of the motor of the {corner.prefix.replace('_', ' ')} wheel, positive forward"
    return [
        Input(name=name, unit="N m", definition=meaning),
        Motor(name=f"{corner.prefix}.motor", coordinate=f"{_shaft(corner, 0)}.angle", signal=External(input=name)),
    ]


def _differential(axle: str, drive: DriveData, pair: list[CornerModel]) -> list[Any]:
    """The case turns with the mean of its outputs; locked, these turn alike."""
    case, outputs = f"drive.{axle}_differential", tuple(f"{_shaft(corner, 0)}.angle" for corner in pair)
    middle = tuple(0.5 * (a + b) for a, b in zip(*(corner.wheel_centre for corner in pair), strict=True))
    parts: list[Any] = [
        *rotor(f"{axle}_differential", case, _case_inertia(drive), middle, Y),
        Coupling(name=f"{case}_gear", coordinates=(f"{case}.angle", *outputs), factors=(2.0, -1.0, -1.0)),
    ]
    if drive.differential == "locked":
        parts.append(Coupling(name=f"{case}_lock", coordinates=outputs, factors=(1.0, -1.0)))
    else:  # also without friction: a number never decides which equations there are
        parts.append(_differential_friction(case, drive, outputs))
    return parts


def _case_inertia(drive: DriveData) -> Any:
    """Of one differential, with what turns rigidly with it."""
    return drive.differential_inertia + (_reflected(drive) if len(drive.axles) == 1 else 0.0)


def _reflected(drive: DriveData) -> Any:
    """The rigid input shaft, or the last half element of one in torsion, times the square of the ratio."""
    n: int = int(drive.shaft_elements)
    last: Any = lump_rotor_inertia(drive.shaft_inertia, n)[-1]
    return drive.final_ratio * drive.final_ratio * (last + (0.0 if n else drive.input_inertia))


def _input(drive: DriveData, corners: Mapping[str, CornerModel], engine: bool) -> list[Any]:
    """The torque at the input shaft, that shaft, and between two driven axles a differential of their cases."""
    parts: list[Any] = []
    if not engine:
        parts.append(Input(name=TORQUE, unit="N m", definition="torque on the input shaft, positive forward"))
    x, _, z = corners[f"{drive.axles[0]}_left"].wheel_centre
    place = (x, 0.0, z)
    cases = tuple(f"drive.{axle}_differential.angle" for axle in drive.axles)
    n, driven = int(drive.shaft_elements), cases[0]
    if len(cases) > 1:
        driven = "drive.centre.angle"
        own = drive.differential_inertia + _reflected(drive)
        parts += rotor("centre_differential", "drive.centre", own, place, Y)
        factors = (float(len(cases)), *(-1.0 for _ in cases))
        parts.append(Coupling(name="drive.centre_gear", coordinates=(driven, *cases), factors=factors))
        if drive.centre == "locked":
            parts.append(Coupling(name="drive.centre_lock", coordinates=cases, factors=(1.0, -1.0)))
    if n:
        each = lump_rotor_inertia(drive.shaft_inertia, n)
        each[0] += drive.input_inertia
        for i in range(n):
            parts += rotor(f"drive_shaft_{i}", f"drive.shaft_{i}", each[i], place, Y)
        turning = [*(f"drive.shaft_{i}.angle" for i in range(n)), driven]
        ratio: Any = drive.final_ratio
        parts += rotor_springs(
            "drive.shaft_twist", turning, drive.shaft_stiffness, drive.shaft_damping, drive.shaft_inertia, ratio
        )
    if not engine:
        ((turned, gain),) = driveline_outputs(drive).items()
        parts.append(Motor(name="drive.engine", coordinate=turned, signal=External(input=TORQUE), gain=gain))
    return parts


def driveline_inputs(drive: DriveData | None) -> tuple[str, ...]:
    """Names of the torques that drive the car."""
    if drive is None:
        return ()
    if drive.layout != "motors":
        return (TORQUE,)
    return tuple(f"drive.{axle}_{side}.torque" for axle in drive.axles for side in ("left", "right"))


def driveline_turns_per_metre(
    drive: DriveData | None, shafts: HalfShaftData, corners: Mapping[str, CornerModel]
) -> dict[str, Scalar]:
    """How far every rotor of wheels and driveline turns when the car rolls one metre, in rad/m."""
    found: dict[str, Scalar] = {
        f"{prefix}.wheel_bearing.angle": 1.0 / corner.tyre_radius for prefix, corner in corners.items()
    }
    if drive is None or drive.layout == "torque":
        return found
    for axle in drive.axles:
        for side in ("left", "right"):
            corner = corners[f"{axle}_{side}"]
            elements = range(int(shafts.elements) + 1)
            found |= {f"{_shaft(corner, i)}.angle": 1.0 / corner.tyre_radius for i in elements}
        if drive.layout == "differential":
            found[f"drive.{axle}_differential.angle"] = 1.0 / corners[f"{axle}_left"].tyre_radius
    if drive.layout == "differential":
        each = 1.0 / corners[f"{drive.axles[0]}_left"].tyre_radius
        if len(drive.axles) > 1:
            found["drive.centre.angle"] = each
        for i in range(int(drive.shaft_elements)):
            found[f"drive.shaft_{i}.angle"] = drive.final_ratio * each
    return found
