"""What the shell offers after TAB: names of the library, studies, files."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


def models(ctx: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Models of the library; where none begins so, files."""
    from jounce.model.library import library_models

    found = [CompletionItem(name, help=what) for name, what in library_models().items() if name.startswith(begun)]
    return found or [CompletionItem(begun, type="file")]


def studies(ctx: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    from jounce.studies import STUDIES

    return [CompletionItem(name) for name in STUDIES if name.startswith(begun)]
