"""jounce completion"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command("completion", short_help="Make the shell complete what is typed.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print what makes SHELL complete commands, options, models and studies after TAB.

    \b
    Example, for ~/.bashrc to read:
      jounce completion bash > jounce_completion.sh
    """
    kind = get_completion_class(shell)
    assert kind is not None  # click knows the three
    click.echo(kind(ctx.find_root().command, {}, "jounce", "_JOUNCE_COMPLETE").source())
