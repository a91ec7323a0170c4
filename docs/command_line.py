"""The commands as a page, from what `--help` is made of."""

from __future__ import annotations

import inspect

import click

from jounce.cli import COMMANDS, main


def tables_of_commands() -> str:
    """Every command: how it is called, what it does, its options."""
    context = click.Context(main, info_name="jounce")
    lines: list[str] = []
    for name in COMMANDS:
        command = main.get_command(context, name)
        assert command is not None
        usage = " ".join(["jounce", name, "[OPTIONS]", *_arguments(command)])
        lines += [f"## jounce {name}", "", f"```text\n{usage}\n```", "", _text(command), ""]
        options = [option for option in command.params if isinstance(option, click.Option)]
        if options:
            lines += ["| option | |", "|---|---|", *(_row(option) for option in options), ""]
    return "\n".join(lines)


def _arguments(command: click.Command) -> list[str]:
    given = [argument for argument in command.params if isinstance(argument, click.Argument)]
    words = [argument.metavar or (argument.name or "").upper() for argument in given]
    return [
        word if argument.required or word.startswith("[") else f"[{word}]"
        for argument, word in zip(given, words, strict=True)
    ]


def _text(command: click.Command) -> str:
    """The help as paragraphs; what stands behind a mark \\b keeps its lines."""
    blocks = []
    for block in inspect.cleandoc(command.help or "").split("\n\n"):
        if block.startswith("\b\n"):
            title, _, rest = block.removeprefix("\b\n").partition("\n")
            blocks.append(f"{title}\n\n```text\n{inspect.cleandoc(rest)}\n```" if rest else title)
        else:
            blocks.append(block)
    return "\n\n".join(blocks)


def _row(option: click.Option) -> str:
    names = ", ".join(sorted(option.opts, key=len, reverse=True))
    if isinstance(option.type, click.Choice):
        names += f" {'|'.join(option.type.choices)}"
    elif not option.is_flag:
        names += f" {option.metavar or option.type.name.upper()}"
    words = option.help or ""
    if option.show_default and not option.is_flag:
        default = option.to_info_dict()["default"]
        if default is not None:
            words += f" Default: {', '.join(map(str, default if isinstance(default, (list, tuple)) else [default]))}."
    return "| `{}` | {} |".format(*(text.replace("|", "\\|") for text in (names, words)))
