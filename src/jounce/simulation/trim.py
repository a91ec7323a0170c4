"""Trim: find the state in which chosen rates vanish, with all loops closed.

Newton's method on closures, closure rates and rates of the state together, all evaluated by the compiled kernels.
The Jacobian is taken by central differences: a Newton step only has to point the right way, and what vanishes in
the end are the kernels' own numbers. A step is the smallest that solves the linear equations, so a freedom that
nothing depends on (the spin of a rod, the place of a car) stays where it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, field, replace

import numpy as np

from jounce.arguments import check_arguments
from jounce.equations.layout import INPUT_WIDTH
from jounce.errors import NumericalError
from jounce.model import Model, Vehicle
from jounce.outdated import take_old_words
from jounce.simulation.events.friction_phases import FrictionPhases
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.loops.assemble import displace_and_assemble
from jounce.simulation.prepare import Prepared, prepared_of
from jounce.simulation.workspace import workspace_value_places

CONVERGED = 1e-10  # of the scale of each equation
CLOSE = 1e-8  # of the scale; accepted when nothing gets better: stiff shafts round that much
AT_ROUNDING = 1e-6  # of the scale; accepted when a full step moves nothing by more than STILL
SHOWN_INPUTS = 6  # in a repr
STILL = 1e-10  # of the largest unknown
IDLE = 1e-9  # of the scale, by one unit of every unknown: a row that moves less counts as constant
SINGULAR = 1e-7  # singular value, relative to the largest, below which a direction is held
NEARLY_SINGULAR = 1e-10  # the same where nothing gets better that way
DIFFERENCE = 1e-6  # m, rad, m/s, rad/s, or share of a larger number: truncation and rounding balance near here
ROUNDING = 2.0**-52 / DIFFERENCE  # of a difference, as a part of the largest: rows below hold nothing but that
QUICK = 0.1  # of the error before: slopes that bring it below serve once more
CREEP, CREEPS = 0.99, 4  # of the error before: more of such steps lead nowhere
STEPS, HALVINGS, POLISHES = 50, 20, 3
STEPS_AGAIN, LEAST_GAIN = 3, 0.5  # from a known trim, and by how much each step is shorter than the one before
PHASES = 6  # guesses at what sticks and what slides
LOADINGS, SAME_LOAD = 50, 1e-10  # guesses at loads of joints that friction follows; N, or of the load


@dataclass(frozen=True, kw_only=True)
class TrimProblem:
    """What may move and what shall not change, by name; see `trim`."""

    unknowns: Sequence[str]
    rest: Sequence[str]
    hold: Sequence[str] = ()
    steady: Sequence[Mapping[str, float]] = ()
    shared: Sequence[Mapping[str, float]] = ()
    frictionless: Collection[str] = ()


@dataclass(frozen=True)
class Trimmed:
    """A state at which all that was asked for vanishes, up to `residual` of the scale."""

    state: np.ndarray
    inputs: dict[str, float]
    residual: float
    named: dict[str, float]  # the state by name: coordinates, speeds, states of force elements
    friction: np.ndarray  # modes of dry friction
    problem: TrimProblem | None = None  # that it solves
    known: KnownTrim | None = field(default=None, repr=False, compare=False)  # for `trim_again`, where it was asked for

    def __repr__(self) -> str:
        moved = ", ".join(f"{name} {value:.5g}" for name, value in list(self.inputs.items())[:SHOWN_INPUTS])
        return f"<Trimmed: {len(self.named)} states, residual {self.residual:.1e}{f'; {moved}' if moved else ''}>"


@contextmanager
def keep_known_trims() -> Iterator[None]:
    """Trims that are found inside can be repeated for models that are nearly the same, by `trim_again`."""
    token = _kept.set(True)
    try:
        yield
    finally:
        _kept.reset(token)


def trim_again(known: KnownTrim, ready: Prepared, changed: Mapping[str, float] | None = None) -> Trimmed:
    """Three steps of Newton's method from a known trim, with its slopes, for other numbers of the same structure.

    For numbers that differ by d, what is found differs from the trim by an error of the order d^2, so that differences
    of two of them, at +d and -d, are the derivative of the trim: that of its equations by the numbers, put through
    the inverse of their slopes (implicit differentiation). Further steps take away what slopes by differences are
    wrong by, as much as a quarter where a law has a kink. `changed` are other values of states that are held.
    """
    search = copy(known.search)
    search.work = ready.workspace()
    search.work.inputs[:] = known.point.inputs
    state = known.point.state.copy()
    for name, value in (changed or {}).items():
        state[ready.layout.speeds[name]] = value
    point = TrimPoint(state, known.point.inputs)
    step = np.zeros(0)
    for _ in range(STEPS_AGAIN):
        before, step = step, known.slopes.step(search._errors(point), NEARLY_SINGULAR)
        point = search._moved(point, step)
    share = min(max(float(step @ before) / max(float(before @ before), np.finfo(float).tiny), 0.0), LEAST_GAIN)
    point = search._moved(point, share / (1.0 - share) * step)  # what steps that shrink by a share still add up to
    return search._result(point, np.zeros(0))


@take_old_words({"start": "state"})
@one_blas_thread()
@check_arguments
def standing(
    model: Model | Vehicle | Prepared,
    state: np.ndarray | None = None,
    inputs: Mapping[str, float] | None = None,
    hold: Sequence[str] = (),
) -> Trimmed:
    """Finds the equilibrium at rest; positions that nothing depends on, and those held, stay where they are.

    The search begins at `state`, without it in the state that the model is prepared in. States of elements move as
    little as it takes: the patch of a tyre on a slope gives way until it holds the car. Dry friction sticks, or, where
    it would have to hold more than its limit, slides at it.

        rest = jounce.standing(jounce.load("quarter_car"))
        rest.named["heave.displacement"]
    """
    ready = prepared_of(model)
    state = ready.checked_state(state).copy()
    state[list(ready.layout.speeds.values())] = 0.0
    search = TrimSearch(ready, inputs)
    names = search.names
    unknowns, rest = [*names.positions, *names.elements], [*names.speeds, *names.elements]
    return search.run(state, TrimProblem(unknowns=unknowns, rest=rest, hold=hold))


@take_old_words({"start": "state"})
@one_blas_thread()
@check_arguments
def trim(
    model: Model | Vehicle | Prepared,
    unknowns: Sequence[str],
    rest: Sequence[str],
    state: np.ndarray | None = None,
    inputs: Mapping[str, float] | None = None,
    hold: Sequence[str] = (),
    steady: Sequence[Mapping[str, float]] = (),
    shared: Sequence[Mapping[str, float]] = (),
    frictionless: Collection[str] = (),
) -> Trimmed:
    """Returns the state near `state` where the positions, speeds and states of elements named in `rest` do not change.

    `unknowns`, less those in `hold`, are states and inputs that may move; the others stay as they are given. Those in
    an entry of `shared` move together, each by its factor: the torques of several motors are one unknown. `steady`
    are sums of factor times position that do not change either, such as the twist of a shaft that turns. Straight
    running at a speed or a steady circle are choices of these. Dry friction that is at rest at the start sticks, that
    which moves slides, as far as both fit in the end; parts named in `frictionless` do neither. A pendulum that turns
    about the vertical:

        ready = jounce.prepare(pendulum, start={"turn.ry": "-30 deg"}, start_rates={"turn.rz": "4.5 rad/s"})
        jounce.trim(ready, unknowns=["turn.ry"], rest=["turn.ry_rate"]).named["turn.ry"]
    """
    ready = prepared_of(model)
    state = ready.checked_state(state).copy()
    problem = TrimProblem(
        unknowns=unknowns, rest=rest, hold=hold, steady=steady, shared=shared, frictionless=frictionless
    )
    return TrimSearch(ready, inputs).run(state, problem)


@dataclass(frozen=True)
class TrimPoint:
    """A state with inputs; or several, a row each."""

    state: np.ndarray
    inputs: np.ndarray

    def as_rows(self) -> TrimPoint:
        return TrimPoint(np.atleast_2d(self.state), np.atleast_2d(self.inputs))


@dataclass(frozen=True)
class TrimWay:
    """How errors and unknowns are measured: one scale does not suit every mechanism."""

    by_force: bool  # accelerations stand as the forces that they ask for
    by_effect: bool  # each unknown by what it moves: the smallest step is the smallest in these measures


WAYS = (
    TrimWay(by_force=True, by_effect=False),
    # bushings of 1e9 N/m: beside their columns those of torques and speeds would drown below SINGULAR
    TrimWay(by_force=True, by_effect=True),
    # soft and stiff bushings side by side: accelerations show another way
    TrimWay(by_force=False, by_effect=True),
)


class TrimSlopes:
    """Errors by unknowns, decomposed once for all the steps that they serve for."""

    def __init__(self, matrix: np.ndarray, effect: np.ndarray):
        self.effect, matrix = effect, matrix / effect
        # rows alike: a row in metres beside the forces of a stiff shaft would drown below SINGULAR
        norms = np.linalg.norm(matrix, axis=1)
        self.reach = np.maximum(norms, max(IDLE, ROUNDING * norms.max(initial=0.0)))
        self.left, self.sizes, self.right = np.linalg.svd(matrix / self.reach[:, None], full_matrices=False)

    def step(self, error: np.ndarray, singular: float = SINGULAR) -> np.ndarray:
        """Returns the smallest step that does away with the error to first order."""
        kept = self.sizes > singular * self.sizes.max(initial=0.0)
        along = (-error / self.reach) @ self.left[:, kept] / self.sizes[kept]
        found: np.ndarray = along @ self.right[kept] / self.effect
        return found


@dataclass(frozen=True)
class KnownTrim:
    """A trim that was found: its equations as the search had them, where they are solved, and their slopes there."""

    search: TrimSearch
    point: TrimPoint
    slopes: TrimSlopes


_kept: ContextVar[bool] = ContextVar("trims are kept", default=False)


class TrimSearch:
    """Newton's method; unknowns are numbered as positions, speeds, states of elements, inputs."""

    def __init__(self, ready: Prepared, inputs: Mapping[str, float] | None):
        self.work = ready.workspace(inputs)
        self.names = ready.compiled.tangent
        self.on = np.flatnonzero(self.work.modes[: ready.layout.sizes["rows"]] > 0.5)
        self.phases = FrictionPhases(self.work)

    def pose(self, problem: TrimProblem) -> None:
        """Takes the names of a problem as directions of unknowns and as sums of rates that shall vanish."""
        self.problem, names, shared = problem, self.names, problem.shared
        states = [*names.positions, *names.speeds, *names.elements]
        every = [*states, *(part.name for part in self.work.model.inputs)]
        free = [name for name in dict.fromkeys(problem.unknowns) if name not in problem.hold]
        directions = [*({name: 1.0} for name in free), *shared]
        self.sums = [*({name: 1.0} for name in problem.rest), *problem.steady]
        may_move = [*problem.unknowns, *problem.hold, *(name for terms in shared for name in terms)]
        at = workspace_value_places(self.work.model.name, may_move, every, "state or input")
        at |= workspace_value_places(
            self.work.model.name, [name for terms in self.sums for name in terms], states, "state"
        )
        self.directions = _columns(directions, at, len(every))
        self.resting = _columns(self.sums, at, len(states)).T
        n = len(names.speeds)
        self.still = np.abs(self.resting[:, n : 2 * n]).max(axis=0, initial=0.0) > 0.0  # speeds that shall not change

    def run(self, start: np.ndarray, problem: TrimProblem) -> Trimmed:
        self.pose(problem)
        frictionless = problem.frictionless
        point = TrimPoint(start, self.work.inputs.copy())
        self.phases.hold(start, frictionless)
        tried_to_stick = False
        for _ in range(LOADINGS if self.work.layout.loaded else PHASES):
            sliding = {self.phases.names[k]: 0.0 for k in np.flatnonzero(self.phases.side)}
            try:
                found, point = self._search(point)
            except NumericalError:  # perhaps there is no such state with all that slides at the start, but one at rest
                if tried_to_stick or not sliding:
                    raise
                self.phases.move(sliding)
                tried_to_stick = True
                continue
            assumed = self.phases.load.copy()
            misfits = self.phases.misfits(found.state)  # loads of joints are those of this state from here on
            if not misfits and self._has_new_phases(found.state, frictionless):
                continue
            if not misfits and np.allclose(self.phases.load, assumed, rtol=SAME_LOAD, atol=SAME_LOAD):
                return found
            self.phases.move(misfits)
        wrong = ", ".join(misfits or self.phases.names)
        raise NumericalError(
            f"no trim found for {self.work.model.name}: dry friction of {wrong} neither sticks nor slides"
        )

    def _has_new_phases(self, state: np.ndarray, frictionless: Collection[str]) -> bool:
        """Whether friction has a limit here that it did not have where the search began: it sticks or slides, too."""
        before = np.concatenate([self.phases.sticks, self.phases.side])
        self.phases.refresh(state, frictionless)
        return not np.array_equal(before, np.concatenate([self.phases.sticks, self.phases.side]))

    def _search(self, start: TrimPoint) -> tuple[Trimmed, TrimPoint]:
        """With the phases of friction as they are; where it ended, with the inputs it found in the workspace."""
        for way in WAYS:
            self.way = way
            try:
                point, error = self._newton(start)
            except NumericalError as failure:
                if way is WAYS[-1]:
                    raise failure
            else:
                break
        self.work.inputs[:] = point.inputs
        found = self._result(point, error)
        return (replace(found, known=self._known(point)) if _kept.get() else found), point

    def _known(self, point: TrimPoint) -> KnownTrim:
        self.M = self._mass_matrix(point)
        return KnownTrim(copy(self), point, self.slopes(point))

    def measure(self, point: TrimPoint) -> None:
        """Tells how errors are measured, by what the model is at a point."""
        self.stuck = np.flatnonzero(self.phases.sticks > 0.5)
        self.M = self._mass_matrix(point)
        self.scale = self._scales(point)

    def _newton(self, point: TrimPoint) -> tuple[TrimPoint, np.ndarray]:
        """Returns the point where all errors vanish, and what is left of them."""
        self.measure(point)
        error, slopes, quick, creeping = self._errors(point), None, False, 0
        for _ in range(STEPS):
            if np.abs(error).max(initial=0.0) <= CONVERGED:
                return self._polished(point, error, slopes)
            if slopes is None or not quick:
                self.M = self._mass_matrix(point)
                error, slopes, fresh = self._errors(point), self.slopes(point), True
            step = slopes.step(error)
            better = self._along(point, step, error)
            if better is None and not fresh:  # slopes from further back
                quick = False
                continue
            if better is None:  # perhaps a direction was held that matters
                better = self._along(point, slopes.step(error, NEARLY_SINGULAR), error)
            if better is None:
                size, left = max(np.abs(point.state).max(), 1.0), np.abs(error).max()
                still = np.abs(step).max(initial=0.0) <= STILL * size
                if left <= CLOSE or (left <= AT_ROUNDING and still):
                    return point, error
                break
            quick, fresh = bool(np.linalg.norm(better[1]) < QUICK * np.linalg.norm(error)), False
            creeping += bool(np.linalg.norm(better[1]) > CREEP * np.linalg.norm(error))
            point, error = better
            if self.way.by_force and creeping > CREEPS:
                break
        raise NumericalError(self._failure(error))

    def _polished(self, point: TrimPoint, error: np.ndarray, slopes: TrimSlopes | None) -> tuple[TrimPoint, np.ndarray]:
        """A few more steps with the last slopes, as long as they help: a heavy car shows what is left in newtons."""
        for _ in range(POLISHES if slopes is not None else 0):
            candidate = self._moved(point, slopes.step(error))  # type: ignore[union-attr]
            new_error = self._errors(candidate)
            if np.linalg.norm(new_error) >= np.linalg.norm(error):
                break
            point, error = candidate, new_error
        return point, error

    def _mass_matrix(self, point: TrimPoint) -> np.ndarray:
        return self.work.matrices(point.state)["M"]

    def _rates(self, points: TrimPoint) -> np.ndarray:
        """Rates of positions, speeds and states of elements, in the order of their names; a row for each point."""
        rates = self.work.call_rows("rhs", points.state, self.work.layout.sizes["state"], points.inputs)
        changing = rates[:, self.names.speed_places], rates[:, self.names.element_places]
        return np.column_stack([self.names.position_rates(points.state), *changing])

    def _scales(self, point: TrimPoint) -> np.ndarray:
        """Returns 1 m or rad; the fastest speed; the weight of the heaviest coordinate, or the largest acceleration."""
        names, n = self.names, len(self.names.speeds)
        speed = max(np.abs(point.state[names.speed_places]).max(initial=0.0), 1.0)
        gravity = float(np.linalg.norm(self.work.model.gravity))
        if self.way.by_force:
            weight = max(gravity, 1.0) * np.diag(self.M).max(initial=0.0)
        else:
            weight = max(np.abs(self._rates(point.as_rows())[0, n : 2 * n]).max(initial=0.0), gravity, 1.0)
        rows, each = np.ones(len(self.on)), np.ones(n)
        rates = np.concatenate([speed * each, weight * each, speed * np.ones(len(names.elements))])
        largest = (np.abs(self.resting) * rates).max(axis=1, initial=0.0)
        return np.concatenate([rows, speed * rows, speed * np.ones(len(self.stuck)), largest])

    def _errors(self, point: TrimPoint) -> np.ndarray:
        """Returns the errors of each equation divided by its scale, at one point."""
        (found,) = self._errors_of_rows(point.as_rows())
        return np.asarray(found)

    def _errors_of_rows(self, points: TrimPoint) -> np.ndarray:
        """Returns the errors of each equation divided by its scale, a row for each point.

        Accelerations stand as the forces that they ask for, M a, with the mass matrix where slopes were taken last: a
        light rotor on a stiff shaft accelerates a million times more than its car for the same torque, and what moves
        the car would drown in that.
        """
        sizes, n = self.work.layout.sizes, len(self.names.speeds)
        rates = self._rates(points)
        if self.way.by_force:
            rates[:, n : 2 * n] = (self.still * rates[:, n : 2 * n]) @ self.M
        gaps = self.work.call_rows("gap", points.state, sizes["gap"] + sizes["rate gap"], points.inputs)
        held = gaps[:, sizes["gap"] + sizes["rows"] + self.stuck]
        rows = [gaps[:, self.on], gaps[:, sizes["gap"] + self.on], held, rates @ self.resting.T]
        found: np.ndarray = np.column_stack(rows) / self.scale
        return found

    def slopes(self, point: TrimPoint) -> TrimSlopes:
        """Returns errors by unknowns, by central differences: all columns in one call of each kernel."""
        sizes = np.abs(self._sizes(point))
        largest = np.where(self.directions != 0.0, sizes[:, np.newaxis], 0.0).max(axis=0, initial=0.0)
        h = DIFFERENCE * np.maximum(1.0, largest)
        steps = np.vstack([np.diag(h), -np.diag(h)])
        ahead, back = np.split(self._errors_of_rows(self._moved_by_rows(point, steps)), 2)
        matrix = (ahead - back).T / (2 * h)
        if not np.isfinite(matrix).all():
            raise NumericalError(f"no trim found for {self.work.model.name}: its forces are not finite near the start")
        effect = np.maximum(np.linalg.norm(matrix, axis=0), IDLE) if self.way.by_effect else np.ones(len(h))
        try:
            return TrimSlopes(matrix, effect)
        except np.linalg.LinAlgError as error:  # seen far from any equilibrium: another way may do without
            what = "the slopes of its equations have no singular values"
            raise NumericalError(f"no trim found for {self.work.model.name}: {what}") from error

    def _along(self, point: TrimPoint, step: np.ndarray, error: np.ndarray) -> tuple[TrimPoint, np.ndarray] | None:
        """Returns the first point on the way back from the full step that is better than here."""
        for halving in range(HALVINGS):
            part = 0.5**halving
            candidate = self._moved(point, part * step)
            new_error = self._errors(candidate)
            if np.linalg.norm(new_error) < (1.0 - 0.1 * part) * np.linalg.norm(error):
                return candidate, new_error
        return None

    def _sizes(self, point: TrimPoint) -> np.ndarray:
        """Returns the sizes of every state and input; a position has none: only its change counts."""
        value_places = [*self.names.speed_places, *self.names.element_places]
        return np.concatenate(
            [np.zeros(len(self.names.speeds)), point.state[value_places], point.inputs[1::INPUT_WIDTH]]
        )

    def _moved(self, point: TrimPoint, step: np.ndarray) -> TrimPoint:
        moved = self._moved_by_rows(point, step[np.newaxis])
        return TrimPoint(moved.state[0], moved.inputs[0])

    def _moved_by_rows(self, point: TrimPoint, steps: np.ndarray) -> TrimPoint:
        """Returns the point moved by each row of steps of the unknowns."""
        names = self.names
        n, m = len(names.speeds), len(names.elements)
        z, s, e, u = np.split(steps @ self.directions.T, [n, 2 * n, 2 * n + m], axis=1)
        state, inputs = (np.repeat(own[np.newaxis], len(steps), axis=0) for own in (point.state, point.inputs))
        displaces = z.any(axis=1)
        if displaces.any():
            state[displaces] = displace_and_assemble(
                self.work, point.state, names.along_speeds(point.state, z[displaces])
            )
        state[:, names.speed_places] += s
        state[:, names.element_places] += e
        inputs[:, 1::INPUT_WIDTH] += u
        return TrimPoint(state, inputs)

    def _result(self, point: TrimPoint, error: np.ndarray) -> Trimmed:
        values = point.inputs[1::INPUT_WIDTH]
        inputs = {part.name: float(v) for part, v in zip(self.work.model.inputs, values, strict=True)}
        layout = self.work.layout
        value_places = {**layout.coordinates, **layout.speeds, **layout.elements}
        named = {name: float(point.state[at]) for name, at in value_places.items()}
        left = float(np.abs(error).max(initial=0.0))
        return Trimmed(point.state, inputs, left, named, self.phases.modes, self.problem)

    def _failure(self, error: np.ndarray) -> str:
        at = {place: name for name, place in self.work.layout.rows.items()}
        rows = [at[int(i)] for i in self.on]
        names = [f"closure of '{row}'" for row in rows] + [f"closure rate of '{row}'" for row in rows]
        names += [f"speed of '{self.phases.names[k]}'" for k in self.stuck]
        names += [f"rate of '{' and '.join(terms)}'" for terms in self.sums]
        worst = int(np.abs(error).argmax())
        value = error[worst] * self.scale[worst]
        return f"no trim found for {self.work.model.name}: {names[worst]} stays at {value:.3g} (SI)"


def _columns(sums: Sequence[Mapping[str, float]], at: Mapping[str, int], size: int) -> np.ndarray:
    """Returns each sum of factors times names as a column."""
    found = np.zeros((size, len(sums)))
    for column, terms in enumerate(sums):
        for name, factor in terms.items():
            found[at[name], column] = factor
    return found
