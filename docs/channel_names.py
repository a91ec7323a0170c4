"""Channels of a car as tables, from the equations of the library's small_car."""

from __future__ import annotations

import re

import jounce
from jounce.equations.recursive.derive import derive_equations
from jounce.results.channel import GROUPS
from jounce.results.kinds import KINDS

CORNER = re.compile(r"^(front|rear)_(left|right)\.")
BY_RULE = ("coordinate", "reaction", "work")  # groups that the page explains once for all joints and elements
SECTIONS = {
    "Motion of the car": ("vehicle",),
    "Tyres": ("CORNER.tyre",),
    "Wheels, springs, brakes": ("CORNER", "front"),
    "Steering, drive, air": ("steering", "drive", "aerodynamics"),
    "Energy and loops": ("energy", "constraints"),
}


def tables_of_channels() -> str:
    """One row for each kind of channel, corners written as one."""
    layout = derive_equations(jounce.load("small_car").car_model().model).layout
    rows: dict[str, dict[str, str]] = {title: {} for title in SECTIONS}
    joints: dict[str, None] = {}
    for name, (_, unit, definition) in layout.channels.items():
        shown, (kind, group, part) = CORNER.sub("CORNER.", name), layout.types[name]
        if group == "reaction" and unit == "N":
            joints[CORNER.sub("CORNER.", part)] = None
        if group in BY_RULE or kind == "power":
            continue
        if not shown.startswith("vehicle.cg."):
            meaning = definition.replace("|", "\\|")
            rows[_group(shown)][shown] = f"| `{shown}` | {_unit(unit)} | {meaning} |"
    lines: list[str] = []
    for title, found in rows.items():
        lines += [f"### {title}", "", "| channel | unit | definition |", "|---|---|---|", *found.values(), ""]
    names = ", ".join(f"`{joint}`" for joint in joints)
    lines += ["### Joints", "", f"Joints of `small_car` with reactions: {names}.", ""]
    lines += ["### Groups", "", "| group | what belongs to it |", "|---|---|"]
    lines += [*(f"| {group} | {meaning} |" for group, meaning in GROUPS.items()), ""]
    lines += ["### Kinds", "", "| kind | unit | read in |", "|---|---|---|"]
    lines += [f"| {kind.name} | {_unit(kind.unit)} | {_unit(kind.shown)} |" for kind in KINDS]
    return "\n".join([*lines, ""])


def _unit(unit: str) -> str:
    return "" if unit == "1" else unit


def _group(name: str) -> str:
    found = [(owner, title) for title, owners in SECTIONS.items() for owner in owners if name.startswith(f"{owner}.")]
    return max(found)[1]  # the longest owner: CORNER.tyre before CORNER
