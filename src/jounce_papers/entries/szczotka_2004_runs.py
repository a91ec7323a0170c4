"""Entries of [Szczotka 2004], Figs 5 to 13: planks straight and in a circle, yaw, one-sided torque, the rim."""

from __future__ import annotations

import numpy as np

from jounce.model import load
from jounce.results.vibration.oscillations import amplitude_spectrum
from jounce_papers.entries.sketches import sketch_box
from jounce_papers.entries.szczotka_2004_model import ONE_SIDED
from jounce_papers.entries.szczotka_2007_beside_adams import (
    NO_ADAMS,
    OTHER,
    OURS,
    SINE_STEER,
    THEIRS,
    bump_distance,
)
from jounce_papers.entries.szczotka_2007_on_road import ONE_PLANK_HUB
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import Experiment, SharedExperiments, by_route, run_setting
from jounce_papers.shown import (
    DASHED,
    Finding,
    Shown,
    ShownSketch,
    ShownTable,
    Stroke,
    largest_shown_difference,
    shown_histories,
    shown_panel,
)

PAPER = "szczotka-2004"
PLANKS = Experiment(model="small_car", study="three-planks")
CIRCLE = {"radius": "40 m", "speed": "30 km/h"}
CIRCLE_HUB = Experiment(model="small_car", study="three-planks", settings={**CIRCLE, "count": 1})
CIRCLE_BODY = Experiment(model="small_car", study="three-planks", settings=CIRCLE)
RIM = Experiment(model="small_car", study="rim-acceleration")
# as in the paper, sensors and planks are on the right
HUB, MOUNT, RIM_CHANNEL = "front_right.hub.az", "front_right.mount.az", "steering.wheel.rim_acceleration"
NO_RECORD = (
    "The measured history is printed as a picture only, so it is not drawn here. The text puts the differences down to "
    "the tyre, which cannot move on its rim, and to missing rubber in the suspension; ours envelops the edges."
)


@paper_entry(
    PAPER,
    "Fig. 5",
    "Obstacles on the road",
    shows="Planks of rectangular section under the wheels of one side, with their dimensions.",
    states="The planks are 2.5 cm high.",
    differs="Length and distance are drawn but not legible in the text; ours are of the study and can be set. 2.5 cm "
    "are those of the test, 3 cm those of the simulation of 2007 (E-36).",
    rows=(74, 101),
    experiments=(PLANKS,),
)
def obstacles(runs: SharedExperiments) -> Shown:
    run = runs(PLANKS)
    height, length, spacing = (run_setting(run, name) for name in ("height", "length", "spacing"))
    lines = [Stroke(((-0.5, y, 0.0), (3.5, y, 0.0)), DASHED) for y in (-0.6, 0.6)]
    for k in range(3):
        lines += sketch_box((k * spacing + length / 2, -0.6, height / 2), np.eye(3), (length / 2, 0.4, height / 2))
    words = ((f"{1e3 * height:g} mm", (0.0, -1.0, height)), (f"{spacing:g} m", (0.5 * spacing, -0.6, 0.0)))
    return Shown(
        pictures=(
            ShownSketch(
                "three planks under the right wheels; dashed: paths of the wheels", tuple(lines), words, azimuth=130.0
            ),
        ),
        findings=(
            Finding("height", 100 * height, "cm", "2.5 cm"),
            Finding("length", 1e3 * length, "mm", "in a figure only"),
            Finding("distance", spacing, "m", "in a figure only"),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 6 and 7",
    "Measuring equipment and where it sits",
    shows="Photographs of the equipment in the car, and of the accelerometers at strut mount and knuckle.",
    states="Two accelerometers, optical speed along and across, steering angle and torque, a gyroscope, wheel angles.",
    differs="Photographs have no counterpart, and no picture of ours shows the sensors. The channels are those of "
    "every run.",
    rows=(101, 109),
    experiments=(ONE_PLANK_HUB,),
)
def equipment(runs: SharedExperiments) -> Shown:
    run = runs(ONE_PLANK_HUB)
    sensors = {
        "accelerometer A, strut mount": MOUNT,
        "accelerometer B, knuckle": HUB,
        "speed along": "vehicle.vx",
        "speed across": "vehicle.vy",
        "steering-wheel angle": "steering.wheel.angle",
        "steering-wheel torque": "steering.driver.effort",
        "gyroscope, yaw": "vehicle.yaw_rate",
        "gyroscope, pitch": "vehicle.pitch_rate",
        "gyroscope, roll": "vehicle.roll_rate",
        "wheel angle": "front_right.steer",
    }
    names = {channel.name: channel.unit for channel in run.channels}
    rows = [(word, name, names[name]) for word, name in sensors.items() if name in names]
    return Shown(
        pictures=(shown_histories("car body at the strut mount", "m/s^2", {"": (run, MOUNT)}),),
        findings=(Finding("sensors that are channels", len(rows), f"of {len(sensors)}", ""),),
        tables=(ShownTable("Sensors", ("sensor", "channel", "unit"), tuple(rows)),),
    )


@paper_entry(
    PAPER,
    "Fig. 8",
    "Three obstacles straight ahead: history and spectrum",
    shows="Vertical acceleration of the unsprung mass: (a) its spectrum, (b) its history, measured and computed.",
    states="Amplitude and frequency agree satisfactorily. The relative error is 10 % at most. The model is for 0 to "
    "50 Hz.",
    differs=NO_RECORD,
    rows=(74, 75, 97, 102),
    experiments=(PLANKS,),
    missing="the measured history, which the paper gives as a picture only",
)
def three_planks(runs: SharedExperiments) -> Shown:
    run = runs(PLANKS)
    f, amplitude = amplitude_spectrum(run.time, run[HUB])
    power = float(np.mean((run[HUB] - 0.0) ** 2))
    inside = amplitude.copy()
    inside[1:] = inside[1:] / np.sqrt(2.0)
    return Shown(
        pictures=(shown_panel(run, "hub, amplitude spectrum"), shown_histories("hub", "m/s^2", {"": (run, HUB)})),
        findings=(
            Finding("height of a plank", 100 * run_setting(run, "height"), "cm", "2.5 cm"),
            Finding(
                "distance of the planks, by the hub's pushes and the speed",
                bump_distance(run),
                "m",
                "in a figure only",
                0.95 * run_setting(run, "spacing"),
                1.05 * run_setting(run, "spacing"),
            ),
            Finding("strongest line of the hub", float(f[1:][amplitude[1:].argmax()]), "Hz", "in a figure only"),
            Finding(
                "energy of all lines by that of the history", float(np.sum(inside**2)) / power, "", "1", 0.98, 1.02
            ),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 9",
    "Obstacles in a circle",
    shows="(a) unsprung mass over one obstacle, (b) car body over three, while driving in a circle at constant speed.",
    states="Locally the curves differ, by simplifications and by disturbances of the test.",
    differs=f"{NO_RECORD} Radius and speed are not given; ours are 40 m and 30 km/h.",
    rows=(103,),
    experiments=(CIRCLE_HUB, CIRCLE_BODY),
    missing="the measured history, which the paper gives as a picture only",
)
def planks_in_a_circle(runs: SharedExperiments) -> Shown:
    one, three = runs(CIRCLE_HUB), runs(CIRCLE_BODY)
    return Shown(
        pictures=(
            shown_histories("hub, one plank", "m/s^2", {"": (one, HUB)}),
            shown_histories("car body at the strut mount, three planks", "m/s^2", {"": (three, MOUNT)}),
        ),
        findings=(
            Finding("lateral acceleration at the start", float(one["vehicle.cg.ay"][0]), "m/s²", "not given"),
            Finding(
                "speed squared over radius",
                (30 / 3.6) ** 2 / 40.0 / float(one["vehicle.cg.ay"][0]),
                "by that",
                "1",
                0.9,
                1.1,
            ),
            Finding("largest acceleration of the hub", one.metrics["hub_largest"].value, "m/s²", "in a figure only"),
            Finding(
                "largest acceleration of the body", three.metrics["mount_largest"].value, "m/s²", "in a figure only"
            ),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 10",
    "Steering angle and yaw velocity",
    shows="(a) angle of the steering wheel, (b) yaw velocity by the paper's program and by ADAMS.",
    states="Differences do not exceed a few per cent.",
    differs=NO_ADAMS,
    rows=(19, 104),
    experiments=(SINE_STEER, by_route(SINE_STEER, OTHER)),
)
def yaw_velocity_again(runs: SharedExperiments) -> Shown:
    one, other = runs(SINE_STEER), runs(by_route(SINE_STEER, OTHER))
    yaw = "vehicle.yaw_rate"
    apart = largest_shown_difference(one, other, [yaw])
    return Shown(
        pictures=(
            shown_panel(one, "steering wheel"),
            shown_histories("yaw velocity", "deg/s", {OURS: (one, yaw), THEIRS: (other, yaw)}),
        ),
        findings=(
            Finding("difference of two formulations", 100 * apart, "% of the peak", "a few per cent", most=0.01),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 11",
    "One-sided step of drive torque",
    shows="(a) torques of both electric motors, one of which jumps, (b) the yaw velocity that follows.",
    states="The change is on one side only. Differences from ADAMS do not exceed a few per cent.",
    differs="Levels are not printed; ours is 200 N m. In place of ADAMS stands the closed form: torque difference "
    "times half the track, by radius and yaw inertia.",
    rows=(56, 105),
    experiments=(ONE_SIDED,),
)
def one_sided_torque(runs: SharedExperiments) -> Shown:
    run = runs(ONE_SIDED)
    found, expected = (run.metrics[f"yaw_acceleration_{word}"].value for word in ("initial", "expected"))
    return Shown(
        pictures=(shown_panel(run, "torque of the motors"), shown_panel(run, "yaw velocity")),
        findings=(
            Finding("initial yaw acceleration", found, "rad/s²", "in a figure only"),
            Finding("the same, by the closed form", found / expected, "", "a few per cent", 0.95, 1.05),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 12",
    "Sharp obstacles: body and steering wheel",
    shows="(a) pitch and roll of the car body, (b) tangential acceleration of a point on the rim of the steering "
    "wheel.",
    states="Differences from ADAMS do not exceed a few per cent.",
    differs="The text says angles, the caption velocities: both are drawn (E-34). The wheel is free, as hands would "
    "feel it.",
    rows=(106,),
    experiments=(RIM,),
)
def rim_acceleration(runs: SharedExperiments) -> Shown:
    run = runs(RIM)
    radius = load("small_car").steering.wheel_radius  # type: ignore[union-attr]
    rim, rate, t = run[RIM_CHANNEL], run["steering.wheel.angle_rate"], run.time
    slope = radius * (rate[2:] - rate[:-2]) / (t[2:] - t[:-2])
    mean = 0.25 * (rim[:-2] + 2.0 * rim[1:-1] + rim[2:])  # of the same two intervals
    return Shown(
        pictures=(
            shown_panel(run, "attitude of the body"),
            shown_panel(run, "rates of the body"),
            shown_panel(run, "rim of the steering wheel"),
        ),
        findings=(
            Finding(
                "rim less radius of the file times slope of the wheel's rate",
                float(np.abs(slope - mean).max() / np.abs(rim).max()),
                "of the peak",
                "equal",
                most=1e-2,
            ),
            Finding("largest acceleration of the rim", run.metrics["rim_largest"].value, "m/s²", "in a figure only"),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 13",
    "Elements of the program",
    shows="A scheme of the paper's library: models full and simplified, integrators, tyres, obstacles, optimisation "
    "of drive torques, and further work.",
    states="Further work: tyre on short unevenness, driver models, flexible bodies, any kind of vehicle.",
    differs="The same as packages here; what is not there yet is listed as open. Drive torques over time are optimised "
    "by examples/28_torque_history.py.",
    rows=(119, 122, 123, 124, 125, 126),
    commands=("jounce list",),
    missing="flexible bodies, articulated vehicles",
)
def elements_of_the_program(_: SharedExperiments) -> Shown:
    rows = (
        ("definition of the structure", "model", "vehicle files, templates of suspensions"),
        ("generation of equations", "mechanism, equations", "four routes"),
        ("integration", "simulation/integrators", "ten methods, and one chosen by itself"),
        ("full and simplified models", "depths", "six depths from one file"),
        ("tyre models", "parts/tyres", "Magic Formula, Dugoff-Uffelmann, and others"),
        ("contact with obstacles", "parts/roads", "cams that envelop sharp edges"),
        ("tyres on short unevenness (further work)", "parts/tyres/rigid_ring", "a belt on its sidewall, to 80 Hz"),
        ("driver models (further work)", "parts/drivers", "MacAdam, Stanley, pure pursuit"),
        ("processing of results", "results, views", "channels with units, pages, reports"),
        ("flexible bodies (further work)", "-", "open"),
        ("articulated vehicles (further work)", "-", "open"),
        ("optimisation of drive torques", "simulation/tangents", "slopes of a run by every value of its histories"),
    )
    return Shown(
        findings=(Finding("elements that are there", sum(row[1] != "-" for row in rows), f"of {len(rows)}"),),
        tables=(ShownTable("Elements", ("in the paper", "here", "what"), rows),),
    )
