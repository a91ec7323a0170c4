"""Shapes of straight beams: eigen-shapes of bending and torsion in closed form, and shapes under loads at frames.

Beams are uniform and slender [Euler-Bernoulli]: no shear, no rotary inertia of bending. Places are xi = x / length,
from 0 to 1; a shape's slopes are by xi. Each bending shape is scaled to a largest shift of 1, each twist to a largest
turn of 1. [Blevins 2016, table 4.2]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import pi

import numpy as np

Array = np.ndarray
ENDS = ("clamped", "pinned", "free")  # what the body's own frame does to an end of the beam
GAUSS = 80  # nodes for each piece: integrals of products of 12 shapes to rounding
FINE = 2001  # places among which the largest shift is sought


@dataclass(frozen=True, slots=True)
class BeamShape:
    """One shape: what it is at places xi, differentiated `order` times by xi."""

    at: Callable[[Array, int], Array]

    def __call__(self, xi: Array | float, order: int = 0) -> Array:
        return self.at(np.asarray(xi, float), order)


def bending_wave_numbers(start: str, end: str, count: int) -> Array:
    """Returns the first `count` wave numbers lambda: omega = (lambda / L)^2 sqrt(E I / rho A)."""
    k = np.arange(1, count + 1)
    match sorted((start, end)):
        case ["pinned", "pinned"]:
            return k * pi
        case ["clamped", "free"]:
            return _roots((k - 0.5) * pi, lambda x: np.cos(x) + 1.0 / np.cosh(x))
        case ["clamped", "clamped"] | ["free", "free"]:
            return _roots((k + 0.5) * pi, lambda x: np.cos(x) - 1.0 / np.cosh(x))
        case _:  # pinned, and clamped or free at the other end
            return _roots((k + 0.25) * pi, lambda x: np.sin(x) - np.cos(x) * np.tanh(x))


def _roots(near: Array, f: Callable[[Array], Array]) -> Array:
    """Returns the root next to each place, by halving: asymptotes are at most 0.31 off, roots lie 3 apart."""
    low, high = near - 0.5, near + 0.5
    for _ in range(60):
        middle = 0.5 * (low + high)
        left = f(low) * f(middle) <= 0.0
        low, high = np.where(left, low, middle), np.where(left, middle, high)
    return 0.5 * (low + high)


def bending_shapes(start: str, end: str, count: int) -> list[BeamShape]:
    """Returns the first eigen-shapes of bending; of a free beam those that bend it, without its motions as a whole."""
    return [_scaled(_bending_shape(start, end, wave)) for wave in bending_wave_numbers(start, end, count)]


def _bending_shape(start: str, end: str, wave: float) -> BeamShape:
    """The sum of cos, sin and two exponentials that decay from the ends: no cancelling, however short the waves."""

    def basis(xi: Array, order: int) -> Array:
        turn = order * pi / 2.0
        trigonometric = [np.cos(wave * xi + turn), np.sin(wave * xi + turn)]
        decaying = [(-1.0) ** order * np.exp(-wave * xi), np.exp(wave * (xi - 1.0))]
        return wave**order * np.stack([*trigonometric, *decaying], axis=-1)

    rows = [basis(np.array(x), order) / wave**order for x, ends in ((0.0, start), (1.0, end)) for order in HELD[ends]]
    weights = np.linalg.svd(np.array(rows))[2][-1]
    return BeamShape(lambda xi, order: basis(xi, order) @ weights)


# derivatives that vanish at an end
HELD = {"clamped": (0, 1), "pinned": (0, 2), "free": (2, 3)}
HELD_IN_TWIST = {"clamped": (0,), "pinned": (0,), "free": (1,)}


def torsion_shapes(start: str, end: str, count: int) -> list[BeamShape]:
    """Returns the first eigen-shapes of torsion: omega = wave / L sqrt(G / rho); a pinned end does not turn."""
    return [_torsion_shape(start, wave) for wave in torsion_wave_numbers(start, end, count)]


def torsion_wave_numbers(start: str, end: str, count: int) -> Array:
    """Returns the first `count` wave numbers of torsion, all but the turn of a free beam as a whole."""
    free = (start == "free", end == "free")
    return pi * (np.arange(1, count + 1) - (0.5 if free[0] != free[1] else 0.0))


def _torsion_shape(start: str, wave: float) -> BeamShape:
    ahead = 0.0 if start == "free" else -pi / 2.0  # cos from a free end, sin from a held one
    return BeamShape(lambda xi, order: wave**order * np.cos(wave * xi + ahead + order * pi / 2.0))


def shape_under_force(start: str, end: str, place: float) -> BeamShape:
    """Returns the shape that a force across the beam at `place` bends it into: a cubic on both sides."""
    return _under_load(start, end, place, HELD, 4)


def twist_under_torque(start: str, end: str, place: float) -> BeamShape:
    """Returns the twist under a torque at `place`: straight on both sides."""
    return _under_load(start, end, place, HELD_IN_TWIST, 2)


def _under_load(start: str, end: str, place: float, held_by: Mapping[str, tuple[int, ...]], size: int) -> BeamShape:
    """A polynomial of `size` coefficients, and <xi - place>^(size - 1), whose last derivative jumps at the load.

    The ends must hold the beam: a free one has no shape at rest.
    """

    def basis(xi: Array, order: int) -> Array:
        return np.stack([np.polynomial.Polynomial.basis(p).deriv(order)(xi) for p in range(size)], axis=-1)

    def power(x: Array | float, order: int) -> Array:
        return np.asarray(np.polynomial.Polynomial.basis(size - 1).deriv(order)(x))

    def beyond(xi: Array, order: int) -> Array:
        return np.where(xi > place, power(xi - place, order), 0.0)

    held = [(np.array(x), order) for x, ends in ((0.0, start), (1.0, end)) for order in held_by[ends]]
    rows = np.array([basis(x, order) for x, order in held])
    # a load at an end is on the beam: before it at the start, behind it at the end
    rest = np.array([-power(1.0 - place, order) if x else 0.0 for x, order in held], float)
    c = np.linalg.solve(rows, rest)
    return _scaled(BeamShape(lambda xi, order: basis(xi, order) @ c + beyond(xi, order)))


def _scaled(shape: BeamShape) -> BeamShape:
    """Returns the shape with a largest shift of 1, positive at its end, or where it is largest if that hardly moves."""
    fine = np.linspace(0.0, 1.0, FINE)
    values = shape(fine)
    k = int(np.argmax(np.abs(values)))
    tip = values[-1] if abs(values[-1]) > 0.5 * abs(values[k]) else values[k]
    # at its end, or at a crest between two of the places: there the slope of the slope says how far off
    slope, bend = shape(fine[k : k + 1], 1)[0], shape(fine[k : k + 1], 2)[0]
    inner = 0 < k < FINE - 1 and bend != 0.0
    largest = abs(values[k] - 0.5 * slope**2 / bend) if inner else abs(values[k])
    factor = np.sign(tip) / largest
    return BeamShape(lambda xi, order: factor * shape(xi, order))


def gauss_places(breaks: tuple[float, ...] = ()) -> tuple[Array, Array]:
    """Returns places and weights that integrate over the beam; shapes may have kinks at the `breaks`."""
    x, w = np.polynomial.legendre.leggauss(GAUSS)
    cuts = sorted({0.0, 1.0, *(b for b in breaks if 0.0 < b < 1.0)})
    pieces = [(a, b - a) for a, b in pairwise(cuts)]
    return (
        np.concatenate([a + h * 0.5 * (x + 1.0) for a, h in pieces]),
        np.concatenate([h * 0.5 * w for _, h in pieces]),
    )
