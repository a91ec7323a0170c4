"""How the values of parts follow from the numbers of a vehicle's file, as a program of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jounce.equations.layout import Layout
from jounce.graph import Expression
from jounce.model import Vehicle
from jounce.native.program import Place, Program, ProgramScheduler, ProgramSheet, Store


@dataclass(frozen=True)
class FileNumbers:
    """A program whose `state` is the vector of the file's numbers and whose `out` is the array `values`."""

    program: Program
    paths: tuple[str, ...]  # of the vector; behind those of numbers, whether points of the right side are given
    units: tuple[str, ...]
    vector: np.ndarray  # of the vehicle


def file_numbers_of(vehicle: Vehicle, layout: Layout) -> FileNumbers | None:
    """Of a structural car whose numbers all are formulas; None where some have to be solved for or are derived."""
    if vehicle.depth != "structural":
        return None
    blueprint = vehicle.blueprint()
    assembly = blueprint.car(vehicle.steering.input, compliant=False)
    if assembly.roots:
        return None
    graph = blueprint.graph
    places = {name: Place("state", (k,)) for name, k in blueprint.place.items()}
    known = {node.data for node in graph.nodes if node.op == "symbol"}
    sheet = ProgramSheet(1, graph=graph, symbols={name: place for name, place in places.items() if name in known})
    stores = []
    numbers = zip(assembly.form.places, assembly.formulas[: assembly.part_count], strict=True)
    for path, formula in numbers:
        if path in layout.values:
            value = formula if isinstance(formula, Expression) else float(formula)
            sheet.outputs[path] = value
            stores.append(Store(0, path, Place("out", (layout.values[path],))))
    program = ProgramScheduler([sheet], fuse=False).program(stores, 0)
    paths = sorted(blueprint.place, key=lambda name: blueprint.place[name])
    units = tuple(blueprint.unit.get(str(path), "1") for path in paths)
    return FileNumbers(program, tuple(map(str, paths)), units, vehicle.vector())
