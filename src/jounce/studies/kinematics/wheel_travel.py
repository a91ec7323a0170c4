"""Wheel travel: an axle on a rig, its wheels lifted or its rack moved, and everything an engineer reads off it."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from jounce import __version__
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.model.assembly.axle_model import AxleModel, CornerModel
from jounce.model.axle_data import SIDES
from jounce.model.outline import outline
from jounce.model.vehicle import Vehicle
from jounce.results import Channel, Metric, Result, machine_class
from jounce.results.panel import Panel
from jounce.studies.kinematics.car_data import CarData, car_data, figures_of
from jounce.studies.kinematics.outputs import kc_outputs
from jounce.studies.kinematics.outputs.kc_outputs import Output
from jounce.studies.kinematics.outputs.output_kernel import OutputKernel
from jounce.studies.kinematics.outputs.wheel_pose import Value, axle_of
from jounce.studies.kinematics.panels import RACK_PANELS, TRAVEL_PANELS, sweep_panels
from jounce.studies.kinematics.rig import Rig, measure, output_kernel, rig_of
from jounce.studies.setting_text import listed, table
from jounce.units import UnitError, to_si

# how far each pad goes for a unit of travel
MODES = {"parallel": (1.0, 1.0), "opposite": (1.0, -1.0), "single": (1.0, 0.0), "rack": (0.0, 0.0)}
FEWEST_POINTS, MOST_POINTS = 2, 100_001
LARGEST_TRAVEL = 1.0  # m; beyond it a range in mm was meant
TRAVEL = Output("travel", "m", "mm", "travel of the left wheel, positive in jounce; the right one's goes with the mode")
SWEEP_METHOD = (
    "positions over the travel",
    "continued from position to position, derivatives exact",
    "Allgower, Georg 1990, chapters 2 and 6; Deuflhard 2011, section 5.1",
)
RACK = Output("rack.displacement", "m", "mm", "rack to the left")


def wheel_travel(
    car: Vehicle | AxleModel,
    *,
    axle: str | None = None,
    mode: str = "parallel",
    travel: str | Sequence[Value] = ("-80 mm", "80 mm"),
    points: int = 141,
    figures: str | Mapping[str, Value] | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> Result:
    """Curves over the travel of the left wheel ("parallel", "opposite", "single") or of the rack ("rack").

    `car` is a vehicle, whose first axle is taken unless one is named, or one of its axles on a rig. `figures` are
    those of `CarData`; a vehicle brings its own, which they replace. Metrics are the outputs in the design position.
    The samples have no time: `Result.time` counts them, and the channel that metadata calls `abscissa` is what they
    run over. `on_progress` is told the share of the positions that is done.
    """
    checked_range(mode, travel, points)
    return mount(car, axle=axle, figures=figures).run(mode, travel, points, on_progress)


def mount(
    car: Vehicle | AxleModel, *, axle: str | None = None, figures: str | Mapping[str, Value] | None = None
) -> MountedAxle:
    """Put an axle on its rig once, to move it many times: other modes and ranges, other numbers by `revalued`."""
    rig, given = rig_of(axle_of(car, axle, "wheel-travel")), table(figures or {}, "figures", "wheel-travel")
    known, front = _known(car, rig.axle.name, given), _is_front(car, rig.axle.name)
    outputs = output_kernel(rig, known, front)
    return MountedAxle(car=car, rig=rig, figures=given, known=known, front=front, outputs=outputs)


@dataclass(frozen=True, kw_only=True)
class MountedAxle:
    """An axle on its rig, with what is known of the car around it."""

    car: Vehicle | AxleModel
    rig: Rig
    figures: Mapping[str, Value]  # as given, in place of the car's own
    known: CarData
    front: bool
    outputs: OutputKernel

    def revalued(self, car: Vehicle | AxleModel) -> MountedAxle:
        """The same axle of a car with other numbers, as when a point is dragged; nothing is compiled."""
        axle = self.rig.axle.name
        rig, known = self.rig.revalued(axle_of(car, axle, "wheel-travel")), _known(car, axle, self.figures)
        return replace(self, car=car, rig=rig, known=known, outputs=output_kernel(rig, known, self.front))

    def run(
        self,
        mode: str = "parallel",
        travel: str | Sequence[Value] = ("-80 mm", "80 mm"),
        points: int = 141,
        on_progress: Callable[[float], None] | None = None,
    ) -> Result:
        """As `wheel_travel`."""
        return self.walk(mode, travel, points, on_progress)[0]

    def walk(
        self,
        mode: str,
        travel: str | Sequence[Value],
        points: int,
        on_progress: Callable[[float], None] | None = None,
    ) -> tuple[Result, np.ndarray]:
        """The study, and the states that were met: the design position, then the positions of the study."""
        began = clock.perf_counter()
        low, high = checked_range(mode, travel, points)
        axle = self.rig.axle
        if mode == "rack" and axle.rack is None:
            raise _refusal("mode", f"axle '{axle.name}' has no rack", "one of: parallel, opposite, single")
        found = measure(self.rig, _moved(axle, mode), np.linspace(low, high, points), on_progress)
        if not len(found.grid):
            what = f"no position from {1e3 * low:g} to {1e3 * high:g} mm is reached: {found.status}"
            raise _refusal("travel", what, "a range nearer to the design position")
        curves = self.outputs.run(found.rows)
        abscissa = RACK if mode == "rack" else TRAVEL
        prefixes = tuple(corner.prefix for corner in axle.corners.values())
        channels, metrics, panels = _described(abscissa, axle.name, prefixes, self.outputs.code.outputs)
        design = curves[0].tolist()
        study = Result(
            time=np.arange(len(found.grid), dtype=float),
            channels=channels,
            values=np.concatenate([found.grid[:, None], curves[1:]], axis=1),
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
        )
        return study, found.states

    @cached_property
    def _about(self) -> dict[str, object]:
        """Metadata that every run of this axle shares."""
        return {
            "model": self.rig.axle.model.name,
            "model_hash": self.rig.ready.fingerprint(),
            "jounce_version": __version__,
            "figures": self.known.known(),
            "steering_axis": _axis_kind(self.rig.axle),
            "machine_class": machine_class(),
            "methods": [list(SWEEP_METHOD)],
            "outline": outline(self.rig.axle.model),
            "wheels": [_wheel(corner) for corner in self.rig.axle.corners.values()],
        }


def _wheel(corner: CornerModel) -> dict[str, object]:
    """What a page needs to draw it."""
    place = {"centre": corner.wheel_centre, "axis": corner.spin_axis, "radius": corner.tyre_radius}
    return {"name": corner.prefix, "body": corner.carrier, **place}


@lru_cache(maxsize=64)
def _described(
    abscissa: Output, axle: str, prefixes: tuple[str, ...], outputs: tuple[tuple[str, Output], ...]
) -> tuple[tuple[Channel, ...], tuple[tuple[int, Channel], ...], tuple[Panel, ...]]:
    """The channels, those that are metrics with their places among the curves, and the panels of the picture."""
    owners = {"": axle, **dict(zip(SIDES, prefixes, strict=True))}
    found = []
    for owner, output in outputs:
        side, _, element = owner.partition(".")
        name = ".".join(filter(None, (owners[side], element, output.name)))
        found.append(output.channel(name, axle))
    metrics = [(k, found[k]) for k, (_, output) in enumerate(outputs) if output.name not in kc_outputs.FROM_DESIGN]
    channels = (abscissa.channel(abscissa.name, axle), *found)
    return channels, tuple(metrics), sweep_panels(RACK_PANELS if abscissa is RACK else TRAVEL_PANELS, channels)


def _known(car: Vehicle | AxleModel, axle: str, figures: Mapping[str, Value]) -> CarData:
    own = figures_of(car, axle) if isinstance(car, Vehicle) else {}
    return car_data({**own, **figures})


def _is_front(car: Vehicle | AxleModel, axle: str) -> bool:
    """A rear axle is called so, or stands behind another."""
    if isinstance(car, AxleModel):
        return car.name != "rear"
    return axle != "rear" and axle == next(iter(car.axles))


def _moved(model: AxleModel, mode: str) -> dict[str, float]:
    """Factor of every input for a unit of the range."""
    moved = {corner.travel: factor for corner, factor in zip(model.corners.values(), MODES[mode], strict=True)}
    if model.rack is not None:
        moved[model.rack] = float(mode == "rack")
    return moved


def _axis_kind(model: AxleModel) -> str:
    if all(corner.steering_axis is not None for corner in model.corners.values()):
        return "geometric, through two points of the suspension"
    return "virtual, screw of the carrier for a rack movement, spring length held" if model.rack else "none"


def checked_range(mode: str, travel: str | Sequence[Value], points: int) -> tuple[float, float]:
    """The range in metres; every mistake in the settings at once."""
    problems = []
    if mode not in MODES:
        problems.append(Problem("mode", f"there is no mode '{mode}'.{did_you_mean(mode, MODES)}", ", ".join(MODES)))
    if isinstance(points, bool) or not isinstance(points, int) or not FEWEST_POINTS <= points <= MOST_POINTS:
        problems.append(Problem("points", f"{points!r} is not a number of points", f"{FEWEST_POINTS} to {MOST_POINTS}"))
    ends: list[float] = []
    travel = listed(travel)
    if not isinstance(travel, list | tuple) or len(travel) != 2:
        problems.append(Problem("travel", f"{travel!r} is not a range", 'for example ("-80 mm", "80 mm")'))
    else:
        for value in travel:
            try:
                ends.append(to_si(value, "m"))
            except UnitError as error:
                problems.append(Problem("travel", error.what, error.help))
    if len(ends) == 2 and not ends[0] < ends[1]:
        problems.append(Problem("travel", f"{travel[0]} is not below {travel[1]}", "give the lower end first"))
    if any(abs(end) > LARGEST_TRAVEL for end in ends):
        problems.append(Problem("travel", f"{max(ends, key=abs):g} m is no wheel travel", 'with a unit: "80 mm"'))
    if problems:
        raise ModelError("wheel-travel", problems)
    return ends[0], ends[1]


def _refusal(where: str, what: str, help: str) -> ModelError:
    return ModelError("wheel-travel", [Problem(where, what, help)])
