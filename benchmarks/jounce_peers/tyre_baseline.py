"""Baseline of `tyre`: MF 5.2 at combined slip in plain NumPy, as an engineer would write it from the manual."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy import arctan, cos, exp, sin, sqrt, tan

Array = np.ndarray


def forces(state: Array, p: Any) -> tuple[Array, ...]:
    """Fx, Fy, Mx, My, Mz for rows of slip, slip angle, inclination, load and speed; p holds the coefficients.

    For wheels that roll forwards; every scaling factor is one.
    """
    kappa, alpha, gamma, Fz, V = state
    R0, dfz = p.UNLOADED_RADIUS, Fz / p.FNOMIN - 1

    mu_x = (p.PDX1 + p.PDX2 * dfz) * (1 - p.PDX3 * gamma**2)
    K_x = Fz * (p.PKX1 + p.PKX2 * dfz) * exp(p.PKX3 * dfz)
    k = kappa + p.PHX1 + p.PHX2 * dfz
    E_x = (p.PEX1 + p.PEX2 * dfz + p.PEX3 * dfz**2) * (1 - p.PEX4 * np.sign(k))
    Fx0 = mu_x * Fz * sin(p.PCX1 * curve(K_x / (p.PCX1 * mu_x * Fz) * k, E_x)) + Fz * (p.PVX1 + p.PVX2 * dfz)

    mu_y = (p.PDY1 + p.PDY2 * dfz) * (1 - p.PDY3 * gamma**2)
    K_y = p.PKY1 * p.FNOMIN * sin(2 * arctan(Fz / (p.PKY2 * p.FNOMIN))) * (1 - p.PKY3 * abs(gamma))
    S_Hy = p.PHY1 + p.PHY2 * dfz + p.PHY3 * gamma
    S_Vy = Fz * (p.PVY1 + p.PVY2 * dfz + (p.PVY3 + p.PVY4 * dfz) * gamma)
    a = alpha + S_Hy
    E_y = (p.PEY1 + p.PEY2 * dfz) * (1 - (p.PEY3 + p.PEY4 * gamma) * np.sign(a))
    B_y = K_y / (p.PCY1 * mu_y * Fz)
    Fy0 = mu_y * Fz * sin(p.PCY1 * curve(B_y * a, E_y)) + S_Vy

    B, E = p.RBX1 * cos(arctan(p.RBX2 * kappa)), p.REX1 + p.REX2 * dfz
    G_x = cos(p.RCX1 * curve(B * (alpha + p.RHX1), E)) / cos(p.RCX1 * curve(B * p.RHX1, E))
    Fx = np.maximum(G_x, 0) * Fx0
    B, E, S_H = p.RBY1 * cos(arctan(p.RBY2 * (alpha - p.RBY3))), p.REY1 + p.REY2 * dfz, p.RHY1 + p.RHY2 * dfz
    G_y = cos(p.RCY1 * curve(B * (kappa + S_H), E)) / cos(p.RCY1 * curve(B * S_H, E))
    D_V = mu_y * Fz * (p.RVY1 + p.RVY2 * dfz + p.RVY3 * gamma) * cos(arctan(p.RVY4 * alpha))
    Fy_without_shift = np.maximum(G_y, 0) * Fy0
    Fy = Fy_without_shift + D_V * sin(p.RVY5 * arctan(p.RVY6 * kappa))

    a_t = alpha + p.QHZ1 + p.QHZ2 * dfz + (p.QHZ3 + p.QHZ4 * dfz) * gamma
    a_r = alpha + S_Hy + S_Vy / K_y
    B_t = (p.QBZ1 + p.QBZ2 * dfz + p.QBZ3 * dfz**2) * (1 + p.QBZ4 * gamma + p.QBZ5 * abs(gamma))
    D_t = Fz * (p.QDZ1 + p.QDZ2 * dfz) * (1 + p.QDZ3 * gamma + p.QDZ4 * gamma**2) * R0 / p.FNOMIN
    E_t = p.QEZ1 + p.QEZ2 * dfz + p.QEZ3 * dfz**2
    E_t = E_t * (1 + (p.QEZ4 + p.QEZ5 * gamma) * 2 / np.pi * arctan(B_t * p.QCZ1 * a_t))
    more = (K_x / K_y * kappa) ** 2
    trail = D_t * cos(p.QCZ1 * curve(B_t * arctan(sqrt(tan(a_t) ** 2 + more)), E_t)) * cos(alpha)
    B_r = p.QBZ9 + p.QBZ10 * B_y * p.PCY1
    D_r = Fz * R0 * (p.QDZ6 + p.QDZ7 * dfz + (p.QDZ8 + p.QDZ9 * dfz) * gamma) * cos(alpha)
    residual = D_r * cos(arctan(B_r * arctan(sqrt(tan(a_r) ** 2 + more))))
    s = R0 * (p.SSZ1 + p.SSZ2 * Fy / p.FNOMIN + (p.SSZ3 + p.SSZ4 * dfz) * gamma)
    Mz = -trail * Fy_without_shift + residual + s * Fx
    Mx = R0 * Fz * (p.QSX1 - p.QSX2 * gamma + p.QSX3 * Fy / p.FNOMIN)
    by_speed = p.QSY3 * abs(V / p.LONGVL) + p.QSY4 * (V / p.LONGVL) ** 4
    return Fx, Fy, Mx, -R0 * Fz * (p.QSY1 + p.QSY2 * Fx / p.FNOMIN + by_speed), Mz


def curve(x: Array, E: Array) -> Array:
    """atan(x - E (x - atan x)), E at most 1."""
    return arctan(x - np.minimum(E, 1) * (x - arctan(x)))
