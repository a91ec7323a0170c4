"""Paths against closed forms: circle, Euler's spiral, and the largest curvature of a shift."""

import math

import numpy as np
import pytest
from scipy.special import fresnel

from jounce.errors import ModelError
from jounce.parts.paths import clothoid_path, polyline_path, shift_path


def test_a_circle_of_clothoids_ends_where_it_began():
    radius = 30.0
    path = clothoid_path([2 * math.pi * radius], [1 / radius, 1 / radius])
    x, y = path.position(path.length)
    assert (x, y) == pytest.approx((0.0, 0.0), abs=1e-10)
    for station in np.linspace(0.0, path.length, 61, endpoint=False).tolist():
        at = path.point(station)
        # between stations 0.5 m apart a polynomial of degree 5 is off by (h/2)^6/(720 R^5) of a circle: 1e-14 m
        assert math.hypot(at.x, at.y - radius) == pytest.approx(radius, abs=1e-12)
        assert at.curvature == pytest.approx(1 / radius, rel=1e-7)  # (h/2)^4/(24 R^4), twice differentiated


def test_a_clothoid_is_the_spiral_of_fresnels_integrals():
    """x + i y = A sqrt(pi) (C + i S)(s/(A sqrt(pi))) with A^2 = l/kappa. [Abramowitz, Stegun 1964, 7.3]"""
    length, curvature = 60.0, 0.02
    scale = math.sqrt(math.pi * length / curvature)
    path = clothoid_path([length], [0.0, curvature], x=1.0, y=-2.0)
    for station in np.linspace(0.0, length, 25).tolist():
        S, C = fresnel(station / scale)
        assert path.position(station) == pytest.approx((1.0 + scale * C, -2.0 + scale * S), abs=1e-10)


def test_a_shift_bends_most_as_its_formula_says():
    """Largest second derivative of h (10 s^3 - 15 s^4 + 6 s^5) is (10/sqrt(3)) h/l^2."""
    height, length = 0.01, 40.0  # a flat shift: curvature and second derivative agree to (30 h/(16 l))^2 = 2e-7
    path = shift_path([(10.0, 10.0 + length, height)], 0.0, 80.0)
    bends = [path.point(float(s)).curvature for s in np.linspace(0.0, path.length, 4001)]
    assert max(bends) == pytest.approx(10 / math.sqrt(3) * height / length**2, rel=1e-5)
    assert min(bends) == pytest.approx(-10 / math.sqrt(3) * height / length**2, rel=1e-5)
    assert path.position(path.length)[1] == pytest.approx(height, abs=1e-12)


def test_a_line_through_points_of_a_circle_is_nearly_that_circle():
    angles = np.linspace(0.0, math.pi, 61)
    path = polyline_path(50 * np.sin(angles), 50 - 50 * np.cos(angles))
    middle = path.point(0.5 * path.length)
    # the natural spline is off by 5/384 h^4/R^3 in the middle, h = 2.6 m: 5e-6 m
    assert math.hypot(middle.x, middle.y - 50) == pytest.approx(50.0, abs=1e-5)
    assert path.length == pytest.approx(50 * math.pi, rel=1e-4)


def test_the_nearest_station_lies_straight_beside_the_point():
    radius = 20.0
    path = clothoid_path([1.5 * math.pi * radius], [1 / radius, 1 / radius])
    x, y = 0.8 * radius * math.sin(1.0), radius - 0.8 * radius * math.cos(1.0)  # 4 m inside, after one radian
    station = path.nearest_of_all(x, y)
    assert station == pytest.approx(radius, abs=1e-9)
    assert path.error(x, y, station) == pytest.approx(0.2 * radius, abs=1e-9)
    assert path.nearest(x, y, station - 0.3) == pytest.approx(radius, abs=1e-4)


def test_beyond_its_ends_a_path_goes_straight_on():
    path = clothoid_path([10.0], [0.0, 0.1])
    at, beyond = path.point(10.0), path.position(15.0)
    assert beyond == pytest.approx((at.x + 5 * at.along[0], at.y + 5 * at.along[1]), abs=1e-9)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: polyline_path([0.0, 1.0, 1.0], [0.0, 0.0, 0.0]), "points 2 and 3 are at the same place"),
        (lambda: polyline_path([0.0, 1.0], [0.0]), "2 values of x and 1 of y"),
        (lambda: polyline_path([0.0, math.nan], [0.0, 1.0]), "a list, each a number"),
        (lambda: clothoid_path([5.0], [0.1]), "1 lengths and 1 curvatures"),
        (lambda: shift_path([(20.0, 10.0, 3.5)], 0.0, 50.0), "from 20 m to 10 m"),
    ],
)
def test_a_path_that_cannot_be_is_refused(make, told):
    with pytest.raises(ModelError) as error:
        make()
    assert told in str(error.value)
