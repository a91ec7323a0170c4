"""Studies as a page: what each does and what can be set, from the functions themselves."""

from __future__ import annotations

import inspect
from importlib import import_module

from jounce.studies import STUDIES

NOT_SETTINGS = ("on_progress", "cache")


def tables_of_studies() -> str:
    """Every study: its docstring, and its settings with what they are unless given."""
    lines: list[str] = []
    for study, module in STUDIES.items():
        function = getattr(import_module(module), study.replace("-", "_"))
        lines += [f"## {study}", "", inspect.getdoc(function) or "", ""]
        settings = list(inspect.signature(function).parameters.values())[1:]
        rows = [f"| `{one.name}` | {_shown(one.default)} |" for one in settings if one.name not in NOT_SETTINGS]
        lines += ["| setting | unless given |", "|---|---|", *rows, ""] if rows else []
    return "\n".join(lines)


def _shown(default: object) -> str:
    if default is None or default is inspect.Parameter.empty:
        return ""
    if isinstance(default, (list, tuple)):
        return ", ".join(map(str, default))
    return str(default)
