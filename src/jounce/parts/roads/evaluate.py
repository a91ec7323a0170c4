"""Evaluate the road under a wheel: one function for every road, given as the array of `Road.data`.

It is plain Python and slow, and the reference for the compiled one: `simulation/road_kernel.py` compiles this file,
`profiles.py` and `rolling.py` as they stand. So: numbers only, no allocation, no objects.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from jounce.parts.roads.layout import AXES, BUMP, FIRST, OWN, PATCH, PLANK, RANDOM, SHAPE, SINUSOID, SLOPE
from jounce.parts.roads.profiles import profile_at, profile_fade
from jounce.parts.roads.rolling import Height, outline, roll_cam_over_profile, roll_over_tracks


def evaluate_road(data: Any, x: float, y: float, t: float, a: float, b: float, p: float, out: Any) -> None:
    """out = z, z_x, z_y, mu of the road at (x, y) and time t.

    With a > 0 z is that of a cam with half axes a, b and exponent p rolled over the road, less b; with a = 0 that of
    the road itself. Elevations add; of the obstacles on top of them the highest counts; of the patches the last.
    """
    nowhere = 0.0 * (x + y)  # zero, and NaN where the place is: no comparison below would tell
    z, z_x, z_y, mu = nowhere, nowhere, nowhere, data[1] + nowhere
    top, top_x, top_y = 0.0, 0.0, 0.0
    at, end = FIRST, int(data[0])
    while at < end:
        if data[at + 2] <= x + a and x - a <= data[at + 3] and data[at + 4] <= y + a and y - a <= data[at + 5]:
            kind = data[at]
            if kind == PATCH:
                if data[at + 2] <= x < data[at + 3] and data[at + 4] <= y < data[at + 5]:
                    mu = data[at + OWN]
            elif kind == PLANK or kind == BUMP:
                h, h_x, h_y = evaluate_road_obstacle(data, at, x, y, a, b, p)
                if h > top:
                    top, top_x, top_y = h, h_x, h_y
            else:
                h, h_x, h_y = evaluate_road_elevation(data, at, x, y, a, b, p)
                z, z_x, z_y = z + h, z_x + h_x, z_y + h_y
        at += int(data[at + 1])
    out[0], out[1], out[2], out[3] = z + top, z_x + top_x, z_y + top_y, mu


def evaluate_road_elevation(data: Any, at: int, x: float, y: float, a: float, b: float, p: float) -> Height:
    """Height and slopes along x and y of an element that adds to the others."""
    kind = data[at]
    if kind == SLOPE:
        return evaluate_road_incline(data, at, x, y)
    if kind == SINUSOID:
        forward, aside = data[at + SHAPE + 4], data[at + SHAPE + 5]
        z, slope, _ = evaluate_road_profile(data, at, forward * x + aside * y, y, a, b, p)
        return z, forward * slope, aside * slope
    return evaluate_road_profile(data, at, x, y, a, b, p)


def evaluate_road_profile(data: Any, at: int, s: float, y: float, a: float, b: float, p: float) -> Height:
    """A profile as a tyre feels it: as it is for a point or where it is long, else under the cam."""
    if a <= 0.0 or data[at + OWN + 1] == 0.0:
        z, slope, _, across = profile_at(data, at, s, y)
        return z, slope, across
    if data[at] == RANDOM:
        return roll_over_tracks(data, at, s, y, a, b, p)
    return roll_cam_over_profile(data, at, s, y, a, b, p)


def evaluate_road_incline(data: Any, at: int, x: float, y: float) -> Height:
    """Grade along x and bank across, which begin at `start` over a length."""
    grade, bank, start, length = data[at + OWN], data[at + OWN + 1], data[at + OWN + 2], data[at + OWN + 3]
    if length == 0.0:
        return grade * (x - start) + bank * y, grade, bank
    v = (x - start) / length
    f, f1, _ = profile_fade(v)
    climb = v - 0.5  # the integral of the fade over v
    if v < 1.0:
        climb = v * v * v * v * (2.5 + v * (v - 3.0)) if v > 0.0 else 0.0
    return grade * length * climb + bank * f * y, grade * f + bank * f1 / length * y, bank * f


def evaluate_road_obstacle(data: Any, at: int, x: float, y: float, a: float, b: float, p: float) -> Height:
    """Height of an obstacle over the road around it, with its slopes; below zero where the cam does not reach it.

    It is looked at in its own axes, s along its direction and n to the left of it.
    """
    forward, aside = data[at + AXES + 2], data[at + AXES + 3]
    x, y = x - data[at + AXES], y - data[at + AXES + 1]
    s, n = forward * x + aside * y, forward * y - aside * x
    first = data[at + SHAPE + 1]
    ds = s - min(max(s, first), first + data[at + SHAPE + 2])
    dn = n - min(max(n, data[at + AXES + 4]), data[at + AXES + 5])
    h, h_s, h_n = data[at + SHAPE], 0.0, 0.0
    if data[at] == BUMP:
        h, h_s, _ = evaluate_road_profile(data, at, s, n, a, b, p)
        ds = 0.0  # the profile knows how it ends in s
    d = sqrt(ds * ds + dn * dn)
    if d > 0.0:
        if d >= a:
            return 0.0, 0.0, 0.0
        lower, slope = outline(d, a, b, p)
        h, h_s, h_n = h + lower, h_s + slope * ds / d, slope * dn / d
    return h, forward * h_s - aside * h_n, aside * h_s + forward * h_n
