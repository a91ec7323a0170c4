"""Public names of the package as a page: functions with their signatures, objects with their methods, parts."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import jounce

FIRST = ("load", "run", "simulate", "prepare", "read")  # what is used most
OBJECTS = (
    "Model",
    "Vehicle",
    "Result",
    "MountedAxle",
    "Sensitivity",
    "Road",
    "TirFile",
    "Prepared",
    "Trimmed",
    "LinearModel",
)
WIDTH = 100  # of a signature that stands on one line


def tables_of_names() -> str:
    """Every public name once."""
    named = {name: getattr(jounce, name) for name in jounce.__all__ if name != "__version__"}
    functions = {name: named[name] for name in sorted(named, key=_rank) if inspect.isfunction(named[name])}
    errors = {name: thing for name, thing in named.items() if inspect.isclass(thing) and issubclass(thing, Exception)}
    parts = {name: thing for name, thing in named.items() if name not in {*functions, *errors, *OBJECTS}}
    lines = ["## Functions", ""]
    for name, function in functions.items():
        text = f"```text\njounce.{name}{signature(function)}\n```"
        lines += [f"### {name}", "", text, "", inspect.getdoc(function) or "", ""]
    lines += ["## Objects", ""]
    for name in OBJECTS:
        lines += [f"### {name}", "", inspect.getdoc(named[name]) or "", "", "| | |", "|---|---|"]
        lines += [f"| `{shown}` | {_cell(said)} |" for shown, said in methods(named[name])]
        lines.append("")
    lines += ["## Parts", "", PARTS, "", "| | |", "|---|---|"]
    lines += [f"| `{name}` | {_cell(sentence(part))} |" for name, part in parts.items()]
    lines += ["", "## Errors", "", "| | |", "|---|---|"]
    lines += [f"| `{name}` | {_cell(sentence(error))} |" for name, error in errors.items()]
    return "\n".join([*lines, ""])


PARTS = """To be added to a `Model`, each with a `name`. Their keys and units are those of the
[model file](../howto/write_a_model_file.md#every-section-and-part)."""


def signature(function: Any) -> str:
    """As it is written in the source, one argument a line where it is long."""
    found = inspect.signature(function)
    arguments = [str(argument).replace("'", "") for argument in found.parameters.values()]
    kinds = [argument.kind for argument in found.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in kinds:
        arguments.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    returns = f" -> {found.return_annotation}" if found.return_annotation is not inspect.Signature.empty else ""
    line = f"({', '.join(arguments)}){returns}"
    return (
        line if len(line) < WIDTH else "(\n" + "".join(f"    {argument},\n" for argument in arguments) + f"){returns}"
    )


def sentence(thing: Any) -> str:
    """The first paragraph of what its source says about it."""
    return (inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " ")


def methods(kind: type) -> Iterator[tuple[str, str]]:
    """Documented methods and properties, as they are called."""
    for name, member in vars(kind).items():
        function = member.fget if isinstance(member, property) else member
        if name.startswith("_") or not inspect.isfunction(function) or not sentence(function):
            continue
        arguments = [] if isinstance(member, property) else list(inspect.signature(function).parameters.values())[1:]
        stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
        words = ", ".join(f"{stars.get(argument.kind, '')}{argument.name}" for argument in arguments)
        yield (name if isinstance(member, property) else f"{name}({words})", sentence(function))


def _rank(name: str) -> tuple[int, str]:
    return (FIRST.index(name) if name in FIRST else len(FIRST), name)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
