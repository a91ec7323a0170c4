"""Entries of [Houdek 2021]: a double wishbone whose motion is kept in a table, and how far the table is off."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from jounce.depths.tables.carrier_motion import carrier_motion
from jounce.depths.tables.rotation_product import rotation_product
from jounce.depths.tables.running_corner import running_corner
from jounce.depths.tables.tabulate import ExactMotion, tabulate, verified_table_error
from jounce.model import Model, load
from jounce.model.assembly.names import Side
from jounce.parts import GROUND, Body
from jounce.parts.joints import Fixed
from jounce.simulation.prepare import prepare
from jounce.spatial.pose_table import DIRECTIONS, PoseTable, pose_table
from jounce.spatial.rotation_vector import rotation_vector_angle
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import Experiment, SharedExperiments
from jounce_papers.shown import Finding, Shown, ShownCurve, ShownModel, ShownPlot, ShownTable, shown_panel

PAPER = "houdek-2021"
TRAVEL = (-0.07, 0.07)  # m
INTERVALS = np.array([1, 2, 3, 4, 6, 8, 12, 16, 24, 32])
POSITION, ROTATION = 4e-6, math.radians(0.03)  # m, rad: the paper's bounds
WISHBONES = Experiment(model="double_wishbone", study="wheel-travel", settings={"axle": "front"})


@cache
def wishbone_carrier() -> ExactMotion:
    """The exact motion of the left front wheel carrier over travel."""
    rig = load("double_wishbone").axle_model("front")  # type: ignore[union-attr]
    return carrier_motion(prepare(rig.model), rig, Side.LEFT)


def wishbone_table(intervals: int, degree: int = 3) -> PoseTable:
    """A table with evenly spaced nodes."""
    knots, exact = np.linspace(*TRAVEL, intervals + 1), wishbone_carrier()
    return pose_table([knots], exact([knots], DIRECTIONS[1]), degree)


def product_error(intervals: int) -> float:
    """Largest angle between the motion and the paper's product of three rotations, eq. 19-26."""
    exact = wishbone_carrier()
    knots, fine = np.linspace(*TRAVEL, intervals + 1), np.linspace(*TRAVEL, 21 * intervals)
    nodes, truth = (exact([u], DIRECTIONS[1])[0] for u in (knots, fine))
    return float(rotation_vector_angle(rotation_product(knots, nodes.R, nodes.w, fine)[0], truth.R).max())


@paper_entry(
    PAPER,
    "Fig. 1",
    "Double wishbone and its frames",
    shows="A double-wishbone suspension, and the main, principal and secondary frames of its bodies.",
    states="Six generic equations between secondary frames; classical joints are subsets of them, eq. 3-8. One "
    "coordinate is given, and Newton's method finds the others, eq. 9-10.",
    differs="Geometry and range are not given; ours is the library's axle over 140 mm. Our drawings show bodies and "
    "joints without their frames. Orthogonality also holds for "
    "half a turn, so the branch is checked (E-14).",
    rows=(25, 42, 43, 81),
    experiments=(WISHBONES,),
)
def double_wishbone(runs: SharedExperiments) -> Shown:
    run = runs(WISHBONES)
    middle = len(run.time) // 2
    return Shown(
        pictures=(
            ShownModel(
                "the axle on its rig, wheels 80 mm up", run, azimuth=-150.0, elevation=18.0, sample=len(run.time) - 1
            ),
            ShownModel(
                "the left corner in the design position",
                run,
                azimuth=-150.0,
                elevation=18.0,
                sample=middle,
                bodies=("front_left",),
            ),
            shown_panel(run, "Camber"),
            shown_panel(run, "Toe"),
        ),
        findings=(
            Finding("freedoms of a corner, steering and spin held", _corner_freedoms(), "", "1", 1, 1),
            Finding("positions solved", len(run.time), "", ""),
        ),
    )


def _corner_freedoms() -> int:
    """Of the left front corner on a body that is held, less the spin of its wheel."""
    _, parts = running_corner(load("double_wishbone"), "front", Side.LEFT, "chassis")  # type: ignore[arg-type]
    chassis = Body(name="chassis", mass=1.0, inertia=(1.0, 1.0, 1.0))
    model = Model("corner").add(chassis, Fixed(name="held", parent=GROUND, child="chassis"), *parts)
    rank = prepare(model, integrator=None).rank
    return int(rank.mobility) - len(rank.idle) - 1


@paper_entry(
    PAPER,
    "Table",
    "Table of poses and their derivatives",
    shows="For u_0 ... u_N the transformation T, the derivative d of the position and the derivative delta of the "
    "rotation.",
    states="d and delta come from the constraints at the level of velocities, eq. 11-14.",
    differs="In eq. 13 the angles of every body are written q5 and q6 (E-15). Our table keeps the rotation as a "
    "vector.",
    rows=(82, 83, 46),
)
def table_of_poses(_: SharedExperiments) -> Shown:
    exact, h = wishbone_carrier(), 1e-5
    u = np.linspace(*TRAVEL, 5)
    at, up, down = (exact([u + shift], DIRECTIONS[1])[0] for shift in (0.0, h, -h))
    slope = (up.p - down.p) / (2 * h)
    turned = np.einsum("nij,nkj->nik", up.R, down.R)
    delta = np.stack(
        [turned[:, 2, 1] - turned[:, 1, 2], turned[:, 0, 2] - turned[:, 2, 0], turned[:, 1, 0] - turned[:, 0, 1]],
        axis=1,
    ) / (4 * h)
    rows = [
        (f"{1e3 * value:.0f}", _triple(1e3 * at.p[k], 3), _triple(at.v[k], 5), _triple(at.w[k], 5))
        for k, value in enumerate(u)
    ]
    return Shown(
        findings=(
            Finding("d less differences of the position", float(np.abs(at.v - slope).max()), "", "", most=1e-6),
            Finding(
                "delta less differences of the rotation", float(np.abs(at.w - delta).max()), "rad/m", "", most=1e-6
            ),
        ),
        tables=(
            ShownTable(
                "Table of the wheel carrier", ("u [mm]", "position [mm]", "d [m/m]", "delta [rad/m]"), tuple(rows)
            ),
        ),
    )


def _triple(values: np.ndarray, digits: int) -> str:
    return ", ".join(f"{value:.{digits}f}" for value in values)


@paper_entry(
    PAPER,
    "Last page",
    "Error of the interpolation",
    shows="No figure: the largest errors of position and rotation on a double wishbone.",
    states="Position: below 4e-3 mm. Rotation: below 4e-3 rad (0.03 deg).",
    differs="4e-3 rad are 0.23 deg; 0.03 deg is what is tested (E-13). The number of nodes is not given (E-17), so we "
    "state the error over it. The product of three rotations is of third order in general; the rotation vector gives "
    "order four from the same table, and degree five order six. Angles near zero are taken by atan2, not arccos "
    "(E-16).",
    rows=(84, 85, 86, 87),
)
def interpolation_error(_: SharedExperiments) -> Shown:
    found = {
        degree: [verified_table_error(wishbone_table(n, degree), wishbone_carrier()).largest() for n in INTERVALS]
        for degree in (3, 5)
    }
    product = np.array([product_error(int(n)) for n in INTERVALS])
    spacing = 1e3 * (TRAVEL[1] - TRAVEL[0]) / INTERVALS
    position = {d: 1e3 * np.array([e.position for e in each]) for d, each in found.items()}
    rotation = {d: np.degrees([e.rotation for e in each]) for d, each in found.items()}
    needed = tabulate(wishbone_carrier(), [TRAVEL], position_error=POSITION, rotation_error=ROTATION, degree=3)
    words = {3: "cubic", 5: "quintic"}
    return Shown(
        pictures=(
            ShownPlot(
                "error of the position [mm]",
                "distance of nodes [mm]",
                (*(ShownCurve(words[d], spacing, y, "o-") for d, y in position.items()), _bound(spacing, 4e-3)),
                (True, True),
            ),
            ShownPlot(
                "error of the rotation [deg]",
                "distance of nodes [mm]",
                (
                    *(ShownCurve(f"{words[d]} rotation vector", spacing, y, "o-") for d, y in rotation.items()),
                    ShownCurve("product of three, as in the paper", spacing, np.degrees(product), "o-"),
                    _bound(spacing, 0.03),
                ),
                (True, True),
            ),
        ),
        findings=(
            Finding("nodes that the paper's bounds need, cubic", len(needed.knots[0]), "", "not given"),
            Finding(
                "error of the position with these", 1e3 * float(needed.position_error), "mm", "< 4e-3 mm", most=4e-3
            ),
            Finding(
                "error of the rotation with these",
                math.degrees(needed.rotation_error),
                "deg",
                "< 0.03 deg (4e-3 rad, E-13)",
                most=0.03,
            ),
            Finding("order, position", _order(INTERVALS, position[3]), "", "not stated", 3.8, 4.2),
            Finding("order, rotation vector", _order(INTERVALS, rotation[3]), "", "not stated", 3.8, 4.2),
            Finding("order, product of three rotations", _order(INTERVALS, product), "", "not stated", 2.8, 3.2),
        ),
    )


def _bound(spacing: np.ndarray, level: float) -> ShownCurve:
    return ShownCurve("bound of the paper", spacing, np.full(len(spacing), level), "--")


def _order(intervals: np.ndarray, errors: np.ndarray) -> float:
    """Slope over the finest nodes, where the leading term rules."""
    return -float(np.polyfit(np.log(intervals[-4:]), np.log(errors[-4:]), 1)[0])
