"""Drive a car: from a trimmed start, with what the driver does over time, over a road; then read what happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, ClassVar

import numpy as np

from jounce.model import Model, Vehicle
from jounce.model.assembly.car import CarModel
from jounce.model.linear_cars import SingleTrackCar
from jounce.model.tyre_files.tyre_validity import tyre_validities
from jounce.model.usual.car_figures import checks_of_class
from jounce.model.vehicle import DEPTHS
from jounce.parts.roads import Road
from jounce.results import Channel, Result
from jounce.results.panel import Panel, Spectra
from jounce.results.read_offs import largest_sample
from jounce.results.run_record import Metadata
from jounce.simulation.inputs import Source
from jounce.simulation.integrators.methods import ACCURACY, AUTO, METHODS
from jounce.simulation.judging.car_checks import checks_of_jumps, checks_of_motion
from jounce.simulation.judging.drive_checks import Asked, checks_of_asked, checks_of_drive, held_speed_check
from jounce.simulation.prepare import Prepared
from jounce.simulation.simulate import simulate
from jounce.simulation.verdict import with_checks
from jounce.studies.driving.bushing_notes import bushing_notes
from jounce.studies.driving.driving_start import SteadyMotionStart
from jounce.studies.driving.interventions import (
    INTERVENTION_METRICS,
    brake_notes,
    intervention_notes,
    intervention_values,
)
from jounce.studies.driving.steering_lock import beyond_steering_lock, lock_words
from jounce.studies.response.wanted_car import with_wanted_car
from jounce.studies.ride.corner_figures import corner_figures
from jounce.studies.settings import COMPLIANCE, INTEGRATOR, OUTPUT_STEP, RELATIVE_TOLERANCE, ROUTE, WANTED_ACCURACY
from jounce.studies.stance.offsets import offset_notes_at_start
from jounce.studies.study import Progress, Study

LONGEST_STEP = 1e-3  # s
MEASURING_STEP = 5e-3  # s
LEAST_WORK = 1.0  # J
QUALITY = {
    "energy_error": (
        "1",
        "largest change of the energy balance, divided by the work of all elements or by 1 J if that is more",
    ),
    "largest_gap": ("m", "largest gap of any loop at any step"),
}
FRICTION_USE = Panel("friction use of the tyres", ("{corner}.tyre.friction_use",))
WORDS = {"LoneTyre": "tyre", "TirFile": "tyre file", "Model": "mechanism"}  # what a user calls them
Values = dict[str, float]
Added = Mapping[str, tuple[np.ndarray, str, str]]  # channel -> values, unit, definition


@dataclass(frozen=True, kw_only=True)
class Manoeuvre:
    """What is done with a car; inputs that are not given stay as they hold the start."""

    vehicle: Vehicle
    start: SteadyMotionStart
    duration: float
    inputs: Mapping[str, Source] = field(default_factory=dict)
    controllers: tuple[Any, ...] = ()  # besides those of the vehicle
    road: Road | None = None
    measuring_step: float = MEASURING_STEP  # between the rows that figures are read off
    longest_step: float = LONGEST_STEP
    found: Mapping[str, Any] = field(default_factory=dict)  # settings that follow from the car
    places: Mapping[str, Sequence[str]] = field(default_factory=dict)  # names for the {words} of panels
    notes: tuple[str, ...] = ()

    @property
    def car(self) -> CarModel:
        return self.start.car


class Drive(Study):
    """A study on the road. A subclass says what is done (`manoeuvre`) and what is read off the run (`measure`)."""

    simulates: ClassVar[bool] = True  # over time, so that the quality of the run is among its metrics
    needs_wheels: ClassVar[bool] = False  # a linear car has none
    goes_straight: ClassVar[bool] = False  # a car that turns has not done what the study is about
    in_lane: ClassVar[bool] = False  # nor has one that leaves its lane
    holds_speed: ClassVar[bool] = False  # nor one that gets faster or slower
    waived: ClassVar[Mapping[str, str]] = {}  # checks of the verdict that are what the study is about, and why
    step: Any
    integrator = INTEGRATOR
    accuracy = WANTED_ACCURACY
    rtol = RELATIVE_TOLERANCE
    compliance = COMPLIANCE
    route = ROUTE
    output_step = OUTPUT_STEP

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.simulates:
            cls.metrics = {**cls.metrics, **INTERVENTION_METRICS, **QUALITY}

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        raise NotImplementedError

    def channels(self, run: Result, done: Manoeuvre) -> Added:
        """Returns channels that the study adds to those of the car."""
        return {}

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        """Returns the metrics."""
        raise NotImplementedError

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        """Returns what a user should know about the run."""
        return []

    def spectra(self, run: Result, done: Any) -> Sequence[Spectra]:
        """Returns pictures over frequency, beside the declared panels."""
        return ()

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        return self.drive_and_measure(self.manoeuvre(self.require_car(subject)), on_progress)

    def drive_and_measure(self, done: Manoeuvre, on_progress: Progress | None = None) -> Result:
        """Simulates a manoeuvre, and read off what the study is for."""
        return self.measured(drive(done, self, on_progress), done)

    def measured(self, run: Result, done: Manoeuvre) -> Result:
        """Returns what the study is for, read off the run of a manoeuvre, with the verdict on it."""
        return self.judged(self.read_off(run, done), done, run)

    def asked(self, run: Result, done: Manoeuvre) -> Iterator[Asked]:
        """Returns what the study asks of the car, next to what the car did."""
        return iter(())

    def judged(self, found: Result, done: Manoeuvre, run: Result) -> Result:
        """Returns the result with the checks of what moved and of what was asked for in its verdict.

        They are read off the run as the study has it, not off the rows that are written.
        """
        run = replace(run, metrics=found.metrics)
        tyres = tyre_validities(done.car.model, done.vehicle if isinstance(done.vehicle, Vehicle) else None)
        checks = [
            *checks_of_motion(run, done.car.model, tyres, done.road or done.start.ready.road),
            *checks_of_jumps(done.inputs, done.start.inputs),
            *checks_of_drive(run, done.car, self.goes_straight, self.in_lane),
            *([held_speed_check(run)] if self.holds_speed else []),
            *checks_of_asked(self.asked(run, done)),
            *checks_of_class(done.vehicle, done.car, tyres, corner_figures(done.start), run.metrics),
        ]
        return with_checks(found, checks, self.waived)

    def read_off(self, run: Result, done: Manoeuvre) -> Result:
        """Returns metrics, plots and notes, read off the run of a manoeuvre."""
        run = drive_with_channels(run, done.car.model, self.channels(run, done))
        run = drive_with_notes(run, [*done.notes, *run.metadata["notes"], *self.notes(run, done), *_offsets(done)])  # type: ignore[misc]
        sides: dict[str, list[str]] = {}
        for corner in done.car.corners.values():
            sides.setdefault(f"{corner.side}_corner", []).append(corner.prefix)
        places = {"corner": list(done.car.corners), **sides, **done.places}
        found = self.outcome(run, self.measure(run, done), places, done.found)
        return replace(found, panels=(*found.panels, *self.spectra(run, done)))

    def outcome(
        self,
        run: Result,
        values: Mapping[str, float],
        places: Mapping[str, Sequence[str]],
        found: Mapping[str, Any],
        **more: Any,
    ) -> Result:
        """The run as the study's result: metrics, plots, settings as they were used, and the rows to be written."""
        quality = {}
        if "energy.balance" in run:
            quality = {"energy_error": drive_energy_error(run), "largest_gap": float(run.metadata["constraint_gap"])}  # type: ignore[arg-type]
            quality = intervention_values(run) | quality
            run = drive_with_notes(run, [*run.metadata.get("notes", ()), *intervention_notes(run)])  # type: ignore[misc]
        settings = self.chosen() | dict(run.metadata["settings"]) | dict(found)  # type: ignore[call-overload]
        about = Metadata(run.metadata, {"study": self.name, "settings": settings}, more)
        run = replace(run.with_written_rows(), panels=self.plots(places), metadata=about)
        return self.with_metrics(run, dict(values) | quality)

    def require_car(self, subject: object) -> Any:
        """Studies on the road are for vehicles. What the file leaves to the linear car is found here."""
        if not isinstance(subject, Vehicle | SingleTrackCar):
            word = WORDS.get(type(subject).__name__, type(subject).__name__.lower())
            raise self.refuse("model", f"a {word} cannot be driven", "a vehicle file, for example small_car")
        return with_wanted_car(subject) if isinstance(subject, Vehicle) else subject

    def build_car(self, vehicle: Vehicle, steering: str = "angle") -> CarModel:
        """Builds the car that is driven, on its bushings where these are asked for; refuses one without wheels where
        the study needs them."""
        car = vehicle.car_model(steering, self.compliance)
        if self.needs_wheels and not any(getattr(part, "reads_road", False) for part in car.model.forces):
            raise self.refuse("depth", "a linear car has no wheels that could feel a road", 'depth = "functional"')
        return car

    def notes_on_subject(self, subject: Any) -> list[str]:
        if not isinstance(subject, Vehicle):
            return []
        found = brake_notes(subject)
        if subject.depth != DEPTHS[0]:
            numbers = len(subject.computed())
            return [f"driven at depth '{subject.depth}': {numbers} numbers were computed from the file", *found]
        return [*bushing_notes(subject, self.compliance), *found]

    def steering(self, car: CarModel) -> str:
        """Returns the driver's input at the steering wheel."""
        if car.steering is None:
            raise self.refuse("axles", "none is steered", "steered = true in [axles.front], and a table [steering]")
        return car.steering

    def require_shafts(self, vehicle: Vehicle) -> None:
        """Requires half shafts, for studies of what they do."""
        if vehicle.half_shafts is None:
            raise self.refuse("half_shafts", "the car has none", "a table [half_shafts] and a [drive] with shafts")

    def require_torque(self, car: CarModel) -> CarModel:
        """Requires a drive whose torque can be set, for studies that do."""
        if car.powertrain is not None:
            hint = "a car without [engine], whose input is drive.torque; of this one, study acceleration or script"
            raise self.refuse("torque", "the torque of an engine follows from its throttle", hint)
        return car

    def brake(self, car: CarModel) -> str:
        """Returns the driver's input at the brake pedal."""
        if car.brake is None:
            raise self.refuse("brakes", "the car has none", "a table [brakes], and a depth that has wheels")
        return car.brake


def _offsets(done: Manoeuvre) -> list[str]:
    """Says how far the car stands from its design position, where the road is level."""
    road = done.road or done.start.ready.road
    level = (road is None or not road.elements) and isinstance(done.vehicle, Vehicle)
    return offset_notes_at_start(done.car, done.start.seen()) if level else []


def drive(done: Manoeuvre, study: Drive, on_progress: Progress | None = None) -> Result:
    """Simulates a manoeuvre by the integrator of a study; RK4 without a step takes the largest stable one.

    The rows of the run are those that figures are read off; the rows that a user asked for go with them.
    """
    ready = drive_ready(done, study)
    explicit = study.integrator == "rk4" or (study.integrator == AUTO and study.step is not None)
    run = simulate(
        ready,
        done.duration,
        inputs=dict(done.start.inputs) | dict(done.inputs),
        controllers=done.controllers,
        integrator=study.integrator,
        step=study.step or (AUTO if study.integrator == "rk4" else None),
        accuracy=_followed_accuracy(study),
        rtol=study.rtol,
        max_step=done.longest_step if explicit else inf,
        **drive_rows(study, done.measuring_step, explicit),
        progress=on_progress or False,
        route=study.route,
    )
    return drive_with_notes(run, [*done.start.notes, *run.metadata.get("notes", [])])  # type: ignore[misc]


def drive_rows(study: Drive, measuring_step: float, explicit: bool) -> dict[str, Any]:
    """Times between rows that figures are read off, no shorter than a fixed step, and between those to be written."""
    read = max(measuring_step, study.step or 0.0) if explicit else measuring_step
    return {"measuring_step": read, "output_step": study.output_step or read}


def drive_ready(done: Manoeuvre, study: Drive) -> Prepared:
    """The car of a manoeuvre at its start, on its road; refused where the steering wheel would turn beyond its lock."""
    if (asked := beyond_steering_lock(done.car, done.inputs)) is not None:
        what = f"the steering wheel would turn to {np.degrees(asked):.4g} deg, but {lock_words(done.car)}"
        raise study.refuse("angle", what, "a smaller angle, or another lock in [steering]")
    return done.start.ready if done.road is None else done.start.ready.on_road(done.road)


def _followed_accuracy(study: Drive) -> float:
    """Returns the accuracy of a study; its own default says nothing where the integrator does not follow any."""
    method = METHODS.get(study.integrator)
    follows = method is None or method.jacobian == "kept"  # words that are no method choose one by the accuracy
    own = float(type(study).accuracy.default)
    return ACCURACY if not follows and study.accuracy == own else float(study.accuracy)


def drive_with_notes(run: Result, notes: Sequence[str]) -> Result:
    return replace(run, metadata=Metadata(run.metadata, {"notes": list(notes)}))


def drive_energy_error(run: Result) -> float:
    """Gives largest change of the energy balance divided by the sum of the largest |work| of every element, at least
    1 J.

    A parked car does no work, and rounding divided by rounding is no measure: 1 J raises it by a tenth of a millimetre.
    """
    balance = run["energy.balance"]
    works = [
        largest_sample(run[name] - run[name][0]) for name in run if name.endswith(".work") and name != "energy.work"
    ]
    return largest_sample(balance - balance[0]) / max(sum(works), LEAST_WORK)


def drive_with_channels(run: Result, model: Model, added: Added) -> Result:
    """Returns a result of a model with further channels of its parts, axles and corners."""
    channels = tuple(
        Channel(name, unit, text, owner=model.channel_owner(name)) for name, (_, unit, text) in added.items()
    )
    columns = [values for values, _, _ in added.values()]
    return replace(run, channels=(*run.channels, *channels), numbers=np.column_stack([run.numbers, *columns]))


def drive_sideslip(run: Result, speed: float) -> np.ndarray:
    """Of the centre of mass, against the way the car goes: in reverse the channel is near half a turn."""
    if speed > 0.0:
        return run["vehicle.cg.sideslip"]
    return np.arctan2(run["vehicle.cg.vy"], -run["vehicle.cg.vx"])


def drive_on_enveloping_tyres(vehicle: Vehicle) -> Vehicle:
    """Returns the car on tyres that roll over short obstacles, in place of tyres that meet the road in a point."""
    return vehicle.with_axles(
        lambda path, axle: replace(axle, tyre=replace(axle.tyre, contact="enveloping"))  # type: ignore[type-var]
    )
