"""Rotors on the car body, and shafts made of them: rigid finite elements in torsion. [Szczotka 2007, eq. 36-38]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jounce.parts import Body
from jounce.parts.forces import TorsionBar
from jounce.parts.joints import Revolute
from jounce.spatial.vector import Vec3, unit

CAR = "body"  # the car body
TOKEN_MASS = 1e-3  # kg of a rotor: its weight belongs to the car body, which carries its bearing


def rotor(body: str, joint: str, inertia: float, point: Vec3, axis: Vec3, mass: float = TOKEN_MASS) -> tuple[Any, ...]:
    """A thin disc that turns on the car body; a positive angle follows the right-hand rule about `axis`."""
    x, y, z = unit(axis)
    across, along = 0.5 * inertia, 0.5 * inertia  # across, and what is more along the axis
    return (
        Body(
            name=body,
            mass=mass,
            centre=point,
            inertia=(across + along * x * x, across + along * y * y, across + along * z * z),
            products=(0.0 - along * x * y, 0.0 - along * y * z, 0.0 - along * z * x),
        ),
        Revolute(name=joint, parent=CAR, child=body, point=point, axis=axis),
    )


def lumped(inertia: float, elements: int) -> list[float]:
    """Inertias of the rigid elements 0 ... n of a shaft cut into n springs: those at the ends are half as long."""
    if elements == 0:
        return [inertia]
    whole = inertia / elements
    return [0.5 * whole, *[whole] * (elements - 1), 0.5 * whole]


def springs(
    name: str, coordinates: Sequence[str], stiffness: Any, damping: Any, last_factor: float = 1.0
) -> tuple[TorsionBar, ...]:
    """The n springs between n + 1 coordinates; each is n times as stiff as the shaft.

    The last coordinate may turn `last_factor` times slower than the shaft: a gear.
    """
    n = len(coordinates) - 1
    factors = [1.0] * n + [last_factor]
    return tuple(
        TorsionBar(
            name=f"{name}_{i + 1}",
            coordinates=(coordinates[i], coordinates[i + 1]),
            factors=(1.0, 0.0 - factors[i + 1]),
            stiffness=n * stiffness,
            damping=n * damping,
        )
        for i in range(n)
    )
