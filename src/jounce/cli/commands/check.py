"""The command `jounce check`: build and close everything that a file describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from jounce.cli.answer import Answer, answer_of_command, bar_while_compiling
from jounce.cli.commands.completion import complete_models
from jounce.cli.options import use_own_parts
from jounce.cli.study import check_job_command, is_job_on_command_line
from jounce.errors import BAD_INPUT

if TYPE_CHECKING:
    from jounce.model import Model, Vehicle
    from jounce.model.assembly.axle_model import AxleModel
    from jounce.model.tyre_files.lone_tyre import LoneTyre


@click.command("check", short_help="Check a model, vehicle, road, tyre or job file.")
@click.argument("file", shell_complete=complete_models)
@use_own_parts
@answer_of_command
def command(file: str, answer: Answer) -> None:
    """Read FILE, close its loops, and say whether it can run.

    For a job, also find the start of its run, and check what its phases and outputs name. For a tyre, check that it
    dissipates energy and that its forces do not jump. For a car, notes say which of its figures are unusual in its
    class.

    \b
    Examples:
      jounce check four_bar
      jounce check tyre_205_55_r16
      jounce check small_car --json
    """
    import jounce
    from jounce.model import load
    from jounce.model.rules.vehicle import vehicle_warnings
    from jounce.studies.handling.linkage_figures import unusual_car_notes
    from jounce.studies.stance.standing import standing_notes

    if is_job_on_command_line(file):
        check_job_command(file, answer)
        return
    loaded = load(file)
    if isinstance(loaded, jounce.parts.roads.Road):
        count, numbers = len(loaded.elements), len(loaded.data())
        answer.say(f"ok: {loaded.name}: road of {count} element{'s' if count != 1 else ''}, {numbers} numbers")
        answer.give({"ok": True, "kind": "road", "name": loaded.name, "elements": count})
        return
    if isinstance(loaded, jounce.model.LoneTyre):
        _check_tyre(loaded, answer)
        return
    found = []
    for model in models_to_check(loaded) if isinstance(loaded, jounce.Vehicle) else [loaded]:
        with bar_while_compiling(answer.quiet):
            ready = prepare_to_check(model)
        found.append(counts(ready))
        answer.say(
            "ok: {name}: {bodies} bodies, {speeds} speeds, "
            "{constraint_rows} constraint rows ({redundant_rows} redundant), mobility {mobility}".format(
                **found[-1] | {"mobility": ready.rank.mobility_text}
            )
        )
        for note in ready.notes():
            answer.say(f"note: {note}")
    about = {"ok": True, "kind": "mechanism", "name": loaded.name, "models": found}
    if isinstance(loaded, jounce.Vehicle):
        unusual = unusual_car_notes(loaded) if loaded.describes_car() else []
        stands = standing_notes(loaded) if loaded.describes_car() else []
        about |= {"kind": "vehicle", "notes": [*vehicle_warnings(loaded), *unusual, *stands]}
        for note in about["notes"]:
            answer.say(f"note: {note}")
    answer.give(about)


def counts(ready: Any) -> dict[str, Any]:
    """Tells how much moves and how freely."""
    return {
        "name": ready.model.name,
        "bodies": len(ready.model.bodies),
        "speeds": len(ready.mechanism.speeds),
        "constraint_rows": len(ready.mechanism.rows),
        "redundant_rows": len(ready.rank.redundant),
        "mobility": ready.rank.mobility,
        "mobility_of_positions": ready.rank.mobility_of_positions,
        "mobility_by_count": ready.rank.mobility_by_count,
    }


def prepare_to_check(model: AxleModel | Model) -> Any:
    """Compiled and assembled; an axle must also lead its wheels."""
    import jounce
    from jounce.model.assembly.axle_model import AxleModel
    from jounce.studies.kinematics.held_axle import prepare_held_axle

    return prepare_held_axle(model) if isinstance(model, AxleModel) else jounce.prepare(model, integrator=None)


def models_to_check(vehicle: Vehicle) -> list[AxleModel | Model]:
    """Each axle on its rig, and the whole car where the file describes one: if that cannot run, it is refused.

    A car with bushings is one with ideal joints and one on its bushings.
    """
    if not vehicle.describes_car():
        return axles_to_check(vehicle)
    bushed = any(axle.bushings for axle in vehicle.all_axles().values())
    cars = [vehicle.car_model(compliant=compliant).model for compliant in (False, *([True] if bushed else []))]
    return [*axles_to_check(vehicle), *cars]


def axles_to_check(vehicle: Vehicle) -> list[AxleModel | Model]:
    """Each axle on its rig."""
    return [vehicle.axle_model(name) for name in vehicle.all_axles()]


def _check_tyre(file: LoneTyre, answer: Answer) -> None:
    """Try the tyre in many states; a tyre that gains energy, jumps or leaves its friction is no tyre."""
    from jounce.studies.tyres.tyre_checks import check_tyre

    checks = check_tyre(file)
    failed = [check for check in checks if not check.passed and check.needed]
    doubts = [check for check in checks if not check.passed and not check.needed]
    kept = len(checks) - len(failed) - len(doubts)
    verdict = f"not ok: {file.name}" if failed else f"ok: {file.name}"
    warned = f", {len(doubts)} warning{'s' if len(doubts) != 1 else ''}" if doubts else ""
    head = f"{verdict}: tyre, {kept} of {len(checks)} checks over 100000 states kept{warned}"
    answer.say("\n".join([head, *map(str, checks)]))
    for note in file.notes:
        answer.say(f"note: {note}")
    rows = [
        {"passed": bool(check.passed), "needed": check.needed, "text": " ".join(str(check).split())} for check in checks
    ]
    answer.give({"ok": not failed, "kind": "tyre", "name": file.name, "checks": rows, "notes": list(file.notes)})
    if failed:
        raise click.exceptions.Exit(BAD_INPUT)
