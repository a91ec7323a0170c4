"""Options that several commands share, and what they say about them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
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

    if text.strip()[:1] in ("-", "\N{MINUS SIGN}"):
        raise click.BadParameter(f"{text} is negative; write a time as in '10 ms'")
    try:
        return to_si(text, "s")
    except UnitError as error:
        raise click.BadParameter(str(error)) from None


def read_seconds_or_auto_option(ctx: click.Context, option: click.Parameter, text: str | None) -> float | str | None:
    return text if text in (None, "auto") else read_seconds_option(ctx, option, text)


def axle_option_notes(vehicle: Any, axle: str | None) -> list[str]:
    """Which axle was taken where none was named."""
    names = list(vehicle.all_axles())
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
    """How values that were set were read, where the file has axes of its own, or says the unit of bare numbers; and
    which are structure."""
    style = getattr(subject, "style", None)
    counts = [path for path in values if path in (subject.counts() if hasattr(subject, "counts") else ())]
    lines = []
    if values and style is not None:
        lines = style.notes_on_axes() + [
            note for path, text in values.items() for note in style.notes_on_bare_number(path, text, subject)
        ]
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
choose_units = click.option(
    "--units",
    type=click.Choice(["engineering", "SI"], case_sensitive=False),
    default="engineering",
    show_default=True,
    help="Units of what is printed and drawn: deg, mm, km/h, bar and others, or SI. Data files are in SI.",
)
WRITTEN_BY_DEFAULT = ("h5", "metrics", "page")


def require_plain_name(ctx: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """A name is one of files, not a path."""
    if name is not None and (not name.strip() or name != Path(name).name or name.startswith(".")):
        raise click.BadParameter(f"'{name}' is not the name of a file; --out says the folder")
    return name


@dataclass(frozen=True)
class CommandFiles:
    """What a command writes: where, under which name if the user gave one, and in which units people read it."""

    folder: Path
    name: str | None
    kinds: tuple[str, ...]
    units: str


def choose_files(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command options that say which files it writes, and in their place `writes`."""

    @path("--out", default=".", help="Folder for the results.")
    @click.option(
        "--name",
        metavar="NAME",
        callback=require_plain_name,
        help="How the files are called. Default: after the model and the study.",
    )
    @click.option("--page/--no-page", default=True, show_default=True, help="Write the page for the browser.")
    @click.option("--csv", is_flag=True, help="Also write the channels as CSV.")
    @click.option("--plots", is_flag=True, help="Also draw plots as PNG; those of a study also as SVG.")
    @click.option("--report", is_flag=True, help="Also write the report.")
    @click.option("--echo", is_flag=True, help="Also write every value of the vehicle with its source, as CSV.")
    @choose_units
    @functools.wraps(command)
    def with_files(out: Path, name: str | None, page: bool, units: str, **others: Any) -> Any:
        asked = [kind for kind in ("csv", "plots", "report", "echo") if others.pop(kind)]
        usual = [kind for kind in WRITTEN_BY_DEFAULT if page or kind != "page"]
        return command(writes=CommandFiles(out, name, (*usual, *asked), units), **others)

    return with_files


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
change_values = pairs("--set", "values", metavar="PATH=VALUE", help=VALUES_HELP)
map_channels = pairs("--map", "names", metavar="OURS=THEIRS", help="Compare channels of different names.")
