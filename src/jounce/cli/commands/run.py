"""The command `jounce run`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, Progress, answer_of_command, bar_while_compiling
from jounce.cli.command_results import (
    command_json_of_run,
    command_result_or_failure,
    end_command_without_result,
    list_command_files,
    require_command_can_write,
    require_command_writes_apart,
    save_command_run,
)
from jounce.cli.commands.completion import complete_models, complete_studies
from jounce.cli.options import (
    CommandFiles,
    change_values,
    choose_depth,
    choose_files,
    option_at_depth,
    pairs,
    seconds,
    seconds_or_auto,
    set_option_notes,
    use_own_parts,
)
from jounce.cli.study import (
    StudyOptions,
    is_job_on_command_line,
    parse_study_options,
    refuse_options_of_designs,
    refuse_swapped_words,
    run_job_command,
    run_study_command,
)
from jounce.errors import ModelError, Problem

if TYPE_CHECKING:
    from jounce.parts.roads import Road
    from jounce.results import Result
    from jounce.simulation.prepare import Prepared


@click.command(
    "run",
    cls=StudyOptions,
    short_help="Simulate a model, or run a study of a vehicle or tyre.",
    context_settings={"ignore_unknown_options": True},
)
@click.argument("file", shell_complete=complete_models)
@click.argument("study", required=False, shell_complete=complete_studies)
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[SETTINGS OF THE STUDY]...")
@seconds("--duration", default="5 s", help="Simulated time.")
@pairs("--start", metavar="JOINT.COORDINATE=VALUE", help="Start position.")
@pairs("--start-rate", metavar="JOINT.COORDINATE=VALUE", help="Start speed.")
@change_values
@choose_depth
@pairs("--input", "inputs", metavar="NAME=VALUE", help="Hold an input at a value.")
@click.option(
    "--road",
    metavar="FILE|NAME",
    shell_complete=complete_models,
    help="Road under the tyres. Without it the road is flat.",
)
@click.option("--integrator", default="auto", show_default=True, help="auto, rk4, vehicle, dormand-prince and others.")
@seconds_or_auto("--step", help="Fixed time step; auto takes the largest stable one. Without it rk4 takes 1 ms.")
@click.option("--accuracy", default=1e-3, show_default=True, help="Error allowed with auto, vehicle and ros methods.")
@click.option("--rtol", default=1e-6, show_default=True, help="Relative tolerance of the other methods, but for rk4.")
@seconds("--output-step", default="10 ms", help="Time between rows of the result.")
@click.option(
    "--route", default="recursive", show_default=True, help="How the equations are written: lagrange and others."
)
@click.option(
    "--projection", default="project", show_default=True, help="How loops are kept closed: project, baumgarte or none."
)
@click.option(
    "--format", type=click.Choice(["h5", "csv"]), default="h5", show_default=True, help="Format of the result."
)
@click.option(
    "--channels", default="all", show_default=True, metavar="NAMES", help="Channels to save; * matches any letters."
)
@choose_files
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes for a job with a design. Default: one a core.")
@click.option("--scheduler", metavar="ADDRESS", help="Dask cluster for a job with a design; local starts one here.")
@use_own_parts
@answer_of_command
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    study: str | None,
    more: tuple[str, ...],
    values: dict[str, str],
    depth: str | None,
    writes: CommandFiles,
    channels: str,
    answer: Answer,
    **settings: Any,
) -> None:
    """Simulate FILE, or run a STUDY of it, and save the channels. If FILE is a job, it says itself what is run.

    \b
    A study has settings of its own. To list them:
      jounce run FILE STUDY --help

    Use --start, --start-rate, --input and --format only without a study. A number that has a unit is written with it:
    --speed "60 km/h". You may repeat --set, --start, --start-rate and --input.

    The run prints its verdict if it is doubtful: numbers that cannot be trusted, tyres or tables out of their range, a
    car that overturns, or what was asked for and not reached. If its energy balance is off by more than 10 %, the run
    stops with exit code 3 and saves what it has.

    \b
    Examples:
      jounce run pendulum --duration "2 s" --format csv
      jounce run pendulum --start "hinge.angle=30 deg" --set "bodies.bob.mass=2 kg"
      jounce run tyre_205_55_r16 tyre-rig --loads "2 kN, 4 kN, 6 kN" --out results
      jounce run small_car step-steer --speed "60 km/h" --out results
      jounce run small_car drive-road --road three_planks --speed "40 km/h" --out results
      jounce run small_car three-bumps --depth tabulated --set "body.mass=800 kg" --channels "*.tyre.Fz" --json
    """
    if is_job_on_command_line(file):
        return run_job_command(ctx, answer)
    refuse_options_of_designs(settings)
    if study is not None:
        refuse_swapped_words("run", file, study)
        settings = _study_settings(study, more) | _given(ctx)
        return run_study_command(file, study, values, settings, writes, channels, answer, depth)
    _simulate(file, values, depth, writes, channels, answer, **settings)


def _simulate(
    file: str,
    values: dict[str, str],
    depth: str | None,
    writes: CommandFiles,
    channels: str,
    answer: Answer,
    *,
    start: dict[str, str],
    start_rate: dict[str, str],
    inputs: dict[str, str],
    road: str | None,
    format: str,
    route: str,
    **settings: Any,
) -> None:
    """Run a model without a study."""
    import jounce
    from jounce.jobs.run_files import run_file_places

    kinds = tuple("csv" if kind == "h5" and format == "csv" else kind for kind in writes.kinds)
    writes, stem = replace(writes, kinds=kinds), Path(file).stem
    places = run_file_places(writes.folder / (writes.name or stem), kinds)
    require_command_can_write(writes.folder, *places)
    require_command_writes_apart(places, file, road)
    model = option_at_depth(_load_what_moves(file, values), depth)
    about = {"integrator": settings["integrator"], "route": route, "road": _road(road)}
    ready = _prepare(model, channels, answer, start=start, start_rates=start_rate, inputs=inputs, **about)
    with Progress(settings["duration"], answer.quiet) as progress:
        settings |= {"inputs": inputs, "progress": progress}
        result, failure = command_result_or_failure(lambda: jounce.simulate(ready, **settings))
    stopped = isinstance(failure, jounce.Interrupted)
    files = save_command_run(result, model, stem, writes, channels, stopped, answer)
    answer.say("\n".join([*set_option_notes(model, values), *_lines(result, files)]))
    answer.give(command_json_of_run(result, files))
    end_command_without_result(failure)


def _study_settings(study: str, more: tuple[str, ...]) -> dict[str, str]:
    """Settings behind the name of a study, which an unknown option of a simulation is not."""
    if study.startswith("-"):
        raise click.UsageError(f"No such option: {study}")
    return parse_study_options(more)


def _load_what_moves(file: str, values: dict[str, str]) -> Any:
    """A mechanism or a vehicle with some values changed; a tyre or a road alone is refused."""
    import jounce
    from jounce.model import load

    loaded = load(file)
    if isinstance(loaded, jounce.model.LoneTyre):
        what, hint = "a tyre alone does not move", f"put it on a rig: jounce run {file} tyre-rig"
        raise ModelError(file, [Problem("study", what, hint)])
    if isinstance(loaded, jounce.parts.roads.Road):
        what, hint = "a road moves nothing", "run a mechanism; a road lies under a vehicle"
        raise ModelError(file, [Problem("kind", what, hint)])
    return loaded.with_values(values) if values else loaded


def _prepare(model: Any, channels: str, answer: Answer, **about: Any) -> Prepared:
    """The model, ready to run. A wrong name among the channels is refused before the run, not after it."""
    import jounce
    from jounce.results.choice import choose_channel_names

    with bar_while_compiling(answer.quiet):
        ready = jounce.prepare(model, **about)
    choose_channel_names(ready.layout.channels, channels)
    return ready


def _road(named: str | None) -> Road | None:
    from jounce.studies.ride.drive_road import required_road

    return None if named is None else required_road("--road", named)


def _given(ctx: click.Context) -> dict[str, Any]:
    """Options of a simulation that were written out: settings of the study, if it has them."""
    names = ("duration", "road", "integrator", "step", "accuracy", "rtol", "output_step", "route", "projection")
    written = click.core.ParameterSource.COMMANDLINE
    return {name: ctx.params[name] for name in names if ctx.get_parameter_source(name) is written}


def _lines(result: Result, files: list[Path]) -> list[str]:
    about: Any = result.metadata
    first = (
        f"{about['model']}: {result.duration:g} s in {result.wall_time:.2f} s "
        f"({result.duration / result.wall_time:.0f} times real time), gap {about['constraint_gap']:.1e} m, "
        f"energy balance {about['energy_balance']:.1e} J"
    )
    doubts = result.verdict.in_short()
    return [
        first,
        *([f"verdict: {doubts}"] if doubts else []),
        *about.get("notes", []),
        list_command_files("saved", files),
    ]
