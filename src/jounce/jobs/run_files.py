"""Files of a run, of which a user asks for some: where they go, and that they never replace those of another run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

from jounce.errors import SetupError
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.choice import keep_chosen_channels
from jounce.results.files import read_run_digest, write_text_file
from jounce.results.metric_files import write_metric_files

ENDINGS = {  # what is written -> how its files end
    "h5": (".h5",),
    "csv": (".csv",),
    "metrics": (".metrics.json", ".metrics.csv"),
    "page": (".html",),
    "report": ("_report.html",),
    "plots": (".png", ".svg"),
    "echo": (".echo.csv",),
}
TYRE_FILE = ".tir"  # of a study that makes one


def run_file_places(place: Path, kinds: Sequence[str]) -> list[Path]:
    """Where the files of a run are written; h5 is also what an interrupted run leaves."""
    return [_named(place, ending) for kind in dict.fromkeys(["h5", *kinds]) for ending in ENDINGS[kind]]


def free_run_place(place: Path, result: Result) -> Path:
    """Where a run may be written: `place`, or with a number where the data of another run are.

    The same run, of the same files, values and settings, takes the place of the one before.
    """
    for number in count(1):
        tried = place if number == 1 else _named(place, f"_{number}")
        data = _named(tried, ".h5")
        if not data.exists() or (result.record.digest and read_run_digest(data) == result.record.digest):
            return tried
    raise AssertionError  # numbers do not end


def numbered_run_note(wanted: Path, place: Path) -> list[str]:
    """What to say where a run got a number."""
    if wanted == place:
        return []
    return [f"{_named(wanted, '.h5')} holds another run, which stays; this one is called {place.name}"]


def write_run_files(
    result: Result,
    subject: Any,
    place: Path,
    kinds: Sequence[str],
    channels: str,
    units: str = "engineering",
) -> list[Path]:
    """Write them, and say which. Data are in SI and have the chosen channels; what people read is in `units`."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SetupError(f"{place.parent} cannot be made: {fault.strerror}") from fault
    kept, shown = keep_chosen_channels(result, channels), result.in_units(units)
    found: list[Path] = []
    for kind in kinds:
        found += _written(kind, subject, kept, shown, place)
    if "tyre_file" in result.metadata:
        found.append(write_text_file(_named(place, TYRE_FILE), str(result.metadata["tyre_file"])))
    return found


def _written(kind: str, subject: Any, kept: Result, shown: Result, place: Path) -> list[Path]:
    match kind:
        case "h5":
            ended = kept.metadata.get("status", "finished") == "finished"  # else its numbers may have blown up
            return [kept.save(_named(place, ".h5"), compact=ended)]
        case "csv":
            several = kept.time.size > 1
            return [(kept.to_csv if several else kept.figures_to_csv)(_named(place, ".csv"))]
        case "metrics":
            return write_metric_files(kept, place) if kept.metrics else []
        case "page":
            return [shown.view(_named(place, ".html"))]
        case "report":
            return [shown.report(_named(place, "_report.html"))]
        case "plots":
            return _plots(shown, place)
    return [write_text_file(_named(place, ".echo.csv"), subject.echo())] if isinstance(subject, Vehicle) else []


def _plots(shown: Result, place: Path) -> list[Path]:
    """The study's own picture, as PNG and SVG; of a plain simulation a PNG; of one sample without a picture nothing."""
    if not shown.panels and shown.time.size < 2:
        return []
    pictures = [_named(place, ending) for ending in ENDINGS["plots"][: 2 if shown.panels else 1]]
    shown.plot(path=pictures)
    return pictures


def _named(place: Path, ending: str) -> Path:
    return place.with_name(f"{place.name}{ending}")
