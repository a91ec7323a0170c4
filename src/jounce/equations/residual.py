"""The equations of motion as residuals by name of positions and speeds, accelerations held, and their derivatives.

    dynamics               M sd - f + J^T mu
    closure                g          closure rate   gd          closure acceleration   J sd + gamma
                           (g is zero for rows that tie speeds only)
    rates                  q' = V(q) s
    flow                   u' of the states that force elements carry
    powers                 rates of the works of force elements and prescribed motions
    loads                  N of the joints whose friction follows their reaction; its limit reads the mode "load"
    steps                  q' = T(q) z, the change of coordinates for a small change of position z
    bracket                d(V s)/dq T z - d(T z)/dq V s, so that T z' = bracket + V (change of s)

A factorisation is never differentiated: the derivatives of the accelerations follow from those of the
residuals by solving with [[M, J^T], [J, 0]]. A position varies along the tangent z: a hinge by its angle, a
ball joint by turns about the child's axes, a floating body by its x, y, z, by roll and pitch about its own axes
and by yaw about the vertical. Place and yaw of a car on a plane then have columns of their own that vanish, and
in a steady circle nothing changes with time. Formulas are worked out by the interpreter; nothing is compiled.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from copy import copy
from threading import Lock

import numpy as np

from jounce.equations.coordinate_rates import coordinate_rates
from jounce.equations.inverse_dynamics import write_inverse_dynamics
from jounce.equations.layout import INPUT_WIDTH, Layout, lay_out_kernels
from jounce.equations.recursive.derive import write_subsystems
from jounce.equations.recursive.elimination import Unknown
from jounce.equations.recursive.recorded_channels import (
    recorded_joint_load,
    recorded_joint_wrenches,
    write_recorded_channels,
)
from jounce.equations.recursive.stages import ClosureRow, LoopFactors
from jounce.equations.recursive.subsystem import SubsystemEquations
from jounce.errors import ModelError, Problem, did_you_mean
from jounce.graph import Expression, Scalar, interpret, jacobian, less, select
from jounce.graph.interpret import RoadFunction
from jounce.mechanism import TreeLink, connect_mechanism, tree_row_names
from jounce.model import Model
from jounce.native.program import Place, ProgramSheet
from jounce.parts.joints.motions import glide_along_speeds
from jounce.spatial.rotation import rotation_of_quaternion, turn_back_by_rotation
from jounce.spatial.vector import Vec3, Z, add, scale_vector

Numbers = dict[Hashable, np.ndarray | float]  # by symbol
Slopes = dict[tuple[str, str], np.ndarray]  # (residual, variable) -> matrix
Entries = dict[tuple[int, int], Scalar]  # (row, column) -> formula, of what is not zero by structure
INPUT_ORDERS = ("", ".rate", ".second_rate")  # a prescribed motion needs all three


class Residual:
    """Residuals of a model in one piece, by groups; `outputs` are channels, `values` paths of numbers."""

    def __init__(
        self,
        model: Model,
        outputs: Sequence[str] = (),
        values: Sequence[str] = (),
        road: RoadFunction | None = None,
        layout: Layout | None = None,
    ):
        """`layout` says where numbers lie if that matters: that of the compiled model, say."""
        mechanism = connect_mechanism(model, subsystems=False)
        self.model, self.layout, self._road = model, layout or lay_out_kernels(mechanism), road
        # every coordinate keeps its equation, also one that an input drives: residuals are differentiated one by one
        (self._sub,) = write_subsystems(mechanism, self.layout, driven={})
        links = mechanism.links
        self.coordinates = tuple(n.name for link in links for n in link.coordinates)
        self.positions = tuple(name for link in links for name in position_names(link))
        self.speeds = tuple(n.name for link in links for n in link.speeds)
        self.rows = tuple(row.name for row in self._sub.every_row)  # of loops, then of dry friction
        self.elements, self.works = tuple(self.layout.elements), tuple(self.layout.works)
        self.loaded = tuple(friction.element for friction in self._sub.frictions if friction.loaded)
        self.inputs = tuple(part.name + order for part in model.inputs for order in INPUT_ORDERS)
        self.quaternions = _quaternions(links)
        self.outputs, self.values = tuple(outputs), tuple(values)
        tied = {row.name for row in self._sub.rows if row.speeds_only}
        self.speeds_only = np.array([name in tied for name in self.rows], bool)  # by row: it leaves positions free
        self._numbers, self._tables = self.layout.fill_values(model)
        self._variables = self._write_variables()
        self._formulas = self._write_formulas()
        self._known: dict[tuple[str, tuple[str, ...]], dict[str, Entries]] = {}
        self._writing = Lock()  # threads share formulas, and only one at a time may add to them

    def with_model(self, model: Model, road: RoadFunction | None) -> Residual:
        """Returns the same formulas with the numbers of another model of the same structure, on another road."""
        other = copy(self)
        other.model, other._road = model, road
        other._numbers, other._tables = self.layout.fill_values(model)
        return other

    @property
    def sheet(self) -> ProgramSheet:
        """Tells where all formulas are written."""
        return self._sub.sheet

    def symbols(self, group: str) -> list[Expression]:
        """Of one group of variables."""
        return self._variables[group]

    def formulas(self, group: str) -> list[Scalar]:
        """Of one group of residuals."""
        return self._formulas[group]

    @property
    def closure_rows(self) -> Sequence[ClosureRow]:
        """Rows of loops, then of dry friction, in the order of `rows`."""
        return self._sub.every_row

    @property
    def factors(self) -> LoopFactors:
        """Of K = [[M, s J^T], [s J, s - 1]], where s switches rows."""
        return self._sub.system.factors

    @property
    def speed_unknowns(self) -> list[Unknown]:
        """The accelerations as the elimination names them, in the order of `speeds`."""
        return [("speed", k, c) for k in self._sub.own.links for c in range(len(self._sub.s[k]))]

    # --- formulas ----------------------------------------------------------------------------------------

    def _write_variables(self) -> dict[str, list[Expression]]:
        sub, graph = self._sub, self._sub.sheet.graph
        self._refuse_unknown(self.values, self.layout.values, "value")
        return {
            "coordinates": [symbol for k in sub.own.links for symbol in sub.q[k]],  # type: ignore[misc]
            "speeds": [symbol for k in sub.own.links for symbol in sub.s[k]],  # type: ignore[misc]
            "elements": [sub.element_state(*name.rsplit(".", 1)) for name in self.elements],
            "inputs": [sub.input(part.name, n) for part in self.model.inputs for n in range(INPUT_WIDTH)],
            "time": [sub.time],
            "values": [sub.general_value(path) for path in self.values],
            "accelerations": [graph.symbol(("acceleration", name)) for name in self.speeds],
            "multipliers": [graph.symbol(("multiplier", name)) for name in self.rows],
            "variation": [graph.symbol(("variation", name)) for name in self.positions],
            "loads": [sub.friction_mode(friction.row.twins, "load") for friction in sub.frictions if friction.loaded],
        }

    def _write_formulas(self) -> dict[str, list[Scalar]]:
        sub = self._sub
        hold_solution(sub, self._variables["accelerations"], self._variables["multipliers"])
        held = sub.solution
        dynamics = write_inverse_dynamics(sub, held)
        accelerating: list[Scalar] = []
        for row in sub.every_row:
            total = row.gamma
            for (k, c), entry in row.J.items():
                total = total + entry * held["speed", k, c]
            accelerating.append(total)
        rates: list[Scalar] = []
        steps: list[Scalar] = []
        at = 0
        for k in sub.own.links:
            rates += coordinate_rates(sub, k, sub.s[k])
            count = len(sub.s[k])
            steps += residual_position_steps(sub, k, list(self._variables["variation"][at : at + count]))
            at += count
        return {
            "dynamics": [dynamics["speed", k, c] for k in sub.own.links for c in range(len(sub.s[k]))],
            "closure": [row.g for row in sub.every_row],
            "closure rate": [row.gd for row in sub.every_row],
            "closure acceleration": accelerating,
            "outputs": self._write_outputs(),
            "loads": self._write_loads(),
            "rates": rates,
            "flow": [self._rate_of(*name.rsplit(".", 1)) for name in self.elements],
            "powers": [self._power_of(name) for name in self.works],
            "steps": steps,
            "bracket": self._write_bracket(rates, steps),
        }

    def _rate_of(self, element: str, state: str) -> Scalar:
        loads, _ = self._sub.loads.elements[element]
        return loads.rates[state]

    def _power_of(self, part: str) -> Scalar:
        """Of a force element, or of a prescribed motion, whose work is that of its row."""
        sub = self._sub
        if part in sub.loads.elements:
            return sub.loads.elements[part][1]
        named = {closure.name: tree_row_names(closure)[0].name for closure in sub.mechanism.closures}
        row = next(row for row in sub.rows if row.name == named[part])
        return sub.multiplier(row) * row.drive_rate

    def _write_outputs(self) -> list[Scalar]:
        if not self.outputs:
            return []
        known = {channel.names[0]: channel.value for channel in write_recorded_channels(self._sub)}
        self._refuse_unknown(self.outputs, known, "channel of a part")
        return [known[name] for name in self.outputs]

    def _write_loads(self) -> list[Scalar]:
        loaded = [friction for friction in self._sub.frictions if friction.loaded]
        if loaded:
            self._sub.reactions = recorded_joint_wrenches(self._sub)
        return [recorded_joint_load(self._sub, friction) for friction in loaded]

    def _refuse_unknown(self, names: Sequence[str], known: Mapping[str, object], what: str) -> None:
        unknown = [name for name in names if name not in known]
        if unknown:
            problems = [Problem(n, f"there is no such {what}.{did_you_mean(n, known)}") for n in unknown]
            raise ModelError(self.model.name, problems)

    def _write_bracket(self, rates: list[Scalar], steps: list[Scalar]) -> list[Scalar]:
        total: list[Scalar] = [0.0] * len(rates)
        for (i, j), entry in jacobian(rates, self._variables["coordinates"]).items():
            total[i] = total[i] + entry * steps[j]
        for (i, j), entry in jacobian(steps, self._variables["coordinates"]).items():
            total[i] = total[i] - entry * rates[j]
        return total

    # --- numbers -----------------------------------------------------------------------------------------

    def numbers(
        self,
        state: Mapping[str, float],
        inputs: np.ndarray,
        modes: Mapping[str, float],
        friction: Mapping[str, np.ndarray] | None = None,
        held: Mapping[str, float] | None = None,
    ) -> Numbers:
        """Numbers for all symbols: the state by name, inputs as kernels read them, modes of rows and of dry friction,
        and what force elements hold.

        Accelerations and multipliers start at zero.
        """
        arrays = {"values": self._numbers, "inputs": inputs, "state": np.zeros(self.layout.sizes["state"])}
        layout = self.layout
        for name, offset in (*layout.coordinates.items(), *layout.speeds.items(), *layout.elements.items()):
            arrays["state"][offset] = state[name]
        arrays["modes"] = 0.0 * self.layout.first_modes()
        for name, offset in self.layout.rows.items():
            arrays["modes"][offset] = modes[name]
        for name, own in (friction or {}).items():
            arrays["modes"][self.layout.places_of_friction(name)] = own
        for name, number in (held or {}).items():
            arrays["modes"][self.layout.held[name][0]] = number
        found: Numbers = {
            key: float(arrays[place.array][place.offsets[0]])
            for key, place in self._sub.sheet.symbols.items()
            if isinstance(place, Place) and place.array in arrays
        }
        for group in ("accelerations", "multipliers", "variation"):
            found |= {symbol.data: 0.0 for symbol in self._variables[group]}
        return found

    def changed(self, numbers: Numbers, group: str, values: np.ndarray) -> Numbers:
        """The numbers with those of one group of variables replaced; a second axis of `values` is a batch."""
        return numbers | {s.data: v for s, v in zip(self._variables[group], values, strict=True)}

    def of(self, numbers: Numbers, group: str) -> np.ndarray:
        """The numbers of one group of variables."""
        return np.array([numbers[symbol.data] for symbol in self._variables[group]])

    def at(self, numbers: Numbers, *residuals: str) -> list[np.ndarray]:
        """Groups of residuals."""
        formulas = [formula for group in residuals for formula in self._formulas[group]]
        found = np.array(interpret(formulas, numbers, tables=self._tables, lane=0, road=self._road))
        ends = np.cumsum([len(self._formulas[group]) for group in residuals])
        return np.split(found, ends[:-1])

    def slopes(self, numbers: Numbers, residuals: Sequence[str], variables: Sequence[str]) -> Slopes:
        """Derivatives of groups of residuals by groups of variables; "positions" varies along the tangent."""
        wanted = {"coordinates" if v == "positions" else v: tuple(residuals) for v in variables}
        if "positions" in variables:
            wanted["variation"] = (*wanted.get("variation", ()), "steps")
        entries = {(r, v): found for v, groups in wanted.items() for r, found in self.derivatives(v, groups).items()}
        formulas = [formula for found in entries.values() for formula in found.values()]
        worked_out = iter(interpret(formulas, numbers, tables=self._tables, lane=0, road=self._road))
        slopes: Slopes = {}
        for (r, v), places in entries.items():
            matrix = np.zeros((len(self._formulas[r]), len(self._variables[v])))
            for place in places:
                matrix[place] = next(worked_out)
            slopes[r, v] = matrix
        for r in residuals:
            if "positions" in variables:
                slopes[r, "positions"] = slopes[r, "coordinates"] @ slopes["steps", "variation"]
        return slopes

    def derivatives(self, variable: str, residuals: tuple[str, ...]) -> dict[str, Entries]:
        """Formulas of the derivatives of some residuals by one group of variables; they are kept.

        They are written in one go, because they share most of their formulas.
        """
        with self._writing:
            if (variable, residuals) not in self._known:
                self._known[variable, residuals] = self._write_derivatives(variable, residuals)
            return self._known[variable, residuals]

    def _write_derivatives(self, variable: str, residuals: tuple[str, ...]) -> dict[str, Entries]:
        formulas = [(group, i, formula) for group in residuals for i, formula in enumerate(self._formulas[group])]
        entries: dict[str, Entries] = {group: {} for group in residuals}
        for (row, column), entry in jacobian([f for *_, f in formulas], self._variables[variable]).items():
            group, i, _ = formulas[row]
            entries[group][i, column] = entry
        return entries


def hold_solution(
    sub: SubsystemEquations, accelerations: Sequence[Expression], multipliers: Sequence[Expression]
) -> None:
    """Put symbols in place of the solved accelerations and multipliers.

    A floating reference is solved for without gravity, see `recorded_speed_rates`: its unknown is sd - R^T g, and the
    attitude that R depends on stays visible to derivatives.
    """
    held: dict[Unknown, Scalar] = {}
    at = 0
    for k in sub.own.links:
        own: list[Scalar] = list(accelerations[at : at + len(sub.s[k])])
        at += len(own)
        if sub.mechanism.reference[k] == k:
            g = turn_back_by_rotation(sub.reference_pose(k)[0], sub.gravity)
            own[3:] = [a - b for a, b in zip(own[3:], g, strict=True)]
        held |= {("speed", k, c): value for c, value in enumerate(own)}
    held |= {("row", row.name): mu for row, mu in zip(sub.every_row, multipliers, strict=True)}
    sub.solution = held


def _quaternions(links: Sequence[TreeLink]) -> list[slice]:
    """Tells where quaternions lie among the coordinates."""
    found, at = [], 0
    for link in links:
        for motion in link.motions:
            if motion.quaternion is not None:
                found.append(slice(at + motion.quaternion, at + motion.quaternion + 4))
            at += len(motion.coordinates)
    return found


def position_names(link: TreeLink) -> list[str]:
    """Names of a link's tangent directions, in the order of its speeds."""
    return [f"{link.joint.name}.{name}" for motion in link.motions for name in motion.directions]


def residual_position_steps(sub: SubsystemEquations, k: int, z: list[Scalar]) -> list[Scalar]:
    """q' = T(q) z: as `coordinate_rates`, but a body that floats or glides shifts and yaws along its parent's axes."""
    at, along = 0, list(z)
    for motion in sub.mechanism.links[k].motions:
        if motion.floats:
            R = rotation_of_quaternion(tuple(sub.q[k][3:]))  # type: ignore[arg-type]
            lying = less(R[2][2] * R[2][2], 0.25)  # then its own z axis keeps the three turns apart
            vertical = tuple(select(lying, own, up) for own, up in zip(Z, R[2], strict=True))
            yaw: Vec3 = scale_vector(z[at + 2], vertical)  # type: ignore[arg-type]
            along[at : at + 3] = add((z[at], z[at + 1], 0.0), yaw)
            along[at + 3 : at + 6] = turn_back_by_rotation(R, tuple(z[at + 3 : at + 6]))  # type: ignore[arg-type]
        elif motion.glides:
            along[at : at + 3] = glide_along_speeds(sub.q[k], z[at : at + 3])
        at += len(motion.speeds)
    return coordinate_rates(sub, k, along)
