"""Wheel travel: an axle mounted on a rig, its wheels lifted or its rack moved, and all that one reads off it."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from jounce import __version__
from jounce.arguments import check_arguments
from jounce.errors import Problem
from jounce.model.assembly.axle_model import AxleModel, owners_of_corners
from jounce.model.templates.kingpin import JOINT as KINGPIN
from jounce.model.vehicle import Vehicle
from jounce.results import Channel, ChannelOwner, Metric, Result, machine_class
from jounce.results.panel import Panel
from jounce.simulation.drawn.drawn_model import DrawnModel
from jounce.studies.kinematics.car_data import FIGURES, CarData, car_data, figures_of_car_data
from jounce.studies.kinematics.held_axle import held_axle_of
from jounce.studies.kinematics.outputs import kc_outputs
from jounce.studies.kinematics.outputs.kc_outputs import KcOutput
from jounce.studies.kinematics.outputs.output_kernel import OutputKernel
from jounce.studies.kinematics.outputs.rig_formulas import OutputOf
from jounce.studies.kinematics.panels import RACK_PANELS, TRAVEL_PANELS, sweep_panels
from jounce.studies.kinematics.rig import Rig, measure, rig_of, rig_outputs
from jounce.studies.settings import AXLE, Amounts, Count, Word
from jounce.studies.study import Progress, Study

# how far each pad goes for a unit of travel
MODES = {"parallel": (1.0, 1.0), "opposite": (1.0, -1.0), "single": (1.0, 0.0), "rack": (0.0, 0.0)}
LARGEST_TRAVEL = 1.0  # m; beyond it a range in mm was meant
TRAVEL = KcOutput(
    "travel", "m", "mm", "travel of the left wheel, positive in jounce; the right one's goes with the mode"
)
SWEEP_METHOD = (
    "positions over the travel",
    "continued from position to position, derivatives exact",
    "Allgower, Georg 1990, chapters 2 and 6; Deuflhard 2011, section 5.1",
)
OWNERS = {
    "wheel": kc_outputs.CORNER,
    "front_wheel": kc_outputs.FRONT,
    "rear_wheel": kc_outputs.REAR,
    "element": (kc_outputs.MOTION_RATIO,),
    "axle": kc_outputs.AXLE,
}
RACK = KcOutput("rack.displacement", "m", "mm", "rack to the left")


class WheelTravel(Study):
    """Wheel travel: an axle on a rig, its wheels lifted or its rack moved, and everything an engineer reads off it.

    Curves over the travel of the left wheel ("parallel", "opposite", "single") or of the rack ("rack"), of a vehicle or
    of one of its axles on a rig. Metrics are the outputs in the design position. The samples have no time:
    `Result.time` counts them, and the channel that metadata calls `abscissa` is what they run over.
    """

    name = "wheel-travel"
    doing = "moving through the range"
    axle = AXLE
    mode = Word(default="parallel", words=tuple(MODES), meaning="what moves: both wheels, one of them, or the rack")
    travel = Amounts(
        default=("-80 mm", "80 mm"),
        unit="m",
        least=-LARGEST_TRAVEL,
        most=LARGEST_TRAVEL,
        counts=(2,),
        meaning="lowest and highest position",
    )
    points = Count(default=141, least=2, most=100_001, meaning="positions over the travel")
    figures = FIGURES
    metrics = {
        f"{{{owner}}}.{output.name}": (output.unit, output.definition)
        for owner, outputs in OWNERS.items()
        for output in outputs
        if output.name not in kc_outputs.FROM_DESIGN
    }

    def contradictions(self) -> Iterator[Problem]:
        low, high = self.travel
        if not low < high:
            yield Problem("travel", f"{low:g} m is not below {high:g} m", "give the lower end first")

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        return _mounted(subject, self.axle, self.figures).move(self, on_progress)[0]


@check_arguments
def mount(
    car: Vehicle | AxleModel | Any, *, axle: str | None = None, figures: Mapping[str, float | str] | None = None
) -> MountedAxle:
    """Puts an axle on its rig once, to move it many times: other modes and ranges, other numbers by `with_car`."""
    return _mounted(car, axle, figures)


def _mounted(car: Any, axle: str | None, figures: Mapping[str, float | str] | None) -> MountedAxle:
    """Puts an axle on its rig; what is no car is refused in the words of the study."""
    rig, given = rig_of(held_axle_of(car, axle, "wheel-travel")), dict(figures or {})
    known, front = _known(car, rig.axle.name, given), _is_front(car, rig.axle.name)
    outputs = rig_outputs(rig, known, front)
    return MountedAxle(car=car, rig=rig, figures=given, known=known, front=front, outputs=outputs)


@dataclass(frozen=True, kw_only=True)
class MountedAxle:
    """An axle on its rig, with what is known of the car around it."""

    car: Vehicle | AxleModel
    rig: Rig
    figures: Mapping[str, float | str]  # as given, in place of the car's own
    known: CarData
    front: bool
    outputs: OutputKernel

    def __repr__(self) -> str:
        outputs = len(self.outputs.code.outputs)
        return f"<MountedAxle '{self.rig.axle.name}' of {self.car.name}: {outputs} outputs>"

    def with_car(self, car: Vehicle | AxleModel) -> MountedAxle:
        """Returns the same axle of a car with other numbers, as when a point is dragged; nothing is compiled."""
        axle = self.rig.axle.name
        rig, known = self.rig.with_axle(held_axle_of(car, axle, "wheel-travel")), _known(car, axle, self.figures)
        return replace(self, car=car, rig=rig, known=known, outputs=rig_outputs(rig, known, self.front))

    def run(self, mode: str = "parallel", travel: Any = WheelTravel.travel.default, points: int = 141) -> Result:
        """Runs the study `wheel-travel` with these settings."""
        return self.move(WheelTravel(mode=mode, travel=travel, points=points))[0]

    def move(self, study: WheelTravel, on_progress: Progress | None = None) -> tuple[Result, np.ndarray]:
        """Returns the result, and the states that were met: the design position, then the positions of the study."""
        began = clock.perf_counter()
        axle, mode, points, (low, high) = self.rig.axle, study.mode, study.points, study.travel
        if mode == "rack" and axle.rack is None:
            raise study.refuse(
                "mode", f"axle '{axle.name}' has no rack{_why(axle)}", "one of: parallel, opposite, single"
            )
        found = measure(self.rig, _moved(axle, mode), np.linspace(low, high, points), on_progress)
        if not len(found.grid):
            what = f"no position from {1e3 * low:g} to {1e3 * high:g} mm is reached: {found.status}"
            raise study.refuse("travel", what, "a range nearer to the design position")
        curves = self.outputs.run(found.rows)
        abscissa = RACK if mode == "rack" else TRAVEL
        owners = tuple(owners_of_corners(axle.corners.values()).values())
        channels, metrics, panels = _described(abscissa, owners, self.outputs.code.outputs)
        design = curves[0].tolist()
        result = Result(
            time=np.arange(len(found.grid), dtype=float),
            channels=channels,
            numbers=np.concatenate([found.grid[:, None], curves[1:]], axis=1),
            metrics={
                c.name: Metric(design[k], c.unit, c.definition, c.kind, c.owner)
                for k, c in metrics
                if design[k] == design[k]
            },
            panels=panels,
            metadata={
                **self._about,
                "study": f"wheel travel, {mode}",
                "settings": {"axle": axle.name, "mode": mode, "travel": [low, high], "points": points},
                "abscissa": abscissa.name,
                "wall_time": clock.perf_counter() - began,
                "status": found.status,
            },
            coordinates={name: found.states[1:, k] for name, k in self.rig.ready.layout.coordinates.items()},
            drawn=DrawnModel(self.rig.ready.mechanism, self.car, self.rig.axle),
        )
        return result, found.states

    @cached_property
    def _about(self) -> dict[str, object]:
        """Returns metadata that every run of this axle shares."""
        return {
            "model": self.rig.axle.model.name,
            "model_hash": self.rig.ready.fingerprint(),
            "jounce_version": __version__,
            "figures": self.known.known(),
            "steering_axis": _axis_kind(self.rig.axle),
            "machine_class": machine_class(),
            "methods": [list(SWEEP_METHOD)],
        }


@lru_cache(maxsize=64)
def _described(
    abscissa: KcOutput, owners: tuple[ChannelOwner, ...], outputs: tuple[OutputOf, ...]
) -> tuple[tuple[Channel, ...], tuple[tuple[int, Channel], ...], tuple[Panel, ...]]:
    """Gives the channels, those that are metrics with their places among the curves, and the panels of the picture."""
    by_side = {owner.side: owner for owner in owners}
    found = []
    for side, element, output in outputs:
        whose = by_side[side]
        part = ".".join(filter(None, (whose.part, element)))
        found.append(output.channel(f"{part}.{output.name}", whose._replace(group="kinematics", part=part)))
    metrics = [(k, found[k]) for k, (*_, output) in enumerate(outputs) if output.name not in kc_outputs.FROM_DESIGN]
    channels = (abscissa.channel(abscissa.name, ChannelOwner("kinematics")), *found)
    return channels, tuple(metrics), sweep_panels(RACK_PANELS if abscissa is RACK else TRAVEL_PANELS, channels)


def _known(car: Vehicle | AxleModel, axle: str, figures: Mapping[str, float | str]) -> CarData:
    own = figures_of_car_data(car, axle) if isinstance(car, Vehicle) else {}
    return car_data({**own, **figures})


def _is_front(car: Vehicle | AxleModel, axle: str) -> bool:
    """A rear axle is called so, or stands behind another."""
    if isinstance(car, AxleModel):
        return car.name != "rear"
    return axle != "rear" and axle == next(iter(car.blueprint().base.axles))


def _moved(model: AxleModel, mode: str) -> dict[str, float]:
    """Returns the factor of every input for a unit of the range."""
    moved = {corner.travel: factor for corner, factor in zip(model.corners.values(), MODES[mode], strict=True)}
    if model.rack is not None:
        moved[model.rack] = float(mode == "rack")
    return moved


def _why(model: AxleModel) -> str:
    """Says why an axle on king-pins is refused: how its wheels steer is no matter of the suspension."""
    on_kingpins = any(joint.name.endswith(f".{KINGPIN}") for joint in model.model.joints)
    return ": its wheels turn on king-pins by the table of the steering" if on_kingpins else ""


def _axis_kind(model: AxleModel) -> str:
    if all(corner.steering_axis is not None for corner in model.corners.values()):
        return "geometric, through two points of the suspension"
    return "virtual, screw of the carrier for a rack movement, spring length held" if model.rack else "none"
