"""A car with one mistake in its equipment is refused once, by path, with what would be right."""

from __future__ import annotations

import re

import pytest

import jounce
from jounce.errors import ModelError
from jounce.model.library import library_path

GOOD = library_path("small_car").read_text("utf-8")


def sensor(name: str = "seat", **keys: str) -> str:
    """A sensor ahead of the table [aero], with other keys."""
    good = {"body": '"body"', "point": "[0, 0, 0]", "direction": "[0, 0, 1]"}
    return "\n".join([f"[sensors.{name}]", *(f"{key} = {value}" for key, value in (good | keys).items()), "[aero]"])


SPRINGS = "\ncushion_stiffness = 75000\nmass = 12\nstiffness = 40000"
# (text of the good file, what stands there instead, path of the problem, words of the message)
IN_THE_FILE = [
    ("column_elements = 1", "column_elements = 1.5", "steering.column_elements", "1.5 elements"),
    ("column_elements = 1", "column_elements = -1", "steering.column_elements", "negative"),
    ('input = "angle"', 'input = "hand"', "steering.input", "one of: angle, torque"),
    ('layout = "differential"', 'layout = "engine"', "drive.layout", "one of: differential, motors"),
    ('axles = ["front"]', 'axles = ["frnt"]', "drive.axles", "Did you mean 'front'?"),
    ('differential = "open"', 'differential = "closed"', "drive.differential", "one of: open, limited slip, locked"),
    ("elements = 1\nstiffness", "elements = 500\nstiffness", "half_shafts.elements", "0 (rigid) to 50"),
    ('wheel_joint = "constant velocity"', 'wheel_joint = "cv"', "half_shafts.wheel_joint", "universal"),
    ("front_share = 0.789", "front_share = 78.9", "brakes.front_share", "a share from 0 to 1"),
    ('torque = "2732 N m"', 'torque = "2732 N"', "brakes.torque", "is not in N m"),
    ("drag = [0.36]", "drag = [0.36, 0, 0, 1]", "aero.drag", "one to three"),
    ("area = 1.75592", 'area = "-1 m^2"', "aero.area", "must be positive"),
    ('form = "torsion bar"', 'form = "rod"', "axles.front.anti_roll_bar.form", "linkage, t bar, flexible, torsion bar"),
    ("steered = true\nspinning_rods = true", "steered = true\nspinning_rods = 1", "axles.front.spinning_rods", "true"),
    ('file = "tyre_155_65_r13"', 'file = "tyre_155_65_r14"', "axles.front.tyre.file", "tyre_155_65_r13"),
    ("column_axis = [-0.866025403784, 0, 0.5]", "column_axis = [0, 0, 0]", "steering.column_axis", "is no direction"),
    ("bar_bearing = [200, 380, 185]", "bar_bearing = [200, 0, 185]", "axles.front.hardpoints.bar_bearing",
     "0 mm apart; the bar turns about the line through them"),
    ("bar_end = [-10, 475, 227.2]", "bar_end = [200, 475, 185]", "axles.front.hardpoints.bar_end", "on the axis"),
    ("bar_link = [-10, 475, 167.2]", "bar_link = [-115, 475, 248.3]", "axles.front.hardpoints.bar_end", "lever 0.000"),
    ("[aero]", "[areo]", "areo", "Did you mean 'aero'?"),
    ("damper_upper = {", "damper_uper = {", "axles.rear.bodies.damper_uper", "Did you mean 'damper_upper'?"),
    ("[0.3, 0.485, 0.3]", "[0.1, 0.485, 0.1]", "axles.front.bodies.wheel.inertia", "0.1 + 0.1 < 0.485"),
    ("[0.3, 0.485, 0.3]", "[300, 485, 300]", "axles.front.bodies.wheel.inertia", "gyration 5.389 m; at most 2"),
    ("[0.0030326, ", "[0.030326, ", "axles.rear.bodies.damper_upper.inertia", "no rigid body"),
    ("[0.0075499, ", "[0.075499, ", "axles.rear.bodies.damper_lower.inertia", "no rigid body"),
    ("[-864.897, 0, 577.007]", "[-864.897, 1e308, 577.007]", "body.centre", "away from the origin"),
    ("[-1100, 0, 0]", '["-1100 m", 0, 0]', "aero.point", "is 1100 m away from the origin"),
    ('"35.7 mm/rev"', "1e308", "steering.rack_ratio", "1e+308 m/rad is no travel of a rack"),
    ('"35.7 mm/rev"', '"35.7 m/rev"', "steering.rack_ratio", "1 to 1000 mm in one turn"),
    ("final_ratio = 4.071", "final_ratio = 1e308", "drive.final_ratio", "0.01 to 100"),
    ("-2200.125, 516.875, ", "-2200.125, 516875, ", "axles.rear.bodies.damper_upper.centre", "516.2 m"),
    ("[-2056.1, 501.49,", "[2056.1, 501.49,", "axles.rear.bodies.arm.centre", "from the wheel centre"),
    ("[0, 250, 800, 2000, 4800]", "[0, 250, 800, 1e308, 4800]", "axles.front.bump_stop.law.y", "1e+308 is beyond"),
    ("[aero]", sensor(bodi='"body"'), "sensors.seat.bodi", "Did you mean 'body'?"),
    ("[aero]", sensor(body='"boddy"'), "sensors.seat.body", "Did you mean 'body'?"),
    ("[aero]", sensor("vehicle"), "sensors.vehicle", "'vehicle' is taken by another part"),
    ("[aero]", sensor(relative_to='"body"'), "sensors.seat.relative_to", "sees its own points at rest"),
    ("[aero]", sensor(direction="[0, 0, 0]"), "sensors.seat.direction", "is no direction"),
    ("[aero]", sensor(point="[0, 0, 1e6]"), "sensors.seat.point", "1000 m away"),
    ("[aero]", sensor(type='"wheel"'), "sensors.seat.type", "types: vehicle_motion, body_motion"),
    ("[aero]", "[seat]\n[aero]", "seat.point", "missing"),
    ("[aero]", "[seat]\npoint = [0, 0, 1e6]\n[aero]", "seat.point", "1000 m away"),
    ("[aero]", "[seat]\npoint = [0, 0, 500]\ndriver_mass = 60\n[aero]", "seat",
     "driver_mass is given, and 'cushion_stiffness', 'mass', 'stiffness' missing"),
    ("[aero]", f"[seat]\npoint = [0, 0, 500]\ndriver_mass = 600{SPRINGS}\n[aero]", "seat.driver_mass",
     "612 kg of seat and driver in a car body that weighs 726.7 kg with them"),
    ("[aero]", f"[seat]\npoint = [0, 0, 500]\ndriver_mass = 60{SPRINGS.replace('12', '0')}\n[aero]", "seat.mass",
     "must be positive"),
    ("mass = 726.7", "mass = 0.7267", "body.inertia", "on 0.7267 kg: radius of gyration 35.11 m; at most 10 m"),
]  # fmt: skip
# found only when the car shall drive: a study of one axle needs less
IN_THE_CAR = [
    ("inertia = [197.46, 866.1, 895.6]\n", "", "body.inertia", "'inertia' is missing"),
    ("centre = [-864.897, 0, 577.007]\n", "", "body.centre", "'centre' is missing"),
    ('rack_ratio = "35.7 mm/rev"\n', "", "steering.rack_ratio", "mm/rev"),
    ('column_stiffness = "550 N m/rad"\n', "", "steering.column_stiffness", "rigid"),
    ('stiffness = "5363.95 N m/rad"\nright', "right", "half_shafts.stiffness", "rigid"),
    ('[axles.rear.spring]\nlaw = "28.5 N/mm"\npreload = "2140.59 N"\n', "", "axles.rear.spring", "would fall"),
    ("shaft_elements = 0", "shaft_elements = 2", "drive.shaft_stiffness", "rigid"),
    ("wheel = { mass = 15.6", "#", "axles.rear.bodies.wheel", "has no mass and inertia"),
    ('file = "tyre_155_65_r13"\n\n[axles.rear]', "\n[axles.rear]", "axles.front.tyre", "no law"),
    ("radius = 250.2", "radius = 350.2", "axles.front.hardpoints.wheel_centre", "from the road up"),
    ("[0, 635, 250.2], inertia", "[5, 635, 250.2], inertia", "axles.front.bodies.wheel.centre", "5 mm beside the spin"),
    ("knuckle = { mass = 11,", "knuckle = { mass = 11000,", "axles.front.bodies.knuckle.mass", "726.7 kg of the whole"),
    ("rack_mass = 2.2", "rack_mass = 2200", "steering.rack_mass", "2200 kg is not less than the 726.7 kg"),
    (
        "mass = 726.7\ncentre = [-864.897, 0, 577.007]\ninertia = [197.46, 866.1, 895.6]\nproducts = [0, 0, -3.9326]",
        "mass = 0.7267\ncentre = [-864.897, 0, 577.007]\ninertia = [0.19746, 0.64032, 0.67077]",
        "body.mass",
        "0.7267 kg is",
    ),
    ("wheel_mass = 2.2", "wheel_mass = 0", "steering.wheel_mass", "is zero, but"),
    ("wheel_inertia = 0.035", "wheel_inertia = 35", "steering.wheel_inertia", "35 kg m² on a steering wheel of 2.2 kg"),
    ("column_inertia = 0.0006", "column_inertia = 600", "steering.column_inertia", "600 kg m² on a steering wheel"),
    (
        "input_inertia = 0.185",
        "input_inertia = 185000",
        "drive.input_inertia",
        "185000 kg m² on a car body of 726.7 kg",
    ),
    (
        "differential_inertia = 0.006",
        "differential_inertia = 6000",
        "drive.differential_inertia",
        "takes 5998 kg m² out of it",
    ),
    (
        "[197.46, 866.1, 895.6]",
        "[197.46, 473.38, 670.77]",
        "body.inertia",
        "of shafts and engine are taken out",
    ),
    ("outer_joint_inertia = 0.0016", "outer_joint_inertia = 150", "half_shafts.outer_joint_inertia", "150 kg m² on a"),
]


def broken(good: str, bad: str) -> str:
    assert GOOD.count(good) >= 1, good
    return GOOD.replace(good, bad, 1)


def without_sources(text: str) -> str:
    """What no longer exists has no source either."""
    return text.partition("[sources]")[0]


@pytest.mark.parametrize(("good", "bad", "where", "words"), IN_THE_FILE, ids=[case[2] for case in IN_THE_FILE])
def test_a_mistake_in_the_file_is_told_where_it_stands(good, bad, where, words):
    with pytest.raises(ModelError) as refused:
        jounce.load(without_sources(broken(good, bad)))
    (problem,) = refused.value.problems
    assert problem.where == where and words in f"{problem.what}; {problem.help}"
    assert problem.line


@pytest.mark.parametrize(("good", "bad", "where", "words"), IN_THE_CAR, ids=[case[2] for case in IN_THE_CAR])
def test_what_a_driving_car_lacks_is_told_when_it_shall_drive(good, bad, where, words):
    vehicle = jounce.load(without_sources(broken(good, bad)))
    with pytest.raises(ModelError) as refused:
        jounce.prepare(vehicle)
    (problem,) = refused.value.problems
    assert problem.where == where and words in f"{problem.what} {problem.help}"
    assert problem.line


def test_all_that_is_missing_is_told_at_once():
    with pytest.raises(ModelError) as refused:
        jounce.simulate(jounce.load("five_link"), duration=1.0, integrator="rk4")
    assert {p.where for p in refused.value.problems} >= {"body", "axles", "axles.front.tyre", "steering.rack_ratio"}


def test_half_shafts_without_a_drive_join_nothing():
    text = re.sub(r"\[drive\].*?\n\n", "", without_sources(GOOD), flags=re.DOTALL)
    with pytest.raises(ModelError, match=r"there is no \[drive\]"):
        jounce.load(text)


def test_a_bar_without_links_needs_arms_on_hinges():
    text = without_sources(GOOD).replace('form = "torsion bar"', 'form = "torsion bar"\nbody = "knuckle"', 1)
    with pytest.raises(ModelError, match="does not turn on one hinge"):
        jounce.load(text)


def test_mistakes_of_a_body_and_of_the_equipment_are_told_together():
    text = broken("[0.3, 0.485, 0.3]", "[0.1, 0.485, 0.1]").replace("front_share = 0.789", "front_share = 1.789")
    with pytest.raises(ModelError) as refused:
        jounce.load(text)
    assert [p.where for p in refused.value.problems] == ["brakes.front_share", "axles.front.bodies.wheel.inertia"]


def test_a_wheel_of_no_possible_inertia_is_refused_also_when_it_is_set_or_only_its_axle_is_there():
    """A rig has no wheel that turns: its numbers are checked all the same."""
    with pytest.raises(ModelError, match=r"axles\.front\.bodies\.wheel\.inertia"):
        jounce.load("small_car").with_values({"axles.front.bodies.wheel.inertia.y": 5.0})
    axle = library_path("five_link").read_text("utf-8").partition("[sources]")[0]
    with pytest.raises(ModelError, match=r"axles\.front\.bodies\.wheel\.inertia"):
        jounce.load(axle + "\n[axles.front.bodies.wheel]\nmass = 20\ninertia = [0.1, 0.9, 0.1]\n")
