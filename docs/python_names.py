"""Public names of the package as a page, by subject: functions with their signatures, objects with every method."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from typing import Any

import jounce
from jounce.old_names import MOVED, REPLACED

VERBS = {  # subject -> functions of `jounce`, in the order in which people meet them
    "Load and describe": ("load", "read", "check", "use", "register"),
    "Run": ("run", "simulate", "prepare", "start", "run_programme", "run_job"),
    "Rest and linearise": ("standing", "trim", "linearise"),
    "Vary, differentiate, optimise": ("vary", "gradient", "sensitivity", "optimise", "fastest_line"),
    "Compare and write": ("compare", "write_equations"),
}
OBJECTS = {  # subject -> home -> classes and functions that live there
    "What moves": {
        "jounce": ("Vehicle", "Model"),
        "jounce.model": ("LoneTyre", "TirFile", "RollCar", "SingleTrackCar"),
    },
    "Runs": {
        "jounce": ("Until",),
        "jounce.simulation": ("Prepared", "Stepper", "SavedState", "Trimmed", "LinearModel", "SimulatedTangents"),
    },
    "Results": {"jounce": ("Result",), "jounce.results": ("Comparison",)},
    "Studies": {
        "jounce": ("Goal",),
        "jounce.studies": (
            *("Study", "Variants", "Gradient", "MetricFunction", "Sensitivity", "MountedAxle"),
            *("Optimisation", "Track", "FastestLine", "ProgrammeRun"),
        ),
    },
    "Jobs": {"jounce.jobs": ("Job", "OptimiseJob")},
}
FUNCTIONS = {  # of homes
    "jounce.simulation": ("simulate_many", "simulate_tangents", "excitation_warning"),
    "jounce.studies": ("mount", "metric_function"),
    "jounce.export": ("written_equations",),
}
PARTS = (  # homes of what models are made of
    *("jounce.parts", "jounce.parts.laws", "jounce.parts.signals", "jounce.parts.controls"),
    *("jounce.parts.drivers", "jounce.parts.paths", "jounce.parts.roads"),
)
WIDTH = 100  # of a signature that stands on one line


def tables_of_names() -> str:
    """Every public name once."""
    lines = []
    for subject, names in VERBS.items():
        lines += [f"## {subject}", ""]
        for name in names:
            lines += shown_function("jounce", name)
    lines += ["## Functions with a home", ""]
    for home, names in FUNCTIONS.items():
        for name in names:
            lines += shown_function(home, name)
    for subject, homes in OBJECTS.items():
        lines += [f"## {subject}: objects", ""]
        for home, names in homes.items():
            for name in names:
                lines += shown_object(home, name)
    lines += ["## Parts", "", PARTS_TEXT, ""]
    for home in PARTS:
        lines += [f"### {home}", "", "| | |", "|---|---|"]
        lines += [f"| `{name}` | {_cell(sentence(part))} |" for name, part in public_parts(home)]
        lines.append("")
    lines += ["## Errors", "", "| | |", "|---|---|"]
    lines += [f"| `jounce.{name}` | {_cell(sentence(getattr(jounce, name)))} |" for name in error_names()]
    lines += ["", "## Names and orders of the version before", "", *rows_of_old_ways()]
    return "\n".join([*lines, ""])


ORDERS = {  # as one wrote it -> as one writes it
    "vary(car, values, study)": "vary(car, study, values)",
    "gradient(car, study, metrics, wrt)": "gradient(car, study, values, metrics=...)",
    "metric_function(car, study, metrics, wrt)": "metric_function(car, study, values, metrics=...)",
    "sensitivity(car, paths)": 'sensitivity(car, "wheel-travel", values)',
    "optimise(car, variables, goals)": "optimise(car, study, values, goals)",
    "on_progress=": "progress=",
    "result.values": "result.numbers",
    "a table of pandas out of vary": "vary(...).to_pandas()",
}


def rows_of_old_ways() -> Iterator[str]:
    """What one wrote and what one writes: the old way works in this version, with a warning that says the new one."""
    yield OLD_TEXT
    yield from ("", "| before | now |", "|---|---|")
    yield from (f"| `{old}` | `{_cell(new)}` |" for old, new in ORDERS.items())
    yield from (f"| `jounce.{old}` | `{new}` |" for old, (_, new) in REPLACED.items())
    homes: dict[str, list[str]] = {}
    for old, new in MOVED.items():
        homes.setdefault(new.rpartition(".")[0], []).append(old)
    yield from (f"| {', '.join(f'`jounce.{word}`' for word in words)} | in `{home}` |" for home, words in homes.items())


OLD_TEXT = """Old names and orders work in this version. Each use warns (`jounce.OutdatedUse`) and says what to write;
the next version will not know them. `python -W error::DeprecationWarning my_script.py` stops at the first one."""
PARTS_TEXT = """To be added to a `Model`, each with a `name`. Their keys and units are those of the
[model file](../howto/write_a_model_file.md#every-section-and-part)."""


def error_names() -> list[str]:
    """Errors and warnings at the top."""
    named = {name: getattr(jounce, name) for name in jounce.__all__}
    return [name for name, thing in named.items() if inspect.isclass(thing) and issubclass(thing, BaseException)]


def shown_function(home: str, name: str) -> list[str]:
    function = getattr(import_module(home), name)
    text = f"```text\n{home}.{name}{signature(function)}\n```"
    return [f"### {name}", "", text, "", inspect.getdoc(function) or "", ""]


def shown_object(home: str, name: str) -> list[str]:
    kind = getattr(import_module(home), name)
    lines = [f"### {home}.{name}", "", inspect.getdoc(kind) or "", "", "| | |", "|---|---|"]
    return [*lines, *(f"| `{shown}` | {_cell(said)} |" for shown, said in methods(kind)), ""]


def public_parts(home: str) -> list[tuple[str, Any]]:
    """Classes and functions of a home that are made or called, without tables, unions and bases."""
    module = import_module(home)
    found = [(name, getattr(module, name)) for name in module.__all__]
    return [
        (name, thing)
        for name, thing in found
        if not name.isupper()
        and ((inspect.isclass(thing) and not issubclass(thing, Enum)) or inspect.isfunction(thing))
        and sentence(thing)
    ]


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
    """Every public method and property, also those of its bases in jounce, as they are called."""
    members: dict[str, Any] = {}
    for each in reversed([one for one in kind.__mro__ if one.__module__.startswith("jounce")]):
        members |= vars(each)
    for name, member in members.items():
        member = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        function = member.fget if isinstance(member, property) else member
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        arguments = [] if isinstance(member, property) else list(inspect.signature(function).parameters.values())[1:]
        stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
        words = ", ".join(f"{stars.get(argument.kind, '')}{argument.name}" for argument in arguments)
        yield (name if isinstance(member, property) else f"{name}({words})", sentence(function))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
