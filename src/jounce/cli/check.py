"""jounce check"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from jounce.cli.say import say
from jounce.cli.waiting import compiling
from jounce.errors import BAD_INPUT, ModelError

if TYPE_CHECKING:
    from jounce.model import Model, Vehicle
    from jounce.model.tir_file import TirFile


@click.command("check")
@click.argument("file")
def command(file: str) -> None:
    """Read FILE, close its loops and say whether it can run; of a tyre, whether it dissipates and never jumps.

    \b
    Examples:
      jounce check four_bar
      jounce check tyre_205_55_r16
    """
    import jounce

    loaded = jounce.load(file)
    if isinstance(loaded, jounce.Road):
        count, numbers = len(loaded.elements), len(loaded.data())
        say(f"ok: {loaded.name}: road of {count} element{'s' if count != 1 else ''}, {numbers} numbers")
        return
    if isinstance(loaded, jounce.TirFile):
        _check_tyre(loaded)
        return
    vehicle = isinstance(loaded, jounce.Vehicle)
    for model in _models_of(loaded) if vehicle else [loaded]:
        with compiling():
            ready = jounce.prepare(model)
        rows, rank = len(ready.mechanism.rows), ready.rank
        say(
            f"ok: {model.name}: {len(model.bodies)} bodies, {len(ready.mechanism.speeds)} speeds, "
            f"{rows} constraint rows ({len(rank.redundant)} redundant), mobility {rank.mobility}"
        )


def _models_of(vehicle: Vehicle) -> list[Model]:
    """Each axle on its rig, and the whole car if it says all that a car needs."""
    axles = [vehicle.axle_model(name).model for name in vehicle.axles]
    try:
        return [*axles, vehicle.car_model().model]
    except ModelError:
        return axles


def _check_tyre(file: TirFile) -> None:
    """Try the tyre in many states; a tyre that gains energy, jumps or leaves its friction is no tyre."""
    from jounce.studies.tyre_checks import check_tyre

    checks = check_tyre(file)
    failed = [check for check in checks if not check.passed]
    verdict = f"not ok: {len(failed)} of {len(checks)}" if failed else f"ok: {file.name}: tyre, {len(checks)}"
    say("\n".join([f"{verdict} checks over 100000 states{'' if failed else ' kept'}", *map(str, checks)]))
    if failed:
        raise click.exceptions.Exit(BAD_INPUT)
