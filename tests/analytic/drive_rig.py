"""A driveline on a bench: the car body is the bench, the wheels turn in bearings on it."""

from __future__ import annotations

from dataclasses import replace

from jounce import Model
from jounce.model.assemblies.drive.data import DriveData, HalfShaftData
from jounce.model.assemblies.drive.parts import driveline_parts
from jounce.model.assembly.axle_model import CornerModel
from jounce.model.assembly.names import Side
from jounce.parts import GROUND, Body
from jounce.parts.joints import Fixed, Revolute
from jounce.spatial.vector import Y

WHEEL_INERTIA = 0.5  # kg m^2


def bench(drive: DriveData, shafts: HalfShaftData, tilt=Y, motor=None, engine=False, gears="") -> Model:
    """Wheels of the driven axles, on spin axes `tilt`, and all that turns between them and the torque.

    With an `engine` there is no torque: whoever asks for it adds what drives; `gears` is what that part is called.
    """
    model = Model("driveline on a bench", gravity=(0.0, 0.0, 0.0))
    model.add(
        Body(name="body", mass=100.0, inertia=(10.0, 10.0, 10.0), interface=True),
        Fixed(name="bench", parent=GROUND, child="body"),
    )
    corners = {}
    for axle, x in zip(drive.axles, (0.0, -2.0), strict=False):
        for side, y in ((Side.LEFT, 0.6), (Side.RIGHT, -0.6)):
            prefix, centre = f"{axle}_{side}", (x, y, 0.3)
            inertia = (0.5 * WHEEL_INERTIA, WHEEL_INERTIA, 0.5 * WHEEL_INERTIA)
            model.add(
                Body(name=f"{prefix}.wheel", mass=10.0, centre=centre, inertia=inertia),
                Revolute(
                    name=f"{prefix}.wheel_bearing", parent="body", child=f"{prefix}.wheel", point=centre, axis=tilt
                ),
            )
            corners[prefix] = CornerModel(
                prefix=prefix,
                unit="car",
                axle=axle,
                side=side,
                carrier="body",
                wheel_centre=centre,
                spin_axis=tilt,
                tyre_radius=0.3,
                steering_axis=None,
            )
    parts = driveline_parts(drive, shafts, corners, engine, motor)
    model.add(*(replace(part, row=gears) if gears and getattr(part, "row", "") else part for part in parts))
    return model
