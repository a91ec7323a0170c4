"""The command `jounce kc`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, Progress, answer_of_command, answer_with_complaint, bar_while_compiling
from jounce.cli.command_results import (
    command_json_of_sensitivity,
    command_json_of_study,
    files_that_command_replaces,
    list_command_files,
    require_command_can_write,
    require_command_writes_apart,
    save_command_run,
)
from jounce.cli.commands.completion import complete_models
from jounce.cli.options import (
    CommandFiles,
    axle_option_notes,
    change_values,
    choose_files,
    pairs,
    set_option_notes,
    use_own_parts,
)

if TYPE_CHECKING:
    from jounce.results import Result


@click.command("kc", short_help="Measure the kinematics of an axle over wheel travel or rack travel.")
@click.argument("car", shell_complete=complete_models)
@click.option("--axle", help="Name of the axle; the default is the first one.")
@click.option("--mode", default="parallel", show_default=True, help="parallel, opposite, single or rack.")
@click.option(
    "--travel",
    nargs=2,
    default=("-80 mm", "80 mm"),
    show_default=True,
    help="Lowest and highest position of the wheels or the rack.",
)
@click.option("--points", default=141, show_default=True, help="Number of positions over the travel.")
@change_values
@pairs("--figure", "figures", metavar="NAME=VALUE", help="A number of the whole car; see above.")
@click.option("--definitions", is_flag=True, help="Also print the definition of each row.")
@click.option("--sensitivity", is_flag=True, help="Also print which hardpoints move each output most.")
@choose_files
@use_own_parts
@answer_of_command
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
    writes: CommandFiles,
    answer: Answer,
) -> None:
    """Move the wheels of an axle of CAR through their travel, print the alignment, and save the curves.

    This is short for `jounce run CAR wheel-travel`. Use --figure for numbers of
    the whole car that the file of CAR does not give: wheelbase, centre_height, front_brake_share, front_drive_share,
    tyre_stiffness, sprung_mass, rack_ratio or rim_diameter.

    \b
    Examples:
      jounce kc double_wishbone --axle front
      jounce kc double_wishbone --mode rack --travel "-60 mm" "60 mm"
      jounce kc double_wishbone --figure "front_brake_share=60 %" --out results
      jounce kc double_wishbone --sensitivity
    """
    import jounce
    from jounce.cli.printed_tables import printed_strongest_points, printed_wheel_travel
    from jounce.model import load
    from jounce.studies import WheelTravel

    require_command_can_write(writes.folder)
    require_command_writes_apart(files_that_command_replaces(writes, Path(car).stem, mode), car)
    vehicle = load(car).with_values(values) if values else load(car)
    settings: dict[str, Any] = {"axle": axle, "mode": mode, "travel": travel, "points": points, "figures": figures}
    study = WheelTravel(**settings)
    with Progress(quiet=answer.quiet, doing=study.doing) as progress:
        result = jounce.run(vehicle, study, progress=progress)
    about = result.metadata
    for line in (*set_option_notes(vehicle, values), *axle_option_notes(vehicle, axle)):
        answer.say(line)
    answer.say(f"{about['model']}, design position; steering axis {about['steering_axis']}")
    answer.say(f"\n{printed_wheel_travel(result.in_units(writes.units))}")
    if definitions:
        answer.say(_definitions(result))
    slopes = {}
    if sensitivity:
        with bar_while_compiling(answer.quiet):
            found = jounce.sensitivity(vehicle, study)
        answer.say(f"\n{printed_strongest_points(found, writes.units)}")
        slopes = command_json_of_sensitivity(found)
    stem = f"{Path(car).stem}_{about['settings']['axle']}_{mode}"  # type: ignore[index]
    files = save_command_run(result, vehicle, stem, writes, "all", stopped=False, answer=answer)
    for note in about.get("notes", []):  # type: ignore[attr-defined]
        answer.say(f"\nnote: {note}")
    if about["status"] != "finished":
        answer_with_complaint(f"ended early: {about['status']}; what was reached is kept")
    answer.say(list_command_files(f"{result.time.size} positions in {result.wall_time:.2f} s, saved", files))
    answer.give(command_json_of_study(result, files) | slopes)


def _definitions(result: Result) -> str:
    """One line for each output, whatever the side."""
    meanings = {name.rpartition(".")[2]: metric.definition for name, metric in result.metrics.items()}
    return "\n".join(["", *(f"  {name.replace('_', ' ')}: {meaning}" for name, meaning in meanings.items())])
