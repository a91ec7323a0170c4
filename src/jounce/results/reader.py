"""Results back from disk. A file is text and numbers of others: only what is whole and ours is read."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem
from jounce.input_files import LONGEST_NAME
from jounce.results import panel
from jounce.results.channel import Channel, ChannelOwner, Metric
from jounce.results.drawn.kept_frames import DATASETS, drawn_of_arrays
from jounce.results.drawn.outline import Drawn
from jounce.results.files import CHECKSUM, FORMAT, VERSION, checksum_of_dataset
from jounce.results.measured import read_measured
from jounce.results.panel import AnyPanel, Panel
from jounce.results.result import Result
from jounce.results.run_record import Record, Verdict

WITH_TEXT = 4  # format up to which the metadata's outline is a model as TOML
CHECKED = 4  # format from which on every dataset has a checksum
MOST_RUNS = 20  # listed of a folder
MOST_COMPRESSED = 1100  # bytes that one compressed byte can stand for: by RFC 1951 at most 1032


@check_arguments
def read(path: str | Path) -> Result:
    """Reads a result saved before, equal in every number and word; or measured histories from a .csv file."""
    path = Path(path)
    if len(os.fsencode(path.name)) > LONGEST_NAME:
        raise _refusal(path, "there is no such file")
    if path.suffix.lower() == ".csv":
        return read_measured(path)
    if path.is_dir():
        runs = sorted(each.name for each in path.glob("*.h5"))[:MOST_RUNS]
        hint = f"runs in it: {', '.join(runs)}" if runs else "there is no run (.h5) in it"
        raise _refusal(path, "is a folder, not a run", hint)
    if not path.is_file():
        raise _refusal(path, "there is no such file")
    try:
        with h5py.File(path, "r") as file:
            _require_format(path, file)
            text = np.ravel(_contents(file, "about", path))
            about = json.loads(text[0].decode("ascii"))
            values, moved = _contents(file, "values", path), about.get("coordinates", [])
            if "coordinates" in file:
                histories = _contents(file, "coordinates", path).T
            else:  # they are among the channels
                column = {name: k for k, (name, *_) in enumerate(about["channels"])}
                histories = values.T[[column[name] for name in moved]]
            arrays = {name: _contents(file, name, path) for name in DATASETS if name in file}
            read_result = Result(
                time=_contents(file, "time", path),
                numbers=values,
                channels=tuple(Channel(name, *_typed(*words)) for name, *words in about["channels"]),
                metrics={name: Metric(value, *_typed(*words)) for name, (value, *words) in about["metrics"].items()},
                metadata=about["metadata"],
                coordinates=dict(zip(moved, histories, strict=True)),
                panels=_panels(about),
                record=Record.from_json(about["record"]) if "record" in about else Record(),
                verdict=Verdict.from_json(about["verdict"]) if "verdict" in about else Verdict(),
                drawn=drawn_of_arrays(about["drawn"], arrays) if about.get("drawn") else None,
            )
            old = file.attrs["version"] <= WITH_TEXT
    except ModelError:  # said above
        raise
    # everything h5py, json and the checks of Result say about bytes that `files.write` did not write
    except (OSError, RuntimeError, KeyError, ValueError, TypeError, AttributeError) as fault:
        raise _refusal(path, "not a whole jounce result: cut short, damaged or of another kind") from fault
    return replace(read_result, drawn=_drawn_of_text(read_result)) if old else read_result


def _drawn_of_text(result: Result) -> Drawn | None:
    """Returns what a result of format 4 or older looks like, from the text that its metadata hold."""
    from jounce.simulation.drawn.drawn_model import drawn_of_text

    return drawn_of_text(result.metadata)


def _typed(unit: str, definition: str, kind: str = "", owner: Sequence[str] = ()) -> tuple[str, str, str, ChannelOwner]:
    """Tells what a channel or metric is; files of format 1 give unit and definition alone."""
    return unit, definition, kind, ChannelOwner(*owner)


def _panels(about: Mapping[str, Any]) -> tuple[AnyPanel, ...]:
    if "panels" in about:
        return panel.from_json(about["panels"])
    return tuple(Panel(heading, tuple(names), over) for heading, names, over in about["metadata"].get("figure", []))


def _require_format(path: Path, file: h5py.File) -> None:
    if file.attrs.get("format") != FORMAT:
        raise _refusal(path, "an HDF5 file, but not a jounce result")
    if file.attrs.get("version") not in range(1, VERSION + 1):
        what = f"written in result format {file.attrs.get('version')}, this jounce reads 1 to {VERSION}"
        raise _refusal(path, what, "pip install --upgrade jounce")


def _contents(file: h5py.File, name: str, path: Path) -> np.ndarray:
    """The numbers of a dataset that lies whole inside this file, as its checksum says: no link out of it, no size that
    it does not have."""
    dataset = file[name]
    if not isinstance(file.get(name, getlink=True), h5py.HardLink) or not isinstance(dataset, h5py.Dataset):
        raise ValueError(f"{name} is not a dataset of this file")
    size, offset = path.stat().st_size, dataset.id.get_offset()
    if dataset.chunks is not None:  # compressed
        stored = dataset.id.get_storage_size()
        if stored > size or dataset.nbytes > MOST_COMPRESSED * stored:
            raise ValueError(f"{name} is larger than the file can hold")
    elif dataset.nbytes and (offset is None or offset + dataset.nbytes > size):
        raise ValueError(f"{name} is larger than the file")
    found: np.ndarray = dataset[()]
    is_checked = file.attrs["version"] >= CHECKED or CHECKSUM in dataset.attrs
    if is_checked and dataset.attrs[CHECKSUM] != checksum_of_dataset(name, found):
        raise ValueError(f"{name} does not fit its checksum")
    return found


def _refusal(path: Path, what: str, hint: str = "") -> ModelError:
    return ModelError(str(path), [Problem("file", what, hint)])
