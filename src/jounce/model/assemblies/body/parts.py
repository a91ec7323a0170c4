"""The floating body of a unit, less what turns and sits in it: a file gives it as it is weighed."""

from __future__ import annotations

from typing import Any

from jounce.model.assemblies.assembly import Built, Site
from jounce.model.assembly.rotors import body_without_rotors
from jounce.parts import GROUND, Body
from jounce.parts.joints import Free


def weighed_body(site: Site) -> Body:
    """Returns the body as the file gives it, with shafts, engine and seats."""
    data: Any = site.unit.body
    given = {word: getattr(data, word) for word in ("mass", "centre", "inertia", "products")}
    return Body(name=site.body, interface=True, **given)


def build_body(site: Site) -> Built:
    """Builds the body, declared to float: no other body of the unit may become the root of the tree."""
    carried = (*site.ports.get("rotors", ()), *site.ports.get("people", ()))
    bare = body_without_rotors(weighed_body(site), carried)
    floats = () if "joined" in site.ports else (Free(name=site.body, parent=GROUND, child=site.body),)
    return Built(parts=(bare, *floats))
