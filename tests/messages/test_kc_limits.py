"""What a K&C user gets wrong: ranges beyond lock-up, units that slipped, points of the other wheel."""

from __future__ import annotations

import re

import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.library import library_path


@pytest.mark.parametrize("mode, joint", [("parallel", "upper_ball_joint"), ("rack", "tie_rod_outer")])
def test_a_range_that_lies_beyond_lock_up_is_refused_with_the_limit_and_what_holds_it(mode, joint):
    car = jounce.load("double_wishbone")
    with pytest.raises(ModelError, match=joint) as refusal:
        jounce.run(car, "wheel-travel", axle="front", mode=mode, travel=("300 mm", "400 mm"))
    assert "locks at" in str(refusal.value)


@pytest.mark.parametrize(
    "path, value", [("tyre.radius", 310), ("tyre.radius", "3.1 mm"), ("alignment.camber", -0.5), ("alignment.toe", 1.0)]
)
def test_numbers_whose_unit_slipped_are_refused_where_they_are_set(path, value):
    with pytest.raises(ModelError, match=re.escape(f"axles.front.{path}")):
        jounce.load("double_wishbone").with_values({f"axles.front.{path}": value})


def on_the_other_side(text: str) -> str:
    """The file with every y of points and centres negated."""
    flipped = re.sub(r"\[(-?[\d.]+), (-?[\d.]+), (-?[\d.]+)\]", lambda m: f"[{m[1]}, {-float(m[2])}, {m[3]}]", text)
    assert flipped != text
    return flipped


def test_points_of_the_right_wheel_in_iso_axes_are_refused_with_the_hint_at_other_tools():
    text = on_the_other_side(library_path("double_wishbone").read_text())
    with pytest.raises(ModelError, match="x rearward"):
        jounce.load(text)


@pytest.mark.parametrize(
    ("path", "point"), [("tie_rod_inner", "[-600, 690, 255] mm"), ("lower_ball_joint", "[10, 381, 217] mm")]
)
def test_an_axle_that_locks_before_the_first_of_its_points_keeps_the_design_position(path, point):
    nearly_locked = jounce.load("double_wishbone").with_values({f"axles.front.hardpoints.{path}": point})
    kc = jounce.run(nearly_locked, "wheel-travel", travel=("-20 mm", "20 mm"), points=5)
    assert "locks at" in kc.metadata["status"]
    assert 0.0 in kc["travel"] and kc["travel"].size < 5
