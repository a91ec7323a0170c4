"""A straight beam as rigid finite elements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from jounce.errors import Problem
from jounce.parts.beams.elastic_beam import Count, Density, Modulus
from jounce.parts.beams.line import axes_of_beam, length_of_beam, limits_of_line, place_on_beam, section_of_beam
from jounce.parts.body import Body
from jounce.parts.citation import Citation
from jounce.parts.ends import NOWHERE
from jounce.parts.forces.torsion_bar import TorsionBar
from jounce.parts.joints.general import Sequence
from jounce.spatial.vector import Vec3, scale_vector
from jounce.units import Direction, Point, PositiveLength, Quantity

MANY = {"planar": 40, "spatial": 20}  # elements at most: to write the equations of more takes minutes
TURNS = {"planar": ("ry",), "spatial": ("ry", "rz", "rx")}


@dataclass(frozen=True, slots=True, kw_only=True)
class RigidElements:
    """A straight, uniform beam cut into equal pieces, each bent and twisted by springs at its middle.

    What lies between two springs is rigid: the first and the last element are half as long as the others. The first
    bears the beam's name and is carried by any joint; the others are its name with `_1`, `_2` ... and the last one is
    `NAME_tip`. They turn as far as they like: it bends by its section's height alone, or in space.
    [Szczotka and Wojciech; Kruszewski]
    """

    name: str
    start: Point
    end: Point
    across: Direction  # of the section's y; its part across the beam counts
    youngs_modulus: Modulus
    density: Density
    pieces: Count
    spatial: bool = False  # bend in both planes and twist; else only in the plane of the beam and the section's z
    poisson_ratio: Annotated[float, Quantity("1")] = 0.3
    diameter: PositiveLength | None = None
    bore: Annotated[float, Quantity("m", "not negative")] = 0.0
    width: PositiveLength | None = None  # along the section's y
    height: PositiveLength | None = None  # along its z
    torsion_constant: Annotated[float, Quantity("m^4", "positive")] | None = None  # in place of that of the section
    damping_time: Annotated[float, Quantity("s", "not negative")] = 0.0  # damping of each spring over its stiffness

    source = (Citation("Szczotka 2007", "eq. 37"), Citation("Wittbrodt 2006", "chapter 5"))
    ends = NOWHERE

    def limits(self) -> Iterator[Problem]:
        """Line and section make sense, and pieces are not so many that nobody waits for the equations."""
        yield from limits_of_line(self)
        most = MANY[self._kind]
        if not 1 <= self.pieces <= most:
            yield Problem("pieces", f"is {self.pieces:g}", f"1 to {most} for a {self._kind} beam")

    @property
    def _kind(self) -> str:
        return "spatial" if self.spatial else "planar"

    def parts(self) -> tuple[Any, ...]:
        """Returns elements, the joints between them, and their springs."""
        n = int(self.pieces)
        names = [self.name, *(f"{self.name}_{k}" for k in range(1, n)), f"{self.name}_tip"]
        cuts = [0.0, *((k + 0.5) / n for k in range(n)), 1.0]
        bodies = [self._element(name, *ends) for name, *ends in zip(names, cuts, cuts[1:], strict=False)]
        x, y, _ = axes_of_beam(self)
        found: list[Any] = list(bodies)
        for k in range(1, n + 1):
            joint, point = f"{names[k]}_spring", place_on_beam(self, cuts[k])
            link: dict[str, Any] = {"parent": names[k - 1], "child": names[k], "point": point, "axis": x, "across": y}
            order = TURNS[self._kind][:: 1 if k % 2 else -1]  # turns do not commute: in pairs the first order cancels
            found.append(Sequence(name=joint, order=order, yields=True, **link))
            for turn in TURNS[self._kind]:
                stiffness = self._stiffness()[turn]
                spring: dict[str, Any] = {
                    "coordinates": (f"{joint}.{turn}",),
                    "factors": (1.0,),
                    "stiffness": stiffness,
                }
                found.append(TorsionBar(name=f"{joint}_{turn}", damping=self.damping_time * stiffness, **spring))
        return tuple(found)

    def _stiffness(self) -> dict[str, float]:
        """Of the springs of one piece: E I / l, and G J / l."""
        section, piece = section_of_beam(self), length_of_beam(self) / int(self.pieces)
        E, G = self.youngs_modulus, self.youngs_modulus / (2.0 * (1.0 + self.poisson_ratio))
        torsion = section.torsion if self.torsion_constant is None else self.torsion_constant
        found = {"ry": E * section.bending_y / piece, "rz": E * section.bending_z / piece, "rx": G * torsion / piece}
        return {turn: float(stiffness) for turn, stiffness in found.items()}

    def _element(self, name: str, start: float, end: float) -> Body:
        section, length = section_of_beam(self), (end - start) * length_of_beam(self)
        mass = float(self.density * section.area * length)
        iy, iz = float(self.density * section.bending_y * length), float(self.density * section.bending_z * length)
        slender = mass * length**2 / 12.0
        own = (iy + iz, slender + iy, slender + iz)
        inertia, products = _turned(own, axes_of_beam(self))
        centre = place_on_beam(self, 0.5 * (start + end))
        return Body(name=name, mass=mass, centre=centre, inertia=inertia, products=products)


def _turned(own: Vec3, axes: tuple[Vec3, Vec3, Vec3]) -> tuple[Vec3, Vec3]:
    """Returns moments and products, positive integrals, about the vehicle's axes, from principal ones."""

    def entry(i: int, j: int) -> Any:
        return sum(moment * axis[i] * axis[j] for moment, axis in zip(own, axes, strict=True))

    x, y, z = (entry(i, i) for i in range(3))
    products = scale_vector(-1.0, (entry(0, 1), entry(1, 2), entry(2, 0)))
    return (x, y, z), products
