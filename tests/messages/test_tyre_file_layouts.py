"""Tyre files in the layouts of many makers: each is read as it is meant, or refused with one complete message.

The files in data/tyre_files are our own: numbers and words are made up, the layouts follow public ones, which `after`
in the index names. Radius and load in the index are what they were before they were put into the file's units; the
cornering stiffness is K = -PKY1 Fz0 sin(PKY4 atan(1 / PKY2)) with Fz0 = FNOMIN LFZO and the factors of pressure of
6.1, or that of the older formulas, worked out apart.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.fields import kind_word_of_field
from jounce.model.tyre_files.tir_file import read_tir
from jounce.parts.tyres.simple_laws.fiala import FialaTyre

FOLDER = Path(__file__).parent / "data" / "tyre_files"
INDEX = json.loads((FOLDER / "index.json").read_text("utf-8"))
READ = [row for row in INDEX if "law" in row]
REFUSED = [row for row in INDEX if "problems" in row]
TWINS = [row for row in READ if "twin" in row]


def every(rows):
    return pytest.mark.parametrize("row", rows, ids=[row["file"] for row in rows])


def path_of(row) -> Path:
    return FOLDER / f"{row['file']}.tir"


def test_the_index_names_every_file_and_where_its_layout_comes_from():
    assert sorted(row["file"] for row in INDEX) == sorted(path.stem for path in FOLDER.glob("*.tir"))
    assert len(INDEX) >= 30 and all(row["after"] for row in INDEX)
    assert len({row["after"] for row in READ}) >= 10


@every(READ)
def test_a_file_of_another_maker_is_read_as_it_is_meant(row):
    """Formula, side, load and radius in SI, and the stiffness of the side force; a slope over 2e-6 rad is one within
    1e-9 of its curvature, and loads of 1e4 N leave 1e-6 of it to rounding."""
    found = read_tir(path_of(row))
    assert (kind_word_of_field(found.tyre), found.side) == (row["law"], row["side"])
    assert found.nominal_load == pytest.approx(row["nominal_load"], rel=1e-9)
    assert found.free_radius == pytest.approx(row["radius"] * getattr(found.tyre, "Q_RE0", 1.0), rel=1e-9)
    law = found.tyre.even() if hasattr(found.tyre, "even") else found.tyre
    forces = jounce.model.LoneTyre(tyre=law, rated_load=found.nominal_load).forces(slip_angle=np.array([-1e-6, 1e-6]))
    assert -np.diff(forces.Fy)[0] / 2e-6 == pytest.approx(row["cornering_stiffness"], rel=1e-5)


def test_each_number_of_an_older_file_is_in_si():
    """Millimetres, newtons and degrees of the files, by hand: [PARAMETER] of both."""
    fiala = read_tir(FOLDER / "adams_fiala.tir").tyre
    assert fiala == FialaTyre(
        radius=0.311,
        stiffness=198e3,
        damping=2000.0,
        slip_relaxation=0.06,
        side_relaxation=0.16,
        slip_stiffness=84e3,
        cornering_stiffness=pytest.approx(910 * 180 / math.pi),
        friction=1.02,
        sliding_friction=0.85,
        width=0.205,
        rolling_resistance=0.0035,
    )
    altair = read_tir(FOLDER / "altair_fiala_small_letters.tir").tyre
    assert (altair.slip_relaxation, altair.side_relaxation, altair.rolling_resistance) == (0.07, 0.19, 0.004)
    pac89 = read_tir(FOLDER / "pac89_small_letters.tir").tyre
    assert (pac89.radius, pac89.stiffness, pac89.damping, pac89.lateral_stiffness) == (0.326, 210e3, 3100.0, 190e3)
    assert (pac89.slip_relaxation, pac89.side_relaxation, pac89.rolling_resistance) == (0.11, 0.29, 0.01)
    assert (pac89.A3, pac89.B5, pac89.C16, pac89.C14) == (1180.0, 0.055, 0.0, 0.05)


@every(READ)
def test_its_notes_tell_what_was_passed_over_and_nothing_else(row):
    notes = read_tir(path_of(row)).notes
    for wanted in row["notes"]:
        assert sum(wanted in note for note in notes) == 1, wanted
    assert len(notes) == len(row["notes"]), notes


@every(REFUSED)
def test_a_file_that_cannot_be_read_is_refused_with_one_complete_message(row):
    with pytest.raises(ModelError) as caught:
        read_tir(path_of(row))
    problems = caught.value.problems
    assert sorted(problem.where for problem in problems) == sorted(where for where, _, _ in row["problems"])
    for where, what, line in row["problems"]:
        (problem,) = [problem for problem in problems if problem.where == where]
        assert what in problem.what and problem.help
        if line is not None:
            assert problem.line == line


@every(TWINS)
def test_a_file_and_its_sign_reversed_twin_are_equal_to_the_last_bit(row):
    random = np.random.default_rng(4)
    tyre, twin = read_tir(path_of(row)), read_tir(FOLDER / f"{row['twin']}.tir")
    state = {"slip": random.normal(0, 0.2, 5000), "slip_angle": random.normal(0, 0.2, 5000)}
    state |= {"inclination": random.normal(0, 0.05, 5000), "load": random.uniform(0, 2, 5000) * tyre.nominal_load}
    state |= {"speed": random.uniform(-30, 30, 5000), "friction": random.uniform(0.1, 1.2, 5000)}
    one, other = tyre.forces(**state), twin.forces(**state)
    for name in ("Fx", "Fy", "Mx", "My", "Mz"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


@pytest.mark.parametrize("name", ["maker_mf50_other_sign", "adams_fiala", "adams_pac89", "library_with_empty_values"])
def test_a_file_that_is_read_runs_on_the_rig(name):
    run = jounce.run(jounce.load(FOLDER / f"{name}.tir"), "tyre-rig", points=21)
    row = next(row for row in READ if row["file"] == name)
    assert run.metrics["cornering_stiffness"].value == pytest.approx(row["cornering_stiffness"], rel=0.02)
    assert run.metadata["notes"] == list(read_tir(path_of(row)).notes)
