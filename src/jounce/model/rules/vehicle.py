"""Whether a vehicle can be: all rules of its axles and of its equipment, and what of it is unusual."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from jounce.errors import Problem
from jounce.model.axle_data import Axle
from jounce.model.reading.axes import AXES
from jounce.model.rigs.axle_rig import axle_rig
from jounce.model.rules import elements, hardpoints
from jounce.model.rules.hardpoints import Doubt
from jounce.model.rules.hitches import check_hitches
from jounce.model.rules.limits import check_finite_limits
from jounce.model.rules.mechanism import check
from jounce.model.rules.rods import check_rods
from jounce.model.rules.unit import check_added_parts, check_unit

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

TURNED = "numbers here are in ISO 8855 axes: the file's x and y turned"
IMPOSSIBLE = (*hardpoints.IMPOSSIBLE, *elements.IMPOSSIBLE, check_rods)
DOUBTFUL = (*hardpoints.DOUBTFUL, *elements.DOUBTFUL)
UNUSUAL = (*hardpoints.UNUSUAL, *elements.UNUSUAL)


def check_vehicle(vehicle: Vehicle, unread: Collection[str] = (), unread_tables: Collection[str] = ()) -> list[Problem]:
    """Finds every problem, in the words of the vehicle file; `unread` axles and tables have problems of their own."""
    found = [problem for unit in vehicle.units.values() for problem in check_unit(unit, unread)]
    found += () if unread_tables or unread else check_hitches(vehicle)
    found += [
        problem
        for unit in vehicle.units.values()
        for name, axle in unit.axles.items()
        for problem in _problems_of_axle(axle, f"{unit.path}axles.{name}")
        or _problems_of_parts(vehicle, f"{unit.prefix}{name}")
    ]
    found = [problem for problem in found if not _names_a_table(problem, unread_tables)]
    found += () if found or unread or unread_tables else check_added_parts(vehicle)
    if vehicle.style.axes == AXES[0]:
        return found
    return [replace(p, help=f"{p.help}; {TURNED}") if ".hardpoints." in p.where else p for p in found]


def _problems_of_axle(axle: Axle, path: str) -> list[Problem]:
    """A slipped unit is one mistake, not also an axis that leans."""
    for rules in (IMPOSSIBLE, DOUBTFUL):
        said = (found for rule in rules for found in rule(axle, path))
        if found := [problem for problem in said if isinstance(problem, Problem)]:
            return found
    return []


def _names_a_table(problem: Problem, words: Collection[str]) -> bool:
    """Tells whether a problem is of one of these tables, or says that there is none of them: they are there."""
    said = f"{problem.what} {problem.help}"
    return problem.where.partition(".")[0] in words or any(f"[{word}]" in said for word in words)


def vehicle_warnings(vehicle: Vehicle, only: str | None = None) -> list[str]:
    """Returns a sentence for each number that is unusual, beginning with its path; of one axle, or of all."""
    axles = [
        (f"{unit.path}axles.{name}", axle)
        for unit in vehicle.units.values()
        for name, axle in unit.axles.items()
        if only in (None, f"{unit.prefix}{name}")
    ]
    rules = (*IMPOSSIBLE, *DOUBTFUL, *UNUSUAL)
    found = (found for path, axle in axles for rule in rules for found in rule(axle, path))
    return [str(doubt) for doubt in found if isinstance(doubt, Doubt)]


def _problems_of_parts(vehicle: Vehicle, name: str) -> list[Problem]:
    """Finds what is wrong with the parts that the axle is made into, where the vehicle file says it."""
    model = axle_rig(vehicle, name).model
    return model.style.in_words_of_file(check_finite_limits(model) or check(model))
