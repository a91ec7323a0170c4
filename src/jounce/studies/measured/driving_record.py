"""A driving record: the columns of a logger's CSV file that a run needs, in SI, to the left positive, gaps known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.results.csv_table import CsvTable, read_csv_table
from jounce.studies.measured.record_signals import (
    MISSING,
    MOST_OF_RATE,
    RecordGap,
    RecordSignal,
    record_signal,
    usual_record_step,
)
from jounce.units import parse_unit, pretty_unit

EXAMPLE = "example"  # word for the record that is installed: made up, to try the study with
EXAMPLE_FILE = Path(__file__).with_name("example_record.csv")
SHORTEST = 1.0  # s, of a record and of a run
SLOWEST = 1.0  # m/s, at the begin of a run
FEWEST_ZEROS = 5  # samples of which an offset is the mean
MOST = {"rad": 30.0, "rad/s": 10.0, "m/s": 150.0, "m/s^2": 60.0}  # of a car; what is more has another unit
SLIP_OF_UNIT = {"rad": "deg", "rad/s": "deg/s", "m/s": "km/h", "m/s^2": "mm/s^2"}  # what it may be instead


@dataclass(frozen=True)
class RecordColumn:
    """A column that is wanted: its name or heading, the unit of its kind, and what its numbers are multiplied by."""

    word: str
    unit: str
    factor: float = 1.0


@dataclass(frozen=True)
class DrivingRecord:
    """Signals by what they are, and the step that rows usually are apart."""

    source: str
    step: float  # s
    begin: float  # s, on the record's clock
    end: float
    signals: Mapping[str, RecordSignal]
    window: tuple[float, float]  # that is driven

    def times_inside(self, word: str) -> np.ndarray:
        """Samples of a signal in the window, and its ends."""
        (begin, end), t = self.window, self.signals[word].time
        return np.concatenate([[begin], t[(t > begin) & (t < end)], [end]])

    def gaps_inside(self, words: Sequence[str]) -> list[RecordGap]:
        """Finds gaps of some signals that reach into the window."""
        begin, end = self.window
        gaps = [gap for word in words for gap in self.signals[word].gaps]
        return [gap for gap in gaps if gap.end > begin and gap.begin < end]


def driving_record_path(word: str) -> Path:
    """Returns the file that a setting names."""
    return EXAMPLE_FILE if word == EXAMPLE and not Path(word).exists() else Path(word)


def read_driving_record(file: Path, time: str, columns: Mapping[str, RecordColumn]) -> DrivingRecord:
    """Returns the columns by what they are; all that is wrong with the file at once."""
    table = read_csv_table(file, [time, *(column.word for column in columns.values())], runs_over=time)
    late = table.late_rows(0)
    problems = [*_wrong_kinds(table, columns), *late]
    problems += [] if problems else _wrong_numbers(table, columns)
    if problems:
        raise table.refuse(*problems)
    clock, values = table.values[:, 0], table.values[:, 1:].T
    signals = {
        role: record_signal(table.columns[k + 1].name, clock, column.factor * values[k])
        for k, (role, column) in enumerate(columns.items())
    }
    begin, end = float(clock[0]), float(clock[-1])
    return DrivingRecord(table.source, usual_record_step(clock), begin, end, signals, (begin, end))


def _wrong_kinds(table: CsvTable, columns: Mapping[str, RecordColumn]) -> Iterator[Problem]:
    """Finds columns whose unit is of another kind."""
    wanted = ["s", *(column.unit for column in columns.values())]
    for found, unit in zip(table.columns, wanted, strict=True):
        if parse_unit(found.unit).powers != parse_unit(unit).powers:
            what = f"is in {pretty_unit(found.unit) if found.unit != '1' else 'no unit'}"
            needed = "a column without a unit, [1]" if unit == "1" else f"a column in {pretty_unit(unit)}"
            yield Problem(found.name, what, f"{needed}, or in a unit of its kind", 1)


def _wrong_numbers(table: CsvTable, columns: Mapping[str, RecordColumn]) -> list[Problem]:
    """Finds a record that is too short, and numbers that no car has."""
    found = []
    lasts = float(np.ptp(table.values[:, 0]))
    if lasts < SHORTEST:
        what = f"the record lasts {lasts:.3g} s, {len(table.values)} rows"
        found.append(Problem(table.columns[0].name, what, f"at least {SHORTEST:g} s; is its time in s?"))
    for k, column in enumerate(columns.values(), 1):
        name, values = table.columns[k].name, table.values[:, k]
        if np.count_nonzero(~np.isnan(values)) < 2:
            found.append(Problem(name, "has fewer than two numbers", "a column that was recorded"))
            continue
        largest, unit = float(np.nanmax(np.abs(values))), column.unit
        if largest > MOST.get(unit, np.inf):
            row = int(np.nanargmax(np.abs(values)))
            what = f"is {largest:.4g} {pretty_unit(unit)}, read as the file's unit says"
            hint = (
                f"at most {MOST[unit]:g} {pretty_unit(unit)}; were these {SLIP_OF_UNIT[unit]}? Write it in the header"
            )
            found.append(Problem(name, what, hint, int(table.lines[row])))
    return found


def check_driving_record(
    study: str,
    record: DrivingRecord,
    driving: Sequence[str],
    longest_gap: float,
    cutoff: float | None,
    zero_window: Sequence[float] | None,
) -> None:
    """What shows only with settings and record at hand, all at once: windows, gaps of what drives, speed, filter."""
    problems = [*_wrong_window("begin", record.window, record, SHORTEST)]
    if zero_window is not None:
        problems += _wrong_window("zero_window", (zero_window[0], zero_window[1]), record, FEWEST_ZEROS * record.step)
    if not problems:
        problems += [problem for word in driving for problem in _long_gaps(record, word, longest_gap)]
        problems += _slow_begin(record)
    if cutoff is not None and cutoff > MOST_OF_RATE / record.step:
        what = f"{cutoff:g} Hz, with {1.0 / record.step:.4g} rows a second"
        most = f"at most {MOST_OF_RATE / record.step:.3g} Hz, {MOST_OF_RATE:g} of the rows a second"
        problems.append(Problem("cutoff", what, f"{most}; 0 for no filter"))
    if problems:
        raise ModelError(f"{study}, {record.source}", problems)


def _wrong_window(name: str, window: tuple[float, float], record: DrivingRecord, shortest: float) -> Iterator[Problem]:
    """A window lies inside the record, and is long enough."""
    begin, end = window
    if not record.begin <= begin < end <= record.end or end - begin < shortest:
        here = f"inside of {record.begin:g} to {record.end:g} s, the record's own time, at least {shortest:g} s long"
        yield Problem(name, f"from {begin:g} to {end:g} s", here)


def _long_gaps(record: DrivingRecord, word: str, longest: float) -> Iterator[Problem]:
    """Finds gaps that are longer than what may be bridged, at the ends of the window too."""
    (first, last), signal = record.window, record.signals[word]
    ends = [(first, float(signal.time[0])), (float(signal.time[-1]), last)]
    for begin, end in [*((gap.begin, gap.end) for gap in record.gaps_inside([word])), *ends]:
        if end - begin > max(longest, MISSING * record.step):
            what = f"{signal.name} has no numbers from {begin:.6g} to {end:.6g} s, {end - begin:.3g} s long"
            hint = f"up to longest_gap = {longest:g} s is bridged; allow more, or choose begin and end beside it"
            yield Problem(word, what, hint)


def _slow_begin(record: DrivingRecord) -> Iterator[Problem]:
    """The car starts in motion, forward."""
    begin, speed = record.window[0], record.signals["speed"]
    now = float(speed.at(np.array(begin)))
    if now >= SLOWEST:
        return
    fast = speed.time[(speed.values >= 2.0 * SLOWEST) & (speed.time > begin)]
    later = f'begin = "{fast[0]:.4g} s" is where it has {2.0 * SLOWEST:g} m/s' if fast.size else "it never is so fast"
    yield Problem("begin", f"the speed is {now:.3g} m/s at {begin:g} s", f"at least {SLOWEST:g} m/s, forward; {later}")
