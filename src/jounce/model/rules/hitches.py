"""Rules on the hitches of a vehicle: each unit but the first hangs on one before it, and names tell all apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jounce.errors import Problem, did_you_mean
from jounce.model.assemblies.registry import RECORDS, SECTIONS
from jounce.model.assembly.names import BODY, MOTION
from jounce.parts import GROUND

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

TAKEN = (BODY, MOTION, GROUND, "energy", *RECORDS, *SECTIONS)  # first words of names in every model


def check_hitches(vehicle: Vehicle) -> list[Problem]:
    """Finds hitches that join no two units, and units that do not hang on the one that leads; one kind at a time."""
    units, hitches = list(vehicle.units), vehicle.hitches
    found = [*_taken_names(vehicle)] or [*_unknown_units(units, hitches)] or [*_wrong_order(units, hitches)]
    found += _overrun_without_slide(vehicle) if not found else ()
    own = ((f"hitches.{name}", problem) for name, hitch in hitches.items() for problem in hitch.rules())
    return [*found, *(replace(problem, where=f"{path}.{problem.where}") for path, problem in own)]


def _taken_names(vehicle: Vehicle) -> Iterator[Problem]:
    others = list(vehicle.units)[1:]
    taken = {*TAKEN, *vehicle.unit.axles} if others else set()
    for word, names in (("units", others), ("hitches", vehicle.hitches)):
        for name in names:
            if name in taken:
                yield Problem(f"{word}.{name}", f"'{name}' is the name of something else", "another name")
            taken.add(name)


def _unknown_units(units: list[str], hitches: Mapping[str, Any]) -> Iterator[Problem]:
    for name, hitch in hitches.items():
        for end in ("parent", "child"):
            unit = getattr(hitch, end)
            if unit not in units:
                what = f"there is no unit '{unit}'.{did_you_mean(unit, units)}"
                yield Problem(f"hitches.{name}.{end}", what, f"units: {', '.join(units)}")


def _wrong_order(units: list[str], hitches: Mapping[str, Any]) -> Iterator[Problem]:
    first, *others = units
    pulled = [hitch.child for hitch in hitches.values()]
    pulls = {hitch.child: hitch.parent for hitch in hitches.values()}
    looped = [name for name in units if first not in _chain(name, pulls) and name in _chain(pulls.get(name, ""), pulls)]
    if first in pulls or looped:
        names = looped or _chain(first, pulls)
        place = next(name for name, hitch in hitches.items() if hitch.child == (first if first in pulls else names[0]))
        what = f"the hitches close a loop: {' on '.join([*names, names[0]])}"
        yield Problem(f"hitches.{place}", what, f"the first unit, '{first}', pulls, and nothing pulls it")
        return
    for name in others:
        if (count := pulled.count(name)) != 1:
            what = f"{count} hitches pull it" if count else "no hitch pulls it"
            yield Problem(f"units.{name}", what, f'one table [hitches.NAME] with child = "{name}"')
    for name, hitch in hitches.items():
        if units.index(hitch.parent) > units.index(hitch.child):
            what = f"'{hitch.child}' comes before '{hitch.parent}', which pulls it"
            yield Problem(f"hitches.{name}.child", what, "write the units from front to rear")


def _overrun_without_slide(vehicle: Vehicle) -> Iterator[Problem]:
    for name, hitch in vehicle.hitches.items():
        brakes = vehicle.units[hitch.child].brakes
        if brakes is not None and brakes.overrun is not None and hitch.push_stiffness is None:
            what = f"the brakes of '{hitch.child}' work by overrun, and this hitch does not slide"
            yield Problem(
                f"hitches.{name}.push_stiffness", what, "spring of the coupling in N/m, and push_preload in N"
            )


def _chain(name: str, pulls: Mapping[str, str]) -> list[str]:
    """A unit and all that pull it, up to the first that nothing pulls or that comes again."""
    found: list[str] = []
    while name and name not in found:
        found.append(name)
        name = pulls.get(name, "")
    return found
