"""jounce run"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, answering
from jounce.cli.completing import models, studies
from jounce.cli.options import VALUES_HELP, made, pairs, require_apart, require_writable, told_values
from jounce.cli.result_json import run_json
from jounce.cli.say import complain
from jounce.cli.study import kept_at_once, own_settings, run_study
from jounce.cli.waiting import Progress, compiling
from jounce.errors import INTERRUPTED, ModelError, NumericalError, Problem

if TYPE_CHECKING:
    from jounce.parts.roads import Road
    from jounce.results import Result


def _seconds(ctx: click.Context, option: click.Parameter, text: str) -> float:
    from jounce.units import UnitError, to_si

    try:
        return to_si(text, "s")
    except UnitError as error:
        raise click.BadParameter(str(error)) from None


def _seconds_or_auto(ctx: click.Context, option: click.Parameter, text: str) -> float | str:
    return text if text == "auto" else _seconds(ctx, option, text)


NEGATIVE = re.compile(r"-\.?[0-9]")


class OptionsOfStudies(click.Command):
    """A command whose unknown options are settings of a study."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """`--speed "-30 km/h"` as `--speed=-30 km/h`: else a negative value reads as a row of short options."""
        joined: list[str] = []
        for word in args:
            before = joined[-1] if joined else ""
            if NEGATIVE.match(word) and before.startswith("--") and "=" not in before:
                joined[-1] = f"{before}={word}"
            else:
                joined.append(word)
        return super().parse_args(ctx, joined)


@click.command(
    "run",
    cls=OptionsOfStudies,
    short_help="Simulate a model, or run a study of a vehicle or tyre.",
    context_settings={"ignore_unknown_options": True},
)
@click.argument("file", shell_complete=models)
@click.argument("study", required=False, shell_complete=studies)
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[SETTINGS OF THE STUDY]...")
@click.option("--duration", default="5 s", show_default=True, callback=_seconds, help="Simulated time.")
@click.option("--start", multiple=True, metavar="JOINT.COORDINATE=VALUE", callback=pairs, help="Start position.")
@click.option("--start-rate", multiple=True, metavar="JOINT.COORDINATE=VALUE", callback=pairs, help="Start speed.")
@click.option("--set", "values", multiple=True, metavar="PATH=VALUE", callback=pairs, help=VALUES_HELP)
@click.option("--input", "inputs", multiple=True, metavar="NAME=VALUE", callback=pairs, help="Hold an input.")
@click.option("--road", metavar="FILE|NAME", shell_complete=models, help="Under the tyres of a car; flat without it.")
@click.option("--integrator", default="rk4", show_default=True, help="rk4 or dormand-prince.")
@click.option(
    "--step", default="1 ms", show_default=True, callback=_seconds_or_auto, help="Fixed step of rk4, or auto."
)
@click.option("--rtol", default=1e-6, show_default=True, help="Relative tolerance of dormand-prince.")
@click.option("--output-step", default="10 ms", show_default=True, callback=_seconds, help="Time between rows.")
@click.option("--out", type=click.Path(path_type=Path), default=".", help="Folder for the results.")
@click.option("--format", type=click.Choice(["h5", "csv"]), default="h5", show_default=True, help="Of the result.")
@click.option("--channels", default="all", show_default=True, metavar="NAMES", help="To keep; * for any letters.")
@click.option("--plots", is_flag=True, help="Also draw plots, as PNG and of a study as SVG.")
@answering
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    study: str | None,
    more: tuple[str, ...],
    values: dict[str, str],
    start: dict[str, str],
    start_rate: dict[str, str],
    inputs: dict[str, str],
    road: str | None,
    out: Path,
    format: str,
    channels: str,
    plots: bool,
    answer: Answer,
    **settings: Any,
) -> None:
    """Simulate FILE, or put it through STUDY; save the channels, and plots where they are asked for.

    A study has settings of its own (--NAME VALUE; `jounce info STUDY` lists them). --duration, --start, --start-rate,
    --input, --integrator, --step, --rtol, --output-step and --format are for a simulation. Values are SI numbers or
    quantities with a unit; --set, --start and the like may be given several times. --set reads values as
    if they stood in the model's file: in the file's axes, bare numbers in the units of its header.

    \b
    Examples:
      jounce run pendulum --duration "2 s"
      jounce run pendulum --duration "2 s" --format csv
      jounce run pendulum --start "hinge.angle=30 deg" --set "bodies.bob.mass=2 kg"
      jounce run quarter_car --output-step "1 ms" --out results --format csv
      jounce run tyre_205_55_r16 tyre-rig --loads "2 kN, 4 kN, 6 kN" --out results
      jounce run small_car step-steer --speed "60 km/h" --out results
      jounce run small_car drive-road --road three_planks --speed "40 km/h" --out results
      jounce run small_car three-bumps --set "body.mass=800 kg" --channels "vehicle.*, *.tyre.Fz" --json
    """
    import jounce
    from jounce.results.choice import choose_names

    if study is not None and not study.startswith("-"):
        run_study(file, study, values, own_settings(more) | _given(ctx), out, channels, plots, answer)
        return
    if study is not None:
        raise click.UsageError(f"No such option: {study}")
    require_writable(out, *_files(out, file, format))
    require_apart(_files(out, file, format), file, road)
    loaded = jounce.load(file)
    if isinstance(loaded, jounce.TirFile):
        what, hint = "a tyre alone does not move", f"put it on a rig: jounce run {file} tyre-rig"
        raise ModelError(file, [Problem("study", what, hint)])
    if isinstance(loaded, jounce.Road):
        raise ModelError(
            file, [Problem("kind", "a road moves nothing", "run a mechanism; a road lies under a vehicle")]
        )
    model = loaded.with_values(values) if values else loaded
    with compiling(answer.quiet):
        about = {"inputs": inputs, "road": _road(road), "integrator": settings["integrator"]}
        ready = jounce.prepare(model, start=start, start_rates=start_rate, **about)
    choose_names(ready.layout.channels, channels)  # a slip of the pen is told before the run, not after it
    failure: NumericalError | jounce.Interrupted | None = None
    with Progress(settings["duration"], answer.quiet) as progress:
        try:
            result = jounce.simulate(ready, inputs=inputs, on_progress=progress, **settings)
        except (NumericalError, jounce.Interrupted) as stop:
            failure, result = stop, stop.partial  # type: ignore[assignment]
    data, picture = _files(out, file, format)
    if isinstance(failure, jounce.Interrupted):
        files = [kept_at_once(result, data, channels)]
    else:
        files = _save(result, data, picture if plots else None, channels)
    for line in told_values(model, values):
        answer.say(line)
    answer.say("\n".join([_line(result, files), *result.metadata.get("notes", [])]))  # type: ignore[misc]
    answer.give(run_json(result, files))
    if isinstance(failure, NumericalError):
        raise failure
    if failure is not None:
        complain("interrupted; what was computed is kept")
        raise click.exceptions.Exit(INTERRUPTED)


def _road(named: str | None) -> Road | None:
    from jounce.studies.ride.drive_road import required_road

    return None if named is None else required_road("--road", named)


def _given(ctx: click.Context) -> dict[str, Any]:
    """Options of a simulation that were written out: settings of the study, if it has them."""
    names = ("duration", "road", "integrator", "step", "rtol", "output_step")
    written = click.core.ParameterSource.COMMANDLINE
    return {name: ctx.params[name] for name in names if ctx.get_parameter_source(name) is written}


def _files(folder: Path, model: str, format: str) -> tuple[Path, Path]:
    """Data and picture."""
    name = Path(model).stem
    return folder / f"{name}.{format}", folder / f"{name}.png"


def _save(result: Result, data: Path, picture: Path | None, channels: str) -> list[Path]:
    from jounce.results.choice import keep_channels

    kept = keep_channels(result, channels)
    made(data.parent)
    (kept.save if data.suffix == ".h5" else kept.to_csv)(data)
    if picture is None or result.time.size < 2:
        return [data]
    result.plot(path=picture)
    return [data, picture]


def _line(result: Result, files: list[Path]) -> str:
    about = result.metadata
    return (
        f"{about['model']}: {result.duration:g} s in {result.wall_time:.2f} s "
        f"({result.duration / result.wall_time:.0f} times real time), gap {about['constraint_gap']:.1e} m, "
        f"energy balance {about['energy_balance']:.1e} J, saved {' and '.join(map(str, files))}"
    )
