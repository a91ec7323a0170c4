"""The driveline of a car: half shafts in torsion, differentials or motors. [Szczotka 2004, eq. 2.19-2.21]"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from jounce.graph import Scalar
from jounce.model.assemblies.assembly import Built, Site, bodies_among
from jounce.model.assemblies.drive.data import DIRECT_LAYOUTS, MOTOR_LAYOUTS, DriveData, HalfShaftData, MotorData
from jounce.model.assemblies.drive.differentials import (
    CaseTorque,
    differential_locks,
    differential_of_axle,
    differential_of_centre,
    differential_shares,
    shafts_of_differential,
)
from jounce.model.assemblies.drive.live_axles import carries_its_drive, live_axle_differential
from jounce.model.assemblies.drive.motors import motor_input, motor_parts, motor_ratio, motors_of_drive
from jounce.model.assembly import rotors
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.names import Side
from jounce.parts import Input
from jounce.parts.forces import Gyroscope, Motor
from jounce.parts.joints import Coupling, ShaftJoint
from jounce.parts.signals import External, input_of_signal
from jounce.spatial.vector import Vec3, Y

TORQUE, REDUCTION = "drive.torque", "drive.reduction"  # inputs
GEARBOX = "gearbox"  # the force element of a powertrain that turns what is driven


def build_drive(site: Site) -> Built:
    """Builds all that turns between engine or motors and the wheels."""
    unit, wheels = site.unit, site.ports["wheels"]
    drive, shafts, engine = unit.drive, unit.half_shafts or HalfShaftData(), unit.engine is not None
    parts: Sequence[Any] = driveline_parts(drive, shafts, wheels, engine, unit.motor)
    inputs = () if engine else driveline_inputs(drive)
    ports: dict[str, Any] = {
        "drive": inputs,
        "input_shaft": driveline_outputs(drive),
        "turning": driveline_turns_per_metre(drive, shafts, wheels, unit.motor),
    }
    if not engine and unit.traction_control is not None and unit.traction_control.on:
        parts = _reduced_drive(parts, inputs)
        ports["reduction"] = REDUCTION
    ports["rotors"] = bodies_among(parts)
    return Built(parts=tuple(parts), ports=ports)


def _reduced_drive(parts: Sequence[Any], drives: Collection[str]) -> list[Any]:
    """Returns a driveline with motors of which traction control takes torque away, and the input for that.

    An engine has an input of its own for it.
    """
    given = Input(name=REDUCTION, unit="1", definition="share of the drive torque that traction control takes away")
    reduction = External(input=REDUCTION)

    def reduced(part: Any) -> Any:
        driven = hasattr(part, "reduction") and input_of_signal(part.signal) in drives
        return replace(part, reduction=reduction) if driven else part

    return [given, *map(reduced, parts)]


def driveline_parts(
    drive: DriveData,
    shafts: HalfShaftData,
    corners: Mapping[str, CornerModel],
    engine: bool = False,
    motor: MotorData | None = None,
) -> tuple[Any, ...]:
    """Returns all that turns between engine or motors and the wheels.

    Shafts to the wheels and what drives them turn about y, the input shaft as the file says it lies; every coordinate
    grows as the car goes forward. Without an `engine` of its own, a torque acts in its place.
    """
    if drive.layout in DIRECT_LAYOUTS:
        return _direct_torques(drive, corners, engine, motor)
    parts: list[Any] = []
    for axle in drive.axles:
        pair = [corners[f"{axle}_{side}"] for side in ("left", "right")]
        halves: list[Any] = []
        if drive.layout == "differential" and carries_its_drive(pair):
            parts += _differential_on_axle(axle, drive, pair, engine or motor is not None)
            continue
        for corner in pair:
            motors = (_motor_of_wheel(drive, motor),) if drive.layout == "motors" else ()
            halves += driveline_half_shaft(corner, shafts, motors)
            if drive.layout == "motors":
                turns = {f"{_shaft(corner, 0)}.angle": motor_ratio(motor)}
                halves += motor_parts(corner.prefix, turns, motor)
        parts += halves
        if drive.layout != "motors":
            parts += _differential(axle, drive, pair, halves, engine or motor is not None)
        if drive.layout == "axle motors":
            parts += motor_parts(axle, {f"drive.{axle}_differential.angle": drive.final_ratio}, motor)
    if drive.layout == "differential":
        parts += _input(drive, corners, parts, engine)
    return tuple(parts)


def driveline_outputs(drive: DriveData) -> dict[str, Scalar]:
    """Returns what a gearbox turns: coordinates, each with the turns of the gearbox's output for one of it.

    Wheels without shafts share the ratio: the output turns with their mean, by the shares of their axles.
    """
    if drive.layout in DIRECT_LAYOUTS:
        return {
            f"{axle}_{side}.wheel_bearing.angle": drive.final_ratio * (0.5 * share)
            for axle, share in differential_shares(drive).items()
            for side in ("left", "right")
        }
    if int(drive.shaft_elements):
        return {"drive.shaft_0.angle": 1.0}
    single = len(drive.axles) == 1
    return {f"drive.{drive.axles[0]}_differential.angle" if single else "drive.centre.angle": drive.final_ratio}


def _direct_torques(
    drive: DriveData, corners: Mapping[str, CornerModel], engine: bool, motor: MotorData | None
) -> tuple[Any, ...]:
    """Returns torques on the wheels themselves, against the bodies that carry them: differentials without inertia."""
    wheels = {axle: [f"{axle}_{side}.wheel_bearing.angle" for side in ("left", "right")] for axle in drive.axles}
    parts: list[Any] = []
    if drive.layout == "torque" and not engine:
        parts.append(Input(name=TORQUE, unit="N m", definition="torque on the input shaft, positive forward"))
        parts += [
            Motor(name=f"{wheel.partition('.')[0]}.drive", coordinate=wheel, signal=External(input=TORQUE), gain=gain)
            for wheel, gain in driveline_outputs(drive).items()
        ]
    for driven in motors_of_drive(drive) if drive.layout in MOTOR_LAYOUTS else ():
        turns: dict[str, Any] = {f"{driven}.wheel_bearing.angle": motor_ratio(motor)}
        if has_direct_case(drive, motor):
            turns = {f"drive.{driven}_case.angle": drive.final_ratio}
            parts += _direct_case(driven, drive, wheels[driven], corners[f"{driven}_left"].wheel_centre)
        elif driven in wheels:
            turns = dict.fromkeys(wheels[driven], 0.5 * drive.final_ratio)
        parts += motor_parts(driven, turns, motor)
    x, _, z = corners[f"{drive.axles[0]}_left"].wheel_centre
    spins = (rotors.Spin(drive.rotor_inertia), rotors.Spin(drive.rotor_inertia_along, axis=rotors.AXES["along"]))
    axis, size = rotors.momentum_of_spins(spins)
    momentum = size * (1.0 / corners[f"{drive.axles[0]}_left"].tyre_radius)
    parts.append(Gyroscope(name="drive.rotors", body=rotors.CAR, point=(x, 0.0, z), axis=axis, momentum=momentum))
    return (*parts, *_direct_differentials(drive, wheels, engine, has_direct_case(drive, motor)))


def has_direct_case(drive: DriveData, motor: MotorData | None) -> bool:
    """Tells whether differentials without shafts have cases all the same: what goes through them is then a reaction.

    A motor with limits may give less than it is asked for, and the friction of a biased differential follows that.
    """
    return drive.layout == "axle torques" and motor is not None and drive.differential_bias is not None


def _direct_case(axle: str, drive: DriveData, wheels: list[str], centre: Vec3) -> list[Any]:
    """Returns a case that turns with the mean of both wheels, and the motor whose inertia is given at their speed."""
    case, (x, _, z) = f"drive.{axle}_case", centre
    spins = [rotors.Spin(drive.differential_inertia), given_spin(drive, drive.motor_inertia, drive.final_ratio)]
    return [
        *rotors.geared_rotor(f"{axle}_case", case, spins, (x, 0.0, z)),
        Coupling(name=f"{case}_gear", coordinates=(f"{case}.angle", *wheels), factors=(2.0, -1.0, -1.0)),
    ]


def _direct_differentials(drive: DriveData, wheels: Mapping[str, list[str]], engine: bool, cases: bool) -> list[Any]:
    """Returns friction and locks between wheels, and between axles, where torques act on the wheels themselves."""
    if drive.layout == "wheel torques":
        return []
    parts: list[Any] = []
    for axle, share in differential_shares(drive).items():
        own = drive.layout == "axle torques"
        known = CaseTorque(
            input=motor_input(axle) if own else TORQUE,
            gain=drive.final_ratio * (1.0 if own else share),
            row=GEARBOX if engine else f"drive.{axle}_case_gear" if cases else "",
        )
        apart = dict(zip(wheels[axle], (1.0, -1.0), strict=True))
        kind = differential_of_axle(drive)
        parts += differential_locks(f"drive.{axle}_differential", kind, apart, known, friction=False)
    if drive.layout == "torque" and len(drive.axles) == 2:
        between = {wheel: sign for axle, sign in zip(wheels, (0.5, -0.5), strict=True) for wheel in wheels[axle]}
        known = CaseTorque(input=TORQUE, gain=drive.final_ratio, row=GEARBOX if engine else "")
        parts += differential_locks("drive.centre", differential_of_centre(drive), between, known, friction=False)
    return parts


def given_spin(drive: DriveData, inertia: Any, turns: Any) -> rotors.Spin:
    """Returns an engine or motor that turns `turns` times for one of a coordinate, at which its inertia is given.

    `drive.turns` is the gear from there to where the inertia of an engine is given, if that is elsewhere.
    """
    whole = turns * drive.turns
    return rotors.Spin(inertia * (1.0 / (whole * whole)), whole, rotors.AXES[drive.lies])


def _motor_of_wheel(drive: DriveData, motor: MotorData | None) -> rotors.Spin:
    """Its gear is that of the motor's own table, where that says one."""
    own = motor is not None and motor.ratio is not None
    return given_spin(replace(drive, turns=motor_ratio(motor)) if own else drive, drive.motor_inertia, 1.0)


def driveline_half_shaft(corner: CornerModel, data: HalfShaftData, motors: tuple[rotors.Spin, ...]) -> list[Any]:
    """Returns rigid elements 0 ... n from the inner end to the wheel; a motor turns with the inner end.

    That of a rigid shaft carries the joint to the wheel, so a motor that turns faster is a body of its own beside it.
    """
    left, n = corner.side is Side.LEFT, int(data.elements)
    stiffness = data.stiffness if left or data.right_stiffness is None else data.right_stiffness
    inertia: Any = data.inertia if left or data.right_inertia is None else data.right_inertia
    each = rotors.lump_rotor_inertia(inertia, n)
    each[0] += data.inner_joint_inertia
    each[-1] += data.outer_joint_inertia
    parts: list[Any] = []
    for i, own in enumerate(each):
        inner = i < n  # the outermost belongs to its corner, so that left and right may share lanes
        names, place = (f"{corner.prefix}.shaft_{i}", _shaft(corner, i)), corner.wheel_centre
        if motors and inner and i == 0:
            parts += rotors.geared_rotor(*names, (rotors.Spin(own), *motors), place)
        else:
            parts += rotors.rotor(*names, own, place, Y, interface=inner)
    if motors and not n:
        name, turned = f"{corner.prefix}.half_shaft_motor", f"{_shaft(corner, 0)}.angle"
        parts += rotors.geared_rotor(f"{corner.prefix}.shaft_motor", name, motors, corner.wheel_centre, interface=False)
        parts.append(Coupling(name=f"{name}_gear", coordinates=(f"{name}.angle", turned), factors=(1.0, -1.0)))
    if n:
        turning = [f"{_shaft(corner, i)}.angle" for i in range(n + 1)]
        parts += rotors.rotor_springs(f"{corner.prefix}.half_shaft_twist", turning, stiffness, data.damping, inertia)
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


def _differential(axle: str, drive: DriveData, pair: list[CornerModel], halves: list[Any], reaction: bool) -> list[Any]:
    """The case turns with the mean of its outputs; locked, these turn alike. `halves` are the shafts behind them.

    With `reaction`, no input says the torque through the case: it is the reaction of its gears.
    """
    case, outputs = f"drive.{axle}_differential", tuple(f"{_shaft(corner, 0)}.angle" for corner in pair)
    middle = tuple(0.5 * (a + b) for a, b in zip(*(corner.wheel_centre for corner in pair), strict=True))
    own = drive.layout == "axle motors"
    known = CaseTorque(
        input=motor_input(axle) if own else TORQUE,
        gain=drive.final_ratio * (1.0 if own else differential_shares(drive)[axle]),
        shafts=shafts_of_differential(halves, outputs),
        row=f"{case}_gear" if reaction else "",
    )
    apart = dict(zip(outputs, (1.0, -1.0), strict=True))
    return [
        *rotors.geared_rotor(f"{axle}_differential", case, _turning_with_case(drive), middle),
        Coupling(name=f"{case}_gear", coordinates=(f"{case}.angle", *outputs), factors=(2.0, -1.0, -1.0)),
        *differential_locks(case, differential_of_axle(drive), apart, known, friction=True),
    ]


def _differential_on_axle(axle: str, drive: DriveData, pair: list[CornerModel], reaction: bool) -> list[Any]:
    """Returns the differential of a live axle, whose outputs are the wheels; `reaction` as of one on the car body."""
    case, (x, _, z), alone = f"drive.{axle}_differential", pair[0].wheel_centre, len(drive.axles) == 1
    own: Any = sum((spin.inertia for spin in _rigid_input(drive)), 0.0) if alone else 0.0
    known = CaseTorque(
        input=TORQUE,
        gain=drive.final_ratio * differential_shares(drive)[axle],
        row=f"{case}_gear" if reaction else "",
    )
    apart = {corner.wheel: sign for corner, sign in zip(pair, (1.0, -1.0), strict=True)}
    return [
        *live_axle_differential(axle, drive, pair, (x, 0.0, z), own),
        *differential_locks(case, differential_of_axle(drive), apart, known, friction=True),
    ]


def _turning_with_case(drive: DriveData) -> list[rotors.Spin]:
    """Returns one differential, and what turns rigidly with it."""
    alone = len(drive.axles) == 1 or drive.layout == "axle motors"
    return [rotors.Spin(drive.differential_inertia), *(_rigid_input(drive) if alone else ())]


def _rigid_input(drive: DriveData) -> list[rotors.Spin]:
    """Returns the input shaft with what is given at it, or the last half element of one in torsion."""
    n, ratio = int(drive.shaft_elements), drive.final_ratio
    last = rotors.Spin(rotors.lump_rotor_inertia(drive.shaft_inertia, n)[-1], ratio, rotors.AXES[drive.lies])
    return [last] if n else [last, given_spin(drive, drive.input_inertia * ratio * ratio, ratio)]


def _input(drive: DriveData, corners: Mapping[str, CornerModel], made: list[Any], engine: bool) -> list[Any]:
    """Returns the torque at the input shaft, that shaft, and between two driven axles a differential of their cases.

    The shafts that take its torque are among the parts `made` before.
    """
    parts: list[Any] = []
    if not engine:
        parts.append(Input(name=TORQUE, unit="N m", definition="torque on the input shaft, positive forward"))
    x, _, z = corners[f"{drive.axles[0]}_left"].wheel_centre
    place = (x, 0.0, z)
    cases = tuple(f"drive.{axle}_differential.angle" for axle in drive.axles)
    n, driven = int(drive.shaft_elements), cases[0]
    if len(cases) > 1:
        driven = "drive.centre.angle"
        own = [rotors.Spin(drive.differential_inertia), *_rigid_input(drive)]
        parts += rotors.geared_rotor("centre_differential", "drive.centre", own, place)
        factors = (1.0, *(0.0 - share for share in differential_shares(drive).values()))
        parts.append(Coupling(name="drive.centre_gear", coordinates=(driven, *cases), factors=factors))
        outputs = [f"{_shaft(corners[f'{a}_{side}'], 0)}.angle" for a in drive.axles for side in ("left", "right")]
        on_axles = any(carries_its_drive(corners[f"{a}_{side}"] for side in ("left", "right")) for a in drive.axles)
        shafts = () if on_axles else shafts_of_differential(made, outputs)
        row = "drive.centre_gear" if engine or on_axles else ""
        known = CaseTorque(input=TORQUE, gain=drive.final_ratio, shafts=shafts, row=row)
        apart = dict(zip(cases, (1.0, -1.0), strict=True))
        parts += differential_locks("drive.centre", differential_of_centre(drive), apart, known, friction=False)
    if n:
        each, axis = rotors.lump_rotor_inertia(drive.shaft_inertia, n), rotors.AXES[drive.lies]
        first = (rotors.Spin(each[0], axis=axis), given_spin(drive, drive.input_inertia, 1.0))
        parts += rotors.geared_rotor("drive_shaft_0", "drive.shaft_0", first, place)
        for i in range(1, n):
            parts += rotors.rotor(f"drive_shaft_{i}", f"drive.shaft_{i}", each[i], place, axis)
        turning = [*(f"drive.shaft_{i}.angle" for i in range(n)), driven]
        ratio: Any = drive.final_ratio
        parts += rotors.rotor_springs(
            "drive.shaft_twist", turning, drive.shaft_stiffness, drive.shaft_damping, drive.shaft_inertia, ratio
        )
    if not engine:
        ((turned, gain),) = driveline_outputs(drive).items()
        parts.append(Motor(name="drive.engine", coordinate=turned, signal=External(input=TORQUE), gain=gain))
    return parts


def driveline_inputs(drive: DriveData) -> tuple[str, ...]:
    """Names of the torques that drive the car."""
    if drive.layout not in MOTOR_LAYOUTS:
        return (TORQUE,)
    return tuple(motor_input(driven) for driven in motors_of_drive(drive))


def driveline_turns_per_metre(
    drive: DriveData,
    shafts: HalfShaftData,
    corners: Mapping[str, CornerModel],
    motor: MotorData | None = None,
) -> dict[str, Scalar]:
    """Tells how far every rotor of the driveline turns when the car rolls one metre, in rad/m."""
    found: dict[str, Scalar] = {}
    if has_direct_case(drive, motor):
        found |= {f"drive.{axle}_case.angle": 1.0 / corners[f"{axle}_left"].tyre_radius for axle in drive.axles}
    if drive.layout in DIRECT_LAYOUTS:
        return found
    for axle in drive.axles:
        pair = [corners[f"{axle}_{side}"] for side in ("left", "right")]
        if drive.layout == "differential" and carries_its_drive(pair):
            found |= {f"drive.{axle}_{word}.angle": 1.0 / pair[0].tyre_radius for word in ("pinion", "differential")}
            continue
        for corner in pair:
            elements = range(int(shafts.elements) + 1)
            found |= {f"{_shaft(corner, i)}.angle": 1.0 / corner.tyre_radius for i in elements}
            if drive.layout == "motors" and not int(shafts.elements):
                found[f"{corner.prefix}.half_shaft_motor.angle"] = 1.0 / corner.tyre_radius
        if drive.layout != "motors":
            found[f"drive.{axle}_differential.angle"] = 1.0 / corners[f"{axle}_left"].tyre_radius
    if drive.layout == "differential":
        each: Any = found[f"drive.{drive.axles[0]}_differential.angle"]
        if len(drive.axles) > 1:
            shares = differential_shares(drive).items()
            each = found["drive.centre.angle"] = sum(
                share * found[f"drive.{axle}_differential.angle"] for axle, share in shares
            )
        for i in range(int(drive.shaft_elements)):
            found[f"drive.shaft_{i}.angle"] = drive.final_ratio * each
    return found
