"""Equations that were written: plain data, and how they are printed."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from jounce.equations.written.latex import Latex, latex_page
from jounce.equations.written.letters import LetterName, LetterNote
from jounce.equations.written.mathml import html_body, html_page
from jounce.equations.written.tree import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenEquation:
    """One equation: left = right. `about` says what it is the equation of."""

    about: str
    left: Tree
    right: Tree


@dataclass(frozen=True, kw_only=True)
class WrittenEquations:
    """Equations of motion to be read, with the letters they use."""

    title: str
    motion: tuple[WrittenEquation, ...]  # one for each speed
    rates: tuple[WrittenEquation, ...]  # of coordinates that are no integrals of speeds, and of force elements' states
    loops: tuple[WrittenEquation, ...]  # rows that close loops: left is zero
    definitions: tuple[WrittenEquation, ...]  # of what is used more than once
    notes: Mapping[Hashable, LetterNote]
    names: Mapping[Hashable, LetterName]
    assumed: tuple[Tree, ...]  # positive, as in the design position
    tables: Mapping[int, str]  # that functions T_1, T_2 ... read: place of each, and of what it is
    terms: int  # of all equations when everything is multiplied out

    def __repr__(self) -> str:
        return f"<WrittenEquations of {self.title}: {sum(map(len, self.groups.values()))} equations>"

    @property
    def groups(self) -> dict[str, tuple[WrittenEquation, ...]]:
        """All equations under their headings."""
        found = {
            "Equations of motion": self.motion,
            "Rates": self.rates,
            "Loops": self.loops,
            "with": self.definitions,
        }
        return {heading: equations for heading, equations in found.items() if equations}

    def symbols(self) -> tuple[tuple[LetterName, LetterNote], ...]:
        """Every letter with what it stands for, in the order of letters."""
        return tuple((self.names[key], note) for key, note in self.notes.items())

    def formulas(self) -> list[str]:
        """Every equation as LaTeX."""
        latex = Latex(self)
        return [latex.equation(equation) for equations in self.groups.values() for equation in equations]

    def latex(self) -> str:
        """A document for LaTeX, with every symbol explained."""
        return latex_page(self)

    def html(self) -> str:
        """A page for a browser, with every symbol explained; it needs no network."""
        return html_page(self)

    def _repr_latex_(self) -> str:
        """In a notebook that is turned into a paper."""
        return "\n".join(f"$${formula}$$" for formula in self.formulas())

    def _repr_html_(self) -> str:
        """In a notebook."""
        return html_body(self)
