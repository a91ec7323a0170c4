"""What is said where a live axle cannot be as it is described."""

from __future__ import annotations

from dataclasses import replace

import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.templates import TEMPLATES

POINTS = """
lower_link_inner = [0.45, 0.35, 0.255]
lower_link_outer = [0.01, 0.6, 0.225]
upper_link_inner = [0.355, 0.5, 0.45]
upper_link_outer = [-0.055, 0.475, 0.45]
wheel_centre = [0.0, 0.7, 0.3]
"""
PANHARD = "panhard_inner = [-0.1, -0.61, 0.32]\npanhard_outer = [-0.1, 0.61, 0.28]\n"
BUSHING = "[axles.rear.bushings.panhard_inner]\nstiffness = [1e6, 1e6, 1e6, 10, 10, 10]\n"


def text(template: str = "four_link_axle", points: str = POINTS, more: str = "") -> str:
    head = f'format = 1\nkind = "vehicle"\nname = "axle"\n[axles.rear]\ntemplate = "{template}"\n'
    return f"{head}[axles.rear.hardpoints]\n{points}\n[axles.rear.tyre]\nradius = 0.3\n{more}"


def problem_of(call) -> tuple[str, str]:
    with pytest.raises(ModelError) as caught:
        call()
    (problem,) = caught.value.problems
    return problem.where, f"{problem.what} | {problem.help}"


def test_a_fifth_rod_with_rigid_ends_is_refused_by_its_name():
    where, said = problem_of(lambda: jounce.load(text(points=POINTS + PANHARD)))
    assert where == "axles.rear.hardpoints.panhard_inner"
    assert "'panhard'" in said and "hold 5 of the 6 freedoms" in said and "leave it 1 of the 2" in said
    assert "[axles.rear.bushings.panhard_inner]" in said


def test_a_fifth_rod_on_a_bushing_is_fine_with_compliance_and_refused_without():
    car = jounce.load(text(points=POINTS + PANHARD, more=BUSHING))
    assert car.axle_model("rear", compliant=True).coupled
    where, said = problem_of(lambda: car.axle_model("rear"))
    assert where == "axles.rear.hardpoints.panhard_inner" and "compliance = true" in said
    where, said = problem_of(
        lambda: car.with_values({"axles.rear.hardpoints.panhard_inner.z": 0.33}).axle_model("rear")
    )
    assert where == "axles.rear.hardpoints.panhard_inner"


def test_a_template_that_does_not_count_its_rods_is_refused_on_its_rig_by_the_rank_of_its_constraints(monkeypatch):
    """As an own template would be: design and displaced poses say that a row holds nothing new."""
    monkeypatch.setitem(TEMPLATES, "own_axle", replace(TEMPLATES["four_link_axle"], guides=()))
    car = jounce.load(text("own_axle", POINTS + PANHARD))
    where, said = problem_of(lambda: jounce.run(car, "wheel-travel"))
    assert where == "axles.rear.hardpoints"
    for rod in ("rear_left.lower_link_outer", "rear_right.upper_link_outer", "rear.panhard_outer"):
        assert rod in said


def test_parallel_links_without_a_panhard_rod_leave_the_axle_loose():
    parallel = POINTS.replace("0.35, 0.255", "0.6, 0.255").replace("0.475, 0.45", "0.5, 0.45")
    where, said = problem_of(lambda: jounce.run(jounce.load(text(points=parallel)), "wheel-travel"))
    assert where == "axles.rear.hardpoints" and "1 freedom is left" in said


def test_a_point_in_the_middle_has_no_right_side():
    right = "[axles.rear.right.hardpoints]\npanhard_inner = [-0.1, 0.6, 0.32]\n"
    points = POINTS.replace("0.355, 0.5", "0.355, 0.0").replace("-0.055, 0.475", "-0.055, 0.0") + PANHARD
    where, said = problem_of(lambda: jounce.load(text("live_axle", points, right)))
    assert where == "axles.rear.right.hardpoints.panhard_inner"
    assert "both sides share" in said and "axles.rear.hardpoints.panhard_inner" in said
    where, said = problem_of(
        lambda: jounce.load(text("live_axle", points)).with_values({"axles.rear.right.hardpoints.panhard_inner.z": 0.3})
    )
    assert where == "axles.rear.right.hardpoints.panhard_inner.z"


@pytest.mark.parametrize("depth", ["tabulated", "functional", "functional-carcass", "roll"])
def test_depths_that_lead_each_wheel_by_its_own_travel_are_refused_by_the_axle(depth):
    where, said = problem_of(lambda: jounce.load("pickup").at_depth(depth).car_model())
    assert where == "axles.rear.template"
    assert "live_axle" in said and depth in said and "structural" in said and "single-track" in said
