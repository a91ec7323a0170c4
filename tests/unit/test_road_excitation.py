"""A warning where a road shakes faster than the model is valid for."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.parts.roads import Iso8608, Plank, Road, Sinusoid, Slope
from jounce.simulation.linear.road_excitation import road_excitation_beyond
from jounce.studies.driving.driving_start import start_parked, start_straight


def test_waves_are_beyond_when_speed_over_wavelength_is():
    road = Road(name="waves", elements={"waves": Sinusoid(amplitude=1e-4, wavelength=0.5)})
    assert jounce.simulation.excitation_warning(road, 20.0) is None  # 40 Hz
    assert road_excitation_beyond(road, 20.0) < 0.02  # from the ends of twenty waves
    warning = jounce.simulation.excitation_warning(road, 30.0)  # 60 Hz
    assert warning is not None and "'waves' at 30 m/s" in warning and "50 Hz" in warning
    assert road_excitation_beyond(road, 30.0) > 0.98


@pytest.mark.parametrize(
    "road", [Road(), Road(elements={"hill": Slope(grade=0.1)}), Road(elements={"h": Slope(grade=0.1, start=5)})]
)
def test_roads_without_short_waves_give_no_warning(road):
    assert jounce.simulation.excitation_warning(road, 40.0) is None


def test_a_random_road_shakes_in_proportion_to_its_band():
    """Velocity has a flat spectrum, G_d n^2 = const: the share above n = 50 Hz/v is (n_2 - n)/(n_2 - n_1), times what
    two cams 0.08 m apart leave of it, cos^2(pi n 0.08), which is 0.57 at the end of the band. The rolled cam adds
    harmonics; on a very good road they are small. Fades of 10 m smear frequencies by 0.1 cycle/m, of 2.83 in all.
    """
    road, speed = Road(elements={"r": Iso8608(roughness="A", length=100, seed=2)}), 30.0
    n = np.linspace(0.5 / speed, 2.83, 4000)
    left = np.cos(np.pi * n * 0.08) ** 2
    assert road_excitation_beyond(road, speed) == pytest.approx(left[n > 50 / speed].sum() / left.sum(), abs=0.1 / 2.83)


def test_a_plank_is_worse_the_faster_one_drives():
    road = jounce.load("three_planks")
    slow, fast = road_excitation_beyond(road, 2.0), road_excitation_beyond(road, 20.0)
    assert slow < 0.05 < fast
    assert jounce.simulation.excitation_warning(road, 2.0) is None and jounce.simulation.excitation_warning(road, 20.0)


def test_obstacles_beside_the_usual_tracks_are_seen():
    road = Road(elements={"far": Plank(height=0.02, length=0.1, start=5, y_min=3, y_max=4)})
    assert road_excitation_beyond(road, 20.0) > 0.05


def test_a_car_at_rest_is_not_shaken():
    assert jounce.simulation.excitation_warning(jounce.load("three_planks"), 0.0) is None


def test_a_simulated_car_is_told_of_by_its_result():
    """30 m/s over waves of 0.5 m are 60 Hz; the same car on the same road at rest is not shaken."""
    road = Road(name="waves", elements={"waves": Sinusoid(amplitude=1e-4, wavelength=0.5, start=3.0)})
    start = start_straight(jounce.load("small_car").car_model(steering="angle"), 30.0)
    moving = jounce.simulate(start.ready, 0.02, inputs=dict(start.inputs), road=road, integrator="rk4")
    assert moving.metadata["notes"] == [jounce.simulation.excitation_warning(road, 30.0)]
    flat = jounce.simulate(start.ready, 0.02, inputs=dict(start.inputs), integrator="rk4")
    assert "notes" not in flat.metadata
    standing = jounce.simulate(
        start_parked(jounce.load("small_car").car_model()).ready, 0.02, road=road, integrator="rk4"
    )
    assert "notes" not in standing.metadata
