"""Bodies of finite elements that ship with the package, by name."""

from __future__ import annotations

from pathlib import Path

ABOUT = {"body_shell": "The shell of a small car as beams, for jounce reduce and elastic_bodies"}
FOLDER = Path(__file__).parents[1] / "bodies"


def shipped_bodies() -> dict[str, Path]:
    """Returns the file of each body by its name."""
    return {file.stem: file for file in sorted(FOLDER.glob("*.npz"))}


def place_of_body(name: str | Path) -> Path:
    """Returns the file that a name means: one that ships with the package, unless there is a file of this name."""
    place = Path(name)
    return place if place.exists() else shipped_bodies().get(str(name), place)
