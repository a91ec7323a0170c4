"""Entries of [Szczotka 2007], Fig. 8 and Tables 1 to 3: the structure of the car and its counts."""

from __future__ import annotations

import re
from functools import cache

from jounce.mechanism import Mechanism, connect_mechanism, tree_row_names
from jounce.mechanism.mobility import mobility_rows
from jounce.model import load
from jounce.simulation.car_summary import GEARED, SHAFT_ELEMENT
from jounce.simulation.prepare import prepare
from jounce_papers.entries.szczotka_2007_beside_adams import SINE_STEER
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import SharedExperiments
from jounce_papers.shown import Finding, Shown, ShownModel, ShownTable

PAPER, CAR = "szczotka-2007", "small_car"
INFO = f"jounce info {CAR}"


@cache
def car_mechanism(car: str = CAR) -> Mechanism:
    """The structure of a car of the library."""
    return connect_mechanism(load(car).car_model().model)  # type: ignore[union-attr]


def car_counts(car: str = CAR) -> dict[str, int]:
    """Bodies, coordinates and rows as the papers count them: shaft elements and the driver's row apart."""
    mechanism = car_mechanism(car)
    bodies = [row.body for row in mobility_rows(mechanism)]
    elements = [name for name in bodies if SHAFT_ELEMENT.fullmatch(name)]
    rigid = [name for name in bodies if name not in elements and not GEARED.fullmatch(name)]
    rows = {closure.name: len(tree_row_names(closure)) for closure in mechanism.closures}
    ball_joints = sum(
        n for closure, n in ((c, rows[c.name]) for c in mechanism.closures) if type(closure).__name__ == "Spherical"
    )
    return {
        "bodies": len(rigid),
        "elements": len(elements),
        "coordinates": len(mechanism.speeds),
        "ball_rows": ball_joints,
        "rows": sum(n for name, n in rows.items() if name != "steering.driver"),
    }


@paper_entry(
    PAPER,
    "Table 1",
    "Elements of the vehicle model",
    shows="Every body with the body before it, its coordinates, its freedoms in relative motion and the running total.",
    states="The model has 21 rigid bodies. Eq. 44a: 43 + n_rfe coordinates.",
    differs="The upper strut hangs on the car body, not on the rack, and the rear wheels hang on the rear arms, not "
    "on knuckles (E-08); read so, the freedoms of the table add up to 42, and with the differential to 43 (E-09). The "
    "car body has quaternions here; the papers' angles are an option of every joint.",
    rows=(51, 54, 40, 41),
    commands=(INFO,),
)
def elements_of_the_car(_: SharedExperiments) -> Shown:
    counts = car_counts()
    rows = [
        (row.body, row.parent, row.kind, ", ".join(row.coordinates), row.freedoms, row.total)
        for row in mobility_rows(car_mechanism())
    ]
    return Shown(
        findings=(
            Finding("rigid bodies", counts["bodies"], "", "21", 21, 21),
            Finding("coordinates less shaft elements", counts["coordinates"] - counts["elements"], "", "43", 43, 43),
            Finding("coordinates", counts["coordinates"], "", f"43 + n, here n = {counts['elements']}"),
        ),
        tables=(ShownTable("Bodies", ("body", "on", "joint", "coordinates", "freedoms", "total"), tuple(rows)),),
    )


@paper_entry(
    PAPER,
    "Fig. 8",
    "General view of the model",
    shows="A scheme of the car: body, front MacPherson suspension, rear trailing arms, steering and drive.",
    states="The structure of a small car, with all suspension and steering links.",
    differs="Our drawing is made from the model itself, at the start of a run. It lacks engine, differential and "
    "steering column. Hardpoints are of the Seicento class.",
    rows=(51, 119),
    experiments=(SINE_STEER,),
    commands=("jounce demo",),
)
def view_of_the_car(runs: SharedExperiments) -> Shown:
    run = runs(SINE_STEER)
    return Shown(
        pictures=(
            ShownModel("from the front left", run, azimuth=-125.0, elevation=25.0),
            ShownModel("without the shell, from the left rear", run, azimuth=-40.0, elevation=30.0, shell=False),
        ),
        findings=(Finding("bodies drawn", len(car_mechanism().links), "", "21 and shafts"),),
    )


@paper_entry(
    PAPER,
    "Table 2",
    "List of joints",
    shows="Joints that close loops: knuckle and control arm, knuckle and tie rod, lower strut and control arm (ball "
    "joints), wheel and semi-axle (universal), each left and right.",
    states="Six ball joints and the universal joints at the wheels.",
    differs="Only driven wheels have a semi-axle here. The joint at the wheel is a universal joint or one of constant "
    "velocity, as the file says.",
    rows=(22, 52),
    commands=(INFO,),
)
def joints_of_the_car(_: SharedExperiments) -> Shown:
    mechanism = car_mechanism()
    kinds = [type(closure).__name__ for closure in mechanism.closures]
    rows = [
        (c.name, type(c).__name__.lower(), _between(c), len(tree_row_names(c)))
        for c in mechanism.closures
        if hasattr(c, "parent")
    ]
    return Shown(
        findings=(
            Finding("ball joints", kinds.count("Spherical"), "", "6", 6, 6),
            Finding("joints between wheel and semi-axle", kinds.count("ShaftJoint"), "", "rear/front, left/right"),
        ),
        tables=(ShownTable("Joints that close loops", ("joint", "kind", "between", "rows"), tuple(rows)),),
    )


def _between(closure: object) -> str:
    return f"{closure.parent} and {closure.child}"  # type: ignore[attr-defined]


@paper_entry(
    PAPER,
    "Table 3",
    "Additional subsystems, and all constraints",
    shows="Steering column, drive shaft, differential and semi-axles, with their freedoms and constraints.",
    states="Eq. 44b: 26 constraints.",
    differs="26 counts two constraints for each semi-axle and one more for each dry friction; as the reaction vector "
    "of the Polish paper shows, 24 are independent while both frictions stick and 22 while both slide (E-10). Sliding "
    "friction is a force here, so we count 22, and the driver's hand on the wheel is one more.",
    rows=(53, 54, 57, 59),
    commands=(INFO, f"jounce info {CAR} --json"),
)
def subsystems_of_the_car(_: SharedExperiments) -> Shown:
    ready = prepare(load(CAR), integrator=None)  # type: ignore[arg-type]
    counts, mechanism = car_counts(), car_mechanism()
    groups = {
        "steering column": (r"steering_wheel|column_\d+", r"steering\.pinion"),
        "differential": (r".+_differential", r"drive\..*_(gear|lock)"),
        "half shafts": (r".+\.shaft_\d+", r".+\.outer_joint"),
    }
    table = [
        (
            word,
            sum(bool(re.fullmatch(bodies, row.body)) for row in mobility_rows(mechanism)),
            sum(len(tree_row_names(c)) for c in mechanism.closures if re.fullmatch(rows, c.name)),
        )
        for word, (bodies, rows) in groups.items()
    ]
    frictions = sum(type(part).__name__ == "DryFriction" for part in ready.model.forces)
    return Shown(
        findings=(
            Finding("rows of ball joints", counts["ball_rows"], "", "18 = 6 x 3", 18, 18),
            Finding("constraint rows, both frictions sliding", counts["rows"], "", "22 (E-10)", 22, 22),
            Finding(
                "constraint rows, both sticking", counts["rows"] + frictions, "", "26 as printed; 24 (E-10)", 24, 24
            ),
            Finding("redundant rows", len(ready.rank.redundant), "", "", 0, 0),
            Finding("idle spins", len(ready.rank.idle), "", "8, not stated (E-12)", 8, 8),
        ),
        tables=(ShownTable("Subsystems", ("subsystem", "freedoms", "rows"), tuple(table)),),
    )
