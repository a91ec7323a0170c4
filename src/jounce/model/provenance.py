"""Provenance of numbers: the share of estimates, values that were changed, the echo and record of a run."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from io import StringIO
from pathlib import PurePath
from platform import python_version
from typing import TYPE_CHECKING, Any

from jounce import __version__
from jounce.model.fields import each_number
from jounce.model.library import library_name_of_file
from jounce.model.model import Model, Source
from jounce.model.reading.axes import AXES
from jounce.results import Change, Record, UsedSetting
from jounce.results.kinds import shown_unit_of_value
from jounce.units import show_in_unit

if TYPE_CHECKING:
    from jounce.model.tyre_files.lone_tyre import LoneTyre
    from jounce.model.vehicle import Vehicle

UNKNOWN = Source(source="no source given")
ENGINE = ("numpy", "llvmlite")  # packages whose version may show in the last bits
CHANGED = "changed, its file has {}"  # the source of a value that is no longer that of its file
COLUMNS = ("path", "value", "unit", "source", "estimated", "spread")


def source_of(path: str, sources: Mapping[str, Source]) -> Source:
    """Returns the source that names a value most closely: its own, or that of the nearest table around it."""
    while path and sources:
        found = sources.get(path)
        if found is not None:
            return found
        path = path.rpartition(".")[0]
    return UNKNOWN


def provenance_estimated_share(vehicle: Vehicle) -> str:
    """Counts a vehicle's numbers that are estimates, and those without a source, in one line."""
    sources = provenance_sources(vehicle)
    found = [source_of(path, sources) for path in vehicle.values()]
    estimated = sum(source.estimated for source in found)
    unknown = sum(source is UNKNOWN for source in found)
    line = f"{estimated} of {len(found)} values estimated ({100 * estimated / len(found):.0f} %)"
    return f"{line}, {unknown} without a source ({100 * unknown / len(found):.0f} %)" if unknown else line


def echo(model: Vehicle | Model) -> str:
    """Returns every value with its unit and source, as a table of comma-separated values; numbers read back equal.

    Numbers are in the axes of the file; where those are not ISO 8855, a last column names them.
    """
    turned = () if model.style.axes == AXES[0] else (model.style.axes,)
    units = model.number_units()
    sources = provenance_sources(model)
    rows: list[tuple[str, ...]] = []
    for path, value in model.values().items():
        source = source_of(path, sources)
        estimated = "yes" if source.estimated else "no"
        rows.append((path, repr(float(value)), units[path], source.source, estimated, source.spread, *turned))
    return _written(rows, (*COLUMNS, *(["axes"] if turned else [])))


def vehicle_in_short(vehicle: Vehicle) -> str:
    """Says what kind of car it is, where it comes from, and how many of its numbers differ from its file."""
    axles = ", ".join(f"{name} {axle.template}" for name, axle in vehicle.axles.items())
    depth = "" if vehicle.depth == "structural" else f", driven as {vehicle.depth}"
    origin = getattr(vehicle.style.origin, "source", "")
    file = PurePath(str(origin)).name or "made in Python"
    changed = len(changed_values_for_provenance(vehicle))
    numbers = f"{changed} of {len(vehicle.values())} numbers changed" if changed else f"{len(vehicle.values())} numbers"
    return f"<Vehicle '{vehicle.name}': {axles}{depth}; {file}, {numbers}>"


def provenance_sources(model: Vehicle | Model) -> dict[str, Source]:
    """Sources by path. A value that was changed since its file was read has no longer the source that it had there."""
    changed = {
        change.path: Source(source=CHANGED.format(show_in_unit(change.old, change.shown or "1")), estimated=True)
        for change in changed_values_for_provenance(model)
        if isinstance(change.old, float) and isinstance(change.new, float)
    }
    return dict(model.sources) | changed


def changed_values_for_provenance(model: Vehicle | Model) -> tuple[Change, ...]:
    """Returns the values that differ from the file which the model was read from, in its axes and its order."""
    old = model.style.loaded
    if old is None:
        return ()
    new = model.values()
    paths = [path for path, value in old.items() if new.get(path) != value]
    paths += [path for path in new if path not in old]
    units = model.number_units()
    return tuple(
        Change(path, old.get(path), new.get(path), unit, shown_unit_of_value(unit))
        for path, unit in ((path, units.get(path, "")) for path in paths)
    )


def provenance_record(subject: Any, study: str = "", settings: Iterable[UsedSetting] = ()) -> Record:
    """Returns what a run that ends now was made from: a vehicle, a model or a tyre file."""
    style = getattr(subject, "style", None)
    origin = None if style is None else style.origin
    source = str(getattr(subject, "source", "") if origin is None else origin.source)
    return Record(
        file=library_name_of_file(source),
        digests=_digests(subject, source, getattr(origin, "digest", "")),
        changes=changed_values_for_provenance(subject) if style is not None else (),
        study=study,
        settings=tuple(settings),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        versions=_versions(),
    )


def _digests(subject: Any, file: str, digest: str) -> dict[str, str]:
    """Returns sha256 of what was read of the files of a subject: its own, and those of its tyres."""
    found = {file: digest or getattr(subject, "digest", "")}  # a tyre alone has its own
    if hasattr(subject, "blueprint"):  # a vehicle: names of files are words, which its structure has
        tyres = {axle.tyre.file for axle in subject.blueprint().base.all_axles().values()} - {""}
        found |= {name: subject.style.tyre_digests.get(name, "") for name in sorted(tyres)}
    return {library_name_of_file(name): read for name, read in found.items() if read}


@cache
def _versions() -> dict[str, str]:
    return {"jounce": __version__, "python": python_version(), **{name: version(name) for name in ENGINE}}


def tyre_provenance(file: LoneTyre) -> str:
    """Returns the same of a tyre: its file is the source, with what the file says about where it comes from."""
    word = "property file" if file.source.lower().endswith(".tir") else "tyre file"
    source = ": ".join([word, *map(str, file.sources.values())])
    numbers = each_number(file.tyre, "tyre")
    return _written((path, repr(float(value)), unit, source, "not stated", "") for path, value, unit in numbers)


def _written(rows: Iterable[tuple[str, ...]], columns: tuple[str, ...] = COLUMNS) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()
