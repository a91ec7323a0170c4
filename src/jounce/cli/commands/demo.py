"""The command `jounce demo`."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, Progress, answer_of_command
from jounce.cli.command_results import make_command_folder, require_command_can_write
from jounce.cli.options import choose_units, path

if TYPE_CHECKING:
    from jounce.results import Result

CAR, STUDY, SPEED = "small_car", "three-bumps", "40 km/h"
G = 9.80665  # m/s^2, standard gravity
STORY = (
    "A small car, with every link of its suspension, steering and drive, meets three bumps 30 mm high and 1 m apart\n"
    f"with its left wheels, at {SPEED}."
)


@click.command("demo", short_help="Drive a car over bumps, and write its page, report and plot.")
@path("--out", default="jounce_demo", show_default=True, help="Folder for the results.")
@choose_units
@answer_of_command
def command(out: Path, units: str, answer: Answer) -> None:
    """Drive a small car from the library over three bumps, and write a page, a report and a plot into a folder.

    The first run takes the longest, because it compiles the equations to machine code.

    \b
    Example:
      jounce demo
    """
    import jounce
    from jounce.model import load

    require_command_can_write(out)
    began = perf_counter()
    answer.say(STORY)
    with Progress(quiet=answer.quiet) as progress:
        run = jounce.run(load(CAR), "three-bumps", speed=SPEED, progress=progress)
    answer.say(f"Computed in {perf_counter() - began:.1f} s. Writing what there is to see ...")
    files = _written(run, make_command_folder(out), units)
    figures = _figures(run, units)
    answer.say("")
    for name, value, unit in figures:
        answer.say(f"  {name:32} {value:6.3g} {unit}")
    answer.say(f"\nreport   {files['report'].resolve()}\ncurves   {files['picture'].resolve()}")
    answer.say(f"page     {files['page'].resolve()}\n\nOpen the page in a browser; space plays, ? lists the keys.")
    rows: list[dict[str, Any]] = [{"name": name, "value": value, "unit": unit} for name, value, unit in figures]
    answer.give({kind: path.resolve() for kind, path in files.items()} | {"figures": rows})


def _written(run: Result, folder: Path, units: str) -> dict[str, Path]:
    """Page, report, picture and the result itself."""
    shown = run.in_units(units)
    name = folder / f"{CAR}_{STUDY.replace('-', '_')}"
    picture = name.with_suffix(".png")
    shown.plot(path=picture)
    return {
        "page": shown.view(name.with_suffix(".html")),
        "report": shown.report(folder / f"{name.name}_report.html"),
        "picture": picture,
        "result": run.save(name.with_suffix(".h5")),
    }


def _figures(run: Result, units: str) -> list[tuple[str, float, str]]:
    """Tells what an engineer would ask first."""
    from jounce.results.shown_units import SI

    (gravity, acceleration), (second, time) = ((1.0, "m/s²"), (1.0, "s")) if units == SI else ((G, "g"), (1e-3, "ms"))
    metric = {name: run.metrics[name].value for name in ("hub_largest", "mount_largest", "lifted_time")}
    return [
        ("hub, largest acceleration", metric["hub_largest"] / gravity, acceleration),
        ("car body, largest acceleration", metric["mount_largest"] / gravity, acceleration),
        ("front left wheel off the road", metric["lifted_time"] / second, time),
    ]
