"""Sweeps of a planar four-bar against its closed form in the complex plane."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import jounce
from jounce.simulation.prepare import Prepared, prepare
from jounce.simulation.sweeps.sweep import sweep

Z = (0.0, 0.0, 1.0)
START = 1.2  # rad, crank angle of the design position


@dataclass(frozen=True)
class FourBar:
    """Ground d along x; a exp(i theta) + b exp(i phi) = d + c exp(i psi), coupler above the ground."""

    a: float  # crank
    b: float  # coupler
    c: float  # rocker
    d: float  # ground

    def angles(self, theta):
        """phi and psi: the joint between coupler and rocker lies on two circles. [McCarthy 2011, section 2.4]"""
        w = self.d - self.a * np.exp(1j * theta)  # from the crank's end to the rocker's foot
        r = np.abs(w)
        turn = np.arccos((self.b**2 + r**2 - self.c**2) / (2 * self.b * r))
        phi = np.angle(w) + turn
        psi = np.angle(self.a * np.exp(1j * theta) + self.b * np.exp(1j * phi) - self.d)
        return phi, psi

    def rates(self, theta):
        """phi' and psi' with theta' = 1: the derivative of the closure, projected across each link."""
        phi, psi = self.angles(theta)
        down = np.sin(phi - psi)
        return self.a / self.b * np.sin(psi - theta) / down, self.a / self.c * np.sin(phi - theta) / down

    def second_rates(self, theta):
        """phi'' and psi'': the second derivative, projected alike."""
        phi, psi = self.angles(theta)
        fast_phi, fast_psi = self.rates(theta)
        known = self.a * np.exp(1j * theta) + self.b * fast_phi**2 * np.exp(1j * phi)
        known = known - self.c * fast_psi**2 * np.exp(1j * psi)
        # i b phi'' exp(i phi) - i c psi'' exp(i psi) = known; along each link the other's term is left alone
        down = np.sin(phi - psi)
        along_psi, along_phi = (known * np.exp(-1j * psi)).real, (known * np.exp(-1j * phi)).real
        return -along_psi / (self.b * down), -along_phi / (self.c * down)

    def toggle(self):
        """Crank angle at which coupler and rocker stretch into one line."""
        return np.arccos((self.a**2 + self.d**2 - (self.b + self.c) ** 2) / (2 * self.a * self.d))

    def model(self) -> jounce.Model:
        _, psi = self.angles(START)
        O, D = 0j, self.d + 0j
        A, B = self.a * np.exp(1j * START), D + self.c * np.exp(1j * psi)
        return jounce.Model("four-bar").add(
            bar("crank", O, A),
            bar("coupler", A, B),
            bar("rocker", D, B),
            hinge("crank_foot", "ground", "crank", O),
            hinge("crank_head", "crank", "coupler", A),
            hinge("rocker_foot", "ground", "rocker", D),
            jounce.parts.Constraint(
                name="rocker_head", parent="coupler", child="rocker", point=point(B), locked=("tx", "ty")
            ),
            jounce.parts.Input(name="crank_angle", unit="rad"),
            jounce.parts.Prescribed(
                name="motor", coordinate="crank_foot.angle", signal=jounce.parts.signals.External(input="crank_angle")
            ),
            *(
                jounce.parts.Sensor(name=f"tip.{q}_{axis}", body="coupler", point=point(B), direction=e, quantity=q)
                for q in ("position", "velocity", "acceleration")
                for axis, e in (("x", (1.0, 0.0, 0.0)), ("y", (0.0, 1.0, 0.0)))
            ),
        )


CRANK_ROCKER = FourBar(a=0.1, b=0.35, c=0.3, d=0.4)
TRIPLE_ROCKER = FourBar(a=0.3, b=0.25, c=0.2, d=0.35)  # the crank cannot pass where b and c are stretched
PARALLELOGRAM = FourBar(a=0.2, b=0.5, c=0.2, d=0.5)


def point(z: complex):
    return (float(z.real), float(z.imag), 0.0)


def bar(name: str, start: complex, end: complex) -> jounce.parts.Body:
    return jounce.parts.Body(name=name, mass=1.0, centre=point((start + end) / 2), inertia=(0.01, 0.01, 0.01))


def hinge(name: str, parent: str, child: str, at: complex) -> jounce.parts.Revolute:
    return jounce.parts.Revolute(name=name, parent=parent, child=child, point=point(at), axis=Z)


def ready(linkage: FourBar) -> Prepared:
    return prepare(linkage.model())


@pytest.mark.parametrize("points", [9, 141])
def test_positions_and_both_derivatives_are_those_of_the_closed_form(points):
    """Over a full turn of the crank, which begins half a turn from the start.

    Errors are a few units of rounding, times what the linkage makes of them: second derivatives reach 4.
    """
    q = np.linspace(-np.pi, np.pi, points)
    found = sweep(ready(CRANK_ROCKER), {"crank_angle": q}, [{"crank_angle": 1.0}])
    assert (found.status, found.reached) == ("finished", points)
    theta = START + q
    _, psi = CRANK_ROCKER.angles(theta)
    _, fast = CRANK_ROCKER.rates(theta)
    _, faster = CRANK_ROCKER.second_rates(theta)
    _, psi_start = CRANK_ROCKER.angles(START)
    turned = np.angle(np.exp(1j * (psi - psi_start - found.of("rocker_foot.angle"))))
    assert np.abs(turned).max() < 1e-12
    np.testing.assert_allclose(found.of("rocker_foot.angle_rate"), fast, atol=1e-12)
    np.testing.assert_allclose(found.of("rocker_foot.angle_acceleration"), faster, atol=1e-11)

    c, e = CRANK_ROCKER.c, np.exp(1j * psi)
    tip = {
        "position": CRANK_ROCKER.d + c * e,
        "velocity": 1j * c * fast * e,
        "acceleration": c * (1j * faster - fast**2) * e,
    }
    for quantity, z in tip.items():
        measured = found.of(f"tip.{quantity}_x") + 1j * found.of(f"tip.{quantity}_y")
        np.testing.assert_allclose(measured, z, atol=1e-11)


def test_derivatives_scale_with_the_direction():
    """Twice as fast the other way: first derivatives times -2, second times 4."""
    q = np.linspace(0.0, 1.0, 5)
    found = sweep(ready(CRANK_ROCKER), {"crank_angle": q}, [{"crank_angle": 1.0}, {"crank_angle": -2.0}])
    _, fast = CRANK_ROCKER.rates(START + q)
    _, faster = CRANK_ROCKER.second_rates(START + q)
    np.testing.assert_allclose(found.of("rocker_foot.angle_rate", 1), -2.0 * fast, atol=1e-12)
    np.testing.assert_allclose(found.of("rocker_foot.angle_acceleration", 1), 4.0 * faster, atol=1e-11)


@pytest.mark.parametrize("points", [2, 30, 1000])
@pytest.mark.parametrize("turn", [1.0, 2 * np.pi])  # beyond the toggle, and beyond it to where positions exist again
def test_a_toggle_is_found_named_and_never_stepped_over(turn, points):
    q = np.linspace(0.0, turn, points)
    found = sweep(ready(TRIPLE_ROCKER), {"crank_angle": q}, [{"crank_angle": 1.0}])
    assert found.status == "limit" and found.limit is not None
    assert START + found.limit.inputs["crank_angle"] == pytest.approx(TRIPLE_ROCKER.toggle(), abs=1e-7)
    assert found.limit.joints == ("rocker_head",)
    assert "dead point" in found.limit.text and "crank_angle" in found.limit.text
    assert 0.0 < found.limit.pivot < 1e-6
    assert found.reached == np.sum(START + q < TRIPLE_ROCKER.toggle())
    _, fast = TRIPLE_ROCKER.rates(START + q[: found.reached])
    np.testing.assert_allclose(found.of("rocker_foot.angle_rate"), fast, rtol=1e-9)  # near the toggle they grow


@pytest.mark.parametrize("points", [2, 38, 41])
def test_where_branches_cross_the_path_ends_instead_of_choosing_one(points):
    """A flat parallelogram may go on as one or as an antiparallelogram; steps that straddle it are refused."""
    q = np.linspace(0.0, -2.0, points)
    found = sweep(ready(PARALLELOGRAM), {"crank_angle": q}, [{"crank_angle": 1.0}])
    assert found.status == "limit" and found.limit is not None
    assert START + found.limit.inputs["crank_angle"] == pytest.approx(0.0, abs=1e-6)
    assert found.limit.joints == ("rocker_head",)
    np.testing.assert_allclose(found.of("rocker_foot.angle"), q[: found.reached], atol=1e-12)


@pytest.mark.parametrize("stride", [0.1, 0.3, 1.0, 3.0])
@pytest.mark.parametrize("turn", [2.0, np.pi, 5.0, 2 * np.pi])
def test_long_strides_do_not_carry_the_linkage_across_a_toggle(monkeypatch, stride, turn):
    monkeypatch.setattr("jounce.simulation.sweeps.sweep.FIRST_STRIDE", stride)
    monkeypatch.setattr("jounce.simulation.sweeps.sweep.LONGEST_STRIDE", stride)
    found = sweep(ready(TRIPLE_ROCKER), {"crank_angle": [turn]}, [{"crank_angle": 1.0}])
    assert found.limit is not None
    assert START + found.limit.inputs["crank_angle"] == pytest.approx(TRIPLE_ROCKER.toggle(), abs=1e-7)


@pytest.mark.parametrize("stride", [1.0, 3.0, 4.5, 5.5])
def test_long_strides_do_not_turn_the_linkage_inside_out(monkeypatch, stride):
    """The coupler's joint could as well lie mirrored about the diagonal: the other way to assemble the linkage.

    Newton's method finds it from far away if it may take as long as it likes; the size of corrections tells.
    """
    monkeypatch.setattr("jounce.simulation.sweeps.sweep.MAX_CORRECTIONS", 1000)
    monkeypatch.setattr("jounce.simulation.sweeps.sweep.FIRST_STRIDE", stride)
    monkeypatch.setattr("jounce.simulation.sweeps.sweep.LONGEST_STRIDE", stride)
    start = ready(CRANK_ROCKER)
    for turn in np.linspace(-6.0, 6.0, 25):
        found = sweep(start, {"crank_angle": [turn]}, [{"crank_angle": 1.0}])
        _, psi = CRANK_ROCKER.angles(START + turn)
        tip = found.of("tip.position_x") + 1j * found.of("tip.position_y")
        assert np.abs(tip - CRANK_ROCKER.d - CRANK_ROCKER.c * np.exp(1j * psi)).max() < 1e-12
