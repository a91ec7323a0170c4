"""Rotors on the car body, and shafts made of them: rigid finite elements in torsion. [Szczotka 2007, eq. 36-38]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from jounce.graph import Scalar, less, maximum, minimum, select, sqrt
from jounce.model.assembly.names import BODY as CAR
from jounce.parts import Body
from jounce.parts.forces import TorsionBar
from jounce.parts.joints import Revolute
from jounce.spatial.vector import Vec3, Y, add, dot, scale_vector, unit, vector_difference

INTERNAL_DAMPING = 0.05  # of critical, for one element on its spring
GYRATION = 1.0  # m of a rotor whose mass is not known: taken from the car body, so any size will do
AXES: dict[str, Vec3] = {"across": Y, "along": (-1.0, 0.0, 0.0)}  # of an engine; along, to the right seen from ahead
FAINT = 1e-15  # kg m^2: where nothing turns, there is a direction all the same
LEAST_MOMENTUM = 1e-6  # of the inertia at the coordinate: rotors that turn against each other may cancel


@dataclass(frozen=True)
class Spin:
    """What turns at a fixed ratio to a coordinate: its own inertia, its turns for one of that, its axis in the car."""

    inertia: Any  # kg m^2, about the axis, of what it is and not as the coordinate feels it
    turns: Any = 1.0
    axis: Vec3 = Y


def momentum_of_spins(spins: Iterable[Spin]) -> tuple[Vec3, Scalar]:
    """Returns direction and size of sum I n e, the angular momentum for each unit of the coordinate's rate."""
    whole: Vec3 = scale_vector(FAINT, Y)
    for spin in spins:
        whole = add(whole, scale_vector(spin.inertia * spin.turns, spin.axis))
    size = sqrt(dot(whole, whole))
    return scale_vector(1.0 / size, whole), size


def geared_rotor(body: str, joint: str, spins: Sequence[Spin], point: Vec3, interface: bool = True) -> tuple[Any, ...]:
    """Returns all that turns at fixed ratios to one coordinate, as one disc that has its energy and its angular
    momentum.

    With E = sum I n^2 and m = sum I n e their energy is E w^2/2 + w m.W + ..., in a car that turns at W: that of a disc
    of inertia m^2/E about m which turns E/|m| times as fast as the coordinate. [Featherstone 2008, section 9.6]
    """
    energy: Any = FAINT
    for spin in spins:
        energy = energy + spin.inertia * spin.turns * spin.turns
    axis, size = momentum_of_spins(spins)
    size = maximum(size, LEAST_MOMENTUM * energy)
    inertia, ratio = size * size * (1.0 / energy), energy * (1.0 / size)
    return rotor(body, joint, inertia, point, axis, interface=interface, ratio=ratio)


def rotor(
    body: str,
    joint: str,
    inertia: Scalar,
    point: Vec3,
    axis: Vec3,
    mass: Scalar | None = None,
    interface: bool = True,
    look: str = "plain",
    ratio: Scalar | None = None,
    carrier: str = CAR,
) -> tuple[Any, ...]:
    """Returns a thin disc that turns on the car body, or on another carrier.

    A positive angle follows the right-hand rule about `axis`.
    With a `ratio` it turns that many times as far as its coordinate.
    """
    moments, products = inertia_of_revolution(0.5 * inertia, 0.5 * inertia, unit(axis))
    return (
        Body(
            name=body,
            mass=inertia / GYRATION**2 if mass is None else mass,
            centre=point,
            inertia=moments,
            products=products,
            axisymmetric=True,
            interface=interface,
            look=look,
        ),
        Revolute(name=joint, parent=carrier, child=body, point=point, axis=axis, ratio=ratio),
    )


def inertia_of_revolution(across: Scalar, more: Scalar, axis: Vec3) -> tuple[Vec3, Vec3]:
    """Returns moments and products (positive integrals) of a body of revolution: its moment across the axis, and by how
    much that about the axis is more."""
    x, y, z = axis
    moments = across + more * x * x, across + more * y * y, across + more * z * z
    return moments, (0.0 - more * x * y, 0.0 - more * y * z, 0.0 - more * z * x)


def body_without_rotors(car: Body, rotors: Iterable[Body]) -> Body:
    """Returns the car body less the rotors it carries: a file gives it with shafts and engine inside, as it is weighed.

    Then mass and inertia of the whole car are those of the file, and only the spin of the rotors is new.
    """
    return joined_with_rotors(car, [(-1.0, rotor) for rotor in rotors])


def joined_with_rotors(car: Body, others: Iterable[tuple[float, Body]]) -> Body:
    """Gives a body together with others, each counted as often as its factor says; inertias about the common centre."""
    weighed: list[tuple[float, Any]] = [(1.0, car), *others]
    mass, centre = centre_of_bodies_and_rotors(weighed)
    inertia, products = cast(Any, [0.0] * 3), cast(Any, [0.0] * 3)  # products as positive integrals
    for sign, body in weighed:
        d: Any = vector_difference(body.centre, centre)
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            inertia[i] += sign * (body.inertia[i] + body.mass * (d[j] * d[j] + d[k] * d[k]))
            products[i] += sign * (body.products[i] + body.mass * d[i] * d[j])
    return replace(car, mass=mass, centre=centre, inertia=tuple(inertia), products=tuple(products))


def centre_of_bodies_and_rotors(weighed: Iterable[tuple[float, Any]]) -> tuple[Scalar, Vec3]:
    """Returns the mass and centre of mass of bodies, each counted as often as its factor says."""
    masses = [(factor * body.mass, body.centre) for factor, body in weighed]
    mass = sum(m for m, _ in masses)
    per_mass = 1.0 / select(less(0.0, mass), mass, 1.0)  # a car without mass is refused, but not yet
    x, y, z = (per_mass * sum(m * centre[k] for m, centre in masses) for k in range(3))
    return mass, (x, y, z)


def lump_rotor_inertia(inertia: float, elements: int) -> list[float]:
    """Inertias of the rigid elements 0 ... n of a shaft cut into n springs: those at the ends are half as long."""
    if elements == 0:
        return [inertia]
    whole = inertia / elements
    return [0.5 * whole, *[whole] * (elements - 1), 0.5 * whole]


def rotor_springs(
    name: str, coordinates: Sequence[str], stiffness: Any, damping: float, inertia: float, last_factor: float = 1.0
) -> tuple[TorsionBar, ...]:
    """Returns the n springs between n + 1 coordinates; each is n times as stiff as the shaft.

    The last coordinate may turn `last_factor` times slower than the shaft: a gear. Damping of the whole shaft is shared
    out among the springs up to INTERNAL_DAMPING of what is critical for one element, so that short elements stay no
    stiffer than their springs make them; the rest acts between the ends of the shaft.
    """
    n = len(coordinates) - 1
    most = 2.0 * INTERNAL_DAMPING * sqrt(n * stiffness * inertia / n)
    inside = n * damping if n == 1 else minimum(n * damping, most)
    factors = [1.0] * n + [last_factor]
    bars = [
        TorsionBar(
            name=f"{name}_{i + 1}",
            coordinates=(coordinates[i], coordinates[i + 1]),
            factors=(1.0, 0.0 - factors[i + 1]),
            stiffness=n * stiffness,
            damping=inside,
        )
        for i in range(n)
    ]
    if n > 1:  # whether or not there is a rest: the number of elements alone decides the equations
        ends, ratio = (coordinates[0], coordinates[-1]), (1.0, 0.0 - last_factor)
        rest = maximum(damping - inside / n, 0.0)
        bars.append(TorsionBar(name=f"{name}_damping", coordinates=ends, factors=ratio, stiffness=0.0, damping=rest))
    return tuple(bars)
