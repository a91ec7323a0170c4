"""The result of a run: its channels by name and how far to trust them, and the words for a run that failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from jounce import __version__
from jounce.mechanism import Mechanism
from jounce.model import Model, Vehicle
from jounce.model.outline import road_outline
from jounce.model.provenance import echo, provenance_record
from jounce.model.rules.vehicle import vehicle_warnings
from jounce.results import Channel, Result, UsedSetting, machine_class
from jounce.results.result import WrittenRows
from jounce.results.run_record import Later
from jounce.simulation.controls.controlled_run import ControlledRun
from jounce.simulation.drawn.drawn_model import DrawnModel
from jounce.simulation.events.watch import Watch
from jounce.simulation.integrators.job import CHATTER, NO_PHASES, STATUS
from jounce.simulation.integrators.run_method import Trajectory
from jounce.simulation.linear.road_excitation import excitation_warning, highest_valid_frequency
from jounce.simulation.loops.assemble import ACCEPTED
from jounce.simulation.loops.rank import Rank, rank_of_holding_joints
from jounce.simulation.methods import methods, methods_of_controllers
from jounce.simulation.prepare import Prepared
from jounce.simulation.workspace import Workspace
from jounce.units import Plain

SETTING_UNITS = {"step": "s", "duration": "s", "output_step": "s", "measuring_step": "s", "rtol": "1", "atol": "1"}
SPEED = "vehicle.speed"  # the channel of a car
ROUNDING = np.finfo(float).eps
TORN = 1e-3  # m or rad that rows which are off may open by: a thousand times what closed loops are accepted with
OPENED = "redundant rows open"
KEPT = "what was computed is kept"
VERY_STIFF = 1e9  # N/m: more than solid steel of a joint's size
NUDGE = 1e-6  # m or rad by which coordinates are moved to see how stiff elements are
LOOSE = 0.03  # of the largest singular value of the loops: below it they are near a dead point
PROBES = 2.0 ** np.arange(-40, -5)  # s ahead of the last good state, to 30 ms, where elements are looked at


def run_result(
    ready: Prepared,
    work: Workspace,
    trajectory: Trajectory,
    integrator: str,
    settings: dict[str, Any],
    wall_time: float,
    subject: Model | Vehicle,
    watch: Watch,
    controls: ControlledRun | None = None,
) -> Result:
    layout, channels = ready.layout, run_result_channel_list(ready, controls)
    times, rows = trajectory.times, trajectory.channels
    if not len(times):  # it failed at the very start: show what it started from
        times = np.zeros(1)
        rows = np.append(work.channels(ready.state), np.zeros(controls.width if controls else 0))[np.newaxis]
    names = [channel.name for channel in channels]  # of the columns: every place of a row is a channel's
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
        "cpu_time": trajectory.cpu_time,
        "status": trajectory.status,
        "steps": trajectory.steps,
        "rejected_steps": trajectory.rejected,
        "evaluations": trajectory.evaluations,
        "redundant_rows": list(ready.rank.redundant),
        "idle_freedoms": list(ready.rank.idle),
        "events": [event.record() for event in watch.events],
        "methods": [
            *methods(ready.compiled, ready.model, bool(ready.rank.redundant), integrator, settings["projection"]),
            *methods_of_controllers(controls.controllers if controls else ()),
        ],
        "echo": Later(subject.echo) if isinstance(subject, Vehicle) else echo(subject),
        "road": road_outline(ready.road),
        **({"controllers": controls.records()} if controls else {}) | ready.own_route(),
    }
    moved = {n.name: rows[:, layout.channels[n.name][0]].copy() for n in ready.mechanism.coordinates}
    fastest = float(rows[:, names.index(SPEED)].max()) if SPEED in names else 0.0
    if notes := [*_notes(ready, subject, gap, fastest, moved), *watch.notes()]:
        metadata["notes"] = notes
    used = [UsedSetting(name, value, SETTING_UNITS.get(name, "")) for name, value in settings.items()]
    record = provenance_record(subject, settings=used).with_digest(str(metadata["model_hash"]), rows[0].tobytes())
    drawn = DrawnModel(_kept_mechanism(ready, subject), subject)
    made: dict[str, Any] = {"metadata": metadata, "coordinates": moved, "record": record, "drawn": drawn}
    return Result(time=times, channels=channels, numbers=rows, **made)


def _kept_mechanism(ready: Prepared, subject: Model | Vehicle) -> Mechanism:
    """Returns what moved; of a model that its user may still add parts to, with a copy."""
    return ready.mechanism if isinstance(subject, Vehicle) else replace(ready.mechanism, model=ready.model.copy())


def rows_written(result: Result, trajectory: Trajectory, times: np.ndarray) -> WrittenRows:
    """Returns the rows nearest to these times, as far as the run went, and its last one."""
    known = trajectory.times
    reached = times[times < known[-1]]
    after = np.searchsorted(known, reached)
    before = np.maximum(after - 1, 0)
    nearest = np.where(reached - known[before] < known[after] - reached, before, after)
    rows = trajectory.rows(np.unique(np.append(nearest, known.size - 1)))
    moved = {name: rows.channels[:, result.keys().index(name)] for name in result.coordinates}
    return WrittenRows(time=rows.times, names=tuple(result.keys()), numbers=rows.channels, coordinates=moved)


def run_result_channel_list(ready: Prepared, controls: ControlledRun | None) -> tuple[Channel, ...]:
    """The channels of a run in the order of the columns of a row: those of the equations, then those of controllers."""
    order = sorted(ready.layout.channels.items(), key=lambda item: item[1][0])
    texts = {name: text for name, (_, _, text) in order}
    found = run_result_channels(ready, texts)
    return (*found, *(controls.channels() if controls else ()))


def run_result_channels(ready: Prepared, definitions: Mapping[str, str]) -> tuple[Channel, ...]:
    """Returns channels by name and definition, with the kind and owner that the equations gave them.

    Reactions that redundant rows leave undetermined say so.
    """
    found, layout = [], ready.layout
    for name, definition in definitions.items():
        kind, group, part = layout.types[name]
        if group == "reaction" and part in ready.rank.not_unique:
            definition += "; not unique: redundant rows share the load, and some of them are switched off"
        found.append(Channel(name, layout.channels[name][1], definition, kind, ready.model.owner(part, group)))
    return tuple(found)


def _notes(
    ready: Prepared, subject: Model | Vehicle, gap: float, fastest: float, moved: Mapping[str, np.ndarray]
) -> list[str]:
    """Says what a reader should know before he believes the numbers."""
    doubts = vehicle_warnings(subject) if isinstance(subject, Vehicle) else []
    warning = excitation_warning(ready.road, fastest, highest_valid_frequency(ready.model))
    shaken = [warning] if warning else []
    return [
        *doubts,
        *ready.notes(),
        *_disagreement(ready.rank, gap),
        *shaken,
        *_beyond_tables(ready.model, moved),
        *_smooth_frictions(ready.model),
    ]


def _smooth_frictions(model: Model) -> list[str]:
    """Returns how stiff dry friction by the smooth law is: what it holds swings on that."""
    found = [part for part in model.forces if getattr(part, "law", None) == "smooth" and part.stiffness()]
    what = "smooth dry friction, at rest a spring of {:.3g} N m/rad (N/m on a slider)"
    return [f"{part.name}: {what.format(part.stiffness())}" for part in found]


def _beyond_tables(model: Model, moved: Mapping[str, np.ndarray]) -> list[str]:
    """Returns a sentence for each coordinate that left the range of its joint's tables, with the value it reached.

    Beyond its ends a table goes on as a straight line: finite, but no linkage. Only the times of output are looked at.
    """
    found = []
    for joint in model.joints:
        for word, (low, high) in joint.valid_ranges().items() if hasattr(joint, "valid_ranges") else ():
            name = f"{joint.name}.{word}"
            beyond = np.maximum(low - moved[name], moved[name] - high)
            if beyond.max() > 0.0:
                reached = moved[name][beyond.argmax()]
                found.append(
                    f"{name} reached {1e3 * reached:.1f} mm; its tables hold from {1e3 * low:.1f} to "
                    f"{1e3 * high:.1f} mm and go on as straight lines beyond: make them over a wider range"
                )
    return found


def _disagreement(rank: Rank, gap: float) -> list[str]:
    """Says what to say of redundant loops whose hardpoints do not quite agree."""
    if not rank.redundant or gap <= ACCEPTED:
        return []
    joints = _joints_of(rank.redundant)
    return [f"redundant rows of {joints} are open by up to {gap:.2g} m (rad for turns): their points or axes disagree"]


def _joints_of(rows: tuple[str, ...]) -> str:
    return ", ".join(dict.fromkeys(row.rsplit(".", 1)[0] for row in rows))


def run_failure(
    ready: Prepared, work: Workspace, trajectory: Trajectory, watch: Watch, controls: ControlledRun | None = None
) -> str:
    """Says when, which coordinate, which element; or which controller."""
    layout = ready.layout
    if controls and controls.failure is not None:
        return f"{ready.model.name}: {controls.failure}; {KEPT}"
    where = f"{ready.model.name}: at t = {trajectory.t_end:.6g} s "
    stiff = _stiffest(work, ready.state)  # where the run failed, forces may be as large as numbers go
    if trajectory.status == "not finite":
        places = {**layout.coordinates, **layout.speeds, **layout.elements, **layout.works}
        names = {offset: name for name, offset in places.items()}
        culprit = names.get(trajectory.culprit if trajectory.culprit is not None else -1, "the state")
        return where + f"'{culprit}' is no longer finite{_element(work, trajectory)}{stiff}; {KEPT}"
    if trajectory.status == "step too small":
        return where + f"the step had to become too small{_element(work, trajectory)}{stiff}; {KEPT}"
    if trajectory.status == STATUS[NO_PHASES]:
        return where + f"{watch.phases.no_phases_text()}; {KEPT}"
    if trajectory.status == STATUS[CHATTER]:
        return where + f"{watch.busiest()} chatters: {watch.chatter_text()}; {KEPT}"
    if trajectory.status == OPENED:
        opened = _joints_of(ready.rank.redundant)
        why = "they are not redundant along this motion, or drives pull them apart"
        return where + f"redundant rows of {opened} begin to open by more than {TORN:g} m or rad: {why}; {KEPT}"
    held = _element(work, trajectory)
    return (
        where + f"the loops could not be closed again{held}{stiff}; another step, shorter or longer, may pass; {KEPT}"
    )


def _element(work: Workspace, trajectory: Trajectory) -> str:
    """Returns the force elements that fail on the way from the last good state, or the one that does the most there."""
    if broken := _broken_elements(work, trajectory.y_end):
        return f" (element {', '.join(broken)})"
    if _holds_badly(work, trajectory.y_end):
        return _dead_point(work, trajectory.y_end)
    return _strongest(_powers(work, trajectory.y_end))


def unbalanced_element(result: Result) -> str:
    """Returns the force element that does the most in what is kept of a run that lost its energy balance."""
    powers = {c.owner.part: float(np.abs(result[c.name]).max()) for c in result.channels if c.kind == "power"}
    return _strongest(powers)


def _strongest(powers: Mapping[str, float]) -> str:
    strongest = max(powers, key=powers.__getitem__, default="")
    return f" (largest power in element {strongest}: {Plain(powers[strongest]):.3g} W)" if powers.get(strongest) else ""


def _stiffest(work: Workspace, state: np.ndarray) -> str:
    """The element whose force changes most with a coordinate, where that is far more than parts of a machine have."""
    units, types = work.layout.channels, work.layout.types
    forces = {name: part for name, (_, group, part) in types.items() if group == "force" and units[name][1] == "N"}
    largest = dict.fromkeys(forces.values(), 0.0)
    for place in work.layout.coordinates.values():
        ahead, back = (work.observe(state + sign * NUDGE * np.eye(len(state))[place]) for sign in (1.0, -1.0))
        for name, part in forces.items():
            largest[part] = max(largest[part], abs(ahead[name] - back[name]) / (2.0 * NUDGE))
    stiffest = max(largest, key=largest.__getitem__, default="")
    if not VERY_STIFF < largest.get(stiffest, 0.0) < np.inf:
        return ""
    return f"; stiffest is element {stiffest}, {largest[stiffest]:.1g} N/m: see whether that is meant"


def _holds_badly(work: Workspace, state: np.ndarray) -> bool:
    """Tells whether a combination of the rows of the loops nearly vanishes at the state."""
    J = work.matrices(state)["J"]
    active = J[work.modes[: len(J)] > 0.5]
    if not active.size or not np.isfinite(active).all():
        return False
    sizes = np.linalg.svd(active, compute_uv=False)
    return bool(sizes.min() < LOOSE * sizes.max())


def _dead_point(work: Workspace, state: np.ndarray) -> str:
    """Returns joints that lose their hold at the state."""
    joints, _ = rank_of_holding_joints(work, state)
    return f" near a dead point of {', '.join(joints[:4])}" if joints else ""


def _broken_elements(work: Workspace, state: np.ndarray) -> list[str]:
    """Elements whose power is not finite at the state, or else at the first place ahead of it where one is not."""
    rates, ways = work.rhs(state), [np.zeros_like(state)]
    with np.errstate(over="ignore"):
        ways += [ahead * rates for ahead in PROBES] if np.isfinite(rates).all() else []
    for way in ways:
        if broken := [name for name, value in _powers(work, state + way).items() if not np.isfinite(value)]:
            return broken
    return []


def _powers(work: Workspace, state: np.ndarray) -> dict[str, float]:
    """Returns |power| of every element."""
    types = {name: (kind, part) for name, (kind, _, part) in work.layout.types.items()}
    return {types[name][1]: abs(v) for name, v in work.observe(state).items() if types[name][0] == "power"}
