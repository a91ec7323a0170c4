"""Entries of [Kim], Figs 1 to 4: relative Cartesian coordinates, basic constraints, the corner with two arms."""

from __future__ import annotations

import numpy as np

from jounce.equations.route import RECURSIVE
from jounce.mechanism import connect_mechanism, tree_row_names
from jounce.mechanism.mobility import mobility_by_count
from jounce.model import Model, load
from jounce.parts import GROUND, Body, BodyMotion
from jounce.parts.forces import Damper, Spring
from jounce.parts.joints import Cylindrical, Distance, Free, Prismatic, Revolute, Spherical, Universal
from jounce.parts.joints.joint_rows import PerpendicularRow
from jounce.parts.laws import Linear
from jounce.simulation import simulate
from jounce_papers.entries.sketches import ORIGIN, sketch_box, sketch_frame, sketch_point
from jounce_papers.entries.szczotka_2007_method import printed_rotation
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import Experiment, SharedExperiments
from jounce_papers.shown import (
    AXIS,
    BOLD,
    DASHED,
    THIN,
    Finding,
    Shown,
    ShownModel,
    ShownSketch,
    Stroke,
    largest_shown_difference,
    shown_histories,
)

PAPER = "kim"
WISHBONES = Experiment(model="hmmwv", study="wheel-travel", settings={"axle": "front"})


@paper_entry(
    PAPER,
    "Fig. 1",
    "Kinematics in relative Cartesian coordinates",
    shows="Body i of a subsystem relative to its reference body 0, with the points of a joint.",
    states="Eq. 1-6: Y_i = E_i Y_0 + G_0 y_i0, and the same for accelerations with a term h_i0.",
    differs="Eq. 2 prints the position with a factor of angular velocity; r_i = r_0 + A_0 r_i0 is meant (E-23). Two "
    "bodies that fly free by this route and by the recursive one have the same motion.",
    rows=(18, 19),
)
def relative_kinematics(_: SharedExperiments) -> Shown:
    model = _flying_pair()
    start = {"fly.wx": 0.7, "fly.wy": -0.4, "fly.wz": 1.1, "fly.vx": 2.0, "arm.angle": 0.5, "arm.child_angle": -0.8}
    one, other = (
        simulate(model, 2.0, start_rates=start, route=route, integrator="rk4")
        for route in (RECURSIVE, "relative_cartesian")
    )
    channels = [channel.name for channel in one.channels if channel.name.startswith("motion.")]
    return Shown(
        pictures=(_relative_sketch(),),
        findings=(
            Finding("histories of the carried body", len(channels), ""),
            Finding(
                "by both routes, 2 s", largest_shown_difference(one, other, channels), "of the peak", "equal", most=1e-6
            ),
        ),
    )


def _flying_pair() -> Model:
    return Model("pair").add(
        Body(name="base", mass=3.0, inertia=(0.2, 0.3, 0.25), centre=(0.0, 0.0, 0.0)),
        Body(name="carried", mass=1.0, inertia=(0.02, 0.03, 0.04), centre=(0.4, 0.1, 0.0)),
        Free(name="fly", parent=GROUND, child="base"),
        Universal(
            name="arm", parent="base", child="carried", point=(0.2, 0.0, 0.0), axis=(0, 1, 0), child_axis=(0, 0, 1)
        ),
        BodyMotion(name="motion", body="carried", point=(0.4, 0.1, 0.0)),
    )


def _relative_sketch() -> ShownSketch:
    R0, Ri = printed_rotation(0.3, -0.1, 0.1), printed_rotation(0.9, 0.2, -0.4)
    base, body = (0.9, 0.5, 0.3), (1.6, 0.6, 0.7)
    ground, words = sketch_frame(ORIGIN, np.eye(3), ("X", "Y", "Z"), 0.4)
    zero, zero_words = sketch_frame(base, R0, ("x0*", "y0*", "z0*"), 0.3)
    own, own_words = sketch_frame(body, Ri, ("x'", "y'", "z'"), 0.25)
    lines = (
        *ground,
        *zero,
        *own,
        *sketch_box(base, R0, (0.25, 0.18, 0.1)),
        *sketch_box(body, Ri, (0.15, 0.1, 0.08)),
        Stroke(((0.0, 0.0, 0.0), base), THIN),
        Stroke((base, body), BOLD),
        Stroke(((0.0, 0.0, 0.0), body), DASHED),
    )
    middle = sketch_point(0.5 * (a + b) for a, b in zip(base, body, strict=True))
    return ShownSketch("body i on its reference body 0", lines, (*words, *zero_words, *own_words, ("r_i0", middle)))


@paper_entry(
    PAPER,
    "Fig. 2",
    "Dot-1 constraint, and joints made of three basic ones",
    shows="Two vectors on two bodies that stay at right angles.",
    states="Spherical, dot-1 and distance, eq. 7-9; revolute, universal, cylindrical and translational joints consist "
    "of them.",
    differs="Eq. 9 uses vectors of body i only; the distance of P_i and P_j is meant (E-24).",
    rows=(26,),
)
def basic_constraints(_: SharedExperiments) -> Shown:
    pin = {"name": "joint", "parent": "a", "child": "b", "point": (0.0, 0.0, 0.0)}
    rows = {
        "spherical": len(tree_row_names(Spherical(**pin))),  # type: ignore[arg-type]
        "distance": len(tree_row_names(Distance(**pin, child_point=(1.0, 0.0, 0.0)))),  # type: ignore[arg-type]
        "dot-1": len(PerpendicularRow((1, 0, 0), (0, 1, 0)).labels(1)),  # type: ignore[arg-type]
    }
    wanted = {"revolute": 1, "universal": 2, "cylindrical": 2, "translational": 1}
    left = {word: 6 - n for word, n in _rows_of_joints(pin).items()}
    f, g = (0.5, 0.0, 0.25), (0.0, 0.45, 0.0)  # f . g = 0
    lines = (*sketch_box(ORIGIN, np.eye(3), (0.3, 0.2, 0.1)), Stroke(((0.0, 0.0, 0.0), f), AXIS))
    other = sketch_point(p + q for p, q in zip((0.9, 0.3, 0.3), g, strict=True))
    lines += (
        *sketch_box((0.9, 0.3, 0.3), printed_rotation(0.3, 0.1, 0.2), (0.25, 0.2, 0.1)),
        Stroke(((0.9, 0.3, 0.3), other), AXIS),
    )  # type: ignore[arg-type]
    printed = {"spherical": 3, "distance": 1, "dot-1": 1}
    return Shown(
        pictures=(ShownSketch("f of body i at right angles to g of body j", lines, (("f", f), ("g", other))),),  # type: ignore[arg-type]
        findings=(
            *(
                Finding(f"rows of {word}", n, "", str(printed[word]), printed[word], printed[word])
                for word, n in rows.items()
            ),
            *(
                Finding(f"freedoms that a {word} joint leaves", left[word], "", str(n), n, n)
                for word, n in wanted.items()
            ),
        ),
    )


def _rows_of_joints(pin: dict) -> dict[str, int]:
    axis, across = (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)
    joints = {
        "revolute": Revolute(**pin, axis=axis),
        "universal": Universal(**pin, axis=axis, child_axis=across),
        "cylindrical": Cylindrical(**pin, axis=axis),
        "translational": Prismatic(**pin, axis=axis),
    }
    return {word: len(tree_row_names(joint)) for word, joint in joints.items()}


@paper_entry(
    PAPER,
    "Fig. 3",
    "Spring, damper and actuator on a line",
    shows="A translational spring-damper-actuator between points of two bodies.",
    states="f = k (l - l0) + c l' + F(l, l'), and its virtual work is -f times the change of l, eq. 10-13.",
    differs="Checked by its work in a run: the energy of both bodies changes by what spring and damper take.",
    rows=(30,),
)
def line_element(_: SharedExperiments) -> Shown:
    run = simulate(_two_bodies_on_a_line(), 2.0, start_rates={"b.vx": 1.0, "b.wz": 2.0}, step=1e-4)
    k, c, free = 400.0, 8.0, 0.5
    law = k * (run["spring.length"] - free) + c * run["damper.rate"]
    found = run["spring.force"] + run["damper.force"]
    change = run["energy.kinetic"] - run["energy.kinetic"][0]
    work = run["spring.work"] + run["damper.work"]
    return Shown(
        pictures=(
            shown_histories(
                "force along the line", "N", {"spring": (run, "spring.force"), "damper": (run, "damper.force")}
            ),
        ),
        findings=(
            Finding("f less k (l - l0) + c l'", float(np.abs(found - law).max()), "N", "equal", most=1e-9),
            Finding(
                "change of energy less work",
                float(np.abs(change - work).max() / np.abs(work).max()),
                "of it",
                "equal",
                most=1e-8,
            ),
        ),
    )


def _two_bodies_on_a_line() -> Model:
    line = {"parent": "a", "child": "b", "point": (0.1, 0.05, 0.0), "child_point": (0.8, -0.1, 0.1)}
    return Model("line", gravity=(0.0, 0.0, 0.0)).add(
        Body(name="a", mass=2.0, inertia=(0.05, 0.06, 0.07)),
        Body(name="b", mass=1.0, inertia=(0.02, 0.03, 0.04), centre=(0.9, 0.0, 0.0)),
        Free(name="a", parent=GROUND, child="a"),
        Free(name="b", parent=GROUND, child="b", point=(0.9, 0.0, 0.0)),
        Spring(name="spring", free_length=0.5, law=Linear(slope=400.0), **line),  # type: ignore[arg-type]
        Damper(name="damper", law=Linear(slope=8.0), **line),  # type: ignore[arg-type]
    )


@paper_entry(
    PAPER,
    "Fig. 4",
    "Suspension with a short and a long arm",
    shows="The subsystem: lower and upper control arm, knuckle and tie rod.",
    states="The quarter car has this suspension, of the HMMWV class.",
    differs="Joint types and data did not survive in the text (E-28). Ours: arms on hinges, two ball joints, the tie "
    "rod between ball joints; hardpoints of the library's HMMWV are published ones.",
    rows=(42, 116),
    experiments=(WISHBONES,),
    commands=("jounce info hmmwv",),
)
def short_long_arm(runs: SharedExperiments) -> Shown:
    run = runs(WISHBONES)
    mechanism = connect_mechanism(load("quarter_car"))  # type: ignore[arg-type]
    return Shown(
        pictures=(
            ShownModel("front axle of the HMMWV", run, azimuth=-150.0, elevation=18.0, sample=len(run.time) // 2),
            ShownModel(
                "its left corner, 80 mm up",
                run,
                azimuth=-150.0,
                elevation=12.0,
                sample=len(run.time) - 1,
                bodies=("front_left",),
            ),
        ),
        findings=(
            Finding(
                "bodies of the corner, wheel apart", len(mechanism.links) - 2, "", "4: two arms, knuckle, tie rod", 4, 4
            ),
            Finding("freedoms of the corner, spin and heave apart", mobility_by_count(mechanism) - 2, "", "1", 1, 1),
        ),
    )
