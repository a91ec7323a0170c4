"""A five-link axle: a steering axis that no two ball joints define.

Objective: understand the virtual steering axis, and see derivatives that are exact.

Model: the library's `five_link`, a steered front axle with published points. Each wheel carrier hangs on
five rods; nothing turns about a fixed line, so the axis is that of the carrier's instantaneous screw
for a small movement of the rack while the spring keeps its length.
"""

from math import degrees

import numpy as np

import jounce

car = jounce.load("five_link")

# Run.
kc = jounce.run(car, "wheel-travel", axle="front", travel=("-60 mm", "60 mm"), points=121)
print(f"steering axis: {kc.metadata['steering_axis']}")

# What to look for: the axis meets the road close to the wheel's middle plane, where no ball joint would fit,
# and it wanders as the wheel rises.
print(f"{'travel':>8}{'caster':>12}{'kingpin':>12}{'scrub radius':>15}{'hub offset':>13}")
for k in range(0, 121, 30):
    caster, kingpin = (degrees(kc[f"front_left.{name}"][k]) for name in ("caster", "kingpin"))
    scrub, offset = (1000 * kc[f"front_left.{name}"][k] for name in ("scrub_radius", "hub_offset"))
    print(f"{1000 * kc['travel'][k]:5.0f} mm{caster:8.2f} deg{kingpin:8.2f} deg{scrub:12.1f} mm{offset:10.1f} mm")

# Derivatives come from the linkage's own equations, not from differences of the curve. Differences agree, up
# to their own error.
step = kc["travel"][1] - kc["travel"][0]
measured = np.gradient(kc["front_left.toe"], step)
difference = degrees(np.abs(measured - kc["front_left.bump_steer"])[1:-1].max())
print(f"bump steer by differences is off by {difference:.1e} deg/m")

kc.plot("front_left.toe", "front_left.camber", "front_left.bump_steer", path="five_link.png")
