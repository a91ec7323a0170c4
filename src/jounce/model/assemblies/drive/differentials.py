"""Differentials of a car: what holds their outputs together, with shafts behind them or straight between wheels.

Friction R goes from the faster to the slower output. Its limit is a number, or follows the torque through the case,
see `parts.axle_drives.LimitedSlip`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from jounce.graph import Scalar
from jounce.model.assemblies.drive.data import DriveData
from jounce.parts.axle_drives import LimitedSlip, ViscousCoupling
from jounce.parts.forces import DryFriction, TorsionBar
from jounce.parts.joints import Coupling
from jounce.parts.signals import External

DIFFERENTIAL_SLIP = 0.05  # rad between the outputs before smooth friction is full: less would be stiff


@dataclass(frozen=True, kw_only=True)
class DifferentialKind:
    """How the outputs of one differential are held together."""

    word: str  # "open", "limited slip", "locked"
    friction: Any  # N m, between the outputs
    bias: Any = None  # torque bias ratio
    viscosity: Any = None  # N m s/rad
    law: str = "dry"  # of the friction


@dataclass(frozen=True, kw_only=True)
class CaseTorque:
    """Where the torque through a case is known from: shafts behind its outputs that twist, a row, or else an input."""

    input: str
    gain: Any  # torque at the case for a unit of the input
    shafts: tuple[TorsionBar, ...] = ()
    row: str = ""  # of the gears that drive its outputs, where an engine of its own does


def differential_of_axle(drive: DriveData) -> DifferentialKind:
    """Returns the differential of each driven axle."""
    return DifferentialKind(
        word=drive.differential,
        friction=drive.differential_friction,
        bias=drive.differential_bias,
        viscosity=drive.differential_viscosity,
        law=drive.friction_law,
    )


def differential_of_centre(drive: DriveData) -> DifferentialKind:
    """Returns the differential between two driven axles."""
    return DifferentialKind(
        word=drive.centre,
        friction=drive.centre_friction,
        bias=drive.centre_bias,
        viscosity=drive.centre_viscosity,
        law=drive.friction_law,
    )


def differential_locks(
    case: str, kind: DifferentialKind, apart: Mapping[str, Scalar], torque: CaseTorque, friction: bool
) -> list[Any]:
    """Returns what holds outputs together; `apart` are the factors of coordinates in the angle between them.

    `friction`: whether an open one has any, too.
    """
    names, factors = tuple(apart), tuple(apart.values())
    if kind.word == "locked":
        return [Coupling(name=f"{case}_lock", coordinates=names, factors=factors)]
    found: list[Any] = []
    if kind.word == "limited slip" and kind.bias is not None:
        found.append(_limited_slip(f"{case}_friction", kind, apart, torque))
    elif friction or kind.word == "limited slip":  # also without friction: a number never decides on equations
        found.append(
            DryFriction(
                name=f"{case}_friction",
                coordinates=names,
                factors=factors,
                limit=kind.friction,
                law=kind.law,
                slip=DIFFERENTIAL_SLIP,
            )
        )
    if kind.word == "limited slip" and kind.viscosity is not None:
        found.append(
            ViscousCoupling(name=f"{case}_viscosity", coordinates=names, factors=factors, viscosity=kind.viscosity)
        )
    return found


def _limited_slip(name: str, kind: DifferentialKind, apart: Mapping[str, Scalar], torque: CaseTorque) -> LimitedSlip:
    return LimitedSlip(
        name=name,
        coordinates=tuple(apart),
        factors=tuple(apart.values()),
        bias=kind.bias,
        preload=kind.friction,
        signal=None if torque.shafts or torque.row else External(input=torque.input),
        gain=1.0 if torque.shafts or torque.row else torque.gain,
        row="" if torque.shafts else torque.row,
        twisted=tuple(name for shaft in torque.shafts for name in shaft.coordinates) or None,
        stiffness=tuple(shaft.stiffness for shaft in torque.shafts) or None,
        damping=tuple(shaft.damping for shaft in torque.shafts) or None,
    )


def shafts_of_differential(parts: Iterable[Any], outputs: Iterable[str]) -> tuple[TorsionBar, ...]:
    """Returns the springs among some parts that begin at outputs of a differential: together they take its torque."""
    begins = set(outputs)
    return tuple(part for part in parts if hasattr(part, "twist") and part.coordinates[0] in begins)


def differential_shares(drive: DriveData) -> dict[str, Any]:
    """Returns the share of the torque that each driven axle gets."""
    if len(drive.axles) == 2:
        first, second = drive.axles
        share = 0.5 if drive.centre_share is None else drive.centre_share
        return {first: share, second: 1.0 - share}
    return dict.fromkeys(drive.axles, 1.0 / len(drive.axles))
