"""Electric motors of a car: one for each driven wheel, or one for each driven axle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jounce.graph import Scalar
from jounce.model.assemblies.drive.data import WHEEL_LAYOUTS, DriveData, MotorData
from jounce.parts import Input
from jounce.parts.axle_drives import ElectricMotor
from jounce.parts.forces import Motor
from jounce.parts.laws import Law
from jounce.parts.signals import External


def motor_input(driven: str) -> str:
    """Returns the torque that is asked of the motor of a wheel or of an axle."""
    return f"drive.{driven}.torque"


def motor_ratio(data: MotorData | None) -> Any:
    """Turns of the motor of a wheel for one of that."""
    return 1.0 if data is None or data.ratio is None else data.ratio


def motors_of_drive(drive: DriveData) -> tuple[str, ...]:
    """Returns what each motor drives: wheels by their prefix, or axles."""
    if drive.layout in WHEEL_LAYOUTS:
        return tuple(f"{axle}_{side}" for axle in drive.axles for side in ("left", "right"))
    return tuple(drive.axles)


def motor_parts(driven: str, turns: Mapping[str, Scalar], data: MotorData | None) -> list[Any]:
    """Returns the motor of a wheel or of an axle, and its input; `turns` of the motor for one of each coordinate.

    Without numbers it gives whatever it is asked for.
    """
    name, signal = motor_input(driven), External(input=motor_input(driven))
    what = f"{driven.replace('_', ' ')} {'wheel' if '_' in driven else 'axle'}"
    found: list[Any] = [Input(name=name, unit="N m", definition=f"torque of the motor of the {what}, positive forward")]
    if data is None:
        several = len(turns) > 1
        return [
            *found,
            *(
                Motor(
                    name=f"{coordinate.partition('.')[0]}.drive" if several else f"{driven}.motor",
                    coordinate=coordinate,
                    signal=signal,
                    gain=factor,
                )
                for coordinate, factor in turns.items()
            ),
        ]
    words = ("peak_torque", "peak_power", "top_speed", "regeneration", "efficiency", "efficiency_map", "lag")
    motor = ElectricMotor(
        name=f"{driven}.motor",
        coordinates=tuple(turns),
        factors=tuple(turns.values()),
        signal=signal,
        limit=_level_beyond(data.limit),
        **{word: getattr(data, word) for word in words},
    )
    return [*found, motor]


def _level_beyond(limit: Law | None) -> Law | None:
    """The curve of a motor stays as it is beyond its last point; a table alone would go on falling or rising."""
    x: Any = getattr(limit, "x", ())
    y: Any = getattr(limit, "y", ())
    if limit is None or len(x) < 2 or len(y) < 2:
        return limit
    return replace(limit, x=(*x, x[-1] + (x[-1] - x[-2])), y=(*y, y[-1]))  # type: ignore[type-var]
