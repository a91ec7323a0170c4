"""Entries of a table keep apart, so that the curve through them is made of numbers."""

from __future__ import annotations

import numpy as np
import pytest
from one_joint import HEAD, one_joint

import jounce
from jounce.errors import ModelError
from jounce.graph.tables import table_data
from jounce.parts.limits import CLOSEST, TINIEST

HEAVE = HEAD.format("heave") + one_joint("block", "guide", "prismatic", "[0, 0, 1]")
HEAVE += """[forces.spring]
type = "torsion_spring"
coordinate = "guide.displacement"
law = { type = "points", x = [0, 0.05, 0.1], y = [0, 5, 10] }
[forces.motor]
type = "motor"
coordinate = "guide.displacement"
signal = { type = "history", time = [0, 5, 10], value = [0, 1, 0] }
"""
PLACES = {"forces.spring.law.x.1": 0.1, "forces.motor.signal.time.1": 10.0}  # entries, and the range of their tables


@pytest.mark.parametrize("place, span", PLACES.items())
@pytest.mark.parametrize("gap", [1e-320, 1e-20, 0.9 * CLOSEST])
def test_entries_that_are_set_too_close_are_refused(place, span, gap):
    with pytest.raises(ModelError, match="is only") as refusal:
        jounce.load(HEAVE).with_values({place: gap * span})
    (problem,) = refusal.value.problems
    assert problem.where == place and f"1e-12 of its range at least: here {CLOSEST * span:g}" in problem.help
    assert jounce.load(HEAVE).with_values({place: 1.1 * CLOSEST * span}).values()[place] == 1.1 * CLOSEST * span


def test_a_table_of_two_entries_has_a_width():
    with pytest.raises(ModelError, match="is only"):
        jounce.load(HEAVE.replace("x = [0, 0.05, 0.1], y = [0, 5, 10]", "x = [0, 1e-320], y = [0, 5]"))


@pytest.mark.parametrize("interpolation", ["linear", "monotone", "spline"])
@pytest.mark.parametrize("x", [[0, CLOSEST, 1], [0, CLOSEST * 1e6, 1e6], [0, TINIEST, 2 * TINIEST]])
@pytest.mark.parametrize("y", [[0, 1e100, -1e100], [-1, 0, 1]])
def test_the_closest_entries_that_are_allowed_make_a_finite_curve(x, y, interpolation):
    assert np.isfinite(table_data(np.array(x), np.array(y), interpolation)).all()
