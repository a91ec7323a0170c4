"""Body motion in arrays: pose, velocity and acceleration of a rigid body at many places of its way (NumPy)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class BodyMotion(NamedTuple):
    """A body's motion in frame A: (..., 3) each, R (..., 3, 3), all in axes of A.

    Rates are by time, or by the length of a straight line through the parameters that drive the body.
    """

    p: np.ndarray  # p_AB, m
    R: np.ndarray  # R_AB
    v: np.ndarray  # of the point at p
    w: np.ndarray
    a: np.ndarray  # of the point at p
    alpha: np.ndarray


class PointMotion(NamedTuple):
    """A point's position, velocity and acceleration."""

    at: np.ndarray
    v: np.ndarray
    a: np.ndarray


def body_motion_of_points(
    centre: PointMotion, first: PointMotion, second: PointMotion, R_design: np.ndarray
) -> BodyMotion:
    """The body in which three points are fixed: `first` and `second` 1 m from `centre`, at right angles.

    The columns of `R_design` are the directions centre-first, centre-second and their cross product in the
    design pose, where R = 1. Of the triad e_k: w = sum(e_k x e_k') / 2, and likewise alpha from e_k'', as
    the centripetal parts add up to w x w.
    """
    (e, ed, edd), (f, fd, fdd) = ([q - c for q, c in zip(point, centre, strict=True)] for point in (first, second))
    g = np.cross(e, f)
    gd = np.cross(ed, f) + np.cross(e, fd)
    gdd = np.cross(edd, f) + 2 * np.cross(ed, fd) + np.cross(e, fdd)
    w = (np.cross(e, ed) + np.cross(f, fd) + np.cross(g, gd)) / 2
    alpha = (np.cross(e, edd) + np.cross(f, fdd) + np.cross(g, gdd)) / 2
    return BodyMotion(centre.at, np.stack([e, f, g], axis=-1) @ R_design.T, centre.v, w, centre.a, alpha)
