"""Two axles on walking beams: loads by the arms of the beams, also on an uneven road, and what stays free."""

from __future__ import annotations

from functools import cache
from math import hypot

import pytest

import jounce
from campaigns import only_in_campaign
from jounce.simulation.prepare import prepare
from jounce.studies.driving.driving_start import start_parked

FRONT_ARM, REAR_ARM, PIVOT = 0.6, 0.8, -4.6  # m
MIDDLE, REAR = PIVOT + FRONT_ARM, PIVOT - REAR_ARM
AXLE, WHEEL = 400.0, 100.0  # kg
LIGHT = "{ mass = 0.01, inertia = [1e-3, 1e-3, 1e-3] }"
TYRE = """radius = 0.5
law = { type = "linear", radius = 0.52, stiffness = 1e6, slip_coefficient = 15, cornering_coefficient = 8 }
"""
SPRUNG = "[axles.rear.walking_beam]\nstiffness = 1.5e6\npreload = 4e4\ndamping = 4e4\n"
RIGID = "[axles.rear.walking_beam]\n"


def bogie_axle(name: str, x: float, points: str = "", bodies: str = "") -> str:
    """A live axle on level links along the car."""
    return f"""
[axles.{name}]
template = "a_frame_axle"
[axles.{name}.hardpoints]
lower_link_inner = [{x + 1.0}, 0.45, 0.5]
lower_link_outer = [{x}, 0.45, 0.5]
a_frame_pivot = [{x + 1.0}, 0.45, 0.9]
a_frame_ball = [{x}, 0, 0.9]
wheel_centre = [{x}, 0.9, 0.5]
{points}
[axles.{name}.bodies]
axle = {{ mass = {AXLE}, centre = [{x}, 0, 0.5], inertia = [150, 8, 150] }}
lower_link = {LIGHT}
a_frame = {LIGHT}
wheel = {{ mass = {WHEEL}, inertia = [10, 18, 10] }}
{bodies}
[axles.{name}.tyre]
{TYRE}
"""


def text(beams: str) -> str:
    """A front axle whose wheels move straight up, and a bogie; 40 kN on each pivot."""
    head = f"""
format = 1
kind = "vehicle"
name = "bogie"
[body]
mass = 12232
centre = [{PIVOT * 2 / 3}, 0, 1.2]
inertia = [4000, 30000, 30000]
[steering]
form = "ratio"
ratio = 20
[brakes]
torque = "60 kN m"
front_share = 0.3
[axles.front]
template = "lumped_mass"
steered = true
[axles.front.hardpoints]
wheel_centre = [0, 0.9, 0.5]
spring_top = [0, 0.6, 1.0]
spring_bottom = [0, 0.6, 0.6]
[axles.front.bodies]
hub = {{ mass = 200, inertia = [10, 10, 10] }}
wheel = {{ mass = {WHEEL}, inertia = [10, 18, 10] }}
[axles.front.spring]
law = 3e5
preload = 2e4
[axles.front.damper]
law = 2e4
[axles.front.tyre]
{TYRE}"""
    points = f"beam_pivot = [{PIVOT}, 0.5, 0.6]\nbeam_front = [{MIDDLE}, 0.5, 0.6]\nbeam_rear = [{REAR}, 0.5, 0.6]"
    bodies = f"walking_beam = {LIGHT}\n" + (f"saddle = {LIGHT}\n" if beams == SPRUNG else "")
    return head + bogie_axle("middle", MIDDLE) + bogie_axle("rear", REAR, points, bodies) + beams


@cache
def car(beams: str) -> jounce.Vehicle:
    return jounce.load(text(beams))  # type: ignore[return-value]


@pytest.mark.parametrize("beams", [SPRUNG, only_in_campaign(RIGID)], ids=["sprung", "rigid"])
@pytest.mark.parametrize("plank", [0.0, 0.04])
def test_axles_share_the_load_by_the_arms_of_their_beams(beams, plank, measured):
    """N_middle FRONT_ARM = N_rear REAR_ARM about the pivot, also where the middle axle stands on a plank of 40 mm: here
    its tyres are that much larger. Together both carry 40 kN.

    A beam that turns by b slides on axles that its links move along by their arcs: arms change by b^2/2 at most.
    """
    on_plank = car(beams).with_values({"axles.middle.tyre.law.radius": 0.52 + plank})
    seen = start_parked(on_plank.car_model("angle")).seen()
    turned = seen["rear_left.beam_pivot.angle"]
    assert abs(turned) > 0.5 * plank / (FRONT_ARM + REAR_ARM)
    middle, rear = (
        hypot(seen[f"rear_left.{end}.Fx"], seen[f"rear_left.{end}.Fz"]) for end in ("beam_front", "beam_rear")
    )
    limit = max(turned**2, 1e-4)
    measured("axle.walking beam, load by its arms", abs(middle * FRONT_ARM / (rear * REAR_ARM) - 1.0), limit)
    assert middle + rear == pytest.approx(4e4, rel=0.01)
    carried = seen["middle_left.tyre.Fz"] - (0.5 * AXLE + WHEEL) * 9.81
    assert carried == pytest.approx(middle, rel=5e-3)  # the links stand at an angle


@pytest.mark.parametrize(("beams", "left"), [(SPRUNG, 4), only_in_campaign((RIGID, 2))], ids=["sprung", "rigid"])
def test_a_bogie_has_a_count_of_its_own(beams, left):
    """By rank of the constraints, in the design position and in displaced ones: body 6, front travels 2, spins of all
    wheels 6, and what links, beams and ends leave the bogie: 4 + 2 - 4, and 2 more on springs."""
    rank = prepare(car(beams).car_model("angle").model, integrator=None).rank
    assert rank.mobility == 6 + 2 + 6 + left and not rank.redundant


def test_an_axle_of_a_bogie_goes_on_its_rig_by_itself():
    """Its links guide it as on any rig; nothing is said about springs, which it has not."""
    found = jounce.run(car(SPRUNG), "wheel-travel", axle="rear", travel=(-0.01, 0.01), points=3).metrics
    assert found["rear.roll_centre_height"].value == pytest.approx(0.9, abs=1e-9)  # of the A-frame's apex
    assert not [name for name in found if "wheel_rate" in name]


@pytest.mark.parametrize(
    ("old", "new", "where", "said"),
    [
        ("[axles.rear.walking_beam]", "[axles.front.walking_beam]", "axles.front.hardpoints.beam_pivot", "missing"),
        ("beam_front = ", "# beam_front = ", "axles.rear.hardpoints.beam_front", "missing"),
    ],
)
def test_what_is_no_bogie_is_said(old, new, where, said):
    with pytest.raises(jounce.ModelError) as caught:
        jounce.load(text(RIGID).replace(old, new))
    assert (where, True) in [(problem.where, said in problem.what) for problem in caught.value.problems]


def test_beams_between_axles_without_a_common_body_are_refused_when_the_car_drives():
    """The front axle has a lump for each wheel."""
    three = text(RIGID).replace("[axles.rear.walking_beam]", "[axles.middle.walking_beam]")
    points = "beam_pivot = [-2, 0.5, 0.6]\nbeam_front = [-1.5, 0.5, 0.6]\nbeam_rear = [-4, 0.5, 0.6]\n"
    moved = three.replace("[axles.middle.hardpoints]\n", f"[axles.middle.hardpoints]\n{points}")
    moved = moved.replace(f"walking_beam = {LIGHT}\n", "")
    with pytest.raises(jounce.ModelError) as caught:
        jounce.run(jounce.load(moved), "step-steer")
    said = [problem.what for problem in caught.value.problems if problem.where == "axles.middle.walking_beam"]
    assert said == ["axle 'front' (lumped_mass) has no body that both sides share"]
