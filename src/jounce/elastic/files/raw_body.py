"""A body as its files give it: numbers of nodes, entries of matrices, names, in units of its own; made whole here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from jounce.elastic.finite_elements import Declared, FiniteElements, ModalDamping
from jounce.errors import ModelError, Problem
from jounce.units import UnitError, to_si

Array = np.ndarray
SI = {"length": "m", "mass": "kg", "time": "s"}
UNIT_HINT = 'a consistent set, for example { length = "mm", mass = "t", time = "s" }'


@dataclass(frozen=True, eq=False, slots=True)
class Entries:
    """The entries of a matrix: row, column (counted from 0) and value; and its size."""

    rows: Array
    columns: Array
    values: Array
    shape: tuple[int, int]

    @classmethod
    def of_dense(cls, matrix: Array) -> Entries:
        """Returns the entries of a whole matrix that are not zero."""
        rows, columns = np.nonzero(matrix)
        return cls(rows, columns, matrix[rows, columns], matrix.shape)  # type: ignore[arg-type]

    def whole(self) -> sparse.csr_array:
        """Returns the matrix; where the file holds one triangle alone, with the other one as its mirror image."""
        rows, columns, values = self.rows, self.columns, self.values
        off = rows != columns
        if off.any() and ((rows >= columns).all() or (rows <= columns).all()):
            rows, columns = np.concatenate([rows, columns[off]]), np.concatenate([columns, rows[off]])
            values = np.concatenate([values, values[off]])
        return sparse.coo_array((values, (rows, columns)), shape=self.shape).tocsr()


@dataclass(eq=False, slots=True, kw_only=True)
class RawBody:
    """What files say of a body, before it is known whether it fits together."""

    name: str
    numbers: Array  # [node], of the program of finite elements
    nodes: Array  # [node, 3]
    mass: Entries
    stiffness: Entries
    interface: Mapping[str, Sequence[int]]  # numbers of nodes by the name of a frame
    freedoms: Array | None = (
        None  # [row, 2]: number of the node, direction 0 to 5; None if 3 or 6 for each node in turn
    )
    damping: ModalDamping = field(default_factory=ModalDamping)
    declared: Declared = field(default_factory=Declared)
    marks: Sequence[str] = ()
    stress: Entries | None = None
    units: Mapping[str, str] = field(default_factory=lambda: dict(SI))

    def body(self, source: str) -> FiniteElements:
        """Returns the body in SI, or raises all that does not fit together."""
        problems = [*self._wrong_numbers(), *self._wrong_units()]
        if problems:
            raise ModelError(source, problems)
        place = {int(number): k for k, number in enumerate(self.numbers)}
        given = self._freedoms()
        made = FiniteElements(
            name=self.name,
            nodes=np.asarray(self.nodes, float),
            numbers=self.numbers,
            freedoms=np.column_stack([[place[int(n)] for n in given[:, 0]], given[:, 1]]).astype(int),
            mass=self.mass.whole(),
            stiffness=self.stiffness.whole(),
            frames={name: tuple(place[int(n)] for n in nodes) for name, nodes in self.interface.items()},
            damping=self.damping,
            declared=self.declared,
            marks=tuple(self.marks),
            stress=None if self.stress is None else sparse.csr_array(
                (self.stress.values, (self.stress.rows, self.stress.columns)), shape=self.stress.shape),
            source=source,
        )  # fmt: skip
        factors = [to_si(f"1 {self.units.get(kind, unit)}", unit) for kind, unit in SI.items()]
        return made.in_si(*factors)

    def _freedoms(self) -> Array:
        """Returns number and direction of each row; where the files do not say, 3 or 6 of each node in turn."""
        if self.freedoms is not None:
            return self.freedoms
        each = self.stiffness.shape[0] // len(self.numbers)
        return np.column_stack([np.repeat(self.numbers, each), np.tile(np.arange(each), len(self.numbers))])

    def _wrong_numbers(self) -> Iterator[Problem]:
        count = len(self.numbers)
        known = set(self.numbers.tolist())
        if not count or self.nodes.shape != (count, 3):
            yield Problem("nodes", f"{count} numbers, {self.nodes.shape} coordinates", "one row x, y, z for each node")
        if len(known) < count:
            values, often = np.unique(self.numbers, return_counts=True)
            yield Problem("nodes", f"node {values[np.argmax(often)]} is there {often.max()} times", "keep one of them")
        for word, matrix in (("mass", self.mass), ("stiffness", self.stiffness)):
            rows = 0 if self.freedoms is None else len(self.freedoms)
            inside = [matrix.rows, matrix.columns], [matrix.shape[0], matrix.shape[1]]
            if matrix.shape[0] != matrix.shape[1]:
                yield Problem(word, f"is {matrix.shape[0]} by {matrix.shape[1]}", "needs as many rows as columns")
            elif self.freedoms is not None and matrix.shape[0] != rows:
                yield Problem(word, f"has {matrix.shape[0]} rows, and there are {rows} freedoms", "one for each")
            elif self.freedoms is None and count and matrix.shape[0] not in (3 * count, 6 * count):
                what = f"has {matrix.shape[0]} rows for {count} nodes"
                yield Problem(word, what, f"3 or 6 for each node, or say by `freedoms` whose they are: {3 * count}")
            if any(len(k) and (k.min() < 0 or k.max() >= size) for k, size in zip(*inside, strict=True)):
                yield Problem(word, "has an entry outside of its own size", "rows and columns are counted from 0")
        if self.mass.shape != self.stiffness.shape:
            what = f"{self.mass.shape[0]} rows, and the stiffness has {self.stiffness.shape[0]}"
            yield Problem("mass", what, "both are of the same body")
        if self.freedoms is not None:
            lost = sorted(set(self.freedoms[:, 0].tolist()) - known)
            if lost:
                yield Problem(
                    "freedoms", f"node {lost[0]} is not among the nodes, and {len(lost) - 1} more", "add them"
                )
            if not np.isin(self.freedoms[:, 1], range(6)).all():
                yield Problem("freedoms", "a direction is none of 1 to 6", "1 to 3 shifts, 4 to 6 turns")
        for name, nodes in self.interface.items():
            lost = [int(n) for n in nodes if int(n) not in known]
            if lost or not len(nodes):
                what = f"node {lost[0]} is not among the nodes" if lost else "names no node"
                yield Problem(f"interface.{name}", what, f"nodes go from {min(known)} to {max(known)}" if known else "")

    def _wrong_units(self) -> Iterator[Problem]:
        for kind, word in self.units.items():
            if kind not in SI:
                yield Problem(f"units.{kind}", f"'{kind}' is not known", f"known: {', '.join(SI)}")
                continue
            try:
                to_si(f"1 {word}", SI[kind])
            except UnitError as error:
                yield Problem(f"units.{kind}", error.what, UNIT_HINT)
