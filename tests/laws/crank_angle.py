"""The library four-bar as one equation of motion in its crank angle, by plane geometry and Lagrange.

    m(a) a'' + m'(a) a'^2 / 2 + U'(a) = 0,    a clockwise seen along y, zero in the design position

Derivatives by complex step: f'(a) = Im f(a + i e) / e [Squire, Trapp 1998].
"""

from __future__ import annotations

from cmath import cos, sin, sqrt
from math import hypot

CRANK, COUPLER, ROCKER = 0.1, hypot(0.35, 0.15), hypot(0.05, 0.25)  # m
MASSES = (0.5, 1.9, 1.3)  # kg, crank, coupler, rocker
INERTIAS = (4.17e-4, 2.30e-2, 7.04e-3)  # kg m^2 about y
FOOT = 0.3  # m, of the rocker
ANCHOR_X, ANCHOR_Z, FREE_LENGTH, STIFFNESS = 0.6, 0.25, 0.15, 400.0
GRAVITY = 9.81
TINY = 1e-30


def mass_and_potential(a: complex) -> tuple[complex, complex]:
    """m(a) = 2 T / a'^2, and the potential energy of weights and spring."""
    bx, bz = CRANK * sin(a), CRANK * cos(a)
    # C is where circles about B and D meet, above the line between them
    ex, ez = FOOT - bx, -bz
    d = sqrt(ex * ex + ez * ez)
    along = (COUPLER**2 - ROCKER**2 + d * d) / (2 * d)
    above = sqrt(COUPLER**2 - along * along)
    cx, cz = bx + (along * ex - above * ez) / d, bz + (along * ez + above * ex) / d
    # velocities per a': C moves across the rocker and no faster along the coupler than B
    ux, uz = bz, -bx
    kx, kz, rx, rz = cx - bx, cz - bz, cx - FOOT, cz
    scale = (kx * ux + kz * uz) / (kx * rz - kz * rx)
    vx, vz = scale * rz, -scale * rx
    turn = ((vx - ux) * kz - (vz - uz) * kx) / COUPLER**2
    crank = MASSES[0] * CRANK**2 / 4 + INERTIAS[0]
    coupler = MASSES[1] * ((ux + vx) ** 2 + (uz + vz) ** 2) / 4 + INERTIAS[1] * turn**2
    rocker = (MASSES[2] / 4 + INERTIAS[2] / ROCKER**2) * (vx * vx + vz * vz)
    weight = GRAVITY * (MASSES[0] * bz + MASSES[1] * (bz + cz) + MASSES[2] * cz) / 2
    length = sqrt((cx - ANCHOR_X) ** 2 + (cz - ANCHOR_Z) ** 2)
    return crank + coupler + rocker, weight + STIFFNESS * (length - FREE_LENGTH) ** 2 / 2


def acceleration(a: float, rate: float) -> float:
    m, U = mass_and_potential(a + 1j * TINY)
    return -(m.imag / TINY * rate**2 / 2 + U.imag / TINY) / m.real


def loss_in_one_coordinate(h: float, duration: float) -> tuple[float, float]:
    """Largest energy change and largest kinetic energy, from rest in the design position, by the tables of rk4.py."""
    a = v = worst = largest = 0.0
    start = mass_and_potential(0.0)[1].real
    for _ in range(round(duration / h)):
        k1 = acceleration(a, v)
        k2 = acceleration(a + h / 2 * v, v + h / 2 * k1)
        k3 = acceleration(a + h / 2 * v + h * h / 8 * (k1 + k2), v + h / 2 * k2)
        k4 = acceleration(a + h * v + h * h / 4 * (k1 + k2), v + h * k3)
        a += h * v + h * h / 6 * (k1 + k2 + k3)
        v += h / 6 * (k1 + 2 * (k2 + k3) + k4)
        m, U = (part.real for part in mass_and_potential(a))
        worst, largest = max(worst, abs(m * v * v / 2 + U - start)), max(largest, m * v * v / 2)
    return worst, largest
