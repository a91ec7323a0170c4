"""The result: what a run leaves behind."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from jounce.arguments import check_methods
from jounce.errors import Problem, UnknownName, WrongArgument, shown_in_message
from jounce.outdated import warn_outdated
from jounce.results.channel import Channel, Metric, missing_channel
from jounce.results.drawn.outline import Drawn, Frames, KeptDrawn, Outline, keep_drawn
from jounce.results.formats import tables
from jounce.results.metrics import Metrics
from jounce.results.panel import AnyPanel
from jounce.results.run_record import Metadata, Record, Verdict
from jounce.results.shown_units import result_in_units
from jounce.units import pretty_unit

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.figure import Figure


@check_methods
@dataclass(frozen=True, eq=False, kw_only=True)
class Result:
    """Named histories on one time base, metrics, and how they came about.

    The arrays cannot be written through the result. Metadata are JSON values, where they apply: `model`, `study`,
    `model_hash`, `jounce_version`, `integrator`, `settings`, `machine_class`, `constraint_gap` (m), `velocity_gap`
    (m/s), `energy_balance` (J), `energy_change` (divided by the largest kinetic energy), `wall_time` (s), `cpu_time`
    (s of processor time of the steps), `status`,
    `notes`; `abscissa`, the channel that samples run over in place of time; for the page `events`, `road`, `file`; for
    the report `study_name`, `axles`, `echo` (every value with
    unit and source as CSV), `words` (depth, suspensions and tyre files of a vehicle), `methods` (what ran, in words,
    with its sources) and `controllers`; of another `route`, the channels that it is `lacking`.
    """

    time: np.ndarray  # s, one entry per sample
    channels: tuple[Channel, ...]
    numbers: np.ndarray  # SI, one row per sample, one column per channel
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    metadata: Mapping[str, object] = field(default_factory=dict)
    # joint coordinates at every sample, whatever channels are kept: with what is drawn, the pose of every body
    coordinates: Mapping[str, np.ndarray] = field(default_factory=dict)
    drawn: Drawn | None = None  # what it looks like
    panels: tuple[AnyPanel, ...] = ()  # the study's own picture
    record: Record = field(default_factory=Record)  # what it was made from
    verdict: Verdict = field(default_factory=Verdict)  # whether the numbers can be trusted
    # rows to be written in place of these, once figures have been read off them; they are not saved themselves
    written: WrittenRows | None = None
    end: Any = None  # of a run that has just been made: the prepared model at its end, to go on from; it is not saved

    def __post_init__(self) -> None:
        samples, names = np.size(self.time), [channel.name for channel in self.channels]
        if np.ndim(self.time) != 1 or samples == 0 or np.shape(self.numbers) != (samples, len(names)):
            raise ValueError(f"{samples} times and {len(names)} channels, numbers {np.shape(self.numbers)}")
        if len(set(names)) != len(names):
            raise ValueError("two channels of one name")
        if any(np.shape(history) != (samples,) for history in self.coordinates.values()):
            raise ValueError(f"{samples} times, and coordinates of another length")
        object.__setattr__(self, "time", _read_only(self.time))
        object.__setattr__(self, "numbers", _read_only(self.numbers))
        object.__setattr__(self, "channels", tuple(self.channels))
        object.__setattr__(self, "panels", tuple(self.panels))
        object.__setattr__(self, "metrics", Metrics(self.metrics))
        object.__setattr__(self, "metadata", Metadata(self.metadata))
        fixed = {name: _read_only(history) for name, history in self.coordinates.items()}
        object.__setattr__(self, "coordinates", MappingProxyType(fixed))

    @overload
    def __getitem__(self, name: str) -> np.ndarray: ...

    @overload
    def __getitem__(self, name: Sequence[str]) -> np.ndarray: ...

    def __getitem__(self, name: str | Sequence[str]) -> np.ndarray:
        """Returns the history of one channel or, of a list of names, an array with a column for each."""
        if isinstance(name, str):
            return self.numbers[:, self._columns([name])[0]]
        if not isinstance(name, list | tuple) or not all(isinstance(each, str) for each in name):
            hint = 'a name, or a list of names: run["vehicle.ay"], run[["vehicle.ay", "vehicle.yaw_rate"]]'
            raise WrongArgument("result", [Problem("channel", f"{shown_in_message(name)} is no name", hint)])
        return self.to_numpy(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._column_of_name

    def __iter__(self) -> Iterator[str]:
        return iter(self.units)

    def __len__(self) -> int:
        """Tells how many channels it has, as many as `keys` gives."""
        return len(self.channels)

    def keys(self) -> list[str]:
        """Returns the names of its channels."""
        return [channel.name for channel in self.channels]

    def items(self) -> Iterator[tuple[str, np.ndarray]]:
        """Gives the name and the history of each channel."""
        return ((channel.name, self.numbers[:, k]) for k, channel in enumerate(self.channels))

    def get(self, name: str, default: Any = None) -> Any:
        """Returns the history of a channel, or `default` where the result does not have it."""
        return self[name] if name in self else default

    @property
    def values(self) -> np.ndarray:
        """Returns the old name of `numbers`."""
        warn_outdated("result.values", "result.numbers")
        return self.numbers

    def _ipython_key_completions_(self) -> list[str]:
        return self.keys()

    def __repr__(self) -> str:
        """Says of what and by which study it is, over what, and how much there is of it."""
        about = self.metadata
        of = ": ".join(str(about[key]) for key in ("model", "study") if about.get(key))
        status = str(about.get("status", "finished"))
        state = [status] if status != "finished" else [self.verdict.state] if self.verdict.state else []
        size = f"{len(self.channels)} channels, {len(self.metrics)} metrics"
        return f"<Result {'; '.join(filter(None, (of, self._span(), size, *state)))}>"

    def _span(self) -> str:
        """Returns what its samples run over, as people read it."""
        samples = f"{self.time.size} sample{'' if self.time.size == 1 else 's'}"
        channel = self.abscissa
        if self.time.size == 1:
            return samples
        if channel is None:
            return f"{self.duration:g} s in {samples}"
        kind = (channel.unit, "", channel.kind, channel.owner, channel.shown)
        ends = [Metric(float(edge(self[channel.name])), *kind).shown_value for edge in (np.min, np.max)]
        unit = "" if channel.shown_unit == "1" else f" {pretty_unit(channel.shown_unit)}"
        return f"{channel.name} {ends[0]:.4g} to {ends[1]:.4g}{unit} in {samples}"

    @property
    def abscissa(self) -> Channel | None:
        """Returns the channel that samples run over; None where that is time."""
        return next((c for c in self.channels if c.name == self.metadata.get("abscissa")), None)

    def __getstate__(self) -> dict[str, Any]:
        """Returns all that a file would hold: the prepared model at the end of a run stays with the run itself."""
        kept = {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in ("end", "written")}
        kept["drawn"] = self.kept_drawn()
        return kept | {name: dict(kept[name]) for name in ("metadata", "coordinates")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in {**state, "end": None, "written": None}.items():
            object.__setattr__(self, name, value)
        self.__post_init__()

    @property
    def outline(self) -> Outline | None:
        """Returns bodies and drawn parts of the model, as far as the result says what it looks like."""
        return None if self.drawn is None else self.drawn.outline

    def frames(self, samples: Any = slice(None)) -> Frames:
        """Returns the poses of all bodies of the outline at some samples; none of a result without one."""
        samples = self._samples(samples)
        return (
            Frames.of_nothing(self.time[samples].size)
            if self.drawn is None
            else self.drawn.frames(self.coordinates, samples)
        )

    def _samples(self, wanted: Any) -> np.ndarray:
        """Returns the numbers of samples that are meant: a slice, one number, a list of numbers or of truths."""
        try:
            found = np.atleast_1d(np.arange(self.time.size)[wanted])
        except (IndexError, TypeError, ValueError, OverflowError):
            right = f"a slice, or numbers from 0 to {self.time.size - 1}"
            raise WrongArgument("frames", [Problem("samples", f"{shown_in_message(wanted)}", right)]) from None
        if found.ndim != 1 or not found.size:
            right = f"some of the {self.time.size}, in one list"
            raise WrongArgument("frames", [Problem("samples", f"{shown_in_message(wanted)}", right)])
        return found

    def kept_drawn(self) -> KeptDrawn | None:
        """Returns what it looks like as plain data."""
        return None if self.drawn is None else keep_drawn(self.drawn, self.coordinates)

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
        """Returns channels of a type: `select(kind="wheel load", side="left")`, `select(group="sensor")`.

        `kind` is that of the channel; `group`, `part`, `unit`, `axle`, `side` and `corner` are those of its owner.
        """

        if problems := [
            Problem(key, f"is {shown_in_message(value)}", "a text")
            for key, value in wanted.items()
            if not isinstance(value, str)
        ]:
            raise WrongArgument("select", problems)

        def fits(channel: Channel) -> bool:
            return all(
                value == (channel.kind if key == "kind" else getattr(channel.owner, key))
                for key, value in wanted.items()
            )

        return [channel.name for channel in self.channels if fits(channel)]

    @property
    def duration(self) -> float:
        """Returns simulated time in seconds."""
        return float(self.time[-1] - self.time[0])

    @property
    def wall_time(self) -> float:
        """Returns the time the computation took in seconds; nan where none was recorded."""
        return float(self.metadata.get("wall_time", math.nan))  # type: ignore[arg-type]

    def with_written_rows(self) -> Result:
        """Returns the run with the rows that are to be written; itself where these are its own."""
        return self if self.written is None else self.written.put_into(self)

    def to_numpy(self, names: Sequence[str]) -> np.ndarray:
        """Returns a copy of the named histories, one column each."""
        return self.numbers[:, self._columns(names)]

    def to_pandas(self) -> pandas.DataFrame:
        """Returns all channels as columns; time is the index, or what the study runs over, such as travel. All SI.

        `attrs` holds `units` of columns and index, `definitions`, `model` and `study`.
        """
        return tables.result_as_pandas(self)

    def to_xarray(self) -> xarray.Dataset:
        """All channels as variables over time, or over what the study runs over; each with its unit and definition."""
        return tables.result_as_xarray(self)

    def to_csv(self, path: str | Path) -> Path:
        """Writes all channels as text: a header of names and units, then one row per sample."""
        from jounce.results.formats.csv_text import write_csv

        return write_csv(self, Path(path))

    def figures_to_csv(self, path: str | Path) -> Path:
        """Writes the last sample as a table: one row per channel."""
        from jounce.results.formats.csv_text import write_figures

        return write_figures(self, Path(path))

    def save(self, path: str | Path, compact: bool = False) -> Path:
        """Writes the file that its ending names: `run.h5`, `run.parquet` or `run.csv`.

        `.h5` (or `.hdf5`) has everything, to be had back with `jounce.read`: to the last bit or, `compact`, to ten
        digits. `.parquet` has channels as columns, metrics and words, also to the last bit, for programs that read
        tables; `.csv` has the channels as text.
        """
        from jounce.results.formats.registry import save_result

        return save_result(self, Path(path), compact)

    def plot(
        self,
        *names: str,
        over: str | None = None,
        compare: Result | str | Path | Sequence[Result | str | Path] = (),
        path: str | Path | Sequence[Path] | None = None,
    ) -> Figure:
        """Plots the named channels over time, or over the abscissa of the study; without names, the study's own
        picture.

            run.plot("vehicle.yaw_rate", "*.tyre.Fz", over="vehicle.ay", compare=[other], path="picture.png")

        Names may have `*` and `?` for any letters. `over` is the channel of the x-axis. Runs of `compare`, or
        their files, are laid over this one, a colour each, labelled by what differs.
        """
        from jounce.views.plots.comparison_plot import plot_run_with_others

        return plot_run_with_others(self, *names, others=compare, over=over, paths=_listed_paths(path))

    def in_units(self, system: str) -> Result:
        """Returns the same result, shown in "engineering" units (deg, mm, km/h) or in "SI"; its numbers stay in SI."""
        return result_in_units(self, system)

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: the page, or of a large run a table."""
        from jounce.views.report.notebook import notebook_html

        return notebook_html(self)

    def view(
        self, path: str | Path, compare: Result | Sequence[Result] | None = None, labels: Sequence[str] = ()
    ) -> Path:
        """Writes a page for the browser, in one file that needs no network.

        `compare` is one run or several to lay over it; `labels` are short names of all, that of this run first.
        """
        from jounce.views.page.page import write_page

        return write_page(self, path, compare, labels)

    def report(self, path: str | Path) -> Path:
        """A report to read, print or mail: figures, metrics, model, settings, sources and methods in one HTML file."""
        from jounce.views.report.report import write_report

        return write_report(self, path)

    @cached_property
    def _column_of_name(self) -> dict[str, int]:
        return {channel.name: k for k, channel in enumerate(self.channels)}

    def _columns(self, names: Sequence[str]) -> list[int]:
        column = self._column_of_name
        unknown = [name for name in names if name not in column]
        if unknown:
            lacking: Any = self.metadata.get("lacking", ())
            route, help = str(self.metadata.get("route", "")), _some(list(column))
            raise UnknownName("result", [missing_channel(str(n), column, help, lacking, route) for n in unknown])
        return [column[name] for name in names]


@dataclass(frozen=True, eq=False, kw_only=True)
class WrittenRows:
    """The histories of a run at the times at which its user wants rows."""

    time: np.ndarray  # s
    names: tuple[str, ...]  # of the columns: the channels of the run itself
    numbers: np.ndarray  # SI, one row per time
    coordinates: Mapping[str, np.ndarray]

    @classmethod
    def of(cls, run: Result) -> WrittenRows:
        """Takes the rows that a result has."""
        return cls(time=run.time, names=tuple(run.keys()), numbers=run.numbers, coordinates=run.coordinates)

    def put_into(self, run: Result) -> Result:
        """Returns the run with these rows; between those that it was read at, added channels are interpolated."""
        kept = self.time <= run.time[-1]
        place, time = {name: k for k, name in enumerate(self.names)}, self.time[kept]
        columns = [
            self.numbers[kept, place[name]] if name in place else np.interp(time, run.time, run[name]) for name in run
        ]
        coordinates = {name: history[kept] for name, history in self.coordinates.items()}
        return replace(run, time=time, numbers=np.column_stack(columns), coordinates=coordinates, written=None)


def combine_runs(combine: Callable[[Sequence[Result]], Result], runs: Sequence[Result]) -> Result:
    """Returns several runs as one result, whose written rows are combined from theirs."""
    whole = combine(runs)
    if any(run.written is None for run in runs):
        return replace(whole, written=None)
    return replace(whole, written=WrittenRows.of(combine([run.with_written_rows() for run in runs])))


def _listed_paths(path: str | Path | Sequence[Path] | None) -> list[str | Path]:
    return [] if path is None else [path] if isinstance(path, str | Path) else list(path)


def _read_only(values: np.ndarray) -> np.ndarray:
    view = np.asarray(values, dtype=float).view()
    view.flags.writeable = False
    return view


def _some(names: list[str]) -> str:
    rest = len(names) - 10
    return "channels: " + ", ".join(names[:10]) + (f" and {rest} more" if rest > 0 else "")
