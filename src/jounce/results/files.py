"""Result files: HDF5 that comes back equal, CSV for spreadsheets, text; each replaced as a whole.

An HDF5 result holds the datasets `time`, `values` (samples by channels, float64), `coordinates` (samples by joint
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

import csv
import io
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import h5py
import numpy as np

from jounce.errors import ModelError, Problem, SetupError, shown_in_message
from jounce.input_files import LONGEST_NAME
from jounce.results import panel
from jounce.results.decimal_text import decimal_text_of_rows
from jounce.results.drawn.kept_frames import arrays_of_drawn, describe_drawn
from jounce.results.run_record import to_json

if TYPE_CHECKING:
    from jounce.results.result import Result

FORMAT, VERSION = "jounce result", 5
COMPRESSION = 2  # level of gzip: higher ones take longer and save little
FEWEST_ROWS, LONGEST_CHUNK = 16, 16384  # of a compressed dataset, and in one piece
KEPT_BITS, LEAST_EXPONENT = 32, -1000  # of a compact history
HDF5, CSV = (".h5", ".hdf5"), ".csv"  # endings
CHECKSUM = "crc32"  # attribute of each dataset
RUN_DIGEST = "run_digest"  # attribute: that of the record, to tell quickly whether a file holds the same run
READS_AS_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # first characters that spreadsheets act upon


def save_result_file(result: Result, path: Path, compact: bool = False) -> Path:
    """Writes the format that the ending of a name says; an ending of no format is refused with those that there are."""
    ending = path.suffix.lower()
    if ending in HDF5:
        return write_result_file(result, path, compact)
    if ending == CSV and not compact:
        return write_csv_file(result, path)
    if ending == CSV:
        raise ModelError(str(path), [Problem("compact", f"is of {HDF5[0]} alone", "leave it out")])
    what = f"'{path.suffix}' is the ending of no format of results" if ending else "the name has no ending"
    right = f"{' or '.join(HDF5)} for everything, {CSV} for channels; view and report write pages, plot pictures"
    raise ModelError(str(path), [Problem("file", what, right)])


def write_result_file(result: Result, path: Path, compact: bool = False) -> Path:
    """Saves as HDF5; whoever reads `path` sees the old file or the whole new one.

    Histories are compressed. In a compact file each is rounded to 2^-33, 1e-10, of the largest amount in it: below
    the error of any run, and a third smaller.
    """
    drawn = result.kept_drawn()
    about = {
        "channels": [[c.name, c.unit, c.definition, c.kind, c.owner] for c in result.channels],
        "metrics": {name: [m.value, m.unit, m.definition, m.kind, m.owner] for name, m in result.metrics.items()},
        "panels": panel.to_json(result.panels),
        "record": to_json(result.record),
        "verdict": to_json(result.verdict),
        "metadata": dict(result.metadata),
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
        text = np.array([json.dumps(about, default=_plain).encode("ascii")])
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


def write_csv_file(result: Result, path: Path) -> Path:
    """Writes one header row `time [s],name [unit],...`, then one row per sample, quoted as in RFC 4180, UTF-8.

    Samples that run over a channel (metadata `abscissa`) have no time. Numbers read back to the same bits. Quotes do
    not keep a spreadsheet from running a header that begins with = + - @ as a formula, so such a name, and only such,
    gets an apostrophe in front.
    """
    header = [_harmless(f"{c.name} [{c.unit}]") for c in result.channels]
    values = result.numbers
    if "abscissa" not in result.metadata:
        header, values = ["time [s]", *header], np.column_stack([result.time, values])
    top = io.StringIO(newline="")
    csv.writer(top).writerow(header)
    with replace_file(path) as temporary, temporary.open("xb") as file:
        file.write(top.getvalue().encode("utf-8"))
        file.write(decimal_text_of_rows(values))
    return path


def write_figures(result: Result, path: Path) -> Path:
    """One row `name,value,unit,definition,kind` per channel with its last sample: for studies that have only one."""
    with replace_file(path) as temporary, temporary.open("x", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["name", "value", "unit", "definition", "kind"])
        for channel, value in zip(result.channels, result.numbers[-1].tolist(), strict=True):
            rows.writerow([_harmless(channel.name), value, channel.unit, _harmless(channel.definition), channel.kind])
    return path


@contextmanager
def replace_file(path: Path) -> Iterator[Path]:
    """Gives a name beside `path` to write to, which takes the place of `path` when all of it is on the disk."""
    if not path.name or "\0" in str(path):
        raise SetupError(f"'{path}' cannot be written: not the name of a file")
    if len(os.fsencode(path.name)) > LONGEST_NAME:
        raise SetupError(f"{shown_in_message(str(path))} cannot be written: the name is too long for a file")
    path = path.resolve()  # through a link, to the file that it names
    if path.exists() and not path.is_file():  # also devices and pipes: replacing would remove them
        raise SetupError(f"{path} cannot be written: it is there and is not a file")
    temporary = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as fault:
        reason = os.strerror(fault.errno) if fault.errno else str(fault)
        raise SetupError(f"{path} cannot be written: {reason}") from fault
    finally:
        with suppress(OSError):  # it is gone when all went well
            temporary.unlink()


def write_text_file(path: str | Path, text: str) -> Path:
    """Puts a text into a file, whole or not at all."""
    path = Path(path)
    with replace_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return path


def write_bytes_file(path: str | Path, data: bytes) -> Path:
    """Puts bytes into a file, whole or not at all."""
    path = Path(path)
    with replace_file(path) as temporary:
        temporary.write_bytes(data)
    return path


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(READS_AS_FORMULA) else cell


def _plain(value: object) -> object:
    """Turns NumPy scalars and arrays into what JSON knows."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is not a JSON value")
