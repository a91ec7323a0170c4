"""Set numbers of a model or of a vehicle by their paths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.errors import Problem, did_you_mean
from jounce.model.fields import Change
from jounce.model.reading.file_style import FileStyle
from jounce.units import UnitError


def putting(wanted: dict[str, Any], style: FileStyle, problems: list[Problem]) -> Change:
    """A change that puts each wanted value in its place and takes it out of `wanted`: what is left there has none."""

    def change(path: str, value: float, unit: str) -> Any:
        if path not in wanted:
            return value
        try:
            return style.to_si(wanted.pop(path), unit)
        except UnitError as error:
            problems.append(Problem(path, error.what, error.help))
            return value

    return change


def no_number(path: str, known: Mapping[str, float], hint: str) -> Problem:
    """Why a path cannot be set: it holds several numbers, or there is nothing."""
    inside = [p for p in known if p.startswith(f"{path}.")]
    if inside:
        return Problem(path, "holds several numbers", f"set all of them as a list, or one: {', '.join(inside[:6])}")
    return Problem(path, f"there is no such value.{did_you_mean(path, known)}", hint)
