"""A vehicle file with one mistake is refused once, where it stands, with what would be right.

Each case changes one text of a good file; the message must point to the changed line, or to the heading of the
table that lacks something.
"""

from __future__ import annotations

import re

import pytest

from jounce.errors import ModelError
from jounce.model import load
from jounce.model.assemblies.registry import RECORDS
from jounce.model.library import library_path
from jounce.studies.kinematics.car_data import figures_of_car_data

GOOD = """format = 1
kind = "vehicle"
name = "car"
units = { length = "mm" }
[body]
mass = 1400
inertia = [500, 2200, 2400]
[steering]
rack_mass = 3
[axles.front]
template = "double_wishbone"
steered = true
[axles.front.hardpoints]
lower_arm_front = [140, 380, 215]
lower_arm_rear = [-220, 380, 220]
lower_ball_joint = [10, 700, 195]
upper_arm_front = [100, 450, 520]
upper_arm_rear = [-140, 450, 510]
upper_ball_joint = [-20, 660, 550]
tie_rod_inner = [-120, 400, 260]
tie_rod_outer = [-130, 690, 255]
wheel_centre = [0, 750, 310]
spring_top = [0, 480, 650]
spring_bottom = [0, 600, 215]
[axles.front.right.hardpoints]
spring_top = [5, -480, 650]
[axles.front.bodies.knuckle]
mass = 14
inertia = [0.170, 0.130, 0.090]
[axles.front.spring]
law = "50 N/mm"
free_length = 560
[axles.front.damper]
law = { type = "points", x = [-1, 0, 1], y = [-3000, 0, 3000] }
[axles.front.bump_stop]
law = "200 N/mm"
clearance = 30
[axles.front.tyre]
radius = 310
[axles.rear]
template = "semi_trailing_arm"
[axles.rear.hardpoints]
pivot_inner = [-2300, 240, 260]
pivot_outer = [-2300, 540, 260]
wheel_centre = [-2700, 700, 310]
[axles.rear.tyre]
radius = 310
[sources]
"axles.rear" = { source = "guessed" }
"""
H = "axles.front.hardpoints"
# what is replaced, by what, where the message points, what it says
CASES = {
    "template unknown": ('"double_wishbone"', '"double_wishbones"', "axles.front.template", "mean 'double_wishbone'"),
    "template missing": ('template = "double_wishbone"\n', "", "axles.front.template", "is missing"),
    "steered as a number": ("steered = true", "steered = 1", "axles.front.steered", "1"),
    "a trailing arm steered": ('arm"\n', 'arm"\nsteered = true\n', "axles.rear.steered", "has no tie rod"),
    "hardpoint missing": ("upper_ball_joint = [-20, 660, 550]\n", "", f"{H}.upper_ball_joint", "is missing"),
    "hardpoint misspelt": ("spring_top = [0, ", "spring_tip = [0, ", f"{H}.spring_tip", "mean 'spring_top'"),
    "hardpoint of two": ("[10, 700, 195]", "[10, 700]", f"{H}.lower_ball_joint", "has 2 entries"),
    "hardpoint not a number": ("[10, 700, 195]", "[10, nan, 195]", f"{H}.lower_ball_joint.y", "nan is not a finite"),
    "hardpoint too large": ("[10, 700, 195]", "[10, 1e400, 195]", f"{H}.lower_ball_joint.y", "inf is not a finite"),
    "hardpoint in newtons": ("[10, 700, 195]", '[10, "7 N", 195]', f"{H}.lower_ball_joint.y", "'7 N' is not in m"),
    "a point in metres": ("[10, 700, 195]", '[10, "700 m", 195]', f"{H}.lower_ball_joint", "700 m away"),
    "arm without hinge": ("[-220, 380, 220]", "[140, 380, 215]", f"{H}.lower_arm_rear", "are 0 mm apart"),
    "arm without length": ("[10, 700, 195]", "[-40, 380, 217.5]", f"{H}.lower_ball_joint", "lies on the line through"),
    "tie rod without length": ("[-130, 690, 255]", "[-120, 400, 260]", f"{H}.tie_rod_outer", "are 0 mm apart"),
    "tie rod without lever": ("[-130, 690, 255]", "[-5, 680, 372.5]", f"{H}.tie_rod_outer", "lies on the line through"),
    "ball joints in one": ("[-20, 660, 550]", "[10, 700, 195]", f"{H}.upper_ball_joint", "are 0 mm apart"),
    "left wheel on the right": ("[0, 750, 310]", "[0, -750, 310]", f"{H}.wheel_centre", "is not on the left"),
    "right point on the left": ("-480, 650", "480, 650", "axles.front.right.hardpoints.spring_top", "on the left side"),
    "right point far off": (
        "-480, 650",
        "-480, 950",
        "axles.front.right.hardpoints.spring_top",
        "300 mm away from the",
    ),
    "steering axis lies": ("[-20, 660, 550]", "[-20, 260, 250]", f"{H}.upper_ball_joint", "leans by 82.9 deg"),
    "ball joints swapped": ("[-20, 660, 550]", "[-20, 660, -150]", f"{H}.upper_ball_joint", "leans by 172 deg"),
    "right side with a body": (
        "front.right.hardpoints]",
        "front.right.bodies]",
        "axles.front.right.bodies",
        "not known",
    ),
    "body of another layout": ("front.bodies.knuckle", "front.bodies.strut", "axles.front.bodies.strut", "no body"),
    "mass negative": ("mass = 14\n", "mass = -14\n", "axles.front.bodies.knuckle.mass", "negative"),
    "inertia impossible": ("[0.170,", "[1.170,", "axles.front.bodies.knuckle.inertia", "no rigid body"),
    "inertia of the car": ("[500, ", "[5, ", "body.inertia", "no rigid body"),
    "spring without length": ("free_length = 560\n", "", "axles.front.spring", "neither free_length nor preload"),
    "spring told twice": ("560\n", '560\npreload = "5 kN"\n', "axles.front.spring", "free_length and preload"),
    "spring rate in newtons": ('"50 N/mm"', '"50 N"', "axles.front.spring.law", "is not in N/m"),
    "spring that pushes away": ('"50 N/mm"', '"-50 N/mm"', "axles.front.spring.law.slope", "-50000 is negative"),
    "spring soft the wrong way": (
        '"50 N/mm"',
        '{ type = "bilinear", compression = -1000, extension = 5 }',
        "axles.front.spring.law.compression",
        "-1000 is negative",
    ),
    "spring that saturates away": (
        '"50 N/mm"',
        '{ type = "tanh", k1 = -4000, k2 = 8 }',
        "axles.front.spring.law.k1",
        "k1 k2 = -32000 is negative",
    ),
    "damper that drives": (
        "[-3000, 0, 3000]",
        "[3000, 0, -3000]",
        "axles.front.damper.law.y",
        "falls from 3000 to -3000",
    ),
    "stop that draws": ('"200 N/mm"', '"-200 N/mm"', "axles.front.bump_stop.law.slope", "-200000 is negative"),
    "spring with one end": ("[0, 600, 215]", "[0, 480, 650]", f"{H}.spring_bottom", "are 0 mm apart"),
    "spring squeezed to nothing": (
        "= 560\n",
        "= 5600\n",
        "axles.front.spring.free_length",
        "would be 5.6 m, and it is 0.4512",
    ),
    "stop out of reach": (
        "clearance = 30\n",
        "clearance = 3000\n",
        "axles.front.bump_stop.clearance",
        "3 m is more than",
    ),
    "point far from the wheel": (
        "[10, 700, 195]",
        "[10, 700, -4950]",
        f"{H}.lower_ball_joint",
        "5.26 m away from the wheel",
    ),
    "spring on a wrong body": ("= 560\n", '= 560\nbody = "arm"\n', "axles.front.spring.body", "no body 'arm'"),
    "damper curve not rising": ("[-1, 0, 1]", "[-1, 1, 0]", "axles.front.damper.law.x.2", "does not rise"),
    "stop that pulls": ('"200 N/mm"', '{ type = "tanh", k1 = 1, k2 = 1 }', "axles.front.bump_stop.law", "only pushes"),
    "element unknown": ("[axles.front.damper]", "[axles.front.dumper]", "axles.front.dumper", "mean 'damper'"),
    "tyre without radius": ("[axles.front.tyre]\nradius = 310\n", "", "axles.front.tyre.radius", "is missing"),
    "steering key": ("rack_mass = 3", "rack_ration = 16", "steering.rack_ration", "mean 'rack_ratio'"),
    "section unknown": ("[body]\n", "[wheels]\n", "wheels", "not known here"),
    "source of nothing": ('"axles.rear"', '"axles.reer"', "sources.axles.reer", "there is no 'axles.reer'"),
}
# where the message points to a table, not to the changed line
HEADING = {
    "template missing": "[axles.front]",
    "hardpoint missing": "[axles.front.hardpoints]",
    "spring without length": "[axles.front.spring]",
    "spring told twice": "[axles.front.spring]",
    "tyre without radius": "[axles.front]",
}


def refused(text: str) -> ModelError:
    with pytest.raises(ModelError) as refusal:
        load(text)
    return refusal.value


def test_the_good_file_is_good():
    assert set(load(GOOD).axles) == {"front", "rear"}


@pytest.mark.parametrize("case", CASES)
def test_one_mistake_gives_one_message_where_it_stands(case):
    old, new, where, what = CASES[case]
    assert GOOD.count(old) == 1
    text = GOOD.replace(old, new)
    (problem,) = refused(text).problems
    assert problem.where == where
    assert what in problem.what
    assert problem.help
    # the last line of what was put in, or the heading above it
    end = GOOD.index(old) + len(new.rstrip("\n"))
    place = text.index(HEADING[case]) if case in HEADING else end
    assert problem.line == text.count("\n", 0, place) + 1


WRONG_LINES = {  # a number that no rule of its own allows: the car, its heading, the line, the path of the problem
    "gears that drive": ("sedan", "gearbox", "efficiency = -0.93", "gearbox.efficiency"),
    "differential that drives": (
        "sedan",
        "drive",
        'differential_viscosity = "-1 N m s/rad"',
        "drive.differential_viscosity",
    ),
    "brakes that push": ("sedan", "brakes", 'pressure = "-1 bar"', "brakes.pressure"),
    "body without weight": ("golf1", "body", "mass = -1", "body.mass"),
}


def with_line(text: str, heading: str, line: str) -> str:
    """The text with a line in the place of that key, or as the first one below the heading."""
    above, name, table = text.partition(f"\n[{heading}]")
    first, _, rest = table.partition("\n")
    own, bracket, behind = rest.partition("\n[")
    kept = [row for row in own.split("\n") if not row.startswith(line.partition(" =")[0] + " ")]
    return f"{above}{name}{first}\n{line}\n" + "\n".join(kept) + bracket + behind


@pytest.mark.parametrize("case", WRONG_LINES)
def test_a_table_that_cannot_be_read_is_there_all_the_same(case):
    """No other table misses it, and its sources are not told to vouch for nothing."""
    car, heading, line, where = WRONG_LINES[case]
    text = with_line(library_path(car).read_text("utf-8"), heading, line)
    assert [problem.where for problem in refused(text).problems] == [where]


@pytest.mark.parametrize("car", ["sedan", "large_sedan", "small_car_electric"])
def test_an_unknown_key_is_one_problem_in_every_table_of_a_car(car):
    text = library_path(car).read_text("utf-8")
    headings = [word for word in ("body", *RECORDS) if f"\n[{word}]" in text]
    assert len(headings) > 4
    for word in headings:
        problems = refused(with_line(text, word, "nonsense = 1")).problems
        assert [problem.where for problem in problems] == [f"{word}.nonsense"]


def test_a_file_without_axles_is_refused():
    (problem,) = refused('format = 1\nkind = "vehicle"\nname = "car"\n').problems
    assert (problem.where, problem.what) == ("axles", "there is no axle")


def test_two_statements_of_the_spin_axis_are_refused():
    both = 'spindle = [-2700, 500, 310]\n[axles.rear.alignment]\ncamber = "1 deg"\n'
    text = GOOD.replace("[axles.rear.tyre]", f"{both}[axles.rear.tyre]")
    (problem,) = refused(text).problems
    assert problem.where == "axles.rear.alignment" and "spindle" in problem.what


def test_a_spindle_outboard_of_the_wheel_is_refused():
    text = GOOD.replace("[axles.rear.tyre]", "spindle = [-2700, 900, 310]\n[axles.rear.tyre]")
    (problem,) = refused(text).problems
    assert problem.where == "axles.rear.hardpoints.spindle" and "outward" in problem.what


def test_metres_read_as_millimetres_and_the_reverse_are_told_apart():
    """Points in millimetres without a header are hundreds of metres away; metres under one are too close."""
    without = refused(GOOD.replace('units = { length = "mm" }\n', "")).problems
    points = [p for p in without if "hardpoints" in p.where]
    assert all("away from the origin" in p.what and "length" in p.help for p in points)
    assert {p.where.rpartition(".")[2] for p in without if p not in points} == {"radius"}
    metres = re.sub(r"\[(-?\d+), (-?\d+), (\d+)\]", lambda m: str([int(v) / 1e6 for v in m.groups()]), GOOD)
    assert all("apart" in p.what for p in refused(metres).problems if "hardpoints" in p.where)


def test_mistakes_in_two_axles_are_all_listed_in_the_order_of_the_file():
    text = GOOD.replace("[10, 700, 195]", "[10, nan, 195]").replace("[-2300, 540, 260]", "[-2300, 240, 260]")
    text = text.replace("[axles.front.damper]", "[axles.front.dumper]")
    problems = refused(text).problems
    assert [p.where for p in problems] == [
        "axles.front.hardpoints.lower_ball_joint.y",
        "axles.front.dumper",
        "axles.rear.hardpoints.pivot_outer",
    ]
    assert [p.line for p in problems] == sorted(p.line for p in problems)


def test_a_right_point_is_refused_far_from_the_mirror_image_also_when_it_is_set():
    with pytest.raises(ModelError, match="500 mm away from the mirror image of the left one"):
        load(GOOD).with_values({"axles.front.right.hardpoints.spring_top": "[0, -480, 1150] mm"})
    near = load(GOOD).with_values({"axles.front.right.hardpoints.spring_top": "[0, -480, 660] mm"})
    assert near.axles["front"].differences() == pytest.approx({"spring_top": 0.01})


def test_axles_that_are_not_told_from_front_to_rear_are_refused():
    (problem,) = refused(GOOD.replace("[-2300", "[3100").replace("[-2700", "[2700")).problems
    assert problem.where == "axles.rear" and "2.7 m ahead of 'front'" in problem.what


def test_two_axles_in_one_place_are_a_choice_without_a_wheelbase():
    car = load(
        GOOD.replace("[-2300", "[400")
        .replace("[-2700", "[0")
        .replace("mass = 1400", "mass = 1400\ncentre = [0, 0, 500]")
    )
    assert "wheelbase" not in figures_of_car_data(car, "front") and "sprung_mass" not in figures_of_car_data(
        car, "front"
    )
