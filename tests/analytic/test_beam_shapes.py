"""Shapes of beams against closed forms that others printed, and what must hold of any shape."""

from itertools import product

import numpy as np
import pytest

from jounce.elastic.beam_shapes import (
    ENDS,
    bending_shapes,
    bending_wave_numbers,
    gauss_places,
    shape_under_force,
    torsion_shapes,
    torsion_wave_numbers,
    twist_under_torque,
)
from jounce.elastic.invariants import invariants

PRINTED = {  # roots of the frequency equations, to the digits that tables print [Blevins 2016, table 4.2]
    ("clamped", "free"): (1.875104068712, 4.694091132974, 7.854757438238, 10.99554073488),
    ("clamped", "clamped"): (4.730040744863, 7.853204624096, 10.995607838),
    ("free", "free"): (4.730040744863, 7.853204624096, 10.995607838),
    ("clamped", "pinned"): (3.926602312, 7.068582746),
    ("pinned", "pinned"): (np.pi, 2 * np.pi),
}


@pytest.mark.parametrize(("ends", "printed"), PRINTED.items())
def test_wave_numbers_are_those_of_tables(ends, printed):
    assert bending_wave_numbers(*ends, len(printed)) == pytest.approx(printed, rel=1e-10)


@pytest.mark.parametrize("ends", list(product(ENDS, repeat=2)))
def test_eigen_shapes_are_orthogonal_and_bend_by_their_wave_numbers(ends):
    """In mass and in bending: the integrals of w_i w_j and w_i'' w_j'' are diagonal, their ratio is lambda^4."""
    xi, weight = gauss_places()
    shapes = bending_shapes(*ends, 8)
    w, bend = (np.array([shape(xi, order) for shape in shapes]) for order in (0, 2))
    mass, stiffness = (w * weight) @ w.T, (bend * weight) @ bend.T
    waves = bending_wave_numbers(*ends, 8) ** 4
    assert np.allclose(mass / np.sqrt(np.outer(np.diag(mass), np.diag(mass))), np.eye(8), atol=1e-8)
    assert np.allclose(stiffness / np.sqrt(np.outer(waves, waves)), np.diag(np.diag(mass)), atol=1e-8)
    assert np.diag(stiffness) / np.diag(mass) == pytest.approx(waves, rel=1e-10)
    # of 5001 places the nearest to a crest misses it by (8 pi / 5000)^2 / 8 at most
    assert [np.abs(shape(np.linspace(0, 1, 5001))).max() for shape in shapes] == pytest.approx([1.0] * 8, abs=4e-6)


def test_force_at_a_place_bends_a_cantilever_as_books_say():
    """w(a) = F a^3 / 3 E I and slope a^2 / 2 E I for a force at a. [Roark, table 8.1]"""
    shape = shape_under_force("clamped", "free", 0.7)
    assert shape(0.7, 1) / shape(0.7) == pytest.approx(3.0 / (2.0 * 0.7), rel=1e-12)
    assert shape(1.0) / shape(0.7) == pytest.approx((0.7**3 / 3.0 + 0.3 * 0.7**2 / 2.0) / (0.7**3 / 3.0), rel=1e-12)
    middle = shape_under_force("pinned", "pinned", 0.5)  # 4 times a deflection of F L^3 / 48 E I is one of F L^3 / 12
    xi, weight = gauss_places((0.5,))
    assert (middle(xi, 2) ** 2 @ weight) == pytest.approx(48.0, rel=1e-12)


def test_twists_are_free_rods():
    assert torsion_wave_numbers("clamped", "free", 2) == pytest.approx([np.pi / 2, 3 * np.pi / 2])
    shape = torsion_shapes("free", "free", 1)[0]
    assert [float(shape(x)) for x in (0.0, 0.5, 1.0)] == pytest.approx([1.0, 0.0, -1.0])
    for ends, places in ((("clamped", "free"), (0.3, 1.0)), (("free", "clamped"), (0.6, 0.0))):
        twist = twist_under_torque(*ends, 0.6)
        assert [float(twist(x)) for x in places] == pytest.approx([0.5 if places[0] == 0.3 else 1.0, 1.0])
    assert [float(twist_under_torque("clamped", "clamped", 0.25)(x)) for x in (0.25, 0.625, 1.0)] == pytest.approx(
        [1.0, 0.5, 0.0]
    )


def test_invariants_are_those_of_the_bent_body_to_their_order():
    """Two lumps with tensors, moved and turned by large steps: differences fall with the third power of the step."""
    rng = np.random.default_rng(7)
    r0, m, n = rng.normal(size=(4, 3)), rng.uniform(1, 2, 4), 2
    Phi, Psi = rng.normal(size=(4, n, 3)), rng.normal(size=(4, n, 3))
    B = rng.normal(size=(4, n, n, 3))
    B = B + B.swapaxes(1, 2)
    root = rng.normal(size=(4, 3, 3))
    J = root @ root.swapaxes(1, 2)
    found = invariants(r0, m, Phi, Psi, J, B)

    def error(step):
        q = step * np.array([0.6, -0.8])
        r = r0 + np.einsum("i,kix->kx", q, Phi) - 0.5 * np.einsum("i,j,kijx->kx", q, q, B)
        tensor = np.einsum("k,kx,kx->", m, r, r) * np.eye(3) - np.einsum("k,kx,ky->xy", m, r, r)
        for k in range(4):
            R = exponential(np.einsum("i,ix->x", q, Psi[k]))
            tensor = tensor + R @ J[k] @ R.T
        xx, yy, zz, xy, yz, zx = (
            found[f"I.{c}"]
            + sum(found[f"I.{c}.{i}"] * q[i] for i in range(n))
            + sum(found[f"I.{c}.{i}.{j}"] * q[i] * q[j] for i in range(n) for j in range(i + 1))
            for c in range(4, 10)
        )
        return np.abs(tensor - np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]])).max()

    assert error(1e-2) / error(5e-3) == pytest.approx(8.0, rel=0.05)


def exponential(theta):
    angle = np.linalg.norm(theta)
    x, y, z = theta / angle
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K
