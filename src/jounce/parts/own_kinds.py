"""Kinds that a user writes in Python: which are known by a word, and what their formulas are, spelt out.

Machine code is kept by structure, and the same class may say something else tomorrow: so the structure of such a kind
is its formula. It is found by letting it work on symbols, with a view whose every answer is a symbol.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from jounce.graph import Expression, Graph, Scalar
from jounce.parts.forces.loads import PointMotion
from jounce.parts.tyres.tyre_law import Contact
from jounce.spatial.rotation import Matrix3
from jounce.spatial.vector import Vec3

OWN_KINDS: dict[type, str] = {}  # force elements and tyre laws of a user, and their words in files
ARGUMENTS: Mapping[str, tuple[str, ...]] = {  # of the methods of a tyre law but for `forces`
    "free_radius": ("spin",),
    "load": ("deflection", "rate", "spin"),
    "effective_radius": ("load", "spin"),
    "relaxation": ("load", "inclination"),
    "saturation": ("load", "inclination", "friction"),
}
CONTACT = ("slip", "slip_angle", "inclination", "load", "speed", "friction")


class Questions:
    """Everything that a formula asks of others, in order; each answer is new symbols."""

    def __init__(self, graph: Graph):
        self.graph = graph
        self.asked: list[str] = []
        self.held_names: set[str] = set()  # held numbers that were asked for

    def answer(self, *question: Any) -> Scalar:
        self.asked.append(own_formula_text(question))
        return self.graph.symbol(f"answer {len(self.asked)}")

    def answer_vector(self, *question: Any) -> Vec3:
        x, y, z = (self.answer(axis, *question) for axis in "xyz")
        return x, y, z


@dataclass(frozen=True)
class UnknownLaw:
    """In place of a law or a signal that belongs to a part: its own structure is told elsewhere."""

    questions: Any
    path: str

    def value(self, *arguments: Scalar) -> Scalar:
        answer: Scalar = self.questions.answer("law", self.path, *arguments)
        return answer


class SymbolView:
    """The `View` of parts/forces/loads.py of which every answer is a symbol."""

    def __init__(self, questions: Questions):
        self._questions = questions

    def point(self, body: str, point: Vec3) -> PointMotion:
        ask = self._questions.answer_vector
        return PointMotion(ask("point", body, point), ask("velocity", body, point))

    def axes(self, body: str) -> Matrix3:
        ask = self._questions.answer_vector
        return ask("axes x", body), ask("axes y", body), ask("axes z", body)

    def spin(self, body: str) -> Vec3:
        return self._questions.answer_vector("spin", body)

    def coordinate(self, name: str) -> tuple[Scalar, Scalar]:
        return self._questions.answer("coordinate", name), self._questions.answer("rate", name)

    def signal(self, signal: Any) -> Scalar:
        return self._questions.answer("signal", signal.path if isinstance(signal, UnknownLaw) else type(signal))

    def state(self, name: str) -> Scalar:
        return self._questions.answer("state", name)

    def held(self, name: str, element: str = "") -> Scalar:
        if not element:
            self._questions.held_names.add(name)
        return self._questions.answer("held", name, element)

    def time(self) -> Scalar:
        return self._questions.answer("time")

    def road(self, x: Scalar, y: Scalar, cam: tuple[Scalar, Scalar, Scalar]) -> tuple[Scalar, Scalar, Scalar, Scalar]:
        return tuple(self._questions.answer(what, x, y, cam) for what in ("z", "z_x", "z_y", "mu"))  # type: ignore[return-value]


def answers_of_own_kind(part: Any, questions: Questions) -> Any:
    """Tells what a force element or a tyre law whose numbers are symbols answers to symbols."""
    if hasattr(part, "loads"):
        return part.loads(SymbolView(questions))
    symbol = questions.graph.symbol
    answers = [getattr(part, name)(*map(symbol, names)) for name, names in ARGUMENTS.items()]
    return [*answers, part.forces(Contact(**{name: symbol(name) for name in CONTACT}))]


def own_kind_formula(part: Any, questions: Questions) -> str:
    """The formulas of a force element or a tyre law, node by node."""
    held = [(number.name, number.unit, number.definition) for number in getattr(part, "held", ())]
    answers = own_formula_text([answers_of_own_kind(part, questions), *held])
    return " ".join([*map(repr, questions.graph.nodes), *questions.asked, "->", answers])


def own_formula_text(thing: Any) -> str:
    """Answers as a text that is the same for the same formulas."""
    if isinstance(thing, Expression):
        return f"%{thing.id}"
    if isinstance(thing, Mapping):
        return f"{{{', '.join(f'{key}: {own_formula_text(value)}' for key, value in thing.items())}}}"
    if isinstance(thing, tuple | list):
        return f"({', '.join(map(own_formula_text, thing))})"
    if is_dataclass(thing) and not isinstance(thing, type):
        return f"{type(thing).__name__}{own_formula_text([getattr(thing, field.name) for field in fields(thing)])}"
    return repr(thing)
