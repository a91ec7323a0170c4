"""Entries of [Szczotka 2007], Figs 12 to 15: the instrumented car over one obstacle, and its driveline."""

from __future__ import annotations

import numpy as np

from jounce.results.comparison.agreement import agreement
from jounce_papers.entry import paper_entry
from jounce_papers.experiments import Experiment, SharedExperiments, run_setting
from jounce_papers.shown import Finding, Shown, ShownTable, shown_histories, shown_panel

PAPER, LOAD = "szczotka-2007", "front_left.tyre.Fz"
NO_RECORD = (
    "The measured history exists in the paper as a picture only, so it is not drawn here. What is laid beside the "
    "car is the same car on rubber bushings, which the Polish paper names as what the model lacks."
)
ONE_PLANK_HUB = Experiment(model="small_car", study="one-obstacle", settings={"speed": "50 km/h"})
ONE_PLANK_BODY = Experiment(model="small_car", study="one-obstacle", settings={"speed": "30 km/h"})
BUSHED = {"compliance": "true"}
TORQUE_STEP = Experiment(model="small_car_electric", study="torque-step", settings={"elements": 5})
DRIVE_PATH = Experiment(model="small_car_electric", study="drive-path", settings={"elements": 5})
CLUTCH_DROP = Experiment(model="small_car", study="clutch-drop")


def on_bushings(experiment: Experiment) -> Experiment:
    """The same experiment with the car on its bushings."""
    return Experiment(model="small_car_compliant", study=experiment.study, settings={**experiment.settings, **BUSHED})


def _hub_and_body(runs: SharedExperiments, experiment: Experiment, channel: str, word: str, speed: float) -> Shown:
    """One plank: the car with ideal joints beside the same on bushings, by both forms of the error integral."""
    one, other = runs(experiment), runs(on_bushings(experiment))
    error = agreement(one.time, one[channel], other.time, other[channel])
    return Shown(
        pictures=(
            shown_histories(word, "m/s^2", {"ideal joints": (one, channel), "on bushings": (other, channel)}),
            shown_histories("load of the tyre", "kN", {"ideal joints": (one, LOAD), "on bushings": (other, LOAD)}),
        ),
        findings=(
            Finding("speed of the car", 3.6 * float(one["vehicle.speed"][0]), "km/h", f"{speed:g} km/h"),
            Finding("largest acceleration", error.peak_computed, "m/s²", "in a figure only"),
            Finding("the same on bushings", error.peak_measured, "m/s²"),
            Finding(
                "effect of the bushings: eq. 45 of both runs, by the first",
                100 * error.error_by_computed,
                "%",
                "not shown",
            ),
            Finding("the same, by the second (E-11)", 100 * error.error_by_measured, "%", "not shown"),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 12",
    "Test vehicle with its equipment",
    shows="A photograph of the car with its instruments: accelerometers on body and hub, a steering wheel that "
    "measures angle and torque, an optical sensor of speed, sensors of the wheel angle.",
    states="Vertical acceleration of body and hub, angle and torque of the steering wheel, velocities along and "
    "across, and the angle of the front wheel were measured.",
    differs="A photograph has no counterpart, and no picture of ours shows the sensors. Each is a channel that every "
    "run has; sensors of your own are placed in the vehicle file by point and direction.",
    rows=(101, 109),
    experiments=(ONE_PLANK_HUB,),
)
def test_vehicle(runs: SharedExperiments) -> Shown:
    run = runs(ONE_PLANK_HUB)
    channels = {
        "vertical acceleration of the car body, at the strut mount": "front_left.mount.az",
        "vertical acceleration of the front suspension, at the hub": "front_left.hub.az",
        "angle of the steering wheel": "steering.wheel.angle",
        "torque of the steering wheel": "steering.driver.effort",
        "velocity along": "vehicle.vx",
        "velocity across": "vehicle.vy",
        "angle of the front wheel": "front_left.steer",
    }
    found = {channel.name: channel for channel in run.channels}
    rows = [(word, name, found[name].unit, found[name].definition) for word, name in channels.items() if name in found]
    return Shown(
        pictures=(shown_histories("hub", "m/s^2", {"": (run, "front_left.hub.az")}),),
        findings=(Finding("sensors of the paper that are channels here", len(rows), "", "7"),),
        tables=(ShownTable("Sensors", ("measured in the paper", "channel", "unit", "definition"), tuple(rows)),),
    )


@paper_entry(
    PAPER,
    "Fig. 13",
    "Hub over one obstacle at 50 km/h",
    shows="Vertical acceleration of the front wheel carrier over one obstacle with sharp edges, computed and measured.",
    states="The speed was about 50 km/h. The relative error of eq. 45 is below 10 %.",
    differs=f"{NO_RECORD} A record of your own is laid over a run by jounce compare or the study replay, with the "
    "errors of this table.",
    rows=(74, 95, 97),
    experiments=(ONE_PLANK_HUB, on_bushings(ONE_PLANK_HUB)),
    missing="the measured history, which the paper gives as a picture only",
)
def hub_over_one_plank(runs: SharedExperiments) -> Shown:
    return _hub_and_body(runs, ONE_PLANK_HUB, "front_left.hub.az", "hub", 50.0)


@paper_entry(
    PAPER,
    "Fig. 14",
    "Car body over one obstacle at 30 km/h",
    shows="Vertical acceleration of the car body near the socket of the front strut, computed and measured.",
    states="The speed was 30 km/h. The relative error of eq. 45 is below 10 %.",
    differs=NO_RECORD,
    rows=(74, 96, 97),
    experiments=(ONE_PLANK_BODY, on_bushings(ONE_PLANK_BODY)),
    missing="the measured history, which the paper gives as a picture only",
)
def body_over_one_plank(runs: SharedExperiments) -> Shown:
    return _hub_and_body(runs, ONE_PLANK_BODY, "front_left.mount.az", "car body at the strut mount", 30.0)


@paper_entry(
    PAPER,
    "Fig. 15a",
    "Step of motor torque on unequal shafts",
    shows="Speed of both driven wheels after a step of the torque of two electric motors, straight ahead at 60 km/h, "
    "with shafts of different stiffness on the two sides.",
    states="5 rigid finite elements in each shaft. The wheel speeds vibrate, and differently on both sides.",
    differs="Stiffness, damping and torque are not given. Ours are those of the file; the frequencies are checked "
    "against the eigenvalues of the car.",
    rows=(33, 34, 56, 58, 98),
    experiments=(TORQUE_STEP,),
)
def torque_step(runs: SharedExperiments) -> Shown:
    run = runs(TORQUE_STEP)
    both = ("front_left", "front_right")
    ripple, mode = ({c: run.metrics[f"{c}_{word}"].value for c in both} for word in ("ripple", "eigenfrequency"))
    off = [
        Finding(
            f"{corner.replace('_', ' ')}: ripple in the shaft, by its eigenfrequency of {mode[corner]:.1f} Hz",
            ripple[corner] / mode[corner],
            "",
            "",
            0.98,
            1.02,
        )
        for corner in both
    ]
    return Shown(
        pictures=(shown_panel(run, "speed of the driven wheels"), shown_panel(run, "torque in the half shafts")),
        findings=(
            Finding("elements in each shaft", run_setting(run, "elements"), "", "5"),
            Finding("initial speed", 3.6 * float(run["vehicle.speed"][0]), "km/h", "60 km/h"),
            *off,
            Finding("right frequency by the left one", mode["front_right"] / mode["front_left"], "", "they differ"),
        ),
    )


@paper_entry(
    PAPER,
    "Fig. 15b",
    "Path on rigid and on flexible shafts",
    shows="Trajectory of the car with a rigid and with a flexible driveline.",
    states="Flexibility of the driveline has no effect on the global motion; it may matter when a clutch is dropped.",
    differs="The manoeuvre is not described; ours is a step of torque and one sine of the steering wheel. The dropped "
    "clutch, which the paper only names, is a run as well.",
    rows=(99, 100),
    experiments=(DRIVE_PATH, CLUTCH_DROP),
)
def path_on_shafts(runs: SharedExperiments) -> Shown:
    run, drop = runs(DRIVE_PATH), runs(CLUTCH_DROP)
    apart = run.metrics["path_distance"].value
    way = float(np.hypot(np.diff(run["rigid.vehicle.x"]), np.diff(run["rigid.vehicle.y"])).sum())
    return Shown(
        pictures=(shown_panel(run, "path of the front axle"), shown_panel(drop, "torque in the half shafts")),
        findings=(
            Finding("largest distance of the two cars", 1e3 * apart, "mm", "no effect"),
            Finding("the same, by the way driven", apart / way, "", "no effect", most=1e-3),
            Finding("shuffle after a dropped clutch", drop.metrics["shuffle_frequency"].value, "Hz", "not shown"),
            Finding(
                "the same, by its eigenfrequency",
                drop.metrics["shuffle_frequency"].value / drop.metrics["shuffle_eigenfrequency"].value,
                "",
                "",
                0.95,
                1.05,
            ),
        ),
    )
