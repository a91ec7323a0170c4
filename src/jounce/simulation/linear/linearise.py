"""Linear models: small motions about a state, on the manifold that loops and prescribed motions leave.

    x' = A x + B u,    y = C x + D u

x holds changes of independent positions and speeds, and of the states of force elements. The tangent of
{g = 0, gd = 0} is written as (dz, ds) = N x + P u, with the dependence of gd on position, so that it is
right at speed as well; then A = E A_full N, where E picks the independent entries. All derivatives are
exact: those of residuals with accelerations held, solved with the same matrix as the accelerations themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import pi

import numpy as np
from scipy.linalg import block_diag, qr

from jounce.arguments import check_arguments
from jounce.equations.residual import Slopes
from jounce.errors import ModelError, NumericalError, Problem
from jounce.model import Model, Vehicle
from jounce.simulation.linear.idle_motions import moving_eigenvalues
from jounce.simulation.linear.mode_names import ModeNames
from jounce.simulation.linear.operating_point import (
    OperatingPoint,
    operating_point_by_code,
    residual_of_operating_point,
)
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.prepare import Prepared, prepared_of
from jounce.simulation.workspace import workspace_value_places

OPEN = 1e-6  # m, rad or their rates: a loop that is open by more has no tangent worth having
IDLE = "idle"  # what the name of a mode begins with that changes no rate: its eigenvalue is zero
TIED = 1e-8  # smallest pivot against the largest, of positions that would have to follow those held


@dataclass(frozen=True, slots=True)
class Mode:
    """One eigenvalue, or a complex pair."""

    eigenvalue: complex  # 1/s, imaginary part not negative
    frequency: float  # Hz, |eigenvalue| / 2 pi: of the undamped oscillation
    damping_ratio: float  # -Re / |eigenvalue|; 0 where the eigenvalue vanishes
    name: str  # coordinates with the largest shares of the kinetic energy, the largest first; or "idle: ..."
    shares: Mapping[str, float] = field(default_factory=dict)  # of all coordinates; none where nothing moves


SHOWN_MODES = 20  # in a repr, which fits on a screen


@dataclass(frozen=True, repr=False)
class LinearModel:
    """Small motions about a state; rows and columns by name."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    held: dict[str, float]  # largest derivative of another state's rate by it; 0 = left out without loss
    eigenvalues: np.ndarray  # 1/s, by rising magnitude; those of idle motions are exactly zero
    modes: tuple[Mode, ...]

    def __repr__(self) -> str:
        sizes = f"{len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs"
        return (
            f"<LinearModel: {sizes}>\n{self.table()}" if len(self.modes) <= SHOWN_MODES else f"<LinearModel: {sizes}>"
        )

    def table(self) -> str:
        """Returns the modes as text."""
        lines = ["frequency Hz  damping ratio  eigenvalue 1/s            mode"]
        for mode in self.modes:
            e = mode.eigenvalue
            value = f"{e.real:.5g}" + (f" +- {e.imag:.5g}i" if e.imag else "")
            lines.append(f"{mode.frequency:12.5g}  {mode.damping_ratio:13.4f}  {value:24s}  {mode.name}")
        if self.held:
            lines.append(f"held: {', '.join(self.held)}")
        return "\n".join(lines)


@one_blas_thread()
@check_arguments
def linearise(
    model: Model | Vehicle | Prepared,
    state: np.ndarray | None = None,
    inputs: Mapping[str, float] | None = None,
    outputs: Sequence[str] = (),
    inputs_of: Sequence[str] = (),
    hold: Sequence[str] = (),
) -> LinearModel:
    """Returns the linear model at a state that satisfies its loops; without one, in the state that the model is
    prepared in.

    A motion that an input prescribes also follows the input's rates: these are inputs of their own,
    "name.rate" and "name.second_rate". `hold` names positions or speeds that are left out of x.

        ready = jounce.prepare(jounce.load("quarter_car"))
        print(jounce.linearise(ready, jounce.standing(ready).state).table())
    """
    ready = prepared_of(model)
    residual = residual_of_operating_point(ready, outputs)
    name = ready.model.name
    every = (*residual.positions, *residual.speeds, *residual.elements)
    driving = workspace_value_places(name, inputs_of, residual.inputs, "input")
    hold_at = np.array([*workspace_value_places(name, hold, every, "state").values()], int)
    point = operating_point_by_code(residual, ready.workspace(inputs), ready.checked_state(state))
    _refuse_open_loops(point)
    slopes = point.sensitivities()
    tangent = _tangent(point, slopes, hold_at)
    E = tangent.independent
    A_full = _rates_by_state(point, slopes)
    still = np.zeros_like(slopes["accelerations", "inputs"])
    B_full = np.vstack([still, slopes["accelerations", "inputs"], slopes["flow", "inputs"]])
    C_full = np.hstack([slopes["outputs", v] for v in ("positions", "speeds", "elements")])
    A, B = (A_full @ tangent.N)[E], (A_full @ tangent.P + B_full)[E]
    C, D = C_full @ tangent.N, C_full @ tangent.P + slopes["outputs", "inputs"]
    stays, u = ~np.isin(E, hold_at), list(driving.values())
    eigenvalues, vectors, idle = _sorted_eigenvalues(A[np.ix_(stays, stays)])
    names = tuple(every[i] for i in E[stays])
    moving = _modes(eigenvalues, tangent.N[:, stays] @ vectors, _mode_names(point, tangent))
    return LinearModel(
        A=A[np.ix_(stays, stays)],
        B=B[stays][:, u],
        C=C[:, stays],
        D=D[:, u],
        states=names,
        inputs=tuple(driving),
        outputs=residual.outputs,
        held={every[E[i]]: np.abs(A[stays, i]).max(initial=0.0) for i in np.flatnonzero(~stays)},
        eigenvalues=np.concatenate([np.zeros(len(idle)), eigenvalues]),
        modes=(*(_idle_mode(names[i]) for i in idle), *moving),
    )


def _sorted_eigenvalues(A: np.ndarray) -> tuple[np.ndarray, np.ndarray, tuple[int, ...]]:
    """Those of moving states by rising magnitude, of a complex pair the negative imaginary part first; their vectors;
    and the states by which idle motions are told."""
    eigenvalues, vectors, idle = moving_eigenvalues(A)
    order = np.lexsort((eigenvalues.imag, np.abs(eigenvalues)))
    return eigenvalues[order], vectors[:, order], idle


def _refuse_open_loops(point: OperatingPoint) -> None:
    residual = point.residual
    for group, gap in point.gaps.items():
        loops = [k for k in point.on if group != "closure" or residual.rows[k] not in residual.layout.frictions]
        gap = np.abs(gap[loops])
        if gap.max(initial=0.0) > OPEN:
            row = residual.rows[loops[int(gap.argmax())]]
            raise NumericalError(
                f"the state is off its loops: {group} of '{row}' is {gap.max():.3g}; trim or assemble it first"
            )


@dataclass(frozen=True)
class _Tangent:
    N: np.ndarray  # (positions, speeds, elements) by independent ones
    P: np.ndarray  # (positions, speeds, elements) by inputs
    independent: np.ndarray  # places among (positions, speeds, elements)


def _tangent(point: OperatingPoint, slopes: Slopes, hold: np.ndarray) -> _Tangent:
    """Returns (dz, ds) that keep g and gd at zero: G dz + g_u u = 0, J ds + gd_z dz + gd_u u = 0.

    Rows that tie speeds only are in J, not in G: there are more independent positions than speeds.
    """
    rows, n, m = point.active, len(point.M), len(point.residual.elements)
    closed = point.active_positions
    G, J = slopes["closure", "positions"][closed], slopes["closure rate", "speeds"][rows]
    gd_z = slopes["closure rate", "positions"][rows]
    N_z, P_z, free_z = _solution_space(point, G, slopes["closure", "inputs"][closed], hold[hold < n])
    held_speeds = hold[(hold >= n) & (hold < 2 * n)] - n
    N_s, P_s, free_s = _solution_space(point, J, slopes["closure rate", "inputs"][rows], held_speeds)
    bound = np.setdiff1d(np.arange(n), free_s)

    def follow(position: np.ndarray) -> np.ndarray:
        speeds = np.zeros_like(position)
        speeds[bound] = -np.linalg.solve(J[:, bound], gd_z @ position) if len(rows) else 0.0
        return speeds

    moving = np.block([[N_z, np.zeros((n, N_s.shape[1]))], [follow(N_z), N_s]])
    N = block_diag(moving, np.eye(m))  # loops leave the states of force elements alone
    P = np.vstack([P_z, P_s + follow(P_z), np.zeros((m, P_z.shape[1]))])
    return _Tangent(N, P, np.concatenate([free_z, n + free_s, 2 * n + np.arange(m)]))


def _solution_space(
    point: OperatingPoint, G: np.ndarray, by_input: np.ndarray, hold: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns all v with G v + by_input u = 0 as N x + P u, and the independent entries x of v.

    The dependent ones are those that move the rows most, weighted by mass, and never those held.
    """
    rows, n = G.shape
    may_depend = np.setdiff1d(np.arange(n), hold)
    weight = 1.0 / np.sqrt(np.diag(point.M)[may_depend])
    R, order = qr(G[:, may_depend] * weight, mode="r", pivoting=True)
    bound, pivots = may_depend[order[:rows]], np.abs(np.diag(R))
    if rows and (len(pivots) < rows or pivots[-1] < TIED * pivots[0]):
        names = ", ".join(point.residual.positions[i] for i in hold)
        what = f"{names} cannot all be held: the loops tie them to each other"
        raise ModelError(point.residual.model.name, [Problem("hold", what, "hold fewer of them")])
    free = np.setdiff1d(np.arange(n), bound)
    N, P = np.zeros((n, len(free))), np.zeros((n, by_input.shape[1]))
    N[free] = np.eye(len(free))
    if rows:
        N[bound] = -np.linalg.solve(G[:, bound], G[:, free])
        P[bound] = -np.linalg.solve(G[:, bound], by_input)
    return N, P, free


def _rates_by_state(point: OperatingPoint, slopes: Slopes) -> np.ndarray:
    """Says d(dz', ds', du') / d(dz, ds, du) without regard to loops: T dz' = bracket dz + V ds."""
    residual = point.residual
    T = slopes["steps", "variation"]
    bracket = point.slopes(("bracket",), ("variation",))["bracket", "variation"]
    V = point.slopes(("rates",), ("speeds",))["rates", "speeds"]
    inverse = np.linalg.pinv(T)
    by = ("positions", "speeds", "elements")
    unmoved = np.zeros((len(T[0]), len(residual.elements)))
    flow, accelerations = ([slopes[group, v] for v in by] for group in ("flow", "accelerations"))
    return np.block([[inverse @ bracket, inverse @ V, unmoved], accelerations, flow])


def _mode_names(point: OperatingPoint, tangent: _Tangent) -> ModeNames:
    n, E = len(point.M), tangent.independent
    of_speeds = (n <= E) & (E < 2 * n)
    return ModeNames(point, tangent.N[n : 2 * n, of_speeds], E[of_speeds] - n)


def _idle_mode(state: str) -> Mode:
    """A motion that changes no rate, or only that of other idle ones, such as the place of a car."""
    return Mode(eigenvalue=0j, frequency=0.0, damping_ratio=0.0, name=f"{IDLE}: {state}")


def _modes(eigenvalues: np.ndarray, vectors: np.ndarray, names: ModeNames) -> Iterator[Mode]:
    for eigenvalue, vector in zip(eigenvalues, vectors.T, strict=True):
        if eigenvalue.imag < 0:
            continue
        size = float(abs(eigenvalue))
        yield Mode(
            eigenvalue=complex(eigenvalue),
            frequency=size / (2 * pi),
            damping_ratio=float(-eigenvalue.real / size) if size else 0.0,
            name=names.name(vector),
            shares=names.shares(vector),
        )
