"""What engineers read from the compliance matrix: loads, responses, rates; name, unit and definition of each.

Loads are small and act on the wheel carrier in the vehicle's axes, x forward, y left, z up, in addition to what
holds the axle. "parallel" loads both wheels alike, "opposed" the right one by the opposite load; a response is
that of a wheel per unit of the load on itself. s = +1 left, -1 right; W: wheel centre, C: contact point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from jounce.model.assembly.axle_model import AxleModel
from jounce.studies.kinematics.held_axle import WheelPose
from jounce.studies.kinematics.outputs.kc_outputs import KcOutput

TRAIL = 0.03  # m behind C: where a side force acts on a rolling tyre, about
PATTERNS = {"parallel": (1.0, 1.0), "opposed": (1.0, -1.0)}
DIRECTIONS = ("x", "y", "z", "rx", "ry", "rz")
LOADS = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")
X, Y, Z = np.eye(3)
Figures = dict[str, tuple[KcOutput, float]]


class Load(NamedTuple):
    """A unit load on a wheel carrier."""

    name: str
    unit: str
    definition: str
    at_centre: Callable[[WheelPose], np.ndarray]  # force and moment about W


class Response(NamedTuple):
    """A small motion of a wheel carrier, read from its displacement and turn at W."""

    name: str
    unit: str
    definition: str
    of: Callable[[WheelPose, np.ndarray, np.ndarray], float]  # wheel, motion, load


def _force(direction: np.ndarray, arm: np.ndarray) -> np.ndarray:
    return np.concatenate([direction, np.cross(arm, direction)])


LOADS_ON_WHEELS = (
    Load("lateral_force", "N", "side force to the left at C", lambda w: _force(Y, w.C - w.W)),
    Load(
        "lateral_force_trail",
        "N",
        f"side force to the left, {TRAIL * 1000:g} mm behind C",
        lambda w: _force(Y, w.C - TRAIL * X - w.W),
    ),
    Load("aligning_torque", "N m", "moment about z, turning left", lambda w: np.concatenate([0 * Z, Z])),
    Load(
        "forward_force_locked",
        "N",
        "force on the wheel forward at C, the wheel locked to the carrier; brakes push it rearward: the opposite sign",
        lambda w: _force(X, w.C - w.W),
    ),
    Load(
        "forward_force_at_hub",
        "N",
        "force on the wheel forward at W, its moment taken by a half-shaft: drive, or an impact with the opposite sign",
        lambda w: _force(X, 0 * X),
    ),
)


def _steer(wheel: WheelPose, d: np.ndarray, load: np.ndarray) -> float:
    e, e_d = wheel.e, np.cross(d[3:], wheel.e)
    return (e[0] * e_d[1] - e[1] * e_d[0]) / (e[0] ** 2 + e[1] ** 2)


def _camber(wheel: WheelPose, d: np.ndarray, load: np.ndarray) -> float:
    e, e_d = wheel.e, np.cross(d[3:], wheel.e)
    return -wheel.side * e_d[2] / np.sqrt(1.0 - e[2] ** 2)


RESPONSES = (
    Response("steer", "rad", "change of the steer angle, positive to the left", _steer),
    Response("camber", "rad", "change of camber, positive when the top leans outward", _camber),
    Response("caster", "rad", "wind-up: the carrier's turn about -y, positive: top rearward", lambda w, d, f: -d[4]),
    Response("deflection", "m", "displacement of the carrier's point under the force, along it", lambda w, d, f: f @ d),
    Response("wheel_centre_x", "m", "displacement of W, positive forward", lambda w, d, f: d[0]),
)
ONLY_FOR = {  # responses that make sense for some loads only
    "deflection": ("lateral_force", "lateral_force_trail", "forward_force_locked", "forward_force_at_hub"),
    "caster": ("forward_force_locked", "forward_force_at_hub"),
    "wheel_centre_x": ("forward_force_locked", "forward_force_at_hub"),
}
SHOWN = {("rad", "N"): "deg/kN", ("rad", "N m"): "deg/kNm", ("m", "N"): "mm/kN"}

STIFFNESSES = {
    "lateral_stiffness": ("lateral_force", "side force at C"),
    "longitudinal_stiffness": ("forward_force_at_hub", "longitudinal force at W"),
    "braking_stiffness": ("forward_force_locked", "longitudinal force at C, wheel locked to the carrier,"),
}
WHEEL_RATE = KcOutput("wheel_rate", "N/m", "N/mm", "1/C33: vertical force at W per rise of W, the other wheel free")
PARALLEL_RATE = KcOutput(
    "parallel_rate", "N/m", "N/mm", "2/(C33 + C39 + C93 + C99): vertical force on each W per mean rise of both"
)
ROLL_RATE = KcOutput(
    "roll_rate", "N m/rad", "N m/deg", "t^2/(C33 - C39 - C93 + C99), t: track at C; moment of opposite forces by roll"
)


def _entry_unit(row: str, column: str) -> str:
    return f"{'rad' if row.startswith('r') else 'm'}/{'Nm' if column.startswith('M') else 'N'}"


def compliance_entries(axle: AxleModel) -> Iterator[KcOutput]:
    """Yields the entries of the compliance matrix, row by row."""
    for side, row, other, column in product(axle.corners, DIRECTIONS, axle.corners, LOADS):
        unit = _entry_unit(row, column)
        what = f"{row} of the {side} wheel carrier at W per {column} on the {other} one at W, vehicle axes"
        yield KcOutput(f"{side}_{row}.{other}_{column}", unit, unit, what)


def compliance_outputs(axle: AxleModel, wheels: Sequence[WheelPose], C: np.ndarray) -> Figures:
    """Returns all figures by channel name."""
    found: Figures = {}
    for load in LOADS_ON_WHEELS:
        for pattern, signs in PATTERNS.items():
            found |= _responses(axle, wheels, C, load, pattern, signs)
    for k, corner in enumerate(axle.corners.values()):
        found[f"{corner.prefix}.{WHEEL_RATE.name}"] = (WHEEL_RATE, float(1.0 / C[6 * k + 2, 6 * k + 2]))
        for name, (load_name, _) in STIFFNESSES.items():
            deflection = found[f"{corner.prefix}.{load_name}_parallel.deflection"][1]
            if deflection > 0.0:  # zero where ideal joints hold it: no number
                found[f"{corner.prefix}.{name}"] = (_stiffness(name), 1.0 / deflection)
    together, apart = C[2, 2] + C[8, 8], C[2, 8] + C[8, 2]
    track = wheels[0].C[1] - wheels[1].C[1]
    found[f"{axle.name}.{PARALLEL_RATE.name}"] = (PARALLEL_RATE, float(2.0 / (together + apart)))
    found[f"{axle.name}.{ROLL_RATE.name}"] = (ROLL_RATE, float(track**2 / (together - apart)))
    return found


def _responses(
    axle: AxleModel, wheels: Sequence[WheelPose], C: np.ndarray, load: Load, pattern: str, signs: tuple[float, float]
) -> Figures:
    found: Figures = {}
    own = [load.at_centre(wheel) for wheel in wheels]
    motion = C @ np.concatenate([sign * f for sign, f in zip(signs, own, strict=True)])
    for k, corner in enumerate(axle.corners.values()):
        d = signs[k] * motion[6 * k : 6 * k + 6]
        for response in _of(load):
            value = float(response.of(wheels[k], d, own[k]))
            found[f"{corner.prefix}.{load.name}_{pattern}.{response.name}"] = (_output(response, load, pattern), value)
    return found


def _of(load: Load) -> list[Response]:
    """Returns the responses that make sense for a load."""
    return [response for response in RESPONSES if load.name in ONLY_FOR.get(response.name, (load.name,))]


def _output(response: Response, load: Load, pattern: str) -> KcOutput:
    unit = f"{response.unit}/{load.unit.replace(' ', '')}"
    definition = f"{response.definition}; per {load.definition}; {pattern} loads, rack held"
    return KcOutput(response.name, unit, SHOWN[response.unit, load.unit], definition)


def compliance_output_metrics() -> dict[str, tuple[str, str]]:
    """Returns the unit and definition of every figure."""
    found = {
        f"{{wheel}}.{load.name}_{pattern}.{response.name}": _output(response, load, pattern)
        for load in LOADS_ON_WHEELS
        for pattern in PATTERNS
        for response in _of(load)
    }
    found["{wheel}.wheel_rate"] = WHEEL_RATE
    found |= {f"{{wheel}}.{name}": _stiffness(name) for name in STIFFNESSES}
    found |= {"{axle}.parallel_rate": PARALLEL_RATE, "{axle}.roll_rate": ROLL_RATE}
    return {name: (output.unit, output.definition) for name, output in found.items()}


def _stiffness(name: str) -> KcOutput:
    return KcOutput(name, "N/m", "N/mm", f"{STIFFNESSES[name][1]} per deflection, both wheels loaded alike")
