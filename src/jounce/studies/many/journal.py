"""The journal of a design: an append-only file of rows, from which an interrupted job goes on.

The first line says of which job it is, each other line is a row, in the order in which rows came:

    9a3c01f7 [12,[0.24,null],"passed",""]

The number in front is the CRC-32 of the rest. A line that was cut, by a kill or a full disk, or that was damaged, does
not fit its number: it counts as not written, and its variant runs again.

When is a row safe? The rows of a chunk are handed to the system in one write. From then on they survive the end of this
process, by whatever signal. They are forced to the disk every few seconds and at the end: a power failure costs at most
so many seconds of work, and no row that is there is wrong. Forcing every chunk would cost more than many studies.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any
from zlib import crc32

import numpy as np

from jounce.errors import ModelError, Problem, SetupError
from jounce.studies.many.variant import VariantRow
from jounce.studies.many.wire import row_from_wire, row_to_wire

FORMAT = "jounce journal 1"
FORCED = 5.0  # s between two times at which rows are forced to the disk
NOT_THERE = -1


class Journal:
    """The rows of a design on disk. `number in journal` tells whether a variant is done."""

    def __init__(self, path: Path, about: Mapping[str, Any], count: int):
        """Begin a journal, or go on with the one that is there if it says the same about its job."""
        self.path, self.count = path, count
        self._places = np.full(count, NOT_THERE, dtype=np.int64)  # of each row in the file
        self._done = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as fault:
            raise SetupError(f"{path} cannot be written: {fault.strerror}") from None
        self._forced = monotonic()
        try:
            self._lock()
            self._end = self._read(about)
        except BaseException:
            os.close(self._file)
            raise

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and bool(self._places[number] != NOT_THERE)

    def __len__(self) -> int:
        """How many variants are done."""
        return self._done

    def __iter__(self) -> Iterator[int]:
        return (int(k) for k in np.flatnonzero(self._places != NOT_THERE))

    def append(self, rows: Sequence[VariantRow]) -> None:
        """Add the rows of a chunk, all or, if there is no room for all, none."""
        new = [row for row in rows if row.number not in self]
        lines = [journal_line(row_to_wire(row)) for row in new]
        begin = self._end
        self._write(b"".join(lines))
        for row, line in zip(new, lines, strict=True):
            self._places[row.number] = begin
            begin += len(line)
        self._done += len(new)
        if monotonic() - self._forced > FORCED:
            self.force()

    def rows(self, first: int, last: int) -> list[VariantRow]:
        """The rows of variants from `first` up to but not with `last`, as far as they are there."""
        places = self._places[first:last]
        with os.fdopen(os.dup(self._file), "rb") as stream:

            def row(place: int) -> VariantRow:
                stream.seek(place)
                return row_from_wire(read_journal_line(stream.readline()))

            return [row(int(place)) for place in places[places != NOT_THERE]]

    def force(self) -> None:
        """All rows so far to the disk."""
        try:
            os.fsync(self._file)
        except OSError as fault:
            raise self._full(fault) from None
        self._forced = monotonic()

    def close(self) -> None:
        """Nothing is lost where this is not called."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        """All of it, or nothing: what had room of a line that did not fit is taken back."""
        done = 0
        try:
            while done < len(data):
                done += os.write(self._file, data[done:])
        except OSError as fault:
            os.ftruncate(self._file, self._end)
            raise self._full(fault) from None
        self._end += len(data)

    def _full(self, fault: OSError) -> SetupError:
        kept = f"{self._done} of {self.count} variants are kept, and the same command goes on there"
        return SetupError(f"{self.path} cannot be written: {fault.strerror}; {kept}")

    def _lock(self) -> None:
        """Two at a time would write rows twice. The lock ends with the process, however that ends."""
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:  # not on this system
            return
        try:
            flock(self._file, LOCK_EX | LOCK_NB)
        except OSError:
            raise SetupError(f"{self.path} is in use: this job is running already") from None

    def _read(self, about: Mapping[str, Any]) -> int:
        """Find the rows that are there; where the next one is written."""
        header = {"format": FORMAT, "count": self.count, **about}
        end = 0
        with os.fdopen(os.dup(self._file), "rb") as stream:
            stream.seek(0)
            for k, line in enumerate(stream):
                if not line.endswith(b"\n"):
                    break  # the end of it was cut off
                found = read_journal_line(line)
                if k == 0:
                    self._require_same_job(found, header)
                elif _is_row(found, self.count) and found[0] not in self:  # type: ignore[index]
                    self._places[found[0]] = end  # type: ignore[index]
                    self._done += 1
                end += len(line)
        os.ftruncate(self._file, end)
        self._end = end
        if end == 0:
            self._write(journal_line(header))
        return self._end

    def _require_same_job(self, found: Any, header: Mapping[str, Any]) -> None:
        if not isinstance(found, Mapping) or found.get("format") != FORMAT:
            raise self._refusal("is not a journal of jounce, or its first line is damaged")
        other = [key for key in header if found.get(key) != header[key]]
        if other:
            raise self._refusal(f"is of another job, '{found.get('job', '')}': not the same {', '.join(other)}")

    def _refusal(self, what: str) -> ModelError:
        help = "take the file away to begin anew, or write to another folder (--out, or folder in [outputs])"
        return ModelError(str(self.path), [Problem("journal", what, help)])


def journal_line(value: Any) -> bytes:
    """A value as a line with its checksum."""
    text = json.dumps(value, allow_nan=False, separators=(",", ":")).encode("ascii")
    return b"%08x %s\n" % (crc32(text), text)


def read_journal_line(line: bytes) -> Any:
    """The value of a line; None where it does not fit its checksum."""
    number, _, text = line.rstrip(b"\n").partition(b" ")
    if len(number) != 8 or number != b"%08x" % crc32(text):
        return None
    return json.loads(text)


def _is_row(found: Any, count: int) -> bool:
    return isinstance(found, list) and len(found) == 4 and isinstance(found[0], int) and 0 <= found[0] < count
