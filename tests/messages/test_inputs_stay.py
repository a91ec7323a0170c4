"""No command writes over what it reads, however the file is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from one_joint import HEAD, one_joint

import jounce
from jounce.cli import main
from jounce.errors import BAD_INPUT

PENDULUM = HEAD.format("pendulum") + one_joint("bob", "hinge", "revolute", "[0, 1, 0]", centre="[1, 0, 0]")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A run, a measurement, a model and a road whose names are those of what would be written, and links to them."""
    monkeypatch.chdir(tmp_path)
    jounce.simulate(jounce.load("pendulum"), "0.1 s", integrator="rk4").save("run.h5")
    Path("m.csv").write_text("time [s],hinge.angle [deg]\n0,0\n0.1,9\n", "utf-8")
    Path("below").mkdir()
    Path("link.h5").symlink_to("run.h5")
    Path("run_and_m.png").symlink_to("m.csv")
    Path("model.h5").write_text(PENDULUM, "utf-8")
    Path("car_front_parallel.csv").symlink_to("car")
    Path("car").write_text(PENDULUM, "utf-8")
    Path("small_car_drive_road.csv").write_text("a road", "utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ("view", "run.h5", "--out", "run.h5"),
        ("view", "run.h5", "--out", "below/../run.h5"),
        ("view", "run.h5", "--out", "link.h5"),
        ("view", "link.h5", "--out", "run.h5"),
        ("view", "run.h5", "--compare", "m.csv", "--out", "m.csv"),
        ("report", "run.h5", "--out", "run.h5"),
        ("compare", "run.h5", "m.csv"),
        ("run", "model.h5"),
        ("kc", "car"),
        ("run", "small_car", "drive-road", "--road", "small_car_drive_road.csv"),
    ],
    ids=" ".join,
)
def test_an_output_in_the_place_of_an_input_is_refused(words, folder):
    before = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    outcome = CliRunner().invoke(main, words)
    assert outcome.exit_code == BAD_INPUT, outcome.output
    assert "--out" in outcome.stderr and "which is read" in outcome.stderr
    assert {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before


def test_an_output_beside_its_inputs_is_written(folder):
    assert CliRunner().invoke(main, ["view", "run.h5", "--compare", "m.csv"]).exit_code == 0
    assert CliRunner().invoke(main, ["view", "run.h5"]).exit_code == 0  # a page that is there already is replaced
    assert Path("run.html").is_file()
