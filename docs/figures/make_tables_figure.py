"""Draw docs/figures/tables.png: python docs/figures/make_tables_figure.py"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import jounce
from jounce.depths.tables.carrier_motion import carrier_motion
from jounce.depths.tables.rotation_product import rotation_product
from jounce.depths.tables.tabulate import ExactMotion, verified_table_error
from jounce.simulation.prepare import prepare
from jounce.spatial.pose_table import DIRECTIONS, PoseTable, pose_table
from jounce.spatial.rotation_vector import rotation_vector_angle
from jounce.views.plots.chart import COLOURS, GREY

PICTURE = Path(__file__).parent / "tables.png"
TRAVEL = (-0.07, 0.07)
INTERVALS = np.array([1, 2, 3, 4, 6, 8, 12, 16, 24, 32])
BLUE, RED, GREEN = COLOURS[:3]


def table(exact: ExactMotion, intervals: int, degree: int) -> PoseTable:
    knots = np.linspace(*TRAVEL, intervals + 1)
    return pose_table([knots], exact([knots], DIRECTIONS[1]), degree)


def product_error(exact: ExactMotion, intervals: int) -> float:
    knots, fine = np.linspace(*TRAVEL, intervals + 1), np.linspace(*TRAVEL, 21 * intervals)
    nodes, truth = (exact([u], DIRECTIONS[1])[0] for u in (knots, fine))
    return float(rotation_vector_angle(rotation_product(knots, nodes.R, nodes.w, fine)[0], truth.R).max())


def draw_errors(position: Axes, rotation: Axes, exact: ExactMotion) -> None:
    """Largest error against node spacing; the dotted lines have the slopes of the theory."""
    spacing = 1e3 * (TRAVEL[1] - TRAVEL[0]) / INTERVALS
    for degree, colour, word in ((3, BLUE, "cubic, C1"), (5, RED, "quintic, C2")):
        found = [verified_table_error(table(exact, n, degree), exact).largest() for n in INTERVALS]
        millimetres, degrees = 1e3 * np.array([e.position for e in found]), np.degrees([e.rotation for e in found])
        for axis, error in ((position, millimetres), (rotation, degrees)):
            axis.loglog(spacing, error, "o-", color=colour, markersize=3.5, label=f"{word}: slope {degree + 1}")
            axis.loglog(spacing, error[-3] * (spacing / spacing[-3]) ** (degree + 1), ":", color=GREY, linewidth=0.9)
    product = np.degrees([product_error(exact, n) for n in INTERVALS])
    rotation.loglog(spacing, product, "s--", color=GREEN, markersize=3.5, label="product of three: slope 3")
    rotation.loglog(spacing, product[-1] * (spacing / spacing[-1]) ** 3, ":", color=GREY, linewidth=0.9)
    for axis, title in ((position, "position error [mm]"), (rotation, "rotation error [deg]")):
        axis.set_title(title, loc="left", fontsize=9)
        axis.set_xlabel("node spacing [mm]")
        axis.set_xticks([5, 10, 20, 50, 100], ["5", "10", "20", "50", "100"])
        axis.legend(frameon=False, fontsize=7.5, loc="lower right")


def draw_jumps(axis: Axes, exact: ExactMotion) -> None:
    """Error of the angular acceleration about the forward axis at a travel speed of 1 m/s, five nodes."""
    u = np.linspace(*TRAVEL, 1201)[:-1]
    truth = exact([u], DIRECTIONS[1])[0].alpha[:, 0]
    for degree, colour, word in ((3, BLUE, "cubic, C1"), (5, RED, "quintic, C2")):
        own = table(exact, 4, degree)
        inner = own.knots[0][1:-1]
        before, after = (own.motion([k], (1.0,)).alpha[:, 0] for k in (np.nextafter(inner, -1.0), inner))
        label = f"{word}: jumps up to {np.abs(after - before).max():.1g}"
        axis.plot(1e3 * u, own.motion([u], (1.0,)).alpha[:, 0] - truth, color=colour, linewidth=1.3, label=label)
    for knot in own.knots[0]:
        axis.axvline(1e3 * knot, color="#CCCCCC", linewidth=0.8, zorder=0)
    axis.set_title("error of angular acceleration at 1 m/s [rad/s²]", loc="left", fontsize=9)
    axis.margins(y=0.25)
    axis.set_xlabel("travel [mm]; nodes at the vertical lines")
    axis.legend(frameon=False, fontsize=7.5, loc="upper center")


def main() -> None:
    rig = jounce.load("double_wishbone").axle_model("front")
    exact = carrier_motion(prepare(rig.model), rig, "left")
    figure = Figure(figsize=(10.5, 3.5), layout="constrained")
    left, middle, right = figure.subplots(1, 3)
    draw_errors(left, middle, exact)
    draw_jumps(right, exact)
    for axis in (left, middle, right):
        axis.grid(color="#EEEEEE", linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(labelsize=8)
    figure.savefig(PICTURE, dpi=100)


if __name__ == "__main__":
    main()
