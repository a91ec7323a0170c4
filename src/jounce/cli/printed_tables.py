"""Tables that commands print: left and right beside each other, loads of a joint in a row."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from jounce.results import Metric, Result
from jounce.results.kinds import shown_unit_factor
from jounce.results.shown_units import SI
from jounce.units import parse_unit, pretty_unit
from jounce.views.wording import (
    unit_text,
    wording_of_number,
    wording_of_number_and_unit,
    wording_of_value,
)

if TYPE_CHECKING:
    from jounce.studies.gradients.gradient import Gradient
    from jounce.studies.kinematics.sensitivity import Sensitivity

WIDTH, LEAST_ROOM = 100, 40  # columns of a terminal, and of words that go on below each other
SIX = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")


def printed_wheel_travel(result: Result) -> str:
    """The design position."""
    return printed_both_sides(result)


def printed_compliance(result: Result) -> str:
    return printed_both_sides(result, decimals=4)


def printed_pick_up_loads(result: Result) -> str:
    """Six loads of each joint in a row; then the forces along springs and links."""
    joints = dict.fromkeys(name.rpartition(".")[0] for name in result.metrics if name.endswith(".Mz"))
    first = next(iter(joints))
    units = [unit_text(result.metrics[f"{first}.{six}"].shown_unit) for six in SIX]
    rows: list[Sequence[str]] = [("", *SIX), ("", *units)]
    rows += [(joint, *(_load(result.metrics[f"{joint}.{six}"]) for six in SIX)) for joint in joints]
    others = [(name, metric) for name, metric in result.metrics.items() if name.rpartition(".")[2] not in SIX]
    lines = [(name, _load(metric), unit_text(metric.shown_unit)) for name, metric in others]
    return f"{align_printed_columns(rows, numbers=6)}\n\n{align_printed_columns(lines, numbers=1)}"


def printed_strongest_points(found: Sensitivity, units: str) -> str:
    """For each output of the left wheel and of the axle: the coordinates that move it most, and by how much per mm."""
    each = "m" if units == SI else "mm"
    rows: list[Sequence[str]] = []
    channels = {channel.name: channel for channel in found.curves.in_units(units).channels}
    for output in found.outputs:
        unit, owner = channels[output].shown_unit, channels[output].owner
        size = float(parse_unit(each).factor / parse_unit(unit).factor)
        slopes = [(path, size * slope) for path, slope in found.strongest(output)]
        told = [f"{slope:+.3g} {path.rpartition('hardpoints.')[2]}" for path, slope in slopes if abs(slope) > 1e-9]
        if told and owner.side != "right":
            name = _words(output.removeprefix(f"{owner.corner or owner.axle}."))
            rows.append((name, "" if unit == "1" else pretty_unit(unit), *told, *[""] * (3 - len(told))))
    return f"  change per {each} of a hardpoint, in the design position\n{align_printed_columns(rows, numbers=0)}"


def printed_plausibility(result: Result) -> str:
    """A row for each figure: its value, what is usual in the class of the car, and whether it lies outside."""
    from jounce.model.usual.car_classes import usual_figures

    table, of_class = usual_figures(), str(result.metadata["usual_class"])
    rows: list[Sequence[str]] = [("", "", "", "", f"usual for a {of_class}", "from")]
    for name, metric in result.metrics.items():
        usual = table[name].ranges[of_class] if name in table else None
        told = ("", "", "")
        if usual is not None:
            factor = shown_unit_factor(metric.shown_unit, metric.unit)
            place = "OUTSIDE" if usual.outside(metric.value) else "inside"
            told = (place, f"{usual.low / factor:.4g} to {usual.high / factor:.4g}", usual.source)
        number, unit = wording_of_number_and_unit(metric)
        rows.append((_words(name), number, unit, *told))
    return align_printed_columns(rows, numbers=1)


TABLES = {
    "plausibility": printed_plausibility,
    "wheel-travel": printed_wheel_travel,
    "compliance": printed_compliance,
    "pick-up-loads": printed_pick_up_loads,
}


def printed_gradient(found: Gradient, units: str, most: int = 12) -> str:
    """A row for each number, the strongest first: percent of each metric for one percent more of it. Values of metrics
    and numbers stand beside, in a system of units."""
    relative = found.relative()
    strength = [max((abs(x) for x in column if x == x), default=0.0) for column in relative.T.tolist()]
    order = sorted(range(len(found.paths)), key=lambda k: -strength[k])[:most]
    run = found.run.in_units(units)
    values = [
        run.metrics.get(name) or Metric(value, unit, "", shown=unit if units == SI else "")
        for name, value, unit in zip(found.metrics, found.metric_values.tolist(), found.metric_units, strict=True)
    ]
    numbers = [
        wording_of_value(value, unit, unit if units == SI else "")
        for value, unit in zip(found.path_values.tolist(), found.path_units, strict=True)
    ]
    rows = [
        ("", "value", *(name.replace("_", " ") for name in found.metrics)),
        ("value", "", *(metric.in_words() for metric in values)),
        *((found.paths[k], numbers[k], *(f"{row[k]:+.4f} %" for row in relative)) for k in order),
    ]
    return align_printed_columns(rows, 1 + len(found.metrics))


def printed_metrics(result: Result) -> str:
    """Of any study: name, value, unit and definition in a line."""
    rows = [
        (_words(name), *wording_of_number_and_unit(metric), metric.definition)
        for name, metric in result.metrics.items()
    ]
    return align_printed_columns(rows, numbers=1) if rows else ""


def printed_ranges(result: Result) -> str:
    """Of histories: name, least and largest value, and unit."""
    rows: list[Sequence[str]] = [("", "least", "largest", "unit")]
    for c in result.channels:
        history = result[c.name] / shown_unit_factor(c.shown_unit, c.unit)
        numbers = (wording_of_number(float(edge(history))) for edge in (np.nanmin, np.nanmax))
        rows.append((c.name, *numbers, unit_text(c.shown_unit)))
    return align_printed_columns(rows, numbers=2)


def printed_both_sides(result: Result, decimals: int = 3) -> str:
    """Figures of the left and the right wheel and their unit, then those of the whole axle."""

    def shown(name: str) -> str:
        if not name:
            return "-"
        metric = result.metrics[name]
        if metric.shown:  # in SI, fixed places would lose small numbers
            return wording_of_number(metric.value)
        return _fixed(metric.value / float(parse_unit(metric.shown_unit).factor), decimals)

    def unit(name: str) -> str:
        found = result.metrics[name].shown_unit
        return "" if found == "1" else pretty_unit(found)

    figures: dict[str, dict[str, str]] = {}  # of wheels -> side -> name
    whole = []
    for name, metric in result.metrics.items():
        owner = metric.owner
        figure = name.removeprefix(f"{owner.corner or owner.axle}.")
        if owner.side:
            figures.setdefault(figure, {})[owner.side] = name
        else:
            whole.append((_words(figure), shown(name), unit(name)))
    wheels = [
        (_words(figure), shown(names.get("left", "")), shown(names.get("right", "")), unit(next(iter(names.values()))))
        for figure, names in figures.items()
    ]
    width = max(len(row[0]) for row in (*wheels, *whole))
    both = align_printed_columns([("", "left", "right", ""), *wheels], numbers=2, least=width)
    return f"{both}\n\n{align_printed_columns([('', 'axle', ''), *whole], numbers=1, least=width)}"


def align_printed_columns(rows: Sequence[Sequence[str]], numbers: int, least: int = 0) -> str:
    """Columns as wide as their widest entry, two spaces apart: those of numbers, from the second on, to the right.

    Words of the last column that do not fit a terminal go on below each other.
    """
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    widths[0] = max(widths[0], least)
    before = 2 + sum(width + 2 for width in widths[:-1])
    room = max(WIDTH - before, LEAST_ROOM)
    lines = []
    for row in rows:
        *first, last = row
        cells = [f"{c:>{widths[k]}}" if 0 < k <= numbers else f"{c:{widths[k]}}" for k, c in enumerate(first)]
        words = [f"{last:>{widths[-1]}}"] if 0 < len(first) <= numbers else wrap(last, room) or [""]
        lines.append("  ".join(["", *cells, words[0]]).rstrip())
        lines += [" " * before + more for more in words[1:]]
    return "\n".join(lines)


def _load(metric: Metric) -> str:
    """To a newton, or to a tenth of what is read in N or N m."""
    decimals = 3 if metric.shown_unit == "kN" else 1
    return _fixed(metric.value / shown_unit_factor(metric.shown_unit, metric.unit), decimals)


def _fixed(number: float, decimals: int) -> str:
    return f"{round(number, decimals) + 0.0:.{decimals}f}"  # no -0.0


def _words(figure: str) -> str:
    return figure.replace("_", " ").replace(".", " ")
