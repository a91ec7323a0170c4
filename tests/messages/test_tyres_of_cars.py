"""What a tyre's file leaves out is told of the car that drives on it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import ModelError
from jounce.model.library import library_path
from jounce.model.rules.vehicle import vehicle_warnings

CUT = "the file may be cut: it ends behind QDZ8 in [ALIGNING_COEFFICIENTS]"
NO_WEIGHT = "RBX1 in [LONGITUDINAL_COEFFICIENTS] is missing or zero: a slip angle does not lower Fx"


@pytest.fixture
def car(tmp_path):
    """small_car on a front tyre without a weight of combined slip, cut inside its last section, without an end mark."""
    tyre = re.sub(r"(?m)^(LAST_SECTION|RBX1)\s.*\n", "", library_path("tyre_155_65_r13").read_text("utf-8"))
    cut = tyre.index("\n", tyre.index("QDZ8")) + 1
    (tmp_path / "foreign.tir").write_text(tyre[:cut], encoding="utf-8")
    text = library_path("small_car").read_text("utf-8").replace('"tyre_155_65_r13"', '"foreign.tir"', 1)
    path = tmp_path / "car.toml"
    path.write_text(text, encoding="utf-8")
    return path


def told(notes: list[str]) -> bool:
    """Both notes, each with the axle and the tyre's file."""
    begin = "axles.front.tyre.file: foreign.tir: "
    return all(any(note.startswith(begin + what) for note in notes) for what in (CUT, NO_WEIGHT))


@pytest.mark.parametrize("command", ["check", "info"])
def test_check_and_info_of_a_car_name_its_tyre_file_and_what_it_leaves_out(car, command):
    found = CliRunner().invoke(main, [command, str(car)])
    assert found.exit_code == 0
    assert told([line.removeprefix("note: ") for line in found.stdout.splitlines()])


def test_a_run_of_a_car_names_its_tyre_file_and_what_it_leaves_out(car):
    loaded = jounce.load(car)
    assert told(jounce.simulate(loaded, 0.001, step=5e-4).metadata["notes"])
    notes = jounce.run(loaded, "wheel-travel", axle="front").metadata["notes"]
    assert told(notes) and len(set(notes)) == len(notes)


def test_a_coefficient_that_is_set_is_missing_no_longer(car):
    mended = jounce.load(car).with_values({"axles.front.tyre.law.RBX1": 11.5})
    (note,) = vehicle_warnings(mended)
    assert CUT in note


def test_a_whole_tyre_file_is_no_note():
    assert vehicle_warnings(jounce.load("small_car")) == []


def test_a_magic_formula_in_a_mechanism_keeps_to_the_rules_of_its_file():
    """A radius in metres under millimetres would be refused in a .tir file; so it is in a model of its own."""
    law = replace(jounce.load("tyre_155_65_r13").tyre, UNLOADED_RADIUS=2.7e-4)
    model = jounce.Model("wheel").add(
        jounce.parts.Body(name="wheel", mass=10.0, centre=(0.0, 0.0, 0.3), inertia=(1.0, 1.0, 1.0)),
        jounce.parts.Tyre(name="tyre", body="wheel", point=(0.0, 0.0, 0.3), axis=(0.0, 1.0, 0.0), law=law),
    )
    with pytest.raises(ModelError) as refused:
        jounce.simulate(model, 0.01, integrator="rk4")
    assert [problem.where for problem in refused.value.problems] == ["forces.tyre.law.UNLOADED_RADIUS"]
