"""A MacPherson axle is steered: steering axis, ratio, Ackermann.

Objective: sweep the rack instead of the wheels, and read what a steering engineer asks for.

Model: the front axle of the library's `macpherson`, a small car. The steering axis goes from the
lower ball joint to the strut top; the rack behind the axle is moved by 50 mm to either side.
"""

from math import degrees

import numpy as np

import jounce

car = jounce.load("macpherson")

# Run.
kc = jounce.run(car, "wheel-travel", axle="front", mode="rack", travel=("-50 mm", "50 mm"), points=101)
kc.plot("front_left.steer", "front_right.steer", "front.steering_ratio", path="macpherson.png")

# What to look for: the axis leans inward (kingpin) and rearward (caster), so that the road's forces turn
# the wheels back. With little scrub radius, braking on one side hardly pulls at the steering wheel.
for name in ("caster", "kingpin"):
    print(f"{name:16}{degrees(kc.metrics[f'front_left.{name}'].value):8.2f} deg")
for name in ("scrub_radius", "caster_trail"):
    print(f"{name.replace('_', ' '):16}{1000 * kc.metrics[f'front_left.{name}'].value:8.1f} mm")

# In a turn the inner wheel must turn more than the outer. Ackermann is 100 % where both roll about one point.
print(f"{'rack':>8}{'left':>9}{'right':>9}{'Ackermann':>11}{'turning circle':>16}")
for k in range(0, 101, 20):
    left, right = degrees(kc["front_left.steer"][k]), degrees(kc["front_right.steer"][k])
    share, circle = 100 * kc["front.ackermann"][k], kc["front.turning_circle"][k]
    words = f"{share:9.0f} %{circle:14.2f} m" if np.isfinite(circle) else f"{'-':>11}{'-':>16}"
    print(f"{1000 * kc['rack.displacement'][k]:5.0f} mm{left:5.1f} deg{right:5.1f} deg{words}")
