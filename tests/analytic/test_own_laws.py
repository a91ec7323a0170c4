"""Laws that a user writes in Python act like those that files know, and are compiled by what they say."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Annotated

import numpy as np
import pytest
from scipy.special import ellipk

import jounce
from jounce.graph import less, select, tanh
from jounce.model.templates.struts import strut_pushing_law
from jounce.native.kernel import Compiler
from jounce.units import Number, Ordinate, PerAbscissa, Quantity, Slope


@dataclass(frozen=True)
class Progressive:
    """F = k x + k3 x^3."""

    k: Slope
    k3: Annotated[float, Quantity("N/m^3 or N m/rad^3")]

    def value(self, x):
        return self.k * x + self.k3 * x**3


@dataclass(frozen=True)
class Saturating:
    """The law `tanh` of files in other words."""

    k1: Ordinate
    k2: PerAbscissa
    k3: Number = 0.0

    def value(self, x):
        return self.k1 * (tanh(self.k2 * x + self.k3) - tanh(self.k3))


def slider(law) -> jounce.Model:
    """2 kg on a line, held by a spring between two points 1 m apart."""
    return jounce.Model("slider", gravity=(0, 0, 0)).add(
        jounce.parts.Body(name="mass", mass=2.0, centre=(1, 0, 0), inertia=(1, 1, 1)),
        jounce.parts.Prismatic(name="slide", parent="ground", child="mass", point=(1, 0, 0), axis=(1, 0, 0)),
        jounce.parts.Spring(
            name="spring",
            parent="ground",
            child="mass",
            point=(0, 0, 0),
            child_point=(1, 0, 0),
            free_length=1.0,
            law=law,
        ),
    )


@pytest.mark.parametrize("amplitude", [0.01, 0.2, 0.8])  # m: nearly linear, half and half, nearly cubic
def test_a_quarter_swing_of_duffing_takes_a_quarter_of_the_elliptic_period(amplitude):
    """T = 4 K(n)/sqrt((k + k3 A^2)/m), n = k3 A^2/(2 (k + k3 A^2))  [Kovacic, Brennan 2011, section 2.3].

    At T/4 the mass crosses the middle at full speed, so an error of the period shows in the first power. The integrator
    keeps the position to a small multiple of rtol of the amplitude; a period wrong by 1e-6 would leave 1.6e-6 of it.
    """
    k, k3, mass, rtol = 200.0, 5000.0, 2.0, 1e-10
    stiffness = k + k3 * amplitude**2
    period = 4 * ellipk(k3 * amplitude**2 / (2 * stiffness)) / sqrt(stiffness / mass)
    run = jounce.simulate(
        slider(Progressive(k=k, k3=k3)),
        period / 4,
        start={"slide.displacement": amplitude},
        integrator="dormand-prince",
        rtol=rtol,
    )
    assert run["slide.displacement"][-1] == pytest.approx(0.0, abs=1000 * rtol * amplitude)
    x = run["slide.displacement"]
    np.testing.assert_allclose(run["spring.force"], k * x + k3 * x**3, rtol=1e-12, atol=1e-9)


def test_numbers_of_an_own_law_are_changed_without_compiling():
    model = slider(Progressive(k="150 N/m", k3="7 kN/m^3"))
    jounce.simulate(model, 0.01, integrator="rk4")
    before = Compiler.count
    stiffer = model.with_values({"forces.spring.law.k": "0.3 N/mm"})
    run = jounce.simulate(stiffer, 0.01, start={"slide.displacement": 0.1}, integrator="rk4")
    assert Compiler.count == before
    assert run["spring.force"][0] == pytest.approx(300 * 0.1 + 7000 * 0.1**3, rel=1e-12)


def named_law(factor: float):
    """Two classes with one name and the same fields, as after an edit in a notebook."""

    @dataclass(frozen=True)
    class Edited:
        k: Slope

        def value(self, x):
            return factor * self.k * x

    return Edited


def test_a_law_that_was_edited_is_compiled_again_although_its_name_stayed():
    """The formula is part of the structure: else the cache would hand out yesterday's machine code."""
    start = {"slide.displacement": 0.1}
    forces = [
        jounce.simulate(slider(named_law(f)(k=100.0)), 0.01, start=start, integrator="rk4")["spring.force"][0]
        for f in (2.0, 3.0)
    ]
    assert forces == pytest.approx([20.0, 30.0], rel=1e-12)


def test_laws_of_one_name_on_two_bodies_stay_apart():
    """Two equal bodies run as lanes of one kernel only if their laws say the same."""
    model = jounce.Model("two sliders", gravity=(0, 0, 0))
    for n, factor in enumerate((2.0, 3.0)):
        model.add(
            jounce.parts.Body(name=f"mass {n}", mass=1.0, inertia=(1, 1, 1)),
            jounce.parts.Prismatic(
                name=f"slide {n}", parent="ground", child=f"mass {n}", point=(0, 0, 0), axis=(1, 0, 0)
            ),
            jounce.parts.TorsionSpring(
                name=f"s{n}", coordinate=f"slide {n}.displacement", law=named_law(factor)(k=100.0)
            ),
        )
    run = jounce.simulate(model, 0.01, start={f"slide {n}.displacement": 0.1 for n in range(2)}, integrator="rk4")
    assert [run[f"s{n}.torque"][0] for n in range(2)] == pytest.approx([-20.0, -30.0], rel=1e-12)


def test_an_own_law_moves_a_body_like_the_same_law_of_a_file():
    """The second formulation is the built-in tanh: the same operations in the same order, so the same bits."""
    numbers = {"k1": 50.0, "k2": 8.0, "k3": 0.3}
    own, known = (slider(kind(**numbers)) for kind in (Saturating, jounce.parts.laws.Tanh))
    runs = [jounce.simulate(model, 1.0, start={"slide.displacement": 0.2}, integrator="rk4") for model in (own, known)]
    np.testing.assert_array_equal(*(run["slide.displacement"] for run in runs))


def test_a_stop_of_an_own_law_only_pushes():
    car = jounce.load("small_car").with_tables({"axles.front.bump_stop.law": Progressive(k=1000.0, k3=2e5)})
    law = strut_pushing_law(car.axles["front"].elements["bump_stop"])
    assert [law.value(x) for x in (-0.02, 0.0, 0.02)] == pytest.approx([-(1000 * 0.02 + 2e5 * 0.02**3), 0.0, 0.0])


def test_an_own_spring_holds_its_preload_and_gives_the_wheel_its_tangent_rate():
    """By hand: k c + k3 c^3 = preload gives the compression c, and k_s = k + 3 k3 c^2; the wheel sees k_s MR^2.

    The linear car has the same motion ratio MR and the same geometric part: the ratio of the elastic parts is k_s / k.
    """
    k, k3 = 12e3, 5e5
    car = jounce.load("small_car")
    own = car.with_tables({"axles.front.spring.law": Progressive(k=k, k3=k3)})
    spring = car.axles["front"].elements["spring"]
    c = float(np.roots([k3, 0.0, k, -spring.preload]).real[np.isreal(np.roots([k3, 0.0, k, -spring.preload]))][0])
    figures = [jounce.run(which, "wheel-travel", axle="front", points=3).metrics for which in (car, own)]
    load, rate, geometric = (
        [each[f"front_left.{name}"].value for each in figures]
        for name in ("wheel_load", "wheel_rate", "wheel_rate_geometric")
    )
    assert load[1] == pytest.approx(load[0], rel=1e-9)
    ratio = (rate[1] - geometric[1]) / (rate[0] - geometric[0])
    assert ratio == pytest.approx((k + 3 * k3 * c**2) / spring.law.slope, rel=1e-9)


@dataclass(frozen=True)
class Digressive:
    """A damper that opens: F = c v inside, c v0 + c1 (v - v0) beyond, alike in both directions."""

    c: Slope
    c1: Slope
    v0: Annotated[float, Quantity("m/s", "positive")]

    def value(self, v):
        inside = select(less(abs(v), self.v0), v, select(less(v, 0.0), -self.v0, self.v0))
        return self.c * inside + self.c1 * (v - inside)


def test_own_laws_stand_in_every_place_of_a_car():
    """What the channels say of force over deflection or speed is the formula, in spring, damper and bar."""
    law = Progressive(k=1100.0, k3=1e4)
    car = jounce.load("small_car").with_tables(
        {
            "axles.front.damper.law": Digressive(c=1500.0, c1=300.0, v0="0.1 m/s"),
            "axles.rear.spring.law": Progressive(k="25 N/mm", k3="1e5 N/m^3"),
            "axles.front.anti_roll_bar.law": law,
        }
    )
    run = jounce.run(car, "one-obstacle", output_step="2 ms")
    v, F = run["front_left.damper.rate"], run["front_left.damper.force"]
    np.testing.assert_allclose(F, np.where(np.abs(v) < 0.1, 1500 * v, np.sign(v) * 120 + 300 * v), rtol=1e-9, atol=1e-6)
    assert np.abs(v).max() > 0.1
    twist, torque = run["front.anti_roll_bar.twist"], run["front.anti_roll_bar.torque"]
    np.testing.assert_allclose(torque, 1100.0 * twist + 1e4 * twist**3, rtol=1e-9, atol=1e-9)
    assert np.ptp(twist) > 1e-3
