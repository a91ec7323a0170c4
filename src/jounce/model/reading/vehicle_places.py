"""Where a vehicle says what one of its parts is made of: what is wrong with a part is told in the words of the file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from jounce.errors import Problem

_CORNER = r"([^.]+)_(?:left|right)\."
_REST = r"((?:\..*)?)"  # the field of a part, and what is in it
# paths of parts, and of the same numbers in the file
_SAME = {
    rf"bodies\.{_CORNER}(?!shaft_|carcass)([^.]+){_REST}": r"axles.\1.bodies.\2\3",
    rf"forces\.{_CORNER}(spring|damper|bump_stop|tyre){_REST}": r"axles.\1.\2\3",
    rf"forces\.([^.]+)\.anti_roll_bar{_REST}": r"axles.\1.anti_roll_bar\2",
    rf"bodies\.body{_REST}": r"body\1",
    r"bodies\.steering_wheel\.(mass|inertia)": r"steering.wheel_\1",
    r"bodies\.rack\.mass": "steering.rack_mass",
}
# parts that a template, the steering or the drive makes of several numbers, and the table that these stand in
_NEAR = {
    rf"bodies\.{_CORNER}shaft_.*|(?:joints|forces)\.{_CORNER}(?:half_shaft|outer_joint).*": "half_shafts",
    rf"forces\.{_CORNER}brake.*": "brakes",
    rf"(?:bodies|joints|forces)\.{_CORNER}carcass.*": r"axles.\1.carcass",
    rf"(?:joints|forces)\.{_CORNER}.*": r"axles.\1.hardpoints",
    r"bodies\.column_.*|joints\.steering\.column_.*": "steering.column_inertia",
    r"(?:bodies|joints|forces)\.(?:steering|rack).*": "steering",
    r"(?:bodies|joints|forces)\.(?:drive|[^.]+_differential).*": "drive",
    r"forces\.aerodynamics.*": "aero",
    r"joints\.body.*": "body",
}


def in_words_of_vehicle(problems: Iterable[Problem]) -> list[Problem]:
    """Each problem where the vehicle says it, and once: left and right are made of the same numbers."""
    return list(dict.fromkeys(map(_told, problems)))


def _told(problem: Problem) -> Problem:
    for pattern, place in _SAME.items():
        if found := re.fullmatch(pattern, problem.where):
            return replace(problem, where=found.expand(place))
    for pattern, place in _NEAR.items():
        if found := re.fullmatch(pattern, problem.where):
            part = problem.where.partition(".")[2]
            return replace(problem, where=found.expand(place), what=f"{part}: {problem.what}")
    return problem
