"""How elements make a road, and that machine code and Python are one road."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import numpy as np
import pytest
from every_road import CAMS, ROADS, places

import jounce
from jounce.errors import ModelError
from jounce.graph import Graph, interpret, road
from jounce.parts.roads import Bump, Flat, FrictionPatch, Plank, Road, Sinusoid, Slope
from jounce.parts.roads.enveloping import enveloping_cams_of_literature, enveloping_plane
from jounce.parts.roads.evaluate import evaluate_road
from jounce.parts.roads.layout import FIRST, OWN
from jounce.parts.roads.profiles import profile_at
from jounce.simulation.road_kernel import road_address, road_along


@pytest.mark.parametrize("cam", CAMS.values(), ids=CAMS)
@pytest.mark.parametrize("word", ROADS)
def test_machine_code_gives_the_bits_of_the_plain_function(word, cam):
    """Same operations in the same order, nothing contracted, and one library for sin, cos and pow."""
    data, out, given = ROADS[word].data(), np.zeros(4), np.zeros(4)
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *[ctypes.c_double] * 6, ctypes.c_void_p)(road_address())
    for x, y in places(60).tolist():
        evaluate_road(data, x, y, 0.0, *cam, out)
        function(data.ctypes.data, x, y, 0.0, *cam, given.ctypes.data)
        assert given.tolist() == out.tolist()


@pytest.mark.parametrize("cam", CAMS.values(), ids=CAMS)
@pytest.mark.parametrize("word", ROADS)
def test_slopes_are_the_derivatives_of_the_height(word, cam):
    """Central differences over +-h; edges, where the two sides differ, are few and left out.

    Error: h^2/6 times the third derivative, at most some 1e3 1/m^2 where a cam slides off a sharp edge: 2e-6; and
    rounding and what Newton's method leaves, 1e-14 m over h: 1e-9.
    """
    h, at, skipped = 1e-4, ROADS[word].function(), 0
    for x, y in places(60).tolist():
        here = at(x, y, 0.0, *cam)
        for axis, (dx, dy) in enumerate([(h, 0.0), (0.0, h)], start=1):
            after, before = at(x + dx, y + dy, 0.0, *cam)[0], at(x - dx, y - dy, 0.0, *cam)[0]
            if abs(after - 2 * here[0] + before) > 30 * h * h:  # curvature of 30 1/m: an edge
                skipped += 1
            else:
                assert here[axis] == pytest.approx((after - before) / (2 * h), abs=1e-5)
    assert skipped <= 6


PROFILES = ["long sinusoid", "oblique sinusoid", "washboard", "bump", "class C", "class F", "surface"]


@pytest.mark.parametrize("word", PROFILES)
def test_curvatures_are_the_derivatives_of_slopes_and_within_the_stated_bound(word):
    """Newton's method needs them, and the bound decides where one summit is enough.

    Central differences over +-h are exact for a cubic but for rounding, 1e-16/h; across a knot or an end of a bump
    they lie between the curvatures of both sides; sines have fourth derivatives up to 0.03 (2 pi/0.4)^4 = 2e3: 3e-6.
    """
    data, h = ROADS[word].data(), 1e-4
    for s, y in places(300).tolist():
        (_, _, before, _), (_, _, here, _), (_, _, after, _) = (profile_at(data, FIRST, s + d, y) for d in (-h, 0, h))
        slopes = [profile_at(data, FIRST, s + d, y)[1] for d in (-h, h)]
        found, slack = (slopes[1] - slopes[0]) / (2 * h), 1e-5
        assert min(before, here, after) - slack <= found <= max(before, here, after) + slack
        assert abs(here) <= data[FIRST + OWN] * (1 + 1e-12)


@pytest.mark.parametrize("word", ROADS)
@pytest.mark.parametrize("cam", [CAMS["cam"], CAMS["circle"]], ids=["cam", "circle"])
def test_the_height_under_a_cam_has_no_jumps(word, cam):
    """Between neighbours it changes by no more than the steeper slope of the two explains, and their bend."""
    x = np.arange(4.0, 7.0, 1e-3)
    rows = road_along(ROADS[word].data(), x, 0.3, cam)
    steeper = np.maximum(np.abs(rows[1:, 1]), np.abs(rows[:-1, 1]))
    bend = 100.0 * 1e-6  # curvature of at most 100 1/m over a step, squared
    assert (np.abs(np.diff(rows[:, 0])) <= steeper * 1e-3 + bend).all()


def test_elevations_add_and_the_highest_obstacle_counts():
    hill, wave = Slope(grade=0.1), Sinusoid(amplitude=0.02, wavelength=5)
    low, high = Plank(height=0.02, length=2, start=5), Bump(height=0.05, length=2, start=5)
    parts = [Road(elements={"e": e}).at(6.0, 0.0) for e in (hill, wave, high)]
    both = Road(elements={"low": low, "a": wave, "high": high, "b": hill}).at(6.0, 0.0)
    assert both[:3] == pytest.approx(np.sum(parts, axis=0)[:3], abs=1e-15)
    assert Road(elements={"low": low, "high": high}).at(5.05, 0.0)[0] == 0.02  # the bump is lower here


def test_order_does_not_matter_except_for_patches():
    elements = dict(ROADS["all"].elements)
    turned = Road(elements=dict(reversed(elements.items())))
    for x, y in places(30).tolist():
        # sums in another order: a few units in the last place of heights below 2 m
        assert ROADS["all"].at(x, y) == pytest.approx(turned.at(x, y), abs=2e-15)


def test_friction_changes_exactly_at_the_border_and_the_last_patch_lies_on_top():
    patches = {
        "road": Flat(friction=0.9),
        "ice": FrictionPatch(friction=0.1, x_min=10, x_max=20, y_max=0),
        "sand": FrictionPatch(friction=0.4, x_min=15, x_max=16),
    }
    at = Road(elements=patches).function()
    before, after = np.nextafter(10.0, 0.0), np.nextafter(20.0, 30.0)
    for cam in CAMS.values():  # a cam reaches over the border, friction does not
        mu = [at(x, y, 0.0, *cam)[3] for x, y in [(before, -1), (10.0, -1), (10.0, 0.0), (10.0, -1e-300), (15.0, -1)]]
        assert mu == [0.9, 0.1, 0.9, 0.1, 0.4]
        assert [at(x, -1, 0.0, *cam)[3] for x in (16.0, np.nextafter(20.0, 0.0), 20.0, after)] == [0.1, 0.1, 0.9, 0.9]


def test_a_row_of_planks_lies_under_one_side():
    at = Road(elements={"row": Plank(height=0.025, length=0.1, start=5, count=3, spacing=1.0, side="left")}).function()
    x = np.arange(4.02, 9.0, 0.05)
    assert [v for v in x if at(v, 0.7)[0] == 0.025] == pytest.approx([5.02, 5.07, 6.02, 6.07, 7.02, 7.07])
    assert not any(at(v, -0.7)[0] for v in x)


def test_a_slope_begins_level_and_ends_with_its_grade_and_bank():
    """After the transition of length L the hill is as high as if it had begun in its middle."""
    at = Road(elements={"hill": Slope(grade=0.1, bank=0.05, start=10, transition=4)}).function()
    assert at(9.9, 1.0)[:3] == (0.0, 0.0, 0.0)
    assert at(20.0, 2.0)[:3] == pytest.approx((0.1 * (20 - 12) + 0.05 * 2, 0.1, 0.05), abs=1e-15)


def test_an_impossible_road_made_in_python_is_refused():
    road = Road(name="mine", elements={"row": Plank(height=0.1, length=2, start=0, count=2, spacing=1)})
    with pytest.raises(ModelError, match=r"1 m from one to the next, but each is 2 m long"):
        road.data()


def test_the_effective_plane_is_the_same_for_numbers_and_for_symbols():
    cams = enveloping_cams_of_literature(0.3, 0.05)
    at = ROADS["all"].function()
    heading = (np.cos(0.3), np.sin(0.3))
    graph = Graph()
    x, y, c, s = (graph.symbol(word) for word in ("x", "y", "c", "s"))
    symbols = enveloping_plane(lambda x, y, cam: road(x, y, 0.0, *cam), x, y, (c, s), cams)
    wanted = [symbols.height, symbols.slope, symbols.bank, symbols.friction]
    for place in places(5).tolist():
        plane = enveloping_plane(lambda x, y, cam: at(x, y, 0.0, *cam), *place, heading, cams)
        given = dict(zip("xycs", (*place, *heading), strict=True))
        found = interpret(wanted, given, road=at)
        # the graph divides by multiplying with a reciprocal: a unit in the last place, over a base of 0.08 m
        assert [plane.height, plane.slope, plane.bank, plane.friction] == pytest.approx(np.array(found), abs=1e-14)


def test_the_effective_plane_turns_with_the_wheel():
    """On a plane the slopes along and across the heading are those of the plane."""
    at = Road(elements={"hill": Slope(grade=0.1, bank=0.04)}).function()
    for angle in (0.0, 0.7, 3.0):
        c, s = np.cos(angle), np.sin(angle)
        plane = enveloping_plane(
            lambda x, y, cam: at(x, y, 0.0, *cam), 3.0, 2.0, (c, s), enveloping_cams_of_literature(0.3, 0.05)
        )
        expected = (0.1 * 3 + 0.04 * 2, 0.1 * c + 0.04 * s, 0.04 * c - 0.1 * s)
        assert (plane.height, plane.slope, plane.bank) == pytest.approx(expected, abs=1e-14)


def test_a_warm_start_does_not_import_numba():
    road_address()  # fills the cache
    code = (
        "import sys\nfrom jounce.simulation.road_kernel import road_address\n"
        "assert road_address()\nassert 'numba' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", ["three_planks", "iso_8608_c"])
def test_library_roads_load(name):
    road = jounce.load(name)
    assert isinstance(road, jounce.parts.roads.Road) and road.values() and road.name in road.summary()
    assert road.data()[0] == len(road.data())


def test_reading_a_road_without_splines_does_not_wait_for_scipy():
    code = (
        "import sys\nimport jounce\njounce.load('three_planks').data()\nassert 'scipy.interpolate' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("place", [(np.nan, 0.0), (0.0, np.nan)])
def test_a_place_that_is_no_number_has_no_road(place):
    """In Python and in machine code; a height of zero would hide where a run went wrong."""
    found = Road(elements={"board": Plank(height=0.02, length=0.1, start=0.0), "ice": FrictionPatch(friction=0.1)})
    assert np.isnan(found.at(*place)).all()
    assert np.isnan(road_along(found.data(), np.array(place[:1]), place[1], (0.0, 1.0, 2.0))).all()
