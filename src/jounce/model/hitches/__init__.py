"""Hitches: what joins two units of a vehicle. A new kind is one file beside this one, found by its word `kind`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from jounce.model.hitches.hitch import HitchData

HITCHES: dict[str, type[HitchData]] = {  # word `kind` of a table [hitches.NAME] -> record
    kind.kind: kind
    for module in iter_modules(__path__)
    for kind in vars(import_module(f"{__name__}.{module.name}")).values()
    if isinstance(kind, type) and issubclass(kind, HitchData) and kind is not HitchData
}
