"""A quarter car on double wishbones meets a bump.

Objective: take a model from the library, change numbers by their path, compare two runs.

Model: `jounce info quarter_car` shows it: body, two arms, knuckle, wheel and tie rod in two spatial
loops, with spring, damper and a tyre that may leave the ground. The bump is 50 mm high and passes
under the wheel in 50 ms, half a second after the start.
"""

import numpy as np

import jounce

car = jounce.load("quarter_car")
soft = car.with_values({"forces.damper.law.slope": "2500 N s/m"})  # structure unchanged: nothing compiles again

# Run: a row each millisecond, because the bump is short; eight seconds, until the car is at rest again.
runs = {name: jounce.simulate(model, "8 s", output_step="1 ms") for name, model in (("standard", car), ("soft", soft))}

# What to look for: the tyre force swings between nothing (the wheel flies) and almost three times
# that at rest. Afterwards the tyre carries the weight again, whatever the damper.
weight = 9.81 * sum(body.mass for body in car.bodies)  # N
print(f"{'damper':10}{'largest Fz':>12}{'in the air':>12}{'settled':>10}{'Fz at end':>12}")
for name, run in runs.items():
    load = run["tyre.Fz"]
    in_the_air = np.sum(load == 0) * 1e-3  # s, at one row each millisecond
    restless = np.abs(run["heave.displacement"]) > 0.001  # m
    settled = run.time[restless][-1] - 0.55  # s after the bump
    print(f"{name:10}{load.max():10.0f} N{in_the_air:10.3f} s{settled:8.2f} s{load[-1]:10.1f} N")
print(f"{'weight':44}{weight:12.1f} N")

runs["standard"].plot("heave.displacement", "tyre.Fz", "spring.force", "damper.force", path="quarter_car.png")
