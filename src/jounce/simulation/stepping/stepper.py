"""A simulation that goes on when it is told to, by a time, with inputs that are held meanwhile.

It is the run that `simulate` makes, cut where the caller has its turn: with a fixed step that divides the time of a
call, and the inputs as a history that is held, both are equal to the last bit. See docs/howto/step_by_step.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np

from jounce.arguments import check_arguments
from jounce.errors import ModelError, Problem, did_you_mean, shown_in_message
from jounce.model import Model, Vehicle
from jounce.model.rules.limits import check_given_pedal_limits, pedal_inputs
from jounce.parts.controls import Hold, Reach
from jounce.results import Result
from jounce.results.channel import missing_channel
from jounce.simulation.controls.controlled_run import ControlledRun, controller_error, controller_notes
from jounce.simulation.events.watch import Watch
from jounce.simulation.inputs import InputHistory
from jounce.simulation.integrators.job import FINISHED, STATUS
from jounce.simulation.integrators.run_method import Integration, lay_out_integration
from jounce.simulation.prepare import Prepared, prepare_quantities
from jounce.simulation.run_result import run_failure, run_result, run_result_channel_list
from jounce.simulation.simulate import RunSettings, integration_settings
from jounce.simulation.stepping.saved_state import (
    SavedState,
    check_same_controllers,
    check_same_method,
    read_saved_state,
)
from jounce.simulation.stepping.snapshot import restore_snapshot, save_snapshot
from jounce.simulation.stepping.step_times import StepTimes, check_step_length
from jounce.simulation.stepping.undo_call import CallUndo, forget_cut_call
from jounce.simulation.verdict import with_verdict
from jounce.simulation.workspace import Workspace

FIRST_ROWS = 256
FIELDS = (
    "begun",
    "event_count",
    "fresh",
    "next_sample",
    "next_stop",
    "sample_count",
    "stop_count",
    "t",
)  # of the job: views
STEPS_OF_CALL = 1000  # of machine code, before Ctrl-C is heard
Inputs = Mapping[str, Any] | Sequence[float] | np.ndarray | None


class Stepper:
    """A simulation between two calls.

    `step(inputs, dt)` goes on, `sim["vehicle.vx"]` reads a channel, `state` is a value that can be kept and restored,
    `result()` gives the histories so far, with a row at the start of every call. It belongs to one thread.
    """

    def __init__(
        self,
        ready: Prepared,
        work: Workspace,
        settings: RunSettings,
        history: InputHistory,
        controls: ControlledRun | None,
        subject: Model | Vehicle,
        record: bool = True,
    ):
        self.ready, self.work, self.settings, self.subject = ready, work, settings, subject
        self.history, self.controls, self.record = history, controls, record
        driven = controls.driven if controls else frozenset()
        names = [part.name for part in ready.model.inputs]
        self.inputs = tuple(name for name in names if name not in driven)  # that no controller sets
        self.watch = Watch(work, history, located=settings.events != "stepwise", kinks=settings.events == "every")
        self.how = integration_settings(ready, work, settings, history, self.watch, controls)
        self.times = StepTimes(settings.choice.step if settings.choice.fixed else 0.0, self.how.corners)
        self.channels = run_result_channel_list(ready, controls)
        self._column = {channel.name: k for k, channel in enumerate(self.channels)}
        self._piece = {name: names.index(name) for name in self.inputs}
        self._pedals = {name: self._piece[name] for name in pedal_inputs(ready.model) if name in self._piece}
        self._reaching: set[int] = set()  # inputs that the last call let move
        self._run: Integration | None = None
        self._field: dict[str, Any] = {}  # of its job, to be written quickly
        self._address = 0
        self._undo: CallUndo
        self._controllers = controls.identities() if controls else []
        self._rows, self._look_made, self.ended = 0, False, ""
        self._began = perf_counter(), process_time()
        self.begins_again: Callable[[SavedState], Stepper] | None = None  # what starts one like it at a state

    def __repr__(self) -> str:
        name, inputs = self.ready.model.name, ", ".join(self.inputs) or "none"
        return f"<Stepper '{name}' at {self.time:g} s: inputs {inputs}; {len(self.channels)} channels>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Is pickled as what starts it, and its state: it goes on alike, and its histories begin anew."""
        if self.begins_again is None:
            raise TypeError("a stepper that `start` has not made cannot be pickled")
        return self.begins_again, (self.state,)

    # --- going on ----------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """Returns the time in s."""
        return self.times.now

    def step(self, inputs: Inputs, dt: float | str) -> None:
        """Goes on by dt, in s or a text with its unit, with inputs that are held over it.

        `inputs` gives values by name, or all of `sim.inputs` in their order; those that are not given stay as they are.
        A value may also be `Reach(value, rate)`: the input moves there by a cubic polynomial over dt, as a
        steering-wheel angle has to that is prescribed. Controllers have their ticks meanwhile. A call that is
        interrupted has not happened.
        """
        if self.ended:
            what = f"it ended at t = {self.time:g} s: {self.ended}"
            raise ModelError(self.ready.model.name, [Problem("step", what, "restore a state, or start again")])
        dt = check_step_length(dt)
        run = self._run or self._begin_with(inputs, dt)
        undo, times, reaching, rows = self._undo, self.times.counted(), self._reaching, self._rows
        undo.keep()
        try:
            stops = self.times.lay_out(dt, run.arrays["stops"])
            self._give(inputs, dt)
            self._place_stops(run, stops)
            if self.record or not self._field["begun"]:
                self._place_row(run)
            self._look_made = False
            self._advance(run)
            self._rows += self.record
            self.times.pass_call(dt)
            if self._field["t"] < self.times.now:
                self.ended, self.times.now = "an event ended the run", float(run.job["t"])
        except BaseException:  # Ctrl-C too, or what a handler of signals raises
            if not self.ended:
                undo.undo()
                self.times.count_from(times)
                self._reaching, self._rows, self._look_made = reaching, rows, False
                self._make_room(run, len(run.arrays["samples"]))
            raise

    def _begin_with(self, inputs: Inputs, dt: float) -> Integration:
        """Lays out the run for the first call; where that is cut short, nothing has begun."""
        pieces = self.history.pieces.copy()
        try:
            stops = self.times.lay_out(dt, np.empty(0))
            self._give(inputs, dt)
            return self._begin(stops)
        except BaseException:
            self._run = None
            raise
        finally:
            self.history.pieces[...] = pieces  # the call itself gives the inputs
            self._reaching = set()

    def _begin(self, stops: np.ndarray) -> Integration:
        """Lays out the run at the first call, whose inputs decide the phases of friction at the start."""
        start, end = float(stops[0]), float(stops[-1])
        run = lay_out_integration(self.work, self.ready.state, start, end, np.zeros(0), self.how)
        run.job["max_step"], run.job["step_budget"] = self.how.max_step, STEPS_OF_CALL
        run.arrays["stops"] = np.zeros(max(64, 2 * len(stops)))
        run.job["stops"] = run.arrays["stops"].ctypes.data
        self._make_room(run, FIRST_ROWS if self.record else 1)
        run.job["step"] = self.settings.choice.step
        self._field = {name: run.job[name] for name in FIELDS}
        self._address = run.job.ctypes.data
        self._undo = CallUndo(run, self.work, self.controls, self.watch)
        self._run = run
        return run

    def _advance(self, run: Integration) -> None:
        """Runs machine code up to the last stop, or to an event that ends the run."""
        advance, address = run.advance, self._address
        while (code := advance(address)) != FINISHED:
            status = run.take_turn(code)
            if status is not None:
                self._rows += self.record
                self._fail(run, status)
        if self._field["event_count"]:
            self.watch.read_list(run.job)

    def _place_stops(self, run: Integration, stops: np.ndarray) -> None:
        if self.controls:
            stops = self.controls.stops(stops, np.zeros(0), self.times.step or 1e-3 * (stops[-1] - stops[0]))[0]
            self.controls.fill(run.job, self.controls.ticks)
        known = run.arrays["stops"]
        if len(stops) > len(known):
            known = run.arrays["stops"] = np.zeros(2 * len(stops))
            run.job["stops"] = known.ctypes.data
        if stops.base is not known:
            known[: len(stops)] = stops
        field = self._field
        field["stop_count"][()], field["next_stop"][()], field["fresh"][()] = len(stops), 1, 0

    def _place_row(self, run: Integration) -> None:
        """Has a row written at the time that it is now, with the inputs as they are from now on."""
        if self._rows >= len(run.arrays["samples"]):
            self._make_room(run, 2 * self._rows)
        run.arrays["samples"][self._rows] = self.times.now
        self._field["next_sample"][()], self._field["sample_count"][()] = self._rows, self._rows + 1

    def _make_room(self, run: Integration, rows: int) -> None:
        sizes = {"samples": (rows,), "sample_states": (rows, len(self.ready.state))}
        for name, shape in (sizes | {"sample_channels": (rows, len(self.channels))}).items():
            kept = run.arrays[name]
            run.arrays[name] = np.zeros(shape)
            run.arrays[name][: len(kept)] = kept
            run.job[name] = run.arrays[name].ctypes.data
        run.arrays["read_rows"] = np.ones(rows, np.int64)
        run.job["read_rows"] = run.arrays["read_rows"].ctypes.data

    def _fail(self, run: Integration, status: str) -> None:
        """The run cannot go on: it stays at its last good state."""
        self.times.now = float(run.job["t"])
        run.job["stop_count"], run.job["tick_count"] = run.job["next_stop"], 0
        trajectory = run.trajectory(status, 0.0)
        self.ended = status
        words = run_failure(self.ready, self.work, trajectory, self.watch, self.controls)
        raise controller_error(self.controls)(words, partial=self.result())

    # --- inputs ------------------------------------------------------------------------------------------

    def _give(self, inputs: Inputs, dt: float) -> None:
        """Writes what the inputs do over the call; nothing is written where one is wrong."""
        if isinstance(inputs, Mapping):
            given = {self._place(name): self._command(name, value) for name, value in inputs.items()}
        elif inputs is None:
            given = {}
        else:
            given = self._all_in_order(inputs)
        for name, k in self._pedals.items():
            if k in given and not 0.0 <= given[k][0] <= 1.0:
                extents = {name: (given[k][0], given[k][0])}
                if problems := list(check_given_pedal_limits(self.ready.model, extents)):
                    raise ModelError("step", problems)
        pieces, moved = self.history.pieces, self._reaching
        for k in moved - given.keys():
            given[k] = (self._input_now(k)[0], None)  # it stays where it has come to
        self._reaching = set()
        for k, (value, rate) in given.items():
            if rate is None:
                pieces[k, 2] = value
                if k in moved:
                    pieces[k, 3:] = 0.0
            else:
                self._reaching.add(k)
                now, slope = self._input_now(k)
                mean = (value - now) / dt
                bend, twist = (3.0 * mean - 2.0 * slope - rate) / dt, (slope + rate - 2.0 * mean) / (dt * dt)
                pieces[k, 1:] = (self.times.now, now, slope, bend, twist)

    def _command(self, name: str, value: Any) -> tuple[float, float | None]:
        if isinstance(value, str):
            units = {part.name: part.unit for part in self.ready.model.inputs}
            value = prepare_quantities("step", {f"inputs.{name}": value}, {f"inputs.{name}": units[name]})
            return value[f"inputs.{name}"], None
        return _command(name, value)

    def _input_now(self, k: int) -> tuple[float, float]:
        _, origin, c0, c1, c2, c3 = self.history.pieces[k].tolist()
        d = self.times.now - origin
        return c0 + d * (c1 + d * (c2 + d * c3)), c1 + d * (2.0 * c2 + d * (3.0 * c3))

    @property
    def held(self) -> dict[str, float]:
        """Returns all inputs as they are now, by name; before the first call those that hold the start."""
        return {part.name: self._input_now(k)[0] for k, part in enumerate(self.ready.model.inputs)}

    def _place(self, name: str) -> int:
        place = self._piece.get(name)
        if place is None:
            what = f"there is no such input.{did_you_mean(str(name), self.inputs)}"
            if self.controls and name in self.controls.driven:
                what = "a controller sets it"
            raise ModelError("step", [Problem(f"inputs.{name}", what, f"inputs: {', '.join(self.inputs) or 'none'}")])
        return place

    def _all_in_order(self, inputs: Any) -> dict[int, tuple[float, float | None]]:
        try:
            values = np.asarray(inputs, float)
        except (TypeError, ValueError, OverflowError):
            values = np.full(0, np.nan)
        if values.shape != (len(self.inputs),):
            what = f"{shown_in_message(inputs)} instead of {len(self.inputs)} numbers"
            raise ModelError("step", [Problem("inputs", what, f"by name, or in this order: {', '.join(self.inputs)}")])
        return {
            k: _command(name, value)
            for k, name, value in zip(self._piece.values(), self.inputs, values.tolist(), strict=True)
        }

    # --- reading -----------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> float:
        """Returns a channel now, with the inputs as they were held."""
        return float(self._row_now()[self.column(name)])

    @check_arguments
    def column(self, name: str) -> int:
        """Returns the place of a channel in what `look` gives."""
        if name not in self._column:
            hint = "`sim.channels` lists all"
            ready = self.ready
            problem = missing_channel(name, self._column, hint, ready.lacking, ready.compiled.route)
            raise ModelError("channel", [problem])
        return self._column[name]

    def look(self) -> np.ndarray:
        """Returns all channels now, in the order of `channels`: an array of the caller's own."""
        return self._row_now().copy()

    def _row_now(self) -> np.ndarray:
        """Returns the same, where it lies."""
        run = self._run
        if run is None or not run.job["begun"]:
            self.work.inputs[:] = self.history.at(self.times.now)
            channels = self.work.channels(self.ready.state if run is None else run.arrays["state"])
            return np.append(channels, self.controls.columns_now() if self.controls else ())
        if not self._look_made:
            self._place_row(run)
            run.advance(self._address)
            self._look_made = True
        return run.arrays["sample_channels"][self._rows]  # type: ignore[no-any-return]

    def result(self) -> Result:
        """Returns the histories so far, as `simulate` gives them: a row at the start of every call, and one now."""
        run = self._run
        if run is None or not run.job["begun"]:
            raise ModelError(self.ready.model.name, [Problem("result", "nothing has run yet", "call `step` first")])
        self._row_now()
        rows = self._rows + 1
        trajectory = run.trajectory(self.ended or STATUS[FINISHED], process_time() - self._began[1])
        times, states, channels = (run.arrays[name] for name in ("samples", "sample_states", "sample_channels"))
        trajectory = replace(
            trajectory, times=times[:rows].copy(), states=states[:rows].copy(), channels=channels[:rows].copy()
        )
        settings = replace(self.settings, duration=self.times.now)
        took = perf_counter() - self._began[0]
        method = settings.choice.integrator
        result = run_result(
            self.ready, self.work, trajectory, method, settings.record(), took, self.subject, self.watch, self.controls
        )
        notes = [] if self.record else ["record=False: nothing was recorded but this last row"]
        return with_verdict(result, [], notes + controller_notes(self.controls))

    # --- states ------------------------------------------------------------------------------------------

    @property
    def state(self) -> SavedState:
        """All that decides how it goes on: to be restored here, by another simulation of the model, or from a file."""
        run = self._run or self._begin(self.times.lay_out(self.times.step or 1e-3, np.empty(0)))
        numbers = save_snapshot(run, self.work, self.controls) | {"times": np.array(self.times.counted())}
        numbers["method"] = np.array([self.settings.choice.integrator, repr(self.settings.choice.step)])
        numbers["controllers"] = np.array(self._controllers, str)
        numbers["reaching"] = np.array(sorted(self._reaching), np.int64)
        return SavedState(self.times.now, self.ready.fingerprint(), numbers)

    @check_arguments
    def save(self, path: str | Path) -> Path:
        """Writes the state to a file (.npz)."""
        return self.state.save(path)

    def restore(self, state: SavedState | str | Path) -> None:
        """Goes back, or on, to a state of this model, with the same integrator and controllers.

        Rows that were recorded before are dropped: the histories of `result` begin anew there.
        """
        saved = state if isinstance(state, SavedState) else read_saved_state(state)
        own = [self.settings.choice.integrator, repr(self.settings.choice.step)]
        if saved.model_hash != self.ready.fingerprint():
            what, right = "is of another model, or of other numbers", "start the model that it was saved from"
            raise ModelError("state", [Problem("state", what, right)])
        check_same_method(saved, own)
        check_same_controllers(saved, self._controllers)
        run = self._run or self._begin(self.times.lay_out(self.times.step or 1e-3, np.empty(0)))
        restore_snapshot(run, self.work, self.controls, saved.numbers)
        self.times.count_from(saved.numbers["times"].tolist())
        self._reaching = {int(k) for k in saved.numbers.get("reaching", ())}
        forget_cut_call(run)
        self._rows, self._look_made, self.ended = 0, False, ""


def _command(name: str, value: Any) -> tuple[float, float | None]:
    """Returns value and rate of an input over a call; no rate where it is held."""
    if type(value) is float and isfinite(value):
        return value, None
    rate: Any = None
    if isinstance(value, Reach):
        value, rate = value
    elif isinstance(value, Hold):
        value = value.value
    try:
        numbers = [float(value), float(rate or 0.0)]
    except (TypeError, ValueError, OverflowError):
        numbers = [float("nan")]
    if not all(map(isfinite, numbers)):
        shown = f"Reach{(value, rate)}" if rate is not None else shown_in_message(value)
        raise ModelError("step", [Problem(f"inputs.{name}", shown, "a finite number")])
    return numbers[0], None if rate is None else numbers[1]
