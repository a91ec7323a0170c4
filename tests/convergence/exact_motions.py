"""Motions that are known in closed form or to rounding, for tables to be compared with. None uses our rotation code."""

import numpy as np
from scipy.spatial.transform import Rotation

from jounce.spatial.body_motion import BodyMotion

# Left front suspension of the HMMWV, m, x forward, y left, z up; spin axis along y.
# Source: Project Chrono vehicle data, HMMWV_DoubleWishboneFront.
WHEEL_CENTRE = np.array([-0.040, 0.910, -0.026])
LINKS = np.array(  # on the body and on the wheel carrier
    [
        [[0.223, 0.307, 0.000], [-0.036, 0.787, -0.118]],  # lower wishbone, front
        [[-0.223, 0.307, 0.000], [-0.036, 0.787, -0.118]],  # lower wishbone, rear
        [[-0.048, 0.446, 0.245], [-0.053, 0.716, 0.215]],  # upper wishbone, front
        [[-0.268, 0.478, 0.196], [-0.053, 0.716, 0.215]],  # upper wishbone, rear
        [[-0.250, 0.448, 0.054], [-0.176, 0.821, -0.016]],  # tie rod
    ]
)
TIE_ROD = 4
ROW_OF_TRAVEL = np.array([0, 0, 1.0, 0, 0, 0])


def on_grid(values):
    return np.stack(np.meshgrid(*values, indexing="ij"), axis=-1)


def euler_motion(values, directions):
    """R = Rz(a) Ry(b) Rx(c) and p, all smooth functions of one or two parameters; a general screw-like motion.

    Each angle and coordinate is A sin(k . x + f): along a direction d its rates are A (k . d) cos, -A (k . d)^2 sin.
    """
    x = on_grid(values)
    rng = np.random.default_rng(3)
    k, phase, amplitude = rng.uniform(0.8, 1.6, (6, 2)), rng.uniform(0, 6, 6), rng.uniform(0.2, 0.6, 6)
    argument = x @ k[:, : x.shape[-1]].T + phase
    return [_of_angles(argument, k[:, : x.shape[-1]] @ np.asarray(direction), amplitude) for direction in directions]


def hinge_motion(values, directions):
    """A swing arm: one rotation about a fixed inclined axis, the angle a smooth function of the parameter."""
    (u,) = values
    axis, arm = np.array([0.6, 0.0, 0.8]), np.array([0.1, 0.5, -0.2])
    angle, rate, second = 0.5 * np.sin(1.3 * u), 0.65 * np.cos(1.3 * u), -0.845 * np.sin(1.3 * u)
    R = Rotation.from_rotvec(angle[:, None] * axis).as_matrix()
    p, w, alpha = R @ arm, rate[:, None] * axis, second[:, None] * axis
    return [BodyMotion(p, R, np.cross(w, p), w, np.cross(alpha, p) + np.cross(w, np.cross(w, p)), alpha)]


def wishbone_motion(values, directions):
    """The wheel carrier over travel (wheel centre's height, m) and rack (to the left, m), by Newton's method.

    Five links of constant length hold the carrier; first and second derivatives solve the same matrix:
        e . (v + w x s - a') = 0        e . (a + alpha x s + w x (w x s)) + |x' - a'|^2 = 0
    """
    x = on_grid(values)
    shape, x = x.shape[:-1], x.reshape(-1, x.shape[-1])
    x = np.concatenate([x, np.zeros((len(x), 2 - x.shape[1]))], axis=1)  # rack at rest
    inner = np.repeat(LINKS[None, :, 0], len(x), axis=0)
    inner[:, TIE_ROD, 1] += x[:, 1]
    arms = LINKS[:, 1] - WHEEL_CENTRE
    lengths = np.linalg.norm(LINKS[:, 1] - LINKS[:, 0], axis=1)

    p, turn = np.repeat(WHEEL_CENTRE[None], len(x), axis=0), Rotation.identity(len(x))
    for _ in range(12):
        s = np.einsum("mij,kj->mki", turn.as_matrix(), arms)
        e = p[:, None] + s - inner
        J = np.concatenate([e, np.cross(s, e)], axis=-1)
        J = np.concatenate([J, np.broadcast_to(ROW_OF_TRAVEL, (len(x), 1, 6))], axis=1)
        gap = (np.sum(e * e, axis=-1) - lengths**2) / 2
        gap = np.concatenate([gap, p[:, 2:] - WHEEL_CENTRE[2] - x[:, :1]], axis=1)
        step = -np.linalg.solve(J, gap[..., None])[..., 0]
        p, turn = p + step[:, :3], Rotation.from_rotvec(step[:, 3:]) * turn
    assert np.abs(step).max() < 1e-14
    R = turn.as_matrix()

    def motion(direction):
        travel, rack = (*direction, 0.0)[:2]
        moved = np.zeros((5, 3))
        moved[TIE_ROD, 1] = rack
        right = np.concatenate([np.sum(e * moved, axis=-1), np.full((len(x), 1), travel)], axis=1)
        first = np.linalg.solve(J, right[..., None])[..., 0]
        v, w = first[:, None, :3], first[:, None, 3:]
        centripetal = np.cross(w, np.cross(w, s))
        square = np.sum((v + np.cross(w, s) - moved) ** 2, axis=-1)
        right = np.concatenate([-np.sum(e * centripetal, axis=-1) - square, np.zeros((len(x), 1))], axis=1)
        second = np.linalg.solve(J, right[..., None])[..., 0]
        parts = (p, R, first[:, :3], first[:, 3:], second[:, :3], second[:, 3:])
        return BodyMotion(*(part.reshape(*shape, *part.shape[1:]) for part in parts))

    return [motion(direction) for direction in directions]


def _of_angles(argument, speed, amplitude):
    value, first = amplitude * np.sin(argument), amplitude * speed * np.cos(argument)
    second = -amplitude * speed**2 * np.sin(argument)
    angles = value[..., 3:]
    R = Rotation.from_euler("ZYX", angles.reshape(-1, 3)).as_matrix().reshape(*angles.shape[:-1], 3, 3)
    Rz, RzRy = (
        Rotation.from_euler(axes, angles[..., : len(axes)].reshape(-1, len(axes))).as_matrix().reshape(R.shape)
        for axes in ("Z", "ZY")
    )
    axes = (np.broadcast_to([0.0, 0.0, 1.0], value[..., 3:].shape), Rz[..., :, 1], RzRy[..., :, 0])
    w, alpha = np.zeros(angles.shape), np.zeros(angles.shape)
    for k, axis in enumerate(axes):  # an axis is carried by the rotations before it, and only those are in w yet
        rate = first[..., 3 + k, None] * axis
        alpha = alpha + second[..., 3 + k, None] * axis + np.cross(w, rate)
        w = w + rate
    return BodyMotion(value[..., :3], R, first[..., :3], w, second[..., :3], alpha)
