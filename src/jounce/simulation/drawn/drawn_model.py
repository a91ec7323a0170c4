"""What a run of a model looks like, made when somebody looks: outline, numbers, poses, centres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from jounce.mechanism import Mechanism, connect_mechanism
from jounce.model import Vehicle
from jounce.model.assemblies.size.data import car_picture
from jounce.model.assembly.axle_model import AxleModel
from jounce.model.outline import owners_of_axles, read_outline
from jounce.results.drawn.outline import Centre, Frames, Outline
from jounce.simulation.drawn.frame_kernel import frames_of
from jounce.simulation.drawn.make_outline import OutlineCode, RigWheel, Surroundings, outline_code


@dataclass(frozen=True)
class DrawnModel:
    """The look of a result in memory: a model with its tree, and what is around it."""

    mechanism: Mechanism
    subject: Any = field(default=None, repr=False)  # the vehicle that the model was made of, if it was one
    rig: AxleModel | None = field(default=None, repr=False)  # whose wheels are no bodies

    @cached_property
    def around(self) -> Surroundings:
        """Returns what is drawn besides the parts of the model."""
        wheels = () if self.rig is None else tuple(_rig_wheels(self.rig))
        if not isinstance(self.subject, Vehicle):
            return Surroundings(wheels=wheels)
        axles = self.subject.blueprint().base.all_axles()
        steered = tuple(name for name, axle in axles.items() if axle.steered)
        if self.rig:
            return Surroundings(steered=steered, wheels=wheels)
        pictures = {unit.floating: car_picture(unit) for unit in self.subject.units.values()}
        first, *others = pictures
        pulled = {body: picture for body in others if (picture := pictures[body]) is not None}
        return Surroundings(steered=steered, wheels=wheels, car=pictures[first], pulled=pulled)

    @cached_property
    def _code(self) -> OutlineCode:
        return outline_code(self.mechanism, self.around)

    @property
    def outline(self) -> Outline:
        """Returns the outline of the structure."""
        return self._code.outline

    @cached_property
    def numbers(self) -> np.ndarray:
        """Returns the drawn numbers."""
        return self._code.numbers(self.mechanism.model, self.around)

    def frames(self, coordinates: Mapping[str, np.ndarray], samples: Any = slice(None)) -> Frames:
        """Returns the poses at some samples of a result with these joint coordinates."""
        return frames_of(self._code.poses, self.mechanism, coordinates, samples)

    def centres(self, coordinates: Mapping[str, np.ndarray], samples: Any = slice(None)) -> Sequence[Centre]:
        """Returns instant centres of the wheels and roll centres of the axles."""
        return self._code.centres.centres(self.outline, self.numbers, self.mechanism, coordinates, samples)


@dataclass(frozen=True)
class DrawnText(DrawnModel):
    """The look of a result of a file before format 5, which holds its model as TOML text."""

    told: Surroundings = field(default_factory=Surroundings)

    @property
    def around(self) -> Surroundings:
        """Returns what the file told besides the parts of the model."""
        return self.told


def drawn_of_text(about: Mapping[str, Any]) -> DrawnText | None:
    """Returns the look of a result with this metadata; None where it tells none."""
    text = str(about.get("outline", ""))
    if not text:
        return None
    model = read_outline(text)
    model.owners = owners_of_axles(str(axle["name"]) for axle in about.get("axles", ()))
    mechanism = connect_mechanism(model)
    picture: Mapping[str, Any] = about.get("picture") or {}
    wheels = tuple(RigWheel(**_five(entry)) for entry in about.get("wheels", ()))
    told = Surroundings(
        steered=tuple(map(str, picture.get("steered", ()))),
        wheels=wheels,
        car=picture.get("body"),
        hardpoints=picture.get("hardpoints", {}),
    )
    return DrawnText(mechanism, told=told)


def _five(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a wheel as old files have it, its numbers as floats."""
    vectors = {word: tuple(float(x) for x in entry[word]) for word in ("centre", "axis")}
    return {"name": str(entry["name"]), "body": str(entry["body"]), "radius": float(entry["radius"]), **vectors}


def _rig_wheels(rig: AxleModel) -> list[RigWheel]:
    return [
        RigWheel(
            name=corner.prefix,
            body=corner.carrier,
            centre=corner.wheel_centre,
            axis=corner.spin_axis,
            radius=float(corner.tyre_radius),  # type: ignore[arg-type]
        )
        for corner in rig.corners.values()
    ]
