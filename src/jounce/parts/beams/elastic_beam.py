"""A straight beam that bends and twists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from jounce.elastic.modal_beam import Beam, BeamMode, beam_modes, modal_beam
from jounce.errors import Problem
from jounce.parts.beams.line import (
    SUPPORTS,
    axes_of_beam,
    length_of_beam,
    limits_of_line,
    place_on_beam,
    section_of_beam,
)
from jounce.parts.beams.modal_parts import modal_parts
from jounce.parts.citation import Citation
from jounce.parts.ends import NOWHERE
from jounce.units import Direction, OneOf, Point, PositiveLength, Quantity

Support = Annotated[str, OneOf(*SUPPORTS)]
Count = Annotated[float, Quantity("1", "count")]
Modulus = Annotated[float, Quantity("Pa", "positive")]
Density = Annotated[float, Quantity("kg/m^3", "positive")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ElasticBeam:
    """A straight, uniform, slender beam: Euler-Bernoulli bending in two planes, torsion, and centrifugal stiffening.

    It becomes a body without mass that bears its name, the beam's own frame at `start`; a body with its shapes; a
    frame for each name in `frames`; and springs on the amplitudes. Whatever is joined to the name or to a frame is
    joined to the beam. `start_support` and `end_support` say what the own frame does to the ends: a beam on a clamped
    joint is clamped and free, a rod between two pins pinned and pinned, one that floats free and free.
    """

    name: str
    start: Point
    end: Point
    across: Direction  # of the section's y; its part across the beam counts
    youngs_modulus: Modulus
    density: Density
    poisson_ratio: Annotated[float, Quantity("1")] = 0.3
    diameter: PositiveLength | None = None
    bore: Annotated[float, Quantity("m", "not negative")] = 0.0
    width: PositiveLength | None = None  # along the section's y
    height: PositiveLength | None = None  # along its z
    start_support: Support = "clamped"
    end_support: Support = "free"
    modes_y: Count = 0.0  # shapes that shift along y
    modes_z: Count = 2.0
    modes_twist: Count = 0.0
    frames: tuple[str, ...] | None = None
    places: tuple[Annotated[float, Quantity("1", "not negative")], ...] | None = None  # share of the length, for each
    loaded: bool = False  # a further shape for a load at each frame: then answers at rest are exact there
    damping_ratio: Annotated[float, Quantity("1", "not negative")] = 0.0  # of each amplitude

    source = (Citation("Blevins 2016", "table 4.2"), Citation("Ciglaric", "eq. 1-3"))
    ends = NOWHERE

    def limits(self) -> Iterator[Problem]:
        """Line and section make sense, frames lie on the beam, and there are shapes."""
        yield from limits_of_line(self)
        frames, places = self.frames or (), self.places or ()
        if len(frames) != len(places):
            yield Problem("places", f"{len(places)} places for {len(frames)} frames", "one place for each frame")
        if any(place > 1.0 for place in places):
            yield Problem("places", f"{max(places):g} is beyond the end", "between 0 at the start and 1 at the end")
        if not self.modes_y + self.modes_z + self.modes_twist:
            yield Problem("modes_z", "the beam has no shape to bend into", "at least one of modes_y, _z and _twist")
        if self.loaded and not self._is_held():
            what = "a beam whose supports let it turn or move as a whole has no shape at rest"
            yield Problem("loaded", what, "false, or hold an end")

    def _is_held(self) -> bool:
        ends = {self.start_support, self.end_support}
        return "clamped" in ends or ends == {"pinned"}

    def parts(self) -> tuple[Any, ...]:
        """Returns the bodies, joints and springs that the beam is made of."""
        beam, modes = self.beam(), self.modes()
        frames = dict(zip(self.frames or (), self.places or (), strict=True))
        body = modal_beam(beam, modes, frames, self.damping_ratio)
        names = [f"{mode.kind}{[m.kind for m in modes[:k]].count(mode.kind) + 1}" for k, mode in enumerate(modes)]
        points = {name: place_on_beam(self, place) for name, place in frames.items()}
        x, y, _ = axes_of_beam(self)
        return modal_parts(self.name, body, names, self.start, (x, y), points)

    def modes(self) -> list[BeamMode]:
        """Returns the shapes of the beam, kind by kind."""
        counts = {"y": int(self.modes_y), "z": int(self.modes_z), "twist": int(self.modes_twist)}
        loads = sorted({place for place in self.places or () if self._moves(place)}) if self.loaded else []
        return beam_modes(self.beam(), (self.start_support, self.end_support), counts, loads)

    def _moves(self, place: float) -> bool:
        return not ((place == 0.0 and self.start_support != "free") or (place == 1.0 and self.end_support != "free"))

    def beam(self) -> Beam:
        """Returns the beam as its stiffness and mass for each metre."""
        section, E = section_of_beam(self), self.youngs_modulus
        polar = section.bending_y + section.bending_z
        return Beam(
            length=length_of_beam(self),
            mass_per_length=float(self.density * section.area),
            bending={"y": float(E * section.bending_z), "z": float(E * section.bending_y)},
            torsion=float(E / (2.0 * (1.0 + self.poisson_ratio)) * section.torsion),
            spin_per_length=float(self.density * polar),
        )
