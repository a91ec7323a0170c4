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
from jounce.parts.tyres import magic_formula_52, magic_formula_61
from jounce.parts.tyres.magic_formula_data import MagicFormula52, MagicFormula61
from jounce.parts.tyres.simple_laws import (
    calspan,
    dugoff,
    fiala,
    linear,
    magic_formula_1987,
    magic_formula_1989,
    tmeasy,
)
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


def shifted_first_formula() -> magic_formula_1987.MagicFormula1987:
    tyre = first_formula()
    return replace(tyre, Fy=replace(tyre.Fy, Sh=0.2, Sv=-60.0), Mz=replace(tyre.Mz, Sh=-0.1, Sv=4.0))


# of the size of a passenger car's: our own numbers, letters of [Pacejka, Bakker, Lidner 1989]
LETTERS_1989 = {
    **{"A0": 1.55, "A1": -28.0, "A2": 1085.0, "A3": 1290.0, "A4": 6.4, "A5": 0.012, "A6": -0.02, "A7": 0.15},
    **{"A8": 0.012, "A9": -0.04, "A10": 0.06, "A11": -7.5, "A12": 4.0, "A13": 12.0},
    **{"B0": 1.6, "B1": -20.0, "B2": 1120.0, "B3": 21.0, "B4": 205.0, "B5": 0.06, "B6": 0.004, "B7": -0.03, "B8": 0.3},
    **{"B9": -0.004, "B10": 0.05},
    **{"C0": 2.3, "C1": -3.4, "C2": -3.2, "C3": -0.9, "C4": -5.4, "C5": -0.07, "C6": 0.01, "C7": -0.05, "C8": 0.6},
    **{"C9": -3.2, "C10": 0.02, "C11": 0.015, "C12": 0.01, "C13": -0.05, "C14": 0.06, "C15": -0.8, "C16": 0.3},
    **{"C17": 1.1, "lateral_stiffness": 1.9e5, "rolling_resistance": 0.012},
}


def even_1989(tyre: magic_formula_1989.MagicFormula1989) -> magic_formula_1989.MagicFormula1989:
    return replace(tyre, **dict.fromkeys(("A9", "A10", "A12", "A13", "B9", "B10", "C12", "C13", "C16", "C17"), 0.0))


def iltis() -> calspan.CalspanTyre:
    given = published("calspan_iltis")["coefficients"]
    letters = {name: given[name] for name in ("A0", "A1", "A2", "A3", "A4", "B1", "B3", "B4", "AF1", "AF2")}
    return calspan.CalspanTyre(**SPRING, **letters, SN=given["SN_ratio"], slip_stiffness=6e4)


TRUCK = published("tmeasy_37x12.5")["parameters"]


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
    "fiala": Case(
        fiala,
        tyre := fiala.FialaTyre(
            **SPRING,
            slip_stiffness=8e4,
            cornering_stiffness=5e4,
            camber_stiffness=3e3,
            friction=1.0,
            sliding_friction=0.7,
            width=0.2,
            rolling_resistance=0.004,
        ),
        4000.0,
        tyre,
    ),
    "calspan": Case(calspan, iltis(), 4500.0, iltis()),
    "1987": Case(magic_formula_1987, shifted_first_formula(), 4000.0, first_formula()),
    "1989": Case(
        magic_formula_1989,
        tyre := magic_formula_1989.MagicFormula1989(**SPRING, **LETTERS_1989),
        4000.0,
        even_1989(tyre),
    ),
    "tmeasy": Case(tmeasy, tyre := tmeasy.TMeasyTyre(**TRUCK), TRUCK["FNOMIN"], tyre),
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
