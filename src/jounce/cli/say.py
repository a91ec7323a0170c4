"""Print what may hold names out of files: as text, without markup, without control characters."""

from __future__ import annotations

import click


def say(text: str) -> None:
    click.echo(_harmless(text))


def complain(text: str) -> None:
    click.echo(_harmless(text), err=True)


def _harmless(text: str) -> str:
    """A name cannot move the cursor, change colours or ring the bell."""
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in text)
