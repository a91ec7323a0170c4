"""jounce run"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.options import made, pairs, require_writable
from jounce.cli.say import complain, say
from jounce.cli.study import own_settings, run_study
from jounce.cli.waiting import Progress, compiling
from jounce.errors import INTERRUPTED, ModelError, NumericalError, Problem
from jounce.units import UnitError, to_si

if TYPE_CHECKING:
    from jounce.results import Result

MOST_CURVES = 4  # of a kind in the picture; more cannot be told apart


def _seconds(ctx: click.Context, option: click.Parameter, text: str) -> float:
    try:
        return to_si(text, "s")
    except UnitError as error:
        raise click.BadParameter(str(error)) from None


@click.command("run", context_settings={"ignore_unknown_options": True})
@click.argument("file")
@click.argument("study", required=False)
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[SETTINGS OF THE STUDY]...")
@click.option("--duration", default="5 s", show_default=True, callback=_seconds, help="Simulated time.")
@click.option("--start", multiple=True, metavar="JOINT.COORDINATE=VALUE", callback=pairs, help="Start position.")
@click.option("--start-rate", multiple=True, metavar="JOINT.COORDINATE=VALUE", callback=pairs, help="Start speed.")
@click.option("--set", "values", multiple=True, metavar="PATH=VALUE", callback=pairs, help="Change a number.")
@click.option("--input", "inputs", multiple=True, metavar="NAME=VALUE", callback=pairs, help="Hold an input.")
@click.option("--integrator", default="rk4", show_default=True, help="rk4 or dormand-prince.")
@click.option("--step", default="1 ms", show_default=True, callback=_seconds, help="Fixed step of rk4.")
@click.option("--rtol", default=1e-6, show_default=True, help="Relative tolerance of dormand-prince.")
@click.option("--output-step", default="10 ms", show_default=True, callback=_seconds, help="Time between rows.")
@click.option("--out", type=click.Path(path_type=Path), default=".", help="Folder for the results.")
@click.option("--format", type=click.Choice(["h5", "csv"]), default="h5", show_default=True, help="Of the result.")
@click.option("--quiet", is_flag=True, help="Print nothing but problems.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of the line.")
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
    out: Path,
    format: str,
    quiet: bool,
    as_json: bool,
    **settings: Any,
) -> None:
    """Simulate FILE, or put it through STUDY; save the channels and a picture.

    A study has settings of its own (--NAME VALUE), the other options but --set and --out are those of a simulation.
    Values are SI numbers or quantities with a unit; --start and the like may be given several times.

    \b
    Examples:
      jounce run pendulum --duration "2 s"
      jounce run pendulum --start "hinge.angle=30 deg" --set "bodies.bob.mass=2 kg"
      jounce run quarter_car --output-step "1 ms" --out results --format csv
      jounce run tyre_205_55_r16 tyre-rig --loads "2 kN, 4 kN, 6 kN" --out results
      jounce run small_car step-steer --speed "60 km/h" --out results
    """
    import jounce
    from jounce.simulation.integrators.driver import METHODS, machine_code

    if study is not None and not study.startswith("-"):
        run_study(file, study, values, own_settings(more) | _given(ctx), out)
        return
    if study is not None:
        raise click.UsageError(f"No such option: {study}")
    loaded = jounce.load(file)
    if isinstance(loaded, jounce.TirFile):
        what, hint = "a tyre alone does not move", f"put it on a rig: jounce run {file} tyre-rig"
        raise ModelError(file, [Problem("study", what, hint)])
    if isinstance(loaded, jounce.Road):
        raise ModelError(
            file, [Problem("kind", "a road moves nothing", "run a mechanism; a road lies under a vehicle")]
        )
    model = loaded.with_values(values)
    with compiling():
        ready = jounce.prepare(model, start=start, start_rates=start_rate, inputs=inputs)
        if settings["integrator"] in METHODS:  # here, so that the time of the run is the time of the run
            machine_code(settings["integrator"])
    require_writable(out)
    failure: NumericalError | jounce.Interrupted | None = None
    with Progress(settings["duration"]) as progress:
        try:
            result = jounce.simulate(ready, inputs=inputs, on_progress=progress, **settings)
        except (NumericalError, jounce.Interrupted) as stop:
            failure, result = stop, stop.partial  # type: ignore[assignment]
    files = _save(result, out, Path(file).stem, format)
    if not quiet:
        say(_as_json(result, files) if as_json else _line(result, files))
    if isinstance(failure, NumericalError):
        raise failure
    if failure is not None:
        complain("interrupted; what was computed is kept")
        raise click.exceptions.Exit(INTERRUPTED)


def _given(ctx: click.Context) -> dict[str, Any]:
    """Options of a simulation that were written out: settings of the study, if it has them."""
    names = ("duration", "integrator", "step", "rtol", "output_step")
    written = click.core.ParameterSource.COMMANDLINE
    return {name: ctx.params[name] for name in names if ctx.get_parameter_source(name) is written}


def _save(result: Result, folder: Path, name: str, format: str) -> list[Path]:
    made(folder)
    data, picture = folder / f"{name}.{format}", folder / f"{name}.png"
    (result.save if format == "h5" else result.to_csv)(data)
    result.plot(*_telling(result), path=picture)
    return [data, picture]


def _telling(result: Result) -> list[str]:
    """Some sensors, coordinates and forces: what tells at a glance whether a run is right."""
    sensors = [c.name for c in result.channels if "sensor's point" in c.definition]
    coordinates = [c.name for c in result.channels if c.definition.startswith("joint coordinate")]
    forces = [name for name in result if name.endswith((".force", ".torque", "tyre.Fz"))]
    return [name for names in (sensors, coordinates, forces) for name in names[:MOST_CURVES]] or ["energy.kinetic"]


def _line(result: Result, files: list[Path]) -> str:
    about = result.metadata
    return (
        f"{about['model']}: {result.duration:g} s in {result.wall_time:.2f} s "
        f"({result.duration / result.wall_time:.0f} times real time), gap {about['constraint_gap']:.1e} m, "
        f"energy balance {about['energy_balance']:.1e} J, saved {' and '.join(map(str, files))}"
    )


def _as_json(result: Result, files: list[Path]) -> str:
    figures = ("constraint_gap", "velocity_gap", "energy_balance", "energy_change")
    keys = ("model", "status", "integrator", "wall_time", *figures, "steps")
    about = {key: result.metadata[key] for key in keys}
    speed = result.duration / result.wall_time
    return json.dumps(about | {"duration": result.duration, "real_time_factor": speed, "files": list(map(str, files))})
