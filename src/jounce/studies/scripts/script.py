"""Script: phases of what a driver does, each until something happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.equations.layout import Layout
from jounce.errors import ModelError, Problem
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import highest, largest, lowest
from jounce.simulation.prepare import prepare
from jounce.studies.driving.drive import Drive, Manoeuvre, drive_on_enveloping_tyres
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.gear_choice import start_waiting
from jounce.studies.driving.steady_motion import SteadyMotionStart
from jounce.studies.ride.drive_road import RoadSetting
from jounce.studies.scripts.phase import TIME, Phase
from jounce.studies.scripts.read_phases import never_reached, read_phases
from jounce.studies.scripts.run_phases import Drives, run_phases
from jounce.studies.settings import SPEED, STEP, Amount, Setting, Wrong
from jounce.studies.study import Progress
from jounce.units import to_si

USUAL: tuple[Mapping[str, Any], ...] = (
    {"name": "straight on", "duration": "1 s"},
    {"name": "steer", "steering": {"to": "45 deg", "in": "0.3 s"}, "duration": "2 s"},
    {"name": "brake", "pedal": 0.5, "until": {"speed_below": "5 km/h"}},
)


class PhaseTables(list[Any]):
    """Phases as they were written, and as they were read."""

    phases: tuple[Phase, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Phases(Setting):
    """Tables of phases, one after the other."""

    def read(self, value: Any, where: str) -> PhaseTables:
        if isinstance(value, PhaseTables) and value.phases:
            return value
        if isinstance(value, str):
            raise self.wrong(where, "phases are tables, and stand in a job file: jounce run JOB.toml")
        phases, problems = read_phases(value, where)
        if problems:
            raise Wrong(*problems)
        return phase_tables(value, phases)

    def annotation(self) -> str:
        return "Sequence[Mapping[str, Any]]"

    def right(self) -> str:
        return "[[phases]] tables of a job file, or a list of such tables in Python"

    def default_text(self) -> str:
        return "straight on for 1 s, the steering wheel at 45 deg for 2 s, then the brake down to 5 km/h"


def phase_tables(raw: Any, phases: tuple[Phase, ...]) -> PhaseTables:
    """Returns phases with the tables that they were read from."""
    found = PhaseTables(entry if isinstance(entry, Mapping) else str(entry) for entry in raw)
    found.phases = phases
    return found


class Script(Drive):
    """A script of phases: what the driver does, and until when.

    The car runs straight ahead at `speed`. Each phase changes what it names: steering wheel, brake pedal, drive torque,
    a speed that is held, or any other input; all else goes on as it was. A phase ends after its duration, or at the
    instant at which a time, a place, a speed or any channel is reached, which is located to a microsecond. If the last
    phase has not ended after `longest`, the run stops there and what was computed is kept. At speed 0 an engine idles
    in the first gear against the brakes, which are let go by the first throttle or as the script says.
    """

    name = "script"
    speed = SPEED
    phases = Phases(default=USUAL, meaning="what the driver does, and until when")
    longest = Amount(default="60 s", unit="s", least=0.01, most=3600.0, meaning="longest time of all phases together")
    road = RoadSetting(meaning="what the car drives on", auto="a flat road")
    step = STEP
    panels = (
        Panel("steering wheel", ("steering.wheel.angle",)),
        Panel("speed", ("vehicle.speed",)),
        Panel("yaw velocity", ("vehicle.yaw_rate",)),
        Panel("acceleration", ("vehicle.cg.ax", "vehicle.cg.ay")),
        Panel("wheel loads", ("{corner}.tyre.Fz",)),
    )
    metrics = {
        "begin_{phase}": ("s", "time at which the phase {phase} begins"),
        "distance": ("m", "along the road, negative in reverse"),
        "final_speed": ("m/s", "speed of the reference point at the end", "driving speed"),
        "lateral_offset": ("m", "lateral offset of the front axle at the end, positive to the left"),
        "final_yaw": ("rad", "heading at the end, positive to the left"),
        "largest_yaw_rate": ("rad/s", "largest |yaw velocity|"),
        "largest_lateral_acceleration": ("m/s^2", "largest |lateral acceleration| of the centre of mass"),
        "largest_deceleration": ("m/s^2", "largest deceleration of the centre of mass, against its first direction"),
        "largest_roll": ("rad", "largest |roll angle|"),
        "smallest_load": ("N", "smallest load of any tyre", "wheel load"),
    }

    def contradictions(self) -> Iterator[Problem]:
        """Times that are known must lie within the longest time."""
        passed = 0.0
        yield from self._held_at_start()
        for k, phase in enumerate(self.phases.phases):
            passed += phase.duration or 0.0
            for condition in (*phase.at, *phase.until):
                if condition.channel == TIME and (at := to_si(condition.level, "s")) > self.longest:
                    yield Problem(condition.where or f"phases.{k}", *_too_late(at, self.longest))
        if passed > self.longest:
            yield Problem("longest", f"phases take {passed:g} s", f"at least that; now it is {self.longest:g} s")

    def _held_at_start(self) -> Iterator[Problem]:
        """The speed of the start is still that of the car where `hold_speed = true` follows nothing that changes it."""
        phases = self.phases.phases
        for k, phase in enumerate(phases):
            begins = phases[k + 1].at if k + 1 < len(phases) else ()
            if phase.hold_speed is not True:
                return
            yield from never_reached(phase, (*phase.until, *begins), f"phases.{k}", self.speed)

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        drives = self.prepare(subject)
        run, begins = run_phases(drives, on_progress)
        words = {name.replace(" ", "_").replace("-", "_"): begin for name, begin in begins.items()}
        values = {f"begin_{name}": begin for name, begin in words.items()} | self.measure_script(run)
        found = {} if self.road is None else {"road": self.road.name}
        result = self.outcome(run, values, {"corner": list(drives.start.car.corners)}, found)
        done = Manoeuvre(vehicle=drives.vehicle, start=drives.start, duration=float(run.time[-1]), road=self.road)
        return self.judged(result, done, run)

    def wrong_phases(self, subject: Any) -> tuple[list[Problem], Layout]:
        """Finds what phases ask for and the car does not have, before its start is looked for; and what the car has."""
        vehicle = self.require_car(subject)
        start = SteadyMotionStart(car := self.build_car(vehicle), prepare(car.model, integrator=None))
        try:
            Drives(self, vehicle, start, self.phases.phases)
        except ModelError as error:
            return list(error.problems), start.ready.layout
        return [], start.ready.layout

    def prepare(self, subject: Any) -> Drives:
        """Returns the car at its start, every phase checked against it; nothing runs yet."""
        vehicle = self.require_car(subject)
        car = self.build_car(drive_on_enveloping_tyres(vehicle) if self.road is not None else vehicle)
        start = start_straight(car, self.speed)
        if self.speed == 0.0 and car.powertrain is not None:
            start = start_waiting(start)
        start = start if self.road is None else replace(start, ready=start.ready.on_road(self.road))
        return Drives(self, vehicle, start, self.phases.phases)

    def measure_script(self, run: Result) -> dict[str, float]:
        loads = [run[name] for name in run if name.endswith(".tyre.Fz")]
        ahead = np.copysign(1.0, self.speed)
        return {
            "distance": run["vehicle.x"][-1] - run["vehicle.x"][0],
            "final_speed": run["vehicle.speed"][-1],
            "lateral_offset": run["vehicle.y"][-1],
            "final_yaw": run["vehicle.yaw"][-1],
            "largest_yaw_rate": largest(run.time, run["vehicle.yaw_rate"]),
            "largest_lateral_acceleration": largest(run.time, run["vehicle.cg.ay"]),
            "largest_deceleration": highest(run.time, -ahead * run["vehicle.cg.ax"]),
            "largest_roll": largest(run.time, run["vehicle.roll"]),
            "smallest_load": max(0.0, min(lowest(run.time, load) for load in loads)),
        }


def _too_late(at: float, longest: float) -> tuple[str, str]:
    return f"{at:g} s is later than the longest time of the script", f"up to {longest:g} s; settings.longest says more"
