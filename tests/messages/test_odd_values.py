"""Values and words at the edge of sense are answered in words of the model, and never by a warning of NumPy."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest
from click.testing import CliRunner
from one_joint import HEAD, one_joint

import jounce
from jounce.cli import main
from jounce.errors import BAD_INPUT, NUMERICAL_FAILURE, ModelError

ARM = HEAD.format("arm") + one_joint("arm", "pin", "revolute", "[0, 1, 0]", centre="[0.5, 0, 0]")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*words: str):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return CliRunner().invoke(main, words)


def write(text: str) -> str:
    Path("arm.toml").write_text(text, "utf-8")
    return "arm.toml"


def problems(text: str):
    with pytest.raises(ModelError) as refusal:
        jounce.load(text)
    return refusal.value.problems


@pytest.mark.parametrize("axis", [(0, 1, 0), (0, 0, 2), (3, 0, 0), (1, 2, -3)])
def test_parallel_axes_of_a_universal_joint_get_an_axis_that_would_do(axis):
    """Printed with six digits, so a right angle to a millionth."""
    text = ARM.replace("revolute", "universal").replace("axis = [0, 1, 0]", f"axis = {list(axis)}")
    (problem,) = problems(text + f"child_axis = {[2 * a for a in axis]}\n")
    right = [float(a) for a in problem.help.split("[")[1].rstrip("]").split(",")]
    assert sum(a * a for a in right) > 0.1
    assert sum(a * b for a, b in zip(axis, right, strict=True)) == pytest.approx(0, abs=1e-5)
    assert jounce.load(text + f"child_axis = {right}\n").joints


def test_only_bodies_are_listed_as_bodies():
    sensor = '[sensors.probe]\nbody = "leg"\npoint = [0, 0, 0]\ndirection = [1, 0, 0]\naxes = "car"\n'
    body, axes = problems(ARM + "[bodies.half]\nmass = -1\n" + sensor)[-2:]
    assert body.where == "sensors.probe.body" and body.help == "bodies: ground, arm, half"
    assert axes.where == "sensors.probe.axes"


@pytest.mark.parametrize(
    "model, path",
    [
        ("pendulum", "joints.hinge.type"),
        ("pendulum", "joints.hinge.parent"),
        ("small_car", "axles.front.template"),
        ("small_car", "axles.front.steered"),
        ("small_car", "steering.input"),
        ("small_car", "axles.front.damper.law.type"),
    ],
)
def test_a_word_cannot_be_set_for_it_is_structure(model, path):
    with pytest.raises(ModelError) as refusal:
        jounce.load(model).with_values({path: "prismatic"})
    (problem,) = refusal.value.problems
    assert problem.where == path and problem.what == "is structure, not a number" and "file" in problem.help


@pytest.mark.parametrize(
    "text, words, code",
    [
        (ARM.replace("mass = 1", "mass = 1e-320"), (), NUMERICAL_FAILURE),
        (ARM, ("--start-rate", "pin.angle=1e300 rad/s"), NUMERICAL_FAILURE),
        (ARM, ("--start", "pin.angle=1e300 rad"), BAD_INPUT),
        (ARM.replace("mass = 1", "mass = 1e308").replace("[0.5,", "[50,"), (), BAD_INPUT),
    ],
    ids=["no mass", "fast", "far", "heavy"],
)
def test_numbers_at_the_ends_of_floats_end_in_a_message_not_in_a_warning(text, words, code):
    outcome = call("run", write(text), *words)
    assert outcome.exit_code == code and isinstance(outcome.exception, SystemExit)
    assert "not finite" in outcome.stderr or "no longer finite" in outcome.stderr
    assert "Warning" not in outcome.stderr and "0 problems" not in outcome.stderr


def test_a_start_too_far_away_for_a_loop_is_refused_before_the_walk():
    outcome = call("run", "four_bar", "--start", "A.angle=1e300 rad")
    assert outcome.exit_code == BAD_INPUT and "start A.angle\n    1e+300 is too far away" in outcome.stderr


SHAFT = """[bodies.wheel]
mass = 1
inertia = [1, 1, 1]
centre = [1, 0, 0]
[joints.joint]
type = "TYPE"
parent = "arm"
child = "wheel"
point = [1, 0, 0]
axis = [0, 1, 0]
child_axis = [0, 0, 1]
"""
AT_THE_ENDS = {
    "a mass next to nothing": (ARM.replace("mass = 1", "mass = 5e-324\ninertia = [1, 1, 1]"), "bodies.arm.inertia", 6),
    "a cross beyond all": (ARM + SHAFT.replace("TYPE", "universal").replace("[0, 1", "[0, 1e200"), "joints.joint", 22),
    "a shaft beyond all": (
        ARM + SHAFT.replace("TYPE", "shaft_joint").replace("[0, 1", "[0, 1e200"),
        "joints.joint",
        22,
    ),
    "a spring beyond all": (
        ARM + '[forces.s]\ntype = "torsion_spring"\ncoordinate = "pin.angle"\n'
        'law = { type = "points", x = [0, 1, 2, 3], y = [0, 1, 1e308, 2] }\n',
        "forces.s.law.y",
        16,
    ),
    "a far rotor": (ARM.replace("[0.5, 0, 0]", "[1e308, 1e308, 0]\naxisymmetric = true"), "bodies.arm.centre", 6),
}


@pytest.mark.parametrize("text, where, line", AT_THE_ENDS.values(), ids=AT_THE_ENDS)
def test_numbers_at_the_ends_of_floats_are_refused_by_their_line_without_a_warning(text, where, line):
    outcome = call("check", write(text))
    assert outcome.exit_code == BAD_INPUT, outcome.exception
    assert f"arm.toml:{line}: {where}" in outcome.stderr and "inf" not in outcome.stderr
