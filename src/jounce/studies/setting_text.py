"""Settings of a study as text, as a command line gives them: lists with commas, tables with equals signs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.errors import ModelError, Problem


def listed(value: Any) -> Any:
    """ "-80 mm, 80 mm" as its entries; anything else as it is."""
    return [entry.strip() for entry in value.split(",")] if isinstance(value, str) and "," in value else value


def table(value: Any, setting: str, study: str) -> Mapping[str, Any]:
    """ "wheelbase=2.6 m, left.Fz=4 kN" as {"wheelbase": "2.6 m", "left": {"Fz": "4 kN"}}; a table as it is."""
    if isinstance(value, Mapping):
        return value
    example = 'names and values, as in "a=1 m, b=2 m"'
    if not isinstance(value, str):
        raise ModelError(study, [Problem(setting, f"{value!r} is not a table", example)])
    found: dict[str, Any] = {}
    problems = []
    for entry in value.split(","):
        name, equals, text = (part.strip() for part in entry.partition("="))
        owner, dot, own = name.partition(".")
        inner = found.setdefault(owner, {}) if dot else found
        key = own if dot else name
        if not (key and equals and text) or not isinstance(inner, dict):
            problems.append(Problem(setting, f"'{entry.strip()}' is not of the form NAME=VALUE", example))
        elif key in inner:
            problems.append(Problem(f"{setting}.{name}", "is given twice", "once is enough"))
        else:
            inner[key] = text
    if problems:
        raise ModelError(study, problems)
    return found
