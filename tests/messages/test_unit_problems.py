"""What is said where units and hitches do not make one vehicle."""

from __future__ import annotations

import re

import pytest

import jounce
from jounce.errors import ModelError
from published.planar_combination import planar_text
from published.test_planar_units import CAR_AND_TRAILER

TEXT = planar_text(**CAR_AND_TRAILER)
HITCH = 'parent = "car"\nchild = "trailer"'
SECOND = '\n[hitches.second]\nkind = "ball"\nparent = "{}"\nchild = "{}"\npoint = [-5, 0, 0]\n'
DOLLY = re.sub(r"units\.trailer", "units.dolly", TEXT[TEXT.index("[units.trailer]") : TEXT.index("[hitches")])
TWO_TRAILERS = TEXT.replace("[hitches.hitch]", f"{DOLLY}\n[hitches.hitch]")

CASES = {
    "no such unit": (TEXT.replace('"trailer"\npoint', '"trailr"\npoint'), "hitches.hitch.child", "Did you mean"),
    "no hitch": (TEXT[: TEXT.index("[hitches")], "units.trailer", "no hitch pulls it"),
    "two hitches": (TEXT + SECOND.format("car", "trailer"), "units.trailer", "2 hitches pull it"),
    "a loop": (TEXT + SECOND.format("trailer", "car"), "hitches.second", "car on trailer on car"),
    "a loop of trailers": (
        TWO_TRAILERS.replace(HITCH, 'parent = "dolly"\nchild = "trailer"') + SECOND.format("trailer", "dolly"),
        "hitches.hitch",
        "trailer on dolly on trailer",
    ),
    "the wrong order": (
        TWO_TRAILERS.replace(HITCH, 'parent = "dolly"\nchild = "trailer"') + SECOND.format("car", "dolly"),
        "hitches.hitch.child",
        "comes before 'dolly'",
    ),
    "no wheels": (
        TEXT[: TEXT.index("[units.trailer.axles.axle]")] + TEXT[TEXT.index("[hitches") :],
        "units.trailer.axles",
        "there is no axle",
    ),
    "no such kind of unit": (TEXT.replace('"trailer"\nplace', '"trailr"\nplace'), "units.trailer.kind", "'trailer'?"),
    "no such kind of hitch": (TEXT.replace('"ball"', '"bal"'), "hitches.hitch.kind", "'ball'?"),
    "a name that is taken": (
        TEXT.replace("units.trailer", "units.front").replace('child = "trailer"', 'child = "front"'),
        "units.front",
        "name of something else",
    ),
    "what only a car has": (
        TEXT.replace("[units.trailer.body]", "[units.trailer.steering]\nrack_mass = 2\n[units.trailer.body]"),
        "units.trailer.steering",
        "only the first unit",
    ),
    "no such file": (
        TEXT.replace('kind = "trailer"\nplace', 'file = "no_such_trailer"\nplace'),
        "units.trailer.file",
        "no model of this name",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_one_clear_message_says_why_units_are_no_vehicle(case):
    text, where, said = CASES[case]
    with pytest.raises(ModelError) as caught:
        jounce.load(text)
    (problem,) = caught.value.problems
    assert problem.where.endswith(where)
    assert said in f"{problem.what} {problem.help}"


@pytest.mark.parametrize(("study", "where"), [("step-steer", "kind"), ("acceleration", "kind")])
def test_a_trailer_says_what_it_cannot_do_alone(study, where):
    caravan = jounce.load("caravan")
    with pytest.raises(ModelError) as caught:
        jounce.run(caravan, study)
    (problem,) = caught.value.problems
    assert problem.where.endswith(where) and "a trailer does not drive by itself" in problem.what


def test_depths_that_are_derived_of_a_car_alone_refuse_a_combination():
    whole = jounce.load("car_with_caravan")
    for depth in ("tabulated", "functional", "roll", "single-track"):
        with pytest.raises(ModelError, match="derived of a car alone"):
            whole.at_depth(depth).car_model()
