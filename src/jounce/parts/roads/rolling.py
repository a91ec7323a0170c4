"""A cam rolled over the road: how high its lowest point is, see docs/theory/roads.md. Compiled, and plain Python too.

The cam's outline is |xi/a|^p + |zeta/b|^p = 1, so that at the distance d from its middle it is higher than at its
lowest point by b - b (1 - (d/a)^p)^(1/p).
"""

from __future__ import annotations

from math import inf
from typing import Any

from jounce.parts.roads.layout import OWN, SHAPE, TABLE
from jounce.parts.roads.profiles import cubic_profile, profile_at, profile_fade

EDGE = 1.0 - 1e-9  # of w, where the outline is nearly upright
CLOSE = 1e-13  # of w, what Newton's method has left
MOST_STEPS = 60
MOST_PIECES = 64
SAME = 1e-12  # m, of half axes

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
    if not has_single_summit(data[at + OWN], a, b, p):
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


def roll_over_tracks(data: Any, at: int, s: float, y: float, a: float, b: float, p: float) -> Height:
    """Random tracks under a cam: each track by itself, blended across the road like the tracks."""
    half = data[at + SHAPE + 3]
    f, f1, _ = profile_fade((y + half) / (2.0 * half))
    table = find_table_of_cam(data, at, a, b, p)
    left, left1, right, right1 = 0.0, 0.0, 0.0, 0.0
    if table > 0:
        left, left1, right, right1 = read_table_of_cam(data, table, s, a)
    else:
        if f > 0.0:
            left, left1, _ = roll_cam_over_profile(data, at, s, half, a, b, p)
        if f < 1.0:
            right, right1, _ = roll_cam_over_profile(data, at, s, -half, a, b, p)
    if f <= 0.0:
        return right, right1, 0.0
    if f >= 1.0:
        return left, left1, 0.0
    return right + f * (left - right), right1 + f * (left1 - right1), f1 / (2.0 * half) * (left - right)


def has_single_summit(curvature: float, a: float, b: float, p: float) -> bool:
    """(10): the profile is everywhere less curved than the cam, so that the height is smooth."""
    return p <= 2.0 and curvature * a * a < (p - 1.0) * b


def find_table_of_cam(data: Any, at: int, a: float, b: float, p: float) -> int:
    """Where the table of random tracks for this cam begins; 0 if there is none."""
    place = at + SHAPE + 4 + 4 * int(data[at + SHAPE + 2])
    last = place + 1
    for _ in range(int(data[place])):
        low, high = data[last + 1], data[last + 2]
        if low - SAME <= a <= high + SAME and abs(b - data[last + 3] * a) <= SAME and p == data[last + 4]:
            return last
        last += int(data[last])
    return 0


def read_table_of_cam(data: Any, table: int, s: float, a: float) -> tuple[float, float, float, float]:
    """Height and slope of the left and of the right track under a cam, read from its table; see `layout`."""
    low, high, first, step = data[table + 1], data[table + 2], data[table + 5], data[table + 6]
    count = int(data[table + 7])
    along = (s - first) / step
    if along <= 0.0 or along >= count - 1.0:
        return 0.0, 0.0, 0.0, 0.0
    i = int(along)
    r, node = s - (first + i * step), table + TABLE + 4 * i
    left, left1, _ = cubic_profile(data[node], data[node + 1], data[node + 4], data[node + 5], step, r)
    right, right1, _ = cubic_profile(data[node + 2], data[node + 3], data[node + 6], data[node + 7], step, r)
    if high > low:
        share, node = (a - low) / (high - low), node + 4 * count
        other, other1, _ = cubic_profile(data[node], data[node + 1], data[node + 4], data[node + 5], step, r)
        left, left1 = left + share * (other - left), left1 + share * (other1 - left1)
        other, other1, _ = cubic_profile(data[node + 2], data[node + 3], data[node + 6], data[node + 7], step, r)
        right, right1 = right + share * (other - right), right1 + share * (other1 - right1)
    return left, left1, right, right1


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
