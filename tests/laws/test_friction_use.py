"""Friction use of a tyre: its force by the peaks of its own law."""

from __future__ import annotations

import numpy as np
import pytest

import jounce
from jounce.parts.tyres.laws import TYRE_LAWS
from jounce.parts.tyres.simple_laws.dugoff import DugoffTyre
from jounce.parts.tyres.tyre_law import Contact

TYRES = ("tyre_155_65_r13", "tyre_205_55_r16", "tyre_205_55_r16_mf61", "tyre_155_r13")
CORNERS = ("front_left", "front_right", "rear_left", "rear_right")


@pytest.mark.parametrize("name", TYRES)
@pytest.mark.parametrize("share", [0.5, 1.0, 1.6])
def test_peak_forces_are_the_largest_of_the_curves_at_pure_slip(name, share):
    """Searched on a grid; shifts by ply steer and conicity move a curve up or down by a percent of its peak."""
    law = jounce.load(name).tyre
    load = share * float(law.FNOMIN)

    def force(slip: float, angle: float) -> tuple[float, float]:
        found = law.forces(Contact(slip=slip, slip_angle=angle, inclination=0.0, load=load, speed=16.7))
        return float(found.Fx), float(found.Fy)

    along = [abs(force(k, 0.0)[0]) for k in np.linspace(-0.6, 0.6, 601)]
    across = [abs(force(0.0, a)[1]) for a in np.linspace(-0.6, 0.6, 601)]
    peaks = law.peak_forces(load, 0.0, 1.0)
    assert peaks == pytest.approx((max(along), max(across)), rel=0.02)
    assert law.peak_forces(load, 0.0, 0.5) == pytest.approx([0.5 * peak for peak in peaks], rel=1e-9)


def test_a_tyre_that_slides_altogether_uses_all_of_its_friction():
    """Dugoff's tyre without loss of friction by speed: |F| = mu Fz for a locked wheel, whichever way it goes."""
    law = DugoffTyre(radius=0.3, stiffness=2e5, friction=0.8, slip_stiffness=6e4, cornering_stiffness=4e4)
    found = law.forces(Contact(slip=-1.0, slip_angle=0.3, inclination=0.0, load=3000.0, speed=10.0))
    along, across = law.peak_forces(3000.0, 0.0, 1.0)
    assert np.hypot(found.Fx / along, found.Fy / across) == pytest.approx(1.0, rel=1e-3)


def test_every_law_but_the_linear_one_has_peaks():
    assert {word for word, kind in TYRE_LAWS.items() if not hasattr(kind, "peak_forces")} == {"linear"}


def test_locked_wheels_use_most_of_their_friction_and_a_straight_drive_next_to_nothing():
    """A locked wheel of the Magic Formula slides beyond its peak, but not far below; rolling takes 1 % of the load."""
    run = jounce.run(jounce.load("small_car"), "brake-to-standstill", pedal=1.0)
    for corner in CORNERS:
        use, slip = run[f"{corner}.tyre.friction_use"], run[f"{corner}.tyre.slip"]
        locked = (slip < -0.95) & (run["vehicle.speed"] > 5.0)
        assert use[0] < 0.05
        if locked.any():
            assert 0.6 < use[locked].min() and use[locked].max() < 1.05


def test_a_wheel_in_the_air_uses_nothing():
    run = jounce.run(jounce.load("small_car"), "roll-over", duration="1.2 s")
    lifted = run["front_left.tyre.deflection"] < 0.0
    assert lifted.any()
    assert np.all(run["front_left.tyre.friction_use"][lifted] == 0.0)
