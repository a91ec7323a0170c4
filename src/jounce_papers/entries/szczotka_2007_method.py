"""Entries of [Szczotka 2007], Figs 1 to 3: frames, chains of bodies, forces."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np

from jounce.equations.lagrange.trace_forms import pseudo_inertia
from jounce.equations.lagrange.transforms import JointTransform, joint_transform
from jounce.mechanism import connect_mechanism
from jounce.model import Model
from jounce.parts import GROUND, Body
from jounce.parts.joints import Sequence
from jounce.parts.joints.motions import ELEMENTARY
from jounce.simulation.loops.pose import body_poses
from jounce_papers.entries.sketches import ORIGIN, sketch_box, sketch_dots, sketch_frame, sketch_point
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import SharedExperiments
from jounce_papers.shown import BOLD, DASHED, THIN, Finding, Shown, ShownSketch, Stroke

PAPER = "szczotka-2007"
T1_TO_T6 = ("tx", "ty", "tz", "rz", "ry", "rx")  # the order of eq. 4: x, y, z, yaw, pitch, roll
POSE = (0.6, 0.35, 0.3, math.radians(35), math.radians(20), math.radians(30))
SPEEDS = np.array([1.0, -2.0, 0.5, 0.7, -0.4, 0.9])
ROUNDING, DIFFERENCED = 1e-13, 1e-8


def paper_transform(q: tuple[float, ...], order: tuple[str, ...] = T1_TO_T6) -> JointTransform:
    """T of a joint of these elementary motions, with all its derivatives, as the route of Lagrange has it."""
    origin = (0.0, 0.0, 0.0)
    return joint_transform([ELEMENTARY[name] for name in order], q, origin, origin, False)  # type: ignore[misc]


def printed_rotation(yaw: float, pitch: float, roll: float) -> np.ndarray:
    """The last form of eq. 1, entry by entry."""
    s, c, S, C, σ, κ = *_sc(yaw), *_sc(pitch), *_sc(roll)
    return np.array(
        [
            [c * C, c * S * σ - s * κ, c * S * κ + s * σ],
            [s * C, s * S * σ + c * κ, s * S * κ - c * σ],
            [-S, C * σ, C * κ],
        ]
    )


def _sc(angle: float) -> tuple[float, float]:
    return math.sin(angle), math.cos(angle)


@paper_entry(
    PAPER,
    "Fig. 1",
    "Frames and the angles yaw, pitch, roll",
    shows="A body's frame in the reference frame, and the three turns that lead to it.",
    states="Eq. 1: R is the product of turns about z, y and x. Eq. 4: T is the product of six matrices of one "
    "parameter each. Any of the six may be constant.",
    differs="The drawing is ours, with yaw 35, pitch 20 and roll 30 degrees; its axes are the columns of our matrix.",
    rows=(1, 2, 3),
)
def frames(_: SharedExperiments) -> Shown:
    T = np.array(paper_transform(POSE).whole, float)
    R, at = T[:3, :3], sketch_point(T[:3, 3])
    ground, words = sketch_frame(ORIGIN, np.eye(3), ("x", "y", "z"), 0.45)
    own, own_words = sketch_frame(at, R, ("x'", "y'", "z'"), 0.35)
    yaw, _after = sketch_frame(at, printed_rotation(POSE[3], 0.0, 0.0), ("", "", ""), 0.3)
    turned = [Stroke(stroke.points, DASHED) for stroke in yaw]
    strokes = [*ground, *own, *turned, *sketch_box(at, R, (0.16, 0.1, 0.06)), Stroke((ORIGIN, at), THIN)]
    local = np.array([0.1, -0.2, 0.3, 1.0])
    quarter = np.array(paper_transform((math.pi / 2,), ("rz",)).whole, float)[:3, 0]
    return Shown(
        pictures=(
            ShownSketch("frames { } and { }', dashed: after yaw", tuple(strokes), (*words, *own_words, ("r0", at))),
        ),
        findings=(
            Finding(
                "R by T1 ... T6 less eq. 1 as printed", _far(R, printed_rotation(*POSE[3:])), "", "equal", most=ROUNDING
            ),
            Finding("R^T R less 1", _far(R.T @ R, np.eye(3)), "", "equal", most=ROUNDING),
            Finding(
                "T r' less R r' + r0", _far((T @ local)[:3], R @ local[:3] + T[:3, 3]), "m", "equal", most=ROUNDING
            ),
            Finding(
                "yaw of 90 degrees: x' less y", _far(quarter, np.array([0.0, 1.0, 0.0])), "", "equal", most=ROUNDING
            ),
            Finding("subsets of T1 ... T6 that give their number of freedoms", _subsets(), "of 63", "any", 63, 63),
        ),
    )


def _far(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.abs(a - b).max())


def _subsets() -> int:
    """Joints of every subset of the six motions whose body has as many freedoms."""
    chosen = [order for n in range(1, 7) for order in combinations(T1_TO_T6, n)]
    return sum(len(connect_mechanism(_on_sequence(order)).speeds) == len(order) for order in chosen)


def _on_sequence(order: tuple[str, ...]) -> Model:
    body = Body(name="body", mass=1.0, inertia=(1.0, 1.0, 1.0))
    return Model("body").add(body, Sequence(name="joint", parent=GROUND, child="body", point=(0, 0, 0), order=order))  # type: ignore[arg-type]


@paper_entry(
    PAPER,
    "Fig. 2",
    "A body on the chain before it",
    shows="Body (S) joined to body (P), whose coordinates come before those of (S).",
    states="B(S) = B(P) T(S), eq. 8. B_i and B_ij follow by differentiation, eq. 13 and 15. The kinetic energy is "
    "half the trace of B' H B'^T, eq. 11.",
    differs="The relative transform is T(S); the text before eq. 8 calls it T(P) (E-01). H has products of inertia as "
    "positive integrals (E-02).",
    rows=(4, 5, 6, 7, 10),
)
def chain_of_bodies(_: SharedExperiments) -> Shown:
    q = {f"joint_{k}.{name}": 0.2 * (-1) ** k * (k + 1) for k in range(5) for name in ("rz", "ry")}
    poses = body_poses(connect_mechanism(_chain_model()), {name: np.array([value]) for name, value in q.items()})
    direct, last = _direct_pose(q), poses["body_4"]
    places = [sketch_point(poses[f"body_{k}"].position((0.4 * k, 0.0, 0.0))[0]) for k in range(5)]
    end = sketch_point(last.position((2.0, 0.0, 0.0))[0])
    strokes = [Stroke((a, b), BOLD) for a, b in zip(places, [*places[1:], end], strict=True)]
    words = [(f"body {k}", place) for k, place in enumerate(places)]
    found = {"B_i": _derivative_error(1), "B_ij": _derivative_error(2)}
    return Shown(
        pictures=(ShownSketch("five bodies, each on the one before", (*strokes, *sketch_dots(places)), tuple(words)),),
        findings=(
            Finding(
                "pose of the fifth body less the product of matrices",
                _far(last.p[0], direct[:3, 3]),
                "m",
                "equal",
                most=ROUNDING,
            ),
            *(Finding(f"{name} less differences", e, "", "equal", most=DIFFERENCED) for name, e in found.items()),
            Finding("energy by the trace, less m v^2/2 + w I w/2", _energy_error(), "of it", "equal", most=ROUNDING),
        ),
    )


def _chain_model() -> Model:
    model = Model("chain")
    for k in range(5):
        at = (0.4 * k, 0.0, 0.0)
        parent = GROUND if k == 0 else f"body_{k - 1}"
        model.add(
            Body(name=f"body_{k}", mass=1.0, centre=at, inertia=(0.01, 0.01, 0.01)),
            Sequence(name=f"joint_{k}", parent=parent, child=f"body_{k}", point=at, order=("rz", "ry")),
        )
    return model


def _direct_pose(q: dict[str, float]) -> np.ndarray:
    """The pose of the last body by plain matrices of eq. 4, from where it is in the design position."""
    B = np.eye(4)
    for k in range(5):
        turned = np.eye(4)
        turned[:3, :3] = printed_rotation(q[f"joint_{k}.rz"], q[f"joint_{k}.ry"], 0.0)
        there, back = np.eye(4), np.eye(4)
        there[0, 3], back[0, 3] = 0.4 * k, -0.4 * k
        B = B @ there @ turned @ back
    return B


def _derivative_error(order: int) -> float:
    """First or second derivatives of T by its six coordinates, less central differences."""
    h, worst = 1e-5, 0.0
    here = paper_transform(POSE)
    for i in range(6):
        up, down = (paper_transform(tuple(q + s * h * (k == i) for k, q in enumerate(POSE))) for s in (1, -1))
        if order == 1:
            slope = (np.array(up.whole, float) - np.array(down.whole, float)) / (2 * h)
            worst = max(worst, _far(np.array(here.first[i], float), slope))
            continue
        for j in range(6):
            slope = (np.array(up.first[j], float) - np.array(down.first[j], float)) / (2 * h)
            worst = max(worst, _far(np.array(here.second[min(i, j), max(i, j)], float), slope))
    return worst


def _energy_error() -> float:
    """Of a skewed body whose frame is not at its centre of mass."""
    mass, centre = 3.0, (0.2, -0.1, 0.3)
    tensor = np.array([[0.5, -0.04, 0.03], [-0.04, 0.6, 0.02], [0.03, 0.02, 0.7]])
    H = np.array(pseudo_inertia(mass, centre, (0.5, 0.6, 0.7, -0.04, 0.02, 0.03)), float)
    T = paper_transform(POSE)
    B, rate = (
        np.array(T.whole, float),
        sum(s * np.array(first, float) for s, first in zip(SPEEDS, T.first, strict=True)),
    )
    turning = rate[:3, :3] @ B[:3, :3].T
    w = np.array([turning[2, 1], turning[0, 2], turning[1, 0]])
    v = (rate @ np.array([*centre, 1.0]))[:3]
    own = B[:3, :3].T @ w
    exact = 0.5 * mass * v @ v + 0.5 * own @ tensor @ own
    return abs(0.5 * float(np.trace(rate @ H @ rate.T)) / float(exact) - 1.0)


@paper_entry(
    PAPER,
    "Fig. 3",
    "A force and a moment fixed to a body",
    shows="Force P' and moment M' in the frame of the body, at point A.",
    states="Eq. 24: generalised forces are P'^T B^T B_k r'_A and M'^T d_k, with d_k from entries of B and B_k.",
    differs="Checked by their power, for a body with six freedoms at a general pose and speed.",
    rows=(8, 9),
)
def force_and_moment(_: SharedExperiments) -> Shown:
    T = paper_transform(POSE)
    B, by = np.array(T.whole, float), [np.array(first, float) for first in T.first]
    A, P, M = np.array([0.2, 0.1, 0.12, 1.0]), np.array([30.0, -20.0, 50.0]), np.array([4.0, 7.0, -5.0])
    Q = np.array([P @ (B.T @ B_k @ A)[:3] + M @ _moment_arms(B, B_k) for B_k in by])
    rate = sum(s * B_k for s, B_k in zip(SPEEDS, by, strict=True))
    turning = B[:3, :3].T @ rate[:3, :3]
    power = P @ (B[:3, :3].T @ (rate @ A)[:3]) + M @ np.array([turning[2, 1], turning[0, 2], turning[1, 0]])
    at, R = sketch_point(B[:3, 3]), B[:3, :3]
    point, tip = sketch_point((B @ A)[:3]), sketch_point((B @ A)[:3] + 0.005 * R @ P)
    axis = sketch_point(np.array(at) + 0.04 * R @ M)
    ground, words = sketch_frame(ORIGIN, np.eye(3), ("x", "y", "z"), 0.4)
    body = sketch_box(at, R, (0.25, 0.15, 0.1))
    strokes = (*ground, *body, Stroke((point, tip)), Stroke((at, axis)), *sketch_dots([point]))
    mass, g = 3.0, 9.81
    gravity = np.array([mass * g * (B_k @ A)[2] for B_k in by])
    return Shown(
        pictures=(ShownSketch("force P' at A, moment M'", strokes, (*words, ("A", point), ("P'", tip), ("M'", axis))),),
        findings=(
            Finding("sum of Q_k q_k' less F v + M w", abs(float(Q @ SPEEDS) - float(power)), "W", "equal", most=1e-11),
            Finding(
                "slope of m g z_c by eq. 22 less differences",
                _gravity_error(gravity, A, mass * g),
                "N",
                "equal",
                most=1e-6,
            ),
        ),
    )


def _moment_arms(B: np.ndarray, B_k: np.ndarray) -> np.ndarray:
    """d_k of eq. 24: sums of products of columns of B and B_k."""
    return np.array([B[:3, 2] @ B_k[:3, 1], B[:3, 0] @ B_k[:3, 2], B[:3, 1] @ B_k[:3, 0]])


def _gravity_error(found: np.ndarray, centre: np.ndarray, weight: float) -> float:
    h = 1e-5
    heights = [
        [
            (np.array(paper_transform(tuple(q + s * h * (k == i) for k, q in enumerate(POSE))).whole, float) @ centre)[
                2
            ]
            for s in (1, -1)
        ]
        for i in range(6)
    ]
    slopes = np.array([weight * (up - down) / (2 * h) for up, down in heights])
    return float(np.abs(found - slopes).max())
