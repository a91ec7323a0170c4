"""Experiments that an engineer would name, found by name. Each is a value with settings; its run gives metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from jounce.arguments import check_arguments
from jounce.errors import ModelError, NumericalError, Problem, did_you_mean, shown_in_message
from jounce.outdated import take_old_words
from jounce.progress import report_progress
from jounce.public_names import hand_on_names
from jounce.results import Result
from jounce.simulation.linear_algebra import one_blas_thread
from jounce.simulation.verdict import warn_of_doubts
from jounce.studies.study import Progress, Study
from jounce.studies.subject import with_subject

# Folder -> its studies, in the order in which they are listed. `step-steer` is the class StepSteer in step_steer.py.
ROOMS = {
    "kinematics": ("wheel-travel", "compliance", "pick-up-loads"),
    "tyres": ("tyre-rig", "tyre-fit"),
    "handling": (
        "step-steer",
        "sine-steer",
        "steady-circle",
        "slow-ramp",
        "brake-to-standstill",
        "park-on-slope",
        "crosswind",
        "roll-over",
        "gyroscopic-effect",
        "plausibility",
    ),
    "stance": ("set-up",),
    "budgets": ("understeer-budget", "load-transfer"),
    "response": ("linear-steer", "swept-steer", "random-steer", "weave"),
    "stability": ("sine-with-dwell", "fishhook", "j-turn", "brake-in-turn", "lift-off-in-turn"),
    "combinations": ("trailer-stability", "rearward-amplification", "off-tracking", "jack-knife", "tilt-table"),
    "performance": ("acceleration", "straight-braking"),
    "courses": ("lane-change", "obstacle-avoidance"),
    "ride": (
        "three-bumps",
        "sine-road",
        "one-obstacle",
        "three-planks",
        "drive-road",
        "ride",
        "single-bump",
        "four-post",
    ),
    "driveline": ("rim-acceleration", "torque-step", "drive-path", "one-sided-torque", "clutch-drop"),
    "scripts": ("script",),
    "measured": ("replay",),
    "numerics": ("work-precision",),
}


class _Studies(Mapping[str, type[Study]]):
    """Every study by name; its file is imported when it is first asked for."""

    def __init__(self) -> None:
        self._rooms = {name: room for room, names in ROOMS.items() for name in names}
        self._own: dict[str, type[Study]] = {}

    def learn(self, name: str, study: type[Study]) -> None:
        """Learns a study of the user's own."""
        self._own[name] = study

    def forget(self, name: str) -> None:
        del self._own[name]

    def __getitem__(self, name: str) -> type[Study]:
        if name in self._own:
            return self._own[name]
        module = import_module(f"jounce.studies.{self._rooms[name]}.{name.replace('-', '_')}")
        found: type[Study] = getattr(module, study_class_name(name))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter((*self._rooms, *self._own))

    def __len__(self) -> int:
        return len(self._rooms) + len(self._own)

    def __contains__(self, name: object) -> bool:
        return name in self._rooms or name in self._own


STUDIES = _Studies()


def study_class_name(study: str) -> str:
    """Returns "StepSteer" for "step-steer"."""
    return "".join(word.capitalize() for word in study.split("-"))


@check_arguments
def find_study(name: str) -> type[Study]:
    """Returns the study of this name."""
    if not isinstance(name, str):
        what = f"{shown_in_message(name)} is not a study"
        raise ModelError("run", [Problem("study", what, "the name of a study, or a study that was made before")])
    if name not in STUDIES:
        what = f"there is no study '{name}'.{did_you_mean(name, STUDIES)}"
        raise ModelError("run", [Problem("study", what, f"one of: {', '.join(STUDIES)}")])
    return STUDIES[name]


@take_old_words({"model": "car", "on_progress": "progress"})
@check_arguments
def run(car: Any, study: str | Study, *, progress: bool | Progress = False, **settings: Any) -> Result:
    """Put a vehicle or a tyre through a study: `run(car, "step-steer", speed="80 km/h")`, or a study that was made
    before, `run(car, jounce.studies.StepSteer(speed="80 km/h"))`.

    `progress=True` draws a bar; a function is called with the share that is done.
    """
    if isinstance(study, Study) and settings:
        what = f"{type(study).__name__} has its settings already"
        raise ModelError("run", [Problem(", ".join(settings), what, "give them where the study is made")])
    value = study if isinstance(study, Study) else find_study(study)(**settings)
    try:
        with one_blas_thread(), report_progress(progress, value.doing) as report:
            result = with_subject(value.run(car, report), car, value)
    except (NumericalError, KeyboardInterrupt) as stopped:
        partial = getattr(stopped, "partial", None)
        if isinstance(partial, Result):  # what was computed also says what it was made from
            stopped.partial = with_subject(partial, car, value)  # type: ignore[union-attr]
        raise
    return warn_of_doubts(result)


# what else lives here, by the module that it is taken from
_HOMES = {
    "jounce.studies.fastest_line.fastest_line": ("FastestLine",),
    "jounce.studies.fastest_line.track": ("Track",),
    "jounce.studies.gradients.gradient": ("Gradient",),
    "jounce.studies.gradients.metric_function": ("MetricFunction", "metric_function"),
    "jounce.studies.kinematics.sensitivity": ("Sensitivity",),
    "jounce.studies.kinematics.wheel_travel": ("MountedAxle", "mount"),
    "jounce.studies.many.variants": ("Variants",),
    "jounce.studies.optimise.goals": ("Goal",),
    "jounce.studies.optimise.optimise": ("Optimisation",),
    "jounce.studies.programme.run_programme": ("ProgrammeRun",),
}
_CLASSES = {study_class_name(name): name for name in STUDIES}
__all__ = ["STUDIES", "Study", "find_study", "run", *_CLASSES, *(name for names in _HOMES.values() for name in names)]

if TYPE_CHECKING:
    from jounce.studies.fastest_line.fastest_line import FastestLine as FastestLine
    from jounce.studies.fastest_line.track import Track as Track
    from jounce.studies.gradients.gradient import Gradient as Gradient
    from jounce.studies.gradients.metric_function import MetricFunction as MetricFunction
    from jounce.studies.kinematics.sensitivity import Sensitivity as Sensitivity
    from jounce.studies.kinematics.wheel_travel import MountedAxle as MountedAxle
    from jounce.studies.kinematics.wheel_travel import mount as mount
    from jounce.studies.many.variants import Variants as Variants
    from jounce.studies.optimise.goals import Goal as Goal
    from jounce.studies.optimise.optimise import Optimisation as Optimisation
    from jounce.studies.programme.run_programme import ProgrammeRun as ProgrammeRun
    from jounce.studies.signatures.settings import StudyName as StudyName
    from jounce.studies.signatures.studies import *  # noqa: F403
    from jounce.studies.signatures.verbs import metric_function as metric_function
else:
    StudyName = str  # type checkers know the names of all studies
    __getattr__, __dir__ = hand_on_names(__name__, __all__, _HOMES, otherwise=lambda name: STUDIES[_CLASSES[name]])
