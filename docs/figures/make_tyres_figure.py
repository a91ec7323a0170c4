"""Draw docs/figures/tyres.png: python docs/figures/make_tyres_figure.py"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import jounce
from jounce.model import library_models
from jounce.results import Result
from jounce.views.plots.chart import COLOURS, GREY

PICTURE = Path(__file__).parent / "tyres.png"
PANELS = (
    ("Fx / Fz over slip [%]", "slip", 100.0, "load_{:.0f}.Fx"),
    ("-Fy / Fz over slip angle [deg]", "slip_angle", 180.0 / np.pi, "load_{:.0f}.Fy"),
    ("Mz / Fz [mm] over slip angle [deg]", "slip_angle", 180.0 / np.pi, "load_{:.0f}.Mz"),
)


def draw_forces(axes: list[Axes], rig: Result, nominal: float, colour: str, label: str) -> None:
    """Curves at the nominal load, divided by it; one side is enough, for these tyres are symmetric."""
    half = rig["sweep"] >= 0
    for axis, (title, over, scale, channel), factor in zip(axes, PANELS, (1.0, -1.0, 1000.0), strict=True):
        force = rig[channel.format(nominal)] / nominal
        axis.plot(scale * rig[over][half], factor * force[half], color=colour, label=label)
        axis.set_title(title, loc="left", fontsize=9)


def draw_combined(axis: Axes, rig: Result, nominal: float, colour: str) -> None:
    axis.plot(rig["slip_angle_4_deg.Fx"] / nominal, -rig["slip_angle_4_deg.Fy"] / nominal, color=colour)
    axis.set_title("-Fy / Fz over Fx / Fz at a slip angle of 4 deg", loc="left", fontsize=9)


def draw_over_load(stiffness: Axes, length: Axes, rig: Result, nominal: float, colour: str) -> None:
    load = rig["by_load.load"]
    stiffness.plot(load / nominal, rig["by_load.cornering_stiffness"] / load * np.pi / 180.0, color=colour)
    stiffness.set_title("cornering stiffness / Fz [1/deg] over Fz / Fz0", loc="left", fontsize=9)
    length.plot(load / nominal, 1000.0 * rig["by_load.relaxation_y"], color=colour)
    length.plot(load / nominal, 1000.0 * rig["by_load.relaxation_x"], "--", color=colour)
    length.set_title("relaxation lengths [mm] over Fz / Fz0", loc="left", fontsize=9)


def main() -> None:
    figure = Figure(figsize=(10.5, 5.8), layout="constrained")
    grid = figure.subplots(2, 3)
    for colour, name in zip(COLOURS, (name for name in library_models() if name.startswith("tyre_")), strict=False):
        tyre = jounce.load(name)
        nominal = float(tyre.tyre.FNOMIN)
        rig = jounce.run(tyre, "tyre-rig", slip="50 %", slip_angle="20 deg", loads=[nominal, 1.5 * nominal])
        draw_forces(list(grid[0]), rig, nominal, colour, name.removeprefix("tyre_"))
        draw_combined(grid[1, 0], rig, nominal, colour)
        draw_over_load(grid[1, 1], grid[1, 2], rig, nominal, colour)
    for axis in grid.ravel():
        axis.grid(color="#EEEEEE", linewidth=0.6)
        axis.axhline(0.0, color=GREY, linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(labelsize=8)
    grid[0, 0].legend(frameon=False, fontsize=7.5, loc="lower right")
    figure.savefig(PICTURE, dpi=100)


if __name__ == "__main__":
    main()
