"""Hardpoints for wanted curves: bump steer and camber of a double wishbone, found from three starts.

Objective: toe shall stay as it is over wheel travel, and camber shall fall by 0.25 deg per cm of jounce. Where do the
inner tie rod and the upper arm have to be?

Model: the front axle of `double_wishbone` on its rig. Derivatives of both curves by the four coordinates are exact.
"""

import numpy as np

import jounce
from jounce.studies import WheelTravel

car = jounce.load("double_wishbone")
rig = WheelTravel(axle="front", points=41)
travel = np.linspace(-0.06, 0.06, 13)
toe, camber = (jounce.run(car, rig).metrics[f"front_left.{word}"].value for word in ("toe", "camber"))

# Goals: curves over travel, with the difference that counts as one.
wanted = [
    ("front_left.toe", np.full(13, toe), np.radians(0.02)),
    ("front_left.camber", camber - np.radians(25.0) * travel, np.radians(0.1)),
]
goals = [
    jounce.Goal(study=rig, channel=name, over=tuple(travel), target=tuple(curve), scale=scale)
    for name, curve, scale in wanted
]

# Variables: 25 mm to both sides of where they are.
points = ("tie_rod_inner.z", "tie_rod_inner.y", "upper_arm_front.z", "upper_arm_rear.z")
paths, values = [f"axles.front.hardpoints.{point}" for point in points], car.values()
found = jounce.optimise(
    car, None, {path: (values[path] - 0.025, values[path] + 0.025) for path in paths}, goals, starts=3
)

# What to look for: all three starts end at the same car, and both curves are met.
print(f"cost {found.cost_before:.1f} before, {found.cost:.3f} after; {found.agreed} of 3 starts ended there")
for path, value in found.values.items():
    print(f"{path}: {1e3 * values[path]:.1f} mm before, {1e3 * value:.1f} mm after")
after = jounce.run(found.car, rig)
print(f"toe over 160 mm of travel changes by {np.degrees(np.ptp(after['front_left.toe'])):.3f} deg")
found.plot("optimise_hardpoints.png")
found.report("optimise_hardpoints.html")
found.car.save("better_wishbone.toml")
