"""Channels of a car as tables, from the equations of the library's small_car."""

from __future__ import annotations

import re

import jounce
from jounce.equations.recursive.derive import derive

CORNER = re.compile(r"^(front|rear)_(left|right)\.")
SECOND_RATE = re.compile(r"rate of \w+")
BY_RULE = (  # the page says these once for all joints and elements
    "joint coordinate",
    "quaternion",
    "velocity of child",
    "rate of the joint coordinate",
    "on the child at the joint's point",
    "effort of the row",
    "power of the element",
    "work of the element",
)
GROUPS = {
    "Motion of the car": ("vehicle",),
    "Tyres": ("CORNER.tyre",),
    "Wheels, springs, brakes": ("CORNER", "front"),
    "Steering, drive, air": ("steering", "drive", "aerodynamics"),
    "Energy and loops": ("energy", "constraints"),
}


def tables_of_channels() -> str:
    """One row for each kind of channel, corners written as one."""
    channels = derive(jounce.load("small_car").car_model().model).layout.channels
    rows: dict[str, dict[str, str]] = {title: {} for title in GROUPS}
    joints: dict[str, None] = {}
    for name, (_, unit, definition) in channels.items():
        shown = CORNER.sub("CORNER.", name)
        if definition.startswith("on the child"):
            joints[shown.rpartition(".")[0]] = None
        if definition.startswith(BY_RULE) or SECOND_RATE.fullmatch(definition):
            continue
        if not shown.startswith("vehicle.cg."):
            meaning = definition.replace("|", "\\|")
            rows[_group(shown)][shown] = f"| `{shown}` | {'' if unit == '1' else unit} | {meaning} |"
    lines: list[str] = []
    for title, found in rows.items():
        lines += [f"### {title}", "", "| channel | unit | definition |", "|---|---|---|", *found.values(), ""]
    names = ", ".join(f"`{joint}`" for joint in joints)
    return "\n".join([*lines, "### Joints", "", f"Joints of `small_car` with reactions: {names}.", ""])


def _group(name: str) -> str:
    found = [(owner, title) for title, owners in GROUPS.items() for owner in owners if name.startswith(f"{owner}.")]
    return max(found)[1]  # the longest owner: CORNER.tyre before CORNER
