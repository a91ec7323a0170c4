"""Faults planted in tiny models and in what they read, each with the words that name the culprit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import inf, nan
from typing import Any

import jounce
from jounce.graph import exp, less, log, select, sqrt
from jounce.model.tyre_files.tir_file import read_tir
from jounce.parts.roads import Bump, FrictionPatch, Plank, Road, Sinusoid, Slope, SplineSurface
from jounce.units import Number

Fault = Callable[[], Any]


# Laws of the user over the extension x of a spring, which here goes from 0.1 m to below zero


@dataclass(frozen=True)
class Root:
    def value(self, x):
        return 1e3 * sqrt(x)


@dataclass(frozen=True)
class Inverse:
    def value(self, x):
        return 1.0 / x


@dataclass(frozen=True)
class InverseSquare:
    def value(self, x):
        return 1.0 / (x * x)


@dataclass(frozen=True)
class Logarithm:
    def value(self, x):
        return 1e3 * log(x)


@dataclass(frozen=True)
class Explosion:
    def value(self, x):
        return -exp(1e4 * x)


@dataclass(frozen=True)
class InverseElsewhere:
    """Its pole is not at zero, where laws are tried, but on the way."""

    def value(self, x):
        return 1e3 * x + 1.0 / (x + 0.0503)


@dataclass(frozen=True)
class WrongBranch:
    """Both sides are computed, and the one that is taken below -0.02 m is no number there."""

    def value(self, x):
        return select(less(x, -0.02), sqrt(x), 1e3 * x)


@dataclass(frozen=True)
class Divided:
    by: Number = 1.0

    def value(self, x):
        return 1e3 * x / self.by


@dataclass(frozen=True)
class Branching:
    def value(self, x):
        return 1e3 * x if x > 0 else 0.0


# Mechanisms


def guided_mass(law: Any = None, damping: float = 10.0, mass: float = 1.0, gravity: Any = (0, 0, 0), **spring: Any):
    """A mass on a straight guide between spring and damper, pushed by an input."""
    ends = {"parent": "ground", "child": "mass", "point": (0, 0, -1), "child_point": (0, 0, 0)}
    law = jounce.parts.laws.Linear(slope=1e3) if law is None else law
    return jounce.Model("guided mass", gravity=gravity).add(
        jounce.parts.Body(name="mass", mass=mass, inertia=(1, 1, 1)),
        jounce.parts.Prismatic(name="guide", parent="ground", child="mass", point=(0, 0, 0), axis=(0, 0, 1)),
        jounce.parts.Spring(name="spring", law=law, **({"free_length": 1.0} | ends | spring)),
        jounce.parts.Damper(name="damper", law=jounce.parts.laws.Linear(slope=damping), **ends),
        jounce.parts.Input(name="push", unit="N"),
        jounce.parts.AppliedForce(
            name="force",
            body="mass",
            point=(0, 0, 0),
            direction=(0, 0, 1),
            signal=jounce.parts.signals.External(input="push"),
        ),
    )


def swing(model: Any = None, at: Any = 0.1, push: Any = 0.0, duration: Any = 0.5, **settings: Any) -> jounce.Result:
    """The mass let go from a place."""
    return jounce.simulate(
        model or guided_mass(),
        duration,
        start={"guide.displacement": at},
        inputs={"push": push},
        **{"integrator": "rk4", **settings},
    )


def pendulum(**body: Any):
    given = {"mass": 1.0, "inertia": (0.1, 0.1, 0.1), "centre": (0, 0, -1)} | body
    return jounce.Model("pendulum").add(
        jounce.parts.Body(name="bob", **given),
        jounce.parts.Revolute(name="hinge", parent="ground", child="bob", point=(0, 0, 0), axis=(0, 1, 0)),
    )


def four_bar(flat: bool = False, drives: dict[str, Any] | None = None, reach: float | None = None):
    """A parallelogram of 1 m by 2 m; flat it lies in its singular position."""
    up = (1, 0, 0) if flat else (0, 0, 1)
    top, right = up, (2 + up[0], 0, up[2])
    model = jounce.Model("four bar").add(
        *(
            jounce.parts.Body(name=name, mass=1, centre=c, inertia=(0.1, 0.1, 0.1))
            for name, c in (("left", (0, 0, 0.5)), ("coupler", (1, 0, 1)), ("right", (2, 0, 0.5)))
        ),
        jounce.parts.Revolute(name="A", parent="ground", child="left", point=(0, 0, 0), axis=(0, 1, 0)),
        jounce.parts.Revolute(name="B", parent="left", child="coupler", point=top, axis=(0, 1, 0)),
        jounce.parts.Revolute(name="D", parent="ground", child="right", point=(2, 0, 0), axis=(0, 1, 0)),
        jounce.parts.Revolute(name="C", parent="right", child="coupler", point=right, axis=(0, 1, 0), cut=True),
    )
    if reach is not None:
        model.add(
            jounce.parts.Distance(
                name="rod", parent="ground", child="coupler", point=(9, 0, 0), child_point=(1, 0, 1), length=reach
            )
        )
    for name, (coordinate, signal) in (drives or {}).items():
        model.add(jounce.parts.Prescribed(name=name, coordinate=coordinate, signal=signal))
    return model


def slider_crank(signal: Any):
    """A crank of 1 m with a rod of 0.8 m: it cannot go round."""
    model = jounce.Model("slider crank").add(
        jounce.parts.Body(name="crank", mass=1, centre=(0.4, 0, 0.3), inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Body(name="slider", mass=1, centre=(0.8 + 0.28**0.5, 0, 0), inertia=(0.1, 0.1, 0.1)),
        jounce.parts.Revolute(name="A", parent="ground", child="crank", point=(0, 0, 0), axis=(0, -1, 0)),
        jounce.parts.Prismatic(
            name="guide", parent="ground", child="slider", point=(0.8 + 0.28**0.5, 0, 0), axis=(1, 0, 0)
        ),
        jounce.parts.Distance(
            name="rod", parent="crank", child="slider", point=(0.8, 0, 0.6), child_point=(0.8 + 0.28**0.5, 0, 0)
        ),
        jounce.parts.Prescribed(name="drive", coordinate="A.angle", signal=signal),
    )
    return model


@cache
def small_car():
    return jounce.load("small_car")


TYRE_FILE = """[UNITS]
LENGTH = 'meter'
FORCE = 'newton'
ANGLE = 'radians'
MASS = 'kg'
TIME = 'second'
[MODEL]
PROPERTY_FILE_FORMAT = 'PAC2002'
[DIMENSION]
UNLOADED_RADIUS = 0.35
[VERTICAL]
VERTICAL_STIFFNESS = 2.1E+5
FNOMIN = {}
"""
PENDULUM_FILE = """format = 1
kind = "mechanism"
name = "pendulum"
[bodies]
bob = {{ mass = {}, centre = [0, 0, -1], inertia = [0.1, 0.1, 0.1] }}
[joints]
hinge = {{ type = "revolute", parent = "ground", child = "bob", point = [0, 0, 0], axis = [0, 1, 0] }}
"""
ROAD_FILE = (
    'format = 1\nkind = "road"\nname = "r"\n[elements.board]\ntype = "plank"\nheight = {}\nlength = 0.1\nstart = 5\n'
)
GRID = {"x": (0.0, 1.0, 2.0, 3.0), "y": (0.0, 1.0, 2.0, 3.0)}
SINE = jounce.parts.signals.Harmonic(amplitude=0.1, frequency=1.0)
DP = "dormand-prince"


def linear(slope: float) -> Any:
    return jounce.parts.laws.Linear(slope=slope)


def points(*y: float, x: tuple[float, ...] = (-1.0, 0.0, 1.0)) -> Any:
    return guided_mass(jounce.parts.laws.Points(x=x, y=y))


def drive_on(element: Any) -> Any:
    """What a run does first with a road."""
    return Road(name="planted", elements={"board": element}).data()


FAULTS: dict[str, tuple[Fault, str]] = {
    # numbers of parts
    "a spring of 1e12 N/m": (lambda: swing(guided_mass(linear(1e12))), "element spring"),
    "a spring of 1e300 N/m": (lambda: swing(guided_mass(linear(1e300))), "element spring"),
    "a spring that is no number": (lambda: swing(guided_mass(linear(nan))), "forces.spring.law.slope"),
    "a damper of 1e9 N s/m": (lambda: swing(guided_mass(damping=1e9)), "element damper"),
    "a damper that drives": (lambda: swing(guided_mass(damping=-1e5)), "element damper"),
    "a spring from a point to itself": (
        lambda: swing(guided_mass(point=(0, 0, 0), free_length=0.3)),
        "forces.spring.child_point",
    ),
    "an inertia without mass": (lambda: swing(guided_mass(mass=0.0)), "bodies.mass.inertia"),
    "a negative mass": (lambda: swing(guided_mass(mass=-1.0)), "bodies.mass.mass"),
    "a mass that is no number": (lambda: swing(guided_mass(mass=nan)), "bodies.mass.mass"),
    "a mass without end": (lambda: swing(guided_mass(mass=inf)), "bodies.mass.mass"),
    "a mass of next to nothing": (lambda: swing(guided_mass(mass=1e-320)), "bodies.mass.inertia"),
    "a hinge that turns nothing": (
        lambda: jounce.simulate(pendulum(mass=0.0, inertia=(0, 0, 0), centre=(0, 0, 0)), 0.1, integrator="rk4"),
        "bodies.bob.inertia",
    ),
    "no rigid body": (
        lambda: jounce.simulate(pendulum(inertia=(0.02, 0.03, 0.09)), 0.1, integrator="rk4"),
        "bodies.bob.inertia",
    ),
    "gravity that is no number": (lambda: swing(guided_mass(gravity=(0, 0, nan))), "gravity.z"),
    # tables
    "no number in a table": (lambda: swing(points(-1.0, nan, 1.0)), "forces.spring.law.y.1"),
    "infinity in a table": (lambda: swing(points(-1.0, 0.0, inf)), "forces.spring.law.y.2"),
    "no number among the places of a table": (
        lambda: swing(points(-1.0, 0.0, 1.0, x=(-1.0, nan, 1.0))),
        "forces.spring.law.x.1",
    ),
    "a place twice in a table": (
        lambda: swing(points(-1.0, 0.0, 1.0, 1.0, x=(-1.0, 0.0, 0.0, 1.0))),
        "forces.spring.law.x.2",
    ),
    # laws of the user
    "the root of a negative number": (lambda: swing(guided_mass(Root())), "element spring"),
    "the same, adaptive": (lambda: swing(guided_mass(Root()), integrator=DP), "element spring"),
    "a force 1/x": (lambda: swing(guided_mass(Inverse())), "forces.spring.law"),
    "a force 1/x^2": (lambda: swing(guided_mass(InverseSquare())), "forces.spring.law"),
    "a force with a pole on the way": (lambda: swing(guided_mass(InverseElsewhere())), "element spring"),
    "the same pole, adaptive": (lambda: swing(guided_mass(InverseElsewhere()), integrator=DP), "element spring"),
    "the logarithm of a negative number": (lambda: swing(guided_mass(Logarithm())), "forces.spring.law"),
    "a force that explodes": (lambda: swing(guided_mass(Explosion())), "element spring"),
    "a branch that is no number": (lambda: swing(guided_mass(WrongBranch())), "element spring"),
    "a law divided by zero": (lambda: swing(guided_mass(Divided(by=0.0))), "forces.spring.law"),
    "a law with a number that is none": (lambda: swing(guided_mass(Divided(by=nan))), "forces.spring.law.by"),
    "a law with an if": (lambda: swing(guided_mass(Branching())), "forces.spring.law"),
    # starts, inputs, settings
    "a start that is no number": (lambda: swing(at=nan), "guide.displacement"),
    "a start without end": (lambda: swing(at=inf), "guide.displacement"),
    "a rate of 1e300": (
        lambda: jounce.simulate(pendulum(), 0.1, start_rates={"hinge.angle": 1e300}, integrator="rk4"),
        "hinge.angle",
    ),
    "an input that is no number": (lambda: swing(push=nan), "push"),
    "an input of infinity": (lambda: swing(push=inf), "push"),
    "no number in an input": (lambda: swing(push=([0.0, 0.1, 0.2], [0.0, nan, 1.0])), "inputs.push"),
    "no number among the times of an input": (lambda: swing(push=([0.0, nan, 0.2], [0.0, 1.0, 1.0])), "inputs.push"),
    "an input at the end of the floats": (lambda: swing(push=([0.0, 0.1, 0.2], [0.0, 1e308, -1e308])), "inputs.push"),
    "an input that jumps": (lambda: swing(push=([0.0, 1e-200, 0.2], [0.0, 1.0, 1.0])), "inputs.push"),
    "a duration that is no number": (lambda: swing(duration=nan), "duration"),
    "a step of nothing": (lambda: swing(step=0.0), "step"),
    "a step that is no number": (lambda: swing(step=nan), "step"),
    "a step far too long": (lambda: swing(duration=400.0, step=1.0, output_step=1.0), "time step 1 s, above the limit"),
    "a step without end": (lambda: swing(duration=1e9, output_step=1e3), "1e+12 steps"),
    "a tolerance that is no number": (lambda: swing(integrator=DP, rtol=nan), "rtol"),
    # loops
    "a singular pose": (lambda: jounce.simulate(four_bar(flat=True), 0.1, integrator="rk4"), "joints.C"),
    "a loop that cannot close": (lambda: jounce.simulate(four_bar(reach=1.0), 0.1, integrator="rk4"), "joints.rod"),
    "drives that contradict each other": (
        lambda: jounce.simulate(
            four_bar(drives={"one": ("A.angle", SINE), "two": ("D.angle", jounce.parts.signals.Constant(value=0.0))}),
            0.1,
            integrator="rk4",
        ),
        "joints.two",
    ),
    "rates that contradict each other": (
        lambda: jounce.simulate(four_bar(), 0.1, start_rates={"A.angle": 1.0, "D.angle": -1.0}, integrator="rk4"),
        "joints.C",
    ),
    "a drive that is no number": (
        lambda: jounce.simulate(
            four_bar(drives={"one": ("A.angle", jounce.parts.signals.Harmonic(amplitude=nan, frequency=1))}),
            0.1,
            integrator="rk4",
        ),
        "joints.one.signal.amplitude",
    ),
    "a drive at 1e160 Hz": (
        lambda: jounce.simulate(
            four_bar(drives={"one": ("A.angle", jounce.parts.signals.Harmonic(amplitude=1, frequency=1e160))}),
            0.1,
            integrator="rk4",
        ),
        "A.angle_rate",
    ),
    "a drive over a dead point": (
        lambda: jounce.simulate(
            slider_crank(jounce.parts.signals.SmoothStep(height=1.0, start=0.0, duration=0.5)), 0.6, integrator="rk4"
        ),
        "dead point of rod",
    ),
    # files, roads, tyres, cars
    "nan in a file": (lambda: jounce.load(PENDULUM_FILE.format("nan")), "bodies.bob.mass"),
    "1e400 in a file": (lambda: jounce.load(PENDULUM_FILE.format("1e400")), "bodies.bob.mass"),
    "nan in a road file": (lambda: jounce.load(ROAD_FILE.format("nan")), "elements.board.height"),
    "a surface with a hole": (lambda: drive_on(SplineSurface(**GRID, heights=(nan,) * 16)), "elements.board.heights"),
    "a plank that is no number": (lambda: drive_on(Plank(height=nan, length=0.1, start=1.0)), "elements.board.height"),
    "a bump in no direction": (
        lambda: drive_on(Bump(height=0.1, length=0.1, start=1.0, direction=nan)),
        "elements.board.direction",
    ),
    "a bump without end": (lambda: drive_on(Bump(height=0.1, length=0.1, start=inf)), "elements.board.start"),
    "a grade that is no number": (lambda: drive_on(Slope(grade=nan)), "elements.board.grade"),
    "a friction that is no number": (lambda: drive_on(FrictionPatch(friction=nan)), "elements.board.friction"),
    "waves of infinity": (lambda: drive_on(Sinusoid(amplitude=inf, wavelength=1.0)), "elements.board.amplitude"),
    "nan in a tyre file": (lambda: read_tir(TYRE_FILE.format("nan")), "FNOMIN"),
    "infinity in a tyre file": (lambda: read_tir(TYRE_FILE.format("1e400")), "FNOMIN"),
    "a car's spring that is no number": (
        lambda: small_car().with_values({"axles.front.spring.law.slope": nan}),
        "axles.front.spring.law.slope",
    ),
    "a car's speed that is no number": (lambda: jounce.run(small_car(), "step-steer", speed=nan), "speed"),
    "a car on a road with a hole": (
        lambda: jounce.run(
            small_car(), "drive-road", road=Road(elements={"board": SplineSurface(**GRID, heights=(nan,) * 16)})
        ),
        "elements.board.heights",
    ),
}
