"""The double lane change of ISO 3888-1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from jounce.errors import Problem
from jounce.studies.courses.cone_drive import ConeDrive, PractisedLine
from jounce.studies.courses.course import Course
from jounce.studies.courses.iso_3888 import READINGS, iso_3888_1
from jounce.studies.courses.open_loop import read_steering_history, steering_along_line
from jounce.studies.driving.drive import Manoeuvre
from jounce.studies.settings import Setting, Word


@dataclass(frozen=True, kw_only=True)
class SteeringFile(Setting):
    """A CSV file with a history of the steering wheel."""

    def read(self, value: Any, where: str) -> Any:
        return read_steering_history(value)

    def annotation(self) -> str:
        return "str | Path"

    def right(self) -> str:
        return "a CSV file with the columns time [s] and one angle, such as angle [deg]"


class LaneChange(ConeDrive):
    """The double lane change of ISO 3888-1 between cones, at constant throttle. [ISO 3888, part 1; Ciglaric, Fig. 6-9]

    The car comes straight on at its speed, and the drive torque stays as it is. A driver steers it along a line out to
    the left and back, or the steering wheel follows a history that looks at nothing (mode open-loop): one from a file,
    or the one with which the linear single track follows the line; the paper prints its own as a figure only.

    Lanes and cones are made for the width of the car. The run passes where the outline of the car stays in each lane.
    The offset of the middle lane is read in three ways; `offset` says which.
    """

    name = "lane-change"
    offset = Word(
        default="edge",
        words=tuple(READINGS),
        meaning="3.5 m from edge to same edge, from centre to centre, or from centre to near edge of lane 2",
    )
    mode = Word(default="closed-loop", words=("closed-loop", "open-loop"), meaning="whether a driver looks")
    steering_history = SteeringFile(
        meaning="of the steering wheel, in mode open-loop", auto="the one of the linear single track along the line"
    )

    def contradictions(self) -> Iterator[Problem]:
        yield from super().contradictions()
        if self.mode == "open-loop":
            if self.practises():
                word = "highest" if self.highest else "line"
                yield Problem(
                    word, "practice needs a driver who looks", "mode = closed-loop, or line = centre or usual"
                )
        elif self.steering_history is not None:
            yield Problem("steering_history", "a driver steers by itself", "mode = open-loop")

    def make_course(self, width: float) -> Course:
        return iso_3888_1(width, self.offset, self.cone_radius)

    def manoeuvre_of(self, ready: PractisedLine) -> Manoeuvre:
        done = super().manoeuvre_of(ready)
        if self.mode == "closed-loop":
            return done
        run, wheel, start = ready.run, str(ready.run.car.steering), done.start
        told = "open loop: steering wheel as in the file"
        if self.steering_history is not None:
            history, height = self.steering_history
            if height is not None:
                start = run.start_on(replace(ready.line, entry_height=height))
                told += f", whose car starts {height:.3g} m to the left of the middle of lane 1, as this one"
        else:
            behind = run.outline.front + float(ready.track.front_length)  # type: ignore[arg-type]
            entry = run.run_in + behind  # of the centre of mass
            history = steering_along_line(ready.track, ready.line, entry, run.speed, run.duration)
            told = "open loop: steering wheel as the linear single track needs it along the line"
        times, angles, form = history
        inputs = dict(done.inputs) | {wheel: (times, angles + run.start.inputs[wheel], form)}
        return replace(done, start=start, controllers=(), inputs=inputs, notes=(told, *done.notes[1:]))
