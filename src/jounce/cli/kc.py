"""jounce kc"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from jounce.cli.answer import Answer, answering
from jounce.cli.completing import models
from jounce.cli.options import (
    VALUES_HELP,
    made,
    pairs,
    require_apart,
    require_writable,
    told_axles,
    told_values,
    would_be_written,
)
from jounce.cli.result_json import sensitivity_json, study_json
from jounce.cli.say import complain
from jounce.cli.waiting import Progress, compiling

if TYPE_CHECKING:
    from jounce.results import Result


@click.command("kc", short_help="Kinematics of an axle over wheel travel or rack.")
@click.argument("car", shell_complete=models)
@click.option("--axle", help="Name of the axle; the first if none is given.")
@click.option("--mode", default="parallel", show_default=True, help="parallel, opposite, single or rack.")
@click.option("--travel", nargs=2, default=("-80 mm", "80 mm"), show_default=True, help="Lowest and highest.")
@click.option("--points", default=141, show_default=True, help="Positions over the travel.")
@click.option("--set", "values", multiple=True, metavar="PATH=VALUE", callback=pairs, help=VALUES_HELP)
@click.option("--figure", "figures", multiple=True, metavar="NAME=VALUE", callback=pairs, help="Of the car.")
@click.option("--definitions", is_flag=True, help="Say what each row means.")
@click.option("--sensitivity", is_flag=True, help="Also say which hardpoints move each output most.")
@click.option("--out", type=click.Path(path_type=Path), default=".", help="Folder for the results.")
@click.option("--plots", is_flag=True, help="Also draw the curves, as PNG and SVG.")
@answering
def command(
    car: str,
    axle: str | None,
    mode: str,
    travel: tuple[str, str],
    points: int,
    values: dict[str, str],
    figures: dict[str, str],
    definitions: bool,
    sensitivity: bool,
    out: Path,
    plots: bool,
    answer: Answer,
) -> None:
    """Move the wheels of an axle of CAR through their travel: alignment, curves, CSV and HDF5.

    A figure of the car is wheelbase, centre_height, front_brake_share, front_drive_share, tyre_stiffness,
    sprung_mass, rack_ratio or rim_diameter; what CAR says itself need not be given.

    \b
    Examples:
      jounce kc double_wishbone --axle front
      jounce kc double_wishbone --mode rack --travel "-60 mm" "60 mm"
      jounce kc double_wishbone --figure "front_brake_share=60 %" --out results
      jounce kc double_wishbone --sensitivity
    """
    import jounce
    from jounce.cli.tables import strongest_points, wheel_travel
    from jounce.studies import WheelTravel

    require_writable(out)
    require_apart(would_be_written(out, Path(car).stem, mode), car)
    vehicle = jounce.load(car).with_values(values) if values else jounce.load(car)
    settings = {"axle": axle, "mode": mode, "travel": travel, "points": points, "figures": figures}
    study = WheelTravel(**settings)
    with Progress(quiet=answer.quiet, doing=study.doing) as progress:
        result = jounce.run(vehicle, study, on_progress=progress)
    about = result.metadata
    for line in (*told_values(vehicle, values), *told_axles(vehicle, axle)):
        answer.say(line)
    answer.say(f"{about['model']}, design position; steering axis {about['steering_axis']}")
    answer.say(f"\n{wheel_travel(result)}")
    if definitions:
        answer.say(_definitions(result))
    slopes = {}
    if sensitivity:
        with compiling(answer.quiet):
            found = jounce.sensitivity(vehicle, **settings)
        answer.say(f"\n{strongest_points(found)}")
        slopes = sensitivity_json(found)
    name = f"{Path(car).stem}_{about['settings']['axle']}_{mode}"
    files = [made(out) / f"{name}{ending}" for ending in (".h5", ".csv")]
    result.save(files[0])
    result.to_csv(files[1])
    if plots:
        from jounce.views.plots.plotter import picture

        drawn = [out / f"{name}{ending}" for ending in (".png", ".svg")]
        picture(result, paths=drawn)
        files += drawn
    for note in about.get("notes", []):  # type: ignore[attr-defined]
        answer.say(f"\nnote: {note}")
    if about["status"] != "finished":
        complain(f"ended early: {about['status']}; what was reached is kept")
    answer.say(f"\n{result.time.size} positions in {result.wall_time:.2f} s, saved {', '.join(map(str, files))}")
    answer.give(study_json(result, files) | slopes)


def _definitions(result: Result) -> str:
    """One line for each output, whatever the side."""
    meanings = {name.rpartition(".")[2]: metric.definition for name, metric in result.metrics.items()}
    return "\n".join(["", *(f"  {name.replace('_', ' ')}: {meaning}" for name, meaning in meanings.items())])
