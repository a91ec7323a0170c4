"""Studies as a page, from their functions."""

from __future__ import annotations

import inspect
from importlib import import_module

from jounce.studies import STUDIES

HIDDEN = ("on_progress",)


def tables_of_studies() -> str:
    """Every study: what it does, its settings and what they are if nothing is said."""
    lines: list[str] = []
    for name, module in STUDIES.items():
        function = getattr(import_module(module), name.replace("-", "_"))
        text = inspect.cleandoc(function.__doc__ or "").split("\n\n")
        lines += [f"### {name}", "", *(" ".join(part.split()) + "\n" for part in text)]
        settings = [p for p in list(inspect.signature(function).parameters.values())[1:] if p.name not in HIDDEN]
        if settings:
            lines += ["| setting | if left out |", "|---|---|"]
            lines += [f"| `{p.name}` | {_default(p)} |" for p in settings]
            lines.append("")
    return "\n".join(lines)


def _default(parameter: inspect.Parameter) -> str:
    if parameter.default is inspect.Parameter.empty:
        return "must be given"
    if parameter.default is None:
        return "see above"
    value = parameter.default
    text = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return f"`{text}`"
