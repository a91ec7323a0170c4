"""Run a model: integrate, and keep what happened by name."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from jounce import __version__
from jounce.equations.layout import Layout
from jounce.errors import ModelError, NumericalError, Problem, did_you_mean
from jounce.model import Model, Vehicle
from jounce.model.outline import outline, road_outline
from jounce.model.provenance import echo
from jounce.model.rules.axle_warnings import vehicle_warnings
from jounce.native.cache import Cache
from jounce.parts.roads.road import Road
from jounce.results import Channel, Owner, Result, machine_class
from jounce.simulation.inputs import Source
from jounce.simulation.integrators.driver import Trajectory, integrate
from jounce.simulation.linear.road_excitation import excitation_warning
from jounce.simulation.loops.active_rows import reselect
from jounce.simulation.loops.assemble import ACCEPTED
from jounce.simulation.loops.rank import Rank, holding
from jounce.simulation.methods import methods
from jounce.simulation.prepare import Prepared, histories, prepare, quantities
from jounce.simulation.table_ranges import table_warnings
from jounce.simulation.workspace import Workspace

PROJECTIONS = ("project", "baumgarte", "none")
BAUMGARTE_RATE = 60.0  # 1/s, of the classical stabilisation kept for comparison
MOST_ROWS = 1e7  # of a result; they are kept in memory
REACTIONS = ("Fx", "Fy", "Fz", "Mx", "My", "Mz", "effort")
SPEED = "vehicle.speed"  # the channel of a car
ROUNDING = np.finfo(float).eps
TORN = 1e-3  # m or rad that rows which are off may open by: a thousand times what closed loops are accepted with
OPENED = "redundant rows open"
KEPT = "what was computed is kept"
WEAK = 0.3  # of the best pivot since the last choice of rows, below which they are chosen again


def simulate(
    model: Model | Vehicle | Prepared,
    duration: float | str,
    *,
    start: Mapping[str, Any] | None = None,
    start_rates: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Source] | None = None,
    road: Road | None = None,
    integrator: str = "rk4",
    step: float | str = 1e-3,
    rtol: float = 1e-6,
    atol: float | None = None,
    max_step: float | str = np.inf,
    output_step: float | str = 0.01,
    projection: str = "project",
    on_progress: Callable[[float], None] | None = None,
    cache: Cache | None = None,
) -> Result:
    """Simulate any mechanism from its start values and return named histories.

    `start` gives coordinates ("hinge.angle": 0.3 or "20 deg"), `start_rates` their rates; the loops decide the
    rest. `inputs` gives a number, (times, values) or (times, values, interpolation) for each external input. Tyres
    roll on `road`, flat where none is given.
    `integrator` is "rk4" (fixed `step`) or "dormand-prince" (`rtol`, `atol`; without `atol` a hundredth of `rtol`, in
    m and rad). Rows come every `output_step`; no step is longer.
    """
    times = {"duration": duration, "step": step, "output_step": output_step}
    if max_step != np.inf:  # no bound
        times["max_step"] = max_step
    tolerances = {"rtol": rtol, "atol": 1e-8 if atol is None else atol}
    found = quantities("settings", times | tolerances, dict.fromkeys(times, "s") | dict.fromkeys(tolerances, "1"))
    duration, step, output_step = found["duration"], found["step"], found["output_step"]
    rtol, atol = found["rtol"], found["atol"] if atol is not None else 0.01 * found["rtol"]
    max_step = found.get("max_step", np.inf)
    _check_settings(found, projection)
    if isinstance(model, Prepared) and (start or start_rates):
        what = "a prepared model has its start state already"
        raise ModelError("settings", [Problem("start", what, "give start and start_rates to `prepare`")])
    began = clock.perf_counter()
    ready = model if isinstance(model, Prepared) else prepare(model, start, start_rates, inputs, cache)
    ready = ready if road is None else ready.on_road(road)
    work = ready.workspace()
    work.set_stabilisation(BAUMGARTE_RATE if projection == "baumgarte" else 0.0)
    samples = np.arange(int(duration / output_step * (1 + 1e-12)) + 1) * output_step
    if duration - samples[-1] > 1e-9 * duration:
        samples = np.append(samples, duration)
    trajectory = integrate(
        work,
        ready.state,
        0.0,
        duration,
        samples=samples,
        method=integrator,
        step=step if integrator == "rk4" else None,
        rtol=rtol,
        atol=atol,
        max_step=max_step,
        inputs=histories(ready.model, inputs or {}),
        corners=_corners(ready.model),
        projection=projection == "project",
        weak_fraction=WEAK if ready.rank.redundant else 0.0,
        on_progress=on_progress,
        on_reselect=lambda t, y, pivot: reselect(work, y, len(ready.rank.active)),
    )
    if ready.rank.redundant and projection == "project":
        trajectory = _until_torn(ready, trajectory)
    settings: dict[str, Any] = {"step": min(step, output_step)} if integrator == "rk4" else {"rtol": rtol, "atol": atol}
    settings |= {"duration": duration, "output_step": output_step, "projection": projection}
    subject = model if isinstance(model, Vehicle) else ready.model
    result = _result(ready, work, trajectory, integrator, settings, clock.perf_counter() - began, subject)
    if trajectory.status == "interrupted":
        raise Interrupted(result)
    if trajectory.status != "finished":
        raise NumericalError(_failure(ready, work, trajectory), partial=result)
    return result


def _until_torn(ready: Prepared, trajectory: Trajectory) -> Trajectory:
    """Up to where rows that are off open so far that they were not redundant after all, or drives pull them apart."""
    gap = trajectory.channels[:, ready.layout.channels["constraints.gap"][0]]
    torn = np.flatnonzero(gap > TORN)
    if not len(torn):
        return trajectory
    k = max(int(torn[0]), 1)
    times, states = trajectory.times[:k], trajectory.states[:k]
    kept = replace(trajectory, times=times, states=states, channels=trajectory.channels[:k], status=OPENED)
    return replace(kept, t_end=float(times[-1]), y_end=states[-1])


class Interrupted(KeyboardInterrupt):
    """Ctrl-C: carries what was computed."""

    def __init__(self, partial: Result):
        super().__init__("interrupted")
        self.partial = partial


def _check_settings(numbers: Mapping[str, float], projection: str) -> None:
    problems = []
    for name, value in numbers.items():
        if not value > 0:
            right = "a positive number, for example 1e-6" if name.endswith("tol") else "a positive time"
            problems.append(Problem(name, f"{value:g}", right))
    if not problems and numbers["duration"] / numbers["output_step"] > MOST_ROWS:
        what = f"{numbers['duration'] / numbers['output_step']:.0e} rows"
        problems.append(Problem("output_step", what, f"at most {MOST_ROWS:.0e}; a longer output step"))
    if projection not in PROJECTIONS:
        what = f"'{projection}' is not known.{did_you_mean(projection, PROJECTIONS)}"
        problems.append(Problem("projection", what, f"one of {', '.join(PROJECTIONS)}"))
    if problems:
        raise ModelError("settings", problems)


def _corners(model: Model) -> list[float]:
    """Times where a signal of the model has a kink: steps end there."""
    signals = [getattr(part, name, None) for part in model.parts for name in ("signal", "road")]
    return [t for signal in signals if signal is not None for t in signal.corners() if t > 0]


def _result(
    ready: Prepared,
    work: Workspace,
    trajectory: Trajectory,
    integrator: str,
    settings: dict[str, Any],
    wall_time: float,
    subject: Model | Vehicle,
) -> Result:
    layout = ready.layout
    order = sorted(layout.channels.items(), key=lambda item: item[1][0])
    axles = tuple(subject.axles) if isinstance(subject, Vehicle) else ()
    channels = typed_channels(layout, axles, {name: _meaning(ready.rank, name, text) for name, (_, _, text) in order})
    times, rows = trajectory.times, trajectory.channels
    if not len(times):  # it failed at the very start: show what it started from
        times = np.zeros(1)
        rows = work.channels(ready.state)[np.newaxis]
    names = [name for name, _ in order]  # of the columns: every place of a row is a channel's
    balance, kinetic = (rows[:, names.index(f"energy.{what}")] for what in ("balance", "kinetic"))
    with np.errstate(invalid="ignore"):  # a run that failed may end in numbers that are not finite
        imbalance, largest = float(np.abs(balance - balance[0]).max()), float(kinetic.max())
    gap, rate_gap = (float(rows[:, names.index(f"constraints.{what}")].max()) for what in ("gap", "velocity_gap"))
    metadata = {
        "model": ready.model.name,
        "model_hash": ready.fingerprint(),
        "jounce_version": __version__,
        "integrator": integrator,
        "settings": settings,
        "machine_class": machine_class(),
        # of active rows over all steps, and of all rows, also those that are switched off, in the rows of the result
        "constraint_gap": max(trajectory.max_gap, gap),
        "velocity_gap": max(trajectory.max_rate_gap, rate_gap),
        "energy_balance": imbalance,
        # of what moves more than rounding of the energies would
        "energy_change": 0.0 if largest <= ROUNDING * np.abs(balance).max() else imbalance / largest,
        "wall_time": wall_time,
        "status": trajectory.status,
        "steps": trajectory.steps,
        "rejected_steps": trajectory.rejected,
        "evaluations": trajectory.evaluations,
        "redundant_rows": list(ready.rank.redundant),
        "idle_freedoms": list(ready.rank.idle),
        "methods": methods(ready.mechanism, bool(ready.rank.redundant), integrator, settings["projection"]),
        "echo": echo(subject),
        "outline": outline(ready.model),
        "road": road_outline(ready.road),
    }
    fastest = float(rows[:, names.index(SPEED)].max()) if SPEED in names else 0.0
    moved = {n.name: rows[:, layout.channels[n.name][0]].copy() for n in ready.mechanism.coordinates}
    warning = excitation_warning(ready.road, fastest)
    doubts = vehicle_warnings(subject) if isinstance(subject, Vehicle) else []
    of_loops = [*ready.notes(), *_disagreement(ready.rank, gap)]
    if notes := [*doubts, *of_loops, *([warning] if warning else []), *table_warnings(ready.model, moved)]:
        metadata["notes"] = notes
    return Result(time=times, channels=channels, values=rows, metadata=metadata, coordinates=moved)


def typed_channels(layout: Layout, axles: Iterable[str], definitions: Mapping[str, str]) -> tuple[Channel, ...]:
    """Channels by name and definition, with the kind and owner that the equations gave them."""
    found = []
    for name, definition in definitions.items():
        kind, group, part = layout.types[name]
        found.append(Channel(name, layout.channels[name][1], definition, kind, Owner(group, part).placed(axles)))
    return tuple(found)


def _disagreement(rank: Rank, gap: float) -> list[str]:
    """What to say of redundant loops whose hardpoints do not quite agree."""
    if not rank.redundant or gap <= ACCEPTED:
        return []
    joints = _joints_of(rank.redundant)
    return [f"redundant rows of {joints} are open by up to {gap:.2g} m (rad for turns): their points or axes disagree"]


def _joints_of(rows: tuple[str, ...]) -> str:
    return ", ".join(dict.fromkeys(row.rsplit(".", 1)[0] for row in rows))


def _meaning(rank: Rank, channel: str, definition: str) -> str:
    """A channel's definition; says so where redundant rows leave a reaction undetermined."""
    joint, _, what = channel.rpartition(".")
    if joint in rank.not_unique and what in REACTIONS:
        return f"{definition}; not unique: redundant rows share the load, and some of them are switched off"
    return definition


def _failure(ready: Prepared, work: Workspace, trajectory: Trajectory) -> str:
    """When, which coordinate, which element."""
    layout = ready.layout
    where = f"{ready.model.name}: at t = {trajectory.t_end:.6g} s "
    if trajectory.status == "not finite":
        places = {**layout.coordinates, **layout.speeds, **layout.elements, **layout.works}
        names = {offset: name for name, offset in places.items()}
        culprit = names.get(trajectory.culprit if trajectory.culprit is not None else -1, "the state")
        return where + f"'{culprit}' is no longer finite{_element(work, trajectory)}; {KEPT}"
    if trajectory.status == "step too small":
        return where + f"the step had to become too small{_element(work, trajectory)}; {KEPT}"
    if trajectory.status == OPENED:
        opened = _joints_of(ready.rank.redundant)
        why = "they are not redundant along this motion, or drives pull them apart"
        return where + f"redundant rows of {opened} begin to open by more than {TORN:g} m or rad: {why}; {KEPT}"
    joints, _ = holding(work, trajectory.y_end)
    held = f" near a dead point of {', '.join(joints[:4])}" if joints else ""
    return where + f"the loops could not be closed again{held}; a shorter step may pass; {KEPT}"


def _element(work: Workspace, trajectory: Trajectory) -> str:
    """The force element that does the most at the last good state."""
    seen = work.observe(trajectory.y_end)
    powers = {name[: -len(".power")]: abs(v) for name, v in seen.items() if name.endswith(".power")}
    broken = [name for name, value in powers.items() if not np.isfinite(value)]
    if broken:
        return f" (element {', '.join(broken)})"
    strongest = max(powers, key=powers.__getitem__, default="")
    return f" (largest power in element {strongest}: {powers[strongest]:.3g} W)" if strongest else ""
