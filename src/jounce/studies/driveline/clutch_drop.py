"""Start from rest with a clutch that is dropped, on rigid and on flexible half shafts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isnan, nan, pi
from typing import Any

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assemblies.powertrain import POWERTRAIN
from jounce.model.assembly.car import CarModel
from jounce.model.assembly.rotors import AXES
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import first_instant, largest
from jounce.results.vibration.oscillations import Ripple, find_ripples
from jounce.simulation.linear.small_motions import small_motions
from jounce.studies.driveline.shaft_runs import shaft_run_progress, shaft_runs_side_by_side
from jounce.studies.driveline.starting_engine import CLUTCH, ENGAGED, FLYWHEEL, GIVEN, StartingEngine
from jounce.studies.driving.drive import Drive, Manoeuvre, Values, drive, drive_energy_error, drive_with_notes
from jounce.studies.driving.driving_start import start_parked, start_straight
from jounce.studies.driving.histories import step_history
from jounce.studies.settings import DURATION, SHAFT_ELEMENTS, STEP, Amount, setting_too_short
from jounce.studies.study import Progress

MEASURING_STEP = 2e-3  # s
BEGIN = 0.1  # s, when the clutch begins to close
SLOWEST, FASTEST = 1.0, 20.0  # Hz, of a driveline's first mode in any gear: below the car pitches, above shafts hum
SPINNING = 0.2  # slip beyond which tyres give no more force
NEAR = 0.2  # of a frequency: what counts as the same
NEAR_DAMPING = 0.1  # between damping ratios: likewise
PERIODS, READ = 2.0, 8.0  # of the mode, that a ripple is read from: at least, and at most
SAMPLES = 200  # of a logarithm through which a line goes
NOTHING = complex(nan, nan)
INNER_END = "half_shaft_twist_1"
USUAL = {"inertia": 0.1, "clutch": 60.0, "gear": 3.5}  # kg m^2, N m: a small engine in its first gear


class ClutchDrop(Drive):
    """Start from rest with a clutch that is dropped, on rigid and on flexible half shafts. [Szczotka 2007, section 5.3]

    The engine turns, the car stands. Then the clutch closes: it slips until both turn together, and the driveline
    rings, as engine and car swing against each other on the half shafts: shuffle. The study puts an engine with a
    clutch at the input shaft, in one gear. Channels carry the name of their run: `rigid.vehicle.vx`,
    `flexible.vehicle.vx`.
    """

    name = "clutch-drop"
    engine_speed = Amount(
        default="1500 rpm", unit="rad/s", least=1.0, most=2000.0, meaning="of the engine before the clutch closes"
    )
    torque = Amount(
        default="20 N m", unit="N m", least=0.0, most=1e4, meaning="of the engine, from when the clutch closes"
    )
    inertia = Amount(
        unit="kg m^2",
        least=1e-3,
        most=100.0,
        meaning="of engine, flywheel and clutch",
        auto="of [engine], else 0.1 kg m^2",
    )
    gear = Amount(
        unit="1",
        least=0.1,
        most=50.0,
        meaning="turns of the engine for one of the input shaft",
        auto="the first of [gearbox], else 3.5",
    )
    clutch_torque = Amount(
        unit="N m",
        least=1.0,
        most=1e5,
        meaning="that the closed clutch bears, at the engine",
        auto="of [clutch], else 60 N m",
    )
    drop = Amount(default="50 ms", unit="s", least=1e-3, most=10.0, meaning="time in which the clutch closes")
    gearbox_inertia = Amount(
        default="0.01 kg m^2",
        unit="kg m^2",
        least=1e-6,
        most=100.0,
        meaning="of the input shaft behind the gear, in place of drive.input_inertia, which holds the engine",
    )
    elements = replace(SHAFT_ELEMENTS, least=1, meaning="spring-damper elements of each half shaft in the flexible run")
    duration = replace(DURATION, default="3 s")
    step = STEP
    goes_straight = True
    panels = (
        Panel("speed of the engine", ("{shafts}.starter.flywheel.angle_rate",)),
        Panel("torque of the clutch", ("{shafts}.starter.clutch.torque",)),
        Panel("torque in the half shafts", (f"flexible.{{driven}}.{INNER_END}.torque",)),
        Panel("acceleration of the car", ("{shafts}.vehicle.ax",)),
        Panel("slip of the driven tyres", ("{shafts}.{driven}.tyre.slip",)),
    )
    metrics = {
        "shuffle_frequency": (
            "Hz",
            "damped frequency of the strongest ripple in the half shaft torque, once the clutch is locked and no "
            "driven wheel spins; left out where that ripple is not the mode of small motions",
        ),
        "shuffle_damping": ("1", "damping ratio of that ripple: decay rate divided by undamped angular frequency"),
        "shuffle_eigenfrequency": (
            "Hz",
            "damped frequency of the mode that a step of engine torque excites most in the half shafts, of small "
            "motions at the speed after locking",
        ),
        "shuffle_eigendamping": ("1", "damping ratio of that mode: decay rate divided by undamped angular frequency"),
        "{shafts}_ripple": (
            "m/s^2",
            "half of what the car's acceleration swings in the first period from then on, by oscillations within 20 % "
            "of the shuffle frequency; 0 where there are none, left out with it: run with {shafts} shafts",
        ),
        "{driven}_peak_torque": ("N m", "largest |torque| in the half shaft"),
        "{shafts}_lock_time": ("s", "from when the clutch begins to close until it first sticks: {shafts} shafts"),
        "{shafts}_peak_slip": ("1", "largest |slip| of a driven tyre: {shafts} shafts"),
        "{shafts}_clutch_heat": ("J", "energy lost in the clutch: {shafts} shafts"),
        "{shafts}_speed": ("m/s", "of the car at the end: {shafts} shafts", "driving speed"),
        "{shafts}_energy_error": ("1", "energy_error, as in other studies, of the run with {shafts} shafts"),
    }

    def contradictions(self) -> Iterator[Problem]:
        needed = BEGIN + self.drop + 1.0 / SLOWEST
        yield from setting_too_short(self.duration, needed, "standing, the clutch closing, and the ripple after it")

    def run(self, subject: Any, on_progress: Progress | None = None) -> Result:
        vehicle = self.require_car(subject)
        self._require_engine_and_shafts(vehicle)
        runs, starts = {}, {}
        for part, (word, count) in enumerate({"rigid": 0, "flexible": self.elements}.items()):
            starts[word] = self.manoeuvre(self._shafted(vehicle, count))
            run = drive(starts[word], self, shaft_run_progress(on_progress, part, 2))
            runs[word] = self.judged(run, starts[word], run)
        driven = sorted(starts["flexible"].places["driven"])
        values, notes = self._measure_shuffle(runs, self._shafted(vehicle, self.elements), driven)
        for word, run in runs.items():
            values |= self._measure_run(word, run, driven)
        places = {"shafts": list(runs), "driven": driven}
        both = shaft_runs_side_by_side(runs)
        notes += _notes_of_spinning(values["flexible_peak_slip"])  # type: ignore[arg-type]
        both = drive_with_notes(both, [*both.metadata["notes"], *notes])  # type: ignore[misc]
        return self.outcome(both, values, places, starts["flexible"].found)

    def _require_engine_and_shafts(self, vehicle: Any) -> None:
        drive = getattr(vehicle, "drive", None)
        if drive is None or drive.layout != "differential" or vehicle.depth not in ("structural", "tabulated"):
            right = 'layout = "differential" at depth "structural" or "tabulated": a differential and half shafts'
            raise self.refuse("drive.layout", "there are no shafts between an engine and the wheels", right)
        self.require_shafts(vehicle)
        if vehicle.converter is not None:
            raise self.refuse("converter", "the car has a torque converter, which cannot be dropped", "a [clutch]")

    def _shafted(self, vehicle: Vehicle, elements: int) -> Vehicle:
        own = {"drive.input_inertia": self.gearbox_inertia, "drive.turns": 1.0}
        return vehicle.with_values({"half_shafts.elements": elements} | own)

    def _engine(self, vehicle: Vehicle) -> StartingEngine:
        """Returns the engine as it was set, else as the car has it, else a small one."""
        engine, gearbox, clutch = vehicle.engine, vehicle.gearbox, vehicle.clutch
        own: dict[str, Any] = {
            "inertia": USUAL["inertia"] if engine is None else engine.inertia,
            "clutch": USUAL["clutch"] if clutch is None else clutch.torque,
            "gear": USUAL["gear"] if gearbox is None else gearbox.ratios[0],
            "axis": AXES[vehicle.drive.lies if engine is None else engine.lies],  # type: ignore[union-attr]
        }
        said = {"inertia": self.inertia, "clutch": self.clutch_torque, "gear": self.gear}
        return StartingEngine(**own | {word: value for word, value in said.items() if value is not None})

    def _car(self, vehicle: Vehicle) -> CarModel:
        """Returns the car with the engine of the study in place of its own."""
        bare = vehicle if vehicle.engine is None else vehicle.with_tables(dict.fromkeys(POWERTRAIN.tables))
        return self._engine(vehicle).in_car(self.build_car(bare))

    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car, engine = self._car(vehicle), self._engine(vehicle)
        start = start_parked(car)
        state = start.ready.state.copy()
        state[start.ready.layout.speeds[f"{FLYWHEEL}.angle_rate"]] = self.engine_speed
        closing = {
            ENGAGED: step_history(0.0, 1.0, BEGIN, self.drop, self.duration),
            GIVEN: step_history(0.0, self.torque, BEGIN, self.drop, self.duration),
        }
        driven = [corner for corner in car.corners if f"{corner}.half_shaft_0.angle" in car.turning]
        return Manoeuvre(
            vehicle=vehicle,
            start=start.moved_to(state),
            duration=self.duration,
            inputs=closing,
            measuring_step=MEASURING_STEP,
            places={"driven": driven},
            found={"inertia": engine.inertia, "clutch_torque": engine.clutch, "gear": engine.gear},
        )

    def _measure_run(self, word: str, run: Result, driven: Sequence[str]) -> Values:
        return {
            f"{word}_lock_time": _locked_at(run) - BEGIN,
            f"{word}_peak_slip": max(largest(run.time, run[f"{corner}.tyre.slip"]) for corner in driven),
            f"{word}_clutch_heat": -float(run[f"{CLUTCH}.work"][-1]),
            f"{word}_speed": float(run["vehicle.vx"][-1]),
            f"{word}_energy_error": drive_energy_error(run),
        }

    def _measure_shuffle(
        self, runs: dict[str, Result], vehicle: Vehicle, driven: Sequence[str]
    ) -> tuple[Values, list[str]]:
        """Returns the ripple in the half shafts, next to the mode of small motions; and what is left of it on rigid
        shafts.

        A ripple that is not that mode is left out, with a note that says why.
        """
        run = runs["flexible"]
        torques = {corner: run[f"{corner}.{INNER_END}.torque"] for corner in driven}
        found: Values = {f"{corner}_peak_torque": largest(run.time, torque) for corner, torque in torques.items()}
        gripping = {word: _gripping(one, driven) for word, one in runs.items()}
        mode = self._mode(vehicle, run, gripping["flexible"], driven)
        shuffle, why = _read_shuffle(run.time, sum(torques.values()), gripping["flexible"], mode)  # type: ignore[arg-type]
        found |= {
            "shuffle_frequency": shuffle.imag / (2 * pi),
            "shuffle_damping": _damping_ratio(shuffle),
            "shuffle_eigenfrequency": mode.imag / (2 * pi),
            "shuffle_eigendamping": _damping_ratio(mode),
        }
        for word, one in runs.items():
            found[f"{word}_ripple"] = _amplitude_near(one.time, one["vehicle.ax"], gripping[word], shuffle)
        return found, [f"the shuffle cannot be read off the run: {why}"] if why else []

    def _mode(self, vehicle: Vehicle, run: Result, after: np.ndarray, driven: Sequence[str]) -> complex:
        """Eigenvalue of the mode that a step of engine torque excites most, straight ahead with the clutch closed."""
        if not after.any():  # it never stays locked, or its wheels never grip: there is no such motion
            return NOTHING
        car, speed = self._car(vehicle), float(run["vehicle.vx"][after].mean())
        start = start_straight(car, speed, start_parked(car, inputs={ENGAGED: 1.0}))
        channels = [f"{corner}.{INNER_END}.torque" for corner in driven]
        small = small_motions(start.ready, start.ready.state, start.inputs, channels)
        eigenvalues, amplitudes = small.after_step([GIVEN])
        kept = (eigenvalues.imag > 2 * pi * SLOWEST) & (eigenvalues.imag < 2 * pi * FASTEST)
        if not kept.any():
            return NOTHING
        return complex(eigenvalues[kept][int(np.argmax(amplitudes[:, kept].sum(axis=0)))])


def _notes_of_spinning(slip: float) -> list[str]:
    if slip < SPINNING:
        return []
    return [
        f"driven tyres slip by up to {slip:.2g}: wheels that spin ring otherwise than small motions, on which the "
        "eigenfrequency is based"
    ]


def _locked_at(run: Result) -> float:
    """Tells when the clutch first sticks; nan if it never does."""
    return first_instant(run.time, run[f"{CLUTCH}.sticks"] > 0.5)


def _gripping(run: Result, driven: Sequence[str]) -> np.ndarray:
    """Returns rows from which on the clutch stays locked and no driven wheel spins."""
    slip = np.max([np.abs(run[f"{corner}.tyre.slip"]) for corner in driven], axis=0)
    rough = np.flatnonzero((run[f"{CLUTCH}.sticks"] < 0.5) | (slip >= SPINNING))
    return np.arange(run.time.size) > (rough[-1] if rough.size else -1)


def _damping_ratio(eigenvalue: complex) -> float:
    return nan if isnan(eigenvalue.imag) else -eigenvalue.real / abs(eigenvalue)


def _read_shuffle(time: np.ndarray, torque: np.ndarray, gripping: np.ndarray, mode: complex) -> tuple[complex, str]:
    """Returns the strongest oscillation while wheels grip, if it is the mode of small motions; else why there is none.

    A run that spins or clatters rings in other ways: what a fit finds in that is no shuffle.
    """
    if not gripping.any():
        return NOTHING, "the clutch never stays locked with wheels that do not spin"
    if isnan(mode.imag):
        return NOTHING, f"small motions have no mode between {SLOWEST:g} and {FASTEST:g} Hz"
    left = float(time[-1] - time[gripping][0])
    if left * mode.imag < PERIODS * 2 * pi:
        return NOTHING, f"wheels grip for the last {left:.2g} s only, less than {PERIODS:g} periods of the mode"
    ripples = find_ripples(time[gripping], torque[gripping])
    heard = [ripple.frequency for ripple in ripples if SLOWEST < ripple.frequency < FASTEST]
    if not heard:
        return NOTHING, f"there is no ripple between {SLOWEST:g} and {FASTEST:g} Hz"
    found = _mean_motion(_near(ripples, heard[0]), min(left, READ / heard[0]))
    if _is_same(found, mode):
        return found, ""
    return NOTHING, f"its strongest ripple has {_words(found)}, the mode of small motions {_words(mode)}"


def _mean_motion(ripples: Sequence[Ripple], duration: float) -> complex:
    """Returns decay rate and angular frequency of several oscillations together, from the line through their logarithm.

    As the car speeds up, its mode changes, and a fit makes two or three of it that nearly cancel; their sum is certain.
    """
    t = np.linspace(0.0, duration, SAMPLES)
    turning: Any = sum(ripple.values(t) for ripple in ripples)
    size, angle = np.log(np.abs(turning)), np.unwrap(np.angle(turning))
    return complex(np.polyfit(t, size, 1)[0], np.polyfit(t, angle, 1)[0])


def _near(ripples: Sequence[Ripple], frequency: float) -> list[Ripple]:
    return [ripple for ripple in ripples if abs(ripple.frequency - frequency) < NEAR * frequency]


def _is_same(one: complex, other: complex) -> bool:
    apart = abs(_damping_ratio(one) - _damping_ratio(other))
    return abs(one.imag - other.imag) < NEAR * other.imag and apart < NEAR_DAMPING


def _words(eigenvalue: complex) -> str:
    return f"{eigenvalue.imag / (2 * pi):.3g} Hz with a damping ratio of {_damping_ratio(eigenvalue):.2g}"


def _amplitude_near(time: np.ndarray, values: np.ndarray, gripping: np.ndarray, shuffle: complex) -> float:
    """Returns half of what the oscillations near the shuffle swing in its first period."""
    period = 2 * pi / shuffle.imag
    if isnan(period) or not gripping.any() or time[-1] - time[gripping][0] < period:
        return nan
    since = time[gripping] - time[gripping][0]
    near = _near(find_ripples(since, values[gripping]), 1.0 / period)
    first = since[since <= period]
    return 0.5 * float(np.ptp(sum((ripple.values(first).real for ripple in near), np.zeros(first.size))))
