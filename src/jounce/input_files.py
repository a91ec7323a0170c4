"""Files of the user that decide numbers: their bytes, noted and compared while they are read.

A file can be edited between two readings, by a resumed job or by another process. So what counts is the digest of the
bytes that were read, never of what the file holds later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from sys import modules
from typing import Any

from jounce.errors import SetupError

PACKAGE = Path(__file__).parent
Digests = Mapping[str, str]  # sha256 by whole path
LONGEST_NAME = 255  # bytes of the name of a file, in every usual file system
OWN_CODE: dict[str, Digests] = {}  # module of the user's own -> what was read of its file and of those beside it

_notes: ContextVar[tuple[dict[str, str], ...]] = ContextVar("notes", default=())
_expected: ContextVar[Digests] = ContextVar("expected", default={})  # noqa: B039  nobody writes to it


def read_input_file(path: Path, most: int | None = None) -> bytes:
    """Returns the bytes of a file; of one that has more than `most`, one more than these, so that it can be refused."""
    with path.open("rb") as stream:
        data = stream.read(-1 if most is None else most + 1)
    place, digest = str(path.resolve()), sha256(data).hexdigest()
    if _expected.get().get(place, digest) != digest:
        raise SetupError(f"{place} has changed since the job was read: its numbers would mix with those of before")
    for note in _notes.get():
        note[place] = digest
    return data


@contextmanager
def note_input_files() -> Iterator[Digests]:
    """Notes what is read inside: the digests of the user's files, without those that are installed with jounce."""
    found: dict[str, str] = {}
    kept: dict[str, str] = {}
    token = _notes.set((*_notes.get(), found))
    try:
        yield kept
    finally:
        _notes.reset(token)
        kept |= {place: found[place] for place in sorted(found) if not Path(place).is_relative_to(PACKAGE)}


@contextmanager
def expect_input_files(digests: Digests) -> Iterator[None]:
    """Refuses files, inside, whose bytes are not those of a digest; others may be read as they are."""
    token = _expected.set({**_expected.get(), **digests})
    try:
        yield
    finally:
        _expected.reset(token)


def read_named_files(settings: Any) -> None:
    """Reads every file that plain settings name: some studies read theirs in each run, and it must be the same then."""
    if isinstance(settings, Mapping | list):
        for entry in settings.values() if isinstance(settings, Mapping) else settings:
            read_named_files(entry)
    elif isinstance(settings, str):
        with suppress(OSError, ValueError):  # a word that is no path
            if Path(settings).is_file():
                read_input_file(Path(settings))


def digests_of_own_code() -> Digests:
    """Returns digests of all code of the user's own that is in use: of what was run, not of what its files hold now."""
    return {place: digest for name, read in OWN_CODE.items() if name in modules for place, digest in read.items()}
