"""Entries of [Ciglaric], Figs 6 to 9: the lane change of ISO 3888 at 100 km/h."""

from __future__ import annotations

import numpy as np

from jounce.results import Result
from jounce.results.comparison.agreement import agreement
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import Experiment, SharedExperiments
from jounce_papers.shown import Finding, Shown, ShownModel, shown_histories, shown_panel

PAPER = "ciglaric"
# a line and a gain that 2000 runs of practice at this speed have found
PRACTISED = {
    "speed": "100 km/h",
    "driver": "stanley",
    "compensated": "true",
    "gain": "0.4062 1/s",
    "line": "given",
    "line_numbers": "-0.1805 m, 1.0287 m, 55.9641 m, 3.5189 m, 57.6109 m, 103.9983 m, 0.2301 m",
}
SLOWER = {
    **PRACTISED,
    "speed": "95 km/h",
    "gain": "0.9224 1/s",
    "line_numbers": "-0.0501 m, 3.8731 m, 54.8458 m, 3.4549 m, 60.4379 m, 102.3464 m, 0.4108 m",
}
LANE_CHANGE = Experiment(model="golf1", study="lane-change", settings=PRACTISED)
WITH_CARCASS = Experiment(model="golf1_carcass", study="lane-change", settings=PRACTISED)
CLEAN = Experiment(model="golf1", study="lane-change", settings=SLOWER)
NO_RECORD = (
    "The measured curve is printed as a picture without numbers, so it is not drawn here. Beside the 18 degrees of "
    "freedom stand the 26 of the full model; a measured CSV file is laid over a run by jounce compare."
)


@paper_entry(
    PAPER,
    "Fig. 6",
    "Steering wheel in the lane change",
    shows="Angle of the steering wheel over time in the double lane change of ISO 3888.",
    states="The heading speed was 100 km/h, the throttle held; the history comes from a measurement.",
    differs="The history is printed as a figure only. Ours is that of a driver who has practised; --mode open-loop "
    "--steering-history wheel.csv takes one from a file. Part 1 of the standard names 80 km/h; other speeds are "
    "allowed (E-21). At 100 km/h our car touches cones, at 95 km/h it passes; tyres of other programs have more "
    "friction.",
    rows=(65, 107, 123),
    experiments=(LANE_CHANGE, CLEAN),
    missing="a run at 100 km/h that touches no cone",
)
def steering_input(runs: SharedExperiments) -> Shown:
    run, clean = runs(LANE_CHANGE), runs(CLEAN)
    return Shown(
        pictures=(shown_panel(run, "steering wheel"), shown_panel(run, "track")),
        findings=(
            Finding("speed at the entry", 3.6 * run.metrics["entry_speed"].value, "km/h", "100 km/h"),
            Finding("cones hit at this speed", run.metrics["cones_hit"].value, "", "not given"),
            Finding("least clearance to the lanes", 1e3 * run.metrics["least_clearance"].value, "mm", "not given"),
            Finding("cones hit at 95 km/h", clean.metrics["cones_hit"].value, "", "not driven", 0, 0),
            Finding(
                "largest angle of the steering wheel", _largest(run, "steering.wheel.angle"), "deg", "in a figure only"
            ),
        ),
    )


def _largest(run: Result, channel: str) -> float:
    return float(np.degrees(np.abs(run[channel]).max()))


@paper_entry(
    PAPER,
    "Fig. 7",
    "Animation of the lane change",
    shows="The car in a virtual environment of VRML, in the lane change.",
    states="Position, orientation, velocity, angular velocity, acceleration and angular acceleration are computed and "
    "shown.",
    differs="The page of a run is one file for any browser, with cones, curves and a time line: jounce view. Below "
    "are drawings of the same scene at two instants.",
    rows=(109, 117),
    experiments=(LANE_CHANGE,),
    commands=("jounce view golf1_lane_change.h5",),
)
def animation(runs: SharedExperiments) -> Shown:
    run = runs(LANE_CHANGE)
    leaning = int(np.abs(run["vehicle.roll"]).argmax())
    t, heading = run.time, run["vehicle.yaw"]
    along, across = (np.gradient(run[f"vehicle.{axis}"], t) for axis in "xy")
    forward = along * np.cos(heading) + across * np.sin(heading)
    off = {
        "velocity": forward - run["vehicle.vx"],
        "yaw rate": np.gradient(heading, t) - run["vehicle.yaw_rate"],
    }
    largest = {"velocity": np.abs(run["vehicle.vx"]).max(), "yaw rate": np.abs(run["vehicle.yaw_rate"]).max()}
    return Shown(
        pictures=(
            ShownModel("at the entry", run, azimuth=-150.0, elevation=15.0),
            ShownModel("where it leans most", run, azimuth=-150.0, elevation=15.0, sample=leaning),
        ),
        findings=tuple(
            Finding(
                f"{word} less the slope of its history",
                float(np.abs(apart[1:-1]).max() / largest[word]),
                "of the peak",
                "",
                most=1e-2,
            )
            for word, apart in off.items()
        ),
    )


def _beside(runs: SharedExperiments, channel: str, heading: str, unit: str, factor: float) -> Shown:
    one, other = runs(LANE_CHANGE), runs(WITH_CARCASS)
    error = agreement(one.time, one[channel], other.time, other[channel])
    return Shown(
        pictures=(shown_histories(heading, unit, {"18 freedoms": (one, channel), "26 freedoms": (other, channel)}),),
        findings=(
            Finding("largest value, 18 freedoms", factor * error.peak_computed, unit, "in a figure only"),
            Finding("largest value, 26 freedoms", factor * error.peak_measured, unit),
            Finding(
                "integral of their difference, by that of the second",
                100 * error.error_by_measured,
                "%",
                "good agreement",
            ),
            Finding("run time by simulated time, 18 freedoms", one.wall_time / one.duration, "", ""),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 8",
    "Lateral acceleration in the lane change",
    shows="Lateral acceleration, measured (green) and computed (red), 18 degrees of freedom.",
    states="Measurement and computation show good agreement.",
    differs=NO_RECORD,
    rows=(97, 107, 108, 113),
    experiments=(LANE_CHANGE, WITH_CARCASS),
    missing="the measured curve, which the paper gives as a picture only",
)
def lateral_acceleration(runs: SharedExperiments) -> Shown:
    return _beside(runs, "vehicle.cg.ay", "lateral acceleration", "m/s^2", 1.0)


@paper_entry(
    PAPER,
    "Fig. 9",
    "Roll angle in the lane change",
    shows="Roll angle, measured (green) and computed (red), 18 degrees of freedom.",
    states="Measurement and computation show good agreement.",
    differs=NO_RECORD,
    rows=(97, 107, 108, 113),
    experiments=(LANE_CHANGE, WITH_CARCASS),
    missing="the measured curve, which the paper gives as a picture only",
)
def roll_angle(runs: SharedExperiments) -> Shown:
    return _beside(runs, "vehicle.roll", "roll angle", "deg", 180 / np.pi)
