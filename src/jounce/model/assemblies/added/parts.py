"""Parts that a file adds to a unit, as they stand there."""

from __future__ import annotations

from jounce.model.assemblies.assembly import Built, Site


def build_added(site: Site) -> Built:
    """Takes the parts over: they hang on bodies by the names that `jounce info` prints."""
    return Built(parts=tuple(site.unit.added_parts()))
