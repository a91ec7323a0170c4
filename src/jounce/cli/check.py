"""jounce check"""

from __future__ import annotations

import click

from jounce.cli.say import say
from jounce.cli.waiting import compiling


@click.command("check")
@click.argument("file")
def command(file: str) -> None:
    """Read FILE, close its loops and say whether it can run.

    \b
    Example:
      jounce check four_bar
    """
    import jounce

    loaded = jounce.load(file)
    if isinstance(loaded, jounce.Road):
        count, numbers = len(loaded.elements), len(loaded.data())
        say(f"ok: {loaded.name}: road of {count} element{'s' if count != 1 else ''}, {numbers} numbers")
        return
    vehicle = isinstance(loaded, jounce.Vehicle)
    for model in [loaded.axle_model(name).model for name in loaded.axles] if vehicle else [loaded]:
        with compiling():
            ready = jounce.prepare(model)
        rows, rank = len(ready.mechanism.rows), ready.rank
        say(
            f"ok: {model.name}: {len(model.bodies)} bodies, {len(ready.mechanism.speeds)} speeds, "
            f"{rows} constraint rows ({len(rank.redundant)} redundant), mobility {rank.mobility}"
        )
