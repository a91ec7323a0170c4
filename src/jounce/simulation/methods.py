"""Methods that a run rests on and the formulas of its parts, with their sources, for a report to cite."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from inspect import cleandoc
from typing import Any

from jounce.equations.route import INDEPENDENT, find_route
from jounce.model import Model
from jounce.model.fields import kind_word_of_field, law_and_signal_fields
from jounce.parts.citation import Citation, Source, cited_works_of
from jounce.parts.own_kinds import OWN_KINDS
from jounce.simulation.compiled import Compiled
from jounce.simulation.integrators.methods import METHODS

Row = list[str]  # what, in words, sources

SYNTHESIS = (
    "each corner's coordinates and reactions eliminated down to the car body",
    Citation("Kim", "section 5"),
)
LOOPS: dict[str, tuple[str, Source]] = {
    "project": (
        "positions and velocities projected onto the constraints after every step",
        (Citation("Eich 1993"), Citation("Hairer, Wanner 1996", "section VII.2")),
    ),
    INDEPENDENT: (
        "dependent positions and speeds corrected after every step, the independent ones held",
        Citation("Kim", "eq. 25-27"),
    ),
    "baumgarte": ("constraints stabilised by feedback", Citation("Baumgarte 1972")),
    "none": ("constraints held at acceleration level only", ()),
}
BY_USER = "a kind of the user's own"
REDUNDANT = ("redundant rows found by rank and switched off", Citation("Wojtyra 2009"))
CITED = re.compile(r"\[((?:[A-Z][\w ,/:]*\d{4}|Kim|Ciglaric|MSC)[^\[\]]*)\]")


def methods(compiled: Compiled, model: Model, redundant: bool, integrator: str, projection: str) -> list[Row]:
    """Lists the methods of a simulation: equations, integrator, loops, then the parts whose formulas come from
    somewhere.

    The model is that of the run: compiled code may have been made of another one with the same structure.
    """
    written, mechanism = find_route(compiled.route), compiled.mechanism
    rows = [_row("equations of motion", written.title, written.source)]
    if mechanism.groups:
        rows.append(_row("subsystems", *SYNTHESIS))
    rows.append(_row(f"integrator {integrator}", METHODS[integrator].title, METHODS[integrator].source))
    if mechanism.closures:
        by_independent = written.elimination == INDEPENDENT and projection == "project"
        rows.append(_row("loops", *(LOOPS[INDEPENDENT] if by_independent else LOOPS[projection])))
    if redundant:
        rows.append(_row("redundant loops", *REDUNDANT))
    return rows + methods_of_parts(model)


def methods_of_parts(model: Model) -> list[Row]:
    """Returns each kind of part and of law once, if it cites a source or is the user's own."""
    parts = (*model.joints, *model.forces)
    rows: dict[type, Row] = {}
    for thing in (*parts, *(chosen for _, chosen in law_and_signal_fields(parts))):
        if cited_works_of(source_of(thing)) or type(thing) in OWN_KINDS:
            rows.setdefault(type(thing), method_of_law(thing) if hasattr(thing, "title") else _part_method(thing))
    return list(rows.values())


def methods_of_controllers(controllers: Iterable[Any]) -> list[Row]:
    """Returns each kind of controller once, if it cites a source."""
    rows = {type(one): _part_method(one) for one in controllers if cited_works_of(source_of(one))}
    return list(rows.values())


def method_of_law(law: Any) -> Row:
    """Returns the formula of a tyre's slip law."""
    return _row("slip law of tyres", law.title, law.source)


def _part_method(thing: Any) -> Row:
    row = _row(kind_word_of_field(thing).replace("_", " "), first_sentence_of_method(type(thing)), thing.source)
    return row if row[2] else [*row[:2], BY_USER]


def source_of(thing: Any) -> Source:
    """Returns what a kind cites; a law that a user wrote need not."""
    found: Source = getattr(thing, "source", ())
    return found


def _row(what: str, words: str, source: Source) -> Row:
    return [what, words, cited_works_of(source)]


def first_sentence_of_method(thing: Any) -> str:
    """Says what a class, function or module says of itself first."""
    return _first_sentence(thing.__doc__ or "")


@cache
def _first_sentence(said: str) -> str:
    text = CITED.sub("", " ".join(cleandoc(said).split("\n\n")[0].split()))
    return re.split(r"(?<=[a-z)])\.(?:\s|$)", text)[0].strip(" .")


def sources_of_methods(thing: Any) -> str:
    """Returns the sources that its description names in brackets."""
    return _sources_named(thing.__doc__ or "")


@cache
def _sources_named(said: str) -> str:
    return "; ".join(dict.fromkeys(" ".join(found.split()) for found in CITED.findall(said)))
