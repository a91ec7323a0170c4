"""`jounce run CAR compliance` and `pick-up-loads`: what they print, what they leave behind, what they refuse."""

from __future__ import annotations

import csv
import re

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.cli.printed_tables import align_printed_columns
from jounce.errors import ModelError
from jounce.model.library import library_path


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*words: str):
    return CliRunner().invoke(main, ["run", *words])


def table_of(path) -> dict[str, list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        assert next(rows) == ["name", "value", "unit", "definition", "kind"]
        return {name: rest for name, *rest in rows}


def test_compliance_prints_both_wheels_and_keeps_every_entry_of_the_matrix(folder):
    done = call("double_wishbone", "compliance", "--axle", "front", "--plots", "--csv")
    assert done.exit_code == 0, done.output
    values = jounce.read("double_wishbone_front_compliance.h5").metrics
    steer = values["front_left.lateral_force_parallel.steer"].value
    shown = re.search(r"^  lateral force parallel steer +(\S+) +(\S+)  deg/kN$", done.output, re.MULTILINE)
    assert float(shown[1]) == pytest.approx(steer * 180e3 / 3.14159265, abs=5e-5)
    assert re.search(r"^  roll rate +\S+  N m/deg$", done.output, re.MULTILINE)
    assert all((folder / f"double_wishbone_front_compliance.{end}").stat().st_size for end in ("png", "svg"))
    kept = table_of(folder / "double_wishbone_front_compliance.csv")
    assert sum(".compliance." in name for name in kept) == 144
    assert float(kept["front_left.lateral_force_parallel.steer"][0]) == steer
    assert "brakes push it rearward" in kept["front_left.forward_force_locked_parallel.steer"][2]


def test_loads_are_given_as_text_and_printed_by_joint(folder):
    loads = "left.Fx=-3 kN, left.Fz = 5 kN,right.Mz=20 N m"
    done = call(
        "double_wishbone",
        "pick-up-loads",
        "--travel",
        "20 mm, -10 mm",
        "--rack=5 mm",
        "--loads",
        loads,
        "--plots",
        "--csv",
    )
    assert done.exit_code == 0, done.output
    settings = jounce.read("double_wishbone_front_pick_up_loads.h5").metadata["settings"]
    assert settings["loads"]["left"] == {"Fx": -3000.0, "Fy": 0.0, "Fz": 5000.0, "Mz": 0.0}
    assert settings["loads"]["right"]["Mz"] == 20.0
    assert settings["travel"] == [0.02, -0.01] and settings["rack"] == 0.005
    assert all((folder / f"double_wishbone_front_pick_up_loads.{end}").stat().st_size for end in ("png", "svg"))
    kept = table_of(folder / "double_wishbone_front_pick_up_loads.csv")
    row = re.search(r"^  front_left\.lower_ball_joint +(\S+) +(\S+) +(\S+) ", done.output, re.MULTILINE)
    for k, axis in enumerate("xyz", 1):
        force = float(kept[f"front_left.lower_ball_joint.F{axis}"][0])  # N
        assert float(row[k]) == pytest.approx(1e-3 * force, abs=5.01e-4)


def test_the_first_axle_is_taken_and_said_where_none_is_named():
    done = call(
        "macpherson", "wheel-travel", "--travel=-10 mm, 10 mm", "--points", "3", "--figures", "rim_diameter=15 in"
    )
    assert done.exit_code == 0, done.output
    assert "axle 'front', the first; --axle takes another: rear" in done.output
    assert re.search(r"^  toe at rim +\S+ +\S+  mm$", done.output, re.MULTILINE)


def test_points_that_differ_from_the_mirror_image_are_named_with_their_distance(folder):
    text = library_path("double_wishbone").read_text("utf-8")
    other = "[axles.front.right.hardpoints]\ntie_rod_inner = [-120, -395, 272]\n\n[axles.front.bodies]"
    (folder / "car.toml").write_text(text.replace("[axles.front.bodies]", other), "utf-8")
    done = CliRunner().invoke(main, ["kc", "car.toml", "--travel", "-10 mm", "10 mm", "--points", "3"])
    assert "differs from the mirror image of the left one: tie_rod_inner by 13 mm" in done.output  # 5 and 12


def test_columns_stay_apart_however_large_the_numbers_are():
    stiff = ["--set", "axles.front.spring.law.slope=5e12 N/m", "--set", "axles.front.spring.preload=1e11 N"]
    done = call("double_wishbone", "wheel-travel", "--travel=-10 mm, 10 mm", "--points", "3", *stiff)
    assert done.exit_code == 0, done.output
    numbers = re.search(r"^  wheel load +(\S+) +(\S+)  kN$", done.output, re.MULTILINE)
    assert len(numbers[1]) > 11 and numbers[1] == numbers[2]


def test_columns_are_as_wide_as_their_widest_entry():
    rows = [("", "left", "right", ""), ("toe", "0.1", "-123456789.25", "deg"), ("wheel rate", "1.0", "2.0", "")]
    assert align_printed_columns(rows, numbers=2).splitlines() == [
        "              left          right",
        "  toe          0.1  -123456789.25  deg",
        "  wheel rate   1.0            2.0",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["compliance", "--rack", "0.2 m"], "locks at rack.displacement = 112.8 mm (dead"),
        (["pick-up-loads", "--travel", "300 mm"], "locks at front_left.travel"),
        (["pick-up-loads", "--loads", "Fz"], "is not of the form NAME=VALUE"),
        (["pick-up-loads", "--loads", "left.Fz=1 kN, left.Fz=2 kN"], "is given twice"),
        (["pick-up-loads", "--loads", "left=1 kN"], "there is no such entry"),
        (["pick-up-loads", "--loads", "left.Fq=1 kN, left.Fz=1 mm"], "2 problems"),
        (["pick-up-loads", "--travel", "1 mm, 2 mm, 3 mm"], "3 values"),
        (["compliance", "--axle", "rear"], "there is no axle 'rear'"),
        (["compliance", "--axel", "front"], "Did you mean 'axle'"),
        (["complience"], "Did you mean 'compliance'"),
        (["wheel-travel", "--travel", "10 mm"], "2 values from -1000 to 1000 mm"),
        (["wheel-travel", "--figures", "wheelbase"], "is not of the form NAME=VALUE"),
    ],
)
def test_a_mistake_is_one_message_without_a_traceback(words, said):
    done = call("double_wishbone", *words)
    assert done.exit_code == 2
    assert said in done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("hardpoints.upper_ball_joint", "[-20, 300, 220] mm", "leans by 86.4 deg from upright"),
        ("spring.law.slope", "-50 N/mm", "-50000 is negative"),
        ("damper.law.slope", "-3500 N s/m", "-3500 is negative"),
    ],
)
def test_what_no_suspension_is_like_is_refused_when_it_is_set(path, value, said):
    done = CliRunner().invoke(main, ["kc", "double_wishbone", "--set", f"axles.front.{path}={value}"])
    assert done.exit_code == 2 and said in done.output
    with pytest.raises(ModelError, match=re.escape(said)):
        jounce.load("double_wishbone").with_values({f"axles.front.{path}": value})
