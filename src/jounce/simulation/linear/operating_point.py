"""A state with its accelerations and multipliers, and how these change with state and inputs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np

from jounce.equations.layout import Layout
from jounce.equations.residual import Numbers, Residual, Slopes
from jounce.equations.residual_slopes import slope_places
from jounce.errors import NumericalError
from jounce.simulation.compiled import Compiled
from jounce.simulation.linear.jacobian_kernel import ready_jacobian
from jounce.simulation.loops.independent_rows import independent_rows
from jounce.simulation.prepare import Prepared
from jounce.simulation.road_kernel import road_function
from jounce.simulation.workspace import Workspace

MOST_WRITTEN = 4  # structures whose formulas are kept: those of a car take 50 MB
_written: OrderedDict[tuple[Compiled, tuple[str, ...]], Residual] = OrderedDict()
_writing = Lock()
GAPS = ("closure", "closure rate")
STATE = ("positions", "speeds", "elements", "inputs")


@dataclass(frozen=True)
class OperatingPoint:
    """Where residuals vanish: `numbers` hold the accelerations and multipliers that belong to the state."""

    residual: Residual
    numbers: Numbers
    on: np.ndarray  # rows that are switched on
    active: np.ndarray  # those of them that are independent
    M: np.ndarray
    K: np.ndarray  # [[M, J^T], [J, 0]] of the active rows
    gaps: Mapping[str, np.ndarray]  # closure and closure rate of all rows
    known: Slopes = field(default_factory=dict)  # derivatives that machine code has worked out

    @property
    def active_positions(self) -> np.ndarray:
        """Returns the active rows that hold positions: without those that tie speeds only."""
        found: np.ndarray = self.active[~self.residual.speeds_only[self.active]]
        return found

    @property
    def accelerations(self) -> np.ndarray:
        return self.residual.of(self.numbers, "accelerations")

    @property
    def position_rates(self) -> np.ndarray:
        """Returns z' along the tangent: T z' = V s."""
        T = self.residual.slopes(self.numbers, ("steps",), ("variation",))["steps", "variation"]
        found: np.ndarray = np.linalg.pinv(T) @ self.residual.at(self.numbers, "rates")[0]
        return found

    def slopes(self, residuals: Sequence[str], variables: Sequence[str]) -> Slopes:
        """Returns the slopes as those of the residual: what is not known yet is interpreted."""
        groups = {group for group, _ in self.known}
        found = self.residual.slopes(self.numbers, [r for r in residuals if r not in groups], variables)
        for r in groups.intersection(residuals):
            for v in variables:
                if v == "positions":
                    found[r, v] = self.known[r, "coordinates"] @ found["steps", "variation"]
                else:
                    found[r, v] = self.known[r, v]
        return found

    def sensitivities(self) -> Slopes:
        """Returns derivatives by positions, speeds, states of elements and inputs of closures, outputs, rates and
        multipliers.

        K (dsd, dmu) = -(change of the residuals with accelerations and multipliers held). Multipliers are
        those of the active rows, outputs include what accelerations and multipliers contribute.

        Where friction follows the loads N of joints, residuals change with N, and N with accelerations and multipliers:
        (K + R_N N_(sd, mu)) (dsd, dmu) = -(change of the residuals + R_N (change of N)), all held.
        """
        held = ("dynamics", "closure", "closure rate", "closure acceleration", "outputs", "flow")
        slopes = self.slopes(held, STATE)
        reaching = self.residual.slopes(self.numbers, ("outputs",), ("accelerations", "multipliers"))
        loads = self._load_slopes()
        by_load, n = loads["dynamics", "loads"], len(self.M)
        of_load = np.hstack([loads["loads", "accelerations"], loads["loads", "multipliers"][:, self.active]])
        K = self.K.copy()
        K[:n] += by_load @ of_load
        for v in STATE:
            dynamics = slopes["dynamics", v] + by_load @ loads["loads", v]
            answer = -np.linalg.solve(K, np.vstack([dynamics, slopes["closure acceleration", v][self.active]]))
            slopes["accelerations", v], slopes["multipliers", v] = np.split(answer, [n])
            slopes["outputs", v] = (
                slopes["outputs", v]
                + reaching["outputs", "accelerations"] @ slopes["accelerations", v]
                + reaching["outputs", "multipliers"][:, self.active] @ slopes["multipliers", v]
                + loads["outputs", "loads"] @ (loads["loads", v] + of_load @ answer)
            )
        # T z' = V s, with T changing along z' as well
        moving = self.residual.changed(self.numbers, "variation", self.position_rates)
        kinematics = self.residual.slopes(moving, ("rates", "steps"), STATE)
        inverse = np.linalg.pinv(slopes["steps", "variation"])
        for v in STATE:
            slopes["position rates", v] = inverse @ (kinematics["rates", v] - kinematics["steps", v])
        return slopes

    def _load_slopes(self) -> Slopes:
        """Returns slopes of the loads of joints whose friction follows them, and of what depends on these."""
        found = self.residual.slopes(self.numbers, ("dynamics", "outputs"), ("loads",))
        found |= self.residual.slopes(self.numbers, ("loads",), (*STATE, "accelerations", "multipliers"))
        for k, name in enumerate(self.residual.loaded):
            if not np.isfinite([found["loads", v][k].sum() for v in (*STATE, "accelerations", "multipliers")]).all():
                what = (
                    f"the joint of '{name}' bears no force, and friction that follows it (load_factor) has a kink there"
                )
                raise NumericalError(f"{what}: linearise in a state with a load, or give the friction a limit only")
        return found


def solve_operating_point(residual: Residual, numbers: Numbers, on: np.ndarray) -> OperatingPoint:
    """Returns the accelerations and multipliers that make dynamics and closure accelerations vanish."""
    for group in ("accelerations", "multipliers"):
        numbers = residual.changed(numbers, group, 0.0 * residual.of(numbers, group))
    groups = ("dynamics", "closure acceleration")
    slopes = residual.slopes(numbers, groups, ("accelerations",))
    M, J = slopes["dynamics", "accelerations"], slopes["closure acceleration", "accelerations"]
    active = on[independent_rows(J[on], M, first=~residual.speeds_only[on])]
    J = J[active]
    K = np.block([[M, J.T], [J, np.zeros((len(J), len(J)))]])
    force, opening = residual.at(numbers, *groups)
    sd, mu = np.split(-np.linalg.solve(K, np.concatenate([force, opening[active]])), [len(M)])
    multipliers = np.zeros(len(residual.rows))
    multipliers[active] = mu
    numbers = residual.changed(numbers, "accelerations", sd)
    gaps = dict(zip(GAPS, residual.at(numbers, *GAPS), strict=True))
    return OperatingPoint(residual, residual.changed(numbers, "multipliers", multipliers), on, active, M, K, gaps)


def operating_point(ready: Prepared, state: np.ndarray, inputs: Mapping[str, float] | None = None) -> OperatingPoint:
    """Returns a state of a prepared model, with these inputs and the others as they were prepared."""
    return operating_point_by_code(residual_of_operating_point(ready), ready.workspace(inputs), state)


def residual_of_operating_point(ready: Prepared, outputs: Sequence[str] = ()) -> Residual:
    """The residuals of a prepared model on its road; formulas of the last structures are kept: they take seconds."""
    key, road = (ready.compiled, tuple(outputs)), road_function(ready.road)
    with _writing:
        known = _written.get(key)
        if known is None:
            known = _written[key] = Residual(ready.model, outputs, road=road)
        _written.move_to_end(key)
        if len(_written) > MOST_WRITTEN:
            _written.popitem(last=False)
    return known.with_model(ready.model, road)


def point_of(residual: Residual, work: Workspace, state: np.ndarray) -> OperatingPoint:
    """Returns the operating point at the inputs as they stand in `work`."""
    if work.layout.loaded:
        work.rhs(state)  # settles the loads of joints
    return solve_operating_point(
        residual, operating_point_numbers(work, residual, state), operating_point_rows(work, residual)
    )


def operating_point_by_code(residual: Residual, work: Workspace, state: np.ndarray) -> OperatingPoint:
    """Returns the same by machine code, where there is some for the derivatives and all rows that are on are
    independent.
    """
    jacobian = ready_jacobian(work.compiled)
    if jacobian is None:
        return point_of(residual, work, state)
    rows, columns = slope_places(residual, work.layout)
    speeds, loops = (np.array(places, int) for places in (rows["dynamics"], rows["closure acceleration"]))
    order, closing = speeds - min(speeds, default=0), loops - work.layout.sizes["state"]
    system, on = work.matrices(state), operating_point_rows(work, residual)
    none = np.zeros(len(work.layout.frictions))  # friction that sticks is closed wherever it is
    every_J, gaps = np.vstack([system["J"], system["friction J"]]), [np.append(system[g], none) for g in ("g", "gd")]
    M, J = system["M"][np.ix_(order, order)], every_J[np.ix_(closing[on], order)]
    if len(independent_rows(J, M)) < len(on):
        return point_of(residual, work, state)
    sd, mu = work.rhs(state)[speeds], work.multipliers()
    entries = jacobian.slopes(work, state, np.concatenate([sd[np.argsort(order)], mu]))
    numbers = residual.changed(operating_point_numbers(work, residual, state), "accelerations", sd)
    return OperatingPoint(
        residual=residual,
        numbers=residual.changed(numbers, "multipliers", mu[closing]),
        on=on,
        active=on,
        M=M,
        K=np.block([[M, J.T], [J, np.zeros((len(J), len(J)))]]),
        gaps=dict(zip(GAPS, (gap[closing] for gap in gaps), strict=True)),
        known={(r, v): entries[np.ix_(rows[r], columns[v])] for r in rows for v in columns},
    )


def operating_point_numbers(work: Workspace, residual: Residual, state: np.ndarray) -> Numbers:
    """Returns the residuals' numbers at a state of the compiled model; the two order their memory differently."""
    layout = work.layout
    named = {name: state[o] for name, o in _state_places(layout)}
    modes = {name: work.modes[o] for name, o in layout.rows.items()}
    friction = {name: work.modes[layout.places_of_friction(name)] for name in layout.frictions}
    held = {name: work.modes[place] for name, (place, _) in layout.held.items()}
    return residual.numbers(named, work.inputs, modes, friction, held)


def _state_places(layout: Layout) -> list[tuple[str, int]]:
    return [*layout.coordinates.items(), *layout.speeds.items(), *layout.elements.items()]


def operating_point_rows(work: Workspace, residual: Residual) -> np.ndarray:
    """Returns positions of the rows that are switched on."""
    layout = work.layout
    modes = work.modes[[layout.row_places[name] for name in residual.rows]]
    return np.flatnonzero(modes > 0.5)
