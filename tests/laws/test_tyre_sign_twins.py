"""A tyre file and its twin with the other sign of D_y are one tyre: every force and moment equal to the last bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tyre_cases import CASES, FORMS, MF52, MF61, coefficients, on_graph, states

from jounce.graph import interpret
from jounce.model.tyre_files.lone_tyre import LoneTyre
from jounce.model.tyre_files.tir_file import read_tir_text
from jounce.model.tyre_files.tir_writer import tir_text
from jounce.parts.tyres.magic_formula_data import MagicFormula61
from jounce.parts.tyres.tyre_law import Contact

TOGETHER = ("PDY1", "PDY2", "RVY1", "RVY2", "RVY3", "QBZ10")  # every number that D_y or B_y is made of or multiplies
# every number that the sign could reach is there, QBZ10 above all: B_y enters the residual moment by it
FULL = {"QBZ10": 17.3, "QDZ6": 0.004, "QDZ8": -0.2, "RVY1": 0.03, "RVY2": -0.02, "RVY3": 0.5, "RVY4": 9.0, "RVY5": 1.9}
TYRES = {
    "5.2": replace(MF52, **FULL, RVY6=-10.0),
    "6.1": replace(MF61, **FULL, RVY6=-10.0),
    "book": coefficients(MagicFormula61, "book_205_60R15", VERTICAL_STIFFNESS=2e5),  # PDY1 < 0 as it is printed
}


def other_sign(tyre):
    return replace(tyre, **{name: -getattr(tyre, name) for name in TOGETHER})


def forces(tyre, at):
    return interpret(on_graph(CASES["5.2"], tyre)[1], at)


@pytest.mark.parametrize(("measure", "form"), FORMS)
@pytest.mark.parametrize("tyre", TYRES.values(), ids=TYRES.keys())
def test_a_file_and_its_sign_reversed_twin_give_the_same_forces_to_the_last_bit(tyre, measure, form):
    """In 2000 states: combined slip, inclined, reverse, standstill, locked, in the air; and so does the formula itself,
    asked with the numbers as the file has them: nothing but the sign is changed on reading."""
    tyre = replace(tyre, slip_measure=measure, aligning=form)
    files = [read_tir_text(tir_text(LoneTyre(tyre=each), "a twin"), "twin.tir") for each in (tyre, other_sign(tyre))]
    at = states(CASES["5.2"], 2000)
    as_written = forces(tyre, at)
    assert all(file.tyre.PDY1 > 0 for file in files)
    for file in files:
        for found, wanted in zip(forces(file.tyre, at), as_written, strict=True):
            np.testing.assert_array_equal(found, wanted)
    told = [any("other sign of D_y" in note for note in file.notes) for file in files]
    assert sorted(told) == [False, True]


@pytest.mark.parametrize("name", TOGETHER)
@pytest.mark.parametrize("tyre", [TYRES["5.2"], TYRES["6.1"]], ids=["5.2", "6.1"])
def test_each_of_the_six_numbers_must_be_reversed(tyre, name):
    """Left alone, any of them would make another tyre: so none is reversed without need."""
    wrong = replace(other_sign(tyre), **{name: getattr(tyre, name)})
    at = states(CASES["5.2"], 500)
    assert any((a != b).any() for a, b in zip(forces(tyre, at), forces(wrong, at), strict=True))


def test_the_table_of_the_book_is_read_as_it_is_printed():
    """Its side force at 4 kN and 4 degrees falls with the slip angle, as ISO-W has it, and peaks at |PDY1| Fz: the
    peak of the sine is D, the shift S_V = PVY1 Fz lifts it."""
    table = coefficients(MagicFormula61, "book_205_60R15", VERTICAL_STIFFNESS=2e5)
    assert table.PDY1 == -0.99 and table.PDY2 == 0.145
    file = read_tir_text(tir_text(LoneTyre(tyre=table), "Pacejka 2012"), "book.tir")
    assert (file.tyre.PDY1, file.tyre.PDY2, file.tyre.RVY1) == (0.99, -0.145, -0.053)
    sweep = file.forces(slip_angle=np.linspace(-0.5, 0.5, 20_001), load=4000.0)
    assert sweep.Fy.max() == pytest.approx((0.99 + 0.045) * 4000, rel=1e-6)
    assert file.forces(slip_angle="4 deg", load="4 kN").Fy < -2500
    plain = table.forces(Contact(slip=0.05, slip_angle=0.07, inclination=0.02, load=4000.0, speed=16.67))
    read = file.forces(slip=0.05, slip_angle=0.07, inclination=0.02, load=4000.0, speed=16.67)
    assert (read.Fx, read.Fy, read.Mz) == pytest.approx((plain.Fx, plain.Fy, plain.Mz), rel=1e-12)
