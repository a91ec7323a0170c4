"""Driven coordinates, whose motion is known: an input drives them, and nothing else holds them.

A steering wheel whose angle is given, and road wheels that follow it by tables, take no equations to solve: their
accelerations follow from the input and its rates. Only the effort that this takes has to be found.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from jounce.mechanism.mechanism import Mechanism
from jounce.parts.ends import bodies_of_ends, coordinates_of, has_phases, is_driven_at_ends
from jounce.parts.signals import input_of_signal


def driven_coordinates(mechanism: Mechanism) -> dict[str, Any]:
    """Returns coordinates by name, each with the closing part that drives it: by an input, or by a coordinate that one
    drives.

    One that drives another is driven itself only if all that follow it are: else these hold it, too.
    """
    closures, model = mechanism.closures, mechanism.model
    pairs = {closure.coordinates: closure for closure in closures if len(getattr(closure, "coordinates", ())) == 2}
    held = Counter(name for closure in closures for name in coordinates_of(closure))
    followed = Counter(leader for _, leader in pairs)
    free = {name for name in _coordinates_without_loops(mechanism) if held[name] - followed[name] == 1}
    by_input = {
        closure.coordinate: closure
        for closure in closures
        if is_driven_at_ends(closure)
        and getattr(closure, "coordinate", None) in free
        and input_of_signal(closure.signal) is not None
    }
    spoken_of = {name for part in (*model.forces, *model.sensors) for name in coordinates_of(part)}
    able = free - spoken_of - set(followed)  # to follow: no other subsystem reads them
    by_input = {
        name: closure for name, closure in by_input.items() if all(f in able for f, leader in pairs if leader == name)
    }
    return by_input | {f: closure for (f, leader), closure in pairs.items() if leader in by_input}


def _coordinates_without_loops(mechanism: Mechanism) -> set[str]:
    """Returns those of hinges and sliders that no loop, no friction and no other subsystem hangs on."""
    rubbing = [part for part in mechanism.model.forces if has_phases(part)]
    rubbed = {name for part in rubbing for name in coordinates_of(part)}
    ends = {body for part in (*mechanism.closures, *rubbing) for body in bodies_of_ends(part)}
    looped = {k for body in ends for k in mechanism.path(mechanism.index(body))}
    components = (mechanism.interface, *mechanism.components)
    home = {k: number for number, component in enumerate(components) for k in component.links}
    carrying = {j for k in home for j in mechanism.path(k) if home[j] != home[k]}
    single = [
        link
        for k, link in enumerate(mechanism.links)
        if len(link.coordinates) == 1 and not link.from_tables and k not in looped and k not in carrying
    ]
    return {link.coordinates[0].name for link in single} - rubbed
