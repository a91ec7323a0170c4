"""K&C outputs in machine code against the same formulas worked out by NumPy, one operation at a time."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.graph import interpret
from jounce.studies.kinematics.outputs.rig_formulas import RigSymbols, write_rig_formulas
from jounce.studies.kinematics.rig import measure, structure_of
from jounce.studies.kinematics.wheel_travel import mount

FIGURES = {"wheelbase": 2.6, "centre_height": 0.55, "front_brake_share": 0.6, "front_drive_share": 0.5}
FIGURES |= {"sprung_mass": 350.0, "tyre_stiffness": 2e5, "rim_diameter": 0.38}


@pytest.mark.parametrize("name", ["double_wishbone", "five_link", "swing_arm"])
def test_machine_code_and_interpreter_agree_on_every_output(name):
    """Elementary functions differ by a few units in the last place; the Ackermann ratio divides by an angle of 0.01."""
    mounted = mount(jounce.load(name), figures=FIGURES)
    inputs = {corner.travel: 1.0 for corner in mounted.rig.axle.corners.values()}
    moved = {mounted.rig.axle.rack: 1.0} if mounted.rig.axle.rack else inputs
    rows = measure(mounted.rig, moved, np.linspace(-0.03, 0.03, 7)).rows
    found = mounted.outputs.run(rows)
    kernel = mounted.outputs
    given = RigSymbols(structure_of(mounted.rig, mounted.known, mounted.front))
    outputs, design = write_rig_formulas(given)
    symbols = {path: kernel.values[place] for path, place in given.values.items()}
    first = symbols | {place: rows[:1, place] for place in range(rows.shape[1])}
    symbols |= dict(zip(design, interpret(list(design.values()), first, tables=kernel.tables, lane=0), strict=True))
    symbols |= {place: rows[:, place] for place in range(rows.shape[1])}
    expected = interpret(list(outputs.values()), symbols, tables=kernel.tables, lane=0)
    for (*owner, output), column, values in zip(outputs, found.T, expected, strict=True):
        np.testing.assert_allclose(column, values, rtol=1e-11, atol=1e-13, err_msg=f"{owner} {output.name}")
    assert len(outputs) > 60
