"""The tables of a comparison: what differs, metrics side by side, curves and errors; for a terminal and a notebook."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from jounce.results.comparison.agreement import base_to_compare, time_shift_text
from jounce.results.comparison.rows import SAME, CurveRow, MetricRow, is_mirrored_row
from jounce.results.kinds import shown_number
from jounce.results.panel import Panel
from jounce.views.report.markup import Html, html_element, join_html, table
from jounce.views.wording import unit_text, wording_of_number

if TYPE_CHECKING:
    from jounce.results.comparison.comparison import Comparison

Row = TypeVar("Row", MetricRow, CurveRow)
MOST_CURVES = 10  # that differ most; the others have rows in Python and JSON
FEW = 3  # runs whose differences fit a line beside their percentages
MISSING = "–"
FOUND = " (found by the study)"
PLAIN, MANY = 0.05, 1e5  # %: smaller and larger differences in percent are written with an exponent


@dataclass(frozen=True, slots=True)
class ComparisonTable:
    """Words and numbers as they are shown; the first column and those of `words` are words."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[int, ...] = (0,)
    note: str = ""


def comparison_text(comparison: Comparison, every: bool = False) -> str:
    """Returns all tables for a terminal, numbers below each other."""
    return "\n\n".join(_text(each) for each in comparison_tables(comparison, every))


def comparison_html(comparison: Comparison) -> str:
    """Returns all tables for a notebook."""
    return join_html(_html(each) for each in comparison_tables(comparison))


def comparison_tables(comparison: Comparison, every: bool = False) -> list[ComparisonTable]:
    """Returns those that have rows."""
    found = (_runs(comparison), _made_of(comparison), _metrics(comparison, every), _curves(comparison))
    return [each for each in (*found, *_errors(comparison)) if each.rows or each.note]


def _runs(comparison: Comparison) -> ComparisonTable:
    rows = []
    for k, (run, label, file) in enumerate(zip(comparison.runs, comparison.labels, comparison.files, strict=True)):
        shift = comparison.shifts[k]
        moved = f", shifted by {time_shift_text(shift)}" if shift else ""
        kind = f"measured{moved}" if k in comparison.measured else _made_by(run.metadata) + moved
        rows.append((_number(k), label, kind, file))
    return ComparisonTable("Runs", ("", "label", "what", "file"), tuple(rows), words=(0, 1, 2, 3))


def _made_by(about: object) -> str:
    return ", ".join(str(about[key]) for key in ("model", "study") if about.get(key))  # type: ignore[index,attr-defined]


def _made_of(comparison: Comparison) -> ComparisonTable:
    """Tells where computed runs differ in what they were made from."""
    columns = ("", *(_number(k) for k in comparison.computed))
    rows = tuple(
        (each.name + FOUND * (each.sort == "found"), *(each.texts()[k] for k in comparison.computed))
        for each in comparison.differences
    )
    note = "" if rows or len(comparison.computed) < 2 else "nothing: the same model, the same settings"
    return ComparisonTable("What differs", columns, rows, note=note)


def _metrics(comparison: Comparison, every: bool) -> ComparisonTable:
    numbers = [_number(k) for k in comparison.computed]
    if len(numbers) < 2:
        return ComparisonTable("Metrics", (), ())
    columns = ["metric", "unit", *numbers[:1]]
    for number in numbers[1:]:
        columns += [number, "difference", "%"] if len(numbers) <= FEW else [number, "%"]
    differing = [row for row in comparison.metrics if every or not row.is_same]
    same = len(comparison.metrics) - len(differing)
    shown = differing if every else _without_mirrored(differing)
    notes = [f"{same} metric{' is' if same == 1 else 's are'} equal to six digits"] if same else []
    if len(shown) < len(differing):
        notes.append(f"{len(differing) - len(shown)} of right wheels are as those of left ones")
    note = "; ".join(notes)
    return ComparisonTable("Metrics", tuple(columns), tuple(map(_metric_row, shown)), words=(0, 1), note=note)


def _without_mirrored(rows: Sequence[Row]) -> list[Row]:
    """Leaves out rows of right wheels that say what those of left wheels say."""
    named = {row.name: row for row in rows}
    return [row for row in rows if not is_mirrored_row(row, named)]


def _metric_row(row: MetricRow) -> tuple[str, ...]:
    values, differences = row.shown_values(), row.shown_differences()
    cells = [row.name, unit_text(row.shown_unit), _cell(values[0])]
    for value, difference, percent in zip(values[1:], differences[1:], row.percents[1:], strict=True):
        cells += [_cell(value), *([_signed(difference)] if len(values) <= FEW else []), _percent(percent)]
    return tuple(cells)


def _curves(comparison: Comparison) -> ComparisonTable:
    """Of designs: the study's channels that differ most, by their largest difference from the first and its place."""
    designs = comparison.computed
    if len(designs) < 2 or comparison.runs[0].time.size < 2:
        return ComparisonTable("Curves", (), ())
    rows_of_all = comparison.curves(_plotted(comparison) or None)
    differing = sorted((row for row in rows_of_all if row.share > SAME), key=lambda row: -row.share)
    found = _without_mirrored(differing)
    over = base_to_compare(comparison.runs[0])
    columns = ["channel", "unit", f"largest {_number(0)}"]
    for k in designs[1:]:
        columns += [f"largest {_number(k)}", "difference", f"at {over.name}"]
    rows = tuple(_curve_row(row, designs, comparison) for row in found[:MOST_CURVES])
    note = f"{len(found) - MOST_CURVES} more channels differ less" if len(found) > MOST_CURVES else ""
    return ComparisonTable("Curves", tuple(columns), rows, words=(0, 1), note=note)


def _plotted(comparison: Comparison) -> list[str]:
    """Returns the channels that the study draws: what it is about."""
    panels = [panel for panel in comparison.runs[0].panels if isinstance(panel, Panel)]
    drawn = dict.fromkeys(name for panel in panels for name in panel.channels)
    return [name for name in comparison.shared_channels() if name in drawn]


def _curve_row(row: CurveRow, designs: Sequence[int], comparison: Comparison) -> tuple[str, ...]:
    def shown(value: float) -> float:
        return shown_number(value, row.unit, row.shown_unit)

    cells = [row.name, unit_text(row.shown_unit), _cell(shown(row.peaks[0]))]
    for k in designs[1:]:
        cells += [_cell(shown(row.peaks[k])), _signed(shown(row.largest[k])), _place(row.places[k], comparison)]
    return tuple(cells)


def _place(value: float, comparison: Comparison) -> str:
    """Returns a time, or a number of what the samples run over, with its unit."""
    run = comparison.runs[0]
    channel = next((c for c in run.channels if c.name == run.metadata.get("abscissa")), None)
    if math.isnan(value):
        return MISSING
    if channel is None:
        return f"{value:.4g} s"
    return f"{shown_number(value, channel.unit, channel.shown_unit):.4g} {unit_text(channel.shown_unit)}".strip()


def _errors(comparison: Comparison) -> Iterator[ComparisonTable]:
    """Yields, of each measured run, how far computed ones are off it."""
    channels = {channel.name: channel for channel in comparison.runs[0].channels}
    columns = ("channel", "unit", "run", "error", "rms error", "largest computed", "largest measured")
    for m in comparison.measured:
        rows = []
        for each in (each for each in comparison.errors if each.measured == m):
            channel, found = channels.get(each.channel), each.found
            if channel is None:
                continue
            numbers = [
                _cell(shown_number(value, channel.unit, channel.shown_unit))
                for value in (found.rms_error, found.peak_computed, found.peak_measured)
            ]
            error = f"{100 * found.error_by_measured:.2f} %"
            rows.append((each.channel, unit_text(channel.shown_unit), _number(each.run), error, *numbers))
        heading = f"Errors against {comparison.labels[m]}"
        note = "error: integral of |computed - measured| divided by that of |measured|" if rows else ""
        yield ComparisonTable(heading, columns, tuple(rows), words=(0, 1, 2), note=note)


def _number(k: int) -> str:
    return f"({k + 1})"


def _cell(value: float) -> str:
    return MISSING if math.isnan(value) else wording_of_number(value)


def _signed(value: float) -> str:
    if math.isnan(value):
        return MISSING
    return "0" if value == 0.0 else f"{value:+.4g}"


def _percent(value: float) -> str:
    if math.isnan(value):
        return MISSING
    digits = "+.1g" if abs(value) < PLAIN else "+.1f" if abs(value) < MANY else "+.2g"
    return "0" if value == 0.0 else f"{value:{digits}}"


def _text(each: ComparisonTable) -> str:
    if not each.rows:
        return f"{each.heading}: {each.note}"
    cells = [each.columns, *each.rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(each.columns))]
    lines = [
        "  ".join(
            cell.ljust(w) if k in each.words else cell.rjust(w)
            for k, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]
    note = [f"  {each.note}"] if each.note else []
    return "\n".join([each.heading, *(f"  {line}".rstrip() for line in lines), *note])


def _html(each: ComparisonTable) -> Html:
    numbers = tuple(k for k in range(len(each.columns)) if k not in each.words)
    body = [table(each.columns, each.rows, numbers=numbers)] if each.rows else []
    note = [html_element("p", each.note)] if each.note else []
    return join_html([html_element("h4", each.heading), *body, *note])
