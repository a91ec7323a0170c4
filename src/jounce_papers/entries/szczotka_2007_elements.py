"""Entries of [Szczotka 2007], Figs 4 to 7: shock absorber, shaft of rigid elements, joints."""

from __future__ import annotations

import math

import numpy as np

from jounce.mechanism import tree_row_names
from jounce.model import Model
from jounce.model.assembly.rotors import lump_rotor_inertia, rotor, rotor_springs
from jounce.parts import GROUND, Body, Prescribed
from jounce.parts.joints import Fixed, Prismatic, Revolute, Spherical
from jounce.parts.signals import Constant
from jounce.simulation.linear.linearise import linearise
from jounce.simulation.prepare import prepare
from jounce.spatial.vector import Y
from jounce_papers.entries.sketches import ORIGIN, sketch_box
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import Experiment, SharedExperiments, by_route
from jounce_papers.shown import (
    AXIS,
    BOLD,
    THIN,
    Finding,
    Point,
    Shown,
    ShownCurve,
    ShownModel,
    ShownPlot,
    ShownSketch,
    Stroke,
    largest_shown_difference,
    shown_histories,
)

PAPER = "szczotka-2007"
QUARTER_CAR = Experiment(model="quarter_car", settings={"duration": "5 s"})
STIFFNESS, INERTIA = 5000.0, 2e-4  # N m/rad and kg m^2 of a shaft


@paper_entry(
    PAPER,
    "Fig. 4",
    "Shock absorber between two branches",
    shows="Spring A-B and damper C-D between bodies (N) and (P) of two branches on a base body (L).",
    states="Eq. 29-35: energies of the spring and of the damper, in the frame of the base body, and their slopes.",
    differs="As printed, eq. 29-30 resist sideways motion too, although the paper speaks of longitudinal flexibility; "
    "our spring and damper act along their line, and what acts in all directions is a bushing (E-05). Missing "
    "transposes of eq. 34-35 are E-07.",
    rows=(12, 29, 30),
    experiments=(QUARTER_CAR, by_route(QUARTER_CAR, "lagrange")),
)
def shock_absorber(runs: SharedExperiments) -> Shown:
    one, other = runs(QUARTER_CAR), runs(by_route(QUARTER_CAR, "lagrange"))
    force = "spring.force"
    work = one["spring.work"] + one["damper.work"]
    lost = float(np.abs(one["energy.balance"] - one["energy.balance"][0]).max() / np.abs(work).max())
    return Shown(
        pictures=(
            ShownModel("spring and damper between car body and lower arm", one, azimuth=-30.0),
            shown_histories("force of the spring", "kN", {"recursive": (one, force), "Lagrange": (other, force)}),
        ),
        findings=(
            Finding("energy that is not accounted for, by the work of spring and damper", lost, "", "equal", most=1e-5),
            Finding(
                "forces by the route of Lagrange and the recursive one",
                largest_shown_difference(one, other, ["spring.force", "damper.force"]),
                "of the peak",
                "equal",
                most=1e-6,
            ),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 5",
    "Shaft of rigid finite elements",
    shows="A shaft cut into rigid elements 0 ... n, joined by springs and dampers 1 ... n.",
    states="Eq. 36-38: energies of elements and springs, and the equations of the shaft; eq. 39: its ends follow the "
    "bodies that it joins.",
    differs="The paper gives no numbers. A shaft that is held at one end has the closed form 2 n sin(pi/4n) "
    "sqrt(k/J), which tends to pi/2 sqrt(k/J) of the continuous shaft.",
    rows=(33, 34, 48, 58),
)
def shaft_of_elements(_: SharedExperiments) -> Shown:
    counts = np.array([1, 2, 3, 5, 7, 10])
    root = math.sqrt(STIFFNESS / INERTIA)
    found = np.array([_first_frequency(int(n)) for n in counts])
    error = 100 * (1 - found / (math.pi / 2 * root))
    closed = 2 * counts * np.sin(math.pi / (4 * counts)) * root
    strokes, words = _shaft_sketch(5)
    return Shown(
        pictures=(
            ShownSketch("six elements on five springs", strokes, words, azimuth=110.0, elevation=25.0),
            ShownPlot(
                "error of the first frequency [%]",
                "springs",
                (
                    ShownCurve("rigid finite elements", counts.astype(float), error, "o-"),
                    ShownCurve("pi^2/(96 n^2)", counts.astype(float), 100 * math.pi**2 / (96 * counts**2), "--"),
                ),
                logarithmic=(True, True),
            ),
        ),
        findings=(
            Finding(
                "frequencies less the closed form", float(np.abs(found / closed - 1).max()), "of it", "", most=1e-9
            ),
            *(
                Finding(f"error with {n} spring{'s' * (n > 1)}", -float(error[list(counts).index(n)]), "%")
                for n in (1, 2, 5, 10)
            ),
        ),
    )


def _first_frequency(springs: int) -> float:
    model = Model("shaft", gravity=(0.0, 0.0, 0.0))
    model.add(Body(name="body", mass=1.0, inertia=(1.0, 1.0, 1.0)), Fixed(name="bench", parent=GROUND, child="body"))
    for i, inertia in enumerate(lump_rotor_inertia(INERTIA, springs)):
        model.add(*rotor(f"element_{i}", f"turn_{i}", inertia, (0.0, 0.0, 0.0), Y))
    model.add(*rotor_springs("twist", [f"turn_{i}.angle" for i in range(springs + 1)], STIFFNESS, 0.0, INERTIA))
    model.add(Prescribed(name="clamp", coordinate="turn_0.angle", signal=Constant(value=0.0)))
    ready = prepare(model, integrator=None)
    eigenvalues = np.linalg.eigvals(linearise(ready, ready.state.copy()).A)
    return float(np.sort(np.abs(eigenvalues.imag))[-2 * springs])


def _shaft_sketch(springs: int) -> tuple[tuple[Stroke, ...], tuple[tuple[str, Point], ...]]:
    strokes, words = [], []
    for k in range(springs + 1):
        low, high = 0.5 * k, 0.5 * k + 0.34
        for x in (low, high):
            ring = tuple((x, 0.12 * math.cos(a), 0.12 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 25))
            strokes.append(Stroke(ring, THIN))
        strokes += [Stroke(((low, 0.0, z), (high, 0.0, z)), BOLD) for z in (-0.12, 0.12)]
        words.append((f"rfe {k}", (low + 0.05, 0.0, 0.14)))
        if k < springs:
            zigzag = [(high + 0.16 * p / 6, 0.0, 0.04 * (-1) ** p * (0 < p < 6)) for p in range(7)]
            strokes.append(Stroke(tuple(zigzag), AXIS))
    return tuple(strokes), tuple(words)


@paper_entry(
    PAPER,
    "Fig. 6",
    "Ball joint that closes a loop",
    shows="A ball joint between bodies (N) and (P) of two branches, with its reaction.",
    states="Eq. 40-43: the reaction acts with + on (P) and - on (N); three unknowns and three equations.",
    differs="Eq. 43 prints the derivative B_j where B is meant, and D of (N) uses the matrix of (P) (E-07). The loop "
    "is closed at the level of accelerations and projected at every step.",
    rows=(12, 20, 23, 24, 27),
    experiments=(QUARTER_CAR, by_route(QUARTER_CAR, "lagrange")),
)
def ball_joint(runs: SharedExperiments) -> Shown:
    one, other = runs(QUARTER_CAR), runs(by_route(QUARTER_CAR, "lagrange"))
    forces = [f"upper_ball_joint.F{axis}" for axis in "xyz"]
    return Shown(
        pictures=(
            ShownModel("corner whose upper ball joint closes a loop", one, azimuth=-30.0),
            shown_histories(
                "reaction of the upper ball joint, y",
                "N",
                {"recursive": (one, forces[1]), "Lagrange": (other, forces[1])},
            ),
        ),
        findings=(
            Finding("largest gap in 5 s", float(one["constraints.gap"].max()), "m", "", most=1e-8),
            Finding("rows of the joint", len(tree_row_names(_cut("spherical"))), "", "3", 3, 3),
            Finding(
                "reactions by the two routes",
                largest_shown_difference(one, other, forces),
                "of the peak",
                "equal",
                most=1e-6,
            ),
        ),
    )


def _cut(kind: str) -> Revolute | Prismatic | Spherical:
    place = {"name": kind, "parent": "a", "child": "b", "point": (0.0, 0.0, 0.0)}
    if kind == "spherical":
        return Spherical(**place)  # type: ignore[arg-type]
    return (Revolute if kind == "revolute" else Prismatic)(**place, axis=(0.0, 1.0, 0.0))  # type: ignore[arg-type]


@paper_entry(
    PAPER,
    "Fig. 7",
    "Rotational and prismatic joints",
    shows="(a) a rotational and (b) a prismatic joint between two bodies, with their reactions.",
    states="Both have five unknown reactions and five equations.",
    differs="Both carry in the tree with one coordinate, or close a loop with five rows; which of the two is decided "
    "by the mechanism, and the motion is the same.",
    rows=(21, 24),
)
def hinge_and_slider(_: SharedExperiments) -> Shown:
    ring = tuple((0.12 * math.cos(a), 0.0, 0.12 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 33))
    hinge = (
        Stroke(ring, BOLD),
        Stroke(((0.0, -0.3, 0.0), (0.0, 0.3, 0.0)), AXIS),
        Stroke(((0.12, 0.0, 0.0), (0.6, 0.0, 0.2)), THIN),
    )
    slider = (
        Stroke(((-0.5, 0.0, 0.0), (0.5, 0.0, 0.0)), AXIS),
        *sketch_box(ORIGIN, np.eye(3), (0.15, 0.08, 0.08)),
    )
    rows = {kind: tree_row_names(_cut(kind)) for kind in ("revolute", "prismatic")}
    return Shown(
        pictures=(
            ShownSketch("rotational joint: turns about its axis", hinge, (("angle", (0.0, 0.32, 0.0)),)),
            ShownSketch("prismatic joint: slides along its axis", slider, (("displacement", (0.5, 0.0, 0.0)),)),
        ),
        findings=tuple(Finding(f"rows of a {kind} joint", len(names), "", "5", 5, 5) for kind, names in rows.items()),
    )
