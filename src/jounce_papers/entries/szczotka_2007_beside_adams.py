"""Entries of [Szczotka 2007], Figs 9 to 11 and section 5.1: runs beside a second formulation, and what they cost."""

from __future__ import annotations

from time import thread_time

import numpy as np

from jounce.results import Result
from jounce.results.read_offs import lag
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import Experiment, SharedExperiments, by_route, run_setting
from jounce_papers.shown import (
    Finding,
    Shown,
    ShownTable,
    largest_shown_difference,
    shown_histories,
    shown_panel,
)

PAPER, OTHER = "szczotka-2007", "absolute_cartesian"
OURS, THEIRS = "recursive, joint coordinates", "absolute coordinates, in place of ADAMS"
NO_ADAMS = (
    "ADAMS/Car is not at hand. In its place stands the same car in absolute coordinates, as ADAMS has them: six for "
    "each body, and rows for every joint. In the tests MuJoCo drives this car and Exudyn a quarter of one. The paper "
    "gives no data of its car; ours is of its class."
)
RK4_STEP = {"integrator": "rk4", "step": "1 ms"}

SINE_STEER = Experiment(
    model="small_car", study="sine-steer", settings={"speed": "60 km/h", "duration": "5 s", **RK4_STEP}
)
THREE_BUMPS = Experiment(model="small_car", study="three-bumps", settings=RK4_STEP)
SINE_ROAD = Experiment(model="small_car", study="sine-road", settings=RK4_STEP)


@paper_entry(
    PAPER,
    "Fig. 9",
    "Steering input and yaw velocity at 60 km/h",
    shows="(a) the angle of the steering wheel over time, (b) the yaw velocity by the paper's program and by "
    "ADAMS/Car.",
    states="The answers are almost identical, but for some decaying oscillations of the paper's own model.",
    differs=f"{NO_ADAMS} Our run starts in equilibrium, so there are no oscillations to decay (E-38). The history of "
    "the angle is not printed; ours is one sine of 0.5 Hz.",
    rows=(19, 76, 92, 104),
    experiments=(SINE_STEER, by_route(SINE_STEER, OTHER)),
)
def yaw_velocity(runs: SharedExperiments) -> Shown:
    one, other = runs(SINE_STEER), runs(by_route(SINE_STEER, OTHER))
    yaw = "vehicle.yaw_rate"
    apart = largest_shown_difference(one, other, [yaw, "vehicle.cg.ay", "vehicle.roll"])
    wheel = one["steering.wheel.angle"]
    late = lag(one.time, wheel, one[yaw], 1.0) - lag(other.time, wheel, other[yaw], 1.0)
    ripple = float(np.abs(one[yaw][one.time < 0.45]).max() / np.abs(one[yaw]).max())
    return Shown(
        pictures=(
            shown_panel(one, "steering wheel"),
            shown_histories("yaw velocity", "deg/s", {OURS: (one, yaw), THEIRS: (other, yaw)}),
        ),
        findings=(
            Finding("initial speed", one["vehicle.speed"][0] * 3.6, "km/h", "60 km/h"),
            Finding("difference of two formulations", 100 * apart, "% of the peak", "almost identical", most=0.01),
            Finding("difference of their lags", 1e3 * late, "ms", "", -0.1, 0.1),
            Finding(
                "yaw rate before the wheel turns", 100 * ripple, "% of the peak", "decaying oscillations", most=0.1
            ),
            Finding("largest yaw rate", float(np.degrees(np.abs(one[yaw]).max())), "deg/s", "in a figure only"),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 10",
    "Three bumps under one side",
    shows="Vertical acceleration over three bumps, 0.03 m high and 1 m apart, under the wheels of one side: (a) car "
    "body at the front strut mount, (b) hub.",
    states="Good correspondence with ADAMS/Car.",
    differs=f"{NO_ADAMS} Speed and length of the bumps are not given; ours are 30 km/h and 0.8 m.",
    rows=(93, 76),
    experiments=(THREE_BUMPS, by_route(THREE_BUMPS, OTHER)),
)
def three_bumps(runs: SharedExperiments) -> Shown:
    one, other = runs(THREE_BUMPS), runs(by_route(THREE_BUMPS, OTHER))
    hub, mount = "front_left.hub.az", "front_left.mount.az"
    return Shown(
        pictures=tuple(
            shown_histories(word, "m/s^2", {OURS: (one, name), THEIRS: (other, name)})
            for word, name in (("car body at the strut mount", mount), ("hub", hub))
        ),
        findings=(
            Finding("height of a bump", run_setting(one, "height"), "m", "0.03 m"),
            Finding("distance of two bumps", bump_distance(one), "m", "1 m", 0.95, 1.05),
            Finding("difference of two formulations", 100 * _over_bumps(one, other), "% of the peak", "good", most=1.0),
            Finding("largest hub acceleration", float(np.abs(one[hub]).max()), "m/s²", "in a figure only"),
        ),
    )


def _over_bumps(one: Result, other: Result) -> float:
    return largest_shown_difference(one, other, ["front_left.hub.az", "front_left.mount.az"])


def bump_distance(run: Result) -> float:
    """Speed times the mean time between the hub's largest pushes upwards, one to each bump."""
    between = [run.metrics[f"hub_interval_{k}"].value for k in (1, 2)]
    return float(np.mean(between) * run["vehicle.speed"].mean())


@paper_entry(
    PAPER,
    "Fig. 11",
    "Sinusoidal road",
    shows="(a) height of the centre of mass of the car body and (b) pitch angle on a road of sine waves, amplitude 1 "
    "cm, length 8 m.",
    states="Good correspondence with ADAMS/Car.",
    differs=f"{NO_ADAMS} The speed is not given; ours is that of the study.",
    rows=(94, 76),
    experiments=(SINE_ROAD, by_route(SINE_ROAD, OTHER)),
)
def sine_road(runs: SharedExperiments) -> Shown:
    one, other = runs(SINE_ROAD), runs(by_route(SINE_ROAD, OTHER))
    height, pitch = "vehicle.cg.z", "vehicle.pitch"
    expected = float(one["vehicle.speed"].mean()) / run_setting(one, "wavelength")
    return Shown(
        pictures=(
            shown_histories("height of the centre of mass", "mm", {OURS: (one, height), THEIRS: (other, height)}),
            shown_histories("pitch angle", "deg", {OURS: (one, pitch), THEIRS: (other, pitch)}),
        ),
        findings=(
            Finding("amplitude of the road", 100 * run_setting(one, "amplitude"), "cm", "1 cm"),
            Finding("wave length", run_setting(one, "wavelength"), "m", "8 m"),
            Finding(
                "frequency of the answer, by speed over wave length",
                one.metrics["height_frequency"].value / expected,
                "",
                "1",
                0.99,
                1.01,
            ),
            Finding(
                "height, by that of the linear car with equivalent dampers",
                one.metrics["height_equivalent_ratio"].value,
                "",
                "",
                0.98,
                1.02,
            ),
            Finding(
                "difference of two formulations",
                100 * largest_shown_difference(one, other, [pitch]),
                "% of the peak",
                "good",
                most=0.1,
            ),
        ),
    )


@paper_entry(
    PAPER,
    "Section 5.1",
    "Computing time",
    shows="No figure: how long the runs took.",
    states="Runge-Kutta of order 4 with a step of 0.001 s: 30 s to 5 min for a task. ADAMS/Car with GSTIFF took half "
    "as long.",
    differs="Processor time on this machine, with code that is made already: set-up, search of the start, run and "
    "metrics.",
    rows=(76, 121, 127),
    experiments=(SINE_STEER, THREE_BUMPS, SINE_ROAD),
    commands=("jounce bench structural-car",),
)
def computing_time(runs: SharedExperiments) -> Shown:
    experiments = {"sine of steering": SINE_STEER, "three bumps": THREE_BUMPS, "sine road": SINE_ROAD}
    spent, rows = {}, []
    for word, experiment in experiments.items():
        run = runs(experiment)
        began = thread_time()
        experiment.run(runs.stopped)
        spent[word] = thread_time() - began
        rows.append((word, f"{run.duration:.2f}", f"{spent[word]:.2f}", f"{run.duration / spent[word]:.1f}"))
    return Shown(
        findings=(
            Finding("step of Runge-Kutta 4", run_setting(runs(SINE_STEER), "step"), "s", "0.001 s"),
            Finding("longest of the three runs", max(spent.values()), "s", "30 s to 5 min"),
        ),
        tables=(ShownTable("Runs", ("run", "simulated [s]", "processor [s]", "times real time"), tuple(rows)),),
    )
