"""What studies of drives tell: figures that contradict neither each other nor what they are called."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[1] / "analytic"))
from driven_cars import small_car

import jounce
from jounce.errors import NumericalError
from jounce.results.read_offs import largest
from jounce.studies.handling.named_modes import named_modes

CORNERS = ("front_left", "front_right", "rear_left", "rear_right")


def test_a_step_that_is_too_long_is_told_where_it_breaks_the_run():
    """|eigenvalue| step <= 2.78 for RK4 on the negative axis: 6 ms is more than the car bears with its friction stuck,
    and 1.4 ms the most where the differential slides.

    [Hairer, Wanner 1996, section IV.2]
    """
    with pytest.raises(NumericalError, match=r"time step 0.006 s, above the limit of 0.001\d* s"):
        jounce.run(small_car(), "step-steer", step="6 ms", duration="1.5 s")


def test_a_car_that_spins_has_no_steady_yaw_rate():
    run = jounce.run(small_car(), "step-steer", speed="100 km/h", angle="1000 deg")
    assert np.ptp(run["vehicle.yaw_rate"][run.time >= run.time[-1] - 0.5]) > 0.02
    assert any("no steady value was reached" in note for note in run.metadata["notes"])
    assert not [name for name in run.metrics if "steady" in name or "overshoot" in name or "response" in name]


def test_slip_and_creep_are_those_of_their_definitions():
    """By hand from the channels. A wheel that stands still while its car slides has -1, also near rest.

    Between the instant at which the car is slower than 0.01 m/s and the next row it goes less than 0.01 m/s times 5 ms.
    """
    run = jounce.run(small_car(), "brake-to-standstill", pedal=1.0, speed="40 km/h", duration="4 s")
    slip = np.min([run[f"{corner}.tyre.slip"] for corner in CORNERS], axis=0)
    assert run.metrics["lowest_slip"].value == slip.min() == pytest.approx(-1.0, abs=0.05)
    x = run["vehicle.x"][np.flatnonzero(run["vehicle.vx"] < 0.01)[0] :]
    assert 0.0 <= run.metrics["creep"].value - (x.max() - x.min()) < 0.01 * 5e-3
    assert x.max() - x.min() > 1.2 * abs(x[-1] - x[0])  # it swings back
    assert "foremost" in run.metrics["creep"].definition


def test_the_largest_magnitude_of_a_sampled_sine_is_its_amplitude_and_below_no_peak():
    """A parabola through three rows of a cosine, h apart in phase, is low by at most 3 h^4/128: 3.8e-5 at h = 0.2."""
    t = np.arange(0.07, 4.0, 0.2)
    for phase in (0.0, np.pi):
        found = largest(t, np.cos(t + phase))
        assert found == pytest.approx(1.0, abs=4e-5)


def test_no_peak_of_the_hub_exceeds_its_largest_acceleration_whatever_rows_are_written():
    """Rows 1 s apart show nothing of the bumps; the figures are those of the motion, as rows of 0.25 ms have them.

    A bump of 0.8 m at 30 km/h lasts 96 ms, and the hub answers at 12 Hz and above: between 0.25 ms a peak of 40 Hz
    falls by (2 pi 40/8000)^2/2, 5e-4.
    """
    coarse = jounce.run(small_car(), "three-bumps", output_step="1 s")
    fine = jounce.run(small_car(), "three-bumps", output_step="0.25 ms")
    hub = np.abs(fine[next(name for name in fine if name.endswith("front_left.hub.az"))]).max()
    assert coarse.metrics["hub_largest"].value == fine.metrics["hub_largest"].value == pytest.approx(hub, rel=2e-3)
    peaks = [metric.value for name, metric in coarse.metrics.items() if name.startswith("hub_peak")]
    assert len(peaks) == 3 and max(peaks) <= coarse.metrics["hub_largest"].value


@pytest.mark.parametrize("speed", [20.0, 60.0, 100.0])
def test_small_car_rolls_on_its_springs_at_any_speed(speed):
    """sqrt(K/I) of the body on its ride rates, by hand, 1.70 Hz; half the track 0.635 and 0.63 m, no bars.

    25 %: at low speed tyres hold the car to the side, the body turns about an axis below its centre and is slower; the
    other way to roll, on the sides of the tyres, is three times as fast, 4.7 to 5.5 Hz.
    """
    K = 2 * (15541.5 * 0.635**2 + 12473.7 * 0.63**2)  # N m/rad, ride rates of wheel-travel
    mode = named_modes(small_car().car_model(steering="angle"), speed / 3.6)["roll"]
    assert abs(mode) == pytest.approx(np.sqrt(K / 195.59), rel=0.25)


def test_wheels_that_are_damped_too_much_to_hop_have_no_hop():
    """hmmwv: the eigenvalues of the rear hubs are real, -47 and -94 1/s, that of the front ones has a damping of 0.83.

    The answer of an oscillator has a largest value at w sqrt(1 - 2 zeta^2): none above 1/sqrt(2).
    """
    found = named_modes(jounce.load("hmmwv").car_model(steering="angle"), 60 / 3.6)
    assert list(found) == ["bounce", "pitch", "roll"]


def test_all_shafts_of_hmmwv_ring_with_the_mode_that_is_named_beside_the_ripple():
    """The ripple is read off the run, the mode is an eigenvalue at the start, which more torque hardly changes.

    1 %: a twentieth of a period in the five or so that are looked at.
    """
    run = jounce.run(jounce.load("hmmwv"), "torque-step", elements=1, duration="0.9 s")
    ripples = [name for name in run.metrics if name.endswith("_ripple")]
    assert len(ripples) == 4
    for name in ripples:
        mode = run.metrics[name.replace("ripple", "eigenfrequency")].value
        assert run.metrics[name].value == pytest.approx(mode, rel=0.01)
