"""A semi-trailing arm: how the angle of one hinge decides camber, toe and support under braking.

Objective: compare variants of an axle by changing two numbers, and check them by hand.

Model: the library's `semi_trailing_arm`. One arm carries the wheel and turns about one hinge. With the
hinge straight across the car it is a trailing arm; with the outer pivot ahead, the wheel leans inward
as it rises.
"""

from math import degrees

import numpy as np

import jounce

car = jounce.load("semi_trailing_arm")
POINTS = "axles.semi_trailing.hardpoints"
PLAIN = {f"{POINTS}.pivot_inner.z": "300 mm", f"{POINTS}.pivot_outer.z": "300 mm"}  # level, wheels upright
PLAIN |= {"axles.semi_trailing.alignment.toe": 0, "axles.semi_trailing.alignment.camber": 0}
SWEEPS = {"trailing": 0.0, "swept a little": 0.05, "swept more": 0.1}  # m, outer pivot ahead of the inner


def swept(by):
    ends = {f"{POINTS}.pivot_inner.x": 0.4 - by / 2, f"{POINTS}.pivot_outer.x": 0.4 + by / 2}
    return car.with_values({**PLAIN, **ends})


# Run.
variants = {name: swept(by) for name, by in SWEEPS.items()}
runs = {name: jounce.run(variant, "wheel-travel", axle="semi_trailing") for name, variant in variants.items()}


def camber_by_hand(variant):
    """A wheel at r from a hinge along a rises by (a x r)_z and leans by a_x, per radian of the hinge."""
    p = variant.axles["semi_trailing"].hardpoints
    inner, outer, wheel = (np.array(p[name]) for name in ("pivot_inner", "pivot_outer", "wheel_centre"))
    a = outer - inner
    return -a[0] / np.cross(a, wheel - inner)[2]


# What to look for: a trailing arm keeps the wheel upright relative to the body, so the wheel leans with the
# body in a bend. The swept arm gains camber, but its toe changes with travel.
print(f"{'':16}{'camber':>16}{'by hand':>16}{'toe at 80 mm':>15}{'roll centre':>13}")
for name, run in runs.items():
    gain, hand = degrees(run.metrics["semi_trailing_left.bump_camber"].value), degrees(camber_by_hand(variants[name]))
    toe = degrees(run["semi_trailing_left.toe"][-1] - run.metrics["semi_trailing_left.toe"].value)
    height = 1000 * run["semi_trailing.roll_centre_height_force"][70]
    print(f"{name:16}{gain:10.2f} deg/m{hand:10.2f} deg/m{toe:11.3f} deg{height:10.0f} mm")

runs["swept more"].plot("semi_trailing_left.camber", "semi_trailing_left.toe", path="semi_trailing_arm.png")
