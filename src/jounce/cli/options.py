"""Options that several commands share."""

from __future__ import annotations

import os
from pathlib import Path

import click

from jounce.errors import SetupError


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


def require_writable(folder: Path) -> None:
    """Find out before the run, not after it, and without making anything."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise SetupError(f"results cannot be written to {folder}: {there} is not a folder that can be written")


def made(folder: Path) -> Path:
    """The folder, with those above it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SetupError(f"{folder} cannot be made: {fault.strerror}") from fault
    return folder
