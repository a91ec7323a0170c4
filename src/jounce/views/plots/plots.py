"""Curves over time or over what a study moves, drawn without a display and without touching matplotlib's settings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from jounce.errors import ModelError, Problem, SetupError
from jounce.results import Result
from jounce.views.page.origin import origin

# told apart by colour-blind readers [Okabe, Ito 2008], and by the dashes in print
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", "--", "-.", ":")
GREY = "#666666"
LONGEST_NAME = 72  # characters of a name in a picture
LEGEND_WIDTH = 108  # characters side by side; leaves room for the power of ten at the left


def plot(result: Result, *names: str, path: str | Path | None = None) -> Figure:
    """The named channels over time, or over the study's abscissa: one panel per unit, in the order of the names."""
    if not names:
        raise ModelError("plot", [Problem("names", "no channel is named", f"one of {', '.join(result)}")])
    result.to_numpy(names)  # refuses unknown names, all of them at once
    abscissa = str(result.metadata.get("abscissa", ""))
    x = result[abscissa] if abscissa else result.time
    panels: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        panels.setdefault(result.units[name], []).append(name)

    figure = Figure(figsize=(9.0, 1.1 + 2.5 * len(panels)), layout="constrained")
    figure.suptitle(title(result), x=0.01, ha="left", fontsize=12, fontweight="bold", parse_math=False)
    axes = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for axis, (unit, members) in zip(axes, panels.items(), strict=True):
        draw_unit(axis, result, x, unit, members)
    axes[-1].set_xlabel(_label([abscissa], result.units[abscissa]) if abscissa else "time [s]", parse_math=False)
    figure.supxlabel(origin(result), x=0.99, ha="right", fontsize=7, color=GREY, parse_math=False)
    figure.align_ylabels(axes)
    if path is not None:
        save(figure, Path(path))
    return figure


def draw_unit(
    axis: Axes, result: Result, x: np.ndarray, unit: str, names: list[str], width: int = LEGEND_WIDTH
) -> None:
    """Channels of one unit in one panel; `width` is that of the legend in characters."""
    lines = []
    for k, name in enumerate(names):
        colour, dashes = COLOURS[k % len(COLOURS)], DASHES[k // len(COLOURS) % len(DASHES)]
        lines += axis.plot(x, result[name], dashes, color=colour, linewidth=1.4)
    shown = [shorter(name) for name in names]
    columns = max(1, width // (6 + max(map(len, shown))))
    legend = axis.legend(
        lines, shown, loc="lower right", bbox_to_anchor=(1, 1), ncols=columns, frameon=False, fontsize=8
    )
    for text in legend.get_texts():
        text.set_parse_math(False)  # a name is a name, also with a dollar sign in it
    axis.set_ylabel(_label(names, unit), parse_math=False)
    axis.margins(x=0)
    axis.ticklabel_format(axis="y", useOffset=False, scilimits=(-4, 5))
    axis.grid(color="#DDDDDD", linewidth=0.6)
    axis.spines[["top", "right"]].set_visible(False)


def shorter(name: str) -> str:
    """A name that fits a picture: printable, and its middle left out where it is very long."""
    name = "".join(c if c.isprintable() else "?" for c in name)
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME // 2]}…{name[-LONGEST_NAME // 2 + 1 :]}"


def _label(names: list[str], unit: str) -> str:
    """The quantity, where all names end in the same one, and always the unit."""
    quantities = {shorter(name.rsplit(".", 1)[-1].replace("_", " ")) for name in names}
    shown = "–" if unit == "1" else unit.replace("^2", "²").replace("^3", "³")
    return f"{quantities.pop()} [{shown}]" if len(quantities) == 1 else f"[{shown}]"


def title(result: Result) -> str:
    """Model and study; a run that did not finish says so."""
    words = [str(result.metadata[key]) for key in ("model", "study") if key in result.metadata]
    status = result.metadata.get("status", "finished")
    text = ": ".join(words) + (f" ({status})" if status != "finished" else "")
    return shorter(text)  # a name may hold what no font can draw


def save(figure: Figure, path: Path) -> None:
    kinds = figure.canvas.get_supported_filetypes()
    if path.suffix.removeprefix(".").lower() not in kinds:
        what = f"no picture format ends in '{path.suffix}'"
        raise ModelError("plot", [Problem("path", what, f"formats: {', '.join(sorted(kinds))}")])
    try:
        figure.savefig(path, dpi=150)
        figure.set_layout_engine("none")  # arranged once, for all formats: that takes longer than the drawing
    except OSError as fault:
        raise SetupError(f"{path} cannot be written: {fault.strerror or fault}") from fault
