"""Entries of [Szczotka 2004], Figs 1 to 4 and its equations: the car, its corners, steering, drive and dry friction."""

from __future__ import annotations

import numpy as np

from jounce.mechanism.mobility import mobility_rows
from jounce_papers.entries.szczotka_2007_beside_adams import SINE_STEER
from jounce_papers.entries.szczotka_2007_car import car_counts, car_mechanism
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import Experiment, SharedExperiments
from jounce_papers.shown import (
    Finding,
    Shown,
    ShownModel,
    ShownTable,
    shown_histories,
    shown_panel,
)

PAPER = "szczotka-2004"
ONE_SIDED = Experiment(model="small_car_electric", study="one-sided-torque")
FRONT = Experiment(model="small_car", study="wheel-travel", settings={"axle": "front"})
REAR = Experiment(model="small_car", study="wheel-travel", settings={"axle": "rear"})
RACK = Experiment(
    model="small_car", study="wheel-travel", settings={"axle": "front", "mode": "rack", "travel": "-60 mm, 60 mm"}
)
METHODS = "rk4, runge-kutta-fehlberg, bulirsch-stoer, rodas4p2, bulirsch-stoer-deuflhard, ros34pw2"
WORK_PRECISION = Experiment(
    model="small_car",
    study="work-precision",
    settings={"cases": "quarter_car, sine", "integrators": METHODS, "levels": 2},
)
CORNER_FREEDOMS = {"strut": 3, "knuckle": 2, "damper_upper": 3, "damper_lower": 2, "wheel": 1, "lower_arm": 1, "arm": 1}


def _freedoms(*parts: str) -> int:
    """Of the bodies of small_car whose names end so."""
    rows = mobility_rows(car_mechanism())
    return sum(row.freedoms for row in rows if row.body.rpartition(".")[2] in parts)


@paper_entry(
    PAPER,
    "Fig. 1",
    "The car with engine, and with electric motors",
    shows="(a) the car with engine and differential, (b) with one electric motor for each driven wheel.",
    states="Both versions share everything but the drive. Parameters are of the class of the Fiat Seicento.",
    differs="Parameters are not printed; each of ours has a source, and estimates are flagged. Our drawings show "
    "neither engine nor motors, so there is none; the table names what turns in each car. The text before eq. 2.21 "
    "names Fig. 1b where 1a is meant (E-33).",
    rows=(56, 115),
    commands=("jounce info small_car", "jounce info small_car_electric"),
)
def both_cars(_: SharedExperiments) -> Shown:
    engine, motors = car_counts(), car_counts("small_car_electric")
    cars = {"engine and differential": "small_car", "electric motors": "small_car_electric"}
    bodies = {word: {link.body for link in car_mechanism(car).links} for word, car in cars.items()}
    every = set.union(*bodies.values())
    shared = every.intersection(*bodies.values())
    rows = [(word, len(shared), ", ".join(sorted(own - shared)) or "none") for word, own in bodies.items()]
    drives = [{body for body in own if "differential" in body} for own in bodies.values()]
    return Shown(
        findings=(
            Finding(
                "rigid bodies with engine, less those with motors", engine["bodies"] - motors["bodies"], "", "0", 0, 0
            ),
            Finding("differentials with engine", len(drives[0]), "", "1", 1, 1),
            Finding("differentials with motors", len(drives[1]), "", "0", 0, 0),
        ),
        tables=(ShownTable("What turns and moves", ("car with", "bodies of both", "its own bodies"), tuple(rows)),),
    )


@paper_entry(
    PAPER,
    "Fig. 2",
    "Front suspension, MacPherson",
    shows="Strut, knuckle, wheel and control arm, with the ball joints to arm and tie rod.",
    states="3 + 2 + 1 + 1 coordinates in each corner, eq. 2.2-2.5.",
    differs="The paper prints no curves; ours are those of the library's car on a rig.",
    rows=(40,),
    experiments=(FRONT,),
)
def front_suspension(runs: SharedExperiments) -> Shown:
    run, middle = runs(FRONT), len(runs(FRONT).time) // 2
    return Shown(
        pictures=(
            ShownModel(
                "left front corner", run, azimuth=-150.0, elevation=15.0, sample=middle, bodies=("front_left", "rack")
            ),
            shown_panel(run, "Camber"),
            shown_panel(run, "Toe"),
        ),
        findings=(
            Finding("coordinates of a corner", _freedoms("strut", "knuckle", "lower_arm") // 2 + 1, "", "7", 7, 7),
            Finding("rows of its ball joints", 2 * car_counts()["ball_rows"] // 6, "", "3 + 3", 6, 6),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 3",
    "Rear suspension with oblique arms",
    shows="Damper of two parts, arm and wheel, with a ball joint between damper and arm.",
    states="3 + 2 + 1 + 1 coordinates in each corner, eq. 2.6-2.9.",
    differs="The arm's freedom is written as a turn about x; a trailing arm hinges nearly about y. Ours is a hinge "
    "about any axis (E-35). Spins of both parts of the damper are idle and named.",
    rows=(41,),
    experiments=(REAR,),
)
def rear_suspension(runs: SharedExperiments) -> Shown:
    run, middle = runs(REAR), len(runs(REAR).time) // 2
    return Shown(
        pictures=(
            ShownModel("left rear corner", run, azimuth=-150.0, elevation=20.0, sample=middle, bodies=("rear_left",)),
            shown_panel(run, "Camber"),
            shown_panel(run, "Toe"),
        ),
        findings=(
            Finding(
                "coordinates of a corner", _freedoms("damper_upper", "damper_lower", "arm") // 2 + 1, "", "7", 7, 7
            ),
            Finding("rows of its ball joint", car_counts()["ball_rows"] // 6, "", "3", 3, 3),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 4",
    "Steering system",
    shows="Rack, tie rods with free rotation, flexible column and steering wheel.",
    states="1 + 2 x 3 coordinates, and n_W + 1 of the column, eq. 2.13-2.15. The rack follows the pinion, eq. 2.17.",
    differs="Eq. 2.16 misses both dots on the coordinates of the column (E-30), and letters stand for several things "
    "(E-31); transposes of 2.17 do not fit, -y' + r phi' = 0 is meant (E-37).",
    rows=(47, 48, 49),
    experiments=(RACK, SINE_STEER),
)
def steering_system(runs: SharedExperiments) -> Shown:
    rack, run = runs(RACK), runs(SINE_STEER)
    y, phi = run["steering.rack.displacement"], run["steering.column_1.angle"]
    turned = np.abs(phi) > 0.1
    ratio = y[turned] / phi[turned]
    held = float(np.abs(run["steering.column_twist_1.torque"]).max())
    stiff = np.abs(run["steering.column_twist_1.torque"]) > 0.5 * held
    rate = run["steering.column_twist_1.torque"][stiff] / run["steering.column_twist_1.twist"][stiff]
    return Shown(
        pictures=(
            ShownModel(
                "front axle with rack and tie rods; the column is not drawn",
                rack,
                azimuth=-150.0,
                elevation=30.0,
                sample=len(rack.time) // 2,
            ),
            shown_panel(rack, "Steer") if _has(rack, "Steer") else shown_panel(rack, "Toe"),
        ),
        findings=(
            Finding("coordinates of rack and tie rods", _freedoms("rack", "tie_rod"), "", "1 + 2 x 3", 7, 7),
            Finding("coordinates of the column, n_W + 1", _freedoms("steering_wheel", "column_1"), "", "n_W + 1"),
            Finding(
                "rack by pinion angle, spread of the ratio",
                float(np.ptp(ratio) / np.abs(ratio).mean()),
                "",
                "0",
                most=1e-9,
            ),
            Finding(
                "torque by twist of the column, spread", float(np.ptp(rate) / np.abs(rate).mean()), "", "", most=0.1
            ),
        ),
    )


def _has(run: object, heading: str) -> bool:
    return any(panel.heading.startswith(heading) for panel in run.panels)  # type: ignore[attr-defined]


@paper_entry(
    PAPER,
    "Eq. 2.12 to 2.22",
    "Counts of coordinates and reactions",
    shows="n_S = 34 of car body and suspensions, n_V = n_S + n_W + 8 with steering, and the size of the whole system.",
    states="n_S = 34; n_V = n_S + n_W + 8; the system has 46 + 24 + 6 = 76 unknowns and the elements of the shafts.",
    differs="Eq. 2.22 adds the six reactions besides the ball joints twice: 46 + 24 = 70 is meant (E-10). The "
    "coordinates of the column stand in two blocks and count once (E-32). With 46 + n of this paper and 43 + n of "
    "2007 the same is meant (E-09). Our car has no elastic input shaft: n_D = -1.",
    rows=(54, 55, 60),
    commands=("jounce info small_car",),
)
def counts_of_the_car(_: SharedExperiments) -> Shown:
    counts = car_counts()
    suspensions = _freedoms(*CORNER_FREEDOMS) + _freedoms("body")
    n_W, shafts = _freedoms("column_1"), {"n_L": 1, "n_R": 1, "n_D": -1}
    steering = suspensions + _freedoms("rack", "tie_rod", "steering_wheel", "column_1")
    total = sum(shafts.values()) + n_W
    size = counts["coordinates"] + counts["rows"] + 2
    return Shown(
        findings=(
            Finding("n_S, car body and suspensions", suspensions, "", "34", 34, 34),
            Finding("n_V less n_S and n_W", steering - suspensions - n_W, "", "8", 8, 8),
            Finding("coordinates less elements", counts["coordinates"] - total, "", "46", 46, 46),
            Finding("reactions while both frictions stick", counts["rows"] + 2, "", "24", 24, 24),
            Finding("size of the system less elements", size - total, "", "76 as printed; 70 (E-10)", 70, 70),
        ),
    )


@paper_entry(
    PAPER,
    "Eq. 2.20 to 2.24",
    "Dry friction in rack and differential",
    shows="Friction of the rack in its housing and of the differential, sticking or sliding, and the equations with "
    "unknown reactions.",
    states="While it sticks, friction is one more unknown; else it is known. Reactions follow from D^T A^-1 D R, eq. "
    "2.23-2.24.",
    differs="Levels are not printed. Constant steps with switching depend on the step (E-39); here the instants are "
    "located in every step.",
    rows=(57, 59, 60, 61, 62),
    experiments=(SINE_STEER,),
)
def dry_friction(runs: SharedExperiments) -> Shown:
    run = runs(SINE_STEER)
    names = {"rack": "steering.rack_friction", "differential": "drive.front_differential_friction"}
    speed = {
        "rack": np.abs(run["steering.rack.displacement_rate"]),
        "differential": np.abs(run["front_left.half_shaft_0.angle_rate"] - run["front_right.half_shaft_0.angle_rate"]),
    }
    findings = []
    for word, name in names.items():
        sticks = run[f"{name}.sticks"] > 0.5
        work = run[f"{name}.work"]
        findings += [
            Finding(
                f"{word}: speed while it sticks, by the largest",
                float(speed[word][sticks].max(initial=0.0) / speed[word].max()),
                "",
                "equal",
                most=1e-6,
            ),
            Finding(f"{word}: work of friction", float(work[-1] - work[0]), "J", "it only takes", most=0.0),
            Finding(
                f"{word}: largest force or torque", float(np.abs(run[f"{name}.torque"]).max()), "N or N m", "not given"
            ),
        ]
    return Shown(
        pictures=(
            shown_histories("friction of the rack", "N", {"": (run, "steering.rack_friction.torque")}),
            shown_histories(
                "friction of the differential", "N m", {"": (run, "drive.front_differential_friction.torque")}
            ),
        ),
        findings=tuple(findings),
    )


@paper_entry(
    PAPER,
    "Section 2",
    "Integrators",
    shows="No figure: which methods were used, and that their gain falls with the size of the model and with road "
    "steps.",
    states="Runge-Kutta of order 4 with constant steps, Runge-Kutta-Fehlberg, Bulirsch-Stoer, Rosenbrock and "
    "Bulirsch-Stoer-Deuflhard.",
    differs="The comparison itself is in another paper. Ours is one command, also over bumps and stiff shafts.",
    rows=(76, 77, 78, 79),
    experiments=(WORK_PRECISION,),
)
def integrators(runs: SharedExperiments) -> Shown:
    run = runs(WORK_PRECISION)
    errors = {
        method: run.metrics[f"sine_least_error_{method}"].value
        for method in METHODS.split(", ")
        if f"sine_least_error_{method}" in run.metrics
    }
    rows = [(method, error) for method, error in errors.items()]
    return Shown(
        pictures=(shown_panel(run, "a quarter car"), shown_panel(run, "a sine of steering")),
        findings=(
            Finding("methods compared", len(errors), "", "5"),
            Finding("largest of their least errors", max(errors.values()), "of the change", "", most=0.01),
        ),
        tables=(ShownTable("Sine of steering", ("method", "least error"), tuple(rows)),),
    )
