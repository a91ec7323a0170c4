"""Courses from the width of a car, and which cones a given motion hits: numbers that can be worked out by hand."""

import math

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.model import load
from jounce.model.assemblies.size.data import CarOutline, car_outline
from jounce.studies.courses.cone_hits import Poses, cones_hit, lane_clearance
from jounce.studies.courses.driving_line import centre_line
from jounce.studies.courses.iso_3888 import iso_3888_1, iso_3888_2

RADIUS = 0.145
OUTLINE = CarOutline(0.7, -3.0, 1.6, ())


def shifts(course):
    first, second, third = (lane.middle for lane in course.lanes)
    return second - first, second - third


@pytest.mark.parametrize(
    ("reading", "shift"),
    [("edge", 3.5805), ("centre", 3.5), ("near-edge", 4.591)],  # 3.5 + 0.05 w; 3.5; 3.5 + (1.2 w + 0.25)/2; w = 1.61
)
def test_the_double_lane_change_has_three_readings_of_its_offset(reading, shift):
    course = iso_3888_1(1.61, reading, RADIUS)
    assert shifts(course)[0] == pytest.approx(shift)
    assert course.length == 125.0
    first, second, third = course.lanes
    assert (first.begin, first.end, second.begin, second.end, third.begin, third.end) == (0, 15, 45, 70, 95, 125)


def test_widths_of_lanes_follow_the_width_of_the_car():
    """Published example of a car of 1.508 m: 1.9088, 2.0596 and 2.2104 m; part 2: 1.9088, 2.508 and 3 m."""
    first = iso_3888_1(1.508, "edge", RADIUS)
    assert [lane.width for lane in first.lanes] == pytest.approx([1.9088, 2.0596, 2.2104])
    second = iso_3888_2(1.508, RADIUS)
    assert [lane.width for lane in second.lanes] == pytest.approx([1.9088, 2.508, 3.0])
    assert second.length == 61.0


def test_obstacle_avoidance_shifts_a_car_of_1_8_m_as_published():
    assert shifts(iso_3888_2(1.8, RADIUS)) == pytest.approx((3.515, 3.90))


def test_cones_touch_the_limits_of_their_lanes_from_outside():
    course = iso_3888_2(1.8, RADIUS)
    lanes = {lane.name: lane for lane in course.lanes}
    for cone in course.cones:
        lane = lanes[cone.name.partition(",")[0]]
        assert min(abs(cone.y - lane.left - RADIUS), abs(cone.y - lane.right + RADIUS)) < 1e-12
        assert lane.begin <= cone.x <= lane.end


def straight(y, yaw=0.0, until=140.0):
    x = np.linspace(-10.0, until, 400)
    return Poses(x / 25.0, x, np.full_like(x, y), np.full_like(x, yaw))


def test_a_car_that_goes_straight_on_hits_nothing_in_lane_1_and_the_right_limit_of_lane_2():
    course = iso_3888_1(1.6, "edge", RADIUS)
    hits = cones_hit(course, OUTLINE, straight(0.0, until=40.0))
    assert hits == []
    nearest = lane_clearance(course, OUTLINE, straight(0.0, until=40.0))
    assert nearest.least == pytest.approx(0.5 * (1.1 * 1.6 + 0.25 - 1.6))
    nearest = lane_clearance(course, OUTLINE, straight(0.0))
    # the right side of the car is 0.8 m to the right of the middle; lane 2 begins 3.5 m to the left of lane 1's edge
    right_of_lane_2 = -0.5 * (1.1 * 1.6 + 0.25) + 3.5
    assert nearest.least == pytest.approx(-0.8 - right_of_lane_2)
    assert (nearest.lane, nearest.side) == ("lane 2", "right")


@pytest.mark.parametrize(("short", "count"), [(1e-6, 0), (-1e-6, 4)])
def test_a_cone_is_hit_from_the_moment_that_its_base_is_touched(short, count):
    """Lane 1 of 15 m has 4 cones on each side; the car drifts to the left until its side meets them."""
    course = iso_3888_1(1.6, "edge", RADIUS)
    y = course.lanes[0].left - 0.8 - short
    hits = cones_hit(course, OUTLINE, straight(y, until=30.0))
    assert [hit.cone.name for hit in hits] == [f"lane 1, left, {k} of 4" for k in range(1, count + 1)]
    assert all(hit.side == "front left corner" for hit in hits)
    # the first cone is at x = 0: the front of the car, 0.7 m before its axle, is there a little before the axle
    for hit in hits:
        assert hit.time == pytest.approx((hit.cone.x - 0.7) / 25.0, abs=0.02)


def test_a_car_that_skids_sideways_hits_with_its_tail():
    course = iso_3888_1(1.6, "edge", RADIUS)
    yaw = math.radians(-4.2)  # nose to the right, tail to the left, its corner 13 mm beyond the limit
    hits = cones_hit(course, OUTLINE, straight(0.0, yaw, until=30.0))
    assert {hit.side for hit in hits if "left" in hit.cone.name} == {"rear left corner"}
    nearest = lane_clearance(course, OUTLINE, straight(0.0, yaw, until=30.0))
    corner = 3.0 * math.sin(-yaw) + 0.8 * math.cos(yaw)  # of the tail, to the left
    assert nearest.least == pytest.approx(course.lanes[0].left - corner, abs=1e-9)


def test_the_outline_of_a_car_is_estimated_only_where_its_file_says_nothing():
    outline = car_outline(load("small_car"))
    assert outline.width == 1.508
    assert outline.estimated == ("length", "front overhang")
    assert 3.0 < outline.front - outline.rear < 3.7
    assert f"{outline.front:.3g} m before the front axle" in outline.note()
    bare = car_outline(load("hmmwv"))
    assert bare.estimated[0] == "width" and "estimated" in bare.note()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"length": "1 m"}, r"size.length(.|\n)*1 m at a wheelbase of 2.4 m"),
        ({"width": "5 m"}, r"size.width(.|\n)*5 m at a track of 1\.39 m"),
        ({"width": "1.2 m"}, r"size.width(.|\n)*1.2 m at a track of 1\.39 m"),
        (
            {"front_overhang": "1.4 m"},
            r"size.front_overhang(.|\n)*1.4 m before the wheelbase of 2.4 m, of a car of 3.705 m",
        ),
        ({"width": "5 m", "length": "1 m"}, "2 problems"),
    ],
)
def test_the_outline_of_a_car_holds_its_wheels(changed, told):
    with pytest.raises(ModelError, match=told):
        load("golf1").with_tables({f"size.{word}": value for word, value in changed.items()})


def test_a_number_that_the_file_leaves_out_is_not_called_structure():
    with pytest.raises(ModelError, match=r"does not give it(.|\n)*front_overhang into the table \[size\]"):
        load("golf1").with_values({"size.front_overhang": 0.7})
    with pytest.raises(ModelError, match="5 m at a track"):
        load("golf1").with_values({"size.width": 5.0})


def test_the_centre_line_runs_through_the_middle_of_each_lane():
    course = iso_3888_2(1.6, RADIUS)
    path = centre_line(course).path(begin=-50.0)
    for lane in course.lanes:
        for x in np.linspace(lane.begin, lane.end, 5):
            station = path.nearest_of_all(float(x), lane.middle)
            assert path.error(float(x), lane.middle, station) == pytest.approx(0.0, abs=1e-9)
