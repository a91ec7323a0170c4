"""Results as HDF5, which come back equal in every number and word, with what the model looked like.

A file holds the datasets `time`, `values` (samples by channels, float64), `coordinates` (samples by joint
coordinates, where they are not all among the channels), of a result that can be drawn the datasets of `kept_frames`,
and `about`, a JSON text with channels, metrics, metadata, coordinates' names, outline, the panels of its picture, the
record of what it was made from and its verdict. Datasets are
compressed by gzip, and each has an attribute `crc32`, of its name, type, shape and numbers: a flipped bit is seen.
Format 1 had no kinds, no owners, no record and no verdict, and listed panels as heading, channels and abscissa under
the metadata's `figure`; format 2 was not compressed and always held the coordinates; format 3 had no checksums; up to
format 4 the metadata's `outline` was the model as TOML, and poses were those of its tree.
Names are text of others: in JSON, none of them can become a path, a link or a group of the file.
"""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import h5py
import numpy as np

from jounce.errors import ModelError
from jounce.results.drawn.kept_frames import DATASETS, arrays_of_drawn, describe_drawn, drawn_of_arrays
from jounce.results.drawn.outline import Drawn
from jounce.results.files import replace_file
from jounce.results.formats.description import (
    describe_result,
    plain_json_value,
    read_description,
    refuse_result_file,
)
from jounce.results.result import Result

ENDINGS = (".h5", ".hdf5")
FORMAT, VERSION = "jounce result", 5
COMPRESSION = 2  # level of gzip: higher ones take longer and save little
FEWEST_ROWS, LONGEST_CHUNK = 16, 16384  # of a compressed dataset, and in one piece
KEPT_BITS, LEAST_EXPONENT = 32, -1000  # of a compact history
CHECKSUM = "crc32"  # attribute of each dataset
RUN_DIGEST = "run_digest"  # attribute: that of the record, to tell quickly whether a file holds the same run
WITH_TEXT = 4  # format up to which the metadata's outline is a model as TOML
CHECKED = 4  # format from which on every dataset has a checksum
MOST_COMPRESSED = 1100  # bytes that one compressed byte can stand for: by RFC 1951 at most 1032


def write_hdf5(result: Result, path: Path, compact: bool = False) -> Path:
    """Saves as HDF5; whoever reads `path` sees the old file or the whole new one.

    Histories are compressed. In a compact file each is rounded to 2^-33, 1e-10, of the largest amount in it: below
    the error of any run, and a third smaller.
    """
    drawn = result.kept_drawn()
    about = {
        **describe_result(result),
        "coordinates": list(result.coordinates),
        "drawn": None if drawn is None else describe_drawn(drawn),
    }
    image = io.BytesIO()  # HDF5 cannot be told to give up: on a full disk its own files end in a segmentation fault
    with h5py.File(image, "w") as file:
        file.attrs["format"], file.attrs["version"] = FORMAT, VERSION
        file.attrs[RUN_DIGEST] = result.record.digest
        _add(file, "time", result.time)
        _add_compressed(file, "values", _rounded(result.numbers) if compact else result.numbers)
        if not _are_channels(result):
            moved = np.column_stack(list(result.coordinates.values()))
            _add_compressed(file, "coordinates", _rounded(moved) if compact else moved)
        for name, array in arrays_of_drawn(drawn, compact).items() if drawn is not None else ():
            (_add_compressed if array.ndim == 2 else _add)(file, name, array)
        # ASCII of fixed length: stored in one piece, and any name fits, even one with a NUL
        text = np.array([json.dumps(about, default=plain_json_value).encode("ascii")])
        _add(file, "about", text, chunks=(1,), compression="gzip", compression_opts=COMPRESSION)
    with replace_file(path) as temporary, temporary.open("xb") as out:
        out.write(image.getbuffer())
    return path


def _add_compressed(file: h5py.File, name: str, values: np.ndarray) -> None:
    """Adds a dataset whose columns lie one after the other, each compressed: histories are smooth, rows are not."""
    rows, columns = values.shape
    if rows < FEWEST_ROWS or not columns:
        _add(file, name, values)
        return
    filters = {"shuffle": True, "compression": "gzip", "compression_opts": COMPRESSION}
    _add(file, name, values, chunks=(min(rows, LONGEST_CHUNK), 1), **filters)


def _add(file: h5py.File, name: str, values: np.ndarray, **filters: Any) -> None:
    """Adds a dataset with its checksum."""
    file.create_dataset(name, data=values, **filters).attrs[CHECKSUM] = checksum_of_dataset(name, values)


def checksum_of_dataset(name: str, values: np.ndarray) -> int:
    """Returns the CRC-32 of what a dataset is and of its numbers, row by row."""
    about = f"{name} {values.dtype.str} {values.shape} ".encode()
    return crc32(np.ascontiguousarray(values).view(np.uint8).data if values.size else b"", crc32(about))


def _are_channels(result: Result) -> bool:
    """Tells whether the coordinates are all among the channels, to the last bit; then they are written once."""
    known = result.units
    return all(name in known and np.array_equal(result[name], q) for name, q in result.coordinates.items())


def _rounded(values: np.ndarray) -> np.ndarray:
    """Rounds columns to a multiple of a power of two, so that their last bits are zero and compress."""
    largest = np.abs(np.where(np.isfinite(values), values, 0.0)).max(axis=0)
    _, exponents = np.frexp(largest)
    steps = np.ldexp(1.0, np.maximum(exponents - KEPT_BITS, LEAST_EXPONENT))
    return np.rint(values / steps) * steps


def read_run_digest(path: Path) -> str:
    """Returns the digest of the run that a file holds; empty of a file that is none of ours, or older."""
    try:
        with h5py.File(path, "r") as file:
            return str(file.attrs.get(RUN_DIGEST, ""))
    except (OSError, RuntimeError):
        return ""


def read_hdf5(path: Path) -> Result:
    """Reads what `write_hdf5` wrote, of this format or an older one."""
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
                coordinates=dict(zip(moved, histories, strict=True)),
                drawn=drawn_of_arrays(about["drawn"], arrays) if about.get("drawn") else None,
                **read_description(about),
            )
            old = file.attrs["version"] <= WITH_TEXT
    except ModelError:  # said above
        raise
    # everything h5py, json and the checks of Result say about bytes that `write_hdf5` did not write
    except (OSError, RuntimeError, KeyError, ValueError, TypeError, AttributeError) as fault:
        raise refuse_result_file(path, "not a whole jounce result: cut short, damaged or of another kind") from fault
    return replace(read_result, drawn=_drawn_of_text(read_result)) if old else read_result


def _drawn_of_text(result: Result) -> Drawn | None:
    """Returns what a result of format 4 or older looks like, from the text that its metadata hold."""
    from jounce.simulation.drawn.drawn_model import drawn_of_text

    return drawn_of_text(result.metadata)


def _require_format(path: Path, file: h5py.File) -> None:
    if file.attrs.get("format") != FORMAT:
        raise refuse_result_file(path, "an HDF5 file, but not a jounce result")
    if file.attrs.get("version") not in range(1, VERSION + 1):
        what = f"written in result format {file.attrs.get('version')}, this jounce reads 1 to {VERSION}"
        raise refuse_result_file(path, what, "pip install --upgrade jounce")


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
