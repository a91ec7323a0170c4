"""What a run rests on: the methods that ran and the formulas of its parts, with their sources, for a report to cite."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Any

from jounce.mechanism import Mechanism
from jounce.model import Model
from jounce.model.fields import TYPE_OF
from jounce.parts.tyres.tyre import Tyre

Row = list[str]  # what, in words, sources

ROUTE = ("recursive, in the frame of the car body", "Featherstone 2008, table 5.1")
SYNTHESIS = ("each corner's coordinates and reactions eliminated down to the car body", "Kim, section 5")
INTEGRATORS = {
    "rk4": (
        "a Runge-Kutta method of order 4 with fixed steps, Kutta's table for speeds, coordinates by the mean of speeds",
        "Kutta 1901; Hairer, Norsett, Wanner 1993, sections II.1 and II.15",
    ),
    "dormand-prince": (
        "Dormand and Prince's method of order 5 with error control and dense output",
        "Dormand, Prince 1980; Hairer, Norsett, Wanner 1993, sections II.4 to II.6",
    ),
}
LOOPS = {
    "project": (
        "positions and velocities projected onto the constraints after every step",
        "Eich 1993; Hairer, Wanner 1996, section VII.2",
    ),
    "baumgarte": ("constraints stabilised by feedback", "Baumgarte 1972"),
    "none": ("constraints held at acceleration level only", ""),
}
REDUNDANT = ("redundant rows found by rank and switched off", "Wojtyra 2009")
TYRE_FORMULAS = {
    "linear": ("linear in slip and load", ""),
    "dugoff": ("Dugoff and Uffelmann", "Dugoff, Fancher, Segel 1970"),
    "magic_formula_1987": ("the first Magic Formula", "Bakker, Nyborg, Pacejka 1987"),
    "magic_formula_52": ("Magic Formula 5.2", "Pacejka 2012, section 4.3"),
    "magic_formula_61": ("Magic Formula 6.1", "Besselink, Schmeitz, Pacejka 2010; Pacejka 2012, section 4.3"),
}
CITED = re.compile(r"\[((?:[A-Z][\w ,/:]*\d{4}|Kim|Ciglaric|MSC)[^\[\]]*)\]")


def methods(mechanism: Mechanism, redundant: bool, integrator: str, projection: str) -> list[Row]:
    """Of a simulation: equations, integrator, loops, then the parts whose formulas come from somewhere."""
    rows = [["equations of motion", *ROUTE]]
    if mechanism.groups:
        rows.append(["subsystems", *SYNTHESIS])
    rows.append([f"integrator {integrator}", *INTEGRATORS[integrator]])
    if mechanism.closures:
        rows.append(["loops", *LOOPS[projection]])
    if redundant:
        rows.append(["redundant loops", *REDUNDANT])
    return rows + part_methods(mechanism.model)


def part_methods(model: Model) -> list[Row]:
    """Each kind of part once, if its description names a source; tyres with the formula of their law."""
    rows: dict[str, Row] = {}
    for part in (*model.joints, *model.forces):
        if isinstance(part, Tyre):
            rows.setdefault(TYPE_OF[type(part.law)], tyre_method(part.law))
        sources = sources_of(type(part))
        if sources:
            word = str(TYPE_OF[type(part)])
            rows.setdefault(word, [word.replace("_", " "), first_sentence(type(part)), sources])
    return list(rows.values())


def tyre_method(law: Any) -> Row:
    """The formula of a tyre's slip law."""
    return ["slip law of tyres", *TYRE_FORMULAS[TYPE_OF[type(law)]]]


def first_sentence(thing: Any) -> str:
    """What a class, function or module says of itself first."""
    text = CITED.sub("", " ".join(cleandoc(thing.__doc__ or "").split("\n\n")[0].split()))
    return re.split(r"(?<=[a-z)])\.(?:\s|$)", text)[0].strip(" .")


def sources_of(thing: Any) -> str:
    """The sources that its description names in brackets."""
    return "; ".join(dict.fromkeys(" ".join(found.split()) for found in CITED.findall(thing.__doc__ or "")))
