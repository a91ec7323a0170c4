"""The equations of a car that slides sideways, yaws and rolls, written by hand from the numbers of `golf1`'s file.

The wheels of this car slide along the body's own z and tilt with it, so that the roll axis lies on the road. Here air,
camber, trail, overturning moments and nearly all rolling resistance are taken away, dampers have one slope, and the
radius at which wheels roll does not follow the load: what is left is what the textbook's equations hold.
"""

from __future__ import annotations

import numpy as np

import jounce

AXLES = ("front", "rear")
NO_EFFECT = ("LGAX", "LGAY", "LGAZ", "LTR", "LRES", "LMX", "LVMX", "QSY3", "QSY4", "DREFF", "FREFF")
ALIGNMENT = ("camber", "toe")
G = 9.81


def rolling_golf():
    """The car in its file's height."""
    car = jounce.load("golf1")
    given = {"aero.area": 1e-6, "body.products.z": 0.0}
    for axle in AXLES:
        given |= {f"axles.{axle}.tyre.law.{name}": 0.0 for name in NO_EFFECT}
        given |= {f"axles.{axle}.alignment.{name}": 0.0 for name in ALIGNMENT}
        given |= {f"axles.{axle}.damper.law.{way}": 600.0 for way in ("compression", "extension")}
        given[f"axles.{axle}.tyre.law.QSY1"] = 1e-5
    return car.with_values(given)


def low_golf():
    """The same with the centre of mass of all on the roll axis, and with hardly any angular momentum of its wheels."""
    car = rolling_golf()
    values = car.values()
    height = values["body.centre.z"] - sum(m * z for m, _, _, z, _ in lumps(values)) / values["body.mass"]
    thin = {f"axles.{axle}.bodies.wheel.inertia.y": 0.02 for axle in AXLES}
    return car.with_values({"body.centre.z": height} | thin)


def lumps(values):
    """Mass, x, y, z and (roll, yaw) inertia of body, steering wheel, hubs and wheels."""
    found = [
        (values["body.mass"], *(values[f"body.centre.{k}"] for k in "xyz"), _about(values, "body.inertia")),
        (
            values["steering.wheel_mass"],
            *(values[f"steering.wheel_centre.{k}"] for k in "xyz"),
            (0.0355, 0.0254),  # kg m^2, of 1,500: a ring of its mass, radius and inertia across a column of 30 deg
        ),
    ]
    for axle in AXLES:
        for part, place in (
            ("hub", f"axles.{axle}.bodies.hub.centre"),
            ("wheel", f"axles.{axle}.hardpoints.wheel_centre"),
        ):
            x, y, z = (values[f"{place}.{k}"] for k in "xyz")
            name = f"axles.{axle}.bodies.{part}"
            found += 2 * [(values[f"{name}.mass"], x, y, z, _about(values, f"{name}.inertia"))]
    return found


def _about(values, name):
    return values[f"{name}.x"], values[f"{name}.z"]


class Equations:
    """M (v', r', p') = forces; v at road level under the centre of mass, p the roll rate; and u of both axles.

        u' = -V_s - V u / sigma,    F = C u / sigma     [relaxation of the tyre, Pacejka 2012, eq. 7.7]

    States v, r, p, roll, F_front, F_rear; input the mean angle of the front wheels with its first and second rate.
    """

    def __init__(self, car, speed):
        n, V = car.values(), speed
        # a quarter of a turn of the steering wheel by the mean of what its table turns both wheels
        ratio = 0.5 * np.pi / (0.5 * (n["steering.table_left.8"] - n["steering.table_left.6"]))
        parts = lumps(n)
        m = sum(part[0] for part in parts)
        cg = sum(part[0] * part[1] for part in parts) / m
        a, b = -cg, cg - n["axles.rear.hardpoints.wheel_centre.x"]
        height = sum(part[0] * part[3] for part in parts)
        twist = sum(part[0] * (part[1] - cg) * part[3] for part in parts)
        yaw = sum(mass * ((x - cg) ** 2 + y**2) + own[1] for mass, x, y, _, own in parts)
        roll = sum(mass * z**2 + own[0] for mass, _, _, z, own in parts)
        spin, stiffness, damping, tyres = 0.0, 0.0, 0.0, []
        for axle, arm in (("front", a), ("rear", -b)):
            own = f"axles.{axle}"
            law = {name: n[f"{own}.tyre.law.{name}"] for name in LAW}
            load = m * G * (b if axle == "front" else a) / (a + b) / 2.0
            bend = np.sin(2.0 * np.arctan(load / (law["PKY2"] * law["FNOMIN"])))
            C = -2.0 * law["PKY1"] * law["FNOMIN"] * bend  # of both wheels  [Pacejka 2012, eq. 4.E25]
            sigma = law["PTY1"] * np.sin(2.0 * np.arctan(load / (law["PTY2"] * law["FNOMIN"]))) * law["UNLOADED_RADIUS"]
            tyres.append((C, sigma, arm))
            radius, about_y = law["UNLOADED_RADIUS"], n[f"{own}.bodies.wheel.inertia.y"]
            side = n[f"{own}.hardpoints.wheel_centre.y"]
            spin += 2.0 * about_y / radius * V
            if axle == "front":
                spin_front = spin
            yaw += 2.0 * about_y * (side / radius) ** 2  # the outer wheels speed up as the car begins to yaw
            springs = 2.0 * side**2 * n[f"{own}.spring.law.slope"] + n.get(f"{own}.anti_roll_bar.stiffness", 0.0)
            carcass = 2.0 * side**2 * law["VERTICAL_STIFFNESS"]  # in series with springs and dampers
            stiffness += springs * carcass / (springs + carcass)
            damper = 2.0 * side**2 * n[f"{own}.damper.law.extension"]
            damping += damper * (carcass / (springs + carcass)) ** 2
        M = np.array([[m, 0.0, -height], [0.0, yaw, -twist], [-height, -twist, roll]])
        right = np.array(
            [
                [0.0, -m * V, 0.0, 0.0, 1.0, 1.0],
                [0.0, 0.0, -spin, 0.0, a, -b],
                [0.0, height * V + spin, -damping, G * height - stiffness, 0.0, 0.0],
            ]
        )
        self.A, self.B = np.zeros((6, 6)), np.zeros((6, 3))
        self.A[:3], self.A[3, 2] = np.linalg.solve(M, right), 1.0
        for row, (C, sigma, arm) in enumerate(tyres, 4):
            self.A[row, [0, 1, row]] = -C / sigma, -C * arm / sigma, -V / sigma
        C, sigma, _ = tyres[0]
        self.B[4, 0] = C * V / sigma
        # front wheels that are turned tip the car by their momentum, and they and the steering wheel turn it back
        wheels = 2.0 * n["axles.front.bodies.wheel.inertia.z"]
        hand = n["steering.wheel_inertia"] * ratio * np.array([n[f"steering.column_axis.{k}"] for k in "xyz"])
        self.B[:3, 1] = np.linalg.solve(M, [0.0, 0.0, spin_front])
        self.B[:3, 2] = np.linalg.solve(M, [0.0, -wheels - hand[2], -hand[0]])
        self.ratio = ratio

    def yaw_response(self, frequencies):
        """r per rad of the steering wheel."""
        found = []
        for s in 2j * np.pi * frequencies:
            x = np.linalg.solve(s * np.eye(6) - self.A, self.B @ s ** np.arange(3))
            found.append(x[1] / self.ratio)
        return np.array(found)

    def without_roll(self):
        """A of the single track with relaxation: v, r, F_front, F_rear."""
        own = [0, 1, 4, 5]
        return self.A[np.ix_(own, own)]


LAW = ("PKY1", "PKY2", "FNOMIN", "PTY1", "PTY2", "UNLOADED_RADIUS", "VERTICAL_STIFFNESS")
