"""Roads against formulas: cams over edges and waves, splines through known surfaces."""

from __future__ import annotations

from math import cos, pi, sqrt

import numpy as np
import pytest
from numpy.polynomial.polynomial import polyder, polyval2d

from jounce.parts.roads import Bump, Plank, Road, Sinusoid, SplineSurface
from jounce.parts.roads.layout import FIRST
from jounce.parts.roads.profiles import surface_profile

RADIUS = 0.3
CIRCLE = (RADIUS, RADIUS, 2.0)


def test_a_round_cam_over_a_plank_turns_about_its_edge():
    """A circle on a corner at the height h and the distance d has its centre sqrt(R^2 - d^2) over the corner."""
    at, h = Road(elements={"board": Plank(height=0.025, length=0.1, start=5.0)}).function(), 0.025
    touches = sqrt(RADIUS**2 - (RADIUS - h) ** 2)
    for d in np.linspace(1e-3, touches - 1e-6, 50):
        expected = h + sqrt(RADIUS**2 - d * d) - RADIUS
        for x, side in ((5.0 - d, 1), (5.1 + d, -1)):
            z, z_x, z_y, _ = at(x, 0.4, 0.0, *CIRCLE)
            # (1 - u^2)^(1/2) - 1 loses the digits that R - sqrt(R^2 - d^2) loses: units of 1e-16 R
            assert z == pytest.approx(expected, abs=5e-16)
            assert (z_x, z_y) == pytest.approx((side * d / sqrt(RADIUS**2 - d * d), 0.0), rel=1e-12)
    assert at(5.0 - touches - 1e-6, 0.4, 0.0, *CIRCLE)[0] == 0.0
    assert at(5.05, 0.4, 0.0, *CIRCLE)[0] == h


def test_a_round_cam_beside_the_corner_of_a_plate_touches_its_corner():
    """Distance to the corner in both directions; the cam is round seen from above."""
    at = Road(elements={"plate": Plank(height=0.03, length=1.0, start=2.0, y_min=0.0, y_max=1.0)}).function()
    z, z_x, z_y, _ = at(2.0 - 0.03, 0.0 - 0.04, 0.0, *CIRCLE)
    assert z == pytest.approx(0.03 + sqrt(RADIUS**2 - 0.05**2) - RADIUS, abs=5e-16)
    assert z_x / z_y == pytest.approx(3 / 4, rel=1e-12)


def rolled_by_search(height, x: float, a: float, b: float, p: float) -> float:
    """The highest of height + outline on a fine grid."""
    xi = np.linspace(-a, a, 6001)  # steps of 0.1 mm, zero among them
    return float((height(x + xi) + b * ((1 - np.abs(xi / a) ** p).clip(0) ** (1 / p) - 1)).max())


@pytest.mark.parametrize("cam", [(0.3, 0.3, 1.8), CIRCLE, (0.3, 0.25, 2.5)], ids=["p 1.8", "p 2", "p 2.5"])
@pytest.mark.parametrize(
    ("element", "height"),
    [
        (
            Sinusoid(amplitude=0.03, wavelength=0.4, start=-4, fade=1),  # waves that the cam cannot follow
            lambda x: 0.03 * np.sin(2 * pi * (x + 4) / 0.4),
        ),
        (Sinusoid(amplitude=0.01, wavelength=2.0, start=-4), lambda x: 0.01 * np.sin(2 * pi * (x + 4) / 2.0)),
        (
            Bump(height=0.1, length=0.5, start=0.2),
            lambda x: np.where((x > 0.2) & (x < 0.7), 0.05 * (1 - np.cos(2 * pi * (x - 0.2) / 0.5)), 0.0),
        ),
    ],
    ids=["washboard", "waves", "bump"],
)
def test_a_cam_over_a_profile_stands_on_its_highest_point(element, height, cam):
    """On the grid of step s the search misses at most the outline's or the profile's fall over s/2.

    Outline: b/p (s/2a)^p < 3e-8 m for p = 1.8; profile and outline bent by less than 100 1/m: 100 s^2/8 = 1e-7 m.
    """
    at = Road(elements={"only": element}).function()
    for x in np.linspace(-1.0, 1.5, 41):
        found, z = rolled_by_search(height, x, *cam), at(x, 0.0, 0.0, *cam)[0]
        assert -1e-12 < z - found < 1.5e-7


@pytest.mark.parametrize("wavelength", [3.0, 5.0, 8.0])
def test_waves_longer_than_three_metres_need_no_cam(wavelength):
    """Why `LONG` may be three metres: rolled by search, they differ from the road by less than 1 % of the amplitude."""
    amplitude = 0.01
    at = Road(elements={"waves": Sinusoid(amplitude=amplitude, wavelength=wavelength, start=-20)}).function()
    for x in np.linspace(0.0, wavelength, 24):
        exact = rolled_by_search(lambda s: amplitude * np.sin(2 * pi * (s + 20) / wavelength), x, RADIUS, RADIUS, 1.8)
        assert at(x, 0.0, 0.0, RADIUS, RADIUS, 1.8)[0] == pytest.approx(exact, abs=0.01 * amplitude)


@pytest.mark.parametrize("fade", [2.0, 5.0])
def test_a_sinusoid_begins_with_continuous_curvature_and_then_is_a_sine(fade):
    at = Road(elements={"waves": Sinusoid(amplitude=0.02, wavelength=4.0, start=3.0, fade=fade)}).function()
    h = 1e-4
    for place in (3.0, 3.0 + fade):
        before, after = ((at(x + h, 0)[1] - at(x - h, 0)[1]) / (2 * h) for x in (place - 2 * h, place + 2 * h))
        # a jump would be of the order of the curvature, 0.05 1/m; its rate times 4 h is below 4e-4 of it times 60
        assert before == pytest.approx(after, abs=1.5e-3 * 0.05 * 60 / fade)
    for x in (9.0, 11.3, 40.0):
        k = 2 * pi / 4.0
        assert at(x, 1.0)[:2] == pytest.approx((0.02 * np.sin(k * (x - 3)), 0.02 * k * cos(k * (x - 3))), abs=1e-15)


def test_oblique_waves_have_their_wavelength_along_their_direction():
    angle, waves = 0.6, Sinusoid(amplitude=0.02, wavelength=4.0, direction=0.6)
    at = Road(elements={"waves": waves}).function()
    across = (-np.sin(angle), np.cos(angle))
    z, z_x, z_y, _ = at(11.0, 3.0)
    assert at(11.0 + 2 * across[0], 3.0 + 2 * across[1])[0] == pytest.approx(z, abs=1e-15)
    assert at(11.0 + 4 * np.cos(angle), 3.0 + 4 * np.sin(angle))[0] == pytest.approx(z, abs=1e-15)
    assert z_x * across[0] + z_y * across[1] == pytest.approx(0.0, abs=1e-16)


def grid_surface(f, x: np.ndarray, y: np.ndarray) -> SplineSurface:
    heights = f(*np.meshgrid(x, y, indexing="ij"))
    return SplineSurface(x=tuple(x), y=tuple(y), heights=tuple(heights.ravel().tolist()))


def test_a_surface_passes_through_its_points():
    random = np.random.default_rng(1)
    x, y = np.cumsum(random.uniform(0.1, 0.9, 12)), np.cumsum(random.uniform(0.1, 0.9, 9))
    heights = random.standard_normal((12, 9))
    at = Road(elements={"s": SplineSurface(x=tuple(x), y=tuple(y), heights=tuple(heights.ravel()))}).function()
    for i, j in np.ndindex(heights.shape):
        assert at(x[i], y[j])[0] == pytest.approx(heights[i, j], abs=1e-14)


def test_a_surface_reproduces_a_bicubic_polynomial():
    """Splines without knots at the second points reproduce cubics; on unequal steps, heights of order one."""
    a = np.random.default_rng(2).standard_normal((4, 4))
    x, y = np.array([0, 0.3, 0.7, 0.8, 1.3, 1.5]), np.array([-1, -0.6, -0.1, 0.4, 1.0])
    at = Road(elements={"s": grid_surface(lambda x, y: polyval2d(x, y, a), x, y)}).function()
    for u, v in np.random.default_rng(3).uniform((0, -1), (1.5, 1), (50, 2)):
        exact = [polyval2d(u, v, c) for c in (a, polyder(a, axis=0), polyder(a, axis=1))]
        assert at(u, v)[:3] == pytest.approx(exact, abs=1e-11)


def test_slope_and_curvature_of_a_surface_are_those_of_the_measured_one():
    """z = 50 mm sin(x/2) cos(0.4 y) on steps h of 25 mm: h^2/12 z'''' = 1.6e-7 1/m for the curvature, a few times
    that beside the ends, and differences of z_y over 0.1 mm add 1e-12/1e-4. [de Boor 2001, chapter V]
    """
    x, y, k, l, size = np.arange(0, 4.01, 0.025), np.arange(-1.5, 1.51, 0.025), 0.5, 0.4, 0.05
    made = grid_surface(lambda x, y: size * np.sin(k * x) * np.cos(l * y), x, y)
    data, at, h = made.data(), Road(elements={"s": made}).function(), 1e-4
    shifted = np.concatenate([np.zeros(FIRST), data])
    for u, v in np.random.default_rng(4).uniform((0.01, -1.49), (3.99, 1.49), (40, 2)):
        s, c, s_y, c_y = np.sin(k * u), np.cos(k * u), np.sin(l * v), np.cos(l * v)
        z, z_x, z_y, _ = at(u, v)
        assert z == pytest.approx(size * s * c_y, abs=1e-9)
        assert (z_x, z_y) == pytest.approx((size * k * c * c_y, -size * l * s * s_y), abs=1e-6)
        z_xx = surface_profile(shifted, FIRST, u, v)[2]
        z_yy = (at(u, v + h)[2] - at(u, v - h)[2]) / (2 * h)
        z_xy = (at(u + h, v)[2] - at(u - h, v)[2]) / (2 * h)
        exact = (-size * k * k * s * c_y, -size * l * l * s * c_y, -size * k * l * c * s_y)
        assert (z_xx, z_yy, z_xy) == pytest.approx(exact, abs=1e-6)


def test_a_surface_goes_on_level_beyond_its_edge():
    x = np.linspace(0, 1, 5)
    at = Road(elements={"s": grid_surface(lambda x, y: x + 2 * y, x, x)}).function()
    assert at(3.0, 0.5)[:3] == pytest.approx((2.0, 0.0, 2.0), abs=1e-14)
    assert at(0.5, -4.0)[:3] == pytest.approx((0.5, 1.0, 0.0), abs=1e-14)
