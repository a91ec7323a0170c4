"""The cache of machine code on disk, trusted only when it is ours and whole.

What is read here will be executed. So the folder and every entry must belong to the user and be writable
by nobody else, no link is followed, and a checksum of name and data stands before these. Whatever fails these rules is
treated as absent: then the run compiles again and is slower, never wrong.
"""

from __future__ import annotations

import fcntl
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache as once
from hashlib import sha256
from pathlib import Path

from jounce.native.making import LOG

MAGIC = b"jounce object 2\n"
_CHECKSUM_SIZE = sha256().digest_size
PATIENCE, PAUSE = 20.0, 0.02  # s: while another process compiles, and between two looks


class Cache:
    """Bytes by key in a private folder: $JOUNCE_CACHE, else $XDG_CACHE_HOME/jounce, else ~/.cache/jounce."""

    def __init__(self, folder: str | Path | None = None):
        self.folder = Path(folder) if folder is not None else default_cache_folder()

    def get(self, key: bytes | str) -> bytes | None:
        """The data last put under this key; None if there are none that can be trusted."""
        if not self.usable():
            return None
        path = self._path(key)
        try:
            # O_NONBLOCK: a pipe put in the entry's place must not make us wait for a writer.
            entry = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except FileNotFoundError:
            return None
        except OSError:  # a link, or not ours to read
            _distrust(path)
            return None
        if not _is_private(os.fstat(entry), stat.S_ISREG):
            os.close(entry)
            _distrust(path)
            return None
        with open(entry, "rb") as file:
            found = _payload(path, file.read())
        LOG.debug("read %d bytes of the cache, %s", len(found or b""), path)
        return found

    def has(self, key: bytes | str) -> bool:
        """Whether there is an entry, good or bad."""
        return self._path(key).is_file()

    def put(self, key: bytes | str, data: bytes) -> None:
        """Keep the data; a reader sees the old entry or the new one, never half of one."""
        if not self.usable():
            return
        name, path = "", self._path(key)
        try:
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with open(handle, "wb") as file:
                file.write(MAGIC + _checksum(path, data) + data)
            os.replace(name, path)
            LOG.debug("wrote %d bytes to the cache, %s", len(data), path)
        except OSError as error:
            _warn(f"cannot write to the cache {self.folder} ({error.strerror}); going on without it")
            if name:
                Path(name).unlink(missing_ok=True)

    def remove(self, key: bytes | str) -> None:
        """Forget this entry, if there is one."""
        if self.usable():
            self._path(key).unlink(missing_ok=True)

    def get_or_make(self, key: bytes | str, make: Callable[[], bytes]) -> bytes:
        """The data under this key, made now if there are none; by one process at a time."""
        data = self.get(key)
        if data is None:
            with self.lock(key):
                data = self.get(key)  # another process may have made it while we waited
                if data is None:
                    data = make()
                    self.put(key, data)
        return data

    @contextmanager
    def lock(self, key: bytes | str) -> Iterator[None]:
        """Let one process at a time make this entry; the system releases the lock of one that was killed."""
        if not self.usable():
            yield
            return
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
            handle = os.open(self._path(key).with_suffix(".lock"), flags, 0o600)
        except OSError as error:
            _warn(f"cannot lock the cache {self.folder} ({error.strerror}); going on without a lock")
            yield
            return
        try:
            _wait_for(handle, self.folder)
            yield
        finally:
            os.close(handle)

    def clear(self) -> None:
        """Forget everything; other files in the folder stay."""
        if self.usable():
            for pattern in ("*.object", "*.lock", "*.part"):
                for path in self.folder.glob(pattern):
                    path.unlink(missing_ok=True)

    def _path(self, key: bytes | str) -> Path:
        text = key.encode() if isinstance(key, str) else key
        return self.folder / f"{sha256(text).hexdigest()}.object"

    def usable(self) -> bool:
        """Whether the folder can be trusted; looked at before every use, since the folder may change while we run."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            private = _is_private(os.lstat(self.folder), stat.S_ISDIR)
        except OSError as error:
            _warn(f"no cache at {self.folder} ({error.strerror}); compiling each time")
            return False
        if not private:
            _warn(
                f"the cache {self.folder} is not used: it must be a folder of yours, no link, "
                "and writable by you alone (chmod 700)"
            )
        return private


def default_cache_folder() -> Path:
    """Tells where the cache lies when nobody says otherwise; for a user without a home, among temporary files."""
    try:
        if named := os.environ.get("JOUNCE_CACHE"):
            return Path(named).expanduser()
        named = os.environ.get("XDG_CACHE_HOME", "")
        return (Path(named) if os.path.isabs(named) else Path.home() / ".cache") / "jounce"  # as its standard asks
    except RuntimeError:
        return Path(tempfile.gettempdir()) / f"jounce-{os.geteuid()}"


def _is_private(status: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    """Of the expected kind (so not a link), ours, and writable by nobody else."""
    others_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return is_kind(status.st_mode) and status.st_uid == os.geteuid() and not others_write


def _payload(path: Path, entry: bytes) -> bytes | None:
    """The data behind magic and checksum, or None for an entry that is damaged, cut, foreign or another's."""
    start = len(MAGIC) + _CHECKSUM_SIZE
    checksum, data = entry[len(MAGIC) : start], entry[start:]
    return data if entry.startswith(MAGIC) and _checksum(path, data) == checksum else None


def _checksum(path: Path, data: bytes) -> bytes:
    return sha256(path.name.encode() + data).digest()


def _wait_for(handle: int, folder: Path) -> None:
    """Take the lock; say so where another process holds it for long: it may have been stopped."""
    tries = round(PATIENCE / PAUSE)
    for _ in range(tries):
        try:
            return fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(PAUSE)
    _warn(f"waiting for another process that makes the same entry of the cache {folder}")
    fcntl.flock(handle, fcntl.LOCK_EX)


def _distrust(path: Path) -> None:
    _warn(f"the cache entry {path} is not used: it must be a file of yours, writable by you alone")


@once
def _warn(message: str) -> None:
    """One line, once; a run without its cache is slower and nothing else."""
    print(f"jounce: {message}", file=sys.stderr)
