"""The plain car in MuJoCo: our numbers, its kinematics, mass matrix and Jacobians.

MuJoCo's own constraints are soft, so the loops are closed here: its Jacobians as rows of

    [ M  J^T ] [ a       ]   [ forces - bias  ]
    [ J   0  ] [ -lambda ] = [ wanted - Jd v  ]

and stepped with the classical Runge-Kutta method. Springs, tables, tyres and air are written here a second time
from their equations, in the ground's axes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import atan, cos, hypot, pi, sin
from typing import Any, NamedTuple

import mujoco
import numpy as np
from scipy.interpolate import PchipInterpolator

from jounce.mechanism import connect_mechanism
from jounce.model.assembly.car import CarModel
from jounce.parts import Prescribed
from jounce.parts.forces import Aerodynamics, Damper, Motor, Spring, TorsionDamper
from jounce.parts.forces.torsion_bar import TorsionBar
from jounce.parts.joints import Coupling, ShaftJoint, Spherical
from jounce.parts.laws import Linear
from jounce.parts.roads.obstacles import Bump
from jounce.parts.tyres.tyre import Tyre
from jounce_peers.mujoco_tree import coordinate_places, mjcf, set_state

Signal = Callable[[float], tuple[float, float]]  # time -> value and its second derivative
SLOWEST = 0.1  # m/s, of the air's formula
RUNGE_KUTTA = ((0.0, 1 / 6), (0.5, 1 / 3), (0.5, 1 / 3), (1.0, 1 / 6))  # place within the step, weight


class Curves(NamedTuple):
    """What is compared, over time."""

    time: np.ndarray  # s
    yaw_rate: np.ndarray  # rad/s
    roll: np.ndarray  # rad
    az: np.ndarray  # m/s^2, of the reference point


class WholeCar:
    """The car with its state: MuJoCo's positions and velocities, and two deflections for each tyre."""

    def __init__(self, car: CarModel, steering: Signal, torque: float, bumps: Bump | None = None):
        self.car, self.steering, self.torque, self.bumps = car, steering, torque, bumps
        self.mechanism = connect_mechanism(car.model)
        self.model = mujoco.MjModel.from_xml_string(mjcf(self.mechanism))
        self.data = mujoco.MjData(self.model)
        self.places = coordinate_places(self.mechanism, self.model)
        self.ids = {link.body: self.model.body(link.body).id for link in self.mechanism.links}
        self.tyres = [part for part in car.model.forces if isinstance(part, Tyre)]
        self.u = np.zeros((len(self.tyres), 2))
        self.laws = {
            part.name: _law(part.law) for part in car.model.forces if isinstance(part, Spring | Damper | TorsionDamper)
        }

    def start(self, layout: Any, state: np.ndarray) -> None:
        set_state(self.mechanism, self.model, self.data, layout, state)
        self.u[:] = [[state[layout.elements[f"{tyre.name}.{u}"]] for u in ("u_x", "u_y")] for tyre in self.tyres]

    def run(self, duration: float, step: float) -> Curves:
        rows = []
        for number in range(round(duration / step) + 1):
            rows.append(self._step(number * step, step))
        return Curves(*np.array(rows).T)

    def _step(self, t: float, h: float) -> tuple[float, ...]:
        """One Runge-Kutta step; gives what is seen at its beginning."""
        q, v, u = self.data.qpos.copy(), self.data.qvel.copy(), self.u.copy()
        dq, dv, du = np.zeros_like(v), np.zeros_like(v), np.zeros_like(u)
        mean = [dq, dv, du]
        seen: tuple[float, ...] = ()
        for share, weight in RUNGE_KUTTA:
            self._move(q, v + share * h * dv, u + share * h * du, share * h * dq)
            dq = self.data.qvel.copy()
            dv, du = self.rates(t + share * h)
            seen = seen or self._seen(t, dv)
            mean = [total + weight * rate for total, rate in zip(mean, (dq, dv, du), strict=True)]
        self._move(q, v + h * mean[1], u + h * mean[2], h * mean[0])
        return seen

    def _move(self, q: np.ndarray, v: np.ndarray, u: np.ndarray, by: np.ndarray) -> None:
        """Positions `by` away from q, where a quaternion turns along its tangent."""
        self.data.qpos[:], self.data.qvel[:], self.u = q, v, u
        mujoco.mj_integratePos(self.model, self.data.qpos, by, 1.0)

    def _seen(self, t: float, a: np.ndarray) -> tuple[float, ...]:
        R = self._axes("body")
        reference = self._at("body", self.car.reference)
        J = self._jacobian("body", reference)
        az = J[2] @ a + self._bias("body", reference)[2]
        return t, J[5] @ self.data.qvel, np.arctan2(R[2, 1], R[2, 2]), az

    # --- motion ------------------------------------------------------------------------------------------

    def rates(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Accelerations, and rates of the tyres' deflections."""
        model, data = self.model, self.data
        mujoco.mj_fwdPosition(model, data)
        mujoco.mj_fwdVelocity(model, data)
        M = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, M)
        force, du = self._forces()
        J, right = self._rows(t)
        n, m = len(M), len(J)
        K = np.zeros((n + m, n + m))
        K[:n, :n], K[:n, n:], K[n:, :n] = M, J.T, J
        return np.linalg.solve(K, np.concatenate([force - data.qfrc_bias, right]))[:n], du

    def _axes(self, body: str) -> np.ndarray:
        return self.data.xmat[self.ids[body]].reshape(3, 3)

    def _at(self, body: str, point: Any) -> np.ndarray:
        return self.data.xpos[self.ids[body]] + self._axes(body) @ np.array(point, float)

    def _jacobian(self, body: str, at: np.ndarray) -> np.ndarray:
        """Of a point of a body, then of its turning."""
        J = np.zeros((6, self.model.nv))
        mujoco.mj_jac(self.model, self.data, J[:3], J[3:], at, self.ids[body])
        return J

    def _bias(self, body: str, at: np.ndarray) -> np.ndarray:
        """Acceleration of a point of a body, then of its turning, while all velocities stay."""
        rate = np.zeros((6, self.model.nv))
        mujoco.mj_jacDot(self.model, self.data, rate[:3], rate[3:], at, self.ids[body])
        return rate @ self.data.qvel

    # --- loops -------------------------------------------------------------------------------------------

    def _rows(self, t: float) -> tuple[np.ndarray, np.ndarray]:
        rows, right = [], []
        for closure in self.mechanism.closures:
            if isinstance(closure, Spherical):
                ends = [(body, self._at(body, closure.point)) for body in (closure.parent, closure.child)]
                rows += list((self._jacobian(*ends[1]) - self._jacobian(*ends[0]))[:3])
                right += list((self._bias(*ends[0]) - self._bias(*ends[1]))[:3])
            elif isinstance(closure, ShaftJoint):
                row, wanted = self._shaft(closure)
                rows.append(row)
                right.append(wanted)
            else:
                row = np.zeros(self.model.nv)
                tied = isinstance(closure, Coupling)
                names, factors = (closure.coordinates, closure.factors) if tied else ((closure.coordinate,), (1.0,))
                row[[self.places[name][1] for name in names]] = factors
                rows.append(row)
                right.append(self.steering(t)[1] if isinstance(closure, Prescribed) else 0.0)
        return np.array(rows), np.array(right)

    def _shaft(self, joint: ShaftJoint) -> tuple[np.ndarray, float]:
        """Constant velocity: no turning against each other about the line halfway between the two shafts.

        [Hunt 1973: the homokinetic plane]
        """
        ends = [(body, self._at(body, joint.point)) for body in (joint.parent, joint.child)]
        axes = [self._axes(joint.parent) @ joint.axis, self._axes(joint.child) @ joint.child_axis]
        J = [self._jacobian(*end)[3:] for end in ends]
        slip, bias = J[1] - J[0], (self._bias(*ends[1]) - self._bias(*ends[0]))[3:]
        n = axes[0] + axes[1]
        n_rate = sum(np.cross(turning @ self.data.qvel, axis) for turning, axis in zip(J, axes, strict=True))
        return n @ slip, -float(n @ bias + n_rate @ (slip @ self.data.qvel))

    # --- forces ------------------------------------------------------------------------------------------

    def _forces(self) -> tuple[np.ndarray, np.ndarray]:
        force, du = np.zeros(self.model.nv), np.zeros_like(self.u)
        for part in self.car.model.forces:
            if isinstance(part, Spring | Damper):
                self._pull(part, force)
            elif isinstance(part, TorsionBar):
                places = [self.places[name] for name in part.coordinates]
                factors = np.array(part.factors, float)
                twist = factors @ self.data.qpos[[q for q, _ in places]]
                rate = factors @ self.data.qvel[[v for _, v in places]]
                force[[v for _, v in places]] -= factors * (part.stiffness * twist + part.damping * rate)
            elif isinstance(part, TorsionDamper):
                at = self.places[part.coordinate][1]
                force[at] -= self.laws[part.name](self.data.qvel[at])
            elif isinstance(part, Motor):
                force[self.places[part.coordinate][1]] += part.gain * self.torque
            elif isinstance(part, Aerodynamics):
                self._air(part, force)
            elif isinstance(part, Tyre):
                number = self.tyres.index(part)
                du[number] = self._roll(part, self.u[number], force)
            else:
                raise ValueError(f"'{part.name}' is of a kind that is not written here")
        return force, du

    def _pull(self, part: Spring | Damper, force: np.ndarray) -> None:
        ends = [self._at(part.parent, part.point), self._at(part.child, part.child_point)]
        J = [self._jacobian(body, at)[:3] for body, at in zip((part.parent, part.child), ends, strict=True)]
        line = ends[1] - ends[0]
        length = float(np.linalg.norm(line))
        row = line / length @ (J[1] - J[0])
        x: Any = length - part.free_length if isinstance(part, Spring) else row @ self.data.qvel
        force -= self.laws[part.name](x) * row

    def _air(self, air: Any, force: np.ndarray) -> None:
        R, at = self._axes(air.body), self._at(air.body, air.point)
        J = self._jacobian(air.body, at)
        vx, vy, _ = R.T @ (J[:3] @ self.data.qvel)
        along = hypot(vx, SLOWEST)
        slip = atan(vy / along)
        push = 0.5 * air.density * air.area * (vx * vx + vy * vy)
        drag, side, lift, *moments = (
            sum(c * slip**k for k, c in enumerate(coefficients))
            for coefficients in (air.drag, air.side, air.lift, air.roll, air.pitch, air.yaw)
        )
        force += push * (J[:3].T @ (R @ [-drag * vx / along, -side, lift]))
        force += push * air.length * (J[3:].T @ (R @ moments))

    def _roll(self, tyre: Any, u: np.ndarray, force: np.ndarray) -> list[float]:
        """A thin disc on the plane below it; adds its force and gives the rates of its deflections.

        [Pacejka 2012, sections 2.2 and 7.2; never slides altogether and always rolls fast here]
        """
        law, v = tyre.law, self.data.qvel
        centre, axle = self._at(tyre.body, tyre.point), self._axes(tyre.body) @ tyre.axis
        J = self._jacobian(tyre.body, centre)
        velocity, spin = J[:3] @ v, J[3:] @ v
        down = np.array([0.0, 0.0, -1.0]) + axle[2] * axle
        lowest = centre + law.radius * down / np.linalg.norm(down)
        height, slope = road(self.bumps, lowest[0], lowest[1])
        normal = np.array([-slope, 0.0, 1.0]) / hypot(1.0, slope)
        below = (normal @ axle) * axle - normal
        below /= np.linalg.norm(below)
        reach = ((centre - [lowest[0], lowest[1], height]) @ normal) / -(below @ normal)
        arm = reach * below
        x = np.cross(axle, normal)
        x /= np.linalg.norm(x)
        y = np.cross(normal, x)
        turning = spin @ axle
        moving = velocity + np.cross(spin - turning * axle, arm)
        elastic = max(law.stiffness * (law.radius - reach), 0.0)
        load = elastic + max(min(-law.damping * (moving @ normal), elastic), -elastic)
        along = law.slip_coefficient * u[0] / law.slip_relaxation * load
        across = law.cornering_coefficient * atan(u[1] / law.side_relaxation) * load
        push = along * x + across * y + load * normal
        force += J[:3].T @ push + J[3:].T @ (np.cross(arm, push) - law.trail * across * normal)
        V_x, V_y = moving @ x, moving @ y
        V_sx = V_x - turning * (law.radius - load / (3.0 * law.stiffness))
        return [-V_sx - abs(V_x) / law.slip_relaxation * u[0], -V_y - abs(V_x) / law.side_relaxation * u[1]]


def _law(law: Any) -> Callable[[float], float]:
    """A line, or monotone cubics through points that go on straight."""
    if isinstance(law, Linear):
        return lambda x: law.slope * x  # type: ignore[return-value, operator]
    x, y = np.array(law.x, float), np.array(law.y, float)
    inside = PchipInterpolator(x, y)
    slopes = inside(x[[0, -1]], 1)

    def value(at: float) -> float:
        nearest = min(max(at, x[0]), x[-1])
        return float(inside(nearest)) + (at - nearest) * slopes[int(at > nearest)]

    return value


def road(bumps: Bump | None, x: float, y: float) -> tuple[float, float]:
    """Height and slope along x: rounded bumps in a row on the left."""
    if bumps is None or y <= 0.0:
        return 0.0, 0.0
    which = min(max((x - bumps.start) // bumps.spacing, 0), bumps.count - 1)  # type: ignore[operator]
    s = x - bumps.start - which * bumps.spacing  # type: ignore[operator]
    if not 0.0 < s < bumps.length:
        return 0.0, 0.0
    k = 2 * pi / bumps.length  # type: ignore[operator]
    return 0.5 * bumps.height * (1 - cos(k * s)), 0.5 * bumps.height * k * sin(k * s)  # type: ignore[operator]
