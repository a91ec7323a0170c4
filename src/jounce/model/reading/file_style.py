"""The style of a file: axes, the side it shows, units of bare numbers; and where each number stands.

Values that are set or listed by path follow the file they belong to: what stands there can be copied to a command.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from jounce.errors import ModelError, Problem
from jounce.graph import Expression, Scalar, order_reachable_nodes
from jounce.model.reading.axes import AXES
from jounce.model.reading.document import Origin
from jounce.units import HEADER, to_si, unit_in_text

Formulas = Mapping[str, Scalar]  # of the numbers of parts, by path; symbols are the paths of the file


@dataclass(frozen=True, slots=True)
class FileStyle:
    """Of a file; those of a vehicle made in Python are plain."""

    axes: str = AXES[0]
    units: Mapping[str, str] = field(default_factory=dict)  # of bare numbers: {"length": "mm"}
    origin: Origin | None = field(default=None, repr=False, compare=False)  # the file itself, to name its lines
    tyre_digests: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)  # of .tir files by name
    loaded: Mapping[str, float] | None = field(default=None, repr=False, compare=False)  # values as they were read
    # of a mechanism that a vehicle is made into: what the numbers of its parts are made of
    formulas: Callable[[], Formulas] | None = field(default=None, repr=False, compare=False)

    def to_si(self, value: Any, unit: str) -> float:
        """A number of Python is in SI, as `values()` gives it; text is read as if it stood in the file."""
        return to_si(value, unit, self.units if isinstance(value, str) else {})

    def refusal(self, name: str, problems: Iterable[Problem]) -> ModelError:
        """Returns problems found after the file was read, with the lines of the parts they speak of."""
        found = self.in_words_of_file(list(problems))
        if self.origin is None:
            return ModelError(name, found)
        placed = self.origin.placed(found)
        return ModelError(self.origin.source if any(problem.line for problem in placed) else name, placed)

    def in_words_of_file(self, problems: list[Problem]) -> list[Problem]:
        """Returns each problem where the file says it, and once: left and right are made of the same numbers."""
        if self.formulas is None or not problems:
            return problems
        formulas = self.formulas()
        return list(dict.fromkeys(_in_words_of_file(problem, formulas) for problem in problems))

    def notes_on_axes(self) -> list[str]:
        """Tells which axes the file has, where they are unusual."""
        return [f"values were set in the axes of the file: {self.axes}"] if self.axes != AXES[0] else []

    def notes_on_bare_number(self, path: str, text: str, subject: Any) -> list[str]:
        """Tells how a number without a unit was read, where the file's header gives bare numbers one."""
        unit = subject.number_units().get(path, "")
        kind = next((kind for kind, si in HEADER.items() if si == unit and kind in self.units), "")
        if not kind or unit_in_text(text):
            return []
        return [
            f"{path}={text} was read as {text} {self.units[kind]}: so the file's header reads bare numbers of {kind}"
        ]


def file_style_of_parts(style: FileStyle, formulas: Callable[[], Formulas]) -> FileStyle:
    """Of the mechanism that a vehicle is made into: it has parts of its own, and the file of the vehicle."""
    return FileStyle(origin=style.origin, formulas=formulas)


def _in_words_of_file(problem: Problem, formulas: Formulas) -> Problem:
    """Puts a problem of a part where the file gives the numbers of the field, or else of the part.

    A joint without numbers is told by the body of its name, a rotor and its joint by its mass, which is an inertia.
    """
    section, _, name = problem.where.partition(".")
    words = problem.where.split(".")
    tried = [".".join(words[:k]) for k in range(len(words), 1, -1)]
    bodies = tried if section == "bodies" else [f"bodies.{words[-1]}"]
    masses = [formulas[f"{at}.mass"] for at in bodies if f"{at}.mass" in formulas]
    if masses and isinstance(masses[0], Expression) and masses[0].op != "symbol":
        behind = file_paths_behind(masses[0])
        if len({path.partition(".")[0] for path in behind}) == 1:
            return replace(problem, where=_common_table(behind), what=f"{name}: {problem.what}")
    for at in (*tried, f"bodies.{name}"):
        numbers = [formula for path, formula in formulas.items() if path == at or path.startswith(f"{at}.")]
        behind = {path for formula in numbers for path in file_paths_behind(formula)}
        if behind:
            copied = at == tried[0] and all(map(_is_copy, numbers))
            what = problem.what if copied else f"{name}: {problem.what}"
            return replace(problem, where=_common_table(behind), what=what)
    return problem


def _is_copy(formula: Scalar) -> bool:
    """Tells whether a number stands in the file itself, perhaps with the other sign."""
    if isinstance(formula, Expression) and formula.op == "neg":
        formula = formula.args[0]
    return not isinstance(formula, Expression) or formula.op == "symbol"


def file_paths_behind(formula: Scalar) -> set[str]:
    """Returns the values of the file that a number is made of."""
    nodes = order_reachable_nodes([formula]) if isinstance(formula, Expression) else []
    return {node.data for node in nodes if node.op == "symbol" and isinstance(node.data, str)}


def copied_file_path(formula: Scalar | None) -> str:
    """Returns the path of the file's value that a number is a copy or a mirror image of; "" where it is computed."""
    while isinstance(formula, Expression) and formula.op in ("neg", "select"):
        formula = formula.args[-1]  # of a point of the right side, the image of the left one
    return formula.data if isinstance(formula, Expression) and formula.op == "symbol" else ""


def _common_table(paths: Collection[str]) -> str:
    """Returns what values have in common; where an element stands says less than what it is."""
    own = [path.split(".") for path in sorted(paths, key=lambda path: (".hardpoints." in path, path))]
    own = [words for words in own if ("hardpoints" in words) == ("hardpoints" in own[0])]
    table = 2 if own[0][0] == "axles" else 1  # of one axle, or of one of the other tables
    near = [words for words in own if words[:table] == own[0][:table]]
    same = len(near[0])
    while any(words[:same] != near[0][:same] for words in near):
        same -= 1
    return ".".join(near[0][:same])
