"""Mechanisms in the x-y plane.

Their loops close either by planar pins, two rows each, or by full hinges, whose other rows are
redundant.
"""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from reference_mechanism import ORIGIN, Check, Mechanism, X, Y, Z, read

from jounce.model.model import Model
from jounce.parts import GROUND, Body, Prescribed, Sensor
from jounce.parts.forces import Motor, Spring
from jounce.parts.joints import Constraint, Distance, Prismatic, Revolute, Sequence
from jounce.parts.laws import Linear
from jounce.parts.signals import Constant, Harmonic


def simple_pendulum() -> Mechanism:
    """A point mass on a massless arm, released from the horizontal."""
    data = read("simple_pendulum")
    p = data["parameters"]
    bob = (*p["initial_position"], 0.0)
    model = Model("simple pendulum", gravity=tuple(p["gravity"]))
    model.add(
        Body(name="bob", mass=p["mass"], centre=bob),
        Revolute(name="pivot", parent=GROUND, child="bob", point=ORIGIN, axis=Z),
        *position_sensors("bob", bob, x="x", y="y"),
    )
    checks = [Check(axis, row["t"], row[axis], 1e-8) for row in data["reference"] for axis in "xy"]
    return Mechanism(model, {}, tuple(checks))


def andrews(full_hinges: bool = False) -> Mechanism:
    """Andrews' squeezing mechanism: seven bodies, three loops that meet in one point."""
    data = read("andrews")
    p, start = data["parameters"], data["initial_angles"]
    beta, gamma, delta, epsilon = (start[name] for name in ("beta", "gamma", "delta", "epsilon"))
    A, B, C = (np.array([p[f"x{k}"], p[f"y{k}"]]) for k in "abc")
    tip = p["rr"] * along(beta)
    at_2 = along(beta + start["Theta"])
    F = tip - p["d"] * at_2  # where the three loops meet
    E_5, at_4 = A + p["zt"] * along(delta), below(start["Phi"] + delta)
    E_7, at_6 = A + p["u"] * below(epsilon), along(start["Omega"] + epsilon)
    centres = {
        1: p["ra"] * along(beta),
        2: tip - p["da"] * at_2,
        3: B + p["sa"] * below(gamma) + p["sb"] * along(gamma),
        4: E_5 + (p["e"] - p["ea"]) * at_4,
        5: A + p["ta"] * along(delta) - p["tb"] * below(delta),
        6: E_7 + (p["zf"] - p["fa"]) * at_6,
        7: A + p["ua"] * below(epsilon) - p["ub"] * along(epsilon),
    }
    D = B + p["sc"] * below(gamma) + p["sd"] * along(gamma)
    model = Model("Andrews' squeezing mechanism", gravity=(0.0, 0.0, 0.0))
    for number, centre in centres.items():
        I = p[f"i{number}"]  # about the normal; a flat body has half of it about each axis in its plane
        mass = p[f"m{number}"]
        model.add(Body(name=f"K{number}", mass=mass, centre=flat(centre), inertia=(I / 2, I / 2, I)))
    hinges = {
        "beta": (GROUND, "K1", np.zeros(2)),
        "Theta": ("K1", "K2", tip),
        "gamma": (GROUND, "K3", B),
        "delta": (GROUND, "K5", A),
        "Phi": ("K5", "K4", E_5),
        "epsilon": (GROUND, "K7", A),
        "Omega": ("K7", "K6", E_7),
    }
    for name, (parent, child, point) in hinges.items():
        model.add(Revolute(name=name, parent=parent, child=child, point=flat(point), axis=Z))
    model.add(
        *(pin(f"loop_{body}", "K2", body, flat(F), full_hinges) for body in ("K3", "K4", "K6")),
        Motor(name="drive", coordinate="beta.angle", signal=Constant(value=p["mom"])),
        Spring(
            name="spring",
            parent=GROUND,
            child="K3",
            point=flat(C),
            child_point=flat(D),
            free_length=p["l0"],
            law=Linear(slope=p["c0"]),
        ),
    )
    checks = []
    for name, value in data["angles"].items():
        checks.append(Check(f"{name}.angle", data["time"], value - start[name], 1e-6 * abs(value)))
    for name, value in data["velocities"].items():
        checks.append(Check(f"{name}.angle_rate", data["time"], value, 1e-5 * abs(value)))
    return Mechanism(model, {}, tuple(checks))


def car_axis(full_hinges: bool = False) -> Mechanism:
    """Two point masses on springs over an axle whose right end follows the road.

    The right wheel's hub slides up and down as r sin(w t) and finds its own x because the axle of
    length L, hinged at the origin, is pinned to it: xb = sqrt(L^2 - yb^2). The left mass slides on
    the axle's perpendicular through the origin, which is xl xb + yl yb = 0. A massless rod keeps the
    masses L apart. Axle and hub are driven, so their own masses change nothing that is compared.
    """
    data = read("car_axis")
    p, start = data["parameters"], data["initial"]
    L, mass = float(p["L"]), p["M"] * p["eps"] ** 2 / 2
    left, right = (start["xl"], start["yl"], 0.0), (start["xr"], start["yr"], 0.0)
    end = (L, 0.0, 0.0)
    rod = mass * L**2 / 12
    spring = dict(free_length=p["L0"], law=Linear(slope=1.0))
    model = Model("car axis", gravity=(0.0, -p["g"], 0.0))
    model.add(
        Body(name="hub", mass=mass, centre=end),
        Body(name="axle", mass=mass, centre=(L / 2, 0.0, 0.0), inertia=(0.0, rod, rod)),
        Body(name="left", mass=mass, centre=left),
        Body(name="right", mass=mass, centre=right),
        Sequence(name="wheel", parent=GROUND, child="hub", point=end, order=("ty", "tx")),
        Revolute(name="tilt", parent=GROUND, child="axle", point=ORIGIN, axis=Z),
        Prismatic(name="guide", parent="axle", child="left", point=left, axis=Y),
        Sequence(name="mass", parent=GROUND, child="right", point=right, order=("tx", "ty")),
        pin("axle_end", "hub", "axle", end, full_hinges),
        Distance(name="rod", parent="left", child="right", point=left, child_point=right),
        Prescribed(
            name="road",
            coordinate="wheel.ty",
            signal=Harmonic(amplitude=p["r"], frequency=p["w"] / (2 * pi)),
        ),
        Spring(name="left_spring", parent=GROUND, child="left", point=ORIGIN, child_point=left, **spring),
        Spring(name="right_spring", parent="hub", child="right", point=end, child_point=right, **spring),
        *position_sensors("left", left, x="xl", y="yl"),
        *position_sensors("right", right, x="xr", y="yr"),
        *velocity_sensors("left", left, x="vxl", y="vyl"),
        *velocity_sensors("right", right, x="vxr", y="vyr"),
    )
    climb = p["r"] * p["w"]  # rate of yb at the start, where the axle is level
    rates = {"wheel.ty": climb, "tilt.angle": climb / L, "mass.tx": start["vxr"]}
    # the masses swing at 1/sqrt(mass) = 45 rad/s, so velocities are that much less exact
    limits = {True: 45e-8, False: 1e-8}
    reference = data["reference"].items()
    checks = tuple(Check(name, data["time"], value, limits[name[0] == "v"]) for name, value in reference)
    return Mechanism(model, rates, checks)


def double_four_bar(full_hinges: bool = False) -> Mechanism:
    """Three equal cranks and two couplers; it passes its singular positions and must not branch."""
    data = read("double_four_bar")
    p = data["parameters"]
    L, m = float(p["link_length"]), float(p["link_mass"])
    I = m * L**2 / 12
    model = Model("double four-bar", gravity=tuple(p["gravity"]))
    for k, (x, y) in enumerate(p["ground_pivots"]):
        foot, centre = (float(x), float(y), 0.0), (float(x), y + L / 2, 0.0)
        model.add(
            Body(name=f"crank_{k}", mass=m, centre=centre, inertia=(I, 0.0, I)),
            Revolute(name=f"pivot_{k}", parent=GROUND, child=f"crank_{k}", point=foot, axis=Z),
        )
    for k, ((x, y), (x_next, _)) in enumerate(zip(p["ground_pivots"], p["ground_pivots"][1:], strict=False)):
        head, next_head = (float(x), y + L, 0.0), (float(x_next), y + L, 0.0)
        model.add(
            Body(name=f"coupler_{k}", mass=m, centre=(x + L / 2, y + L, 0.0), inertia=(0.0, I, I)),
            Revolute(name=f"head_{k}", parent=f"crank_{k}", child=f"coupler_{k}", point=head, axis=Z),
            pin(f"loop_{k}", f"coupler_{k}", f"crank_{k + 1}", next_head, full_hinges),
        )
    model.add(
        *position_sensors("crank_0", (0.0, L, 0.0), x="B0x", y="B0y"),
        *velocity_sensors("crank_0", (0.0, L, 0.0), x="B0vx", y="B0vy"),
    )
    turning = -data["initial_velocity_of_B0"][0] / L
    rates = {f"pivot_{k}.angle": turning for k in range(3)}
    rates |= {f"head_{k}.angle": -turning for k in range(2)}  # couplers do not turn
    limits = {"B0x": 1e-6, "B0y": 1e-6, "B0vx": 1e-5, "B0vy": 1e-5}  # it turns at up to 6 rad/s
    checks = [Check(n, row["t"], row[n], limit) for row in data["reference"] for n, limit in limits.items()]
    return Mechanism(model, rates, tuple(checks))


def pin(name: str, parent: str, child: str, point, full_hinge: bool):
    """A hinge about z that closes a loop: two rows in its plane, or all five."""
    if full_hinge:
        return Revolute(name=name, parent=parent, child=child, point=point, axis=Z, cut=True)
    return Constraint(name=name, parent=parent, child=child, point=point, locked=("tx", "ty"))


def position_sensors(body: str, point, x: str, y: str) -> tuple[Sensor, Sensor]:
    return (
        Sensor(name=x, body=body, point=point, direction=X),
        Sensor(name=y, body=body, point=point, direction=Y),
    )


def velocity_sensors(body: str, point, x: str, y: str) -> tuple[Sensor, Sensor]:
    return (
        Sensor(name=x, body=body, point=point, direction=X, quantity="velocity"),
        Sensor(name=y, body=body, point=point, direction=Y, quantity="velocity"),
    )


def along(angle: float) -> np.ndarray:
    """The plane's x axis turned by an angle."""
    return np.array([cos(angle), sin(angle)])


def below(angle: float) -> np.ndarray:
    """The plane's negative y axis turned by an angle."""
    return np.array([sin(angle), -cos(angle)])


def flat(point: np.ndarray) -> tuple[float, float, float]:
    """A point of the plane in space."""
    return (float(point[0]), float(point[1]), 0.0)
