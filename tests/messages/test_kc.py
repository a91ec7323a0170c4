"""`jounce kc`: what it prints, what it leaves behind, what it refuses."""

from __future__ import annotations

import csv
import re

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main

SHORT = ["--points", "5", "--travel", "-20 mm", "20 mm"]


def call(*arguments: str):
    return CliRunner().invoke(main, ["kc", *arguments])


def test_it_prints_the_design_position_and_saves_curves_and_numbers(tmp_path):
    done = call("double_wishbone", *SHORT, "--plots", "--csv", "--out", str(tmp_path / "new"))
    assert done.exit_code == 0, done.output
    assert re.search(r"^  toe +0\.100 +0\.100  deg$", done.output, re.MULTILINE)
    assert re.search(r"^  camber +-0\.500 +-0\.500  deg$", done.output, re.MULTILINE)
    assert re.search(r"^  roll centre height +\d+\.\d+  mm$", done.output, re.MULTILINE)
    assert "steering axis geometric" in done.output
    stem = tmp_path / "new" / "double_wishbone_front_parallel"
    assert {p.suffix for p in stem.parent.iterdir()} == {".h5", ".csv", ".png", ".svg", ".html", ".json"}
    assert jounce.read(stem.with_suffix(".h5"))["travel"].size == 5
    with stem.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        assert "front_left.toe [rad]" in next(csv.reader(file))


def test_values_and_figures_are_taken_from_the_line(tmp_path):
    out = ["--out", str(tmp_path)]
    shares = ["--figure", "front_brake_share=60 %", "--figure", "wheelbase=2.6 m"]
    done = call("double_wishbone", *SHORT, *out, *shares, "--set", "axles.front.alignment.toe=0.3 deg", "--definitions")
    assert done.exit_code == 0, done.output
    assert re.search(r"^  toe +0\.300 +0\.300  deg$", done.output, re.MULTILINE)
    assert re.search(r"^  anti dive +\S+ +\S+  %$", done.output, re.MULTILINE)
    assert "toe: -s steer; positive for toe-in" in done.output


def test_a_linkage_that_locks_is_told_and_its_curves_are_kept(tmp_path):
    done = call("double_wishbone", "--points", "21", "--travel", "-20 mm", "500 mm", "--out", str(tmp_path))
    assert done.exit_code == 0, done.output
    assert "ended early: " in done.output
    assert "locks at front_left.travel" in done.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["double_wishbon"], "double_wishbon"),
        (["four_bar"], "is no vehicle"),
        (["double_wishbone", "--axle", "rear"], "there is no axle 'rear'"),
        (["double_wishbone", "--mode", "roll"], "there is no mode 'roll'"),
        (["double_wishbone", "--travel", "-80", "80"], 'write "-80 mm"'),
        (["double_wishbone", "--travel", "-80 m", "80 mm"], "from -1000 to 1000 mm"),
        (["double_wishbone", "--set", "axles.front.alignment.to=1 deg"], "Did you mean"),
        (["double_wishbone", "--figure", "wheelbase=2.6 kg"], "is not in m"),
        (["double_wishbone", "--figure", "wheelbase"], "is not of the form"),
        (["double_wishbone", "--figure", "centre_height=550 m"], "from 10 to 5000 mm"),
        (["double_wishbone", "--figure", "wheelbase=2600"], 'write "2600 mm"'),
        (["double_wishbone", "--figure", "tyre_stiffness=200"], 'write "200 N/mm"'),
        (["double_wishbone", "--figure", "rack_ratio=8"], 'write "8 mm/rad"'),
        (["double_wishbone", "--figure", "rim_diameter=15"], 'write "15 in"'),
        (["double_wishbone", "--out", "/dev/null/here"], "cannot be written"),
    ],
)
def test_a_mistake_is_one_message_without_a_traceback(arguments, said):
    done = call(*arguments)
    assert done.exit_code in (2, 4)
    assert said in done.output
    assert "Traceback" not in done.output
