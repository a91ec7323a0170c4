"""The version of the code by its own text: two states of one version number give different rows."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from jounce import __version__
from jounce.input_files import PACKAGE

MADE_BY_PYTHON = "__pycache__"


@cache
def code_digest() -> str:
    """Returns the version of jounce with a digest of all files of the package."""
    digest = sha256()
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and MADE_BY_PYTHON not in path.parts:
            digest.update(f"{path.relative_to(PACKAGE).as_posix()} {path.stat().st_size}\n".encode())
            digest.update(path.read_bytes())
    return f"{__version__} {digest.hexdigest()[:16]}"
