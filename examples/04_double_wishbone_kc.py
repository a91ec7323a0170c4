"""A double wishbone on the K&C rig: read its curves, and remove the bump steer.

Objective: move an axle through its travel, read outputs by name, correct a hardpoint.

Model: the library's `double_wishbone`, a steered front axle. On the rig its car body is held and
pads lift both wheels; `jounce kc double_wishbone` does the same from the command line.
"""

from math import degrees

import jounce

car = jounce.load("double_wishbone")

# Run: two lines give all curves, as numbers and as a plot.
kc = jounce.run(car, "wheel-travel", axle="front", travel=("-70 mm", "70 mm"))
kc.plot("front_left.toe", "front_left.camber", "front.roll_centre_height", path="double_wishbone.png")
kc.save("double_wishbone.h5")

# What to look for: metrics are the outputs in the design position; every one has a definition.
for name in ("front_left.caster", "front_left.kingpin", "front_left.bump_steer", "front_left.bump_camber"):
    metric = kc.metrics[name]
    print(f"{name:26}{degrees(metric.value):8.3f} {metric.unit.replace('rad', 'deg'):6} {metric.definition}")

# The wheels toe out as they rise. This depends on the height of the outer end of the tie rod. A few secant
# steps find the height at which the slope is zero. The axle stays mounted, so nothing compiles again.
HEIGHT = "axles.front.hardpoints.tie_rod_outer.z"
rig = jounce.studies.mount(car)


def bump_steer(height):
    moved = rig.with_car(car.with_values({HEIGHT: height}))
    return moved.run("parallel", ("-70 mm", "70 mm")).metrics["front_left.bump_steer"].value


low, high = car.values()[HEIGHT], car.values()[HEIGHT] + 0.005  # m
for _ in range(5):
    a, b = bump_steer(low), bump_steer(high)
    low, high = high, high - b * (high - low) / (b - a)
    if abs(high - low) < 1e-9:
        break
before, after = kc.metrics["front_left.bump_steer"].value, bump_steer(high)
print(f"tie rod end from {1000 * car.values()[HEIGHT]:.1f} to {1000 * high:.2f} mm")
print(f"bump steer from {degrees(before):.3f} to {degrees(after):.6f} deg/m")
