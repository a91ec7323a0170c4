"""Assemble a mechanism, close its loops: Newton from the design position, in steps that stay on its branch.

[Houdek 2021, eq. 9-10] with chosen coordinates prescribed; the others move by the least amount.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem, did_you_mean
from jounce.mechanism import OUTSIDE
from jounce.parts.joints.joint_rows import WRONG_WAY
from jounce.simulation.loops.independent_rows import DEPENDENT, independent_rows
from jounce.simulation.loops.pose import motions
from jounce.simulation.loops.vanishing_inertia import place_of_vanishing_inertia, refuse_vanishing_inertia
from jounce.simulation.workspace import Workspace
from jounce.spatial.rotation import turn
from jounce.spatial.vector import Vec3, cross, dot

CLOSED = 1e-13  # m or rad: no residual is left that arithmetic could remove
ACCEPTED = 1e-6  # m or rad: what redundant rows may disagree by, as hardpoints have finite digits
ITERATIONS = 30
FAR, FAR_PER_GAP = 0.2, 10.0  # m or rad, and per m or rad of gap: how far closing the design position may move it
STRIDE = 0.1  # m or rad between two closures on the way to the start values
YIELDING = 1e-3  # how far a spring-held coordinate moves, to a free one: assembly bends nothing that a joint can close
MOST_STRIDES = 100_000  # seconds of work, and farther than any loop reaches


def assemble(
    work: Workspace,
    start: Mapping[str, float] | None = None,
    start_rates: Mapping[str, float] | None = None,
) -> np.ndarray:
    """Finds a state with all loops closed and all velocity rows satisfied, holding what the user chose."""
    start, start_rates = dict(start or {}), dict(start_rates or {})
    _check_names(work, start, start_rates)
    state = work.design_state()
    design = state.copy()
    close_loops(work, state, held=np.zeros(0, int))
    _refuse_far_closure(work, design, state)
    target = {work.layout.coordinates[name]: value for name, value in start.items()}
    _walk_to(work, state, target)
    _refuse_gaps(work, state)
    _refuse_infinite(work, state)
    _refuse_other_branch(work, state)
    _set_rates(work, state, start_rates)
    return state


def speed_offset_to_assemble(work: Workspace, name: str) -> int | None:
    """Returns place of a speed given by its own name or by that of its coordinate."""
    speeds = work.layout.speeds
    return speeds.get(name, speeds.get(f"{name}_rate"))


def _check_names(work: Workspace, start: Mapping[str, float], rates: Mapping[str, float]) -> None:
    problems = []
    for name in start:
        if name not in work.layout.coordinates:
            known = [*work.layout.coordinates, *work.layout.held]
            problems.append(
                Problem(f"start {name}", f"no such coordinate.{did_you_mean(name, known)}", ", ".join(known))
            )
    for name in rates:
        if speed_offset_to_assemble(work, name) is None:
            known = list(work.layout.speeds)
            problems.append(
                Problem(f"start_rates {name}", f"no such speed.{did_you_mean(name, known)}", ", ".join(known))
            )
    if problems:
        raise work.model.refusal(problems)


def _walk_to(work: Workspace, state: np.ndarray, target: dict[int, float]) -> None:
    """Moves the chosen coordinates to their values in strides, closing the loops after each."""
    offsets = np.array(list(target), int)
    if not len(offsets):
        return
    begin, end = state[offsets].copy(), np.array(list(target.values()))
    quaternion = {o for four in work.layout.quaternions for o in four}
    strides = 1 if not work.layout.rows else max(1, ceil(np.abs(end - begin).max() / STRIDE))
    if strides > MOST_STRIDES:
        far, names = STRIDE * MOST_STRIDES, {place: name for name, place in work.layout.coordinates.items()}
        raise work.model.refusal(
            Problem(f"start {names[at]}", f"{value:g} is too far away", f"at most {far:g} m or rad from the design")
            for at, value, design in zip(offsets, end, begin, strict=True)
            if abs(value - design) > far
        )
    for n in range(1, strides + 1):
        state[offsets] = begin + (end - begin) * n / strides
        _unit_quaternions(work, state)
        close_loops(work, state, held=np.array([o for o in offsets if o not in quaternion], int))


def close_loops(work: Workspace, state: np.ndarray, held: np.ndarray, rows: list[int] | None = None) -> None:
    """Closes by Newton on all rows of positions, or some; least change of the free coordinates; leaves the best state
    found.

    Rows that tie speeds only have no part in it.
    """
    on = np.flatnonzero(work.compiled.position_rows)
    if rows is not None:
        on = np.intersect1d(on, rows)
    if not len(on):
        return
    free = free_columns_to_assemble(work, held)
    best = state.copy()
    smallest = np.inf
    for _ in range(ITERATIONS):
        found = work.matrices(state)
        gap = float(np.abs(found["g"][on]).max())
        if gap < smallest:
            smallest, best[:] = gap, state
        if gap < CLOSED or not np.isfinite(gap):
            break
        delta = np.zeros(len(work.layout.speeds))
        delta[free] = _least_change(work, found["J"][on], -found["g"][on], free)
        reach = float(np.abs(delta).max())
        move_coordinates_to_assemble(work, state, delta * min(1.0, 0.3 / reach) if reach else delta)
        if reach < 1e-15:
            break
    state[:] = best


def _least_change(work: Workspace, J: np.ndarray, right: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Returns the least change of the free columns that gives J the right side; what springs hold hardly takes part.

    Amplitudes of a body that bends are no metres of its joints: it would be bent to close a loop.
    """
    ease = ease_of_columns(work)[free]
    change: np.ndarray = np.linalg.lstsq(J[:, free] * ease, right, rcond=1e-10)[0]
    found: np.ndarray = ease * change
    return found


def ease_of_columns(work: Workspace) -> np.ndarray:
    """Returns how easily each speed's coordinate is moved to assemble: 1, and little for what springs hold."""
    layout = work.layout
    ease = np.ones(len(layout.speeds))
    ease[np.array(layout.yielding, int) - min(layout.speeds.values(), default=0)] = YIELDING
    return ease


def free_columns_to_assemble(work: Workspace, held: np.ndarray) -> np.ndarray:
    """Returns the speed columns that may change when some coordinates (by their place in the state) are held."""
    layout = work.layout
    first = min(layout.speeds.values(), default=0)
    names = {offset: name for name, offset in layout.coordinates.items()}
    fixed = {layout.speeds[f"{names[o]}_rate"] - first for o in held if f"{names[o]}_rate" in layout.speeds}
    return np.array([c for c in range(len(layout.speeds)) if c not in fixed], int)


def move_coordinates_to_assemble(work: Workspace, state: np.ndarray, delta: np.ndarray) -> None:
    """Displaces the coordinates by a small amount given in the speeds' directions: q += V(q) delta."""
    state[:] = displace_and_assemble(work, state, delta[np.newaxis])[0]


def displace_and_assemble(work: Workspace, state: np.ndarray, deltas: np.ndarray) -> np.ndarray:
    """Returns the state displaced by each row of small amounts in the speeds' directions: q + V(q) delta."""
    layout = work.layout
    first, coordinates = min(layout.speeds.values(), default=0), list(layout.coordinates.values())
    states = np.repeat(state[np.newaxis], len(deltas), axis=0)
    probes = states.copy()
    probes[:, first : first + deltas.shape[1]] = deltas
    states[:, coordinates] += work.call_rows("rhs", probes, layout.sizes["state"])[:, coordinates]
    for four in layout.quaternions:
        states[:, four] /= np.linalg.norm(states[:, four], axis=1, keepdims=True)
    return states


def _unit_quaternions(work: Workspace, state: np.ndarray) -> None:
    for four in work.layout.quaternions:
        length = float(np.linalg.norm(state[four]))
        if length == 0.0:
            raise ModelError(work.model.name, [Problem("start", "a quaternion is zero", "for example 1, 0, 0, 0")])
        state[four] /= length


def _refuse_infinite(work: Workspace, state: np.ndarray) -> None:
    """Names every speed whose inertia is no number."""
    M = work.matrices(state)["M"]
    names = sorted(work.layout.speeds, key=work.layout.speeds.__getitem__)
    lost = [name for name, row in zip(names, M, strict=True) if not np.isfinite(row).all()]
    if lost:
        help = "smaller masses, lengths and start values: what comes of them is no finite number"
        raise work.model.refusal(
            Problem(place_of_vanishing_inertia(work, name), f"the inertia of '{name}' is not finite", help)
            for name in lost
        )


def _refuse_gaps(work: Workspace, state: np.ndarray) -> None:
    """Names every joint that does not close, with its gap."""
    if not work.layout.rows:
        return
    residual = work.matrices(state)["g"]
    worst: dict[str, float] = {}
    for name, offset in work.layout.rows.items():
        joint = name.rsplit(".", 1)[0]
        worst[joint] = max(worst.get(joint, 0.0), abs(float(residual[offset])))
    if not all(np.isfinite(gap) and gap <= ACCEPTED for gap in worst.values()):
        problems = [
            Problem(
                f"joints.{joint}",
                f"the loop does not close: a gap of {1000 * gap:.4g} mm (mrad for turns) is left",
                "move the points of this loop, or the start values, so that its links can reach each other",
            )
            for joint, gap in worst.items()
            if not gap <= ACCEPTED
        ]
        raise work.model.refusal(problems)


def _refuse_far_closure(work: Workspace, design: np.ndarray, state: np.ndarray) -> None:
    """A small gap is closed by a small move; one that is not has led to another position than the one drawn."""
    places = list(work.layout.coordinates.values())
    if not work.layout.rows or not places:
        return
    residual = np.abs(work.matrices(design)["g"])
    moved = np.abs(state[places] - design[places])
    open_still = np.abs(work.matrices(state)["g"]).max() > ACCEPTED  # then the start values decide
    if open_still or moved.max() <= FAR + FAR_PER_GAP * residual.max():
        return
    name = list(work.layout.coordinates)[int(moved.argmax())]
    worst: dict[str, float] = {}
    for row, offset in work.layout.rows.items():
        joint = row.rsplit(".", 1)[0]
        worst[joint] = max(worst.get(joint, 0.0), float(residual[offset]))
    what = "as drawn it is open by {:.4g} mm (mrad for turns); "
    what += f"the loops close only with '{name}' {moved.max():.3g} away"
    raise work.model.refusal(
        Problem(f"joints.{joint}", what.format(1000 * gap), "move the points of this loop so that its links meet")
        for joint, gap in worst.items()
        if gap > ACCEPTED
    )


def _refuse_other_branch(work: Workspace, state: np.ndarray) -> None:
    """Rows of right angles also hold back to front or with axes permuted, and a wheel may lie flat; say so instead of
    running it.
    """
    mechanism = work.mechanism
    facing = [(closure, closure.facing()) for closure in mechanism.closures if hasattr(closure, "facing")]
    placed = motions(mechanism, work.layout, state) if facing else []

    def turned(body: str, axis: Vec3) -> Vec3:
        k = mechanism.index(body)
        return axis if k == OUTSIDE else turn(placed[k].R, axis)

    problems = []
    for closure, pairs in facing:
        ends = [(turned(closure.parent, f.on_parent), turned(closure.child, f.on_child)) for f in pairs]
        products = [float(dot(*both)) for both in ends]  # type: ignore[arg-type]
        wrong = [f for product, f in zip(products, pairs, strict=True) if not f.above < product < f.below]
        if wrong:
            what = wrong[0].fault or f"{WRONG_WAY}: the child is turned by {_turn(ends):.0f} deg against the joint"
            problems.append(Problem(f"joints.{closure.name}", what, "start nearer to the position that is meant"))
    if problems:
        raise work.model.refusal(problems)


def _turn(ends: Sequence[tuple[Vec3, Vec3]]) -> float:
    """Returns the least angle, in degrees, by which a turn lays the vectors of the child onto those of the parent.

    Of one pair the angle between them. Two perpendicular ones decide the rotation R; cos = (trace R - 1)/2, where the
    trace is the sum of the products of three axes with their images.
    """
    cosine: Any = dot(*ends[0])
    if len(ends) > 1:
        (a, a_child), (b, b_child) = ends[:2]
        cosine = 0.5 * (cosine + dot(b, b_child) + dot(cross(a, b), cross(a_child, b_child)) - 1.0)
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))


def _set_rates(work: Workspace, state: np.ndarray, rates: Mapping[str, float]) -> None:
    """Sets speeds as chosen; the rest as small as the velocity rows allow."""
    layout = work.layout
    first = min(layout.speeds.values(), default=0)
    held = []
    for name, value in rates.items():
        offset = speed_offset_to_assemble(work, name)
        assert offset is not None
        state[offset] = value
        held.append(offset - first)
    if not layout.rows:
        return
    free = np.array([c for c in range(len(layout.speeds)) if c not in held], int)
    found = work.matrices(state)
    if not found["gd"].any():
        return
    refuse_vanishing_inertia(work, found["M"])
    on = np.array(independent_rows(found["J"], found["M"], first=work.compiled.position_rows), int)
    for _ in range(3):  # linear in the speeds: one step solves it, the others remove rounding
        found = work.matrices(state)
        state[first + free] += _least_change(work, found["J"][on], -found["gd"][on], free)
    left = np.abs(work.matrices(state)["gd"])
    scale = 1.0 + float(np.abs(state[first : first + len(layout.speeds)]).max())
    accepted = np.full(len(left), 10 * DEPENDENT * scale)  # of rows that nearly say what others say
    accepted[on] = ACCEPTED * scale
    if np.any(left > accepted):
        cause, right = "the start rates tear", "give fewer rates: those that the loops leave free"
        if not rates:
            cause, right = "the prescribed motions tear", "prescribe as many motions as there are freedoms, not more"
        worst: dict[str, float] = {}
        for name, offset in layout.rows.items():
            if left[offset] > accepted[offset]:
                joint = name.rsplit(".", 1)[0]
                worst[joint] = max(worst.get(joint, 0.0), float(left[offset]))
        problems = [
            Problem(f"joints.{joint}", f"{cause} the loop apart at {rate:.4g} m/s (rad/s for turns)", right)
            for joint, rate in worst.items()
        ]
        raise work.model.refusal(problems)
