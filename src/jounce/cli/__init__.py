"""Parse, call what a Python user would call, print, return a status.

Commands import the heavy packages inside, so that `jounce --help` answers at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from jounce import __version__
from jounce.cli.answer import answer_with_complaint
from jounce.errors import INTERRUPTED, JounceError

COMMANDS = (
    "run",
    "kc",
    "programme",
    "vary",
    "gradient",
    "optimise",
    "papers",
    "compare",
    "view",
    "report",
    "equations",
    "reduce",
    "info",
    "check",
    "list",
    "bench",
    "demo",
    "completion",
)


class Commands(click.Group):
    """One file per command; the one place where mistakes become messages and exit codes.

    What is caught here is a mistake of the user, of the numbers or of the machine. Anything else is
    ours and shows its traceback.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return import_module(f"jounce.cli.commands.{cmd_name}").command if cmd_name in COMMANDS else None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except JounceError as error:
            answer_with_complaint(str(error))
            ctx.exit(error.exit_code)
        except KeyboardInterrupt:
            answer_with_complaint("interrupted")
            ctx.exit(INTERRUPTED)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="jounce")
def main() -> None:
    """Vehicle multibody dynamics: check, run, measure and view mechanisms and vehicles.

    FILE and CAR are model files (.toml) or names from the library; `jounce list` shows these names.

    \b
    To get started:
      jounce demo
      jounce run small_car step-steer --speed "60 km/h" --out results
      jounce view results/small_car_step_steer.h5
    """
