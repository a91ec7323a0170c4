"""Checks of a body of finite elements: what its matrices must be before anything is computed from them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from jounce.elastic.finite_elements import DIRECTIONS, FiniteElements, MassProperties, mass_properties
from jounce.errors import Problem

Array = np.ndarray
RIGID = 1e-8  # largest force of a rigid motion, of the sum of the amounts that cancel in it
SYMMETRY = 1e-8  # of the square root of both diagonal entries: texts have nine digits or more
EVEN = 1e-6  # of the mean: masses along the three axes
DECLARED = 0.01  # what is declared has two or three digits
LONGEST, SHORTEST = 100.0, 1e-3  # m: what vehicles are made of
FEWEST_OF_SET = 3  # nodes without turns that carry a frame
UNIT_SLIPS = {
    1e3: "mm for m",
    1e-3: "m for mm",
    1e6: "g for t",
    1e-6: "kg mm^2 for kg m^2",
    1e9: "mm for m in a volume",
}


def body_problems(body: FiniteElements) -> list[Problem]:
    """Finds everything that is wrong with a body, as far as one fault does not hide the others."""
    found = [*_wrong_sizes(body)]
    if found:
        return found
    found += [*_wrong_extent(body), *_wrong_frames(body), *_wrong_entries(body)]
    if not any(problem.where == "stiffness" for problem in found):
        found += [*_wrong_rigid_motions(body), *_loose_pieces(body)]
    if not any(problem.where == "mass" for problem in found):
        found += [*_wrong_mass(body)]
    return found


def without_idle_rows(body: FiniteElements) -> tuple[Array, str]:
    """Returns the rows that have stiffness or mass, and a note on those that have neither: a program of finite
    elements lists them, and nothing acts on them."""
    used = np.zeros(len(body.freedoms), bool)
    for matrix in (body.mass, body.stiffness):
        used |= np.asarray(abs(matrix).sum(axis=1)).ravel() > 0
    idle = int((~used).sum())
    return np.flatnonzero(used), f"{idle} rows without mass and stiffness left out" if idle else ""


def place_of_row(body: FiniteElements, row: int) -> str:
    """Names a row as the program of finite elements does."""
    node, direction = body.freedoms[row]
    return f"node {body.numbers[node]} {DIRECTIONS[direction]}"


def _wrong_sizes(body: FiniteElements) -> Iterator[Problem]:
    rows = len(body.freedoms)
    for word, matrix in (("mass", body.mass), ("stiffness", body.stiffness)):
        if matrix.shape != (rows, rows):
            hint = "one row for each direction of each node, as `freedoms` lists them"
            yield Problem(word, f"{matrix.shape[0]} by {matrix.shape[1]}, and there are {rows} freedoms", hint)
        elif not np.isfinite(matrix.data).all():
            yield Problem(word, "has entries that are no finite number", "write the matrix again")
    if body.nodes.ndim != 2 or body.nodes.shape[1:] != (3,) or not np.isfinite(body.nodes).all():
        yield Problem("nodes", "must be three finite numbers a node", "x, y and z")
    if body.stress is not None and (body.stress.shape != (6 * len(body.marks), rows) or not _all_finite(body.stress)):
        what = f"{body.stress.shape[0]} by {body.stress.shape[1]} for {len(body.marks)} marks and {rows} freedoms"
        yield Problem("stress", what, "six finite rows for each mark: xx yy zz xy yz zx")
    if len({(int(a), int(b)) for a, b in body.freedoms}) < rows:
        yield Problem("freedoms", "a node has the same direction twice", "each row is a freedom of its own")
    d = body.damping
    if not all(np.isfinite(x) and x >= 0 for x in (d.ratio, d.mass, d.stiffness)) or d.ratio >= 1:
        what = f"ratio {d.ratio:g}, mass {d.mass:g}, stiffness {d.stiffness:g}"
        yield Problem("damping", what, "none is negative, and a ratio is below 1: 0.01 is usual for welded steel")


def _all_finite(matrix: sparse.csr_array) -> bool:
    return bool(np.isfinite(matrix.data).all())


def _wrong_extent(body: FiniteElements) -> Iterator[Problem]:
    extent = float(np.linalg.norm(np.ptp(body.nodes, axis=0)))
    if extent > LONGEST:
        yield Problem("nodes", f"they span {extent:.6g} m", 'are they in mm? Say so: units = { length = "mm" }')
    elif extent < SHORTEST:
        yield Problem("nodes", f"they span {extent:.6g} m", "a body that bends has at least two nodes, apart")


def _wrong_frames(body: FiniteElements) -> Iterator[Problem]:
    directions = [set() for _ in body.nodes]  # type: list[set[int]]
    for node, direction in body.freedoms[without_idle_rows(body)[0]].tolist():
        directions[node].add(direction)
    taken: dict[int, str] = {}
    if not body.frames:
        yield Problem("interface", "there are no interface frames", "name the nodes at which joints or forces act")
    for name, nodes in body.frames.items():
        where = f"interface.{name}"
        for node in nodes:
            if taken.setdefault(node, name) != name:
                yield Problem(where, f"node {body.numbers[node]} belongs to {taken[node]}", "one frame for each node")
            if not directions[node] >= {0, 1, 2}:
                yield Problem(where, f"node {body.numbers[node]} has no freedoms to move", "choose another node")
        if len(nodes) == 1 and not directions[nodes[0]] >= set(range(6)):
            what = f"node {body.numbers[nodes[0]]} has no turns, so that a frame there would have no direction"
            yield Problem(where, what, "name three nodes or more around it: they carry the frame like a rigid piece")
        elif 1 < len(nodes) < FEWEST_OF_SET or (len(nodes) >= FEWEST_OF_SET and _in_line(body.nodes[list(nodes)])):
            yield Problem(where, f"{len(nodes)} nodes in a line", "name one node with turns, or three not in a line")


def _in_line(points: Array) -> bool:
    sizes = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return bool(sizes[1] <= 1e-6 * sizes[0])


def _wrong_entries(body: FiniteElements) -> Iterator[Problem]:
    """Tells what a matrix of squares must be: symmetric, without negative squares on its diagonal or in any pair of
    rows.
    """
    for word, matrix in (("mass", body.mass), ("stiffness", body.stiffness)):
        diagonal = matrix.diagonal()
        largest = float(np.abs(diagonal).max(initial=0.0))
        negative = int(np.argmin(diagonal))
        if not largest:
            yield Problem(word, "has nothing on its diagonal", "write the whole matrix")
            continue
        if diagonal[negative] < 0:
            what = f"{diagonal[negative]:.6g} at {place_of_row(body, negative)}"
            yield Problem(word, what, f"no {word} is negative: look at the signs of the matrix")
        roots = np.sqrt(np.abs(diagonal))
        uneven = (matrix - matrix.T).tocoo()
        wrong = _worst_entry(uneven, roots, roots.max())
        if wrong is not None and wrong[2] > SYMMETRY:
            a, b, _ = wrong
            pair = f"{matrix[a, b]:.9g} and {matrix[b, a]:.9g}"
            what = f"is not symmetric: {pair} between {place_of_row(body, a)} and {place_of_row(body, b)}"
            yield Problem(word, what, "write both halves alike, or one of them alone")
        off = (matrix - sparse.diags_array(diagonal)).tocoo()
        wrong = _worst_entry(off, roots, roots.max())
        if diagonal[negative] >= 0 and wrong is not None and wrong[2] > 1 + SYMMETRY:
            a, b, _ = wrong
            what = f"{matrix[a, b]:.6g} between {place_of_row(body, a)} and {place_of_row(body, b)}"
            yield Problem(word, f"{what} exceeds both diagonal entries", "some motion would have a negative energy")


def _worst_entry(matrix: sparse.coo_array, roots: Array, largest: float) -> tuple[int, int, float] | None:
    """Returns row, column and size of the entry that is largest relative to the diagonal."""
    if not matrix.nnz:
        return None
    scale = np.maximum(roots[matrix.row], 1e-8 * largest) * np.maximum(roots[matrix.col], 1e-8 * largest)
    sizes = np.abs(matrix.data) / scale
    k = int(np.argmax(sizes))
    return int(matrix.row[k]), int(matrix.col[k]), float(sizes[k])


def _wrong_rigid_motions(body: FiniteElements) -> Iterator[Problem]:
    """A free body resists no rigid motion."""
    middle = body.nodes.mean(axis=0)
    R = body.rigid_motions()
    R[:, 3:] -= R[:, :3] @ _bracket(middle).T  # turns about the middle: those about a far origin are large
    force, amount = body.stiffness @ R, abs(body.stiffness) @ np.abs(R)
    shifts = body.freedoms[:, 1] < 3
    for k, direction in enumerate(DIRECTIONS):
        kind = "moved along" if k < 3 else "turned"
        sizes = [np.abs(force[rows, k]).max(initial=0.0) / max(amount[rows, k].max(initial=0.0), 1e-300)
                 for rows in (shifts, ~shifts)]  # fmt: skip
        if max(sizes) <= RIGID:
            continue
        rows = np.flatnonzero(shifts if sizes[0] >= sizes[1] else ~shifts)
        worst = place_of_row(body, int(rows[np.argmax(np.abs(force[rows, k]))]))
        what = (
            f"the body resists being {kind} {direction} as a whole, most at {worst}: {max(sizes):.2g} of what cancels"
        )
        hint = "leave supports and springs to the ground out, and write at least nine digits"
        if k >= 3:
            factor = _fitting_scale(body, R[:, k], shifts)
            hint = "the nodes are not those of the matrices: look at their order, their axes and their digits"
            if factor is not None:
                hint = f"the matrices fit nodes {factor:.6g} times as far apart: look at the unit of lengths"
        yield Problem("stiffness", what, hint)


def _bracket(a: Array) -> Array:
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def _fitting_scale(body: FiniteElements, turn: Array, shifts: Array) -> float | None:
    """Returns by how much nodes would have to be scaled for a turn to be without force; None if nothing helps."""
    by_shifts, by_turns = body.stiffness @ np.where(shifts, turn, 0.0), body.stiffness @ np.where(shifts, 0.0, turn)
    if not by_turns.any() or not by_shifts.any():
        return None
    factor = -float(by_turns @ by_shifts) / float(by_shifts @ by_shifts)
    left = np.linalg.norm(factor * by_shifts + by_turns) / np.linalg.norm(by_turns)
    return factor if left < 1e-6 and factor > 0 else None


def _loose_pieces(body: FiniteElements) -> Iterator[Problem]:
    """Pieces that no stiffness joins would be bodies of their own."""
    node = body.freedoms[:, 0]
    K = body.stiffness.tocoo()
    joined = sparse.coo_array((np.ones(K.nnz), (node[K.row], node[K.col])), shape=(len(body.nodes),) * 2)
    _, piece = csgraph.connected_components(joined, directed=False)
    used = np.unique(piece[node[np.abs(body.mass.diagonal()) + np.abs(body.stiffness.diagonal()) > 0]])
    if len(used) > 1:
        some = ", ".join(str(body.numbers[np.flatnonzero(piece == k)[0]]) for k in used[:4])
        what = f"the body falls into {len(used)} pieces, around the nodes {some}"
        yield Problem("stiffness", what, "join them, or write one file for each")


def _wrong_mass(body: FiniteElements) -> Iterator[Problem]:
    found = mass_properties(body)
    if not found.mass > 0:
        yield Problem("mass", f"the whole mass is {found.mass:.6g} kg", "it must be positive")
        return
    if np.abs(found.masses - found.mass).max() > EVEN * found.mass:
        shown = ", ".join(f"{value:.6g}" for value in found.masses)
        yield Problem("mass", f"along x, y and z it weighs {shown} kg", "a mass is the same along all axes")
        return
    moments = np.linalg.eigvalsh(found.inertia)
    if moments[0] <= 0 and len(body.nodes) > 1 and moments[0] < -EVEN * moments[2]:
        yield Problem("mass", f"its smallest principal moment is {moments[0]:.6g} kg m^2", "none is negative")
    elif moments[0] + moments[1] < (1 - EVEN) * moments[2]:
        shown = ", ".join(f"{value:.6g}" for value in moments)
        yield Problem(
            "mass", f"no body has the principal moments {shown} kg m^2", "the two smaller add up to the largest"
        )
    yield from _not_as_declared(body, found)


def _not_as_declared(body: FiniteElements, found: MassProperties) -> Iterator[Problem]:
    known = body.declared
    if known.mass is not None and abs(found.mass - known.mass) > DECLARED * abs(known.mass):
        what = f"the matrix weighs {found.mass:.6g} kg, declared are {known.mass:.6g} kg"
        yield Problem("declared.mass", what, _slip(found.mass, known.mass))
    if known.centre is not None:
        extent = float(np.linalg.norm(np.ptp(body.nodes, axis=0)))
        away = float(np.linalg.norm(found.centre - known.centre))
        if away > DECLARED * extent:
            shown = ", ".join(f"{value:.6g}" for value in found.centre)
            what = f"the centre of mass is at {shown} m, {away:.4g} m from the declared one"
            yield Problem("declared.centre", what, "look at units, axes and origin of the nodes")
    if known.inertia is not None:
        have = np.diag(found.inertia)
        off = np.abs(have - known.inertia)
        if (off > DECLARED * np.abs(known.inertia).max()).any():
            k = int(np.argmax(off))
            what = f"Ixx, Iyy, Izz are {', '.join(f'{value:.6g}' for value in have)} kg m^2 about the centre of mass"
            yield Problem("declared.inertia", what, _slip(have[k], known.inertia[k]))


def _slip(found: float, known: float) -> str:
    """Names the units that a ratio points to."""
    for factor, words in UNIT_SLIPS.items():
        if known and abs(found / known / factor - 1) < DECLARED:
            return f"{factor:g} times too much: {words}?"
    return "they may differ by 1 %; correct one of them"
