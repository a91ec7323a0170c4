"""Profiles of a road along a line: height, slope and curvature at a place. Compiled, and plain Python too.

Every function takes the road's array and the place of a record in it, see `layout`.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from jounce.parts.roads.layout import BUMP, RANDOM, SHAPE, SINUSOID

Shape = tuple[float, float, float, float]  # height, slope along the profile, curvature along it, slope across


def profile_at(data: Any, at: int, s: float, y: float) -> Shape:
    """The profile at s along its own line; y matters where it varies across the road."""
    kind = data[at]
    if kind == SINUSOID:
        return sinusoid_profile(data, at, s)
    if kind == BUMP:
        return bump_profile(data, at, s)
    if kind == RANDOM:
        return tracks(data, at, s, y)
    return surface_profile(data, at, s, y)


def profile_fade(v: float) -> tuple[float, float, float]:
    """From 0 to 1 for v from 0 to 1, with two continuous derivatives; with those derivatives."""
    if v <= 0.0:
        return 0.0, 0.0, 0.0
    if v >= 1.0:
        return 1.0, 0.0, 0.0
    rest = 1.0 - v
    return v * v * v * (10.0 + v * (6.0 * v - 15.0)), 30.0 * v * v * rest * rest, 60.0 * v * rest * (rest - v)


def sinusoid_profile(data: Any, at: int, s: float) -> Shape:
    """amplitude fade((s - start)/length) sin k (s - start)."""
    amplitude, k, start, length = data[at + SHAPE], data[at + SHAPE + 1], data[at + SHAPE + 2], data[at + SHAPE + 3]
    along = s - start
    if along <= 0.0:
        return 0.0, 0.0, 0.0, 0.0
    f, f1, f2 = profile_fade(along / length)
    f1, f2 = f1 / length, f2 / (length * length)
    wave, quarter = sin(k * along), cos(k * along)
    height = f * wave
    slope = f1 * wave + f * k * quarter
    curvature = f2 * wave + 2.0 * f1 * k * quarter - f * k * k * wave
    return amplitude * height, amplitude * slope, amplitude * curvature, 0.0


def bump_profile(data: Any, at: int, s: float) -> Shape:
    """height (1 - cos 2 pi (s - start)/length)/2."""
    half, start, length = 0.5 * data[at + SHAPE], data[at + SHAPE + 1], data[at + SHAPE + 2]
    if s <= start or s >= start + length:
        return 0.0, 0.0, 0.0, 0.0
    k = 2.0 * pi / length
    wave = cos(k * (s - start))
    return half * (1.0 - wave), half * k * sin(k * (s - start)), half * k * k * wave, 0.0


def cubic_profile(z0: float, s0: float, z1: float, s1: float, h: float, r: float) -> tuple[float, float, float]:
    """The cubic with heights and slopes given at 0 and h, with its derivatives at r."""
    d = (z1 - z0) / h
    c2, c3 = (3.0 * d - 2.0 * s0 - s1) / h, (s0 + s1 - 2.0 * d) / (h * h)
    return z0 + r * (s0 + r * (c2 + r * c3)), s0 + r * (2.0 * c2 + 3.0 * r * c3), 2.0 * c2 + 6.0 * r * c3


def tracks(data: Any, at: int, s: float, y: float) -> Shape:
    """Two splines on equal steps, left and right, blended across the road between them."""
    first, step, count, half = data[at + SHAPE], data[at + SHAPE + 1], data[at + SHAPE + 2], data[at + SHAPE + 3]
    along = (s - first) / step
    if along <= 0.0 or along >= count - 1.0:
        return 0.0, 0.0, 0.0, 0.0
    i = int(along)
    r, node = s - (first + i * step), at + SHAPE + 4 + 4 * i
    left, left1, left2 = cubic_profile(data[node], data[node + 1], data[node + 4], data[node + 5], step, r)
    right, right1, right2 = cubic_profile(data[node + 2], data[node + 3], data[node + 6], data[node + 7], step, r)
    f, f1, _ = profile_fade((y + half) / (2.0 * half))
    return (
        right + f * (left - right),
        right1 + f * (left1 - right1),
        right2 + f * (left2 - right2),
        f1 / (2.0 * half) * (left - right),
    )


def surface_profile(data: Any, at: int, s: float, y: float) -> Shape:
    """A bicubic spline by z, z_x, z_y, z_xy at the points of its grid; at its edge it goes on level. [De Boor 1962]"""
    nx, ny = int(data[at + SHAPE]), int(data[at + SHAPE + 1])
    xs, ys = at + SHAPE + 2, at + SHAPE + 2 + nx
    x_in, y_in = min(max(s, data[xs]), data[xs + nx - 1]), min(max(y, data[ys]), data[ys + ny - 1])
    i, j = profile_interval(data, xs, nx, x_in), profile_interval(data, ys, ny, y_in)
    hx, hy = data[xs + i + 1] - data[xs + i], data[ys + j + 1] - data[ys + j]
    rx, ry = x_in - data[xs + i], y_in - data[ys + j]
    a = ys + ny + 4 * (i * ny + j)  # the cell's corner with the smallest x and y; b lies beside it in x
    b = a + 4 * ny
    z0, z0x, z0xx = cubic_profile(data[a], data[a + 1], data[b], data[b + 1], hx, rx)
    t0, t0x, t0xx = cubic_profile(data[a + 2], data[a + 3], data[b + 2], data[b + 3], hx, rx)
    z1, z1x, z1xx = cubic_profile(data[a + 4], data[a + 5], data[b + 4], data[b + 5], hx, rx)
    t1, t1x, t1xx = cubic_profile(data[a + 6], data[a + 7], data[b + 6], data[b + 7], hx, rx)
    z, z_y, _ = cubic_profile(z0, t0, z1, t1, hy, ry)
    slope, _, _ = cubic_profile(z0x, t0x, z1x, t1x, hy, ry)
    curvature, _, _ = cubic_profile(z0xx, t0xx, z1xx, t1xx, hy, ry)
    if x_in != s:
        slope, curvature = 0.0, 0.0
    return z, slope, curvature, z_y if y_in == y else 0.0


def profile_interval(data: Any, first: int, count: int, x: float) -> int:
    """Which two of the rising numbers x lies between, by halving."""
    low, high = 0, count - 1
    while high - low > 1:
        middle = (low + high) // 2
        if data[first + middle] <= x:
            low = middle
        else:
            high = middle
    return low
