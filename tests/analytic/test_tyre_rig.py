"""Figures of the tyre rig against what the letters of the Magic Formula mean."""

from __future__ import annotations

import math

import numpy as np
import pytest

import jounce
from jounce.model.tyre_files.tyre_arrays import CHUNK, TyreArrays
from jounce.parts.tyres.tyre_law import Contact

NAMES = ("tyre_155_65_r13", "tyre_205_55_r16", "tyre_205_55_r16_mf61", "tyre_37x12_5_r16_5")


@pytest.fixture(scope="module", params=NAMES)
def tyre(request):
    return jounce.load(request.param)


def test_figures_at_the_nominal_load_are_those_of_the_coefficients(tyre):
    """BCD is the slope, D the peak, D_t R0 / Fz0 times Fz the trail (dfz = 0, upright, no shifts in these files). The
    peak is found to the third order of a step of 1 % of slip: 1e-5 of it."""
    p, found = tyre.tyre, {name: metric.value for name, metric in jounce.run(tyre, "tyre-rig").metrics.items()}
    Fz0 = p.FNOMIN
    assert found["cornering_stiffness"] == pytest.approx(-p.PKY1 * Fz0 * math.sin(2 * math.atan(1 / p.PKY2)), rel=1e-9)
    assert found["slip_stiffness"] == pytest.approx(p.PKX1 * Fz0, rel=1e-9)
    assert found["friction_x"] == pytest.approx(p.PDX1, rel=1e-5)
    assert found["friction_y"] == pytest.approx(p.PDY1, rel=1e-5)
    # (4.E6a) of 6.1 takes 0.1 m/s off a speed of 20
    assert found["trail"] == pytest.approx(p.QDZ1 * p.UNLOADED_RADIUS, rel=1e-6 if "61" not in tyre.name else 6e-3)
    along, across = p.relaxation(Fz0, 0.0)
    assert (found["relaxation_x"], found["relaxation_y"]) == (pytest.approx(along), pytest.approx(across))
    if "61" in tyre.name:
        assert found["camber_stiffness"] == pytest.approx(-p.PKY6 * Fz0, rel=1e-9)
    else:
        by_shifts = -p.PVY3 * Fz0 + p.PHY3 * found["cornering_stiffness"]
        assert found["camber_stiffness"] == pytest.approx(by_shifts, rel=1e-9)


def test_the_peaks_lie_where_the_argument_is_a_right_angle(tyre):
    """C atan(B x - E (B x - atan(B x))) = pi/2, solved by halving, to half a step near the peak."""
    p, found = tyre.tyre, jounce.run(tyre, "tyre-rig").metrics

    def place(B: float, C: float, E: float) -> float:
        low, high = 0.0, 3.0
        for _ in range(60):
            x = 0.5 * (low + high)
            reached = C * math.atan(B * x - E * (B * x - math.atan(B * x))) > math.pi / 2
            low, high = (low, x) if reached else (x, high)
        return low

    at_slip = place(p.PKX1 / p.PCX1 / p.PDX1, p.PCX1, p.PEX1)
    K = -p.PKY1 * math.sin(2 * math.atan(1 / p.PKY2))
    at_angle = place(K / p.PCY1 / p.PDY1, p.PCY1, p.PEY1)
    at_angle = math.atan(at_angle) if "61" in tyre.name else at_angle
    assert found["slip_at_peak"].value == pytest.approx(at_slip, rel=0.01)
    assert found["slip_angle_at_peak"].value == pytest.approx(at_angle, rel=0.01)


def test_curves_are_the_forces_of_the_formula_in_plain_floats(tyre):
    rig = jounce.run(tyre, "tyre-rig", loads="2 kN, 4 kN", slip="20 %", slip_angle="10 deg", points=21)
    k, p = 4, tyre.tyre
    slip, angle = rig["slip"][k], rig["slip_angle"][k]
    assert slip == pytest.approx(-0.12) and angle == pytest.approx(math.radians(-6))
    rolling = {"inclination": 0.0, "speed": 20.0}
    along = p.forces(Contact(slip=slip, slip_angle=0.0, load=4000.0, **rolling))
    across = p.forces(Contact(slip=0.0, slip_angle=angle, load=2000.0, **rolling))
    assert rig["load_4000.Fx"][k] == pytest.approx(along.Fx, rel=1e-12)
    assert rig["load_2000.Fy"][k] == pytest.approx(across.Fy, rel=1e-12)
    assert rig["load_2000.Mz"][k] == pytest.approx(across.Mz, rel=1e-12)
    both = p.forces(Contact(slip=slip, slip_angle=math.radians(4), load=p.FNOMIN, **rolling))
    assert (rig["slip_angle_4_deg.Fx"][k], rig["slip_angle_4_deg.Fy"][k]) == pytest.approx(
        (both.Fx, both.Fy), rel=1e-12
    )
    leaning = p.forces(Contact(slip=0.0, slip_angle=angle, load=p.FNOMIN, inclination=math.radians(-3), speed=20.0))
    assert rig["inclination_-3_deg.Fy"][k] == pytest.approx(leaning.Fy, rel=1e-12)
    assert rig["by_load.load"][-1] == 4000.0
    assert all(definition for definition in rig.definition.values())


def test_many_states_are_worked_out_in_pieces_without_a_seam():
    tyre = jounce.load("tyre_205_55_r16").tyre
    side = TyreArrays(lambda contact: [tyre.forces(contact).Fy])
    angle = np.linspace(-0.3, 0.3, 2 * CHUNK + 5)
    (whole,) = side(slip_angle=angle, load=4000.0)
    picked = [0, CHUNK - 1, CHUNK, 2 * CHUNK + 4]
    (some,) = side(slip_angle=angle[picked], load=4000.0)
    assert (whole[picked] == some).all()
    (square,) = side(slip_angle=angle[:6, None], load=np.array([1000.0, 2000.0]))
    assert square.shape == (6, 2)


def test_the_tyre_rolls_at_the_same_figures_in_either_formula():
    """The 6.1 file of the library is the 5.2 one at its nominal pressure, but for inclination and tan(alpha)."""
    one, other = (jounce.run(jounce.load(name), "tyre-rig") for name in NAMES[1:3])
    np.testing.assert_allclose(one["load_4300.Fx"], other["load_4300.Fx"], rtol=1e-12)
    np.testing.assert_allclose(one["load_4300.Fy"], other["load_4300.Fy"], atol=0.01 * 4300)
