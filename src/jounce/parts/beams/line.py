"""What beams of any kind are described by: their line, material and section."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jounce.elastic.sections import rectangular_section, round_section
from jounce.errors import Problem
from jounce.parts.limits import SHORTEST
from jounce.spatial.vector import (
    Vec3,
    add,
    cross,
    dot,
    scale_vector,
    unit,
    vector_difference,
    vector_distance,
    vector_norm,
)

SUPPORTS = ("clamped", "pinned", "free")
PARALLEL = 1e-6  # least sine between the beam and the direction across it


def section_of_beam(beam: Any) -> Any:
    """Returns the section of a beam that has passed its limits."""
    if beam.diameter is not None:
        return round_section(beam.diameter, beam.bore)
    return rectangular_section(beam.width, beam.height)


def length_of_beam(beam: Any) -> float:
    length: Any = vector_distance(beam.start, beam.end)
    return float(length)


def axes_of_beam(beam: Any) -> tuple[Vec3, Vec3, Vec3]:
    """Returns the directions along the beam and of its section's y and z."""
    x = unit(vector_difference(beam.end, beam.start))
    y = unit(vector_difference(beam.across, scale_vector(dot(beam.across, x), x)))
    return x, y, cross(x, y)


def place_on_beam(beam: Any, along: float) -> Vec3:
    """Returns the point at a share of the length."""
    return add(beam.start, scale_vector(along, vector_difference(beam.end, beam.start)))


def limits_of_line(beam: Any) -> Iterator[Problem]:
    """The line has a length, the section one form, and its y a direction across the line."""
    along = vector_difference(beam.end, beam.start)
    length: Any = vector_norm(along)
    if length < SHORTEST:
        yield Problem("end", "both ends lie in one point", "move one of them")
    else:
        aside: Any = vector_norm(cross(beam.across, along))
        if aside < PARALLEL * length * float(vector_norm(beam.across)):  # type: ignore[arg-type]
            yield Problem("across", "it lies along the beam", "a direction across it, of the section's y")
    flat = (beam.width is not None, beam.height is not None)
    if (beam.diameter is None) == (flat == (False, False)) or any(flat) != all(flat):
        what = "the section needs either a diameter, or width and height"
        yield Problem("diameter", what, 'diameter = "20 mm", or width and height')
    if beam.diameter is not None and not beam.bore < beam.diameter:
        yield Problem("bore", f"{beam.bore:g} m is not less than the diameter", "a smaller one")
    if beam.diameter is None and beam.bore:
        yield Problem("bore", "only a round section has one", "leave it out, or give a diameter")
    if not -1.0 < beam.poisson_ratio <= 0.5:
        yield Problem("poisson_ratio", f"is {beam.poisson_ratio:g}", "between 0 and 0.5; 0.3 for steel")
