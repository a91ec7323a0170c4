"""What a controller in Python reads at a tick, and where its own code failed, in words that name its lines."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from jounce.errors import Portable, did_you_mean

OURS = str(Path(__file__).parents[2])  # the folder of this package


class NotRead(Portable, KeyError):
    """A controller asked for a channel that it does not read."""

    def __init__(self, name: object, words: str):
        super().__init__(name)
        self.words = words


class TickReading(dict[str, Any]):
    """What a controller reads, by name."""

    def __missing__(self, name: object) -> Any:
        raise NotRead(name, f"it does not read '{name}': add it to `reads`")


class ObservedChannels(Mapping[str, float]):
    """What a Python function reads that names no channels: any of them, by its name."""

    def __init__(self, places: Mapping[str, int], observed: np.ndarray):
        self._places, self._observed = places, observed

    def __getitem__(self, name: str) -> float:
        place = self._places.get(name)
        if place is None:
            raise NotRead(name, f"there is no channel '{name}'.{did_you_mean(name, self._places)}")
        return float(self._observed[place])

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def where_controller_failed(controller: Any, error: Exception) -> str:
    """Returns an exception of a user's code: its words, and the line of that code."""
    what = error.words if isinstance(error, NotRead) else f"{type(error).__name__}: {error}"
    return f"{what} ({_line_that_failed(error) or place_of_controller(controller)})"


def _line_that_failed(error: Exception) -> str:
    """Returns the last line that is not ours; nothing where the user's code was not even entered."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith(OURS):
            return f"{frame.filename}, line {frame.lineno}"
    return ""


def place_of_controller(controller: Any) -> str:
    """Tells where the function or the `tick` of a controller is written."""
    function = getattr(controller, "function", None) or getattr(controller, "tick", None)
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    return f"{code.co_filename}, line {code.co_firstlineno}" if code else type(controller).__name__
