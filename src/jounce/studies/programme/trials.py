"""The trials of a programme, by chapters: which studies are run, and which of their figures stand on the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jounce.errors import ModelError, Problem, did_you_mean


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One study of a programme, with the settings that are not its own defaults."""

    chapter: str
    study: str
    sheet: Mapping[str, str]  # metrics that stand on the sheet, with their words; what a run does not have is left out
    settings: Mapping[str, Any] = field(default_factory=dict)
    word: str = ""  # tells apart trials of one study

    @property
    def name(self) -> str:
        """Returns the name by which files and options know it."""
        return f"{self.study}-{self.word}" if self.word else self.study


STEADY, RESPONSE, STABILITY = "Steady cornering", "Response to the steering wheel", "Stability and limits"
LENGTHWISE, RIDE, CLASS = "Driving and braking", "Ride", "The car among its class"

DISTURBED = {"yaw_rate_ratio": "yaw rate by that of the circle, 1 s", "path_deviation": "towards the centre, 1 s"}
CIRCLES = {"understeer_gradient": "understeer gradient", "roll_gradient": "roll gradient"}
STOPPED = {
    "stopping_distance": "stopping distance",
    "mean_deceleration": "mean fully developed deceleration",
    "locked_wheels": "wheels that lock",
}
SINGLE_TRACK = {  # that fits the yaw rate from 0.2 to 2 Hz; without one that does, the sheet has none of these
    "yaw_natural_frequency": "natural frequency of the fitted single track, sine of 2 m/s^2",
    "yaw_damping": "its damping ratio",
    "yaw_fit_lead": "its lead (zero)",
    "yaw_fit_lag": "its lag",
    "yaw_fit_residual": "its largest difference, 0.2 to 2 Hz",
}
COURSE = {
    "entry_speed": "speed at the entry",  # no clearance: practice ends with the first line that is clean
    "largest_lateral_acceleration": "largest a_y",
}

TRIALS = (
    Trial(
        chapter=CLASS,
        study="plausibility",
        sheet={
            "ride_frequency_front": "ride frequency, front",
            "ride_frequency_rear": "ride frequency, rear",
            "bounce": "bounce",
            "pitch": "pitch",
            "roll": "roll",
            "wheel_hop_front": "wheel hop, front",
            "yaw_index": "yaw inertia by mass and axle distances",
        },
    ),
    Trial(
        chapter=STEADY,
        study="steady-circle",
        sheet={
            "understeer_gradient": "understeer gradient",
            "roll_gradient": "roll gradient",
            "sideslip_gradient": "sideslip gradient",
            "characteristic_speed": "characteristic speed",
            "steering_ratio": "steering ratio",
        },
    ),
    Trial(chapter=STEADY, study="steady-circle", word="radius", sheet=CIRCLES, settings={"method": "radius"}),
    Trial(chapter=STEADY, study="steady-circle", word="angle", sheet=CIRCLES, settings={"method": "angle"}),
    Trial(
        chapter=STEADY,
        study="understeer-budget",
        sheet={
            "tyres_and_weight": "tyres and weight",
            "aligning_moment": "aligning moments",
            "load_transfer": "load transfer",
            "camber": "camber",
            "roll_steer": "roll steer",
            "steering_column": "steering column",
            "other_effects": "all others",
            "sum_of_effects": "sum of all effects",
        },
    ),
    Trial(
        chapter=STEADY,
        study="load-transfer",
        sheet={"front.share": "share of the front axle"},  # heights hang on what is counted as unsprung
    ),
    Trial(
        chapter=RESPONSE,
        study="step-steer",
        sheet={
            "yaw_rate_gain": "yaw rate by wheel angle",
            "yaw_rate_response_time": "response time of the yaw rate",
            "yaw_rate_overshoot": "overshoot of the yaw rate",
        },  # no TB factor: at this speed the sideslip is near its zero, whatever the car
    ),
    Trial(
        chapter=RESPONSE,
        study="sine-steer",
        sheet={"yaw_rate_lag": "lag of the yaw rate", "lateral_acceleration_lag": "lag of the lateral acceleration"},
    ),
    Trial(
        chapter=RESPONSE,
        study="swept-steer",
        sheet={
            **SINGLE_TRACK,
            "yaw_rate_bandwidth": "bandwidth of the yaw rate, amplitude of 2 m/s^2",
            "lateral_acceleration_phase_at_1_hz": "phase of a_y at 1 Hz",
        },
    ),
    Trial(
        chapter=RESPONSE,
        study="random-steer",
        sheet={
            "yaw_rate_bandwidth": "bandwidth of the yaw rate, smaller angles",
            "yaw_rate_coherence": "least coherence",
        },
    ),
    Trial(
        chapter=RESPONSE,
        study="weave",
        sheet={
            "steering_sensitivity": "a_y by wheel angle on centre",
            "angle_hysteresis": "hysteresis of the angle",
            "torque_gradient": "wheel torque by a_y on centre",
            "steering_friction": "wheel torque ahead of the angle, at angle 0",
        },
    ),
    Trial(
        chapter=STABILITY,
        study="sine-with-dwell",
        sheet={
            "yaw_ratio_1s": "yaw rate left after 1 s, at most 0.35",
            "yaw_ratio_1_75s": "after 1.75 s, at most 0.2",
            "displacement": "way aside",
        },
    ),
    Trial(
        chapter=STABILITY,
        study="fishhook",
        sheet={"tip_up_speed": "tips up at", "static_stability_factor": "static stability factor"},
    ),
    Trial(chapter=STABILITY, study="j-turn", sheet={"tip_up_speed": "tips up at", "largest_roll": "largest roll"}),
    Trial(chapter=STABILITY, study="brake-in-turn", sheet=DISTURBED),
    Trial(chapter=STABILITY, study="lift-off-in-turn", sheet=DISTURBED),
    Trial(
        chapter=STABILITY,
        study="crosswind",
        sheet={"lateral_deviation": "way aside in 2 s, wind 20 m/s", "yaw_rate_peak": "largest yaw rate"},
    ),
    Trial(chapter=STABILITY, study="lane-change", sheet=COURSE, settings={"line": "searched"}),
    Trial(chapter=STABILITY, study="obstacle-avoidance", sheet=COURSE, settings={"line": "searched"}),
    Trial(
        chapter=LENGTHWISE,
        study="acceleration",
        sheet={
            "time_to_100_kmh": "0 to 100 km/h",
            "time_80_120_kmh": "80 to 120 km/h",
            "time_400_m": "0 to 400 m",
            "top_speed": "top speed",
        },
    ),
    Trial(
        chapter=LENGTHWISE,
        study="clutch-drop",
        sheet={
            "shuffle_frequency": "shuffle",
            "shuffle_damping": "its damping ratio",
            "flexible_lock_time": "locks in",
        },
    ),
    Trial(
        chapter=LENGTHWISE,
        study="one-sided-torque",
        sheet={"yaw_acceleration_initial": "initial yaw acceleration"},
    ),
    Trial(chapter=LENGTHWISE, study="straight-braking", sheet=STOPPED),
    Trial(
        chapter=LENGTHWISE,
        study="straight-braking",
        word="split",
        sheet=STOPPED | {"lateral_deviation": "way aside", "steering_1s": "largest wheel angle in 1 s"},
        settings={"low_friction": 0.3, "driver": "correcting"},
    ),
    Trial(
        chapter=RIDE,
        study="ride",
        sheet={
            "seat_z_weighted": "seat, vertical, weighted",
            "comfort_total": "total of seat, rotations, back and floor",
            "dynamic_load_front_left": "dynamic load coefficient, front",
            "dynamic_load_rear_left": "dynamic load coefficient, rear",
        },
    ),
    Trial(
        chapter=RIDE,
        study="single-bump",
        sheet={"seat_weighted_peak_to_peak": "seat, peak to peak, weighted", "seat_vdv": "vibration dose at the seat"},
    ),
    Trial(
        chapter=RIDE,
        study="four-post",
        sheet={
            "heave_peak": "largest heave by post motion",
            "heave_peak_frequency": "at",
            "pitch_peak_frequency": "largest pitch at",
        },
    ),
)


def choose_trials(only: Iterable[str] = (), without: Iterable[str] = ()) -> tuple[Trial, ...]:
    """Chooses trials by name: all of them, only some, or all without some."""
    only, without = tuple(only), tuple(without)
    known = [trial.name for trial in TRIALS]
    wrong = [
        Problem(where, f"there is no trial '{word}'.{did_you_mean(word, known)}", f"trials: {', '.join(known)}")
        for where, words in (("only", only), ("without", without))
        for word in words
        if word not in known
    ]
    chosen = tuple(t for t in TRIALS if (not only or t.name in only) and t.name not in without)
    if not wrong and not chosen:
        wrong.append(Problem("without", "nothing is left to run", "fewer words, or other ones"))
    if wrong:
        raise ModelError("programme", wrong)
    return chosen
