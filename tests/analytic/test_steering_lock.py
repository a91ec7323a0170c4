"""The lock of a steering: what is asked of the wheel beyond it is refused, or done as far as it goes."""

from __future__ import annotations

from math import degrees, radians

import numpy as np
import pytest

import jounce
from jounce.studies.stability.sine_with_dwell import dwell_amplitudes


@pytest.fixture(scope="module")
def locked():
    return jounce.load("small_car").with_tables({"steering.lock": "200 deg"})


def test_the_lock_of_the_hmmwv_is_30_23_deg_at_its_wheels():
    """By the linkage on its rig: mean of both road wheels at the rack of the steering wheel's lock."""
    car = jounce.load("hmmwv")
    rack = car.steering.lock * car.steering.rack_ratio
    kc = jounce.run(car, "wheel-travel", axle="front", mode="rack", travel=(-rack, rack), points=3)
    mean = 0.5 * (kc["front_left.steer"] + kc["front_right.steer"])
    assert np.abs(np.degrees(mean[[0, -1]])) == pytest.approx([30.23, 30.23], abs=0.01)


def test_amplitudes_of_the_sine_with_dwell_end_at_the_lock():
    """UN R140: where 270 or 300 deg cannot be reached, the largest angle that the steering allows."""
    A = radians(30.0)
    free = np.degrees(dwell_amplitudes(A))
    assert free[-1] == pytest.approx(270.0)
    held = np.degrees(dwell_amplitudes(A, radians(200.0)))
    assert held[-1] == pytest.approx(200.0)
    assert np.all(held <= 200.0 + 1e-9)
    assert held[:-1] == pytest.approx(free[: len(held) - 1])
    assert np.degrees(dwell_amplitudes(radians(60.0), radians(285.0)))[-1] == pytest.approx(285.0)


def test_a_step_beyond_the_lock_is_refused(locked):
    with pytest.raises(jounce.ModelError, match=r"250 deg, but the steering locks at 200 deg"):
        jounce.run(locked, "sine-steer", angle="250 deg", speed="20 km/h")
    assert jounce.run(locked, "sine-steer", angle="150 deg", speed="20 km/h").metrics


def test_a_fishhook_turns_as_far_as_the_lock_and_says_so(locked):
    run = jounce.run(locked.with_values({"steering.lock": "150 deg"}), "fishhook", sides="left", speeds=["40 km/h"])
    assert degrees(run.metrics["steering_angle"].value) == pytest.approx(150.0)
    assert degrees(np.abs(run["steering.wheel.angle"]).max()) == pytest.approx(150.0, abs=0.01)
    assert any("the steering locks at 150 deg" in note for note in run.metadata["notes"])


def test_a_circle_beyond_the_lock_is_named(locked):
    car = locked.with_values({"steering.lock": "20 deg"})
    with pytest.raises(jounce.NumericalError, match="the steering locks at 20 deg"):
        jounce.run(car, "steady-circle", method="radius", radius="12 m", lateral_acceleration="3 m/s^2")


def test_a_wheel_that_hangs_is_held_by_its_rebound_stop():
    """Lifted off the road, the stop pulls with rate times what the damper is longer than its clearance allows."""
    rate, clearance = 4e5, 0.03
    car = jounce.load("small_car").with_tables(
        {f"axles.{axle}.rebound_stop": {"rate": rate, "clearance": clearance} for axle in ("front", "rear")}
    )
    run = jounce.run(car, "roll-over", duration="1.5 s")
    stop = run["front_left.rebound_stop.length"]
    design = np.linalg.norm(np.subtract(*(car.axles["front"].hardpoints[f"spring_{end}"] for end in ("top", "bottom"))))
    beyond = stop - design - clearance
    assert beyond.max() > 1e-4
    np.testing.assert_allclose(
        run["front_left.rebound_stop.force"], rate * np.maximum(beyond, 0.0), rtol=1e-6, atol=1e-3
    )
