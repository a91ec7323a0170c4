"""The journal of a design: an append-only file of rows, from which an interrupted job goes on.

The first line says of which job it is, each other line is a row, in the order in which rows came:

    9a3c01f7 [12,[0.24,null],"passed",""]

The number in front is a CRC-32: of the first line by itself, of a row behind the text of the first line. So a row fits
its number only in a journal of its own job, and rows whose first line was damaged are as sound as before. A line that
was cut, by a kill or a full disk, or that was damaged, counts as not written, and its variant runs again.

A file in which nothing fits is no journal of this job, and is left alone.

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

FORMAT = "jounce journal 2"
FORCED = 5.0  # s between two times at which rows are forced to the disk
NOT_THERE = -1


class Journal:
    """The rows of a design on disk. `number in journal` tells whether a variant is done."""

    def __init__(self, path: Path, about: Mapping[str, Any], count: int):
        """Begins a journal, or goes on with the one that is there if it says the same about its job."""
        self.path, self.count = path, count
        self._places = np.full(count, NOT_THERE, dtype=np.int64)  # of each row in the file
        self._done = 0
        self._header = {"format": FORMAT, "count": count, **about}
        self._job = crc32(_as_text(self._header))  # CRC-32 that those of rows go on from
        self._file = self._open()
        self._forced = monotonic()
        try:
            self._lock()
            self._end = self._read()
        except BaseException:
            os.close(self._file)
            raise

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and bool(self._places[number] != NOT_THERE)

    def __len__(self) -> int:
        """Tells how many variants are done."""
        return self._done

    def __iter__(self) -> Iterator[int]:
        return (int(k) for k in np.flatnonzero(self._places != NOT_THERE))

    def append(self, rows: Sequence[VariantRow]) -> None:
        """Adds the rows of a chunk, all or, if there is no room for all, none."""
        new = [row for row in rows if row.number not in self]
        lines = [journal_line(row_to_wire(row), self._job) for row in new]
        begin = self._end
        self._write(b"".join(lines))
        for row, line in zip(new, lines, strict=True):
            self._places[row.number] = begin
            begin += len(line)
        self._done += len(new)
        if monotonic() - self._forced > FORCED:
            self.force()

    def rows(self, first: int, last: int) -> list[VariantRow]:
        """Returns the rows of variants from `first` up to but not with `last`, as far as they are there."""
        places = self._places[first:last]
        with os.fdopen(os.dup(self._file), "rb") as stream:

            def row(place: int) -> VariantRow:
                stream.seek(place)
                return row_from_wire(read_journal_line(stream.readline(), self._job))

            return [row(int(place)) for place in places[places != NOT_THERE]]

    def force(self) -> None:
        """Forces all rows so far to the disk."""
        try:
            os.fsync(self._file)
        except OSError as fault:
            raise self._full(fault) from None
        self._forced = monotonic()

    def close(self) -> None:
        """Closes the file; nothing is lost where this is not called."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def _open(self) -> int:
        """Opens the file or makes it; what stands in its place and is no file, such as a link, is left alone."""
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.is_symlink() or (self.path.exists() and not self.path.is_file()):
                raise self._refusal("is not a file of its own, but a link, a folder or a device")
            return os.open(self.path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), 0o666)
        except OSError as fault:
            raise SetupError(f"{self.path} cannot be written: {fault.strerror}") from None

    def _write(self, data: bytes) -> None:
        """Writes all of it, or nothing: what had room of a line that did not fit is taken back."""
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
        """Locks the file: two at a time would write rows twice. The lock ends with the process, however that ends."""
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock
        except ImportError:  # not on this system
            return
        try:
            flock(self._file, LOCK_EX | LOCK_NB)
        except OSError:
            raise SetupError(f"{self.path} is in use: this job is running already") from None

    def _read(self) -> int:
        """Finds the rows that are there; where the next one is written."""
        top, end, lines = journal_line(self._header), 0, 0
        is_ours = False
        with os.fdopen(os.dup(self._file), "rb") as stream:
            stream.seek(0)
            for line in stream:
                if not line.endswith(b"\n"):
                    is_ours = is_ours or (lines == 0 and top.startswith(line))
                    break  # the end of it was cut off
                is_ours = self._read_line(line, end, top) or is_ours
                end, lines = end + len(line), lines + 1
            size = stream.seek(0, os.SEEK_END)
        if size and not is_ours:
            raise self._refusal("is not a journal of this job")
        os.ftruncate(self._file, end)
        self._end = end
        if end == 0:
            self._write(top)
        return self._end

    def _read_line(self, line: bytes, place: int, top: bytes) -> bool:
        """Notes the row of a line; whether the line is sound and of this job. The first line of another is refused."""
        found = read_journal_line(line, self._job)
        if _is_row(found, self.count):
            if found[0] not in self:
                self._places[found[0]] = place
                self._done += 1
            return True
        other = read_journal_line(line) if place == 0 and line != top else None
        if isinstance(other, Mapping) and str(other.get("format", "")).startswith(FORMAT.rstrip("0123456789")):
            keys = [key for key in {**self._header, **other} if self._header.get(key) != other.get(key)]
            raise self._refusal(f"is of another job, '{other.get('job', '')}': not the same {', '.join(keys)}")
        return line == top

    def _refusal(self, what: str) -> ModelError:
        help = "take the file away to begin anew, or write to another folder (--out, or folder in [outputs])"
        return ModelError(str(self.path), [Problem("journal", what, help)])


def journal_line(value: Any, job: int = 0) -> bytes:
    """Returns a value as a line with its checksum, which goes on from that of the job."""
    text = _as_text(value)
    return b"%08x %s\n" % (crc32(text, job), text)


def read_journal_line(line: bytes, job: int = 0) -> Any:
    """Returns the value of a line; None where it does not fit its checksum."""
    number, _, text = line.rstrip(b"\n").partition(b" ")
    if len(number) != 8 or number != b"%08x" % crc32(text, job):
        return None
    return json.loads(text)


def _as_text(value: Any) -> bytes:
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode("ascii")


def _is_row(found: Any, count: int) -> bool:
    return isinstance(found, list) and len(found) == 4 and isinstance(found[0], int) and 0 <= found[0] < count
