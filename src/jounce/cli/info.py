"""jounce info"""

from __future__ import annotations

import click

from jounce.cli.say import say
from jounce.cli.waiting import compiling


@click.command("info")
@click.argument("file")
def command(file: str) -> None:
    """Show what moves on what in FILE: bodies, joints, loops, mobility.

    \b
    Example:
      jounce info quarter_car
    """
    import jounce

    model = jounce.load(file)
    with compiling():
        text = model.summary()
    say(text)
