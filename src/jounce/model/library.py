"""The models that ship with the package, by name."""

from __future__ import annotations

from pathlib import Path

from jounce.errors import ModelError, Problem, did_you_mean

FOLDER = Path(__file__).parent / "library"


def library_models() -> dict[str, str]:
    """Every model by name, and what it is: the first comment of its file."""
    files = sorted(FOLDER.glob("*.toml"))
    return {file.stem: file.read_text("utf-8").split("\n", 1)[0].removeprefix("# ") for file in files}


def library_path(name: str) -> Path:
    """The file of a model that ships with the package."""
    known = library_models()
    if name not in known:
        what = f"there is no model of this name in the library, and no such file.{did_you_mean(name, known)}"
        raise ModelError(name, [Problem("file", what, f"library: {', '.join(known)}; or the path of a .toml file")])
    return FOLDER / f"{name}.toml"


def is_library_name(text: str) -> bool:
    """A plain word stands for a library model, unless only a file is called so."""
    plain = text.replace("_", "").replace("-", "").isalnum()
    return plain and (text in library_models() or not Path(text).exists())
