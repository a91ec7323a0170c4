"""The assemblies that a unit can have, one line each; parts of a model come in this order."""

from __future__ import annotations

from importlib import import_module

from jounce.model.assemblies.assembly import Assembly

ORDER = (
    "axles",
    "body",
    "steering",
    "drive",
    "powertrain",
    "seat",
    "brakes",
    "aero",
    "size",
    "controls",
    "added",
)


def _assembly_of(folder: str) -> Assembly:
    """Returns what a folder says of its assembly, under its name in capitals."""
    found: Assembly = getattr(import_module(f"jounce.model.assemblies.{folder}"), folder.upper())
    return found


ASSEMBLIES = tuple(map(_assembly_of, ORDER))

RECORDS: dict[str, type] = {word: kind for assembly in ASSEMBLIES for word, kind in assembly.tables.items()}
SECTIONS: tuple[str, ...] = tuple(word for assembly in ASSEMBLIES for word in assembly.sections)
USUAL: dict[str, type] = {word: RECORDS[word] for assembly in ASSEMBLIES for word in assembly.usual}
