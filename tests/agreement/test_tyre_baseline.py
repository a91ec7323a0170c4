"""The formula in NumPy, written apart for the benchmark, beside ours: interpreted, compiled, and in lanes."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.model.tyre_files.tyre_arrays import TyreArrays
from jounce.parts.tyres.magic_formula_data import MagicFormula52
from jounce_benchmarks import tyre
from jounce_benchmarks.bench import BENCHMARKS
from jounce_benchmarks.peers import Peer
from jounce_peers import tyre_baseline

SAMPLE = Path(__file__).parents[1] / "published" / "data" / "tyre_mf52_sample.json"
NAMES = ("slip", "slip_angle", "inclination", "load", "speed")
# guards of 1e-9 N in quotients of the load move a slip by 1e-12 of itself at 1 kN: 1e-6 N at the steepest curve
GUARDS = 1e-5


def sample() -> MagicFormula52:
    given = json.loads(SAMPLE.read_text("utf-8"))["parameters"]
    return MagicFormula52(**{f.name: given[f.name] for f in fields(MagicFormula52) if f.name in given})


def five(law):
    return TyreArrays(lambda c: [getattr(law.forces(c), name) for name in (*tyre.FORCES, *tyre.MOMENTS)])


@pytest.mark.parametrize("law", [sample(), jounce.load("tyre_155_65_r13").tyre], ids=["published", "library"])
def test_the_formula_in_numpy_is_ours(law):
    """All coefficients of the published tyre count, shifts and inclination too."""
    states = tyre._states()
    ours = five(law)(**dict(zip(NAMES, states, strict=True)))
    for a, b in zip(ours, tyre_baseline.forces(states, law), strict=True):
        np.testing.assert_allclose(a, b, atol=GUARDS)


@pytest.mark.parametrize("lanes", [1, 8])
def test_machine_code_of_the_benchmark_gives_the_same_forces(lanes):
    """Elementary functions within 4 units in the last place, some thirty of them in a row: 1e-11 of the load."""
    states, law = tyre._states(), jounce.load("tyre_205_55_r16").tyre
    ours = five(law)(**dict(zip(NAMES, states, strict=True)))[:2]
    compiled = tyre._compiled(law, states, lanes, tyre.FORCES)()
    np.testing.assert_allclose(compiled, ours, atol=1e-11 * 8000)


def test_a_peer_that_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(tyre, "ROUNDS", 1)
    monkeypatch.setattr(tyre, "LIBRARY", Peer("a_package_that_nobody_has", "commonroad_tyre"))
    found = BENCHMARKS["tyre"](lambda text: None)
    assert found["missing"] == ["commonroad"] and set(found["ratios"]) == {"numpy_batch", "numpy_call"}
    assert found["ours"]["largest_difference_to_numpy_n"] < GUARDS
