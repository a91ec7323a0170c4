"""Bricks of eight nodes, three freedoms each: a body of solid elements, as another program would give it."""

from itertools import product

import numpy as np
from scipy import sparse

from jounce.elastic.finite_elements import FiniteElements

CORNERS = np.array([(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)])


def brick_matrices(sizes, E: float, nu: float, density: float):
    """Mass and stiffness of a brick with sides along the axes, integrated at two points each way: exact for bricks."""
    h = np.asarray(sizes, float)
    lam, mu = E * nu / (1 + nu) / (1 - 2 * nu), E / 2 / (1 + nu)
    D = np.diag([2 * mu] * 3 + [mu] * 3)
    D[:3, :3] += lam
    M, K, volume = np.zeros((24, 24)), np.zeros((24, 24)), h.prod() / 8
    for point in product((-1 / np.sqrt(3), 1 / np.sqrt(3)), repeat=3):
        factors = 1 + CORNERS * point
        N = factors.prod(axis=1) / 8
        dN = np.array([CORNERS[:, k] * np.delete(factors, k, axis=1).prod(axis=1) / 8 * 2 / h[k] for k in range(3)])
        B = np.zeros((6, 24))
        for k in range(3):
            B[k, k::3] = dN[k]
        for row, (i, j) in enumerate(((0, 1), (1, 2), (2, 0)), 3):
            B[row, i::3], B[row, j::3] = dN[j], dN[i]
        S = np.kron(N, np.eye(3))
        K += volume * B.T @ D @ B
        M += volume * density * S.T @ S
    return M, K


def solid_beam(counts, sizes, E: float, nu: float, density: float) -> FiniteElements:
    """A beam from the origin along x, its middle line on the axis, with frames on both end faces."""
    steps = [np.linspace(0, sizes[0], counts[0] + 1)]
    steps += [np.linspace(-s / 2, s / 2, n + 1) for s, n in zip(sizes[1:], counts[1:], strict=True)]
    nodes = np.array(list(product(*steps)))
    number = np.arange(len(nodes)).reshape([n + 1 for n in counts])
    M, K = brick_matrices(np.array(sizes) / counts, E, nu, density)
    rows, columns, masses, stiffnesses = [], [], [], []
    for at in product(*(range(n) for n in counts)):
        own = [number[tuple(np.array(at) + (corner + 1) // 2)] for corner in CORNERS]
        places = (3 * np.repeat(own, 3) + np.tile(range(3), 8)).astype(int)
        rows.append(np.repeat(places, 24))
        columns.append(np.tile(places, 24))
        masses.append(M.ravel())
        stiffnesses.append(K.ravel())
    where = (np.concatenate(rows), np.concatenate(columns))
    mass, stiffness = (
        sparse.coo_array((np.concatenate(values), where), shape=(3 * len(nodes),) * 2).tocsr()
        for values in (masses, stiffnesses)
    )
    return FiniteElements(
        name="solid beam",
        nodes=nodes,
        numbers=np.arange(1, len(nodes) + 1),
        freedoms=np.column_stack([np.repeat(np.arange(len(nodes)), 3), np.tile(np.arange(3), len(nodes))]),
        mass=mass,
        stiffness=stiffness,
        frames={"near": tuple(number[0].ravel().tolist()), "far": tuple(number[-1].ravel().tolist())},
    )
