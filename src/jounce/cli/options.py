"""Options that several commands share, and what they say about them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from jounce.errors import ModelError, Problem

VALUES_HELP = "Change a number. Write it with its unit, and in the axes of the model file."


def read_option_pairs(ctx: click.Context, option: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
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


def read_seconds_option(ctx: click.Context, option: click.Parameter, text: str) -> float:
    """A time with or without its unit."""
    from jounce.units import UnitError, to_si

    try:
        return to_si(text, "s")
    except UnitError as error:
        raise click.BadParameter(str(error)) from None


def read_seconds_or_auto_option(ctx: click.Context, option: click.Parameter, text: str | None) -> float | str | None:
    return text if text in (None, "auto") else read_seconds_option(ctx, option, text)


def axle_option_notes(vehicle: Any, axle: str | None) -> list[str]:
    """Which axle was taken where none was named."""
    names = list(vehicle.axles)
    if axle is not None or len(names) == 1:
        return []
    return [f"axle '{names[0]}', the first; --axle takes another: {', '.join(names[1:])}"]


def option_at_depth(subject: Any, depth: str | None) -> Any:
    """A vehicle at the depth that an option asks for; only vehicles have depths."""
    if depth is None:
        return subject
    if not hasattr(subject, "at_depth"):
        raise ModelError(subject.name, [Problem("--depth", "only a vehicle has depths", "leave it out")])
    return subject.at_depth(depth)


def set_option_notes(subject: Any, values: Mapping[str, str]) -> list[str]:
    """How values that were set were read, where the file has axes or units of its own; and which are structure."""
    style = subject.style.describe() if values and hasattr(subject, "style") else ""
    counts = [path for path in values if path in (subject.counts() if hasattr(subject, "counts") else ())]
    lines = [f"values were set as the file writes them: {style}"] if style else []
    return [*lines, *(f"{path} is structure: changing it rebuilds the equations" for path in counts)]


def read_use_option(ctx: click.Context, option: click.Parameter, files: tuple[str, ...]) -> None:
    """Run the files of the user's own parts before anything else is looked at."""
    from jounce.own_parts import use

    for file in files:
        use(file)


# kinds of options
pairs = functools.partial(click.option, multiple=True, callback=read_option_pairs)
seconds = functools.partial(click.option, show_default=True, callback=read_seconds_option)
seconds_or_auto = functools.partial(click.option, show_default=True, callback=read_seconds_or_auto_option)
path = functools.partial(click.option, type=click.Path(path_type=Path))
# options
use_own_parts = click.option(
    "--use",
    multiple=True,
    is_eager=True,
    expose_value=False,
    callback=read_use_option,
    metavar="PARTS.PY",
    help="Run a Python file of your own parts, so that files may name them. May be repeated.",
)
choose_depth = click.option(
    "--depth",
    metavar="WORD",
    help="Drive a simpler car, derived from the file: structural, tabulated, functional, functional-carcass, roll or "
    "single-track.",
)
choose_units = click.option(
    "--units",
    type=click.Choice(["engineering", "SI"], case_sensitive=False),
    default="engineering",
    show_default=True,
    help="Units of what is printed and drawn: deg, mm, km/h, bar and others, or SI. Data files are in SI.",
)
change_values = pairs("--set", "values", metavar="PATH=VALUE", help=VALUES_HELP)
map_channels = pairs("--map", "names", metavar="OURS=THEIRS", help="Compare channels of different names.")
