"""Prepare a model to run: its quantities in SI, check, connect, compile, close its loops, find the rank."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jounce.arguments import check_arguments
from jounce.equations.layout import Layout
from jounce.equations.route import RECURSIVE, find_route, require_route
from jounce.errors import ModelError, Problem, WrongArgument, did_you_mean, shown_in_message
from jounce.mechanism import Mechanism
from jounce.model import Model, Vehicle, check
from jounce.model.rules.limits import check_given_pedal_limits
from jounce.native.cache import Cache
from jounce.parts.ends import is_driven_at_ends
from jounce.parts.part_text import whole_text
from jounce.parts.roads.road import Road
from jounce.simulation.compiled import Compiled, compile_model, compiled_reads_road
from jounce.simulation.events.friction_phases import FrictionPhases
from jounce.simulation.inputs import InputHistory, sample_input_functions
from jounce.simulation.integrators.methods import AUTO, METHODS, VEHICLE
from jounce.simulation.integrators.run_method import machine_code
from jounce.simulation.linear.jacobian_kernel import jacobian_of
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.loops.active_rows import switch_active_rows
from jounce.simulation.loops.assemble import assemble
from jounce.simulation.loops.rank import Rank, find_rank
from jounce.simulation.loops.route_state import refuse_undetermined_state, state_by_route
from jounce.simulation.workspace import Workspace
from jounce.units import UnitError, to_si

SHORTEST = 1e-3  # s over which a function is sampled where only its start is asked for
LOCKED = "nothing can move: the rows leave no freedom; axes or points out of line lock a loop"
LOOPS_OF: Mapping[str | None, tuple[str, ...]] = {None: (), AUTO: ("ros2s", "rk4"), VEHICLE: ("ros2s",)}


@dataclass(frozen=True, repr=False)
class Prepared:
    """A checked, compiled and assembled model: everything but the time. Runs and threads share it."""

    numbers: Workspace  # what every run begins with; frozen, `workspace` makes copies
    state: np.ndarray
    rank: Rank
    lacking: tuple[str, ...] = ()  # channels of the production route that its own, another one, does not have

    @property
    def model(self) -> Model:
        return self.numbers.model

    @property
    def mechanism(self) -> Mechanism:
        return self.numbers.mechanism

    @property
    def compiled(self) -> Compiled:
        return self.numbers.compiled

    @property
    def layout(self) -> Layout:
        return self.numbers.layout

    @property
    def road(self) -> Road:
        return self.numbers.road

    @check_arguments
    def __repr__(self) -> str:
        """Says what is ready to run, and how large it is."""
        sizes, rank = self.layout.sizes, self.rank
        count = len(self.layout.coordinates)
        size = f"{count} coordinate{'s' * (count != 1)}, {sizes['rows']} constraint rows, mobility {rank.mobility}"
        return f"<Prepared '{self.model.name}': {size}; on road '{self.road.name}'>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Is pickled as its model with all its numbers; machine code comes from the cache of the other computer."""
        work = self.numbers
        arrays = (work.inputs, work.modes, work.values)
        about = (self.rank, self.lacking)
        return _prepared_again, (self.model, self.compiled.route, arrays, self.road, self.state, *about)

    def own_route(self) -> dict[str, Any]:
        """Returns its route where that lacks channels of the production route, and these."""
        return {"route": self.compiled.route, "lacking": list(self.lacking)} if self.lacking else {}

    def workspace(self, inputs: Mapping[str, float] | None = None) -> Workspace:
        """Returns numbers for one run, with these inputs standing still and the others as they were prepared."""
        work = self.numbers.copy()
        if inputs:
            work.set_inputs(inputs)
            FrictionPhases(work).refresh(self.state)
        return work

    @check_arguments
    def on_road(self, road: Road) -> Prepared:
        """Returns the same model on another road; nothing is compiled."""
        if not isinstance(road, Road):
            hint = 'needs a road: jounce.parts.roads.Road(...), or jounce.load("three_planks") for one of the library'
            raise ModelError(self.model.name, [Problem("road", f"{shown_in_message(road)} is no road", hint)])
        if not compiled_reads_road(self.model):
            what = f"'{road.name}', but no tyre of this model rolls on a road"
            raise ModelError(self.model.name, [Problem("road", what, "leave it out")])
        return replace(self, numbers=self.numbers.on_road(road))

    def notes(self) -> list[str]:
        """Returns what may not be meant: a mechanism that nothing drives and that cannot move."""
        driven = any(map(is_driven_at_ends, self.mechanism.closures))
        return [] if driven or self.rank.mobility or not self.rank.active else [LOCKED]

    @check_arguments
    def starting_from(
        self, state: np.ndarray, friction: np.ndarray | None = None, held: np.ndarray | None = None
    ) -> Prepared:
        """Returns the same model in another state, such as a trimmed one; redundant rows are switched off as it asks
        for.

        Dry friction has the modes that a trim found; without them it sticks where it is at rest. Held numbers stay as
        they are, or are those that are given.
        """
        state, work = self.checked_state(state), self.numbers.copy()
        if held is not None:
            work.modes[work.layout.held_places()] = held
        return replace(prepared_at(work, state, self.rank, friction), lacking=self.lacking)

    def checked_state(self, state: np.ndarray | None) -> np.ndarray:
        """Returns a state that somebody gave, as an array, or its own where there is none."""
        if state is None:
            return self.state
        found = np.asarray(state, float)
        if found.shape != self.state.shape or not np.isfinite(found).all():
            what = f"{shown_in_message(found.tolist())} is no state of this model"
            right = f"{self.state.size} finite numbers, such as the `state` of what `prepare` or `trim` gives"
            raise WrongArgument(self.model.name, [Problem("state", what, right)])
        return found

    def fingerprint(self) -> str:
        """Returns a hash of structure and numbers: two models with the same one move alike."""
        digest = hashlib.sha256(self.model.structure_text().encode())
        digest.update(whole_text(self.model.controllers).encode())
        for array in (self.numbers.values, self.numbers.tables, self.numbers.road_data):
            digest.update(array.tobytes())
        return digest.hexdigest()


def _prepared_again(
    model: Model, route: str, arrays: tuple[np.ndarray, ...], road: Road, state: np.ndarray, *about: Any
) -> Prepared:
    """Returns what was pickled; its machine code is loaded, or made."""
    work = compile_model(model, route=route).workspace(model)
    for own, kept in zip((work.inputs, work.modes, work.values), arrays, strict=True):
        own[:] = kept
    work.set_up()
    if compiled_reads_road(model):
        work = work.on_road(road)
    state.flags.writeable = False
    return Prepared(work.frozen(), state, *about)


def prepared_at(work: Workspace, state: np.ndarray, rank: Rank, friction: np.ndarray | None = None) -> Prepared:
    """Returns numbers of a run as those of a prepared model at a state, with its redundant rows switched off."""
    switch_active_rows(work, state, [work.layout.rows[name] for name in rank.active])
    if friction is None:
        FrictionPhases(work).hold(state)
    else:
        work.modes[work.layout.friction_places().ravel()] = friction
    refuse_undetermined_state(work, state)
    kept = state.copy()
    kept.flags.writeable = False
    return Prepared(work.frozen(), kept, rank)


@one_blas_thread()
@check_arguments
def prepare(
    model: Model | Vehicle,
    start: Mapping[str, Any] | None = None,
    start_rates: Mapping[str, Any] | None = None,
    inputs: Mapping[str, Any] | None = None,
    cache: Cache | None = None,
    road: Road | None = None,
    integrator: str | None = AUTO,
    route: str = RECURSIVE,
) -> Prepared:
    """Checks, connects, compiles, closes the loops, chooses independent rows. Inputs are taken at time zero.

    A vehicle is run as a whole car. A model with tyres stands on `road`, or on a flat one. The machine code of the
    integrator, and of the derivatives that it needs, is made here as well, so that a run only runs; None where nothing
    shall be integrated. By another `route` the equations are written in another way; the start is the same.
    """
    require_route(route)
    integrator = None if integrator is None else integrator.lower()
    for method in LOOPS_OF.get(integrator, (str(integrator),)):
        machine_code(method)
    if isinstance(model, Vehicle):
        model = model.car_model().model
    if not isinstance(model, Model):
        what = f"{type(model).__name__} does not move by itself"
        raise ModelError("simulate", [Problem("model", what, "needs a mechanism or a vehicle")])
    problems = check(model)
    if problems:
        raise model.refusal(problems)
    ready = _assembled(model, start or {}, start_rates or {}, inputs or {}, cache)
    if route != RECURSIVE:
        ready = prepare_by_route(ready, route, cache)
    if integrator in METHODS and METHODS[integrator].jacobian == "full":
        jacobian_of(ready.compiled)
    return ready if road is None else ready.on_road(road)


def prepare_by_route(ready: Prepared, route: str, cache: Cache | None = None) -> Prepared:
    """Gives a prepared model as another route writes it, at the same start, on the same road, with the same inputs."""
    compiled = compile_model(ready.model, cache, route=route)
    own = find_route(route).own_model(ready.model)
    work = compiled.workspace(own)
    work.inputs[:] = ready.numbers.inputs
    for name, (place, _) in work.layout.held.items():
        work.modes[place] = ready.numbers.modes[ready.layout.held[name][0]]
    state = state_by_route(ready.numbers, ready.state, work)
    lacking = tuple(name for name in ready.layout.channels if name not in work.layout.channels)
    found = replace(prepared_at(work, state, find_rank(work, state)), lacking=lacking)
    return found.on_road(ready.road) if compiled_reads_road(own) else found


def prepared_of(model: Model | Vehicle | Prepared) -> Prepared:
    """Returns a model that is prepared, as it is or now."""
    return model if isinstance(model, Prepared) else prepare(model, integrator=None)


@np.errstate(all="ignore")  # what is not finite is refused by name
def _assembled(
    model: Model,
    start: Mapping[str, Any],
    start_rates: Mapping[str, Any],
    inputs: Mapping[str, Any],
    cache: Cache | None,
) -> Prepared:
    work = compile_model(model, cache).workspace(model)
    work.inputs[:] = prepare_input_histories(model, inputs).at(0.0)
    held = work.layout.held
    units = work.layout.units | {name: unit for name, (_, unit) in held.items()}
    given = _start(model, units, start)
    for name in [name for name in given if name in held]:
        work.modes[held[name][0]] = given.pop(name)
    state = assemble(work, given, _start(model, units, start_rates, "_rate"))
    return prepared_at(work, state, find_rank(work, state))


def _start(model: Model, units: Mapping[str, str], given: Mapping[str, Any], ending: str = "") -> dict[str, float]:
    """Gives start values or, with the ending of rates, start rates; unknown names are refused later, by `assemble`."""
    if not isinstance(given, Mapping):
        what, right = f"{type(given).__name__} instead of names and values", 'for example {"hinge.angle": "20 deg"}'
        raise ModelError(model.name, [Problem("start_rates" if ending else "start", what, right)])
    needed = {name: units.get(name + ending) or units.get(name) or "1" for name in given}
    return prepare_quantities(model.name, given, needed)


def prepare_input_histories(model: Model, given: Mapping[str, Any], duration: float = 0.0) -> InputHistory:
    """The external inputs of a model over time, those not given at their defaults. Functions are sampled over it."""
    if not isinstance(given, Mapping):
        right = 'for example {"road": 0.0} or {"road": (times, values)}'
        raise ModelError(model.name, [Problem("inputs", f"{type(given).__name__} instead of names and values", right)])
    known = [part.name for part in model.inputs]
    unknown = [name for name in given if name not in known]
    if unknown:
        hint = f"inputs: {', '.join(known) or 'none'}"
        raise ModelError(
            model.name, [Problem(f"inputs {n}", f"no such input.{did_you_mean(n, known)}", hint) for n in unknown]
        )
    units = {part.name: part.unit for part in model.inputs}
    sources = {part.name: given.get(part.name, part.default) for part in model.inputs}
    sources = sample_input_functions(sources, max(duration, SHORTEST))
    plain = {name: source for name, source in sources.items() if not isinstance(source, tuple)}
    sources |= prepare_quantities(model.name, plain, units)
    found = InputHistory.of(sources)
    values = {name: np.asarray(source[1] if isinstance(source, tuple) else source) for name, source in sources.items()}
    problems = list(
        check_given_pedal_limits(model, {name: (float(v.min()), float(v.max())) for name, v in values.items()})
    )
    if problems:
        raise ModelError(model.name, problems)
    return found


def prepare_quantities(source: str, given: Mapping[str, Any], units: Mapping[str, str]) -> dict[str, float]:
    """Returns SI numbers from numbers or texts with units; all that are none of these are named at once."""
    found: dict[str, float] = {}
    problems: list[Problem] = []
    for name, value in given.items():
        try:
            found[name] = to_si(value, units[name])
        except UnitError as error:
            problems.append(Problem(name, error.what, error.help))
    if problems:
        raise ModelError(source, problems)
    return found
