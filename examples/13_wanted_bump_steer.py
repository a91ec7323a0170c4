"""A wanted bump-steer curve: the tie rod's points, found by SciPy with exact gradients.

Objective: ask which hardpoints move a curve, and let an optimiser use the answer.

Model: the front axle of the library's `double_wishbone`. `jounce.sensitivity` gives the derivative of every output
with respect to every hardpoint coordinate at every position, from the equations of the linkage and not from
differences.
"""

from math import degrees, radians
from time import process_time

import numpy as np
from scipy.optimize import least_squares

import jounce

car = jounce.load("double_wishbone")
rig = jounce.studies.mount(car, axle="front")

# Which points decide? In the design position, one line for each output; the first call compiles the derivatives.
found = jounce.sensitivity(rig, travel=("-70 mm", "70 mm"), points=29)
for output in ("front_left.bump_steer", "front_left.bump_camber", "front.roll_centre_height"):
    strongest = ", ".join(f"{path.split('.', 3)[3]} {slope:+.2f}" for path, slope in found.strongest(output))
    print(f"{output} in {found.unit(output, found.paths[0])}: {strongest}")

# The tie rod leads bump steer and hardly anything else. Both its ends may move, each by up to 20 mm in y and z.
# Wanted: a straight line that toes out by 3 deg per metre of jounce, so that the axle understeers in roll.
PATHS = [f"axles.front.hardpoints.tie_rod_{end}.{axis}" for end in ("inner", "outer") for axis in "yz"]
TOE = "front_left.toe"
travel = found.curves["travel"]
wanted = found.curves.metrics[TOE].value - radians(3.0) * travel
start = np.array([car.values()[path] for path in PATHS])


def study(places):
    """The axle with its points in other places; toe and its gradient come from one call."""
    moved = rig.with_car(car.with_values(dict(zip(PATHS, places, strict=True))))
    return jounce.sensitivity(moved, "wheel-travel", PATHS, travel=("-70 mm", "70 mm"), points=29)


def missed(places):
    return study(places).curves[TOE] - wanted


def gradient(places):
    return study(places).values[found.outputs.index(TOE)].T


began = process_time()
best = least_squares(missed, start, gradient, bounds=(start - 0.02, start + 0.02), x_scale=0.01, xtol=1e-12)
seconds = process_time() - began

# What to look for: the curve lies on the line to a few thousandths of a degree, after a handful of steps.
for path, before, after in zip(PATHS, start, best.x, strict=True):
    print(f"{path}: from {1000 * before:.1f} to {1000 * after:.2f} mm")
before, after = (degrees(np.abs(curve).max()) for curve in (missed(start), best.fun))
print(f"largest miss from {before:.3f} to {after:.4f} deg, {best.nfev} evaluations in {seconds:.2f} s")
study(best.x).curves.plot(TOE, "front_left.camber", path="wanted_bump_steer.png")
