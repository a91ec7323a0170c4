"""A cam rolled over the road: how high its lowest point is, see docs/theory/roads.md. Compiled, and plain Python too.

The cam's outline is |xi/a|^p + |zeta/b|^p = 1, so that at the distance d from its middle it is higher than at its
lowest point by b - b (1 - (d/a)^p)^(1/p).
"""

from __future__ import annotations

from math import inf
from typing import Any

from jounce.parts.roads.layout import OWN
from jounce.parts.roads.profiles import profile_at

EDGE = 1.0 - 1e-9  # of w, where the outline is nearly upright
CLOSE = 1e-13  # of w, what Newton's method has left
MOST_STEPS = 60
MOST_PIECES = 64

Height = tuple[float, float, float]  # height, slope along, slope across


def outline(d: float, a: float, b: float, p: float) -> tuple[float, float]:
    """(8): -b + b (1 - (d/a)^p)^(1/p) and its slope over d, for 0 < d < a."""
    U = (d / a) ** p
    F = (1.0 - U) ** (1.0 / p - 1.0)
    return b * ((1.0 - U) * F - 1.0), -b * U / d * F


def roll_cam_over_profile(data: Any, at: int, s: float, y: float, a: float, b: float, p: float) -> Height:
    """The profile under a cam at s: the highest of profile(s + xi) + outline(xi).

    Where the profile is everywhere less curved than the cam there is one highest point, (10). Elsewhere the way
    under the cam is cut into pieces, and each that holds a summit is searched; the highest summit counts.
    """
    pieces = 1
    if p > 2.0 or data[at + OWN] * a * a >= (p - 1.0) * b:
        pieces = min(MOST_PIECES, int(2.0 * a / data[at + OWN + 1]) + 1)
    best, best_slope, best_across = -inf, 0.0, 0.0
    low, rises = -EDGE, True
    for k in range(1, pieces + 1):
        high, falls = EDGE, True
        if k < pieces:
            u = 2.0 * k / pieces - 1.0
            high = abs(u) ** (p - 1.0) if u >= 0.0 else -(abs(u) ** (p - 1.0))
            falls = tilt_of_rolling_cam(data, at, s, y, a, b, p, high)[0] <= 0.0
        if rises and falls:
            z, slope, across = summit_of_rolling_cam(data, at, s, y, a, b, p, low, high)
            if z > best:
                best, best_slope, best_across = z, slope, across
        low, rises = high, not falls
    return best, best_slope, best_across


def tilt_of_rolling_cam(
    data: Any, at: int, s: float, y: float, a: float, b: float, p: float, w: float
) -> tuple[float, ...]:
    """(9): slope of profile + outline, its rate over w, height, slope of the outline, slope across.

    w = sign(xi) |xi/a|^(p - 1) in place of xi makes the outline's slope nearly straight. At a summit that slope is
    the one along the road, also where the cam stands on an edge and the profile has two.
    """
    size = abs(w)
    u = size ** (1.0 / (p - 1.0))
    U = u * size  # |xi/a|^p
    F = (1.0 - U) ** (1.0 / p - 1.0)
    z, slope, curvature, across = profile_at(data, at, s + a * u if w >= 0.0 else s - a * u, y)
    stretch = a * u / ((p - 1.0) * size) if size > 0.0 else 0.0  # d xi/d w
    rate = curvature * stretch - b / a * F / (1.0 - U)
    steepness = b / a * w * F
    return slope - steepness, rate, z + b * ((1.0 - U) * F - 1.0), steepness, across


def summit_of_rolling_cam(
    data: Any, at: int, s: float, y: float, a: float, b: float, p: float, low: float, high: float
) -> Height:
    """The highest point between two places where the sum rises and falls; Newton's method, halving where it leaves."""
    w = a / b * profile_at(data, at, s, y)[1]
    if w <= low or w >= high:
        w = 0.5 * (low + high)
    z, slope, across = 0.0, 0.0, 0.0
    for _ in range(MOST_STEPS):
        g, rate, z, slope, across = tilt_of_rolling_cam(data, at, s, y, a, b, p, w)
        if g > 0.0:
            low = w
        else:
            high = w
        after = w - g / rate if rate < 0.0 else low
        if after <= low or after >= high:
            after = 0.5 * (low + high)
        if g == 0.0 or abs(after - w) <= CLOSE:
            break
        w = after
    return z, slope, across
