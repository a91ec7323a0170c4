"""Tables of the job file, from the keys that its readers know."""

from __future__ import annotations

from collections.abc import Mapping

from jounce.jobs.job_design import DESIGN
from jounce.jobs.job_file import KEYS, OUTPUTS
from jounce.studies.many.designs.design import METHODS
from jounce.studies.scripts import read_actions, read_phases

TABLES: dict[str, tuple[str, Mapping[str, str]]] = {
    "The file": ("key", KEYS),
    "`[outputs]`": ("key", OUTPUTS),
    "`[design]`": ("key", DESIGN),
    "Methods of a design": ("method", METHODS),
    "`[[phases]]`": ("key", read_phases.KEYS),
    "Conditions": ("entry", read_phases.CONDITION),
    "Actions": ("key", read_actions.KEYS),
}


def tables_of_job_file() -> str:
    """Every key and what it holds."""
    lines: list[str] = []
    for title, (word, keys) in TABLES.items():
        lines += [f"## {title}", "", f"| {word} | holds |", "|---|---|"]
        lines += [f"| `{key}` | {meaning.replace('|', chr(92) + '|')} |" for key, meaning in keys.items()]
        lines.append("")
    return "\n".join(lines)
