"""Files of reduced bodies, HDF5 or NPZ: what `jounce reduce` writes, and modes that a program of finite elements gives.

nodes [node, 3]; node_mass [node]; shift [node, shape, 3]; stiffness [shape], or [shape, shape] where shapes are not
orthogonal; frame_names with frame_nodes (numbers of nodes), or with frame_points, frame_shift and frame_turn
[frame, shape, 3]. If wanted: name; node_numbers; turn [node, shape, 3]; node_inertia [node, 3, 3]; damping [shape] or
damping_ratio; edges [edge, 2] of pictures; shortening [node, shape, shape, 3]; stress_marks and stress
[mark, 6, shape]; and, where they are better known than by lumped nodes, kinetic [shape] or [shape, shape], momentum
[6, shape] and rigid [6, 6] about the origin, shifts first. All in SI.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy import linalg

from jounce.elastic.files.arrays import read_arrays, write_arrays
from jounce.elastic.invariants import FrameShape
from jounce.elastic.reduced_body import COUPLED, ReducedBody, reduced_body_problems
from jounce.errors import ModelError, Problem, did_you_mean

Array = np.ndarray
FORMAT = "jounce elastic body"
VERSION = 1
NEEDED = ("nodes", "node_mass", "shift", "stiffness", "frame_names")
WORDS = ("name", "frame_names", "stress_marks", "reference", "notes")
OPTIONAL = ("kinetic", "momentum", "rigid", "turn", "node_inertia", "shortening", "stress", "edges", "damping",
            "damping_ratio")  # fmt: skip
FRAMES = ("frame_points", "frame_shift", "frame_turn")
KNOWN = (*NEEDED, *WORDS, *OPTIONAL, *FRAMES, "node_numbers", "frame_nodes", "frame_shortening")


def is_reduced(arrays: dict[str, Array]) -> bool:
    """Tells whether a file has shapes, and not matrices of finite elements."""
    return "shift" in arrays


def read_reduced_body(path: str | Path) -> ReducedBody:
    """Reads a reduced body, or raises every problem that the file has."""
    return reduced_body_of_arrays(read_arrays(path), str(path))


def reduced_body_of_arrays(arrays: dict[str, Array], source: str) -> ReducedBody:
    """Returns the body that named arrays describe; shapes that are not orthogonal are made so."""
    problems = [
        Problem(name, f"'{name}' is not known.{did_you_mean(name, KNOWN)}", f"known: {', '.join(sorted(KNOWN))}")
        for name in arrays
        if name not in KNOWN
    ]
    problems += [Problem(name, "is missing", "see `jounce reduce --help`") for name in NEEDED if name not in arrays]
    for name, array in arrays.items():
        kinds = "U" if name in WORDS else "iuf"
        if name in KNOWN and array.dtype.kind not in kinds and array.size:
            problems.append(Problem(name, f"is of type {array.dtype}", "words" if name in WORDS else "numbers"))
    if not problems:
        problems = _wrong_shapes(arrays)
    if problems:
        raise ModelError(source, problems)
    made = _made(arrays, Path(source).stem)
    if problems := reduced_body_problems(made):
        raise ModelError(source, problems)
    return made


def _wrong_shapes(arrays: dict[str, Array]) -> list[Problem]:
    """Finds arrays that cannot belong together, before anything is computed from them."""
    count = arrays["stiffness"].shape[0] if arrays["stiffness"].ndim in (1, 2) else -1
    nodes, frames = len(np.atleast_1d(arrays["nodes"])), arrays["frame_names"].size
    marks = arrays["stress_marks"].size if "stress_marks" in arrays else 0
    square = (count, count)
    shapes: dict[str, list[tuple[int, ...]]] = {
        "nodes": [(nodes, 3)], "node_mass": [(nodes,)], "node_numbers": [(nodes,)], "node_inertia": [(nodes, 3, 3)],
        "shift": [(nodes, count, 3)], "turn": [(nodes, count, 3)], "shortening": [(nodes, *square, 3)],
        "stiffness": [(count,), square], "kinetic": [(count,), square], "damping": [(count,)], "damping_ratio": [()],
        "momentum": [(6, count)], "rigid": [(6, 6)], "stress": [(marks, 6, count)], "stress_marks": [(marks,)],
        "frame_names": [(frames,)], "frame_nodes": [(frames,)], "frame_points": [(frames, 3)],
        "frame_shift": [(frames, count, 3)], "frame_turn": [(frames, count, 3)],
        "frame_shortening": [(frames, *square, 3)],
    }  # fmt: skip
    found = [
        Problem(name, f"is of shape {array.shape}", f"must be {' or '.join(map(str, shapes[name]))}")
        for name, array in arrays.items()
        if name in shapes and array.shape not in shapes[name]
    ]
    found += [
        Problem(name, "has numbers that are not finite", "write it again")
        for name, array in arrays.items()
        if array.dtype.kind == "f" and not np.isfinite(array).all()
    ]
    if found:
        return found
    edges = arrays.get("edges", np.zeros((0, 2), int))
    if edges.ndim != 2 or edges.shape[1:] != (2,) or edges.dtype.kind not in "iu" or _outside(edges, nodes):
        found.append(Problem("edges", f"is of shape {edges.shape}", "pairs of nodes, counted from 0"))
    if "frame_nodes" not in arrays and not set(FRAMES) <= set(arrays):
        found.append(Problem("frame_nodes", "is missing", f"name the node of each frame, or give {', '.join(FRAMES)}"))
    elif "frame_nodes" in arrays:
        known = set(_numbers(arrays).tolist())
        for name, node in zip(arrays["frame_names"].tolist(), arrays["frame_nodes"].tolist(), strict=True):
            if node not in known:
                found.append(Problem(f"frame_nodes, {name}", f"node {node} is not among the nodes", "name another"))
        if "turn" not in arrays:
            found.append(Problem("turn", "is missing", "frames at nodes turn with them"))
    names = arrays["frame_names"].tolist()
    if len(set(names)) < len(names) or not all(name.isidentifier() for name in names):
        found.append(Problem("frame_names", ", ".join(names)[:200], "each once, of letters, digits and underscores"))
    stiffness = arrays["stiffness"]
    if stiffness.ndim == 2 and np.abs(stiffness - stiffness.T).max(initial=0.0) > 1e-8 * np.abs(stiffness).max(
        initial=0.0
    ):
        found.append(Problem("stiffness", "is not symmetric", "write both halves alike"))
    return found


def _outside(places: Array, count: int) -> bool:
    return bool(places.size and (places.min() < 0 or places.max() >= count))


def _numbers(arrays: dict[str, Array]) -> Array:
    return arrays.get("node_numbers", np.arange(1, len(arrays["nodes"]) + 1))


def _made(arrays: dict[str, Array], stem: str) -> ReducedBody:
    """Returns the body; what is not given is that of the lumped nodes."""
    number = {name: np.asarray(arrays[name], float) for name in arrays if name not in WORDS}
    r0, m, Phi = number["nodes"], number["node_mass"], number["shift"]
    count = len(number["stiffness"])
    lever = np.cross(np.eye(3)[:, None], r0[None])  # [axis, node, 3]
    moves = np.concatenate([np.broadcast_to(np.eye(3)[:, None], lever.shape), lever])  # [6, node, 3]
    Psi, J = number.get("turn"), number.get("node_inertia")
    rigid, momentum = np.einsum("aix,i,bix->ab", moves, m, moves), np.einsum("aix,i,ijx->aj", moves, m, Phi)
    kinetic = np.einsum("i,ijx,ikx->jk", m, Phi, Phi)
    if Psi is not None and J is not None:
        rigid[3:, 3:] += J.sum(0)
        momentum[3:] += np.einsum("ixy,ijy->xj", J, Psi)
        kinetic += np.einsum("ijx,ixy,iky->jk", Psi, J, Psi)
    if "kinetic" in number:
        kinetic = _square(number["kinetic"])
    stiffness = _square(number["stiffness"])
    notes = list(map(str, arrays.get("notes", np.zeros(0, str))))
    body = ReducedBody(
        name=str(arrays["name"]) if "name" in arrays else stem,
        nodes=r0,
        node_mass=m,
        node_inertia=J,
        shift=Phi,
        turn=Psi,
        shortening=number.get("shortening"),
        rigid=number.get("rigid", rigid),
        momentum=number.get("momentum", momentum),
        kinetic=np.diag(kinetic).copy(),
        stiffness=np.diag(stiffness).copy(),
        damping=np.zeros(count),
        frames=_frames(arrays, number),
        marks=tuple(map(str, arrays.get("stress_marks", np.zeros(0, str)))),
        stress=number.get("stress"),
        edges=arrays.get("edges"),
        reference=str(arrays.get("reference", "free")),
        notes=tuple(notes),
    )
    if (coupling := _coupling(kinetic, stiffness)) > COUPLED:
        body = _orthogonal(body, kinetic, stiffness, coupling)
    damping = number.get("damping")
    if damping is None:
        damping = 2 * float(number.get("damping_ratio", 0.0)) * np.sqrt(np.abs(body.stiffness * body.kinetic))
    return replace(body, damping=damping)


def _square(a: Array) -> Array:
    return np.diag(a) if a.ndim == 1 else a


def _coupling(kinetic: Array, stiffness: Array) -> float:
    """Returns the largest share of two shapes that joins them."""
    sizes = []
    for matrix in (kinetic, stiffness):
        roots = np.sqrt(np.maximum(np.diag(matrix), 1e-300))
        shares = np.abs(matrix - np.diag(np.diag(matrix))) / np.outer(roots, roots)
        sizes.append(float(shares.max(initial=0.0)))
    return max(sizes)


def _orthogonal(body: ReducedBody, kinetic: Array, stiffness: Array, coupling: float) -> ReducedBody:
    """Returns the body by combinations of its shapes that neither inertia nor stiffness joins."""
    try:
        squares, v = linalg.eigh(stiffness, kinetic)
    except linalg.LinAlgError:
        return body  # its kinetic energy is not positive, which is refused with the rest
    largest = np.abs(np.einsum("nix,ij->njx", body.shift, v)).max(axis=(0, 2), initial=0.0)
    v = v / np.where(largest > 0, largest, 1.0)
    inertia = np.einsum("ij,ik,kj->j", v, kinetic, v)

    def turned(array: Array | None) -> Array | None:
        return None if array is None else np.einsum("nix,ij->njx", array, v)

    def twice(array: Array | None) -> Array | None:
        return None if array is None else np.einsum("nijx,ik,jl->nklx", array, v, v)

    frames = {}
    for name, f in body.frames.items():
        short = None if f.shortening is None else np.einsum("ijx,ik,jl->klx", f.shortening, v, v)
        frames[name] = FrameShape(f.point, v.T @ f.shift, v.T @ f.turn, short)
    note = f"shapes made orthogonal: up to {coupling:.2g} of two of them was common"
    return replace(
        body,
        shift=np.einsum("nix,ij->njx", body.shift, v),
        turn=turned(body.turn),
        shortening=twice(body.shortening),
        momentum=body.momentum @ v,
        kinetic=inertia,
        stiffness=squares * inertia,
        stress=None if body.stress is None else body.stress @ v,
        frames=frames,
        notes=(*body.notes, note),
    )


def _frames(arrays: dict[str, Array], number: dict[str, Array]) -> dict[str, FrameShape]:
    names = [str(name) for name in arrays["frame_names"]]
    if "frame_nodes" in arrays:
        place = {int(n): k for k, n in enumerate(_numbers(arrays))}
        at = [place[int(n)] for n in arrays["frame_nodes"]]
        points, shift, turn = number["nodes"][at], number["shift"][at], number["turn"][at]
        short = number["shortening"][at] if "shortening" in number else [None] * len(at)
    else:
        points, shift, turn = (number[name] for name in FRAMES)
        short = number.get("frame_shortening", [None] * len(names))
    return {name: FrameShape(tuple(points[k].tolist()), shift[k], turn[k], short[k]) for k, name in enumerate(names)}


def write_reduced_body(body: ReducedBody, path: str | Path) -> Path:
    """Writes a reduced body, whole or not at all."""
    frames = list(body.frames.values())
    found: dict[str, Array | None] = {
        "name": np.array(body.name),
        "nodes": body.nodes,
        "node_mass": body.node_mass,
        "node_inertia": body.node_inertia,
        "shift": body.shift,
        "turn": body.turn,
        "shortening": body.shortening,
        "stiffness": body.stiffness,
        "damping": body.damping,
        "kinetic": body.kinetic,
        "rigid": body.rigid,
        "momentum": body.momentum,
        "frame_names": np.array(list(body.frames)),
        "frame_points": np.array([f.point for f in frames]),
        "frame_shift": np.array([f.shift for f in frames]),
        "frame_turn": np.array([f.turn for f in frames]),
        "stress": body.stress,
        "edges": body.edges,
        "stress_marks": np.array(body.marks) if body.marks else None,
        "reference": np.array(body.reference),
        "notes": np.array(body.notes) if body.notes else None,
    }
    if all(f.shortening is not None for f in frames) and frames:
        found["frame_shortening"] = np.array([f.shortening for f in frames])
    return write_arrays(path, {k: v for k, v in found.items() if v is not None}, format=FORMAT, version=VERSION)
