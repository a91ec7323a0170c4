"""Replay: a car is driven by the steering and the speed of a record, and laid beside what was measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from jounce.errors import Problem
from jounce.model import Vehicle
from jounce.model.assembly.car import CarModel
from jounce.parts.signals import History
from jounce.results import Result
from jounce.results.panel import Panel
from jounce.results.read_offs import largest, root_mean_square, whole
from jounce.simulation.prepare import prepare
from jounce.studies.driving.drive import Added, Drive, Manoeuvre, Values
from jounce.studies.driving.driving_start import start_straight
from jounce.studies.driving.histories import smooth
from jounce.studies.driving.speed_holding import speed_following_controller
from jounce.studies.measured.driving_record import (
    EXAMPLE,
    SHORTEST,
    SLOWEST,
    DrivingRecord,
    RecordColumn,
    check_driving_record,
    driving_record_path,
    read_driving_record,
)
from jounce.studies.measured.record_errors import RecordErrors, opposite_sign_of_record, record_errors
from jounce.studies.measured.record_notes import record_file_note, record_gap_notes, record_offset_notes
from jounce.studies.measured.record_settings import ColumnSetting, PairsSetting, RecordSetting
from jounce.studies.measured.record_signals import (
    RecordOffset,
    filter_record_signal,
    find_record_offset,
    usual_record_cutoff,
)
from jounce.studies.settings import RISE, STEP, Amount, Amounts, Word, Words
from jounce.studies.study import Definitions

DRIVING = ("steering_angle", "speed")  # what the car is driven by
COMPARED = {"yaw_rate": ("vehicle.yaw_rate", "rad/s"), "lateral_acceleration": ("sensor.ay", "m/s^2")}
SENSOR = {"sensor.ay": "m/s^2", "sensor.vy": "m/s"}  # channels that the study adds, and their units
STEERING_WHEEL, ROAD_WHEEL = "steering wheel", "road wheel"
NONE = "none"
CLOCK = Amount(unit="s", least=-1e12, most=1e12)
SPEED_STEP, FEWEST = 0.05, 200  # s between the points of the speed that is followed; and how many at least


def _error_metrics(word: str, unit: str) -> Definitions:
    return {
        f"{word}_error": ("1", "integral of |run - record| divided by that of |record|"),
        f"{word}_rms_error": (unit, "root mean square of run - record"),
        f"{word}_nrmse": ("1", "the same divided by the range of the record, its largest less its smallest value"),
        f"{word}_largest_error": (unit, "largest |run - record|"),
        f"{word}_peak_run": (unit, "largest magnitude of the run"),
        f"{word}_peak_record": (unit, "largest magnitude of the record, filtered, its offset taken off"),
        f"{word}_peak_error": ("1", "peak of the run divided by that of the record, less 1"),
        f"{word}_lag": ("s", "how much later the run comes than the record: where both correlate best, within 0.5 s"),
        f"{word}_correlation": ("1", "coefficient of correlation of run and record, at no lag"),
        f"{word}_offset": (unit, "taken off the record: its mean over zero_window"),
    }


class Replay(Drive):
    """Replay of a record: its steering and speed drive the car, which is laid beside what was measured. [Szczotka 2004]

    The car starts straight ahead at the speed that the record has at `begin`. Its steering wheel then turns as
    recorded, and throttle and brake follow the recorded speed. Angles, yaw rates and lateral accelerations are positive
    to the left, as in ISO 8855; columns of the other sign are named in `to_the_right`. A steering angle of the road
    wheels is multiplied by `ratio`, one without a unit by `full_scale`. Offsets are means over `zero_window`, in which
    the car must run straight. Gaps of steering and speed are bridged by straight lines up to `longest_gap`; gaps of
    what is compared are left out of all errors. All signals go through one and the same filter, which has no phase.
    """

    name = "replay"
    record = RecordSetting(default=EXAMPLE, meaning="record of a drive, names and units in its header")
    begin = replace(CLOCK, meaning="where the run begins, by the record's clock", auto="its first row")
    end = replace(CLOCK, meaning="where the run ends, by the record's clock", auto="its last row")
    time = ColumnSetting(default="time", meaning="column of time")
    steering_angle = ColumnSetting(default="steering_wheel_angle", meaning="column of the steering angle")
    speed = ColumnSetting(default="speed", meaning="column of the speed along the car")
    yaw_rate = ColumnSetting(default="yaw_rate", meaning='column of the yaw rate; "none" leaves it out')
    lateral_acceleration = ColumnSetting(
        default="lateral_acceleration",
        meaning='column of the lateral acceleration of the sensor, level; "none" leaves it out',
    )
    sensor_ahead = Amount(
        default="0 m",
        unit="m",
        least=-20.0,
        most=20.0,
        meaning="distance of the sensor ahead of the centre of mass, negative behind it",
    )
    beside = PairsSetting(default={}, meaning="further channels of the run and columns to lay beside them")
    angle_of = Word(
        default=STEERING_WHEEL,
        words=(STEERING_WHEEL, ROAD_WHEEL),
        meaning="what the recorded steering angle is that of; the mean one of both road wheels",
    )
    ratio = Amount(
        unit="1",
        least=1.0,
        most=100.0,
        meaning="steering-wheel angle divided by the mean angle of the road wheels, where these were recorded",
        auto="none",
    )
    full_scale = Amount(
        unit="rad",
        least=1e-3,
        most=1e4,
        meaning="steering angle where the column shows 1, for a column without a unit",
        auto="none: the column has a unit of angle",
    )
    steering_late = Amount(
        default="0 s",
        unit="s",
        least=-1.0,
        most=1.0,
        meaning="how much later than the other columns the steering angle was recorded; it is moved back by this",
    )
    to_the_right = Words(
        words=("steering_angle", *COMPARED), meaning="columns that are positive to the right", auto="none of them"
    )
    zero_window = Amounts(
        unit="s",
        least=CLOCK.least,
        most=CLOCK.most,
        counts=(2,),
        meaning="from when to when the car runs straight, by the record's clock: offsets are the means over this time",
        auto="no offset is taken off",
    )
    longest_gap = Amount(
        default="0.1 s", unit="s", least=0.0, most=60.0, meaning="longest gap of steering or speed that is bridged"
    )
    cutoff = Amount(
        unit="Hz",
        least=0.0,
        most=1e4,
        meaning="cut-off of the filter, four poles without a phase; 0 for none",
        auto="10 Hz, or 0.4 of the sampling rate where that is less",
    )
    rise = replace(RISE, meaning="time in which the recorded steering angle is taken up at the begin")
    step = STEP
    panels = (
        Panel("steering wheel", ("steering.wheel.angle",)),
        Panel("speed", ("vehicle.vx", "record.speed"), labels=("run", "record")),
    )
    metrics = {
        **{name: text for word, (_, unit) in COMPARED.items() for name, text in _error_metrics(word, unit).items()},
        "{signal}_error": ("1", "integral of |run - record| divided by that of |record|, of {signal}"),
        "{signal}_nrmse": ("1", "root mean square of run - record divided by the range of the record, of {signal}"),
        "{signal}_peak_error": ("1", "peak of the run divided by that of the record, less 1, of {signal}"),
        "{signal}_lag": ("s", "how much later the run comes than the record, of {signal}"),
        "{signal}_correlation": ("1", "coefficient of correlation of run and record, of {signal}"),
        "steering_angle_offset": ("rad", "of the steering wheel, taken off the record: its mean over zero_window"),
        "speed_rms_error": ("m/s", "root mean square of the speed of the run less that of the record", "driving speed"),
        "speed_largest_error": ("m/s", "largest |speed of the run - speed of the record|", "driving speed"),
        "gaps_bridged": ("1", "gaps of steering and speed between begin and end, which were bridged"),
        "longest_gap_bridged": ("s", "the longest of these"),
    }

    def contradictions(self) -> Iterator[Problem]:
        if (self.angle_of == ROAD_WHEEL) != (self.ratio is not None):
            what = f"{'is given' if self.ratio is not None else 'is left out'}, and angle_of is {self.angle_of}"
            yield Problem("ratio", what, "with angle_of road wheel: steering-wheel angle divided by road-wheel angle")
        if self.yaw_rate == self.lateral_acceleration == NONE and not self.beside:
            yield Problem("yaw_rate", "nothing is compared", "a column for yaw_rate or lateral_acceleration, or beside")
        for name in DRIVING:
            if getattr(self, name) == NONE:
                yield Problem(name, "the car is driven by it", "name of a column")
        if self.begin is not None and self.end is not None and self.end - self.begin < SHORTEST:
            yield Problem("end", f"{self.end - self.begin:g} s after begin", f"at least {SHORTEST:g} s")

    # the record
    def compared(self) -> dict[str, tuple[str, str]]:
        """Returns what is laid beside the record: by its word, the channel of the run and the column."""
        found = {w: (c, getattr(self, w)) for w, (c, _) in COMPARED.items() if getattr(self, w) != NONE}
        words = {channel.removeprefix("vehicle.").replace(".", "_"): channel for channel in self.beside}
        return found | {word: (channel, self.beside[channel]) for word, channel in words.items()}

    def read_record(self, units: Mapping[str, str]) -> DrivingRecord:
        """The columns in SI, positive to the left; `units` are those of the compared channels. It fits the settings."""
        scale = (self.full_scale or 1.0) * (self.ratio or 1.0)
        columns = {
            "steering_angle": RecordColumn(self.steering_angle, "rad" if self.full_scale is None else "1", scale),
            "speed": RecordColumn(self.speed, "m/s"),
        }
        columns |= {word: RecordColumn(column, units[word]) for word, (_, column) in self.compared().items()}
        for word in self.to_the_right or ():
            if word in columns:
                columns[word] = replace(columns[word], factor=-columns[word].factor)
        record = read_driving_record(driving_record_path(self.record), self.time, columns)
        begin = record.begin if self.begin is None else self.begin
        end = record.end if self.end is None else self.end
        record = replace(record, window=(begin, end))
        check_driving_record(self.name, record, DRIVING, self.longest_gap, self.cutoff, self.zero_window)
        return record

    def find_offsets(self, record: DrivingRecord) -> dict[str, RecordOffset]:
        """Finds the offsets of all signals but the speed."""
        zeroed = {word: signal for word, signal in record.signals.items() if word != "speed" and self.zero_window}
        return {word: find_record_offset(signal, *self.zero_window) for word, signal in zeroed.items()}

    def clean_record(self, record: DrivingRecord, offsets: Mapping[str, RecordOffset]) -> DrivingRecord:
        """Takes offsets off, and filters."""
        cutoff = usual_record_cutoff(record.step) if self.cutoff is None else self.cutoff
        signals = {}
        for word, signal in record.signals.items():
            level = replace(signal, values=signal.values - (offsets[word].mean if word in offsets else 0.0))
            signals[word] = filter_record_signal(level, record.step, cutoff) if cutoff else level
        return replace(record, signals=signals)

    # the run
    def manoeuvre(self, vehicle: Vehicle) -> Manoeuvre:
        car = self.build_car(vehicle)
        wheel = self.steering(car)
        raw = self.read_record(self._units(car))
        offsets = self.find_offsets(raw)
        record, (begin, end) = self.clean_record(raw, offsets), raw.window
        start = start_straight(car, max(float(record.signals["speed"].at(np.array(begin))), 0.5 * SLOWEST))
        times = record.times_inside("steering_angle")
        turned = smooth((times - begin) / self.rise) * record.signals["steering_angle"].at(times + self.steering_late)
        return Manoeuvre(
            vehicle=vehicle,
            start=start,
            duration=end - begin,
            inputs={wheel: (times - begin, start.inputs[wheel] + turned, "spline")},
            controllers=self._foot(vehicle, car, record),
            found={"begin": begin, "end": end, "record_data": record, "offsets": offsets},
            notes=tuple(self._notes_on_record(raw, offsets, car)),
        )

    def _units(self, car: CarModel) -> dict[str, str]:
        """Returns units of what is compared."""
        found = {word: unit for word, (_, unit) in COMPARED.items()}
        if not self.beside:
            return found
        channels = {name: unit for name, (_, unit, *_) in prepare(car.model).layout.channels.items()} | SENSOR
        missing = [channel for channel in self.beside if channel not in channels]
        if missing:
            what = f"the car has no channel {', '.join(missing)}"
            raise self.refuse(
                "beside", what, "channels of a run, as its .h5 file or docs/reference/channels.md has them"
            )
        return found | {word: channels[c] for word, (c, _) in self.compared().items() if word not in found}

    def _foot(self, vehicle: Vehicle, car: CarModel, record: DrivingRecord) -> tuple[Any, ...]:
        """Returns who follows the recorded speed; a linear car keeps the one of its start."""
        if not car.drive:
            return ()
        begin, end = record.window
        count = FEWEST
        while (end - begin) / count > SPEED_STEP:
            count *= 2  # few lengths of tables, so that few controllers are compiled
        t = np.linspace(begin, end, count)
        speeds = np.maximum(record.signals["speed"].at(t), 0.0)
        signal = History(time=tuple((t - begin).tolist()), value=tuple(speeds.tolist()), interpolation="linear")
        return (speed_following_controller(car, signal, _full_braking(vehicle, car)),)

    # behind it
    def channels(self, run: Result, done: Manoeuvre) -> Added:
        record: DrivingRecord = done.found["record_data"]
        clock = record.window[0] + run.time
        told = "of the record, filtered, its offset taken off; nan in gaps"
        units = self._units(done.car)
        r, ahead = run["vehicle.yaw_rate"], self.sensor_ahead
        ay, vy = run["vehicle.cg.ay"] + ahead * np.gradient(r, run.time), run["vehicle.cg.vy"] + ahead * r
        place = f"of a point {ahead:g} m ahead of the centre of mass, to the left, horizontal"
        found = {
            "sensor.ay": (ay, "m/s^2", f"acceleration {place}"),
            "sensor.vy": (vy, "m/s", f"velocity {place}"),
            "record.speed": (record.signals["speed"].at(clock), "m/s", "speed of the record, filtered, gaps bridged"),
        }
        for word in self.compared():
            found[f"record.{word}"] = (record.signals[word].at_known(clock), units[word], f"{word} {told}")
        return found

    def measure(self, run: Result, done: Manoeuvre) -> Values:
        record: DrivingRecord = done.found["record_data"]
        found: Values = {}
        for word, errors in self._errors(run, record).items():
            told = errors._asdict().items()
            found |= {f"{word}_{key}": value for key, value in told if self._declared(word, key)}
        for word, offset in done.found["offsets"].items():
            if word == "steering_angle" or self._declared(word, "offset"):
                found[f"{word}_offset"] = offset.mean
        t, slower = run.time, run["vehicle.vx"] - run["record.speed"]
        gaps = record.gaps_inside(DRIVING)
        found |= {"speed_rms_error": root_mean_square(t, slower, whole(t)), "speed_largest_error": largest(t, slower)}
        return found | {"gaps_bridged": len(gaps), "longest_gap_bridged": max((g.length for g in gaps), default=0.0)}

    def _errors(self, run: Result, record: DrivingRecord) -> dict[str, RecordErrors]:
        clock = record.window[0] + run.time
        pairs = {word: channel for word, (channel, _) in self.compared().items()}
        return {w: record_errors(clock, run[c], *record.signals[w].rows(*record.window)) for w, c in pairs.items()}

    def _declared(self, word: str, key: str) -> bool:
        """Signals that a user adds have no unit that could be declared: they have those metrics that have none."""
        return word in COMPARED or f"{{signal}}_{key}" in self.metrics

    def outcome(
        self, run: Result, values: Mapping[str, float], places: Any, found: Mapping[str, Any], **more: Any
    ) -> Result:
        rest = {name: value for name, value in found.items() if name not in ("record_data", "offsets")}
        result = super().outcome(run, values, places, rest, **more)
        beside = tuple(
            Panel(word.replace("_", " "), (channel, f"record.{word}"), labels=("run", "record"))
            for word, (channel, _) in self.compared().items()
        )
        return replace(result, panels=(*result.panels, *beside))

    # what a user should know
    def _notes_on_record(self, record: DrivingRecord, offsets: Mapping[str, RecordOffset], car: CarModel) -> list[str]:
        scale = f"the angle of the {self.angle_of}" + (f" times {self.ratio:g}" if self.ratio else "")
        scale += f", 1 is {self.full_scale:g} rad" if self.full_scale else ""
        scale += f", moved back by {1e3 * self.steering_late:g} ms" if self.steering_late else ""
        right = f"positive to the right: {', '.join(self.to_the_right or ())}" if self.to_the_right else ""
        cutoff = usual_record_cutoff(record.step) if self.cutoff is None else self.cutoff
        filtered = f"filter of {cutoff:g} Hz without a phase" if cutoff else "no filter"
        units = {"steering_angle": "rad"} | self._units(car)
        return [
            record_file_note(record),
            f"steering is {scale}; {right or 'all columns positive to the left'}; {filtered}",
            *record_offset_notes(record, offsets, units, self.zero_window),
            *record_gap_notes(record, DRIVING, list(self.compared())),
        ]

    def notes(self, run: Result, done: Manoeuvre) -> list[str]:
        found = []
        for word, errors in self._errors(run, done.found["record_data"]).items():
            if opposite_sign_of_record(errors):
                found.append(f"{word} goes one way in the record and the other way in the run: see to_the_right")
        if not done.car.drive:
            found.append("the car has no drive: it keeps the speed of its start, whatever the record says")
        return found


def _full_braking(vehicle: Any, car: CarModel) -> float:
    """Returns the deceleration that the full pedal asks of the tyres, in m/s^2."""
    radius: Any = np.mean([corner.tyre_radius for corner in car.corners.values()])  # type: ignore[type-var]
    return float(vehicle.brakes.whole_torque(1.0, len(vehicle.axles)) / (radius * car.whole_mass)) if car.brake else 1.0
