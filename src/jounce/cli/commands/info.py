"""The command `jounce info`."""

from __future__ import annotations

import csv
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, answer_of_command, bar_while_compiling
from jounce.cli.commands.completion import complete_models
from jounce.cli.options import choose_depth, choose_units, option_at_depth, use_own_parts
from jounce.cli.study import is_job_on_command_line, print_job
from jounce.errors import ModelError, Problem, did_you_mean

if TYPE_CHECKING:
    from jounce.own_parts.register import Registration

ALL = "all"
COUNTED = "structure: changing it rebuilds the equations"


@click.command("info", short_help="Show what a model, a study or a saved run consists of.")
@click.argument("file", shell_complete=complete_models)
@click.option(
    "--values",
    "part",
    metavar="WORD",
    help="List the numbers whose path contains WORD. The word all lists every number.",
)
@click.option("--modes", "speed", metavar="SPEED", help="List the modes of a car that runs straight, steering free.")
@choose_depth
@choose_units
@click.option("--text", is_flag=True, help="Print the file itself, to start your own from.")
@use_own_parts
@answer_of_command
def command(
    file: str, part: str | None, speed: str | None, depth: str | None, units: str, text: bool, answer: Answer
) -> None:
    """Show what FILE consists of: bodies, joints, loops and mobility of a model, or what a saved run was made from.

    FILE may also be the name of a study; then its settings and metrics are shown. Of a logger's file (.csv) its columns
    are shown.

    \b
    Examples:
      jounce info quarter_car
      jounce info small_car --json
      jounce info small_car --values front.hardpoints
      jounce info small_car --depth functional
      jounce info small_car --modes "60 km/h"
      jounce info small_car --text
      jounce info step-steer
      jounce info results/small_car_step_steer.h5
    """
    from jounce.model import load
    from jounce.studies import STUDIES

    if file in STUDIES:
        _print_study(file, units, answer)
        return
    if file.lower().endswith(".h5"):
        _print_run(file, units, answer)
        return
    if file.lower().endswith(".csv"):
        _print_measured(file, units, answer)
        return
    if own := _own_kinds(file):
        _print_own_kinds(own, answer)
        return
    if is_job_on_command_line(file) and not text:
        print_job(file, answer)
        return
    if text:
        _print_text(file, answer)
        return
    loaded = option_at_depth(load(file), depth)
    if part is not None:
        _print_values(loaded, part, units, answer)
        return
    if speed is not None:
        _print_modes(loaded, speed, answer)
        return
    with bar_while_compiling(answer.quiet):
        study_summary = loaded.summary()
        answer.say(study_summary)
        for note in _standing(loaded):
            answer.say(f"note: {note}")
        if answer.as_json:
            answer.give(_about(loaded))


def _standing(loaded: Any) -> list[str]:
    """Tells how far a car stands from its design position."""
    import jounce
    from jounce.studies.stance.standing import standing_notes

    return standing_notes(loaded) if isinstance(loaded, jounce.Vehicle) and loaded.describes_car() else []


def _print_run(file: str, units: str, answer: Answer) -> None:
    """What a saved run was made from."""
    import jounce
    from jounce.cli.printed_record import json_of_record, printed_record

    result = jounce.read(file)
    answer.say(printed_record(result.in_units(units)))
    answer.give(json_of_record(result))


def _print_measured(file: str, units: str, answer: Answer) -> None:
    """What a logger's file holds, and what to do with it."""
    import jounce
    from jounce.cli.printed_tables import printed_ranges

    result = jounce.read(file).in_units(units)
    first, last = float(result.time[0]), float(result.time[-1])
    answer.say(f"{Path(file).name}: measured, {result.time.size} rows from {first:g} to {last:g} s\n")
    answer.say(printed_ranges(result))
    answer.say(
        f"\nTo lay it over a run: jounce compare RUN.h5 {file} --map OURS=THEIRS --shift auto"
        f"\nTo drive a car by it: jounce run CAR replay --record {file}"
    )
    columns = [{"name": channel.name, "unit": channel.unit} for channel in result.channels]
    answer.give({"kind": "measured", "name": Path(file).name, "rows": result.time.size, "columns": columns})


def _own_kinds(word: str) -> list[Registration]:
    """Tells what --use has registered by a word; a law and a force element may share one."""
    from jounce.own_parts.register import REGISTERED

    return [known for known in REGISTERED.values() if known.word == word]


def _print_own_kinds(found: list[Registration], answer: Answer) -> None:
    """What its author says of it, and the fields that a file may write."""
    from inspect import getdoc

    from jounce.model.fields import FORM, fields_of

    about = []
    for known in found:
        told = getdoc(getattr(known.kind, "corner", known.kind)) or ""
        answer.say(f"{known.word}: {known.sort} of {known.file}\n\n{told}")
        fields = fields_of(known.kind) if isinstance(known.kind, type) else ()
        rows = [(each.name, each.quantity.unit, FORM[each.form], each.required) for each in fields]
        if rows:
            width = max(len(name) for name, *_ in rows)
            answer.say("\nfields:")
        for name, unit, form, required in rows:
            shown = "" if unit == "1" else f" in {unit}"
            answer.say(f"  {name:{width}}  {form}{shown}{'' if required else '; may be left out'}")
        listed = [{"name": name, "unit": unit, "form": form, "required": needed} for name, unit, form, needed in rows]
        about.append(
            {"kind": known.sort, "name": known.word, "file": known.file, "description": told, "fields": listed}
        )
    answer.give(about[0] if len(about) == 1 else {"kinds": about})


def _print_values(loaded: Any, part: str, units: str, answer: Answer) -> None:
    """Paths as `--set` and `with_values` take them."""
    from jounce.model import Model, Vehicle

    if not isinstance(loaded, Model | Vehicle):
        raise ModelError(loaded.name, [Problem("--values", "has no paths", "a mechanism or a vehicle has")])
    from jounce.model.provenance import echo
    from jounce.results.kinds import shown_unit_factor, shown_unit_of_value
    from jounce.results.shown_units import SI
    from jounce.views.wording import unit_text

    rows = [row[:3] for row in csv.reader(echo(loaded).splitlines()[1:])]
    found = [(path, float(value), unit) for path, value, unit in rows if part in (ALL, "") or part in path]
    if not found:
        what = f"no path has '{part}' in it.{did_you_mean(part, [path for path, _, _ in rows])}"
        raise ModelError(loaded.name, [Problem("--values", what, f"{ALL} lists them all")])
    counts = loaded.counts() if hasattr(loaded, "counts") else {}
    width = max(len(path) for path, _, _ in found) + 2
    for path, value, unit in found:
        shown = unit if units == SI else shown_unit_of_value(unit)
        word = COUNTED if path in counts else unit_text(shown)
        answer.say(f"{path:{width}}{value / shown_unit_factor(shown, unit):<14.9g} {word}".rstrip())
    listed = [{"path": path, "value": value, "unit": unit, "structure": path in counts} for path, value, unit in found]
    answer.give({"name": loaded.name, "values": listed})


def _print_modes(loaded: Any, speed: str, answer: Answer) -> None:
    """Modes by rising frequency, with the shares of body, suspension, steering and driveline."""
    from jounce.model import Vehicle
    from jounce.studies.handling.mode_shares import mode_share_table, modes_with_shares
    from jounce.units import UnitError, to_si

    if not isinstance(loaded, Vehicle):
        raise ModelError(
            loaded.name, [Problem("--modes", "is no vehicle", "modes with a speed are those of a vehicle")]
        )
    try:
        at = to_si(speed, "m/s")
    except UnitError as error:
        raise ModelError(loaded.name, [Problem("--modes", error.what, error.help)]) from None
    with bar_while_compiling(answer.quiet):
        modes = modes_with_shares(loaded, at)
    answer.say(mode_share_table(modes))
    rows = [
        {"name": m.name, "frequency": m.frequency, "damping_ratio": m.mode.damping_ratio, "shares": m.shares}
        for m in modes
    ]
    answer.give({"name": loaded.name, "speed": at, "modes": rows})


def _print_text(file: str, answer: Answer) -> None:
    from jounce.model.library import is_library_name, library_path

    path = library_path(file) if is_library_name(file) else Path(file)
    text = path.read_text("utf-8")
    answer.say(text.rstrip("\n"))
    answer.give({"file": path, "text": text})


def _print_study(name: str, units: str, answer: Answer) -> None:
    from jounce.studies import find_study
    from jounce.studies.settings import Amount, describe
    from jounce.studies.study import study_manual, study_summary

    study = find_study(name)
    answer.say(study_manual(study, units))
    settings = {key: setting.default for key, setting in study.settings.items()}
    meanings = {key: describe(setting) for key, setting in study.settings.items()}
    metrics = {metric: {"unit": unit, "definition": text} for metric, (unit, text, *_) in study.metrics.items()}
    ranges = {
        key: {"unit": setting.unit, "least": setting.least, "most": setting.most}
        for key, setting in study.settings.items()
        if isinstance(setting, Amount)
    }
    about = {"kind": "study", "name": name, "description": study_summary(study), "settings": settings}
    about |= {"meanings": meanings, "ranges": ranges}
    answer.give(about | {"metrics": metrics, "plots": [panel.heading for panel in study.panels]})


def _about(loaded: Any) -> dict[str, Any]:
    """Counts of what can move, or of what there is."""
    import jounce
    from jounce.cli.commands.check import axles_to_check, counts, models_to_check, prepare_to_check
    from jounce.model.rules.vehicle import vehicle_warnings
    from jounce.studies.subject import subject_axle_rows

    if isinstance(loaded, jounce.model.LoneTyre):
        formula, notes = type(loaded.tyre).__name__, list(loaded.notes)
        return {"kind": "tyre", "name": loaded.name, "formula": formula, "notes": notes}
    if isinstance(loaded, jounce.parts.roads.Road):
        return {"kind": "road", "name": loaded.name, "elements": len(loaded.elements)}
    if isinstance(loaded, jounce.Vehicle):
        try:
            whole = models_to_check(loaded)
        except ModelError:  # the summary says why it cannot drive as a whole
            whole = axles_to_check(loaded)
        found = [counts(ready) | _structure(ready) for ready in map(prepare_to_check, whole)]
        about = {"kind": "vehicle", "name": loaded.name, "axles": subject_axle_rows(loaded), "models": found}
        computed = {
            name: {"value": each.value, "unit": each.unit, "definition": each.definition}
            for name, each in loaded.computed().items()
        }
        return about | {"notes": vehicle_warnings(loaded), "depth": loaded.depth, "computed": computed}
    ready = jounce.prepare(loaded, integrator=None)
    return {"kind": "mechanism", "name": loaded.name, "models": [counts(ready)]} | _structure(ready)


def _structure(ready: Any) -> dict[str, Any]:
    """Tells what `summary` shows, for programs, and the incidence matrix."""
    from jounce.mechanism import tree_row_names
    from jounce.mechanism.mobility import mobility_rows
    from jounce.parts import GROUND
    from jounce.simulation.summary import summary_rows_of_elements

    mechanism, rank = ready.mechanism, ready.rank
    return {
        "tree": [asdict(row) for row in mobility_rows(mechanism)],
        "closed_by": {part.name: [named.name for named in tree_row_names(part)] for part in mechanism.closures},
        "elements": [asdict(row) for row in summary_rows_of_elements(ready.model)],
        "redundant": rank.redundant,
        "idle": rank.idle,
        "incidence": {
            "bodies": [GROUND, *(link.body for link in mechanism.links)],
            "joints": [joint.name for joint in mechanism.joined],
            "matrix": mechanism.incidence().tolist(),
        },
    }
