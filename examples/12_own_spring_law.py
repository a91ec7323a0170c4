"""A spring law of your own, written in Python, on a slider and in a car.

Objective: add a law that no file knows, a spring that stiffens with the cube of its deflection, F = k x + k3 x^3.

Model: a law is a frozen dataclass. Its fields are numbers with a unit, its method `value` is the formula, which is
written into the equations and compiled with them: fields can then be changed by their path like any number.
"""

from dataclasses import dataclass
from math import pi, sqrt
from typing import Annotated

import numpy as np
from scipy.special import ellipk

import jounce
from jounce.units import Quantity, Slope


@dataclass(frozen=True)
class Progressive:
    """F = k x + k3 x^3."""

    k: Slope  # N/m in a spring; N s/m where the law stands in a damper
    k3: Annotated[float, Quantity("N/m^3")]

    def value(self, x):
        return self.k * x + self.k3 * x**3


# First where the answer is known: a mass on a slider between such springs is Duffing's oscillator.
slider = jounce.Model("slider", gravity=(0, 0, 0)).add(
    jounce.parts.Body(name="mass", mass="2 kg", inertia=(1, 1, 1)),
    jounce.parts.Prismatic(name="slide", parent="ground", child="mass", point=(0, 0, 0), axis=(1, 0, 0)),
    jounce.parts.TorsionSpring(
        name="spring", coordinate="slide.displacement", law=Progressive(k="200 N/m", k3="5 kN/m^3")
    ),
)

# Run: two amplitudes; the wider swing meets the stiffer spring. The period by the elliptic integral K:
# T = 4 K(n) / sqrt((k + k3 A^2) / m) with n = k3 A^2 / (2 (k + k3 A^2)).
k, k3, mass = 200.0, 5e3, 2.0  # SI
periods = {}
for amplitude in (0.01, 0.2):  # m
    start = {"slide.displacement": amplitude}
    run = jounce.simulate(slider, "0.7 s", start=start, output_step="0.1 ms", integrator="dormand-prince", rtol=1e-10)
    x = run["slide.displacement"]
    crossing = np.flatnonzero((x[:-1] > 0) & (x[1:] <= 0))[0]  # the first, after a quarter of the period
    quarter = np.interp(0, [-x[crossing], -x[crossing + 1]], run.time[crossing : crossing + 2])
    stiffness = k + k3 * amplitude**2
    exact = 4 * ellipk(k3 * amplitude**2 / (2 * stiffness)) / sqrt(stiffness / mass)
    periods[amplitude] = (4 * quarter, exact)
    print(f"amplitude {1e3 * amplitude:3.0f} mm: period {4 * quarter:.5f} s, by the elliptic integral {exact:.5f} s")
print(f"linear spring: {2 * pi * sqrt(mass / k):.5f} s")

# Then in a car. The preload stays as it is, so that the car stands as before; the wheel rate rises towards jounce.
car = jounce.load("small_car")
print("laws of the front axle:", *(place for place in car.laws() if "front" in place), sep="\n  ")
own = car.with_tables({"axles.front.spring.law": Progressive(k="12 N/mm", k3="5e-4 N/mm^3")})
stiffer = own.with_values({"axles.front.spring.law.k3": "1e-3 N/mm^3"})  # a number: nothing is compiled again

# What to look for: the slope of the law at a compression c is k + 3 k3 c^2, so the curve of the wheel rate bends.
for name, which in {"linear": car, "own": own, "stiffer": stiffer}.items():
    kc = jounce.run(which, "wheel-travel", axle="front")
    rate = np.interp([-0.03, 0, 0.03], kc["travel"], kc["front_left.wheel_rate"])
    print(f"{name:8} wheel rate at -30, 0 and 30 mm: " + "  ".join(f"{1e-3 * r:6.2f}" for r in rate) + "  N/mm")
