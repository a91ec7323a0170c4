"""A panel with its numbers: curves in the units people read, with labels and styles, ready to be drawn anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from jounce.results import Channel, Result
from jounce.results.comparison.agreement import base_to_compare
from jounce.results.kinds import shown_unit_factor
from jounce.results.panel import TIME, Panel, Spectra, shows_spectra
from jounce.results.vibration.oscillations import amplitude_spectrum
from jounce.units import pretty_unit
from jounce.views.wording import wording_of_long_name, wordings_of_channels

# told apart by colour-blind readers [Okabe, Ito 2008], and by the dashes in print
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
DASHES = ("-", "--", "-.", ":")
DASHED_RIGHT = "dashed: right"
BLACK, GREY = COLOURS[-1], "#666666"
HIGHEST = 50.0  # Hz, the band in which the car's model is valid


class Curve(NamedTuple):
    """A line, or points where `style` is a dot."""

    x: np.ndarray
    y: np.ndarray
    label: str = ""
    colour: str = COLOURS[0]
    style: str = "-"
    width: float = 1.3


class Chart(NamedTuple):
    """What is drawn on one pair of axes."""

    heading: str  # with the unit of the ordinate
    below: str  # name and unit of the abscissa
    curves: list[Curve]
    equal: bool = False
    logarithmic: tuple[bool, bool] = (False, False)  # abscissa, ordinate


def chart_of(result: Result, panel: Panel) -> Chart:
    """Returns the panel's curves, but for those that hold no number."""
    shown = [name for name in (*panel.points, *panel.channels) if name in result and np.isfinite(result[name]).any()]
    channels = {channel.name: channel for channel in result.channels}
    units = {name: panel.unit or channels[name].shown_unit for name in shown}
    together = set(units.values())
    heading = f"{panel.heading} [{unit_text(together.pop())}]" if len(together) == 1 else panel.heading
    lines = _curves_by_group(result, panel, units, False) if panel.split else _lines(result, panel, units, channels)
    curves = [*_marks(panel, units, channels), *_curves_by_group(result, panel, units, True), *lines]
    return Chart(heading, _below(panel, channels), curves, panel.equal, (panel.logarithmic, panel.logarithmic))


def chart_of_spectra(panel: Spectra) -> Chart:
    """Gives curves over a logarithmic frequency; those beside others have the colour of the one before, and dashes."""
    curves, colour = [], -1
    for label, (frequency, values) in panel.curves.items():
        beside = label in panel.dashed
        colour += not beside
        style = Curve(np.array(frequency), np.array(values), label, COLOURS[max(colour, 0) % len(COLOURS)])
        curves.append(style._replace(style="--", width=1.0) if beside else style)
    heading = f"{panel.heading} [{unit_text(panel.unit)}]"
    return Chart(heading, "frequency [Hz]", curves, logarithmic=(True, not panel.linear))


def _lines(result: Result, panel: Panel, units: dict[str, str], channels: dict[str, Channel]) -> Iterator[Curve]:
    """Yields a colour for each curve, dashes for those of right wheels; without any, a pattern of dashes for each
    curve.

    Where the study labels its curves, both wheels share a colour: one label stands for the two, and the last curve of
    a right wheel says what dashes mean.
    """
    names = [name for name in panel.channels if name in units]
    given = dict(zip(panel.channels, panel.labels, strict=True)) if panel.labels else {}
    labels = given or dict(zip(names, wordings_of_channels(names), strict=True) if names else ())
    quantities = list(dict.fromkeys(_both_sides(channels[name]) for name in names))
    sided, shared = len(quantities) < len(names), bool(panel.labels)
    last_right = next((name for name in reversed(names) if channels[name].owner.side == "right"), "")
    for number, name in enumerate(names):
        x, y = _values(result, panel, name, units[name])
        k = quantities.index(_both_sides(channels[name])) if shared else number
        right = sided and channels[name].owner.side == "right"
        label = wording_of_long_name(labels[name]) if panel.labels or len(names) > 1 else ""
        if sided and shared and not label:
            label = _side_label(channels[name].owner.side, len(quantities) == 1, name == last_right)
        if label and len(set(units.values())) > 1:
            label = f"{label} [{unit_text(units[name])}]"
        style = ("--" if right else "-") if sided else DASHES[k % len(DASHES)]
        colour = BLACK if shared and right and len(quantities) == 1 else COLOURS[k % len(COLOURS)]
        width = 1.3
        if sided and shared and len(quantities) > 1 and not right:
            width = 0.8 + 0.8 * (len(quantities) - k)  # curves that coincide show as stripes
        yield Curve(x, y, label, colour, style, width)


def _side_label(side: str, is_alone: bool, is_last_right: bool) -> str:
    """Names the side of each curve of one quantity; of several, the last right wheel's says what dashes mean."""
    return side if is_alone else DASHED_RIGHT if is_last_right else ""


def _both_sides(channel: Channel) -> str:
    """Returns the name of a channel without its side, which left and right share."""
    owner = channel.owner
    return channel.name.replace(owner.corner, owner.axle, 1) if owner.corner else channel.name


def _marks(panel: Panel, units: dict[str, str], channels: dict[str, Channel]) -> Iterator[Curve]:
    """Yields what stands beside the curves, in their units: lines, cones, and cones that were hit."""
    if not panel.marks or not units or panel.over == TIME or shows_spectra(panel, channels):
        return
    first = next(iter(units))
    over = channels[_over(panel, first)]
    across = shown_unit_factor(panel.over_unit or over.shown_unit, over.unit)
    up = shown_unit_factor(units[first], channels[first].unit)
    looks = {"line": (GREY, ":"), "cone": (COLOURS[4], "."), "hit": (COLOURS[1], ".")}
    for label, form, x, y in panel.marks:
        colour, style = looks[form]
        yield Curve(np.array(x) / across, np.array(y) / up, label, colour, style, 1.0)


def _curves_by_group(result: Result, panel: Panel, units: dict[str, str], marked: bool) -> Iterator[Curve]:
    """Yields a curve for each group of rows: of the panel's channels, or as `marked` points without a label."""
    for name in panel.points if marked else panel.channels:
        if name in units:
            x, y = _values(result, panel, name, units[name])
            for k, label, rows in _groups(result, panel, x, y):
                colour = COLOURS[k % len(COLOURS)]
                yield Curve(x[rows], y[rows], "", colour, ".") if marked else Curve(x[rows], y[rows], label, colour)


def _groups(result: Result, panel: Panel, x: np.ndarray, y: np.ndarray) -> Iterator[tuple[int, str, np.ndarray]]:
    """Samples that belong together, from left to right: the first channel of `split` gives colour and label."""
    if not panel.split:
        yield 1, "", np.flatnonzero(np.isfinite(y))
        return
    keys = np.column_stack([np.round(result[name] / width) for name, width in panel.split])
    there = np.isfinite(y) & np.isfinite(keys).all(axis=1)
    (first, width), unit = panel.split[0], result.units[panel.split[0][0]]
    colours = np.unique(keys[there, 0])
    labelled = set()
    for key in np.unique(keys[there], axis=0):
        rows = np.flatnonzero(there & (keys == key).all(axis=1))
        k = int(np.searchsorted(colours, key[0]))
        label = "" if k in labelled else f"{first.replace('_', ' ')} {key[0] * width:g} {unit}"
        labelled.add(k)
        yield k, label, rows[np.argsort(x[rows])]


def _values(result: Result, panel: Panel, name: str, unit: str) -> tuple[np.ndarray, np.ndarray]:
    y = result[name] / shown_unit_factor(unit, result.units[name])
    if panel.over == TIME:
        return result.time, y
    if shows_spectra(panel, result):
        f, amplitude = amplitude_spectrum(result.time, y)
        return f[f <= HIGHEST], amplitude[f <= HIGHEST]
    over = _over(panel, name)
    channel = next(c for c in result.channels if c.name == over)
    return result[over] / shown_unit_factor(panel.over_unit or channel.shown_unit, channel.unit), y


def _over(panel: Panel, name: str) -> str:
    return panel.over if isinstance(panel.over, str) else panel.over[panel.channels.index(name)]


def _below(panel: Panel, channels: dict[str, Channel]) -> str:
    """Names and unit of the abscissa; by its last word where the curves belong to the same thing, as y over x do."""
    if panel.over == TIME:
        return "time [s]"
    if shows_spectra(panel, channels):
        return "frequency [Hz]"
    channel = channels[panel.over if isinstance(panel.over, str) else panel.over[0]]
    thing, _, last = channel.name.rpartition(".")
    together = not isinstance(panel.over, str) or {name.rpartition(".")[0] for name in panel.channels} == {thing}
    words = (last if together else channel.name.replace(".", " ")).replace("_", " ")
    return f"{wording_of_long_name(words)} [{unit_text(panel.over_unit or channel.shown_unit)}]"


def charts_by_unit(result: Result, names: list[str], over: str | None = None) -> list[Chart]:
    """The named channels over time, over the study's abscissa or over a channel: one chart for each shown unit."""
    channels, by_unit = {channel.name: channel for channel in result.channels}, dict[str, list[str]]()
    for name in dict.fromkeys(names):
        by_unit.setdefault(channels[name].shown_unit, []).append(name)
    across = over or base_to_compare(result).name
    x, below = result.time, "time [s]"
    if across != TIME:
        x, below = _shown(result, channels[across]), _label([across], channels[across].shown_unit)
    return [
        Chart(
            _label(members, unit),
            below,
            [
                Curve(
                    x,
                    _shown(result, channels[name]),
                    wording_of_long_name(name),
                    COLOURS[k % 7],
                    DASHES[k // 7 % len(DASHES)],
                )
                for k, name in enumerate(members)
            ],
        )
        for unit, members in by_unit.items()
    ]


def _shown(result: Result, channel: Channel) -> np.ndarray:
    """Returns a history in the unit in which people read it."""
    history: np.ndarray = result[channel.name] / shown_unit_factor(channel.shown_unit, channel.unit)
    return history


def _label(names: list[str], unit: str) -> str:
    """Returns the quantity, where all names end in the same one, and always the unit."""
    quantities = {wording_of_long_name(name.rsplit(".", 1)[-1].replace("_", " ")) for name in names}
    return f"{quantities.pop()} [{unit_text(unit)}]" if len(quantities) == 1 else f"[{unit_text(unit)}]"


def unit_text(unit: str) -> str:
    """Returns a unit as on an axis."""
    return "–" if unit == "1" else pretty_unit(unit)
