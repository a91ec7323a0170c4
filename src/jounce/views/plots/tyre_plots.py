"""Pages of small pictures: what a tyre does on its rig, and how well a fitted one follows its measurement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jounce.results import Result
from jounce.views.plots.plots import COLOURS, GREY, origin, save, title

DEGREES = float(np.degrees(1.0))
Draw = Callable[[Axes, Result], None]


def plot_tyre_rig(result: Result, *paths: str | Path) -> Figure:
    """Forces over slip at several loads, inclinations and combined slips; figures over the load."""
    return _page(result, RIG, "ISO-W axes, forces on the wheel.", paths)


def plot_tyre_fit(result: Result, *paths: str | Path) -> Figure:
    """Measured points, the fitted curve through them, and what is left."""
    return _page(result, fit_panels(result), "points: measured; lines: fitted.", paths, columns=2)


def fit_panels(result: Result) -> list[tuple[str, Draw]]:
    """Curves and residuals of each measured output."""
    there = [name for name in ("Fx", "Fy", "Mz") if name in result]
    return [panel for name in there for panel in (_fitted(name), _residuals(name))]


def _page(
    result: Result, panels: Sequence[tuple[str, Draw]], note: str, paths: Sequence[str | Path], columns: int = 3
) -> Figure:
    rows = -(-len(panels) // columns)
    height = 1.2 + 2.7 * rows
    figure = Figure(figsize=(11.0, height))
    figure.subplots_adjust(
        left=0.065, right=0.985, wspace=0.25, hspace=0.42, top=1.0 - 0.75 / height, bottom=0.7 / height
    )
    words = {"x": 0.01, "y": 1.0 - 0.15 / height, "ha": "left", "va": "top", "fontsize": 12, "fontweight": "bold"}
    figure.suptitle(title(result), **words, parse_math=False)
    grid = figure.subplots(rows, columns, squeeze=False).ravel()
    for axis, (heading, draw) in zip(grid, panels, strict=False):
        draw(axis, result)
        dress(axis, heading)
    for axis in grid[len(panels) :]:
        axis.set_visible(False)
    figure.text(0.985, 0.1 / height, f"{note}  {origin(result)}", ha="right", fontsize=7, color=GREY, parse_math=False)
    for path in paths:
        save(figure, Path(path))
    return figure


def dress(axis: Axes, heading: str) -> None:
    """Heading, grid and legend as on every panel here."""
    axis.set_title(heading, fontsize=9, loc="left")
    axis.margins(x=0)
    axis.tick_params(labelsize=8)
    axis.xaxis.label.set_fontsize(8)
    axis.grid(color="#DDDDDD", linewidth=0.6)
    axis.axhline(0.0, color=GREY, linewidth=0.6)
    axis.spines[["top", "right"]].set_visible(False)
    if axis.get_legend_handles_labels()[1]:
        axis.legend(fontsize=7, frameon=False, handlelength=1.2, labelspacing=0.2)


def _family(start: str, output: str, abscissa: str, scale: float, label: Callable[[str], str]) -> Draw:
    """All channels `start....output` over slip (%) or slip angle (deg)."""

    def draw(axis: Axes, result: Result) -> None:
        x = result[abscissa] * (100.0 if abscissa == "slip" else DEGREES)
        owners = [n.removesuffix(f".{output}") for n in result if n.startswith(start) and n.endswith(f".{output}")]
        for k, owner in enumerate(owners):
            axis.plot(x, scale * result[f"{owner}.{output}"], color=_colour(k), label=label(owner))
        axis.set_xlabel("slip [%]" if abscissa == "slip" else "slip angle [deg]")

    return draw


def _colour(k: int) -> str:
    return COLOURS[k % len(COLOURS)]


def _kilonewtons(owner: str) -> str:
    return f"{float(owner.removeprefix('load_')) / 1000.0:g} kN"


def _degrees(owner: str) -> str:
    return owner.split("_")[-2] + "°"


def _ellipse(axis: Axes, result: Result) -> None:
    owners = [name.removesuffix(".Fx") for name in result if name.startswith("slip_angle_") and name.endswith(".Fx")]
    for k, owner in enumerate(owners):
        axis.plot(1e-3 * result[f"{owner}.Fx"], 1e-3 * result[f"{owner}.Fy"], color=_colour(k), label=_degrees(owner))
    axis.set_xlabel("Fx [kN]")
    axis.set_aspect("equal", adjustable="datalim")


def _over_load(curves: dict[str, tuple[str, float]]) -> Draw:
    def draw(axis: Axes, result: Result) -> None:
        for k, (name, (label, scale)) in enumerate(curves.items()):
            x, y = 1e-3 * result["by_load.load"], scale * result[f"by_load.{name}"]
            axis.plot(x, y, color=COLOURS[k], label=label)
        axis.set_xlabel("load [kN]")

    return draw


RIG: tuple[tuple[str, Draw], ...] = (
    ("Longitudinal force [kN]", _family("load_", "Fx", "slip", 1e-3, _kilonewtons)),
    ("Side force [kN]", _family("load_", "Fy", "slip_angle", 1e-3, _kilonewtons)),
    ("Aligning moment [N m]", _family("load_", "Mz", "slip_angle", 1.0, _kilonewtons)),
    ("Side force, inclined [kN]", _family("inclination_", "Fy", "slip_angle", 1e-3, _degrees)),
    ("Aligning moment, inclined [N m]", _family("inclination_", "Mz", "slip_angle", 1.0, _degrees)),
    ("Combined: side force [kN] at slip angles", _ellipse),
    (
        "Stiffness at zero slip",
        _over_load(
            {"cornering_stiffness": ("cornering [kN/rad]", 1e-3), "slip_stiffness": ("longitudinal [kN]", 1e-3)}
        ),
    ),
    ("Friction at the peaks", _over_load({"friction_x": ("Fx / Fz", 1.0), "friction_y": ("Fy / Fz", 1.0)})),
    (
        "Relaxation lengths and trail [mm]",
        _over_load({"relaxation_x": ("slip", 1e3), "relaxation_y": ("slip angle", 1e3), "trail": ("trail", 1e3)}),
    ),
)


def _fitted(name: str) -> tuple[str, Draw]:
    """A curve for each load and inclination; alike to 100 N and half a degree they are one."""

    def draw(axis: Axes, result: Result) -> None:
        x, scale = _abscissa(axis, result, name), 1.0 if name == "Mz" else 1e-3
        there = np.isfinite(result[name])
        loads, inclinations = np.round(result["load"] / 100.0), np.round(2.0 * DEGREES * result["inclination"])
        for k, load in enumerate(np.unique(loads[there])):
            label: str | None = f"{load / 10:g} kN"
            for inclination in np.unique(inclinations[there & (loads == load)]):
                rows = np.flatnonzero(there & (loads == load) & (inclinations == inclination))
                rows = rows[np.argsort(x[rows])]
                axis.plot(x[rows], scale * result[name][rows], ".", markersize=3, color=_colour(k))
                axis.plot(x[rows], scale * result[f"{name}.fitted"][rows], color=_colour(k), label=label)
                label = None

    return f"{name} [{'N m' if name == 'Mz' else 'kN'}]", draw


def _residuals(name: str) -> tuple[str, Draw]:
    def draw(axis: Axes, result: Result) -> None:
        left = result[name] - result[f"{name}.fitted"]
        axis.plot(_abscissa(axis, result, name), left, ".", markersize=3, color=COLOURS[1])

    return f"Measured less fitted {name} [{'N m' if name == 'Mz' else 'N'}]", draw


def _abscissa(axis: Axes, result: Result, name: str) -> np.ndarray:
    axis.set_xlabel("slip [%]" if name == "Fx" else "slip angle [deg]")
    return result["slip"] * 100.0 if name == "Fx" else result["slip_angle"] * DEGREES
