"""The models that ship with the package, by name."""

from __future__ import annotations

import re
from pathlib import Path

from jounce.errors import ModelError, Problem, did_you_mean

FOLDER = Path(__file__).parent / "library"
LONGEST_NAME = 100  # letters of a library model


def library_models() -> dict[str, str]:
    """Returns every model and tyre by name, and what it is: the first comment of its file."""
    return {file.stem: file.read_text("utf-8").split("\n", 1)[0].lstrip("#$ ") for file in _files()}


def library_by_kind() -> dict[str, dict[str, str]]:
    """Returns the same under what they are: mechanisms, vehicles, roads, tyres."""
    found: dict[str, dict[str, str]] = {"mechanisms": {}, "vehicles": {}, "trailers": {}, "roads": {}, "tyres": {}}
    models = library_models()
    for file in _files():
        said = re.search(r'^kind = "(\w+)"', file.read_text("utf-8"), re.MULTILINE)
        found[f"{said[1]}s" if said else "tyres"][file.stem] = models[file.stem]
    return found


def _files() -> list[Path]:
    return [*sorted(FOLDER.glob("*.toml")), *sorted(FOLDER.glob("tyres/*.tir"))]


def library_path(name: str) -> Path:
    """Returns the file of a model that ships with the package."""
    known = library_models()
    if name not in known:
        what = f"there is no model of this name in the library, and no such file.{did_you_mean(name, known)}"
        raise ModelError(
            name, [Problem("file", what, f"library: {', '.join(known)}; or the path of a .toml or .tir file")]
        )
    return next(file for file in _files() if file.stem == name)


def library_name_of_file(file: str) -> str:
    """Returns the name in the library of a file of it; any other file as it was named."""
    path = Path(file)
    return path.stem if FOLDER in path.parents else file


def is_library_name(text: str) -> bool:
    """Tells whether a word is a model of the library: a plain one is, unless a file is called so."""
    plain = text.replace("_", "").replace("-", "").isalnum() and len(text) <= LONGEST_NAME
    return plain and (text in library_models() or not Path(text).exists())
