"""Parts of your own: a force element and a law from a file of yours, known by their words like any other.

Objective: a rubber band that pulls and never pushes, written in Python once, then used in model and vehicle files.

Model: `own_parts/rubber.py` registers the kinds. A model file never loads code; `jounce.use`, or `--use` on the command
line, does. What a force element acts on follows from the names of its fields, what it does from `tension`.
"""

from math import sqrt
from pathlib import Path

import numpy as np

import jounce

FOLDER = Path(__file__).parent / "own_parts"
for known in jounce.use(FOLDER / "rubber.py"):
    print(f"{known.word}: {known.sort}")

# First where the answer is known: let go where the band is just straight, the mass swings by x = (m g/k)(1 - cos w t).
hung = jounce.load(FOLDER / "hung_mass.toml")
run = jounce.simulate(hung, "2 s", integrator="dormand-prince", rtol=1e-9)
k, m, g = 4000.0, 20.0, 9.81  # SI
exact = m * g / k * (1 - np.cos(sqrt(k / m) * run.time))
error = np.abs(run["guide.displacement"] - exact).max()
print(
    f"hung mass: largest difference from the closed form {1e9 * error:.2f} nm; power and work of the band are channels"
)
print("energy balance:", f"{np.ptp(run['energy.balance']):.1e} J")

# Where it is thrown up, the band goes slack and the mass flies: the same file, another start.
thrown = jounce.simulate(hung, "0.7 s", start_rates={"guide.displacement": "-3 m/s"}, output_step="1 ms")
flight = thrown.time[thrown["band.force"] == 0.0].max()
print(f"thrown up at 3 m/s it flies for {flight:.3f} s; 2 v/g = {2 * 3 / g:.3f} s")

# In a car: bands between the body and both front knuckles. Numbers of own parts are changed by path, like any number.
BAND = """
[forces.{side}_band]
type = "rubber_band"
parent = "body"
child = "front_{side}.knuckle"
point = [-0.01, {y}, 0.6]
child_point = [-0.01, {y}, 0.3]
free_length = "250 mm"
stiffness = "20 N/mm"
"""
text = jounce.load("small_car").to_toml() + BAND.format(side="left", y=0.6) + BAND.format(side="right", y=-0.6)
car = jounce.load(text)
loose = car.with_values({f"forces.{side}_band.stiffness": "1 N/m" for side in ("left", "right")})

# What to look for: taut bands pull the body down on its springs, and the wheels carry what they carried before.
standing = {}
for name, which in {"loose": loose, "taut": car}.items():
    run = jounce.run(which, "script", speed="0 km/h", phases=[{"duration": "50 ms"}])
    load = sum(run[f"{corner}.tyre.Fz"][0] for corner in ("front_left", "front_right", "rear_left", "rear_right"))
    standing[name] = run["vehicle.z"][0], load, run["left_band.force"][0]
    height, load, force = standing[name]
    print(f"{name:6} height {1e3 * height:6.1f} mm, all wheels {load:.1f} N, left band {force:7.1f} N")
