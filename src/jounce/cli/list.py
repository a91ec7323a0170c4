"""jounce list"""

from __future__ import annotations

import click

from jounce.cli.say import say


@click.command("list")
def command() -> None:
    """List the models that ship with jounce; their names work in place of FILE.

    \b
    Example:
      jounce list
    """
    from jounce.model import library_models

    models = library_models()
    width = max(map(len, models))
    for name, what in models.items():
        say(f"{name:{width}}  {what}")
