"""What a study's picture shows: panels that name channels, or bars and spectra with their numbers. Views draw them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

Mark = tuple[str, str, tuple[float, ...], tuple[float, ...]]  # label; "line", "cone" or "hit"; x and y in SI
TIME, FREQUENCY = "time", "frequency"  # abscissae that are no channels: histories, amplitude spectra


@dataclass(frozen=True, slots=True)
class Panel:
    """One set of axes: channels over time, over frequency (amplitude spectrum), or over other channels."""

    heading: str
    channels: tuple[str, ...] = ()
    over: str | tuple[str, ...] = TIME  # one for all curves, or one for each
    labels: tuple[str, ...] = ()  # one for each channel, "" for none; without labels, the names of several channels
    points: tuple[str, ...] = ()  # channels whose samples are drawn as points
    unit: str = ""  # of the ordinate; without one, as people read the channels
    over_unit: str = ""  # of the abscissa
    split: tuple[tuple[str, float], ...] = ()  # samples alike in these channels, to these widths, are a curve each
    equal: bool = False  # one unit of both axes has one length
    logarithmic: bool = False  # both axes
    marks: tuple[Mark, ...] = ()  # what stands there besides the curves


@dataclass(frozen=True, slots=True)
class Bars:
    """One set of axes: rows of bars, left and right wheel beside each other."""

    heading: str
    unit: str  # as drawn
    rows: Mapping[str, Mapping[str, float]]  # label -> side -> number in SI


@dataclass(frozen=True, slots=True)
class Spectra:
    """One set of axes: curves with their own numbers over frequency, as power spectra and frequency responses."""

    heading: str
    unit: str  # of the numbers, as drawn
    curves: Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]]  # label -> frequencies in Hz, numbers
    dashed: tuple[str, ...] = ()  # labels of curves that stand beside others: theory beside a run
    linear: bool = False  # the ordinate; without it, it is logarithmic


AnyPanel = Panel | Bars | Spectra


def shows_spectra(panel: Panel, channels: Container[str]) -> bool:
    """Whether spectra of histories are drawn; a result with a channel of frequency is drawn over that as it is."""
    return panel.over == FREQUENCY and FREQUENCY not in channels


def to_json(panels: Sequence[AnyPanel]) -> list[dict[str, Any]]:
    """Returns the panels as plain JSON values."""
    return [asdict(panel) for panel in panels]


def from_json(found: Sequence[Mapping[str, Any]]) -> tuple[AnyPanel, ...]:
    """Returns the panels that `to_json` made JSON of."""
    return tuple(_panel(each) for each in found)


def _panel(found: Mapping[str, Any]) -> AnyPanel:
    if "rows" in found:
        return Bars(**found)
    return Spectra(**_tuples(found)) if "curves" in found else Panel(**_tuples(found))


def _tuples(found: Mapping[str, Any]) -> dict[str, Any]:
    """Turns the lists of JSON into the tuples of a panel."""

    def frozen(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: frozen(item) for key, item in value.items()}
        return tuple(frozen(item) for item in value) if isinstance(value, list) else value

    return {key: frozen(value) for key, value in found.items()}
