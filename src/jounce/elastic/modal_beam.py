"""A straight beam as a body that bends: its shapes made orthogonal, its invariants, and its frames.

Its own axes begin at its start: x along it, y and z along its section's principal axes. Bending in two planes and
torsion do not know of each other, so each kind has shapes of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.elastic.beam_shapes import (
    BeamShape,
    bending_shapes,
    gauss_places,
    shape_under_force,
    torsion_shapes,
    twist_under_torque,
)
from jounce.elastic.invariants import Array, FrameShape, ModalBody, invariants

KINDS = ("y", "z", "twist")  # shifts along y, shifts along z, turns about x


@dataclass(frozen=True, slots=True)
class Beam:
    """A uniform beam."""

    length: float  # m
    mass_per_length: float  # kg/m
    bending: Mapping[str, float]  # N m^2, E I against shifts along "y" and "z"
    torsion: float  # N m^2, G J
    spin_per_length: float  # kg m, polar moment of inertia of each metre about x


@dataclass(frozen=True, slots=True)
class BeamMode:
    """One amplitude: of which kind, and what it is of the shapes of that kind."""

    kind: str
    shape: BeamShape
    stiffness: float


def beam_modes(
    beam: Beam, ends: tuple[str, str], counts: Mapping[str, int], loads: Sequence[float] = ()
) -> list[BeamMode]:
    """Returns modes of each kind, `counts` of them eigen-shapes; and one for a load at each place in `loads`.

    The bodies that frames carry load them there: with the shape of that load the answer at rest is exact.
    """
    found: list[BeamMode] = []
    xi, weight = gauss_places(tuple(loads))
    for kind in (kind for kind in KINDS if counts.get(kind, 0)):
        eigen, under = (torsion_shapes, twist_under_torque) if kind == "twist" else (bending_shapes, shape_under_force)
        shapes = eigen(*ends, counts[kind]) + [under(*ends, place) for place in loads]
        order, scale = _stiffness(beam, kind)
        slopes = np.array([shape(xi, order) for shape in shapes])
        K = scale * (slopes * weight) @ slopes.T
        if loads:
            values = np.array([shape(xi) for shape in shapes])
            shapes, K = _orthogonal(shapes, (values * weight) @ values.T, K)
        found += [BeamMode(kind, shape, k) for shape, k in zip(shapes, np.diag(K), strict=True)]
    return found


def _stiffness(beam: Beam, kind: str) -> tuple[int, float]:
    """Returns which slope bends or twists the beam, and the factor of the integral of its square over xi."""
    return (1, beam.torsion / beam.length) if kind == "twist" else (2, beam.bending[kind] / beam.length**3)


def _orthogonal(shapes: Sequence[BeamShape], M: Array, K: Array) -> tuple[list[BeamShape], Array]:
    """Returns sums of the shapes that are orthogonal in mass and stiffness, each with a largest value of 1."""
    size = np.sqrt(np.diag(M))
    root = np.linalg.inv(np.linalg.cholesky(M / np.outer(size, size)))  # of unit diagonal: shapes are of like size
    columns = (root.T @ np.linalg.eigh(root @ (K / np.outer(size, size)) @ root.T)[1]) / size[:, None]
    places = np.linspace(0.0, 1.0, 2001)
    values = columns.T @ np.array([shape(places) for shape in shapes])
    columns = columns / values[np.arange(len(values)), np.abs(values).argmax(axis=1)]
    return [_sum(shapes, column) for column in columns.T], columns.T @ K @ columns


def _sum(shapes: Sequence[BeamShape], factors: Array) -> BeamShape:
    return BeamShape(lambda xi, order: sum(f * shape(xi, order) for f, shape in zip(factors, shapes, strict=True)))


def modal_beam(
    beam: Beam, modes: Sequence[BeamMode], frames: Mapping[str, float], damping_ratio: float = 0.0
) -> ModalBody:
    """Returns the body of these modes, with a frame at each place in `frames`."""
    n, breaks = len(modes), tuple(frames.values())
    xi, weight = gauss_places(breaks)
    shift, turn = _shifts(modes, xi), _turns(modes, xi, beam.length, only="twist")
    r0 = np.stack([beam.length * xi, 0.0 * xi, 0.0 * xi], axis=-1)
    lengths = beam.length * weight
    J = np.zeros((len(xi), 3, 3))
    J[:, 0, 0] = beam.spin_per_length * lengths
    twists = any(mode.kind == "twist" for mode in modes)
    B = _shortening(modes, xi, breaks, beam.length)
    found = invariants(r0, beam.mass_per_length * lengths, shift, turn if twists else np.zeros_like(turn), J, B)
    k = np.array([mode.stiffness for mode in modes])
    M = np.array([found[f"H.{i}.{i}"] for i in range(n)])
    at = np.array(breaks)
    moved = zip(frames.items(), _shifts(modes, at), _turns(modes, at, beam.length), strict=True)
    drawn_in = _shortening(modes, at, breaks, beam.length) if len(at) else np.zeros((0, n, n, 3))
    return ModalBody(
        invariants=found,
        stiffness=tuple(k),
        damping=tuple(2.0 * damping_ratio * np.sqrt(k * M)),
        units=tuple("rad" if mode.kind == "twist" else "m" for mode in modes),
        frames={
            name: FrameShape((beam.length * place, 0.0, 0.0), s, t, b)
            for ((name, place), s, t), b in zip(moved, drawn_in, strict=True)
        },
    )


def _shifts(modes: Sequence[BeamMode], xi: Array) -> Array:
    """Returns [place, mode, 3]."""
    found = np.zeros((len(xi), len(modes), 3))
    for i, mode in enumerate(modes):
        if mode.kind != "twist":
            found[:, i, "xyz".index(mode.kind)] = mode.shape(xi)
    return found


def _turns(modes: Sequence[BeamMode], xi: Array, length: float, only: str = "") -> Array:
    """Returns [place, mode, 3]: a beam that rises in z turns about -y, one that goes to y turns about z."""
    found = np.zeros((len(xi), len(modes), 3))
    for i, mode in enumerate(modes):
        if mode.kind == "twist":
            found[:, i, 0] = mode.shape(xi)
        elif not only:
            axis, sign = (1, -1.0) if mode.kind == "z" else (2, 1.0)
            found[:, i, axis] = sign * mode.shape(xi, 1) / length
    return found


def _shortening(modes: Sequence[BeamMode], xi: Array, breaks: tuple[float, ...], length: float) -> Array:
    """Returns [place, mode, mode, 3]: the integral of w_i' w_j' from the start of the beam, along x."""
    found = np.zeros((len(xi), len(modes), len(modes), 3))
    for k, place in enumerate(xi):
        inner, weight = gauss_places(tuple(b / place for b in breaks) if place else ())
        for kind in ("y", "z"):
            own = [i for i, mode in enumerate(modes) if mode.kind == kind]
            slopes = np.array([modes[i].shape(place * inner, 1) for i in own]).reshape(len(own), len(inner))
            found[k, :, :, 0][np.ix_(own, own)] = place / length * (slopes * weight) @ slopes.T
    return found
