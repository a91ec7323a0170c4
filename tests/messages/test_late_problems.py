"""What is wrong with a file only once its loops are to be closed is told with the lines of that file, too."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import jounce
from jounce.cli import main
from jounce.errors import BAD_INPUT, Problem
from jounce.model.fields import path_of_part_fields
from jounce.model.library import library_path
from jounce.model.reading.file_style import FileStyle

HEAD = 'format = 1\nkind = "mechanism"\nname = "late"\n'
FOUR_BAR = (
    HEAD
    + """[bodies]
left = { mass = 1, centre = [0, 0, 0.5], inertia = [0.1, 0.1, 0.1] }
coupler = { mass = 1, centre = [1, 0, 1], inertia = [0.1, 0.1, 0.1] }
right = { mass = 1, centre = [2, 0, 0.5], inertia = [0.1, 0.1, 0.1] }
[joints]
A = { type = "revolute", parent = "ground", child = "left", point = [0, 0, 0], axis = [0, 1, 0] }
B = { type = "revolute", parent = "left", child = "coupler", point = [0, 0, 1], axis = [0, 1, 0] }
D = { type = "revolute", parent = "ground", child = "right", point = [2, 0, 0], axis = [0, 1, 0] }
[joints.C]  # line 12
type = "revolute"
parent = "right"
child = "coupler"
point = [2, 0, 1]
axis = [0, 1, 0]
cut = true
"""
)
ROD = '[joints.rod]  # line 19\ntype = "distance"\nparent = "ground"\nchild = "coupler"\n'
FLAT = FOUR_BAR.replace("0, 0, 1]", "1, 0, 0]").replace("point = [2, 0, 1]", "point = [3, 0, 0]")
DRIVEN = '[joints.rod]\ntype = "prescribed"\ncoordinate = "A.angle"\nsignal = { type = "harmonic", amplitude = 0.1, '
LATE = {
    "a loop that cannot close": (FOUR_BAR.replace("cut = true", "child_point = [9, 0, 1]"), "does not close", "C", 12),
    "a rod that cannot reach": (
        FOUR_BAR + ROD + "point = [9, 0, 0]\nchild_point = [1, 0, 1]\nlength = 1\n",
        "does not close",
        "rod",
        19,
    ),
    "a singular start": (FLAT, "the start position is singular", "C", 12),
    "motions that tear": (
        FOUR_BAR + DRIVEN + 'frequency = 1 }\n[joints.two]\ntype = "prescribed"\ncoordinate = "D.angle"\nsignal = 0\n',
        "the prescribed motions tear",
        "two",
        23,
    ),
    "a loop that no joint can close": (
        FOUR_BAR.replace('"revolute"\nparent = "right"', '"sequence"\norder = ["ry"]\nparent = "right"')
        .replace("axis = [0, 1, 0]\ncut = true\n", ""),
        "no rows that could close it",
        "C",
        12,
    ),
}  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text: str, name: str = "late.toml") -> Path:
    Path(name).write_text(text, "utf-8")
    return Path(name)


def call(*words: str):
    return CliRunner().invoke(main, words)


def refused(model, **settings) -> jounce.ModelError:
    with pytest.raises(jounce.ModelError) as refusal:
        jounce.prepare(model, **settings)
    return refusal.value


@pytest.mark.parametrize("command", ["check", "info", "run"])
@pytest.mark.parametrize("text, what, joint, line", LATE.values(), ids=LATE)
def test_what_shows_only_in_assembly_has_its_line(text, what, joint, line, command):
    outcome = call(command, str(write(text)))
    assert outcome.exit_code == BAD_INPUT
    assert f"late.toml:{line}: joints.{joint}\n    " in outcome.stderr
    assert what in outcome.stderr


def test_rates_that_tear_a_loop_name_its_line():
    rates = ("--start-rate", "A.angle=1 rad/s", "--start-rate", "D.angle=-1 rad/s")
    outcome = call("run", str(write(FOUR_BAR)), *rates)
    assert "late.toml:12: joints.C\n    the start rates tear" in outcome.stderr


@pytest.mark.parametrize(
    "joint, carrier",
    [
        ("", "bodies.bob"),
        ('[joints.ball]\ntype = "spherical"\nparent = "ground"\nchild = "bob"\npoint = [0, 0, 1]\n', "joints.ball"),
    ],
    ids=["a floating body", "a ball joint"],
)
def test_a_vanishing_inertia_names_the_line_of_the_body_and_what_carries_it(joint, carrier):
    outcome = call("check", str(write(HEAD + "[bodies.bob]\nmass = 1\n" + joint)))
    assert "late.toml:4: bodies.bob.inertia\n    nothing resists" in outcome.stderr
    assert f" ({carrier}): its inertia vanishes\n" in outcome.stderr


def test_python_tells_the_line_as_well_also_after_values_changed():
    model = jounce.load(write(LATE["a loop that cannot close"][0]))
    for changed in (model, model.copy(), model.with_values({"bodies.left.mass": 2}), model.with_histories("left")):
        error = refused(changed)
        assert error.source == "late.toml" and error.problems[0].line == 12


def test_a_part_that_was_added_in_python_has_no_line():
    model = jounce.load(write(FOUR_BAR))
    ends = {"point": (9, 0, 0), "child_point": (1, 0, 1)}
    model.add(jounce.parts.Distance(name="added", parent="ground", child="coupler", length=1, **ends))
    error = refused(model)
    assert {problem.where: problem.line for problem in error.problems}["joints.added"] is None
    assert "late.toml:" not in str(error).split("joints.added")[0].splitlines()[-1]


def test_what_was_never_in_the_file_is_not_blamed_on_it():
    error = refused(jounce.load(write(FOUR_BAR)), start={"A.angel": 0.1})
    assert error.source == "late" and error.problems[0].line is None


def test_where_a_model_stands_is_no_part_of_it():
    """Two files that differ by a comment hold the same model, and a model saves as the same text."""
    one, other = jounce.load(write(FOUR_BAR)), jounce.load(write(FOUR_BAR.replace("[bodies]", "# moved\n\n[bodies]")))
    assert one == other and one.structure() == other.structure() and one.to_toml() == other.to_toml()
    assert one.style == other.style and "late.toml" not in repr(one.style)


def test_a_vehicle_that_cannot_drive_yet_is_told_its_lines():
    text = library_path("semi_trailing_arm").read_text("utf-8")
    car = jounce.load(write(text + "[body]\nmass = 800\n", "car.toml"))
    with pytest.raises(jounce.ModelError) as refusal:
        car.car_model()
    lines = text.split("\n")
    tyre = lines.index("[axles.trailing.tyre]") + 1
    assert f"car.toml:{tyre}: axles.trailing.tyre\n    the tyre has no law" in str(refusal.value)
    assert f"car.toml:{len(lines)}: body.inertia\n    'inertia' is missing" in str(refusal.value)


def test_an_axle_that_leads_no_wheel_is_told_the_line_of_its_points():
    """A hinge that stands upright lets no wheel rise."""
    text = library_path("semi_trailing_arm").read_text("utf-8")
    for end, z in (("inner", 100), ("outer", 500)):
        text = re.sub(rf"(?m)^pivot_{end} = .*", f"pivot_{end} = [350, 400, {z}]", text)
    outcome = call("check", str(write(text, "car.toml")))
    line = text.split("\n").index("[axles.semi_trailing.hardpoints]") + 1
    assert f"car.toml:{line}: axles.semi_trailing.hardpoints\n" in outcome.stderr


SMALL_CAR = library_path("small_car").read_text("utf-8")
NO_CAR = {
    "a rear wheel without mass": ("wheel = { mass = 15.6", "# ", "axles.rear.bodies.wheel"),
    "a wheel below the road": ("[0, 635, 250.2]\nspring", "[0, 635, -250.2]\nspring", "axles.front.hardpoints"),
    "no body": (SMALL_CAR[SMALL_CAR.index("[body]") : SMALL_CAR.index("[steering]")], "", "body"),
}


@pytest.mark.parametrize("good, bad, where", NO_CAR.values(), ids=NO_CAR)
def test_a_car_that_cannot_run_is_not_called_ok(good, bad, where):
    """It was: its axles were checked, and that it could not drive was kept quiet."""
    text = SMALL_CAR.partition("[sources]")[0]
    assert good in text
    path = write(text.replace(good, bad, 1), "car.toml")
    for options in ((), ("--json",)):
        outcome = call("check", str(path), *options)
        assert outcome.exit_code == BAD_INPUT and where in outcome.stderr and "ok" not in outcome.stdout


@pytest.mark.parametrize("name", ["double_wishbone", "five_link", "macpherson", "semi_trailing_arm"])
def test_axles_that_are_no_car_are_checked_as_axles(name):
    assert not jounce.load(name).describes_car()
    assert call("check", name).exit_code == 0


def test_one_axle_with_body_and_tyre_is_no_car_yet():
    """Studies of an axle use the mass of the body and the stiffness of the tyre."""
    text = library_path("double_wishbone").read_text("utf-8")
    tyre = "[axles.front.tyre]\n"
    assert tyre in text and "[body]" in text
    path = write(re.sub(r"(?m)^stiffness = .*N/mm.*\n", "", text).replace(tyre, f'{tyre}file = "tyre_205_55_r16"\n'))
    outcome = call("check", str(path))
    assert outcome.exit_code == 0, outcome.stderr


PARTS = {
    "bodies.front_left.wheel.mass": "axles.front.bodies.wheel.mass",
    "bodies.rear_right.arm": "axles.rear.bodies.arm",
    "forces.rear_right.spring.law.slope": "axles.rear.spring.law.slope",
    "forces.front_left.spring": "axles.front.spring",
    "forces.front_left.spring.free_length": "axles.front.spring",
    "forces.front.anti_roll_bar.stiffness": "axles.front.anti_roll_bar.stiffness",
    "bodies.body.inertia": "body",
    "bodies.steering_wheel.inertia": "steering",
    "bodies.rack.mass": "steering.rack_mass",
    "joints.front_left.lower_ball_joint": "axles.front.hardpoints.lower_ball_joint",
    "joints.front_left.tie_rod_inner.axis": "axles.front.hardpoints",
    "bodies.column_1.inertia": "steering.column_inertia",
    "joints.steering.pinion.factors": "steering.rack_ratio",
    "bodies.front_left.shaft_1.mass": "half_shafts",
    "bodies.front_differential": "drive",
    "joints.body": "body",
    "forces.front_left.brake.torque": "brakes",
    "forces.front_left.brake.coordinate": "brakes",
    "forces.aerodynamics.area": "aero.area",
}


def test_parts_of_a_car_are_told_where_the_file_says_them_and_each_once():
    """By the formulas of their numbers; what is not a copy names its part as well."""
    model = jounce.load("small_car").car_model().model
    for part, place in PARTS.items():
        (problem,) = model.refusal([Problem(part, "is odd"), Problem(part, "is odd")]).problems
        assert problem.where == place and problem.what.endswith("is odd")
    mirrored = [Problem(f"bodies.front_{side}.wheel.mass", "is odd") for side in ("left", "right")]
    assert len(model.refusal(mirrored).problems) == 1


def test_every_part_of_a_car_has_a_place_in_its_file():
    """Whatever turns out to be wrong with a car when it is compiled, a line of its file can be told."""
    axles = ("double_wishbone", "macpherson", "five_link", "semi_trailing_arm", "swing_arm", "lumped_mass")
    models = [jounce.load(name).car_model().model for name in ("small_car", "small_car_electric", "hmmwv")]
    models += [car.axle_model(axle).model for car in map(jounce.load, axles) for axle in car.axles]
    for model in models:
        parts = [*model.bodies, *model.joints, *model.forces]
        problems = model.refusal([Problem(path_of_part_fields(part), "is odd") for part in parts]).problems
        nowhere = {"steering", "joints.rack_guide", "joints.rack_drive"}  # of defaults or without numbers: in no file
        assert {problem.where for problem in problems if not problem.line} <= nowhere | {"steering.rack_mass"}


def test_what_shows_only_when_parts_are_made_has_its_line():
    text = SMALL_CAR.replace('"550 N m/rad"', "1e308").replace("column_elements = 1", "column_elements = 3")
    outcome = call("check", str(write(text, "car.toml")))
    line = next(k for k, written in enumerate(text.split("\n"), 1) if written.startswith("column_stiffness"))
    assert outcome.exit_code == BAD_INPUT and f"car.toml:{line}: steering.column_stiffness\n" in outcome.stderr
    assert "steering.column_twist_1.stiffness: inf is not a finite number" in outcome.stderr


def test_a_vehicle_without_a_file_is_told_by_its_own_words_too():
    car = jounce.load("small_car").with_values({"steering.column_inertia": 0.0})
    error = refused(replace(car, style=FileStyle()))
    assert error.source == car.name and error.problems[0].where == "steering.column_inertia"
