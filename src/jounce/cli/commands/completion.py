"""The command `jounce completion`, and what the shell completes after TAB: names of the library, studies, files."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class


@click.command("completion", short_help="Print a script that completes commands in your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script for SHELL. With it, TAB completes commands, options, models and studies.

    \b
    Example; then add `source jounce_completion.sh` to ~/.bashrc:
      jounce completion bash > jounce_completion.sh
    """
    kind = get_completion_class(shell)
    assert kind is not None  # click knows the three
    click.echo(kind(ctx.find_root().command, {}, "jounce", "_JOUNCE_COMPLETE").source())


def complete_models(ctx: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Models of the library; where none begins so, files."""
    from jounce.model.library import library_models

    found = [CompletionItem(name, help=what) for name, what in library_models().items() if name.startswith(begun)]
    return found or [CompletionItem(begun, type="file")]


def complete_studies(ctx: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    from jounce.studies import STUDIES

    return [CompletionItem(name) for name in STUDIES if name.startswith(begun)]
