"""Whether masses and inertias of a vehicle can be those of a car and of its suspension."""

from __future__ import annotations

from collections.abc import Iterator

from jounce.errors import Problem
from jounce.model.axle_data import Axle, MassData
from jounce.model.shapes import impossible_inertia
from jounce.parts import Body

WIDEST_CAR = 10.0  # m, largest radius of gyration of a car body: that of a rod 35 m long
WIDEST_MEMBER = 2.0  # m, the same of a body of the suspension: that of a rod 7 m long


def masses(axle: Axle, path: str) -> Iterator[Problem]:
    """Bodies of the suspension, also those that only a running car has; the right ones are their mirror images."""
    for role, data in axle.bodies.items():
        yield from inertia_problems(data, f"{path}.bodies.{role}", WIDEST_MEMBER)


def inertia_problems(data: MassData, path: str, widest: float) -> Iterator[Problem]:
    """A mass with this inertia can be somewhere, and is not as wide as kg mm² taken for kg m² would be."""
    if data.inertia is not None:
        body = Body(name=path, mass=data.mass, inertia=data.inertia, products=data.products)
        yield from impossible_inertia(body, f"{path}.inertia", widest)
