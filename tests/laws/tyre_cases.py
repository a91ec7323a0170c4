"""Every kind of tyre with published numbers, and states of wheels to try them in.

States are drawn as velocities of the contact point and spins of the wheel, from which slips follow, so that
standstill, locked and reversing wheels, and wheels in the air are among them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from jounce.graph import Graph
from jounce.parts.tyres import calspan, dugoff, linear, magic_formula_52, magic_formula_61, magic_formula_1987
from jounce.parts.tyres.magic_formula_data import MagicFormula52, MagicFormula61
from jounce.parts.tyres.tyre_law import Contact, mirrored_tyre_law

DATA = Path(__file__).parents[1] / "published" / "data"
STATE = ("slip", "slip_angle", "inclination", "load", "speed", "friction")
OUTPUTS = ("Fx", "Fy", "Mx", "My", "Mz")
RADIUS = 0.32  # m, effective
SPRING = {"radius": 0.33, "stiffness": 2e5, "damping": 300.0}
MANY = 100_000


def published(name: str) -> dict[str, Any]:
    return json.loads((DATA / f"tyre_{name}.json").read_text("utf-8"))


def coefficients(kind: type, name: str, **more: float) -> Any:
    names = {field.name for field in fields(kind)}
    return kind(**more, **{key: value for key, value in published(name)["parameters"].items() if key in names})


def first_formula() -> magic_formula_1987.MagicFormula1987:
    data = published("bakker_1987")
    rows = {name: data["coefficients"][name] | data["camber_terms"].get(name, {}) for name in data["C"]}
    return magic_formula_1987.MagicFormula1987(
        **SPRING, **{name: magic_formula_1987.Curve1987(C=data["C"][name], **row) for name, row in rows.items()}
    )


def iltis() -> calspan.CalspanTyre:
    given = published("calspan_iltis")["coefficients"]
    letters = {name: given[name] for name in ("A0", "A1", "A2", "A3", "A4", "B1", "B3", "B4", "AF1", "AF2")}
    return calspan.CalspanTyre(**SPRING, **letters, SN=given["SN_ratio"], slip_stiffness=6e4)


@dataclass(frozen=True)
class Case:
    formula: ModuleType
    tyre: Any
    nominal: float  # N
    even: Any  # the same tyre without shifts, conicity and ply steer


MF52, MF61 = coefficients(MagicFormula52, "mf52_sample"), coefficients(MagicFormula61, "mf61_sample")
CASES = {
    "linear": Case(
        linear,
        tyre := linear.LinearTyre(**SPRING, slip_coefficient=15.0, cornering_coefficient=12.0, trail=0.03),
        4000.0,
        tyre,
    ),
    "dugoff": Case(
        dugoff,
        tyre := dugoff.DugoffTyre(
            **SPRING, slip_stiffness=6e4, cornering_stiffness=5e4, friction=0.9, friction_decay=0.01
        ),
        4000.0,
        tyre,
    ),
    "calspan": Case(calspan, iltis(), 4500.0, iltis()),
    "1987": Case(magic_formula_1987, first_formula(), 4000.0, first_formula()),
    "5.2": Case(magic_formula_52, MF52, 9416.6, MF52.even()),
    "6.1": Case(magic_formula_61, MF61, 6752.0, MF61.even()),
}
FORMS = [(measure, form) for measure in ("angle", "tangent") for form in ("mf_tyre", "book")]
EVERY = {
    **{name: case for name, case in CASES.items() if "." not in name},
    **{
        f"{name}, {measure}, {form}": replace(
            CASES[name], tyre=replace(CASES[name].tyre, slip_measure=measure, aligning=form)
        )
        for name in ("5.2", "6.1")
        for measure, form in FORMS
    },
}


def every_case(cases: dict[str, Case] = EVERY) -> Any:
    return pytest.mark.parametrize("case", cases.values(), ids=cases.keys())


def on_graph(case: Case, tyre: Any = None, side: bool = False) -> tuple[list, list]:
    """The state's symbols and the five outputs."""
    graph = Graph()
    symbols = [graph.symbol(name) for name in STATE]
    contact = Contact(**dict(zip(STATE, symbols, strict=True)))
    tyre = case.tyre if tyre is None else tyre
    if side:
        forces = mirrored_tyre_law(tyre, contact, graph.symbol("side"))
    else:
        forces = tyre.forces(contact)
    return symbols, [getattr(forces, name) for name in OUTPUTS]


def states(case: Case, count: int = MANY, seed: int = 1) -> dict[str, np.ndarray]:
    """-60 to 60 m/s, spin from locked to 300 rad/s either way, load 0 to 4 times nominal."""
    random = np.random.default_rng(seed)
    Vx, Vy = random.uniform(-60, 60, count), random.uniform(-60, 60, count)
    slow = random.random(count) < 0.3  # as many as fast ones, on a logarithmic scale
    Vx = np.where(slow, np.sign(Vx) * 10.0 ** random.uniform(-9, 1, count), Vx)
    Vy = np.where(random.random(count) < 0.6, Vx * random.normal(0, 0.1, count), Vy)
    spin = np.where(
        random.random(count) < 0.6, Vx / RADIUS * random.normal(1, 0.1, count), random.uniform(-300, 300, count)
    )
    spin = np.where(random.random(count) < 0.1, 0.0, spin)
    load = case.nominal * random.uniform(0, 4, count)
    load = np.where(random.random(count) < 0.1, 10.0 ** random.uniform(-12, 2, count), load)
    load[:10], Vy[10:20], spin[20:30], Vx[30:40] = 0.0, 0.0, Vx[20:30] / RADIUS, 1e-300
    load[40:42], Vy[40:42], spin[40:42] = 0.0, 0.0, Vx[40:42] / RADIUS
    return {
        "slip": (spin * RADIUS - Vx) / np.abs(Vx),
        "slip_angle": np.arctan2(Vy, np.abs(Vx)),
        "inclination": random.uniform(-0.2, 0.2, count),
        "load": load,
        "speed": Vx,
        "friction": random.uniform(0.05, 1.2, count),
    }
