"""A rigid body."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from jounce.errors import Problem
from jounce.parts.citation import Citation
from jounce.parts.drawing import Solid
from jounce.parts.ends import NOWHERE
from jounce.units import Inertia3, Mass, OneOf, Point

GROUND = "ground"
Frame = Annotated[str, OneOf(GROUND, "body")]  # in which a direction is fixed


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A rigid body, described in the design position.

    The body's own frame coincides with the vehicle frame in the design position, so a hardpoint
    has the same coordinates for every body it belongs to. `inertia` and `products` are about the
    centre of mass along the axes of the vehicle frame.

    Products are the positive integrals (Ixy = +integral of x y dm), as in [Szczotka 2007, eq. 12].
    The tensor has them with a minus sign; many CAD tools export that entry instead: write
    `products_are = "tensor entries"` for those.
    """

    name: str
    mass: Mass
    centre: Point = (0.0, 0.0, 0.0)  # centre of mass, vehicle frame
    inertia: Inertia3 = (0.0, 0.0, 0.0)  # Ixx, Iyy, Izz about the centre of mass
    products: Inertia3 = (0.0, 0.0, 0.0)  # Ixy, Iyz, Izx about the centre of mass
    products_are: Annotated[str, OneOf("positive integrals", "tensor entries")] = "positive integrals"
    axisymmetric: bool = False  # round about the axis it turns on: how far it has turned does not show
    gyroscopic: bool = True  # of a body that spins on a hinge: turning its spin takes a moment; false neglects it
    massless: bool = False  # a frame between two joints: its mass and inertia are zero, and left out of the equations
    interface: bool = False  # keep as a meeting place of subsystems (car body, rack, bar)
    look: Annotated[str, OneOf("plain", "steering", "steering wheel")] = "plain"  # in pictures

    source = Citation("Szczotka 2007", "eq. 12")
    ends = NOWHERE
    drawing = Solid()

    def limits(self) -> Iterator[Problem]:
        """Checks that what is called massless is so."""
        if self.massless and any((self.mass, *self.inertia, *self.products)):
            hint = "mass, inertia and products of zero, or leave massless out"
            yield Problem("massless", f"it has a mass of {self.mass:g} kg or an inertia", hint)
