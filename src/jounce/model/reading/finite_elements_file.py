"""Files that name the files of a body of finite elements, as programs write them, and say what matrices do not.

format = 1
kind = "finite elements"
name = "body shell"
units = { length = "mm", mass = "t", time = "s" }   # a consistent set; default m, kg, s
nodes = "shell.inp"                      # Abaqus .inp, Nastran .bdf, or rows: number x y z
mass = "shell_MASS1.mtx"                 # Abaqus, Matrix Market, Harwell-Boeing, Nastran .op4
stiffness = { file = "shell.op4", matrix = "KGG" }   # of a file that holds several
freedoms = "shell.mapping"               # of Ansys: whose the rows are; else 3 or 6 of each node in turn
damping = 0.01                           # ratio of every mode, or { ratio, mass, stiffness }

[interface]                              # where joints and forces act
strut_left = 1017                        # a node with turns
bush_left = [2001, 2002, 2003]           # or nodes that carry the frame like a rigid piece
bush_right = "BUSH_R"                    # or a set of the file of nodes

[declared]                               # if known: compared with the matrices
mass = "312 kg"
centre = [-1100, 0, 540]
inertia = [6.1e10, 2.9e11, 3.1e11]       # Ixx, Iyy, Izz about the centre of mass
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from jounce.elastic.files.abaqus import Labelled, entries_of_labels, read_abaqus_matrix
from jounce.elastic.files.ansys import is_harwell_boeing, read_ansys_mapping, read_harwell_boeing
from jounce.elastic.files.arrays import ENDINGS, read_arrays
from jounce.elastic.files.matrix_market import HEAD, read_matrix_market
from jounce.elastic.files.node_tables import NodeTable, read_nodes
from jounce.elastic.files.op4 import read_op4
from jounce.elastic.files.plain_body import plain_body_of_arrays
from jounce.elastic.files.raw_body import SI, UNIT_HINT, Entries, RawBody
from jounce.elastic.files.reduced_file import is_reduced, reduced_body_of_arrays
from jounce.elastic.files.shipped import place_of_body, shipped_bodies
from jounce.elastic.files.text_rows import read_text
from jounce.elastic.finite_elements import Declared, FiniteElements, ModalDamping
from jounce.elastic.reduced_body import ReducedBody
from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.model.reading.document import Document, read_document
from jounce.units import UnitError, to_si

KIND = "finite elements"
KEYS = ("format", "kind", "name", "units", "nodes", "mass", "stiffness", "freedoms", "damping", "interface", "declared")
OP4 = ".op4"
USUAL = {"mass": ("MGG", "MAA", "MXX", "M"), "stiffness": ("KGG", "KAA", "KXX", "K")}  # names of matrices in OP4
DAMPING = {"ratio": "", "mass": "1/s", "stiffness": "s"}


def read_body_file(path: str | Path) -> FiniteElements | ReducedBody:
    """Reads a body that bends from whatever holds it: plain arrays, a reduced body, or a file that names others."""
    place = place_of_body(path)
    if place.suffix.lower() in ENDINGS:
        arrays = read_arrays(place)
        return (reduced_body_of_arrays if is_reduced(arrays) else plain_body_of_arrays)(arrays, str(path))
    if place.suffix.lower() != ".toml":
        what = f"'{place.suffix}' is the ending of no file of a body"
        hint = f"{', '.join(ENDINGS)}, or a .toml that names the files of Abaqus, Ansys or Nastran; in the library: "
        hint += ", ".join(shipped_bodies())
        raise ModelError(str(path), [Problem("file", what, hint)])
    return read_described_body(read_document(place))


def read_described_body(document: Document) -> FiniteElements:
    """Reads the body whose files a document names, or raises every problem of the document, then of the files."""
    tables = document.tables
    problems = [
        Problem(key, f"'{key}' is not known.{did_you_mean(key, KEYS)}", f"known: {', '.join(KEYS)}")
        for key in tables
        if key not in KEYS
    ]
    if tables.get("format") != 1 or tables.get("kind") != KIND:
        problems.append(
            Problem("kind", f"is {shown_in_message(tables.get('kind'))}", f'format = 1 and kind = "{KIND}"')
        )
    described = _Described(document, problems)
    units, damping, declared = described.units(), described.damping(), described.declared()
    places = {key: described.file(key) for key in ("nodes", "mass", "stiffness")}
    interface = described.interface()
    if problems:
        document.refuse(problems)
    table = read_nodes(places["nodes"][0])  # type: ignore[index]
    freedoms, mass, stiffness = described.matrices(places, table)
    frames = {}
    for name, nodes in interface.items():
        if isinstance(nodes, str) and nodes not in table.sets:
            what = f"there is no set '{nodes}'.{did_you_mean(nodes, table.sets)}"
            problems.append(
                Problem(f"interface.{name}", what, f"sets of the file of nodes: {', '.join(table.sets) or 'none'}")
            )
        else:
            frames[name] = table.sets[nodes] if isinstance(nodes, str) else nodes
    if problems:
        document.refuse(problems)
    raw = RawBody(
        name=str(tables.get("name", Path(document.source).stem)),
        numbers=table.numbers,
        nodes=table.nodes,
        mass=mass,
        stiffness=stiffness,
        interface=frames,
        freedoms=freedoms,
        damping=damping,
        declared=declared,
        units=units,
    )
    return raw.body(document.source)


class _Described:
    """What the tables of a document say, and what is wrong with it."""

    def __init__(self, document: Document, problems: list[Problem]):
        self.document, self.tables, self.problems = document, document.tables, problems

    def units(self) -> dict[str, str]:
        """Returns the units of the files; what is no unit is found with the rest."""
        given = self.tables.get("units", {})
        if not isinstance(given, Mapping) or not all(isinstance(word, str) for word in given.values()):
            self.problems.append(Problem("units", f"{shown_in_message(given)} is no table of words", UNIT_HINT))
            return dict(SI)
        for kind, word in given.items():
            try:
                to_si(f"1 {word}", SI[kind])
            except KeyError:
                self.problems.append(Problem(f"units.{kind}", f"'{kind}' is not known", f"known: {', '.join(SI)}"))
                return dict(SI)
            except UnitError as error:
                self.problems.append(Problem(f"units.{kind}", error.what, UNIT_HINT))
                return dict(SI)
        return {**SI, **given}

    def damping(self) -> ModalDamping:
        given = self.tables.get("damping", {})
        table = given if isinstance(given, Mapping) else {"ratio": given}
        found = {}
        for key, value in table.items():
            if key not in DAMPING or isinstance(value, bool) or not isinstance(value, int | float):
                hint = "a ratio, or { ratio, mass, stiffness }, in the units of the files"
                self.problems.append(Problem("damping", f"{key} = {shown_in_message(value)} is not known", hint))
            else:
                found[key] = float(value)
        return ModalDamping(**found)

    def declared(self) -> Declared:
        """Returns what is declared in the units of the files; text has units of its own."""
        given, units = self.tables.get("declared", {}), self.units() if not self.problems else dict(SI)
        factor = {kind: to_si(f"1 {word}", SI[kind]) for kind, word in units.items()}
        wanted = {
            "mass": (0, "kg", factor["mass"]),
            "centre": (3, "m", factor["length"]),
            "inertia": (3, "kg m^2", factor["mass"] * factor["length"] ** 2),
        }
        if not isinstance(given, Mapping):
            self.problems.append(Problem("declared", "is no table", f"known: {', '.join(wanted)}"))
            return Declared()
        found: dict[str, Any] = {}
        for key, value in given.items():
            if key not in wanted:
                self.problems.append(Problem(f"declared.{key}", f"'{key}' is not known", f"known: {', '.join(wanted)}"))
                continue
            count, unit, scale = wanted[key]
            items = value if isinstance(value, list) else [value]
            try:
                numbers = [to_si(item, unit) / (scale if isinstance(item, str) else 1.0) for item in items]
            except UnitError as error:
                self.problems.append(Problem(f"declared.{key}", error.what, error.help))
                continue
            if len(numbers) != max(count, 1) or isinstance(value, list) != bool(count):
                what = f"{shown_in_message(value)}"
                self.problems.append(Problem(f"declared.{key}", what, f"{count} numbers" if count else "one number"))
                continue
            found[key] = np.array(numbers) if count else numbers[0]
        return Declared(**found)

    def file(self, key: str) -> tuple[Path, str | None] | None:
        """Returns the file that a key names, and the matrix in it if that is said."""
        given = self.tables.get(key)
        table = given if isinstance(given, Mapping) else {"file": given}
        name, matrix = table.get("file"), table.get("matrix")
        if (
            not isinstance(name, str)
            or not name
            or set(table) - {"file", "matrix"}
            or not isinstance(matrix, str | None)
        ):
            what = f"'{key}' is missing" if given is None else f"{shown_in_message(given)} names no file"
            self.problems.append(Problem(key, what, f'{key} = "FILE", or {{ file = "FILE", matrix = "NAME" }}'))
            return None
        place = self.document.folder / name
        if "\0" in name or not place.is_file():
            self.problems.append(
                Problem(key, f"there is no file {shown_in_message(name)}", "named from this file's folder")
            )
            return None
        return place, matrix

    def interface(self) -> dict[str, list[int] | str]:
        given = self.tables.get("interface", {})
        if not isinstance(given, Mapping):
            self.problems.append(Problem("interface", "is no table", "[interface] with a name for each frame"))
            return {}
        found: dict[str, list[int] | str] = {}
        for name, nodes in given.items():
            many = nodes if isinstance(nodes, list) else [nodes]
            if not name.isidentifier():
                self.problems.append(Problem(f"interface.{name}", "is no name", "letters, digits and underscores"))
            elif isinstance(nodes, str):
                found[name] = nodes
            elif all(isinstance(node, int) and not isinstance(node, bool) for node in many):
                found[name] = many
            else:
                hint = "a number of a node, a list of them, or the name of a set"
                self.problems.append(Problem(f"interface.{name}", f"{shown_in_message(nodes)} names no node", hint))
        return found

    def matrices(self, places: Mapping[str, Any], table: NodeTable) -> tuple[Any, Entries, Entries]:
        """Returns whose the rows are, where files say so, mass and stiffness."""
        found = {key: self._matrix(key, *places[key]) for key in ("mass", "stiffness")}
        labelled = {key: matrix for key, matrix in found.items() if not isinstance(matrix, Entries)}
        if len(labelled) == 1:
            what = "one matrix names nodes, the other rows"
            self.document.refuse([Problem(next(iter(labelled)), what, "write both in the same format")])
        freedoms: Any = None
        if labelled:
            freedoms, found = entries_of_labels(labelled)  # type: ignore[assignment]
        mass, stiffness = found["mass"], found["stiffness"]
        assert isinstance(mass, Entries) and isinstance(stiffness, Entries)
        if places["mass"][0].suffix.lower() != OP4 and not labelled:  # last rows may be without mass
            rows = max(mass.shape[0], stiffness.shape[0])
            mass = replace(mass, shape=(rows, rows)) if mass.shape[0] == mass.shape[1] else mass
        if "freedoms" in self.tables:
            if labelled or not isinstance(self.tables["freedoms"], str):
                hint = "a mapping of Ansys; matrices that name their nodes need none"
                self.document.refuse([Problem("freedoms", shown_in_message(self.tables["freedoms"]), hint)])
            mapping = self.file("freedoms")
            if mapping is None:
                self.document.refuse(self.problems)
            freedoms = read_ansys_mapping(mapping[0])  # type: ignore[index]
        return freedoms, mass, stiffness

    def _matrix(self, key: str, place: Path, name: str | None) -> Entries | Labelled:
        if place.suffix.lower() == OP4:
            return self._of_op4(key, place, name)
        if name is not None:
            self.document.refuse([Problem(f"{key}.matrix", f"only {OP4} files hold several matrices", "leave it out")])
        text = read_text(place)
        if text[: len(HEAD)].lower() == HEAD:
            return read_matrix_market(place)
        return read_harwell_boeing(place) if is_harwell_boeing(text) else read_abaqus_matrix(place)

    def _of_op4(self, key: str, place: Path, name: str | None) -> Entries:
        matrices = read_op4(place)
        known = [word for word in USUAL[key] if word in matrices]
        chosen = name or (known[0] if known else next(iter(matrices)) if len(matrices) == 1 else "")
        if chosen not in matrices:
            what = (
                f"there is no matrix '{chosen}' in {place.name}" if chosen else f"{place.name} holds several matrices"
            )
            hint = f'{key} = {{ file = "{place.name}", matrix = "NAME" }}, one of {", ".join(matrices)}'
            self.document.refuse([Problem(f"{key}.matrix", what, hint)])
        return matrices[chosen]
