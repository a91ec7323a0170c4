"""Notes on a record: what was read of it, which offsets were taken off, which gaps it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from jounce.studies.measured.driving_record import DrivingRecord
from jounce.studies.measured.record_signals import RecordOffset
from jounce.units import pretty_unit

SHOWN = {"rad": ("deg", 180.0 / np.pi), "rad/s": ("deg/s", 180.0 / np.pi)}  # units that people read, by SI
TURNING = 0.3  # of a signal's largest value: one that varies more in the window of zeroing is not at rest there


def record_file_note(record: DrivingRecord) -> str:
    """Returns which part of which file, and which column is what."""
    begin, end = record.window
    clock = f"{begin:g} to {end:g} s of {record.begin:g} to {record.end:g} s"
    names = ", ".join(f"{word} from {signal.name}" for word, signal in record.signals.items())
    return f"record {record.source}, {clock}, {1.0 / record.step:.4g} rows a second; {names}"


def record_offset_notes(
    record: DrivingRecord,
    offsets: Mapping[str, RecordOffset],
    units: Mapping[str, str],
    window: Sequence[float] | None,
) -> list[str]:
    """Returns what was taken off, how sure it is, and whether the car seems to run straight meanwhile."""
    if window is None:
        return ["no offset was taken off the record: zero_window says when the car runs straight"]
    shown, turning = [], []
    for word, offset in offsets.items():
        unit, factor = SHOWN.get(units[word], (units[word], 1.0))
        shown.append(f"{word} {factor * offset.mean:.3g} +- {factor * offset.error:.2g} {pretty_unit(unit)}")
        if offset.spread > TURNING * float(np.abs(record.signals[word].values - offset.mean).max()):
            turning.append(word)
    here = f"{window[0]:g} to {window[1]:g} s"
    count = min(offset.samples for offset in offsets.values())
    found = [f"offsets, means over {here} with standard errors, {count} samples each: {'; '.join(shown)}"]
    if turning:
        found.append(f"the car may not run straight from {here}: {', '.join(turning)} varies much there")
    return found


def record_gap_notes(record: DrivingRecord, driving: Sequence[str], compared: Sequence[str]) -> list[str]:
    """Returns gaps that were bridged, and gaps that were left out."""
    found = []
    if gaps := record.gaps_inside(driving):
        count = f"{len(gaps)} gap{'s' if len(gaps) > 1 else ''} of steering or speed"
        longest = max(gap.length for gap in gaps)
        first = min(gap.begin for gap in gaps)
        found.append(f"{count} bridged, the longest of {longest:.3g} s, the first one at {first:.6g} s")
    for word in compared:
        if gaps := record.gaps_inside([word]):
            lost = sum(gap.length for gap in gaps)
            found.append(f"{word}: {len(gaps)} gap{'s' if len(gaps) > 1 else ''}, {lost:.3g} s, left out of its errors")
    return found
