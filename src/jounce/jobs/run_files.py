"""Files of a run, of which a user asks for some: where they go, and that they never replace those of another run.

Several runs may end at once in one folder. So a name is taken by making its first file, which the system does for one
of them alone; what is written later replaces that file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from jounce.errors import SetupError
from jounce.model import Vehicle
from jounce.results import Result
from jounce.results.choice import keep_chosen_channels
from jounce.results.files import write_text_file
from jounce.results.formats.hdf5 import read_run_digest
from jounce.results.metric_files import write_metric_files

ENDINGS = {  # what is written -> how its files end
    "h5": (".h5",),
    "csv": (".csv",),
    "parquet": (".parquet",),
    "metrics": (".metrics.json", ".metrics.csv"),
    "page": (".html",),
    "report": ("_report.html",),
    "plots": (".png", ".svg"),
    "echo": (".echo.csv",),
}
MADE = {"tyre_file": ".tir", "vehicle_file": ".toml"}  # text in the metadata of a study that makes a file of its own


def run_file_places(place: Path, kinds: Sequence[str]) -> list[Path]:
    """Tells where the files of a run are written; h5 is also what an interrupted run leaves."""
    return [_named(place, ending) for kind in dict.fromkeys(["h5", *kinds]) for ending in ENDINGS[kind]]


def claim_run_place(place: Path, kinds: Sequence[str], result: Result) -> Path:
    """Takes the name under which a run is written: `place`, or with a number where files of another run are.

    The same run, of the same files, values and settings, takes the place of the one before. That is known of data
    (h5) alone: without them, files that are there stay.
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SetupError(f"{place.parent} cannot be made: {fault.strerror}") from fault
    for number in count(1):
        tried = place if number == 1 else _named(place, f"_{number}")
        data, *others = run_file_places(tried, kinds)
        if data.exists():
            if result.record.digest and read_run_digest(data) == result.record.digest:
                return tried
        elif not any(_is_taken(other, "h5" in kinds) for other in others) and _make_claim(_claim(tried, kinds)):
            return tried
    raise AssertionError  # numbers do not end


def _is_taken(file: Path, with_data: bool) -> bool:
    """Whether a file of a name stands against a run: with data of its own only where another run claims it just now."""
    try:
        return not (with_data and file.stat().st_size) and file.exists()
    except OSError:  # it is not there, or no longer
        return False


def _claim(place: Path, kinds: Sequence[str]) -> Path:
    """Returns the file whose making takes a name: the data where they are asked for, else the first one."""
    return _named(place, ".h5" if "h5" in kinds or not kinds else ENDINGS[kinds[0]][0])


def _make_claim(file: Path) -> bool:
    """Makes an empty file; False where there is one of this name."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except FileExistsError:
        return False
    except OSError as fault:
        raise SetupError(f"{file} cannot be written: {fault.strerror}") from fault
    return True


def _drop_claim(file: Path) -> None:
    """Gives a name back under which nothing came to be written."""
    with suppress(OSError):
        if file.stat().st_size == 0:
            file.unlink()


def numbered_run_note(wanted: Path, place: Path) -> list[str]:
    """Says what to say where a run got a number."""
    if wanted == place:
        return []
    data = _named(wanted, ".h5")
    there = f"{data} holds another run, which stays" if data.exists() else f"files of {wanted} are there and stay"
    return [f"{there}; this one is called {place.name}"]


def write_run_files(
    result: Result,
    subject: Any,
    place: Path,
    kinds: Sequence[str],
    channels: str,
    units: str = "engineering",
) -> list[Path]:
    """Writes them under a name that was claimed, and says which.

    Data are in SI and have the chosen channels; what people read is in `units`.
    """
    found: list[Path] = []
    try:
        kept, shown = keep_chosen_channels(result, channels), result.in_units(units)
        for kind in kinds:
            found += _written(kind, subject, kept, shown, place)
        for word in (word for word in MADE if word in result.metadata):
            found.append(write_text_file(_named(place, MADE[word]), str(result.metadata[word])))
    finally:
        _drop_claim(_claim(place, kinds))
    return found


def _written(kind: str, subject: Any, kept: Result, shown: Result, place: Path) -> list[Path]:
    match kind:
        case "h5":
            ended = kept.metadata.get("status", "finished") == "finished"  # else its numbers may have blown up
            return [kept.save(_named(place, ".h5"), compact=ended)]
        case "csv":
            several = kept.time.size > 1
            return [(kept.to_csv if several else kept.figures_to_csv)(_named(place, ".csv"))]
        case "parquet":
            return [kept.save(_named(place, ".parquet"))]
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
