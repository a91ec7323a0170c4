"""A pendulum, and how long it swings.

Objective: build a model in Python, run it from a start angle, read a channel by its name.

Model: a point mass on a light rod of 1 m. In the design position it hangs straight down; all
points are given in that position, in metres, x forward, y left, z up (ISO 8855).
"""

from math import pi, radians, sin, sqrt

import numpy as np
from scipy.special import ellipk

import jounce

LENGTH, GRAVITY, AMPLITUDE = 1.0, 9.81, radians(60)  # m, m/s^2, rad

model = jounce.Model("pendulum", gravity=(0, 0, -GRAVITY))
model.add(
    jounce.parts.Body(name="bob", mass="1 kg", centre=(0, 0, -LENGTH)),
    jounce.parts.Revolute(name="hinge", parent="ground", child="bob", point=(0, 0, 0), axis=(0, 1, 0)),
)

# Run. Numbers are SI; text with a unit works wherever a number does.
run = jounce.simulate(
    model,
    "5 s",
    start={"hinge.angle": "60 deg"},
    integrator="dormand-prince",
    rtol=1e-10,
    atol=1e-12,
    output_step="1 ms",
)

# What to look for: a wide swing takes longer than the small one of the textbook, 2 pi sqrt(l/g).
# The exact period is 4 sqrt(l/g) K(sin^2(amplitude/2)) [Landau 1976, section 11, problem 1].
angle, rate = run["hinge.angle"], run["hinge.angle_rate"]
before = np.flatnonzero((angle[:-1] < 0) & (angle[1:] >= 0))  # samples before it swings up through the bottom
crossings = run.time[before] - angle[before] / rate[before]  # near the bottom the rate hardly changes
period = float(np.diff(crossings).mean())
exact = 4 * sqrt(LENGTH / GRAVITY) * ellipk(sin(AMPLITUDE / 2) ** 2)

print(f"period   {period:.6f} s")
print(f"exact    {exact:.6f} s")
print(f"small    {2 * pi * sqrt(LENGTH / GRAVITY):.6f} s")

run.plot("hinge.angle", "hinge.angle_rate", path="pendulum.png")
run.save("pendulum.h5")
