"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import click

from jounce.errors import ModelError, Problem, SetupError

VALUES_HELP = "Change a number, as the model's file writes it: in its axes, bare numbers in its units."
WRITTEN = (".h5", ".csv", ".png", ".svg", ".json", ".tir")  # endings of what studies leave


def pairs(ctx: click.Context, option: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """`name=value` options as a dictionary; each name once."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise click.BadParameter(f"'{text}' is not of the form {option.make_metavar(ctx)}")
        if name in found:
            raise click.BadParameter(f"'{name}' is given twice")
        found[name] = value
    return found


def seconds_or_auto(ctx: click.Context, option: click.Parameter, text: str) -> float | str:
    """A shift in time."""
    if text == "auto":
        return text
    from jounce.units import UnitError, to_si

    try:
        return to_si(text, "s")
    except UnitError as error:
        raise click.BadParameter(str(error)) from None


def told_axles(vehicle: Any, axle: str | None) -> list[str]:
    """A line on what the user may not know: which axle was taken where none was named."""
    names = list(vehicle.axles)
    if axle is not None or len(names) == 1:
        return []
    return [f"axle '{names[0]}', the first; --axle takes another: {', '.join(names[1:])}"]


def told_values(subject: Any, values: Mapping[str, str]) -> list[str]:
    """Lines on how values were read that were set, where the file has axes or units of its own, and on structure."""
    told = subject.style.describe() if values and hasattr(subject, "style") else ""
    counts = [path for path in values if path in (subject.counts() if hasattr(subject, "counts") else ())]
    lines = [f"values were set as the file writes them: {told}"] if told else []
    return [*lines, *(f"{path} is structure: its equations are compiled once" for path in counts)]


def require_writable(folder: Path, *files: Path) -> None:
    """Find out before the run, not after it, and without leaving anything: a file is begun and given up."""
    try:
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        if not there.is_dir() or not os.access(there, os.W_OK):
            raise SetupError(f"results cannot be written to {folder}: {there} is not a folder that can be written")
        with TemporaryFile(dir=there):  # a file system may refuse what its permissions allow
            pass
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise SetupError(f"results cannot be written to {str(folder)[:200]!r}: {reason}") from None
    for file in files:
        if file.exists() and not file.is_file():
            raise SetupError(f"{file} cannot be written: it is there and is not a file")


def require_apart(outputs: Iterable[Path], *inputs: object) -> None:
    """What is read must not be written over, by whatever path or link it is named; words that are no file pass."""
    read = [(word, place) for word in inputs if word is not None and (place := _file_at(word))]
    wrong = [
        Problem("--out", f"{output} would be written over {word}, which is read", "another name or folder")
        for output in outputs
        for word, place in read
        if _file_at(output) == place
    ]
    if wrong:
        raise ModelError("--out", wrong)


def would_be_written(folder: Path, stem: str, kind: str) -> list[Path]:
    """Files that are there and that a study replaces: `STEM_AXLE_KIND.ending`, before the axle is known."""
    there = folder.iterdir() if folder.is_dir() else ()
    return [p for p in there if p.name.startswith(f"{stem}_") and f"_{kind}." in p.name and p.suffix in WRITTEN]


def _file_at(word: object) -> tuple[int, int] | None:
    """Device and number of the file, the same through links; none for a word that is no file."""
    try:
        found = os.stat(str(word))
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def made(folder: Path) -> Path:
    """The folder, with those above it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SetupError(f"{folder} cannot be made: {fault.strerror}") from fault
    return folder
