"""Draw docs/figures/cleat.png: python docs/figures/make_cleat_figure.py"""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from jounce.views.plots.chart import COLOURS, GREY

PICTURE = Path(__file__).parent / "cleat.png"
LESSON = Path(__file__).parents[2] / "examples" / "31_cleat_on_rigid_rings.py"
HIGHEST = 160.0  # Hz
SPAN = 0.1  # s


def main() -> None:
    seen = runpy.run_path(str(LESSON))
    figure = Figure(figsize=(10.5, 3.5), layout="constrained")
    hill, load, felt = figure.subplots(1, 3)
    for (name, run), colour in zip(seen["runs"].items(), (GREY, COLOURS[0]), strict=True):
        met = run.time[np.argmax(run["front_left.tyre.road"] > 0.0)]
        near = (run.time > met - 0.01) & (run.time < met + SPAN)
        t = 1e3 * (run.time[near] - met)
        hill.plot(t, 1e3 * run["front_left.tyre.road"][near], color=colour, label=name)
        load.plot(t, run["front_left.tyre.Fz"][near] / 1e3, color=colour, label=name)
        shown = seen["frequency"] < HIGHEST
        felt.plot(seen["frequency"][shown], seen["felt"][name][shown], color=colour, label=name)
    for axis, title, label in (
        (hill, "effective height [mm]", "time [ms]"),
        (load, "wheel load at the road [kN]", "time [ms]"),
        (felt, "hub, upright: amplitude density [m/s² / Hz]", "frequency [Hz]"),
    ):
        axis.set_title(title, loc="left", fontsize=9)
        axis.set_xlabel(label)
        axis.legend(frameon=False, fontsize=7.5)
        axis.grid(color="#EEEEEE", linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(labelsize=8)
    figure.savefig(PICTURE, dpi=130)


if __name__ == "__main__":
    main()
