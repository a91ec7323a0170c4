"""How a file writes its numbers: axes, the side it shows, units of bare numbers; and where each of them stands.

Values that are set or listed by path follow the file they belong to: what stands there can be copied to a command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from jounce.errors import ModelError, Problem
from jounce.model.axle_data import Axle, Place, mirrored
from jounce.model.reading.axes import AXES, turned, turned_vector
from jounce.model.reading.document import Origin
from jounce.model.reading.vehicle_places import in_words_of_vehicle
from jounce.units import to_si

if TYPE_CHECKING:
    from jounce.model.vehicle import Vehicle

Telling = Callable[[Iterable[Problem]], list[Problem]]


@dataclass(frozen=True, slots=True)
class Habits:
    """Of a file; those of a vehicle made in Python are plain."""

    axes: str = AXES[0]
    units: Mapping[str, str] = field(default_factory=dict)  # of bare numbers: {"length": "mm"}
    origin: Origin | None = field(default=None, repr=False, compare=False)  # the file itself, to name its lines
    telling: Telling = field(default=list, repr=False, compare=False)  # problems of parts, in the words of the file
    loaded: Mapping[str, float] | None = field(default=None, repr=False, compare=False)  # values as they were read

    def to_si(self, value: Any, unit: str) -> float:
        """A number of Python is in SI, as `values()` gives it; text is read as if it stood in the file."""
        return to_si(value, unit, self.units if isinstance(value, str) else {})

    def refusal(self, name: str, problems: Iterable[Problem]) -> ModelError:
        """Problems found after the file was read, with the lines of the parts they speak of."""
        told = self.telling(problems)
        if self.origin is None:
            return ModelError(name, told)
        placed = self.origin.placed(told)
        return ModelError(self.origin.source if any(problem.line for problem in placed) else name, placed)

    def told(self) -> str:
        """In words, empty where there is nothing unusual."""
        axes = [f"axes are {self.axes}"] if self.axes != AXES[0] else []
        units = [f"bare numbers of {kind} are in {unit}" for kind, unit in self.units.items()]
        return "; ".join([*axes, *units])


def habits_of_parts(habits: Habits) -> Habits:
    """Of the mechanism that a vehicle is made into: it has parts of its own, and the file of the vehicle."""
    return Habits(origin=habits.origin, telling=in_words_of_vehicle)


def as_in_file(vehicle: Vehicle) -> Vehicle:
    """The vehicle in the axes of its file, unchecked; a second time, back in ISO 8855."""
    if vehicle.habits.axes == AXES[0]:
        return vehicle
    equipment = {word: turned(data) for word, data in vehicle.equipment().items()}
    axles = {name: _as_in_file(axle) for name, axle in vehicle.axles.items()}
    sensors = {name: turned(sensor) for name, sensor in vehicle.sensors.items()}
    return replace(vehicle, axles=axles, sensors=sensors, **equipment)


def _as_in_file(axle: Axle) -> Axle:
    side = -1 if axle.shows_right else 1
    return replace(
        axle,
        hardpoints=_turned_points({name: p if side > 0 else mirrored(p) for name, p in axle.hardpoints.items()}),
        right_hardpoints=_turned_points(axle.right_hardpoints),
        bodies={role: turned(data) for role, data in axle.masses(side).items()},
        bushings={mount: turned(data) for mount, data in axle.compliances(side).items()},
        tyre=turned(axle.tyre),
        alignment=turned(axle.alignment),
        elements={word: turned(data) for word, data in axle.elements.items()},
    )


def _turned_points(points: Mapping[str, Place]) -> dict[str, Place]:
    return {name: turned_vector(point) for name, point in points.items()}
