"""Files that are replaced as a whole: whoever reads one sees what was there before, or all of what is new."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from jounce.errors import SetupError, shown_in_message
from jounce.input_files import LONGEST_NAME


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
