"""Files of named arrays, NPZ and HDF5: numbers and words only, and never code."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import ModelError, Problem
from jounce.input_files import read_input_file
from jounce.results.files import write_bytes_file
from jounce.results.formats.hdf5 import ENDINGS as HDF5

Array = np.ndarray
NPZ = ".npz"
ENDINGS = (NPZ, *HDF5)
MOST = 8 * 2**30  # bytes of all arrays of a file
MOST_COMPRESSED = 1100  # bytes that one compressed byte can stand for: by RFC 1951 at most 1032
KINDS = "biufUS"  # of arrays: numbers and words
COMPRESSION = {"compression": "gzip", "compression_opts": 2, "shuffle": True}
LEAST_COMPRESSED = 1024  # numbers; below, a chunk costs more than it saves


def read_arrays(path: str | Path) -> dict[str, Array]:
    """Returns the arrays of a file by name; words as an array of str."""
    return arrays_of_bytes(read_bytes(Path(path)), Path(path))


def arrays_of_bytes(data: bytes, path: Path) -> dict[str, Array]:
    """Returns the arrays of the bytes of a file; `path` is what messages call it."""
    try:
        if zipfile.is_zipfile(io.BytesIO(data)):
            return _arrays_of_npz(data)
        if data.startswith(b"\x89HDF"):
            return _arrays_of_hdf5(data)
    except _NotWhole as fault:
        refuse_file(path, str(fault))
    # everything that zipfile, NumPy and h5py say about bytes that nobody wrote in full
    except (OSError, RuntimeError, KeyError, ValueError, TypeError, EOFError, MemoryError, zlib.error) as fault:
        refuse_file(path, "not a whole file of arrays: cut short, damaged or of another kind", str(fault)[:200])
    except (zipfile.BadZipFile, NotImplementedError, AttributeError, SyntaxError, OverflowError) as fault:
        refuse_file(path, "not a whole file of arrays: cut short, damaged or of another kind", str(fault)[:200])
    refuse_file(path, "neither NPZ nor HDF5", f"a file of arrays ends in {', '.join(ENDINGS)}")
    raise AssertionError


def write_arrays(path: str | Path, arrays: Mapping[str, Array], **attributes: str | int) -> Path:
    """Writes arrays, and attributes of HDF5, whole or not at all, in the format that the ending says."""
    path = Path(path)
    image = io.BytesIO()
    if path.suffix.lower() == NPZ:
        np.savez_compressed(image, **arrays)  # type: ignore[arg-type]
    elif path.suffix.lower() in HDF5:
        _write_hdf5(image, arrays, attributes)
    else:
        refuse_file(path, f"'{path.suffix}' is the ending of no file of arrays", f"write {' or '.join(ENDINGS)}")
    return write_bytes_file(path, image.getvalue())


def read_bytes(path: Path) -> bytes:
    """Returns the bytes of a file, or refuses one that cannot be read."""
    try:
        return read_input_file(path)
    except (OSError, ValueError) as fault:
        refuse_file(path, f"cannot be read: {getattr(fault, 'strerror', None) or fault}")
        raise


def refuse_file(path: Path, what: str, help: str = "", line: int | None = None) -> None:
    """Raises what is wrong with a file as a whole, or with one of its lines."""
    raise ModelError(str(path), [Problem("file", what, help, line)])


class _NotWhole(Exception):
    """An array that is not what it says, or larger than the file can hold."""


def _arrays_of_npz(data: bytes) -> dict[str, Array]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > min(MOST, MOST_COMPRESSED * len(data)):
            raise _NotWhole("holds more than the file can")
        sizes = {entry.filename.removesuffix(".npy"): entry.file_size for entry in archive.infolist()}
        found = {}
        for name in sizes:
            with archive.open(f"{name}.npy") as stream:
                found[name] = _checked(name, _array_of_npy(stream.read()))
        return found


def _array_of_npy(data: bytes) -> Array:
    """Returns the array of bytes in NumPy's own format, without a word of Python in it."""
    stream = io.BytesIO(data)
    version = np.lib.format.read_magic(stream)
    read_header = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    shape, by_columns, kind = read_header[version](stream)
    if kind.hasobject:
        raise _NotWhole("holds Python objects, which may be code: write numbers and words alone")
    count = int(np.prod(shape, dtype=object))
    if kind.itemsize * count != len(data) - stream.tell():
        raise _NotWhole("an array has another size than it says")
    flat = np.frombuffer(data, kind, count, stream.tell()) if count else np.zeros(0, kind)
    return flat.reshape(shape, order="F" if by_columns else "C")


def _arrays_of_hdf5(data: bytes) -> dict[str, Array]:
    import h5py

    found = {}
    with h5py.File(io.BytesIO(data), "r") as file:
        for name in file:
            dataset = file[name]
            if not isinstance(file.get(name, getlink=True), h5py.HardLink) or not isinstance(dataset, h5py.Dataset):
                raise _NotWhole(f"{name} is no array of this file")
            if dataset.nbytes > min(MOST, MOST_COMPRESSED * len(data)):
                raise _NotWhole(f"{name} is larger than the file can hold")
            values: Any = dataset.asstr()[()] if h5py.check_string_dtype(dataset.dtype) else dataset[()]
            found[str(name)] = _checked(str(name), np.asarray(values))
    return found


def _checked(name: str, array: Array) -> Array:
    if array.dtype.kind == "O" and all(isinstance(word, str) for word in array.ravel()):
        array = array.astype(str)
    if array.dtype.kind not in KINDS:
        raise _NotWhole(f"{name} is of type {array.dtype}: write numbers and words alone")
    return array.astype(str) if array.dtype.kind == "S" else array


def _write_hdf5(image: io.BytesIO, arrays: Mapping[str, Array], attributes: Mapping[str, str | int]) -> None:
    import h5py

    with h5py.File(image, "w") as file:
        for name, value in attributes.items():
            file.attrs[name] = value
        for name, array in arrays.items():
            if array.dtype.kind == "U":
                file.create_dataset(name, data=array.astype(object), dtype=h5py.string_dtype())
            else:
                large = array.size >= LEAST_COMPRESSED
                file.create_dataset(name, data=array, **(COMPRESSION if large else {}))
