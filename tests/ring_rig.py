"""A wheel whose tyre is a rigid ring, on a carrier that is led, and the same wheel on a tyre that a point touches."""

from __future__ import annotations

from typing import Any

import jounce
from jounce.model.belt_data import MOTIONS, BeltData, completed_belt
from jounce.model.templates.belt import belt_on_wheel, belt_ring
from jounce.model.templates.corner import Corner
from jounce.parts import GROUND, Body
from jounce.parts.joints import Revolute, Sequence
from jounce.parts.tyres.rigid_ring.ring_tyre import RingTyre
from jounce.parts.tyres.simple_laws.linear import LinearTyre
from jounce.parts.tyres.tyre import Tyre

RADIUS, STIFFNESS, LOAD = 0.3, 200e3, 4000.0  # m, N/m, N
Y = (0.0, 1.0, 0.0)
LAW = LinearTyre(
    radius=RADIUS,
    stiffness=STIFFNESS,
    slip_relaxation=0.4,
    side_relaxation=0.6,
    slip_coefficient=20.0,
    cornering_coefficient=15.0,
)
BELT = completed_belt(None, LAW, {})
UNDAMPED = BeltData(
    **{word: getattr(BELT, word) for word in ("mass", "inertia_across", "inertia_about", *MOTIONS)},
    **{f"{word}_damping": 0.0 for word in MOTIONS},
)
HEAVY = 1e8  # kg of a wheel, and 1000 kg m^2 for each of them, that rolls on as it does


def ring_rig(
    law: Any = LAW,
    belt: BeltData | None = BELT,
    height: float = RADIUS - LOAD / STIFFNESS,
    axis: tuple[float, float, float] = Y,
    heavy: bool = False,
    order: tuple[str, ...] = ("tx", "tz"),
    gravity: float = 0.0,
    **tyre: Any,
) -> jounce.Model:
    """A carrier that goes along `order`, the wheel on it and its tyre; without a belt, the tyre of one point."""
    centre, inertia = (0.0, 0.0, height), 1000.0 * HEAVY if heavy else 0.8
    model = jounce.Model("ring rig", gravity=(0.0, 0.0, -gravity))
    model.add(
        Body(name="carrier", mass=HEAVY if heavy else 30.0, inertia=(2.0, 2.0, 2.0), centre=centre),
        Sequence(name="way", parent=GROUND, child="carrier", point=centre, order=order),
        Body(name="w.wheel", mass=HEAVY if heavy else 12.0, inertia=(inertia,) * 3, centre=centre),
        Revolute(name="w.wheel_bearing", parent="carrier", child="w.wheel", point=centre, axis=axis),
    )
    common = {"name": "tyre", "point": centre, "axis": axis, "law": law, **tyre}
    if belt is None:
        model.add(Tyre(body="w.wheel", **common))
        return model
    given = Corner(prefix="w", mount=GROUND, tie_rod_mount=GROUND, points={"wheel_centre": centre}, masses={})
    ring = belt_ring(given, axis, belt)
    springs = {word: getattr(belt, word) for word in MOTIONS}
    model.add(
        *belt_on_wheel(given, "carrier", axis, ring, belt), RingTyre(body=ring.name, rim="w.wheel", **common, **springs)
    )
    return model
