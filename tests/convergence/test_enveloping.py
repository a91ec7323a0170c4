"""Two cams over a plank: results that do not depend on the step, and the shape that tyres make of it."""

from __future__ import annotations

from math import cos, pi

import numpy as np
import pytest

from jounce.parts.roads import Plank, Road, Sinusoid
from jounce.parts.roads.enveloping import enveloping_cams_of_literature, enveloping_plane

RADIUS, CONTACT = 0.3, 0.1  # m, free radius and contact length of a passenger-car tyre
CAMS = enveloping_cams_of_literature(RADIUS, CONTACT / 2)
STIFFNESS = 200e3  # N/m, vertical


def plane_over(road: Road):
    at = road.function()
    return lambda x: enveloping_plane(lambda x, y, cam: at(x, y, 0.0, *cam), x, 0.0, (1.0, 0.0), CAMS)


def plank(height: float, length: float = 0.1) -> Road:
    return Road(elements={"board": Plank(height=height, length=length, start=1.0)})


@pytest.mark.parametrize("speed", [3.0, 10.0])  # m/s
@pytest.mark.parametrize("height", [0.020, 0.025])
def test_the_force_of_a_held_axle_does_not_depend_on_the_step(height, speed):
    """A wheel at a constant height rolls over the plank: F = k w cos(slope), at 1 ms and at 0.5 ms.

    The tyre is on the plank for 0.36 m; even at 10 m/s that is 36 steps, and its top is flat.
    """
    plane, peaks, impulses = plane_over(plank(height)), [], []
    for step in (1e-3, 0.5e-3):
        planes = [plane(x) for x in np.arange(0.5, 1.6, speed * step)]
        w = np.array([p.height for p in planes])
        force = STIFFNESS * w * np.cos(np.arctan([p.slope for p in planes]))
        peaks.append((w.max(), force.max(), max(abs(p.slope) for p in planes)))
        impulses.append((w.sum() * step, force.sum() * step))
    assert peaks[1][:2] == pytest.approx(peaks[0][:2], rel=0.01)
    assert impulses[1] == pytest.approx(impulses[0], rel=0.01)


def passage(road: Road, speed: float, step: float) -> tuple[float, float]:
    """Largest axle force and largest rise of a wheel of 40 kg on its tyre and suspension, by Runge-Kutta steps."""
    plane, mass, spring, damper, load = plane_over(road), 40.0, 20e3, 1500.0, 3000.0

    def tyre(t: float, z: float) -> float:
        return max(0.0, load + STIFFNESS * (plane(0.5 + speed * t).height - z))

    def rate(t: float, state: np.ndarray) -> np.ndarray:
        z, v = state
        return np.array([v, (tyre(t, z) - load - spring * z - damper * v) / mass])

    state, forces, heights = np.zeros(2), [], []
    for t in np.arange(0, 1.2 / speed, step):
        k1 = rate(t, state)
        k2 = rate(t + step / 2, state + step / 2 * k1)
        k3 = rate(t + step / 2, state + step / 2 * k2)
        k4 = rate(t + step, state + step * k3)
        state = state + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        forces.append(tyre(t + step, state[0]))
        heights.append(state[0])
    return max(forces), max(heights)


@pytest.mark.parametrize("speed", [3.0, 10.0])
@pytest.mark.parametrize("height", [0.020, 0.025])
def test_the_force_of_a_free_axle_does_not_depend_on_the_step(height, speed):
    coarse, fine = (passage(plank(height), speed, step) for step in (1e-3, 0.5e-3))
    assert fine == pytest.approx(coarse, rel=0.01)


@pytest.mark.parametrize("height", [0.020, 0.025])
@pytest.mark.parametrize("length", [0.05, 0.1, 0.5])
def test_the_effective_height_is_longer_than_the_plank_by_about_the_contact_length(length, height):
    """At half of its height. A cam first touches the edge at d = a (1 - (1 - h/b)^p)^(1/p), the front one half a base
    earlier: that is the length on the ground, to a sample at either end.
    """
    plane, sample = plane_over(plank(height, length)), 0.5e-3
    x = np.arange(0.4, 2.2, sample)
    w = np.array([plane(v).height for v in x])
    d = CAMS.a * (1 - (1 - height / CAMS.b) ** CAMS.p) ** (1 / CAMS.p)
    assert np.ptp(x[w > 0]) == pytest.approx(length + 2 * d + CAMS.base, abs=2 * sample)
    assert 0.75 * CONTACT < np.ptp(x[w >= height / 2]) - length < 1.5 * CONTACT
    assert w.max() <= height


def test_a_plank_shorter_than_the_contact_lifts_less_than_its_height():
    """The low pass: both cams cannot stand on it at once. Closed form: each at half a base from its middle."""
    height, length = 0.02, 0.01
    w = plane_over(plank(height, length))(1.0 + length / 2).height
    d = CAMS.base / 2 - length / 2
    assert w == pytest.approx(height + CAMS.b * ((1 - (d / CAMS.a) ** CAMS.p) ** (1 / CAMS.p) - 1), abs=1e-15)
    assert w < 0.9 * height


@pytest.mark.parametrize("wavelength", [3.0, 5.0, 8.0, 20.0])
def test_the_effective_plane_tends_to_the_point_contact_on_long_waves(wavelength):
    """The mean over a base l of a sine is cos(pi l/wavelength) of it, its chord's slope sinc of it; 0.4 % at 3 m."""
    k, amplitude = 2 * pi / wavelength, 0.01
    plane = plane_over(Road(elements={"waves": Sinusoid(amplitude=amplitude, wavelength=wavelength, start=-40)}))
    share = cos(0.5 * k * CAMS.base)
    for x in np.linspace(0, wavelength, 9):
        found = plane(x)
        point, slope = amplitude * np.sin(k * (x + 40)), amplitude * k * np.cos(k * (x + 40))
        assert found.height == pytest.approx(share * point, abs=1e-15)
        assert found.height == pytest.approx(point, abs=0.005 * amplitude)
        assert found.slope == pytest.approx(slope, abs=0.005 * amplitude * k)


def test_a_point_over_a_plank_depends_on_the_step_and_cams_do_not():
    """Why there are cams: a point jumps, so the largest change from step to step does not shrink with the step."""
    at, plane = plank(0.025).function(), plane_over(plank(0.025))
    jumps = []
    for step in (4e-3, 1e-3):
        x = np.arange(0.5, 1.6, step)
        point, cams = [at(v, 0.0)[0] for v in x], [plane(v).height for v in x]
        jumps.append((np.abs(np.diff(point)).max(), np.abs(np.diff(cams)).max()))
    assert jumps[1][0] == jumps[0][0] == 0.025
    assert jumps[1][1] == pytest.approx(jumps[0][1] / 4, rel=0.2)
