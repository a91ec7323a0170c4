"""The result: what a run leaves behind."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from jounce.errors import ModelError, Problem, SetupError, did_you_mean
from jounce.results import files
from jounce.results.channel import Channel, Metric
from jounce.results.panel import AnyPanel
from jounce.results.run_record import Record, Verdict
from jounce.results.shown_units import result_in_units

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, kw_only=True)
class Result:
    """Named histories on one time base, metrics, and how they came about.

    The arrays cannot be written through the result. Metadata are JSON values, where they apply: `model`, `study`,
    `model_hash`, `jounce_version`, `integrator`, `settings`, `machine_class`, `constraint_gap` (m), `velocity_gap`
    (m/s), `energy_balance` (J), `energy_change` (divided by the largest kinetic energy), `wall_time` (s), `cpu_time`
    (s of processor time of the steps), `status`,
    `notes`; `abscissa`, the channel that samples run over in place of time; for the page `outline` (the moving parts as
    TOML), `wheels`, `events`, `road`, `file`; for the report `study_name`, `axles`, `echo` (every value with unit and
    source as CSV), `methods` (what ran, in words, with its sources) and `controllers`.
    """

    time: np.ndarray  # s, one entry per sample
    channels: tuple[Channel, ...]
    values: np.ndarray  # SI, one row per sample, one column per channel
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    metadata: Mapping[str, object] = field(default_factory=dict)
    # joint coordinates at every sample, whatever channels are kept: with the outline, the pose of every body
    coordinates: Mapping[str, np.ndarray] = field(default_factory=dict)
    panels: tuple[AnyPanel, ...] = ()  # the study's own picture
    record: Record = field(default_factory=Record)  # what it was made from
    verdict: Verdict = field(default_factory=Verdict)  # whether the numbers can be trusted
    end: Any = None  # of a run that has just been made: the prepared model at its end, to go on from; it is not saved

    def __post_init__(self) -> None:
        samples, names = np.size(self.time), [channel.name for channel in self.channels]
        if np.ndim(self.time) != 1 or samples == 0 or np.shape(self.values) != (samples, len(names)):
            raise ValueError(f"{samples} times and {len(names)} channels, values {np.shape(self.values)}")
        if len(set(names)) != len(names):
            raise ValueError("two channels of one name")
        if any(np.shape(history) != (samples,) for history in self.coordinates.values()):
            raise ValueError(f"{samples} times, and coordinates of another length")
        object.__setattr__(self, "time", _read_only(self.time))
        object.__setattr__(self, "values", _read_only(self.values))
        object.__setattr__(self, "channels", tuple(self.channels))
        object.__setattr__(self, "panels", tuple(self.panels))
        object.__setattr__(self, "metrics", MappingProxyType(dict(self.metrics)))
        object.__setattr__(self, "metadata", MappingProxyType(dict(self.metadata)))
        fixed = {name: _read_only(history) for name, history in self.coordinates.items()}
        object.__setattr__(self, "coordinates", MappingProxyType(fixed))

    def __getitem__(self, name: str) -> np.ndarray:
        """The history of one channel."""
        return self.values[:, self._columns([name])[0]]

    def __contains__(self, name: object) -> bool:
        return name in self.units

    def __iter__(self) -> Iterator[str]:
        return iter(self.units)

    def __repr__(self) -> str:
        size = f"{self.duration:g} s, {self.time.size} samples, {len(self.channels)} channels"
        return f"<Result {self.metadata.get('model', '')}: {size}>"

    @property
    def units(self) -> dict[str, str]:
        return {channel.name: channel.unit for channel in self.channels}

    @property
    def definition(self) -> dict[str, str]:
        return {channel.name: channel.definition for channel in self.channels}

    @property
    def kinds(self) -> dict[str, str]:
        return {channel.name: channel.kind for channel in self.channels}

    def select(self, **wanted: str) -> list[str]:
        """Channels of a type: `select(kind="wheel load", side="left")`, `select(group="sensor")`.

        `kind` is that of the channel; `group`, `part`, `axle`, `side` and `corner` are those of its owner.
        """

        def fits(channel: Channel) -> bool:
            return all(
                value == (channel.kind if key == "kind" else getattr(channel.owner, key))
                for key, value in wanted.items()
            )

        return [channel.name for channel in self.channels if fits(channel)]

    def on_axles(self, axles: Iterable[str]) -> Result:
        """The same result, its owners placed on the axles of a vehicle."""
        names = tuple(axles)
        placed = (replace(channel, owner=channel.owner.place_on(names)) for channel in self.channels)
        return replace(self, channels=tuple(placed))

    @property
    def duration(self) -> float:
        """Simulated time in seconds."""
        return float(self.time[-1] - self.time[0])

    @property
    def wall_time(self) -> float:
        """Time the computation took in seconds; nan where none was recorded."""
        return float(self.metadata.get("wall_time", math.nan))  # type: ignore[arg-type]

    def to_numpy(self, names: Sequence[str]) -> np.ndarray:
        """A copy of the named histories, one column each."""
        return self.values[:, self._columns(names)]

    def to_pandas(self) -> pandas.DataFrame:
        """All channels as columns, time as the index."""
        try:
            import pandas
        except ImportError:
            raise SetupError('to_pandas needs pandas: pip install "jounce[pandas]"') from None
        index = pandas.Index(self.time, name="time")
        return pandas.DataFrame(self.values.copy(), index=index, columns=list(self.units))

    def to_csv(self, path: str | Path) -> Path:
        """All channels as text, one row per sample; see `files.write_csv_file`."""
        return files.write_csv_file(self, Path(path))

    def figures_to_csv(self, path: str | Path) -> Path:
        """The last sample as a table: one row per channel; see `files.write_figures`."""
        return files.write_figures(self, Path(path))

    def save(self, path: str | Path) -> Path:
        """Everything as HDF5, to be had back with `jounce.read`."""
        return files.write_result_file(self, Path(path))

    def plot(self, *names: str, path: str | Path | None = None) -> Figure:
        """The named channels over time, or over the abscissa of the study; without names, the study's own picture."""
        from jounce.views.plots.plotter import plot_picture

        return plot_picture(self, *names, paths=[path] if path is not None else [])

    def in_units(self, system: str) -> Result:
        """The same result, shown in "engineering" units (deg, mm, km/h) or in "SI"; its numbers stay in SI."""
        return result_in_units(self, system)

    def _repr_html_(self) -> str:
        """What a notebook shows: the page, or of a large run a table."""
        from jounce.views.report.notebook import notebook_html

        return notebook_html(self)

    def view(self, path: str | Path, compare: Result | None = None) -> Path:
        """A page for the browser, in one file that needs no network; `compare` is a second run to lay over it."""
        from jounce.views.page.page import write_page

        return write_page(self, path, compare)

    def report(self, path: str | Path) -> Path:
        """A report to read, print or mail: figures, metrics, model, settings, sources and methods in one HTML file."""
        from jounce.views.report.report import write_report

        return write_report(self, path)

    def _columns(self, names: Sequence[str]) -> list[int]:
        column = {channel.name: k for k, channel in enumerate(self.channels)}
        unknown = [name for name in names if name not in column]
        if unknown:
            what = "there is no such channel."
            raise ModelError(
                "result",
                [Problem(str(n), what + did_you_mean(n, column), _some(list(column))) for n in unknown],
            )
        return [column[name] for name in names]


def _read_only(values: np.ndarray) -> np.ndarray:
    view = np.asarray(values, dtype=float).view()
    view.flags.writeable = False
    return view


def _some(names: list[str]) -> str:
    rest = len(names) - 10
    return "channels: " + ", ".join(names[:10]) + (f" and {rest} more" if rest > 0 else "")
