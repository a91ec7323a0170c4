"""Draw docs/figures/roads.png: python docs/figures/make_roads_figure.py"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jounce.parts.roads import Iso8608, Plank, Road
from jounce.parts.roads.enveloping import EffectivePlane, enveloping_cams_of_literature, enveloping_plane
from jounce.parts.roads.iso_8608 import REFERENCE, ROUGHNESS
from jounce.simulation.road_kernel import road_along
from jounce.views.plots.chart import COLOURS, GREY

PICTURE = Path(__file__).parent / "roads.png"
RADIUS, CONTACT = 0.3, 0.1  # m
CAMS = enveloping_cams_of_literature(RADIUS, CONTACT / 2)
START, LENGTH = 0.0, 0.1  # m, of the plank
BLUE, RED, GREEN = COLOURS[:3]


def planes(height: float, x: np.ndarray) -> list[EffectivePlane]:
    at = Road(elements={"board": Plank(height=height, length=LENGTH, start=START)}).function()
    return [enveloping_plane(lambda x, y, cam: at(x, y, 0.0, *cam), v, 0.0, (1.0, 0.0), CAMS) for v in x.tolist()]


def draw_planes(height_axis: Axes, slope_axis: Axes) -> None:
    """What two cams make of a plank."""
    x = np.linspace(-0.3, 0.4, 701)
    for height, colour in ((0.020, BLUE), (0.025, RED)):
        found = planes(height, x)
        label = f"plank of {1e3 * height:.0f} mm"
        outline = np.where((x >= START) & (x <= START + LENGTH), height, 0.0)
        height_axis.plot(1e3 * x, 1e3 * outline, color=colour, linewidth=0.8, linestyle=":")
        height_axis.plot(1e3 * x, [1e3 * p.height for p in found], color=colour, linewidth=1.4, label=label)
        slope_axis.plot(
            1e3 * x, [np.degrees(np.arctan(p.slope)) for p in found], color=colour, linewidth=1.4, label=label
        )
    height_axis.set_title("effective height [mm]; dotted: the plank", loc="left", fontsize=9)
    slope_axis.set_title("effective slope [deg]", loc="left", fontsize=9)
    height_axis.set_ylim(-1, 34)
    for axis in (height_axis, slope_axis):
        axis.set_xlabel("place of the wheel [mm]")
        axis.legend(frameon=False, fontsize=7.5, loc="upper right")


def draw_spectrum(axis: Axes) -> None:
    """A random road, its tracks by octave, and what two cams leave of it."""
    length, step, y = 1000.0, 0.05, 0.75
    data = Road(elements={"r": Iso8608(roughness="C", length=length, seed=1)}).data()
    x = np.arange(10.0, length - 10.0, step)
    cam = (float(RADIUS), float(RADIUS), 1.8)
    half = 0.4 * CONTACT
    mean = 0.5 * (road_along(data, x + half, y, cam) + road_along(data, x - half, y, cam))[:, 0]
    n = np.fft.rfftfreq(len(x), step)
    edges = 2.0 ** np.arange(-6.5, 2.0, 1 / 2)
    middle = np.sqrt(edges[1:] * edges[:-1])
    track = road_along(data, x, y, (0.0, 1.0, 2.0))[:, 0]
    for z, colour, mark, label in ((track, BLUE, "o", "left track"), (mean, RED, "s", "effective height")):
        power = 2 * np.abs(np.fft.rfft(z) / len(x)) ** 2
        found = [power[(n >= a) & (n < b)].sum() / (b - a) for a, b in pairwise(edges)]
        axis.loglog(middle, found, mark, color=colour, markersize=4, label=label)
    axis.loglog(middle, ROUGHNESS["C"] * (middle / REFERENCE) ** -2, color=GREY, linewidth=0.9, label="class C")
    axis.set_title("density of elevation [m³] by half octave", loc="left", fontsize=9)
    axis.set_xlabel("spatial frequency [cycle/m]")
    axis.legend(frameon=False, fontsize=7.5, loc="lower left")


def main() -> None:
    figure = Figure(figsize=(10.5, 3.5), layout="constrained")
    left, middle, right = figure.subplots(1, 3)
    draw_planes(left, middle)
    draw_spectrum(right)
    for axis in (left, middle, right):
        axis.grid(color="#EEEEEE", linewidth=0.6)
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(labelsize=8)
    figure.savefig(PICTURE, dpi=100)


if __name__ == "__main__":
    main()
